//! A run's numbers, and what they were made with: what every file for papers and boards says.

use serde::{Deserialize, Serialize};

use super::average::AverageScore;
use super::columns::Column;
use super::{eval_results, every_eval, latex, markdown, methods, names};
use crate::record::signature::Signature;
use crate::record::{Origin, RecordHead};
use crate::score::interval::interval_metric;
use crate::score::{Missing, OutcomePolicy, TaskScore};
use crate::suite::{DataKind, MetricId, Suite, Task, View};

/// A file for papers, model cards and boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SheetFormat {
    /// A table with a row for each number.
    Markdown,
    /// A table with the paper's columns.
    Latex,
    /// A paragraph on how it was measured.
    Methods,
    /// Every Eval Ever, all numbers of a model.
    EveryEval,
    /// Hugging Face, `.eval_results/`.
    EvalResults,
}

impl SheetFormat {
    /// All, in the order they are offered.
    pub const ALL: [Self; 5] = [
        Self::Markdown,
        Self::Latex,
        Self::Methods,
        Self::EveryEval,
        Self::EvalResults,
    ];

    /// What a file's name ends with; also the format's name on the page.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Latex => "tex",
            Self::Methods => "methods.txt",
            Self::EveryEval => "eee.json",
            Self::EvalResults => "eval_results.yaml",
        }
    }

    /// By [`Self::suffix`].
    pub fn from_suffix(suffix: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.suffix() == suffix)
    }
}

/// See the module.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// Names, references and revisions.
    pub suite: &'a Suite,
    /// How the replies came to be.
    pub head: &'a RecordHead,
    /// How rows without a reply enter.
    pub policy: OutcomePolicy,
    /// Tasks of the run, in the suite's order.
    pub tasks: Vec<SheetTask<'a>>,
    /// All averages of the suite.
    pub averages: Vec<AverageScore>,
    /// Of these numbers.
    pub signature: Signature,
    /// Models that the replies name, most rows first.
    pub models: Vec<String>,
    /// Replies that were stored already, by other runs.
    pub n_reused: usize,
    /// Whether the record was made with the prompts, labels and metrics that the suite has here.
    pub is_same_suite: bool,
    /// Name and version of the program that made the numbers.
    pub scored_by: &'a str,
}

/// A task's numbers.
#[derive(Clone, Copy, Debug)]
pub struct SheetTask<'a> {
    /// All but the intervals.
    pub score: &'a TaskScore,
    /// 95 % interval of the first paper metric that is there.
    pub interval: Option<(f64, f64)>,
    /// The same of MetricX-24.
    pub metricx_interval: Option<(f64, f64)>,
}

/// A number and what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// 0 to 100, or why there is none.
    pub value: Result<f64, Missing>,
    /// 95 % interval, if it is this metric's.
    pub interval: Option<(f64, f64)>,
    /// Rows that entered the number.
    pub n_scored: usize,
    /// Rows the task has.
    pub n_rows: usize,
    /// May carry the official name.
    pub is_complete: bool,
}

impl<'a> Sheet<'a> {
    /// How many rows that entered have no answer that could be read, by task.
    pub(super) fn unread(&self) -> String {
        let tasks = self.tasks.iter().map(|task| task.score);
        let tasks = tasks
            .filter(|score| score.counts.n_null > 0)
            .map(|score| format!("{} ({})", score.task_id, score.counts.n_null));
        let tasks: Vec<String> = tasks.collect();
        if tasks.is_empty() {
            "Every answer that was scored could be read.".to_owned()
        } else {
            format!(
                "Scored without an answer that could be read, empty ones included: {}.",
                tasks.join(", ")
            )
        }
    }

    /// The file's text.
    pub fn write(&self, format: SheetFormat) -> String {
        match format {
            SheetFormat::Markdown => markdown::write(self),
            SheetFormat::Latex => latex::write(self),
            SheetFormat::Methods => methods::write(self),
            SheetFormat::EveryEval => every_eval::write(self),
            SheetFormat::EvalResults => eval_results::write(self),
        }
    }

