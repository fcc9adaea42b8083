//! What is stored and exported of a run; versioned; our only long-lived format.

pub mod csv;
pub mod day;
pub mod external;
pub mod json;
pub mod sampling;
pub mod signature;
mod wire;
mod wire_external;
mod wire_row;

use std::collections::BTreeMap;

use self::external::ExternalColumn;
use crate::answer::Thinking;
use crate::provider::prices::Prices;
use crate::provider::{Format, Outcome, Reply, Usage};
use crate::suite::{DataKind, Profile, Shots, TemplateLanguage};

/// A run: one model on some tasks, with everything that can change its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Everything but the rows.
    pub head: RecordHead,
    /// What came back, one entry a row; rows not asked are absent.
    pub rows: Vec<RecordRow>,
}

/// A run without its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordHead {
    /// Unique in this browser; letters, digits and `-`.
    pub id: String,
    /// What the user calls it.
    pub title: String,
    /// `sukat 0.1.0`.
    pub made_by: String,
    /// When it began, Unix milliseconds.
    pub started_millis: u64,
    /// Suite id.
    pub suite_id: String,
    /// SHA-256 of the suite file: prompts, labels, metrics.
    pub suite_sha256: String,
    /// Official or sample rows.
    pub data_kind: DataKind,
    /// SHA-256 of each task's test file, by task id.
    pub data_sha256: BTreeMap<String, String>,
    /// How the replies came to be.
    pub origin: Origin,
    /// How they were asked for and are read.
    pub settings: Settings,
    /// Which rows it is about.
    pub tasks: Vec<TaskPick>,
    /// Things a reader must know: parameters the server refused, ids matched by order, ….
    pub notes: Vec<String>,
    /// Which of several runs of the same rows it is.
    pub repeat: Option<Repeat>,
    /// What tokens cost, as far as whoever asked it has said.
    pub prices: Option<Prices>,
    /// Scores of rows that other programs gave; one column of a name for a task.
    pub external: Vec<ExternalColumn>,
    /// Whether it was opened from a file, and nobody knows where its replies are from. True of
    /// what this browser stores only: an export does not say it.
    pub is_from_file: bool,
    /// Outcome policy of the numbers in the file it was opened from: they are shown as they were
    /// saved. Stored only, too.
    pub policy_id: Option<String>,
}

/// One of several runs of the same rows, asked one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// What they have in common; unique in this browser.
    pub group: String,
    /// Which of them, from 1.
    pub index: u32,
    /// How many there shall be.
    pub of: u32,
}

/// Where the replies came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Asked from this program.
    Asked {
        /// Wire format, by [`Format::id`], or
        /// [`stand_in::ENDPOINT_KIND`](crate::provider::stand_in::ENDPOINT_KIND).
        endpoint_kind: String,
        /// Without key; without query, but where that belongs to the address, as on Azure.
        base_url: String,
        /// Model as asked for.
        model: String,
    },
    /// Read from files.
    Uploaded {
        /// File names.
        files: Vec<String>,
        /// Recognised shape, e.g. `seahelm-v1`.
        shape: String,
        /// Model, if the file says or the user typed it.
        model: Option<String>,
    },
}

impl Origin {
    /// The wire format that was asked with. `None` for files, stand-ins, and formats of later
    /// versions, with which such a run cannot go on.
    pub fn format(&self) -> Option<Format> {
        match self {
            Self::Asked { endpoint_kind, .. } => Format::from_id(endpoint_kind),
            Self::Uploaded { .. } => None,
        }
    }
}

/// How rows were asked for and replies are read.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Reference version: prompts, reading, metrics.
    pub profile: Profile,
    /// Solved examples before the row.
    pub shots: Shots,
    /// Language of the instructions.
    pub language: TemplateLanguage,
    /// What is done with thinking.
    pub thinking: Thinking,
    /// Sampling as sent, by task id.
    pub sampling: BTreeMap<String, Sampling>,
}

/// Sampling parameters as really sent; `None` = not sent, the server's default applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sampling {
    /// Output cap in tokens.
    pub max_tokens: Option<u32>,
    /// Name the cap was sent under: `max_tokens`, `max_completion_tokens`, `maxOutputTokens`, ….
    pub max_tokens_name: Option<String>,
    /// Temperature.
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    pub top_p: Option<f64>,
    /// Top-k sampling.
    pub top_k: Option<u32>,
    /// Seed.
    pub seed: Option<u64>,
    /// Texts at which the reply ended.
    pub stop: Vec<String>,
    /// Base models in profile head: the tag at which the first of two requests ended.
    pub first_stop: Option<String>,
    /// Context size asked for.
    pub context_size: Option<u32>,
}

/// Rows chosen of a task: the first `n_rows` in file order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskPick {
    /// Task id.
    pub task_id: String,
    /// How many rows, from the first.
    pub n_rows: usize,
    /// How many the task has.
    pub n_all: usize,
}

/// What came back for a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordRow {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file, from 0.
    pub row_idx: usize,
    /// Row id in the data file.
    pub row_id: String,
    /// How the call ended.
    pub outcome: Outcome,
    /// Model's text, untouched.
    pub text: String,
    /// Thinking, where it came apart.
    pub reasoning: Option<String>,
    /// As sent.
    pub finish_reason: Option<String>,
    /// Model name in the reply.
    pub model: Option<String>,
    /// `system_fingerprint`.
    pub fingerprint: Option<String>,
    /// Machine behind a broker.
    pub served_by: Option<String>,
    /// Token counts.
    pub usage: Usage,
    /// Every try, in order.
    pub attempts: Vec<Attempt>,
    /// Digest of the request that gave the reply, see [`Call::digest`]; absent where no request of
    /// ours did.
    ///
    /// [`Call::digest`]: crate::provider::call::Call::digest
    pub request_sha256: Option<String>,
    /// The reply was stored already, and nothing was sent.
    pub reused: Option<Reused>,
}

/// Where a reply was stored that was used again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reused {
    /// Id of the run that asked for it.
    pub run_id: String,
    /// When it was asked for, Unix milliseconds.
    pub asked_millis: u64,
}

impl RecordRow {
    /// What a reply leaves of a row, after these tries.
    pub fn of_reply(
        task_id: &str,
        row_idx: usize,
        row_id: &str,
        reply: Reply,
        attempts: Vec<Attempt>,
    ) -> Self {
        Self {
            task_id: task_id.to_owned(),
            row_idx,
            row_id: row_id.to_owned(),
            outcome: reply.outcome,
            text: reply.text,
            reasoning: reply.reasoning,
            finish_reason: reply.finish_reason,
            model: reply.model,
            fingerprint: reply.fingerprint,
            served_by: reply.served_by,
            usage: reply.usage,
            attempts,
            request_sha256: reply.request_sha256,
            reused: None,
        }
    }
}

/// One try at a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// When it was sent, Unix milliseconds.
    pub at_millis: u64,
    /// How long it took.
    pub took_millis: u64,
    /// HTTP status, if one came.
    pub status: Option<u16>,
    /// `ok`, or a short class of error.
    pub result: String,
}

impl Attempt {
    /// What [`Attempt::result`] says of a try that found the reply stored and sent nothing.
    pub const REUSED: &str = "reused";

    /// Whether nothing was sent, because the reply was stored already.
    pub fn is_reused(&self) -> bool {
        self.result == Self::REUSED
    }
}
