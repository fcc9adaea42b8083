//! Words of the page `new_run`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct NewRunWords {
    pub title: &'static str,
}

/// English.
pub const EN: NewRunWords = NewRunWords { title: "New run" };

/// Filipino.
pub const FIL: NewRunWords = NewRunWords {
    title: "Bagong run",
};
