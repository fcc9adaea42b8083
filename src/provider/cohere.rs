//! The chat of Cohere, version 2. Sends nothing.

use serde_json::Value;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, chat_turns};
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::models::{ModelPage, Paging, page_url, read_page};
use crate::provider::openai_chat::read_part;
use crate::provider::reply::{Around, Ending, Said, no_reply, reply_of, short, success_value};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply, Usage};

/// The request for one prompt; `top_p` and `top_k` are called `p` and `k` here.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    Body::default()
        .with("model", model)
        .with("messages", chat_turns(messages))
        // Said outright, because a reply in pieces could not be read.
        .with("stream", false)
        .with_set("max_tokens", params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("p", params.top_p)
        .with_set("k", params.top_k)
        .with_set("seed", params.seed)
        .with_list("stop_sequences", &params.stop)
        .to(base.call_url("/chat"))
}

/// Where a page of the list of models is: the list is still one of version 1.
pub fn models_url(base: &BaseUrl, page: Option<&str>) -> String {
    let path = match base.path().strip_suffix("/v2") {
        Some(root) => format!("{root}/v1"),
        None => base.path().to_owned(),
    };
    page_url(&base.with_path(&path), "page_token", page)
}

/// Reads a page of the list of models: those that chat.
pub fn parse_models(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<ModelPage, ProviderError> {
    let can_chat = |model: &Value| {
        let endpoints = model.get("endpoints").and_then(Value::as_array);
        endpoints.is_none_or(|endpoints| endpoints.iter().any(|endpoint| endpoint == "chat"))
    };
    let paging = Paging::Token("next_page_token");
    read_page(response, key, now_millis, paging, can_chat)
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
    let mut said = Said::default();
    match message.get("content") {
        None | Some(Value::Null) => {}
        Some(Value::String(text)) => said.text.clone_from(text),
        Some(Value::Array(parts)) => parts.iter().for_each(|part| read_part(&mut said, part)),
        Some(_) => return Err(malformed(response, "message.content", key)),
    }
    let finish_reason = short(value.get("finish_reason"), key);
    let ending = match finish_reason.as_deref() {
        Some("ERROR") => return Err(no_reply(response, "ERROR", key)),
        Some("MAX_TOKENS") => Ending::Cut,
        _ => Ending::Stopped,
    };
    let tokens = value.get("usage").and_then(|usage| usage.get("tokens"));
    let count = |name: &str| tokens?.get(name)?.as_u64();
    let around = Around {
        finish_reason,
        model: short(value.get("model"), key),
        fingerprint: None,
        served_by: None,
        usage: Usage {
            prompt_tokens: count("input_tokens"),
            output_tokens: count("output_tokens"),
            reasoning_tokens: None,
        },
    };
    Ok(reply_of(&said, ending, around, key))
}
