//! Performs the effects of a run and hands it the events. Decides nothing.
//!
//! A driver belongs to the app: it goes on when its page is left. The key lives here and in the
//! request headers, nowhere else.

mod prompts; // messages of coming rows, fetched from the worker in batches
pub mod send; // one request: out, back, read
mod stored; // replies that other runs hold to the same requests

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use futures::future::{AbortHandle, abortable};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::desk::view::ResultView;
use crate::provider::Lesson;
use crate::provider::address::BaseUrl;
use crate::provider::call::Endpoint;
use crate::provider::key::Key;
use crate::record::json::{self, Extras};
use crate::record::sampling::sampling_of;
use crate::record::{Attempt, Record, RecordHead, RecordRow};
use crate::run::budget::{Budget, Prices, Taken};
use crate::run::progress::Progress;
use crate::run::{Effect, Event, Plan, Run, RunState, StopReason};
use crate::score::OutcomePolicy;
use crate::web::driver::prompts::Prompts;
use crate::web::driver::send::Sender;
use crate::web::driver::stored::Stored;
use crate::web::io::locks::Lock;
use crate::web::io::{clock, files, worker};

/// Live figures change so often at most.
const TELL_EVERY_MILLIS: u64 = 250;
/// Scores are asked for so often at most.
const SCORE_EVERY_MILLIS: u64 = 1_000;
/// Of the time, scoring may take one part in so many: the rest is for the rows.
const SCORE_SHARE: u64 = 20;
/// A reply that comes alone is stored at once; those that come within this time of the last ones are
/// stored together.
const STORE_EVERY_MILLIS: u32 = 25;
/// So many requests begin in one task of the page, and so many rows count as stored: more together
/// would hold it up.
const AT_A_TIME: usize = 8;
/// Replies shown as they come.
const N_LAST: usize = 8;

/// Everything a run needs to start or to go on.
pub struct Setup {
    /// Head of the record; already stored when the run goes on.
    pub head: RecordHead,
    /// What to do.
    pub plan: Plan,
    /// Endpoint and model.
    pub endpoint: Endpoint,
    /// Key, or none.
    pub key: Key,
    /// What keeps other tabs from asking the same rows.
    pub lock: Lock,
}

/// A reply as it came, for the live list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastReply {
    /// Task id.
    pub task_id: String,
    /// Row id.
    pub row_id: String,
    /// Position in the task's file.
    pub row_idx: usize,
    /// Outcome id.
    pub outcome: &'static str,
    /// Text, shortened.
    pub text: String,
}

/// A run under way, seen by the pages.
#[derive(Clone)]
pub struct Driver {
    inner: Rc<Inner>,
}

struct Inner {
    run: RefCell<Run>,
    head: RefCell<RecordHead>,
    prompts: Prompts,
    sender: RefCell<Sender>,
    stored: Stored,
    /// Requests that are out, by row and attempt number.
    out: RefCell<BTreeMap<(String, usize, u32), AbortHandle>>,
    /// Rows that wait to be stored together.
    to_save: RefCell<Vec<RecordRow>>,
    is_saving: Cell<bool>,
    alarm: RefCell<Option<Timeout>>,
    tell: RefCell<Option<Timeout>>,
    is_scoring: Cell<bool>,
    /// Scores were wanted while others were on their way.
    is_score_due: Cell<bool>,
    /// Tasks of which all rows were there when scores were last asked for.
    n_complete: Cell<usize>,
    /// When scores are asked for again, Unix milliseconds.
    score_at: Cell<u64>,
    progress: ArcRwSignal<Progress>,
    last: ArcRwSignal<Vec<LastReply>>,
    result: ArcRwSignal<Option<ResultView>>,
    failure: ArcRwSignal<Option<Failure>>,
    /// Free again when the run is let go of.
    _lock: Lock,
}

impl Driver {
    /// A driver for a run whose head is stored; nothing is asked before [`Driver::start`].
    pub fn new(setup: Setup) -> Self {
        let Setup {
            head,
            plan,
            endpoint,
            key,
            lock,
        } = setup;
        let layout = head.settings.profile;
        let prompts = Prompts::new(&head, &plan);
        let run = Run::new(plan);
        let progress = ArcRwSignal::new(run.progress(clock::now_millis()));
        Self {
            inner: Rc::new(Inner {
                run: RefCell::new(run),
                head: RefCell::new(head),
                prompts,
                sender: RefCell::new(Sender {
                    endpoint,
                    layout,
                    key,
                }),
                stored: Stored::default(),
                out: RefCell::default(),
                to_save: RefCell::default(),
                is_saving: Cell::new(false),
                alarm: RefCell::default(),
                tell: RefCell::default(),
                is_scoring: Cell::new(false),
                is_score_due: Cell::new(false),
                n_complete: Cell::new(0),
                score_at: Cell::new(0),
                progress,
                last: ArcRwSignal::default(),
                result: ArcRwSignal::new(None),
                failure: ArcRwSignal::new(None),
                _lock: lock,
            }),
        }
    }

