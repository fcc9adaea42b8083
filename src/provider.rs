//! A file a wire format: request out of a prompt, reply out of a response. Sends nothing.

pub mod address;
pub mod error;
pub mod key;
pub mod openai_chat;
pub mod wait;

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

/// Name under which the output cap is sent. Never both: strict servers refuse one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CapName {
    /// `max_tokens`: what most servers know.
    #[default]
    MaxTokens,
    /// `max_completion_tokens`: what newer models of OpenAI insist on.
    MaxCompletionTokens,
}

/// Sampling parameters of a request; `None` is not sent, and the server's default applies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Params {
    /// Output cap in tokens.
    pub max_tokens: Option<u32>,
    /// Name the cap is sent under.
    pub cap_name: CapName,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    pub top_p: Option<f64>,
    /// Sampling seed.
    pub seed: Option<u64>,
}

/// What a server's refusal teaches about a parameter. Holds for the whole run, is told to the
/// user, and is written into the record: it can change scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lesson {
    /// Send the cap as `max_completion_tokens`.
    UseMaxCompletionTokens,
    /// Send the cap as `max_tokens`.
    UseMaxTokens,
    /// Send no temperature.
    DropTemperature,
    /// Send no `top_p`.
    DropTopP,
    /// Send no seed.
    DropSeed,
}

impl CapName {
    /// As it stands in the request.
    pub fn id(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

impl Params {
    /// The same request with the lesson minded; equal to `self` where the lesson is about
    /// something that was not sent.
    #[must_use]
    pub fn minding(mut self, lesson: Lesson) -> Self {
        match lesson {
            Lesson::UseMaxCompletionTokens => {
                if self.max_tokens.is_some() {
                    self.cap_name = CapName::MaxCompletionTokens;
                }
            }
            Lesson::UseMaxTokens => self.cap_name = CapName::MaxTokens,
            Lesson::DropTemperature => self.temperature = None,
            Lesson::DropTopP => self.top_p = None,
            Lesson::DropSeed => self.seed = None,
        }
        self
    }
}

impl Lesson {
    /// The sentence for the notes of a record.
    pub fn note(self) -> &'static str {
        match self {
            Self::UseMaxCompletionTokens => {
                "output cap sent as max_completion_tokens: the server refused max_tokens"
            }
            Self::UseMaxTokens => {
                "output cap sent as max_tokens: the server refused max_completion_tokens"
            }
            Self::DropTemperature => {
                "temperature: server default, the server refused the one asked for"
            }
            Self::DropTopP => "top_p: server default, the server refused the one asked for",
            Self::DropSeed => "seed: not sent, the server refused it",
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

    /// Whether there is a text to score.
    pub fn has_text(&self) -> bool {
        matches!(self, Self::Answered | Self::Truncated)
    }
}
