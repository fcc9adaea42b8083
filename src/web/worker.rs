//! The worker's side: fetches and stores around the desk. Decides nothing about scores.

mod columns; // scores of other programs
mod data; // the official files: cache, own host, upstream, picked
mod lend; // replies that a run may take from others
mod repeats; // several runs of the same rows
mod runs; // stored runs and uploads

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{DedicatedWorkerGlobalScope, File, MessageEvent};

use super::io::store::{Store, StoreError};
use super::io::worker::{PANICKED, bytes_of};
use super::parts::Fetched;
use crate::desk::Desk;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::desk::stored_answers::StoredAnswers;
use crate::intake::unpack::Openers;
use crate::suite::load;

/// What the worker keeps between questions.
pub struct Keeper {
    desk: RefCell<Desk>,
    /// Opened when first needed; the error is kept so that it is told and not tried for ever.
    store: RefCell<Option<Result<Rc<Store>, StoreError>>>,
    /// Heads of runs that no storage holds (private window): run id, head JSON.
    unstored: RefCell<Vec<(String, String)>>,
    /// What the run that was begun last may take from others.
    lent: RefCell<StoredAnswers>,
    /// Last sequence number given to a chunk of rows.
    sequence: RefCell<u64>,
    /// Requests so far.
    n_requests: Cell<u64>,
    openers_part: OpenersPart,
}

/// A request that is being performed.
pub type Performing = Pin<Box<dyn Future<Output = Result<Response, Failure>>>>;

/// Fetches the desk's part and has it begin a piece of work.
pub type DeskPart = fn(Work) -> Fetched<Performing>;

/// Fetches what opens the rarer kinds of files.
pub type OpenersPart = fn() -> Fetched<Openers>;

/// A request with all that it takes to perform it.
pub struct Work {
    keeper: Rc<Keeper>,
    request: Request,
    files: Vec<File>,
    asker: Asker,
}

impl Work {
    /// What the first page asks is answered from here; all else by the desk's part.
    async fn answer(self, desk_part: DeskPart) -> Result<Response, Failure> {
        match &self.request {
            Request::Ask(Question::Suite) => Ok(self.keeper.desk.borrow().suite_response()),
            Request::Ask(Question::Published) => Ok(self.keeper.desk.borrow().published_response()),
            Request::Ask(Question::Data) => Ok(self.keeper.data_response()),
            Request::CheckStorage => self.keeper.store().await.map(|_| Response::Done),
            Request::ListRuns => self.keeper.list_runs().await,
            _ => match desk_part(self).await {
                Ok(performing) => performing.await,
                Err(_) => Err(Failure::NotFetched),
            },
        }
    }

    /// Begins, whatever the request.
    pub fn perform(self) -> Performing {
        Box::pin(async move {
            let Self {
                keeper,
                request,
                files,
                asker,
            } = self;
            keeper.perform(request, files, &asker).await
        })
    }
}

/// Where a response goes.
#[derive(Clone)]
struct Asker {
    scope: DedicatedWorkerGlobalScope,
    id: JsValue,
}

impl Asker {
    fn tell(&self, response: &Response, is_final: bool) {
        let bytes = postcard::to_allocvec(response).unwrap_or_else(|error| {
            let failure = Failure::Internal {
                reason: error.to_string(),
            };
            postcard::to_allocvec(&Response::Failed(failure)).unwrap_or_default()
        });
        let message = js_sys::Array::of3(&self.id, &is_final.into(), &bytes_of(&bytes));
        // Fails only when the page is gone: nobody to tell.
        let _ = self.scope.post_message(&message);
    }

    /// News on the way to the final response.
    fn progress(&self, response: &Response) {
        self.tell(response, false);
    }
}

