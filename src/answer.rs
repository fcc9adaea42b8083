//! Reply to answer: the reference's reading (*parity*), and a *lenient* one kept beside it.
//!
//! Never lets one leak into the other; never changes the reply.

pub mod head;
pub mod lenient;
pub mod thinking;
pub mod v1;

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use self::thinking::Cut;
use crate::suite::{Label, Profile, Task, TaskKind, TemplateLanguage};
use crate::text;

/// Which rule reads the replies of a run; part of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Leading thinking is cut off before both readings (see [`thinking`]).
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
    /// The letter that parity read is part of a longer word: `Sagot: Ang …` is read as A.
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
    /// What a patient person reads; the null label when in doubt.
    pub lenient: Answer,
    /// Bytes of the reply that parity took. Also there when they are no label, to show what the
    /// reference compared with its labels; `None` when it took nothing.
    pub parity_span: Option<Range<usize>>,
    /// Bytes of the reply that the lenient reading took; `None` for the null label.
    pub lenient_span: Option<Range<usize>>,
    /// What a person should look at.
    pub flags: BTreeSet<Flag>,
}

/// What a reference's rule takes out of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// As the reference compares or scores it: normalised for labels, stripped for texts.
    pub text: String,
    /// Bytes of the reply it came from; may be empty.
    pub span: Range<usize>,
    /// Whether the rule matched; otherwise the whole reply was taken.
    pub is_matched: bool,
}

/// Reads a reply. An empty reply reads as the null label, or as empty text.
pub fn read_reply(task: &Task, rule: ReadingRule, reply: &str) -> Reading {
    let mut flags = BTreeSet::new();
    let rest = match rule.thinking {
        Thinking::Keep => 0..reply.len(),
        Thinking::Strip => match thinking::cut_thinking(reply) {
            Cut::Nothing => 0..reply.len(),
            Cut::Rest(rest) => {
                flags.insert(Flag::ThinkingCut);
                rest
            }
            Cut::Unclosed => {
                flags.insert(Flag::ThinkingUnclosed);
                reply.len()..reply.len()
            }
        },
    };
    let (start, read) = (rest.start, reply.get(rest).unwrap_or_default());

    let taken = take(task, rule, read);
    let parity = match task.kind {
        TaskKind::Summarization | TaskKind::Translation => Answer::Text(taken.text.clone()),
        TaskKind::Classification => task
            .labels
            .iter()
            .position(|label| text::lower(own_word(label, rule)) == taken.text)
            .map_or(Answer::Null, Answer::Class),
    };
    if !taken.is_matched && !text::strip(read).is_empty() && !has_tag(task, rule, read) {
        flags.insert(Flag::NoTag);
    }
    if parity != Answer::Null && taken.is_matched && rule.profile == Profile::Head {
        let is_letter = task.is_classification() && taken.text.chars().count() == 1;
        if is_letter && head::is_inside_word(read, &taken.span) {
            flags.insert(Flag::LetterInWord);
        }
    }

    let lenient = lenient::read(task, rule.language, read);
    flags.extend(lenient.flags);
    if lenient.answer != parity {
        flags.insert(Flag::LenientDiffers);
    }
    let shift = |span: Range<usize>| start + span.start..start + span.end;
    Reading {
        parity,
        lenient: lenient.answer,
        parity_span: Some(taken.span).filter(|span| !span.is_empty()).map(shift),
        lenient_span: lenient.span.filter(|span| !span.is_empty()).map(shift),
        flags,
    }
}

/// What the rule's reference takes out of a reply without thinking.
fn take(task: &Task, rule: ReadingRule, reply: &str) -> Taken {
    let tag = tag(task, rule);
    match (rule.profile, task.is_classification()) {
        (Profile::V1, true) => v1::take_label(reply, &text::lower(tag)),
        (Profile::V1, false) => v1::take_text(reply, tag),
        (Profile::Head, true) => {
            let labels: Vec<&str> = task
                .labels
                .iter()
                .map(|label| own_word(label, rule))
                .collect();
            head::take_label(reply, tag, &labels)
        }
        (Profile::Head, false) => head::take_text(reply, tag),
    }
}

/// The tag the rule looks for. Head has no English, and the two versions share the Filipino tags.
fn tag(task: &Task, rule: ReadingRule) -> &str {
    match (rule.profile, rule.language) {
        (Profile::V1, TemplateLanguage::English) => &task.english.answer_tag,
        (Profile::V1, TemplateLanguage::Filipino) | (Profile::Head, _) => &task.head.answer_tag,
    }
}

/// The word that stands for a label under the rule.
fn own_word(label: &Label, rule: ReadingRule) -> &str {
    match (rule.profile, rule.language) {
        (Profile::V1, TemplateLanguage::English) => &label.english,
        (Profile::V1, TemplateLanguage::Filipino) | (Profile::Head, _) => &label.answer,
    }
}

/// Whether the rule's tag stands anywhere, whatever follows it.
fn has_tag(task: &Task, rule: ReadingRule, reply: &str) -> bool {
    let tag = tag(task, rule);
    match (rule.profile, task.is_classification()) {
        (Profile::V1, true) => text::lower(reply).contains(&text::lower(tag)),
        (Profile::V1, false) => v1::take_text(reply, tag).is_matched,
        (Profile::Head, true) => head::has_tag(reply, tag),
        (Profile::Head, false) => reply.contains(tag),
    }
}

/// The bytes of `part`, which must be a slice of `whole`.
fn range_of(whole: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr().addr().saturating_sub(whole.as_ptr().addr());
    start..start + part.len()
}

/// Where the first line of `after` ends once what is skipped is skipped: (skipped bytes, end).
///
/// A line ends at U+000A only, as for `.` in Python: neither `\r` nor U+2028 end it.
fn line_after(after: &str, is_skipped: impl Fn(char) -> bool) -> Range<usize> {
    let line = after.trim_start_matches(is_skipped);
    let line = line.split('\n').next().unwrap_or(line);
    range_of(after, line)
}

/// Without punctuation, spaces and line ends at either end, in any mix; then without whitespace.
/// The references' normalisation of a label, but for case and inner whitespace.
fn strip_label(taken: &str) -> &str {
    let is_stripped = |c| text::is_ascii_punct(c) || c == ' ' || c == '\n';
    text::strip(text::strip_chars(text::strip(taken), is_stripped))
}
