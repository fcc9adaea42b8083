//! Why an endpoint gave no reply: one reader for the error bodies of all servers, and one
//! classification, by what the run does next.
//!
//! No message leaves here that was not redacted and cut.

mod body;

use serde_json::Value;

use crate::provider::browser::Trouble;
use crate::provider::error::body::Told;
use crate::provider::key::{Key, redact};
use crate::provider::wait::wait_from_headers;
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
    /// The browser's own model did not answer.
    #[error("no reply of the browser's model")]
    Browser {
        /// What the run does about it.
        trouble: Trouble,
        /// Browser's message, its kind in front.
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
            Self::Network { .. } | Self::Browser { .. } | Self::TimedOut { .. } => None,
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
            | Self::Network { message }
            | Self::Browser { message, .. } => message,
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
            Self::Browser { trouble, .. } => trouble.id(),
            Self::TimedOut { .. } => "timed_out",
        }
    }
}

/// Reads a response whose status is no success.
pub fn read_error(response: &HttpResponse, key: &Key, now_millis: u64) -> ProviderError {
    let told = match serde_json::from_str::<Value>(response.body.trim_start_matches('\u{feff}')) {
        Ok(value) => Told::read(&value),
        Err(_) => Told::from_text(response.body.trim()),
    };
    let wait = wait_from_headers(&response.headers, now_millis).or_else(|| told.wait());
    told.classify(response.status, response.status, wait, key)
}

/// Reads an error that sits inside a success: `value` is the `error` member's parent or the error
/// itself. Its own code decides the class; without one it is taken for passing trouble.
pub fn read_error_in_success(value: &Value, status: u16, key: &Key) -> ProviderError {
    let told = Told::read(value);
    let class = told.class().unwrap_or(500);
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
