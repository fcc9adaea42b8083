//! The columns of a table of results, and what stands in the cells of a run.

use crate::desk::view::{AverageView, ResultView, SuiteView, TaskResult, TaskView};
use crate::report::columns::{self, Group, TaskColumns};
use crate::score::{Missing, OutcomePolicy};
use crate::suite::{MetricId, View};
use crate::words::Language;

/// The columns of the paper's tables, or SEA-HELM's.
pub fn groups(suite: &SuiteView, view: View, language: Language) -> Vec<Group> {
    let columns_of = |task: &TaskView| match view {
        View::Paper => TaskColumns {
            task_id: task.id.clone(),
            competency: task.competency.clone(),
            metrics: task.paper_metrics.clone(),
        },
        View::Seahelm => TaskColumns {
            task_id: task.id.clone(),
            competency: task.seahelm_competency.clone(),
            metrics: vec![task.seahelm_metric],
        },
    };
    let tasks: Vec<TaskColumns> = suite.tasks.iter().map(columns_of).collect();
    let averages = suite.averages.iter();
    let averages = averages.filter(|average| average.1 == view);
    let averages = averages.map(|average| (average.0.clone(), language.of(&average.2).to_owned()));
    columns::groups(view, &tasks, averages.collect())
}

/// A task's cell for one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreCell {
    /// 0 to 100, or why there is none. `None`: the run does not have the task.
    pub value: Option<Result<f64, Missing>>,
    /// 95 % interval, if it is this metric's.
    pub interval: Option<(f64, f64)>,
    /// May carry the official name.
    pub is_complete: bool,
    /// Rows that entered the number, and rows the task has.
    pub scored: (usize, usize),
    /// Entered, but unreadable.
    pub n_null: usize,
    /// Chosen, but not entered.
    pub n_unscored: usize,
    /// See [`task_baseline`].
    pub n_baseline_labels: Option<usize>,
}

/// What a run has to say in a task's column.
pub fn score_cell(result: &ResultView, task_id: &str, metric: MetricId) -> ScoreCell {
    let Some(task) = result.tasks.iter().find(|task| task.task_id == task_id) else {
        return ScoreCell {
            value: None,
            interval: None,
            is_complete: false,
            scored: (0, 0),
            n_null: 0,
            n_unscored: 0,
            n_baseline_labels: None,
        };
    };
    let n_scored = task.counts.n_scored(result.policy);
    ScoreCell {
        value: task
            .metrics
            .iter()
            .find(|value| value.metric == metric)
            .map(|value| value.value),
        // One of no width says that the rows drawn are all alike, not that the score is sure.
        interval: interval_of(task, metric).filter(|(low, high)| low < high),
        is_complete: task.is_complete,
        scored: (n_scored, task.counts.n_rows),
        n_null: task.counts.n_null,
        n_unscored: task.counts.n_chosen.saturating_sub(n_scored),
        n_baseline_labels: task_baseline(task, metric, result.policy),
    }
}

fn interval_of(task: &TaskResult, metric: MetricId) -> Option<(f64, f64)> {
    if metric == MetricId::MetricX24 {
        return task.metricx_interval;
    }
    task.interval.filter(|_| first_metric(task) == Some(metric))
}

/// How many labels set the baseline of a number over a part of the task's rows; `None` where the
/// number has no baseline, or is over all rows.
///
/// The reference takes the labels that happen to be among the rows scored, so with a row limit its
/// number may be another one: rows of A and B of an A–C task are normalised by 1/2 there, by 1/3 here.
pub fn task_baseline(task: &TaskResult, metric: MetricId, policy: OutcomePolicy) -> Option<usize> {
    let is_part = task.counts.n_scored(policy) < task.counts.n_rows;
    (metric == MetricId::NormalizedAccuracy && is_part).then_some(task.labels.len())
}

/// The first metric of a task that has a value: the one its interval is about, and the one that
/// stands for the task where there is room for one number.
pub fn first_metric(task: &TaskResult) -> Option<MetricId> {
    task.metrics
        .iter()
        .find(|value| value.value.is_ok())
        .map(|value| value.metric)
}

/// An average of a run.
pub fn average<'a>(result: &'a ResultView, id: &str) -> Option<&'a AverageView> {
    result.averages.iter().find(|average| average.id == id)
}

