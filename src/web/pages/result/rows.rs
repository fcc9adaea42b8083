//! All rows of the run: filtered, searched, and opened one at a time.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::{Address, FILTERS, Here, filter_id, filter_of};
use super::load;
use super::row::RowDialog;
use super::row_parts::short_answer;
use crate::desk::protocol::{Failure, RowFilter, RowsQuery};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::{ResultView, RowView, RowsPage, RunCard};
use crate::run::RowKey;
use crate::web::components::number_cell::Score;
use crate::web::components::tag::OutcomeTag;
use crate::web::components::virtual_list::{Column, ColumnKind};
use crate::web::pages::row_filters::RowFilters;
use crate::web::pages::row_list::{Listing, OpenRow, ROWS_ID, RowList, RowStore};
use crate::web::state::go::use_go;
use crate::web::state::place::Route;
use crate::web::state::runs::LiveRuns;
use crate::words::Words;

impl Listing for RowsQuery {
    type Row = RowView;

    async fn page(self, offset: usize, limit: usize) -> Result<RowsPage, Failure> {
        let query = Self {
            offset,
            limit,
            ..self
        };
        load::rows(query).await
    }

    fn key_of(row: &RowView) -> RowKey {
        RowKey {
            task_id: row.task_id.clone(),
            row_idx: row.row_idx,
        }
    }
}

/// All rows that the address asks for.
fn listed(address: &Address) -> RowsQuery {
    RowsQuery {
        run_id: address.run_id.clone(),
        task_id: address.task_id.clone(),
        filter: address.filter,
        text: address.text.clone(),
        offset: 0,
        limit: usize::MAX,
    }
}

/// The list with its filters, and the open row in front of it.
#[component]
pub fn Rows(words: &'static Words, here: Here, result: Memo<Option<ResultView>>) -> impl IntoView {
    let texts = &words.result;
    // More rows may have come in since: what counts is how many are done.
    let n_done =
        Memo::new(move |_| result.with(|result| result.as_ref().map(|result| result.card.n_done)));
    let store = RowStore::new(here.part(listed), n_done);
    let open = OpenRow::new(store, here.part(|address| address.row.clone()));
    // Of a run that asks a server, or the browser's model, rows can be asked again.
    let can_ask = Memo::new(move |_| {
        result.with(|result| result.as_ref().is_some_and(|result| can_ask(&result.card)))
    });
    let counted = move || store.n_rows.get().map(|(n, of)| (words.task.shown)(n, of));
    let clear = move |()| {
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
                <AskAgain words=words store=store/>
            })}
            <RowList
                words=words
                store=store
                open=open
                on_open=move |key| here.go(|address| address.row = Some(key))
                on_clear=clear
                id="result-row"
                kind="result"
                columns=columns
                cells=cells
            />
            <RowDialog words=words here=here store=store open=open/>
        </section>
    }
}

/// Whether a run can ask more: an endpoint that this version speaks to.
fn can_ask(card: &RunCard) -> bool {
    !card.is_upload && card.run_id != SAMPLE_RUN_ID && card.format.is_some()
}

/// Has the rows of the list asked again; what is needed for that is on the run's page.
#[component]
fn AskAgain(words: &'static Words, store: RowStore<RowsQuery>) -> impl IntoView {
    let n = store.n_matching();
    let live = LiveRuns::from_context();
    let go = StoredValue::new_local(use_go());
    let on_click = move |_| {
        spawn_local(async move {
            let query = store.listed.get_untracked();
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
    let filters = FILTERS.map(|(filter, id)| {
        let name = words.language.row_filter(filter);
        (id.to_owned(), name.to_owned())
    });
    let task_ids = Signal::derive(move || {
        result.with(|result| {
            let tasks = result.iter().flat_map(|result| &result.tasks);
            tasks.map(|task| task.task_id.clone()).collect()
        })
    });
    view! {
        <RowFilters
            words=words
            filters=filters.to_vec()
            filter=here.part(|address| filter_id(address.filter).to_owned())
            on_filter=move |id: String| {
                here.switch(|address| address.filter = filter_of(&id).unwrap_or_default());
            }
            task_ids=task_ids
            task_id=here.part(|address| address.task_id.clone())
            on_task=move |id| here.switch(|address| address.task_id = id)
            text=here.part(|address| address.text.clone())
            on_text=move |text| here.switch(|address| address.text = text)
        />
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
