//! The record as JSON, by hand: renaming a field inside never breaks a saved run.
//!
//! Holds no key: neither the types inside nor the stored ones have a place for one.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::wire::{File, Head};
use super::wire_row::{Row, Score};
use super::{Record, RecordHead, RecordRow};

/// Name and version of the format, first field of every file.
pub const FORMAT: &str = "sukat-record/1";

const FORMAT_NAME: &str = "sukat-record/";
const FORMAT_VERSION: u32 = 1;

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ReadError {
    /// Some other JSON, or no JSON at all.
    #[error("not a record of this program")]
    NotARecord,
    /// Written by a later version: update this page.
    #[error("format {found} is newer than {FORMAT}; reload the page to get its newest version")]
    Newer {
        /// The version in the file.
        found: String,
    },
    /// The file ends too early: download or copy it again.
    #[error("the file is cut off at line {line}, column {column}")]
    Cut {
        /// From 1.
        line: usize,
        /// From 1, in bytes.
        column: usize,
    },
    /// The JSON is damaged, or a field has the wrong type.
    #[error("damaged at line {line}, column {column}")]
    Damaged {
        /// From 1.
        line: usize,
        /// From 1, in bytes.
        column: usize,
    },
    /// A setting this version does not know.
    #[error("unknown {field}: {found}")]
    UnknownValue {
        /// Name of the field.
        field: String,
        /// What it says, at most 40 characters.
        found: String,
    },
}

/// What an export says about a row besides what came back. Read again only to be compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowExtras {
    /// The messages sent, as text.
    pub prompt: Option<String>,
    /// Right answer, as text.
    pub gold: Option<String>,
    /// Parity reading; `None` = null label.
    pub parity: Option<String>,
    /// Lenient reading; `None` = null label.
    pub lenient: Option<String>,
    /// Short names of flags.
    pub flags: Vec<String>,
    /// 0 to 100; `None` = unscored.
    pub score: Option<f64>,
    /// Scores of other programs that were made for this answer, by the name of their column; a
    /// record has them in its head.
    pub external: BTreeMap<String, f64>,
}

/// One number of a run, for readers of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLine {
    /// Task id, or id of an average.
    pub task_id: String,
    /// Short name of the metric, as in the suite file.
    pub metric: String,
    /// 0 to 100; `None` = not computed.
    pub value: Option<f64>,
    /// Rows in the number.
    pub n_scored: usize,
    /// Rows the task has.
    pub n_rows: usize,
    /// Whether it is over all official rows, and so may be compared with published numbers.
    pub is_official: bool,
}

/// What an export holds besides the record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// The line of `record::signature`.
    pub signature: Option<String>,
    /// All numbers.
    pub scores: Vec<ScoreLine>,
    /// One entry a row of the record, in its order; may be shorter.
    pub rows: Vec<RowExtras>,
}

/// A row that a file holds but a record cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowComplaint {
    /// Position in `rows`, from 0.
    pub position: usize,
    /// Its task id.
    pub task_id: String,
    /// Its position in the task.
    pub row_idx: usize,
    /// What is wrong with it.
    pub fault: RowFault,
}

/// Why a row of a file is left out of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowFault {
    /// The head does not name its task.
    UnknownTask,
    /// The task has fewer rows than that.
    OutOfRange,
    /// The row is there already; the first one is kept.
    Repeated,
}

/// A record read from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadRecord {
    /// The record, without the rows complained about.
    pub record: Record,
    /// What the export held besides; `rows` lies beside `record.rows`.
    pub extras: Extras,
    /// Rows left out.
    pub complaints: Vec<RowComplaint>,
}

/// A record as a file: one JSON object, one line a row.
pub fn write_record(record: &Record, extras: &Extras) -> String {
    let mut head = Head::from(&record.head);
    head.from_file = false;
    head.policy = None; // the signature says it
    let file = File {
        format: FORMAT.to_owned(),
        signature: extras.signature.clone(),
        scores: extras.scores.iter().map(Score::from).collect(),
        head,
        rows: Vec::new(),
    };
    let mut text = to_json(&file);
    // `rows` is the last field and empty; the rows go where its brackets are, a line each.
    text.truncate(text.len().saturating_sub("]}".len()));
    for (position, row) in record.rows.iter().enumerate() {
        text.push_str(if position == 0 { "\n" } else { ",\n" });
        text.push_str(&to_json(&Row::new(row, extras.rows.get(position))));
    }
    text.push_str("\n]}\n");
    text
}

