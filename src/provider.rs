//! A file a wire format: request out of a prompt, reply out of a response. Sends nothing.

pub mod address;
pub mod anthropic;
pub mod azure;
mod body;
pub mod browser;
pub mod call;
pub mod cohere;
pub mod error;
pub mod format;
pub mod gemini;
pub mod key;
pub mod lesson;
pub mod models;
pub mod ollama;
pub mod openai_chat;
pub mod openai_completions;
pub mod openai_responses;
pub mod preset;
pub mod prices;
mod reply;
pub mod stand_in;
pub mod told;
pub mod wait;

use serde::{Deserialize, Serialize};

/// A wire format: how a prompt is written and a reply is read. One file each, and no more than
/// that: what a server can do within its format is learnt from its replies ([`Lesson`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Format {
    /// `/chat/completions`, which most servers of models understand.
    #[default]
    OpenAiChat,
    /// `/completions`: plain text for base models.
    OpenAiCompletions,
    /// `/responses` of OpenAI.
    OpenAiResponses,
    /// The chat calls of OpenAI in the clothes of Azure.
    Azure,
    /// `/messages` of Anthropic.
    Anthropic,
    /// `:generateContent` of Google.
    Gemini,
    /// `/chat` of Cohere, version 2.
    Cohere,
    /// `/api/chat` of Ollama, the only one of its calls that takes a context size.
    Ollama,
    /// No wire at all: the model that some browsers have built in. Never among
    /// [`FORMATS`](format::FORMATS), which are those of servers.
    Browser,
}

/// Token counts of one call, as the endpoint reports them; absent means not reported, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt_tokens: Option<u64>,
    /// Tokens of the reply, thinking included.
    pub output_tokens: Option<u64>,
    /// Tokens spent on thinking.
    pub reasoning_tokens: Option<u64>,
}

/// How a call ended. Each call ends in exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Text, and the model stopped by itself.
    Answered,
    /// Text, cut by the output cap; scored and flagged.
    Truncated,
    /// Success without text.
    Empty(EmptyWhy),
    /// The model or a filter declined.
    Refused,
    /// No reply after retries.
    Failed {
        /// HTTP status, if there was one.
        status: Option<u16>,
        /// Server's message, redacted.
        message: String,
    },
    /// Not sent, paused, cancelled or interrupted.
    NotAsked,
}

/// Why a successful reply held no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmptyWhy {
    /// The output budget went to thinking.
    Budget,
    /// Nobody knows.
    Unknown,
}

/// What a successful call brought.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// [`Outcome::Answered`], `Truncated`, `Empty` or `Refused`.
    pub outcome: Outcome,
    /// The model's text, untouched; empty when there was none.
    pub text: String,
    /// Thinking, where the endpoint returns it apart.
    pub reasoning: Option<String>,
    /// `stop`, `length`, … as sent.
    pub finish_reason: Option<String>,
    /// Model name in the reply.
    pub model: Option<String>,
    /// `system_fingerprint`.
    pub fingerprint: Option<String>,
    /// Machine behind a broker (`provider` of `OpenRouter`).
    pub served_by: Option<String>,
    /// Token counts.
    pub usage: Usage,
    /// Digest of the request it answers, see [`call::Call::digest`], where somebody took it.
    pub request_sha256: Option<String>,
}

/// A request the driver can send: nothing here but what goes over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// Full address.
    pub url: String,
    /// JSON body.
    pub body: String,
}

/// What came back, as far as the browser lets a page read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpResponse {
    /// HTTP status.
    pub status: u16,
    /// Readable headers, names in any case; often few or none, by the rules of CORS.
    pub headers: Vec<(String, String)>,
    /// The whole body as text.
    pub body: String,
}

/// Name under which the output cap is sent. Never two: strict servers refuse one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CapName {
    /// `max_tokens`: what most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`: what newer models of OpenAI insist on.
    MaxCompletionTokens,
    /// `max_output_tokens`: the responses of OpenAI.
    MaxOutputTokens,
    /// `maxOutputTokens`: Gemini.
    MaxOutputTokensCamel,
    /// `num_predict`: Ollama.
    NumPredict,
}

/// Sampling parameters of a request; `None` is not sent, and the server's default applies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// Output cap in tokens.
    pub max_tokens: Option<u32>,
    /// Name the cap is sent under; fixed by most formats, see [`Format::fit`].
    pub cap_name: CapName,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    pub top_p: Option<f64>,
    /// Top-k sampling.
    pub top_k: Option<u32>,
    /// Sampling seed.
    pub seed: Option<u64>,
    /// Texts at which the server ends the reply; they are no part of it.
    pub stop: Vec<String>,
    /// Base models in profile head: the tag at which a first request ends. A second one goes on
    /// behind it, up to [`Params::stop`].
    pub first_stop: Option<String>,
    /// Context size in tokens that the server shall make room for.
    pub context_size: Option<u32>,
}

/// What a server's refusal teaches about a parameter. Holds for the whole run, is told to the
/// user, and is written into the record: it can change scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Lesson {
    /// Send the cap as `max_completion_tokens`.
    UseMaxCompletionTokens,
    /// Send the cap as `max_tokens`.
    UseMaxTokens,
    /// Send no temperature.
    DropTemperature,
    /// Send no `top_p`.
    DropTopP,
    /// Send no `top_k`.
    DropTopK,
    /// Send no seed.
    DropSeed,
    /// Send no texts to stop at.
    DropStop,
    /// Send no context size.
    DropContextSize,
    /// Send no output cap.
    DropCap,
}

impl Reply {
    /// A reply that holds nothing but how the call ended.
    pub fn without_text(outcome: Outcome) -> Self {
        Self {
            outcome,
            text: String::new(),
            reasoning: None,
            finish_reason: None,
            model: None,
            fingerprint: None,
            served_by: None,
            usage: Usage::default(),
            request_sha256: None,
        }
    }
}

impl Outcome {
    /// Stable short name for records: `answered`, `truncated`, `empty`, `refused`, `failed`, `not_asked`.
    pub fn id(&self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Truncated => "truncated",
            Self::Empty(_) => "empty",
            Self::Refused => "refused",
            Self::Failed { .. } => "failed",
            Self::NotAsked => "not_asked",
        }
    }

    /// Whether a reply came, with or without text: going on does not ask such a row again.
    pub fn has_reply(&self) -> bool {
        !matches!(self, Self::Failed { .. } | Self::NotAsked)
    }

    /// Whether there is a text to score.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::Answered | Self::Truncated)
    }
}
