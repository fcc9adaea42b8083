//! What a file is, from its content.

use serde::{Deserialize, Serialize};

/// A recognised kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Shape {
    /// Our own record.
    Record,
    /// Inference file of SEA-HELM v1, or of either version before scoring.
    SeahelmV1,
    /// Scored rows of SEA-HELM HEAD.
    SeahelmHead,
    /// Raw model outputs of SEA-HELM HEAD: no ids, order of the data.
    SeahelmHeadRaw,
    /// SEA-HELM's results: scores only.
    SeahelmResults,
    /// `MetricX` scores of SEA-HELM HEAD's judge.
    SeahelmMetricX,
    /// One JSON object a line.
    JsonLines,
    /// A JSON list of objects.
    JsonArray,
    /// A JSON object from ids to predictions.
    JsonById,
    /// A JSON object from tasks to any of the other JSON forms.
    JsonByTask,
    /// A table with commas or semicolons.
    Csv,
    /// A table with tabs.
    Tsv,
    /// A Parquet file.
    Parquet,
    /// One answer a line, and nothing else.
    PlainLines,
    /// Logged samples of lm-evaluation-harness.
    LmEvalSamples,
    /// Results of lm-evaluation-harness: scores only.
    LmEvalResults,
    /// Details of lighteval, of either layout.
    LightevalDetails,
    /// Results of lighteval: scores only.
    LightevalResults,
    /// Log of Inspect: one JSON, or the archive `.eval`.
    InspectLog,
    /// Rows of Every Eval Ever.
    EveryEvalRows,
    /// Results of Every Eval Ever: scores only.
    EveryEvalScores,
    /// What a batch of `OpenAI`, Azure or vLLM gave.
    OpenAiBatch,
    /// What a message batch of Anthropic gave.
    AnthropicBatch,
    /// What a batch of Gemini gave.
    GeminiBatch,
}

impl Shape {
    /// Stable short name for records.
    pub fn id(self) -> &'static str {
        match self {
            Self::Record => "sukat-record",
            Self::SeahelmV1 => "seahelm-v1",
            Self::SeahelmHead => "seahelm-head",
            Self::SeahelmHeadRaw => "seahelm-head-raw",
            Self::SeahelmResults => "seahelm-results",
            Self::SeahelmMetricX => "seahelm-metricx",
            Self::JsonLines => "jsonl",
            Self::JsonArray => "json-array",
            Self::JsonById => "json-by-id",
            Self::JsonByTask => "json-by-task",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Parquet => "parquet",
            Self::PlainLines => "plain-lines",
            Self::LmEvalSamples => "lm-eval-samples",
            Self::LmEvalResults => "lm-eval-results",
            Self::LightevalDetails => "lighteval-details",
            Self::LightevalResults => "lighteval-results",
            Self::InspectLog => "inspect-log",
            Self::EveryEvalRows => "every-eval-rows",
            Self::EveryEvalScores => "every-eval-scores",
            Self::OpenAiBatch => "openai-batch",
            Self::AnthropicBatch => "anthropic-batch",
            Self::GeminiBatch => "gemini-batch",
        }
    }

    /// Whether a batch service wrote it: its ids are what the user had sent along.
    pub fn is_batch(self) -> bool {
        matches!(
            self,
            Self::OpenAiBatch | Self::AnthropicBatch | Self::GeminiBatch
        )
    }

    /// Whether SEA-HELM wrote it.
    pub fn is_seahelm(self) -> bool {
        matches!(
            self,
            Self::SeahelmV1
                | Self::SeahelmHead
                | Self::SeahelmHeadRaw
                | Self::SeahelmResults
                | Self::SeahelmMetricX
        )
    }
}

/// Names of the fields or columns that hold the parts of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The task.
    pub task: Option<String>,
    /// The row's id.
    pub id: Option<String>,
    /// The reply.
    pub prediction: Option<String>,
    /// Thinking.
    pub reasoning: Option<String>,
    /// The right answer, compared with ours and never used.
    pub gold: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// Why the model stopped.
    pub finish_reason: Option<String>,
}

