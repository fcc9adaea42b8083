//! What unreadable answers cost a macro F1.

use serde::{Deserialize, Serialize};

use crate::score::TaskScore;
use crate::suite::MetricId;

/// What unreadable answers cost a macro F1.
///
/// The reference counts the null label as one more class whose F1 is 0: a single unreadable
/// answer takes a third of the score of a task with two classes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrayCost {
    /// Unreadable answers.
    pub n_null: usize,
    /// Macro F1 over the union: the official number, 0 to 100.
    pub macro_f1: f64,
    /// The same answers, the null label kept out of the mean, 0 to 100.
    pub macro_f1_gold: f64,
}

/// What unreadable answers cost this task; `None` when there are none, or no macro F1.
pub fn stray_cost(score: &TaskScore) -> Option<StrayCost> {
    let n_null = score.counts.n_null;
    if n_null == 0 {
        return None;
    }
    Some(StrayCost {
        n_null,
        macro_f1: score.value(MetricId::MacroF1)?,
        macro_f1_gold: score.value(MetricId::MacroF1Gold)?,
    })
}
