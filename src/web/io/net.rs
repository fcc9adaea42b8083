//! Fetch. Sends what it is told and nothing more: no cookies, no referrer, no extra header.

use gloo_net::http::{Request, Response};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReferrerPolicy, RequestCredentials, RequestInit};

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

/// POST of a JSON body as text. Dropping the future aborts the request.
///
/// The one call of every row of a run, hence without a library: no address is taken apart and put
/// together again, and no request is made first that the fetch then copies.
pub async fn post_json(
    url: &str,
    headers: &[(&str, String)],
    body: &str,
) -> Result<HttpAnswer, NetError> {
    let abort = AbortOnDrop::new();
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_credentials(RequestCredentials::Omit);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(abort.as_ref().map(AbortOnDrop::signal).as_ref());
    let names = Object::new();
    for (name, value) in headers {
        Reflect::set(&names, &(*name).into(), &value.into())
            .map_err(|error| describe_js(&error))?;
    }
    init.set_headers(&names);
    init.set_body(&body.into());
    let answer = fetch_from_outside(url, &init).map_err(|error| describe_js(&error))?;
    let response = JsFuture::from(answer)
        .await
        .and_then(JsCast::dyn_into::<web_sys::Response>)
        .map_err(|error| describe_js(&error))?;
    read_whole(response.into(), abort).await
}

/// `Promise.resolve().then(fetch.bind(window, url, init))`: a fetch that is called when nothing of
/// ours is on the stack.
///
/// A browser notes for every fetch where in the program it was called. Inside WebAssembly, finding
/// that place takes Chromium longer than all that we do for a row.
fn fetch_from_outside(url: &str, init: &RequestInit) -> Result<Promise, JsValue> {
    let window = web_sys::window().ok_or("no window")?;
    let fetch = method(&window, "fetch")?;
    let call = method(&fetch, "bind")?.call3(&fetch, &window, &url.into(), init)?;
    let now = Promise::resolve(&JsValue::UNDEFINED);
    method(&now, "then")?.call1(&now, &call)?.dyn_into()
}

fn method(object: &JsValue, name: &str) -> Result<Function, JsValue> {
    Reflect::get(object, &name.into())?.dyn_into()
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
