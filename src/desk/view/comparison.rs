//! Two runs side by side, as the page shows them.

use serde::{Deserialize, Serialize};

use crate::desk::view::{RunCard, Verdict};
use crate::score::OutcomePolicy;
use crate::score::difference::Change;
use crate::suite::MetricId;

/// Two runs on the rows that both have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparisonView {
    /// The first is the baseline.
    pub runs: [RunCard; 2],
    /// Which rows enter.
    pub policy: OutcomePolicy,
    /// What else differs between the runs besides the model, so that a reader knows what the
    /// difference may come from.
    pub contrasts: Vec<Contrast>,
    /// Tasks that both have, in the suite's order.
    pub tasks: Vec<TaskComparison>,
    /// Tasks that only one of them has: of the first, of the second.
    pub only_in: [Vec<String>; 2],
    /// Main numbers that were tested, for which [`NumberComparison::corrected_p`] is corrected.
    pub n_tests: usize,
}

/// Below this a corrected p is taken for a difference.
pub const LEVEL: f64 = 0.05;

/// What a task says of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// No row is scored in both.
    NoRows,
    /// All rows agree.
    Identical,
    /// So few rows that not even the clearest difference would be one.
    TooFew,
    /// The second run is better.
    Better,
    /// The first run is better.
    Worse,
    /// The rows do not tell them apart.
    Undecided,
}

impl ComparisonView {
    /// What a task says, by its main number.
    pub fn finding(&self, task: &TaskComparison) -> Finding {
        let Some(number) = task.numbers.first() else {
            return Finding::NoRows;
        };
        if number.is_identical {
            return Finding::Identical;
        }
        if !can_tell(task.n_rows, self.n_tests) {
            return Finding::TooFew;
        }
        match number.corrected_p {
            Some(p) if p < LEVEL && number.apart() > 0.0 => Finding::Better,
            Some(p) if p < LEVEL && number.apart() < 0.0 => Finding::Worse,
            _ => Finding::Undecided,
        }
    }
}

/// Whether a p below [`LEVEL`] can come out at all: of the ways to deal the rows anew, two are as
/// far apart as the clearest difference, and that is corrected for the number of tests.
fn can_tell(n_rows: usize, n_tests: usize) -> bool {
    let n_rows = u32::try_from(n_rows).unwrap_or(u32::MAX).min(63);
    let n_ways = (1_u64 << n_rows) as f64;
    2.0 / n_ways * (n_tests as f64) < LEVEL
}

impl NumberComparison {
    /// The second run less the first.
    pub fn apart(&self) -> f64 {
        self.values[1] - self.values[0]
    }
}

/// A setting that two runs do not share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contrast {
    /// v1 or head.
    Profile,
    /// How many solved examples.
    Shots,
    /// Language of the instructions.
    Language,
    /// What is done with a thinking block.
    Thinking,
    /// The rows are of other files, so that only rows with the same id are compared.
    Data,
    /// One of them is read from a file whose prompts are not known.
    Origin,
}

/// A task of two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskComparison {
    /// Task id.
    pub task_id: String,
    /// Rows that enter for both.
    pub n_rows: usize,
    /// Rows the task has.
    pub n_all: usize,
    /// Rows that enter for one of them only, and are left out: of the first, of the second.
    pub n_only: [usize; 2],
    /// The paper's numbers that both have; the first is the main one.
    pub numbers: Vec<NumberComparison>,
    /// How single rows came out.
    pub changes: ChangeCounts,
    /// Exact p of McNemar's test; labels only.
    pub mcnemar_p: Option<f64>,
    /// Mean of the rows' differences over their standard deviation, where they differ.
    pub cohen_d: Option<f64>,
}

/// A number of two runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NumberComparison {
    /// Which.
    pub metric: MetricId,
    /// Of each run over the common rows, 0 to 100.
    pub values: [f64; 2],
    /// 95 % interval of the second less the first.
    pub interval: (f64, f64),
    /// Whether all rows agree, so that there is nothing to test.
    pub is_identical: bool,
    /// Two-sided p of the paired bootstrap.
    pub bootstrap_p: f64,
    /// Two-sided p of the approximate randomisation.
    pub randomization_p: f64,
    /// The same after Holm's correction over the main numbers of all tasks; `None` for other
    /// numbers, and where there is nothing to test.
    pub corrected_p: Option<f64>,
}

/// How the common rows of a task came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeCounts {
    /// Rows in which the second run scores higher.
    pub n_better: usize,
    /// Rows in which it scores lower.
    pub n_worse: usize,
    /// Rows that both have fully right.
    pub n_both_right: usize,
    /// Other rows with the same score.
    pub n_same: usize,
}

/// A row of both runs, short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedRow {
    /// Task id.
    pub task_id: String,
    /// Id in the data file.
    pub row_id: String,
    /// First prompt field.
    pub preview: String,
    /// Right answer.
    pub gold: String,
    /// How it came out; `None` where one of them has no score.
    pub change: Option<Change>,
    /// The first run's and the second's.
    pub sides: [ComparedSide; 2],
}

/// A row of one of two runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedSide {
    /// Position in the file of the run's task; of other files, another than the other run's.
    pub row_idx: usize,
    /// Reply, shortened.
    pub reply: String,
    /// Parity reading as people read it; `None` = null label or no reply.
    pub parity: Option<String>,
    /// Row score, 0 to 100; `None` = left out.
    pub score: Option<f64>,
    /// Why.
    pub verdict: Verdict,
}
