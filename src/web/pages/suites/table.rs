//! The tasks as rows.

use leptos::prelude::*;

use super::data::problems_of;
use crate::desk::view::{FileState, TaskView};
use crate::web::components::tag::LabelTag;
use crate::web::state::place::Route;
use crate::web::state::suite::{SuiteStore, use_suite};
use crate::words::{Words, number};

/// What each task asks, how many rows, and whether they are loaded.
#[component]
pub fn TaskTable(words: &'static Words, tasks: Vec<TaskView>) -> impl IntoView {
    let texts = &words.suites;
    let store = use_suite();
    let rows = tasks
        .into_iter()
        .map(|task| task_row(words, store, task))
        .collect_view();
    view! {
        <table class="table" data-narrow="stack">
            <caption>{texts.table_caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{words.common.task}</th>
                    <th scope="col">{texts.asks}</th>
                    <th scope="col" class="num">{texts.rows}</th>
                    <th scope="col">{words.common.labels}</th>
                    <th scope="col">{words.common.metric}</th>
                    <th scope="col">{words.common.licence}</th>
                    <th scope="col">{texts.state}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn task_row(words: &'static Words, store: SuiteStore, task: TaskView) -> impl IntoView {
    let texts = &words.suites;
    let language = words.language;
    let labels = task
        .labels
        .iter()
        .map(|(answer, meaning)| {
            let meaning = language.of(meaning).to_owned();
            view! { <li><LabelTag label=answer.clone() title=meaning lang="fil"/></li> }
        })
        .collect_view();
    let labels = if task.labels.is_empty() {
        view! { <span class="muted">{texts.free_text}</span> }.into_any()
    } else {
        view! { <ul class="tags">{labels}</ul> }.into_any()
    };
    let metrics: Vec<&str> = task
        .paper_metrics
        .iter()
        .map(|metric| language.metric(*metric))
        .collect();
    let task_id = task.id.clone();
    let state = move || match state_of(store, &task_id) {
        TaskState::Loaded => texts.loaded,
        TaskState::Loading => texts.loading,
        TaskState::Failed => texts.failed,
        TaskState::NotLoaded => texts.not_loaded,
    };
    let href = Route::Task {
        task_id: task.id.clone(),
    }
    .href();
    view! {
        <tr>
            <th scope="row">
                <span class="task-row-name">
                    <a href=href>{language.of(&task.name).to_owned()}</a>
                    <span class="note">{task.id.clone()} " · " {task.competency.clone()}</span>
                </span>
            </th>
            <td>{language.of(&task.asks).to_owned()}</td>
            <td class="num" data-label=texts.rows>{number::count(task.n_rows)}</td>
            <td data-label=words.common.labels>{labels}</td>
            <td data-label=words.common.metric>{metrics.join(", ")}</td>
            <td class="whole" data-label=words.common.licence>
                {language.licence(&task.licence.0).to_owned()}
            </td>
            <td class="whole" data-label=texts.state>{state}</td>
        </tr>
    }
}

enum TaskState {
    Loaded,
    Loading,
    Failed,
    NotLoaded,
}

/// A task is as far as the worse of its two files.
fn state_of(store: SuiteStore, task_id: &str) -> TaskState {
    if store.is_loaded(task_id) {
        return TaskState::Loaded;
    }
    let data = store.data();
    let mut files = data.files.iter().filter(|file| file.task_id == task_id);
    if files
        .clone()
        .any(|file| matches!(file.state, FileState::Loading(_)))
    {
        TaskState::Loading
    } else if store.is_busy() {
        // Its turn will come.
        TaskState::Loading
    } else if files.any(|file| !problems_of(file).is_empty()) {
        TaskState::Failed
    } else {
        TaskState::NotLoaded
    }
}
