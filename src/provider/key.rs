//! The user's key: a secret with one way out, and the redaction of everything else.
//!
//! Must never be printed, compared in messages, or turned into JSON.

use std::fmt;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// What stands where a key stood.
pub const REDACTED: &str = "[key]";

/// Longest key accepted, in bytes; tokens of large identity providers reach some thousands.
const MAX_KEY_BYTES: usize = 16_384;

/// A key shorter than this is replaced only where it stands as a word: people type `x` or `none`
/// for servers that ask for any value, and those letters occur in every text.
const MIN_SECRET_BYTES: usize = 8;

/// How much of a key in one piece counts as the key: servers like to echo it half masked.
const FRAGMENT_BYTES: usize = 8;

/// How well-known kinds of keys begin, with the number of key characters that must follow.
const PREFIXES: [(&str, usize); 13] = [
    ("sk-", 6),
    ("sk_", 6),
    ("hf_", 6),
    ("gsk_", 6),
    ("csk-", 6),
    ("xai-", 6),
    ("pplx-", 6),
    ("nvapi-", 6),
    ("tgp_", 6),
    ("fw_", 12),
    ("r8_", 12),
    ("AIza", 20),
    ("eyJ", 20),
];

/// The user's key for one endpoint; empty when there is none.
///
/// It has a blank `Debug`, no `Display` and no `Serialize`: search for [`Key::expose`] to find
/// every use.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Key(String);

/// Why a typed text cannot be a key. Holds nothing of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// Two words or two lines: a sentence, or two keys.
    #[error("a space or a line break inside the key")]
    InnerSpace,
    /// A page shows keys as `sk-…abc`; such a text was copied.
    #[error("the key is masked: copy the whole of it")]
    Masked,
    /// A header cannot carry it.
    #[error("character {at} of the key is not plain ASCII")]
    NotAscii {
        /// Position of the first such character, from 1.
        at: usize,
    },
    /// An address in the wrong box.
    #[error("an address, not a key")]
    LooksLikeAddress,
    /// It was typed for another server than the one it would go to.
    #[error("a key for another server")]
    OtherServer,
    /// More than any provider issues.
    #[error("longer than any key")]
    TooLong,
}

impl Key {
    /// No key: no authorization header is sent at all.
    pub fn none() -> Self {
        Self(String::new())
    }

    /// Cleans what was typed or pasted: surrounding spaces and line breaks, invisible characters
    /// anywhere, quotes around it, `Bearer ` or `Authorization:` in front, a whole `NAME=` line
    /// of a settings file. A text that is empty after that is [`Key::none`].
    pub fn parse(raw: &str) -> Result<Self, KeyError> {
        let visible: String = raw.chars().filter(|&c| !is_invisible(c)).collect();
        let clean = peel(&visible);
        if clean.len() > MAX_KEY_BYTES {
            return Err(KeyError::TooLong);
        }
        if clean.contains(char::is_whitespace) {
            return Err(KeyError::InnerSpace);
        }
        if clean.contains("***") || clean.contains("...") || clean.contains(['…', '•', '●']) {
            return Err(KeyError::Masked);
        }
        if let Some(at) = clean.chars().position(|c| !c.is_ascii_graphic()) {
            return Err(KeyError::NotAscii { at: at + 1 });
        }
        if clean.contains("://") {
            return Err(KeyError::LooksLikeAddress);
        }
        Ok(Self(clean.to_owned()))
    }

    /// Whether there is no key.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// The request header `name` that carries the key, behind `scheme` (`"Bearer "`, or nothing);
    /// none at all without a key.
    pub fn header(&self, name: &'static str, scheme: &str) -> Option<(&'static str, String)> {
        (!self.is_none()).then(|| (name, format!("{scheme}{}", self.expose())))
    }

    /// The secret itself, for the request header and nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_none() {
            "Key(none)"
        } else {
            "Key(set)"
        })
    }
}

/// Replaces the key, larger pieces of it, and anything that looks like a key of someone.
///
/// For messages of servers and browsers, which echo what was sent.
pub fn redact(text: &str, key: &Key) -> String {
    redact_shapes(&redact_value(text, key))
}

