//! An address that names no run, one that is not here, or one without numbers: the same words and
//! doors on every page about a run.

use leptos::prelude::*;

use crate::desk::protocol::Failure;
use crate::web::components::notice::{EmptyState, FailureNotice};
use crate::web::state::place::Route;
use crate::web::state::storage::keeping;
use crate::web::state::suite::SuiteStore;
use crate::words::{Keeping, Words};

/// What the address lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// It names no run.
    NoId,
    /// The run it names is not in this browser.
    Unknown,
}

/// What is not here, and the ways on: the list of runs, a new run, a saved record.
#[component]
pub fn NoRun(
    /// Language of the page.
    words: &'static Words,
    /// What the address lacks.
    lack: Lack,
) -> impl IntoView {
    let texts = &words.result;
    let says = move || match lack {
        Lack::NoId => (texts.no_id.to_owned(), texts.no_id_text.to_owned()),
        Lack::Unknown => {
            let run_id = String::new();
            let advice = words.language.failure(&Failure::NoRun { run_id });
            let text = match keeping() {
                Keeping::InBrowser => advice.what_to_do,
                Keeping::InTab => texts.no_run_in_tab.to_owned(),
            };
            (advice.title, text)
        }
    };
    move || {
        let (title, text) = says();
        view! {
            <EmptyState title=title text=text>
                <a class="button" data-kind="primary" href=Route::Start.href()>
                    {texts.to_own_runs}
                </a>
                <a class="button" href=Route::NewRun.href()>{words.common.nav_new_run}</a>
                <a class="button" href=Route::ScoreFile.href()>{words.common.nav_score_file}</a>
            </EmptyState>
        }
    }
}

/// Why a run has no numbers, and the door that leads on.
#[component]
pub fn NoNumbers(
    /// Language of the page.
    words: &'static Words,
    /// Why.
    failure: Failure,
    /// Asks again.
    reload: Callback<()>,
) -> impl IntoView {
    let store: SuiteStore = expect_context();
    let door = match &failure {
        // Without storage only this tab's runs are known.
        Failure::NoRun { .. } | Failure::NoStorage { .. } => {
            return view! { <NoRun words=words lack=Lack::Unknown/> }.into_any();
        }
        Failure::NotLoaded { .. } => view! {
            <button
                type="button"
                class="button"
                data-kind="primary"
                on:click=move |_| store.load()
            >
                {words.suites.load_all}
            </button>
            <a class="button" href=Route::Suites.href()>{words.common.nav_suites}</a>
        }
        .into_any(),
        _ => view! {
            <button
                type="button"
                class="button"
                data-kind="primary"
                on:click=move |_| reload.run(())
            >
                {words.common.try_again}
            </button>
            <a class="button" href=Route::Start.href()>{words.common.to_start}</a>
        }
        .into_any(),
    };
    view! {
        <FailureNotice words=words failure=failure>{door}</FailureNotice>
    }
    .into_any()
}
