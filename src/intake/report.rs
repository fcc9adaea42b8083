//! What was found in files and what was wrong with them, as plain data: the words for it are
//! `words/`'s.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::decode::{DecodeError, Encoding};
use super::ids::Closeness;
use super::sniff::{Columns, OtherKind, Shape};
use super::unpack::UnpackError;
use super::value::{CellNote, WrongType};

/// Where something stands: which file of [`IntakeReport::files`], and which line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Index into [`IntakeReport::files`].
    pub file_idx: usize,
    /// From 1.
    pub line: usize,
}

/// Everything a person should know about an upload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntakeReport {
    /// One entry a file, archives replaced by what they hold, in the order they were read.
    pub files: Vec<FileReport>,
    /// One entry a task that any row was read for, in the order of the suite.
    pub tasks: Vec<TaskReport>,
}

/// What became of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileReport {
    /// Name, with the path inside an archive: `results.zip/inference/M_nli_tl.jsonl`.
    pub name: String,
    /// Size, unpacked.
    pub n_bytes: usize,
    /// SHA-256 of its bytes, unpacked, in hex; only where it holds scores, which name their source.
    pub sha256: Option<String>,
    /// How its text was stored, once known.
    pub encoding: Option<Encoding>,
    /// What was recognised.
    pub shape: Option<Shape>,
    /// Where the parts of a row were found, for shapes that are not fixed.
    pub columns: Option<Columns>,
    /// Its columns and first rows, where the user may say which column is what.
    pub preview: Option<Preview>,
    /// Model that the rows or the file name name.
    pub model: Option<String>,
    /// Number of the run, for files out of a `run_<n>` folder.
    pub run: Option<u64>,
    /// Whether its lines are the rows of a Parquet file.
    pub is_from_parquet: bool,
    /// Lines of rows that are cut off, at most [`MAX_COMPLAINTS`], and how many there are.
    pub cut: (Vec<usize>, usize),
    /// Line of a last row that was read, but that may lack the end of its last cell.
    pub may_be_cut: Option<usize>,
    /// Rows found, unreadable ones included.
    pub n_found: usize,
    /// Rows read.
    pub n_read: usize,
    /// Why nothing of it was used.
    pub fault: Option<FileFault>,
    /// What is wrong with single rows; at most [`MAX_COMPLAINTS`].
    pub complaints: Vec<Complaint>,
    /// How many complaints there are in all.
    pub n_complaints: usize,
    /// Tasks its rows went to, by id, each with how it was known and the number of rows.
    pub tasks: BTreeMap<String, (TaskSource, usize)>,
    /// Names in its rows that are no task of the suite (at most 80 characters of each), with the
    /// number of rows; at most [`MAX_UNKNOWN_TASKS`] names.
    pub unknown_tasks: BTreeMap<String, usize>,
}

/// Most complaints kept for a file; the rest are counted.
pub const MAX_COMPLAINTS: usize = 2000;

/// Most names of unknown tasks kept for a file: more are no names of tasks.
pub const MAX_UNKNOWN_TASKS: usize = 200;

/// Rows of a [`Preview`].
pub const PREVIEW_ROWS: usize = 5;

/// Columns of a [`Preview`].
pub const PREVIEW_COLUMNS: usize = 40;

/// The first rows of a file as they stand there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Names of fields or columns, in their order, at most [`PREVIEW_COLUMNS`].
    pub names: Vec<String>,
    /// At most [`PREVIEW_ROWS`] rows; a cell a name, each shortened.
    pub rows: Vec<Vec<String>>,
}

