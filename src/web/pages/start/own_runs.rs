//! Runs kept in this browser: the list, what was deleted and can be had back, all as one file.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::Failure;
use crate::desk::view::RunCard;
use crate::web::components::button::DownloadButton;
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind, Waiting};
use crate::web::state::ask;
use crate::web::state::deleted::Gone;
use crate::web::state::place::Route;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::storage::keeping;
use crate::web::state::time;
use crate::web::state::visit;
use crate::words::{Keeping, Words};

use super::run_table::{Doings, RunTable};

/// A run that was deleted within this time was deleted on this page.
const JUST_NOW_MILLIS: u64 = 2_000;

/// What takes longer says how far it is.
const LONG_MILLIS: u64 = 1_000;

/// The list with its empty, waiting and failed faces.
#[component]
pub fn OwnRuns(words: &'static Words) -> impl IntoView {
    let start = &words.start;
    let live = LiveRuns::from_context();
    let found = RwSignal::new(None::<Result<Vec<RunCard>, Failure>>);
    let refused = visit::signal("refused", None::<Failure>);
    let trouble = NodeRef::<leptos::html::Div>::new();
    spawn_local(async move {
        let listed = ask::list_runs().await;
        found.try_set(Some(listed));
    });
    let delete = Callback::new(move |card: RunCard| {
        spawn_local(async move {
            if let Err(failure) = runs::delete_soon(live, &card.run_id, &card.title).await {
                refused.try_set(Some(failure));
                // The list may be long, and the reason stands above it.
                if let Some(trouble) = trouble.try_get_untracked().flatten() {
                    trouble.scroll_into_view();
                }
            }
        });
    });
    let on_rename = Callback::new(move |(run_id, title): (String, String)| {
        found.update(|found| {
            let cards = found.iter_mut().flatten().flatten();
            for card in cards.filter(|card| card.run_id == run_id) {
                card.title.clone_from(&title);
            }
        });
    });
    let doings = Doings {
        on_delete: delete,
        on_rename,
    };
    let shown = move || {
        let mut found = found.get()?;
        if let Ok(runs) = &mut found {
            runs.retain(|card| !live.deleted().has(&card.run_id));
        }
        Some(found)
    };
    let body = move || match shown() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        // Why is said above every page.
        Some(Err(Failure::NoStorage { .. })) => {
            view! { <p class="muted">{(start.own_runs_none)(Keeping::InTab)}</p> }.into_any()
        }
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(runs)) if runs.is_empty() => {
            view! { <p class="muted">{move || (start.own_runs_none)(keeping())}</p> }.into_any()
        }
        Some(Ok(runs)) => {
            let compare = Route::Compare {
                first: None,
                second: None,
            };
            let compare = (runs.len() > 1).then(|| {
                view! {
                    <a class="button" href=compare.href()>{start.compare}</a>
                }
            });
            view! {
                <RunTable words=words runs=runs doings=doings/>
                <TakeAll words=words>{compare}</TakeAll>
            }
            .into_any()
        }
    };
    let heading = NodeRef::<leptos::html::H2>::new();
    let said = RwSignal::new(String::new());
    let undo = Callback::new(move |gone: Gone| {
        live.deleted().undo(&gone.run_id);
        said.set((start.restored)(&gone.title));
        // The button that had the focus is gone.
        if let Some(heading) = heading.get_untracked() {
            let _ = heading.focus();
        }
    });
    view! {
        <section class="section stack" aria-labelledby="own-runs">
            <h2 id="own-runs" tabindex="-1" node_ref=heading>{start.own_runs}</h2>
            <For
                each=move || live.deleted().waiting()
                key=|gone| (gone.run_id.clone(), gone.at_millis)
                let:gone
            >
                <GoneNotice words=words gone=gone on_undo=undo/>
            </For>
            <div node_ref=trouble>
            {move || refused.get().map(|failure| view! {
                <FailureNotice words=words failure=failure/>
            })}
            </div>
            {body}
            <p class="visually-hidden" role="status">{move || said.get()}</p>
        </section>
    }
}

/// A run that was deleted, and the way back.
#[component]
fn GoneNotice(words: &'static Words, gone: Gone, on_undo: Callback<Gone>) -> impl IntoView {
    let start = &words.start;
    let button = NodeRef::<leptos::html::Button>::new();
    // The button that was pressed is gone. After a reload nothing was pressed.
    let is_new = time::now_millis().saturating_sub(gone.at_millis) < JUST_NOW_MILLIS;
    Effect::new(move |_| {
        if let Some(button) = button.get().filter(|_| is_new) {
            let _ = button.focus();
        }
    });
    let name = (start.undo_name)(&gone.title);
    view! {
        <Notice
            kind=NoticeKind::Info
            title=(start.deleted)(&gone.title)
            text=start.deleted_text
        >
            <button
                type="button"
                class="button"
                aria-label=name
                node_ref=button
                on:click=move |_| on_undo.run(gone.clone())
            >
                {start.undo}
            </button>
        </Notice>
    }
}

/// The records of all runs in one file, behind what else can be done with the runs.
#[component]
fn TakeAll(words: &'static Words, children: Children) -> impl IntoView {
    let start = &words.start;
    let live = LiveRuns::from_context();
    let is_busy = RwSignal::new(false);
    let progress = RwSignal::new(None::<(usize, usize)>);
    let failure = visit::signal("take all", None::<Failure>);
    let on_download = move |()| {
        is_busy.set(true);
        failure.set(None);
        let began = time::now_millis();
        spawn_local(async move {
            let watch = move |n_done, n_all| {
                if time::now_millis().saturating_sub(began) > LONG_MILLIS {
                    progress.try_set(Some((n_done, n_all)));
                }
            };
            let done = ask::export_all(live.deleted().ids(), watch).await;
            is_busy.try_set(false);
            progress.try_set(None);
            failure.try_set(done.err());
        });
    };
    view! {
        <p class="actions">
            {children()}
            <DownloadButton label=start.export_all is_busy=is_busy on_download=on_download/>
        </p>
        <p class="field-hint" role="status">
            {move || progress.get().map(|(n, of)| (start.exporting)(n, of))}
        </p>
        {move || failure.get().map(|failure| view! {
            <FailureNotice words=words failure=failure/>
        })}
    }
}
