//! Rows of many files to tasks: which file belongs to the run, which task each row is of.

use std::collections::{BTreeMap, BTreeSet};

use super::align::{TaskRows, align};
use super::batch_ids;
use super::fit::candidates;
use super::gold::read_label;
use super::lines::excerpt;
use super::names::{NameRole, read_name, task_by_name, task_word};
use super::report::{Complaint, ComplaintKind, FileFault, FileReport, Place, TaskSource};
use super::rows::{RawRow, Value};
use super::runs::{FileRows, RunName, by_run};
use super::sniff::Shape;
use super::{FoundRecord, ReadOptions, RunIntake, Runs, TaskPredictions};
use crate::suite::{Profile, Suite, Task, TaskData};

/// Puts all rows into runs and tasks and matches them with the official rows.
pub(super) fn collect<'d>(
    read: Vec<FileRows<'_>>,
    records: Vec<FoundRecord>,
    mut files: Vec<FileReport>,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
) -> Runs {
    let mut by_model = Vec::with_capacity(read.len());
    for (place, rows) in read {
        if let Some(file) = files.get_mut(place) {
            note_name(&rows, file, suite);
        }
        let parts = by_model_of_rows(rows);
        // Damage, too, may make another model out of a row: it is named.
        for row in parts.iter().skip(1).filter_map(|rows| rows.first()) {
            if let (Some(file), Some(model)) = (files.get_mut(place), &row.model) {
                let kind = ComplaintKind::OtherModel {
                    name: excerpt(model),
                };
                file.complain(Complaint {
                    line: row.line,
                    kind,
                    excerpt: String::new(),
                });
            }
        }
        let parts = parts.into_iter();
        by_model.extend(parts.map(|rows| (place, rows)));
    }
    let mut runs: Vec<RunIntake> = by_run(by_model, &mut files, suite, options)
        .into_iter()
        .map(|(name, read)| collect_run(name, read, &mut files, suite, data, options))
        .collect();
    if runs.is_empty() {
        let nobody = RunName::default();
        runs.push(collect_run(
            nobody,
            Vec::new(),
            &mut files,
            suite,
            data,
            options,
        ));
    }
    Runs {
        files,
        records,
        runs,
    }
}

fn collect_run<'d>(
    name: RunName,
    read: Vec<FileRows<'_>>,
    files: &mut [FileReport],
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
) -> RunIntake {
    let places: BTreeSet<usize> = read.iter().map(|(place, _)| *place).collect();
    let (read, judges) = split_judges(read, files);
    let read = drop_raw_twins(read, files, suite, options);
    let mut votes = Votes::default();
    for (file_idx, _) in &read {
        if let Some(file) = files.get(*file_idx) {
            votes.add_file(file);
        }
    }
    let mut tasks = BTreeMap::new();
    for (file_idx, mut rows) in read {
        let Some(file) = files.get_mut(file_idx) else {
            continue;
        };
        if file.has_sent_ids() {
            file.fault = batch_ids::of_run(&rows, suite);
            if file.fault.is_some() {
                continue;
            }
            batch_ids::split(&mut rows, suite, data);
        }
        put_into_tasks(file_idx, rows, file, suite, data, options, &mut tasks);
    }
    let mut predictions = Vec::new();
    let mut reports = Vec::new();
    for (task_idx, rows) in tasks {
        let Some(task) = suite.tasks.get(task_idx) else {
            continue;
        };
        votes.add_labels(task, &rows);
        let (found, task_report) = align(task, rows, suite, data, options.duplicates);
        predictions.extend(found);
        reports.push(task_report);
    }
    for (file_idx, rows) in judges {
        if let Some(file) = files.get_mut(file_idx) {
            attach_judge_scores(file_idx, &rows, file, suite, &mut predictions);
        }
    }
    RunIntake {
        name,
        shape: main_shape(files, &places),
        files: places.into_iter().collect(),
        tasks: predictions,
        reports,
        profile: votes.profile(),
    }
}

