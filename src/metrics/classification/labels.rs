//! Precision, recall and F1 over labels of any kind, as `sklearn.metrics` has them.
//!
//! All values are in `0.0..=1.0`.

use crate::metrics::classification::LabelCounts;
use crate::metrics::mean;

/// What 0/0 counts as: scikit-learn's `zero_division`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZeroDivision {
    /// 0, the reference's default.
    Zero,
    /// 1.
    One,
    /// Nothing, and the label is left out of that mean: `numpy.nan`.
    LeftOut,
}

/// Precision, recall and F1; `None` stands for scikit-learn's NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelScores {
    /// Share of right ones among the rows answered with the label.
    pub precision: Option<f64>,
    /// Share of right ones among the rows with the gold label.
    pub recall: Option<f64>,
    /// Harmonic mean of the two, from counts.
    pub f1: Option<f64>,
}

/// Scores of each label and their plain means.
#[derive(Clone, Debug, PartialEq)]
pub struct MacroScores<L> {
    /// In the order the means are added.
    pub labels: Vec<(L, LabelScores)>,
    /// Macro precision, recall and F1. F1 is the mean of F1s.
    pub means: LabelScores,
}

/// Scores pairs of gold label and answer.
///
/// Without `labels` their sorted union is scored. With `labels` exactly those are, in that order:
/// an answer outside the list counts for no label, but still misses its gold label.
pub fn macro_scores<L: Ord + Clone>(
    rows: &[(L, L)],
    labels: Option<&[L]>,
    zero_division: ZeroDivision,
) -> MacroScores<L> {
    let labels = labels.map_or_else(|| union(rows), <[L]>::to_vec);
    let instead = match zero_division {
        ZeroDivision::Zero => Some(0.0),
        ZeroDivision::One => Some(1.0),
        ZeroDivision::LeftOut => None,
    };
    let scored: Vec<(L, LabelScores)> = labels
        .into_iter()
        .map(|label| {
            let counts = count(rows, &label);
            let scores = LabelScores {
                precision: counts.precision().or(instead),
                recall: counts.recall().or(instead),
                f1: counts.f1().or(instead),
            };
            (label, scores)
        })
        .collect();
    let mean_by = |field: fn(&LabelScores) -> Option<f64>| {
        let values: Vec<f64> = scored
            .iter()
            .filter_map(|(_, scores)| field(scores))
            .collect();
        mean(&values)
    };
    let means = LabelScores {
        precision: mean_by(|scores| scores.precision),
        recall: mean_by(|scores| scores.recall),
        f1: mean_by(|scores| scores.f1),
    };
    MacroScores {
        labels: scored,
        means,
    }
}

fn union<L: Ord + Clone>(rows: &[(L, L)]) -> Vec<L> {
    let mut labels: Vec<L> = rows
        .iter()
        .flat_map(|(gold, answer)| [gold, answer])
        .cloned()
        .collect();
    labels.sort();
    labels.dedup();
    labels
}

fn count<L: Eq>(rows: &[(L, L)], label: &L) -> LabelCounts {
    let mut counts = LabelCounts::default();
    for (gold, answer) in rows {
        counts.n_right += usize::from(gold == label && answer == label);
        counts.n_gold += usize::from(gold == label);
        counts.n_answered += usize::from(answer == label);
    }
    counts
}
