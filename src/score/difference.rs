//! How far two systems lie apart on the rows that both answered, and how sure that is.
//!
//! All draws are those of sacrebleu 2.6.0, and so is the paired bootstrap of chrF++, in 32 bits. It
//! has no tests for the other metrics: there the same formulas are ours, in 64 bits. In the
//! randomisation ties count everywhere, which they do not there: see [`Ties`].

pub mod mixture;
pub mod side;

use serde::{Deserialize, Serialize};

use crate::score::difference::mixture::mixed_gaps;
use crate::score::difference::side::Side;
use crate::score::interval::{Resampler, percentiles};
use crate::score::row::{RowCounts, Tally};
use crate::score::task::{row_score, tallies};
use crate::score::{OutcomePolicy, interval};
use crate::stats::paired::{Ties, bootstrap_p, mcnemar_p, randomization_p};
use crate::suite::{MetricId, Task};

/// Trials of the randomisation.
pub const N_TRIALS: usize = 10_000;

/// One number of a task, for two systems on their common rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which number.
    pub metric: MetricId,
    /// The first system's, 0 to 100.
    pub baseline: f64,
    /// The second system's, 0 to 100.
    pub system: f64,
    /// 95 % interval of `system - baseline`: percentiles of the resampled differences.
    pub interval: (f64, f64),
    /// Whether no row tells the systems apart in this number; a p value then says nothing.
    pub is_identical: bool,
    /// Two-sided p of the paired bootstrap, [`interval::N_RESAMPLES`] resamples.
    pub bootstrap_p: f64,
    /// Two-sided p of the approximate randomisation, [`N_TRIALS`] trials.
    pub randomization_p: f64,
}

/// How single rows came out under two systems.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowChanges {
    /// Rows in which the second system scores higher; for labels, those it alone got right.
    pub n_better: usize,
    /// Rows in which it scores lower; for labels, those the first alone got right.
    pub n_worse: usize,
    /// Rows both got fully right: 100.
    pub n_both_right: usize,
    /// All other rows with the same score.
    pub n_same: usize,
    /// Exact two-sided p of McNemar's test; labels only.
    pub mcnemar_p: Option<f64>,
    /// Cohen's d of the rows' differences: mean over standard deviation. `None` where all rows
    /// differ by the same.
    pub cohen_d: Option<f64>,
}

/// Two systems on a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskDifference {
    /// Rows that both have and that the policy lets in for both.
    pub n_rows: usize,
    /// The paper's numbers of the task that both have, in its order.
    pub differences: Vec<Difference>,
    /// Row by row.
    pub changes: RowChanges,
}

/// Compares two systems on a task. `rows` are the rows both chose, first system's counts first, in
/// file order; those that the policy leaves out for either are left out for both.
pub fn difference(
    task: &Task,
    rows: &[(&RowCounts, &RowCounts)],
    policy: OutcomePolicy,
    resampler: &mut Resampler,
) -> TaskDifference {
    let (first, second): (Vec<&RowCounts>, Vec<&RowCounts>) = rows.iter().copied().unzip();
    let mut common = Vec::new();
    for (idx, both) in tallies(&first, policy)
        .zip(tallies(&second, policy))
        .enumerate()
    {
        if let (Some(first_tally), Some(second_tally)) = both {
            common.push([(first[idx], first_tally), (second[idx], second_tally)]);
        }
    }
    let differences = if common.is_empty() {
        Vec::new()
    } else {
        let metrics = task.paper_metrics.iter();
        metrics
            .filter_map(|metric| of_metric(task, *metric, &common, resampler))
            .collect()
    };
    TaskDifference {
        n_rows: common.len(),
        differences,
        changes: changes(task, &common),
    }
}

/// A row of both systems, the first one's first.
type Both<'a> = [(&'a RowCounts, &'a Tally); 2];

fn of_metric(
    task: &Task,
    metric: MetricId,
    common: &[Both<'_>],
    resampler: &mut Resampler,
) -> Option<Difference> {
    let side = |system: usize| Side::new(task, metric, common.iter().map(|both| both[system]));
    let (baseline, system) = (side(0)?, side(1)?);
    let (baseline_score, system_score) = (baseline.score()?, system.score()?);
    let gap = (baseline_score - system_score).abs();
    let precision = baseline.precision();
    let baseline_scores = baseline.resampled(resampler);
    let system_scores = system.resampled(resampler);
    let bootstrap_p = bootstrap_p(&baseline_scores, &system_scores, gap, precision)?;
    let apart = baseline_scores.iter().zip(&system_scores);
    let interval = percentiles(apart.map(|(baseline, system)| system - baseline).collect())?;
    let gaps = mixed_gaps(&baseline, &system, N_TRIALS, interval::SEED)?;
    Some(Difference {
        metric,
        baseline: baseline_score,
        system: system_score,
        interval,
        is_identical: baseline == system,
        bootstrap_p,
        randomization_p: randomization_p(&gaps, gap, Ties::Count),
    })
}

/// How a row came out under a second system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Its score is higher; for labels: fixed.
    Better,
    /// Its score is lower; for labels: broken.
    Worse,
    /// Both are fully right.
    BothRight,
    /// The same score, and not fully right; for labels: both wrong.
    Same,
}

impl Change {
    /// From both scores, 0 to 100.
    pub fn of(first: f64, second: f64) -> Self {
        if second > first {
            Self::Better
        } else if second < first {
            Self::Worse
        } else if first >= 100.0 {
            Self::BothRight
        } else {
            Self::Same
        }
    }
}

fn changes(task: &Task, common: &[Both<'_>]) -> RowChanges {
    let mut changes = RowChanges::default();
    let mut apart = Vec::with_capacity(common.len());
    for [(_, first), (_, second)] in common {
        let (first, second) = (row_score(task.kind, first), row_score(task.kind, second));
        apart.push(second - first);
        *match Change::of(first, second) {
            Change::Better => &mut changes.n_better,
            Change::Worse => &mut changes.n_worse,
            Change::BothRight => &mut changes.n_both_right,
            Change::Same => &mut changes.n_same,
        } += 1;
    }
    changes.mcnemar_p = task
        .is_classification()
        .then(|| mcnemar_p(changes.n_better, changes.n_worse));
    changes.cohen_d = cohen_d(&apart);
    changes
}

/// Mean over standard deviation, of a sample.
fn cohen_d(apart: &[f64]) -> Option<f64> {
    let mean = crate::stats::mean(apart).ok()?;
    let n_free = apart.len().checked_sub(1).filter(|n_free| *n_free > 0)?;
    let squares: f64 = apart
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    let deviation = (squares / n_free as f64).sqrt();
    (deviation > 0.0).then(|| mean / deviation)
}
