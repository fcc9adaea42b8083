//! The table of the board.

use leptos::prelude::*;

use super::address::Here;
use super::arrange::{BoardRow, Cell, Direction, Group};
use super::{first_direction, long_name, sort_id};
use crate::desk::view::SuiteView;
use crate::report::columns::{self, Column};
use crate::suite::MetricId;
use crate::web::components::number_cell::Score;
use crate::web::pages::fold::Fold;
use crate::web::state::place::Route;
use crate::web::state::settings::dates_text;
use crate::words::Words;

/// Sortable; on a narrow screen each model is a block that begins with its name and the number the
/// board is ordered by.
#[component]
pub fn BoardTable(
    words: &'static Words,
    here: Here,
    groups: Vec<columns::Group>,
    suite: Memo<Option<SuiteView>>,
    rows: Memo<Vec<BoardRow>>,
    /// Date of the published numbers.
    date: String,
) -> impl IntoView {
    let texts = &words.board;
    let columns: Vec<Column> = groups
        .iter()
        .flat_map(|group| group.columns.clone())
        .collect();
    let group_heads = groups
        .iter()
        .map(|group| {
            view! {
                <th scope="colgroup" colspan=group.columns.len().to_string()>
                    {group.name.clone()}
                    {common_metric(group).map(|metric| view! {
                        <span class="board-metric">" · " {words.language.metric(metric)}</span>
                    })}
                </th>
            }
        })
        .collect_view();
    let starts: Vec<bool> = groups
        .iter()
        .flat_map(|group| group.columns.iter().enumerate().map(|(idx, _)| idx == 0))
        .collect();
    let says_metric: Vec<bool> = groups
        .iter()
        .flat_map(|group| group.columns.iter().map(|_| common_metric(group).is_none()))
        .collect();
    let column_heads = columns
        .iter()
        .zip(&starts)
        .zip(says_metric)
        .map(|((column, is_first), says_metric)| {
            let (name, metric) = head_name(words, column);
            let metric = metric.filter(|_| says_metric);
            let title = full_name(words, suite, column);
            let id = sort_id(column);
            view! {
                <SortHead here=here id=id is_first=*is_first is_number=true title=title>
                    {name}
                    {metric.map(|metric| view! { <span class="result-metric">{metric}</span> })}
                </SortHead>
            }
        })
        .collect_view();
    let names: Vec<String> = columns
        .iter()
        .map(|column| long_name(words, column))
        .collect();
    let ids: Vec<String> = columns.iter().map(sort_id).collect();
    let is_average: Vec<bool> = columns
        .iter()
        .map(|column| matches!(column, Column::Average { .. }))
        .collect();
    let sort = here.part(|address| address.sort.clone());
    let body = move || {
        let sort = sort.get();
        let rows = rows.get();
        let moments: Vec<u64> = rows
            .iter()
            .map(|row| row.run.as_ref().map_or(0, |(_, millis)| *millis))
            .collect();
        let dates = dates_text(words.language, &moments);
        rows.into_iter()
            .zip(dates)
            .map(|(row, started)| {
                let cells = row
                    .cells
                    .iter()
                    .enumerate()
                    .map(|(idx, cell)| {
                        let name = names.get(idx).cloned().unwrap_or_default();
                        let is_sorted = ids.get(idx) == Some(&sort);
                        let part = if is_average.get(idx).copied().unwrap_or_default() {
                            "average"
                        } else {
                            "task"
                        };
                        let is_first = starts.get(idx).copied().unwrap_or_default();
                        let (value, reason, mark) = cell_words(words, *cell);
                        view! {
                            <td
                                class="num"
                                data-label=name
                                data-part=part
                                data-first=is_first
                                data-sorted=is_sorted
                            >
                                <span>
                                    <Score value=value reason=reason/>
                                    {mark.map(|(sign, said)| view! {
                                        <span class="board-mark" title=said aria-hidden="true">
                                            {sign}
                                        </span>
                                        <span class="visually-hidden">{said}</span>
                                    })}
                                </span>
                            </td>
                        }
                    })
                    .collect_view();
                view! {
                    <tr data-kind=row.group.id()>
                        <th scope="row">
                            <RowName
                                words=words
                                row=row.clone()
                                started=started
                                date=date.clone()
                            />
                        </th>
                        <td class="num" data-label=texts.size data-part="size">
                            {size_text(row.params_b)}
                        </td>
                        {cells}
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <div class="table-scroll board-scroll" tabindex="0" role="region" aria-label=texts.title>
            <table class="board">
                <caption>
                    {texts.caption} " " <span class="board-sort-hint">{texts.sort_hint}</span>
                </caption>
                <thead>
                    <tr>
                        <td colspan="2"></td>
                        {group_heads}
                    </tr>
                    <tr>
                        <SortHead
                            here=here
                            id="name".to_owned()
                            is_first=false
                            is_number=false
                            title=None
                        >
                            {words.common.model}
                        </SortHead>
                        <SortHead
                            here=here
                            id="size".to_owned()
                            is_first=false
                            is_number=true
                            title=Some(texts.size.to_owned())
                        >
                            {texts.size_short}
                        </SortHead>
                        {column_heads}
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

/// A heading that orders the table; pressed again, the other way round.
#[component]
fn SortHead(
    here: Here,
    id: String,
    is_first: bool,
    is_number: bool,
    title: Option<String>,
    children: Children,
) -> impl IntoView {
    let id = StoredValue::new(id);
    let order = here.part(move |address| {
        let is_sorted = id.with_value(|id| address.sort == *id);
        is_sorted.then_some(match address.direction {
            Direction::Down => "descending",
            Direction::Up => "ascending",
        })
    });
    let on_click = move |_| {
        here.switch(|address| {
            let id = id.get_value();
            address.direction = if address.sort == id {
                match address.direction {
                    Direction::Down => Direction::Up,
                    Direction::Up => Direction::Down,
                }
            } else {
                first_direction(&id)
            };
            address.sort = id;
        });
    };
    view! {
        <th scope="col" class=is_number.then_some("num") data-first=is_first aria-sort=move || order.get() title=title>
            <button type="button" class="sort-button" on:click=on_click>{children()}</button>
        </th>
    }
}

/// Name, kind, source and date; what contradicts itself, folded.
#[component]
fn RowName(
    words: &'static Words,
    row: BoardRow,
    /// When an own run was started.
    started: String,
    /// Date of the published numbers.
    date: String,
) -> impl IntoView {
    let texts = &words.board;
    let name = match &row.run {
        Some((run_id, _)) => {
            let route = Route::Result {
                run_id: run_id.clone(),
            };
            // Counted like the board counts it.
            let href = format!("{}&policy=parity", route.href());
            view! { <a href=href>{row.name.clone()}</a> }.into_any()
        }
        None => view! { {row.name.clone()} }.into_any(),
    };
    let source = match &row.run {
        Some(_) => (texts.source_own)(&started),
        None => (texts.source_paper)(&date),
    };
    let kind = match row.shots {
        Some(shots) if row.group == Group::Own => {
            format!("{}, {}", row.profile.id(), (texts.n_shot)(shots))
        }
        Some(shots) => (texts.kind)(row.group.id(), shots),
        None => row.profile.id().to_owned(),
    };
    let anomalies = row
        .anomalies
        .iter()
        .map(|note| view! { <p>{words.language.of(note).to_owned()}</p> })
        .collect_view();
    let fold = format!("{} {} {:?}", row.name, row.group.id(), row.shots);
    let has_anomalies = !row.anomalies.is_empty();
    view! {
        <span class="board-name">{name}</span>
        <span class="board-kind">{kind} " · " <span class="board-source">{source}</span></span>
        {has_anomalies.then(|| view! {
            <Fold name=fold class="board-anomaly" summary=texts.anomaly.into_any()>
                {anomalies}
            </Fold>
        })}
    }
}

/// The metric of all tasks of a group, where it is one.
fn common_metric(group: &columns::Group) -> Option<MetricId> {
    let mut metrics = group.columns.iter().filter_map(|column| match column {
        Column::Score { metric, .. } => Some(*metric),
        Column::Average { .. } => None,
    });
    let first = metrics.next()?;
    metrics.all(|metric| metric == first).then_some(first)
}

fn head_name(words: &'static Words, column: &Column) -> (String, Option<&'static str>) {
    match column {
        Column::Score { task_id, metric } => {
            (task_id.clone(), Some(words.language.metric(*metric)))
        }
        Column::Average { .. } => (words.result.average_short.to_owned(), None),
    }
}

fn full_name(
    words: &'static Words,
    suite: Memo<Option<SuiteView>>,
    column: &Column,
) -> Option<String> {
    let Column::Score { task_id, .. } = column else {
        return None;
    };
    suite.with_untracked(|suite| {
        let task = suite
            .as_ref()?
            .tasks
            .iter()
            .find(|task| task.id == *task_id)?;
        Some(words.language.of(&task.name).to_owned())
    })
}

/// Value, reason of a missing one, and a mark with what it says.
fn cell_words(
    words: &'static Words,
    cell: Cell,
) -> (Option<f64>, String, Option<(&'static str, &'static str)>) {
    let texts = &words.board;
    match cell {
        Cell::Value {
            value,
            is_failed_to_follow,
        } => {
            let mark = is_failed_to_follow.then_some(("†", texts.dagger));
            (Some(value), String::new(), mark)
        }
        Cell::Missing => (None, texts.missing.to_owned(), None),
        Cell::Unanswered { n_rows } => (None, (texts.unanswered)(n_rows), None),
    }
}

/// Billions of parameters as people write them: `9B`, `1.5B`.
fn size_text(params_b: Option<f64>) -> String {
    params_b.map_or_else(|| "–".to_owned(), |billions| format!("{billions}B"))
}
