//! What was recognised, what is wrong, and how to score it.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::choices::{Change, Choices};
use super::reading::Desk;
use super::runs_table::{Drafts, RunsTable};
use super::tables::{FilesTable, TasksTable};
use crate::desk::protocol::{Export, KeptRun};
use crate::desk::view::{UploadRun, UploadView};
use crate::intake::Keep;
use crate::suite::{DataKind, Profile};
use crate::web::components::button::DownloadButton;
use crate::web::components::field::Field;
use crate::web::components::notice::{Notice, NoticeKind};
use crate::web::components::segmented::Segmented;
use crate::web::pages::fold::Fold;
use crate::web::state::ask;
use crate::web::state::place::Route;
use crate::web::state::upload::{RunEdit, Stage};
use crate::words::Words;

/// What the form says about the runs.
#[derive(Clone, Copy)]
struct Form {
    runs: StoredValue<Vec<UploadRun>>,
    drafts: Drafts,
    profile: RwSignal<Profile>,
    by_order: RwSignal<bool>,
}

impl Form {
    /// The runs that are to be scored.
    fn kept(self) -> Vec<KeptRun> {
        let drafts = self.drafts.get_untracked();
        let assumed = self.profile.get_untracked();
        let is_alone = drafts.len() == 1;
        self.runs.with_value(|runs| {
            let runs = runs.iter().zip(drafts).enumerate();
            let kept = runs.filter(|(_, (run, (_, is_on)))| *is_on && run.can_score);
            kept.map(|(place, (run, (title, _)))| KeptRun {
                place,
                title,
                profile: if run.is_profile_known && !is_alone {
                    run.profile
                } else {
                    assumed
                },
            })
            .collect()
        })
    }

    fn n_on(self) -> usize {
        self.drafts
            .with(|drafts| drafts.iter().filter(|(_, is_on)| *is_on).count())
    }
}

/// See the module.
#[component]
pub fn Report(words: &'static Words, desk: Desk, upload: UploadView) -> impl IntoView {
    let texts = &words.score_file;
    let edits = desk.upload.chosen.with_value(|chosen| chosen.runs.clone());
    let drafts = upload.runs.iter().map(|run| draft(run, &edits)).collect();
    let said = desk.upload.chosen.with_value(|chosen| chosen.said);
    let (profile, by_order) = said.unwrap_or_else(|| {
        let first = upload.runs.first();
        (first.map_or(Profile::V1, |run| run.profile), false)
    });
    let form = Form {
        drafts: RwSignal::new(drafts),
        profile: RwSignal::new(profile),
        by_order: RwSignal::new(by_order),
        runs: StoredValue::new(upload.runs.clone()),
    };
    Effect::new(move |_| {
        let drafts = form.drafts.get();
        let said = (form.profile.get(), form.by_order.get());
        desk.upload.chosen.update_value(|chosen| {
            chosen.said = Some(said);
            form.runs.with_value(|runs| {
                for (run, (title, is_on)) in runs.iter().zip(drafts) {
                    let edit = RunEdit {
                        title: (title != run.title).then_some(title),
                        is_left_out: run.can_score && !is_on,
                    };
                    chosen.runs.insert(run.name.clone(), edit);
                }
            });
        });
    });
    let keep = desk
        .upload
        .chosen
        .with_value(|chosen| chosen.options.duplicates);
    let choices = choices(desk, &upload.runs);
    let has_duplicates = upload
        .runs
        .iter()
        .flat_map(|run| &run.tasks)
        .any(|task| task.duplicate.1 > 0);
    let file_names: Vec<String> = upload.files.iter().map(|file| file.name.clone()).collect();
    let can_score = upload.can_score();
    let n_used = upload.files.iter().filter(|file| file.n_read > 0).count();
    let is_alone = upload.runs.len() == 1;
    let tasks = upload
        .runs
        .iter()
        .enumerate()
        .map(|(place, run)| {
            let table = view! { <TasksTable words=words tasks=run.tasks.clone() keep=keep/> };
            if is_alone {
                table.into_any()
            } else {
                view! {
                    <Fold name=format!("run {place}") summary=run.title.clone().into_any()>
                        {table}
                    </Fold>
                }
                .into_any()
            }
        })
        .collect_view();
    let run_ids: BTreeSet<String> = upload
        .files
        .iter()
        .filter_map(|file| file.batch_of().map(str::to_owned))
        .collect();
    let is_all_batch = upload.is_all_batch();
    let batches = run_ids
        .into_iter()
        .map(|run_id| view! { <OfBatch words=words desk=desk run_id=run_id/> })
        .collect_view();
    view! {
        <section class="stack" aria-labelledby="recognised">
            <h2 id="recognised">{texts.recognised}</h2>
            {batches}
            {(!can_score && !is_all_batch).then(|| view! {
                <Notice
                    kind=NoticeKind::Warning
                    title=texts.cannot_score_title
                    text=texts.cannot_score_text
                />
            })}
            {(!is_alone).then(|| view! {
                <RunsTable
                    words=words
                    runs=upload.runs.clone()
                    files=file_names
                    drafts=form.drafts
                />
            })}
            {tasks}
            {has_duplicates.then(|| view! {
                <Segmented
                    name="duplicates"
                    legend=texts.duplicates_legend
                    options=vec![
                        (Keep::First, texts.keep_first.to_owned()),
                        (Keep::Last, texts.keep_last.to_owned()),
                    ]
                    value=Signal::derive(move || keep)
                    on_change=move |keep| {
                        let change = Change::Duplicates(keep);
                        choices.on_change.run((0, change));
                    }
                />
            })}
            <FilesTable words=words files=upload.files.clone() choices=choices/>
            <DownloadButton
                label=texts.report
                on_download=move |()| ask::download(Export::UploadReport, move |failure| {
                    desk.set(Stage::Failed(failure));
                })
            />
        </section>
        {can_score.then(|| score_form(words, desk, form, n_used))}
    }
}

