//! A key's life beyond the page: kept for the tab, locked on the device, taken out, forgotten.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::field::SecretField;
use super::segmented::Segmented;
use crate::provider::key::Key;
use crate::web::io::vault::{self, Kept, MIN_PASSPHRASE, VaultError};
use crate::words::Words;

/// Where a key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Memory,
    Tab,
    Device,
}

/// Stands below a key field. Fills the field with what is kept for the server, and keeps what is
/// typed there where the user says.
#[component]
pub fn KeptKey(
    /// Language of the page.
    words: &'static Words,
    /// The server, `https://host:port`; `None` while there is no address.
    #[prop(into)]
    origin: Signal<Option<String>>,
    /// The key as typed.
    key: RwSignal<String>,
) -> impl IntoView {
    let texts = &words.keys;
    let place = RwSignal::new(Place::Memory);
    let is_locked = RwSignal::new(false);
    let passphrase = RwSignal::new(String::new());
    let is_working = RwSignal::new(false);
    let trouble = RwSignal::new(None::<VaultError>);
    let origin = Memo::new(move |_| origin.get());
    // Another server: what is kept for it comes out.
    Effect::new(move |_| {
        let Some(origin) = origin.get() else { return };
        trouble.set(None);
        is_locked.set(false);
        match vault::kept(&origin) {
            Kept::InTab(kept) => {
                key.set(kept.expose().to_owned());
                place.set(Place::Tab);
            }
            Kept::Locked => {
                is_locked.set(true);
                place.set(Place::Device);
            }
            Kept::Nothing => place.set(Place::Memory),
        }
    });
    let typed = move || {
        let key = key.with_untracked(|typed| Key::parse(typed)).ok()?;
        Some((origin.get_untracked()?, key)).filter(|(_, key)| !key.is_none())
    };
    // What is typed later is kept, too.
    Effect::new(move |_| {
        key.track();
        if place.get() == Place::Tab
            && let Some((origin, key)) = typed()
        {
            trouble.set(vault::keep_in_tab(&origin, &key).err());
        }
    });
    let choose = move |chosen: Place| {
        if chosen != Place::Device || !is_locked.get_untracked() {
            if let Some(origin) = origin.get_untracked() {
                vault::forget(&origin);
            }
            is_locked.set(false);
        }
        trouble.set(None);
        place.set(chosen);
    };
    let work = move |_| {
        let Some(origin) = origin.get_untracked() else {
            return;
        };
        let secret = passphrase.get_untracked();
        let to_lock = typed().map(|(_, key)| key);
        is_working.set(true);
        spawn_local(async move {
            let done = match (is_locked.get_untracked(), to_lock) {
                (true, _) => vault::unlock(&origin, &secret).await.map(|opened| {
                    key.try_set(opened.expose().to_owned());
                }),
                (false, Some(typed)) => vault::lock(&origin, &typed, &secret).await.map(|()| {
                    is_locked.try_set(true);
                }),
                (false, None) => Ok(()),
            };
            if done.is_ok() {
                passphrase.try_set(String::new());
            }
            trouble.try_set(done.err());
            is_working.try_set(false);
        });
    };
    let forget = move |_| choose(Place::Memory);
    let has_key = move || key.with(|typed| !typed.trim().is_empty());
    let hint = move || match place.get() {
        Place::Memory => texts.not_hint,
        Place::Tab => texts.tab_hint,
        Place::Device if vault::can_lock() => texts.device_hint,
        Place::Device => texts.no_lock,
    };
    let state = move || {
        let origin = origin.get().filter(|_| is_locked.get())?;
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
    let wants_passphrase = move || {
        place.get() == Place::Device && vault::can_lock() && !(is_locked.get() && has_key())
    };
    view! {
        <div class="stack kept-key" hidden=move || origin.with(Option::is_none)>
            <Segmented
                name="keep-key"
                legend=texts.keep
                options=[
                    (Place::Memory, texts.not),
                    (Place::Tab, texts.tab),
                    (Place::Device, texts.device),
                ]
                    .map(|(place, name)| (place, name.to_owned()))
                    .to_vec()
                value=place
                on_change=choose
            />
            <p class="field-hint">{hint}</p>
            <div role="status">{state}</div>
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
                        on:click=work
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
            <Show when=move || place.get() != Place::Memory>
                <p>
                    <button type="button" class="button" data-kind="quiet" on:click=forget>
                        {texts.forget}
                    </button>
                </p>
            </Show>
        </div>
    }
}
