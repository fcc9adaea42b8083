//! Why an endpoint gave no reply: one reader for the error bodies of all servers, and one
//! classification, by what the run does next.
//!
//! No message leaves here that was not redacted and cut.

use serde_json::Value;

use crate::provider::key::{Key, redact};
use crate::provider::wait::{duration_millis, wait_from_headers, wait_from_text};
use crate::provider::{HttpResponse, Lesson};

/// Longest message kept, in characters.
pub const MAX_MESSAGE_CHARS: usize = 500;

/// How much of a body is looked at, in characters; more than enough for any message.
const MAX_READ_CHARS: usize = 8_000;

/// Why an endpoint gave us no reply, split by what the run does about it.
///
/// Every `message` is the server's or the browser's own, redacted, at most
/// [`MAX_MESSAGE_CHARS`] characters, and may be empty.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// Slow down all workers, then ask again.
    #[error("rate limited (HTTP {status})")]
    RateLimited {
        /// HTTP status.
        status: u16,
        /// How long the server asks to wait, where it says.
        wait_millis: Option<u64>,
        /// Server's message.
        message: String,
    },
    /// Ask this row again a little later.
    #[error("passing trouble (HTTP {status})")]
    Transient {
        /// HTTP status.
        status: u16,
        /// How long the server asks to wait, where it says.
        wait_millis: Option<u64>,
        /// Server's message.
        message: String,
    },
    /// Stop the run: the money or the quota is used up.
    #[error("quota used up (HTTP {status})")]
    Quota {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// Stop the run: every further request would fail the same way.
    #[error("key rejected (HTTP {status})")]
    Unauthorized {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// Our request is at fault; asking again as it is cannot help.
    #[error("request rejected (HTTP {status})")]
    BadRequest {
        /// HTTP status.
        status: u16,
        /// What to send differently, where the server names it.
        lesson: Option<Lesson>,
        /// Server's message.
        message: String,
    },
    /// A filter declined; an outcome of the row, not a failure.
    #[error("refused by a filter (HTTP {status})")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// No such path or model.
    #[error("not found (HTTP {status})")]
    NotFound {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// The reply breaks the wire format. `at` names the place, never the content.
    #[error("unexpected reply at {at}")]
    Malformed {
        /// HTTP status, a success.
        status: u16,
        /// Place in the reply.
        at: String,
        /// Beginning of the reply.
        message: String,
    },
    /// No status at all: blocked, refused, offline. The browser does not say which.
    #[error("no answer from the network")]
    Network {
        /// Browser's message.
        message: String,
    },
    /// Sent, and nothing came back in time.
    #[error("no reply within {after_millis} ms")]
    TimedOut {
        /// How long was waited.
        after_millis: u64,
    },
}

impl ProviderError {
    /// A request that ended without a status: the browser's message, redacted.
    pub fn network(message: &str, key: &Key) -> Self {
        Self::Network {
            message: cut(message, key),
        }
    }

    /// HTTP status, if one came.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::RateLimited { status, .. }
            | Self::Transient { status, .. }
            | Self::Quota { status, .. }
            | Self::Unauthorized { status, .. }
            | Self::BadRequest { status, .. }
            | Self::Refused { status, .. }
            | Self::NotFound { status, .. }
            | Self::Malformed { status, .. } => Some(*status),
            Self::Network { .. } | Self::TimedOut { .. } => None,
        }
    }

    /// What the server or the browser said, redacted; empty where it said nothing.
    pub fn message(&self) -> &str {
        match self {
            Self::RateLimited { message, .. }
            | Self::Transient { message, .. }
            | Self::Quota { message, .. }
            | Self::Unauthorized { message, .. }
            | Self::BadRequest { message, .. }
            | Self::Refused { message, .. }
            | Self::NotFound { message, .. }
            | Self::Malformed { message, .. }
            | Self::Network { message } => message,
            Self::TimedOut { .. } => "",
        }
    }

    /// Stable short name for the attempts of a record.
    pub fn id(&self) -> &'static str {
        match self {
            Self::RateLimited { .. } => "rate_limited",
            Self::Transient { .. } => "transient",
            Self::Quota { .. } => "quota",
            Self::Unauthorized { .. } => "unauthorized",
            Self::BadRequest { .. } => "bad_request",
            Self::Refused { .. } => "refused",
            Self::NotFound { .. } => "not_found",
            Self::Malformed { .. } => "malformed",
            Self::Network { .. } => "network",
            Self::TimedOut { .. } => "timed_out",
        }
    }
}

