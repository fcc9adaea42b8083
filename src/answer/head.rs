//! How SEA-HELM v1.2.1 reads a reply, step by step and without regular expressions.
//!
//! The quirks are the reference's and must stay: see `batayan.md` 6.0.3 and 6.0.4.

use std::ops::Range;

use super::{Taken, line_after, range_of, strip_label};
use crate::text;

/// The normalised answer, ready to be compared with lower-case labels.
///
/// `tag` holds the colon: `Sagot:`. The reference takes `labels` from the rows it loaded, in any
/// order; here they are those of the task, which for a whole data file is the same.
pub fn extract_label(reply: &str, tag: &str, labels: &[&str]) -> String {
    take_label(reply, tag, labels).text
}

/// The text of a summary or translation. `tag` holds the colon: `Buod:`.
pub fn extract_text(reply: &str, tag: &str) -> String {
    take_text(reply, tag).text
}

/// [`extract_label`], with where it stands in the reply.
pub fn take_label(reply: &str, tag: &str, labels: &[&str]) -> Taken {
    let matched = tags(reply, tag).find_map(|after| {
        let after = after.trim_start_matches(|c| text::is_whitespace(c) || c == '*');
        last_label(after, labels)
    });
    let taken = strip_label(matched.unwrap_or(reply));
    Taken {
        text: text::collapse(&text::lower(taken)),
        span: range_of(reply, taken),
        is_matched: matched.is_some(),
    }
}

/// [`extract_text`], with where it stands in the reply.
pub fn take_text(reply: &str, tag: &str) -> Taken {
    let after = reply.split_once(tag).map(|(_, after)| after);
    let taken = after.map_or(reply, |after| {
        let is_skipped = |c| text::is_whitespace(c) || c == '`' || c == '*';
        after.get(line_after(after, is_skipped)).unwrap_or_default()
    });
    let taken = text::strip(taken);
    Taken {
        text: taken.to_owned(),
        span: range_of(reply, taken),
        is_matched: after.is_some(),
    }
}

/// Whether the tag stands in the reply, in any case, whatever follows it.
pub fn has_tag(reply: &str, tag: &str) -> bool {
    tags(reply, tag).next().is_some()
}

/// Whether these bytes are part of a longer word: the rule has no word boundary, so that `Ang`
/// is read as A and `Cabo` as B.
pub fn is_inside_word(reply: &str, span: &Range<usize>) -> bool {
    let before = reply
        .get(..span.start)
        .and_then(|before| before.chars().next_back());
    let after = reply.get(span.end..).and_then(|after| after.chars().next());
    [before, after]
        .into_iter()
        .flatten()
        .any(char::is_alphanumeric)
}

/// What stands after each tag, from the first to the last. Its last character, the colon, has one
/// case, so that only colons need a closer look.
fn tags<'a>(reply: &'a str, tag: &str) -> impl Iterator<Item = &'a str> {
    let mut letters = tag.chars();
    let colon = letters.next_back().unwrap_or(':');
    reply.match_indices(colon).filter_map(move |(at, found)| {
        let mut before = reply.get(..at)?.chars();
        let is_tag = letters.clone().rev().all(|wanted| {
            before
                .next_back()
                .is_some_and(|found| is_same_letter(found, wanted))
        });
        is_tag.then(|| reply.get(at + found.len()..))?
    })
}

/// The last of the labels that stand one right after another at the start.
///
/// The reference repeats its group and keeps the last repetition: of `AB` that is `B`.
fn last_label<'a>(mut rest: &'a str, labels: &[&str]) -> Option<&'a str> {
    let mut last = None;
    while let Some(after) = labels.iter().find_map(|label| after_prefix(rest, label)) {
        let (label, after) = rest.split_at_checked(rest.len() - after.len())?;
        if label.is_empty() {
            break;
        }
        last = Some(label);
        rest = after;
    }
    last
}

/// What follows `prefix`, case ignored as Python's `re.IGNORECASE` does.
fn after_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in prefix.chars() {
        if !is_same_letter(rest.next()?, wanted) {
            return None;
        }
    }
    Some(rest.as_str())
}

/// Whether Python takes the two for the same letter when it ignores case.
///
/// Character by character: the ligature `ﬁ` is not `fi`. Beyond ASCII, `ſ` is an s, the Kelvin
/// sign a k, and both `İ` and `ı` are an i: `ſagot: posıtibo` matches, though only the plain
/// spelling is then a label.
fn is_same_letter(found: char, wanted: char) -> bool {
    let folded = |character: char| match character {
        'ſ' => 's',
        'İ' | 'ı' => 'i',
        _ => {
            let mut lowered = character.to_lowercase();
            match (lowered.next(), lowered.next()) {
                (Some(single), None) => single,
                _ => character,
            }
        }
    };
    if found.is_ascii() && wanted.is_ascii() {
        return found.eq_ignore_ascii_case(&wanted);
    }
    folded(found) == folded(wanted)
}
