//! A run that a batch answers: its requests as a file, and what comes back.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::batch::BatchKind;
use crate::desk::batch::file_name;
use crate::desk::protocol::{Export, Failure, Response};
use crate::desk::view::BatchView;
use crate::provider::Format;
use crate::web::components::button::DownloadButton;
use crate::web::components::drop_target::{DropSize, DropTarget};
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::pages::fold::Fold;
use crate::web::state::ask::{self, PickedFiles};
use crate::web::state::runs;
use crate::words::Words;
use crate::words::batch::FILE;

/// What the section is doing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// Nothing.
    #[default]
    Idle,
    /// Files are being read.
    Reading,
    /// Files were read.
    Read(BatchView),
    /// That failed, or a file could not be written.
    Failed(Failure),
}

/// Files of the rows that have no reply yet, and a place for the files that come back.
#[component]
pub fn BatchPart(
    /// Language of the page.
    words: &'static Words,
    /// Run id.
    run_id: String,
    /// Its title, which the files are called by.
    title: String,
    /// What its endpoint speaks.
    format: Format,
    /// What it is doing; outlives it, since new rows have the page drawn anew.
    stage: RwSignal<Stage>,
    /// Rows were stored: what the page shows of the run is old.
    on_read: Callback<()>,
) -> impl IntoView {
    let texts = &words.batch;
    let buttons = BatchKind::of(format)
        .iter()
        .map(|&kind| {
            let run_id = run_id.clone();
            let on_download = move |()| {
                let what = Export::Batch {
                    run_id: run_id.clone(),
                    kind,
                };
                ask::download(what, move |failure| {
                    stage.try_set(Stage::Failed(failure));
                });
            };
            view! {
                <DownloadButton label=words.language.batch_kind(kind) on_download=on_download/>
            }
        })
        .collect_view();
    let commands = texts
        .commands
        .iter()
        .filter(|(kind, ..)| BatchKind::of(format).contains(kind))
        .map(|(kind, what, command)| {
            let command = command.replace(FILE, &file_name(&title, *kind));
            view! { <dt>{*what}</dt> <dd><code class="excerpt">{command}</code></dd> }
        })
        .collect_view();
    let on_files = move |files: Vec<web_sys::File>| {
        if files.is_empty() {
            return;
        }
        stage.set(Stage::Reading);
        let run_id = run_id.clone();
        spawn_local(async move {
            let response = runs::read_batch(run_id, &PickedFiles::new(files)).await;
            let next = match response {
                Response::Batch(view) => Stage::Read(view),
                Response::Failed(failure) => Stage::Failed(failure),
                other => Stage::Failed(ask::unexpected(&other)),
            };
            let is_new = matches!(&next, Stage::Read(view) if view.n_rows > 0);
            stage.try_set(next);
            if is_new {
                on_read.try_run(());
            }
        });
    };
    let outcome = move || match stage.get() {
        Stage::Idle => ().into_any(),
        Stage::Reading => view! { <Waiting text=texts.reading/> }.into_any(),
        Stage::Failed(failure) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Stage::Read(read) => view! { <WhatCame words=words read=read/> }.into_any(),
    };
    view! {
        <section class="section stack" aria-labelledby="batch">
            <h2 id="batch">{texts.title}</h2>
            <p>{texts.lead}</p>
            <div class="actions">{buttons}</div>
            <Fold name="batch" summary=texts.how.into_any()>
                <dl class="facts">{commands}</dl>
                <p class="field-hint">{texts.how_note}</p>
            </Fold>
            <DropTarget
                words=words
                title=texts.drop
                hint=texts.drop_hint
                accept=".jsonl,.json,.txt,.gz,.zip,.zst"
                size=DropSize::Small
                on_files=on_files
            />
            <div role="status">{outcome}</div>
        </section>
    }
}

/// What the files gave, and what was wrong with them.
#[component]
pub fn WhatCame(
    /// Language of the page.
    words: &'static Words,
    /// What was read.
    read: BatchView,
) -> impl IntoView {
    let texts = &words.batch;
    let n_more = read.n_complaints - read.complaints.len();
    let n_more_misses = read.n_rows - read.n_answered - read.without_text.len();
    let misses = read
        .without_text
        .iter()
        .map(|miss| {
            let why = words.language.outcome(&miss.outcome);
            let message = (!miss.message.is_empty()).then(|| format!(" ({})", miss.message));
            view! { <li>{miss.task_id.clone()} " " {miss.row_id.clone()} ": " {why} {message}</li> }
        })
        .collect_view();
    let complaints = read
        .complaints
        .iter()
        .map(|(file, complaint)| {
            let text = words.language.batch_line_error(complaint);
            view! { <li>{file.clone()} ": " {text}</li> }
        })
        .collect_view();
    view! {
        <p>
            {if read.is_of_other_run {
                texts.other_run.to_owned()
            } else {
                (texts.came)(read.n_rows, read.n_answered, read.n_left)
            }}
        </p>
        {(!read.without_text.is_empty()).then(|| view! {
            <div>
                <p>{texts.without_text}</p>
                <ul class="plain-list">{misses}</ul>
                {(n_more_misses > 0).then(|| view! {
                    <p class="muted">{(texts.more)(n_more_misses)}</p>
                })}
            </div>
        })}
        {(read.n_kept > 0).then(|| view! { <p>{(texts.kept)(read.n_kept)}</p> })}
        {(read.n_complaints > 0).then(|| view! {
            <ul class="plain-list">{complaints}</ul>
        })}
        {read.has_lessons.then(|| view! { <p>{texts.lessons}</p> })}
        {(n_more > 0).then(|| view! { <p class="muted">{(texts.more)(n_more)}</p> })}
    }
}