    /// Digests of requests whose replies are stored: they are taken from there. `None`: none is
    /// wanted.
    pub fn set_stored(&self, digests: Option<Vec<String>>) {
        self.inner.stored.set(digests);
    }

    /// Whether replies that are stored are wanted.
    pub fn wants_stored(&self) -> bool {
        self.inner.stored.is_wanted()
    }

    /// Begins to ask.
    pub fn start(&self) {
        self.inner.happen(Event::Started);
    }

    /// Stops at once: nothing new is asked, what is out is dropped, what came back is stored.
    pub fn stop(&self) {
        self.inner.happen(Event::Stopped);
    }

    /// Goes on after a stop or a pause.
    pub fn go_on(&self) {
        self.inner.failure.set(None);
        self.inner.happen(Event::GoOn);
    }

    /// Goes on with another key.
    pub fn go_on_with_key(&self, key: Key) {
        self.inner.sender.borrow_mut().key = key;
        self.go_on();
    }

    /// Sets another budget; a run that the old one stopped goes on with [`Self::go_on`].
    pub fn set_budget(&self, budget: Budget, prices: Option<Prices>) {
        self.inner.happen(Event::BudgetSet { budget, prices });
        self.note_prices(prices);
    }

    /// What tokens cost, for the record; `None` leaves what is known.
    pub fn note_prices(&self, prices: Option<Prices>) {
        if prices.is_some() && self.inner.head.borrow().prices != prices {
            self.inner.head.borrow_mut().prices = prices;
            self.inner.save_head();
        }
    }

    /// Asks rows again: task id and position.
    pub fn ask_again(&self, keys: Vec<crate::run::RowKey>) {
        self.inner.happen(Event::ReAsk(keys));
    }

    /// Whether requests are out or wanted.
    pub fn is_active(&self) -> bool {
        let run = self.inner.run.borrow();
        run.state(clock::now_millis()).is_active()
    }

    /// Rows without a usable reply: none came, it was empty, or the model declined.
    pub fn rows_without_text(&self) -> Vec<crate::run::RowKey> {
        self.inner.run.borrow().rows_without_text()
    }

    /// Where requests go, and the key as it is now: for the next run of the same rows.
    pub fn base_and_key(&self) -> (BaseUrl, Key) {
        let sender = self.inner.sender.borrow();
        (sender.endpoint.base.clone(), sender.key.clone())
    }

    /// What the run is doing.
    pub fn state(&self) -> RunState {
        self.inner.run.borrow().state(clock::now_millis())
    }

    /// What it has taken so far.
    pub fn taken(&self) -> Taken {
        self.inner.run.borrow().progress(clock::now_millis()).taken
    }

    /// Where requests go.
    pub fn base(&self) -> BaseUrl {
        self.inner.sender.borrow().endpoint.base.clone()
    }

    /// The record's head as it is now.
    pub fn head(&self) -> RecordHead {
        self.inner.head.borrow().clone()
    }

    /// Has the run go by another name from now on.
    pub fn set_title(&self, title: String) {
        self.inner.head.borrow_mut().title = title;
    }

    /// Has the browser save the results that could not be stored: as a record of nothing but
    /// them, so that the file opens wherever records do.
    pub fn save_unsaved(&self) {
        let head = self.head();
        let file_name = format!("{}-unsaved.json", head.id);
        let rows = self.inner.run.borrow().unsaved().cloned().collect();
        let text = json::write_record(&Record { head, rows }, &Extras::default());
        let saved = files::object_url(&text, "application/json")
            .and_then(|url| files::save_url(&url, &file_name));
        if let Err(reason) = saved {
            self.inner.failure.set(Some(Failure::Internal { reason }));
        }
    }

    /// How far it has come; changes a few times a second.
    pub fn progress(&self) -> ArcRwSignal<Progress> {
        self.inner.progress.clone()
    }

    /// The last replies, newest first.
    pub fn last(&self) -> ArcRwSignal<Vec<LastReply>> {
        self.inner.last.clone()
    }

    /// Scores so far.
    pub fn result(&self) -> ArcRwSignal<Option<ResultView>> {
        self.inner.result.clone()
    }

