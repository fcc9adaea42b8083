//! All rows of the run: filtered, searched, and opened one at a time.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::{FILTERS, Here, RowKey, filter_of};
use super::load;
use super::row::RowDialog;
use super::row_parts::short_answer;
use super::tasks::ROWS_ID;
use crate::desk::protocol::{Failure, RowFilter, RowsQuery};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::{ResultView, RowView, RunCard};
use crate::web::components::field::{SelectField, TextField};
use crate::web::components::notice::{EmptyState, FailureNotice};
use crate::web::components::number_cell::Score;
use crate::web::components::tag::OutcomeTag;
use crate::web::components::virtual_list::{Column, ColumnKind, RowWindow, VirtualList};
use crate::web::state::go::use_go;
use crate::web::state::place::Route;
use crate::web::state::runs::LiveRuns;
use crate::words::Words;

/// A search begins when nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(200);

/// What is listed: changes when the list becomes another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    run_id: String,
    task_id: Option<String>,
    filter: RowFilter,
    text: String,
}

/// The rows at hand, and how many there are.
#[derive(Clone, Copy)]
pub struct RowStore {
    /// What is listed.
    pub listed: Memo<Listed>,
    /// Which list it is, counted.
    pub generation: Memo<usize>,
    /// Rows that match, and rows of the run; `None` until the first answer.
    pub n_rows: RwSignal<Option<(usize, usize)>>,
    /// The rows at hand.
    pub window: RwSignal<RowWindow<RowView>>,
    failure: RwSignal<Option<Failure>>,
}

impl RowStore {
    fn new(here: Here, result: Memo<Option<ResultView>>) -> Self {
        let listed = here.part(|address| Listed {
            run_id: address.run_id.clone(),
            task_id: address.task_id.clone(),
            filter: address.filter,
            text: address.text.clone(),
        });
        // More rows may have come in since: what counts is how many are done.
        let n_done = Memo::new(move |_| {
            result.with(|result| result.as_ref().map(|result| result.card.n_done))
        });
        let generation = Memo::new(move |last: Option<&usize>| {
            // Read, not only tracked: a memo that nobody reads is never computed, and never changes.
            listed.with(|_| ());
            n_done.with(|_| ());
            last.map_or(0, |last| last + 1)
        });
        Self {
            listed,
            generation,
            n_rows: RwSignal::new(None),
            window: RwSignal::new(RowWindow {
                offset: 0,
                rows: Vec::new(),
            }),
            failure: RwSignal::new(None),
        }
    }

    /// A window of the list as it is now.
    fn query(self, offset: usize, limit: usize) -> RowsQuery {
        let listed = self.listed.get_untracked();
        RowsQuery {
            run_id: listed.run_id,
            task_id: listed.task_id,
            filter: listed.filter,
            text: listed.text,
            offset,
            limit,
        }
    }

    /// Asks for rows of the list as it is now.
    async fn page(self, offset: usize, limit: usize) -> Result<Vec<RowView>, Failure> {
        let generation = self.generation.get_untracked();
        let page = load::rows(self.query(offset, limit)).await?;
        // An answer that comes too late says nothing about the list of now.
        if self.generation.try_get_untracked() == Some(generation) {
            self.n_rows.set(Some((page.n_matching, page.n_rows)));
        }
        Ok(page.rows)
    }

    fn fetch(self, offset: usize, limit: usize) {
        let generation = self.generation.get_untracked();
        spawn_local(async move {
            let rows = self.page(offset, limit).await;
            if self.generation.try_get_untracked() != Some(generation) {
                return;
            }
            match rows {
                Ok(rows) => {
                    self.failure.set(None);
                    self.window.set(RowWindow { offset, rows });
                }
                Err(failure) => self.failure.set(Some(failure)),
            }
        });
    }

    /// The row at a place of the list: at hand, or asked for.
    pub async fn row_at(self, position: usize) -> Option<RowKey> {
        let at_hand = self.window.with_untracked(|window| {
            let idx = position.checked_sub(window.offset)?;
            window.rows.get(idx).map(key_of)
        });
        match at_hand {
            Some(key) => Some(key),
            None => self.page(position, 1).await.ok()?.first().map(key_of),
        }
    }

