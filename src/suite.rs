//! Suites, tasks and rows: what a benchmark asks, read from `data/suites/` and checked.
//!
//! Must never hold a fact about a benchmark that belongs into the data file.

pub mod load;
pub mod official;
pub mod published;
pub mod samples;
pub mod template;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A text in the two languages of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    /// English.
    pub en: String,
    /// Filipino.
    pub fil: String,
}

/// Which version of the reference implementation is followed.
///
/// The two read answers differently, so their scores are never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// SEA-HELM v1.0.0: the version whose numbers the paper prints.
    V1,
    /// SEA-HELM v1.2.1, the current one.
    Head,
}

/// The language of the instructions around a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TemplateLanguage {
    /// As in all results of the paper.
    Filipino,
    /// Appendix D of the paper; profile [`Profile::V1`] only.
    English,
}

/// How many solved examples stand before the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shots {
    /// None: instruction-tuned models.
    Zero,
    /// The first five rows of the examples file: base models.
    Five,
}

/// What kind of answer a task wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// One of a few labels.
    Classification,
    /// A short text: a summary.
    Summarization,
    /// A short text: a translation.
    Translation,
}

/// A benchmark: its tasks, where they come from and how their scores are averaged.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Version of the file's shape: `sukat-suite/1`.
    pub format: String,
    /// `batayan`.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// How to cite it.
    pub citation: Citation,
    /// Where the data files lie.
    pub upstream: Upstream,
    /// What each profile stands for, keyed `v1`, `head`.
    pub profiles: BTreeMap<String, ProfileInfo>,
    /// In the order of the paper.
    pub tasks: Vec<Task>,
    /// Averages over task columns, in the order they are shown.
    pub averages: Vec<Average>,
}

/// A paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Citation {
    /// Title of the paper.
    pub title: String,
    /// `arXiv 2502.14911`.
    pub id: String,
    /// Address of the paper.
    pub url: String,
}

/// The repository the data files come from, at one commit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// Address of the repository.
    pub repo: String,
    /// Full commit hash.
    pub commit: String,
    /// Address that, followed by a file's `path`, gives its bytes, with CORS.
    pub raw: String,
}

/// What a profile reproduces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProfileInfo {
    /// `SEA-HELM v1.0.0`.
    pub reference: String,
    /// Full commit hash of the reference.
    pub commit: String,
    /// One sentence for people.
    pub note: Bilingual,
}

/// One task: a test file, its prompts, labels and metrics.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// `PI`, `QA`, …, `MT-en-tl`.
    pub id: String,
    /// Full name.
    pub name: Bilingual,
    /// What it asks, in one sentence.
    pub asks: Bilingual,
    /// What kind of answer it wants.
    pub kind: TaskKind,
    /// Name in SEA-HELM's files, e.g. `belebele-qa-mc`.
    pub seahelm_task: String,
    /// Competency in the paper (`NLU`, `NLR`, `NLG`).
    pub competency: String,
    /// Competency in SEA-HELM (`nlu`, `safety`, `nlr`, `nlg`).
    pub seahelm_competency: String,
    /// The test rows.
    pub test_file: DataFile,
    /// The five solved examples.
    pub examples_file: DataFile,
    /// Names of the fields that fill the templates.
    pub prompt_fields: Vec<String>,
    /// Names of row metadata that templates use besides (`question` of the English CR prompt).
    #[serde(default)]
    pub metadata_fields: Vec<String>,
    /// Classes in option order; empty for text tasks.
    #[serde(default)]
    pub labels: Vec<Label>,
    /// What the reference v1 writes for an answer it cannot read: `"none"`, `2`, `3`, `4`.
    /// `null` for text tasks.
    pub null_label_v1: serde_json::Value,
    /// Columns the paper prints for the task, in its order.
    pub paper_metrics: Vec<MetricId>,
    /// SEA-HELM's main number for the task.
    pub seahelm_metric: MetricId,
    /// Every metric shown for the task, in order; includes the two above.
    pub metrics: Vec<MetricId>,
    /// Prompt and decoding of profile `v1`.
    pub v1: V1Prompt,
    /// Prompt and decoding of profile `head`.
    pub head: HeadPrompt,
    /// English instructions.
    pub english: EnglishPrompt,
    /// Licence, as known.
    pub licence: Licence,
    /// Where the sentences came from.
    pub source: Bilingual,
    /// What a user should know about these rows.
    #[serde(default)]
    pub remarks: Vec<Bilingual>,
}

