//! Reply to answer: the reference's reading (*parity*), and a *lenient* one kept beside it.
//!
//! Never lets one leak into the other; never changes the reply.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::suite::{Profile, Task, TemplateLanguage};

/// Which rule reads the replies of a run; part of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingRule {
    /// Whose rule.
    pub profile: Profile,
    /// Tags and label words to look for; English only with [`Profile::V1`].
    pub language: TemplateLanguage,
    /// What is done with a thinking block at the start of a reply.
    pub thinking: Thinking,
}

/// What is done with thinking inside a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thinking {
    /// The reply is read as it is.
    Keep,
    /// One leading block is cut off before reading (`providers.md` 4.3).
    Strip,
}

/// What was read out of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Index into the task's labels.
    Class(usize),
    /// Text of a summary or translation; may be empty.
    Text(String),
    /// Cannot be read: the null label.
    Null,
}

/// Something a person should look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Flag {
    /// The letter that was read begins a longer word.
    LetterInWord,
    /// An earlier and a later answer differ.
    ChangedMind,
    /// More than one label stands in the answer.
    TwoLabels,
    /// The label word is of the other language.
    OtherLanguage,
    /// The placeholder of the prompt came back.
    PlaceholderEchoed,
    /// A look-alike character of another script.
    LookAlike,
    /// No answer tag; the text itself was read.
    NoTag,
    /// A thinking block was cut off.
    ThinkingCut,
    /// Thinking never ended: the budget ran out.
    ThinkingUnclosed,
    /// The lenient reading gives another answer than parity.
    LenientDiffers,
}

/// Both readings of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What the reference reads. The only one that enters official scores.
    pub parity: Answer,
    /// What a patient person reads.
    pub lenient: Answer,
    /// Bytes of the reply that parity took, where they are contiguous.
    pub parity_span: Option<Range<usize>>,
    /// Bytes of the reply that the lenient reading took.
    pub lenient_span: Option<Range<usize>>,
    /// What a person should look at.
    pub flags: BTreeSet<Flag>,
}

/// Reads a reply. An empty reply reads as the null label, or as empty text.
pub fn read_reply(task: &Task, rule: ReadingRule, reply: &str) -> Reading {
    let _ = (task, rule, reply);
    Reading {
        parity: Answer::Null,
        lenient: Answer::Null,
        parity_span: None,
        lenient_span: None,
        flags: BTreeSet::new(),
    }
}
