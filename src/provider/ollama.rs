//! The chat of Ollama itself. Sends nothing.
//!
//! Its OpenAI-compatible calls take no context size and cut a longer prompt silently; these do.

use serde_json::Value;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, chat_turns};
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::reply::{Around, Ending, Said, reply_of, short, success_value, text_at};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply, Usage};

/// The request for one prompt.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    let options = Body::default()
        .with_set("num_ctx", params.context_size)
        .with_set("num_predict", params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("top_p", params.top_p)
        .with_set("top_k", params.top_k)
        .with_set("seed", params.seed)
        .with_list("stop", &params.stop);
    Body::default()
        .with("model", model)
        .with("messages", chat_turns(messages))
        // Said outright: this server answers in pieces otherwise.
        .with("stream", false)
        .with_object("options", options)
        .to(root(base).call_url("/api/chat"))
}

/// Where the list of models is.
pub fn models_url(base: &BaseUrl) -> String {
    root(base).call_url("/api/tags")
}

/// Reads the response. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let message = value
        .get("message")
        .filter(|message| message.is_object())
        .ok_or_else(|| malformed(response, "message", key))?;
    let said = Said {
        text: text_at(message, "content").unwrap_or_default().to_owned(),
        reasoning: text_at(message, "thinking").unwrap_or_default().to_owned(),
        is_refusal: false,
    };
    let finish_reason = short(value.get("done_reason"), key);
    let ending = match finish_reason.as_deref() {
        Some("length") => Ending::Cut,
        _ => Ending::Stopped,
    };
    let count = |name: &str| value.get(name).and_then(Value::as_u64);
    let around = Around {
        finish_reason,
        model: short(value.get("model"), key),
        fingerprint: None,
        served_by: None,
        usage: Usage {
            prompt_tokens: count("prompt_eval_count"),
            output_tokens: count("eval_count"),
            reasoning_tokens: None,
        },
    };
    Ok(reply_of(&said, ending, around, key))
}

/// People type the root, `/api`, or the `/v1` of the other calls; these hang below the root.
fn root(base: &BaseUrl) -> BaseUrl {
    base.without_end(&["/api", "/v1"])
}
