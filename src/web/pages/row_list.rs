//! A list of rows that the worker keeps: filtered, a window at a time, with one row open in front
//! of it. What is listed is a question; whose rows they are, only the question knows.

use std::future::Future;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::Failure;
use crate::desk::view::RowsPage;
use crate::run::RowKey;
use crate::score::OutcomePolicy;
use crate::web::components::notice::{EmptyState, FailureNotice};
use crate::web::components::virtual_list::{Column, RowWindow, VirtualList};
use crate::web::state::place::push_query;
use crate::words::Words;

/// Where the list of rows stands on a page.
pub const ROWS_ID: &str = "rows";

/// The filter that keeps all rows, in addresses.
pub const ALL: &str = "all";

/// Rows asked for anew after a failure.
const LIMIT: usize = 200;

/// What is listed: changes when the list becomes another one.
pub trait Listing: Clone + PartialEq + Send + Sync + 'static {
    /// A line of the list.
    type Row: Clone + Send + Sync + 'static;

    /// Asks for a window of the list.
    fn page(
        self,
        offset: usize,
        limit: usize,
    ) -> impl Future<Output = Result<RowsPage<Self::Row>, Failure>>;

    /// Which row a line is about.
    fn key_of(row: &Self::Row) -> RowKey;
}

/// The rows at hand, and how many there are. Copy it freely.
pub struct RowStore<L: Listing> {
    /// What is listed.
    pub listed: Memo<L>,
    /// Which list it is, counted.
    pub generation: Memo<usize>,
    /// Rows that match, and rows there are; `None` until the first answer.
    pub n_rows: RwSignal<Option<(usize, usize)>>,
    /// The rows at hand.
    pub window: RwSignal<RowWindow<L::Row>>,
    /// Why there are none.
    pub failure: RwSignal<Option<Failure>>,
}

#[expect(
    clippy::expl_impl_clone_on_copy,
    reason = "a derived one would ask the parameter to be copied, too"
)]
impl<L: Listing> Clone for RowStore<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Listing> Copy for RowStore<L> {}