/// Replaces the whole key only, for a model's own words, which else stay untouched.
///
/// Short keys are left alone: a server that takes any value was given `none` or `ollama`, and
/// the model may well say that word.
pub fn redact_reply(text: &str, key: &Key) -> String {
    if key.0.len() < MIN_SECRET_BYTES || !text.contains(&key.0) {
        return text.to_owned();
    }
    text.replace(&key.0, REDACTED)
}

/// Format characters and byte-order marks, which come along when text is copied from a page.
fn is_invisible(c: char) -> bool {
    c.general_category() == GeneralCategory::Format
}

/// Takes off, as long as there is something to take off, what surrounds a key.
fn peel(text: &str) -> &str {
    const QUOTES: [(char, char); 6] = [
        ('"', '"'),
        ('\'', '\''),
        ('`', '`'),
        ('“', '”'),
        ('‘', '’'),
        ('<', '>'),
    ];
    let mut rest = text.trim();
    loop {
        let before = rest;
        for (open, close) in QUOTES {
            if let Some(inner) = rest.strip_prefix(open).and_then(|r| r.strip_suffix(close)) {
                rest = inner.trim();
            }
        }
        if let Some(after) =
            strip_word(rest, "authorization:").or_else(|| strip_word(rest, "bearer "))
        {
            rest = after.trim();
        }
        if rest.eq_ignore_ascii_case("bearer") {
            return "";
        }
        rest = strip_assignment(rest).trim_end_matches([',', ';']).trim();
        if rest == before {
            return rest;
        }
    }
}

fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word)
        .then(|| text.get(word.len()..))
        .flatten()
}

/// `export OPENAI_API_KEY=sk-…` → `sk-…`. The name must be in capitals, as in settings files:
/// an `=` at the end of a key is padding.
fn strip_assignment(text: &str) -> &str {
    let line = text.strip_prefix("export ").unwrap_or(text).trim_start();
    match line.split_once('=') {
        Some((name, value))
            if name.len() >= 3
                && name.contains('_')
                && !value.trim_matches('=').is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') =>
        {
            value.trim()
        }
        _ => text,
    }
}

