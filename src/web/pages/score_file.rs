//! Answers from a file: dropped, recognised, checked, scored.

mod tables;

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen_futures::spawn_local;

use self::tables::{FilesTable, TaskChoice, TasksTable};
use super::PageHead;
use crate::desk::protocol::{Export, Failure, Question, Request, Response};
use crate::desk::view::UploadView;
use crate::suite::{DataKind, Profile};
use crate::web::components::button::DownloadButton;
use crate::web::components::drop_target::{DropSize, DropTarget};
use crate::web::components::field::Field;
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind, Waiting};
use crate::web::components::segmented::Segmented;
use crate::web::state::ask::{self, PickedFiles};
use crate::web::state::go::use_go;
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;
use crate::web::state::storage::keeping;
use crate::web::state::suite::{SuiteStore, use_suite};
use crate::web::state::upload::{Chosen, Stage, Upload};
use crate::words::Words;

/// File types the chooser offers; dropping takes anything.
const ACCEPT: &str = ".json,.jsonl,.csv,.tsv,.txt,.zip,.gz";

/// What the page works with.
#[derive(Clone, Copy)]
struct Desk {
    stage: RwSignal<Stage>,
    files: StoredValue<PickedFiles, LocalStorage>,
    chosen: StoredValue<Chosen>,
    to_result: Callback<String>,
    store: SuiteStore,
}

impl Desk {
    /// Goes to the result of a run; nothing is left to do here.
    fn show(self, run_id: &str) {
        self.stage.set(Stage::Idle);
        self.to_result.run(run_id.to_owned());
    }
}

/// See the module.
#[component]
pub fn ScoreFilePage() -> impl IntoView {
    let words = use_words();
    let go = SendWrapper::new(use_go());
    let upload = expect_context::<Upload>();
    let desk = Desk {
        to_result: Callback::new(move |run_id| go(&Route::Result { run_id })),
        store: use_suite(),
        stage: upload.stage,
        files: upload.files,
        chosen: upload.chosen,
    };
    desk.store.rehearse();
    let on_files = move |files: Vec<web_sys::File>| {
        if !files.is_empty() {
            desk.files.set_value(PickedFiles::new(files));
            desk.chosen.set_value(Chosen::default());
            read(desk);
        }
    };
    let is_idle = Memo::new(move |_| desk.stage.with(|stage| *stage == Stage::Idle));
    view! {
        <PageHead title=words.score_file.title lead=words.score_file.lead/>
        <DropTarget
            words=words
            title=words.score_file.drop_title
            hint=words.score_file.drop_hint
            accept=ACCEPT
            size=DropSize::Large
            on_files=on_files
        />
        {move || stage_view(words, desk)}
        <Show when=move || is_idle.get()>
            <section class="stack">
                <h2>{words.score_file.formats_title}</h2>
                <p class="prose">{words.score_file.formats}</p>
                <p class="prose">{words.score_file.stays_here}</p>
            </section>
        </Show>
    }
}

fn stage_view(words: &'static Words, desk: Desk) -> AnyView {
    let texts = &words.score_file;
    match desk.stage.get() {
        Stage::Idle => ().into_any(),
        Stage::Reading(n_files) => view! { <Waiting text=(texts.reading)(n_files)/> }.into_any(),
        Stage::LoadingData => view! { <Waiting text=texts.loading_data/> }.into_any(),
        Stage::Scoring => view! { <Waiting text=texts.scoring/> }.into_any(),
        Stage::NeedsData => view! {
            <Notice
                kind=NoticeKind::Info
                title=texts.needs_data_title
                text=(texts.needs_data_text)(keeping())
            >
                <button
                    type="button"
                    class="button"
                    data-kind="primary"
                    on:click=move |_| load_then_read(desk)
                >
                    {texts.load_data}
                </button>
                <a class="button" href=Route::Suites.href()>{words.common.nav_suites}</a>
            </Notice>
        }
        .into_any(),
        Stage::Failed(failure) => view! {
            <FailureNotice words=words failure=failure/>
        }
        .into_any(),
        Stage::Opened(runs) => view! { <Opened words=words runs=runs/> }.into_any(),
        Stage::Report(upload) => {
            view! { <Report words=words desk=desk upload=*upload/> }.into_any()
        }
    }
}

