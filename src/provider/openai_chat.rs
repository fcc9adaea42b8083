//! The chat calls of OpenAI, which most servers of models understand. Sends nothing.
//!
//! A reply is read as widely as servers differ, and a request says as little as it can: headers
//! and parameters nobody asked for are what servers and their preflights refuse.

use serde_json::Value;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, chat_turns};
use crate::provider::error::{ProviderError, malformed, read_error_in_success};
use crate::provider::key::Key;
use crate::provider::reply::{
    Around, Ending, Said, no_reply, reply_of, short, success_value, text_at,
};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply, Usage};

/// Stable name of this wire format in records.
pub const ENDPOINT_KIND: &str = "openai-chat";

/// The request for one prompt. Only parameters that are set are sent; the cap goes under one name
/// only.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    body(model, messages, params).to(base.chat_url())
}

/// The body, which Azure takes as well.
pub(super) fn body(model: &str, messages: &[Message], params: &Params) -> Body {
    Body::default()
        .with("model", model)
        .with("messages", chat_turns(messages))
        .with_set(params.cap_name.id(), params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("top_p", params.top_p)
        .with_set("top_k", params.top_k)
        .with_set("seed", params.seed)
        .with_list("stop", &params.stop)
}

/// Headers of a call without a body; none at all without a key, so that there is no preflight.
pub fn get_headers(key: &Key) -> Vec<(&'static str, String)> {
    Vec::from_iter(key.header("authorization", "Bearer "))
}

/// Reads the response to a chat call. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let choice = first_choice(&value, response, key)?;
    let said = read_choice(choice)
        .ok_or_else(|| malformed(response, "choices[0].message.content", key))?;
    let around = around(&value, choice, key);
    let ending = ending(around.finish_reason.as_deref(), &value, response, key)?;
    Ok(reply_of(&said, ending, around, key))
}

/// The first choice, unless it holds an error.
pub(super) fn first_choice<'a>(
    value: &'a Value,
    response: &HttpResponse,
    key: &Key,
) -> Result<&'a Value, ProviderError> {
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
    Ok(choice)
}

/// What stands around the text of a choice.
pub(super) fn around(value: &Value, choice: &Value, key: &Key) -> Around {
    Around {
        finish_reason: short(choice.get("finish_reason"), key),
        model: short(value.get("model"), key),
        fingerprint: short(value.get("system_fingerprint"), key),
        served_by: short(value.get("provider"), key),
        usage: read_usage(value),
    }
}

/// What a finish reason of a choice means; some are errors.
pub(super) fn ending(
    finish_reason: Option<&str>,
    value: &Value,
    response: &HttpResponse,
    key: &Key,
) -> Result<Ending, ProviderError> {
    let finish = finish_reason.unwrap_or_default().to_ascii_lowercase();
    Ok(match finish.as_str() {
        "error" => return Err(read_error_in_success(value, response.status, key)),
        // DeepSeek's word for a machine that was too busy to end the reply.
        "insufficient_system_resource" => return Err(no_reply(response, &finish, key)),
        "content_filter" | "refusal" | "safety" => Ending::Declined,
        "length" | "max_tokens" | "model_length" => Ending::Cut,
        _ => Ending::Stopped,
    })
}

/// What a choice holds; `None` if the content is of a kind that holds no text: an object, a number.
fn read_choice(choice: &Value) -> Option<Said> {
    // A message may be missing altogether when the budget was spent before the first word.
    let message = choice.get("message").unwrap_or(&Value::Null);
    let mut said = Said::default();
    match message.get("content") {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => said.text.clone_from(text),
        Some(Value::Array(parts)) => parts.iter().for_each(|part| read_part(&mut said, part)),
        Some(_) => return None,
    }
    let apart = ["reasoning_content", "reasoning", "thinking"]
        .iter()
        .find_map(|name| text_at(message, name));
    if let Some(apart) = apart {
        apart.clone_into(&mut said.reasoning);
    }
    if let Some(refusal) = text_at(message, "refusal") {
        said.is_refusal = true;
        if said.text.is_empty() {
            refusal.clone_into(&mut said.text);
        }
    }
    Some(said)
}

/// A part of a content: text, thinking, or something without words. The first one is often not
/// the text.
pub(super) fn read_part(said: &mut Said, part: &Value) {
    if let Some(text) = part.as_str() {
        said.text.push_str(text);
        return;
    }
    let field = |name: &str| part.get(name).and_then(Value::as_str);
    match field("type") {
        Some("thinking" | "reasoning") => match part.get("thinking") {
            Some(Value::Array(pieces)) => {
                pieces
                    .iter()
                    .filter_map(|piece| piece.get("text")?.as_str())
                    .for_each(|text| said.reasoning.push_str(text));
            }
            _ => said.reasoning.push_str(
                field("thinking")
                    .or_else(|| field("text"))
                    .unwrap_or_default(),
            ),
        },
        Some("refusal") => {
            said.is_refusal = true;
            said.text.push_str(field("refusal").unwrap_or_default());
        }
        Some("text" | "output_text") | None => {
            said.text.push_str(field("text").unwrap_or_default());
        }
        Some(_) => {}
    }
}

/// Token counts under the names of either of OpenAI's formats.
pub(super) fn read_usage(value: &Value) -> Usage {
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
