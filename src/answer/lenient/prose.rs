//! The lenient reading of a summary or translation.

use std::collections::BTreeSet;

use super::token::{self, Token, tokens};
use super::{Lenient, is_placeholder};
use crate::answer::{Answer, Flag, range_of};
use crate::suite::{Task, TaskKind};
use crate::text;

/// Words that may stand beside the tag word before the colon: `Narito ang salin sa Filipino:`.
const BESIDE_TAG: [&str; 41] = [
    "narito",
    "heto",
    "eto",
    "ito",
    "ang",
    "aking",
    "isang",
    "sumusunod",
    "na",
    "ng",
    "sa",
    "final",
    "pangwakas",
    "pinal",
    "huling",
    "maikling",
    "artikulo",
    "teksto",
    "pangungusap",
    "filipino",
    "tagalog",
    "english",
    "ingles",
    "sige",
    "siyempre",
    "oo",
    "okay",
    "sure",
    "here",
    "s",
    "is",
    "the",
    "a",
    "my",
    "following",
    "brief",
    "in",
    "into",
    "to",
    "of",
    "article",
];

/// How a line begins that only leads to the text.
const OPENINGS: [&str; 20] = [
    "narito",
    "heto",
    "eto",
    "ito",
    "ang sumusunod",
    "sige",
    "siyempre",
    "sure",
    "okay",
    "of course",
    "certainly",
    "here is",
    "here s",
    "here are",
    "below is",
    "the following",
    "the translation",
    "the summary",
    "ang salin",
    "ang buod",
];

/// Headings of remarks after the text.
const REMARKS: [&str; 11] = [
    "paliwanag",
    "tandaan",
    "tala",
    "mga tala",
    "paalala",
    "puna",
    "note",
    "notes",
    "explanation",
    "translation notes",
    "mga paliwanag",
];

/// Pairs that may stand around a whole text.
const WRAPPERS: [(&str, &str); 11] = [
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("$", "$"),
    ("\"", "\""),
    ("“", "”"),
    ("«", "»"),
    ("'", "'"),
    ("‘", "’"),
];

/// Bytes of the longest phrase that may hold a tag; longer ones are text.
const MAX_PREFIX: usize = 200;

/// A line that ends its prefix with a colon.
struct Headed<'a> {
    /// What stands before the colon.
    prefix: &'a str,
    /// All of the reply that stands after it.
    after: &'a str,
}

/// Reads a text. Takes all lines after the last tag, up to a remark; without a tag, everything.
pub fn read(task: &Task, reply: &str) -> Lenient {
    let is_echo = |text: &str| is_placeholder(task, text.trim_matches(token_edge));
    let mut flags = BTreeSet::new();
    let mut taken = None;
    let mut end = reply.len();
    for line in tagged_lines(task, reply).into_iter().rev() {
        let after_start = range_of(reply, line.after).start;
        let content = reply.get(after_start..end).unwrap_or_default();
        let content = unwrapped(close_prefix(line.prefix, without_remarks(content)));
        end = range_of(reply, line.prefix).start;
        if is_echo(content) {
            flags.insert(Flag::PlaceholderEchoed);
        } else if !content.is_empty() {
            taken = Some(content);
            break;
        }
        taken = taken.or(reply.get(after_start..after_start));
    }
    let mut taken = taken.unwrap_or_else(|| unwrapped(without_opening(reply)));
    if is_echo(taken) {
        flags.insert(Flag::PlaceholderEchoed);
        taken = "";
    }
    Lenient {
        answer: Answer::Text(taken.to_owned()),
        span: (!taken.is_empty()).then(|| range_of(reply, taken)),
        flags,
    }
}

/// What may stand around an echoed placeholder.
fn token_edge(character: char) -> bool {
    character == '$' || character == '.'
}

/// The lines that begin with the task's tag, perhaps within a short phrase.
fn tagged_lines<'a>(task: &Task, reply: &'a str) -> Vec<Headed<'a>> {
    let own = [&task.head.answer_tag, &task.english.answer_tag].map(|tag| {
        let word = tag.trim_end_matches(':');
        text::lower(word)
    });
    let more: &[&str] = match task.kind {
        TaskKind::Summarization => &["pagbubuod"],
        TaskKind::Translation => &["isalin", "pagsasalin"],
        TaskKind::Classification => &[],
    };
    let is_tag = |word: &str| own.iter().any(|own| own == word) || more.contains(&word);
    lines(reply)
        .filter_map(|line| headed(reply, line))
        .filter(|line| {
            if line.prefix.len() > MAX_PREFIX {
                return false;
            }
            let tokens = tokens(line.prefix);
            let mut words = tokens.iter().filter_map(Token::word);
            words.clone().any(is_tag)
                && words.clone().count() <= 9
                && words.all(|word| is_tag(word) || BESIDE_TAG.contains(&word))
        })
        .collect()
}

