//! Scores of rows that other programs gave. Each is bound to the text it was made for, so that it
//! never counts for another reply.

use std::collections::BTreeMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Name of the column that is the official number of translations; any other is an extra, which
/// enters no average.
pub const METRICX: &str = "metricx-24";

/// The model that gave the published Filipino columns, and that SEA-HELM takes.
pub const METRICX_MODEL: &str = "google/metricx-24-hybrid-xxl-v2p6-bfloat16";

/// The precision of [`METRICX_MODEL`].
pub const METRICX_PRECISION: &str = "bfloat16";

/// The largest error that MetricX-24 gives; the smallest is 0.
pub const METRICX_MAX: f64 = 25.0;

/// Rows of a task with a score each.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalColumn {
    /// [`METRICX`], or what the user calls it.
    pub name: String,
    /// Task id.
    pub task_id: String,
    /// Who gave the scores; one for the whole column.
    pub maker: Maker,
    /// Where they were read from, in the order they came.
    pub sources: Vec<Source>,
    /// By position in the task's file.
    pub values: BTreeMap<usize, ExternalValue>,
}

/// Who gave scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maker {
    /// Which program.
    pub program: Program,
    /// The model that scored.
    pub model: String,
    /// `bfloat16`, ….
    pub precision: String,
}

/// A program that scores rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// The official tool of MetricX-24: batches of one, the end token always removed.
    Official,
    /// SEA-HELM, whose end token depends on the batch.
    SeaHelm,
    /// A server that the user named.
    Endpoint,
    /// Another, as the user calls it.
    Other(String),
}

/// Where scores were read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// File name, or the address of a server.
    pub name: String,
    /// SHA-256 of the file, in hex; `None` where it is not known.
    pub sha256: Option<String>,
}

/// A score and what it was made for.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalValue {
    /// As the program gave it.
    pub score: f64,
    /// [`text_digest`] of the answer.
    pub text_digest: String,
}

impl Program {
    /// As records name it.
    pub fn id(&self) -> &str {
        match self {
            Self::Official => "metricx24.predict",
            Self::SeaHelm => "sea-helm",
            Self::Endpoint => "endpoint",
            Self::Other(name) => name,
        }
    }

    /// By [`Self::id`]; any other text is a program's name.
    pub fn from_id(id: &str) -> Self {
        match id {
            "metricx24.predict" => Self::Official,
            "sea-helm" => Self::SeaHelm,
            "endpoint" => Self::Endpoint,
            name => Self::Other(name.to_owned()),
        }
    }
}

impl ExternalColumn {
    /// Whether it is the official number of its task.
    pub fn is_metricx(&self) -> bool {
        self.name == METRICX
    }

    /// The score of a row, if it was made for this answer.
    pub fn fitting(&self, row_idx: usize, answer: &str) -> Option<f64> {
        let value = self.values.get(&row_idx)?;
        (value.text_digest == text_digest(answer)).then_some(value.score)
    }
}

/// Adds those of other columns that are not there by name and task.
pub fn add_missing(columns: &mut Vec<ExternalColumn>, others: Vec<ExternalColumn>) {
    for other in others {
        let is_same =
            |column: &ExternalColumn| column.name == other.name && column.task_id == other.task_id;
        if !columns.iter().any(is_same) {
            columns.push(other);
        }
    }
}

/// Whether a column of this name may hold a score.
pub fn is_in_range(name: &str, score: f64) -> bool {
    score.is_finite() && (name != METRICX || (0.0..=METRICX_MAX).contains(&score))
}

/// The first 16 hex digits of a text's SHA-256: enough to tell two answers to a row apart.
pub fn text_digest(text: &str) -> String {
    hex(text.as_bytes(), 8)
}

/// SHA-256 of a file, in hex.
pub fn file_sha256(bytes: &[u8]) -> String {
    hex(bytes, 32)
}

fn hex(bytes: &[u8], n_bytes: usize) -> String {
    let mut hex = String::with_capacity(2 * n_bytes);
    for byte in Sha256::digest(bytes).iter().take(n_bytes) {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}
