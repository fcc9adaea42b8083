//! What page and worker say to each other, as bytes (postcard). Not stored anywhere, so it may change freely.

use serde::{Deserialize, Serialize};

use super::external::{Joining, ScoringTask};
use super::plan::Wish;
use super::view::comparison::{ComparedRow, ComparisonView};
use super::view::{
    BatchView, DataView, JoinView, PromptPage, PromptTotals, PublishedView, RepeatsView,
    ResultView, RowDetail, RowsPage, RunCard, SuiteView, UploadView,
};
use crate::answer::ReadingRule;
use crate::batch::BatchKind;
use crate::batch::write::WriteError;
use crate::intake::ReadOptions;
use crate::prompt::{Message, Recipe};
use crate::report::sheet::SheetFormat;
use crate::score::OutcomePolicy;
use crate::score::difference::Change;
use crate::suite::{DataKind, Profile};

/// A question of the page, or a job for the worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Answered by the desk alone.
    Ask(Question),
    /// Whether runs can be stored in this browser → [`Response::Done`] or [`Failure::NoStorage`].
    CheckStorage,
    /// Load every official file: cache, same origin, upstream. Progress comes as [`Response::Data`].
    LoadData {
        /// Whether the upstream repository may be asked; false looks only at cache and own host.
        may_ask_upstream: bool,
    },
    /// Take official files out of files the user picked (the message carries them).
    PickData,
    /// Forget the cached official files.
    ForgetData,
    /// All stored runs, newest first → [`Response::Runs`].
    ListRuns,
    /// Store a new run's head (JSON of `record::json`) and open it → [`Response::Done`].
    BeginRun {
        /// The record's head as stored JSON.
        head_json: String,
    },
    /// Store finished rows, then add them to the open run → [`Response::Done`] once they are safe.
    SaveRows {
        /// Run id.
        run_id: String,
        /// JSON array of rows, as stored.
        rows_json: String,
    },
    /// Replace the list of tries of a stored row → [`Response::Done`].
    SaveAttempts {
        /// Run id.
        run_id: String,
        /// Task id.
        task_id: String,
        /// Position in the task's file.
        row_idx: usize,
        /// Sent at (Unix milliseconds), took (milliseconds), HTTP status, result; in order.
        attempts: Vec<(u64, u64, Option<u16>, String)>,
    },
    /// Store a changed head (notes, state) → [`Response::Done`].
    SaveHead {
        /// The record's head as stored JSON.
        head_json: String,
    },
    /// Give a run another name → [`Response::Done`].
    RenameRun {
        /// Run id.
        run_id: String,
        /// The name.
        title: String,
    },
    /// Open a stored run → [`Response::Opened`].
    OpenRun {
        /// Run id.
        run_id: String,
        /// Whether to read it anew: another tab may have gone on with it meanwhile.
        is_fresh: bool,
    },
    /// Delete a stored run → [`Response::Done`].
    DeleteRun {
        /// Run id.
        run_id: String,
    },
    /// Head and rows of the run after one of several, open from now on where there is one →
    /// [`Response::Planned`], or [`Response::Done`] when it was begun already or there is none.
    PlanRepeat {
        /// Id of the run before.
        run_id: String,
        /// Id of the new one.
        next_id: String,
        /// When it begins, Unix milliseconds.
        started_millis: u64,
    },
    /// All runs of a run's group → [`Response::Repeats`].
    Repeats {
        /// Id of one of them.
        run_id: String,
        /// How rows without a reply enter.
        policy: OutcomePolicy,
    },
    /// Look for replies that an open run may take from other stored runs →
    /// [`Response::StoredAnswers`].
    FindStored {
        /// Id of the run that is going to ask.
        run_id: String,
        /// Ids of runs that are as good as deleted.
        without: Vec<String>,
    },
    /// One of the replies found by the last [`Request::FindStored`] → [`Response::StoredAnswer`].
    StoredAnswer {
        /// Digest of the request.
        request_sha256: String,
    },
    /// Practise on the loaded rows what an upload takes, until somebody asks for something →
    /// [`Response::Done`].
    Rehearse,
    /// Read dropped prediction files or records (the message carries them) → [`Response::Upload`].
    ReadFiles,
    /// Score runs of the upload just read and store them → [`Response::Kept`].
    KeepUpload {
        /// At least one.
        runs: Vec<KeptRun>,
        /// Whether rows without ids may be matched by their order.
        by_order: bool,
    },
    /// Read what came back of a batch (the message carries the files) and store it →
    /// [`Response::Batch`].
    ReadBatch {
        /// Run id.
        run_id: String,
    },
    /// Read files of scores (the message carries them) and store what fits → [`Response::Joined`].
    JoinFiles(Box<Joining>),
    /// The same with what a server sent.
    JoinLines {
        /// What they are.
        joining: Box<Joining>,
        /// The server's address.
        address: String,
        /// JSON Lines.
        lines: String,
    },
    /// Forget a column of scores → [`Response::Done`].
    RemoveColumn {
        /// Run id.
        run_id: String,
        /// Task id.
        task_id: String,
        /// Name of the column.
        name: String,
    },
    /// A whole run answered by a stand-in for a model, stored → [`Response::Done`].
    StandIn {
        /// What is asked of it; its format, address and model do not matter.
        wish: Box<Wish>,
        /// Name of the stand-in.
        name: String,
    },
    /// Write the records of all runs into one zip → [`Response::Exporting`] on the way, then
    /// [`Response::Download`].
    ExportAll {
        /// Ids of runs that are as good as deleted.
        without: Vec<String>,
    },
    /// Write a file and hand out an address for it → [`Response::Download`].
    Export {
        /// What.
        what: Export,
    },
}

