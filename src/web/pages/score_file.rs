//! Answers from a file: dropped, recognised, checked, scored.

mod choices;
mod list;
mod reading;
mod report;
mod runs_table;
mod tables;

use leptos::prelude::*;
use send_wrapper::SendWrapper;

use self::reading::{Desk, LARGE_BYTES};
use self::report::Report;
use super::PageHead;
use super::run::batch::WhatCame;
use crate::web::components::drop_target::{DropSize, DropTarget};
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind, Waiting};
use crate::web::components::progress_bar::ProgressBar;
use crate::web::state::go::use_go;
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;
use crate::web::state::storage::keeping;
use crate::web::state::suite::use_suite;
use crate::web::state::upload::{Stage, Upload};
use crate::words::{Keeping, Words};

/// File types the chooser offers; dropping takes anything.
const ACCEPT: &str = ".json,.jsonl,.csv,.tsv,.txt,.parquet,.eval,.zip,.gz,.zst";

/// See the module.
#[component]
pub fn ScoreFilePage() -> impl IntoView {
    let words = use_words();
    let go = SendWrapper::new(use_go());
    let desk = Desk {
        upload: expect_context::<Upload>(),
        to_result: Callback::new(move |run_id| go(&Route::Result { run_id })),
        store: use_suite(),
    };
    desk.store.rehearse();
    let on_files = move |files: Vec<web_sys::File>| {
        if !files.is_empty() {
            desk.take(files);
        }
    };
    let stage = desk.upload.stage;
    let is_idle = Memo::new(move |_| stage.with(|stage| *stage == Stage::Idle));
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
                <p class="prose">{words.score_file.formats_many}</p>
                <p class="prose">{words.score_file.formats_scores}</p>
                <p class="prose">{words.score_file.stays_here}</p>
            </section>
        </Show>
    }
}

fn stage_view(words: &'static Words, desk: Desk) -> AnyView {
    let texts = &words.score_file;
    match desk.upload.stage.get() {
        Stage::Idle => ().into_any(),
        Stage::Reading(n_files) => {
            view! { <Reading words=words desk=desk n_files=n_files/> }.into_any()
        }
        Stage::LoadingData => view! { <Waiting text=texts.loading_data/> }.into_any(),
        Stage::ReadingBatch => view! { <Waiting text=words.batch.reading/> }.into_any(),
        Stage::OfBatch(run_id, read) => {
            let route = Route::Run { run_id };
            view! {
                <section class="stack" role="status">
                    <h2>{texts.batch_came}</h2>
                    <WhatCame words=words read=read/>
                    <p><a href=route.href()>{texts.batch_open}</a></p>
                </section>
            }
            .into_any()
        }
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
                    on:click=move |_| desk.load_then_read()
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
        Stage::Opened(runs) => {
            view! { <RunList title=(texts.opened)(runs.len()) runs=runs/> }.into_any()
        }
        Stage::Kept(runs) => view! {
            <RunList title=(texts.kept)(runs.len()) runs=runs/>
            <p><a href=Route::Board.href()>{texts.to_board}</a></p>
        }
        .into_any(),
        Stage::Report(upload) => {
            let opened = upload.opened_runs.clone();
            view! {
                {(!opened.is_empty()).then(|| view! {
                    <RunList title=(texts.opened)(opened.len()) runs=opened/>
                })}
                <Report words=words desk=desk upload=*upload/>
            }
            .into_any()
        }
    }
}

/// Files on their way into the worker: large ones with a bar, and a way to stop.
#[component]
fn Reading(words: &'static Words, desk: Desk, n_files: usize) -> impl IntoView {
    let texts = &words.score_file;
    let progress = desk.upload.progress;
    let is_large = Memo::new(move |_| progress.with(|progress| progress.1 >= LARGE_BYTES));
    // Without storage, what the worker holds is all there is: it is not started anew.
    let can_stop = keeping() == Keeping::InBrowser;
    let megabytes = |n_bytes: u64| usize::try_from(n_bytes / 1_000_000).unwrap_or(usize::MAX);
    let text = move || {
        let (n_bytes, n_all, n_rows) = progress.get();
        (texts.read_so_far)(n_bytes, n_all, n_rows)
    };
    view! {
        <Show
            when=move || is_large.get()
            fallback=move || view! { <Waiting text=(texts.reading)(n_files)/> }
        >
            <ProgressBar
                label=(texts.reading)(n_files)
                done=Signal::derive(move || megabytes(progress.get().0))
                of=Signal::derive(move || megabytes(progress.get().1))
                text=Signal::derive(text)
            />
            {can_stop.then(|| view! {
                <button type="button" class="button" on:click=move |_| desk.cancel()>
                    {texts.cancel}
                </button>
            })}
        </Show>
    }
}

/// Runs that came of several records or files at once.
#[component]
fn RunList(title: String, runs: Vec<(String, String)>) -> impl IntoView {
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