    /// A task's number; `None` where the run does not have the task, or the task not the metric.
    pub fn cell(&self, task_id: &str, metric: MetricId) -> Option<Cell> {
        let task = self
            .tasks
            .iter()
            .find(|task| task.score.task_id == task_id)?;
        let SheetTask {
            score,
            interval,
            metricx_interval,
        } = *task;
        let value = score.metrics.iter().find(|value| value.metric == metric)?;
        let known = self.suite.task(task_id);
        let ends = if metric == MetricId::MetricX24 {
            metricx_interval
        } else {
            interval
                .filter(|_| known.and_then(|known| interval_metric(known, score)) == Some(metric))
        };
        Some(Cell {
            value: value.value,
            // One of no width says that the rows drawn are all alike, not that the score is sure.
            interval: ends.filter(|(low, high)| low < high && value.value.is_ok()),
            n_scored: score.counts.n_scored(self.policy),
            n_rows: score.counts.n_rows,
            is_complete: score.is_complete,
        })
    }

    /// What stands in a column: a value, if it is there.
    pub(super) fn value(&self, column: &Column) -> Option<f64> {
        match column {
            Column::Score { task_id, metric } => self.cell(task_id, *metric)?.value.ok(),
            Column::Average { id } => self.average(id)?.value,
        }
    }

    /// An average of the suite.
    pub(super) fn average(&self, id: &str) -> Option<&AverageScore> {
        self.averages.iter().find(|average| average.id == id)
    }

    /// The averages that have a value: id, name, whose, value, number of parts.
    pub(super) fn whole_averages(&self) -> impl Iterator<Item = (&str, &str, View, f64, usize)> {
        self.suite.averages.iter().filter_map(|average| {
            let score = self.average(&average.id)?;
            let value = score.value?;
            let name = average.name.en.as_str();
            Some((
                average.id.as_str(),
                name,
                average.view,
                value,
                score.n_parts,
            ))
        })
    }

    /// The suite's tasks that the run has.
    pub(super) fn known_tasks(&self) -> impl Iterator<Item = &'a Task> {
        let tasks = self.tasks.iter();
        tasks.filter_map(|task| self.suite.task(&task.score.task_id))
    }

    /// The model as asked for, or as the file or the user said.
    pub(super) fn model(&self) -> Option<&str> {
        match &self.head.origin {
            Origin::Asked { model, .. } => Some(model),
            Origin::Uploaded { model, .. } => model.as_deref(),
        }
    }

    /// What the row of a table is called.
    pub(super) fn row_name(&self) -> &str {
        self.model().unwrap_or(&self.head.title)
    }

    pub(super) fn is_upload(&self) -> bool {
        matches!(self.head.origin, Origin::Uploaded { .. })
    }

    pub(super) fn is_sample(&self) -> bool {
        self.head.data_kind == DataKind::Sample
    }

    /// Whether the run's rows of a task are those that the suite names.
    pub(super) fn has_known_rows(&self, task_id: &str) -> bool {
        let sha256 = self.head.data_sha256.get(task_id);
        let task = self.suite.task(task_id);
        let known = task.map(|task| &task.test_file.sha256);
        !self.is_sample() && sha256.is_some() && sha256 == known
    }

    /// `SEA-HELM v1.0.0`; the profile's own name where the suite says no more.
    pub(super) fn reference(&self) -> &str {
        let id = self.head.settings.profile.id();
        let info = self.suite.profiles.get(id);
        info.map_or(id, |info| info.reference.as_str())
    }

    /// The suite, how it was asked and is read, in a line.
    pub(super) fn setting(&self) -> String {
        let settings = &self.head.settings;
        let data = if self.is_sample() {
            "Sample rows, not those of "
        } else {
            ""
        };
        let asked = if self.is_upload() {
            "prompts and shots unknown".to_owned()
        } else {
            let language = names::language(settings.language);
            format!("{}, {language} instructions", names::shots(settings.shots))
        };
        format!(
            "{data}{} ({}), profile {} ({}), {asked}.",
            self.suite.name,
            self.suite.citation.id,
            settings.profile.id(),
            self.reference(),
        )
    }

    /// Why numbers are not there, a line each.
    pub(super) fn reasons(&self, columns: &[(String, MetricId)]) -> Vec<String> {
        let reason = |(task_id, metric): &(String, MetricId)| {
            let why = match self.cell(task_id, *metric) {
                None => "not in this run".to_owned(),
                Some(cell) => names::missing(cell.value.err()?),
            };
            Some(format!("{task_id} {}: {why}", names::metric(*metric)))
        };
        columns.iter().filter_map(reason).collect()
    }
}
