//! `generateContent` of Google. Sends nothing.
//!
//! The key goes into a header, never into the address, where it would land in logs.

use serde_json::{Value, json};

use crate::prompt::{Message, Role};
use crate::provider::address::BaseUrl;
use crate::provider::body::{Body, path_part};
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::models::{ModelPage, Paging, page_url, read_page};
use crate::provider::reply::{Around, Ending, Said, reply_of, short, success_value, text_at};
use crate::provider::{HttpRequest, HttpResponse, Params, Reply, Usage};

/// What the names of models begin with in lists and addresses, and is not typed by people.
const MODELS: &str = "models/";

/// The request for one prompt.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    let contents: Value = messages
        .iter()
        .map(|message| {
            let role = match message.role {
                Role::User => "user",
                Role::Assistant => "model",
            };
            json!({"role": role, "parts": [{"text": message.content}]})
        })
        .collect();
    let config = Body::default()
        .with_set("maxOutputTokens", params.max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("topP", params.top_p)
        .with_set("topK", params.top_k)
        .with_set("seed", params.seed)
        .with_list("stopSequences", &params.stop);
    // Tuned models lie in a folder of their own; everything else lies under `models/`.
    let model = model.strip_prefix(MODELS).unwrap_or(model);
    let (folder, name) = model.split_once('/').unwrap_or(("models", model));
    let call = format!("/{}/{}:generateContent", path_part(folder), path_part(name));
    Body::default()
        .with("contents", contents)
        .with_object("generationConfig", config)
        .to(base.call_url(&call))
}

/// Headers of a call without a body.
pub fn get_headers(key: &Key) -> Vec<(&'static str, String)> {
    Vec::from_iter(key.header("x-goog-api-key", ""))
}

/// Where a page of the list of models is.
pub fn models_url(base: &BaseUrl, page: Option<&str>) -> String {
    page_url(base, "pageToken", page)
}

/// Reads a page of the list of models: those that can be asked with this format, without the
/// `models/` in front of each.
pub fn parse_models(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<ModelPage, ProviderError> {
    let can_generate = |model: &Value| {
        let methods = model
            .get("supportedGenerationMethods")
            .and_then(Value::as_array);
        methods.is_none_or(|methods| methods.iter().any(|method| method == "generateContent"))
    };
    let paging = Paging::Token("nextPageToken");
    let mut page = read_page(response, key, now_millis, paging, can_generate)?;
    for model in &mut page.models {
        if let Some(name) = model.id.strip_prefix(MODELS) {
            model.id = name.to_owned();
        }
    }
    Ok(page)
}

/// Reads the response. `now_millis` (Unix) serves waits given as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let candidate = value.get("candidates").and_then(|list| list.get(0));
    let blocked = value
        .get("promptFeedback")
        .and_then(|feedback| feedback.get("blockReason"));
    let mut said = Said::default();
    let finish = match (candidate, blocked) {
        (Some(candidate), _) => {
            read_parts(&mut said, candidate);
            candidate.get("finishReason")
        }
        // The filter took the prompt: there is no candidate at all.
        (None, Some(_)) => {
            said.is_refusal = true;
            blocked
        }
        (None, None) => return Err(malformed(response, "candidates[0]", key)),
    };
    let finish_reason = short(finish, key);
    let ending = match finish_reason.as_deref() {
        Some("MAX_TOKENS") => Ending::Cut,
        Some("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII") => {
            Ending::Declined
        }
        _ => Ending::Stopped,
    };
    let around = Around {
        finish_reason,
        model: short(value.get("modelVersion"), key),
        fingerprint: None,
        served_by: None,
        usage: read_usage(value.get("usageMetadata")),
    };
    Ok(reply_of(&said, ending, around, key))
}

/// Content and parts may be missing when the budget went to thinking.
fn read_parts(said: &mut Said, candidate: &Value) {
    let parts = candidate
        .get("content")
        .and_then(|content| content.get("parts")?.as_array());
    for part in parts.into_iter().flatten() {
        let text = text_at(part, "text").unwrap_or_default();
        if part.get("thought") == Some(&Value::Bool(true)) {
            said.reasoning.push_str(text);
        } else {
            said.text.push_str(text);
        }
    }
}

/// Thinking is counted apart by this server, and as part of the output by us and by the bill.
fn read_usage(usage: Option<&Value>) -> Usage {
    let count = |name: &str| usage?.get(name)?.as_u64();
    let candidates = count("candidatesTokenCount");
    let thoughts = count("thoughtsTokenCount");
    Usage {
        prompt_tokens: count("promptTokenCount"),
        output_tokens: match (candidates, thoughts) {
            (None, None) => None,
            (candidates, thoughts) => Some(
                candidates
                    .unwrap_or(0)
                    .saturating_add(thoughts.unwrap_or(0)),
            ),
        },
        reasoning_tokens: thoughts,
    }
}
