//! The scores in one row, as the paper prints them, and SEA-HELM's row below.

use leptos::prelude::*;

use super::address::Here;
use super::columns::{self, ScoreCell};
use super::head::badges;
use crate::desk::view::{AverageView, ResultView, SuiteView};
use crate::report::columns::{Column, Group};
use crate::report::names;
use crate::score::{Missing, OutcomePolicy};
use crate::suite::{DataKind, View};
use crate::web::components::number_cell::Score;
use crate::web::components::policy_switch::PolicySwitch;
use crate::words::Words;
use crate::words::number;

/// Both rows, and the rule for rows without a reply.
#[component]
pub fn Numbers(
    words: &'static Words,
    here: Here,
    result: ResultView,
    suite: SuiteView,
) -> impl IntoView {
    let texts = &words.result;
    let own = result.policy;
    let policy = here.part(move |address| address.policy.unwrap_or(own));
    let explained = policy_sentence(words, &result);
    // Neither the paper nor SEA-HELM leaves a row out.
    let (paper_caption, seahelm_caption) = match result.policy {
        OutcomePolicy::Strict if columns::n_without_reply(&result) > 0 => {
            (texts.paper_caption_strict, texts.seahelm_caption_strict)
        }
        _ => (texts.paper_caption, texts.seahelm_caption),
    };
    view! {
        <section class="section" aria-labelledby="scores">
            <h2 id="scores">{texts.scores}</h2>
            <div class="stack" data-gap="small">
                <PolicySwitch
                    words=words
                    value=policy
                    on_change=move |policy| here.switch(|address| address.policy = Some(policy))
                />
                <p class="note">{explained}</p>
            </div>
            <ResultRow
                words=words
                view_of=View::Paper
                caption=paper_caption
                result=result.clone()
                suite=suite.clone()
            />
            <ResultRow
                words=words
                view_of=View::Seahelm
                caption=seahelm_caption
                result=result
                suite=suite
            />
            <p class="note">{texts.interval_note} " " {texts.not_computed_note}</p>
        </section>
    }
}

/// What the chosen rule means for this run.
fn policy_sentence(words: &'static Words, result: &ResultView) -> String {
    let n_without = columns::n_without_reply(result);
    match result.policy {
        _ if n_without == 0 && result.card.is_upload => words.result.policy_upload.to_owned(),
        _ if n_without == 0 => words.result.policy_no_matter.to_owned(),
        OutcomePolicy::Strict => (words.result.policy_strict)(n_without),
        OutcomePolicy::Parity => (words.result.policy_parity)(n_without),
    }
}

/// One run in a table of results: a row on wide screens, a list on narrow ones.
#[component]
fn ResultRow(
    words: &'static Words,
    view_of: View,
    caption: &'static str,
    result: ResultView,
    suite: SuiteView,
) -> impl IntoView {
    let groups = columns::groups(&suite, view_of, words.language);
    let group_heads = groups
        .iter()
        .map(|group| {
            let name = group
                .name
                .clone()
                .unwrap_or_else(|| words.result.overall.to_owned());
            view! { <th scope="colgroup" colspan=group.columns.len().to_string()>{name}</th> }
        })
        .collect_view();
    let column_heads = each_column(&groups, |group, is_first, column| {
        let (name, metric) = column_name(words, &suite, group, column);
        let full_name = full_name(words, &suite, column);
        view! {
            <th scope="col" class="num" data-first=is_first title=full_name>
                {name}
                {metric.map(|metric| view! {
                    <span
                        class="result-metric"
                        data-kind=metric.contains(' ').then_some("words")
                    >
                        {metric}
                    </span>
                })}
            </th>
        }
        .into_any()
    });
    let cells = each_column(&groups, |group, is_first, column| match column {
        Column::Score { task_id, metric } => {
            let cell = columns::score_cell(&result, task_id, *metric);
            let (name, metric_name) = column_name(words, &suite, group, column);
            let label = format!("{name} {}", metric_name.unwrap_or_default());
            view! { <TaskCell words=words label=label is_first=is_first cell=cell/> }.into_any()
        }
        Column::Average { id } => match columns::average(&result, id) {
            Some(average) => {
                let label = average_label(words, view_of, group, average);
                view! {
                    <AverageCell
                        words=words
                        label=label
                        is_first=is_first
                        average=average.clone()
                    />
                }
                .into_any()
            }
            None => view! { <td data-first=is_first></td> }.into_any(),
        },
    });
    let part_of = badges(words, &result.card);
    // Said above: without such rows the rule changes nothing.
    let policy =
        (columns::n_without_reply(&result) > 0).then(|| words.language.policy_short(result.policy));
    let tags = part_of
        .into_iter()
        .map(|badge| view! { " " <span class="tag" data-kind="warning">{badge}</span> })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=caption>
            <table class="result-row">
                <caption>
                    {caption} " "
                    <span class="note">{policy}</span>
                    {tags}
                </caption>
                <thead>
                    <tr>{group_heads}</tr>
                    <tr>{column_heads}</tr>
                </thead>
                <tbody><tr>{cells}</tr></tbody>
            </table>
        </div>
        <MissingParts words=words view_of=view_of result=result/>
    }
}

fn each_column(groups: &[Group], cell: impl Fn(&Group, bool, &Column) -> AnyView) -> Vec<AnyView> {
    let mut cells = Vec::new();
    for group in groups {
        for (idx, column) in group.columns.iter().enumerate() {
            cells.push(cell(group, idx == 0, column));
        }
    }
    cells
}

