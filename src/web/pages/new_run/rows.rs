//! Data, tasks, rows, and how to ask.

use leptos::prelude::*;

use crate::desk::view::{SuiteView, TaskView};
use crate::suite::{DataKind, Profile, Shots, TemplateLanguage};
use crate::web::components::notice::{Notice, NoticeKind, Waiting};
use crate::web::components::segmented::Segmented;
use crate::web::state::new_run::{NewRunForm, RowsPerTask};
use crate::web::state::place::Route;
use crate::web::state::suite::SuiteStore;
use crate::words::{Words, number};

/// The middle part of the form.
#[component]
pub fn RowsPart(
    words: &'static Words,
    form: NewRunForm,
    store: SuiteStore,
    suite: SuiteView,
) -> impl IntoView {
    let texts = &words.new_run;
    let language = words.language;
    let SuiteView {
        tasks, profiles, ..
    } = suite;
    let is_loaded = Memo::new(move |_| {
        let (n_loaded, n_files) = store.n_loaded();
        n_files > 0 && n_loaded == n_files
    });
    let is_loading = move || store.is_busy();
    let needs_load = move || form.kind.get() == DataKind::Official && !is_loaded.get();
    let options = |values: [DataKind; 2]| values.map(|v| (v, language.data_kind(v).to_owned()));
    let is_v1 = move || form.profile.get() == Profile::V1;
    view! {
        <section class="section stack" aria-labelledby="rows">
            <h2 id="rows">{texts.rows}</h2>
            <Segmented
                name="kind"
                legend=texts.data
                options=options([DataKind::Official, DataKind::Sample]).to_vec()
                value=form.kind
                on_change=move |kind| form.kind.set(kind)
            />
            {move || (needs_load() && is_loading()).then(|| view! {
                <Waiting text=texts.loading/>
            })}
            {move || (needs_load() && !is_loading()).then(|| view! {
                <Notice
                    kind=NoticeKind::Info
                    title=texts.not_loaded_title
                    text=texts.not_loaded_text
                >
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| store.load()
                    >
                        {texts.load}
                    </button>
                    <a href=Route::Suites.href()>{words.common.nav_suites}</a>
                </Notice>
            })}
            <fieldset class="checks">
                <legend class="field-label">{texts.tasks}</legend>
                {tasks
                    .into_iter()
                    .map(|task| view! { <TaskCheck words=words form=form task=task/> })
                    .collect_view()}
            </fieldset>
            {move || view! { <RowsPerTaskChoice words=words form=form kind=form.kind.get()/> }}
        </section>
        <section class="section stack" aria-labelledby="how">
            <h2 id="how">{texts.how}</h2>
            <Segmented
                name="profile"
                legend=texts.profile
                options=[Profile::V1, Profile::Head]
                    .map(|profile| (profile, language.profile(profile).to_owned()))
                    .to_vec()
                value=form.profile
                on_change=move |profile| form.profile.set(profile)
            />
            <p class="field-hint">
                {move || {
                    let mut notes = profiles.iter();
                    let note = notes.find(|(profile, ..)| *profile == form.profile.get());
                    note.map(|(_, _, note)| language.of(note).to_owned())
                }}
            </p>
            <Segmented
                name="shots"
                legend=texts.shots
                options=[Shots::Zero, Shots::Five]
                    .map(|shots| (shots, language.shots(shots).to_owned()))
                    .to_vec()
                value=form.shots
                on_change=move |shots| form.shots.set(shots)
            />
            <p class="field-hint" hidden=move || form.shots.get() == Shots::Zero>
                {texts.five_shot_note}
            </p>
            <Segmented
                name="instructions"
                legend=texts.instructions
                options=[TemplateLanguage::Filipino, TemplateLanguage::English]
                    .map(|template| (template, language.template(template).to_owned()))
                    .to_vec()
                value=Signal::derive(move || form.recipe().language)
                on_change=move |template| form.language.set(template)
                disabled=Callback::new(move |template| {
                    template == TemplateLanguage::English && !is_v1()
                })
            />
            <p class="field-hint" hidden=is_v1>{texts.english_only_v1}</p>
        </section>
    }
}

/// Five, fifty or all; there are only about ten sample rows of a task, and no paper is made of them.
#[component]
fn RowsPerTaskChoice(words: &'static Words, form: NewRunForm, kind: DataKind) -> impl IntoView {
    let texts = &words.new_run;
    let is_sample = kind == DataKind::Sample;
    let choices: &[_] = match kind {
        DataKind::Official => &[
            (RowsPerTask::Five, texts.rows_five),
            (RowsPerTask::Fifty, texts.rows_fifty),
            (RowsPerTask::All, texts.rows_all),
        ],
        DataKind::Sample => &[
            (RowsPerTask::Five, texts.rows_five),
            (RowsPerTask::All, texts.rows_all_sample),
        ],
    };
    let chosen = Signal::derive(move || match form.rows_per_task.get() {
        RowsPerTask::Fifty if is_sample => RowsPerTask::All,
        chosen => chosen,
    });
    let note = move || {
        if is_sample {
            Some(texts.sample_note)
        } else {
            (chosen.get() != RowsPerTask::All).then_some(texts.subset_note)
        }
    };
    view! {
        <Segmented
            name="rows-per-task"
            legend=texts.rows_per_task
            options=choices.iter().map(|(rows, name)| (*rows, (*name).to_owned())).collect()
            value=chosen
            on_change=move |rows| form.rows_per_task.set(rows)
        />
        {move || note().map(|note| view! { <p class="field-hint">{note}</p> })}
    }
}

#[component]
fn TaskCheck(words: &'static Words, form: NewRunForm, task: TaskView) -> impl IntoView {
    let id = StoredValue::new(task.id.clone());
    let is_chosen = move || {
        !form
            .without
            .with(|without| without.contains(&id.get_value()))
    };
    let toggle = move |_| {
        form.without.update(|without| {
            let id = id.get_value();
            if without.contains(&id) {
                without.retain(|other| *other != id);
            } else {
                without.push(id);
            }
        });
    };
    let n_rows = move || {
        let n_all = match form.kind.get() {
            DataKind::Official => task.n_rows,
            DataKind::Sample => task.n_samples,
        };
        let n = form.rows_per_task.get().of(n_all);
        if n == n_all {
            number::count(n)
        } else {
            (words.common.n_of)(n, n_all)
        }
    };
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=is_chosen on:change=toggle/>
            <span class="check-text">
                <span>
                    <strong>{task.id.clone()}</strong>
                    " "
                    {words.language.of(&task.name).to_owned()}
                </span>
                <span class="muted">{n_rows} " · " {words.language.task_kind(task.kind)}</span>
            </span>
        </label>
    }
}
