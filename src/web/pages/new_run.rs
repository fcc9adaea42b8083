//! Setting up a run: one column, top to bottom.

pub mod browser; // the browser's own model
mod endpoint; // address, key, trying them, model
mod estimate; // what it will take
pub mod limits; // how fast, and how much
mod probe; // asking one row, and what it told
mod provider; // who answers: a service, a server of one's own, the browser, a stand-in
pub mod reuse; // replies that are stored already
mod rows; // data, tasks, rows, how to ask
mod times; // how often

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use self::browser::PreparePart;
use self::estimate::Estimate;
use super::PageHead;
use crate::desk::protocol::Failure;
use crate::desk::view::SuiteView;
use crate::provider::address::BaseUrl;
use crate::provider::browser::Availability;
use crate::provider::key::Key;
use crate::suite::DataKind;
use crate::web::components::field::TextField;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::later::Later;
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::state::go::use_go;
use crate::web::state::limits::Limits;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::place::Route;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::settings::use_words;
use crate::web::state::suite::{SuiteStore, use_suite};
use crate::web::state::visit;
use crate::words::Words;

/// How far the user's start has come. Copy it freely.
#[derive(Clone, Copy)]
struct Start {
    is_starting: RwSignal<bool>,
    /// Problems are named when the user tries to start, not while the form is still being filled.
    is_tried: RwSignal<bool>,
    /// A batch is one run, and not several.
    is_one: RwSignal<bool>,
    failure: RwSignal<Option<Failure>>,
    base: Memo<Option<BaseUrl>>,
    picks: Memo<Vec<(String, usize)>>,
}

impl Start {
    fn new(form: NewRunForm, store: SuiteStore) -> Self {
        Self {
            is_starting: RwSignal::new(false),
            is_tried: RwSignal::new(false),
            is_one: RwSignal::new(true),
            failure: RwSignal::new(None),
            base: Memo::new(move |_| form.parsed_address().ok().map(|parsed| parsed.url)),
            picks: Memo::new(move |_| form.picks(&store.sizes(form.kind.get()))),
        }
    }
}

/// See the module.
#[component]
pub fn NewRunPage() -> impl IntoView {
    let words = use_words();
    let texts = &words.new_run;
    let form = NewRunForm::from_context();
    let store = use_suite();
    let start = visit::keep("start", move || Start::new(form, store));
    let failure = start.failure;
    spawn_local(async move {
        if let Err(why) = form.fill().await {
            failure.try_set(Some(why));
        }
    });
    view! {
        <PageHead title=texts.title lead=texts.lead/>
        {move || form.whose().map(|title| view! { <p>{(texts.filled_like)(&title)}</p> })}
        {move || failure.get().or_else(|| store.failure()).map(|failure| view! {
            <FailureNotice words=words failure=failure/>
        })}
        {move || match store.suite() {
            None => view! { <Waiting text=words.common.loading_words/> }.into_any(),
            Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
            Some(Ok(suite)) => view! {
                <Form words=words form=form store=store suite=suite start=start/>
            }
            .into_any(),
        }}
    }
}

