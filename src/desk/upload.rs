//! Dropped files: what the page is told about them, and the run they become.

use std::collections::BTreeMap;

use crate::answer::{Answer, ReadingRule, Thinking, read_reply};
use crate::desk::external::sea_helm;
use crate::desk::open_run::Data;
use crate::desk::view::{
    Complaint, FilePreview, Trouble, UploadFile, UploadRun, UploadTask, UploadView,
};
use crate::intake::decode::DecodeError;
use crate::intake::report::{
    Alignment, ComplaintKind, Duplicate, FileFault, FileReport, TaskReport, is_clean,
};
use crate::intake::runs::stem;
use crate::intake::sniff::Shape;
use crate::intake::{
    self, Prediction, RunIntake, Runs, TaskPredictions, TheirReading, differing_readings,
};
use crate::provider::{EmptyWhy, Outcome, Usage};
use crate::record::{Origin, Record, RecordHead, RecordRow, Settings, TaskPick};
use crate::suite::{DataKind, Profile, Shots, Suite, Task, TemplateLanguage};

/// Ids and complaints that are named; the rest are counted.
const MAX_NAMED: usize = 20;
/// Complaints of a file that the page gets; the downloaded report has more.
const MAX_COMPLAINTS: usize = 100;

/// What a record notes behind the id of a task whose rows had no ids.
pub const BY_ORDER_NOTE: &str = ": rows were matched by their order, not by ids";

/// What a user says about an upload when keeping it.
#[derive(Clone, Debug)]
pub struct Keep<'a> {
    /// Name of the run.
    pub title: &'a str,
    /// Which reference reads it.
    pub profile: Profile,
    /// Whether rows without ids may be matched by their order.
    pub by_order: bool,
    /// Id of the run.
    pub run_id: &'a str,
    /// Unix milliseconds.
    pub now_millis: u64,
}

/// What was recognised in dropped files.
pub fn upload_view(suite: &Suite, upload: &Runs) -> UploadView {
    let is_alone = upload.runs.len() == 1;
    let files = upload.files.iter();
    let files = files.map(|file| upload_file(suite, file)).collect();
    let runs: Vec<UploadRun> = upload
        .runs
        .iter()
        .map(|run| upload_run(suite, run, &upload.files, is_alone))
        .collect();
    let is_known = |run: &UploadRun| !run.needs_order_consent && run.is_profile_known;
    let reports = upload.runs.iter().flat_map(|run| &run.reports);
    UploadView {
        opened_runs: Vec::new(),
        files,
        is_clean: is_alone && is_clean(&upload.files, reports) && runs.iter().all(is_known),
        runs,
        timings: Vec::new(),
    }
}

fn upload_run(suite: &Suite, run: &RunIntake, files: &[FileReport], is_alone: bool) -> UploadRun {
    let profile = run.profile.unwrap_or(Profile::V1);
    let tasks = run.reports.iter().map(|task_report| {
        let mut found = run.tasks.iter();
        let predictions = found.find(|task| task.task_id == task_report.task_id);
        let task = suite.task(&task_report.task_id);
        let n_differing = task.zip(predictions).map_or(0, |(task, predictions)| {
            n_reading_differs(task, profile, predictions)
        });
        upload_task(task_report, n_differing)
    });
    UploadRun {
        name: run.name.clone(),
        title: title(run, files, is_alone),
        profile,
        is_profile_known: run.profile.is_some(),
        files: run.files.clone(),
        tasks: tasks.collect(),
        can_score: !run.tasks.is_empty(),
        needs_order_consent: run.tasks.iter().any(|task| task.is_by_order),
    }
}

