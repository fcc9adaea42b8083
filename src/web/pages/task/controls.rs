//! Which task, which rows, which recipe.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::address::{Address, RowKind};
use crate::desk::view::{SuiteView, TaskView};
use crate::suite::{DataKind, Profile, Shots, TemplateLanguage};
use crate::web::components::field::SelectField;
use crate::web::components::segmented::Segmented;
use crate::web::state::place::Route;
use crate::words::Words;

/// The switches above the rows.
#[component]
pub fn Controls(
    words: &'static Words,
    suite: SuiteView,
    task: TaskView,
    address: Memo<Address>,
    kind: Memo<DataKind>,
    go: Callback<Address>,
) -> impl IntoView {
    let texts = &words.task;
    let language = words.language;
    let tasks: Vec<(String, String)> = suite
        .tasks
        .iter()
        .map(|task| {
            (
                task.id.clone(),
                format!("{}: {}", task.id, language.of(&task.name)),
            )
        })
        .collect();
    let navigate = use_navigate();
    let to_task = move |task_id: String| {
        let path = Route::Task { task_id }.href();
        let target = Address {
            row_idx: None,
            ..address.get_untracked()
        };
        let options = NavigateOptions {
            resolve: false,
            scroll: false,
            ..NavigateOptions::default()
        };
        navigate(&format!("{path}{}", target.write()), options);
    };
    let change = move |change: fn(&mut Address)| {
        let mut target = address.get_untracked();
        change(&mut target);
        go.run(target);
    };
    let set_kind = move |kind: DataKind| {
        change(match kind {
            DataKind::Official => |target| {
                target.rows = Some(RowKind::Official);
                target.row_idx = None;
            },
            DataKind::Sample => |target| {
                target.rows = Some(RowKind::Sample);
                target.row_idx = None;
            },
        });
    };
    let set_shots = move |shots: Shots| {
        change(match shots {
            Shots::Zero => |target| target.recipe.shots = Shots::Zero,
            Shots::Five => |target| target.recipe.shots = Shots::Five,
        });
    };
    let set_profile = move |profile: Profile| {
        change(match profile {
            Profile::V1 => |target| target.recipe.profile = Profile::V1,
            // Only v1 has English instructions.
            Profile::Head => |target| {
                target.recipe.profile = Profile::Head;
                target.recipe.language = TemplateLanguage::Filipino;
            },
        });
    };
    let set_language = move |language: TemplateLanguage| {
        change(match language {
            TemplateLanguage::Filipino => |target| {
                target.recipe.language = TemplateLanguage::Filipino;
            },
            TemplateLanguage::English => |target| {
                target.recipe.language = TemplateLanguage::English;
            },
        });
    };
    let is_english_missing = Callback::new(move |language: TemplateLanguage| {
        language == TemplateLanguage::English && address.get().recipe.profile == Profile::Head
    });
    view! {
        <div class="toolbar">
            <SelectField
                id="task"
                label=texts.choose_task
                options=Signal::stored(tasks)
                value=Signal::stored(task.id)
                on_change=to_task
            />
            <Segmented
                name="rows"
                legend=texts.rows
                options=vec![
                    (DataKind::Official, words.common.official.to_owned()),
                    (DataKind::Sample, words.common.sample.to_owned()),
                ]
                value=kind
                on_change=set_kind
            />
            <Segmented
                name="shots"
                legend=texts.examples
                options=[Shots::Zero, Shots::Five]
                    .map(|shots| (shots, language.shots(shots).to_owned()))
                    .to_vec()
                value=Signal::derive(move || address.get().recipe.shots)
                on_change=set_shots
            />
            <Segmented
                name="version"
                legend=texts.version
                options=vec![
                    (Profile::V1, texts.version_v1.to_owned()),
                    (Profile::Head, texts.version_head.to_owned()),
                ]
                value=Signal::derive(move || address.get().recipe.profile)
                on_change=set_profile
            />
            <Segmented
                name="instructions"
                legend=texts.instructions
                options=[TemplateLanguage::Filipino, TemplateLanguage::English]
                    .map(|template| (template, language.template(template).to_owned()))
                    .to_vec()
                value=Signal::derive(move || address.get().recipe.language)
                on_change=set_language
                disabled=is_english_missing
            />
        </div>
    }
}
