//! Official data files: bytes to rows, refused by name when a hash or a count is wrong.
//!
//! Never trims, normalises or decodes a text beyond what JSON itself says: trailing spaces are
//! part of the prompts.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{DataFile, DataKind, Example, Gold, Label, Row, Task, TaskData};

/// Why a data file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// Other bytes than the benchmark's.
    #[error("{path}: sha256 is {found}, expected {expected}")]
    Hash {
        /// File path.
        path: String,
        /// What the suite file says.
        expected: String,
        /// What the bytes give.
        found: String,
    },
    /// Fewer or more rows than the benchmark has.
    #[error("{path}: {found} rows, expected {expected}")]
    RowCount {
        /// File path.
        path: String,
        /// What the suite file says.
        expected: usize,
        /// What the file has.
        found: usize,
    },
    /// A line that cannot be read.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// File path.
        path: String,
        /// 1-based.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Lower-case hex SHA-256 of `bytes`.
pub fn sha256_hex(bytes: &[u8]) -> String {
    let mut hex = String::with_capacity(64);
    for byte in Sha256::digest(bytes) {
        write!(hex, "{byte:02x}").expect("writing to a String cannot fail");
    }
    hex
}

/// Checks size, hash and row count of a file's bytes.
///
/// # Errors
///
/// [`DataError::Hash`] when any byte differs, [`DataError::RowCount`] when the suite file itself
/// is wrong about the rows.
pub fn check_file(file: &DataFile, bytes: &[u8]) -> Result<(), DataError> {
    let found = sha256_hex(bytes);
    if found != file.sha256 || u64::try_from(bytes.len()) != Ok(file.bytes) {
        let (path, expected) = (file.path.clone(), file.sha256.clone());
        return Err(DataError::Hash {
            path,
            expected,
            found,
        });
    }
    let found = lines(bytes).count();
    if found != file.rows {
        return Err(DataError::RowCount {
            path: file.path.clone(),
            expected: file.rows,
            found,
        });
    }
    Ok(())
}

/// Reads a task's test and examples files (shape of `batayan.md` 3.1). Hashes are checked for
/// [`DataKind::Official`] only; samples have the same shape.
///
/// # Errors
///
/// As [`check_file`], [`read_rows`] and [`read_examples`].
pub fn read_task(
    task: &Task,
    kind: DataKind,
    test: &[u8],
    examples: &[u8],
) -> Result<TaskData, DataError> {
    if kind == DataKind::Official {
        check_file(&task.test_file, test)?;
        check_file(&task.examples_file, examples)?;
    }
    Ok(TaskData {
        task_id: task.id.clone(),
        kind,
        rows: read_rows(task, &task.test_file.path, test)?,
        examples: read_examples(task, &task.examples_file.path, examples)?,
        sha256: sha256_hex(test),
    })
}

/// Reads test rows, in file order. `path` names the file in complaints.
///
/// The gold label may be written as in v1 (`0`, `"paraphrase"`) or as at HEAD (`"A"`); `0` and
/// `"0"` are one label.
///
/// # Errors
///
/// [`DataError::Line`] for the first line that is no JSON object with `id`, `label` and one
/// prompt, lacks a prompt field, repeats an id or has a label that the task does not know.
pub fn read_rows(task: &Task, path: &str, bytes: &[u8]) -> Result<Vec<Row>, DataError> {
    let mut seen = BTreeSet::new();
    read_lines(path, bytes, |line| {
        let id = line_id(&line.id)?;
        if !seen.insert(id.clone()) {
            return Err(format!("id {} stands twice", shortened(&id)));
        }
        let gold = read_gold(task, &line.label)?;
        let (fields, metadata) = read_fields(task, line.prompts, line.metadata)?;
        Ok(Row {
            id,
            gold,
            fields,
            metadata,
        })
    })
}

