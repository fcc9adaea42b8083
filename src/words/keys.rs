//! Words about keeping a key.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct KeyWords {
    pub keep: &'static str,
    pub not: &'static str,
    pub not_hint: &'static str,
    pub tab: &'static str,
    pub tab_hint: &'static str,
    pub device: &'static str,
    pub device_hint: &'static str,
    pub no_lock: &'static str,
    pub passphrase: &'static str,
    pub passphrase_hint: &'static str,
    pub lock: &'static str,
    pub working: &'static str,
    pub locked: fn(&str) -> String,
    pub there_is_one: fn(&str) -> String,
    pub unlock: &'static str,
    pub forget: &'static str,
    pub too_short: fn(usize) -> String,
    pub wrong: &'static str,
    pub unavailable: &'static str,
    pub first_a_key: &'static str,
}

/// English.
pub const EN: KeyWords = KeyWords {
    keep: "Keep the key",
    not: "No",
    not_hint: "It is gone when this page is closed or reloaded.",
    tab: "For this tab",
    tab_hint: "It survives a reload and goes with the tab. While it is there, anyone who uses this \
               tab can use it.",
    device: "On this device, locked",
    device_hint: "Stored here only after it is locked with a passphrase of yours. Nobody can open it \
                  without the passphrase, and nobody can bring a forgotten one back.",
    no_lock: "Locking works on https:// pages and on this machine only.",
    passphrase: "Passphrase",
    passphrase_hint: "At least 8 characters; better a few words.",
    lock: "Lock the key away",
    working: "One moment…",
    locked: |origin| format!("The key for {origin} is locked away on this device."),
    there_is_one: |origin| format!("A locked key for {origin} is on this device."),
    unlock: "Unlock",
    forget: "Forget the kept key",
    too_short: |n| format!("The passphrase needs at least {n} characters."),
    wrong: "That is not the passphrase.",
    unavailable: "This browser lets the page keep nothing.",
    first_a_key: "First give the address and the key.",
};

/// Filipino.
pub const FIL: KeyWords = KeyWords {
    keep: "Itabi ang key",
    not: "Huwag",
    not_hint: "Mawawala ito kapag isinara o ni-reload ang page.",
    tab: "Para sa tab na ito",
    tab_hint: "Naroon pa rin pagkatapos ng reload, at mawawala kasama ng tab. Habang naroon, magagamit \
               ito ng sinumang gumagamit ng tab.",
    device: "Sa device na ito, naka-lock",
    device_hint: "Itinatabi lang dito kapag na-lock na gamit ang passphrase mo. Walang makabubukas nito \
                  nang walang passphrase, at hindi na mababawi ang nakalimutan.",
    no_lock: "Sa mga https:// page at sa sarili mong computer lang gumagana ang pag-lock.",
    passphrase: "Passphrase",
    passphrase_hint: "Hindi bababa sa 8 karakter; mas mabuti ang ilang salita.",
    lock: "I-lock ang key",
    working: "Sandali lang…",
    locked: |origin| format!("Naka-lock na sa device na ito ang key para sa {origin}."),
    there_is_one: |origin| format!("May naka-lock na key para sa {origin} sa device na ito."),
    unlock: "Buksan",
    forget: "Kalimutan ang itinabing key",
    too_short: |n| format!("Kailangang hindi bababa sa {n} karakter ang passphrase."),
    wrong: "Hindi iyan ang passphrase.",
    unavailable: "Hindi pinapayagan ng browser na may itabi ang page.",
    first_a_key: "Ibigay muna ang address at ang key.",
};
