//! A question or a text in front of the page. The browser's own `<dialog>`: it keeps the focus
//! inside, closes on Escape, and gives the focus back to the opener.

use leptos::prelude::*;

use super::icon::{Glyph, Icon};
use crate::words::Words;

/// A dialog with a heading and a button to close it.
#[component]
pub fn Dialog(
    /// Language of the page.
    words: &'static Words,
    /// Heading.
    #[prop(into)]
    title: Signal<String>,
    /// Whether it is shown.
    #[prop(into)]
    is_open: Signal<bool>,
    /// Closed, by whatever means.
    #[prop(into)]
    on_close: Callback<()>,
    /// What is in it.
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<leptos::html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = node.get() else { return };
        if is_open.get() && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !is_open.get() && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog
            class="dialog"
            node_ref=node
            aria-label=move || title.get()
            on:close=move |_| on_close.run(())
        >
            <div class="dialog-head">
                <h2>{move || title.get()}</h2>
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    on:click=move |_| if let Some(dialog) = node.get() { dialog.close() }
                >
                    <Icon glyph=Glyph::Cross/>
                    {words.common.close}
                </button>
            </div>
            {children()}
        </dialog>
    }
}
