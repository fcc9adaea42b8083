//! Words of the page `result`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct ResultWords {
    pub title: &'static str,
}

/// English.
pub const EN: ResultWords = ResultWords { title: "Result" };

/// Filipino.
pub const FIL: ResultWords = ResultWords { title: "Resulta" };
