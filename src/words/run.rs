//! Words of the page `run`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct RunWords {
    pub title: &'static str,
}

/// English.
pub const EN: RunWords = RunWords { title: "Run" };

/// Filipino.
pub const FIL: RunWords = RunWords { title: "Run" };
