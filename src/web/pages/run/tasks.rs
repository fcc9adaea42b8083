//! How the rows of each task ended, and the scores of those with a reply.

use leptos::prelude::*;

use crate::desk::view::TaskResult;
use crate::run::progress::{OutcomeCounts, TaskProgress};
use crate::web::components::number_cell::NumberCell;
use crate::words::{Words, number};

/// The table around the rows.
#[component]
pub fn TaskTable(
    /// Language of the page.
    words: &'static Words,
    /// The rows, of [`task_row`]; may change.
    #[prop(into)]
    rows: ViewFn,
) -> impl IntoView {
    let texts = &words.run;
    view! {
        <section class="section stack" aria-labelledby="so-far">
            <h2 id="so-far">{texts.tasks_caption}</h2>
            <p class="field-hint">{texts.live_note}</p>
            <table class="table run-tasks" data-narrow="stack">
                <caption class="visually-hidden">{texts.tasks_caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{words.common.task}</th>
                        <th scope="col" class="num">{texts.live_score}</th>
                        <th scope="col" class="num">{texts.done}</th>
                        <th scope="col" class="num">{texts.answered}</th>
                        <th scope="col" class="num">{texts.unparsed}</th>
                        <th scope="col" class="num">{texts.truncated}</th>
                        <th scope="col" class="num">{texts.empty}</th>
                        <th scope="col" class="num">{texts.refused}</th>
                        <th scope="col" class="num">{texts.failed}</th>
                    </tr>
                </thead>
                <tbody>{move || rows.run()}</tbody>
            </table>
        </section>
    }
}

/// How the rows of a task of a stored run ended.
pub fn stored_progress(result: &TaskResult) -> TaskProgress {
    let counts = result.counts;
    TaskProgress {
        task_id: result.task_id.clone(),
        counts: OutcomeCounts {
            n_rows: counts.n_chosen,
            // A score counts a reply that was cut off as an answer, too.
            n_answered: counts.n_answered.saturating_sub(counts.n_truncated),
            n_truncated: counts.n_truncated,
            n_empty: counts.n_empty,
            n_refused: counts.n_refused,
            n_failed: counts.n_failed,
            n_not_asked: counts.n_not_asked,
        },
    }
}

/// The first of the task's numbers that is there, with its name and interval, and the counts.
pub fn task_row(
    words: &'static Words,
    task: &TaskProgress,
    result: Option<&TaskResult>,
) -> impl IntoView + use<> {
    let texts = &words.run;
    let counts = task.counts;
    // The score follows the replies; of a task that is complete only its last one shall stand.
    let is_late = |result: &TaskResult| task.is_complete() && result.counts.n_not_asked > 0;
    let result = result.filter(|result| !is_late(result));
    let first = result.and_then(|result| {
        result
            .metrics
            .iter()
            .find_map(|metric| Some((metric.metric, metric.value.ok()?)))
    });
    let interval = result
        .and_then(|result| result.interval)
        .filter(|(low, high)| low < high)
        .map(|(low, high)| format!("{}–{}", number::score(low), number::score(high)));
    let metric = first
        .map(|(metric, _)| words.language.metric(metric))
        .unwrap_or_default();
    let n_null = result.map_or(0, |result| result.counts.n_null);
    let cell = |n: usize, label: &'static str| {
        view! {
            <td class="num" data-label=label data-zero=(n == 0).to_string()>{number::count(n)}</td>
        }
    };
    view! {
        <tr>
            <th scope="row">
                {task.task_id.clone()}
                <span class="muted">" " {metric} {interval.map(|text| format!(" ({text})"))}</span>
            </th>
            <NumberCell
                value=first.map(|(_, value)| value)
                reason=if counts.n_answered + counts.n_truncated == 0 {
                    words.language.missing(crate::score::Missing::NoRows)
                } else {
                    words.common.waiting.to_owned()
                }
                label=texts.live_score
            />
            <td class="num" data-label=texts.done>
                {(words.common.progress)(counts.n_done(), counts.n_rows)}
            </td>
            {cell(counts.n_answered + counts.n_truncated, texts.answered)}
            {cell(n_null, texts.unparsed)}
            {cell(counts.n_truncated, texts.truncated)}
            {cell(counts.n_empty, texts.empty)}
            {cell(counts.n_refused, texts.refused)}
            {cell(counts.n_failed, texts.failed)}
        </tr>
    }
}
