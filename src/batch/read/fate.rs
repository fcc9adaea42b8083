//! What a line of an output file says became of a request, in the words of each vendor.

use serde_json::{Value, json};

use crate::provider::{Format, HttpResponse};

/// What a line says became of a request.
pub(super) enum Fate {
    /// A response, as a call would have had it.
    Response(HttpResponse),
    /// A text without anything around it.
    Text(String),
    /// Never worked on: `expired`, `canceled`.
    NotAsked(&'static str),
}

/// What a line says; `None` where it says neither reply nor error, or in another vendor's words.
pub(super) fn fate_of(value: &Value, format: Format) -> Option<Fate> {
    let there = |name: &str| value.get(name).filter(|value| !value.is_null());
    if let Some(text) = ["text", "response_text"]
        .iter()
        .find_map(|name| there(name)?.as_str())
    {
        return Some(Fate::Text(text.to_owned()));
    }
    match format {
        Format::Anthropic => anthropic(there("result")?),
        Format::Gemini => gemini(
            there("response"),
            there("error").or_else(|| there("status")),
        ),
        Format::OpenAiChat
        | Format::OpenAiCompletions
        | Format::OpenAiResponses
        | Format::Azure => openai(there("response"), there("error")),
        Format::Cohere | Format::Ollama | Format::Browser => None,
    }
}

fn openai(response: Option<&Value>, error: Option<&Value>) -> Option<Fate> {
    let code = error.and_then(|error| error.get("code")?.as_str());
    match code {
        Some("batch_expired") => return Some(Fate::NotAsked("expired")),
        Some("batch_cancelled" | "batch_canceled") => return Some(Fate::NotAsked("canceled")),
        _ => {}
    }
    let status = response
        .and_then(|response| response.get("status_code")?.as_u64())
        .and_then(|status| u16::try_from(status).ok());
    let body = response.and_then(|response| response.get("body"));
    match (body.filter(|body| !body.is_null()), error) {
        (Some(body), _) => Some(Fate::Response(of_json(status.unwrap_or(200), body))),
        // vLLM puts its error beside a response without a body.
        (None, Some(error)) => {
            let body = match error.get("error") {
                Some(_) => error.clone(),
                None => json!({"error": error}),
            };
            let status = status.filter(|status| *status >= 400).unwrap_or(500);
            Some(Fate::Response(of_json(status, &body)))
        }
        (None, None) => None,
    }
}

fn anthropic(result: &Value) -> Option<Fate> {
    match result.get("type")?.as_str()? {
        "succeeded" => Some(Fate::Response(of_json(200, result.get("message")?))),
        "errored" => {
            let error = result.get("error")?;
            let inner = error.get("error").unwrap_or(error);
            let name = inner.get("type").and_then(Value::as_str);
            let status = anthropic_status(name.unwrap_or_default());
            Some(Fate::Response(of_json(status, &json!({"error": inner}))))
        }
        "expired" => Some(Fate::NotAsked("expired")),
        "canceled" => Some(Fate::NotAsked("canceled")),
        _ => None,
    }
}

fn gemini(response: Option<&Value>, error: Option<&Value>) -> Option<Fate> {
    if let Some(response) = response {
        return Some(Fate::Response(of_json(200, response)));
    }
    let error = error?;
    let code = error.get("code").and_then(Value::as_u64);
    // gRPC's CANCELLED, DEADLINE_EXCEEDED and ABORTED: the batch ended before the request.
    match code {
        Some(1) => return Some(Fate::NotAsked("canceled")),
        Some(4) => return Some(Fate::NotAsked("expired")),
        Some(10) => return Some(Fate::NotAsked("aborted")),
        _ => {}
    }
    let status = code.map_or(500, google_status);
    Some(Fate::Response(of_json(status, &json!({"error": error}))))
}

/// The status that comes with an error's name when it is sent live.
fn anthropic_status(name: &str) -> u16 {
    match name {
        "invalid_request_error" => 400,
        "authentication_error" => 401,
        "billing_error" => 402,
        "permission_error" => 403,
        "not_found_error" => 404,
        "request_too_large" => 413,
        "rate_limit_error" => 429,
        "timeout_error" => 504,
        "overloaded_error" => 529,
        _ => 500,
    }
}

/// Batches of Google give the code of a status of either kind: of HTTP, or of gRPC.
fn google_status(code: u64) -> u16 {
    match code {
        400..=599 => u16::try_from(code).unwrap_or(500),
        3 | 9 | 11 => 400,
        16 => 401,
        7 => 403,
        5 => 404,
        8 => 429,
        14 => 503,
        _ => 500,
    }
}

/// A response that a file quotes.
fn of_json(status: u16, body: &Value) -> HttpResponse {
    HttpResponse {
        status,
        headers: Vec::new(),
        body: match body {
            Value::String(text) => text.clone(),
            body => body.to_string(),
        },
    }
}
