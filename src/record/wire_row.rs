//! The stored forms of rows and scores; see `wire`, whose rules hold here too.

use serde::{Deserialize, Serialize};

use super::json::{RowExtras, ScoreLine};
use super::{Attempt, RecordRow, Reused};
use crate::provider::{EmptyWhy, Outcome, Usage};

/// What came back for a row, with what an export adds.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    task: String,
    #[serde(rename = "row")]
    at: usize,
    id: String,
    outcome: WireOutcome,
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reasoning: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finish_reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fingerprint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    served_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reasoning_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attempts: Vec<WireAttempt>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reused: Option<WireReused>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prompt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gold: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parity: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lenient: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum WireOutcome {
    Answered,
    Truncated,
    Empty {
        #[serde(default)]
        why: Option<String>,
    },
    Refused,
    Failed {
        #[serde(default)]
        status: Option<u16>,
        #[serde(default)]
        message: String,
    },
    NotAsked,
}

#[derive(Serialize, Deserialize)]
struct WireAttempt {
    at_millis: u64,
    took_millis: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    result: String,
}

/// Where a reply was stored that was used again.
#[derive(Serialize, Deserialize)]
struct WireReused {
    run: String,
    asked_millis: u64,
}

/// One number of a run.
#[derive(Serialize, Deserialize)]
pub(super) struct Score {
    task: String,
    metric: String,
    value: Option<f64>,
    n_scored: usize,
    n_rows: usize,
    is_official: bool,
}

impl Row {
    /// A row as it is stored, with what an export adds.
    pub(super) fn new(row: &RecordRow, extras: Option<&RowExtras>) -> Self {
        let extras = extras.cloned().unwrap_or_default();
        Self {
            task: row.task_id.clone(),
            at: row.row_idx,
            id: row.row_id.clone(),
            outcome: WireOutcome::from(&row.outcome),
            text: row.text.clone(),
            reasoning: row.reasoning.clone(),
            finish_reason: row.finish_reason.clone(),
            model: row.model.clone(),
            fingerprint: row.fingerprint.clone(),
            served_by: row.served_by.clone(),
            prompt_tokens: row.usage.prompt_tokens,
            output_tokens: row.usage.output_tokens,
            reasoning_tokens: row.usage.reasoning_tokens,
            attempts: row.attempts.iter().map(WireAttempt::from).collect(),
            request_sha256: row.request_sha256.clone(),
            reused: row.reused.as_ref().map(|reused| WireReused {
                run: reused.run_id.clone(),
                asked_millis: reused.asked_millis,
            }),
            prompt: extras.prompt,
            gold: extras.gold,
            parity: extras.parity,
            lenient: extras.lenient,
            flags: extras.flags,
            score: extras.score,
        }
    }

    /// The row, and what the export had added to it.
    pub(super) fn into_parts(self) -> (RecordRow, RowExtras) {
        let row = RecordRow {
            task_id: self.task,
            row_idx: self.at,
            row_id: self.id,
            outcome: Outcome::from(self.outcome),
            text: self.text,
            reasoning: self.reasoning,
            finish_reason: self.finish_reason,
            model: self.model,
            fingerprint: self.fingerprint,
            served_by: self.served_by,
            usage: Usage {
                prompt_tokens: self.prompt_tokens,
                output_tokens: self.output_tokens,
                reasoning_tokens: self.reasoning_tokens,
            },
            attempts: self.attempts.into_iter().map(Attempt::from).collect(),
            request_sha256: self.request_sha256,
            reused: self.reused.map(|reused| Reused {
                run_id: reused.run,
                asked_millis: reused.asked_millis,
            }),
        };
        let extras = RowExtras {
            prompt: self.prompt,
            gold: self.gold,
            parity: self.parity,
            lenient: self.lenient,
            flags: self.flags,
            score: self.score,
            ..RowExtras::default()
        };
        (row, extras)
    }
}

impl From<&Outcome> for WireOutcome {
    fn from(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Answered => Self::Answered,
            Outcome::Truncated => Self::Truncated,
            Outcome::Empty(EmptyWhy::Budget) => Self::Empty {
                why: Some("budget".to_owned()),
            },
            Outcome::Empty(EmptyWhy::Unknown) => Self::Empty { why: None },
            Outcome::Refused => Self::Refused,
            Outcome::Failed { status, message } => Self::Failed {
                status: *status,
                message: message.clone(),
            },
            Outcome::NotAsked => Self::NotAsked,
        }
    }
}

impl From<WireOutcome> for Outcome {
    fn from(outcome: WireOutcome) -> Self {
        match outcome {
            WireOutcome::Answered => Self::Answered,
            WireOutcome::Truncated => Self::Truncated,
            WireOutcome::Empty { why } => Self::Empty(match why.as_deref() {
                Some("budget") => EmptyWhy::Budget,
                _ => EmptyWhy::Unknown,
            }),
            WireOutcome::Refused => Self::Refused,
            WireOutcome::Failed { status, message } => Self::Failed { status, message },
            WireOutcome::NotAsked => Self::NotAsked,
        }
    }
}

impl From<&Attempt> for WireAttempt {
    fn from(attempt: &Attempt) -> Self {
        Self {
            at_millis: attempt.at_millis,
            took_millis: attempt.took_millis,
            status: attempt.status,
            result: attempt.result.clone(),
        }
    }
}

impl From<WireAttempt> for Attempt {
    fn from(attempt: WireAttempt) -> Self {
        Self {
            at_millis: attempt.at_millis,
            took_millis: attempt.took_millis,
            status: attempt.status,
            result: attempt.result,
        }
    }
}

impl From<&ScoreLine> for Score {
    fn from(line: &ScoreLine) -> Self {
        Self {
            task: line.task_id.clone(),
            metric: line.metric.clone(),
            value: line.value,
            n_scored: line.n_scored,
            n_rows: line.n_rows,
            is_official: line.is_official,
        }
    }
}

impl From<Score> for ScoreLine {
    fn from(score: Score) -> Self {
        Self {
            task_id: score.task,
            metric: score.metric,
            value: score.value,
            n_scored: score.n_scored,
            n_rows: score.n_rows,
            is_official: score.is_official,
        }
    }
}
