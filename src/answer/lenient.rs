//! What a patient person reads in a reply, kept beside parity and never mixed into it.
//!
//! Looks for an announced answer (`Sagot:`, `Ang sagot ay …`, `\boxed{…}`), takes the last one,
//! and sees through typography. It must not guess: whatever is denied, doubted or said twice
//! differently is the null label.

mod anchor;
mod label;
mod look_alike;
mod prose;
mod sheet;
mod token;

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Answer, Flag};
use crate::suite::{Task, TemplateLanguage};

/// The lenient reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lenient {
    /// The label or text; [`Answer::Null`] when in doubt, never for text tasks.
    pub answer: Answer,
    /// Bytes of the reply the answer stands in.
    pub span: Option<Range<usize>>,
    /// What was noticed on the way.
    pub flags: BTreeSet<Flag>,
}

/// Reads a reply whose thinking is already cut off.
pub fn read(task: &Task, language: TemplateLanguage, reply: &str) -> Lenient {
    if task.is_classification() {
        label::read(task, language, reply)
    } else {
        prose::read(task, reply)
    }
}

/// Whether the word stands for the answer in the task's prompts: `OPTION` of `$OPTION`, `ANSWER`.
fn is_placeholder(task: &Task, word: &str) -> bool {
    let is_name = |c: char| c.is_ascii_uppercase() || c == '_';
    if word.len() < 3 || !word.chars().all(is_name) {
        return false;
    }
    let dollar = [&task.v1.template, &task.english.template]
        .into_iter()
        .flat_map(|template| template.split('$').skip(1));
    let tagged = task.head.preamble.split("{answer_tag} ").skip(1);
    dollar.chain(tagged).any(|after| {
        let rest = after.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(is_name))
    })
}
