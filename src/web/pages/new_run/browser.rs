//! The browser's own model: what it is, whether it is here, and making it ready.

use leptos::prelude::*;

use crate::provider::error::ProviderError;
use crate::web::components::notice::AdviceNotice;
use crate::web::components::progress_bar::ProgressBar;
use crate::web::state::browser_model::BrowserModel;
use crate::words::{Words, number};

/// Steps of the bar.
const FULL: usize = 1000;

/// Whether the model can be asked, in place of an endpoint's fields.
#[component]
pub fn BrowserPart(
    /// Language of the page.
    words: &'static Words,
    /// The model.
    model: BrowserModel,
) -> impl IntoView {
    model.look();
    let said = move || {
        let availability = model.availability.get()?;
        Some(words.language.availability(availability))
    };
    view! {
        <p role="status">{said}</p>
    }
}

/// How much of the model has come, with a way to give it up; and why it could not be had.
#[component]
pub fn PreparePart(
    /// Language of the page.
    words: &'static Words,
    /// The model.
    model: BrowserModel,
) -> impl IntoView {
    let texts = &words.browser;
    let is_preparing = Memo::new(move |_| model.download.with(Option::is_some));
    let ratio = move || model.download.get().unwrap_or(0.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "in 0..=FULL"
    )]
    let done = Signal::derive(move || (ratio() * FULL as f64) as usize);
    let text = Signal::derive(move || {
        // Before the first figure there may be nothing to download.
        if done.get() == 0 {
            String::new()
        } else {
            (texts.downloading)(&number::percent(ratio()))
        }
    });
    view! {
        <Show when=move || is_preparing.get()>
            <div class="stack">
                <p role="status">{texts.preparing}</p>
                <ProgressBar label=texts.preparing done=done of=Signal::stored(FULL) text=text/>
                <p>
                    <button type="button" class="button" on:click=move |_| model.give_up()>
                        {words.new_run.stop_trying}
                    </button>
                </p>
            </div>
        </Show>
        {move || model.trouble.get().map(|error| trouble_view(words, &error))}
    }
}

fn trouble_view(words: &'static Words, error: &ProviderError) -> impl IntoView + use<> {
    view! {
        <AdviceNotice
            words=words
            advice=words.language.provider_error(error)
            details=error.message().to_owned()
        />
    }
}
