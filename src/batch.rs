//! The requests of a run as files that vendors and clusters work through by themselves, and what
//! comes back from them. The bodies are those that are sent live, byte for byte, and the replies
//! are read by the same readers. Holds no key and sends nothing.

mod id; // which row of which run a line belongs to
pub mod read;
pub mod write;

use serde::{Deserialize, Serialize};

use crate::provider::Format;

/// Begins the result of an attempt that a batch answered: `batch:ok`, `batch:expired`.
pub const ATTEMPT_PREFIX: &str = "batch:";

/// A note for the head of a record with such rows.
pub const NOTE: &str = "some rows were answered by a batch";

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchKind {
    /// JSON lines for the batches of `OpenAI` and Azure, which `vllm run-batch` takes as well.
    OpenAi,
    /// One JSON document for the message batches of Anthropic.
    Anthropic,
    /// JSON lines for the batches of Gemini.
    Gemini,
    /// JSON lines of prompts, for whatever else can answer them.
    Plain,
}

impl BatchKind {
    /// The kinds that an endpoint's requests can be written as, the vendor's own first.
    pub fn of(format: Format) -> &'static [Self] {
        match format {
            Format::OpenAiChat
            | Format::OpenAiCompletions
            | Format::OpenAiResponses
            | Format::Azure => &[Self::OpenAi, Self::Plain],
            Format::Anthropic => &[Self::Anthropic, Self::Plain],
            Format::Gemini => &[Self::Gemini, Self::Plain],
            Format::Cohere | Format::Ollama => &[Self::Plain],
            Format::Browser => &[],
        }
    }

    /// Stable short name, also for file names.
    pub fn id(self) -> &'static str {
        match self {
            Self::OpenAi => "openai-batch",
            Self::Anthropic => "anthropic-batch",
            Self::Gemini => "gemini-batch",
            Self::Plain => "prompts",
        }
    }

    /// How its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Anthropic => "json",
            Self::OpenAi | Self::Gemini | Self::Plain => "jsonl",
        }
    }
}