#[component]
fn Form(
    words: &'static Words,
    form: NewRunForm,
    store: SuiteStore,
    suite: SuiteView,
    start: Start,
) -> impl IntoView {
    let texts = &words.new_run;
    let Start {
        is_starting,
        is_tried,
        is_one,
        failure,
        base,
        picks,
    } = start;
    let problems = move || problems_of(words, form, store, base.get().as_ref(), &picks.get());
    let live = LiveRuns::from_context();
    let go = use_go();
    // Asks, or only prepares what a batch shall ask.
    let begin = move |asks: bool| {
        is_tried.set(true);
        let go = go.clone();
        is_starting.set(true);
        spawn_local(async move {
            // First of all: browsers want a download to follow a press of the user at once.
            let is_ready = !asks || prepare_browser(form, &untrack(|| picks.get())).await;
            if is_starting.is_disposed() {
                return; // the user has left the page
            }
            if !is_ready {
                is_starting.set(false);
                return;
            }
            // Rows that are on their way are waited for.
            if store.is_busy() && untrack(|| lacks_rows(form, store, &picks.get())) {
                store.ready(false).await;
                if is_starting.is_disposed() {
                    return; // the user has left the page
                }
            }
            if !asks && untrack(|| form.limits().how_often()) != Some(1) {
                is_one.set(false);
                is_starting.set(false);
                return;
            }
            is_one.set(true);
            if untrack(problems).is_empty() {
                match start_run(live, form, store, base.get_untracked(), asks).await {
                    // Who has left the page is not called away from another.
                    Ok(route) if !is_starting.is_disposed() => go(&route),
                    Ok(_) => {}
                    Err(why) => drop(failure.try_set(Some(why))),
                }
            }
            is_starting.try_set(false);
        });
    };
    let begin = StoredValue::new_local(begin);
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        begin.with_value(|begin| begin(true));
    };
    view! {
        <form class="stack form" on:submit=on_submit novalidate>
            <provider::ProviderPart words=words form=form is_tried=is_tried/>
            <Later turn=1>
                <rows::RowsPart words=words form=form store=store suite=suite.clone()/>
                <times::TimesPart words=words form=form/>
            </Later>
            <Later turn=2>
                <PacePart words=words form=form base=base/>
            </Later>
            <Later turn=3>
                <section class="section stack" aria-labelledby="estimate">
                    <h2 id="estimate">{texts.estimate}</h2>
                    <Estimate words=words form=form store=store picks=picks/>
                    {move || (is_tried.get() && !is_starting.get() && !problems().is_empty()).then(|| view! {
                        <Problems words=words problems=problems()/>
                    })}
                    <PreparePart words=words model=form.browser()/>
                    <p>
                        <button
                            type="submit"
                            class="button"
                            data-kind="primary"
                            prop:disabled=move || is_starting.get()
                        >
                            {move || if is_starting.get() { texts.starting } else { texts.start }}
                        </button>
                    </p>
                    <div class="stack" hidden=move || !form.is_server()>
                        <p>
                            <button
                                type="button"
                                class="button"
                                data-kind="quiet"
                                prop:disabled=move || is_starting.get()
                                on:click=move |_| begin.with_value(|begin| begin(false))
                            >
                                {words.batch.prepare}
                            </button>
                        </p>
                        <p class="field-hint">{words.batch.prepare_hint}</p>
                        <p class="field-error" role="alert" hidden=move || is_one.get()>
                            {move || (!is_one.get()).then_some(words.repeats.no_batch)}
                        </p>
                    </div>
                </section>
            </Later>
        </form>
    }
}

/// How many at once, how fast, how much.
#[component]
fn PacePart(words: &'static Words, form: NewRunForm, base: Memo<Option<BaseUrl>>) -> impl IntoView {
    let texts = &words.new_run;
    let concurrency_error = Signal::derive(move || {
        let base = base.get().or_else(|| {
            BaseUrl::parse("https://example.org/v1")
                .ok()
                .map(|parsed| parsed.url)
        })?;
        form.requests_at_once(&base)
            .is_none()
            .then(|| texts.concurrency_wrong.to_owned())
    });
    view! {
        <section
            class="section stack"
            aria-labelledby="pace"
            hidden=move || !form.is_server()
        >
            <h2 id="pace">{texts.pace}</h2>
            <TextField
                id="concurrency"
                label=texts.concurrency
                hint=texts.concurrency_hint
                error=concurrency_error
                value=form.limits().at_once
                on_input=move |typed| form.limits().at_once.set(typed)
                input_mode="numeric"
            />
            <reuse::ReusePart words=words form=form.limits() base=base/>
            <limits::LimitsPart words=words form=form.limits()/>
        </section>
    }
}

/// What keeps the run from starting.
#[component]
fn Problems(words: &'static Words, problems: Vec<(&'static str, String)>) -> impl IntoView {
    let items = problems.into_iter().map(|(field, text)| {
        view! { <li><strong>{field} ":"</strong> " " {text}</li> }
    });
    view! {
        <div class="notice" data-kind="warning" role="alert">
            <Icon glyph=Glyph::Warning/>
            <div class="notice-body">
                <p class="notice-title">{words.new_run.cannot_start}</p>
                <ul class="plain-list">{items.collect_view()}</ul>
            </div>
        </div>
    }
}

