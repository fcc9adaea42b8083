//! Files of scores: dropped, read, and what became of each.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::About;
use super::form::{Fields, Form, Giver, column_name};
use crate::desk::protocol::{Failure, Request, Response};
use crate::desk::view::JoinView;
use crate::web::components::drop_target::{DropSize, DropTarget};
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind, Waiting};
use crate::web::state::ask::{self, PickedFiles};
use crate::web::state::visit;
use crate::words::Words;

#[derive(Clone, Debug, PartialEq)]
enum Stage {
    Idle,
    Reading,
    Read(Vec<JoinView>),
    Failed(Failure),
}

/// The fields, a place for files, and the report.
#[component]
pub fn Back(
    words: &'static Words,
    form: Form,
    about: About,
    reload: Callback<()>,
) -> impl IntoView {
    let texts = &words.elsewhere;
    let stage = visit::signal("files of scores", Stage::Idle);
    let for_files = about.clone();
    let on_files = move |files: Vec<web_sys::File>| {
        let Some(joining) = form.joining(words, &for_files, Giver::Named) else {
            stage.set(Stage::Idle);
            return;
        };
        stage.set(Stage::Reading);
        spawn_local(async move {
            let request = Request::JoinFiles(Box::new(joining));
            let next = match ask::ask_with_files(&request, &PickedFiles::new(files)).await {
                Response::Joined(views) => Stage::Read(views),
                Response::Failed(failure) => Stage::Failed(failure),
                other => Stage::Failed(ask::unexpected(&other)),
            };
            let is_taken = |views: &[JoinView]| views.iter().any(|view| !view.is_refused);
            let has_changed = matches!(&next, Stage::Read(views) if is_taken(views));
            stage.try_set(next);
            if has_changed {
                reload.try_run(());
            }
        });
    };
    let outcome = move || match stage.get() {
        Stage::Idle => ().into_any(),
        Stage::Reading => view! { <Waiting text=texts.reading/> }.into_any(),
        Stage::Failed(failure) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Stage::Read(views) => {
            let views = views.into_iter();
            views
                .map(|read| view! { <WhatCame words=words read=read/> })
                .collect_view()
                .into_any()
        }
    };
    view! {
        <Fields words=words form=form about=about/>
        <DropTarget
            words=words
            title=texts.drop
            hint=texts.drop_hint
            accept=".jsonl,.json,.csv,.tsv,.txt,.parquet,.gz,.zip,.zst"
            size=DropSize::Small
            on_files=on_files
        />
        <div role="status">{outcome}</div>
    }
}

/// How many scores a file gave, and what was wrong with it.
#[component]
pub fn WhatCame(words: &'static Words, read: JoinView) -> impl IntoView {
    let texts = &words.elsewhere;
    let problems = read
        .problems
        .iter()
        .map(|problem| view! { <li>{words.language.join_problem(problem)}</li> })
        .collect_view();
    let has_problems = !read.problems.is_empty();
    let list = has_problems.then(|| view! { <ul class="plain-list">{problems}</ul> });
    if read.is_refused {
        let title = (texts.refused)(&read.source);
        return view! {
            <Notice kind=NoticeKind::Wrong title=title>{list}</Notice>
        }
        .into_any();
    }
    let name = column_name(words, &read.name).to_owned();
    view! {
        <p>
            {(texts.came)(&read.task_id, &name, read.n_joined)} " "
            {(texts.there)(read.n_there, read.n_rows)}
        </p>
        {list}
    }
    .into_any()
}
