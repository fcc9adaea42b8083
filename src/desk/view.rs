//! Plain data for the page: everything it shows about suites, data, runs and rows.

pub mod comparison;

use serde::{Deserialize, Serialize};

use crate::answer::{Flag, Thinking};
use crate::batch::read::LineError;
use crate::intake::decode::Encoding;
use crate::intake::report::{ComplaintKind, FileFault, Preview, Refusal, TaskSource};
use crate::intake::runs::RunName;
use crate::intake::sniff::{Columns, Shape};
use crate::prompt::Message;
use crate::provider::Format;
use crate::provider::prices::Prices;
use crate::record::json::ReadError;
use crate::report::spread::Spread;
use crate::score::{Confusion, Counts, MetricValue, OutcomePolicy};
use crate::suite::{
    Bilingual, DataKind, MetricId, Profile, Shots, TaskKind, TemplateLanguage, View,
};

/// A suite and its tasks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteView {
    /// Suite id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Paper: title, id, address.
    pub citation: (String, String, String),
    /// Upstream repository and commit.
    pub upstream: (String, String),
    /// Profile, reference name, note.
    pub profiles: Vec<(Profile, String, Bilingual)>,
    /// Tasks in the paper's order.
    pub tasks: Vec<TaskView>,
    /// Averages in order: id, view, name, number of parts.
    pub averages: Vec<(String, View, Bilingual)>,
}

/// A task, as its page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskView {
    /// Task id.
    pub id: String,
    /// Full name.
    pub name: Bilingual,
    /// What it asks.
    pub asks: Bilingual,
    /// Kind of answer.
    pub kind: TaskKind,
    /// `NLU`, `NLR`, `NLG`.
    pub competency: String,
    /// `nlu`, `safety`, `nlr`, `nlg`.
    pub seahelm_competency: String,
    /// Official test rows.
    pub n_rows: usize,
    /// Sample rows.
    pub n_samples: usize,
    /// Answer word and meaning of each class.
    pub labels: Vec<(String, Bilingual)>,
    /// The paper's columns.
    pub paper_metrics: Vec<MetricId>,
    /// SEA-HELM's main number.
    pub seahelm_metric: MetricId,
    /// All numbers shown.
    pub metrics: Vec<MetricId>,
    /// Output cap under v1 and head.
    pub max_tokens: (u32, u32),
    /// Temperature under v1; head leaves it to the model.
    pub temperature_v1: f64,
    /// Other sampling parameters of v1: `top_p`, `top_k`, repetition penalty, seed.
    pub sampling_v1: (f64, u32, f64, u64),
    /// Licence name and note.
    pub licence: (String, Bilingual),
    /// Where the sentences came from.
    pub source: Bilingual,
    /// What to know about the rows.
    pub remarks: Vec<Bilingual>,
    /// Upstream file path, sha256.
    pub file: (String, String),
}

/// State of the official data files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataView {
    /// Two per task, in task order: test, examples.
    pub files: Vec<FileView>,
    /// Whether loading is going on.
    pub is_loading: bool,
}

/// One official file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileView {
    /// Task id.
    pub task_id: String,
    /// Whether it holds the test rows (else the examples).
    pub is_test: bool,
    /// Upstream path.
    pub path: String,
    /// Expected size in bytes.
    pub bytes: u64,
    /// Expected rows.
    pub rows: usize,
    /// Where it stands.
    pub state: FileState,
}

/// Where a file stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileState {
    /// Nobody asked for it yet.
    NotLoaded,
    /// Being looked for.
    Loading(FileSource),
    /// Checked and open.
    Loaded(FileSource),
    /// Nowhere to be had: each place tried, and what it said.
    Failed(Vec<(FileSource, LoadProblem)>),
}

/// Where an official file can come from, in the order they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FileSource {
    /// This browser's cache.
    Cache,
    /// `data/official/` on the page's own host.
    OwnHost,
    /// The pinned upstream commit.
    Upstream,
    /// Files the user picked.
    Picked,
}

/// Why a place did not give the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LoadProblem {
    /// Not there (HTTP status, or not among the picked files).
    NotThere {
        /// HTTP status, if any.
        status: Option<u16>,
    },
    /// The request failed: offline, blocked, no CORS.
    Network,
    /// Other bytes than the benchmark's.
    WrongHash {
        /// What the suite file says.
        expected: String,
        /// What the bytes give.
        found: String,
    },
    /// Right hash, unreadable (a defect of ours), or wrong row count.
    Unreadable {
        /// What is wrong.
        reason: String,
    },
}

