//! Going on with a run of an earlier visit: what is there is not asked again.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::desk::protocol::{Failure, Request, Response};
use crate::desk::view::ResultView;
use crate::provider::address::BaseUrl;
use crate::provider::key::Key;
use crate::run::pace;
use crate::web::components::field::SecretField;
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::pages::PageHead;
use crate::web::pages::kept_key::KeptKey;
use crate::web::pages::new_run::browser::{BrowserPart, PreparePart};
use crate::web::pages::new_run::limits::LimitsPart;
use crate::web::pages::new_run::reuse::ReusePart;
use crate::web::pages::no_run::{Lack, NoRun};
use crate::web::pages::run_facts::{RunFacts, TakenRows};
use crate::web::state::ask;
use crate::web::state::browser_model::{self, BrowserModel};
use crate::web::state::go::use_go;
use crate::web::state::limits::Limits;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::place::Route;
use crate::web::state::repeats;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::suite::{SuiteStore, use_suite};
use crate::web::state::visit;
use crate::words::Words;

use super::batch::{self, BatchPart};
use super::tasks::{TaskTable, stored_progress, task_row};

/// A stored run, and how far going on with it has come. Copy it freely.
#[derive(Clone, Copy)]
struct Resume {
    /// The run, and whether the next of several runs of the same rows was never begun.
    result: RwSignal<Option<(ResultView, bool)>>,
    failure: RwSignal<Option<Failure>>,
    batch: RwSignal<batch::Stage>,
    is_starting: RwSignal<bool>,
    /// Reads the run, again if need be.
    open: Callback<()>,
}

impl Resume {
    fn new(run_id: String, store: SuiteStore) -> Self {
        let result = RwSignal::new(None);
        let failure = RwSignal::new(None);
        let open = Callback::new(move |()| {
            let run_id = run_id.clone();
            spawn_local(async move {
                // A silent look near by for the official rows; the run needs them to go on.
                store.ready(false).await;
                match ask::ask(&Request::OpenRun {
                    run_id,
                    is_fresh: true,
                })
                .await
                {
                    Response::Opened { result: found, .. } => {
                        let lacks_next = repeats::lacks_next(&found.card).await;
                        result.try_set(Some((*found, lacks_next)));
                    }
                    Response::Failed(why) => drop(failure.try_set(Some(why))),
                    _ => {}
                }
            });
        });
        Self {
            result,
            failure,
            batch: RwSignal::new(batch::Stage::default()),
            is_starting: RwSignal::new(false),
            open,
        }
    }
}

/// A stored run: its state, and the way on.
#[component]
pub fn ResumeRun(words: &'static Words, run_id: String) -> impl IntoView {
    let store = use_suite();
    let Resume {
        result,
        failure,
        batch,
        is_starting,
        open,
    } = visit::keep("resume", move || Resume::new(run_id, store));
    open.run(());
    let texts = &words.run;
    // Once the run is there, what fails is told beside the button that failed.
    let is_there = Memo::new(move |_| result.with(Option::is_some));
    view! {
        {move || match (failure.get().filter(|_| !is_there.get()), result.get()) {
            // Without storage only this tab's runs are known.
            (Some(Failure::NoRun { .. } | Failure::NoStorage { .. }), None) => view! {
                <PageHead title=texts.title/>
                <NoRun words=words lack=Lack::Unknown/>
            }
            .into_any(),
            (Some(why), None) => view! {
                <PageHead title=texts.title/>
                <FailureNotice words=words failure=why>
                    <a class="button" href=Route::Start.href()>{words.common.to_start}</a>
                </FailureNotice>
            }
            .into_any(),
            (_, Some((result, lacks_next))) => view! {
                <Stored words=words result=result lacks_next=lacks_next failure=failure batch=batch is_starting=is_starting reopen=open/>
            }
            .into_any(),
            (None, None) => view! {
                <PageHead title=texts.title/>
                <Waiting text=words.common.loading_words/>
            }
            .into_any(),
        }}
    }
}

