//! Task by task: every metric, what unreadable answers cost, what was confused with what.

use leptos::prelude::*;

use super::address::Here;
use super::columns;
use crate::desk::protocol::RowFilter;
use crate::desk::view::{ColumnView, ResultView, SuiteView, TaskResult, TaskView};
use crate::score::{Counts, MetricValue, Missing, OutcomePolicy};
use crate::suite::TemplateLanguage;
use crate::web::components::confusion::ConfusionMatrix;
use crate::web::components::number_cell::{NumberCell, Score};
use crate::web::components::tag::LabelTag;
use crate::web::pages::fold::Fold;
use crate::web::pages::row_list::scroll_to_rows;
use crate::words::Words;
use crate::words::number;

/// What unreadable answers cost, a sentence for each task that has any.
#[component]
pub fn StrayCosts(words: &'static Words, here: Here, result: ResultView) -> impl IntoView {
    let texts = &words.result;
    let lines: Vec<_> = result
        .tasks
        .iter()
        .filter_map(|task| {
            let stray = task.stray?;
            // Where everything is unreadable there is nothing left to lose.
            if number::score(stray.macro_f1_gold - stray.macro_f1) == "0.00" {
                return None;
            }
            let sentence = (texts.stray_cost)(
                stray.n_null,
                &number::score(stray.macro_f1_gold - stray.macro_f1),
                &number::score(stray.macro_f1),
                &number::score(stray.macro_f1_gold),
            );
            let task_id = task.task_id.clone();
            let name = (texts.show_unreadable_of)(&task_id);
            // Rows without a reply that count as unreadable have a filter of their own.
            let filter = match task.counts.n_unreadable(result.policy) {
                0 => RowFilter::Unscored,
                _ => RowFilter::Unparsed,
            };
            let show = {
                let task_id = task_id.clone();
                move |_| show_rows(here, &task_id, filter)
            };
            Some(view! {
                <li>
                    <strong>{task_id}</strong> ": " {sentence} " "
                    <button
                        type="button"
                        class="button"
                        data-kind="quiet"
                        aria-label=name
                        on:click=show
                    >
                        {texts.show_them}
                    </button>
                </li>
            })
        })
        .collect();
    (!lines.is_empty()).then(|| {
        view! {
            <section class="section" aria-labelledby="stray">
                <h2 id="stray">{texts.stray_title}</h2>
                <p>{texts.stray_text}</p>
                <ul class="stray-costs">{lines}</ul>
            </section>
        }
    })
}

/// Filters the list of rows and brings it into sight.
fn show_rows(here: Here, task_id: &str, filter: RowFilter) {
    here.switch(|address| {
        address.task_id = Some(task_id.to_owned());
        address.filter = filter;
        address.text.clear();
    });
    scroll_to_rows();
}

/// All tasks of the run, folded; the one the address names is open.
#[component]
pub fn TaskByTask(
    words: &'static Words,
    here: Here,
    result: ResultView,
    suite: SuiteView,
) -> impl IntoView {
    let texts = &words.result;
    let named = here.now().task_id;
    let language = result.card.language;
    let policy = result.policy;
    let extras = result
        .external
        .into_iter()
        .filter(|column| !column.is_metricx);
    let extras: Vec<ColumnView> = extras.collect();
    let tasks = result
        .tasks
        .into_iter()
        .filter_map(|task| {
            let about = suite
                .tasks
                .iter()
                .find(|about| about.id == task.task_id)?
                .clone();
            let is_open = named.as_ref() == Some(&task.task_id);
            let extras = extras
                .iter()
                .filter(|column| column.task_id == task.task_id);
            let extras = extras.cloned().collect::<Vec<_>>();
            Some(view! {
                <TaskDetails
                    words=words
                    here=here
                    task=task
                    about=about
                    extras=extras
                    policy=policy
                    language=language
                    is_open=is_open
                />
            })
        })
        .collect_view();
    view! {
        <section class="section" aria-labelledby="tasks">
            <h2 id="tasks">{texts.by_task}</h2>
            <div class="task-list">{tasks}</div>
        </section>
    }
}

#[component]
fn TaskDetails(
    words: &'static Words,
    here: Here,
    task: TaskResult,
    about: TaskView,
    extras: Vec<ColumnView>,
    policy: OutcomePolicy,
    language: TemplateLanguage,
    is_open: bool,
) -> impl IntoView {
    let texts = &words.result;
    let main_metric = columns::first_metric(&task);
    let main_value = main_metric
        .and_then(|metric| task.metrics.iter().find(|value| value.metric == metric))
        .and_then(|value| value.value.ok());
    let n_scored = task.counts.n_scored(policy);
    let n_of = format!(
        "{}/{}",
        number::count(n_scored),
        number::count(task.counts.n_rows)
    );
    let n_null = task.counts.n_null;
    let n_unscored = task.counts.n_chosen.saturating_sub(n_scored);
    let confusion = task.confusion.clone().map(|confusion| {
        let lang = match language {
            TemplateLanguage::Filipino => "fil",
            TemplateLanguage::English => "en",
        };
        let name = (texts.confusion_caption)(&task.task_id);
        view! {
            <div class="table-scroll" tabindex="0" role="region" aria-label=name>
                <ConfusionMatrix
                    words=words
                    task=task.task_id.clone()
                    labels=task.labels.clone()
                    cells=confusion.cells
                    lang=lang
                />
            </div>
        }
    });
    let task_id = task.task_id.clone();
    let fold = task_id.clone();
    let show = move |_| show_rows(here, &task_id, RowFilter::All);
    let summary = view! {
        <span class="task-details-name">
            <strong>{task.task_id.clone()}</strong> " "
            {words.language.of(&about.name).to_owned()}
        </span>
        <span class="task-details-score">
            <span class="note">
                {main_metric.map(|metric| words.language.metric(metric))}
            </span>
            <span class="num"><Score value=main_value reason=texts.no_rows_short/></span>
        </span>
        <span class="note">
            {n_of}
            {(n_null > 0).then(|| format!(" · {}", (texts.n_unreadable)(n_null)))}
            {(n_unscored > 0).then(|| format!(" · {}", (texts.n_unscored)(n_unscored)))}
        </span>
    }
    .into_any();
    view! {
        <Fold name=fold class="task-details" is_open=is_open summary=summary>
            <div class="task-details-body">
                <Metrics words=words task=task.clone() about=about extras=extras policy=policy/>
                <div class="stack">
                    {confusion}
                    <Outcomes words=words counts=task.counts policy=policy/>
                    <p>
                        <button type="button" class="button" on:click=show>
                            {(texts.rows_of)(&task.task_id)}
                        </button>
                    </p>
                </div>
            </div>
        </Fold>
    }
}