/// A window of a task's rows with prompts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptPage {
    /// Rows that match.
    pub n_matching: usize,
    /// Rows the task has.
    pub n_rows: usize,
    /// The window.
    pub rows: Vec<PromptRow>,
}

/// A row and the exact prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PromptRow {
    /// Position in the file.
    pub row_idx: usize,
    /// Row id.
    pub row_id: String,
    /// First prompt field, shortened, for the table.
    pub preview: String,
    /// Gold answer as people read it: the answer word, or the reference text.
    pub gold: String,
    /// What would be sent.
    pub messages: Vec<Message>,
    /// SHA-256 of the sent text (messages joined as in the digests), first 16 hex digits.
    pub digest: String,
}

/// How much a run would send.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PromptTotals {
    /// Requests.
    pub n_rows: usize,
    /// Characters of all prompts.
    pub n_chars: u64,
    /// Sum of the output caps, in tokens.
    pub max_output_tokens: u64,
}

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunCard {
    /// Run id.
    pub run_id: String,
    /// What the user calls it.
    pub title: String,
    /// Model, if known.
    pub model: Option<String>,
    /// Unix milliseconds.
    pub started_millis: u64,
    /// Official or sample rows.
    pub data_kind: DataKind,
    /// Asked or uploaded.
    pub is_upload: bool,
    /// Address asked, without key.
    pub base_url: Option<String>,
    /// What is spoken there, where this version can.
    pub format: Option<Format>,
    /// Profile.
    pub profile: Profile,
    /// Shots.
    pub shots: Shots,
    /// Language of the instructions.
    pub language: TemplateLanguage,
    /// Thinking rule.
    pub thinking: Thinking,
    /// Rows with an outcome.
    pub n_done: usize,
    /// Rows the run is about.
    pub n_chosen: usize,
    /// All rows of its tasks.
    pub n_all: usize,
    /// Task ids.
    pub task_ids: Vec<String>,
    /// Of each of them, rows the run is about and all rows.
    pub task_rows: Vec<(usize, usize)>,
    /// Which of several runs of the same rows it is.
    pub repeat: Option<RepeatView>,
}

/// One of several runs of the same rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatView {
    /// What they have in common.
    pub group: String,
    /// Which of them, from 1.
    pub index: u32,
    /// How many there shall be.
    pub of: u32,
}

/// Several runs of the same rows, and how far their numbers lie apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepeatsView {
    /// How many there shall be.
    pub of: u32,
    /// Those that are there, by index.
    pub runs: Vec<RepeatRun>,
    /// Runs in the numbers: finished, and asked the same in the same way.
    pub n_used: usize,
    /// Numbers of tasks, in the suite's order.
    pub tasks: Vec<RepeatTask>,
    /// Averages by id, in the suite's order.
    pub averages: Vec<(String, SpreadView)>,
    /// Rows with the same text in all of the runs, and rows with a text in all of them.
    pub n_same_texts: (usize, usize),
}

/// A run of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepeatRun {
    /// Run id.
    pub run_id: String,
    /// Which of the group, from 1.
    pub index: u32,
    /// Rows with an outcome.
    pub n_done: usize,
    /// Rows the run is about.
    pub n_chosen: usize,
    /// Whether it asked the same in the same way as the run that is looked at.
    pub is_same: bool,
}

/// A number of a task in several runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepeatTask {
    /// Task id.
    pub task_id: String,
    /// Which number.
    pub metric: MetricId,
    /// Over the runs.
    pub spread: SpreadView,
}

/// A number that was measured several times, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpreadView {
    /// How often.
    pub n: usize,
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample; `None` of a single value.
    pub deviation: Option<f64>,
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl From<Spread> for SpreadView {
    fn from(spread: Spread) -> Self {
        Self {
            n: spread.n,
            mean: spread.mean,
            deviation: spread.deviation,
            low: spread.low,
            high: spread.high,
        }
    }
}

