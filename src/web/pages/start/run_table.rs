//! The list of runs: open, rename, ask again in the same way, delete.

use leptos::prelude::*;

use crate::desk::view::RunCard;
use crate::provider::Format;
use crate::suite::DataKind;
use crate::web::components::tag::LabelTag;
use crate::web::pages::rename::{Rename, RenameForm};
use crate::web::state::go::use_go;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::place::Route;
use crate::web::state::settings::dates_text;
use crate::web::state::storage::keeping;
use crate::words::Words;

/// What can be done with a run of the list. Copy it freely.
#[derive(Clone, Copy)]
pub struct Doings {
    /// Hears which run is to be deleted.
    pub on_delete: Callback<RunCard>,
    /// Hears id and new name of a run that was renamed.
    pub on_rename: Callback<(String, String)>,
}

/// See the module.
#[component]
pub fn RunTable(
    /// Language of the page.
    words: &'static Words,
    /// Newest first.
    runs: Vec<RunCard>,
    /// What can be done with them.
    doings: Doings,
) -> impl IntoView {
    let start = &words.start;
    let moments: Vec<u64> = runs.iter().map(|card| card.started_millis).collect();
    let dates = dates_text(words.language, &moments);
    let rows = runs
        .into_iter()
        .zip(dates)
        .map(|(card, started)| {
            view! { <RunRow words=words card=card started=started doings=doings/> }
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
                    <th scope="col"><span class="visually-hidden">{start.doings}</span></th>
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
    doings: Doings,
) -> impl IntoView {
    let start = &words.start;
    let rename = Rename::of(&card.run_id);
    let is_renaming = rename.is_open;
    let done = (start.done_of)(card.n_done, card.n_chosen);
    let how = how_text(words, &card);
    let asked = asked_text(words, &card);
    let tag = tag_of(words, &card);
    let href = route_of(&card).href();
    let dated = format!("{}, {started}", card.title);
    let same = (!card.is_upload).then(|| {
        let (card, go) = (card.clone(), use_go());
        let form = NewRunForm::from_context();
        let on_click = move |_| {
            form.be_like(card.clone());
            go(&Route::NewRun);
        };
        view! {
            <button
                type="button"
                class="button"
                data-kind="quiet"
                aria-label=(start.same_settings_as)(&dated)
                on:click=on_click
            >
                {start.same_settings}
            </button>
        }
    });
    let card = StoredValue::new(card);
    let opener = NodeRef::<leptos::html::Button>::new();
    let on_done = Callback::new(move |name: Option<String>| {
        // The box that had the focus is gone.
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
        if let Some(name) = name {
            let run_id = card.with_value(|card| card.run_id.clone());
            doings.on_rename.run((run_id, name));
        }
    });
    let name = move || {
        if is_renaming.get() {
            let run_id = card.with_value(|card| card.run_id.clone());
            return view! {
                <RenameForm words=words run_id=run_id rename=rename on_done=on_done/>
            }
            .into_any();
        }
        let title = card.with_value(|card| card.title.clone());
        view! {
            <span>
                <a href=href.clone()>{title}</a>
                " "
                {tag.map(|tag| view! { <LabelTag label=tag/> })}
            </span>
        }
        .into_any()
    };
    view! {
        <tr>
            <th scope="row">
                <span class="task-row-name">
                    {name}
                    {asked.map(|asked| view! { <span class="note">{asked}</span> })}
                </span>
            </th>
            <td data-label=start.how>{how}</td>
            <td class="num" data-label=start.rows_done>{done}</td>
            <td class="num" data-label=start.started>{started}</td>
            <td class="actions-cell">
                {same}
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    node_ref=opener
                    aria-label=(start.rename_run)(&dated)
                    aria-expanded=move || is_renaming.get().to_string()
                    on:click=move |_| rename.toggle(card.with_value(|card| card.title.clone()))
                >
                    {words.result.rename}
                </button>
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    aria-label=(start.delete_run)(&dated)
                    on:click=move |_| doings.on_delete.run(card.get_value())
                >
                    {words.common.delete}
                </button>
            </td>
        </tr>
    }
}

fn route_of(card: &RunCard) -> Route {
    let run_id = card.run_id.clone();
    if card.n_done >= card.n_chosen || card.is_upload {
        Route::Result { run_id }
    } else {
        Route::Run { run_id }
    }
}

/// Whose prompts, shots and tasks; how somebody else asked is not known.
fn how_text(words: &'static Words, card: &RunCard) -> String {
    let mut how = vec![card.profile.id().to_owned()];
    if !card.is_upload {
        how.push(words.language.shots(card.shots).to_owned());
    }
    how.push(words.common.tasks_text(&card.task_ids));
    if let Some(repeat) = &card.repeat {
        how.push((words.repeats.which)(repeat.index, repeat.of));
    }
    if card.is_upload {
        how.push(words.start.upload.to_owned());
    }
    how.join(" · ")
}

/// The model where the title does not name it, and the server that was asked.
fn asked_text(words: &'static Words, card: &RunCard) -> Option<String> {
    let model = card.model.clone();
    let model = model.filter(|model| !card.title.contains(model.as_str()));
    let server = card
        .base_url
        .as_deref()
        .filter(|address| !address.is_empty());
    let server = server.map(|address| match card.format {
        Some(Format::Browser) => words.browser.place.to_owned(),
        _ => address.to_owned(),
    });
    let parts: Vec<String> = model.into_iter().chain(server).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn tag_of(words: &'static Words, card: &RunCard) -> Option<&'static str> {
    if card.data_kind == DataKind::Sample {
        Some(words.common.sample)
    } else if card.n_chosen < card.n_all {
        Some(words.common.subset)
    } else {
        None
    }
}
