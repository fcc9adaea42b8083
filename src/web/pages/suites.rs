//! Tasks and their data: what each asks, and loading the official rows.

mod data;
mod table;

use leptos::prelude::*;

use super::PageHead;
use crate::desk::view::{SuiteView, TaskView};
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::pages::fold::Fold;
use crate::web::state::settings::use_words;
use crate::web::state::suite::use_suite;
use crate::words::Words;
use data::DataSection;
use table::TaskTable;

/// See the module.
#[component]
pub fn SuitesPage() -> impl IntoView {
    let words = use_words();
    let store = use_suite();
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
        Some(Ok(suite)) => suite_view(words, suite).into_any(),
    }
}

fn suite_view(words: &'static Words, suite: SuiteView) -> impl IntoView {
    let texts = &words.suites;
    let n_rows = suite.tasks.iter().map(|task| task.n_rows).sum();
    let lead = (texts.lead)(suite.tasks.len(), n_rows);
    let language = words.language;
    let profiles = suite
        .profiles
        .iter()
        .map(|(profile, reference, note)| {
            view! {
                <dt>{profile.id()} ": " {reference.clone()}</dt>
                <dd>{language.of(note).to_owned()}</dd>
            }
        })
        .collect_view();
    let about = suite
        .tasks
        .iter()
        .map(|task| about_rows(words, task))
        .collect_view();
    let (paper_title, paper_id, paper_url) = suite.citation.clone();
    let (repo, commit) = suite.upstream.clone();
    let repo_href = repo.clone();
    view! {
        <PageHead title=texts.title lead=lead/>
        <DataSection words=words suite=suite.clone()/>
        <TaskTable words=words tasks=suite.tasks.clone()/>
        <section class="section" data-rule aria-labelledby="about-rows">
            <h2 id="about-rows">{texts.about_rows}</h2>
            <p class="muted">{texts.about_rows_text}</p>
            <div class="folds">{about}</div>
        </section>
        <section class="section" data-rule aria-labelledby="profiles">
            <h2 id="profiles">{texts.profiles}</h2>
            <dl class="facts">
                {profiles}
                <dt>{texts.paper}</dt>
                <dd><a href=paper_url>{paper_title}</a> ", " {paper_id}</dd>
                <dt>{texts.upstream}</dt>
                <dd><a href=repo_href>{repo}</a></dd>
                <dt>{texts.commit}</dt>
                <dd><code>{commit}</code></dd>
            </dl>
        </section>
    }
}

/// Where a task's rows come from, folded away under the task's name.
fn about_rows(words: &'static Words, task: &TaskView) -> impl IntoView + use<> {
    let language = words.language;
    let remarks = task
        .remarks
        .iter()
        .map(|remark| view! { <li>{language.of(remark).to_owned()}</li> })
        .collect_view();
    let has_remarks = !task.remarks.is_empty();
    let source = language.of(&task.source).to_owned();
    let licence = language.licence(&task.licence.0).to_owned();
    let licence_note = language.of(&task.licence.1).to_owned();
    view! {
        <Fold name=task.id.clone() summary=language.of(&task.name).to_owned().into_any()>
            <dl class="facts">
                <dt>{words.common.source}</dt>
                <dd>{source}</dd>
                <dt>{words.common.licence}</dt>
                <dd>
                    {licence} ". " {licence_note}
                </dd>
                {has_remarks
                    .then(|| {
                        view! {
                            <dt>{words.suites.remarks}</dt>
                            <dd><ul class="plain-list">{remarks}</ul></dd>
                        }
                    })}
            </dl>
        </Fold>
    }
}
