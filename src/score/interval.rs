//! How far a task's number could move with other rows: a percentile bootstrap.
//!
//! Ours, not the reference's, and labelled so; ROUGE-L alone has the reference's own.

use crate::metrics::chrf::{ChrfCounts, WordOrder};
use crate::metrics::classification::ClassCounts;
use crate::metrics::rouge_tl::{self, RougeCounts};
use crate::score::row::{RowCounts, Tally};
use crate::score::task::tallies;
use crate::score::{OutcomePolicy, TaskScore};
use crate::stats::pcg64::Pcg64;
use crate::stats::percentile;
use crate::suite::{MetricId, Task};

/// Resamples of an interval.
pub const N_RESAMPLES: usize = 1000;
/// Seed of an interval; the generator starts anew for every task.
pub const SEED: u64 = 12_345;

/// The paper's metric for which an interval is given: the first that has a value.
pub fn interval_metric(task: &Task, score: &TaskScore) -> Option<MetricId> {
    let mut metrics = task.paper_metrics.iter().copied();
    metrics.find(|metric| score.value(*metric).is_some())
}

/// Low and high end of the 95 % interval of `metric`, 0 to 100, from the rows that the policy
/// lets in. `None` where there is no row, or nobody asks for an interval of this metric.
///
/// Each of [`N_RESAMPLES`] resamples draws as many rows as there are, with [`Pcg64`] from
/// [`SEED`], and is scored as the whole is.
pub fn interval(
    task: &Task,
    metric: MetricId,
    rows: &[&RowCounts],
    policy: OutcomePolicy,
) -> Option<(f64, f64)> {
    let mut pairs = Vec::new();
    let mut texts = Vec::new();
    for tally in tallies(rows, policy).flatten() {
        match tally {
            Tally::Class { gold, answer } => pairs.push((*gold, *answer)),
            Tally::Text(counts) => texts.push(counts.as_ref()),
        }
    }
    match metric {
        MetricId::MacroF1 => {
            let n_classes = task.labels.len();
            percentiles(&pairs, |drawn| {
                ClassCounts::new(n_classes, drawn.copied()).ok()?.macro_f1()
            })
        }
        MetricId::ChrfPp => percentiles(&texts, |drawn| {
            let mut sum = ChrfCounts::default();
            for counts in drawn {
                sum += counts.chrf;
            }
            Some(sum.score(WordOrder::Two))
        }),
        MetricId::RougeLF1 => {
            let rouge: Vec<RougeCounts> = texts.iter().filter_map(|counts| counts.rouge).collect();
            let f1 = rouge_tl::corpus(&rouge).ok()?.bootstrap.f1;
            Some((f1.low, f1.high))
        }
        _ => None,
    }
}

/// Percentiles 2.5 and 97.5 of the scores of all resamples.
fn percentiles<T>(
    rows: &[T],
    score: impl Fn(&mut dyn Iterator<Item = &T>) -> Option<f64>,
) -> Option<(f64, f64)> {
    let n_rows = u32::try_from(rows.len())
        .ok()
        .filter(|n_rows| *n_rows > 0)?;
    let mut generator = Pcg64::new(SEED);
    let mut scores = Vec::with_capacity(N_RESAMPLES);
    for _ in 0..N_RESAMPLES {
        let mut drawn =
            (0..n_rows).filter_map(|_| rows.get(generator.below_lemire(n_rows) as usize));
        scores.push(score(&mut drawn)?);
    }
    scores.sort_unstable_by(f64::total_cmp);
    Some((percentile(&scores, 2.5)?, percentile(&scores, 97.5)?))
}
