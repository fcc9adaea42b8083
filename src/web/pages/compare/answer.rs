//! What the numbers say in words, and what else than the model they may come from.

use leptos::prelude::*;

use super::address::{Here, show_rows};
use super::names;
use crate::desk::view::comparison::{ChangeCounts, ComparisonView, Contrast};
use crate::score::difference::Change;
use crate::web::components::notice::{Notice, NoticeKind};
use crate::words::Words;

/// Settings that differ, above all numbers.
#[component]
pub fn Contrasts(words: &'static Words, view: ComparisonView) -> impl IntoView {
    let texts = words.language.compare();
    if view.contrasts.is_empty() {
        return None;
    }
    let is_asked = |contrast: &Contrast| !matches!(contrast, Contrast::Data | Contrast::Origin);
    let title = if view.contrasts.iter().any(is_asked) {
        texts.asked_otherwise
    } else {
        texts.other_origin
    };
    let lines = view
        .contrasts
        .iter()
        .map(|contrast| view! { <li>{words.language.contrast(*contrast, &view.runs)}</li> })
        .collect_view();
    Some(view! {
        <Notice kind=NoticeKind::Warning title=title text=texts.may_come_from>
            <ul class="notice-list">{lines}</ul>
        </Notice>
    })
}

/// One sentence on all tasks, and one on each.
#[component]
pub fn Answer(words: &'static Words, here: Here, view: ComparisonView) -> impl IntoView {
    let texts = words.language.compare();
    let names = names(words, &view);
    let both = [names[0].as_str(), names[1].as_str()];
    let sum = |pick: fn(&ChangeCounts) -> usize| -> usize {
        view.tasks.iter().map(|task| pick(&task.changes)).sum()
    };
    let button = |change: Change, n: usize, label: fn(&str, usize) -> String| {
        let label = label(both[1], n);
        (n > 0).then(|| {
            view! {
                <button
                    type="button"
                    class="button"
                    on:click=move |_| show_rows(here, None, change)
                >
                    {label}
                </button>
            }
        })
    };
    let lines = view
        .tasks
        .iter()
        .map(|task| {
            let sentence = words.language.compared_task(&view, task, both);
            view! { <li><strong>{task.task_id.clone()}</strong> ": " {sentence}</li> }
        })
        .collect_view();
    let only = [0, 1].map(|side: usize| {
        let tasks = &view.only_in[side];
        (!tasks.is_empty()).then(|| {
            view! { <p class="note">{(texts.only_in)(both[side], &tasks.join(", "))}</p> }
        })
    });
    view! {
        <section class="section stack" aria-labelledby="answer">
            <h2 id="answer">{texts.answer}</h2>
            <p class="compare-summary">{words.language.compared_summary(&view, both)}</p>
            <ul class="compare-sentences">{lines}</ul>
            {only.collect_view()}
            <div class="actions">
                {button(Change::Worse, sum(|changes| changes.n_worse), texts.show_worse)}
                {button(Change::Better, sum(|changes| changes.n_better), texts.show_better)}
            </div>
        </section>
    }
}