/// A file of the official data.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFile {
    /// Path in the upstream repository.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the bytes, 64 lower-case hex digits.
    pub sha256: String,
    /// Number of JSON lines.
    pub rows: usize,
}

/// One class of a classification task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The word a model must write: `A`, `Positibo`, `Malinis`. Profile `head`'s gold.
    pub answer: String,
    /// Gold value in the v1 data file: a string or an integer.
    pub gold_v1: serde_json::Value,
    /// The word in English prompts: `A`, `Positive`, `Clean`.
    pub english: String,
    /// Other words of the same meaning that the lenient reading accepts, lower case.
    #[serde(default)]
    pub synonyms: Vec<String>,
    /// What the class means.
    pub name: Bilingual,
}

/// Prompt and decoding parameters of SEA-HELM v1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct V1Prompt {
    /// The user message; holds `{fewshot_examples}` and the prompt fields.
    pub template: String,
    /// One solved example, put five times at `{fewshot_examples}`.
    pub fewshot_example: String,
    /// Answer text when examples are chat turns.
    pub fewshot_label: String,
    /// Output cap in tokens.
    pub max_tokens: u32,
    /// Sampling temperature.
    pub temperature: f64,
    /// Nucleus sampling.
    pub top_p: f64,
    /// Top-k sampling.
    pub top_k: u32,
    /// Repetition penalty.
    pub repetition_penalty: f64,
    /// Sampling seed.
    pub seed: u64,
}

/// Prompt and decoding parameters of SEA-HELM HEAD.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadPrompt {
    /// Instructions; holds `{answer_tag}`.
    pub preamble: String,
    /// The row.
    pub task_template: String,
    /// The assistant's turn in few-shot prompts: `{answer_tag} {label}`.
    pub answer_template: String,
    /// `Sagot:`, `Buod:`, `Salin:`.
    pub answer_tag: String,
    /// Output cap in tokens. Everything else is the model's own default.
    pub max_tokens: u32,
}

/// English instructions, read with the v1 rules and English tags.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnglishPrompt {
    /// As [`V1Prompt::template`]; `{language}` is already filled in.
    pub template: String,
    /// As [`V1Prompt::fewshot_example`].
    pub fewshot_example: String,
    /// `Answer: {label}`.
    pub fewshot_label: String,
    /// `answer:`, `summary:`, `translation:`.
    pub answer_tag: String,
    /// Whether upstream has this template (QA only) or it is reconstructed from the paper.
    pub is_upstream: bool,
}

/// What may be done with the data, as far as the sources say.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Licence {
    /// Short name: `CC BY-NC 4.0`, `unknown`.
    pub name: String,
    /// Who says so, and any contradiction.
    pub note: Bilingual,
}

/// A number computed for a task. All are on the scale 0 to 100 unless the variant says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MetricId {
    /// Macro F1 over the union of gold classes and given answers: the paper's macro F1.
    MacroF1,
    /// Macro F1 over the gold classes only.
    MacroF1Gold,
    /// [`MetricId::MacroF1Gold`] times the share of readable answers.
    NullWeightedF1,
    /// Balanced accuracy rescaled so that guessing is 0.
    NormalizedAccuracy,
    /// Mean recall over the gold classes; SEA-HELM calls it `accuracy`.
    BalancedAccuracy,
    /// Share of right answers.
    PlainAccuracy,
    /// ROUGE-L F, median of XL-Sum's seeded bootstrap: the paper's ROUGE-L.
    RougeLF1,
    /// ROUGE-L precision, median of the bootstrap.
    RougeLPrecision,
    /// ROUGE-L recall, median of the bootstrap.
    RougeLRecall,
    /// ROUGE-L F, plain mean over rows.
    RougeLMean,
    /// chrF++ on corpus totals.
    ChrfPp,
    /// Plain mean of the rows' chrF++.
    ChrfPpMean,
    /// BERTScore F1; not computed here yet.
    BertScoreF1,
    /// Normalised MetricX-24; not computable in a tab.
    MetricX24,
}

