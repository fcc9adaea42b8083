//! How SEA-HELM v1 reads a reply, step by step and without regular expressions.
//!
//! The quirks are the reference's and must stay: see `batayan.md` 6.0.1 and 6.0.2.

use std::ops::Range;

use super::{Taken, line_after, range_of, strip_label};
use crate::text;

/// The normalised answer, ready to be compared with lower-case labels.
///
/// `tag` is in lower case, colon included: `sagot:`.
pub fn extract_label(reply: &str, tag: &str) -> String {
    take_label(reply, tag).text
}

/// The text of a summary or translation. `tag` holds the colon: `Buod:`.
pub fn extract_text(reply: &str, tag: &str) -> String {
    take_text(reply, tag).text
}

/// [`extract_label`], with where it stands in the reply.
pub fn take_label(reply: &str, tag: &str) -> Taken {
    let lowered = text::lower(reply);
    let after = lowered.split_once(tag).map(|(_, after)| after);
    let taken = strip_label(after.map_or(&lowered, first_line));
    Taken {
        text: text::collapse(taken),
        span: range_before_lowering(reply, &range_of(&lowered, taken)),
        is_matched: after.is_some(),
    }
}

/// [`extract_text`], with where it stands in the reply.
///
/// The first letter of the tag may have either case and may be `|`, because the reference writes
/// `[B|b]uod:`; the rest has the tag's own case. `Isalin:` holds the tag.
pub fn take_text(reply: &str, tag: &str) -> Taken {
    let after = after_text_tag(reply, tag);
    let taken = text::strip(after.map_or(reply, first_line));
    Taken {
        text: taken.to_owned(),
        span: range_of(reply, taken),
        is_matched: after.is_some(),
    }
}

/// What stands after the first tag of a text task.
fn after_text_tag<'a>(reply: &'a str, tag: &str) -> Option<&'a str> {
    let mut letters = tag.chars();
    let first = letters.next()?;
    let tail = letters.as_str();
    reply.match_indices(tail).find_map(|(at, _)| {
        let (before, found) = reply.split_at_checked(at)?;
        let last = before.chars().next_back()?;
        let is_first = last.eq_ignore_ascii_case(&first) || last == '|';
        is_first.then(|| found.strip_prefix(tail))?
    })
}

/// The whitespace after a tag and the rest of the line, without `$` at either end.
///
/// The dollar signs go before the whitespace does: `Buod: $Isa$` keeps its first one.
fn first_line(after: &str) -> &str {
    let line = line_after(after, text::is_whitespace);
    let with_skipped = after.get(..line.end).unwrap_or(after);
    text::strip_chars(with_skipped, |character| character == '$')
}

/// The bytes of `reply` that became these bytes of its lower-case form.
///
/// `İ` becomes longer and the Kelvin sign shorter, so the two do not run in step.
fn range_before_lowering(reply: &str, lowered: &Range<usize>) -> Range<usize> {
    if reply.is_ascii() {
        return lowered.clone();
    }
    let mut n_lowered = 0;
    let mut start = None;
    for (at, character) in reply.char_indices() {
        if n_lowered >= lowered.end {
            return start.unwrap_or(at)..at;
        }
        n_lowered += character.to_lowercase().map(char::len_utf8).sum::<usize>();
        if start.is_none() && n_lowered > lowered.start {
            start = Some(at);
        }
    }
    start.unwrap_or(reply.len())..reply.len()
}
