//! Files to predictions, aligned to the official rows, and a report of everything that was wrong.
//!
//! Drops nothing silently, trusts no label in a file, and gives no row an answer it did not have.

mod align;
mod batch_ids;
mod collect;
pub mod decode;
pub mod external;
mod fit;
mod frameworks;
mod gold;
pub mod ids;
pub mod items;
pub mod json;
pub mod lines;
mod names;
pub mod parquet;
pub mod report;
mod rows;
pub mod runs;
pub mod sniff;
pub mod table;
pub mod unpack;
pub mod value;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use decode::{Decoded, Encoding, decode, decode_as};
use report::{FileFault, FileReport, IntakeReport, Place, TaskReport};
use rows::{Watch, read_rows};
use runs::{RunChoice, RunName};
use sniff::{Columns, Shape, looks_like_record, unsupported_kind};
use unpack::{InFile, LIMITS, OPENERS, Openers, Unpacked, unpack};

use crate::suite::official::sha256_hex;
use crate::suite::{Profile, Suite, TaskData};

/// Choices of the user that reading depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOptions {
    /// Encodings of files that are not plain Unicode, by file name.
    pub encodings: BTreeMap<String, Encoding>,
    /// Task of all rows of a file, by its place in [`IntakeReport::files`], whatever its rows and
    /// its name say.
    pub tasks: BTreeMap<usize, String>,
    /// Columns of a file, by its place, where the usual names do not fit.
    pub columns: BTreeMap<usize, Columns>,
    /// Run that a file belongs to, by its place, whatever its rows and its name say.
    pub runs: BTreeMap<usize, RunChoice>,
    /// Which of several predictions for one row counts.
    pub duplicates: Keep,
}

/// Which of several predictions for one row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Keep {
    /// The one read first.
    First,
    /// The one read last.
    Last,
}

/// Nothing chosen: everything is taken as it is found, and the first of duplicates counts.
pub const AS_FOUND: ReadOptions = ReadOptions {
    encodings: BTreeMap::new(),
    tasks: BTreeMap::new(),
    columns: BTreeMap::new(),
    runs: BTreeMap::new(),
    duplicates: Keep::First,
};

/// What files of any number of runs gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// Per file, in the order they were read.
    pub files: Vec<FileReport>,
    /// Records of our own among the files, as text: `record` reads them.
    pub records: Vec<FoundRecord>,
    /// At least one, in the order of their first files.
    pub runs: Vec<RunIntake>,
}

/// What the files of a run gave.
#[derive(Clone, Debug, PartialEq)]
pub struct RunIntake {
    /// Whose replies these are.
    pub name: RunName,
    /// Places in [`Runs::files`], rising.
    pub files: Vec<usize>,
    /// Tasks with at least one usable prediction, in the order of the suite.
    pub tasks: Vec<TaskPredictions>,
    /// Per task that any row belongs to, in the order of the suite.
    pub reports: Vec<TaskReport>,
    /// The shape most rows came in.
    pub shape: Option<Shape>,
    /// The reference version that wrote the files, as far as fields, folders and labels tell.
    pub profile: Option<Profile>,
}

/// What the files of the first run gave, as if the others were not there.
#[derive(Clone, Debug, PartialEq)]
pub struct Intake {
    /// Tasks with at least one usable prediction, in the order of the suite.
    pub tasks: Vec<TaskPredictions>,
    /// The shape most rows came in.
    pub shape: Option<Shape>,
    /// The reference version that wrote the files, as far as fields, folders and labels tell.
    pub profile: Option<Profile>,
    /// The model, if the rows or the file names say.
    pub model: Option<String>,
    /// Records of our own among the files, as text: `record` reads them.
    pub records: Vec<FoundRecord>,
    /// What was found and what was wrong.
    pub report: IntakeReport,
}

/// A record of ours that was among the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    /// Index into [`IntakeReport::files`].
    pub file_idx: usize,
    /// Its JSON.
    pub json: String,
}

/// Predictions for a task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskPredictions {
    /// Task id.
    pub task_id: String,
    /// One entry an official row, in file order; `None` where the files have no usable prediction,
    /// which is not the same as an empty one.
    pub predictions: Vec<Option<Prediction>>,
    /// Whether rows were matched by order only: use them if the user agrees, and note it.
    pub is_by_order: bool,
}

/// One reply, as the files have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// The reply, untouched; empty when it was null.
    pub text: String,
    /// Whether it was null, missing or an empty cell.
    pub is_null: bool,
    /// Thinking, where the file keeps it apart.
    pub reasoning: Option<String>,
    /// `stop`, `length`, ….
    pub finish_reason: Option<String>,
    /// Name of the error that the file notes for the row.
    pub error: Option<String>,
    /// HTTP status of that error, where the file says.
    pub status: Option<u16>,
    /// The model, where the row names it.
    pub model: Option<String>,
    /// Where it stands.
    pub place: Place,
    /// What SEA-HELM had read in it, where the file says.
    pub theirs: Option<TheirReading>,
    /// Where SEA-HELM's judge gave its score, if it stands in a file of its own, and what the judge was
    /// shown: source, answer and reference in one.
    pub judged: Option<(Place, String)>,
    /// SEA-HELM's scores of the row by name, e.g. `normalized_metricx_wmt24_scores`.
    pub external: BTreeMap<String, f64>,
}

impl Prediction {
    /// Why there is no reply, where the request failed: such a row is unscored and not empty.
    pub fn failure(&self) -> Option<&str> {
        let has_reply = !self.is_null && !self.text.is_empty();
        let error = self.error.as_deref().filter(|_| !has_reply);
        error.filter(|error| rows::is_failure(error))
    }
}

