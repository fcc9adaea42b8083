//! Which run this is, how much of the data it is about, and what can be done with it.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::Failure;
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::RunCard;
use crate::suite::DataKind;
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind};
use crate::web::pages::rename::{Rename, RenameForm};
use crate::web::pages::run_facts::{RunFacts, TakenRows};
use crate::web::state::go::use_go;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::place::Route;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::visit;
use crate::words::Words;

/// Facts and doors of a run, and in words what its numbers are not.
#[component]
pub fn RunHead(
    words: &'static Words,
    card: RunCard,
    /// Rows whose replies were stored already.
    n_reused: usize,
    /// The name was changed.
    reload: Callback<()>,
) -> impl IntoView {
    let is_sample_run = card.run_id == SAMPLE_RUN_ID;
    let tags = badges(words, &card)
        .into_iter()
        .map(|badge| view! { <li class="tag" data-kind="warning">{badge}</li> })
        .collect_view();
    let failure = visit::signal("head", None::<Failure>);
    let failed = move || {
        failure.get().map(|failure| {
            view! { <FailureNotice words=words failure=failure/> }
        })
    };
    view! {
        <div class="result-head">
            <ul class="tags">{tags}</ul>
            <RunFacts words=words card=card.clone()/>
            <TakenRows words=words n=n_reused of=card.n_done/>
            <Unfinished words=words card=card.clone()/>
            {is_sample_run.then(|| view! {
                <Notice
                    kind=NoticeKind::Info
                    title=words.result.sample_notice
                    text=words.result.sample_notice_text
                >
                    <a class="button" href=Route::NewRun.href()>{words.common.nav_new_run}</a>
                </Notice>
            })}
            {(!is_sample_run).then(|| view! {
                <Doors words=words card=card failure=failure reload=reload/>
            })}
            {failed}
        </div>
    }
}

/// What is not all there, and the way on.
#[component]
fn Unfinished(words: &'static Words, card: RunCard) -> impl IntoView {
    let is_live = is_live(&card.run_id);
    let n_left = card.n_chosen.saturating_sub(card.n_done);
    let title = (words.result.unfinished)(card.n_done, card.n_chosen);
    let text = if card.is_upload {
        words.result.unfinished_upload
    } else if is_live {
        words.result.unfinished_live
    } else {
        words.result.unfinished_text
    };
    let route = Route::Run {
        run_id: card.run_id,
    };
    let label = if is_live {
        words.result.watch
    } else {
        words.result.go_on
    };
    let door = (!card.is_upload).then(|| {
        view! {
            <a class="button" data-kind="primary" href=route.href()>{label}</a>
        }
    });
    (n_left > 0).then(|| {
        view! {
            <Notice kind=NoticeKind::Warning title=title text=text>{door}</Notice>
        }
    })
}

/// Renaming, asking another model in the same way, deleting.
#[component]
fn Doors(
    words: &'static Words,
    card: RunCard,
    failure: RwSignal<Option<Failure>>,
    reload: Callback<()>,
) -> impl IntoView {
    let rename = Rename::of(&card.run_id);
    let is_renaming = rename.is_open;
    let live = LiveRuns::from_context();
    let go = StoredValue::new_local(use_go());
    let is_deleting = RwSignal::new(false);
    let delete_name = (words.start.delete_run)(&card.title);
    let same = (!card.is_upload).then(|| {
        let card = card.clone();
        let form = NewRunForm::from_context();
        let on_click = move |_| {
            form.be_like(card.clone());
            go.with_value(|go| go(&Route::NewRun));
        };
        view! {
            <button type="button" class="button" data-kind="quiet" on:click=on_click>
                {words.start.same_settings}
            </button>
        }
    });
    let compare = Route::Compare {
        first: Some(card.run_id.clone()),
        second: None,
    };
    let card = StoredValue::new(card);
    let on_delete = move |_| {
        is_deleting.set(true);
        spawn_local(async move {
            let (run_id, title) = card.with_value(|card| (card.run_id.clone(), card.title.clone()));
            match runs::delete_soon(live, &run_id, &title).await {
                Ok(()) => drop(go.try_with_value(|go| go(&Route::Start))),
                Err(error) => {
                    is_deleting.try_set(false);
                    failure.try_set(Some(error));
                }
            }
        });
    };
    let on_done = Callback::new(move |name: Option<String>| {
        if name.is_some() {
            reload.run(());
        }
    });
    view! {
        <div class="actions">
            <button
                type="button"
                class="button"
                data-kind="quiet"
                aria-expanded=move || is_renaming.get().to_string()
                on:click=move |_| rename.toggle(card.with_value(|card| card.title.clone()))
            >
                {words.result.rename}
            </button>
            {same}
            <a class="button" data-kind="quiet" href=compare.href()>
                {words.language.compare().open}
            </a>
            <button
                type="button"
                class="button"
                data-kind="quiet"
                aria-label=delete_name
                prop:disabled=move || is_deleting.get()
                on:click=on_delete
            >
                {words.common.delete}
            </button>
        </div>
        {move || is_renaming.get().then(|| {
            let run_id = card.with_value(|card| card.run_id.clone());
            view! { <RenameForm words=words run_id=run_id rename=rename on_done=on_done/> }
        })}
    }
}

/// Whether the run is under way in this tab; untracked.
fn is_live(run_id: &str) -> bool {
    let driver = untrack(|| use_context::<LiveRuns>()?.get(run_id));
    driver.is_some_and(|driver| driver.is_active())
}

/// What keeps the numbers from being official ones, in a few words each.
pub fn badges(words: &'static Words, card: &RunCard) -> Vec<String> {
    let mut badges = Vec::new();
    if card.data_kind == DataKind::Sample {
        badges.push(words.result.badge_sample.to_owned());
    }
    if card.n_chosen < card.n_all {
        badges.push((words.result.badge_part)(card.n_chosen, card.n_all));
    }
    if card.n_done < card.n_chosen {
        badges.push((words.result.badge_unfinished)(card.n_done, card.n_chosen));
    }
    badges
}
