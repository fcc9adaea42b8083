//! Which two runs are compared.

use leptos::prelude::*;

use super::address::Here;
use crate::desk::view::RunCard;
use crate::web::components::field::SelectField;
use crate::web::pages::result::title_of;
use crate::web::state::settings::dates_text;
use crate::words::Words;

/// Two lists of runs, and a button that swaps them.
#[component]
pub fn Choose(words: &'static Words, here: Here, cards: Memo<Vec<RunCard>>) -> impl IntoView {
    let texts = words.language.compare();
    let run_ids = here.part(|address| address.run_ids.clone());
    let chosen = move |side: usize| Memo::new(move |_| run_ids.with(|ids| ids[side].clone()));
    let options = move |side: usize| {
        Memo::new(move |_| {
            let [own, other] = run_ids.with(|ids| [side, 1 - side].map(|side| ids[side].clone()));
            cards.with(|cards| options(words, cards, &own, &other))
        })
    };
    let on_change = move |side: usize| {
        move |run_id: String| here.switch(|address| address.choose(side, run_id))
    };
    view! {
        <div class="compare-choose" role="group" aria-label=texts.which>
            <SelectField
                id="compare-a"
                label=texts.first
                options=options(0)
                value=chosen(0)
                on_change=on_change(0)
            />
            <button
                type="button"
                class="button"
                disabled=move || run_ids.with(|ids| ids.concat().is_empty())
                on:click=move |_| here.switch(super::address::Address::swap)
            >
                {texts.swap}
            </button>
            <SelectField
                id="compare-b"
                label=texts.second
                options=options(1)
                value=chosen(1)
                on_change=on_change(1)
            />
        </div>
    }
}

/// The runs that can be chosen beside the other one, which is not among them; those without a
/// common task say so.
fn options(
    words: &'static Words,
    cards: &[RunCard],
    own: &str,
    other: &str,
) -> Vec<(String, String)> {
    let texts = words.language.compare();
    let moments: Vec<u64> = cards.iter().map(|card| card.started_millis).collect();
    let dates = dates_text(words.language, &moments);
    let other_tasks = cards.iter().find(|card| card.run_id == other);
    let other_tasks = other_tasks.map(|card| &card.task_ids);
    let mut options = Vec::new();
    if own.is_empty() {
        options.push((String::new(), texts.choose.to_owned()));
    } else if cards.iter().all(|card| card.run_id != own) {
        let name = (texts.of_unknown)(own);
        options.push((own.to_owned(), title_of(words, own, name)));
    }
    for (card, date) in cards.iter().zip(dates) {
        if card.run_id == other && card.run_id != own {
            continue;
        }
        let rows = (words.common.rows)(card.n_done);
        let mut name = format!("{} · {date} · {rows}", card.title);
        let is_apart = |tasks: &Vec<String>| !card.task_ids.iter().any(|id| tasks.contains(id));
        if other_tasks.is_some_and(is_apart) {
            name = format!("{name} · {}", texts.nothing_in_common);
        }
        options.push((card.run_id.clone(), name));
    }
    options
}
