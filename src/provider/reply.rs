//! Reading a success: its JSON, and from what was said to how the call ended. Shared by all
//! formats.

use serde_json::Value;

use crate::provider::error::{ProviderError, cut, malformed, read_error, read_error_in_success};
use crate::provider::key::{Key, redact, redact_reply};
use crate::provider::{EmptyWhy, HttpResponse, Outcome, Reply, Usage};

/// Longest name or id kept from a reply, in characters.
const MAX_NAME_CHARS: usize = 200;

/// What a model said.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) text: String,
    /// Thinking that came apart; empty when none did.
    pub(super) reasoning: String,
    /// The model or a filter declined, whatever the finish reason says.
    pub(super) is_refusal: bool,
}

/// How the model came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// By itself, or at a stop.
    Stopped,
    /// The output cap or the context was full.
    Cut,
    /// The model or a filter declined.
    Declined,
}

/// What stands around the text.
#[derive(Debug, Default)]
pub(super) struct Around {
    pub(super) finish_reason: Option<String>,
    pub(super) model: Option<String>,
    pub(super) fingerprint: Option<String>,
    pub(super) served_by: Option<String>,
    pub(super) usage: Usage,
}

/// The reply, its outcome decided and the key taken out.
pub(super) fn reply_of(said: &Said, ending: Ending, around: Around, key: &Key) -> Reply {
    let has_thought =
        !said.reasoning.is_empty() || around.usage.reasoning_tokens.is_some_and(|n| n > 0);
    let outcome = outcome_of(said, ending, has_thought);
    let reasoning = Some(&said.reasoning).filter(|text| !text.is_empty());
    Reply {
        outcome,
        text: redact_reply(&said.text, key),
        reasoning: reasoning.map(|text| redact_reply(text, key)),
        finish_reason: around.finish_reason,
        model: around.model,
        fingerprint: around.fingerprint,
        served_by: around.served_by,
        usage: around.usage,
        request_sha256: None,
    }
}

fn outcome_of(said: &Said, ending: Ending, has_thought: bool) -> Outcome {
    if ending == Ending::Declined || said.is_refusal {
        return Outcome::Refused;
    }
    match (said.text.trim().is_empty(), ending == Ending::Cut) {
        (false, false) => Outcome::Answered,
        (false, true) => Outcome::Truncated,
        (true, is_cut) if is_cut || has_thought => Outcome::Empty(EmptyWhy::Budget),
        (true, _) => Outcome::Empty(EmptyWhy::Unknown),
    }
}

/// The JSON of a success that holds no error.
pub(super) fn success_value(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Value, ProviderError> {
    if !(200..300).contains(&response.status) {
        return Err(read_error(response, key, now_millis));
    }
    let body = response.body.trim_start_matches('\u{feff}').trim();
    if body.is_empty() {
        return Err(malformed(response, "body: empty", key));
    }
    let parsed = serde_json::from_str::<Value>(body)
        .or_else(|error| serde_json::from_str(&mend_surrogates(body)).map_err(|_| error));
    let value = parsed.map_err(|error| {
        let at = if body.starts_with('<') {
            "body: HTML, not JSON".to_owned()
        } else if body.starts_with("data:") || body.starts_with("event:") {
            "body: an event stream, not JSON".to_owned()
        } else {
            format!("body, line {} column {}", error.line(), error.column())
        };
        malformed(response, at, key)
    })?;
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(read_error_in_success(&value, response.status, key));
    }
    Ok(value)
}

/// A success that only says that there is none yet, or none this time.
pub(super) fn no_reply(response: &HttpResponse, why: &str, key: &Key) -> ProviderError {
    ProviderError::Transient {
        status: response.status,
        wait_millis: None,
        message: cut(why, key),
    }
}

/// A name or an id, redacted and cut.
pub(super) fn short(value: Option<&Value>, key: &Key) -> Option<String> {
    let text = value?.as_str()?;
    Some(redact(text, key).chars().take(MAX_NAME_CHARS).collect())
}

/// The text at `name`, if there is one.
pub(super) fn text_at<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value.get(name)?.as_str().filter(|text| !text.is_empty())
}

/// Writes U+FFFD for each `\ud83d` that lacks its other half: a reply cut inside an emoji is not
/// JSON otherwise, and asking again would be paid again.
fn mend_surrogates(body: &str) -> String {
    let unit_at = |at: usize| -> Option<u16> {
        let digits = body.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut out = String::with_capacity(body.len());
    let mut at = 0;
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        let step = match unit_at(at) {
            Some(0xD800..=0xDBFF)
                if unit_at(at + 6).is_some_and(|low| (0xDC00..=0xDFFF).contains(&low)) =>
            {
                12
            }
            Some(0xD800..=0xDFFF) => {
                out.push_str("\\ufffd");
                at += 6;
                continue;
            }
            // An escaped backslash hides what follows it.
            _ if rest.starts_with("\\\\") => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        out.push_str(rest.get(..step).unwrap_or(rest));
        at += step;
    }
    out
}
