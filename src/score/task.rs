//! The counts of a task's rows to its numbers.

use crate::metrics::chrf::{ChrfCounts, WordOrder};
use crate::metrics::classification::ClassCounts;
use crate::metrics::metricx::normalized;
use crate::metrics::rouge_tl::{self, CorpusRouge, RougeCounts};
use crate::score::row::{Ending, RowCounts, Tally, TextCounts};
use crate::score::{Confusion, Counts, MetricValue, Missing, OutcomePolicy, TaskScore};
use crate::stats::mean;
use crate::suite::{DataKind, MetricId, Task, TaskKind};

/// What the rows of a score are a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Rows the task has.
    pub n_rows: usize,
    /// Official or sample rows; a score on samples is never complete.
    pub kind: DataKind,
}

/// Scores a task from the counts of the chosen rows, in file order.
///
/// Rows that were not asked never enter. Under [`OutcomePolicy::Parity`] every other row does;
/// under [`OutcomePolicy::Strict`] only rows with text do.
pub fn score_counts(
    task: &Task,
    scope: Scope,
    rows: &[&RowCounts],
    policy: OutcomePolicy,
) -> TaskScore {
    let parity: Vec<Option<&Tally>> = tallies(rows, policy).collect();
    let lenient: Vec<Option<&Tally>> = rows
        .iter()
        .map(|row| row.lenient.as_ref().filter(|_| enters(row, policy)))
        .collect();
    let from_elsewhere = Some(MetricX::new(rows, policy));
    let sums = Sums::new(task, parity.iter().copied().flatten(), from_elsewhere);
    let n_scored = parity.iter().flatten().count();
    let mut counts = count_endings(rows);
    counts.n_rows = scope.n_rows;
    counts.n_null = parity
        .iter()
        .flatten()
        .filter(|tally| tally.is_null())
        .count();
    let metrics = sums.metrics(task);
    TaskScore {
        task_id: task.id.clone(),
        counts,
        is_complete: scope.kind == DataKind::Official
            && n_scored > 0
            && n_scored == scope.n_rows
            && rows.len() == scope.n_rows,
        lenient: if lenient == parity {
            metrics.clone()
        } else {
            // Scores of other programs were made for the parity answers.
            Sums::new(task, lenient.iter().copied().flatten(), None).metrics(task)
        },
        metrics,
        confusion: sums.confusion(),
        row_scores: parity
            .iter()
            .map(|tally| tally.map(|tally| row_score(task.kind, tally)))
            .collect(),
    }
}

/// The parity counts of each row that the policy lets in, in row order; `None` for the others.
pub fn tallies<'a>(
    rows: &'a [&RowCounts],
    policy: OutcomePolicy,
) -> impl Iterator<Item = Option<&'a Tally>> {
    rows.iter().map(move |row| {
        let is_scored = enters(row, policy);
        row.parity.as_ref().filter(|_| is_scored)
    })
}

/// A row's score, 0 to 100: 0 or 100 for labels, ROUGE-L F for summaries, chrF++ for translations.
pub fn row_score(kind: TaskKind, tally: &Tally) -> f64 {
    match tally {
        Tally::Class { gold, answer } if *answer == Some(*gold) => 100.0,
        Tally::Class { .. } => 0.0,
        Tally::Text(counts) => match counts.rouge_l() {
            Some(rouge_l) if kind == TaskKind::Summarization => rouge_l,
            _ => counts.chrf_pp(),
        },
    }
}

fn enters(row: &RowCounts, policy: OutcomePolicy) -> bool {
    match policy {
        OutcomePolicy::Parity => true,
        OutcomePolicy::Strict => row.ending.has_text(),
    }
}

fn count_endings(rows: &[&RowCounts]) -> Counts {
    let mut counts = Counts {
        n_chosen: rows.len(),
        ..Counts::default()
    };
    for row in rows {
        match row.ending {
            Ending::Answered => counts.n_answered += 1,
            Ending::Truncated => {
                counts.n_answered += 1;
                counts.n_truncated += 1;
            }
            Ending::Empty(_) => counts.n_empty += 1,
            Ending::Refused => counts.n_refused += 1,
            Ending::Failed => counts.n_failed += 1,
            Ending::NotAsked => counts.n_not_asked += 1,
        }
    }
    counts
}

/// Everything the metrics of a task are made of.
enum Sums {
    Class(ClassCounts),
    Text(Box<TextSums>),
}

struct TextSums {
    chrf: Option<f64>,
    chrf_mean: Option<f64>,
    rouge: Option<CorpusRouge>,
    metricx: Option<MetricX>,
}

/// MetricX-24 of the rows that enter.
struct MetricX {
    /// Normalised, in row order.
    scores: Vec<f64>,
    /// Rows that enter, with a score or not.
    n_rows: usize,
}

