//! Words of the page `start`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct StartWords {
    pub title: &'static str,
}

/// English.
pub const EN: StartWords = StartWords { title: "Start" };

/// Filipino.
pub const FIL: StartWords = StartWords { title: "Start" };
