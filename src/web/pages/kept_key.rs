//! A key's life beyond the page: kept for the tab, locked on the device, taken out, forgotten.

use leptos::prelude::*;

use crate::web::components::field::SecretField;
use crate::web::components::segmented::Segmented;
use crate::web::state::kept_key::{KeptKeyState, KeyPlace, MIN_PASSPHRASE, VaultError, can_lock};
use crate::web::state::new_run::NewRunForm;
use crate::words::Words;

/// Stands below a key field. Fills the field with what is kept for the server, and keeps what is
/// typed there where the user says.
#[component]
pub fn KeptKey(
    /// Language of the page.
    words: &'static Words,
    /// The server, `https://host:port`; `None` while there is no address.
    #[prop(into)]
    origin: Signal<Option<String>>,
    /// Where the key is typed.
    form: NewRunForm,
) -> impl IntoView {
    let texts = &words.keys;
    let state = KeptKeyState::new(origin, form);
    let KeptKeyState {
        place,
        is_locked,
        passphrase,
        is_working,
        trouble,
        ..
    } = state;
    let has_key = move || state.has_key();
    let hint = move || match place.get() {
        KeyPlace::Memory => texts.not_hint,
        KeyPlace::Tab => texts.tab_hint,
        KeyPlace::Device if can_lock() => texts.device_hint,
        KeyPlace::Device => texts.no_lock,
    };
    let kept = move || {
        let origin = state.origin().filter(|_| is_locked.get())?;
        let say = if has_key() {
            texts.locked
        } else {
            texts.there_is_one
        };
        Some(view! { <p>{say(&origin)}</p> })
    };
    let error = Signal::derive(move || {
        trouble.get().map(|trouble| match trouble {
            VaultError::TooShort => (texts.too_short)(MIN_PASSPHRASE),
            VaultError::WrongPassphrase => texts.wrong.to_owned(),
            VaultError::Unavailable => texts.unavailable.to_owned(),
        })
    });
    // Locked and opened already: nothing left to type.
    let wants_passphrase =
        move || place.get() == KeyPlace::Device && can_lock() && !(is_locked.get() && has_key());
    // Enter in the field is for the passphrase, not for the form around it.
    let on_key = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Enter" && event_target_is_input(&event) {
            event.prevent_default();
            if is_locked.get_untracked() || untrack(has_key) {
                state.use_passphrase();
            }
        }
    };
    view! {
        <div class="stack kept-key" hidden=move || state.origin().is_none() on:keydown=on_key>
            <Segmented
                name="keep-key"
                legend=texts.keep
                options=[
                    (KeyPlace::Memory, texts.not),
                    (KeyPlace::Tab, texts.tab),
                    (KeyPlace::Device, texts.device),
                ]
                    .map(|(place, name)| (place, name.to_owned()))
                    .to_vec()
                value=place
                on_change=move |chosen| state.choose(chosen)
            />
            <p class="field-hint">{hint}</p>
            <div role="status">{kept}</div>
            <Show when=wants_passphrase>
                <SecretField
                    words=words
                    id="passphrase"
                    label=texts.passphrase
                    hint=texts.passphrase_hint
                    error=error
                    value=passphrase
                    on_input=move |typed| {
                        trouble.set(None);
                        passphrase.set(typed);
                    }
                />
                <p>
                    <button
                        type="button"
                        class="button"
                        prop:disabled=move || is_working.get() || !(is_locked.get() || has_key())
                        on:click=move |_| state.use_passphrase()
                    >
                        {move || {
                            if is_working.get() {
                                texts.working
                            } else if is_locked.get() {
                                texts.unlock
                            } else {
                                texts.lock
                            }
                        }}
                    </button>
                </p>
                <p class="field-hint" hidden=move || is_locked.get() || has_key()>
                    {texts.first_a_key}
                </p>
            </Show>
            <Show when=move || place.get() == KeyPlace::Tab || is_locked.get()>
                <p>
                    <button type="button" class="button" data-kind="quiet" on:click=move |_| state.forget()>
                        {texts.forget}
                    </button>
                </p>
            </Show>
        </div>
    }
}

/// Whether the event comes from a text field, not from a button beside it.
fn event_target_is_input(event: &web_sys::KeyboardEvent) -> bool {
    event_target::<web_sys::Element>(event).id() == "passphrase"
}