/// How many rows have no usable reply in all tasks: empty, refused, failed.
pub fn n_without_reply(result: &ResultView) -> usize {
    let of_task =
        |task: &TaskResult| task.counts.n_empty + task.counts.n_refused + task.counts.n_failed;
    result.tasks.iter().map(of_task).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Desk;
    use crate::desk::protocol::{Question, Response};
    use crate::report::columns::Column;
    use crate::suite::load::batayan;

    fn suite() -> SuiteView {
        match Desk::new(batayan()).answer(Question::Suite) {
            Response::Suite(suite) => suite,
            other => panic!("{other:?}"),
        }
    }

    #[track_caller]
    fn check(view: View, want: &str) {
        let said: Vec<String> = groups(&suite(), view, Language::English)
            .iter()
            .map(|group| {
                let columns: Vec<String> = group
                    .columns
                    .iter()
                    .map(|column| match column {
                        Column::Score { task_id, metric } => format!("{task_id}/{}", metric.id()),
                        Column::Average { id } => id.clone(),
                    })
                    .collect();
                format!(
                    "{}: {}",
                    group.name.as_deref().unwrap_or("-"),
                    columns.join(" ")
                )
            })
            .collect();
        assert_eq!(said.join("\n"), want);
    }

    #[test]
    fn the_columns_stand_as_in_the_paper() {
        check(
            View::Paper,
            "NLU: PI/macro_f1 QA/macro_f1 SA/macro_f1 TD/macro_f1 paper-nlu\n\
             NLR: CR/macro_f1 NLI/macro_f1 paper-nlr\n\
             NLG: AS/bert_score_f1 AS/chrf_pp AS/rouge_l_f1 MT-en-tl/chrf_pp MT-en-tl/metric_x24 \
             MT-tl-en/chrf_pp MT-tl-en/metric_x24 paper-nlg",
        );
    }

    #[test]
    fn sea_helm_has_safety_apart_and_a_total() {
        check(
            View::Seahelm,
            "NLU: PI/normalized_accuracy QA/normalized_accuracy SA/normalized_accuracy seahelm-nlu\n\
             Safety: TD/normalized_accuracy seahelm-safety\n\
             NLR: CR/normalized_accuracy NLI/normalized_accuracy seahelm-nlr\n\
             NLG: AS/rouge_l_f1 MT-en-tl/metric_x24 MT-tl-en/metric_x24 seahelm-nlg\n\
             -: seahelm-translations seahelm-total",
        );
    }

    #[test]
    fn rows_without_a_reply_enter_only_as_the_reference_counts_them() {
        let mut desk = Desk::new(batayan());
        desk.answer(Question::OpenSample);
        for (policy, want) in [
            (OutcomePolicy::Strict, ((9, 10), 1)),
            (OutcomePolicy::Parity, ((10, 10), 0)),
        ] {
            let question = Question::Result {
                run_id: "sample".into(),
                policy: Some(policy),
            };
            let Response::Result(result) = desk.answer(question) else {
                panic!("no result")
            };
            let cell = score_cell(&result, "TD", MetricId::MacroF1);
            assert_eq!((cell.scored, cell.n_unscored), want, "{policy:?}");
            // The empty reply to TD is no answer that could not be read, however it counts.
            let mut tasks = result.tasks.iter();
            let td = tasks
                .find(|task| task.task_id == "TD")
                .expect("it is there");
            let n_null = usize::from(policy == OutcomePolicy::Parity);
            assert_eq!((td.counts.n_null, td.counts.n_empty), (n_null, 1));
            assert_eq!(td.counts.n_unreadable(policy), 0, "{policy:?}");
            assert!(!cell.is_complete);
        }
    }

    #[test]
    fn a_part_of_the_rows_is_normalised_by_the_labels_of_the_task() {
        let mut desk = Desk::new(batayan());
        desk.answer(Question::OpenSample);
        // One of ten rows has no reply: left out it makes a part, counted as empty it does not.
        for (policy, want) in [
            (OutcomePolicy::Strict, Some(2)),
            (OutcomePolicy::Parity, None),
        ] {
            let question = Question::Result {
                run_id: "sample".into(),
                policy: Some(policy),
            };
            let Response::Result(result) = desk.answer(question) else {
                panic!("no result")
            };
            let cell = score_cell(&result, "TD", MetricId::NormalizedAccuracy);
            assert_eq!(cell.n_baseline_labels, want, "{policy:?}");
            let cell = score_cell(&result, "TD", MetricId::MacroF1);
            assert_eq!(cell.n_baseline_labels, None, "{policy:?}");
        }
    }
}
