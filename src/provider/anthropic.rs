//! The messages of Anthropic. Sends nothing.

use serde_json::Value;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, chat_turns};
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::models::{ModelPage, Paging, page_url, read_page};
use crate::provider::reply::{Around, Ending, Said, reply_of, short, success_value, text_at};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply, Usage};

/// The version of the format that is spoken here.
const VERSION: &str = "2023-06-01";

/// The request for one prompt. The format has no seed and insists on a cap, which
/// [`crate::provider::Format::fit`] sees to.
///
/// Temperatures above 1 are sent as they are: the server refuses them and says so, and a run must
/// not be labelled with another temperature than it had.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    Body::default()
        .with("model", model)
        .with("messages", chat_turns(messages))
        .with_set("max_tokens", params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("top_p", params.top_p)
        .with_set("top_k", params.top_k)
        .with_list("stop_sequences", &params.stop)
        .to(base.call_url("/messages"))
}

/// Headers of a call without a body. The last one is what the server asks of a page; without it
/// every call is answered with 401.
pub fn get_headers(key: &Key) -> Vec<(&'static str, String)> {
    let opt_in = "anthropic-dangerous-direct-browser-access";
    let mut headers = Vec::from_iter(key.header("x-api-key", ""));
    headers.push(("anthropic-version", VERSION.to_owned()));
    headers.push((opt_in, "true".to_owned()));
    headers
}

/// Where a page of the list of models is.
pub fn models_url(base: &BaseUrl, page: Option<&str>) -> String {
    page_url(base, "after_id", page)
}

/// Reads a page of the list of models.
pub fn parse_models(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<ModelPage, ProviderError> {
    read_page(response, key, now_millis, Paging::LastId, |_| true)
}

/// Reads the response. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let blocks = value
        .get("content")
        .and_then(Value::as_array)
        .ok_or_else(|| malformed(response, "content", key))?;
    let mut said = Said::default();
    for block in blocks {
        match text_at(block, "type") {
            Some("text") => said
                .text
                .push_str(text_at(block, "text").unwrap_or_default()),
            Some("thinking") => said
                .reasoning
                .push_str(text_at(block, "thinking").unwrap_or_default()),
            _ => {}
        }
    }
    let finish_reason = short(value.get("stop_reason"), key);
    let ending = match finish_reason.as_deref() {
        Some("refusal") => Ending::Declined,
        Some("max_tokens" | "model_context_window_exceeded") => Ending::Cut,
        _ => Ending::Stopped,
    };
    let around = Around {
        finish_reason,
        model: short(value.get("model"), key),
        fingerprint: None,
        served_by: None,
        usage: read_usage(value.get("usage")),
    };
    Ok(reply_of(&said, ending, around, key))
}

/// What was read from a cache or written to one is no part of `input_tokens`, but of the prompt.
fn read_usage(usage: Option<&Value>) -> Usage {
    let count = |name: &str| usage?.get(name)?.as_u64();
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"];
    Usage {
        prompt_tokens: count("input_tokens").map(|n| {
            cached
                .iter()
                .filter_map(|name| count(name))
                .fold(n, u64::saturating_add)
        }),
        output_tokens: count("output_tokens"),
        reasoning_tokens: None,
    }
}