/// Reads a response whose status is no success.
pub fn read_error(response: &HttpResponse, key: &Key, now_millis: u64) -> ProviderError {
    let told = match serde_json::from_str::<Value>(response.body.trim_start_matches('\u{feff}')) {
        Ok(value) => Told::read(&value),
        Err(_) => Told {
            message: response.body.trim().to_owned(),
            ..Told::default()
        },
    };
    let wait = wait_from_headers(&response.headers, now_millis).or_else(|| told.wait());
    told.classify(response.status, response.status, wait, key)
}

/// Reads an error that sits inside a success: `value` is the `error` member's parent or the error
/// itself. Its own code decides the class; without one it is taken for passing trouble.
pub fn read_error_in_success(value: &Value, status: u16, key: &Key) -> ProviderError {
    let told = Told::read(value);
    let code = told
        .code
        .as_deref()
        .and_then(|code| code.parse::<u16>().ok());
    let class = code.filter(|code| (400..600).contains(code)).unwrap_or(500);
    let wait = told.wait();
    told.classify(class, status, wait, key)
}

/// A success that breaks the wire format.
pub fn malformed(response: &HttpResponse, at: impl Into<String>, key: &Key) -> ProviderError {
    ProviderError::Malformed {
        status: response.status,
        at: at.into(),
        message: cut(response.body.trim(), key),
    }
}

/// Redacts a text and cuts it to [`MAX_MESSAGE_CHARS`]. Redacts first: a key cut in half would
/// no longer be found.
pub fn cut(text: &str, key: &Key) -> String {
    let head: String = text.chars().take(MAX_READ_CHARS).collect();
    redact(&head, key).chars().take(MAX_MESSAGE_CHARS).collect()
}

/// What an error body says, whoever wrote it.
#[derive(Debug, Default)]
struct Told {
    message: String,
    code: Option<String>,
    kind: Option<String>,
    param: Option<String>,
    retry_delay_millis: Option<u64>,
    is_moderated: bool,
}

impl Told {
    fn read(value: &Value) -> Self {
        // Some paths of Gemini wrap the object into an array of one.
        let value = value.get(0).unwrap_or(value);
        let error = match value.get("error") {
            Some(Value::Null) | None => value,
            Some(error) => error,
        };
        let mut told = Self::default();
        let text = |name: &str| {
            [error, value]
                .iter()
                .find_map(|from| from.get(name).and_then(scalar))
        };
        told.code = text("code");
        told.kind = text("type").or_else(|| text("status"));
        told.param = text("param");
        told.message = error
            .as_str()
            .map(str::to_owned)
            .or_else(|| text("message"))
            .or_else(|| told.read_detail(error.get("detail").or_else(|| value.get("detail"))?))
            .or_else(|| error.get("message").map(Value::to_string))
            .unwrap_or_else(|| {
                if value.is_object() {
                    value.to_string()
                } else {
                    scalar(value).unwrap_or_default()
                }
            });
        told.read_metadata(error);
        let details = error
            .get("details")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        told.retry_delay_millis = details
            .filter_map(|detail| duration_millis(detail.get("retryDelay")?.as_str()?))
            .max();
        told
    }

    /// `detail` of validating servers: a text, or a list of `{msg, loc}`.
    fn read_detail(&mut self, detail: &Value) -> Option<String> {
        let Some(items) = detail.as_array() else {
            return scalar(detail).or_else(|| Some(detail.to_string()));
        };
        let mut lines = Vec::new();
        for item in items {
            let place: Vec<String> = item
                .get("loc")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(scalar)
                .collect();
            if self.param.is_none() {
                self.param = place.last().cloned();
            }
            let message = item
                .get("msg")
                .and_then(scalar)
                .or_else(|| scalar(item))
                .unwrap_or_default();
            if self.kind.is_none() {
                self.kind = item.get("type").and_then(scalar);
            }
            lines.push(if place.is_empty() {
                message
            } else {
                format!("{}: {message}", place.join("."))
            });
        }
        Some(lines.join("; "))
    }

    /// What a broker adds: the words of the machine behind it, and reasons of a filter.
    fn read_metadata(&mut self, error: &Value) {
        let Some(metadata) = error.get("metadata") else {
            return;
        };
        if let Some(raw) = metadata.get("raw").and_then(scalar)
            && !raw.is_empty()
        {
            self.message = format!("{}: {raw}", self.message);
        }
        self.is_moderated = metadata
            .get("reasons")
            .and_then(Value::as_array)
            .is_some_and(|reasons| !reasons.is_empty());
    }

    fn wait(&self) -> Option<u64> {
        self.retry_delay_millis
            .or_else(|| wait_from_text(&self.message))
    }

    /// Whether code or type is one of `names`.
    fn is_named(&self, names: &[&str]) -> bool {
        [&self.code, &self.kind]
            .into_iter()
            .flatten()
            .any(|have| names.iter().any(|name| have.eq_ignore_ascii_case(name)))
    }

