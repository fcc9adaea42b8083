//! Values deep inside a row, and replies that are lists.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::side_text;
use crate::intake::json::read_object;
use crate::intake::value::{Cell, CellNote, JsonKind, WrongType, kind, read_cell};

/// What stands where a framework keeps its reply.
#[derive(Debug, Default)]
pub(super) enum Reply<'t> {
    /// A value to be read as any cell is, and its path.
    Raw(&'t str, &'static str),
    /// A text put together from parts, and what was odd about them.
    Text(String, Vec<CellNote>),
    /// None, and the row says why.
    Nothing,
    /// None, and nobody says why.
    #[default]
    Absent,
    /// Likelihoods of given choices.
    Likelihoods,
    /// Neither text nor nothing.
    Wrong(WrongType),
}

impl Reply<'_> {
    /// Something that is no reply at a path.
    pub(super) fn wrong(path: &str, raw: &str) -> Self {
        Self::Wrong(WrongType {
            path: path.to_owned(),
            found: kind(raw),
        })
    }
}

/// The raw value at a path through objects; names that came twice on the way are added to
/// `repeated`.
pub(super) fn at<'f>(raw: &'f str, path: &[&str], repeated: &mut Vec<String>) -> Option<&'f str> {
    let mut found = raw;
    for name in path {
        let fields = read_object(found).ok()?;
        if let Some(name) = fields.repeated()
            && !repeated.iter().any(|known| known == name)
        {
            repeated.push(name.to_owned());
        }
        found = fields.get(name)?;
    }
    Some(found)
}

/// The text at a path; what is not text there is left out.
pub(super) fn text_at<'f>(
    raw: &'f str,
    path: &[&str],
    repeated: &mut Vec<String>,
) -> Option<Cow<'f, str>> {
    at(raw, path, repeated).and_then(side_text)
}

/// The raw elements of a list.
pub(super) fn list(raw: &str) -> Option<Vec<&str>> {
    if kind(raw) != JsonKind::List {
        return None;
    }
    let items: Vec<&RawValue> = serde_json::from_str(raw).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

/// All texts of a list, one under the other.
pub(super) fn all_text(raw: &str) -> Option<Cow<'_, str>> {
    let Some(items) = list(raw) else {
        return side_text(raw);
    };
    let texts: Vec<Cow<'_, str>> = items.into_iter().filter_map(side_text).collect();
    (!texts.is_empty()).then(|| Cow::Owned(texts.join("\n")))
}

/// A reply that stands in a list of replies, which may stand in a list of requests. Numbers, and
/// pairs of a number and whether it was the most likely, are likelihoods.
pub(super) fn of_replies<'f>(raw: &'f str, path: &'static str) -> Reply<'f> {
    let Some(requests) = list(raw) else {
        return match kind(raw) {
            JsonKind::Number => Reply::Likelihoods,
            _ => Reply::Raw(raw, path),
        };
    };
    let mut replies: Vec<(usize, usize, &'f str)> = Vec::new();
    for (request_idx, request) in requests.iter().enumerate() {
        let inner = list(request).unwrap_or_else(|| vec![request]);
        if is_pair(&inner) {
            return Reply::Likelihoods;
        }
        let inner = inner.into_iter().enumerate();
        replies.extend(inner.map(|(reply_idx, raw)| (request_idx, reply_idx, raw)));
    }
    let is_likelihood =
        |raw: &str| kind(raw) == JsonKind::Number || list(raw).is_some_and(|list| is_pair(&list));
    match replies.as_slice() {
        [] => Reply::Raw("[]", path),
        all if all.iter().all(|(_, _, raw)| is_likelihood(raw)) => Reply::Likelihoods,
        [(_, _, only)] => Reply::Raw(only, path),
        [_, (request_idx, reply_idx, second), ..] => {
            Reply::wrong(&format!("{path}[{request_idx}][{reply_idx}]"), second)
        }
    }
}

/// Whether a list is a likelihood with its mark, as numbers or as the texts that they are logged
/// with.
fn is_pair(items: &[&str]) -> bool {
    let [number, mark] = items else { return false };
    let plain = |raw: &str| side_text(raw).unwrap_or_default().to_lowercase();
    let is_mark = matches!(plain(mark).as_str(), "true" | "false");
    is_mark && plain(number).parse::<f64>().is_ok()
}

/// Text and thinking of a list of parts, of any vendor; nothing but text counts as a reply.
pub(super) fn of_parts<'f>(raw: &'f str, path: &'static str) -> (Reply<'f>, Option<String>) {
    let Some(parts) = list(raw) else {
        return (Reply::Raw(raw, path), None);
    };
    let mut text: Option<String> = None;
    let mut thinking: Option<String> = None;
    let mut notes = Vec::new();
    let mut unread = Vec::new();
    for (part_idx, part) in parts.iter().enumerate() {
        let get = |name: &str| text_at(part, &[name], &mut Vec::new());
        let part_kind = get("type").unwrap_or(Cow::Borrowed("text"));
        let is_thought = get("thought").as_deref() == Some("true");
        if kind(part) != JsonKind::Object {
            // A list of texts is several replies, unless there is but one.
            if parts.len() == 1 {
                return (Reply::Raw(raw, path), None);
            }
            unread.push(Reply::wrong(&format!("{path}[{part_idx}]"), part));
            continue;
        }
        match &*part_kind {
            "thinking" | "reasoning" | "redacted_thinking" => {
                let thought = get("thinking").or_else(|| get("reasoning"));
                append(&mut thinking, &thought.unwrap_or_default());
            }
            "message" => {
                let content = at(part, &["content"], &mut Vec::new()).unwrap_or("[]");
                match of_parts(content, path) {
                    (Reply::Text(inner, more), _) => {
                        append(&mut text, &inner);
                        notes.extend(more);
                    }
                    (Reply::Nothing, _) => {}
                    (other, _) => unread.push(other),
                }
            }
            "text" | "output_text" => {
                match at(part, &["text"], &mut Vec::new()).map(|raw| read_cell(raw, path)) {
                    Some(Ok((Cell::Text(found), _))) if is_thought => append(&mut thinking, &found),
                    Some(Ok((Cell::Text(found), note))) => {
                        append(&mut text, &found);
                        notes.extend(note);
                    }
                    Some(Ok((Cell::Null, _))) | None => {}
                    Some(Err(wrong)) => unread.push(Reply::Wrong(WrongType {
                        path: format!("{path}[{part_idx}].text"),
                        ..wrong
                    })),
                }
            }
            _ => {} // Tools, images, refusals: no text of a reply.
        }
    }
    let reply = match (unread.pop(), text) {
        (Some(unread), _) => unread,
        (None, Some(text)) => Reply::Text(text, notes),
        (None, None) => Reply::Nothing,
    };
    (reply, thinking)
}

fn append(text: &mut Option<String>, more: &str) {
    text.get_or_insert_default().push_str(more);
}
