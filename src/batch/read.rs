//! What came back of a batch to the rows of its run.
//!
//! Lines are told apart by their own shape, in any order, and files of successes and of errors are
//! read one after the other. Every line is a row or a complaint; nothing is dropped silently.

mod fate; // what a line says, vendor by vendor

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::batch::ATTEMPT_PREFIX;
use crate::batch::id::read_id;
use crate::batch::read::fate::{Fate, fate_of};
use crate::provider::call::{Call, Endpoint};
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::provider::{EmptyWhy, Lesson, Outcome, Params, Reply};
use crate::record::{Attempt, RecordRow};
use crate::suite::Profile;

/// Longest id that is repeated in a complaint, in characters.
const MAX_ID_CHARS: usize = 80;

/// What is wrong with a line. Lines count from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum LineError {
    /// The last line ends in the middle: the download was cut.
    #[error("line {line}: the file is cut here")]
    Cut {
        /// Which line.
        line: usize,
    },
    /// Not JSON, or no object.
    #[error("line {line}: not a JSON object")]
    NotJson {
        /// Which line.
        line: usize,
    },
    /// No id, or none that this program writes.
    #[error("line {line}: no id of a row ({id})")]
    NoId {
        /// Which line.
        line: usize,
        /// What stands there, shortened; empty where nothing does.
        id: String,
    },
    /// An id of another run.
    #[error("line {line}: belongs to run {run_id}")]
    OtherRun {
        /// Which line.
        line: usize,
        /// Whose line it is.
        run_id: String,
    },
    /// An id of this run, but of a row that it does not have.
    #[error("line {line}: the run has no row {row_idx} of task {task_id}")]
    NoSuchRow {
        /// Which line.
        line: usize,
        /// Task id.
        task_id: String,
        /// Position in the task's file, from 0.
        row_idx: usize,
    },
    /// An id that came before. The first line with it counts, but a reply counts over none.
    #[error("line {line}: row {row_idx} of task {task_id} was there before")]
    Duplicate {
        /// Which line.
        line: usize,
        /// Task id.
        task_id: String,
        /// Position in the task's file, from 0.
        row_idx: usize,
    },
    /// Neither reply nor error where one belongs: a file of requests, or of another vendor.
    #[error("line {line}: neither a reply nor an error")]
    NoReply {
        /// Which line.
        line: usize,
    },
}

/// A run whose batch comes back.
#[derive(Clone, Debug)]
pub struct Target<'a> {
    /// Run id.
    pub run_id: &'a str,
    /// Endpoint and model that the batch was for.
    pub endpoint: &'a Endpoint,
    /// Row ids of the run, by task id and position.
    pub rows: &'a BTreeMap<(String, usize), String>,
    /// When it is read, Unix milliseconds.
    pub now_millis: u64,
}

/// Reads the files of a batch line by line.
#[derive(Clone, Debug)]
pub struct Import<'a> {
    target: Target<'a>,
    /// Rows that lines were about, and whether there was a text among them.
    seen: BTreeMap<(String, usize), bool>,
    lessons: BTreeSet<Lesson>,
    n_other_run: usize,
    n_lines: usize,
}

impl<'a> Import<'a> {
    /// An import of which nothing was read yet.
    pub fn new(target: Target<'a>) -> Self {
        Self {
            target,
            seen: BTreeMap::new(),
            lessons: BTreeSet::new(),
            n_other_run: 0,
            n_lines: 0,
        }
    }