/// Starts what the form says, which has no problems; gives the page to go to.
async fn start_run(
    live: LiveRuns,
    form: NewRunForm,
    store: SuiteStore,
    base: Option<BaseUrl>,
    asks: bool,
) -> Result<Route, Failure> {
    form.probe().give_up();
    form.forget_whose();
    let sizes = untrack(|| store.sizes(form.kind.get()));
    let wish = form.wish(base.as_ref(), &sizes);
    if let Some(stand_in) = untrack(|| form.stand_in()) {
        let run_id = runs::stand_in(wish, stand_in).await?;
        return Ok(Route::Result { run_id });
    }
    if untrack(|| form.is_browser()) {
        let (base, limits) = (BaseUrl::of_browser(), Limits::default());
        let run_id = runs::start(live, wish, base, Key::none(), 1, limits).await?;
        return Ok(Route::Run { run_id });
    }
    let changed = || Failure::Internal {
        reason: "the form changed while it was read".into(),
    };
    let base = base.ok_or_else(changed)?;
    if !asks {
        form.remember_endpoint(&base);
        form.limits().remember(&wish.run_id);
        let run_id = runs::prepare(wish).await?;
        return Ok(Route::Run { run_id });
    }
    let key = untrack(|| form.parsed_key()).map_err(|_| changed())?;
    form.bind_key(&base);
    form.remember_endpoint(&base);
    let concurrency = untrack(|| form.requests_at_once(&base)).ok_or_else(changed)?;
    let limits = untrack(|| form.limits().parsed_for(&base)).map_err(|_| changed())?;
    form.limits().remember(&wish.run_id);
    let run_id = runs::start(live, wish, base, key, concurrency, limits).await?;
    Ok(Route::Run { run_id })
}

/// Makes the browser's own model ready, if it is to answer and can. False: it could not be had.
async fn prepare_browser(form: NewRunForm, picks: &[(String, usize)]) -> bool {
    let model = form.browser();
    let is_wanted = untrack(|| form.is_browser())
        && !picks.is_empty()
        && model.availability.get_untracked() != Some(Availability::Unavailable);
    !is_wanted || model.prepare().await
}

/// Whether official rows are wanted that are not loaded. Tracked.
fn lacks_rows(form: NewRunForm, store: SuiteStore, picks: &[(String, usize)]) -> bool {
    form.kind.get() == DataKind::Official
        && !picks.iter().all(|(task_id, _)| store.is_loaded(task_id))
}

/// Everything that keeps the run from starting, in the order of the form: each with the name of its
/// field.
fn problems_of(
    words: &'static Words,
    form: NewRunForm,
    store: SuiteStore,
    base: Option<&BaseUrl>,
    picks: &[(String, usize)],
) -> Vec<(&'static str, String)> {
    let texts = &words.new_run;
    let mut problems = Vec::new();
    let mut add = |field, text: &str| problems.push((field, text.to_owned()));
    let is_server = form.is_server();
    if is_server {
        if let Err(error) = form.parsed_address() {
            add(texts.address, &words.language.address_error(&error));
        }
        if let Err(error) = form.parsed_key() {
            add(texts.key, words.language.key_error(error));
        }
        if form.model.with(|model| model.trim().is_empty()) {
            add(texts.model, texts.model_missing);
        }
    }
    let availability = form.browser().availability.get();
    if form.is_browser() && availability == Some(Availability::Unavailable) {
        add(words.providers.title, words.browser.cannot);
    }
    if lacks_rows(form, store, picks) {
        add(texts.data, texts.not_loaded_title);
    }
    if picks.is_empty() {
        add(texts.tasks, texts.no_tasks);
    }
    if is_server && form.limits().how_often().is_none() {
        add(words.repeats.times, words.repeats.times_wrong);
    }
    if is_server && base.is_some_and(|base| form.requests_at_once(base).is_none()) {
        add(texts.concurrency, texts.concurrency_wrong);
    }
    if is_server {
        for (field, wrong) in limits::problems(words, form.limits()) {
            add(field, limits::say(words, wrong));
        }
    }
    problems
}
