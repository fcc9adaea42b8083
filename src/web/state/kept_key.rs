//! A key beyond the page: kept for the tab, or locked on the device, for one server at a time.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::provider::key::Key;
use crate::web::io::vault::{self, Kept};
pub use crate::web::io::vault::{MIN_PASSPHRASE, VaultError, can_lock};
use crate::web::state::new_run::NewRunForm;
use crate::web::state::visit;

/// Where a key is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// In memory only.
    Memory,
    /// For this tab.
    Tab,
    /// On this device, locked.
    Device,
}

/// What is kept for the server of a key field. Copy it freely.
#[derive(Clone, Copy)]
pub struct KeptKeyState {
    origin: Memo<Option<String>>,
    /// The server that was looked up last. A change of language is no other server.
    looked_up: StoredValue<Option<String>>,
    form: NewRunForm,
    /// Whether what stands in the field came from here.
    is_ours: StoredValue<bool>,
    /// Where it is kept, or is about to be.
    pub place: RwSignal<KeyPlace>,
    /// Whether a locked key is on the device.
    pub is_locked: RwSignal<bool>,
    /// As typed.
    pub passphrase: RwSignal<String>,
    /// Whether a key is being locked or unlocked.
    pub is_working: RwSignal<bool>,
    /// Why that failed.
    pub trouble: RwSignal<Option<VaultError>>,
}

impl KeptKeyState {
    /// Fills the key with what is kept for the server, whenever that changes, and keeps what is
    /// typed. Only below the app, while a page is built.
    pub fn new(origin: Signal<Option<String>>, form: NewRunForm) -> Self {
        let origin = Memo::new(move |_| origin.get());
        let kept = visit::keep("kept key", move || Self {
            origin,
            looked_up: StoredValue::new(None),
            form,
            is_ours: StoredValue::new(false),
            place: RwSignal::new(KeyPlace::Memory),
            is_locked: RwSignal::new(false),
            passphrase: RwSignal::default(),
            is_working: RwSignal::new(false),
            trouble: RwSignal::new(None),
        });
        let state = Self { origin, ..kept };
        Effect::new(move |_| {
            if let Some(origin) = state.origin.get()
                && state.looked_up.get_value().as_ref() != Some(&origin)
            {
                state.look(&origin);
            }
        });
        // What is typed later is kept, too.
        Effect::new(move |_| {
            form.key.track();
            if state.place.get() != KeyPlace::Tab {
                return;
            }
            match (state.typed(), state.origin.get_untracked()) {
                (Some((origin, key)), _) => {
                    state.trouble.set(vault::keep_in_tab(&origin, &key).err());
                }
                // Emptied: nothing is to be kept.
                (None, Some(origin)) if !untrack(|| state.has_key()) => {
                    vault::forget_in_tab(&origin);
                }
                _ => {}
            }
        });
        state
    }

    /// The server, `https://host:port`; `None` while there is no address. Tracked.
    pub fn origin(self) -> Option<String> {
        self.origin.get()
    }

    /// Whether something stands in the key field. Tracked.
    pub fn has_key(self) -> bool {
        self.form.key.with(|typed| !typed.trim().is_empty())
    }

    /// Keeps the key elsewhere from now on. A locked key stays on the device until it is forgotten
    /// or locked anew.
    pub fn choose(self, chosen: KeyPlace) {
        if chosen != KeyPlace::Tab
            && let Some(origin) = self.origin.get_untracked()
        {
            vault::forget_in_tab(&origin);
        }
        self.trouble.set(None);
        self.place.set(chosen);
    }

    /// Forgets what is kept for the server; what stands in the field stays.
    pub fn forget(self) {
        if let Some(origin) = self.origin.get_untracked() {
            vault::forget_in_tab(&origin);
            vault::forget_on_device(&origin);
        }
        self.is_locked.set(false);
        self.trouble.set(None);
        self.place.set(KeyPlace::Memory);
    }

    /// Unlocks the key that is on the device, or locks the typed one away.
    pub fn use_passphrase(self) {
        let Some(origin) = self.origin.get_untracked() else {
            return;
        };
        let passphrase = self.passphrase.get_untracked();
        let to_lock = self.typed().map(|(_, key)| key);
        self.is_working.set(true);
        spawn_local(async move {
            // The page may have been left when this is done.
            let done = match (self.is_locked.try_get_untracked(), to_lock) {
                (Some(true), _) => vault::unlock(&origin, &passphrase).await.map(|opened| {
                    // The address may be another one by now.
                    if self.looked_up.try_get_value().flatten() == Some(origin) {
                        self.fill(&opened);
                    }
                }),
                (_, Some(typed)) => vault::lock(&origin, &typed, &passphrase).await.map(|()| {
                    self.is_locked.try_set(true);
                }),
                (_, None) => Ok(()),
            };
            if done.is_ok() {
                self.passphrase.try_set(String::new());
            }
            self.trouble.try_set(done.err());
            self.is_working.try_set(false);
        });
    }

    fn look(self, origin: &str) {
        self.looked_up.set_value(Some(origin.to_owned()));
        self.trouble.set(None);
        self.is_locked.set(false);
        self.passphrase.set(String::new());
        // What was taken out for one server is not left in the field for another.
        if self.is_ours.get_value() && self.form.key_origin() != origin {
            self.is_ours.set_value(false);
            self.form.give_key(origin, String::new());
        }
        match vault::kept(origin) {
            Kept::InTab(kept) => {
                self.fill(&kept);
                self.place.set(KeyPlace::Tab);
            }
            Kept::Locked => {
                self.is_locked.set(true);
                self.place.set(KeyPlace::Device);
            }
            Kept::Nothing => self.place.set(KeyPlace::Memory),
        }
    }

    /// Puts a kept key into the field.
    fn fill(self, key: &Key) {
        if let Some(origin) = self.looked_up.try_get_value().flatten() {
            self.is_ours.try_set_value(true);
            self.form.give_key(&origin, key.expose().to_owned());
        }
    }

    /// Server and key, if there are both and the key is this server's.
    fn typed(self) -> Option<(String, Key)> {
        let key = self
            .form
            .key
            .with_untracked(|typed| Key::parse(typed))
            .ok()?;
        let origin = self.origin.get_untracked()?;
        let of = self.form.key_origin();
        let is_this_ones = of.is_empty() || of == origin;
        (is_this_ones && !key.is_none()).then_some((origin, key))
    }
}
