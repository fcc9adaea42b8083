//! A list to choose from. A choice by typing counts once the typing rests: each letter may choose
//! something else, and what was chosen has the page drawn anew.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::choices::{Change, Choices};

/// As long as browsers take letters for one word.
const PAUSE: Duration = Duration::from_secs(1);

impl Choices {
    /// The list: values and names. `change` hears the chosen value.
    pub fn list(
        self,
        file_idx: usize,
        id: String,
        label: String,
        options: Vec<(String, String)>,
        value: String,
        change: impl Fn(String) -> Change + Send + Sync + 'static,
    ) -> impl IntoView {
        let options = options
            .into_iter()
            .map(|(id, name)| {
                let is_chosen = id == value;
                view! { <option value=id selected=is_chosen>{name}</option> }
            })
            .collect_view();
        let on_change = self.on_change;
        let take = Callback::new(move |value| on_change.run((file_idx, change(value))));
        let is_typed = StoredValue::new(false);
        let pending = StoredValue::new_local(None::<TimeoutHandle>);
        let forget = move || {
            let timer = pending.try_update_value(Option::take).flatten();
            timer.map(|timer| timer.clear())
        };
        on_cleanup(move || {
            forget();
        });
        let on_choice = move |value: String| {
            forget();
            if !is_typed.get_value() {
                take.run(value);
                return;
            }
            is_typed.set_value(false);
            let settle = move || {
                pending.try_set_value(None);
                take.try_run(value.clone());
            };
            // Without a timer there is no typing to wait for.
            pending.set_value(set_timeout_with_handle(settle, PAUSE).ok());
        };
        view! {
            <select
                id=id
                aria-label=label
                on:keydown=move |event| {
                    // A blank opens the list.
                    let key = event.key();
                    let is_letter = key.chars().count() == 1 && key != " ";
                    is_typed.set_value(is_letter);
                    if is_letter && pending.with_value(Option::is_some) {
                        on_choice(event_target_value(&event));
                        is_typed.set_value(true);
                    }
                }
                on:change=move |event| on_choice(event_target_value(&event))
                on:blur=move |event| {
                    if forget().is_some() {
                        take.run(event_target_value(&event));
                    }
                }
            >
                {options}
            </select>
        }
    }
}