    /// Reads one line of a file; `line` counts from 1, `is_last` says that no line end follows.
    /// `None` for a blank line.
    pub fn take(
        &mut self,
        line: usize,
        text: &str,
        is_last: bool,
    ) -> Option<Result<RecordRow, LineError>> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return None;
        }
        self.n_lines += 1;
        Some(self.read_line(line, text, is_last))
    }

    /// Reads a whole file: its rows in the order of the file, and what was wrong. Bytes that are
    /// no UTF-8 make their line a complaint.
    pub fn take_file(&mut self, bytes: &[u8]) -> (Vec<RecordRow>, Vec<LineError>) {
        let mut rows = Vec::new();
        let mut complaints = Vec::new();
        let n_lines = bytes.split(|&byte| byte == b'\n').count();
        for (idx, piece) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = idx + 1;
            let read = match std::str::from_utf8(piece) {
                Ok(text) => self.take(line, text, line == n_lines),
                Err(_) if line == n_lines => Some(Err(LineError::Cut { line })),
                Err(_) => Some(Err(LineError::NotJson { line })),
            };
            match read {
                Some(Ok(row)) => rows.push(row),
                Some(Err(complaint)) => complaints.push(complaint),
                None => {}
            }
        }
        (rows, complaints)
    }

    /// Rows of the run that no line was about yet.
    pub fn n_missing(&self) -> usize {
        self.target.rows.len() - self.seen.len()
    }

    /// Whether all that was read belongs to other runs: the wrong file.
    pub fn is_of_other_run(&self) -> bool {
        self.n_other_run > 0 && self.n_other_run == self.n_lines
    }

    /// What refusals of parameters teach about the endpoint: the batch must be written anew with
    /// these minded.
    pub fn lessons(&self) -> &BTreeSet<Lesson> {
        &self.lessons
    }

    fn read_line(
        &mut self,
        line: usize,
        text: &str,
        is_last: bool,
    ) -> Result<RecordRow, LineError> {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) if is_last && error.is_eof() => return Err(LineError::Cut { line }),
            Err(_) => return Err(LineError::NotJson { line }),
        };
        if !value.is_object() {
            return Err(LineError::NotJson { line });
        }
        let id = ["custom_id", "key"]
            .iter()
            .find_map(|name| value.get(name).or_else(|| value.get("metadata")?.get(name)))
            .and_then(Value::as_str)
            .unwrap_or_default();
        let place = read_id(id).ok_or_else(|| LineError::NoId {
            line,
            id: id.chars().take(MAX_ID_CHARS).collect(),
        })?;
        if place.run_id != self.target.run_id {
            self.n_other_run += 1;
            return Err(LineError::OtherRun {
                line,
                run_id: place.run_id.to_owned(),
            });
        }
        let key = (place.task_id.to_owned(), place.row_idx);
        let (task_id, row_idx) = key.clone();
        let Some(row_id) = self.target.rows.get(&key) else {
            return Err(LineError::NoSuchRow {
                line,
                task_id,
                row_idx,
            });
        };
        let fate =
            fate_of(&value, self.target.endpoint.format).ok_or(LineError::NoReply { line })?;
        let (reply, status, result) = self.reply(fate);
        let has_text = reply.outcome.has_text();
        // A second batch may have answered what expired in the first.
        if self.seen.get(&key).is_some_and(|had| *had || !has_text) {
            return Err(LineError::Duplicate {
                line,
                task_id,
                row_idx,
            });
        }
        self.seen.insert(key, has_text);
        let attempt = Attempt {
            at_millis: self.target.now_millis,
            took_millis: 0,
            status,
            result: format!("{ATTEMPT_PREFIX}{result}"),
        };
        Ok(RecordRow::of_reply(
            &task_id,
            row_idx,
            row_id,
            reply,
            vec![attempt],
        ))
    }

    /// What a call would have made of it, its status, and the name of its result.
    fn reply(&mut self, fate: Fate) -> (Reply, Option<u16>, &'static str) {
        let response = match fate {
            Fate::Response(response) => response,
            Fate::NotAsked(why) => return (Reply::without_text(Outcome::NotAsked), None, why),
            Fate::Text(text) => {
                let outcome = if text.trim().is_empty() {
                    Outcome::Empty(EmptyWhy::Unknown)
                } else {
                    Outcome::Answered
                };
                let mut reply = Reply::without_text(outcome);
                reply.text = text;
                return (reply, None, "ok");
            }
        };
        let params = Params::default();
        let mut call = Call::new(self.target.endpoint, &[], Profile::V1, &params);
        // A file holds no key, but what looks like one is taken out of messages all the same.
        let taken = call.take(&response, &Key::none(), self.target.now_millis);
        let error = match taken {
            Ok(Some(reply)) => return (reply, Some(response.status), "ok"),
            Ok(None) => unreachable_second(response.status),
            Err(error) => error,
        };
        if let ProviderError::BadRequest {
            lesson: Some(lesson),
            ..
        } = &error
        {
            self.lessons.insert(*lesson);
        }
        let outcome = match &error {
            ProviderError::Refused { .. } => Outcome::Refused,
            // Live, the run would have waited or stopped, and the row not been asked.
            ProviderError::RateLimited { .. }
            | ProviderError::Quota { .. }
            | ProviderError::Unauthorized { .. } => Outcome::NotAsked,
            error => Outcome::Failed {
                status: error.status(),
                message: match error.message() {
                    "" => error.to_string(),
                    message => message.to_owned(),
                },
            },
        };
        (Reply::without_text(outcome), error.status(), error.id())
    }
}

/// Two requests a row are never written into a batch, so nothing goes on from a first reply.
fn unreachable_second(status: u16) -> ProviderError {
    ProviderError::Malformed {
        status,
        at: "a first reply of two".to_owned(),
        message: String::new(),
    }
}