/// Reads solved examples, in file order. `path` names the file in complaints.
///
/// The label is the text to show, whatever it is: the first published CR examples show `0` and
/// `1`, and are read as such.
///
/// # Errors
///
/// [`DataError::Line`], as [`read_rows`] but for ids and golds, which examples need not have.
pub fn read_examples(task: &Task, path: &str, bytes: &[u8]) -> Result<Vec<Example>, DataError> {
    read_lines(path, bytes, |line| {
        let label = word(&line.label).ok_or("label is neither text nor an integer")?;
        let (fields, metadata) = read_fields(task, line.prompts, line.metadata)?;
        Ok(Example {
            fields,
            metadata,
            label,
        })
    })
}

/// A line as it stands in the file; `prompt_templates` is not read, as in the reference.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    label: Value,
    prompts: Vec<BTreeMap<String, Value>>,
    #[serde(default)]
    metadata: BTreeMap<String, Value>,
}

type Texts = BTreeMap<String, String>;

/// The lines of a file; nothing after a final line end.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let is_empty = bytes.is_empty();
    bytes
        .split(|byte| *byte == b'\n')
        .filter(move |_| !is_empty)
}

fn read_lines<T>(
    path: &str,
    bytes: &[u8],
    mut read: impl FnMut(Line) -> Result<T, String>,
) -> Result<Vec<T>, DataError> {
    let mut items = Vec::new();
    for (idx, line) in lines(bytes).enumerate() {
        let item = serde_json::from_slice(line)
            .map_err(|error| json_reason(&error))
            .and_then(&mut read);
        items.push(item.map_err(|reason| DataError::Line {
            path: path.to_owned(),
            line: idx + 1,
            reason,
        })?);
    }
    Ok(items)
}

/// `serde_json` counts lines within one line, which would only confuse.
fn json_reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((reason, _)) => format!("{reason} at byte {}", error.column()),
        None => text,
    }
}

fn line_id(id: &Value) -> Result<String, String> {
    match word(id) {
        Some(id) if !id.is_empty() => Ok(id),
        _ => Err("id is neither text nor an integer".to_owned()),
    }
}

fn read_gold(task: &Task, label: &Value) -> Result<Gold, String> {
    if !task.is_classification() {
        let text = label.as_str().ok_or("label is not text")?;
        return Ok(Gold::Text(text.to_owned()));
    }
    let found = word(label).ok_or("label is neither text nor an integer")?;
    let class = |is_it: &dyn Fn(&Label) -> bool| task.labels.iter().position(is_it);
    class(&|label| word(&label.gold_v1).as_ref() == Some(&found))
        .or_else(|| class(&|label| label.answer == found))
        .map(Gold::Class)
        .ok_or_else(|| {
            let known = |word: &dyn Fn(&Label) -> String| {
                task.labels.iter().map(word).collect::<Vec<_>>().join(", ")
            };
            let golds = known(&|label| word(&label.gold_v1).unwrap_or_default());
            let answers = known(&|label| label.answer.clone());
            format!(
                "label {} is none of {golds} or {answers}",
                shortened(&found)
            )
        })
}

fn read_fields(
    task: &Task,
    prompts: Vec<BTreeMap<String, Value>>,
    metadata: BTreeMap<String, Value>,
) -> Result<(Texts, Texts), String> {
    let n_prompts = prompts.len();
    let [prompt] =
        <[_; 1]>::try_from(prompts).map_err(|_| format!("{n_prompts} prompts, not one"))?;
    let fields = texts(prompt);
    if let Some(field) = task
        .prompt_fields
        .iter()
        .find(|field| !fields.contains_key(*field))
    {
        return Err(format!("prompts has no text {field}"));
    }
    let metadata = texts(metadata);
    if let Some(field) = task
        .metadata_fields
        .iter()
        .find(|field| !metadata.contains_key(*field))
    {
        return Err(format!("metadata has no text {field}"));
    }
    Ok((fields, metadata))
}

fn texts(values: BTreeMap<String, Value>) -> Texts {
    let text = |(name, value)| match value {
        Value::String(text) => Some((name, text)),
        _ => None,
    };
    values.into_iter().filter_map(text).collect()
}

/// Text as it is, an integer in digits; nothing else.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) if !number.is_f64() => Some(number.to_string()),
        _ => None,
    }
}

/// Enough of a value to find it by.
fn shortened(value: &str) -> String {
    format!("{:?}", value.chars().take(24).collect::<String>())
}
