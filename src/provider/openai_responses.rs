//! The `/responses` of OpenAI, which some of its models insist on. Sends nothing.

use serde_json::Value;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, chat_turns};
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::openai_chat::{read_part, read_usage};
use crate::provider::reply::{
    Around, Ending, Said, no_reply, reply_of, short, success_value, text_at,
};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply};

/// The request for one prompt. The format has no seed, no stops and no `top_k`.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    Body::default()
        .with("model", model)
        .with("input", chat_turns(messages))
        .with_set("max_output_tokens", params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("top_p", params.top_p)
        .to(base.call_url("/responses"))
}

/// Reads the response. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let status = text_at(&value, "status").unwrap_or_default();
    if matches!(status, "failed" | "cancelled" | "queued" | "in_progress") {
        return Err(no_reply(response, status, key));
    }
    let output = value
        .get("output")
        .and_then(Value::as_array)
        .ok_or_else(|| malformed(response, "output", key))?;
    let mut said = Said::default();
    for item in output {
        match text_at(item, "type") {
            Some("message") => {
                let parts = item.get("content").and_then(Value::as_array);
                parts
                    .into_iter()
                    .flatten()
                    .for_each(|part| read_part(&mut said, part));
            }
            Some("reasoning") => read_reasoning(&mut said, item),
            _ => {}
        }
    }
    let reason = value
        .get("incomplete_details")
        .and_then(|details| details.get("reason"));
    let finish_reason = short(reason, key).or_else(|| short(value.get("status"), key));
    let ending = match finish_reason.as_deref() {
        Some("content_filter") => Ending::Declined,
        Some("max_output_tokens" | "incomplete") => Ending::Cut,
        _ => Ending::Stopped,
    };
    let around = Around {
        finish_reason,
        model: short(value.get("model"), key),
        fingerprint: None,
        served_by: None,
        usage: read_usage(&value),
    };
    Ok(reply_of(&said, ending, around, key))
}

/// A summary of the thinking, or its text where a server gives that.
fn read_reasoning(said: &mut Said, item: &Value) {
    for name in ["summary", "content"] {
        let parts = item.get(name).and_then(Value::as_array);
        for text in parts
            .into_iter()
            .flatten()
            .filter_map(|part| text_at(part, "text"))
        {
            if !said.reasoning.is_empty() {
                said.reasoning.push_str("\n\n");
            }
            said.reasoning.push_str(text);
        }
    }
}
