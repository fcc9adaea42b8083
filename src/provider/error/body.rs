//! The bodies of errors: one reader and one classification for all servers.

use serde_json::Value;

use crate::provider::Lesson;
use crate::provider::error::{ProviderError, cut};
use crate::provider::key::Key;
use crate::provider::wait::{duration_millis, wait_from_text};

/// Statuses and the names that errors inside a success have for them.
const CLASSES: [(u16, &[&str]); 10] = [
    (
        401,
        &["authentication_error", "invalid_api_key", "UNAUTHENTICATED"],
    ),
    (403, &["permission_error", "PERMISSION_DENIED"]),
    (404, &["not_found_error", "model_not_found", "NOT_FOUND"]),
    (402, &["billing_error"]),
    (
        429,
        &[
            "rate_limit_error",
            "rate_limit_exceeded",
            "insufficient_quota",
            "RESOURCE_EXHAUSTED",
        ],
    ),
    (413, &["request_too_large"]),
    (
        400,
        &[
            "invalid_request_error",
            "invalid_prompt",
            "content_filter",
            "INVALID_ARGUMENT",
            "FAILED_PRECONDITION",
        ],
    ),
    (503, &["UNAVAILABLE"]),
    (504, &["DEADLINE_EXCEEDED", "timeout_error"]),
    (529, &["overloaded_error"]),
];

/// What an error body says, whoever wrote it.
#[derive(Debug, Default)]
pub(super) struct Told {
    message: String,
    code: Option<String>,
    kind: Option<String>,
    param: Option<String>,
    retry_delay_millis: Option<u64>,
    is_moderated: bool,
}

impl Told {
    /// A body that is no JSON.
    pub(super) fn from_text(text: &str) -> Self {
        Self {
            message: text.to_owned(),
            ..Self::default()
        }
    }

    pub(super) fn read(value: &Value) -> Self {
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

    /// The status that an error inside a success would have had, by its own code or by the names
    /// of OpenAI, Anthropic and Google.
    pub(super) fn class(&self) -> Option<u16> {
        let code = self
            .code
            .as_deref()
            .and_then(|code| code.parse::<u16>().ok());
        code.filter(|code| (400..600).contains(code)).or_else(|| {
            CLASSES
                .iter()
                .find(|(_, names)| self.is_named(names))
                .map(|&(class, _)| class)
        })
    }

    pub(super) fn wait(&self) -> Option<u64> {
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
    pub(super) fn classify(
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
            // Anthropic says it with the status of a bad request.
            400 | 403 if lower.contains("credit balance is too low") => {
                ProviderError::Quota { status, message }
            }
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
        let by_param = PARAMS
            .iter()
            .find(|(name, _)| named.is_some_and(|named| named.eq_ignore_ascii_case(name)));
        // The first one in the text is the refused one, the next what to use instead.
        let in_text = || {
            PARAMS
                .iter()
                .filter_map(|param| Some((param_at(lower, param.0)?, param)))
                .min_by_key(|&(at, _)| at)
                .map(|(_, param)| param)
        };
        let &(_, lesson) = by_param.or_else(in_text)?;
        if lesson == Lesson::DropTemperature && lower.contains("cannot both be") {
            return Some(Lesson::DropTopP);
        }
        Some(lesson)
    }
}

/// Words for a parameter that is not taken, whatever its value.
const NOT_TAKEN: [&str; 13] = [
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
    "may only be set",
    "must be unset",
];

/// Names of parameters in the formats that have them, in lower case, and what their refusal
/// teaches.
const PARAMS: [(&str, Lesson); 14] = [
    ("max_completion_tokens", Lesson::UseMaxTokens),
    ("max_tokens", Lesson::UseMaxCompletionTokens),
    ("temperature", Lesson::DropTemperature),
    ("top_p", Lesson::DropTopP),
    ("topp", Lesson::DropTopP),
    ("p", Lesson::DropTopP),
    ("top_k", Lesson::DropTopK),
    ("topk", Lesson::DropTopK),
    ("k", Lesson::DropTopK),
    ("seed", Lesson::DropSeed),
    ("stop", Lesson::DropStop),
    ("stop_sequences", Lesson::DropStop),
    ("stopsequences", Lesson::DropStop),
    ("num_ctx", Lesson::DropContextSize),
];

/// Where a text names a parameter. Names that are words of the language too count in quotes only.
fn param_at(text: &str, name: &str) -> Option<usize> {
    if !matches!(name, "stop" | "p" | "k") {
        return word_at(text, name);
    }
    ['\'', '"', '`'].iter().find_map(|quote| {
        let quoted = format!("{quote}{name}{quote}");
        text.find(&quoted).map(|at| at + 1)
    })
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
