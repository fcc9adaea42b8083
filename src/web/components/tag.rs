//! Small marks in running text and tables: labels, outcomes, keys. Never by colour alone.

use leptos::prelude::*;

use super::icon::{Glyph, Icon};
use crate::desk::view::Verdict;
use crate::words::Words;

/// A key of the keyboard.
#[component]
pub fn Kbd(
    /// What stands on it.
    #[prop(into)]
    key: String,
) -> impl IntoView {
    view! { <kbd class="kbd">{key}</kbd> }
}

/// A benchmark label or another short fact.
#[component]
pub fn LabelTag(
    /// The word.
    #[prop(into)]
    label: String,
    /// Its meaning, on hover.
    #[prop(into, optional)]
    title: String,
    /// Language of the word, where it is not the page's.
    #[prop(optional)]
    lang: Option<&'static str>,
) -> impl IntoView {
    let title = (!title.is_empty()).then_some(title);
    view! { <span class="tag" lang=lang title=title>{label}</span> }
}

/// Why a row has its score: a shape and a word.
#[component]
pub fn OutcomeTag(
    /// Language of the page.
    words: &'static Words,
    /// Why.
    verdict: Verdict,
) -> impl IntoView {
    let (signal, glyph) = signal_of(verdict);
    view! {
        <span class="outcome" data-signal=signal>
            <Icon glyph=glyph/>
            {words.language.verdict(verdict)}
        </span>
    }
}

/// Signal colour and shape of a verdict.
fn signal_of(verdict: Verdict) -> (&'static str, Glyph) {
    match verdict {
        Verdict::Right => ("right", Glyph::Check),
        Verdict::Wrong => ("wrong", Glyph::Cross),
        Verdict::Unreadable => ("wrong", Glyph::Warning),
        Verdict::Text => ("plain", Glyph::HalfDisc),
        Verdict::Empty
        | Verdict::EmptyBudget
        | Verdict::Refused
        | Verdict::Failed
        | Verdict::NotAsked => ("unscored", Glyph::Ring),
    }
}