/// Why a file is not used, split by what a person does about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum FileFault {
    /// Nothing in it.
    #[error("empty file")]
    Empty,
    /// Not text; may offer an encoding to choose.
    #[error(transparent)]
    Encoding(DecodeError),
    /// An archive that is damaged, too large, or locked.
    #[error(transparent)]
    Archive(UnpackError),
    /// A known format that holds no predictions here.
    #[error("{} files are not read", kind.id())]
    Unsupported {
        /// Which.
        kind: OtherKind,
    },
    /// A web page: a download that failed, saved under the file's name.
    #[error("a web page, not data")]
    WebPage,
    /// SEA-HELM's scores: fine, but without replies there is nothing to score.
    #[error("scores without replies")]
    ScoresOnly,
    /// Requests to a batch service, without replies.
    #[error("requests without replies")]
    RequestsOnly,
    /// The benchmark's own rows without replies.
    #[error("rows without replies")]
    NoReplies,
    /// Likelihoods of given choices: the model was never asked to write, so there is no reply.
    #[error("likelihoods of choices without replies")]
    LikelihoodsOnly,
    /// Replies to a batch that a run of this page had written: the run takes them.
    #[error("replies to the batch of {run_id}")]
    BatchOfRun {
        /// Id of the run.
        run_id: String,
    },
    /// Rows without ids whose own numbers are not 0, 1, 2, …: their order says nothing.
    #[error("rows without ids, out of order or with gaps")]
    OutOfOrder,
    /// No column with a usual name for predictions; the user must say which it is.
    #[error("no column of predictions among {}", columns.join(", "))]
    NoPredictionColumn {
        /// Columns found, at most 40.
        columns: Vec<String>,
    },
    /// Nothing recognised.
    #[error("not recognised")]
    Unrecognised,
    /// Recognised, but not one row could be read.
    #[error("no readable row")]
    NoRows,
    /// Neither the rows nor the file name say which task it is; the user must.
    #[error("task unknown")]
    TaskUnknown {
        /// Tasks that would fit.
        candidates: Vec<String>,
    },
    /// Plain text with nearly as many lines as a task has rows; nothing says which task it is.
    #[error("{n_lines} lines of plain text, as many as no task has rows")]
    LineCount {
        /// Lines, blank ones between others included.
        n_lines: usize,
        /// Tasks with nearly as many rows, and how many those are.
        nearest: Vec<(String, usize)>,
    },
    /// Another model's or another run's file: only the first group of an upload is read.
    #[error("belongs to another run: {model} {run}")]
    OtherRun {
        /// Model, or empty.
        model: String,
        /// `run_3`, or empty.
        run: String,
    },
    /// Several runs are there, and it could be of more than one.
    #[error("belongs to one of several runs, but nothing says to which")]
    RunUnknown,
    /// The raw form of a file whose scored form is there too.
    #[error("the same rows are read from {better}")]
    SameRowsElsewhere {
        /// Name of the other file.
        better: String,
    },
}

impl FileFault {
    /// Whether the file is one that people drop along with their predictions, and that nobody
    /// misses: settings, logs, scores, and second copies.
    pub fn is_harmless(&self) -> bool {
        match self {
            Self::Unsupported { kind } => matches!(
                kind,
                OtherKind::Yaml | OtherKind::Log | OtherKind::Markdown | OtherKind::Png
            ),
            Self::ScoresOnly | Self::RequestsOnly | Self::SameRowsElsewhere { .. } => true,
            _ => false,
        }
    }
}

/// Something about one row of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Complaint {
    /// From 1; the line where the row begins.
    pub line: usize,
    /// What.
    pub kind: ComplaintKind,
    /// Beginning of the row or value, on one line.
    pub excerpt: String,
}

/// What can be wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ComplaintKind {
    /// Not JSON. Nothing of the row was read.
    #[error("not JSON at column {column}")]
    NotJson {
        /// From 1, in bytes, within the row.
        column: usize,
    },
    /// The file ends inside the row. Nothing of it was read.
    #[error("cut off")]
    CutOff,
    /// Read; the last line has no end, and its last cell is like no other. Some programs write so,
    /// but a file that is cut off in that cell looks the same.
    #[error("no line end: the last cell may be cut off")]
    NoLineEnd,
    /// JSON, but not an object. Nothing of the row was read.
    #[error("not an object")]
    NotAnObject,
    /// A table row with too few or too many cells. Nothing of it was read.
    #[error("{found} cells, expected {expected}")]
    CellCount {
        /// Cells in the row.
        found: usize,
        /// Columns in the header.
        expected: usize,
    },
    /// A quote that is never closed. The line was not read; reading went on after it.
    #[error("a quote is not closed")]
    OpenQuote,
    /// Read; a quote stands inside a cell that is not quoted, or text behind a closing quote.
    #[error("a quote in the middle of a cell")]
    StrayQuote,
    /// Prediction that is neither text nor nothing. The row has no prediction.
    #[error(transparent)]
    WrongType(#[from] WrongType),
    /// Likelihoods of choices in place of a reply. The row has no prediction.
    #[error("likelihoods, no reply")]
    Likelihoods,
    /// The row has no id, though others of the file have.
    #[error("no id")]
    NoId,
    /// The row names no task, though others of the file do.
    #[error("no task")]
    NoTask,
    /// A task this suite does not have.
    #[error("unknown task {name}")]
    UnknownTask {
        /// As written, at most 80 characters.
        name: String,
    },
    /// The first row of a further model in a file: its rows are a run of their own.
    #[error("another model: {name}")]
    OtherModel {
        /// As written, at most 80 characters.
        name: String,
    },
    /// A field came twice; the last one counts, as in other programs.
    #[error("{name} came twice")]
    RepeatedField {
        /// Its name.
        name: String,
    },
    /// Read, with `NaN` or `Infinity` taken for nothing.
    #[error("NaN")]
    NotANumber,
    /// Read; the text holds a zero byte.
    #[error("zero byte")]
    ZeroByte,
    /// A cell of a Parquet file that should be text and is not. The row is read without it.
    #[error("{column} is {n_bytes} bytes that are no text")]
    NoText {
        /// Name of the column, or the path below it.
        column: String,
        /// Bytes in the cell.
        n_bytes: u64,
    },
    /// Read; the row lacks the prediction, which counts as nothing.
    #[error("no prediction")]
    NoPrediction,
    /// Read; the request failed, so there is no reply and the row is unscored.
    #[error("no reply{}", status.map(|status| format!(", HTTP {status}")).unwrap_or_default())]
    Failed {
        /// HTTP status, where the file says.
        status: Option<u16>,
    },
    /// Read; see the note.
    #[error("{0:?}")]
    Cell(CellNote),
}