/// Everything the result page shows above the rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultView {
    /// The run.
    pub card: RunCard,
    /// Policy of these numbers.
    pub policy: OutcomePolicy,
    /// Tasks of the run, in the suite's order.
    pub tasks: Vec<TaskResult>,
    /// Averages of both views, in the suite's order.
    pub averages: Vec<AverageView>,
    /// Scores that other programs gave, by task in the suite's order.
    pub external: Vec<ColumnView>,
    /// Everything that can change a number, in one line.
    pub signature: String,
    /// Things a reader must know: the record's own notes, as they stand in it.
    pub notes: Vec<String>,
    /// Things a reader must know that were found here, when the run was opened and scored.
    pub remarks: Vec<Remark>,
    /// Models that answered, with row counts; more than one deserves a warning.
    pub models_seen: Vec<(String, usize)>,
    /// Rows whose replies were stored already, by other runs.
    pub n_reused: usize,
    /// What all rows took.
    pub tokens: TokenCount,
    /// What tokens cost, as far as whoever asked has said.
    pub prices: Option<Prices>,
    /// Milliseconds the scoring took in the worker, by step, for the curious and the benchmark.
    pub timings: Vec<(String, f64)>,
}

/// A column of scores that another program gave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ColumnView {
    /// Its name.
    pub name: String,
    /// Task id.
    pub task_id: String,
    /// Whether it is the official number of the task; any other is an extra.
    pub is_metricx: bool,
    /// Program, model and precision, as records name them.
    pub maker: (String, String, String),
    /// Names of the files, or addresses, that it came from.
    pub sources: Vec<String>,
    /// Rows that enter and have a score for their answer.
    pub n_there: usize,
    /// Rows that enter under the policy.
    pub n_rows: usize,
    /// Scores that were made for other answers than the run has; they do not count.
    pub n_stale: usize,
    /// Mean of the scores that count, as the program gives them.
    pub mean: Option<f64>,
}

/// What became of a file of scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JoinView {
    /// The file, or the address.
    pub source: String,
    /// Task id.
    pub task_id: String,
    /// Name of the column.
    pub name: String,
    /// Scores of the file that are in the column now.
    pub n_joined: usize,
    /// Rows that have a score for their answer.
    pub n_there: usize,
    /// Rows that enter under the policy.
    pub n_rows: usize,
    /// What was wrong.
    pub problems: Vec<JoinProblem>,
    /// Whether that keeps all of the file out.
    pub is_refused: bool,
}

/// Something wrong with a file of scores.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinProblem {
    /// What.
    pub fault: JoinFault,
    /// The first lines that have it, from 1; none where it is about the whole file.
    pub lines: Vec<usize>,
    /// How many lines have it.
    pub n_lines: usize,
}

/// What can be wrong with a file of scores, split by what the user does about it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum JoinFault {
    /// Neither JSON Lines nor a table, or nothing in it.
    Unreadable,
    /// No number where the score should be.
    NoNumber,
    /// NaN or infinite.
    NotFinite,
    /// Outside 0 to 25.
    OutOfRange,
    /// The id is of another task of the suite.
    OtherTask {
        /// Its id.
        task_id: String,
    },
    /// Another score of the same row stands before.
    TwoValues,
    /// Another score of the same answer was joined earlier.
    OtherValue,
    /// The column holds scores of another program, model or precision.
    OtherMaker,
    /// No ids, and another number of lines than rows.
    OtherCount {
        /// Lines with a score.
        n_lines: usize,
        /// Rows that enter.
        n_rows: usize,
    },
    /// No ids, and no texts that would tell the rows.
    NoIds,
    /// No row of this id enters; the line is left out.
    UnknownId,
    /// Source, answer or reference are not the run's; the line is left out, and without ids all are.
    OtherText,
}

/// Something found in a run that a reader must know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Remark {
    /// The record was made with another version of prompts, labels or metrics.
    OtherSuite,
    /// The record was made on another version of a task's rows.
    OtherData {
        /// Task id.
        task_id: String,
    },
    /// The official rows are not loaded; the right answers are those in the record.
    ScoredFromRecord {
        /// Task id.
        task_id: String,
    },
    /// The record's right answers differ from the loaded ones, which count.
    OtherGold {
        /// Task id.
        task_id: String,
        /// How many.
        n_rows: usize,
        /// Their ids, at most 20.
        row_ids: Vec<String>,
    },
    /// Replies whose id is not that of the loaded row in their place; not scored by it.
    OtherRows {
        /// Task id.
        task_id: String,
        /// How many.
        n_rows: usize,
        /// Their ids, at most 20.
        row_ids: Vec<String>,
    },
    /// A number in the record is not the one we get; ours counts.
    OtherScore {
        /// Task id.
        task_id: String,
        /// Short name of the metric.
        metric: String,
        /// In the record.
        stored: f64,
        /// Ours.
        ours: f64,
    },
    /// More than one machine answered behind the address: a broker spread the rows.
    SeveralServers {
        /// Names as reported, with their numbers of rows, most rows first.
        served_by: Vec<(String, usize)>,
    },
    /// Rows of the record that cannot be placed: out of range, repeated, unknown task.
    RowsLeftOut {
        /// How many.
        n_rows: usize,
    },
    /// A task of the record that the suite does not have.
    UnknownTask {
        /// Task id.
        task_id: String,
    },
}