/// Notes model and run of a file, as its rows or its name say.
fn note_name(rows: &[RawRow<'_>], file: &mut FileReport, suite: &Suite) {
    let file_name = file.name.clone();
    let name = read_name(&file_name, suite);
    file.run = name.run;
    let of_rows = rows.iter().find_map(|row| row.model.as_deref());
    file.model = of_rows.or(name.model).map(str::to_owned);
}

/// Rows by the model they name, in the order the models come; rows that name none go with the
/// first, which is all there is in nearly every file.
fn by_model_of_rows(rows: Vec<RawRow<'_>>) -> Vec<Vec<RawRow<'_>>> {
    let first = rows.iter().find_map(|row| row.model.clone());
    let is_other = |row: &RawRow<'_>| row.model.is_some() && row.model != first;
    if !rows.iter().any(is_other) {
        return vec![rows];
    }
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut parts: Vec<Vec<RawRow<'_>>> = Vec::new();
    for row in rows {
        let model = row.model.as_ref().or(first.as_ref());
        let model = model.map(|model| model.clone().into_owned());
        let n_parts = places.len();
        let place = *places.entry(model.unwrap_or_default()).or_insert(n_parts);
        if place == parts.len() {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.get_mut(place) {
            part.push(row);
        }
    }
    parts
}

/// Sets `MetricX` files apart: their rows are scores, not replies.
fn split_judges<'t>(
    read: Vec<FileRows<'t>>,
    files: &[FileReport],
) -> (Vec<FileRows<'t>>, Vec<FileRows<'t>>) {
    let is_judge = |(file_idx, _): &FileRows<'t>| {
        let shape = files.get(*file_idx).and_then(|file| file.shape);
        shape == Some(Shape::SeahelmMetricX)
    };
    read.into_iter().partition(|file| !is_judge(file))
}

/// Drops SEA-HELM's raw outputs of a task whose scored rows are there too.
fn drop_raw_twins<'t>(
    read: Vec<FileRows<'t>>,
    files: &mut [FileReport],
    suite: &Suite,
    options: &ReadOptions,
) -> Vec<FileRows<'t>> {
    let task_of = |file_idx: usize, file: &FileReport| {
        let named = || read_name(&file.name, suite).task_id.map(str::to_owned);
        options.tasks.get(&file_idx).cloned().or_else(named)
    };
    let mut scored: BTreeMap<String, String> = BTreeMap::new();
    for (file_idx, _) in &read {
        let Some(file) = files.get(*file_idx) else {
            continue;
        };
        if let (Some(Shape::SeahelmHead), Some(task_id)) = (file.shape, task_of(*file_idx, file)) {
            scored.insert(task_id, file.name.clone());
        }
    }
    let mut kept = Vec::with_capacity(read.len());
    for (file_idx, rows) in read {
        let Some(file) = files.get_mut(file_idx) else {
            continue;
        };
        let better = task_of(file_idx, file).and_then(|task_id| scored.get(&task_id));
        match better {
            Some(better) if file.shape == Some(Shape::SeahelmHeadRaw) => {
                file.fault = Some(FileFault::SameRowsElsewhere {
                    better: better.clone(),
                });
            }
            _ => kept.push((file_idx, rows)),
        }
    }
    kept
}