impl FileReport {
    /// Whether its ids are what a user sent along with requests.
    pub(super) fn has_sent_ids(&self) -> bool {
        let id = self
            .columns
            .as_ref()
            .and_then(|columns| columns.id.as_deref());
        self.shape.is_some_and(Shape::is_batch) || id == Some("custom_id")
    }

    /// Notes a complaint, or only counts it when there are very many.
    pub(super) fn complain(&mut self, complaint: Complaint) {
        self.n_complaints += 1;
        match complaint.kind {
            ComplaintKind::CutOff => {
                self.cut.1 += 1;
                if self.cut.0.len() < MAX_COMPLAINTS {
                    self.cut.0.push(complaint.line);
                }
            }
            ComplaintKind::NoLineEnd => self.may_be_cut = Some(complaint.line),
            _ => {}
        }
        if self.complaints.len() < MAX_COMPLAINTS {
            self.complaints.push(complaint);
        }
    }

    /// Notes a row of a task that the suite does not have, by the name in the row.
    pub(super) fn complain_about_task(&mut self, line: usize, name: String) {
        let is_kept = self.unknown_tasks.len() < MAX_UNKNOWN_TASKS;
        if is_kept || self.unknown_tasks.contains_key(&name) {
            *self.unknown_tasks.entry(name.clone()).or_default() += 1;
        }
        self.complain(Complaint {
            line,
            kind: ComplaintKind::UnknownTask { name },
            excerpt: String::new(),
        });
    }
}

/// How the task of rows was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TaskSource {
    /// The user said so.
    Chosen,
    /// Each row says so.
    Row,
    /// The file name says so.
    FileName,
    /// A word in the file's name is the task's, and nothing in the rows speaks against it. A guess, to
    /// be shown.
    NameWord,
    /// Only this task's ids, labels and texts fit. A guess, to be shown.
    Content,
}

impl TaskSource {
    /// Whether nobody says so.
    pub fn is_guess(self) -> bool {
        matches!(self, Self::NameWord | Self::Content)
    }
}

/// How rows of files became rows of the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alignment {
    /// By their ids.
    ById,
    /// There are no ids, but exactly as many rows as the task has. Used only if the user agrees,
    /// and then noted in the record.
    ByOrder,
}

impl TaskReport {
    /// Official rows that have an answer: neither null nor failed nor empty.
    pub fn n_answered(&self) -> usize {
        let without = self.n_null + self.n_failed + self.n_empty;
        self.n_matched.saturating_sub(without)
    }
}

/// What became of a task's rows.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskReport {
    /// Task id.
    pub task_id: String,
    /// How the task was known.
    pub source: TaskSource,
    /// How rows were matched.
    pub alignment: Alignment,
    /// Official rows.
    pub n_rows: usize,
    /// Rows read for the task.
    pub n_read: usize,
    /// Official rows that have a prediction, null ones included.
    pub n_matched: usize,
    /// Of those, null, missing or an empty cell, though nothing says that the request failed.
    pub n_null: usize,
    /// Of those, without a reply because the request failed: they are unscored.
    pub n_failed: usize,
    /// Of those, text of no characters.
    pub n_empty: usize,
    /// Official rows whose prediction was not text.
    pub n_wrong_type: usize,
    /// Ids of official rows without any prediction, in file order.
    pub missing: Vec<String>,
    /// Ids that the task does not have.
    pub extra: Vec<ExtraId>,
    /// Ids that came more than once.
    pub duplicates: Vec<Duplicate>,
    /// Ids that were not the same text as the official one.
    pub loose_ids: Vec<LooseId>,
    /// Rows whose gold label could be compared with ours.
    pub n_gold_checked: usize,
    /// Rows whose gold is not ours. Ours counts.
    pub gold_conflicts: Vec<GoldConflict>,
    /// Rows whose sentence could be compared with ours.
    pub n_prompt_checked: usize,
    /// Rows whose sentence is not ours: another version of the data, or another task.
    pub prompt_conflicts: Vec<(String, Place)>,
    /// Replies with any text, of a task with labels.
    pub n_replies: usize,
    /// Of those, replies that name a label of the task anywhere. Hardly one among many is how
    /// another task's file looks, or a model that did not understand; only a person can tell.
    pub n_label_named: usize,
    /// Why no prediction of these rows is used.
    pub refusal: Option<Refusal>,
}

