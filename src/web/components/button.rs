//! Buttons that do more than call back: copy, download, ask before doing.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::icon::{Glyph, Icon};
use crate::words::Words;

/// Copies a text and says so.
#[component]
pub fn CopyButton(
    /// Language of the page.
    words: &'static Words,
    /// What is copied, read when the button is pressed.
    #[prop(into)]
    text: Signal<String>,
    /// What the button says; "Copy" when empty.
    #[prop(into, optional)]
    label: String,
) -> impl IntoView {
    let said = RwSignal::new(None::<&'static str>);
    let label = if label.is_empty() {
        words.common.copy.to_owned()
    } else {
        label
    };
    let copy = move |_| {
        let copying = window()
            .navigator()
            .clipboard()
            .write_text(&text.get_untracked());
        spawn_local(async move {
            let is_copied = JsFuture::from(copying).await.is_ok();
            let word = if is_copied {
                words.common.copied
            } else {
                words.common.copy_failed
            };
            // The page may have been left meanwhile.
            said.try_set(Some(word));
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="button" data-kind="quiet" on:click=copy>
                <Icon glyph=Glyph::Copy/>
                {label}
            </button>
            <span class="copy-said" role="status">{move || said.get()}</span>
        </span>
    }
}

/// Asks for a file. The page makes it and tells when it is being made.
#[component]
pub fn DownloadButton(
    /// What the button says.
    #[prop(into)]
    label: String,
    /// Whether the file is being made.
    #[prop(into, optional)]
    is_busy: Signal<bool>,
    /// Pressed.
    #[prop(into)]
    on_download: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="button"
            aria-busy=move || is_busy.get().to_string()
            disabled=move || is_busy.get()
            on:click=move |_| on_download.run(())
        >
            <Icon glyph=Glyph::Download/>
            {label}
        </button>
    }
}

/// A button that asks once more, in its own place, before it does what cannot be undone.
#[component]
pub fn ConfirmButton(
    /// Language of the page.
    words: &'static Words,
    /// What the button says, and the confirming one too.
    #[prop(into)]
    label: String,
    /// Name for screen readers where the label alone is not enough: "Delete run X".
    #[prop(into, optional)]
    name: String,
    /// The question.
    #[prop(into)]
    question: String,
    /// Whether it asks.
    is_asking: RwSignal<bool>,
    /// Confirmed.
    #[prop(into)]
    on_confirm: Callback<()>,
) -> impl IntoView {
    let opener = NodeRef::<leptos::html::Button>::new();
    let cancel = NodeRef::<leptos::html::Button>::new();
    let name = if name.is_empty() { label.clone() } else { name };
    // Focus goes to the harmless button, and back to where it came from.
    Effect::new(move |was_asking: Option<bool>| {
        let asking = is_asking.get();
        let target = if asking { cancel.get() } else { opener.get() };
        if was_asking.is_some_and(|was| was != asking)
            && let Some(target) = target
        {
            let _ = target.focus();
        }
        asking
    });
    view! {
        <span class="confirm">
            <button
                type="button"
                class="button"
                data-kind="quiet"
                node_ref=opener
                aria-label=name
                aria-expanded=move || is_asking.get().to_string()
                hidden=move || is_asking.get()
                on:click=move |_| is_asking.set(true)
            >
                {label.clone()}
            </button>
            <span
                class="confirm-question"
                role="group"
                aria-label=question.clone()
                hidden=move || !is_asking.get()
                on:keydown=move |event| if event.key() == "Escape" { is_asking.set(false) }
            >
                <span>{question.clone()}</span>
                <button
                    type="button"
                    class="button"
                    data-kind="danger"
                    on:click=move |_| {
                        is_asking.set(false);
                        on_confirm.run(());
                    }
                >
                    {label.clone()}
                </button>
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    node_ref=cancel
                    on:click=move |_| is_asking.set(false)
                >
                    {words.common.cancel}
                </button>
            </span>
        </span>
    }
}
