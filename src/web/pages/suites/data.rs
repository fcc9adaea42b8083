//! The official files: load them, pick them, forget them, and what became of each.

use std::collections::BTreeSet;

use leptos::prelude::*;

use crate::desk::view::{DataView, FileSource, FileState, FileView, LoadProblem, SuiteView};
use crate::web::components::button::ConfirmButton;
use crate::web::components::drop_target::DropTarget;
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind};
use crate::web::components::progress_bar::ProgressBar;
use crate::web::pages::fold::Fold;
use crate::web::state::storage::keeping;
use crate::web::state::suite::{SuiteStore, use_suite};
use crate::web::state::visit;
use crate::words::{Words, number};

/// File types the chooser offers; dropping takes anything.
const ACCEPT: &str = ".jsonl,.json,.zip,.gz,.zst";

/// Failed files that a notice names; the list of files has all.
const MAX_NAMED: usize = 4;

/// How the official data stand, and what can be done about it.
#[component]
pub fn DataSection(words: &'static Words, suite: SuiteView) -> impl IntoView {
    let texts = &words.suites;
    let store = use_suite();
    let has_failed = Memo::new(move |_| {
        !store.is_busy()
            && store
                .data()
                .files
                .iter()
                .any(|file| !problems_of(file).is_empty())
    });
    let is_complete = Memo::new(move |_| {
        let (n_loaded, n_files) = store.n_loaded();
        n_files > 0 && n_loaded == n_files
    });
    let is_asking = visit::signal("forget rows", false);
    let is_busy = Memo::new(move |_| store.is_busy());
    let (repo, commit) = suite.upstream;
    view! {
        <section class="section" aria-labelledby="data">
            <h2 id="data">{texts.data}</h2>
            <div class="stack" data-gap="small">
                <p role="status"><strong>{move || summary(words, &store.data(), store.is_busy())}</strong></p>
                <p class="muted prose">
                    {move || {
                        if is_complete.get() {
                            let sources = sources_of(words, &store.data());
                            format!("{} {}", (texts.came_from)(&sources), (texts.data_all_text)(keeping()))
                        } else {
                            (texts.data_none_text)(keeping()).to_owned()
                        }
                    }}
                </p>
            </div>
            <Show when=move || is_busy.get()>
                <LoadProgress words=words store=store/>
            </Show>
            {move || store.failure().map(|failure| view! { <FailureNotice words=words failure=failure/> })}
            {move || {
                let repo = repo.clone();
                let commit = commit.clone();
                has_failed.get().then(|| failed_notice(words, &store.data(), repo, commit))
            }}
            <div class="actions">
                <Show when=move || !is_complete.get()>
                    <button
                        type="button"
                        class="button"
                        data-kind="primary"
                        disabled=move || is_busy.get()
                        on:click=move |_| store.load()
                    >
                        {move || if has_failed.get() { texts.load_missing } else { texts.load_all }}
                    </button>
                </Show>
                <Show when=move || (store.n_loaded().0 > 0) && !is_busy.get()>
                    <ConfirmButton
                        words=words
                        label=texts.forget
                        question=texts.forget_question
                        is_asking=is_asking
                        on_confirm=move |()| store.forget()
                    />
                </Show>
            </div>
            <Show when=move || !is_complete.get()>
                {move || view! {
                    <Fold
                        name=if has_failed.get() { "pick what failed" } else { "pick" }
                        is_open=has_failed.get()
                        summary=texts.pick.into_any()
                    >
                        <DropTarget
                            words=words
                            title=texts.pick_title
                            hint=texts.pick_hint
                            accept=ACCEPT
                            on_files=move |files| store.pick(files)
                        />
                    </Fold>
                }}
            </Show>
            <Fold name="files" summary=texts.files.into_any()>
                <FileTable words=words store=store/>
            </Fold>
        </section>
    }
}

/// One line: how many of how many.
fn summary(words: &'static Words, data: &DataView, is_busy: bool) -> String {
    let texts = &words.suites;
    let n_files = data.files.len();
    let n_loaded = data
        .files
        .iter()
        .filter(|file| matches!(file.state, FileState::Loaded(_)))
        .count();
    if n_files == 0 {
        words.common.waiting.to_owned()
    } else if n_loaded == n_files {
        (texts.data_all)(n_files)
    } else if n_loaded == 0 && is_busy {
        texts.looking.to_owned()
    } else if n_loaded == 0 {
        (texts.data_none)(n_files, data.files.iter().map(|file| file.bytes).sum())
    } else {
        (texts.data_part)(n_loaded, n_files)
    }
}

/// Where the loaded files came from, each place once, in the order the places are tried.
fn sources_of(words: &'static Words, data: &DataView) -> String {
    let loaded = data.files.iter().filter_map(|file| match file.state {
        FileState::Loaded(source) => Some(source),
        _ => None,
    });
    let sources: BTreeSet<FileSource> = loaded.collect();
    let names: Vec<&str> = sources
        .into_iter()
        .map(|source| words.language.file_source(source))
        .collect();
    names.join(", ")
}