/// The run that an upload becomes; no tasks when nothing of it may be used.
///
/// A row without any prediction is absent from the record, as one that was not asked. A null or
/// empty one is a reply without text, or a failed call where the file notes an error beside it.
pub fn record_of(
    run: &RunIntake,
    files: &[FileReport],
    suite: &Suite,
    suite_sha256: &str,
    keep: &Keep<'_>,
    data: Data<'_>,
) -> Record {
    let mut picks = Vec::new();
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    let mut data_sha256 = BTreeMap::new();
    let mut external = Vec::new();
    for predictions in &run.tasks {
        let Some(task_data) = data(&predictions.task_id) else {
            continue;
        };
        if predictions.is_by_order {
            if !keep.by_order {
                continue;
            }
            notes.push(format!("{}{BY_ORDER_NOTE}", predictions.task_id));
        }
        let n_all = task_data.rows.len();
        picks.push(TaskPick {
            task_id: predictions.task_id.clone(),
            n_rows: n_all,
            n_all,
        });
        data_sha256.insert(predictions.task_id.clone(), task_data.sha256.clone());
        if let Some(task) = suite.task(&predictions.task_id) {
            external.extend(sea_helm::metricx_of(task, keep.profile, predictions, files));
        }
        let places = task_data.rows.iter().zip(&predictions.predictions);
        for (row_idx, (row, prediction)) in places.enumerate() {
            if let Some(prediction) = prediction {
                rows.push(record_row(
                    &predictions.task_id,
                    row_idx,
                    &row.id,
                    prediction,
                ));
            }
        }
    }
    Record {
        head: RecordHead {
            id: keep.run_id.to_owned(),
            title: keep.title.to_owned(),
            made_by: super::MADE_BY.to_owned(),
            started_millis: keep.now_millis,
            suite_id: suite.id.clone(),
            suite_sha256: suite_sha256.to_owned(),
            data_kind: DataKind::Official,
            data_sha256,
            origin: Origin::Uploaded {
                files: used_files(run, files)
                    .map(|file| file.name.clone())
                    .collect(),
                shape: run.shape.map_or("unknown", Shape::id).to_owned(),
                model: run.name.model.clone(),
            },
            settings: Settings {
                profile: keep.profile,
                shots: Shots::Zero,
                language: TemplateLanguage::Filipino,
                thinking: Thinking::Keep,
                sampling: BTreeMap::new(),
            },
            tasks: picks,
            notes,
            repeat: None,
            prices: None,
            external,
            is_from_file: false,
            policy_id: None,
        },
        rows,
    }
}

/// How a record of an upload is read.
pub fn upload_rule(profile: Profile) -> ReadingRule {
    ReadingRule {
        profile,
        language: TemplateLanguage::Filipino,
        thinking: Thinking::Keep,
    }
}

fn record_row(task_id: &str, row_idx: usize, row_id: &str, prediction: &Prediction) -> RecordRow {
    let is_cut = prediction.finish_reason.as_deref() == Some("length");
    let is_empty = prediction.is_null || prediction.text.is_empty();
    let is_refused = matches!(
        prediction.finish_reason.as_deref(),
        Some("content_filter" | "refusal" | "SAFETY" | "PROHIBITED_CONTENT" | "BLOCKLIST")
    );
    let outcome = match (prediction.failure(), is_empty) {
        (_, true) if is_refused => Outcome::Refused,
        (Some(error), true) => Outcome::Failed {
            status: prediction.status,
            message: error.to_owned(),
        },
        (_, true) if is_cut => Outcome::Empty(EmptyWhy::Budget),
        (_, true) => Outcome::Empty(EmptyWhy::Unknown),
        (_, false) if is_cut => Outcome::Truncated,
        (_, false) => Outcome::Answered,
    };
    RecordRow {
        task_id: task_id.to_owned(),
        row_idx,
        row_id: row_id.to_owned(),
        outcome,
        text: prediction.text.clone(),
        reasoning: prediction.reasoning.clone(),
        finish_reason: prediction.finish_reason.clone(),
        model: prediction.model.clone(),
        fingerprint: None,
        served_by: None,
        usage: Usage::default(),
        attempts: Vec::new(),
        request_sha256: None,
        reused: None,
    }
}

