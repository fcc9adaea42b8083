//! Rows and prompts of a task: the rows in a list, one open beside it with the exact prompt.
//!
//! What a link should show — task, kind of rows, recipe, open row — lives in the address.

mod address;
mod controls;
mod list;
mod open_row;
mod rows;

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

use super::PageHead;
use crate::desk::view::{SuiteView, TaskView};
use crate::suite::DataKind;
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::components::tag::LabelTag;
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;
use crate::web::state::suite::use_suite;
use crate::words::Words;
use address::{Address, RowKind};
use controls::Controls;
use list::Rows;
use rows::TaskRows;

/// See the module.
#[component]
pub fn TaskPage() -> impl IntoView {
    let words = use_words();
    let store = use_suite();
    let query = use_query_map();
    let task_id = Memo::new(move |_| query.with(|query| query.get("task").unwrap_or_default()));
    move || match store.suite() {
        None => view! {
            <PageHead title=words.suites.title/>
            <Waiting text=words.common.waiting/>
        }
        .into_any(),
        Some(Err(failure)) => view! {
            <PageHead title=words.suites.title/>
            <FailureNotice words=words failure=failure/>
        }
        .into_any(),
        Some(Ok(suite)) => {
            match suite
                .tasks
                .iter()
                .find(|task| task.id == task_id.get())
                .cloned()
            {
                Some(task) => view! { <KnownTask words=words suite=suite task=task/> }.into_any(),
                None => view! {
                    <PageHead title=words.task.no_such_task lead=words.task.no_such_task_text/>
                    <div class="actions"><a class="button" href=Route::Suites.href()>{words.task.back}</a></div>
                }
                .into_any(),
            }
        }
    }
}

#[component]
fn KnownTask(words: &'static Words, suite: SuiteView, task: TaskView) -> impl IntoView {
    let store = use_suite();
    let query = use_query_map();
    let address = Memo::new(move |_| query.with(|query| Address::read(|name| query.get(name))));
    let id = task.id.clone();
    // Official rows where they are there; the sample until then.
    let kind = Memo::new({
        let id = id.clone();
        move |_| match address.get().rows {
            Some(RowKind::Official) => DataKind::Official,
            None if store.is_loaded(&id) => DataKind::Official,
            Some(RowKind::Sample) | None => DataKind::Sample,
        }
    });
    let navigate = use_navigate();
    let go = Callback::new({
        let id = id.clone();
        move |target: Address| {
            let path = Route::Task {
                task_id: id.clone(),
            }
            .href();
            let options = NavigateOptions {
                resolve: false,
                replace: true,
                scroll: false,
                ..NavigateOptions::default()
            };
            navigate(&format!("{path}{}", target.write()), options);
        }
    });
    let rows = TaskRows::new(id, address, kind, go, store);
    let language = words.language;
    let name = language.of(&task.name).to_owned();
    let back = view! {
        <p class="note"><a href=Route::Suites.href()>{words.task.back}</a></p>
    }
    .into_any();
    view! {
        <PageHead
            title=name.clone()
            lead=language.of(&task.asks).to_owned()
            above=back
        />
        <Controls words=words suite=suite task=task.clone() address=address kind=kind go=go/>
        <Rows words=words task=task.clone() rows=rows/>
        <About words=words task=task/>
    }
}

/// Labels, metrics, licence, source, remarks.
#[component]
fn About(words: &'static Words, task: TaskView) -> impl IntoView {
    let language = words.language;
    let labels = task
        .labels
        .iter()
        .map(|(answer, meaning)| {
            view! {
                <li><LabelTag label=answer.clone() lang="fil"/> " " {language.of(meaning).to_owned()}</li>
            }
        })
        .collect_view();
    let remarks = task
        .remarks
        .iter()
        .map(|remark| view! { <li>{language.of(remark).to_owned()}</li> })
        .collect_view();
    let metrics: Vec<&str> = task
        .metrics
        .iter()
        .map(|metric| language.metric(*metric))
        .collect();
    let has_labels = !task.labels.is_empty();
    let has_remarks = !task.remarks.is_empty();
    view! {
        <section class="section" data-rule aria-labelledby="about">
            <h2 id="about">{words.task.about}</h2>
            <dl class="facts">
                {has_labels
                    .then(|| {
                        view! {
                            <dt>{words.common.labels}</dt>
                            <dd><ul class="plain-list">{labels}</ul></dd>
                        }
                    })}
                <dt>{words.common.metric}</dt>
                <dd>{metrics.join(", ")}</dd>
                <dt>{words.common.source}</dt>
                <dd>{language.of(&task.source).to_owned()}</dd>
                <dt>{words.common.licence}</dt>
                <dd>
                    // The note says it where nobody knows.
                    {(task.licence.0 != "unknown")
                        .then(|| format!("{}. ", language.licence(&task.licence.0)))}
                    {language.of(&task.licence.1).to_owned()}
                </dd>
                {has_remarks
                    .then(|| {
                        view! {
                            <dt>{words.suites.remarks}</dt>
                            <dd><ul class="plain-list">{remarks}</ul></dd>
                        }
                    })}
                <dt>{words.suites.file}</dt>
                <dd><code>{task.file.0}</code></dd>
                <dt>"SHA-256"</dt>
                <dd><code>{task.file.1}</code></dd>
            </dl>
        </section>
    }
}
