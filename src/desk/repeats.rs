//! Several runs of the same rows: what comes next, and how far their numbers lie apart.

use std::collections::BTreeMap;

use crate::batch;
use crate::desk::Desk;
use crate::desk::protocol::Failure;
use crate::desk::results::own_notes;
use crate::desk::view::{RepeatRun, RepeatTask, RepeatsView, ResultView, SpreadView, TaskResult};
use crate::record::{Record, RecordHead, Repeat};
use crate::report::spread::spread;
use crate::score::OutcomePolicy;

/// The head of the next run of the same rows, asked in the same way; `None` after the last.
pub fn next_repeat(head: &RecordHead, run_id: &str, started_millis: u64) -> Option<RecordHead> {
    let repeat = head.repeat.as_ref()?;
    if repeat.index >= repeat.of {
        return None;
    }
    let mut notes = own_notes(head);
    // What was learnt of the server holds for the next run, what happened in this one does not.
    notes.retain(|note| note != batch::NOTE && !note.starts_with("stopped by a budget of "));
    Some(RecordHead {
        id: run_id.to_owned(),
        started_millis,
        repeat: Some(Repeat {
            index: repeat.index + 1,
            ..repeat.clone()
        }),
        notes,
        external: Vec::new(),
        is_from_file: false,
        policy_id: None,
        ..head.clone()
    })
}

/// Whether two runs of a group asked for the same rows in the same way.
fn is_same(one: &RecordHead, other: &RecordHead) -> bool {
    one.tasks == other.tasks
        && one.settings == other.settings
        && one.data_kind == other.data_kind
        && one.data_sha256 == other.data_sha256
        && one.suite_sha256 == other.suite_sha256
        && one.origin == other.origin
}

impl Desk {
    /// The open runs among `run_ids` as repeats of the first, in the order of their indices. Only
    /// those enter the numbers whose rows are all there; and only those tasks of them whose rows
    /// are all scored, so that each number of a line is over the same rows.
    ///
    /// [`Failure::NoRun`] when the first is not open; [`Failure::NotLoaded`] as for results.
    pub fn repeats(
        &mut self,
        run_ids: &[String],
        policy: OutcomePolicy,
    ) -> Result<RepeatsView, Failure> {
        let first = run_ids.first().map_or("", String::as_str);
        let head = match self.record(first) {
            Some(record) => record.head.clone(),
            None => return Err(super::no_run(first)),
        };
        let mut runs: Vec<RepeatRun> = Vec::new();
        let mut results: BTreeMap<(u32, String), ResultView> = BTreeMap::new();
        for run_id in run_ids {
            let Some(record) = self.record(run_id) else {
                continue;
            };
            let Some(repeat) = record.head.repeat.clone() else {
                continue;
            };
            let is_same = is_same(&head, &record.head);
            let result = self.result(run_id, policy)?;
            let card = &result.card;
            let is_used = is_same && card.n_done >= card.n_chosen;
            runs.push(RepeatRun {
                run_id: run_id.clone(),
                index: repeat.index,
                n_done: card.n_done,
                n_chosen: card.n_chosen,
                is_same,
            });
            if is_used {
                results.insert((repeat.index, run_id.clone()), result);
            }
        }
        runs.sort_by(|a, b| (a.index, &a.run_id).cmp(&(b.index, &b.run_id)));
        let results: Vec<ResultView> = results.into_values().collect();
        Ok(RepeatsView {
            of: head.repeat.map_or(0, |repeat| repeat.of),
            tasks: tasks(&results),
            averages: averages(&results),
            n_same_texts: self.n_same_texts(&results),
            n_used: results.len(),
            runs,
        })
    }

    /// Rows whose replies are the same text in every one of several runs, and rows that have a
    /// text in every one.
    fn n_same_texts(&self, results: &[ResultView]) -> (usize, usize) {
        let records: Vec<&Record> = results
            .iter()
            .filter_map(|result| self.record(&result.card.run_id))
            .collect();
        let Some((first, others)) = records.split_first().filter(|(_, rest)| !rest.is_empty())
        else {
            return (0, 0);
        };
        let texts: Vec<BTreeMap<(&str, usize), &str>> = others
            .iter()
            .map(|record| {
                let rows = record.rows.iter().filter(|row| row.outcome.has_text());
                rows.map(|row| ((row.task_id.as_str(), row.row_idx), row.text.as_str()))
                    .collect()
            })
            .collect();
        let mut counts = (0, 0);
        for row in first.rows.iter().filter(|row| row.outcome.has_text()) {
            let place = (row.task_id.as_str(), row.row_idx);
            let others: Vec<&str> = texts
                .iter()
                .filter_map(|texts| texts.get(&place).copied())
                .collect();
            if others.len() == texts.len() {
                counts.1 += 1;
                counts.0 += usize::from(others.iter().all(|text| *text == row.text));
            }
        }
        counts
    }
}

fn is_whole(task: &TaskResult, policy: OutcomePolicy) -> bool {
    let counts = &task.counts;
    match policy {
        OutcomePolicy::Parity => counts.n_not_asked + counts.n_failed == 0,
        OutcomePolicy::Strict => counts.n_answered >= counts.n_chosen,
    }
}

fn tasks(results: &[ResultView]) -> Vec<RepeatTask> {
    let Some(first) = results.first() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    for task in &first.tasks {
        for value in &task.metrics {
            let values: Vec<f64> = results
                .iter()
                .filter_map(|result| {
                    let mut tasks = result.tasks.iter();
                    let task = tasks.find(|other| other.task_id == task.task_id)?;
                    let mut metrics = task.metrics.iter();
                    let value = metrics.find(|other| other.metric == value.metric)?;
                    value.value.ok().filter(|_| is_whole(task, result.policy))
                })
                .collect();
            if let Some(spread) = spread(&values) {
                lines.push(RepeatTask {
                    task_id: task.task_id.clone(),
                    metric: value.metric,
                    spread: SpreadView::from(spread),
                });
            }
        }
    }
    lines
}

fn averages(results: &[ResultView]) -> Vec<(String, SpreadView)> {
    let Some(first) = results.first() else {
        return Vec::new();
    };
    let averages = first.averages.iter();
    averages
        .filter_map(|average| {
            let values: Vec<f64> = results
                .iter()
                .filter_map(|result| {
                    let mut averages = result.averages.iter();
                    averages.find(|other| other.id == average.id)?.value
                })
                .collect();
            Some((average.id.clone(), SpreadView::from(spread(&values)?)))
        })
        .collect()
}
