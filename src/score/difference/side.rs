//! One system's rows as what a number is summed up from.

use crate::metrics::chrf::{ChrfCounts, WordOrder};
use crate::metrics::metricx::normalized;
use crate::score::interval::{Resampler, cells_of, chrf_pps, macro_f1_of, macro_f1s, means};
use crate::score::row::{RowCounts, Tally};
use crate::stats::mean;
use crate::stats::paired::Precision;
use crate::suite::{MetricId, Task};

/// The rows of one system, for one number.
#[derive(Clone, Debug, PartialEq)]
pub enum Side {
    /// Macro F1: gold class and answer of each row.
    Labels {
        /// Classes of the task.
        n_classes: usize,
        /// `None` is the null label.
        pairs: Vec<(usize, Option<usize>)>,
    },
    /// chrF++.
    Chrf(Vec<ChrfCounts>),
    /// The mean of a score of each row, 0 to 100.
    Mean(Vec<f64>),
}

impl Side {
    /// `None` where no test is known for the metric, or a row lacks its score.
    pub fn new<'a>(
        task: &Task,
        metric: MetricId,
        rows: impl Iterator<Item = (&'a RowCounts, &'a Tally)>,
    ) -> Option<Self> {
        match metric {
            MetricId::MacroF1 => Some(Self::Labels {
                n_classes: task.labels.len(),
                pairs: rows.map(|(_, tally)| label(tally)).collect::<Option<_>>()?,
            }),
            MetricId::ChrfPp => {
                let chrf = rows.map(|(_, tally)| text(tally).map(|text| text.chrf));
                Some(Self::Chrf(chrf.collect::<Option<_>>()?))
            }
            MetricId::RougeLF1 => {
                let rouge = rows.map(|(_, tally)| text(tally)?.rouge_l());
                Some(Self::Mean(rouge.collect::<Option<_>>()?))
            }
            MetricId::MetricX24 => {
                let metricx = rows.map(|(row, _)| row.metricx.map(normalized));
                Some(Self::Mean(metricx.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// How sacrebleu keeps the scores of its resamples; it has only chrF++ of these.
    pub fn precision(&self) -> Precision {
        match self {
            Self::Chrf(_) => Precision::Single,
            Self::Labels { .. } | Self::Mean(_) => Precision::Double,
        }
    }

    /// The number over all rows, 0 to 100.
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Labels { n_classes, pairs } => {
                let n_columns = n_classes + 1;
                let mut counts = vec![0; n_classes * n_columns];
                for cell in cells_of(*n_classes, pairs) {
                    counts[cell] += 1;
                }
                macro_f1_of(&counts, n_columns)
            }
            Self::Chrf(rows) => crate::metrics::chrf::corpus(rows, WordOrder::Two),
            Self::Mean(rows) => mean(rows).ok(),
        }
    }

    /// The number of every resample.
    pub fn resampled(&self, resampler: &mut Resampler) -> Vec<f64> {
        match self {
            Self::Labels { n_classes, pairs } => macro_f1s(*n_classes, pairs, resampler),
            Self::Chrf(rows) => chrf_pps(rows, self.precision(), resampler),
            Self::Mean(rows) => means(rows, resampler),
        }
    }
}

fn label(tally: &Tally) -> Option<(usize, Option<usize>)> {
    match tally {
        Tally::Class { gold, answer } => Some((*gold, *answer)),
        Tally::Text(_) => None,
    }
}

fn text(tally: &Tally) -> Option<&crate::score::row::TextCounts> {
    match tally {
        Tally::Text(counts) => Some(counts),
        Tally::Class { .. } => None,
    }
}
