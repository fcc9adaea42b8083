//! The rows that both runs have: filtered by how they came out, searched, and opened one at a time.

use leptos::prelude::*;

use super::address::{Address, FILTERS, Here, filter_id, filter_of};
use super::load;
use super::row::RowDialog;
use crate::desk::protocol::{ChangeFilter, ComparedQuery, Failure};
use crate::desk::view::RowsPage;
use crate::desk::view::comparison::{ComparedRow, ComparedSide, ComparisonView};
use crate::run::RowKey;
use crate::score::difference::Change;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::number_cell::Score;
use crate::web::components::virtual_list::{Column, ColumnKind};
use crate::web::pages::result::row_parts::short_answer;
use crate::web::pages::row_filters::RowFilters;
use crate::web::pages::row_list::{Listing, OpenRow, ROWS_ID, RowList, RowStore};
use crate::words::Words;

impl Listing for ComparedQuery {
    type Row = ComparedRow;

    async fn page(self, offset: usize, limit: usize) -> Result<RowsPage<ComparedRow>, Failure> {
        let query = Self {
            offset,
            limit,
            ..self
        };
        load::compared(query).await
    }

    fn key_of(row: &ComparedRow) -> RowKey {
        RowKey {
            task_id: row.task_id.clone(),
            row_idx: row.sides[0].row_idx,
        }
    }
}

/// All rows that the address asks for.
fn listed(address: &Address) -> ComparedQuery {
    ComparedQuery {
        run_ids: address.run_ids.clone(),
        task_id: address.task_id.clone(),
        filter: address.filter,
        policy: address.policy,
        text: address.text.clone(),
        offset: 0,
        limit: usize::MAX,
    }
}

/// The list with its filters, and the open row in front of it.
#[component]
pub fn Rows(
    words: &'static Words,
    here: Here,
    view: Memo<Option<ComparisonView>>,
) -> impl IntoView {
    let texts = words.language.compare();
    let n_done = Memo::new(move |_| {
        view.with(|view| {
            let runs = view.iter().flat_map(|view| &view.runs);
            runs.map(|card| card.n_done).collect::<Vec<usize>>()
        })
    });
    let store = RowStore::new(here.part(listed), n_done);
    let open = OpenRow::new(store, here.part(|address| address.row.clone()));
    let counted = move || store.n_rows.get().map(|(n, of)| (words.task.shown)(n, of));
    let clear = move |()| {
        here.switch(|address| {
            address.task_id = None;
            address.filter = ChangeFilter::All;
            address.text.clear();
        });
    };
    let column = |name, kind| Column { name, kind };
    let columns = vec![
        column(texts.outcome, ColumnKind::Words),
        column(words.common.row, ColumnKind::Words),
        column(words.common.gold, ColumnKind::Words),
        column("A", ColumnKind::Numbers),
        column(texts.read_a, ColumnKind::Words),
        column("B", ColumnKind::Numbers),
        column(texts.read_b, ColumnKind::Words),
    ];
    let cells = move |row: &ComparedRow| cells(words, row).into_any();
    view! {
        <section class="section" aria-labelledby=ROWS_ID>
            <h2 id=ROWS_ID>{words.result.rows}</h2>
            <Filters words=words here=here view=view/>
            <p class="note" role="status">{counted}</p>
            <RowList
                words=words
                store=store
                open=open
                on_open=move |key| here.go(|address| address.row = Some(key))
                on_clear=clear
                id="compare-row"
                kind="compare"
                columns=columns
                cells=cells
            />
            <RowDialog words=words here=here store=store open=open view=view/>
        </section>
    }
}

/// How rows came out, task and text.
#[component]
fn Filters(words: &'static Words, here: Here, view: Memo<Option<ComparisonView>>) -> impl IntoView {
    let filters =
        FILTERS.map(|(filter, id)| (id.to_owned(), filter_name(words, filter).to_owned()));
    let task_ids = Signal::derive(move || {
        view.with(|view| {
            let tasks = view.iter().flat_map(|view| &view.tasks);
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

fn filter_name(words: &'static Words, filter: ChangeFilter) -> &'static str {
    let texts = words.language.compare();
    match filter {
        ChangeFilter::All => texts.filter_all,
        ChangeFilter::Unscored => texts.filter_unscored,
        ChangeFilter::Only(Change::Better) => texts.better,
        ChangeFilter::Only(Change::Worse) => texts.worse,
        ChangeFilter::Only(Change::BothRight) => texts.both_right,
        ChangeFilter::Only(Change::Same) => texts.same,
    }
}

/// How a row came out: a shape and a word.
#[component]
pub fn ChangeTag(words: &'static Words, change: Option<Change>) -> impl IntoView {
    let (signal, glyph) = match change {
        Some(Change::Better) => ("right", Glyph::Up),
        Some(Change::Worse) => ("wrong", Glyph::Down),
        Some(Change::BothRight) => ("plain", Glyph::Check),
        Some(Change::Same) => ("plain", Glyph::Equal),
        None => ("unscored", Glyph::Ring),
    };
    view! {
        <span class="outcome" data-signal=signal>
            <Icon glyph=glyph/>
            {words.language.change(change)}
        </span>
    }
}

/// The cells of a line. On a narrow screen the outcome comes first, both readings below.
fn cells(words: &'static Words, row: &ComparedRow) -> impl IntoView + use<> {
    let place = format!("{} {}", row.task_id, row.row_id);
    let [first, second] = &row.sides;
    let side = |side: &ComparedSide, score_part: &'static str, reading_part: &'static str| {
        let reading = short_answer(words, side.parity.as_deref(), side.verdict);
        view! {
            <span role="gridcell" class="num" data-part=score_part>
                <Score value=side.score reason=words.language.verdict(side.verdict)/>
            </span>
            <span role="gridcell" data-part=reading_part>{reading}</span>
        }
    };
    view! {
        <span role="gridcell" data-part="change">
            <ChangeTag words=words change=row.change/>
        </span>
        <span role="gridcell" data-part="place">{place}</span>
        <span role="gridcell" data-part="gold">{row.gold.clone()}</span>
        {side(first, "score-a", "read-a")}
        {side(second, "score-b", "read-b")}
    }
}
