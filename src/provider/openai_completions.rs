//! The plain completions of OpenAI, for base models: text in, its continuation out. Sends nothing.
//!
//! The reference's stop rules (`batayan.md` 4.3 and 4.5). Profile v1 ends at a blank line. Profile
//! head asks twice: first up to the answer tag, which stays in the text, then on from there up to a
//! blank line with what is left of the cap. The server's tokenizer puts the begin-of-text token in
//! front, so no text for it is sent.

use serde_json::Value;

use crate::prompt::{Message, base_text};
use crate::provider::address::BaseUrl;
use crate::provider::body::Body;
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::openai_chat::{around, ending, first_choice};
use crate::provider::reply::{Ending, Said, reply_of, success_value, text_at};
use crate::provider::{HttpRequest, HttpResponse, Outcome, Params, Reply, Usage};
use crate::suite::Profile;

/// What a first request brought, where a second one must go on from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The text so far, answer tag included.
    text: String,
    /// What is left of the cap.
    max_tokens: Option<u32>,
    usage: Usage,
}

impl Opening {
    /// As a first reply without anything would leave it.
    pub(super) fn empty(params: &Params) -> Self {
        Self {
            text: String::new(),
            max_tokens: params.max_tokens,
            usage: Usage::default(),
        }
    }
}

/// What a first request led to.
#[derive(Clone, Debug, PartialEq)]
pub enum First {
    /// It is the whole reply.
    Whole(Reply),
    /// A second request goes on from here.
    Opened(Opening),
}

/// The request for one prompt, laid out as the profile lays out text for base models.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    layout: Profile,
    params: &Params,
) -> HttpRequest {
    let prompt = base_text(messages, layout);
    let stop = match &params.first_stop {
        Some(tag) => std::slice::from_ref(tag),
        None => &params.stop,
    };
    body(model, prompt, params.max_tokens, stop, params).to(base.call_url("/completions"))
}

/// The request that goes on from an opening.
pub fn build_second(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    layout: Profile,
    params: &Params,
    opening: &Opening,
) -> HttpRequest {
    let prompt = base_text(messages, layout) + &opening.text;
    body(model, prompt, opening.max_tokens, &params.stop, params).to(base.call_url("/completions"))
}

fn body(
    model: &str,
    prompt: String,
    max_tokens: Option<u32>,
    stop: &[String],
    params: &Params,
) -> Body {
    Body::default()
        .with("model", model)
        .with("prompt", prompt)
        .with_set("max_tokens", max_tokens)
        .with_set("temperature", params.temperature)
        .with_set("top_p", params.top_p)
        .with_set("top_k", params.top_k)
        .with_set("seed", params.seed)
        .with_list("stop", stop)
}

/// Reads the response to a request that is the only one. `now_millis` (Unix) serves waits given
/// as dates.
pub fn parse_reply(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    read(response, key, now_millis).map(|(reply, _, _)| reply)
}

/// Reads the response to the first of two requests.
pub fn parse_first(
    params: &Params,
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<First, ProviderError> {
    let (reply, ending, is_at_tag) = read(response, key, now_millis)?;
    let Some(tag) = &params.first_stop else {
        return Ok(First::Whole(reply));
    };
    let used = reply.usage.output_tokens.unwrap_or(0);
    // Where the server does not count, the whole cap is left: a second request that may run too
    // long can be cut, one that was never sent is lost.
    let left = params.max_tokens.map(|cap| {
        let left = u64::from(cap).saturating_sub(used);
        u32::try_from(left).unwrap_or(cap)
    });
    if ending == Ending::Cut || reply.outcome == Outcome::Refused || left == Some(0) {
        return Ok(First::Whole(reply));
    }
    let mut text = reply.text;
    if is_at_tag && !text.ends_with(tag.as_str()) {
        text.push_str(tag);
    }
    Ok(First::Opened(Opening {
        text,
        max_tokens: left,
        usage: reply.usage,
    }))
}

/// Reads the response to the second request and puts both together.
pub fn parse_second(
    opening: &Opening,
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<Reply, ProviderError> {
    let (second, ending, _) = read(response, key, now_millis)?;
    let text = format!("{}{}", opening.text, second.text);
    let outcome = match second.outcome {
        // Nothing more came, but there is the opening.
        Outcome::Empty(_) if !text.trim().is_empty() => {
            if ending == Ending::Cut {
                Outcome::Truncated
            } else {
                Outcome::Answered
            }
        }
        outcome => outcome,
    };
    let sum = |first: Option<u64>, second: Option<u64>| Some(first?.saturating_add(second?));
    let usage = Usage {
        prompt_tokens: opening.usage.prompt_tokens,
        output_tokens: sum(opening.usage.output_tokens, second.usage.output_tokens),
        reasoning_tokens: second.usage.reasoning_tokens,
    };
    Ok(Reply {
        outcome,
        text,
        usage,
        ..second
    })
}

/// A reply, how it ended, and whether that was at a stop rather than at the end-of-text token.
fn read(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
) -> Result<(Reply, Ending, bool), ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let choice = first_choice(&value, response, key)?;
    let text = match choice.get("text") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(_) => return Err(malformed(response, "choices[0].text", key)),
    };
    let said = Said {
        text,
        reasoning: text_at(choice, "reasoning").unwrap_or_default().to_owned(),
        is_refusal: false,
    };
    let around = around(&value, choice, key);
    let ending = ending(around.finish_reason.as_deref(), &value, response, key)?;
    // `stop` names both ways to end. vLLM and SGLang say besides at which text it was, or `null` or
    // a number for the token; from others a tag is likelier, since five examples show it.
    let at = choice
        .get("stop_reason")
        .or_else(|| choice.get("matched_stop"));
    let is_at_stop = ending == Ending::Stopped && at.is_none_or(Value::is_string);
    Ok((reply_of(&said, ending, around, key), ending, is_at_stop))
}