/// Gives every row of a file to a task, keyed by its position in the suite.
fn put_into_tasks<'t, 'd>(
    file_idx: usize,
    rows: Vec<RawRow<'t>>,
    file: &mut FileReport,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
    tasks: &mut BTreeMap<usize, TaskRows<'t>>,
) {
    let is_seahelm = file.shape.is_some_and(Shape::is_seahelm);
    let is_plain = file.shape == Some(Shape::PlainLines);
    let chosen = options.tasks.get(&file_idx);
    let chosen = chosen.map(|task_id| (task_id.clone(), TaskSource::Chosen));
    let names_tasks = chosen.is_none() && rows.iter().any(|row| row.task_name.is_some());
    let of_file = match chosen {
        Some(chosen) => Some(chosen),
        None if names_tasks => None,
        None => task_of_file(&rows, file, suite, data),
    };
    if !names_tasks && of_file.is_none() {
        return;
    }
    for row in rows {
        let found = match (&of_file, row.task_name.as_deref()) {
            (Some(of_file), _) => Some(of_file.clone()),
            (None, Some(name)) => {
                let task = task_by_name(name, suite);
                if task.is_none() {
                    file.complain_about_task(row.line, excerpt(name));
                }
                task.map(|task| (task.id.clone(), TaskSource::Row))
            }
            (None, None) => {
                if row.value != Value::Unread {
                    let kind = ComplaintKind::NoTask;
                    file.complain(Complaint {
                        line: row.line,
                        kind,
                        excerpt: String::new(),
                    });
                }
                None
            }
        };
        let Some((task_id, source)) = found else {
            continue;
        };
        let Some(task_idx) = suite.tasks.iter().position(|task| task.id == task_id) else {
            continue;
        };
        if row.value != Value::Unread {
            let of_file = file.tasks.entry(task_id).or_insert((source, 0));
            of_file.1 += 1;
        }
        let entry = tasks.entry(task_idx);
        let task = entry.or_insert_with(|| TaskRows {
            source,
            is_seahelm,
            is_plain,
            rows: Vec::new(),
        });
        task.source = task.source.max(source);
        task.is_seahelm &= is_seahelm;
        task.is_plain &= is_plain;
        task.rows.push((file_idx, row));
    }
    complain_about_ids(file_idx, file, tasks);
}

/// Complains about rows without an id where others of the task have one: nothing can match them.
fn complain_about_ids(
    file_idx: usize,
    file: &mut FileReport,
    tasks: &BTreeMap<usize, TaskRows<'_>>,
) {
    for task in tasks.values() {
        if !task.rows.iter().any(|(_, row)| row.id.is_some()) {
            continue;
        }
        for (from, row) in &task.rows {
            if *from == file_idx && row.id.is_none() && row.value != Value::Unread {
                let text = if let Value::Text(text) = &row.value {
                    excerpt(text)
                } else {
                    String::new()
                };
                file.complain(Complaint {
                    line: row.line,
                    kind: ComplaintKind::NoId,
                    excerpt: text,
                });
            }
        }
    }
}

/// The task of a file whose rows do not name one; notes the fault when there is none.
fn task_of_file<'d>(
    rows: &[RawRow<'_>],
    file: &mut FileReport,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
) -> Option<(String, TaskSource)> {
    let name = read_name(&file.name, suite);
    if name.role == NameRole::Batch {
        file.fault = Some(FileFault::RequestsOnly);
        return None;
    }
    if let Some(task_id) = name.task_id {
        return Some((task_id.to_owned(), TaskSource::FileName));
    }
    let readable: Vec<&RawRow<'_>> = rows
        .iter()
        .filter(|row| row.value != Value::Unread)
        .collect();
    let mut candidates = candidates(suite, data, &readable);
    if candidates.len() == 1 {
        return candidates
            .pop()
            .map(|task_id| (task_id, TaskSource::Content));
    }
    let any_text = matches!(file.shape, Some(Shape::PlainLines | Shape::JsonById));
    if let Some((task, is_exact)) = task_word(&file.name, suite)
        && (candidates.contains(&task.id) || candidates.is_empty() && is_exact && !any_text)
    {
        return Some((task.id.clone(), TaskSource::NameWord));
    }
    // Any JSON object is one "from ids to values"; without a task it is just some JSON.
    // So does any text have lines.
    file.fault = Some(match file.shape {
        Some(Shape::PlainLines) if candidates.is_empty() => fault_of_lines(rows.len(), suite, data),
        Some(Shape::JsonById) if candidates.is_empty() => FileFault::Unrecognised,
        _ => FileFault::TaskUnknown { candidates },
    });
    None
}

/// Fewest rows of a task that a number of lines can be near to.
const MIN_NEAR: usize = 10;