#[component]
fn LoadProgress(words: &'static Words, store: SuiteStore) -> impl IntoView {
    let texts = &words.suites;
    let text = move || {
        let data = store.data();
        let (n_loaded, n_files) = store.n_loaded();
        let current = data.files.iter().find_map(|file| match file.state {
            FileState::Loading(source) => Some(format!(
                "{} {}: {}",
                texts.looking_in,
                words.language.file_source(source),
                file_name(&file.path)
            )),
            _ => None,
        });
        (texts.progress)(n_loaded, n_files, &current.unwrap_or_default())
    };
    view! {
        <ProgressBar
            label=texts.progress_label
            done=Signal::derive(move || store.n_loaded().0)
            of=Signal::derive(move || store.n_loaded().1)
            text=Signal::derive(text)
        />
    }
}

/// A path that breaks after its slashes.
fn breakable(path: &str) -> impl IntoView + use<> {
    path.split_inclusive('/')
        .map(|part| view! { {part.to_owned()} <wbr/> })
        .collect_view()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What places said about a file, in the order they were asked; empty while it is fine.
///
/// That cache and own host do not have a file is usual: said only when upstream was asked, too.
pub fn problems_of(file: &FileView) -> &[(FileSource, LoadProblem)] {
    match &file.state {
        FileState::Failed(problems)
            if problems.iter().any(|(source, problem)| {
                matches!(source, FileSource::Upstream | FileSource::Picked)
                    || !matches!(problem, LoadProblem::NotThere { .. } | LoadProblem::Network)
            }) =>
        {
            problems
        }
        _ => &[],
    }
}

fn failed_notice(
    words: &'static Words,
    data: &DataView,
    repo: String,
    commit: String,
) -> impl IntoView + use<> {
    let texts = &words.suites;
    let failed: Vec<&FileView> = data
        .files
        .iter()
        .filter(|file| !problems_of(file).is_empty())
        .collect();
    let problems: Vec<LoadProblem> = failed
        .iter()
        .flat_map(|file| problems_of(file).iter().map(|(_, problem)| problem.clone()))
        .collect();
    let archive = format!("{repo}/archive/{commit}.zip");
    let named = failed
        .iter()
        .take(MAX_NAMED)
        .map(|file| {
            let name = file_name(&file.path).to_owned();
            view! { <li><strong>{name}</strong> {file_state(words, file)}</li> }
        })
        .collect_view();
    view! {
        <Notice
            kind=NoticeKind::Wrong
            title=(texts.files_failed)(failed.len())
            text=words.language.load_advice(&problems)
        >
            <ul class="plain-list">{named}</ul>
            <a class="button" href=archive>{texts.download_archive}</a>
        </Notice>
    }
}

#[component]
fn FileTable(words: &'static Words, store: SuiteStore) -> impl IntoView {
    let texts = &words.suites;
    let rows = move || {
        let mut files = store.data().files;
        // What needs a look stands first.
        files.sort_by_key(|file| problems_of(file).is_empty());
        files
            .into_iter()
            .map(|file| {
                let what = if file.is_test {
                    texts.test_rows
                } else {
                    texts.examples
                };
                view! {
                    <tr>
                        <th scope="row">
                            <span class="task-row-name">
                                <span>{file.task_id.clone()} ", " {what}</span>
                                <span class="note">{breakable(&file.path)}</span>
                            </span>
                        </th>
                        <td class="num" data-label=texts.rows>{number::count(file.rows)}</td>
                        <td class="num" data-label=texts.size>{number::bytes(file.bytes)}</td>
                        <td data-label=texts.places_tried>{file_state(words, &file)}</td>
                    </tr>
                }
            })
            .collect_view()
    };
    view! {
        <table class="table" data-narrow="stack">
            <caption class="visually-hidden">{texts.files}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.file}</th>
                    <th scope="col" class="num">{texts.rows}</th>
                    <th scope="col" class="num">{texts.size}</th>
                    <th scope="col">{texts.places_tried}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn file_state(words: &'static Words, file: &FileView) -> AnyView {
    let texts = &words.suites;
    let language = words.language;
    match &file.state {
        FileState::NotLoaded => view! { <span class="muted">{texts.not_loaded}</span> }.into_any(),
        FileState::Loading(source) => {
            format!("{} {}", texts.looking_in, language.file_source(*source)).into_any()
        }
        FileState::Loaded(source) => (texts.from)(language.file_source(*source)).into_any(),
        FileState::Failed(problems) => {
            let places = problems
                .iter()
                .map(|(source, problem)| {
                    let hashes = match problem {
                        LoadProblem::WrongHash { expected, found } => Some(view! {
                            <div>{texts.hash_expected} " " <code>{expected.clone()}</code></div>
                            " "
                            <div>{texts.hash_found} " " <code>{found.clone()}</code></div>
                        }),
                        _ => None,
                    };
                    view! {
                        <li>
                            {language.file_source(*source)} ": " {language.load_problem(problem)}
                            {hashes}
                        </li>
                    }
                })
                .collect_view();
            view! { <ul class="plain-list">{places}</ul> }.into_any()
        }
    }
}
