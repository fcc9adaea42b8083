//! Fetch. Sends what it is told and nothing more: no cookies, no referrer, no extra header.

use gloo_net::http::{Request, Response};
use web_sys::{AbortController, ReferrerPolicy, RequestCredentials};

/// An HTTP answer, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpAnswer {
    /// Status code.
    pub status: u16,
    /// Headers the browser lets us read; names in lower case.
    pub headers: Vec<(String, String)>,
    /// Body as text (UTF-8, lossy as the browser decodes it).
    pub body: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// We aborted it.
    #[error("aborted")]
    Aborted,
    /// The browser said no without a status: offline, blocked, CORS, wrong host.
    #[error("{0}")]
    Failed(String),
}

/// Aborts a request when dropped before its end.
pub struct AbortOnDrop {
    controller: AbortController,
    is_over: bool,
}

impl AbortOnDrop {
    /// A fresh handle; `None` never happens in a browser from this decade.
    pub fn new() -> Option<Self> {
        AbortController::new().ok().map(|controller| Self {
            controller,
            is_over: false,
        })
    }

    /// Nothing is left to abort.
    fn end(mut self) {
        self.is_over = true;
    }

    fn signal(&self) -> web_sys::AbortSignal {
        self.controller.signal()
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if !self.is_over {
            self.controller.abort();
        }
    }
}

/// GET as text, with headers. Dropping the future aborts the request.
pub async fn get_text(url: &str, headers: &[(&str, String)]) -> Result<HttpAnswer, NetError> {
    let abort = AbortOnDrop::new();
    let mut request = Request::get(url)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(abort.as_ref().map(AbortOnDrop::signal).as_ref());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let response = request.send().await.map_err(|error| describe(&error))?;
    read_whole(response, abort).await
}

/// POST of a JSON body as text. Dropping the future aborts the request.
pub async fn post_json(
    url: &str,
    headers: &[(&str, String)],
    body: &str,
) -> Result<HttpAnswer, NetError> {
    let abort = AbortOnDrop::new();
    let mut request = Request::post(url)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(abort.as_ref().map(AbortOnDrop::signal).as_ref());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(body).map_err(|error| describe(&error))?;
    let response = request.send().await.map_err(|error| describe(&error))?;
    read_whole(response, abort).await
}

/// GET as bytes; `Ok(Err(status))` when the server answered with another status than 2xx.
pub async fn get_bytes(url: &str) -> Result<Result<Vec<u8>, u16>, NetError> {
    let abort = AbortOnDrop::new();
    let response = Request::get(url)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .abort_signal(abort.as_ref().map(AbortOnDrop::signal).as_ref())
        .send()
        .await
        .map_err(|error| describe(&error))?;
    if !response.ok() {
        return Ok(Err(response.status()));
    }
    response
        .binary()
        .await
        .map(Ok)
        .map_err(|error| describe(&error))
}

async fn read_whole(
    response: Response,
    abort: Option<AbortOnDrop>,
) -> Result<HttpAnswer, NetError> {
    let status = response.status();
    let headers = response
        .headers()
        .entries()
        .map(|(name, value)| (name.to_lowercase(), value))
        .collect();
    let body = response.text().await.map_err(|error| describe(&error))?;
    // A signal that fires for a request that is over takes its time all the same.
    if let Some(abort) = abort {
        abort.end();
    }
    Ok(HttpAnswer {
        status,
        headers,
        body,
    })
}

fn describe(error: &gloo_net::Error) -> NetError {
    if let gloo_net::Error::JsError(js) = error {
        if js.name == "AbortError" {
            return NetError::Aborted;
        }
        return NetError::Failed(js.message.clone());
    }
    NetError::Failed(error.to_string())
}