    /// What the worker could not do, e.g. rows that are not loaded.
    pub fn failure(&self) -> ArcRwSignal<Option<Failure>> {
        self.inner.failure.clone()
    }
}

impl Inner {
    fn happen(self: &Rc<Self>, event: Event) {
        let effects = self.run.borrow_mut().step(clock::now_millis(), event);
        for (n_before, effect) in effects.into_iter().enumerate() {
            self.perform(effect, n_before / AT_A_TIME);
        }
        self.tell_soon();
    }

    /// A request begins so many turns from now.
    fn perform(self: &Rc<Self>, effect: Effect, n_turns: usize) {
        match effect {
            Effect::Ask {
                key,
                attempt,
                params,
                is_wanted_anew,
            } => self.ask(key, attempt, params, is_wanted_anew, n_turns),
            Effect::AbortAll => {
                for (_, handle) in std::mem::take(&mut *self.out.borrow_mut()) {
                    handle.abort();
                }
            }
            Effect::Save(row) => self.save(*row),
            Effect::SaveAttempts { key, attempts } => {
                self.save_attempts(key.task_id, key.row_idx, &attempts);
            }
            Effect::WakeAt(at_millis) => {
                let wait = at_millis.saturating_sub(clock::now_millis());
                let inner = Rc::clone(self);
                let alarm = clock::after(wait, move || inner.happen(Event::Woke));
                *self.alarm.borrow_mut() = Some(alarm);
            }
            Effect::Learned(lesson) => self.note_lesson(lesson),
            // The state says it; the pages read the state.
            Effect::Stopped(StopReason::BudgetSpent(spent)) => {
                let note = spent.note();
                let is_new = !self.head.borrow().notes.contains(&note);
                if is_new {
                    self.head.borrow_mut().notes.push(note);
                    self.save_head();
                }
            }
            Effect::Stopped(_) | Effect::Finished => self.sender.borrow().rest(),
            Effect::Paused(_) => {}
        }
    }

    fn ask(
        self: &Rc<Self>,
        key: crate::run::RowKey,
        attempt: u32,
        params: crate::provider::Params,
        is_wanted_anew: bool,
        n_turns: usize,
    ) {
        let id = (key.task_id.clone(), key.row_idx, attempt);
        let inner = Rc::clone(self);
        let (request, handle) = abortable(async move {
            for _ in 0..n_turns {
                clock::pause(0).await;
            }
            let messages = match inner.prompts.messages(&key).await {
                Ok(messages) => messages,
                Err(failure) => {
                    // The rows are gone from the worker: nothing can be asked.
                    inner.failure.set(Some(failure));
                    inner.happen(Event::Stopped);
                    return;
                }
            };
            let sender = inner.sender.borrow().clone();
            let call = sender.call(&messages, &params);
            let digest = call.digest();
            if !is_wanted_anew && let Some((reply, from)) = inner.stored.find(&digest).await {
                inner.forget_out(&key, attempt);
                inner.show(&key, &reply);
                inner.happen(Event::Reused {
                    key,
                    attempt,
                    reply: Box::new(reply),
                    from,
                });
                return;
            }
            let began = clock::now_millis();
            let on_limits = |told| inner.happen(Event::LimitsTold(told));
            let patience = inner.run.borrow().patience_millis();
            let mut result = sender.send(call, patience, on_limits).await;
            let took_millis = clock::now_millis().saturating_sub(began);
            inner.forget_out(&key, attempt);
            if let Ok(reply) = &mut result {
                reply.request_sha256 = Some(digest);
            }
            if let Ok(reply) = &result {
                inner.show(&key, reply);
            }
            inner.happen(Event::Replied {
                key,
                attempt,
                result,
                took_millis,
            });
        });
        self.out.borrow_mut().insert(id, handle);
        spawn_local(async move {
            // Aborted requests simply end; the run does not wait for them.
            let _ = request.await;
        });
    }

    /// A request is not out any more.
    fn forget_out(&self, key: &crate::run::RowKey, attempt: u32) {
        let id = (key.task_id.clone(), key.row_idx, attempt);
        self.out.borrow_mut().remove(&id);
    }

    fn show(&self, key: &crate::run::RowKey, reply: &crate::provider::Reply) {
        let row = LastReply {
            task_id: key.task_id.clone(),
            row_id: self.prompts.row_id(key),
            row_idx: key.row_idx,
            outcome: reply.outcome.id(),
            text: reply.text.chars().take(160).collect(),
        };
        // Untracked and silent: the telling below publishes it with the progress.
        self.last.update_untracked(|last| {
            last.insert(0, row);
            last.truncate(N_LAST);
        });
    }