/// A task's scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TaskResult {
    /// Task id.
    pub task_id: String,
    /// How the rows ended.
    pub counts: Counts,
    /// May carry the official names: all official rows, and none unscored under the policy.
    pub is_complete: bool,
    /// In the order of the task's metrics.
    pub metrics: Vec<MetricValue>,
    /// With the lenient reading; never averaged.
    pub lenient: Vec<MetricValue>,
    /// Interval of the first paper metric that is there, 95 %, low and high, 0 to 100.
    pub interval: Option<(f64, f64)>,
    /// The same of MetricX-24, where every row has a score.
    pub metricx_interval: Option<(f64, f64)>,
    /// Gold against answers.
    pub confusion: Option<Confusion>,
    /// Answer words in class order.
    pub labels: Vec<String>,
    /// What unreadable answers cost.
    pub stray: Option<StrayCost>,
    /// What its rows took.
    pub tokens: TokenCount,
}

/// Tokens that rows took, as reported; without rows whose replies were stored already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenCount {
    /// In prompts.
    pub prompt: u64,
    /// In replies.
    pub output: u64,
    /// Rows with a reply that reported none.
    pub n_unreported: usize,
}

impl TokenCount {
    /// Adds what other rows took.
    pub fn add(&mut self, other: Self) {
        self.prompt = self.prompt.saturating_add(other.prompt);
        self.output = self.output.saturating_add(other.output);
        self.n_unreported += other.n_unreported;
    }
}

/// What unreadable answers cost a macro F1.
pub type StrayCost = crate::report::stray::StrayCost;

/// A mean of columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AverageView {
    /// Average id.
    pub id: String,
    /// Whose.
    pub view: View,
    /// Official name.
    pub name: Bilingual,
    /// The value; only when every part is there and complete.
    pub value: Option<f64>,
    /// Parts that are there and complete.
    pub n_there: usize,
    /// Parts needed.
    pub n_parts: usize,
    /// Which parts are missing: task id (or average id) and metric.
    pub missing: Vec<(String, Option<MetricId>)>,
}

/// A window of a run's rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowsPage<R = RowView> {
    /// Rows that match.
    pub n_matching: usize,
    /// Rows there are to match.
    pub n_rows: usize,
    /// Position of the first of [`Self::rows`] among the matching ones.
    pub offset: usize,
    /// The window.
    pub rows: Vec<R>,
}

/// A row in the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowView {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file.
    pub row_idx: usize,
    /// Row id.
    pub row_id: String,
    /// First prompt field, shortened.
    pub preview: String,
    /// Reply, shortened.
    pub reply: String,
    /// Parity reading as people read it; `None` = null label or no reply.
    pub parity: Option<String>,
    /// Lenient reading.
    pub lenient: Option<String>,
    /// Gold.
    pub gold: String,
    /// Row score, 0 to 100; `None` = unscored.
    pub score: Option<f64>,
    /// Why.
    pub verdict: Verdict,
    /// What to look at.
    pub flags: Vec<Flag>,
}

/// Why a row has its score, split by what the page says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Right label.
    Right,
    /// Wrong label.
    Wrong,
    /// Unreadable: the null label.
    Unreadable,
    /// A text, scored by overlap.
    Text,
    /// Unscored: success without text.
    Empty,
    /// Unscored: thinking used up the budget.
    EmptyBudget,
    /// Unscored: declined.
    Refused,
    /// Unscored: no reply after retries.
    Failed,
    /// Unscored: not asked.
    NotAsked,
}