/// Replies to a batch of a run of this page: the run takes them.
#[component]
fn OfBatch(words: &'static Words, desk: Desk, run_id: String) -> impl IntoView {
    let texts = &words.score_file;
    let route = Route::Run {
        run_id: run_id.clone(),
    };
    view! {
        <Notice kind=NoticeKind::Info title=texts.batch_title text=texts.batch_text>
            <button
                type="button"
                class="button"
                data-kind="primary"
                on:click=move |_| desk.read_batch(run_id.clone())
            >
                {texts.batch_read}
            </button>
            <a class="button" href=route.href()>{texts.batch_open}</a>
        </Notice>
    }
}

fn draft(
    run: &UploadRun,
    edits: &BTreeMap<crate::intake::runs::RunName, RunEdit>,
) -> (String, bool) {
    let edit = edits.get(&run.name).cloned().unwrap_or_default();
    (
        edit.title.unwrap_or_else(|| run.title.clone()),
        run.can_score && !edit.is_left_out,
    )
}

fn choices(desk: Desk, runs: &[UploadRun]) -> Choices {
    let task_ids = untrack(|| desk.store.sizes(DataKind::Official));
    let chosen = desk.upload.chosen;
    let names = runs
        .iter()
        .map(|run| (run.name.clone(), run.title.clone(), run.files.clone()));
    Choices {
        task_ids: StoredValue::new(task_ids.into_iter().map(|(id, _)| id).collect()),
        runs: StoredValue::new(names.collect()),
        chosen_runs: StoredValue::new(chosen.with_value(|chosen| chosen.options.runs.clone())),
        remembered: StoredValue::new(chosen.with_value(|chosen| chosen.remembered.clone())),
        open: StoredValue::new(chosen.with_value(|chosen| chosen.open.clone())),
        on_change: Callback::new(move |(file_idx, change)| desk.change(file_idx, change)),
        on_open: Callback::new(move |(file_idx, is_open)| {
            chosen.update_value(|chosen| {
                if is_open {
                    chosen.open.insert(file_idx);
                } else {
                    chosen.open.remove(&file_idx);
                }
            });
        }),
    }
}

fn score_form(
    words: &'static Words,
    desk: Desk,
    form: Form,
    n_files: usize,
) -> impl IntoView + use<> {
    let texts = &words.score_file;
    let is_alone = form.runs.with_value(Vec::len) == 1;
    let (needs_order_consent, is_profile_known) = form.runs.with_value(|runs| {
        let scored = || runs.iter().filter(|run| run.can_score);
        (
            scored().any(|run| run.needs_order_consent),
            scored().all(|run| run.is_profile_known),
        )
    });
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let by_order = form.by_order.get_untracked();
        spawn_local(desk.keep(form.kept(), by_order));
    };
    let is_blocked = move || needs_order_consent && !form.by_order.get() || form.n_on() == 0;
    let profile_hint = if is_profile_known {
        texts.profile_known
    } else if is_alone {
        (texts.profile_assumed)(n_files)
    } else {
        texts.profile_assumed_some
    };
    let title = move || {
        form.drafts
            .with(|drafts| drafts.first().map(|draft| draft.0.clone()))
    };
    let button = move || {
        if is_alone {
            (texts.score_now)(n_files).to_owned()
        } else {
            (texts.score_these)(form.n_on())
        }
    };
    view! {
        <form class="stack form" on:submit=on_submit>
            <h2>{texts.settings}</h2>
            {is_alone.then(|| view! {
                <Field id="run-name" label=texts.run_name hint=texts.run_name_hint>
                    <input
                        id="run-name"
                        type="text"
                        autocomplete="off"
                        prop:value=title
                        on:input=move |event| form.drafts.update(|drafts| {
                            if let Some(draft) = drafts.first_mut() {
                                draft.0 = event_target_value(&event);
                            }
                        })
                    />
                </Field>
            })}
            {(is_alone || !is_profile_known).then(|| view! {
                <Segmented
                    name="profile"
                    legend=texts.profile
                    options=[Profile::V1, Profile::Head]
                        .map(|profile| (profile, words.language.profile(profile).to_owned()))
                        .to_vec()
                    value=form.profile
                    on_change=move |chosen| form.profile.set(chosen)
                />
            })}
            <p class="hint">{profile_hint}</p>
            {needs_order_consent.then(|| view! {
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || form.by_order.get()
                        on:change=move |event| form.by_order.set(event_target_checked(&event))
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
                {button}
            </button>
            <p class="field-hint" role="status">{move || is_blocked().then(|| {
                if form.n_on() == 0 { texts.choose_one } else { texts.tick_first }
            })}</p>
        </form>
    }
}
