//! Thinking inside the reply text: where it ends, and where the answer begins.
//!
//! Looks at the start only: a literal `<think>` later in a translation is text.
//!
//! The reference's own rule for reasoning models (SEA-HELM v1: split at `</think>`, keep and trim
//! what follows the last one) leaves the same text, but for four cases that it gets wrong:
//!
//! - thinking that never ends: the reference reads the scratch work, we read nothing;
//! - tags after the answer has begun, `<think>…</think>Salin: ang tag na <think>x</think>`: the
//!   reference cuts into the answer, we do not;
//! - blocks named `<thinking>` or `<reasoning>`: the reference keeps them, we cut them;
//! - without any marker the reference trims and we change nothing, as for its other models. That
//!   shows only in a `$` before white space at the very end of a text answer.

use std::ops::Range;

use crate::text;

/// Names of the blocks.
const NAMES: [&str; 3] = ["think", "thinking", "reasoning"];

/// What chat templates write themselves, so that the reply has only its end.
const IMPLIED: &str = "think";

/// Where the thinking ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// No thinking.
    Nothing,
    /// Bytes of the reply after the thinking, trimmed; may be empty.
    Rest(Range<usize>),
    /// It began and never ended: the output cap was reached.
    Unclosed,
}

/// Finds the leading thinking of a reply.
///
/// Blocks may be nested, may follow one another, and the first opener may be missing: then all up
/// to the last `</think>` is thinking.
pub fn cut_thinking(reply: &str) -> Cut {
    let mut rest = text::strip(reply);
    let mut is_cut = false;
    while let Some((name, inside)) = opened(rest) {
        let Some(after) = after_block(inside, name) else {
            return Cut::Unclosed;
        };
        rest = text::strip(after);
        is_cut = true;
    }
    if let Some(after) = after_unopened(rest) {
        rest = text::strip(after);
        is_cut = true;
    }
    if is_cut {
        Cut::Rest(super::range_of(reply, rest))
    } else {
        Cut::Nothing
    }
}

/// The name of the block that `text` begins with, and what follows its opener.
fn opened(text: &str) -> Option<(&'static str, &str)> {
    let inner = text.strip_prefix('<')?;
    NAMES.into_iter().find_map(|name| {
        let after = inner.strip_prefix(name)?.strip_prefix('>')?;
        Some((name, after))
    })
}

/// What follows the end of a block, given what follows its opener.
///
/// When the ends are too few for the openers inside (thinking that talks about `<think>`), the
/// last end counts.
fn after_block<'a>(inside: &'a str, name: &str) -> Option<&'a str> {
    let mut depth = 1_usize;
    let mut last = None;
    let mut rest = inside;
    while let Some((_, tag)) = rest.split_once('<') {
        rest = tag;
        if let Some(after) = tag.strip_prefix(name).and_then(|tag| tag.strip_prefix('>')) {
            depth += 1;
            rest = after;
        } else if let Some(after) = closed(tag, name) {
            depth -= 1;
            rest = after;
            last = Some(after);
            if depth == 0 {
                break;
            }
        }
    }
    last
}

/// What follows a closer, given what follows its `<`.
fn closed<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    tag.strip_prefix('/')?.strip_prefix(name)?.strip_prefix('>')
}

/// What follows the last closer, where no opener stands before the first one.
fn after_unopened(rest: &str) -> Option<&str> {
    let closer = format!("</{IMPLIED}>");
    let (before, _) = rest.split_once(&closer)?;
    let (_, after) = rest.rsplit_once(&closer)?;
    (!before.contains(&format!("<{IMPLIED}>"))).then_some(after)
}
