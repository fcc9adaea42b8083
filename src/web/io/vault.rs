//! Keys that outlive the page, because the user asked for it: for this tab, or on this device
//! locked with a passphrase.
//!
//! For the tab a key lies in `sessionStorage`, which goes with the tab. On the device only what
//! AES-GCM makes of it is stored, under a secret that PBKDF2 makes of the passphrase; the origin
//! is sealed in, so that a stored key opens for no other server.

use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Crypto, CryptoKey, Storage, SubtleCrypto};

use crate::provider::key::Key;

/// Rounds of PBKDF2-HMAC-SHA-256, as OWASP's password storage cheat sheet asks for.
const N_ROUNDS: u32 = 600_000;
const SALT_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;
/// Shortest passphrase, in characters.
pub const MIN_PASSPHRASE: usize = 8;

/// Why a key could not be locked away or taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultError {
    /// Fewer than [`MIN_PASSPHRASE`] characters.
    TooShort,
    /// The passphrase is another one, or what is stored was changed.
    WrongPassphrase,
    /// The browser stores nothing, or has no cryptography for this page.
    Unavailable,
}

/// What is kept for a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Nothing.
    Nothing,
    /// A key, for this tab.
    InTab(Key),
    /// A locked key, on this device.
    Locked,
}

/// What is kept for the server at `origin`; the tab's key first.
pub fn kept(origin: &str) -> Kept {
    let in_tab = read(session(), &tab_name(origin)).and_then(|typed| Key::parse(&typed).ok());
    match in_tab {
        Some(key) if !key.is_none() => Kept::InTab(key),
        _ if read(local(), &device_name(origin)).is_some() => Kept::Locked,
        _ => Kept::Nothing,
    }
}

/// Keeps a key for this tab.
pub fn keep_in_tab(origin: &str, key: &Key) -> Result<(), VaultError> {
    write(session(), &tab_name(origin), key.expose())
}

/// Forgets the key that is kept for this tab.
pub fn forget_in_tab(origin: &str) {
    remove(session(), &tab_name(origin));
}

/// Forgets the locked key.
pub fn forget_on_device(origin: &str) {
    remove(local(), &device_name(origin));
}

/// Whether this page can lock keys: browsers give cryptography to https and to this machine only.
pub fn can_lock() -> bool {
    crypto().is_some() && local().is_some()
}

/// Locks a key with a passphrase and stores it on this device, in place of an earlier one.
pub async fn lock(origin: &str, key: &Key, passphrase: &str) -> Result<(), VaultError> {
    if passphrase.chars().count() < MIN_PASSPHRASE {
        return Err(VaultError::TooShort);
    }
    let (crypto, subtle) = crypto().ok_or(VaultError::Unavailable)?;
    let mut salt = [0; SALT_BYTES];
    let mut nonce = [0; NONCE_BYTES];
    for bytes in [&mut salt[..], &mut nonce[..]] {
        crypto
            .get_random_values_with_u8_array(bytes)
            .map_err(|_| VaultError::Unavailable)?;
    }
    let secret = secret(&subtle, passphrase, &salt).await?;
    let sealed = async {
        let sealing = sealing(&nonce, origin)?;
        let promise =
            subtle.encrypt_with_object_and_u8_array(&sealing, &secret, key.expose().as_bytes())?;
        JsFuture::from(promise).await
    };
    let sealed = sealed.await.map_err(|_: JsValue| VaultError::Unavailable)?;
    let parts = [&salt[..], &nonce[..], &Uint8Array::new(&sealed).to_vec()];
    write(local(), &device_name(origin), &parts.map(to_hex).join("."))
}

/// Takes a key out again.
pub async fn unlock(origin: &str, passphrase: &str) -> Result<Key, VaultError> {
    let stored = read(local(), &device_name(origin)).ok_or(VaultError::Unavailable)?;
    let parts: Option<Vec<Vec<u8>>> = stored.split('.').map(from_hex).collect();
    let Some([salt, nonce, sealed]) = parts.as_deref() else {
        return Err(VaultError::WrongPassphrase);
    };
    let (_, subtle) = crypto().ok_or(VaultError::Unavailable)?;
    let secret = secret(&subtle, passphrase, salt).await?;
    let opened = async {
        let sealing = sealing(nonce, origin)?;
        let promise = subtle.decrypt_with_object_and_u8_array(&sealing, &secret, sealed)?;
        JsFuture::from(promise).await
    };
    let opened = opened
        .await
        .map_err(|_: JsValue| VaultError::WrongPassphrase)?;
    String::from_utf8(Uint8Array::new(&opened).to_vec())
        .ok()
        .and_then(|text| Key::parse(&text).ok())
        .ok_or(VaultError::WrongPassphrase)
}

/// The secret that a passphrase and a salt make.
async fn secret(
    subtle: &SubtleCrypto,
    passphrase: &str,
    salt: &[u8],
) -> Result<CryptoKey, VaultError> {
    let made = async {
        let bytes = Uint8Array::from(passphrase.as_bytes());
        let promise = subtle.import_key_with_str(
            "raw",
            &bytes,
            "PBKDF2",
            false,
            &Array::of1(&"deriveKey".into()),
        )?;
        let base: CryptoKey = JsFuture::from(promise).await?.dyn_into()?;
        let derivation = object(&[
            ("name", "PBKDF2".into()),
            ("hash", "SHA-256".into()),
            ("salt", Uint8Array::from(salt).into()),
            ("iterations", N_ROUNDS.into()),
        ])?;
        let cipher = object(&[("name", "AES-GCM".into()), ("length", 256.into())])?;
        let promise = subtle.derive_key_with_object_and_object(
            &derivation,
            &base,
            &cipher,
            false,
            &Array::of2(&"encrypt".into(), &"decrypt".into()),
        )?;
        JsFuture::from(promise).await?.dyn_into()
    };
    made.await.map_err(|_: JsValue| VaultError::Unavailable)
}

fn sealing(nonce: &[u8], origin: &str) -> Result<Object, JsValue> {
    object(&[
        ("name", "AES-GCM".into()),
        ("iv", Uint8Array::from(nonce).into()),
        ("additionalData", Uint8Array::from(origin.as_bytes()).into()),
    ])
}

fn object(fields: &[(&str, JsValue)]) -> Result<Object, JsValue> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value)?;
    }
    Ok(object)
}

fn crypto() -> Option<(Crypto, SubtleCrypto)> {
    let crypto = web_sys::window()?.crypto().ok()?;
    // Undefined on pages that came over plain http.
    let subtle = Reflect::get(&crypto, &"subtle".into()).ok()?;
    Some((crypto, subtle.dyn_into().ok()?))
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn read(storage: Option<Storage>, name: &str) -> Option<String> {
    storage?.get_item(name).ok().flatten()
}

fn write(storage: Option<Storage>, name: &str, value: &str) -> Result<(), VaultError> {
    storage
        .and_then(|storage| storage.set_item(name, value).ok())
        .ok_or(VaultError::Unavailable)
}

fn remove(storage: Option<Storage>, name: &str) {
    if let Some(storage) = storage {
        // What cannot be removed could not be stored either.
        let _ = storage.remove_item(name);
    }
}

fn tab_name(origin: &str) -> String {
    format!("sukat-key {origin}")
}

fn device_name(origin: &str) -> String {
    format!("sukat-locked-key {origin}")
}

fn to_hex(bytes: &[u8]) -> String {
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
    bytes.iter().flat_map(digits).flatten().collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes().chunks_exact(2);
    let byte = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    digits.map(byte).collect()
}
