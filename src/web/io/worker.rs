//! Asking the worker. One worker a page, started when first needed and again after a crash.

use std::cell::RefCell;
use std::collections::BTreeMap;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedSender, unbounded};
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, File, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::desk::protocol::{Failure, Request, Response};

/// What a waiting question gets: a response, and whether it is the last one.
type Delivery = (Response, bool);

/// Message id by which the worker says that it panicked.
pub const PANICKED: i32 = -1;

/// A question without its answer.
struct Waiting {
    sender: UnboundedSender<Delivery>,
    /// The question, to be put again to another worker.
    message: js_sys::Array,
    /// It has files read, which may take long.
    is_reading: bool,
}

struct Client {
    worker: Worker,
    next_id: u32,
    waiting: BTreeMap<u32, Waiting>,
    /// Questions kept back until the official rows are loaded again; `None` at all other times.
    held: Option<Vec<u32>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

thread_local! {
    static CLIENT: RefCell<Option<Client>> = const { RefCell::new(None) };
}

/// Asks and waits for the final response. Never fails otherwise than by [`Response::Failed`].
pub async fn ask(request: &Request) -> Response {
    ask_watching(request, &[], |_| ()).await
}

/// Asks with files to read, and hears of progress on the way.
pub async fn ask_watching(
    request: &Request,
    files: &[File],
    mut on_progress: impl FnMut(Response),
) -> Response {
    let (sender, mut receiver) = unbounded();
    if let Err(reason) = post(request, files, sender) {
        return Response::Failed(Failure::Internal { reason });
    }
    while let Some((response, is_final)) = receiver.next().await {
        if is_final {
            return response;
        }
        on_progress(response);
    }
    Response::Failed(Failure::Internal {
        reason: "the worker stopped".into(),
    })
}

fn post(
    request: &Request,
    files: &[File],
    sender: UnboundedSender<Delivery>,
) -> Result<(), String> {
    let bytes = postcard::to_allocvec(request).map_err(|error| error.to_string())?;
    CLIENT.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Some(start()?);
        }
        let client = slot.as_mut().ok_or("no worker")?;
        let id = client.next_id;
        client.next_id = client.next_id.wrapping_add(1);
        let file_list: js_sys::Array = files.iter().collect();
        let message = js_sys::Array::of3(&id.into(), &bytes_of(&bytes), &file_list);
        client.waiting.insert(
            id,
            Waiting {
                sender,
                message: message.clone(),
                is_reading: matches!(request, Request::ReadFiles),
            },
        );
        let loads = matches!(request, Request::LoadData { .. });
        if let Some(held) = client.held.as_mut().filter(|_| !loads) {
            held.push(id);
            return Ok(());
        }
        client
            .worker
            .post_message(&message)
            .map_err(|error| super::files::message_of(&error))
    })
}

fn start() -> Result<Client, String> {
    let url = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.document_element())
        .and_then(|root| root.get_attribute("data-worker"))
        .ok_or("the page names no worker")?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&url, &options)
        .map_err(|error| super::files::message_of(&error))?;
    let on_message =
        Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| receive(&event.data()));
    let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(|event: ErrorEvent| {
        crash(&event.message());
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Ok(Client {
        worker,
        next_id: 0,
        waiting: BTreeMap::new(),
        held: None,
        _on_message: on_message,
        _on_error: on_error,
    })
}

/// Bytes for a message; copied, since the memory of the program itself cannot be given away.
pub fn bytes_of(bytes: &[u8]) -> JsValue {
    js_sys::Uint8Array::from(bytes).into()
}

/// A message is `[id, is_final, bytes]`; the id [`PANICKED`] belongs to no question.
fn receive(data: &JsValue) {
    let parts = js_sys::Array::from(data);
    let id = parts.get(0).as_f64().unwrap_or(f64::from(PANICKED));
    if id < 0.0 {
        crash(&parts.get(2).as_string().unwrap_or_default());
        return;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "ids are u32"
    )]
    let id = id as u32;
    let is_final = parts.get(1).as_bool().unwrap_or(true);
    let bytes = js_sys::Uint8Array::new(&parts.get(2)).to_vec();
    let response = postcard::from_bytes(&bytes).unwrap_or_else(|error| {
        Response::Failed(Failure::Internal {
            reason: format!("worker's answer: {error}"),
        })
    });
    CLIENT.with_borrow_mut(|slot| {
        let Some(client) = slot.as_mut() else { return };
        let sender = if is_final {
            client.waiting.remove(&id).map(|waiting| waiting.sender)
        } else {
            client
                .waiting
                .get(&id)
                .map(|waiting| waiting.sender.clone())
        };
        if let Some(sender) = sender {
            // The asker may have gone away with its page: nobody to tell.
            let _ = sender.unbounded_send((response, is_final));
        }
    });
}

/// Stops the reading of files for good, whatever the worker is in the middle of: another one takes
/// its place, loads the official rows near by, and answers what else was asked. Who waits for the
/// files gets [`Response::Done`].
pub async fn stop_reading() {
    let is_reading = CLIENT.with_borrow(|client| {
        let mut waiting = client.iter().flat_map(|client| client.waiting.values());
        waiting.any(|waiting| waiting.is_reading)
    });
    if !is_reading {
        return;
    }
    let Some(client) = CLIENT.with_borrow_mut(Option::take) else {
        return;
    };
    end(&client.worker);
    let (reading, others): (BTreeMap<_, _>, BTreeMap<_, _>) = client
        .waiting
        .into_iter()
        .partition(|(_, waiting)| waiting.is_reading);
    for waiting in reading.into_values() {
        let _ = waiting.sender.unbounded_send((Response::Done, true));
    }
    CLIENT.with_borrow_mut(|slot| {
        if let Ok(mut fresh) = start() {
            // No new question may have the number of one that is put again.
            fresh.next_id = client.next_id;
            fresh.held = Some(others.keys().copied().collect());
            fresh.waiting = others;
            *slot = Some(fresh);
        }
    });
    ask(&Request::LoadData {
        may_ask_upstream: false,
    })
    .await;
    CLIENT.with_borrow_mut(|slot| {
        let Some(client) = slot.as_mut() else { return };
        for id in client.held.take().unwrap_or_default() {
            if let Some(waiting) = client.waiting.get(&id)
                && client.worker.post_message(&waiting.message).is_err()
            {
                // Whoever waits hears that the worker stopped.
                client.waiting.remove(&id);
            }
        }
    });
}

fn end(worker: &Worker) {
    worker.set_onmessage(None);
    worker.set_onerror(None);
    worker.terminate();
}

/// Tells everybody who waits, and lets the next question start a fresh worker.
fn crash(reason: &str) {
    let client = CLIENT.with_borrow_mut(Option::take);
    let Some(client) = client else { return };
    end(&client.worker);
    for Waiting { sender, .. } in client.waiting.into_values() {
        let failure = Failure::Internal {
            reason: reason.to_owned(),
        };
        let _ = sender.unbounded_send((Response::Failed(failure), true));
    }
}