/// A run of an upload that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRun {
    /// Place in [`UploadView::runs`].
    pub place: usize,
    /// Name of the run.
    pub title: String,
    /// Which reference reads it.
    pub profile: Profile,
}

/// Something the desk can answer from what is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// → [`Response::Suite`].
    Suite,
    /// → [`Response::Published`].
    Published,
    /// → [`Response::Data`].
    Data,
    /// From now on files are read with these choices, by their place in [`UploadView::files`];
    /// without any, every file is read as it is found → [`Response::Done`].
    ChooseReading {
        /// What the user says about them.
        options: Box<ReadOptions>,
    },
    /// Open a run with ready-made replies to the sample rows, for a first look → its
    /// [`Response::Result`]. Its id is `sample`; it is never stored.
    OpenSample,
    /// Rows of a task with their prompts → [`Response::Prompts`].
    Prompts {
        /// Task id.
        task_id: String,
        /// Official or sample rows.
        kind: DataKind,
        /// How rows become prompts.
        recipe: Recipe,
        /// Keep rows whose text holds this; empty keeps all.
        text: String,
        /// First row of the window.
        offset: usize,
        /// Rows in the window.
        limit: usize,
    },
    /// Messages to send for some rows, in the order asked → [`Response::Messages`].
    Messages {
        /// Official or sample rows.
        kind: DataKind,
        /// How rows become prompts.
        recipe: Recipe,
        /// Task id and row index.
        rows: Vec<(String, usize)>,
    },
    /// How much would be sent → [`Response::Totals`].
    Totals {
        /// Official or sample rows.
        kind: DataKind,
        /// How rows become prompts.
        recipe: Recipe,
        /// Task id and number of rows from the first.
        tasks: Vec<(String, usize)>,
    },
    /// What is read out of a reply to a row of a task → [`Response::ReplyRead`].
    ReadReply {
        /// Task id.
        task_id: String,
        /// Whose rule.
        rule: ReadingRule,
        /// The reply.
        text: String,
    },
    /// Head and rows of a new run; nothing is stored yet → [`Response::Planned`].
    PlanRun(Box<Wish>),
    /// Head and rows of an open run, to go on with it → [`Response::Planned`].
    PlanRest {
        /// Run id.
        run_id: String,
    },
    /// Scores of an open run → [`Response::Result`].
    Result {
        /// Run id.
        run_id: String,
        /// How rows without a reply enter; `None` for the run's own way.
        policy: Option<OutcomePolicy>,
    },
    /// Two open runs on the rows that both have → [`Response::Comparison`].
    Compare {
        /// Their ids, the baseline first.
        run_ids: [String; 2],
        /// How rows without a reply enter; `None` for the runs' own way.
        policy: Option<OutcomePolicy>,
    },
    /// A window of the rows that two open runs have in common → [`Response::Compared`].
    ComparedRows(ComparedQuery),
    /// A window of an open run's rows → [`Response::Rows`].
    Rows(RowsQuery),
    /// Which rows of an open run match, wherever the window is → [`Response::RowKeys`].
    RowKeys(RowsQuery),
    /// What a scoring server is sent: a line for each row without a score for its answer →
    /// [`Response::ScoringLines`].
    ScoringLines {
        /// Of which rows.
        of: ScoringTask,
        /// Name of the column.
        name: String,
    },
    /// One row, whole → [`Response::Row`].
    Row {
        /// Run id.
        run_id: String,
        /// Task id.
        task_id: String,
        /// Position in the task's file.
        row_idx: usize,
    },
}

