//! The chat calls of OpenAI, which most servers of models understand. Sends nothing.
//!
//! A reply is read as widely as servers differ, and a request says as little as it can: headers
//! and parameters nobody asked for are what servers and their preflights refuse.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;

use crate::prompt::{Message, Role};
use crate::provider::address::BaseUrl;
use crate::provider::error::{ProviderError, malformed, read_error, read_error_in_success};
use crate::provider::key::{Key, redact, redact_reply};
use crate::provider::{
    CapName, EmptyWhy, HttpRequest, HttpResponse, Outcome, Params, Reply, Usage,
};

/// Stable name of this wire format in records.
pub const ENDPOINT_KIND: &str = "openai-chat";

/// Longest name or id kept from a reply, in characters.
const MAX_NAME_CHARS: usize = 200;

#[derive(Serialize)]
struct WireRequest<'a> {
    model: &'a str,
    messages: Vec<WireMessage<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

#[derive(Serialize)]
struct WireMessage<'a> {
    role: &'static str,
    content: &'a str,
}

/// The request for one prompt. Only parameters that are set are sent; the cap goes under one name
/// only.
///
/// # Panics
///
/// Never: strings and numbers always serialise.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    let cap_under = |name: CapName| params.max_tokens.filter(|_| params.cap_name == name);
    let wire = WireRequest {
        model,
        messages: messages
            .iter()
            .map(|message| WireMessage {
                role: match message.role {
                    Role::User => "user",
                    Role::Assistant => "assistant",
                },
                content: &message.content,
            })
            .collect(),
        max_tokens: cap_under(CapName::MaxTokens),
        max_completion_tokens: cap_under(CapName::MaxCompletionTokens),
        temperature: params.temperature,
        top_p: params.top_p,
        seed: params.seed,
    };
    let body = serde_json::to_string(&wire).expect("strings and numbers always serialise");
    HttpRequest {
        url: base.chat_url(),
        body,
    }
}

/// Headers of a chat call: these and no others, since every further one can fail the preflight.
pub fn headers(key: &Key) -> Vec<(&'static str, String)> {
    let mut headers = vec![("content-type", "application/json".to_owned())];
    headers.extend(get_headers(key));
    headers
}

/// Headers of a call without a body; none at all without a key, so that there is no preflight.
pub fn get_headers(key: &Key) -> Vec<(&'static str, String)> {
    if key.is_none() {
        return Vec::new();
    }
    vec![("authorization", format!("Bearer {}", key.expose()))]
}

/// Reads the response to a chat call. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let choices = value
        .get("choices")
        .and_then(Value::as_array)
        .ok_or_else(|| malformed(response, "choices", key))?;
    let choice = choices
        .first()
        .ok_or_else(|| malformed(response, "choices[0]", key))?;
    if choice.get("error").is_some_and(|error| !error.is_null()) {
        return Err(read_error_in_success(choice, response.status, key));
    }
    let said =
        Said::read(choice).ok_or_else(|| malformed(response, "choices[0].message.content", key))?;
    let finish = short(choice.get("finish_reason"), key);
    let usage = read_usage(&value);
    let outcome = match finish
        .as_deref()
        .unwrap_or_default()
        .to_ascii_lowercase()
        .as_str()
    {
        "error" => return Err(read_error_in_success(&value, response.status, key)),
        "insufficient_system_resource" => {
            return Err(ProviderError::Transient {
                status: response.status,
                wait_millis: None,
                message: "insufficient_system_resource".to_owned(),
            });
        }
        "content_filter" | "refusal" | "safety" => Outcome::Refused,
        _ if said.is_refusal => Outcome::Refused,
        finish => {
            let is_cut = matches!(finish, "length" | "max_tokens" | "model_length");
            if !said.text.trim().is_empty() {
                if is_cut {
                    Outcome::Truncated
                } else {
                    Outcome::Answered
                }
            } else if is_cut
                || said.reasoning.is_some()
                || usage.reasoning_tokens.is_some_and(|n| n > 0)
            {
                Outcome::Empty(EmptyWhy::Budget)
            } else {
                Outcome::Empty(EmptyWhy::Unknown)
            }
        }
    };
    Ok(Reply {
        outcome,
        text: redact_reply(&said.text, key),
        reasoning: said.reasoning.map(|text| redact_reply(&text, key)),
        finish_reason: finish,
        model: short(value.get("model"), key),
        fingerprint: short(value.get("system_fingerprint"), key),
        served_by: short(value.get("provider"), key),
        usage,
    })
}

