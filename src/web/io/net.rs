//! Fetch. Sends what it is told and nothing more: no cookies, no referrer, no extra header.

use gloo_net::http::{Request, Response};
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReferrerPolicy, RequestCredentials};

/// Browsers wait no longer: 2^31 - 1 ms, some 24 days.
const MAX_TIMER_MILLIS: u32 = i32::MAX as u32;

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
    /// It took longer than it may.
    #[error("timed out")]
    TimedOut,
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
    pub fn end(mut self) {
        self.is_over = true;
    }

    /// What a request is to heed.
    pub fn signal(&self) -> web_sys::AbortSignal {
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

#[wasm_bindgen(module = "/src/web/io/post.js")]
extern "C" {
    type Post;

    #[wasm_bindgen(constructor)]
    fn new(url: &str, headers: Vec<String>, body: &str, patience_millis: u32) -> Post;

    #[wasm_bindgen(method, getter)]
    fn answer(this: &Post) -> Promise;

    #[wasm_bindgen(method)]
    fn abort(this: &Post);
}

/// Aborts a request when dropped before its end.
struct Posted {
    post: Post,
    is_over: bool,
}

impl Drop for Posted {
    fn drop(&mut self) {
        if !self.is_over {
            self.post.abort();
        }
    }
}

/// POST of a text. Dropping the future aborts the request; so does the end of the patience.
pub async fn post(
    url: &str,
    headers: &[(&str, String)],
    body: &str,
    patience_millis: u32,
) -> Result<HttpAnswer, NetError> {
    let lines = headers
        .iter()
        .flat_map(|(name, value)| [(*name).to_owned(), value.clone()])
        .collect();
    let mut posted = Posted {
        post: Post::new(url, lines, body, patience_millis.min(MAX_TIMER_MILLIS)),
        is_over: false,
    };
    let answer = JsFuture::from(posted.post.answer()).await;
    // A signal that fires for a request that is over takes its time all the same.
    posted.is_over = true;
    let answer: Array = answer
        .map_err(|error| describe_js(&error))?
        .unchecked_into();
    let text = |idx| answer.get(idx).as_string().unwrap_or_default();
    Ok(HttpAnswer {
        status: text(0).parse().unwrap_or_default(),
        headers: text(1)
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        body: text(2),
    })
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

fn describe_js(error: &JsValue) -> NetError {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) if error.name() == "AbortError" => NetError::Aborted,
        Some(error) if error.name() == "TimeoutError" => NetError::TimedOut,
        Some(error) => NetError::Failed(error.message().into()),
        None => NetError::Failed(format!("{error:?}")),
    }
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