impl<L: Listing> RowStore<L> {
    /// Nothing at hand. The list is asked for anew when `version` changes.
    pub fn new<T: Send + Sync + 'static>(listed: Memo<L>, version: Memo<T>) -> Self {
        let generation = Memo::new(move |last: Option<&usize>| {
            // Read, not only tracked: a memo that nobody reads is never computed, and never changes.
            listed.with(|_| ());
            version.with(|_| ());
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

    /// Rows that match.
    pub fn n_matching(self) -> Signal<usize> {
        Signal::derive(move || self.n_rows.get().map_or(0, |(n, _)| n))
    }

    /// Asks for rows of the list as it is now.
    async fn page(self, offset: usize, limit: usize) -> Result<Vec<L::Row>, Failure> {
        // The page may have been left before its turn came.
        let generation = self.generation.try_get_untracked();
        let Some(listed) = self.listed.try_get_untracked() else {
            return Ok(Vec::new());
        };
        let page = listed.page(offset, limit).await?;
        // An answer that comes too late says nothing about the list of now.
        if generation.is_some() && self.generation.try_get_untracked() == generation {
            self.n_rows.set(Some((page.n_matching, page.n_rows)));
        }
        Ok(page.rows)
    }

    fn fetch(self, offset: usize, limit: usize) {
        let Some(generation) = self.generation.try_get_untracked() else {
            return;
        };
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
        let at_hand = self.window.try_with_untracked(|window| {
            let idx = position.checked_sub(window.offset)?;
            window.rows.get(idx).map(L::key_of)
        });
        match at_hand.flatten() {
            Some(key) => Some(key),
            None => self.page(position, 1).await.ok()?.first().map(L::key_of),
        }
    }

    /// Where a row stands in the list, if it is at hand.
    fn position_of(self, key: &RowKey) -> Option<usize> {
        self.window.with(|window| {
            let idx = window.rows.iter().position(|row| L::key_of(row) == *key)?;
            Some(window.offset + idx)
        })
    }
}

/// The row that is open in front of a list. Copy it freely.
#[derive(Clone, Copy)]
pub struct OpenRow {
    /// Which, as the address says.
    pub key: Memo<Option<RowKey>>,
    /// Where it stands in the list: as it was opened from it, or as it is found there.
    pub position: Memo<Option<usize>>,
    /// Told where the row stands that is opened next.
    pub known: RwSignal<Option<(RowKey, usize)>>,
}

impl OpenRow {
    /// The row that the address names, in front of a list.
    pub fn new<L: Listing>(store: RowStore<L>, key: Memo<Option<RowKey>>) -> Self {
        let known = RwSignal::new(None::<(RowKey, usize)>);
        let position = Memo::new(move |_| {
            let key = key.get()?;
            let known = known.get().filter(|(known, _)| *known == key);
            store
                .position_of(&key)
                .or(known.map(|(_, position)| position))
        });
        Self {
            key,
            position,
            known,
        }
    }
}

/// The list, or why there is none.
#[component]
pub fn RowList<L, C>(
    /// Language of the page.
    words: &'static Words,
    /// Its rows.
    store: RowStore<L>,
    /// The row in front of it.
    open: OpenRow,
    /// A row was chosen.
    #[prop(into)]
    on_open: Callback<RowKey>,
    /// Nothing fits, and all rows are wanted.
    #[prop(into)]
    on_clear: Callback<()>,
    /// Unique on the page; also names the rows.
    id: &'static str,
    /// Which column widths the style sheet has for it.
    kind: &'static str,
    /// Headings.
    columns: Vec<Column>,
    /// The cells of a line.
    cells: C,
) -> impl IntoView
where
    L: Listing,
    C: Fn(&L::Row) -> AnyView + Copy + Send + Sync + 'static,
{
    let texts = &words.result;
    let open_at = Callback::new(move |at: usize| {
        spawn_local(async move {
            if let Some(key) = store.row_at(at).await {
                open.known.try_set(Some((key.clone(), at)));
                on_open.try_run(key);
            }
        });
    });
    let is_empty = move || matches!(store.n_rows.get(), Some((0, _)));
    let failed = move || {
        store.failure.get().map(|failure| {
            view! {
                <FailureNotice words=words failure=failure>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| store.fetch(0, LIMIT)
                    >
                        {words.common.try_again}
                    </button>
                </FailureNotice>
            }
        })
    };
    view! {
        {failed}
        <div hidden=is_empty>
            <VirtualList
                id=id
                kind=kind
                label=texts.rows
                columns=columns
                n_rows=store.n_matching()
                window=store.window
                on_window=move |(offset, limit)| store.fetch(offset, limit)
                generation=store.generation
                open=open.position
                on_open=open_at
                cells=cells
            />
        </div>
        {move || is_empty().then(|| view! {
            <EmptyState title=texts.no_match text=texts.no_match_text>
                <button type="button" class="button" on:click=move |_| on_clear.run(())>
                    {texts.show_all_rows}
                </button>
            </EmptyState>
        })}
        <p class="note">{texts.list_keys}</p>
    }
}

/// Brings the list of rows into sight.
pub fn scroll_to_rows() {
    if let Some(rows) = document().get_element_by_id(ROWS_ID) {
        rows.scroll_into_view();
    }
}

/// A row's name in addresses: `SA:12`.
pub fn key_text(key: &RowKey) -> String {
    format!("{}:{}", key.task_id, key.row_idx)
}

/// The row of this name.
pub fn key_from_text(text: &str) -> Option<RowKey> {
    let (task_id, row_idx) = text.rsplit_once(':')?;
    let row_idx = row_idx.parse().ok()?;
    (!task_id.is_empty()).then(|| RowKey {
        task_id: task_id.to_owned(),
        row_idx,
    })
}

/// Adds to an address what every list of rows can say; what is as usual is not said.
pub fn push_rows(
    address: &mut String,
    task_id: Option<&str>,
    filter: &str,
    text: &str,
    row: Option<&RowKey>,
    policy: Option<OutcomePolicy>,
) {
    let filter = Some(filter).filter(|filter| *filter != ALL);
    push_query(address, "task", task_id.unwrap_or_default());
    push_query(address, "filter", filter.unwrap_or_default());
    push_query(address, "q", text);
    push_query(address, "row", &row.map(key_text).unwrap_or_default());
    push_query(address, "policy", policy.map_or("", OutcomePolicy::id));
}

#[cfg(test)]
pub mod tests {
    //! What pages with such a list share in tests.
    use crate::web::state::here::Address;

    /// The address that a query is read to, below `/`.
    pub fn read_and_written<A: Address>(query: &[(&str, &str)]) -> String {
        let get = |name: &str| {
            let found = query.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        A::read(get).under("/")
    }
}