/// Reads a list of models: ids in the server's order, each once.
///
/// Takes `{data: [{id}]}`, a bare array, and `{models: [{name}]}`.
pub fn parse_models(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Vec<String>, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let list = value
        .as_array()
        .or_else(|| value.get("data").and_then(Value::as_array))
        .or_else(|| value.get("models").and_then(Value::as_array))
        .ok_or_else(|| malformed(response, "data", key))?;
    let mut seen = BTreeSet::new();
    let id_of = |item: &Value| {
        item.as_str()
            .or_else(|| {
                ["id", "name", "model"]
                    .iter()
                    .find_map(|name| item.get(name)?.as_str())
            })
            .map(|id| redact(id, key))
            .filter(|id| !id.is_empty())
    };
    Ok(list
        .iter()
        .filter_map(id_of)
        .filter(|id| seen.insert(id.clone()))
        .collect())
}

/// The JSON of a success that holds no error.
fn success_value(
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

/// What a choice holds.
struct Said {
    text: String,
    reasoning: Option<String>,
    is_refusal: bool,
}

impl Said {
    /// `None` if the content is of a kind that holds no text: an object, a number.
    fn read(choice: &Value) -> Option<Self> {
        // A message may be missing altogether when the budget was spent before the first word.
        let message = choice.get("message").unwrap_or(&Value::Null);
        let mut said = Self {
            text: String::new(),
            reasoning: None,
            is_refusal: false,
        };
        let mut thoughts = String::new();
        match message.get("content") {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => said.text.clone_from(text),
            Some(Value::Array(parts)) => parts
                .iter()
                .for_each(|part| said.read_part(part, &mut thoughts)),
            Some(_) => return None,
        }
        let apart = ["reasoning_content", "reasoning", "thinking"]
            .iter()
            .find_map(|name| message.get(name)?.as_str().filter(|text| !text.is_empty()));
        said.reasoning = apart
            .map(str::to_owned)
            .or(Some(thoughts))
            .filter(|text| !text.is_empty());
        if let Some(refusal) = message
            .get("refusal")
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
        {
            said.is_refusal = true;
            if said.text.is_empty() {
                refusal.clone_into(&mut said.text);
            }
        }
        Some(said)
    }

    /// A part of the content: text, thinking, or something without words. The first one is often
    /// not the text.
    fn read_part(&mut self, part: &Value, thoughts: &mut String) {
        if let Some(text) = part.as_str() {
            self.text.push_str(text);
            return;
        }
        let field = |name: &str| part.get(name).and_then(Value::as_str);
        match field("type") {
            Some("thinking" | "reasoning") => match part.get("thinking") {
                Some(Value::Array(pieces)) => {
                    pieces
                        .iter()
                        .filter_map(|piece| piece.get("text")?.as_str())
                        .for_each(|text| thoughts.push_str(text));
                }
                _ => thoughts.push_str(
                    field("thinking")
                        .or_else(|| field("text"))
                        .unwrap_or_default(),
                ),
            },
            Some("refusal") => {
                self.is_refusal = true;
                self.text.push_str(field("refusal").unwrap_or_default());
            }
            Some("text" | "output_text") | None => {
                self.text.push_str(field("text").unwrap_or_default());
            }
            Some(_) => {}
        }
    }
}

fn read_usage(value: &Value) -> Usage {
    let Some(usage) = value.get("usage") else {
        return Usage::default();
    };
    let count = |names: [&str; 2]| names.iter().find_map(|name| usage.get(name)?.as_u64());
    let details = ["completion_tokens_details", "output_tokens_details"];
    Usage {
        prompt_tokens: count(["prompt_tokens", "input_tokens"]),
        output_tokens: count(["completion_tokens", "output_tokens"]),
        reasoning_tokens: details
            .iter()
            .find_map(|name| usage.get(name)?.get("reasoning_tokens")?.as_u64()),
    }
}

fn short(value: Option<&Value>, key: &Key) -> Option<String> {
    let text = value?.as_str()?;
    Some(redact(text, key).chars().take(MAX_NAME_CHARS).collect())
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