/// Which rows of a run are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowsQuery {
    /// Run id.
    pub run_id: String,
    /// Only this task.
    pub task_id: Option<String>,
    /// Only these.
    pub filter: RowFilter,
    /// Only rows whose reply, prompt fields, gold or id hold this (case is ignored).
    pub text: String,
    /// First row of the window.
    pub offset: usize,
    /// Rows in the window.
    pub limit: usize,
}

/// Which common rows of two runs are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedQuery {
    /// Ids of both runs, the baseline first.
    pub run_ids: [String; 2],
    /// Only this task.
    pub task_id: Option<String>,
    /// Only these.
    pub filter: ChangeFilter,
    /// How rows without a reply enter: by this a row has a score or none. `None` for the runs' own
    /// way.
    pub policy: Option<OutcomePolicy>,
    /// Only rows whose replies, prompt fields, gold or id hold this (case is ignored).
    pub text: String,
    /// First row of the window.
    pub offset: usize,
    /// Rows in the window.
    pub limit: usize,
}

/// Which common rows are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeFilter {
    /// All.
    #[default]
    All,
    /// Those that came out so.
    Only(Change),
    /// Those without a score in one of the runs.
    Unscored,
}

impl ChangeFilter {
    /// Whether a row is kept; `change` is `None` where one run has no score.
    pub fn keeps(self, change: Option<Change>) -> bool {
        match self {
            Self::All => true,
            Self::Only(wanted) => change == Some(wanted),
            Self::Unscored => change.is_none(),
        }
    }
}

/// Which rows are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowFilter {
    /// All.
    #[default]
    All,
    /// Scored right (classification).
    Right,
    /// Scored wrong, unreadable ones included (classification).
    Wrong,
    /// Answered, but read as the null label or as empty text.
    Unparsed,
    /// No score: empty, refused, failed, not asked.
    Unscored,
    /// Lenient reading differs from parity.
    LenientDiffers,
    /// Any flag.
    Flagged,
    /// Cut by the output cap.
    Truncated,
}

/// A file to take away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Export {
    /// A run's record, JSON.
    Record {
        /// Run id.
        run_id: String,
        /// Policy whose scores are written.
        policy: OutcomePolicy,
    },
    /// A run's rows, CSV.
    Csv {
        /// Run id.
        run_id: String,
        /// Policy whose scores are written.
        policy: OutcomePolicy,
    },
    /// A run's numbers, for papers and boards.
    Sheet {
        /// Run id.
        run_id: String,
        /// Policy whose numbers are written.
        policy: OutcomePolicy,
        /// How.
        format: SheetFormat,
    },
    /// All prompts of some tasks, JSONL.
    Prompts {
        /// Task ids.
        task_ids: Vec<String>,
        /// Official or sample rows.
        kind: DataKind,
        /// How rows become prompts.
        recipe: Recipe,
    },
    /// The requests that a run still needs, for a batch.
    Batch {
        /// Run id.
        run_id: String,
        /// Whose batches.
        kind: BatchKind,
    },
    /// Rows of a task as the official tool of MetricX-24 reads them, JSON Lines.
    Scoring(ScoringTask),
    /// The report on the upload just read, as text lines.
    UploadReport,
}