impl MetricX {
    fn new(rows: &[&RowCounts], policy: OutcomePolicy) -> Self {
        let entering = rows.iter().zip(tallies(rows, policy));
        let entering = entering.filter(|(_, tally)| tally.is_some());
        let errors: Vec<Option<f64>> = entering.map(|(row, _)| row.metricx).collect();
        Self {
            scores: errors.iter().flatten().copied().map(normalized).collect(),
            n_rows: errors.len(),
        }
    }

    /// The mean, only where every row has a score.
    fn value(&self) -> Result<f64, Missing> {
        let n_there = self.scores.len();
        if n_there == 0 {
            return Err(Missing::NotComputed);
        }
        if n_there < self.n_rows {
            return Err(Missing::Incomplete {
                n_there,
                n_rows: self.n_rows,
            });
        }
        mean(&self.scores).map_err(|_| Missing::NoRows)
    }
}

impl Sums {
    fn new<'a>(
        task: &Task,
        tallies: impl Iterator<Item = &'a Tally>,
        metricx: Option<MetricX>,
    ) -> Self {
        let mut pairs = Vec::new();
        let mut texts = Vec::new();
        for tally in tallies {
            match tally {
                Tally::Class { gold, answer } => pairs.push((*gold, *answer)),
                Tally::Text(counts) => texts.push(counts.as_ref()),
            }
        }
        if task.is_classification() {
            let counts = ClassCounts::new(task.labels.len(), pairs);
            Self::Class(counts.expect("`count_row` lets no other class through"))
        } else {
            Self::Text(Box::new(TextSums::new(&texts, metricx)))
        }
    }

    fn metrics(&self, task: &Task) -> Vec<MetricValue> {
        let value = |metric| MetricValue {
            metric,
            value: self.value(task, metric),
        };
        task.metrics.iter().copied().map(value).collect()
    }

    fn value(&self, task: &Task, metric: MetricId) -> Result<f64, Missing> {
        let value = match (self, metric) {
            (Self::Class(counts), MetricId::MacroF1) => counts.macro_f1(),
            (Self::Class(counts), MetricId::MacroF1Gold) => counts.macro_f1_gold(),
            (Self::Class(counts), MetricId::NullWeightedF1) => counts.null_weighted_f1(),
            (Self::Class(counts), MetricId::NormalizedAccuracy) => {
                // The baseline is the task's, not that of the classes which happen to be among
                // the rows of a subset. On all official rows it is the same.
                counts.normalized_accuracy(task.labels.len())
            }
            (Self::Class(counts), MetricId::BalancedAccuracy) => counts.balanced_accuracy(),
            (Self::Class(counts), MetricId::PlainAccuracy) => counts.plain_accuracy(),
            (Self::Text(sums), MetricId::RougeLPrecision) => {
                sums.rouge.map(|rouge| rouge.bootstrap.precision.mid)
            }
            (Self::Text(sums), MetricId::RougeLRecall) => {
                sums.rouge.map(|rouge| rouge.bootstrap.recall.mid)
            }
            (Self::Text(sums), MetricId::RougeLF1) => {
                sums.rouge.map(|rouge| rouge.bootstrap.f1.mid)
            }
            (Self::Text(sums), MetricId::RougeLMean) => sums.rouge.map(|rouge| rouge.mean.f1),
            (Self::Text(sums), MetricId::ChrfPp) => sums.chrf,
            (Self::Text(sums), MetricId::ChrfPpMean) => sums.chrf_mean,
            (Self::Text(sums), MetricId::MetricX24) => {
                let metricx = sums.metricx.as_ref();
                return metricx.map_or(Err(Missing::NotComputed), MetricX::value);
            }
            _ => return Err(Missing::NotComputed),
        };
        value.ok_or(Missing::NoRows)
    }

    fn confusion(&self) -> Option<Confusion> {
        match self {
            Self::Class(counts) => Some(Confusion {
                cells: counts.cells().to_vec(),
            }),
            Self::Text(_) => None,
        }
    }
}

impl TextSums {
    fn new(texts: &[&TextCounts], metricx: Option<MetricX>) -> Self {
        let mut chrf = ChrfCounts::default();
        for counts in texts {
            chrf += counts.chrf;
        }
        let chrf_scores: Vec<f64> = texts.iter().map(|counts| counts.chrf_pp()).collect();
        let rouge: Vec<RougeCounts> = texts.iter().filter_map(|counts| counts.rouge).collect();
        Self {
            chrf: (!texts.is_empty()).then(|| chrf.score(WordOrder::Two)),
            chrf_mean: mean(&chrf_scores).ok(),
            rouge: rouge_tl::corpus(&rouge).ok(),
            metricx,
        }
    }
}