/// The lines of a text, without their ends.
fn lines(reply: &str) -> impl Iterator<Item = &str> {
    reply.split(['\n', '\r', '\u{2028}', '\u{2029}'])
}

/// Splits at the first colon of a line, whatever its width.
fn headed<'a>(reply: &'a str, line: &'a str) -> Option<Headed<'a>> {
    let (at, colon) = line.char_indices().find(|&(_, c)| token::fold(c) == ':')?;
    let prefix = line.get(..at)?;
    let after_start = range_of(reply, line).start + at + colon.len_utf8();
    Some(Headed {
        prefix,
        after: reply.get(after_start..)?,
    })
}

/// Up to the first line that begins a remark or is a rule, but for leading ones.
fn without_remarks(content: &str) -> &str {
    let mut is_begun = false;
    for line in lines(content) {
        if is_begun && (is_remark(line) || is_rule(line)) {
            let start = range_of(content, line).start;
            return content.get(..start).unwrap_or(content);
        }
        is_begun |= !is_blank(line);
    }
    content
}

/// Whether a line is headed `Paliwanag:` or the like.
fn is_remark(line: &str) -> bool {
    headed(line, line).is_some_and(|line| {
        line.prefix.len() <= MAX_PREFIX && REMARKS.contains(&words(line.prefix).as_str())
    })
}

/// Whether a line is a Markdown rule.
fn is_rule(line: &str) -> bool {
    let line = text::strip(line);
    line.len() >= 3
        && ["-", "*", "_"]
            .iter()
            .any(|mark| line.replace(mark, "").is_empty())
}

/// The words of a phrase, with single spaces.
fn words(phrase: &str) -> String {
    let tokens = tokens(phrase);
    let words: Vec<&str> = tokens.iter().filter_map(Token::word).collect();
    words.join(" ")
}

/// Without a first line that only leads to the text: `Sige! Narito:`.
fn without_opening(reply: &str) -> &str {
    let Some(first) = lines(reply).find(|line| !is_blank(line)) else {
        return reply;
    };
    let is_open_ended = trimmed(first)
        .trim_end_matches(['*', '_'])
        .ends_with([':', '：']);
    if !is_open_ended || first.len() > MAX_PREFIX {
        return reply;
    }
    let words = words(first);
    let begins = |opening: &&str| {
        words
            .strip_prefix(*opening)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let after = reply.get(range_of(reply, first).end..).unwrap_or_default();
    let is_opening =
        OPENINGS.iter().any(begins) && words.split(' ').count() <= 14 && !is_blank(after);
    if is_opening { after } else { reply }
}

/// Closes what the tag's line opened before the tag: `**Buod: …**`, `"Salin: …"`, and drops what
/// was closed right after it: `**Buod:** …`.
fn close_prefix<'a>(prefix: &str, content: &'a str) -> &'a str {
    let mut content = trimmed(content);
    for (open, close) in WRAPPERS {
        let n_open = prefix.matches(open).count();
        if n_open == 0 || (open == close && n_open % 2 == 0) {
            continue;
        }
        if let Some(rest) = content.strip_prefix(close) {
            content = trimmed(rest);
        } else if let Some(rest) = content.strip_suffix(close)
            && (open != close || rest.matches(close).count() % 2 == 0)
        {
            content = trimmed(rest);
        }
    }
    // The whole reply stands in a fence that was opened before the tag.
    match content.strip_suffix("```") {
        Some(rest) if rest.matches("```").count() % 2 == 0 => trimmed(rest),
        _ => content,
    }
}

/// Without the code fence, bold marks and quotes that stand around the whole text.
fn unwrapped(content: &str) -> &str {
    let mut content = trimmed(content);
    while let Some(inner) = inner(content).map(trimmed) {
        content = inner;
    }
    content
}

/// What stands inside the outermost pair.
fn inner(content: &str) -> Option<&str> {
    if let Some(fenced) = content.strip_prefix("```") {
        // The rest of the first line names a language, unless the fence closes in it.
        let body = match fenced.split_once('\n') {
            Some((info, body)) if !info.contains("```") && !text::strip(info).contains(' ') => body,
            _ => fenced,
        };
        return Some(body.split("```").next().unwrap_or(body));
    }
    WRAPPERS.into_iter().find_map(|(open, close)| {
        let inner = content.strip_prefix(open)?.strip_suffix(close)?;
        let is_whole = !inner.contains(open) && !inner.contains(close) && !inner.is_empty();
        is_whole.then_some(inner)
    })
}

/// Without white space and invisible characters at either end.
fn trimmed(content: &str) -> &str {
    content.trim_matches(|c| text::is_whitespace(c) || token::is_invisible(c))
}

/// Whether nothing can be seen in it.
fn is_blank(content: &str) -> bool {
    trimmed(content).is_empty()
}
