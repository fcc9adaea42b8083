//! Ids that a user sent along with the requests of a batch.

use std::collections::BTreeMap;

use super::ids::{Closeness, IdIndex};
use super::report::FileFault;
use super::rows::RawRow;
use crate::suite::{Suite, TaskData};

/// The fault of a file whose ids are all those that this page writes into a batch, which count
/// from 0 and are no ids of rows: `run-17_SA_42`.
pub(super) fn of_run(rows: &[RawRow<'_>], suite: &Suite) -> Option<FileFault> {
    let mut runs = rows.iter().filter_map(|row| row.id.as_deref());
    let run_id = run_of(runs.next()?, suite)?.to_owned();
    runs.all(|id| run_of(id, suite).is_some())
        .then_some(FileFault::BatchOfRun { run_id })
}

fn run_of<'i>(id: &'i str, suite: &Suite) -> Option<&'i str> {
    let is_number =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (run_id, rest) = id.split_once('_')?;
    let (task_id, position) = rest.rsplit_once('_')?;
    let number = run_id
        .strip_prefix("run-")
        .or_else(|| run_id.strip_prefix("upload-"))?;
    (is_number(number) && is_number(position) && suite.task(task_id).is_some()).then_some(run_id)
}

/// Splits ids like `SA-17`, `sentiment:17` and `SA/17`, where what stands in front is a task's name
/// and what stands behind is exactly an id of its rows.
pub(super) fn split<'d>(
    rows: &mut [RawRow<'_>],
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
) {
    let mut indices: BTreeMap<&str, IdIndex<'d>> = BTreeMap::new();
    for row in rows.iter_mut().filter(|row| row.task_name.is_none()) {
        let Some(id) = row.id.as_deref() else {
            continue;
        };
        let names = suite
            .tasks
            .iter()
            .flat_map(|task| [(task, task.id.as_str()), (task, task.seahelm_task.as_str())]);
        let mut found = names.filter_map(|(task, name)| {
            let rest = id.strip_prefix(name)?.strip_prefix(['-', ':', '/'])?;
            if !indices.contains_key(task.id.as_str()) {
                indices.insert(&task.id, IdIndex::new(&data(&task.id)?.rows));
            }
            let (_, closeness) = indices.get(task.id.as_str())?.find(rest)?;
            (closeness == Closeness::Exact).then(|| (task.id.clone(), rest.to_owned()))
        });
        if let Some((task_id, rest)) = found.next() {
            row.task_name = Some(task_id.into());
            row.id = Some(rest.into());
        }
    }
}
