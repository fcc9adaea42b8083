//! A file a wire format: request out of a prompt, reply out of a response. Sends nothing.

pub mod address;
pub mod error;
pub mod key;
pub mod openai_chat;

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
    /// Machine behind a broker (`provider` of OpenRouter).
    pub served_by: Option<String>,
    /// Token counts.
    pub usage: Usage,
}

/// A request the driver can send: nothing here but what goes over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// Full address.
    pub url: String,
    /// JSON body.
    pub body: String,
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

    /// Whether there is a text to score.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::Answered | Self::Truncated)
    }
}
