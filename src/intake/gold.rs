//! Labels and readings that a file brings along: compared with ours, never used.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::TheirReading;
use super::ids::integer_text;
use super::json::read_object;
use super::value::Text;
use crate::suite::{Gold, Label, Profile, Row, Task};

/// A label as a file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FoundLabel {
    /// Index into the task's labels.
    pub class: usize,
    /// The version that writes labels so; `None` when both do.
    pub profile: Option<Profile>,
}

/// Reads a label: the v1 encoding (`positive`, `0`) or the word of the answer (`Positibo`, `A`).
/// `1`, `"1"` and `1.0` are one label.
pub(super) fn read_label(task: &Task, written: &str) -> Option<FoundLabel> {
    let written = written.trim();
    let integer = integer_text(written);
    let is_v1 = |label: &Label| match &label.gold_v1 {
        serde_json::Value::String(gold) => gold == written || integer.as_ref() == Some(gold),
        gold => {
            let gold = gold.as_i64();
            gold.is_some() && gold == integer.as_ref().and_then(|integer| integer.parse().ok())
        }
    };
    let is_head = |label: &Label| label.answer == written;
    let v1 = task.labels.iter().position(is_v1);
    let head = task.labels.iter().position(is_head);
    match (v1, head) {
        (Some(class), Some(_)) => Some(FoundLabel {
            class,
            profile: None,
        }),
        (Some(class), None) => Some(FoundLabel {
            class,
            profile: Some(Profile::V1),
        }),
        (None, Some(class)) => Some(FoundLabel {
            class,
            profile: Some(Profile::Head),
        }),
        (None, None) => None,
    }
}

/// Whether a file's gold is a row's; `None` when it is no label of the task at all.
pub(super) fn agrees(task: &Task, row: &Row, written: &str) -> Option<bool> {
    match &row.gold {
        Gold::Class(class) => read_label(task, written).map(|found| found.class == *class),
        Gold::Text(text) => Some(text.trim() == written.trim()),
    }
}

/// Our gold as text, to show beside theirs.
pub(super) fn shown(task: &Task, row: &Row) -> String {
    match &row.gold {
        Gold::Class(class) => task
            .labels
            .get(*class)
            .map(|label| label.answer.clone())
            .unwrap_or_default(),
        Gold::Text(text) => text.clone(),
    }
}

/// What SEA-HELM read in a reply, from `cleaned_response` or `cleaned_responses`.
pub(super) fn their_reading(task: &Task, cleaned: &str) -> TheirReading {
    if !task.is_classification() {
        return TheirReading::Text(cleaned.to_owned());
    }
    if cleaned == "null" || cleaned == plain(&task.null_label_v1) {
        return TheirReading::Null;
    }
    let lower = cleaned.to_lowercase();
    let by_word = || {
        task.labels
            .iter()
            .position(|label| label.answer.to_lowercase() == lower)
    };
    match read_label(task, cleaned)
        .map(|found| found.class)
        .or_else(by_word)
    {
        Some(class) => TheirReading::Class(class),
        None => TheirReading::Unknown(cleaned.to_owned()),
    }
}

/// The sentences of a SEA-HELM row, from its `prompts`: names and texts.
#[derive(Clone, Debug)]
pub(super) struct Prompts<'t>(Vec<(Cow<'t, str>, Cow<'t, str>)>);

impl<'t> Prompts<'t> {
    /// `None` when there is no object, or an empty one. Fields that are no text are left out.
    pub(super) fn read(raw: &'t str) -> Option<Self> {
        let raw = raw.trim();
        let raw = raw
            .strip_prefix('[')
            .and_then(|raw| raw.strip_suffix(']'))
            .unwrap_or(raw);
        let fields = read_object(raw.trim()).ok()?;
        fields.names().next()?;
        let read = |(name, raw): (Cow<'t, str>, &'t str)| {
            let Text(text) = serde_json::from_str(raw).ok()?;
            Some((name, text))
        };
        Some(Self(fields.into_fields().filter_map(read).collect()))
    }

    pub(super) fn into_owned(self) -> Prompts<'static> {
        let owned = |text: Cow<'t, str>| Cow::Owned(text.into_owned());
        let fields = self.0.into_iter();
        Prompts(
            fields
                .map(|(name, text)| (owned(name), owned(text)))
                .collect(),
        )
    }

    /// Whether the sentences are those of our row. Fields of other names belong to another task.
    pub(super) fn agree(&self, row: &Row) -> bool {
        let mut n_common = 0;
        let is_same = |(name, ours): (&String, &String)| {
            // Of several with the name, the last, as other programs do.
            let mut theirs = self.0.iter().rev();
            theirs
                .find(|(theirs, _)| theirs == name)
                .is_none_or(|(_, theirs)| {
                    n_common += 1;
                    theirs == ours
                })
        };
        row.fields.iter().all(is_same) && n_common > 0
    }
}

/// SEA-HELM's scores of a row, by name.
pub(super) fn scores(raw: &str) -> BTreeMap<String, f64> {
    let raw = raw.trim();
    let raw = raw
        .strip_prefix('[')
        .and_then(|raw| raw.strip_suffix(']'))
        .unwrap_or(raw);
    let Ok(fields) = read_object(raw.trim()) else {
        return BTreeMap::new();
    };
    let number = |name: &str| {
        let number: f64 = serde_json::from_str(fields.get(name)?).ok()?;
        Some((name.to_owned(), number))
    };
    fields.names().filter_map(number).collect()
}

/// Texts up to this many characters are taken for bare answers.
const SHORT_ANSWER_CHARS: usize = 60;

/// Whether a reply speaks of any label of the task. A letter counts as a word of its own only, and
/// in small only in short replies: the article `a` is everywhere.
pub(super) fn names_a_label(task: &Task, reply: &str) -> bool {
    let is_short = is_short(reply);
    let lower = OnceCell::new();
    task.labels.iter().any(|label| {
        if label.answer.chars().count() == 1 {
            let mut words = reply.split(|character: char| !character.is_alphanumeric());
            words.any(|word| {
                word == label.answer || (is_short && word.eq_ignore_ascii_case(&label.answer))
            })
        } else {
            let lower = lower.get_or_init(|| reply.to_lowercase());
            lower.contains(&label.answer.to_lowercase())
        }
    })
}

/// Whether a reply is as short as a bare label.
pub(super) fn is_short(reply: &str) -> bool {
    reply.chars().nth(SHORT_ANSWER_CHARS).is_none()
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