/// Why rows that name a task are not its predictions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Refusal {
    /// Ids, labels or texts are not this task's.
    #[error("looks like another task ({})", if candidates.is_empty() { "unknown".into() } else { candidates.join(", ") })]
    OtherTask {
        /// Which did not fit.
        why: Misfit,
        /// Tasks that would fit, best first; may be empty.
        candidates: Vec<String>,
    },
    /// No ids, and another number of rows than the task has.
    #[error("{found} rows without ids, but the task has {expected}")]
    CountDiffers {
        /// Rows in the files.
        found: usize,
        /// Rows of the task.
        expected: usize,
    },
    /// Plain text with another number of lines than the task has rows.
    #[error("{found} lines, but the task has {expected} rows")]
    LineCount {
        /// Lines in the files, blank ones between others included.
        found: usize,
        /// Rows of the task.
        expected: usize,
    },
    /// Ids count from 0 where the task's count from 1: positions were written for ids, and each
    /// would match the row before its own.
    #[error("ids count from 0")]
    ShiftedIds,
    /// No ids, and the right answers in the file are those of the task in another order.
    #[error("rows without ids, in another order than the task's")]
    OtherOrder,
    /// The official rows are not loaded, so nothing can be matched.
    #[error("rows of the task are not loaded")]
    DataNotLoaded,
}

/// What gave away the wrong task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Misfit {
    /// Hardly an id is the task's.
    Ids,
    /// Gold labels are another task's.
    Gold,
    /// Sentences are not the task's.
    Prompts,
    /// Answers are labels of another task.
    Answers,
}

/// An id that the task does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtraId {
    /// As written.
    pub id: String,
    /// Where.
    pub place: Place,
}

/// An id that came more than once. The first is used unless the user chose the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate {
    /// Official id.
    pub id: String,
    /// Where each stands and how its prediction begins, in order.
    pub values: Vec<(Place, String)>,
    /// Whether all predictions are the same text.
    pub is_identical: bool,
}

/// An id that equals an official one only loosely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LooseId {
    /// As written.
    pub written: String,
    /// The official id taken for it.
    pub official: String,
    /// How close they are.
    pub closeness: Closeness,
}

/// A gold label that is not ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoldConflict {
    /// Official id.
    pub id: String,
    /// Where.
    pub place: Place,
    /// What the file says, at most 80 characters.
    pub theirs: String,
    /// What the official data say, at most 80 characters.
    pub ours: String,
}

/// Fewest replies that say anything about the task they are for.
const MIN_REPLIES: usize = 5;

impl TaskReport {
    /// Whether every official row has exactly one undoubted prediction.
    pub fn is_clean(&self) -> bool {
        self.refusal.is_none()
            && self.alignment == Alignment::ById
            && !self.source.is_guess()
            && self.missing.is_empty()
            && self.extra.is_empty()
            && self.duplicates.is_empty()
            && self.gold_conflicts.is_empty()
            && self.prompt_conflicts.is_empty()
            && self.n_wrong_type == 0
            && !self.hardly_names_a_label()
    }

    /// Whether several replies are there and less than one in twenty names a label of the task.
    pub fn hardly_names_a_label(&self) -> bool {
        self.n_replies >= MIN_REPLIES && self.n_label_named * 20 < self.n_replies
    }
}

impl IntakeReport {
    /// Whether nothing is wrong and nothing must be asked.
    pub fn is_clean(&self) -> bool {
        is_clean(&self.files, self.tasks.iter())
    }
}

/// Whether nothing is wrong with files and what their rows gave, and nothing must be asked.
pub fn is_clean<'r>(files: &[FileReport], tasks: impl IntoIterator<Item = &'r TaskReport>) -> bool {
    let is_fine = |file: &FileReport| {
        file.fault.as_ref().is_none_or(FileFault::is_harmless) && file.n_complaints == 0
    };
    tasks.into_iter().all(TaskReport::is_clean)
        && files.iter().all(is_fine)
        && files.iter().any(|file| file.fault.is_none())
}