/// What another program had read in a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TheirReading {
    /// Index into the task's labels.
    Class(usize),
    /// The null label.
    Null,
    /// Text of a summary or translation.
    Text(String),
    /// Something that is no value of the task.
    Unknown(String),
}

/// [`read_runs`] where only one run is wanted: the first. Files of others are named in the report.
pub fn read_files<'d>(
    files: &[InFile],
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
) -> Intake {
    let Runs {
        mut files,
        records,
        runs,
    } = read_runs(files, suite, data, options);
    let (of_first, others) = match &runs[..] {
        [first, others @ ..] => (&first.files[..], others),
        [] => (&[][..], &[][..]),
    };
    for run in others {
        for place in &run.files {
            if let Some(file) = files.get_mut(*place)
                && !of_first.contains(place)
            {
                file.fault = Some(FileFault::OtherRun {
                    model: run.name.model.clone().unwrap_or_default(),
                    run: run.name.run_folder(),
                });
            }
        }
    }
    let first = runs.into_iter().next();
    let (name, tasks, reports, shape, profile) = match first {
        Some(run) => (run.name, run.tasks, run.reports, run.shape, run.profile),
        None => (RunName::default(), Vec::new(), Vec::new(), None, None),
    };
    Intake {
        tasks,
        shape,
        profile,
        model: name.model,
        records,
        report: IntakeReport {
            files,
            tasks: reports,
        },
    }
}

/// How far files are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Bytes looked at, unpacked.
    pub n_bytes: usize,
    /// Bytes in all, unpacked.
    pub n_all: usize,
    /// Rows so far.
    pub n_rows: usize,
}

/// Reads files: unpacks, decodes, recognises, tells runs apart, matches with the official rows and
/// reports.
///
/// `data` gives the official (or sample) rows of a task, if they are loaded.
pub fn read_runs<'d>(
    files: &[InFile],
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
) -> Runs {
    read_runs_watching(files, Some(OPENERS), suite, data, options, &|_| ())
}

/// [`read_runs`] with what opens the rarer kinds of files, if it is at hand; `on_step` hears of
/// every few megabytes on the way.
pub fn read_runs_watching<'d>(
    files: &[InFile],
    openers: Option<Openers>,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    options: &ReadOptions,
    on_step: &dyn Fn(Step),
) -> Runs {
    let mut report = IntakeReport::default();
    let unpacked = unpack(files, &LIMITS, openers);
    let decoded: Vec<Option<Decoded<'_>>> = unpacked
        .iter()
        .map(|file| open(file, options, &mut report))
        .collect();
    let mut records = Vec::new();
    let mut read = Vec::new();
    let sizes = decoded.iter().flatten().map(|file| file.text.len());
    let mut watch = Watch::new(sizes.sum(), on_step);
    for (file_idx, decoded) in decoded.iter().enumerate() {
        let (Some(decoded), Some(file)) = (decoded, report.files.get_mut(file_idx)) else {
            continue;
        };
        if looks_like_record(&decoded.text) {
            file.shape = Some(Shape::Record);
            records.push(FoundRecord {
                file_idx,
                json: decoded.text.clone().into_owned(),
            });
            continue;
        }
        let chosen = options.columns.get(&file_idx);
        let rows = read_rows(&decoded.text, suite, chosen, file, &mut watch);
        if file.is_from_parquet && file.shape == Some(Shape::JsonLines) {
            file.shape = Some(Shape::Parquet);
        }
        match rows {
            Ok(rows) => {
                let bytes = unpacked.get(file_idx).map(|file| &file.bytes);
                if let Some(Ok(bytes)) = bytes
                    && rows.iter().any(|row| !row.external.is_empty())
                {
                    file.sha256 = Some(sha256_hex(bytes));
                }
                read.push((file_idx, rows));
            }
            Err(fault) => file.fault = Some(fault),
        }
    }
    collect::collect(read, records, report.files, suite, data, options)
}

/// Decodes a file and opens its report; `None` when there is no text in it.
fn open<'u>(
    file: &'u Unpacked<'_>,
    options: &ReadOptions,
    report: &mut IntakeReport,
) -> Option<Decoded<'u>> {
    let mut entry = FileReport {
        name: file.name.clone(),
        is_from_parquet: file.is_from_parquet,
        ..FileReport::default()
    };
    let decoded = match &file.bytes {
        Err(error) => Err(FileFault::Archive(error.clone())),
        Ok(bytes) => {
            entry.n_bytes = bytes.len();
            if bytes.is_empty() {
                Err(FileFault::Empty)
            } else if let Some(kind) = unsupported_kind(bytes, &file.name) {
                Err(FileFault::Unsupported { kind })
            } else {
                let chosen = options.encodings.get(&file.name);
                let decoded =
                    chosen.map_or_else(|| decode(bytes), |chosen| decode_as(bytes, *chosen));
                decoded.map_err(FileFault::Encoding)
            }
        }
    };
    let decoded = match decoded {
        Ok(decoded) => {
            entry.encoding = Some(decoded.encoding);
            Some(decoded)
        }
        Err(fault) => {
            entry.fault = Some(fault);
            None
        }
    };
    report.files.push(entry);
    decoded
}

/// Rows whose reading by SEA-HELM is not ours, in order; `ours` gives our reading of a row.
pub fn differing_readings(
    predictions: &[Option<Prediction>],
    ours: &dyn Fn(usize, &Prediction) -> TheirReading,
) -> BTreeSet<usize> {
    let differs = |(row_idx, prediction): (usize, &Option<Prediction>)| {
        let prediction = prediction.as_ref()?;
        let theirs = prediction.theirs.as_ref()?;
        (*theirs != ours(row_idx, prediction)).then_some(row_idx)
    };
    predictions.iter().enumerate().filter_map(differs).collect()
}