    /// Where a row stands in the list, if it is at hand.
    pub fn position_of(self, key: &RowKey) -> Option<usize> {
        self.window.with(|window| {
            let idx = window.rows.iter().position(|row| key_of(row) == *key)?;
            Some(window.offset + idx)
        })
    }
}

/// Which row a line of the list is about.
pub fn key_of(row: &RowView) -> RowKey {
    RowKey {
        task_id: row.task_id.clone(),
        row_idx: row.row_idx,
    }
}

/// The list with its filters, and the open row in front of it.
#[component]
pub fn Rows(words: &'static Words, here: Here, result: Memo<Option<ResultView>>) -> impl IntoView {
    let texts = &words.result;
    let store = RowStore::new(here, result);
    let position = RwSignal::new(None::<(RowKey, usize)>);
    let open_row = here.part(|address| address.row.clone());
    // Where the open row stands in the list: as it was opened from it, or as it is found there.
    let open_position = Memo::new(move |_| {
        let key = open_row.get()?;
        let known = position.get().filter(|(known, _)| *known == key);
        store
            .position_of(&key)
            .or(known.map(|(_, position)| position))
    });
    let on_open = Callback::new(move |at: usize| {
        spawn_local(async move {
            if let Some(key) = store.row_at(at).await {
                position.set(Some((key.clone(), at)));
                here.go(|address| address.row = Some(key));
            }
        });
    });
    // Of a run that asks a server, or the browser's model, rows can be asked again.
    let can_ask = Memo::new(move |_| {
        result.with(|result| result.as_ref().is_some_and(|result| can_ask(&result.card)))
    });
    let n_matching = Signal::derive(move || store.n_rows.get().map_or(0, |(n, _)| n));
    let is_empty = move || matches!(store.n_rows.get(), Some((0, _)));
    let counted = move || store.n_rows.get().map(|(n, of)| (words.task.shown)(n, of));
    let failed = move || {
        store.failure.get().map(|failure| {
            view! {
                <FailureNotice words=words failure=failure>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| store.fetch(0, 200)
                    >
                        {words.common.try_again}
                    </button>
                </FailureNotice>
            }
        })
    };
    let clear = move |_| {
        here.switch(|address| {
            address.task_id = None;
            address.filter = RowFilter::All;
            address.text.clear();
        });
    };
    let words_column = |name| Column {
        name,
        kind: ColumnKind::Words,
    };
    let columns = vec![
        Column {
            name: words.common.score,
            kind: ColumnKind::Numbers,
        },
        words_column(texts.verdict),
        words_column(words.common.row),
        words_column(words.common.reply),
        words_column(texts.parity_short),
        words_column(texts.lenient_short),
        words_column(words.common.gold),
        words_column(texts.flags),
    ];
    let cells = move |row: &RowView| cells(words, row).into_any();
    view! {
        <section class="section" aria-labelledby=ROWS_ID>
            <h2 id=ROWS_ID>{texts.rows}</h2>
            <Filters words=words here=here result=result/>
            <p class="note" role="status">{counted}</p>
            {move || can_ask.get().then(|| view! {
                <AskAgain words=words store=store n=n_matching/>
            })}
            {failed}
            <div hidden=is_empty>
                <VirtualList
                    id="result-row"
                    kind="result"
                    label=texts.rows
                    columns=columns
                    n_rows=n_matching
                    window=store.window
                    on_window=move |(offset, limit)| store.fetch(offset, limit)
                    generation=store.generation
                    open=open_position
                    on_open=on_open
                    cells=cells
                />
            </div>
            {move || is_empty().then(|| view! {
                <EmptyState title=texts.no_match text=texts.no_match_text>
                    <button type="button" class="button" on:click=clear>
                        {texts.show_all_rows}
                    </button>
                </EmptyState>
            })}
            <p class="note">{texts.list_keys}</p>
            <RowDialog
                words=words
                here=here
                store=store
                open_row=open_row
                open_position=open_position
                known=position
            />
        </section>
    }
}

/// Whether a run can ask more: an endpoint that this version speaks to.
fn can_ask(card: &RunCard) -> bool {
    !card.is_upload && card.run_id != SAMPLE_RUN_ID && card.format.is_some()
}