/// Reads the kept files, after a silent look for the official rows near by.
fn read(desk: Desk) {
    let n_files = desk.files.with_value(PickedFiles::len);
    desk.stage.set(Stage::Reading(n_files));
    let navigate = move |run_id: &str| desk.show(run_id);
    spawn_local(async move {
        let is_loaded = desk.store.ready(false).await;
        read_now(desk, is_loaded, &navigate).await;
    });
}

/// Loads the official rows from wherever they are, then reads.
fn load_then_read(desk: Desk) {
    desk.stage.set(Stage::LoadingData);
    let navigate = move |run_id: &str| desk.show(run_id);
    spawn_local(async move {
        desk.store.ready(true).await;
        // What could be loaded is enough for the tasks it belongs to.
        read_now(desk, true, &navigate).await;
    });
}

async fn read_now(desk: Desk, is_loaded: bool, navigate: &impl Fn(&str)) {
    let n_files = desk.files.with_value(PickedFiles::len);
    desk.stage.set(Stage::Reading(n_files));
    match read_files(desk).await {
        Response::Upload(upload) => {
            if let [(run_id, _)] = &upload.opened_runs[..] {
                navigate(run_id);
            } else if !upload.opened_runs.is_empty() {
                desk.stage.set(Stage::Opened(upload.opened_runs.clone()));
            } else if !is_loaded {
                desk.stage.set(Stage::NeedsData);
            } else if upload.is_clean && upload.can_score {
                keep(desk, upload.title.clone(), upload.profile, false, navigate).await;
            } else {
                desk.stage.set(Stage::Report(upload));
            }
        }
        // Without the rows nothing is recognised: that is no fault of the files.
        Response::Failed(Failure::NothingRecognised | Failure::NotLoaded { .. }) if !is_loaded => {
            desk.stage.set(Stage::NeedsData);
        }
        Response::Failed(failure) => desk.stage.set(Stage::Failed(failure)),
        other => desk.stage.set(Stage::Failed(unexpected(&other))),
    }
}

/// Has the files read, with the tasks that were chosen for them.
async fn read_files(desk: Desk) -> Response {
    let tasks = desk.chosen.with_value(|chosen| chosen.tasks.clone());
    let choose = Request::Ask(Question::ChooseTasks { tasks });
    if let Response::Failed(failure) = ask::ask(&choose).await {
        return Response::Failed(failure);
    }
    let files = desk.files.get_value();
    ask::ask_with_files(&Request::ReadFiles, &files).await
}

/// Reads the files again after the user said which task one of them is of. Nothing is scored
/// before they have seen what came of it.
fn choose_task(desk: Desk, file_idx: usize, task_id: Option<String>) {
    desk.chosen.update_value(|chosen| {
        chosen.last = Some(file_idx);
        match task_id {
            Some(task_id) => chosen.tasks.insert(file_idx, task_id),
            None => chosen.tasks.remove(&file_idx),
        };
    });
    spawn_local(async move {
        desk.stage.set(match read_files(desk).await {
            Response::Upload(upload) => Stage::Report(upload),
            Response::Failed(failure) => Stage::Failed(failure),
            other => Stage::Failed(unexpected(&other)),
        });
    });
}

async fn keep(
    desk: Desk,
    title: String,
    profile: Profile,
    by_order: bool,
    navigate: &impl Fn(&str),
) {
    desk.stage.set(Stage::Scoring);
    match ask::ask(&Request::KeepUpload {
        title,
        profile,
        by_order,
    })
    .await
    {
        Response::Result(result) => navigate(&result.card.run_id),
        Response::Failed(failure) => desk.stage.set(Stage::Failed(failure)),
        other => desk.stage.set(Stage::Failed(unexpected(&other))),
    }
}

