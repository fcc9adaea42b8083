//! Accuracy and F1 over labels, as scikit-learn computes and SEA-HELM reports them.
//!
//! F1 comes from counts, not from precision and recall; the order of every operation is the
//! reference's.

pub mod labels;

use crate::metrics::mean;

/// A class index that the task does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row_idx} names class {class} of {n_classes}")]
pub struct NoSuchClass {
    /// Position of the row, from 0.
    pub row_idx: usize,
    /// The index it names.
    pub class: usize,
    /// Number of classes there are.
    pub n_classes: usize,
}

/// How often each class was answered with each class or with nothing readable.
///
/// Means over classes are added in class order. The reference adds in the sorted order of its
/// labels, which can move the last bit and no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts {
    /// `cells[gold][answer]`; the last column is the null label.
    cells: Vec<Vec<usize>>,
}

/// What was counted of one label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelCounts {
    /// Rows with this gold label and this answer.
    pub n_right: usize,
    /// Rows with this gold label.
    pub n_gold: usize,
    /// Rows with this answer.
    pub n_answered: usize,
}

/// Precision, recall and F1 of one class, each 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassReport {
    /// Share of right ones among the rows answered with the class; 0 if there are none.
    pub precision: f64,
    /// Share of right ones among the rows of the class; 0 if there are none.
    pub recall: f64,
    /// Their harmonic mean, from counts; 0 if the class is neither gold nor answered.
    pub f1: f64,
    /// Number of gold rows.
    pub support: usize,
}

impl LabelCounts {
    /// In `0.0..=1.0`; `None` for 0/0.
    pub fn precision(self) -> Option<f64> {
        ratio(self.n_right, self.n_answered)
    }

    /// In `0.0..=1.0`; `None` for 0/0.
    pub fn recall(self) -> Option<f64> {
        ratio(self.n_right, self.n_gold)
    }

    /// In `0.0..=1.0`; `None` for 0/0.
    pub fn f1(self) -> Option<f64> {
        ratio(2 * self.n_right, self.n_gold + self.n_answered)
    }
}

impl ClassCounts {
    /// Counts pairs of gold class and answer, `None` being the null label.
    pub fn new(
        n_classes: usize,
        rows: impl IntoIterator<Item = (usize, Option<usize>)>,
    ) -> Result<Self, NoSuchClass> {
        let mut cells = vec![vec![0; n_classes + 1]; n_classes];
        for (row_idx, (gold, answer)) in rows.into_iter().enumerate() {
            for class in [Some(gold), answer].into_iter().flatten() {
                if class >= n_classes {
                    return Err(NoSuchClass {
                        row_idx,
                        class,
                        n_classes,
                    });
                }
            }
            cells[gold][answer.unwrap_or(n_classes)] += 1;
        }
        Ok(Self { cells })
    }

    /// Counts made elsewhere: `cells[gold][answer]`, the last column the null label. `None` unless
    /// every class has a row of one cell a class and one more.
    pub fn from_cells(cells: Vec<Vec<usize>>) -> Option<Self> {
        let n_columns = cells.len() + 1;
        let is_square = cells.iter().all(|row| row.len() == n_columns);
        is_square.then_some(Self { cells })
    }

    /// `cells[gold][answer]`, a row a class; the last column is the null label.
    pub fn cells(&self) -> &[Vec<usize>] {
        &self.cells
    }

    /// Number of rows counted.
    pub fn n_rows(&self) -> usize {
        self.cells.iter().flatten().sum()
    }

    /// Number of rows with the null label.
    pub fn n_null(&self) -> usize {
        self.cells.iter().filter_map(|cells| cells.last()).sum()
    }

    /// Share of right answers, null ones being wrong.
    ///
    /// `None`, as for every score here, when there are no rows.
    pub fn plain_accuracy(&self) -> Option<f64> {
        let n_right = self.labels().map(|label| label.n_right).sum();
        Some(100.0 * ratio(n_right, self.n_rows())?)
    }

