//! The model that some browsers have built in (`LanguageModel`, the Prompt API). The only file that
//! touches it.
//!
//! Every row gets a session of its own, since a session remembers what was said in it. One more
//! session stays open beside them until [`release`], so that the browser keeps the model loaded.

use std::cell::RefCell;

use js_sys::{Array, Function, JSON, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::provider::browser::{Availability, Exception};
use crate::web::io::net::AbortOnDrop;

thread_local! {
    /// Sessions without a prompt that rows are copied from, by temperature.
    static OPEN: RefCell<Vec<(Option<f64>, Session)>> = const { RefCell::new(Vec::new()) };
}

/// Gone when dropped, with whatever it is still saying.
struct Session(JsValue);

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(destroy) = method(&self.0, "destroy") {
            // What is gone already stays gone.
            let _ = destroy.call0(&self.0);
        }
    }
}

/// Whether this browser knows of such a model at all.
pub fn is_there() -> bool {
    model().is_some()
}

/// Whether it can be asked.
pub async fn availability() -> Availability {
    let said = match model() {
        Some(model) => call(&model, "availability", &[options().into()]).await,
        None => return Availability::Unavailable,
    };
    let said = said.ok().and_then(|said| said.as_string());
    Availability::from_id(&said.unwrap_or_default())
}

/// Whether a page may give it a temperature.
pub async fn takes_temperature() -> bool {
    default_top_k().await.is_some()
}

/// Brand and version each, as the browser lists them; empty where it does not.
pub fn brands() -> Vec<(String, String)> {
    let text = |of: &JsValue, name: &str| field(of, name).and_then(|value| value.as_string());
    let list = web_sys::window()
        .and_then(|window| field(&window.navigator(), "userAgentData"))
        .and_then(|data| field(&data, "brands"))
        .and_then(|brands| brands.dyn_into::<Array>().ok());
    list.iter()
        .flat_map(Array::iter)
        .filter_map(|brand| Some((text(&brand, "brand")?, text(&brand, "version")?)))
        .collect()
}

/// Has the browser download the model, if need be, and load it. Must begin soon after the user
/// pressed something: browsers want that for a download. Hears how much has come, in `0.0..=1.0`.
/// Dropping the future gives it up.
pub async fn prepare(on_progress: impl Fn(f64) + 'static) -> Result<(), Exception> {
    let options = options();
    let on_event = Closure::<dyn Fn(JsValue)>::new(move |event: JsValue| {
        let number = |name: &str| field(&event, name).and_then(|value| value.as_f64());
        let total = number("total").filter(|total| *total > 0.0).unwrap_or(1.0);
        on_progress((number("loaded").unwrap_or(0.0) / total).clamp(0.0, 1.0));
    });
    // Both belong to the browser from now on: it may call them as long as it likes.
    let on_event = on_event.into_js_value();
    let monitor = Closure::once_into_js(move |monitor: JsValue| {
        if let Some(listen) = method(&monitor, "addEventListener") {
            // Without events there is no figure, and nothing else is missing.
            let _ = listen.call2(&monitor, &"downloadprogress".into(), &on_event);
        }
    });
    set(&options, "monitor", &monitor);
    let session = create(options).await?;
    OPEN.with_borrow_mut(|open| {
        open.retain(|(temperature, _)| temperature.is_some());
        open.push((None, session));
    });
    Ok(())
}

/// Asks the messages, `[{role, content}, …]` as JSON, in a session of their own. Dropping the future
/// stops it.
pub async fn ask(messages: &str, temperature: Option<f64>) -> Result<String, Exception> {
    let said = ask_once(messages, temperature).await;
    if said
        .as_ref()
        .is_err_and(|exception| exception.name != "QuotaExceededError")
    {
        // It may be the session that broke: the next row gets another.
        OPEN.with_borrow_mut(|open| open.retain(|(of, _)| *of != temperature));
    }
    said
}

/// Lets go of the model: the browser may unload it.
pub fn release() {
    OPEN.with_borrow_mut(Vec::clear);
}

async fn ask_once(messages: &str, temperature: Option<f64>) -> Result<String, Exception> {
    let session = row_session(temperature).await?;
    let prompt = JSON::parse(messages).map_err(|error| exception(&error))?;
    let said = call_abortable(&session.0, "prompt", Some(prompt), Object::new()).await?;
    said.as_string()
        .ok_or_else(|| own_exception("the model gave no text"))
}

