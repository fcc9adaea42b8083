//! ROUGE-L for Filipino as SEA-HELM computes it: XL-Sum's multilingual ROUGE, language `None`, no
//! stemmer.
//!
//! Other than the English ROUGE it keeps `ñ` and splits letters from digits. T. Hasan et al.,
//! "XL-Sum", Findings of ACL 2021.

pub mod aggregate;
mod lcs;
pub mod mt19937;
pub mod tokenizer;

use crate::metrics::mean;
use crate::metrics::rouge_tl::aggregate::{Percentiles, resample};
use crate::metrics::rouge_tl::tokenizer::tokens;

/// A task without rows has no score; that is not a zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no rows")]
pub struct NoRows;

/// Everything ROUGE-L needs to know of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RougeCounts {
    /// Length of the longest common subsequence of tokens.
    pub n_common: usize,
    /// Tokens of the hypothesis.
    pub n_hypothesis: usize,
    /// Tokens of the reference.
    pub n_reference: usize,
}

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rouge<T> {
    /// Share of the hypothesis' tokens that are common.
    pub precision: T,
    /// Share of the reference's tokens that are common.
    pub recall: T,
    /// Harmonic mean.
    pub f1: T,
}

/// The scores of a task, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CorpusRouge {
    /// Percentiles of the bootstrap. What SEA-HELM reports, and the paper prints, is the median,
    /// each column's own: the F of the two other medians is another number.
    pub bootstrap: Rouge<Percentiles>,
    /// Plain means over the rows. Ours: no reference reports them.
    pub mean: Rouge<f64>,
}

/// Counts the tokens of a hypothesis against a reference.
pub fn count(hypothesis: &str, reference: &str) -> RougeCounts {
    let [hypothesis, reference] = [hypothesis, reference].map(tokens);
    RougeCounts {
        n_common: lcs::length(&hypothesis, &reference),
        n_hypothesis: hypothesis.len(),
        n_reference: reference.len(),
    }
}

/// The scores of a task whose rows are in the order of the dataset, which the seeded bootstrap
/// depends on.
pub fn corpus(rows: &[RougeCounts]) -> Result<CorpusRouge, NoRows> {
    let columns: Vec<[f64; 3]> = rows
        .iter()
        .map(|row| {
            let Rouge {
                precision,
                recall,
                f1,
            } = row.fractions();
            [precision, recall, f1]
        })
        .collect();
    let [precision, recall, f1] =
        resample(&columns)?.map(|Percentiles { low, mid, high }| Percentiles {
            low: 100.0 * low,
            mid: 100.0 * mid,
            high: 100.0 * high,
        });
    let mean_of = |column: usize| {
        let values: Vec<f64> = columns.iter().map(|row| row[column]).collect();
        Ok(100.0 * mean(&values).ok_or(NoRows)?)
    };
    Ok(CorpusRouge {
        bootstrap: Rouge {
            precision,
            recall,
            f1,
        },
        mean: Rouge {
            precision: mean_of(0)?,
            recall: mean_of(1)?,
            f1: mean_of(2)?,
        },
    })
}

/// SEA-HELM's `null_count`: how many predictions, already read and stripped, are empty.
pub fn n_null<'a>(predictions: impl IntoIterator<Item = &'a str>) -> usize {
    predictions
        .into_iter()
        .filter(|prediction| prediction.is_empty())
        .count()
}

impl RougeCounts {
    /// The row's scores in `0.0..=1.0`; all 0 if one side has no token.
    pub fn fractions(&self) -> Rouge<f64> {
        if self.n_hypothesis == 0 || self.n_reference == 0 {
            return Rouge {
                precision: 0.0,
                recall: 0.0,
                f1: 0.0,
            };
        }
        let precision = self.n_common as f64 / self.n_hypothesis as f64;
        let recall = self.n_common as f64 / self.n_reference as f64;
        let f1 = if precision + recall > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        };
        Rouge {
            precision,
            recall,
            f1,
        }
    }

    /// The row's F as SEA-HELM writes it per row, 0 to 100.
    pub fn score(&self) -> f64 {
        100.0 * self.fractions().f1
    }
}

#[cfg(test)]
mod tests {
    use super::{NoRows, RougeCounts, corpus, count, n_null};

    #[test]
    fn a_row_and_a_task_are_on_the_same_scale() {
        let row = count("mag-aral ka", "mag-aral na ba");
        assert_eq!(
            row,
            RougeCounts {
                n_common: 2,
                n_hypothesis: 3,
                n_reference: 4
            }
        );
        let task = corpus(&[row]).unwrap();
        assert_eq!(row.score().to_bits(), task.mean.f1.to_bits());
        assert_eq!(row.score().to_bits(), task.bootstrap.f1.mid.to_bits());
        assert!((row.score() - 400.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn no_rows_have_no_score() {
        assert_eq!(corpus(&[]), Err(NoRows));
    }

    #[test]
    fn only_empty_predictions_are_null() {
        assert_eq!(n_null(["", "x", ".", ""]), 2);
    }
}
