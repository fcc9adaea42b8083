//! The page with two runs side by side: which is better, on what, how sure that is, and the rows
//! that changed.

mod address; // what the page shows, as its address says
mod answer; // what the numbers say, and what else they may come from
mod choose; // which two runs
mod load; // questions to the worker
mod numbers; // the picture and the tables
mod row; // a row of both
mod rows; // the rows that both have

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::PageHead;
use super::no_run::NoNumbers;
use super::result::title_of;
use crate::desk::protocol::Failure;
use crate::desk::view::RunCard;
use crate::desk::view::comparison::ComparisonView;
use crate::score::OutcomePolicy;
use crate::web::components::later::Later;
use crate::web::components::notice::{EmptyState, Waiting};
use crate::web::state::ask;
use crate::web::state::place::Route;
use crate::web::state::runs::LiveRuns;
use crate::web::state::settings::use_words;
use crate::web::state::suite::use_suite;
use crate::words::Words;
use crate::words::compare::sentences::run_name;
use address::Here;
use answer::{Answer, Contrasts};
use choose::Choose;
use numbers::Numbers;
use rows::Rows;

/// How far the page has come.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// There are not two runs, and the address names none.
    NoRuns,
    /// Two are not chosen yet.
    Choosing,
    /// They are one and the same.
    SameRun,
    /// The official rows are being looked for.
    Looking,
    /// The numbers are on their way.
    Computing,
    /// There are no numbers.
    Failed(Failure),
    /// There they are.
    There,
}

/// What was asked, and what came of it.
type Loaded = (
    [String; 2],
    Option<OutcomePolicy>,
    Result<ComparisonView, Failure>,
);

/// See the module.
#[component]
pub fn ComparePage() -> impl IntoView {
    let words = use_words();
    let texts = words.language.compare();
    let store = use_suite();
    let here = Here::new();
    let run_ids = here.part(|address| address.run_ids.clone());
    let policy = here.part(|address| address.policy);
    let live = LiveRuns::from_context();
    let found = RwSignal::new(None::<Result<Vec<RunCard>, Failure>>);
    spawn_local(async move {
        let listed = ask::list_runs().await;
        found.try_set(Some(listed));
    });
    let cards = Memo::new(move |_| {
        let mut cards = found.get().and_then(Result::ok).unwrap_or_default();
        cards.retain(|card| !live.deleted().has(&card.run_id));
        cards
    });
    let reloads = RwSignal::new(0_usize);
    // Official rows that are not looked for yet would be missed, and the work done twice.
    let is_ready = Memo::new(move |_| store.n_loaded().1 > 0 && !store.is_busy());
    let loaded = LocalResource::new(move || {
        let (run_ids, policy) = (run_ids.get(), policy.get());
        let is_wanted = is_ready.get() && is_pair(&run_ids);
        reloads.track();
        async move {
            if !is_wanted {
                return None;
            }
            let view = load::comparison(run_ids.clone(), policy).await;
            Some((run_ids, policy, view))
        }
    });
    // Of other runs than those of now nothing is shown.
    let loaded: Memo<Option<Loaded>> = Memo::new(move |_| {
        let loaded = loaded.get().flatten()?;
        (loaded.0 == run_ids.get()).then_some(loaded)
    });
    let view = Memo::new(move |_| loaded.get().and_then(|(_, _, view)| view.ok()));
    let stage = Memo::new(move |_| {
        let run_ids = run_ids.get();
        if run_ids.iter().any(String::is_empty) {
            return match found.get() {
                None => Stage::Looking,
                Some(Err(failure)) if !matches!(failure, Failure::NoStorage { .. }) => {
                    Stage::Failed(failure)
                }
                Some(_) if cards.with(Vec::len) < 2 && run_ids.concat().is_empty() => Stage::NoRuns,
                Some(_) => Stage::Choosing,
            };
        }
        if !is_pair(&run_ids) {
            return Stage::SameRun;
        }
        match (loaded.get(), store.suite()) {
            (_, Some(Err(failure))) => Stage::Failed(failure),
            _ if !is_ready.get() => Stage::Looking,
            (Some((_, _, Err(failure))), _) => Stage::Failed(failure),
            (Some((_, _, Ok(_))), _) => Stage::There,
            (None, _) => Stage::Computing,
        }
    });
    let reload = Callback::new(move |()| reloads.update(|n| *n += 1));
    let computing = format!("{} {}", words.common.waiting, texts.computing);
    // The numbers of another rule are still shown while those of the chosen one are on their way.
    let is_stale = Memo::new(move |_| {
        loaded.with(|loaded| {
            loaded
                .as_ref()
                .is_some_and(|loaded| loaded.1 != policy.get())
        })
    });
    let body = move || match stage.get() {
        Stage::NoRuns => view! { <NoRuns words=words/> }.into_any(),
        Stage::Choosing => view! { <p class="muted">{texts.choose_text}</p> }.into_any(),
        Stage::SameRun => view! {
            <EmptyState title=texts.same_run text=texts.same_run_text/>
        }
        .into_any(),
        Stage::Looking => view! { <Waiting text=words.result.waiting_for_rows/> }.into_any(),
        Stage::Computing => view! { <Waiting text=computing.clone()/> }.into_any(),
        Stage::Failed(failure) => {
            view! { <NoNumbers words=words failure=failure reload=reload/> }.into_any()
        }
        Stage::There => {
            view! { <There words=words here=here view=view is_stale=is_stale/> }.into_any()
        }
    };
    view! {
        <PageHead title=texts.title lead=texts.lead/>
        {move || (stage.get() != Stage::NoRuns).then(|| view! {
            <Choose words=words here=here cards=cards/>
        })}
        {body}
    }
}

fn is_pair([first, second]: &[String; 2]) -> bool {
    !first.is_empty() && !second.is_empty() && first != second
}

/// Nothing to choose from, and the doors that change that.
#[component]
fn NoRuns(words: &'static Words) -> impl IntoView {
    let texts = words.language.compare();
    view! {
        <EmptyState title=texts.too_few text=texts.too_few_text>
            <a class="button" data-kind="primary" href=Route::NewRun.href()>
                {words.common.nav_new_run}
            </a>
            <a class="button" href=Route::ScoreFile.href()>{words.common.nav_score_file}</a>
        </EmptyState>
    }
}

/// The names of both runs as sentences have them.
fn names(words: &'static Words, view: &ComparisonView) -> [String; 2] {
    let [first, second] = &view.runs;
    [(first, "A"), (second, "B")].map(|(card, letter)| {
        let title = title_of(words, &card.run_id, card.title.clone());
        run_name(&title, letter)
    })
}

/// The page with its numbers. Pieces are built anew when the numbers change; the rows are not.
#[component]
fn There(
    words: &'static Words,
    here: Here,
    view: Memo<Option<ComparisonView>>,
    is_stale: Memo<bool>,
) -> impl IntoView {
    let texts = words.language.compare();
    let has_tasks = Memo::new(move |_| {
        view.with(|view| view.as_ref().is_some_and(|view| !view.tasks.is_empty()))
    });
    move || {
        if !has_tasks.get() {
            return view! { <EmptyState title=texts.no_task text=texts.no_task_text/> }.into_any();
        }
        view! {
            {move || view.get().map(|view| view! {
                <Contrasts words=words view=view.clone()/>
                <Answer words=words here=here view=view/>
            })}
            <Later turn=1>
                <Numbers words=words here=here view=view is_stale=is_stale/>
            </Later>
            <Later turn=2>
                <Rows words=words here=here view=view/>
            </Later>
        }
        .into_any()
    }
}
