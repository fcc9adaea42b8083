//! Words of the page `help`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct HelpWords {
    pub title: &'static str,
}

/// English.
pub const EN: HelpWords = HelpWords { title: "Help" };

/// Filipino.
pub const FIL: HelpWords = HelpWords { title: "Help" };
