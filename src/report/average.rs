//! The averages of a suite over the scores of a run.

use std::collections::BTreeMap;

use crate::score::TaskScore;
use crate::suite::{Average, MetricId, Part, Suite};

/// One average of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct AverageScore {
    /// Id of the suite's average.
    pub id: String,
    /// The mean of all parts, 0 to 100; only when every part is there and complete.
    pub value: Option<f64>,
    /// Parts that are there and complete.
    pub n_there: usize,
    /// Parts needed.
    pub n_parts: usize,
    /// Missing parts: a task's id with the metric, or the id of another average.
    pub missing: Vec<(String, Option<MetricId>)>,
}

/// The averages of `suite`, in its order.
///
/// Parts weigh the same, whatever their number of rows; a part that is an average itself counts
/// as one. A score that is not complete is not there.
pub fn averages(suite: &Suite, scores: &[&TaskScore]) -> Vec<AverageScore> {
    let by_task: BTreeMap<&str, &TaskScore> = scores
        .iter()
        .map(|score| (score.task_id.as_str(), *score))
        .collect();
    let mut done: Vec<AverageScore> = Vec::with_capacity(suite.averages.len());
    for average in &suite.averages {
        let next = mean_of_parts(average, &by_task, &done);
        done.push(next);
    }
    done
}

fn mean_of_parts(
    average: &Average,
    by_task: &BTreeMap<&str, &TaskScore>,
    done: &[AverageScore],
) -> AverageScore {
    let n_parts = average.parts.len();
    let mut sum = 0.0;
    let mut n_there = 0;
    let mut missing = Vec::new();
    for part in &average.parts {
        let (value, name) = match part {
            Part::Column { task, metric } => {
                let score = by_task.get(task.as_str());
                let value = score
                    .filter(|score| score.is_complete)
                    .and_then(|score| score.value(*metric));
                (value, (task.clone(), Some(*metric)))
            }
            Part::Average { average: id } => {
                let inner = done.iter().find(|inner| inner.id == *id);
                (inner.and_then(|inner| inner.value), (id.clone(), None))
            }
        };
        match value {
            Some(value) => {
                sum += value;
                n_there += 1;
            }
            None => missing.push(name),
        }
    }
    let is_whole = n_there == n_parts && n_parts > 0;
    AverageScore {
        id: average.id.clone(),
        value: is_whole.then(|| sum / n_parts as f64),
        n_there,
        n_parts,
        missing,
    }
}
