//! Words of the page `board`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct BoardWords {
    pub title: &'static str,
}

/// English.
pub const EN: BoardWords = BoardWords {
    title: "Results side by side",
};

/// Filipino.
pub const FIL: BoardWords = BoardWords {
    title: "Mga resulta, magkatabi",
};