/// Answers the page's questions until the worker is stopped.
pub fn serve(desk_part: DeskPart, openers_part: OpenersPart) {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else {
        return;
    };
    report_panics(&scope);
    let keeper = Rc::new(Keeper {
        desk: RefCell::new(Desk::new(load::batayan())),
        store: RefCell::new(None),
        unstored: RefCell::new(Vec::new()),
        lent: RefCell::default(),
        sequence: RefCell::new(0),
        n_requests: Cell::new(0),
        openers_part,
    });
    let for_closure = scope.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let parts = js_sys::Array::from(&event.data());
        let asker = Asker {
            scope: for_closure.clone(),
            id: parts.get(0),
        };
        let bytes = js_sys::Uint8Array::new(&parts.get(1)).to_vec();
        let files: Vec<File> = js_sys::Array::from(&parts.get(2))
            .iter()
            .filter_map(|file| file.dyn_into().ok())
            .collect();
        match postcard::from_bytes::<Request>(&bytes) {
            Ok(request) => {
                keeper.n_requests.update(|n| n + 1);
                let work = Work {
                    keeper: Rc::clone(&keeper),
                    request,
                    files,
                    asker: asker.clone(),
                };
                spawn_local(async move {
                    let response = work.answer(desk_part).await;
                    asker.tell(&response.unwrap_or_else(Response::Failed), true);
                });
            }
            Err(error) => {
                let failure = Failure::Internal {
                    reason: format!("question: {error}"),
                };
                asker.tell(&Response::Failed(failure), true);
            }
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
}

/// A panic ends the worker's wasm; the page hears of it and starts another.
fn report_panics(scope: &DedicatedWorkerGlobalScope) {
    let scope = Asker {
        scope: scope.clone(),
        id: PANICKED.into(),
    };
    std::panic::set_hook(Box::new(move |info| {
        let message = js_sys::Array::of3(&scope.id, &true.into(), &info.to_string().into());
        let _ = scope.scope.post_message(&message);
        console_error_panic_hook::hook(info);
    }));
}

impl Keeper {
    async fn perform(
        &self,
        request: Request,
        files: Vec<File>,
        asker: &Asker,
    ) -> Result<Response, Failure> {
        match request {
            Request::Ask(question) => Ok(self.desk.borrow_mut().answer(question)),
            Request::CheckStorage => self.store().await.map(|_| Response::Done),
            Request::LoadData { may_ask_upstream } => self.load_data(may_ask_upstream, asker).await,
            Request::PickData => self.pick_data(&files, asker).await,
            Request::ForgetData => self.forget_data().await,
            Request::ListRuns => self.list_runs().await,
            Request::BeginRun { head_json } => self.begin_run(&head_json).await,
            Request::SaveRows { run_id, rows_json } => self.save_rows(&run_id, &rows_json).await,
            Request::SaveAttempts {
                run_id,
                task_id,
                row_idx,
                attempts,
            } => {
                self.save_attempts(&run_id, &task_id, row_idx, attempts)
                    .await
            }
            Request::SaveHead { head_json } => self.save_head(&head_json).await,
            Request::RenameRun { run_id, title } => self.rename_run(&run_id, title).await,
            Request::OpenRun { run_id, is_fresh } => {
                if is_fresh {
                    self.let_go(&run_id);
                }
                self.open_run(&run_id).await
            }
            Request::DeleteRun { run_id } => self.delete_run(&run_id).await,
            Request::ReadBatch { run_id } => self.read_batch(&run_id, &files).await,
            Request::PlanRepeat {
                run_id,
                next_id,
                started_millis,
            } => self.plan_repeat(&run_id, &next_id, started_millis).await,
            Request::Repeats { run_id, policy } => self.repeats(&run_id, policy).await,
            Request::FindStored { run_id, without } => self.find_stored(&run_id, &without).await,
            Request::StoredAnswer { request_sha256 } => self.stored_answer(&request_sha256).await,
            Request::Rehearse => {
                self.rehearse().await;
                Ok(Response::Done)
            }
            Request::ReadFiles => self.read_files(&files, asker).await,
            Request::KeepUpload { runs, by_order } => self.keep_upload(&runs, by_order).await,
            Request::JoinFiles(joining) => self.join_files(&joining, &files).await,
            Request::JoinLines {
                joining,
                address,
                lines,
            } => self.join_lines(&joining, &address, &lines).await,
            Request::RemoveColumn {
                run_id,
                task_id,
                name,
            } => self.remove_column(&run_id, &task_id, &name).await,
            Request::StandIn { wish, name } => self.stand_in(&wish, &name).await,
            Request::Export { what } => self.export(&what),
            Request::ExportAll { without } => self.export_all(&without, asker).await,
        }
    }

    async fn store(&self) -> Result<Rc<Store>, Failure> {
        if let Some(known) = self.store.borrow().as_ref() {
            return known.clone().map_err(failure_of);
        }
        let opened = Store::open().await.map(Rc::new);
        *self.store.borrow_mut() = Some(opened.clone());
        opened.map_err(failure_of)
    }
}

fn failure_of(error: StoreError) -> Failure {
    match error {
        StoreError::Full => Failure::StorageFull,
        StoreError::Unavailable(reason) => Failure::NoStorage { reason },
    }
}
