//! Messages exactly as they would be sent: every space and line break kept.

use leptos::prelude::*;

use crate::prompt::{Message, Role};
use crate::words::Words;

/// The messages of one row, each under who speaks.
#[component]
pub fn PromptText(
    /// Language of the page.
    words: &'static Words,
    /// What is sent.
    messages: Vec<Message>,
    /// Language of the instructions, for screen readers: `fil`, `en`.
    #[prop(default = "fil")]
    lang: &'static str,
) -> impl IntoView {
    messages
        .into_iter()
        .map(|message| {
            let (id, name) = match message.role {
                Role::User => ("user", words.common.you),
                Role::Assistant => ("assistant", words.common.assistant),
            };
            view! {
                <figure class="message" data-role=id>
                    <figcaption>{name}</figcaption>
                    <pre lang=lang>{message.content}</pre>
                </figure>
            }
        })
        .collect_view()
}