/// The model and, among others, its run; else the first used file, without folders and extension;
/// without any, the first file.
fn title(run: &RunIntake, files: &[FileReport], is_alone: bool) -> String {
    if let Some(model) = &run.name.model {
        let folder = run.name.run_folder();
        return if is_alone || folder.is_empty() {
            model.clone()
        } else {
            format!("{model} {folder}")
        };
    }
    let mut used = used_files(run, files);
    let first = used.next().map(|file| stem(&file.name).to_owned());
    first.unwrap_or_default()
}

/// Files of a run that gave anything.
fn used_files<'f>(
    run: &'f RunIntake,
    files: &'f [FileReport],
) -> impl Iterator<Item = &'f FileReport> {
    let of_run = run.files.iter().filter_map(|place| files.get(*place));
    of_run.filter(|file| file.fault.is_none())
}

fn n_reading_differs(task: &Task, profile: Profile, predictions: &TaskPredictions) -> usize {
    let rule = upload_rule(profile);
    let ours = |_, prediction: &Prediction| {
        let answer = read_reply(task, rule, &prediction.text).parity;
        match answer {
            Answer::Class(class) => TheirReading::Class(class),
            Answer::Text(text) => TheirReading::Text(text),
            Answer::Null => TheirReading::Null,
        }
    };
    differing_readings(&predictions.predictions, &ours).len()
}

fn upload_file(suite: &Suite, file: &FileReport) -> UploadFile {
    let fault = file.fault.as_ref().map(|fault| Complaint {
        line: None,
        trouble: Trouble::File(fault.clone()),
        excerpt: String::new(),
    });
    let is_named = |complaint: &&intake::report::Complaint| match &complaint.kind {
        ComplaintKind::UnknownTask { name } => file.unknown_tasks.contains_key(name),
        _ => false,
    };
    let complaints = file.complaints.iter().filter(|found| !is_named(found));
    let complaints = complaints.map(|complaint| Complaint {
        line: Some(complaint.line),
        trouble: Trouble::Row(complaint.kind.clone()),
        excerpt: complaint.excerpt.clone(),
    });
    let mut unknown_tasks: Vec<(String, usize)> = file.unknown_tasks.clone().into_iter().collect();
    // Names with equally many rows stay in their own order.
    unknown_tasks.sort_by_key(|(_, n_rows)| std::cmp::Reverse(*n_rows));
    let in_order = suite.tasks.iter().filter_map(|task| {
        let (source, n_rows) = file.tasks.get(&task.id)?;
        Some((task.id.clone(), *source, *n_rows))
    });
    UploadFile {
        name: file.name.clone(),
        shape: file.shape,
        tasks: in_order.collect(),
        can_choose_task: can_choose_task(file),
        can_choose_run: can_choose_task(file) || file.fault == Some(FileFault::RunUnknown),
        preview: file.preview.clone().map(|first| {
            let columns = file.columns.clone().unwrap_or_default();
            Box::new(FilePreview { first, columns })
        }),
        encoding: file.encoding,
        may_be_windows_1252: matches!(
            file.fault,
            Some(FileFault::Encoding(DecodeError::MaybeWindows1252 { .. }))
        ),
        n_read: file.n_read,
        unknown_tasks: named(&unknown_tasks, Clone::clone),
        cut: (named(&file.cut.0, Clone::clone).0, file.cut.1),
        may_be_cut: file.may_be_cut,
        complaints: fault
            .into_iter()
            .chain(complaints)
            .take(MAX_COMPLAINTS)
            .collect(),
        n_complaints: file.n_complaints + usize::from(file.fault.is_some()),
    }
}

/// Whether a file holds replies of this run, which could be of another task than was recognised.
fn can_choose_task(file: &FileReport) -> bool {
    let has_replies = !matches!(
        file.shape,
        None | Some(Shape::Record | Shape::SeahelmResults | Shape::SeahelmMetricX)
    );
    let is_of_run = matches!(
        file.fault,
        None | Some(
            FileFault::TaskUnknown { .. } | FileFault::LineCount { .. } | FileFault::Unrecognised
        )
    );
    has_replies && is_of_run && file.n_read > 0
}

