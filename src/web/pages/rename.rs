//! Giving a run another name, where it stands.

use std::mem;

use leptos::html::Form;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use crate::desk::protocol::Failure;
use crate::web::components::field::TextField;
use crate::web::components::notice::FailureNotice;
use crate::web::state::runs::{self, LiveRuns};
use crate::web::state::visit;
use crate::words::Words;

/// A run's name, while it is being changed. Copy it freely.
#[derive(Clone, Copy)]
pub struct Rename {
    /// Whether it is being changed.
    pub is_open: RwSignal<bool>,
    typed: RwSignal<String>,
    failure: RwSignal<Option<Failure>>,
    /// Whether the box was opened just now: it takes the focus, once.
    is_new: RwSignal<bool>,
}

impl Rename {
    /// That of a run, on the page that is being built.
    pub fn of(run_id: &str) -> Self {
        visit::keep(run_id, || Self {
            is_open: RwSignal::new(false),
            typed: RwSignal::new(String::new()),
            failure: RwSignal::new(None),
            is_new: RwSignal::new(false),
        })
    }

    /// Opens the box with the name of now, or gives up.
    pub fn toggle(self, title: String) {
        self.failure.set(None);
        self.is_new.set(true);
        self.typed.set(title);
        self.is_open.update(|is_open| *is_open = !*is_open);
    }
}

/// A box with the run's name, to change. The box has the focus; Escape gives up.
#[component]
pub fn RenameForm(
    /// Language of the page.
    words: &'static Words,
    /// Run id.
    run_id: String,
    /// What is typed.
    rename: Rename,
    /// The name was changed to this one; `None` when it stays as it was.
    on_done: Callback<Option<String>>,
) -> impl IntoView {
    let live = LiveRuns::from_context();
    let Rename { typed, failure, .. } = rename;
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
                Ok(()) => {
                    rename.is_open.try_set(false);
                    on_done.try_run(Some(name));
                }
                Err(error) => drop(failure.try_set(Some(error))),
            }
        });
    };
    let give_up = move || {
        rename.is_open.set(false);
        on_done.run(None);
    };
    let form = NodeRef::<Form>::new();
    form.on_load(move |form| {
        if rename.is_new.try_update(mem::take) != Some(true) {
            return;
        }
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
                    give_up();
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
                    on:click=move |_| give_up()
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
