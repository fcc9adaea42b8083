//! The page of a run's scores: the paper's row, each task, every row, and files to take away.

mod address; // what the page shows, as its address says
pub mod columns; // columns of tables of results
mod elsewhere; // scores of other programs
mod head; // which run this is, and what can be done with it
pub(super) mod load; // questions to the worker
mod numbers; // the paper's row, and SEA-HELM's
mod remarks; // what a reader must know
mod repeats; // several runs of the same rows
mod row; // one row, whole
pub(super) mod row_parts; // its pieces
mod rows; // all rows
mod signature; // the signature, and another beside it
mod take; // files, notes
mod tasks; // task by task

use leptos::prelude::*;

use super::PageHead;
use super::no_run::{Lack, NoNumbers, NoRun};
use crate::desk::protocol::Failure;
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::{ResultView, SuiteView};
use crate::web::components::later::Later;
use crate::web::components::notice::Waiting;
use crate::web::state::settings::use_words;
use crate::web::state::suite::use_suite;
use crate::web::state::visit;
use crate::words::Words;
use address::Here;
use elsewhere::Elsewhere;
use head::RunHead;
use numbers::Numbers;
use remarks::Remarks;
use repeats::Repeats;
use rows::Rows;
use take::TakeAway;
use tasks::{StrayCosts, TaskByTask};

/// How far the page has come.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The address names no run.
    NoId,
    /// The numbers, or the official rows, are on their way.
    Waiting,
    /// There are no numbers.
    Failed(Failure),
    /// There they are.
    There,
}

/// See the module.
#[component]
pub fn ResultPage() -> impl IntoView {
    let here = Here::new();
    let run_id = here.part(|address| address.run_id.clone());
    move || {
        run_id.with(|_| ());
        view! { <RunResult here=here run_id=run_id/> }
    }
}

/// The page of one run.
#[component]
fn RunResult(here: Here, run_id: Memo<String>) -> impl IntoView {
    let words = use_words();
    let store = use_suite();
    let policy = here.part(|address| address.policy);
    // Scores may still come in when the page was built anew.
    let (reloads, reload) = visit::keep("reload", || {
        let reloads = RwSignal::new(0_usize);
        (
            reloads,
            Callback::new(move |()| reloads.update(|n| *n += 1)),
        )
    });
    // Official rows that arrive later can change the numbers of a run: ask again then.
    let is_looking = Memo::new(move |_| store.is_busy());
    let loaded = LocalResource::new(move || {
        // Read, not only tracked: a memo that nobody reads is never computed, and never changes.
        is_looking.with(|_| ());
        reloads.track();
        load::result(run_id.get(), policy.get())
    });
    let result = Memo::new(move |_| loaded.get().and_then(Result::ok));
    let suite = Memo::new(move |_| store.suite().and_then(Result::ok));
    let stage = Memo::new(move |_| {
        if run_id.with(String::is_empty) {
            return Stage::NoId;
        }
        match (loaded.get(), store.suite()) {
            (_, Some(Err(failure))) => Stage::Failed(failure),
            (Some(Err(Failure::NotLoaded { .. })), _) if is_looking.get() => Stage::Waiting,
            (Some(Err(failure)), _) => Stage::Failed(failure),
            (Some(Ok(_)), Some(Ok(_))) => Stage::There,
            _ => Stage::Waiting,
        }
    });
    let title = Memo::new(move |_| {
        let title = result.with(|result| Some(result.as_ref()?.card.title.clone()));
        title.map(|title| title_of(words, &run_id.get(), title))
    });
    let body = move || match stage.get() {
        Stage::NoId => view! {
            <NoRun words=words lack=Lack::NoId/>
        }
        .into_any(),
        Stage::Waiting => {
            let text = move || {
                if is_looking.get() {
                    words.result.waiting_for_rows
                } else {
                    words.result.waiting
                }
            };
            view! { {move || view! { <Waiting text=text()/> }} }.into_any()
        }
        Stage::Failed(failure) => {
            view! { <NoNumbers words=words failure=failure reload=reload/> }.into_any()
        }
        Stage::There => {
            view! { <There words=words here=here result=result suite=suite reload=reload/> }
                .into_any()
        }
    };
    view! {
        {move || {
            let name = title.get();
            let tab_title = name.clone().unwrap_or_else(|| words.result.title.to_owned());
            view! {
                <PageHead
                    title=name.unwrap_or_else(|| words.result.title.to_owned())
                    tab_title=tab_title
                />
            }
        }}
        {body}
    }
}

/// What the page calls a run: the sample has a name in each language.
pub fn title_of(words: &'static Words, run_id: &str, title: String) -> String {
    if run_id == SAMPLE_RUN_ID {
        words.result.sample_title.to_owned()
    } else {
        title
    }
}

/// The page with its numbers. Pieces are built anew when the numbers change; the rows are not.
#[component]
fn There(
    words: &'static Words,
    here: Here,
    result: Memo<Option<ResultView>>,
    suite: Memo<Option<SuiteView>>,
    reload: Callback<()>,
) -> impl IntoView {
    let both = move || Some((result.get()?, suite.get()?));
    view! {
        {move || result.get().map(|result| view! {
            <RunHead
                words=words
                card=result.card.clone()
                n_reused=result.n_reused
                reload=reload
            />
            <Remarks words=words result=result/>
        })}
        {move || both().map(|(result, suite)| view! {
            <Numbers words=words here=here result=result suite=suite/>
        })}
        <Later turn=1>
            {move || result.get().map(|result| view! {
                <Repeats words=words here=here result=result/>
            })}
            {move || result.get().map(|result| view! {
                <StrayCosts words=words here=here result=result/>
            })}
            {move || both().map(|(result, suite)| view! {
                <TaskByTask words=words here=here result=result suite=suite/>
            })}
        </Later>
        <Later turn=2>
            <Rows words=words here=here result=result/>
            <Elsewhere words=words here=here result=result suite=suite reload=reload/>
            {move || result.get().map(|result| view! {
                <TakeAway words=words result=result/>
            })}
        </Later>
    }
}