fn upload_task(report: &TaskReport, n_reading_differs: usize) -> UploadTask {
    let duplicate = |duplicate: &Duplicate| (duplicate.id.clone(), !duplicate.is_identical);
    UploadTask {
        task_id: report.task_id.clone(),
        source: report.source,
        n_rows: report.n_rows,
        n_matched: report.n_matched,
        n_answered: report.n_answered(),
        n_null: report.n_null,
        n_failed: report.n_failed,
        n_empty: report.n_empty,
        missing: named(&report.missing, String::clone),
        extra: named(&report.extra, |extra| extra.id.clone()),
        duplicate: named(&report.duplicates, duplicate),
        gold_conflicts: named(&report.gold_conflicts, |conflict| conflict.id.clone()),
        prompt_conflicts: named(&report.prompt_conflicts, |(id, _)| id.clone()),
        n_reading_differs,
        is_by_order: report.alignment == Alignment::ByOrder,
        refusal: report.refusal.clone(),
    }
}

/// At most [`MAX_NAMED`] names, and how many there are.
fn named<T, N>(items: &[T], name: impl Fn(&T) -> N) -> (Vec<N>, usize) {
    (
        items.iter().take(MAX_NAMED).map(name).collect(),
        items.len(),
    )
}

/// The whole report as text lines, for people and for `grep`.
pub fn report_lines(upload: &Runs) -> String {
    let mut lines = Vec::new();
    for file in &upload.files {
        let shape = file.shape.map_or("not recognised", |shape| shape.id());
        let name = &file.name;
        lines.push(format!(
            "{name}: {shape}, {} of {} rows read",
            file.n_read, file.n_found
        ));
        if let Some(fault) = &file.fault {
            lines.push(format!("{name}: {fault}"));
        }
        for complaint in &file.complaints {
            let (line, excerpt) = (complaint.line, &complaint.excerpt);
            lines.push(format!("{name}:{line}: {}: {excerpt}", complaint.kind));
        }
        let n_more = file.n_complaints.saturating_sub(file.complaints.len());
        if n_more > 0 {
            lines.push(format!("{name}: and {n_more} more complaints"));
        }
    }
    for run in &upload.runs {
        if upload.runs.len() > 1 {
            lines.push(format!("run {}", title(run, &upload.files, false)));
        }
        for task in &run.reports {
            task_lines(&mut lines, &upload.files, task);
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn task_lines(lines: &mut Vec<String>, files: &[FileReport], task: &TaskReport) {
    let id = &task.task_id;
    let at = |place: &crate::intake::report::Place| {
        let file = files.get(place.file_idx);
        format!("{}:{}", file.map_or("?", |file| &file.name), place.line)
    };
    lines.push(format!(
        "{id}: {} of {} rows have a prediction, {} of them null, {} empty, {} failed",
        task.n_matched, task.n_rows, task.n_null, task.n_empty, task.n_failed
    ));
    if let Some(refusal) = &task.refusal {
        lines.push(format!("{id}: not used: {refusal}"));
    }
    if task.alignment == Alignment::ByOrder {
        lines.push(format!("{id}: no ids; rows matched by their order"));
    }
    for missing in &task.missing {
        lines.push(format!("{id}: missing {missing}"));
    }
    for extra in &task.extra {
        lines.push(format!("{}: {id}: extra {}", at(&extra.place), extra.id));
    }
    for duplicate in &task.duplicates {
        let values = if duplicate.is_identical {
            "same value"
        } else {
            "other values"
        };
        let places: Vec<String> = duplicate
            .values
            .iter()
            .map(|(place, _)| at(place))
            .collect();
        lines.push(format!(
            "{}: {id}: duplicate {}, {values}",
            places.join(", "),
            duplicate.id
        ));
    }
    for conflict in &task.gold_conflicts {
        lines.push(format!(
            "{}: {id}: gold of {} is {:?} in the file, {:?} in the data",
            at(&conflict.place),
            conflict.id,
            conflict.theirs,
            conflict.ours
        ));
    }
    for (row_id, place) in &task.prompt_conflicts {
        lines.push(format!("{}: {id}: other prompt for {row_id}", at(place)));
    }
}
