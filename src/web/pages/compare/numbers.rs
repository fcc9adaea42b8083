//! The differences as a picture and as tables, and how they are computed.

use leptos::prelude::*;

use super::address::{Here, show_rows};
use super::names;
use crate::desk::view::comparison::{ComparisonView, Finding, NumberComparison, TaskComparison};
use crate::score::OutcomePolicy;
use crate::score::difference::Change;
use crate::web::components::difference_chart::{DifferenceChart, DifferenceKind, DifferenceLine};
use crate::web::components::number_cell::{Dash, NumberCell};
use crate::web::components::policy_switch::PolicySwitch;
use crate::words::{Words, number};

/// See the module.
#[component]
pub fn Numbers(
    words: &'static Words,
    here: Here,
    view: Memo<Option<ComparisonView>>,
    /// Whether the numbers are those of the other rule for rows without a reply.
    is_stale: Memo<bool>,
) -> impl IntoView {
    let texts = words.language.compare();
    let said = here.part(|address| address.policy);
    let own = move || {
        view.with(|view| {
            view.as_ref()
                .map_or(OutcomePolicy::Strict, |view| view.policy)
        })
    };
    let notes = texts
        .how_computed
        .map(|note| view! { <li>{note}</li> })
        .collect_view();
    view! {
        <section class="section stack" aria-labelledby="numbers">
            <h2 id="numbers">{texts.numbers}</h2>
            <PolicySwitch
                words=words
                value=Signal::derive(move || said.get().unwrap_or_else(own))
                on_change=move |policy| here.switch(|address| address.policy = Some(policy))
            />
            <p class="note" role="status">
                {move || is_stale.get().then_some(words.common.waiting)}
            </p>
            {move || view.get().map(|view| view! {
                <Picture words=words view=view.clone()/>
                <NumberTable words=words view=view.clone()/>
                <CountTable words=words here=here view=view/>
            })}
            <h3>{texts.notes}</h3>
            <ul class="board-notes">{notes}</ul>
        </section>
    }
}

/// Both ends: `+1.10 … +7.30`.
fn interval_text((low, high): (f64, f64)) -> String {
    format!("{} … {}", number::difference(low), number::difference(high))
}

/// The main number of every task.
#[component]
fn Picture(words: &'static Words, view: ComparisonView) -> impl IntoView {
    let texts = words.language.compare();
    let mut said = Vec::new();
    let mut lines = Vec::new();
    for task in &view.tasks {
        let Some(number) = task.numbers.first() else {
            continue;
        };
        let apart = number.apart();
        let name = format!("{} {}", task.task_id, number::difference(apart));
        said.push(format!("{name} ({})", interval_text(number.interval)));
        lines.push(DifferenceLine {
            name,
            value: apart,
            low: number.interval.0,
            high: number.interval.1,
            kind: match view.finding(task) {
                Finding::Better | Finding::Worse => DifferenceKind::Sure,
                _ => DifferenceKind::Open,
            },
        });
    }
    let label = (texts.chart_label)(&said.join("; "));
    (!lines.is_empty()).then(|| {
        view! {
            <DifferenceChart
                label=label
                title=texts.chart
                first_ahead=texts.first_ahead
                second_ahead=texts.second_ahead
                lines=lines
            />
        }
    })
}

/// Headings over numbers.
fn heads<'a>(names: impl IntoIterator<Item = &'a str>) -> AnyView {
    let head = |name: &str| view! { <th scope="col" class="num">{name.to_owned()}</th> };
    names.into_iter().map(head).collect_view().into_any()
}

