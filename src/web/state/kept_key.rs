//! A key beyond the page: kept for the tab, or locked on the device, for one server at a time.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::provider::key::Key;
use crate::web::io::vault::{self, Kept};
pub use crate::web::io::vault::{MIN_PASSPHRASE, VaultError, can_lock};

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
    /// The key as typed.
    key: RwSignal<String>,
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
    pub fn new(origin: Signal<Option<String>>, key: RwSignal<String>) -> Self {
        let state = Self {
            origin: Memo::new(move |_| origin.get()),
            key,
            place: RwSignal::new(KeyPlace::Memory),
            is_locked: RwSignal::new(false),
            passphrase: RwSignal::default(),
            is_working: RwSignal::new(false),
            trouble: RwSignal::new(None),
        };
        Effect::new(move |_| {
            if let Some(origin) = state.origin.get() {
                state.look(&origin);
            }
        });
        // What is typed later is kept, too.
        Effect::new(move |_| {
            key.track();
            if state.place.get() == KeyPlace::Tab
                && let Some((origin, key)) = state.typed()
            {
                state.trouble.set(vault::keep_in_tab(&origin, &key).err());
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
        self.key.with(|typed| !typed.trim().is_empty())
    }

    /// Keeps the key elsewhere from now on. What was kept in another way is forgotten.
    pub fn choose(self, chosen: KeyPlace) {
        if chosen != KeyPlace::Device || !self.is_locked.get_untracked() {
            if let Some(origin) = self.origin.get_untracked() {
                vault::forget(&origin);
            }
            self.is_locked.set(false);
        }
        self.trouble.set(None);
        self.place.set(chosen);
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
                    self.key.try_set(opened.expose().to_owned());
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
        self.trouble.set(None);
        self.is_locked.set(false);
        match vault::kept(origin) {
            Kept::InTab(kept) => {
                self.key.set(kept.expose().to_owned());
                self.place.set(KeyPlace::Tab);
            }
            Kept::Locked => {
                self.is_locked.set(true);
                self.place.set(KeyPlace::Device);
            }
            Kept::Nothing => self.place.set(KeyPlace::Memory),
        }
    }

    /// Server and key, if there are both.
    fn typed(self) -> Option<(String, Key)> {
        let key = self.key.with_untracked(|typed| Key::parse(typed)).ok()?;
        Some((self.origin.get_untracked()?, key)).filter(|(_, key)| !key.is_none())
    }
}