/// One row, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowDetail {
    /// As in the table.
    pub row: RowView,
    /// What was sent; absent when the rows are not loaded.
    pub messages: Option<Vec<Message>>,
    /// The whole reply in three parts: before what parity read, that, after. The middle is empty
    /// when nothing contiguous was read.
    pub reply_parts: (String, String, String),
    /// Thinking.
    pub reasoning: Option<String>,
    /// Full gold.
    pub gold: String,
    /// Full parity reading.
    pub parity: Option<String>,
    /// Full lenient reading.
    pub lenient: Option<String>,
    /// Scores of this row by metric (texts: ROUGE-L F × 100, chrF++).
    pub scores: Vec<(MetricId, f64)>,
    /// Whether reply and gold differ only by Unicode form.
    pub differs_only_by_unicode_form: bool,
    /// Outcome id and message of a failure.
    pub outcome: (String, Option<String>),
    /// The run that asked for the reply, and when (Unix milliseconds), where it was stored already.
    pub reused: Option<(String, u64)>,
    /// Finish reason, model, tokens, tries: label-less facts by key.
    pub facts: Vec<(String, String)>,
    /// Neighbours in file order: previous and next row of the same task in this run.
    pub neighbours: (Option<usize>, Option<usize>),
}

/// Published results for the small chart and the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedView {
    /// Where they are printed.
    pub source: String,
    /// Date or version of the source.
    pub date: String,
    /// Rows as printed.
    pub rows: Vec<PublishedRowView>,
}

/// A published model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublishedRowView {
    /// Model name.
    pub model: String,
    /// `base`, `instruct`, `reasoning`, `commercial`.
    pub group: String,
    /// Billions of parameters, if printed.
    pub params_b: Option<f64>,
    /// 0 or 5.
    pub shots: u32,
    /// Task id, metric, value as printed.
    pub columns: Vec<(String, MetricId, f64)>,
    /// Average id and value as printed.
    pub averages: Vec<(String, f64)>,
    /// Columns of which the source says that the model could not follow the answer instructions.
    pub failed_to_follow: Vec<(String, MetricId)>,
    /// Notes on cells that contradict themselves.
    pub anomalies: Vec<Bilingual>,
}

/// A row that a batch left without a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchMiss {
    /// Task id.
    pub task_id: String,
    /// Row id in the data file.
    pub row_id: String,
    /// Outcome id.
    pub outcome: String,
    /// What the batch says of it; may be empty.
    pub message: String,
}

/// What came back of a batch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BatchView {
    /// Rows that were stored.
    pub n_rows: usize,
    /// Those of them that have a text.
    pub n_answered: usize,
    /// The others of them: which, and why; the first ones of very many.
    pub without_text: Vec<BatchMiss>,
    /// Rows of the files that had a reply already, which stays.
    pub n_kept: usize,
    /// Rows of the run that still have no reply.
    pub n_left: usize,
    /// What was wrong with the files: name and line; the first ones of very many.
    pub complaints: Vec<(String, LineError)>,
    /// How many complaints there are.
    pub n_complaints: usize,
    /// All of it belongs to other runs.
    pub is_of_other_run: bool,
    /// Whether the endpoint refused a parameter in some rows.
    pub has_lessons: bool,
}

/// What was recognised in dropped files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadView {
    /// Records of ours that were among them and are already stored and open: run id and title.
    pub opened_runs: Vec<(String, String)>,
    /// Per file.
    pub files: Vec<UploadFile>,
    /// Per run that the files hold answers of; one, perhaps without any, at the least.
    pub runs: Vec<UploadRun>,
    /// One run, nothing is wrong, and nothing must be asked.
    pub is_clean: bool,
    /// Milliseconds the worker took, by step; filled in by the worker.
    pub timings: Vec<(String, f64)>,
}

impl UploadView {
    /// Whether anything can be scored.
    pub fn can_score(&self) -> bool {
        self.runs.iter().any(|run| run.can_score)
    }

    /// Whether every file answers the batch of a run.
    pub fn is_all_batch(&self) -> bool {
        !self.files.is_empty() && self.files.iter().all(|file| file.batch_of().is_some())
    }
}

/// A run in an upload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadRun {
    /// What tells it from the others.
    pub name: RunName,
    /// Suggested name of the run.
    pub title: String,
    /// Profile the files point to.
    pub profile: Profile,
    /// Whether the profile is known or only assumed.
    pub is_profile_known: bool,
    /// Places of its files in [`UploadView::files`].
    pub files: Vec<usize>,
    /// Per task with any predictions.
    pub tasks: Vec<UploadTask>,
    /// Whether anything can be scored.
    pub can_score: bool,
    /// Rows without ids need the user's word that their order is the data's.
    pub needs_order_consent: bool,
}

impl UploadRun {
    /// Official rows that its files have an answer for.
    pub fn n_answered(&self) -> usize {
        self.tasks.iter().map(|task| task.n_answered).sum()
    }
}

