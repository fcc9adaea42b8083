//! What happened and what to do; nothing here yet; waiting.

use leptos::prelude::*;

use super::icon::{Glyph, Icon};
use crate::desk::protocol::Failure;
use crate::words::Words;
use crate::words::errors::Advice;

/// How much a notice asks for attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Good to know.
    Info,
    /// Look at this before you trust the numbers.
    Warning,
    /// It did not work.
    Wrong,
}

impl NoticeKind {
    fn id(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Wrong => "wrong",
        }
    }

    fn glyph(self) -> Glyph {
        match self {
            Self::Info => Glyph::Info,
            Self::Warning => Glyph::Warning,
            Self::Wrong => Glyph::Cross,
        }
    }

    /// Only what went wrong interrupts a screen reader.
    fn role(self) -> &'static str {
        if self == Self::Wrong {
            "alert"
        } else {
            "status"
        }
    }
}

/// A title, what to do, and room for the button that does it.
#[component]
pub fn Notice(
    /// How loud.
    kind: NoticeKind,
    /// What happened, in a few words.
    #[prop(into)]
    title: String,
    /// What to do, or why it matters.
    #[prop(into, optional)]
    text: String,
    /// The way on: buttons or links.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="notice" data-kind=kind.id() role=kind.role()>
            <Icon glyph=kind.glyph()/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                {(!text.is_empty()).then(|| view! { <p>{text}</p> })}
                {children.map(|children| view! { <div class="actions">{children()}</div> })}
            </div>
        </div>
    }
}

/// A [`Notice`] for something the worker could not do: what happened, what to do, and the
/// technical message folded away below.
#[component]
pub fn FailureNotice(
    /// Language of the page.
    words: &'static Words,
    /// What failed.
    failure: Failure,
    /// The way on.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let advice = words.language.failure(&failure);
    // Usual in a private window, and everything works.
    let kind = match failure {
        Failure::NoStorage { .. } => NoticeKind::Warning,
        _ => NoticeKind::Wrong,
    };
    view! {
        <AdviceNotice words=words advice=advice kind=kind details=details_of(failure)>
            {children.map(|children| children())}
        </AdviceNotice>
    }
}

/// What the advice does not say: the message of the browser, of a file, of the program.
fn details_of(failure: Failure) -> String {
    match failure {
        Failure::NoStorage { reason }
        | Failure::Unreadable { reason, .. }
        | Failure::Internal { reason } => reason,
        Failure::NotLoaded { .. }
        | Failure::NoRun { .. }
        | Failure::NoRow { .. }
        | Failure::StorageFull
        | Failure::NoRoom { .. }
        | Failure::NothingRecognised
        | Failure::NothingToAsk
        | Failure::NothingToScore
        | Failure::NoBatch(_)
        | Failure::RunsHere
        | Failure::RunsElsewhere
        | Failure::NotFetched => String::new(),
    }
}

/// A [`Notice`] with advice out of the words, for failures of other kinds.
#[component]
pub fn AdviceNotice(
    /// Language of the page.
    words: &'static Words,
    /// What to say.
    advice: Advice,
    /// How bad it is.
    #[prop(default = NoticeKind::Wrong)]
    kind: NoticeKind,
    /// The error's own message.
    #[prop(into, optional)]
    details: String,
    /// The way on.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="notice" data-kind=kind.id() role=kind.role()>
            <Icon glyph=kind.glyph()/>
            <div class="notice-body">
                <p class="notice-title">{advice.title}</p>
                <p>{advice.what_to_do}</p>
                {(!details.is_empty())
                    .then(|| {
                        view! {
                            <details>
                                <summary>{words.errors.details}</summary>
                                <p><code>{details}</code></p>
                            </details>
                        }
                    })}
                {children.map(|children| view! { <div class="actions">{children()}</div> })}
            </div>
        </div>
    }
}

/// Nothing here yet, with the door that changes that.
#[component]
pub fn EmptyState(
    /// What is not here.
    #[prop(into)]
    title: String,
    /// How it would come here.
    #[prop(into, optional)]
    text: String,
    /// The door.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty-state">
            <p class="empty-title">{title}</p>
            {(!text.is_empty()).then(|| view! { <p>{text}</p> })}
            {children.map(|children| view! { <div class="actions">{children()}</div> })}
        </div>
    }
}

/// Waiting: what for. For waits without a known length; others show a bar.
#[component]
pub fn Waiting(
    /// What for.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    view! { <p class="waiting" role="status">{text}</p> }
}
