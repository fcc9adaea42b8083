//! OpenAI's chat calls as Azure offers them: another address, another header, the same bodies.
//!
//! The model is a *deployment*, named by whoever made it. A page cannot list deployments with the
//! key alone.

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::body::path_part;
use crate::provider::key::Key;
use crate::provider::openai_chat;
use crate::provider::{HttpRequest, Params};

/// The request for one prompt. `model` is the name of the deployment.
pub fn build_request(
    base: &BaseUrl,
    model: &str,
    messages: &[Message],
    params: &Params,
) -> HttpRequest {
    openai_chat::body(model, messages, params).to(chat_url(base, model))
}

/// Headers of a call without a body.
pub fn get_headers(key: &Key) -> Vec<(&'static str, String)> {
    Vec::from_iter(key.header("api-key", ""))
}

/// Three forms of address lead to a deployment: the one of the deployment itself; a dated
/// `api-version`, which wants the deployment in the path; and the undated `/openai/v1`.
fn chat_url(base: &BaseUrl, model: &str) -> String {
    if base.path().contains("/deployments/") {
        return base.chat_url();
    }
    let root = base.without_end(&["/openai/v1", "/v1", "/openai"]);
    let version = base.query_value("api-version");
    let is_dated = version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()));
    if is_dated && !base.path().ends_with("/v1") {
        let deployment = path_part(model);
        return root.call_url(&format!(
            "/openai/deployments/{deployment}/chat/completions"
        ));
    }
    let call = "/openai/v1/chat/completions";
    match version {
        Some(_) => root.call_url(call),
        None => root.call_url_with(call, &[("api-version", "v1")]),
    }
}