/// What is wrong with lines that are no task's: as many as a task has rows, or nearly, are answers;
/// any other text has lines, too.
fn fault_of_lines<'d>(
    n_lines: usize,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
) -> FileFault {
    let tasks = suite.tasks.iter();
    let near: Vec<(String, usize)> = tasks
        .filter_map(|task| Some((task.id.clone(), data(&task.id)?.rows.len())))
        .filter(|(_, n_rows)| *n_rows >= MIN_NEAR && n_rows.abs_diff(n_lines) * 10 <= *n_rows)
        .collect();
    let least = near
        .iter()
        .map(|(_, n_rows)| n_rows.abs_diff(n_lines))
        .min();
    let nearest = near
        .into_iter()
        .filter(|(_, n_rows)| Some(n_rows.abs_diff(n_lines)) == least)
        .collect();
    match least {
        None => FileFault::Unrecognised,
        Some(0) => FileFault::TaskUnknown {
            candidates: named(nearest),
        },
        Some(_) => FileFault::LineCount { n_lines, nearest },
    }
}

fn named(tasks: Vec<(String, usize)>) -> Vec<String> {
    tasks.into_iter().map(|(task_id, _)| task_id).collect()
}

/// Adds `MetricX` scores to the rows they were made for, row by row, if there are as many.
fn attach_judge_scores(
    file_idx: usize,
    rows: &[RawRow<'_>],
    file: &mut FileReport,
    suite: &Suite,
    predictions: &mut [TaskPredictions],
) {
    let name = file.name.clone();
    let task_id = read_name(&name, suite).task_id;
    let task = predictions
        .iter_mut()
        .find(|task| Some(task.task_id.as_str()) == task_id);
    let Some(task) = task.filter(|task| task.predictions.len() == rows.len()) else {
        file.fault = Some(FileFault::ScoresOnly);
        return;
    };
    for (prediction, row) in task.predictions.iter_mut().zip(rows) {
        let score = row.external.get("score").copied();
        if let (Some(prediction), Some(score)) = (prediction, score) {
            let place = Place {
                file_idx,
                line: row.line,
            };
            let shown = row.cleaned.as_deref().unwrap_or_default();
            prediction.judged = Some((place, shown.to_owned()));
            prediction
                .external
                .insert("metricx_wmt24_scores".to_owned(), score);
        }
    }
}

/// Signs of the version of SEA-HELM that wrote the files.
#[derive(Default)]
struct Votes {
    n_v1: usize,
    n_head: usize,
}

impl Votes {
    fn add_file(&mut self, file: &FileReport) {
        let mut folders = file.name.split(['/', '\\']).rev().skip(1);
        let is_head_folder = file.run.is_some();
        let is_v1_folder = folders.any(|folder| folder == "inference");
        let is_head = matches!(file.shape, Some(Shape::SeahelmHead | Shape::SeahelmHeadRaw));
        // A field that only one version writes counts for more than any number of labels.
        let weight = 1_000_000;
        self.n_head += weight * (usize::from(is_head) + usize::from(is_head_folder));
        let is_v1 = file.shape == Some(Shape::SeahelmV1);
        self.n_v1 += weight * (usize::from(is_v1) + usize::from(is_v1_folder));
    }

    /// Labels that SEA-HELM copied out of its data; those in other files say how somebody else
    /// writes them.
    fn add_labels(&mut self, task: &Task, rows: &TaskRows<'_>) {
        if !rows.is_seahelm {
            return;
        }
        for (_, row) in &rows.rows {
            let found = row
                .gold
                .as_deref()
                .and_then(|written| read_label(task, written));
            match found.and_then(|found| found.profile) {
                Some(Profile::V1) => self.n_v1 += 1,
                Some(Profile::Head) => self.n_head += 1,
                None => {}
            }
        }
    }

    fn profile(&self) -> Option<Profile> {
        match self.n_v1.cmp(&self.n_head) {
            std::cmp::Ordering::Less => Some(Profile::Head),
            std::cmp::Ordering::Greater => Some(Profile::V1),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// The shape that most rows came in; of equals the first.
fn main_shape(files: &[FileReport], places: &BTreeSet<usize>) -> Option<Shape> {
    let mut n_rows: BTreeMap<Shape, usize> = BTreeMap::new();
    let used = places.iter().filter_map(|place| files.get(*place));
    for file in used.filter(|file| file.fault.is_none()) {
        if let Some(shape) = file.shape {
            *n_rows.entry(shape).or_default() += file.n_read;
        }
    }
    let most = n_rows.iter().max_by_key(|(_, n_read)| **n_read)?;
    Some(*most.0)
}
