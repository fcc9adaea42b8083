//! A run going on: how far it is, what it scores so far, how to stop it and go on.

mod resume; // going on with a run of an earlier visit
mod trouble; // why it rests, and the way on

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;

use super::PageHead;
use crate::desk::view::{ResultView, TaskResult};
use crate::run::progress::{Progress, TaskProgress};
use crate::run::{RowKey, RunState};
use crate::web::components::later::Later;
use crate::web::components::notice::FailureNotice;
use crate::web::components::number_cell::NumberCell;
use crate::web::components::progress_bar::ProgressBar;
use crate::web::driver::{Driver, LastReply};
use crate::web::state::place::Route;
use crate::web::state::runs::LiveRuns;
use crate::web::state::settings::use_words;
use crate::web::state::time;
use crate::words::{Words, number};

/// See the module.
#[component]
pub fn RunPage() -> impl IntoView {
    let words = use_words();
    let query = use_query_map();
    let run_id = Memo::new(move |_| query.with(|query| query.get("id").unwrap_or_default()));
    let live = LiveRuns::from_context();
    move || {
        let run_id = run_id.get();
        match live.get(&run_id) {
            Some(driver) => view! { <LiveRun words=words driver=driver/> }.into_any(),
            None => view! { <resume::ResumeRun words=words run_id=run_id/> }.into_any(),
        }
    }
}

#[component]
fn LiveRun(words: &'static Words, driver: Driver) -> impl IntoView {
    let texts = &words.run;
    let head = driver.head();
    let run_id = head.id.clone();
    let progress = driver.progress();
    let last = driver.last();
    let result = driver.result();
    let failure = driver.failure();
    let driver = StoredValue::new_local(driver);
    let state = {
        let progress = progress.clone();
        Memo::new(move |_| progress.with(|progress| progress.state.clone()))
    };
    let is_active = Memo::new(move |_| is_active(&state.get()));
    let is_finished = move || state.get() == RunState::Finished;
    let (done, of) = {
        let (done, of) = (progress.clone(), progress.clone());
        (
            Signal::derive(move || done.with(|progress| progress.total.n_done())),
            Signal::derive(move || of.with(|progress| progress.total.n_rows)),
        )
    };
    let line = {
        let progress = progress.clone();
        Signal::derive(move || progress.with(|progress| progress_line(words, progress)))
    };
    let state_text = {
        let progress = progress.clone();
        move || {
            progress.with(|progress| {
                words
                    .language
                    .run_state(&progress.state, time::now_millis())
            })
        }
    };
    let rows_without_text = {
        let progress = progress.clone();
        Memo::new(move |_| progress.with(|progress| progress.total.n_without_text()))
    };
    let result_route = Route::Result { run_id };
    view! {
        <PageHead title=head.title.clone() tab_title=format!("{} · {}", texts.title, head.title)/>
        <section class="run-head stack">
            <p class="run-state" role="status" data-state=move || state_id(&state.get())>
                {state_text}
            </p>
            <ProgressBar label=texts.progress done=done of=of text=line/>
            <div class="actions">
                <Show when=move || is_active.get()>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| driver.with_value(Driver::stop)
                    >
                        {texts.stop}
                    </button>
                </Show>
                <Show when=move || !is_active.get() && !is_finished()>
                    <button
                        type="button"
                        class="button"
                        data-kind="primary"
                        on:click=move |_| driver.with_value(Driver::go_on)
                    >
                        {texts.go_on}
                    </button>
                </Show>
                <Show when=move || !is_active.get() && rows_without_text.get() != 0>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| driver.with_value(ask_again)
                    >
                        {(texts.ask_again)(rows_without_text.get())}
                    </button>
                </Show>
                <a
                    class="button"
                    data-kind=move || if is_finished() { "primary" } else { "quiet" }
                    href=result_route.href()
                >
                    {move || if is_finished() { texts.see_result } else { texts.to_result_so_far }}
                </a>
            </div>
            <p class="field-hint" hidden=move || !is_active.get()>{texts.keep_open}</p>
        </section>
        {move || trouble::trouble(words, driver, &state.get())}
        {move || failure.get().map(|failure| view! {
            <FailureNotice words=words failure=failure/>
        })}
        <Later turn=1>
            <TaskTable words=words progress=progress.clone() result=result.clone()/>
        </Later>
        <Later turn=2>
            <section class="section stack" aria-labelledby="last">
                <h2 id="last">{texts.last_replies}</h2>
                {
                    let last = last.clone();
                    move || last_replies(words, &last.get())
                }
            </section>
        </Later>
    }
}

fn is_active(state: &RunState) -> bool {
    matches!(
        state,
        RunState::Running | RunState::Waiting { .. } | RunState::Stopping
    )
}

fn state_id(state: &RunState) -> &'static str {
    match state {
        RunState::Ready | RunState::Running => "running",
        RunState::Waiting { .. } => "waiting",
        RunState::Stopping => "stopping",
        RunState::Stopped { .. } => "stopped",
        RunState::Paused { .. } => "paused",
        RunState::Finished => "finished",
    }
}

fn progress_line(words: &'static Words, progress: &Progress) -> String {
    let texts = &words.run;
    let mut parts = vec![(texts.rows_done)(
        progress.total.n_done(),
        progress.total.n_rows,
    )];
    if let Some(eta) = progress.eta_millis {
        parts.push((texts.eta)(eta));
    }
    if progress.elapsed_millis > 0 {
        parts.push((texts.elapsed)(progress.elapsed_millis));
    }
    if is_active(&progress.state) {
        parts.push((texts.at_once)(progress.n_in_flight, progress.concurrency));
    }
    if progress.n_retrying > 0 {
        parts.push((texts.retrying)(progress.n_retrying));
    }
    parts.join(" · ")
}

fn ask_again(driver: &Driver) {
    let keys: Vec<RowKey> = driver.rows_without_text();
    driver.ask_again(keys);
}

#[component]
fn TaskTable(
    words: &'static Words,
    progress: ArcRwSignal<Progress>,
    result: ArcRwSignal<Option<ResultView>>,
) -> impl IntoView {
    let texts = &words.run;
    let rows = move || {
        let tasks = progress.with(|progress| progress.tasks.clone());
        result.with(|result| {
            let find = |id: &str| {
                result
                    .iter()
                    .flat_map(|result| &result.tasks)
                    .find(|task| task.task_id == id)
            };
            tasks
                .iter()
                .map(|task| task_row(words, task, find(&task.task_id)))
                .collect_view()
        })
    };
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
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
}

/// The first of the task's numbers that is there, with its name and interval.
fn task_row(
    words: &'static Words,
    task: &TaskProgress,
    result: Option<&TaskResult>,
) -> impl IntoView + use<> {
    let texts = &words.run;
    let counts = task.counts;
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
                // The score follows the replies by a second.
                reason=if counts.n_answered + counts.n_truncated == 0 {
                    words.language.missing(crate::score::Missing::NoRows)
                } else {
                    words.common.waiting
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

fn last_replies(words: &'static Words, last: &[LastReply]) -> AnyView {
    if last.is_empty() {
        return view! { <p class="muted">{words.run.no_replies}</p> }.into_any();
    }
    let items = last
        .iter()
        .map(|reply| view! {
            <li>
                <span class="muted">{reply.task_id.clone()} " " {reply.row_id.clone()}</span>
                " "
                <span class="reply-text" lang="fil" dir="auto">
                    {if reply.text.is_empty() { reply.outcome.to_owned() } else { reply.text.clone() }}
                </span>
            </li>
        })
        .collect_view();
    view! { <ol class="last-replies">{items}</ol> }.into_any()
}
