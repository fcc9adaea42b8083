//! A run going on: how far it is, what it scores so far, how to stop it and go on.

pub mod batch; // a run that a batch answers
mod more; // what else may be asked: rows again, the next run of the same rows
mod resume; // going on with a run of an earlier visit
mod tasks; // rows and scores, task by task
mod trouble; // why it rests, and the way on

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use wasm_bindgen_futures::spawn_local;

use self::more::{NextRepeat, WantedAgain};
use self::tasks::{TaskTable, task_row};
use super::PageHead;
use super::no_run::{Lack, NoRun};
use super::run_facts::{RunFacts, TakenRows};
use crate::desk::results::run_card;
use crate::desk::view::ResultView;
use crate::provider::key::Key;
use crate::run::budget::Projection;
use crate::run::progress::Progress;
use crate::run::{RowKey, RunState, StopReason};
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::later::Later;
use crate::web::components::notice::FailureNotice;
use crate::web::components::progress_bar::ProgressBar;
use crate::web::driver::{Driver, LastReply};
use crate::web::state::place::Route;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::settings::use_words;
use crate::web::state::storage::keeping;
use crate::web::state::time;
use crate::words::Words;

/// See the module.
#[component]
pub fn RunPage() -> impl IntoView {
    let words = use_words();
    let query = use_query_map();
    let run_id = Memo::new(move |_| query.with(|query| query.get("id").unwrap_or_default()));
    let live = LiveRuns::from_context();
    move || {
        let run_id = run_id.get();
        if run_id.is_empty() {
            return view! {
                <PageHead title=words.run.title/>
                <NoRun words=words lack=Lack::NoId/>
            }
            .into_any();
        }
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
    let live = LiveRuns::from_context();
    let progress = driver.progress();
    let last = driver.last();
    let result = driver.result();
    let failure = driver.failure();
    let driver = StoredValue::new_local(driver);
    let state = {
        let progress = progress.clone();
        Memo::new(move |_| progress.with(|progress| progress.state.clone()))
    };
    let is_active = Memo::new(move |_| state.with(RunState::is_active));
    let is_finished = move || state.get() == RunState::Finished;
    let (done, of) = {
        let (done, of) = (progress.clone(), progress.clone());
        (
            Signal::derive(move || done.with(|progress| progress.total.n_done())),
            Signal::derive(move || of.with(|progress| progress.total.n_rows)),
        )
    };
    let reused = {
        let progress = progress.clone();
        Signal::derive(move || progress.with(|progress| progress.n_reused))
    };
    let taken = {
        let progress = progress.clone();
        Memo::new(move |_| progress.with(|progress| taken_line(words, progress)))
    };
    let is_projected = {
        let progress = progress.clone();
        Memo::new(move |_| progress.with(|progress| projection(progress).is_some()))
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
    let silent = {
        let (progress, run_id) = (progress.clone(), run_id.clone());
        // Whole seconds: the text changes no more often.
        Memo::new(move |_| {
            let silent = progress.with(|progress| live.silence(&run_id, progress));
            silent.map(|millis| millis / 1000 * 1000)
        })
    };
    let again_id = run_id.clone();
    let result_route = Route::Result { run_id };
    let repeat = head.repeat.clone();
    let card = run_card(&head, 0);
    // A row is drawn anew only when its own task has changed.
    let task_ids = {
        let progress = progress.clone();
        Memo::new(move |_| {
            progress.with(|progress| {
                let tasks = progress.tasks.iter();
                tasks.map(|task| task.task_id.clone()).collect::<Vec<_>>()
            })
        })
    };
    let task_rows = move || {
        let row_of = |task_id: String| {
            let (progress, result) = (progress.clone(), result.clone());
            let row = Memo::new(move |_| {
                let find_progress = |progress: &Progress| {
                    let mut tasks = progress.tasks.iter();
                    tasks.find(|task| task.task_id == task_id).cloned()
                };
                let find_result = |result: &Option<ResultView>| {
                    let mut tasks = result.iter().flat_map(|result| &result.tasks);
                    tasks.find(|task| task.task_id == task_id).cloned()
                };
                progress
                    .with(find_progress)
                    .map(|task| (task, result.with(find_result)))
            });
            move || {
                row.with(|row| {
                    row.as_ref()
                        .map(|(task, result)| task_row(words, task, result.as_ref()))
                })
            }
        };
        let rows = task_ids.get().into_iter().map(row_of);
        rows.collect_view().into_any()
    };
    view! {
        <PageHead title=head.title.clone() tab_title=format!("{} · {}", texts.title, head.title)/>
        <RunFacts words=words card=card/>
        <section class="run-head stack">
            <p class="run-state" role="status" data-state=move || state_id(&state.get())>
                {state_text}
            </p>
            <ProgressBar label=texts.progress done=done of=of is_moving=is_active text=line/>
            <TakenRows words=words n=reused of=done/>
            {move || taken.get().map(|taken| view! { <p class="field-hint">{taken}</p> })}
            <p class="field-hint" hidden=move || !is_projected.get()>{words.limits.range_note}</p>
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
                <Show when=move || !is_active.get() && !is_finished() && !wants_more(&state.get())>
                    <button
                        type="button"
                        class="button"
                        data-kind="primary"
                        on:click=move |_| go_on(live, driver, None)
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
                // Before the first row there is nothing to see, and perhaps nothing stored.
                <a
                    class="button"
                    hidden=move || done.get() == 0
                    data-kind=move || if is_finished() { "primary" } else { "quiet" }
                    href=result_route.href()
                >
                    {move || if is_finished() { texts.see_result } else { texts.to_result_so_far }}
                </a>
            </div>
            <p class="field-hint" hidden=move || !is_active.get()>{move || (texts.keep_open)(keeping())}</p>
        </section>
        <WantedAgain words=words run_id=again_id driver=driver/>
        {repeat.map(|repeat| view! { <NextRepeat words=words repeat=repeat is_active=is_active/> })}
        <Show when=move || silent.with(Option::is_some)>
            <SilenceNotice words=words silent=silent/>
        </Show>
        {move || trouble::trouble(words, driver, &state.get())}
        {move || failure.get().map(|failure| view! {
            <FailureNotice words=words failure=failure/>
        })}
        <Later turn=1>
            <TaskTable words=words rows=task_rows.clone()/>
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

/// That nothing comes back, and for how long. The seconds are not announced, only that it is so.
#[component]
fn SilenceNotice(words: &'static Words, silent: Memo<Option<u64>>) -> impl IntoView {
    let texts = &words.run;
    view! {
        <div class="notice" data-kind="info">
            <Icon glyph=Glyph::Info/>
            <div class="notice-body">
                <p class="notice-title">{move || silent.get().map(texts.silent)}</p>
                <p role="status">{texts.silent_advice}</p>
            </div>
        </div>
    }
}

/// Whether going on makes no sense before something is typed: a higher budget, another key.
fn wants_more(state: &RunState) -> bool {
    matches!(
        state,
        RunState::Stopped {
            why: StopReason::BudgetSpent(_) | StopReason::KeyRejected { .. }
        }
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
        parts.push((texts.eta)(eta, progress.eta_range));
    }
    if progress.elapsed_millis > 0 {
        parts.push((texts.elapsed)(progress.elapsed_millis));
    }
    if progress.state.is_active() {
        parts.push((texts.at_once)(progress.n_in_flight, progress.concurrency));
    }
    if progress.n_retrying > 0 {
        parts.push((texts.retrying)(progress.n_retrying));
    }
    if let Some(per_minute) = progress.per_minute
        && progress.state.is_active()
    {
        parts.push((words.limits.per_minute)(per_minute));
    }
    parts.join(" · ")
}

/// What the run has taken and will take.
fn taken_line(words: &'static Words, progress: &Progress) -> Option<String> {
    if progress.taken.n_requests == 0 {
        return None;
    }
    let cost = progress.cost.map(|cost| cost.to_string());
    let taken = (words.limits.taken)(&progress.taken, cost.as_deref());
    Some(match projection(progress) {
        Some(projection) => format!("{taken}; {}", words.language.projection(&projection)),
        None => taken,
    })
}

/// What it will have taken in the end, while that is to come.
fn projection(progress: &Progress) -> Option<Projection> {
    (progress.projection).filter(|_| progress.state != RunState::Finished)
}

/// Goes on after a stop or a pause, with another key if one is given.
fn go_on(live: LiveRuns, driver: StoredValue<Driver, LocalStorage>, key: Option<Key>) {
    let driver = driver.get_value();
    spawn_local(async move { runs::go_on(live, driver, key).await });
}

fn ask_again(driver: &Driver) {
    let keys: Vec<RowKey> = driver.rows_without_text();
    driver.ask_again(keys);
}

/// The text of a reply, or why it has none.
fn reply_text(words: &'static Words, reply: &LastReply) -> AnyView {
    if reply.text.is_empty() {
        let why = match reply.outcome {
            "refused" => words.run.refused,
            "truncated" => words.run.truncated,
            _ => words.run.empty,
        };
        return view! { <span class="muted">{why}</span> }.into_any();
    }
    view! { <span class="reply-text" lang="fil" dir="auto">{reply.text.clone()}</span> }.into_any()
}

fn last_replies(words: &'static Words, last: &[LastReply]) -> AnyView {
    if last.is_empty() {
        return view! { <p class="muted">{words.run.no_replies}</p> }.into_any();
    }
    let items = last
        .iter()
        .map(|reply| {
            view! {
                <li>
                    <span class="muted">{reply.task_id.clone()} " " {reply.row_id.clone()}</span>
                    " "
                    {reply_text(words, reply)}
                </li>
            }
        })
        .collect_view();
    view! { <ol class="last-replies">{items}</ol> }.into_any()
}