#[component]
fn Stored(
    words: &'static Words,
    result: ResultView,
    /// Whether the next of several runs of the same rows was never begun.
    lacks_next: bool,
    failure: RwSignal<Option<Failure>>,
    batch: RwSignal<batch::Stage>,
    is_starting: RwSignal<bool>,
    reopen: Callback<()>,
) -> impl IntoView {
    let texts = &words.run;
    let form = NewRunForm::from_context();
    let live = LiveRuns::from_context();
    let ResultView {
        card,
        tasks,
        n_reused,
        ..
    } = result;
    // Rows that got no reply are asked again when the run goes on.
    let n_failed: usize = tasks.iter().map(|task| task.counts.n_failed).sum();
    let n_done = card.n_done.saturating_sub(n_failed);
    let n_wanted = live.n_wanted(&card.run_id);
    let has_rows_left = n_done < card.n_chosen && !card.is_upload;
    let is_finished = n_wanted == 0 && !has_rows_left;
    let base = card.base_url.as_deref().and_then(|url| {
        // A format of a later version says no more than its address.
        BaseUrl::of_record(card.format.unwrap_or_default(), url).ok()
    });
    let is_browser = base.as_ref().is_some_and(BaseUrl::is_browser);
    let is_out_of_reach = is_browser && !browser_model::is_there();
    let run_id = card.run_id.clone();
    let to_result = Route::Result {
        run_id: run_id.clone(),
    };
    let key_error = Signal::derive(move || {
        let error = form.key.with(|typed| Key::parse(typed)).err()?;
        Some(words.language.key_error(error).to_owned())
    });
    let origin = base.as_ref().map(BaseUrl::origin).unwrap_or_default();
    let for_reuse = base.clone();
    let go = use_go();
    let is_next = is_finished && lacks_next;
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let key = if is_browser {
            Ok(Key::none())
        } else {
            form.key.with_untracked(|typed| Key::parse(typed))
        };
        let (Some(base), Ok(key)) = (base.clone(), key) else {
            return;
        };
        let concurrency = untrack(|| form.requests_at_once(&base))
            .unwrap_or_else(|| pace::concurrency_for(&base, pace::Wish::Default));
        let limits = if is_browser {
            Ok(Limits::default())
        } else {
            untrack(|| form.limits().parsed_for(&base))
        };
        let Ok(limits) = limits else {
            return; // said beside the box
        };
        let (run_id, go) = (run_id.clone(), go.clone());
        is_starting.set(true);
        failure.set(None);
        spawn_local(async move {
            if is_browser && !form.browser().prepare().await {
                is_starting.try_set(false);
                return;
            }
            let begun = if is_finished {
                let next = repeats::begin_next(live, &run_id, (base, key), concurrency, limits);
                next.await
                    .map(|run_id| run_id.map(|run_id| Route::Run { run_id }))
            } else {
                let rest = runs::resume(live, &run_id, base, key, concurrency, limits);
                rest.await.map(|()| None)
            };
            is_starting.try_set(false);
            match begun {
                Ok(Some(route)) => go(&route),
                Ok(None) => {}
                Err(why) => drop(failure.try_set(Some(why))),
            }
        });
    };
    let kept_for = Signal::stored(Some(origin.clone()).filter(|origin| !origin.is_empty()));
    // A key typed for another server stays out of this one's field.
    if !is_browser {
        form.key_only_for(&origin);
    }
    let task_rows = move || {
        let rows = tasks.iter();
        rows.map(|task| task_row(words, &stored_progress(task), Some(task)))
            .collect_view()
            .into_any()
    };
    let batch_format = card
        .format
        .filter(|_| !is_browser)
        .filter(|_| has_rows_left || batch.with_untracked(|stage| *stage != batch::Stage::Idle));
    let (batch_id, batch_title) = (card.run_id.clone(), card.title.clone());
    // A run that was only prepared for a batch needs no key: what it needs comes first.
    let is_batch_first = card.n_done == 0;
    form.limits().recall(&card.run_id);
    let is_repeated = card.repeat.is_some();
    let (title, done, button) = match card.repeat.as_ref().filter(|_| is_next) {
        Some(repeat) => (
            words.repeats.next_title,
            (words.repeats.next_text)(repeat.index, repeat.of),
            words.repeats.next_start,
        ),
        None if n_wanted > 0 => (
            texts.again_title,
            format!(
                "{} {}",
                (texts.again_text)(n_wanted, card.n_chosen.saturating_sub(n_done)),
                texts.again_key
            ),
            texts.again_start,
        ),
        None if card.n_done == 0 => (
            texts.begin_title,
            (texts.begin_text)(card.n_chosen),
            texts.begin,
        ),
        None => (
            texts.resume_title,
            (texts.resume_text)(n_done, card.n_chosen),
            texts.go_on,
        ),
    };
    let card_id = card.run_id.clone();
    let on_never_mind = move |_| {
        live.take_wanted(&card_id);
        reopen.run(());
    };
    let batch_part = move |is_here: bool| {
        let format = batch_format.filter(|_| is_here)?;
        let (run_id, title) = (batch_id.clone(), batch_title.clone());
        Some(view! {
            <BatchPart words=words run_id=run_id title=title format=format stage=batch on_read=reopen/>
        })
    };
    view! {
        <PageHead
            title=card.title.clone()
            tab_title=format!("{} · {}", texts.title, card.title)
            lead=match (is_finished, card.n_done) {
                _ if n_wanted > 0 => texts.again_lead,
                (true, _) => texts.finished_text,
                (false, 0) => texts.not_begun_text,
                (false, _) => texts.not_here_text,
            }
        />
        <RunFacts words=words card=card/>
        <TakenRows words=words n=n_reused of=n_done/>
        <div class="actions" hidden=is_batch_first>
            <a class="button" data-kind=if is_finished { "primary" } else { "quiet" } href=to_result.href()>
                {if is_finished { texts.see_result } else { texts.to_result_so_far }}
            </a>
        </div>
        {batch_part(is_batch_first)}
        {(!is_finished || is_next).then(|| view! {
            <form class="section stack form" on:submit=on_submit>
                <h2>{title}</h2>
                <p>{done}</p>
                {if is_browser {
                    view! { <BrowserAgain words=words model=form.browser()/> }.into_any()
                } else {
                    view! {
                        <SecretField
                            words=words
                            id="key"
                            label=words.new_run.key
                            hint=(words.new_run.key_hint)(&origin)
                            error=key_error
                            value=form.key
                            on_input=move |typed| form.key.set(typed)
                        />
                        <KeptKey words=words origin=kept_for form=form/>
                        {(!is_repeated).then(|| view! {
                            <ReusePart words=words form=form.limits() base=Signal::stored(for_reuse)/>
                        })}
                        <LimitsPart words=words form=form.limits()/>
                    }
                    .into_any()
                }}
                <div class="actions">
                    <button
                        type="submit"
                        class="button"
                        data-kind="primary"
                        prop:disabled=move || is_starting.get() || is_out_of_reach
                    >
                        {button}
                    </button>
                    {(n_wanted > 0).then(|| view! {
                        <button
                            type="button"
                            class="button"
                            data-kind="quiet"
                            on:click=on_never_mind
                        >
                            {words.common.cancel}
                        </button>
                    })}
                </div>
                {move || failure.get().map(|why| view! {
                    <FailureNotice words=words failure=why/>
                })}
            </form>
        })}
        {batch_part(!is_batch_first)}
        <TaskTable words=words rows=task_rows/>
    }
}

/// In place of a key: whether the browser's model is here, and making it ready.
#[component]
fn BrowserAgain(words: &'static Words, model: BrowserModel) -> impl IntoView {
    if browser_model::is_there() {
        view! {
            <BrowserPart words=words model=model/>
            <PreparePart words=words model=model/>
        }
        .into_any()
    } else {
        view! { <p>{words.browser.not_here}</p> }.into_any()
    }
}
