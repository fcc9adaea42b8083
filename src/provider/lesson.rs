//! What is sent differently once a server, or the format itself, does not take a parameter.
//!
//! Nothing here looks at the name of a model: a server says what it does not take, and is believed.

use crate::provider::{CapName, Format, Lesson, Params};

/// The cap of a format that insists on one, where none was asked for. Suites always name theirs.
const MAX_TOKENS_IF_REQUIRED: u32 = 4096;

/// Lessons that leave a parameter out.
const DROPS: [Lesson; 7] = [
    Lesson::DropTemperature,
    Lesson::DropTopP,
    Lesson::DropTopK,
    Lesson::DropSeed,
    Lesson::DropStop,
    Lesson::DropContextSize,
    Lesson::DropCap,
];

/// Every name a cap can have.
const CAP_NAMES: [CapName; 5] = [
    CapName::MaxTokens,
    CapName::MaxCompletionTokens,
    CapName::MaxOutputTokens,
    CapName::MaxOutputTokensCamel,
    CapName::NumPredict,
];

impl CapName {
    /// As it stands in the request.
    pub fn id(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
            Self::MaxOutputTokens => "max_output_tokens",
            Self::MaxOutputTokensCamel => "maxOutputTokens",
            Self::NumPredict => "num_predict",
        }
    }

    /// The name that stands in a request.
    pub fn from_id(id: &str) -> Option<Self> {
        CAP_NAMES.into_iter().find(|name| name.id() == id)
    }
}

impl Params {
    /// The same request with the lesson minded; equal to `self` where the lesson is about
    /// something that was not sent.
    #[must_use]
    pub fn minding(mut self, lesson: Lesson) -> Self {
        match lesson {
            Lesson::UseMaxCompletionTokens => {
                if self.max_tokens.is_some() && self.cap_name == CapName::MaxTokens {
                    self.cap_name = CapName::MaxCompletionTokens;
                }
            }
            Lesson::UseMaxTokens => {
                if self.cap_name == CapName::MaxCompletionTokens {
                    self.cap_name = CapName::MaxTokens;
                }
            }
            Lesson::DropTemperature => self.temperature = None,
            Lesson::DropTopP => self.top_p = None,
            Lesson::DropTopK => self.top_k = None,
            Lesson::DropSeed => self.seed = None,
            Lesson::DropStop => {
                self.stop.clear();
                self.first_stop = None;
            }
            Lesson::DropContextSize => self.context_size = None,
            Lesson::DropCap => self.max_tokens = None,
        }
        self
    }
}

impl Lesson {
    /// The sentence for the notes of a record, when a server taught it.
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
            Self::DropTopK => "top_k: server default, the server refused the one asked for",
            Self::DropSeed => "seed: not sent, the server refused it",
            Self::DropStop => "stop: not sent, the server refused it",
            Self::DropContextSize => "context size: server default, the server refused it",
            Self::DropCap => "output cap: not sent, the server refused it",
        }
    }

    /// The sentence for the notes of a record, when it is known before the first request: see
    /// [`Format::fit`].
    pub fn note_of_format(self) -> &'static str {
        match self {
            Self::UseMaxCompletionTokens | Self::UseMaxTokens => self.note(),
            Self::DropTemperature => "temperature: not sent, the wire format has none",
            Self::DropTopP => "top_p: not sent, the wire format has none",
            Self::DropTopK => "top_k: not sent, the wire format has none",
            Self::DropSeed => "seed: not sent, the wire format has none",
            Self::DropStop => "stop: not sent, the wire format does not take it",
            Self::DropContextSize => "context size: not sent, the wire format has none",
            Self::DropCap => "output cap: not sent, the wire format has none",
        }
    }

    /// The lesson that takes this one back; minding both in turn would never end.
    pub fn opposite(self) -> Option<Self> {
        match self {
            Self::UseMaxCompletionTokens => Some(Self::UseMaxTokens),
            Self::UseMaxTokens => Some(Self::UseMaxCompletionTokens),
            _ => None,
        }
    }
}

impl Format {
    /// Turns parameters into those the format has, and names what had to go: for the record, which
    /// must show what is really sent, and for the user.
    pub fn fit(self, params: Params) -> (Params, Vec<Lesson>) {
        let mut fitted = params;
        fitted.cap_name = match (self, fitted.cap_name) {
            (Self::OpenAiChat | Self::Azure, CapName::MaxCompletionTokens) => {
                CapName::MaxCompletionTokens
            }
            (Self::OpenAiResponses, _) => CapName::MaxOutputTokens,
            (Self::Gemini, _) => CapName::MaxOutputTokensCamel,
            (Self::Ollama, _) => CapName::NumPredict,
            _ => CapName::MaxTokens,
        };
        if self == Self::Anthropic {
            fitted.max_tokens = fitted.max_tokens.or(Some(MAX_TOKENS_IF_REQUIRED));
        }
        if self != Self::OpenAiCompletions {
            fitted.first_stop = None;
        }
        let mut lessons = Vec::new();
        for lesson in DROPS {
            let is_blank_stop = lesson == Lesson::DropStop
                && self == Self::Anthropic
                && fitted.stop.iter().any(|stop| stop.trim().is_empty());
            let next = if is_blank_stop {
                // This format refuses stops of nothing but spaces and line ends.
                let mut next = fitted.clone();
                next.stop.retain(|stop| !stop.trim().is_empty());
                next
            } else if self.takes(lesson) {
                continue;
            } else {
                fitted.clone().minding(lesson)
            };
            if next != fitted {
                lessons.push(lesson);
                fitted = next;
            }
        }
        (fitted, lessons)
    }

    /// Whether the format has the parameter that the lesson is about, so that there is something
    /// to learn.
    pub fn takes(self, lesson: Lesson) -> bool {
        match lesson {
            Lesson::UseMaxCompletionTokens | Lesson::UseMaxTokens => {
                matches!(self, Self::OpenAiChat | Self::Azure)
            }
            Lesson::DropTemperature => true,
            // The browser's model takes nothing but a temperature.
            _ if self == Self::Browser => false,
            Lesson::DropTopP | Lesson::DropCap => true,
            Lesson::DropTopK => !matches!(self, Self::OpenAiResponses | Self::Azure),
            Lesson::DropSeed => !matches!(self, Self::OpenAiResponses | Self::Anthropic),
            Lesson::DropStop => self != Self::OpenAiResponses,
            Lesson::DropContextSize => self == Self::Ollama,
        }
    }
}