    /// `class` is the status that decides, `status` the one that came.
    fn classify(
        &self,
        class: u16,
        status: u16,
        wait_millis: Option<u64>,
        key: &Key,
    ) -> ProviderError {
        let message = cut(&self.message, key);
        let lower = self.message.to_ascii_lowercase();
        if matches!(class, 400 | 403 | 422) && self.is_filter(&lower) {
            return ProviderError::Refused { status, message };
        }
        match class {
            402 => ProviderError::Quota { status, message },
            429 if self.is_quota(&lower, wait_millis) => ProviderError::Quota { status, message },
            429 | 498 => ProviderError::RateLimited {
                status,
                wait_millis,
                message,
            },
            503 if lower.contains("overloaded") => ProviderError::RateLimited {
                status,
                wait_millis,
                message,
            },
            401 | 403 => ProviderError::Unauthorized { status, message },
            400 if self.is_bad_key(&lower) => ProviderError::Unauthorized { status, message },
            404 | 405 | 410 | 300..=399 => ProviderError::NotFound { status, message },
            400 if self.is_named(&["model_not_found"]) => {
                ProviderError::NotFound { status, message }
            }
            408 | 409 | 425 | 500 | 502..=599 => ProviderError::Transient {
                status,
                wait_millis,
                message,
            },
            _ => ProviderError::BadRequest {
                status,
                lesson: self.lesson(&lower),
                message,
            },
        }
    }

    fn is_filter(&self, lower: &str) -> bool {
        self.is_moderated
            || self.is_named(&[
                "content_filter",
                "content_policy_violation",
                "ResponsibleAIPolicyViolation",
            ])
            || lower.contains("content management policy")
            || lower.contains("requires moderation")
    }

    /// Gemini speaks of quota and billing for limits by the minute too, but then names a wait.
    fn is_quota(&self, lower: &str, wait_millis: Option<u64>) -> bool {
        self.is_named(&[
            "insufficient_quota",
            "billing_hard_limit_reached",
            "billing_not_active",
            "insufficient_balance",
        ]) || (wait_millis.is_none()
            && [
                "billing",
                "insufficient balance",
                "insufficient credit",
                "out of credits",
            ]
            .iter()
            .any(|words| lower.contains(words)))
    }

    fn is_bad_key(&self, lower: &str) -> bool {
        self.is_named(&["invalid_api_key", "API_KEY_INVALID"])
            || [
                "incorrect api key",
                "invalid api key",
                "api key not valid",
                "api key not found",
            ]
            .iter()
            .any(|words| lower.contains(words))
    }

    /// A refused parameter, if the server says which and that it is not taken at all. A value out
    /// of range is no lesson: the user chose it and must hear of it.
    fn lesson(&self, lower: &str) -> Option<Lesson> {
        const NOT_TAKEN: [&str; 11] = [
            "unsupported",
            "not supported",
            "not support",
            "unrecognized",
            "unknown",
            "unexpected",
            "not permitted",
            "not allowed",
            "deprecated",
            "only the default",
            "cannot both be",
        ];
        const NAMES: [&str; 5] = [
            "max_completion_tokens",
            "max_tokens",
            "temperature",
            "top_p",
            "seed",
        ];
        let code = [&self.code, &self.kind].into_iter().flatten();
        let is_not_taken = NOT_TAKEN.iter().any(|words| lower.contains(words))
            || code.into_iter().any(|code| {
                let code = code.to_ascii_lowercase();
                code.starts_with("unsupported")
                    || code.starts_with("extra_forbidden")
                    || code == "unknown_parameter"
            });
        if !is_not_taken {
            return None;
        }
        let named = self
            .param
            .as_deref()
            .map(|param| param.rsplit('.').next().unwrap_or(param));
        let name = match NAMES.iter().find(|&&name| named == Some(name)) {
            Some(name) => *name,
            // The first one in the text is the refused one, the next what to use instead.
            None => NAMES
                .iter()
                .filter_map(|&name| Some((word_at(lower, name)?, name)))
                .min_by_key(|&(at, _)| at)
                .map(|(_, name)| name)?,
        };
        match name {
            "max_tokens" => Some(Lesson::UseMaxCompletionTokens),
            "max_completion_tokens" => Some(Lesson::UseMaxTokens),
            "temperature" if lower.contains("cannot both be") => Some(Lesson::DropTopP),
            "temperature" => Some(Lesson::DropTemperature),
            "top_p" => Some(Lesson::DropTopP),
            _ => Some(Lesson::DropSeed),
        }
    }
}

/// Where `word` stands as a whole word.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        !is_inside(text[..at].chars().next_back())
            && !is_inside(text[at + word.len()..].chars().next())
    })
}

/// A string, number or boolean as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_so) => Some(is_so.to_string()),
        _ => None,
    }
}