    /// Mean recall over the gold classes. SEA-HELM calls it `accuracy`.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        Some(100.0 * self.mean_recall()?)
    }

    /// Balanced accuracy rescaled so that guessing among `k` classes is 0, and never below.
    ///
    /// SEA-HELM's number for the leaderboard. `k` is the size of the task's label map in v1 and
    /// the number of labels in the data at HEAD; with one class there is nothing to guess and the
    /// score is 0.
    pub fn normalized_accuracy(&self, k: usize) -> Option<f64> {
        let recall = self.mean_recall()?;
        if k <= 1 {
            return Some(0.0);
        }
        let chance = 1.0 / k as f64;
        let above_chance = (recall - chance) / (1.0 - chance);
        Some(
            100.0
                * if above_chance > 0.0 {
                    above_chance
                } else {
                    0.0
                },
        )
    }

    /// Mean F1 over the union of gold classes and given answers: the paper's macro F1.
    ///
    /// A single null answer joins the union as one more label with F1 0, which multiplies the
    /// score of k classes by k/(k+1).
    pub fn macro_f1(&self) -> Option<f64> {
        let (sum, n_labels) = self.sum_f1(|label| label.n_gold + label.n_answered > 0);
        let n_labels = n_labels + usize::from(self.n_null() > 0);
        (n_labels > 0).then(|| 100.0 * (sum / n_labels as f64))
    }

    /// [`macro_f1`](Self::macro_f1) without the null label as one more class. Ours, not the
    /// reference's.
    pub fn macro_f1_without_null_label(&self) -> Option<f64> {
        let (sum, n_labels) = self.sum_f1(|label| label.n_gold + label.n_answered > 0);
        (n_labels > 0).then(|| 100.0 * (sum / n_labels as f64))
    }

    /// Points of [`macro_f1`](Self::macro_f1) that the null label costs by being one more class:
    /// what the first stray answer cost, and every later one did not. 0 when no answer is null.
    pub fn null_label_cost(&self) -> Option<f64> {
        Some(self.macro_f1_without_null_label()? - self.macro_f1()?)
    }

    /// Mean F1 over the gold classes only.
    pub fn macro_f1_gold(&self) -> Option<f64> {
        Some(100.0 * self.mean_gold_f1()?)
    }

    /// [`macro_f1_gold`](Self::macro_f1_gold) times the share of readable answers.
    pub fn null_weighted_f1(&self) -> Option<f64> {
        let null_share = ratio(self.n_null(), self.n_rows())?;
        Some(100.0 * (self.mean_gold_f1()? * (1.0 - null_share)))
    }

    /// What was counted of each class, in class order.
    pub fn labels(&self) -> impl Iterator<Item = LabelCounts> {
        self.cells
            .iter()
            .enumerate()
            .map(|(class, cells)| LabelCounts {
                n_right: cells[class],
                n_gold: cells.iter().sum(),
                n_answered: self.cells.iter().map(|cells| cells[class]).sum(),
            })
    }

    /// Precision, recall, F1 and support of each class, in class order.
    pub fn reports(&self) -> Vec<ClassReport> {
        let report = |label: LabelCounts| ClassReport {
            precision: 100.0 * label.precision().unwrap_or(0.0),
            recall: 100.0 * label.recall().unwrap_or(0.0),
            f1: 100.0 * label.f1().unwrap_or(0.0),
            support: label.n_gold,
        };
        self.labels().map(report).collect()
    }

    fn mean_recall(&self) -> Option<f64> {
        let recalls: Vec<f64> = self.labels().filter_map(LabelCounts::recall).collect();
        mean(&recalls)
    }

    fn mean_gold_f1(&self) -> Option<f64> {
        let (sum, n_labels) = self.sum_f1(|label| label.n_gold > 0);
        (n_labels > 0).then(|| sum / n_labels as f64)
    }

    fn sum_f1(&self, is_counted: impl Fn(&LabelCounts) -> bool) -> (f64, usize) {
        let mut sum = 0.0;
        let mut n_labels = 0;
        for label in self.labels().filter(is_counted) {
            sum += label.f1().unwrap_or(0.0);
            n_labels += 1;
        }
        (sum, n_labels)
    }
}

fn ratio(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::{ClassCounts, NoSuchClass};

    #[track_caller]
    fn check(rows: &[(usize, Option<usize>)], want: [Option<f64>; 6]) {
        let counts = ClassCounts::new(2, rows.iter().copied()).unwrap();
        let got = [
            counts.plain_accuracy(),
            counts.balanced_accuracy(),
            counts.macro_f1(),
            counts.macro_f1_gold(),
            counts.null_weighted_f1(),
            counts.normalized_accuracy(2),
        ];
        assert_eq!(got, want, "{rows:?}");
    }

    #[test]
    fn one_class_only_is_fully_right() {
        check(&[(0, Some(0)), (0, Some(0))], [Some(100.0); 6]);
    }

    #[test]
    fn a_class_that_is_never_answered_counts_as_zero() {
        let rows = [(0, Some(0)), (1, Some(0))];
        let [plain, balanced, normalized] = [50.0, 50.0, 0.0].map(Some);
        let f1 = Some(100.0 * (2.0 / 3.0 / 2.0));
        check(&rows, [plain, balanced, f1, f1, f1, normalized]);

        // Gold A and B, no B answered, one answer unreadable: the union has a third label.
        let rows = [(0, Some(0)), (0, Some(0)), (1, Some(0)), (1, None)];
        let counts = ClassCounts::new(2, rows).unwrap();
        let f1 = 100.0 * (0.8 / 2.0);
        assert_eq!(counts.macro_f1(), Some(100.0 * (0.8 / 3.0)));
        assert_eq!(counts.macro_f1_gold(), Some(f1));
        assert_eq!(counts.macro_f1_without_null_label(), Some(f1));
        assert_eq!(counts.null_label_cost(), Some(f1 - 100.0 * (0.8 / 3.0)));
        assert_eq!(counts.n_null(), 1);
        let [_, never_answered] = counts.reports()[..] else {
            panic!("two classes")
        };
        assert_eq!((never_answered.precision, never_answered.f1), (0.0, 0.0));
    }

    #[test]
    fn no_rows_have_no_score() {
        check(&[], [None; 6]);
        assert_eq!(ClassCounts::new(2, []).unwrap().null_label_cost(), None);
    }

    #[test]
    fn guessing_is_never_below_zero() {
        check(&[(0, Some(1)), (1, None)], [Some(0.0); 6]);
        let counts = ClassCounts::new(1, [(0, Some(0))]).unwrap();
        assert_eq!(
            [0, 1].map(|k| counts.normalized_accuracy(k)),
            [Some(0.0); 2]
        );
    }

    #[test]
    fn a_class_the_task_lacks_is_named() {
        let rows = [(0, None), (1, Some(2))];
        let want = NoSuchClass {
            row_idx: 1,
            class: 2,
            n_classes: 2,
        };
        assert_eq!(ClassCounts::new(2, rows), Err(want));
        assert!(ClassCounts::new(0, [(0, None)]).is_err());
    }
}