/// Every number of a task: as the reference reads, and beside it as a patient person would.
#[component]
fn Metrics(
    words: &'static Words,
    task: TaskResult,
    about: TaskView,
    extras: Vec<ColumnView>,
    policy: OutcomePolicy,
) -> impl IntoView {
    let texts = &words.result;
    let lenient_of = |value: &MetricValue| {
        let mut values = task.lenient.iter();
        let found = values.find(|lenient| lenient.metric == value.metric)?;
        Some(found.value)
    };
    let lines = task
        .metrics
        .iter()
        .map(|value| {
            let metric = value.metric;
            let reason_of = |value: Result<f64, Missing>| {
                let reason = value.err().map(|missing| words.language.missing(missing));
                reason.unwrap_or_default()
            };
            let found = lenient_of(value);
            let reason = reason_of(value.value);
            let lenient_reason = found.map(reason_of).unwrap_or_default();
            let official = value.value.ok();
            let lenient = found.and_then(Result::ok);
            let difference = official
                .zip(lenient)
                .map(|(official, lenient)| lenient - official);
            let is_paper = about.paper_metrics.contains(&metric);
            let is_seahelm = about.seahelm_metric == metric;
            let baseline =
                columns::task_baseline(&task, metric, policy).filter(|_| official.is_some());
            view! {
                <tr>
                    <th scope="row">
                        {words.language.metric(metric)}
                        {is_paper.then(|| view! { " " <LabelTag label=texts.tag_paper/> })}
                        {is_seahelm.then(|| view! { " " <LabelTag label="SEA-HELM"/> })}
                        {baseline.map(|n| view! {
                            " " <span class="note" title=texts.baseline_title>
                                {(texts.baseline_of_task)(n)}
                            </span>
                        })}
                    </th>
                    <NumberCell value=official reason=reason label=texts.parity/>
                    <NumberCell value=lenient reason=lenient_reason label=texts.lenient/>
                    <td class="num" data-label=texts.difference>
                        {difference.map_or_else(|| "–".to_owned(), number::difference)}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table" data-narrow="stack">
            <caption>{texts.metrics_caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{words.common.metric}</th>
                    <th scope="col" class="num">{texts.parity}</th>
                    <th scope="col" class="num">{texts.lenient}</th>
                    <th scope="col" class="num">{texts.difference}</th>
                </tr>
            </thead>
            <tbody>{lines} {extra_lines(words, extras)}</tbody>
        </table>
    }
}

/// Scores of other programs beside the task's numbers: on scales of their own, and in no average.
fn extra_lines(words: &'static Words, extras: Vec<ColumnView>) -> impl IntoView {
    let texts = &words.elsewhere;
    let lines = extras.into_iter().map(move |column| {
        let mean = column.mean.map(|mean| format!("{mean:.4}"));
        view! {
            <tr>
                <th scope="row">
                    {column.name} " " <LabelTag label=texts.extra_tag/> " "
                    <span class="note" title=texts.extra_note>
                        {(texts.column_rows)(column.n_there, column.n_rows)}
                    </span>
                </th>
                <td class="num" data-label=words.result.parity>
                    {mean.unwrap_or_else(|| "–".to_owned())}
                </td>
                <td></td>
                <td></td>
            </tr>
        }
    });
    lines.collect_view()
}

/// How the calls of a task ended; what did not happen is left out.
#[component]
fn Outcomes(words: &'static Words, counts: Counts, policy: OutcomePolicy) -> impl IntoView {
    let texts = &words.result;
    let counts_empty = match policy {
        OutcomePolicy::Strict => texts.counts_empty,
        OutcomePolicy::Parity => texts.counts_empty_read,
    };
    let lines = [
        (texts.counts_rows, counts.n_rows, true),
        (
            texts.counts_chosen,
            counts.n_chosen,
            counts.n_chosen != counts.n_rows,
        ),
        (texts.counts_answered, counts.n_answered, true),
        (
            texts.counts_truncated,
            counts.n_truncated,
            counts.n_truncated > 0,
        ),
        (texts.counts_unreadable, counts.n_unreadable(policy), true),
        (counts_empty, counts.n_empty, counts.n_empty > 0),
        (texts.counts_refused, counts.n_refused, counts.n_refused > 0),
        (texts.counts_failed, counts.n_failed, counts.n_failed > 0),
        (
            texts.counts_not_asked,
            counts.n_not_asked,
            counts.n_not_asked > 0,
        ),
    ]
    .into_iter()
    .filter(|(_, _, is_shown)| *is_shown)
    .map(|(name, n, _)| view! { <dt>{name}</dt> <dd>{number::count(n)}</dd> })
    .collect_view();
    view! { <dl class="facts" data-kind="counts">{lines}</dl> }
}