// Usual names, the surest first. `idx`, `index` and `doc_id` are not ids: they count rows from 0,
// and the official ids of most tasks count from 1, so they would match the wrong rows.
const TASK_NAMES: &[&str] = &[
    "task",
    "task_id",
    "task_name",
    "subset",
    "dataset",
    "benchmark",
];
const ID_NAMES: &[&str] = &[
    "id",
    "row_id",
    "example_id",
    "sample_id",
    "question_id",
    "instance_id",
    "uid",
    "qid",
    "custom_id",
];
const PREDICTION_NAMES: &[&str] = &[
    "prediction",
    "predictions",
    "predicted",
    "pred",
    "response",
    "responses",
    "model_response",
    "raw_response",
    "reply",
    "model_output",
    "raw_output",
    "output",
    "outputs",
    "completion",
    "completions",
    "generated_text",
    "generation",
    "generated",
    "model_answer",
    "hypothesis",
    "answer",
    "result",
    "text",
    "content",
];
const REASONING_NAMES: &[&str] = &[
    "reasoning",
    "reasoning_content",
    "reasoning_contents",
    "thinking",
    "thoughts",
];
const GOLD_NAMES: &[&str] = &[
    "label",
    "labels",
    "gold",
    "gold_label",
    "reference",
    "references",
    "target",
    "expected",
    "ground_truth",
];
const MODEL_NAMES: &[&str] = &["model", "model_name", "model_id"];
const FINISH_NAMES: &[&str] = &["finish_reason", "finish_reasons", "stop_reason"];

/// Guesses columns by their names; case, blanks and hyphens do not matter.
pub fn guess_columns(names: &[&str]) -> Columns {
    let find = |usual: &[&str]| {
        let found = |wanted: &&str| names.iter().find(|name| plain_name(name) == **wanted);
        usual.iter().find_map(found).map(|name| (*name).to_owned())
    };
    Columns {
        task: find(TASK_NAMES),
        id: find(ID_NAMES),
        prediction: find(PREDICTION_NAMES),
        reasoning: find(REASONING_NAMES),
        gold: find(GOLD_NAMES),
        model: find(MODEL_NAMES),
        finish_reason: find(FINISH_NAMES),
    }
}

fn plain_name(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '-'], "_")
}

/// The shape of a row, from the names of its fields, if it is one that SEA-HELM writes.
pub fn seahelm_shape(names: &[&str]) -> Option<Shape> {
    let has = |wanted: &str| names.contains(&wanted);
    let has_data = has("prompts") || (has("label") && has("id"));
    if has("cleaned_responses") && has_data {
        Some(Shape::SeahelmHead)
    } else if has("cleaned_response") && has_data {
        Some(Shape::SeahelmV1)
    } else if has("responses") && has("prompts") {
        Some(if has("finish_reasons") {
            Shape::SeahelmHead
        } else {
            Shape::SeahelmV1
        })
    } else if has("responses")
        && !has("id")
        && (has("finish_reasons") || has("custom_ids") || has("errors"))
    {
        Some(Shape::SeahelmHeadRaw)
    } else if has("score") && has("message") && has("prompt") {
        Some(Shape::SeahelmMetricX)
    } else {
        None
    }
}

/// A kind of file that holds no predictions for us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OtherKind {
    /// Columns, packed.
    Parquet,
    /// Pages.
    Pdf,
    /// A picture.
    Png,
    /// A workbook, or another zip that is no archive of files.
    Xlsx,
    /// An older workbook.
    Xls,
    /// A database.
    Sqlite,
    /// Settings.
    Yaml,
    /// What a program said.
    Log,
    /// Text for people.
    Markdown,
}

impl OtherKind {
    /// Its usual name: `parquet`, `log`, ….
    pub fn id(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Pdf => "pdf",
            Self::Png => "png",
            Self::Xlsx => "xlsx",
            Self::Xls => "xls",
            Self::Sqlite => "sqlite",
            Self::Yaml => "yaml",
            Self::Log => "log",
            Self::Markdown => "md",
        }
    }
}

/// Kinds of files that can be told by their first bytes and hold no predictions for us.
pub fn unsupported_kind(bytes: &[u8], name: &str) -> Option<OtherKind> {
    let magic: [(&[u8], OtherKind); 6] = [
        (b"PAR1", OtherKind::Parquet),
        (b"%PDF", OtherKind::Pdf),
        (b"\x89PNG", OtherKind::Png),
        (b"PK\x03\x04", OtherKind::Xlsx),
        (b"\xd0\xcf\x11\xe0", OtherKind::Xls),
        (b"SQLite format 3", OtherKind::Sqlite),
    ];
    if let Some((_, kind)) = magic.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(*kind);
    }
    let endings = [
        (".yaml", OtherKind::Yaml),
        (".yml", OtherKind::Yaml),
        (".log", OtherKind::Log),
        (".md", OtherKind::Markdown),
    ];
    endings
        .iter()
        .find(|(end, _)| name.ends_with(end))
        .map(|(_, kind)| *kind)
}

/// Whether a text is a web page.
pub fn is_web_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(16).collect();
    let start = start.to_ascii_lowercase();
    ["<!doctype html", "<html", "<head", "<?xml"]
        .iter()
        .any(|opening| start.starts_with(opening))
}

/// Whether a text begins like a record of ours. Only `record` knows what is in it.
pub fn looks_like_record(text: &str) -> bool {
    let start: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .take(40)
        .collect();
    start.starts_with("{\"format\":\"sukat-record/")
}
