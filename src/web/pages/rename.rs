//! Giving a run another name, where it stands.

use leptos::html::Form;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::desk::protocol::Failure;
use crate::web::components::field::TextField;
use crate::web::components::notice::FailureNotice;
use crate::web::state::runs::{self, LiveRuns};
use crate::words::Words;

/// A box with the run's name, to change. The box has the focus; Escape gives up.
#[component]
pub fn RenameForm(
    /// Language of the page.
    words: &'static Words,
    /// Run id.
    run_id: String,
    /// Its name now.
    title: String,
    /// The name was changed to this one; `None` when it stays as it was.
    on_done: Callback<Option<String>>,
) -> impl IntoView {
    let live = LiveRuns::from_context();
    let typed = RwSignal::new(title);
    let failure = RwSignal::new(None::<Failure>);
    let is_empty = Signal::derive(move || {
        let is_empty = typed.with(|typed| typed.trim().is_empty());
        is_empty.then(|| words.result.name_missing.to_owned())
    });
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = typed.with_untracked(|typed| typed.trim().to_owned());
        if name.is_empty() {
            return; // said beside the box
        }
        let run_id = run_id.clone();
        spawn_local(async move {
            match runs::rename(live, run_id, name.clone()).await {
                Ok(()) => drop(on_done.try_run(Some(name))),
                Err(error) => drop(failure.try_set(Some(error))),
            }
        });
    };
    let form = NodeRef::<Form>::new();
    form.on_load(|form| {
        let input = form.query_selector("input").ok().flatten();
        if let Some(input) =
            input.and_then(|node| node.dyn_into::<web_sys::HtmlInputElement>().ok())
        {
            // Fails only for elements that cannot have the focus; an input can.
            let _ = input.focus();
            input.select();
        }
    });
    view! {
        <form
            class="rename"
            node_ref=form
            on:submit=on_submit
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    on_done.run(None);
                }
            }
        >
            <TextField
                id="run-title"
                label=words.result.new_name
                error=is_empty
                value=typed
                on_input=move |text| typed.set(text)
            />
            <div class="actions">
                <button type="submit" class="button" data-kind="primary">{words.result.save}</button>
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    on:click=move |_| on_done.run(None)
                >
                    {words.common.cancel}
                </button>
            </div>
            {move || failure.get().map(|failure| view! {
                <FailureNotice words=words failure=failure/>
            })}
        </form>
    }
}
