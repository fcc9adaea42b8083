//! Rows of batch services: where each of them keeps a reply.

use std::borrow::Cow;

use super::framework::{Found, finish, message, of_content};
use super::nested::{Reply, at, list, text_at};
use crate::intake::json::Fields;
use crate::intake::value::{JsonKind, kind};

/// Batches of `OpenAI`, Azure and vLLM, for any of `OpenAI`'s three ways to ask.
pub(super) fn openai<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let body = fields
        .get("response")
        .and_then(|raw| at(raw, &["body"], repeated))
        .unwrap_or("null");
    let choices = at(body, &["choices"], repeated).and_then(list);
    let mut found = match choices.as_deref() {
        Some([_, second, ..]) => Found {
            reply: Reply::wrong("response.body.choices[1]", second),
            ..Found::default()
        },
        Some([choice]) => {
            let message = at(choice, &["message"], repeated);
            let content = match message {
                Some(message) => at(message, &["content"], repeated),
                None => at(choice, &["text"], repeated),
            };
            let mut found = of_content(content, "response.body.choices[0].message.content");
            let message = message.unwrap_or("null");
            found.reasoning = found
                .reasoning
                .or_else(|| text_at(message, &["reasoning_content"], repeated));
            found.finish_reason = finish(at(choice, &["finish_reason"], repeated));
            if let Some(raw) = at(message, &["refusal"], repeated)
                && kind(raw) == JsonKind::String
            {
                found.finish_reason = Some(Cow::Borrowed("refusal"));
            }
            found
        }
        _ => {
            let content = at(body, &["output"], repeated);
            let mut found = of_content(content, "response.body.output");
            let why = at(body, &["incomplete_details", "reason"], repeated);
            found.finish_reason = finish(why);
            found
        }
    };
    let error = fields
        .get("error")
        .filter(|raw| kind(raw) != JsonKind::Null);
    let error = error.or_else(|| at(body, &["error"], repeated));
    found.error = error.and_then(|raw| message(raw, repeated));
    let status = fields.get("response");
    found.status = status.and_then(|raw| failed_status(raw, "status_code", repeated));
    of_batch(
        found,
        fields,
        "custom_id",
        text_at(body, &["model"], repeated),
    )
}

/// Message batches of Anthropic.
pub(super) fn anthropic<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let result = fields.get("result").unwrap_or("null");
    let reply = at(result, &["message"], repeated).unwrap_or("null");
    let mut found = of_content(at(reply, &["content"], repeated), "result.message.content");
    found.finish_reason = finish(at(reply, &["stop_reason"], repeated));
    let how = text_at(result, &["type"], repeated);
    let error = at(result, &["error"], repeated);
    found.error = error
        .and_then(|raw| message(raw, repeated))
        .or_else(|| how.filter(|how| how != "succeeded"));
    of_batch(
        found,
        fields,
        "custom_id",
        text_at(reply, &["model"], repeated),
    )
}

/// Batches of Gemini, from its own service (`key`) or Vertex AI (no key, order of the requests).
pub(super) fn gemini<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let response = fields.get("response").unwrap_or("null");
    let candidates = at(response, &["candidates"], repeated).and_then(list);
    let mut found = match candidates.as_deref() {
        Some([_, second, ..]) => Found {
            reply: Reply::wrong("response.candidates[1]", second),
            ..Found::default()
        },
        Some([candidate]) => {
            let parts = at(candidate, &["content", "parts"], repeated);
            let mut found = of_content(parts, "response.candidates[0].content.parts");
            found.finish_reason = finish(at(candidate, &["finishReason"], repeated));
            found
        }
        _ => Found {
            finish_reason: finish(at(response, &["promptFeedback", "blockReason"], repeated)),
            ..Found::default()
        },
    };
    let error = fields
        .get("error")
        .filter(|raw| kind(raw) != JsonKind::Null);
    let error = error.or_else(|| fields.get("status").filter(|raw| raw.len() > 2));
    found.error = error.and_then(|raw| message(raw, repeated));
    found.status = error.and_then(|raw| failed_status(raw, "code", repeated));
    let model = text_at(response, &["modelVersion"], repeated);
    let metadata = fields.get("metadata").unwrap_or("null");
    let kept = text_at(metadata, &["key"], repeated);
    let mut found = of_batch(found, fields, "key", model);
    found.id = found.id.or(kept);
    found
}

/// The HTTP status in a field, if it is that of a failure.
fn failed_status(raw: &str, name: &str, repeated: &mut Vec<String>) -> Option<u16> {
    let status = text_at(raw, &[name], repeated)?.parse().ok()?;
    (400..600).contains(&status).then_some(status)
}

/// Adds what all batches have: the id that was sent along, and no reply where a request failed.
fn of_batch<'f>(
    mut found: Found<'f>,
    fields: &Fields<'f>,
    id: &str,
    model: Option<Cow<'f, str>>,
) -> Found<'f> {
    found.id = fields
        .get(id)
        .and_then(|raw| text_at(raw, &[], &mut Vec::new()));
    found.model = model;
    if let (None, Some(status)) = (&found.error, found.status) {
        found.error = Some(format!("HTTP {status}").into());
    }
    let is_explained = found.error.is_some() || found.finish_reason.is_some();
    if is_explained && matches!(found.reply, Reply::Absent) {
        found.reply = Reply::Nothing;
    }
    found
}