/// Has the rows of the list asked again; what is needed for that is on the run's page.
#[component]
fn AskAgain(words: &'static Words, store: RowStore, n: Signal<usize>) -> impl IntoView {
    let live = LiveRuns::from_context();
    let go = StoredValue::new_local(use_go());
    let on_click = move |_| {
        spawn_local(async move {
            let query = store.query(0, usize::MAX);
            let run_id = query.run_id.clone();
            match load::row_keys(query).await {
                Ok(keys) => {
                    live.want_again(&run_id, keys);
                    go.try_with_value(|go| go(&Route::Run { run_id }));
                }
                Err(failure) => drop(store.failure.try_set(Some(failure))),
            }
        });
    };
    view! {
        <p class="actions">
            <button
                type="button"
                class="button"
                data-kind="quiet"
                hidden=move || n.get() == 0
                on:click=on_click
            >
                {move || (words.result.ask_again)(n.get())}
            </button>
        </p>
    }
}

/// Outcome, task and text.
#[component]
fn Filters(words: &'static Words, here: Here, result: Memo<Option<ResultView>>) -> impl IntoView {
    let texts = &words.result;
    let filters: Vec<(String, String)> = FILTERS
        .iter()
        .map(|(filter, id)| {
            (
                (*id).to_owned(),
                words.language.row_filter(*filter).to_owned(),
            )
        })
        .collect();
    let filter = here.part(|address| {
        let known = FILTERS.iter().find(|(filter, _)| *filter == address.filter);
        known.map_or("all", |(_, id)| *id).to_owned()
    });
    let tasks = Memo::new(move |_| {
        let mut options = vec![(String::new(), words.result.all_tasks.to_owned())];
        result.with(|result| {
            let tasks = result.iter().flat_map(|result| &result.tasks);
            options.extend(tasks.map(|task| (task.task_id.clone(), task.task_id.clone())));
        });
        options
    });
    let task = here.part(|address| address.task_id.clone().unwrap_or_default());
    let text = here.part(|address| address.text.clone());
    let search = StoredValue::new_local(debounce(PAUSE, move |text: String| {
        here.switch(|address| address.text = text);
    }));
    view! {
        <div class="toolbar result-filters">
            <SelectField
                id="result-filter"
                label=words.common.filter
                options=filters
                value=filter
                on_change=move |id: String| {
                    here.switch(|address| address.filter = filter_of(&id).unwrap_or_default());
                }
            />
            <SelectField
                id="result-task"
                label=words.common.task
                options=tasks
                value=task
                on_change=move |id: String| {
                    here.switch(|address| address.task_id = Some(id).filter(|id| !id.is_empty()));
                }
            />
            <TextField
                id="result-search"
                kind="search"
                label=texts.search
                value=text
                on_input=move |text: String| search.update_value(|search| search(text))
            />
        </div>
    }
}

/// The cells of a line. On a narrow screen score and verdict come first, the rest below.
fn cells(words: &'static Words, row: &RowView) -> impl IntoView + use<> {
    let flags: Vec<&str> = row
        .flags
        .iter()
        .map(|flag| words.language.flag(*flag))
        .collect();
    let parity = short_answer(words, row.parity.as_deref(), row.verdict);
    let lenient = short_answer(words, row.lenient.as_deref(), row.verdict);
    let differs = row.parity != row.lenient;
    let place = format!("{} {}", row.task_id, row.row_id);
    view! {
        <span role="gridcell" class="num" data-part="score">
            <Score value=row.score reason=words.language.verdict(row.verdict)/>
        </span>
        <span role="gridcell" data-part="verdict">
            <OutcomeTag words=words verdict=row.verdict/>
        </span>
        <span role="gridcell" data-part="place">{place}</span>
        <span role="gridcell" data-part="reply">{row.reply.clone()}</span>
        <span role="gridcell" data-part="parity">{parity}</span>
        <span role="gridcell" data-part="lenient" data-state=differs.then_some("differs")>
            {lenient}
        </span>
        <span role="gridcell" data-part="gold">{row.gold.clone()}</span>
        <span role="gridcell" data-part="flags">{flags.join(", ")}</span>
    }
}
