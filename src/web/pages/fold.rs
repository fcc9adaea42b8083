//! What is folded away until it is wanted, and stays open in another language.

use leptos::prelude::*;

use crate::web::state::visit;

/// A `<details>`.
#[component]
pub fn Fold(
    /// What it is called among those of the page.
    #[prop(into)]
    name: String,
    /// Its class, if it looks in a way of its own.
    #[prop(optional)]
    class: Option<&'static str>,
    /// Whether it is open at first.
    #[prop(optional)]
    is_open: bool,
    /// What is in sight.
    summary: AnyView,
    /// What is folded away.
    children: Children,
) -> impl IntoView {
    let is_shown = visit::signal(&format!("fold {name}"), is_open);
    let on_toggle = move |event: web_sys::Event| {
        let node = event_target::<web_sys::Element>(&event);
        is_shown.try_set(node.has_attribute("open"));
    };
    view! {
        <details class=class open=is_shown.get_untracked() on:toggle=on_toggle>
            <summary>{summary}</summary>
            {children()}
        </details>
    }
}
