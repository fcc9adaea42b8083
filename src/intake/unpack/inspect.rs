//! Logs of Inspect that are archives: a file a sample, put together to one log with a line a
//! sample, so that they read and report as one file.

use std::borrow::Cow;

use serde_json::json;

use super::{UnpackError, Unpacked};
use crate::intake::json::{read_object, repair};

/// What a sample keeps; its transcript is most of its size and says nothing here.
const KEPT: &[&str] = &[
    "id", "epoch", "input", "target", "output", "error", "scores",
];

/// Puts the files of a log together, if that is what the archive `name` holds.
pub(super) fn join<'a>(name: &str, entries: Vec<Unpacked<'a>>) -> Vec<Unpacked<'a>> {
    let path = |entry: &Unpacked<'_>| {
        let inner = entry.name.strip_prefix(name)?.strip_prefix('/')?;
        Some(inner.to_owned())
    };
    let has = |wanted: &str| {
        entries
            .iter()
            .any(|entry| path(entry).as_deref() == Some(wanted))
    };
    let is_sample = |entry: &Unpacked<'_>| {
        path(entry).is_some_and(|path| {
            path.strip_prefix("samples/")
                .is_some_and(|file| !file.contains('/'))
                && path.rsplit_once('.').is_some_and(|(_, end)| end == "json")
        })
    };
    let is_log = has("header.json") || has("_journal/start.json");
    // Other archives may have a header, too.
    if !is_log || !entries.iter().any(is_sample) {
        return entries;
    }
    let unknown_method = entries.iter().find_map(|entry| match &entry.bytes {
        Err(error @ UnpackError::UnknownMethod { .. }) => Some(error.clone()),
        _ => None,
    });
    if let Some(error) = unknown_method {
        return vec![Unpacked {
            name: name.to_owned(),
            bytes: Err(error),
            is_from_parquet: false,
        }];
    }
    let (samples, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_sample);
    let eval = ["header.json", "_journal/start.json"]
        .iter()
        .find_map(|wanted| {
            let entry = others
                .iter()
                .find(|entry| path(entry).as_deref() == Some(wanted))?;
            let bytes = entry.bytes.as_ref().ok()?;
            let fields = read_object(std::str::from_utf8(bytes).ok()?).ok()?;
            Some(on_one_line(fields.get("eval")?))
        });
    let mut log = format!(
        "{{\"eval\":{},\"samples\":[",
        eval.as_deref().unwrap_or("{}")
    );
    for (sample_idx, sample) in samples.iter().enumerate() {
        log.push_str(if sample_idx == 0 { "\n" } else { ",\n" });
        log.push_str(&line(sample));
    }
    log.push_str("\n]}\n");
    let mut joined = vec![Unpacked {
        name: name.to_owned(),
        bytes: Ok(Cow::Owned(log.into_bytes())),
        is_from_parquet: false,
    }];
    // Of sums of what the samples say only those that are damaged are worth a word; what is not of the
    // log is read as ever.
    let is_of_log = |entry: &Unpacked<'_>| {
        path(entry).is_some_and(|path| {
            let is_sum =
                ["header.json", "summaries.json", "reductions.json"].contains(&path.as_str());
            is_sum || path.starts_with("_journal/") || path.starts_with("samples/")
        })
    };
    let is_kept = |entry: &Unpacked<'_>| entry.bytes.is_err() || !is_of_log(entry);
    joined.extend(others.into_iter().filter(is_kept));
    joined
}

/// What is kept of a sample, on one line. A damaged one stays damaged and names its file.
fn line(sample: &Unpacked<'_>) -> String {
    let text = sample.bytes.as_ref().ok();
    let text = text.and_then(|bytes| std::str::from_utf8(bytes).ok());
    let text = text.unwrap_or("").trim_start_matches('\u{feff}');
    let Ok(fields) = read_object(text) else {
        let is_readable = repair(text).is_some_and(|(repaired, _)| read_object(&repaired).is_ok());
        if is_readable {
            // What it takes to read it is done, and told, where rows are read.
            return on_one_line(text);
        }
        return format!("{{\"damaged file\" {}}}", json!(sample.name));
    };
    let mut line = String::from("{");
    for (name, raw) in fields.into_fields() {
        if KEPT.contains(&&*name) {
            let comma = if line.len() > 1 { "," } else { "" };
            line.extend([comma, "\"", &*name, "\":", &on_one_line(raw)]);
        }
    }
    line.push('}');
    line
}

/// Line ends of valid JSON stand between values only.
fn on_one_line(raw: &str) -> String {
    raw.replace(['\n', '\r'], " ")
}
