//! A task's rows and readings to its scores. Text → counts → sum → score, in row order.
//!
//! Each row is turned into counts once; from then on everything is addition, so that a score can
//! follow a run row by row. Parity and lenient counts are never added to each other.

pub mod difference;
pub mod interval;
pub mod row;
pub mod task;

use serde::{Deserialize, Serialize};

use crate::answer::Reading;
use crate::provider::Outcome;
use crate::score::row::{RowCounts, count_row};
use crate::score::task::{Scope, score_counts};
use crate::suite::{DataKind, MetricId, Row, Task};

/// How rows without a usable reply enter a score; stated beside every number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OutcomePolicy {
    /// As the reference: empty, refused and failed rows count as an empty answer.
    Parity,
    /// A task has no official score until no such row is left.
    Strict,
}

impl OutcomePolicy {
    /// Name in signatures and addresses: `parity`, `strict`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Parity => "parity",
            Self::Strict => "strict",
        }
    }

    /// The policy of this name.
    pub fn from_id(id: &str) -> Option<Self> {
        let policies = [Self::Parity, Self::Strict];
        policies.into_iter().find(|policy| policy.id() == id)
    }
}

/// One row of a run as the scorer sees it.
#[derive(Clone, Copy, Debug)]
pub struct RowInput<'a> {
    /// The official or sample row.
    pub row: &'a Row,
    /// How its call ended.
    pub outcome: &'a Outcome,
    /// Both readings; `None` when nothing came back.
    pub reading: Option<&'a Reading>,
}

/// How the rows of a task ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Rows the task has.
    pub n_rows: usize,
    /// Rows this run is about (a subset may be chosen).
    pub n_chosen: usize,
    /// Answered, truncated included.
    pub n_answered: usize,
    /// Of those, cut by the output cap.
    pub n_truncated: usize,
    /// Success without text.
    pub n_empty: usize,
    /// Refused.
    pub n_refused: usize,
    /// Failed.
    pub n_failed: usize,
    /// Not asked.
    pub n_not_asked: usize,
    /// Scored answers that could not be read (null labels, or empty texts).
    pub n_null: usize,
}

impl Counts {
    /// How many rows entered the numbers.
    pub fn n_scored(&self, policy: OutcomePolicy) -> usize {
        match policy {
            OutcomePolicy::Strict => self.n_answered,
            OutcomePolicy::Parity => self.n_chosen.saturating_sub(self.n_not_asked),
        }
    }

    /// How many answers could not be read; rows without a reply that count as such are none.
    pub fn n_unreadable(&self, policy: OutcomePolicy) -> usize {
        let n_without = self.n_scored(policy).saturating_sub(self.n_answered);
        self.n_null.saturating_sub(n_without)
    }
}

/// Why a number is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Missing {
    /// This program does not compute the metric.
    NotComputed,
    /// Another program computes the metric, and not all rows have its score.
    Incomplete {
        /// Rows that enter and have a score for their answer.
        n_there: usize,
        /// Rows that enter.
        n_rows: usize,
    },
    /// No row has an answer.
    NoRows,
}

/// One number of a task.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetricValue {
    /// Which.
    pub metric: MetricId,
    /// 0 to 100, or why it is missing.
    pub value: Result<f64, Missing>,
}

/// Gold classes against answers, counts; the last column is the null label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confusion {
    /// `cells[gold][answer]`, `labels.len()` rows of `labels.len() + 1` cells.
    pub cells: Vec<Vec<usize>>,
}

/// Scores of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskScore {
    /// Task id.
    pub task_id: String,
    /// How the rows ended.
    pub counts: Counts,
    /// Whether the numbers are over all official rows under the policy: only then may they carry
    /// the official names and enter an average.
    pub is_complete: bool,
    /// In the order of the task's `metrics`.
    pub metrics: Vec<MetricValue>,
    /// The same numbers with the lenient reading; never averaged.
    pub lenient: Vec<MetricValue>,
    /// Classification only.
    pub confusion: Option<Confusion>,
    /// Per row in input order: 0/100 for labels, ROUGE-L F × 100 or chrF++ for texts; `None` = unscored.
    pub row_scores: Vec<Option<f64>>,
}

/// Scores a task on official rows: `rows` are the chosen ones, in file order.
///
/// Fewer rows than the task has are a subset: their numbers are there, but not complete.
pub fn score_task(task: &Task, rows: &[RowInput<'_>], policy: OutcomePolicy) -> TaskScore {
    let counts: Vec<RowCounts> = rows.iter().map(|input| count_row(task, *input)).collect();
    let counts: Vec<&RowCounts> = counts.iter().collect();
    let scope = Scope {
        n_rows: task.test_file.rows,
        kind: DataKind::Official,
    };
    score_counts(task, scope, &counts, policy)
}

impl TaskScore {
    /// The value of a metric, 0 to 100, complete or not; `None` where it is missing.
    pub fn value(&self, metric: MetricId) -> Option<f64> {
        let found = self.metrics.iter().find(|value| value.metric == metric)?;
        found.value.ok()
    }
}
