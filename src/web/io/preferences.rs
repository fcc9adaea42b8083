//! The two or three settings that outlive the tab, and what the browser says about its user.
//!
//! Of runs it holds the limits as typed, and whom the last one asked: format, address, model; no key.

use web_sys::Storage;

/// A remembered setting. `None` as well when the browser remembers nothing.
pub fn read(name: &str) -> Option<String> {
    storage()?.get_item(&key(name)).ok().flatten()
}

/// Remembers a setting, where the browser lets us.
pub fn write(name: &str, value: &str) {
    if let Some(storage) = storage() {
        // A full or forbidden storage costs the user one click next time.
        let _ = storage.set_item(&key(name), value);
    }
}

/// Forgets a setting.
pub fn forget(name: &str) {
    if let Some(storage) = storage() {
        // What cannot be removed could not be stored either.
        let _ = storage.remove_item(&key(name));
    }
}

/// Language tag the browser asks pages for: `en-US`, `fil`.
pub fn browser_language() -> Option<String> {
    web_sys::window()?.navigator().language()
}

fn key(name: &str) -> String {
    format!("sukat-{name}")
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