/// Replaces the key by value, whole or in pieces of [`FRAGMENT_BYTES`] and more.
fn redact_value(text: &str, key: &Key) -> String {
    let secret = key.0.as_str();
    if secret.is_empty() {
        return text.to_owned();
    }
    if secret.len() < MIN_SECRET_BYTES {
        return redact_word(text, secret);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let matched = longest_piece(rest, secret);
        if matched >= FRAGMENT_BYTES {
            out.push_str(REDACTED);
            // A piece of the key is ASCII, so this cuts between characters.
            rest = rest.get(matched..).unwrap_or_default();
            if rest.starts_with(['*', '…', '•']) {
                rest = rest.trim_start_matches(is_key_char);
            }
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

/// Length in bytes of the longest piece of `secret` that `text` begins with.
fn longest_piece(text: &str, secret: &str) -> usize {
    let common = |tail: &[u8]| text.bytes().zip(tail).take_while(|&(a, &b)| a == b).count();
    (0..secret.len())
        .map(|at| common(&secret.as_bytes()[at..]))
        .max()
        .unwrap_or(0)
}

fn redact_word(text: &str, word: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (at, _) in text.match_indices(word) {
        let end = at + word.len();
        let before = text[..at].chars().next_back();
        let after = text[end..].chars().next();
        if at >= copied && !before.is_some_and(is_word) && !after.is_some_and(is_word) {
            out.push_str(&text[copied..at]);
            out.push_str(REDACTED);
            copied = end;
        }
    }
    out.push_str(&text[copied..]);
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Characters of keys, and those that servers mask them with.
fn is_key_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '*' | '…' | '•')
}

fn redact_shapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut previous: Option<char> = None;
    while let Some(first) = rest.chars().next() {
        if !previous.is_some_and(is_word)
            && let Some((shown, after)) = key_shape(rest)
        {
            out.push_str(shown);
            out.push_str(REDACTED);
            previous = Some(']');
            rest = after;
            continue;
        }
        out.push(first);
        previous = Some(first);
        rest = rest.get(first.len_utf8()..).unwrap_or_default();
    }
    out
}

/// If a key begins here: what of it may be shown, and the text after it.
fn key_shape(text: &str) -> Option<(&str, &str)> {
    for (prefix, at_least) in PREFIXES {
        if let Some(tail) = text.strip_prefix(prefix) {
            let end = tail.find(|c| !is_key_char(c)).unwrap_or(tail.len());
            if tail[..end].chars().count() >= at_least {
                return Some(("", &tail[end..]));
            }
        }
    }
    let tail = strip_word(text, "bearer ")?;
    let is_token_char = |c| is_key_char(c) || matches!(c, '/' | '+' | '=' | '~');
    let end = tail.find(|c| !is_token_char(c)).unwrap_or(tail.len());
    let token = &tail[..end];
    // "Bearer token", "bearer authentication" are words of a message.
    let is_secret =
        token.len() >= 20 || (token.len() >= 6 && token.contains(|c: char| c.is_ascii_digit()));
    is_secret.then(|| (&text[..text.len() - tail.len()], &tail[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_parse(raw: &str, want: Result<&str, KeyError>) {
        let got = Key::parse(raw);
        assert_eq!(
            got.as_ref().map(Key::expose),
            want.as_ref().copied(),
            "{raw:?}"
        );
    }

    #[test]
    fn pasted_keys_are_cleaned_or_refused() {
        check_parse(" Bearer sk-test\n", Ok("sk-test"));
        check_parse("\"sk-test\"", Ok("sk-test"));
        check_parse("“sk-test”,", Ok("sk-test"));
        check_parse("sk-\u{200b}te\u{feff}st\u{2060}", Ok("sk-test"));
        check_parse("Authorization: Bearer 'sk-test'\r\n", Ok("sk-test"));
        check_parse("export SEA_LION_API_KEY=\"sk-test\"", Ok("sk-test"));
        check_parse("YWJj==", Ok("YWJj=="));
        check_parse("", Ok(""));
        check_parse(" \u{200b}\n", Ok(""));
        check_parse("Bearer ", Ok(""));
        check_parse("sk-te\nst", Err(KeyError::InnerSpace));
        check_parse("ang susi ko", Err(KeyError::InnerSpace));
        check_parse("sk-…abc", Err(KeyError::Masked));
        check_parse("sk-***abc", Err(KeyError::Masked));
        check_parse("sk-tést", Err(KeyError::NotAscii { at: 5 }));
        check_parse("sk-a\u{7}b", Err(KeyError::NotAscii { at: 5 }));
        check_parse(
            "https://api.example.org/v1",
            Err(KeyError::LooksLikeAddress),
        );
        check_parse(&"k".repeat(20_000), Err(KeyError::TooLong));
    }

    #[test]
    fn a_key_never_shows_itself_in_debug_output() {
        let key = Key::parse("sk-MARKER-123").expect("a plain key");
        assert_eq!(format!("{key:?} {:?}", Key::none()), "Key(set) Key(none)");
    }

    #[track_caller]
    fn check_redact(text: &str, key: &str, want: &str) {
        let key = Key::parse(key).expect("a plain key");
        assert_eq!(redact(text, &key), want);
    }

    #[test]
    fn keys_are_redacted_by_value_by_piece_and_by_shape() {
        check_redact(
            "wrong key sk-MARKER-123.",
            "sk-MARKER-123",
            "wrong key [key].",
        );
        check_redact(
            "wrong key abcdefghij***",
            "abcdefghijKLMNOP",
            "wrong key [key]",
        );
        check_redact(
            "{\"k\":\"abcdefghijKLMNOP\"}",
            "abcdefghijKLMNOP",
            "{\"k\":\"[key]\"}",
        );
        check_redact("no key sk-proj-ab12**** given", "", "no key [key] given");
        check_redact("hf_abcdef123 and gsk_abcdef1", "", "[key] and [key]");
        check_redact("sent: Bearer abc123def", "", "sent: Bearer [key]");
        check_redact(
            "Bearer token missing, a task-oriented sk-",
            "",
            "Bearer token missing, a task-oriented sk-",
        );
        check_redact(
            "any value: x, or xylophone",
            "x",
            "any value: [key], or xylophone",
        );
        check_redact("walang susi…", "sk-MARKER-123", "walang susi…");
    }

    #[test]
    fn a_model_may_say_a_short_stand_in_key() {
        let stand_in = Key::parse("ollama").expect("a plain key");
        assert_eq!(redact_reply("ollama nga", &stand_in), "ollama nga");
        let key = Key::parse("sk-MARKER-123").expect("a plain key");
        assert_eq!(redact_reply("susi: sk-MARKER-123", &key), "susi: [key]");
    }
}