fn unexpected(response: &Response) -> Failure {
    Failure::Internal {
        reason: format!("unexpected answer: {response:?}"),
    }
}

/// Runs that were opened from several records at once.
#[component]
fn Opened(words: &'static Words, runs: Vec<(String, String)>) -> impl IntoView {
    let texts = &words.score_file;
    let title = (texts.opened)(runs.len());
    let items = runs
        .into_iter()
        .map(|(run_id, title)| {
            let route = Route::Result { run_id };
            view! { <li><a href=route.href()>{title}</a></li> }
        })
        .collect_view();
    view! {
        <section class="stack" role="status">
            <h2>{title}</h2>
            <ul>{items}</ul>
        </section>
    }
}

/// What was recognised, what is wrong, and how to score it.
#[component]
fn Report(words: &'static Words, desk: Desk, upload: UploadView) -> impl IntoView {
    let texts = &words.score_file;
    let title = RwSignal::new(upload.title.clone());
    let profile = RwSignal::new(upload.profile);
    let by_order = RwSignal::new(false);
    let needs_order_consent = upload.needs_order_consent;
    let can_score = upload.can_score;
    let navigate = move |run_id: &str| desk.show(run_id);
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (title, profile) = (title.get_untracked(), profile.get_untracked());
        let by_order = by_order.get_untracked();
        spawn_local(async move {
            keep(desk, title, profile, by_order, &navigate).await;
        });
    };
    let task_ids = untrack(|| desk.store.sizes(DataKind::Official));
    let choice = TaskChoice {
        task_ids: StoredValue::new(task_ids.into_iter().map(|(id, _)| id).collect()),
        on_choose: Callback::new(move |(file_idx, task_id)| choose_task(desk, file_idx, task_id)),
        // Once: later, a change of language must not take the focus away from its switch.
        last: desk
            .chosen
            .try_update_value(|chosen| chosen.last.take())
            .flatten(),
    };
    let is_blocked = move || needs_order_consent && !by_order.get();
    let profile_hint = if upload.is_profile_known {
        texts.profile_known
    } else {
        texts.profile_assumed
    };
    view! {
        <section class="stack" aria-labelledby="recognised">
            <h2 id="recognised">{texts.recognised}</h2>
            {(!can_score).then(|| view! {
                <Notice
                    kind=NoticeKind::Warning
                    title=texts.cannot_score_title
                    text=texts.cannot_score_text
                />
            })}
            <TasksTable words=words tasks=upload.tasks.clone()/>
            <FilesTable words=words files=upload.files.clone() choice=choice/>
            <DownloadButton
                label=texts.report
                on_download=move |()| ask::download(Export::UploadReport, move |failure| {
                    desk.stage.set(Stage::Failed(failure));
                })
            />
        </section>
        {can_score.then(|| view! {
            <form class="stack form" on:submit=on_submit>
                <h2>{texts.settings}</h2>
                <Field id="run-name" label=texts.run_name hint=texts.run_name_hint>
                    <input
                        id="run-name"
                        type="text"
                        autocomplete="off"
                        prop:value=move || title.get()
                        on:input=move |event| title.set(event_target_value(&event))
                    />
                </Field>
                <Segmented
                    name="profile"
                    legend=texts.profile
                    options=[Profile::V1, Profile::Head]
                        .map(|profile| (profile, words.language.profile(profile).to_owned()))
                        .to_vec()
                    value=profile
                    on_change=move |chosen| profile.set(chosen)
                />
                <p class="hint">{profile_hint}</p>
                {needs_order_consent.then(|| view! {
                    <label class="check">
                        <input
                            type="checkbox"
                            prop:checked=move || by_order.get()
                            on:change=move |event| by_order.set(event_target_checked(&event))
                        />
                        <span>{texts.order_consent}</span>
                    </label>
                    <p class="hint">{texts.order_hint}</p>
                })}
                <button
                    type="submit"
                    class="button"
                    data-kind="primary"
                    prop:disabled=is_blocked
                >
                    {texts.score_now}
                </button>
            </form>
        })}
    }
}
