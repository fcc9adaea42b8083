//! Words of the page `score_file`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct ScoreFileWords {
    pub title: &'static str,
}

/// English.
pub const EN: ScoreFileWords = ScoreFileWords {
    title: "Score a file",
};

/// Filipino.
pub const FIL: ScoreFileWords = ScoreFileWords {
    title: "Mag-score ng file",
};
