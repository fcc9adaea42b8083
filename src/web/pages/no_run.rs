//! An address that names no run, or one that is not here: the same words and doors on every page
//! about a run.

use leptos::prelude::*;

use crate::desk::protocol::Failure;
use crate::web::components::notice::EmptyState;
use crate::web::state::place::Route;
use crate::web::state::storage::keeping;
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