    fn save(self: &Rc<Self>, row: RecordRow) {
        self.to_save.borrow_mut().push(row);
        if self.is_saving.replace(true) {
            return;
        }
        let inner = Rc::clone(self);
        spawn_local(async move {
            loop {
                let rows = std::mem::take(&mut *inner.to_save.borrow_mut());
                if rows.is_empty() {
                    inner.is_saving.set(false);
                    break;
                }
                inner.store(&rows).await;
                clock::pause(STORE_EVERY_MILLIS).await;
            }
        });
    }

    async fn store(self: &Rc<Self>, rows: &[RecordRow]) {
        let run_id = self.head.borrow().id.clone();
        let rows_json = json::write_rows(rows);
        let response = worker::ask(&Request::SaveRows { run_id, rows_json }).await;
        for (idx, row) in rows.iter().enumerate() {
            if idx > 0 && idx % AT_A_TIME == 0 {
                clock::pause(0).await;
            }
            let key = crate::run::RowKey {
                task_id: row.task_id.clone(),
                row_idx: row.row_idx,
            };
            self.happen(match &response {
                Response::Failed(failure) => {
                    self.failure.set(Some(failure.clone()));
                    Event::SaveFailed {
                        key,
                        reason: failure.to_string(),
                    }
                }
                _ => Event::Saved { key },
            });
        }
    }

    fn save_attempts(self: &Rc<Self>, task_id: String, row_idx: usize, attempts: &[Attempt]) {
        let run_id = self.head.borrow().id.clone();
        let attempts = attempts.to_vec();
        spawn_local(async move {
            let request = Request::SaveAttempts {
                run_id,
                task_id,
                row_idx,
                attempts: attempts
                    .iter()
                    .map(|a| (a.at_millis, a.took_millis, a.status, a.result.clone()))
                    .collect(),
            };
            // Only the list of tries; the answer that counts is stored already.
            let _ = worker::ask(&request).await;
        });
    }

    /// The server does not take a parameter: the record says so from now on.
    fn note_lesson(self: &Rc<Self>, lesson: Lesson) {
        {
            let run = self.run.borrow();
            let mut head = self.head.borrow_mut();
            head.notes.push(lesson.note().to_owned());
            head.settings.sampling = run
                .params()
                .iter()
                .map(|(task_id, params)| (task_id.clone(), sampling_of(params)))
                .collect();
        }
        self.save_head();
    }

    fn save_head(self: &Rc<Self>) {
        let head_json = json::write_head(&self.head.borrow());
        let inner = Rc::clone(self);
        spawn_local(async move {
            if let Response::Failed(failure) = worker::ask(&Request::SaveHead { head_json }).await {
                inner.failure.set(Some(failure));
            }
        });
    }

    /// Publishes progress within [`TELL_EVERY_MILLIS`], and asks for scores now and then.
    fn tell_soon(self: &Rc<Self>) {
        if self.tell.borrow().is_some() {
            return;
        }
        let inner = Rc::clone(self);
        let tell = clock::after(TELL_EVERY_MILLIS, move || {
            *inner.tell.borrow_mut() = None;
            inner.publish();
        });
        *self.tell.borrow_mut() = Some(tell);
    }

    fn publish(self: &Rc<Self>) {
        let now = clock::now_millis();
        let progress = self.run.borrow().progress(now);
        let is_active = progress.state.is_active();
        let complete = progress.tasks.iter().filter(|task| task.is_complete());
        let n_complete = complete.count();
        self.progress.set(progress);
        self.last.notify();
        // The last number of a task is not waited for.
        if !is_active || now >= self.score_at.get() || n_complete > self.n_complete.get() {
            self.n_complete.set(n_complete);
            self.score();
        }
        if is_active {
            self.tell_soon();
        }
    }

    fn score(self: &Rc<Self>) {
        if self.is_scoring.replace(true) {
            self.is_score_due.set(true);
            return;
        }
        let inner = Rc::clone(self);
        spawn_local(async move {
            let began = clock::now_millis();
            let run_id = inner.head.borrow().id.clone();
            let question = Question::Result {
                run_id,
                policy: Some(OutcomePolicy::Strict),
            };
            if let Response::Result(result) = worker::ask(&Request::Ask(question)).await {
                inner.result.set(Some(*result));
            }
            let now = clock::now_millis();
            let pause = (now.saturating_sub(began) * SCORE_SHARE).max(SCORE_EVERY_MILLIS);
            inner.score_at.set(now + pause);
            inner.is_scoring.set(false);
            if inner.is_score_due.take() {
                inner.score();
            }
        });
    }
}
