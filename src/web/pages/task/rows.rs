//! What the list of rows knows: the rows at hand, the filter, the open row.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::Address;
use crate::desk::protocol::{Export, Failure, Question};
use crate::desk::view::{PromptPage, PromptRow};
use crate::prompt::Recipe;
use crate::suite::DataKind;
use crate::web::state::ask;
use crate::web::state::suite::SuiteStore;
use crate::web::state::visit;

/// Which neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The row before.
    Previous,
    /// The row after.
    Next,
}

/// The rows of one task. Copy it freely.
#[derive(Clone, Copy)]
pub struct TaskRows {
    task_id: StoredValue<String>,
    address: Memo<Address>,
    go: Callback<Address>,
    /// Official or sample rows.
    pub kind: Memo<DataKind>,
    /// How rows become prompts.
    pub recipe: Memo<Recipe>,
    /// Text that the rows must hold.
    pub filter: RwSignal<String>,
    /// The window of rows at hand, with how many there are; `None` while the first is on its way.
    pub page: RwSignal<Option<PromptPage>>,
    /// Where the window starts.
    pub offset: RwSignal<usize>,
    /// Why there are no rows.
    pub failure: RwSignal<Option<Failure>>,
    /// Counts up whenever the list becomes another one.
    pub generation: Memo<usize>,
    /// Position in the list of the open row. Without a filter it is the place in the file.
    pub open: RwSignal<Option<usize>>,
    /// The open row, when it has come.
    pub opened: RwSignal<Option<PromptRow>>,
    /// Whether the file with all prompts is being written.
    pub is_downloading: RwSignal<bool>,
    /// Why that did not work.
    pub download_failure: RwSignal<Option<Failure>>,
}

impl TaskRows {
    /// The rows of a task as the address wants them. Keeps the open row up to date from now on.
    pub fn new(
        task_id: String,
        address: Memo<Address>,
        kind: Memo<DataKind>,
        go: Callback<Address>,
        store: SuiteStore,
    ) -> Self {
        let (listed, filter, open) = visit::keep("rows", || {
            (
                StoredValue::new(None::<String>),
                RwSignal::new(String::new()),
                RwSignal::new(None),
            )
        });
        // Another task is another list; the same one in another language is not.
        if listed.get_value().as_ref() != Some(&task_id) {
            listed.set_value(Some(task_id.clone()));
            filter.set(String::new());
            open.set(address.get_untracked().row_idx);
        }
        let recipe = Memo::new(move |_| address.get().recipe);
        let (id, task_name) = (task_id.clone(), task_id.clone());
        let is_loaded = Memo::new(move |_| store.is_loaded(&id));
        // Read, not only tracked: a memo that nobody reads never learns what it depends on.
        let generation = Memo::new(move |last: Option<&usize>| {
            filter.track();
            let _ = (recipe.get(), kind.get(), is_loaded.get());
            last.map_or(0, |last| last + 1)
        });
        let rows = Self {
            task_id: StoredValue::new(task_id),
            address,
            go,
            kind,
            recipe,
            filter,
            page: RwSignal::new(None),
            offset: RwSignal::new(0),
            failure: RwSignal::new(None),
            generation,
            open,
            opened: RwSignal::new(None),
            is_downloading: visit::signal(&format!("taking {task_name}"), false),
            download_failure: visit::signal(&format!("not taken {task_name}"), None),
        };
        rows.follow_open();
        rows
    }

    fn question(self, offset: usize, limit: usize) -> Question {
        Question::Prompts {
            task_id: self.task_id.get_value(),
            kind: self.kind.get_untracked(),
            recipe: self.recipe.get_untracked(),
            text: self.filter.get_untracked(),
            offset,
            limit,
        }
    }

    /// Gets a window of rows. An answer that comes too late is dropped.
    pub fn fetch(self, (offset, limit): (usize, usize)) {
        let asked_for = self.generation.get_untracked();
        spawn_local(async move {
            let found = ask::prompts(self.question(offset, limit)).await;
            if self.generation.try_get_untracked() != Some(asked_for) {
                return;
            }
            match found {
                Ok(found) => {
                    self.failure.set(None);
                    self.offset.set(offset);
                    self.page.set(Some(found));
                }
                Err(failure) => self.failure.set(Some(failure)),
            }
        });
    }

    /// Gets the open row whenever another is opened or the list becomes another one, and writes it
    /// into the address.
    fn follow_open(self) {
        Effect::new(move |_| {
            let asked_for = self.generation.get();
            let Some(position) = self.open.get() else {
                self.opened.set(None);
                return;
            };
            spawn_local(async move {
                let found = ask::prompts(self.question(position, 1)).await.ok();
                let row = found.and_then(|page| page.rows.into_iter().next());
                if self.generation.try_get_untracked() != Some(asked_for)
                    || self.open.try_get_untracked() != Some(Some(position))
                {
                    return;
                }
                let row_idx = row.as_ref().map(|row| row.row_idx);
                self.opened.set(row);
                let now = self.address.get_untracked();
                if row_idx.is_some() && now.row_idx != row_idx {
                    self.go.run(Address { row_idx, ..now });
                }
            });
        });
    }

    /// Filters the list. Positions change their meaning, so no row stays open.
    pub fn set_filter(self, text: String) {
        self.open.set(None);
        self.filter.set(text);
    }

    /// Opens a neighbour, or the first row.
    pub fn step(self, step: Step) {
        let n_rows = self
            .page
            .with_untracked(|page| page.as_ref().map_or(0, |page| page.n_matching));
        let Some(last) = n_rows.checked_sub(1) else {
            return;
        };
        let target = match (self.open.get_untracked(), step) {
            (None, _) => 0,
            (Some(now), Step::Next) => (now + 1).min(last),
            (Some(now), Step::Previous) => now.saturating_sub(1).min(last),
        };
        if Some(target) != self.open.get_untracked() {
            self.open.set(Some(target));
        }
    }

    /// Has all prompts of the task written into a file.
    pub fn download(self) {
        self.is_downloading.set(true);
        let what = Export::Prompts {
            task_ids: vec![self.task_id.get_value()],
            kind: self.kind.get_untracked(),
            recipe: self.recipe.get_untracked(),
        };
        spawn_local(async move {
            let result = ask::export(what).await;
            self.is_downloading.try_set(false);
            self.download_failure.try_set(result.err());
        });
    }

    /// Shows the sample rows instead.
    pub fn go_to_sample(self) {
        let target = Address {
            rows: Some(super::address::RowKind::Sample),
            row_idx: None,
            ..self.address.get_untracked()
        };
        self.go.run(target);
    }
}
