//! Runs kept in this browser: open, go on, delete.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::Failure;
use crate::desk::view::RunCard;
use crate::suite::DataKind;
use crate::web::components::button::ConfirmButton;
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::components::tag::LabelTag;
use crate::web::state::ask;
use crate::web::state::place::Route;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::settings::dates_text;
use crate::web::state::storage::keeping;
use crate::words::{Keeping, Words};

/// The list with its empty, waiting and failed faces.
#[component]
pub fn OwnRuns(words: &'static Words) -> impl IntoView {
    let start = &words.start;
    let live = LiveRuns::from_context();
    let found = RwSignal::new(None::<Result<Vec<RunCard>, Failure>>);
    let refused = RwSignal::new(None::<Failure>);
    let said = RwSignal::new(String::new());
    let fetch = move || {
        spawn_local(async move {
            let listed = ask::list_runs().await;
            found.try_set(Some(listed));
        });
    };
    fetch();
    let delete = Callback::new(move |card: RunCard| {
        spawn_local(async move {
            match runs::delete(live, card.run_id).await {
                Ok(()) => {
                    said.try_set((start.deleted)(&card.title));
                    fetch();
                }
                Err(failure) => {
                    refused.try_set(Some(failure));
                }
            }
        });
    });
    let body = move || match found.get() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        // Why is said above every page.
        Some(Err(Failure::NoStorage { .. })) => {
            view! { <p class="muted">{(start.own_runs_none)(Keeping::InTab)}</p> }.into_any()
        }
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(runs)) if runs.is_empty() => {
            view! { <p class="muted">{move || (start.own_runs_none)(keeping())}</p> }.into_any()
        }
        Some(Ok(runs)) => view! { <RunTable words=words runs=runs on_delete=delete/> }.into_any(),
    };
    view! {
        <section class="section" aria-labelledby="own-runs">
            <h2 id="own-runs">{start.own_runs}</h2>
            {body}
            {move || refused.get().map(|failure| view! {
                <FailureNotice words=words failure=failure/>
            })}
            <p class="visually-hidden" role="status">{move || said.get()}</p>
        </section>
    }
}

#[component]
fn RunTable(
    words: &'static Words,
    runs: Vec<RunCard>,
    on_delete: Callback<RunCard>,
) -> impl IntoView {
    let start = &words.start;
    let moments: Vec<u64> = runs.iter().map(|card| card.started_millis).collect();
    let dates = dates_text(words.language, &moments);
    let rows = runs
        .into_iter()
        .zip(dates)
        .map(|(card, started)| {
            view! {
                <RunRow words=words card=card started=started on_delete=on_delete/>
            }
        })
        .collect_view();
    view! {
        <table class="table own-runs" data-narrow="stack">
            <caption>{move || (start.own_runs_caption)(keeping())}</caption>
            <thead>
                <tr>
                    <th scope="col">{start.run}</th>
                    <th scope="col">{start.how}</th>
                    <th scope="col" class="num">{start.rows_done}</th>
                    <th scope="col" class="num">{start.started}</th>
                    <th scope="col"><span class="visually-hidden">{words.common.delete}</span></th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

#[component]
fn RunRow(
    words: &'static Words,
    card: RunCard,
    /// When it was started, in words.
    started: String,
    on_delete: Callback<RunCard>,
) -> impl IntoView {
    let start = &words.start;
    let language = words.language;
    let is_finished = card.n_done >= card.n_chosen || card.is_upload;
    let route = if is_finished {
        Route::Result {
            run_id: card.run_id.clone(),
        }
    } else {
        Route::Run {
            run_id: card.run_id.clone(),
        }
    };
    let mut how = format!(
        "{} · {} · {}",
        card.profile.id(),
        language.shots(card.shots),
        words.common.tasks_text(&card.task_ids)
    );
    if let Some(repeat) = &card.repeat {
        how.push_str(" · ");
        how.push_str(&(words.repeats.which)(repeat.index, repeat.of));
    }
    let tag = if card.data_kind == DataKind::Sample {
        Some(words.common.sample)
    } else if card.n_chosen < card.n_all {
        Some(words.common.subset)
    } else {
        None
    };
    let model = card
        .model
        .clone()
        .filter(|model| !card.title.contains(model.as_str()));
    let name = (start.delete_run)(&format!("{}, {started}", card.title));
    let done = (start.done_of)(card.n_done, card.n_chosen);
    let title = card.title.clone();
    view! {
        <tr>
            <th scope="row">
                <span class="task-row-name">
                    <span>
                        <a href=route.href()>{title}</a>
                        " "
                        {tag.map(|tag| view! { <LabelTag label=tag/> })}
                    </span>
                    {model.map(|model| view! { <span class="note">{model}</span> })}
                </span>
            </th>
            <td data-label=start.how>
                {how} {card.is_upload.then(|| format!(" · {}", start.upload))}
            </td>
            <td class="num" data-label=start.rows_done>{done}</td>
            <td class="num" data-label=start.started>{started}</td>
            <td class="actions-cell">
                <ConfirmButton
                    words=words
                    label=words.common.delete
                    name=name
                    question=start.delete_question
                    on_confirm=move |()| on_delete.run(card.clone())
                />
            </td>
        </tr>
    }
}