/// A named mean of columns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Average {
    /// `paper-nlu`, `seahelm-nlu`, ….
    pub id: String,
    /// Whose view: `paper` or `seahelm`.
    pub view: View,
    /// Its official name; used only when every part is there and complete.
    pub name: Bilingual,
    /// What is averaged, each with equal weight.
    pub parts: Vec<Part>,
}

/// Whose way of averaging.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The paper's competency averages.
    Paper,
    /// SEA-HELM's competencies and total.
    Seahelm,
}

/// One term of an average.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// A task's column.
    Column {
        /// Task id.
        task: String,
        /// Which of its metrics.
        metric: MetricId,
    },
    /// Another average, by id.
    Average {
        /// Id of an average that stands before this one.
        average: String,
    },
}

/// The right answer of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gold {
    /// Index into [`Task::labels`].
    Class(usize),
    /// Reference text.
    Text(String),
}

/// One test row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Unique within the task; kept as text even where it looks like a number.
    pub id: String,
    /// The right answer.
    pub gold: Gold,
    /// Prompt fields by name, byte for byte as in the file.
    pub fields: BTreeMap<String, String>,
    /// Metadata that is text, by name (`question` = `cause`/`effect`, …).
    pub metadata: BTreeMap<String, String>,
}

/// A solved example for few-shot prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Prompt fields by name.
    pub fields: BTreeMap<String, String>,
    /// Metadata that is text, by name.
    pub metadata: BTreeMap<String, String>,
    /// The answer text to show.
    pub label: String,
}

/// Where rows came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DataKind {
    /// The official files, checked by hash.
    Official,
    /// Small rows of our own, for a first look; never an official number.
    Sample,
}

/// The rows of one task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskData {
    /// Task id.
    pub task_id: String,
    /// Official or sample.
    pub kind: DataKind,
    /// In file order; the order matters to ROUGE-L.
    pub rows: Vec<Row>,
    /// In file order; five for official data.
    pub examples: Vec<Example>,
    /// SHA-256 of the test file's bytes.
    pub sha256: String,
}

impl Suite {
    /// The task with this id.
    pub fn task(&self, id: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.id == id)
    }
}

impl Profile {
    /// Stable short name: `v1`, `head`.
    pub fn id(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::Head => "head",
        }
    }
}

impl Task {
    /// Whether answers are labels.
    pub fn is_classification(&self) -> bool {
        self.kind == TaskKind::Classification
    }
}

impl MetricId {
    /// Every metric, in the order of the enum.
    pub const ALL: [Self; 14] = [
        Self::MacroF1,
        Self::MacroF1Gold,
        Self::NullWeightedF1,
        Self::NormalizedAccuracy,
        Self::BalancedAccuracy,
        Self::PlainAccuracy,
        Self::RougeLF1,
        Self::RougeLPrecision,
        Self::RougeLRecall,
        Self::RougeLMean,
        Self::ChrfPp,
        Self::ChrfPpMean,
        Self::BertScoreF1,
        Self::MetricX24,
    ];

    /// Stable short name, the one that suite files use: `macro_f1`, `rouge_l_f1`.
    pub fn id(self) -> &'static str {
        match self {
            Self::MacroF1 => "macro_f1",
            Self::MacroF1Gold => "macro_f1_gold",
            Self::NullWeightedF1 => "null_weighted_f1",
            Self::NormalizedAccuracy => "normalized_accuracy",
            Self::BalancedAccuracy => "balanced_accuracy",
            Self::PlainAccuracy => "plain_accuracy",
            Self::RougeLF1 => "rouge_l_f1",
            Self::RougeLPrecision => "rouge_l_precision",
            Self::RougeLRecall => "rouge_l_recall",
            Self::RougeLMean => "rouge_l_mean",
            Self::ChrfPp => "chrf_pp",
            Self::ChrfPpMean => "chrf_pp_mean",
            Self::BertScoreF1 => "bert_score_f1",
            Self::MetricX24 => "metric_x24",
        }
    }
}
