//! Words of the page `suites`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct SuitesWords {
    pub title: &'static str,
}

/// English.
pub const EN: SuitesWords = SuitesWords { title: "Suites" };

/// Filipino.
pub const FIL: SuitesWords = SuitesWords { title: "Suites" };