/// What comes back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Response {
    /// The suite.
    Suite(SuiteView),
    /// Published results.
    Published(PublishedView),
    /// State of the official data; may come several times for one request, last one final.
    Data(DataView),
    /// Prompts.
    Prompts(PromptPage),
    /// Messages, with the row's id.
    Messages(Vec<PreparedRow>),
    /// The answer in a reply as people read it; `None` for the null label.
    ReplyRead(Option<String>),
    /// What a run is going to ask.
    Planned {
        /// The record's head as stored JSON.
        head_json: String,
        /// In the order they are asked.
        rows: Vec<PlannedRow>,
        /// Rows that have an outcome, as stored JSON without their texts.
        earlier_json: String,
    },
    /// Totals.
    Totals(PromptTotals),
    /// Scores.
    Result(Box<ResultView>),
    /// Two runs side by side.
    Comparison(Box<ComparisonView>),
    /// Rows of two runs.
    Compared(RowsPage<ComparedRow>),
    /// Rows.
    Rows(RowsPage),
    /// Task id and position of rows, in the order of the list.
    RowKeys(Vec<(String, usize)>),
    /// One row.
    Row(Box<RowDetail>),
    /// Stored runs.
    Runs(Vec<RunCard>),
    /// A stored run was opened.
    Opened {
        /// Its scores.
        result: Box<ResultView>,
        /// Head as stored JSON.
        head_json: String,
        /// Rows that need not be asked again: task id, row index.
        done: Vec<(String, usize)>,
    },
    /// Runs of the same rows.
    Repeats(Box<RepeatsView>),
    /// Digests of requests whose replies are stored.
    StoredAnswers(Vec<String>),
    /// A row as stored JSON (an array of one) that says where it is from; `None` when it is gone.
    StoredAnswer(Option<String>),
    /// How far files are read, before [`Self::Upload`].
    Reading {
        /// Bytes so far; of a large file first fetched, then checked.
        n_bytes: u64,
        /// Bytes in all.
        n_all: u64,
        /// Rows so far.
        n_rows: usize,
    },
    /// What was recognised in dropped files.
    Upload(Box<UploadView>),
    /// Runs of an upload are scored, stored and open: id and title of each.
    Kept(Vec<(String, String)>),
    /// What a batch gave.
    Batch(BatchView),
    /// What became of each file of scores.
    Joined(Vec<JoinView>),
    /// JSON Lines, without their ends.
    ScoringLines(Vec<String>),
    /// All runs are being written into one file.
    Exporting {
        /// Runs that are in it.
        n_done: usize,
        /// All of them.
        n_all: usize,
    },
    /// A file is ready under an object URL.
    Download {
        /// `blob:` address, valid while the page lives.
        url: String,
        /// Suggested file name.
        file_name: String,
    },
    /// Nothing to say but that it is done.
    Done,
    /// It could not be done.
    Failed(Failure),
}

/// A row that is going to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedRow {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file.
    pub row_idx: usize,
    /// Row id.
    pub row_id: String,
    /// Characters of its prompt.
    pub n_chars: usize,
}

/// A row ready to be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreparedRow {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file.
    pub row_idx: usize,
    /// Row id.
    pub row_id: String,
    /// What to send.
    pub messages: Vec<Message>,
}

/// Why the worker could not do something, split by what the page does about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Failure {
    /// The rows are not loaded: offer to load them.
    #[error("rows of {task_id} are not loaded")]
    NotLoaded {
        /// Task id.
        task_id: String,
    },
    /// No such run here: it was deleted, or belongs to another browser.
    #[error("no run {run_id}")]
    NoRun {
        /// Run id.
        run_id: String,
    },
    /// The run has no such row: the link is from another run.
    #[error("no row {row_idx} of {task_id} in this run")]
    NoRow {
        /// Task id.
        task_id: String,
        /// Position in the task's file.
        row_idx: usize,
    },
    /// The browser's storage is full: offer a download.
    #[error("storage is full")]
    StorageFull,
    /// The browser gives no storage (private window): go on in memory, say so.
    #[error("no storage: {reason}")]
    NoStorage {
        /// Browser's message.
        reason: String,
    },
    /// A stored run or a picked file cannot be read.
    #[error("{what} cannot be read: {reason}")]
    Unreadable {
        /// File or run.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tab has no room for the dropped files.
    #[error("no room for {n_bytes} bytes")]
    NoRoom {
        /// Bytes of all of them.
        n_bytes: u64,
        /// Most that is read at once.
        limit: u64,
    },
    /// Nothing recognised in the dropped files.
    #[error("nothing recognised")]
    NothingRecognised,
    /// Every row of the run has a reply, or none is asked of anybody.
    #[error("no row is left to ask")]
    NothingToAsk,
    /// No row of a task enters its numbers, so another program has nothing to score.
    #[error("no row is there to score")]
    NothingToScore,
    /// The requests of a run cannot be written as a batch.
    #[error(transparent)]
    NoBatch(WriteError),
    /// This tab has the run under way.
    #[error("the run is under way")]
    RunsHere,
    /// Another tab of this browser has the run under way.
    #[error("the run is under way in another tab")]
    RunsElsewhere,
    /// A part of the program could not be fetched: no network, or a new version is on the host.
    #[error("a part of the page could not be fetched")]
    NotFetched,
    /// A defect of ours; the page shows it and goes on.
    #[error("internal: {reason}")]
    Internal {
        /// What happened.
        reason: String,
    },
}