/// A dropped file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadFile {
    /// Name, with the path inside an archive.
    pub name: String,
    /// Recognised shape; `None` = not recognised.
    pub shape: Option<Shape>,
    /// Tasks its rows went to, in the suite's order: id, how it was known, number of rows.
    pub tasks: Vec<(String, TaskSource, usize)>,
    /// Whether the user may say which task its rows are of.
    pub can_choose_task: bool,
    /// Whether the user may say whose answers they are.
    pub can_choose_run: bool,
    /// Its columns and first rows, where the user may say which column is what.
    pub preview: Option<Box<FilePreview>>,
    /// How its characters were read; `None` where they could not be.
    pub encoding: Option<Encoding>,
    /// Whether it is no Unicode but could be windows-1252, which the user may say.
    pub may_be_windows_1252: bool,
    /// Rows read.
    pub n_read: usize,
    /// Names in its rows that are no task of the suite, each with its number of rows, those with
    /// most rows first, at most 20; and how many such names there are.
    pub unknown_tasks: (Vec<(String, usize)>, usize),
    /// Lines of rows that are cut off, at most 20, and how many there are.
    pub cut: (Vec<usize>, usize),
    /// Line of a last row that may lack the end of its last cell.
    pub may_be_cut: Option<usize>,
    /// What else is wrong, each with its place; the first ones of very many.
    pub complaints: Vec<Complaint>,
    /// How many complaints there are, rows of unknown tasks included.
    pub n_complaints: usize,
}

impl UploadFile {
    /// Adds a complaint about the whole file.
    pub fn complain(&mut self, trouble: Trouble) {
        self.n_complaints += 1;
        self.complaints.push(Complaint {
            line: None,
            trouble,
            excerpt: String::new(),
        });
    }

    /// The run whose batch the file answers, where it is one of those that this page writes.
    pub fn batch_of(&self) -> Option<&str> {
        self.complaints
            .iter()
            .find_map(|complaint| match &complaint.trouble {
                Trouble::File(FileFault::BatchOfRun { run_id }) => Some(&**run_id),
                _ => None,
            })
    }

    /// Complaints that are neither listed nor counted under a task's name.
    pub fn n_unlisted(&self) -> usize {
        let named = self.unknown_tasks.0.iter().map(|(_, n_rows)| n_rows);
        let n_listed = self.complaints.len() + named.sum::<usize>();
        self.n_complaints.saturating_sub(n_listed)
    }
}

/// What a file looks like, and how it is read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilePreview {
    /// Its columns and first rows.
    pub first: Preview,
    /// What its columns are taken for.
    pub columns: Columns,
}

/// A task in an upload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UploadTask {
    /// Task id.
    pub task_id: String,
    /// How the task was known, by the least sure of its rows.
    pub source: TaskSource,
    /// Official rows.
    pub n_rows: usize,
    /// Rows that got a prediction, be it null.
    pub n_matched: usize,
    /// Those of them that hold an answer.
    pub n_answered: usize,
    /// Predictions that are null or missing.
    pub n_null: usize,
    /// Rows without a reply because the request failed.
    pub n_failed: usize,
    /// Answers that are an empty text.
    pub n_empty: usize,
    /// Ids of official rows without a prediction, at most 20, and how many there are.
    pub missing: (Vec<String>, usize),
    /// Ids in the file that the data does not have, at most 20, and how many there are.
    pub extra: (Vec<String>, usize),
    /// Ids that came twice: id, and whether the values differ; at most 20, and how many there are.
    pub duplicate: (Vec<(String, bool)>, usize),
    /// Rows whose gold differs from ours, ids, at most 20, and how many there are.
    pub gold_conflicts: (Vec<String>, usize),
    /// Rows whose sentence differs from ours, ids, at most 20, and how many there are.
    pub prompt_conflicts: (Vec<String>, usize),
    /// The file's own readings that differ from ours.
    pub n_reading_differs: usize,
    /// Matched by order, not by id.
    pub is_by_order: bool,
    /// Why nothing of it is used.
    pub refusal: Option<Refusal>,
}

/// A complaint about a place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Complaint {
    /// 1-based line, if one.
    pub line: Option<usize>,
    /// What is wrong.
    pub trouble: Trouble,
    /// What the place holds, shortened; may be empty.
    pub excerpt: String,
}

/// What is wrong with a file or a row of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// Nothing of the file is used.
    File(FileFault),
    /// Something about one row.
    Row(ComplaintKind),
    /// A second record of a run whose record stands before it.
    SameRun,
    /// A record of ours that cannot be read.
    Record(ReadError),
}