/// Task or average, and the metric in a task's column. Averages of no competency have a name of
/// their own.
fn column_name(
    words: &'static Words,
    suite: &SuiteView,
    group: &Group,
    column: &Column,
) -> (String, Option<&'static str>) {
    match column {
        Column::Score { task_id, metric } => {
            (task_id.clone(), Some(words.language.metric(*metric)))
        }
        Column::Average { id } => {
            let mut averages = suite.averages.iter();
            let name = averages
                .find(|average| average.0 == *id && group.name.is_none())
                .map_or(words.result.average_short, |average| {
                    words.language.of(&average.2)
                });
            (name.to_owned(), None)
        }
    }
}

fn full_name(words: &'static Words, suite: &SuiteView, column: &Column) -> Option<String> {
    match column {
        Column::Score { task_id, .. } => {
            let task = suite.tasks.iter().find(|task| task.id == *task_id)?;
            Some(words.language.of(&task.name).to_owned())
        }
        Column::Average { .. } => None,
    }
}

/// An average's name on a narrow screen. Only a whole one carries the official name.
fn average_label(
    words: &'static Words,
    view_of: View,
    group: &Group,
    average: &AverageView,
) -> String {
    let name = words.language.of(&average.name);
    match (average.value, view_of) {
        (Some(_), View::Paper) => (words.result.average_of)(name),
        (Some(_), View::Seahelm) => (words.result.average_of_seahelm)(name),
        (None, _) if group.name.is_none() => (words.result.overall_missing)(name),
        (None, _) => (words.result.average_missing)(name),
    }
}

#[component]
fn TaskCell(
    words: &'static Words,
    label: String,
    is_first: bool,
    cell: ScoreCell,
) -> impl IntoView {
    let texts = &words.result;
    let state = match cell.value {
        Some(Ok(_)) if cell.is_complete => "complete",
        Some(Ok(_)) => "part",
        _ => "missing",
    };
    let reason = match cell.value {
        None => texts.not_in_run.to_owned(),
        Some(Err(missing)) => words.language.missing(missing),
        Some(Ok(_)) => String::new(),
    };
    let value = cell.value.and_then(Result::ok);
    let (n_scored, n_rows) = cell.scored;
    let incomplete;
    let short_reason = match cell.value {
        None => Some(texts.not_in_run_short),
        Some(Err(Missing::NotComputed)) => Some(texts.not_computed_short),
        Some(Err(Missing::NoRows)) => Some(texts.no_rows_short),
        Some(Err(Missing::Incomplete { n_there, n_rows })) => {
            incomplete = (words.common.n_of)(n_there, n_rows);
            Some(incomplete.as_str())
        }
        Some(Ok(_)) => None,
    };
    let facts = if let Some(short) = short_reason {
        view! { <li>{short.to_owned()}</li> }.into_any()
    } else {
        view! {
            {cell.interval.map(|ends| view! {
                <li data-kind="number" title=texts.interval_title>
                    {names::interval(ends)}
                </li>
            })}
            <li data-kind="number">{format!("{}/{}", number::count(n_scored), number::count(n_rows))}</li>
            {(cell.n_null > 0).then(|| view! { <li>{(texts.n_unreadable)(cell.n_null)}</li> })}
            {(cell.n_unscored > 0)
                .then(|| view! { <li>{(texts.n_unscored)(cell.n_unscored)}</li> })}
            {cell.n_baseline_labels.map(|n| view! {
                <li title=texts.baseline_title>{(texts.baseline_of_task)(n)}</li>
            })}
        }
        .into_any()
    };
    view! {
        <td data-label=label data-first=is_first data-state=state>
            <span class="result-number"><Score value=value reason=reason/></span>
            <ul class="result-facts">{facts}</ul>
        </td>
    }
}

#[component]
fn AverageCell(
    words: &'static Words,
    label: String,
    is_first: bool,
    average: AverageView,
) -> impl IntoView {
    let state = if average.value.is_some() {
        "complete"
    } else {
        "missing"
    };
    let of = (words.common.n_of)(average.n_there, average.n_parts);
    let reason = (words.result.average_reason)(average.n_there, average.n_parts);
    view! {
        <td data-kind="average" data-label=label data-first=is_first data-state=state>
            <span class="result-number"><Score value=average.value reason=reason/></span>
            <ul class="result-facts">
                {average.value.is_none().then(|| view! { <li data-kind="number">{of}</li> })}
            </ul>
        </td>
    }
}

/// In words, what each average still lacks.
#[component]
fn MissingParts(words: &'static Words, view_of: View, result: ResultView) -> impl IntoView {
    let texts = &words.result;
    let wanting: Vec<&AverageView> = result
        .averages
        .iter()
        .filter(|average| average.view == view_of && average.value.is_none())
        .collect();
    if wanting.is_empty() {
        return ().into_any();
    }
    let mut averages = result.averages.iter().filter(|a| a.view == view_of);
    let is_none_there = averages.all(|a| a.value.is_none() && a.n_there == 0);
    // Nothing is whole: one sentence instead of a list of everything.
    if result.card.data_kind == DataKind::Sample || is_none_there {
        return view! { <p class="note">{texts.averages_need_all}</p> }.into_any();
    }
    let lines = wanting
        .into_iter()
        .map(|average| {
            let parts: Vec<String> = average
                .missing
                .iter()
                .map(|(id, metric)| match metric {
                    Some(metric) => format!("{id} {}", words.language.metric(*metric)),
                    None => columns::average(&result, id).map_or_else(
                        || id.clone(),
                        |part| words.language.of(&part.name).to_owned(),
                    ),
                })
                .collect();
            let name = words.language.of(&average.name);
            let line = (texts.average_lacks)(
                name,
                &(words.common.n_of)(average.n_there, average.n_parts),
                &parts.join(", "),
            );
            view! { <li>{line}</li> }
        })
        .collect_view();
    view! { <ul class="result-lacks">{lines}</ul> }.into_any()
}