/// Every number of both.
#[component]
fn NumberTable(words: &'static Words, view: ComparisonView) -> impl IntoView {
    let texts = words.language.compare();
    let names = names(words, &view);
    let lines = view
        .tasks
        .iter()
        .flat_map(|task| {
            let numbers = task.numbers.iter();
            numbers.map(|number| number_line(words, &names, task, number))
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=texts.numbers_caption>
            <table class="table compare-numbers" data-narrow="stack">
                <caption>
                    {texts.numbers_caption} " " {words.language.policy_short(view.policy)}
                </caption>
                <thead>
                    <tr>
                        <th scope="col">{words.common.task}</th>
                        {heads(names.iter().map(String::as_str))}
                        {heads([
                            texts.difference,
                            texts.interval,
                            texts.p_randomisation,
                            texts.p_corrected,
                            texts.p_bootstrap,
                        ])}
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
}

fn number_line(
    words: &'static Words,
    names: &[String; 2],
    task: &TaskComparison,
    number: &NumberComparison,
) -> impl IntoView + use<> {
    let texts = words.language.compare();
    let p = |label: &'static str, p: Option<f64>, why_not: &'static str| {
        let p = p.filter(|_| !number.is_identical);
        let reason = if number.is_identical {
            texts.not_tested
        } else {
            why_not
        };
        view! { <td class="num" data-label=label>{or_dash(p.map(number::p_value), reason)}</td> }
    };
    view! {
        <tr>
            <th scope="row">
                <strong>{task.task_id.clone()}</strong> " " {words.language.metric(number.metric)}
            </th>
            <NumberCell value=Some(number.values[0]) label=names[0].clone()/>
            <NumberCell value=Some(number.values[1]) label=names[1].clone()/>
            <td class="num" data-label=texts.difference>
                <strong>{number::difference(number.apart())}</strong>
            </td>
            <td class="num" data-label=texts.interval>{interval_text(number.interval)}</td>
            {p(texts.p_randomisation, Some(number.randomization_p), "")}
            {p(texts.p_corrected, number.corrected_p, texts.not_corrected)}
            {p(texts.p_bootstrap, Some(number.bootstrap_p), "")}
        </tr>
    }
}

/// A text, or a dash with its reason.
fn or_dash(text: Option<String>, reason: &'static str) -> AnyView {
    match text {
        Some(text) => text.into_any(),
        None => view! { <Dash reason=reason/> }.into_any(),
    }
}

/// How single rows came out, with the way to them.
#[component]
fn CountTable(words: &'static Words, here: Here, view: ComparisonView) -> impl IntoView {
    let texts = words.language.compare();
    let lines = view
        .tasks
        .iter()
        .map(|task| count_line(words, here, task))
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label=texts.counts_caption>
            <table class="table compare-counts" data-narrow="stack">
                <caption>{texts.counts_caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{words.common.task}</th>
                        {heads([
                            texts.n_compared,
                            texts.better,
                            texts.worse,
                            texts.both_right,
                            texts.same,
                            texts.mcnemar,
                            texts.cohen_d,
                        ])}
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
    }
}

fn count_line(words: &'static Words, here: Here, task: &TaskComparison) -> impl IntoView + use<> {
    let texts = words.language.compare();
    let changes = task.changes;
    let cells = [
        (texts.better, Change::Better, changes.n_better),
        (texts.worse, Change::Worse, changes.n_worse),
        (texts.both_right, Change::BothRight, changes.n_both_right),
        (texts.same, Change::Same, changes.n_same),
    ]
    .map(|(label, change, n)| {
        let task_id = task.task_id.clone();
        let name = format!("{task_id}: {label}, {}", number::count(n));
        let count = number::count(n);
        let cell = if n == 0 {
            count.into_any()
        } else {
            view! {
                <button
                    type="button"
                    class="count-button"
                    aria-label=name
                    on:click=move |_| show_rows(here, Some(task_id.clone()), change)
                >
                    {count}
                </button>
            }
            .into_any()
        };
        view! { <td class="num" data-label=label data-zero=(n == 0).then_some("true")>{cell}</td> }
    });
    let [first, second] = task.n_only;
    let left_out = (first + second > 0).then(|| {
        view! { <span class="note">{(texts.left_out)(first, second)}</span> }
    });
    let d = task.cohen_d.map(number::difference);
    view! {
        <tr>
            <th scope="row"><strong>{task.task_id.clone()}</strong></th>
            <td class="num" data-label=texts.n_compared>
                <span class="compare-n">
                    <span>{(texts.compared_of)(task.n_rows, task.n_all)}</span>
                    {left_out}
                </span>
            </td>
            {cells.collect_view()}
            <td class="num" data-label=texts.mcnemar>
                {or_dash(task.mcnemar_p.map(number::p_value), texts.mcnemar_none)}
            </td>
            <td class="num" data-label=texts.cohen_d>{or_dash(d, texts.cohen_none)}</td>
        </tr>
    }
}