/// A session for one row, like the open one of this temperature.
async fn row_session(temperature: Option<f64>) -> Result<Session, Exception> {
    let find = || {
        OPEN.with_borrow(|open| {
            let of = open.iter().find(|(of, _)| *of == temperature)?;
            Some(of.1.0.clone())
        })
    };
    if find().is_none() {
        let session = create(with_temperature(options(), temperature).await).await?;
        OPEN.with_borrow_mut(|open| open.push((temperature, session)));
    }
    match find().filter(|open| method(open, "clone").is_some()) {
        Some(open) => call_abortable(&open, "clone", None, Object::new())
            .await
            .map(Session),
        None => create(with_temperature(options(), temperature).await).await,
    }
}

async fn create(options: Object) -> Result<Session, Exception> {
    let model = model().ok_or_else(|| Exception {
        name: "NotSupportedError".to_owned(),
        message: "this browser has no LanguageModel".to_owned(),
    })?;
    call_abortable(&model, "create", None, options)
        .await
        .map(Session)
}

/// What is wanted of the model: text in, text out.
fn options() -> Object {
    let options = Object::new();
    for name in ["expectedInputs", "expectedOutputs"] {
        let text = Object::new();
        set(&text, "type", &"text".into());
        set(&options, name, &Array::of1(&text));
    }
    options
}

/// A temperature goes only with a top-k; the browser's own then.
async fn with_temperature(options: Object, temperature: Option<f64>) -> Object {
    if let Some(temperature) = temperature
        && let Some(top_k) = default_top_k().await
    {
        set(&options, "temperature", &temperature.into());
        set(&options, "topK", &top_k.into());
    }
    options
}

/// Only browsers that take a temperature name it.
async fn default_top_k() -> Option<f64> {
    let model = model()?;
    method(&model, "params")?;
    let params = call(&model, "params", &[]).await.ok()?;
    field(&params, "defaultTopK")?.as_f64()
}

fn model() -> Option<JsValue> {
    let model = field(&js_sys::global(), "LanguageModel")?;
    method(&model, "create").is_some().then_some(model)
}

/// [`call`], with options last; dropping the future aborts it. Once it is over nothing is aborted
/// any more: that would end the session that came of it.
async fn call_abortable(
    of: &JsValue,
    name: &str,
    argument: Option<JsValue>,
    options: Object,
) -> Result<JsValue, Exception> {
    let abort = AbortOnDrop::new();
    if let Some(abort) = &abort {
        set(&options, "signal", &abort.signal());
    }
    let arguments: Vec<JsValue> = argument.into_iter().chain([options.into()]).collect();
    let result = call(of, name, &arguments).await;
    if let Some(abort) = abort {
        abort.end();
    }
    result
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a field of a plain object cannot fail.
    let _ = Reflect::set(object, &name.into(), value);
}

fn field(of: &JsValue, name: &str) -> Option<JsValue> {
    // Fails for what is no object, and so has no fields.
    let value = Reflect::get(of, &name.into()).ok()?;
    (!value.is_null() && !value.is_undefined()).then_some(value)
}

fn method(of: &JsValue, name: &str) -> Option<Function> {
    field(of, name)?.dyn_into().ok()
}

/// Calls a method and waits for what it promises.
async fn call(of: &JsValue, name: &str, arguments: &[JsValue]) -> Result<JsValue, Exception> {
    let method = method(of, name).ok_or_else(|| own_exception(&format!("no method {name}")))?;
    let arguments: Array = arguments.iter().collect();
    let promised = method
        .apply(of, &arguments)
        .map_err(|error| exception(&error))?;
    JsFuture::from(Promise::resolve(&promised))
        .await
        .map_err(|error| exception(&error))
}

fn exception(error: &JsValue) -> Exception {
    let text = |name: &str| field(error, name).and_then(|value| value.as_string());
    Exception {
        name: text("name").unwrap_or_default(),
        message: text("message").unwrap_or_default(),
    }
}

fn own_exception(message: &str) -> Exception {
    Exception {
        name: "OperationError".to_owned(),
        message: message.to_owned(),
    }
}