/// Reads a file written by [`write_record`], by this or an earlier version. Unknown fields are
/// skipped.
pub fn read_record(text: &str) -> Result<ReadRecord, ReadError> {
    check_format(text)?;
    let file: File = serde_json::from_str(text).map_err(|error| damage(&error))?;
    let head = RecordHead::try_from(file.head)?;
    let (rows, row_extras, complaints) = check_rows(&head, file.rows);
    let scores = file.scores.into_iter().map(Into::into).collect();
    Ok(ReadRecord {
        record: Record { head, rows },
        extras: Extras {
            signature: file.signature,
            scores,
            rows: row_extras,
        },
        complaints,
    })
}

/// Whether a text begins like a record of any version.
pub fn is_record(text: &str) -> bool {
    let Some((before, after)) = text.split_once(FORMAT_NAME) else {
        return false;
    };
    before.len() < 64
        && before.trim_start().starts_with('{')
        && after.starts_with(|c: char| c.is_ascii_digit())
}

/// A head as stored on its own.
pub fn write_head(head: &RecordHead) -> String {
    to_json(&Head::from(head))
}

/// Reads what [`write_head`] wrote.
pub fn read_head(text: &str) -> Result<RecordHead, ReadError> {
    let head: Head = serde_json::from_str(text).map_err(|error| damage(&error))?;
    RecordHead::try_from(head)
}

/// Some rows as stored on their own: a JSON array.
pub fn write_rows(rows: &[RecordRow]) -> String {
    let rows: Vec<Row> = rows.iter().map(|row| Row::new(row, None)).collect();
    to_json(&rows)
}

/// Reads what [`write_rows`] wrote.
pub fn read_rows(text: &str) -> Result<Vec<RecordRow>, ReadError> {
    let rows: Vec<Row> = serde_json::from_str(text).map_err(|error| damage(&error))?;
    Ok(rows.into_iter().map(|row| row.into_parts().0).collect())
}

fn to_json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("keys are strings and nothing here refuses to serialize")
}

/// Says what a file is before its fields are read: a newer one may have other fields.
fn check_format(text: &str) -> Result<(), ReadError> {
    #[derive(Deserialize)]
    struct Opening {
        format: Option<String>,
    }
    let format = match serde_json::from_str::<Opening>(text) {
        Ok(opening) => opening.format,
        Err(error) if is_record(text) => return Err(newer(text).unwrap_or_else(|| damage(&error))),
        Err(_) => None,
    };
    let version = format
        .as_deref()
        .and_then(|format| format.strip_prefix(FORMAT_NAME));
    match version.and_then(|version| version.parse::<u32>().ok()) {
        None => Err(ReadError::NotARecord),
        Some(version) if version > FORMAT_VERSION => Err(ReadError::Newer {
            found: format!("{FORMAT_NAME}{version}"),
        }),
        Some(_) => Ok(()),
    }
}

/// [`ReadError::Newer`] when the beginning of a damaged file names a later version.
fn newer(text: &str) -> Option<ReadError> {
    let after = text.split_once(FORMAT_NAME)?.1;
    let digits: String = after
        .chars()
        .take_while(char::is_ascii_digit)
        .take(9)
        .collect();
    let version = digits.parse::<u32>().ok()?;
    (version > FORMAT_VERSION).then(|| ReadError::Newer {
        found: format!("{FORMAT_NAME}{version}"),
    })
}

/// The place of an error, without its message: that may quote the file.
fn damage(error: &serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    if error.is_eof() {
        ReadError::Cut { line, column }
    } else {
        ReadError::Damaged { line, column }
    }
}

fn check_rows(
    head: &RecordHead,
    wire_rows: Vec<Row>,
) -> (Vec<RecordRow>, Vec<RowExtras>, Vec<RowComplaint>) {
    let mut rows = Vec::with_capacity(wire_rows.len());
    let mut row_extras = Vec::with_capacity(wire_rows.len());
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for (position, wire_row) in wire_rows.into_iter().enumerate() {
        let (row, extras) = wire_row.into_parts();
        let pick = head.tasks.iter().find(|pick| pick.task_id == row.task_id);
        let fault = match pick {
            None => Some(RowFault::UnknownTask),
            Some(pick) if row.row_idx >= pick.n_all => Some(RowFault::OutOfRange),
            Some(_) if !seen.insert((row.task_id.clone(), row.row_idx)) => Some(RowFault::Repeated),
            Some(_) => None,
        };
        if let Some(fault) = fault {
            let RecordRow {
                task_id, row_idx, ..
            } = row;
            complaints.push(RowComplaint {
                position,
                task_id,
                row_idx,
                fault,
            });
        } else {
            rows.push(row);
            row_extras.push(extras);
        }
    }
    (rows, row_extras, complaints)
}
