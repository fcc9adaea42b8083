//! The suite and its official data: what there is, what is loaded, and loading it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::ask;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::desk::view::{DataView, FileState, SuiteView, TaskView};
use crate::suite::DataKind;
use crate::web::io::{clock, worker};

/// How often a busy store is looked at again.
const BUSY_MILLIS: u32 = 30;

/// The suite, once for all pages. Copy it freely.
#[derive(Clone, Copy, Debug)]
pub struct SuiteStore {
    suite: RwSignal<Option<Result<SuiteView, Failure>>>,
    data: RwSignal<DataView>,
    is_busy: RwSignal<bool>,
    failure: RwSignal<Option<Failure>>,
    has_looked: StoredValue<bool>,
    has_rehearsed: StoredValue<bool>,
}

impl SuiteStore {
    /// Nothing asked yet.
    pub fn new() -> Self {
        Self {
            suite: RwSignal::new(None),
            data: RwSignal::new(DataView::default()),
            is_busy: RwSignal::new(false),
            failure: RwSignal::new(None),
            has_looked: StoredValue::new(false),
            has_rehearsed: StoredValue::new(false),
        }
    }

    /// Asks for the suite, and looks into cache and own host for the official files; once, on the
    /// first page that needs them. Asks no other host.
    pub fn look(self) {
        if self.has_looked.get_value() {
            return;
        }
        self.has_looked.set_value(true);
        spawn_local(async move {
            self.suite.set(Some(ask::suite().await));
            if let Ok(Response::Data(data)) = ask::try_ask(&Request::Ask(Question::Data)).await {
                self.data.set(data);
            }
            self.work(
                Request::LoadData {
                    may_ask_upstream: false,
                },
                Vec::new(),
            )
            .await;
        });
    }

    /// Loads all official files, from the pinned upstream commit where nothing nearer has them.
    pub fn load(self) {
        spawn_local(self.work(
            Request::LoadData {
                may_ask_upstream: true,
            },
            Vec::new(),
        ));
    }

    /// Waits until the official files are loaded, from near by or from anywhere, and says whether
    /// all of them are.
    pub async fn ready(self, may_ask_upstream: bool) -> bool {
        self.rest().await;
        if !self.is_complete() {
            self.work(Request::LoadData { may_ask_upstream }, Vec::new())
                .await;
        }
        self.is_complete()
    }

    /// Lets the worker practise for an upload once the rows near by are loaded; once.
    pub fn rehearse(self) {
        if self.has_rehearsed.get_value() {
            return;
        }
        self.has_rehearsed.set_value(true);
        spawn_local(async move {
            if self.ready(false).await {
                worker::ask(&Request::Rehearse).await;
            }
        });
    }

    fn is_complete(self) -> bool {
        let (n_loaded, n_files) = untrack(|| self.n_loaded());
        n_files > 0 && n_loaded == n_files
    }

    /// Task ids with the number of their rows of this kind, in the suite's order. Tracked.
    pub fn sizes(self, kind: DataKind) -> Vec<(String, usize)> {
        self.suite.with(|suite| {
            let suite = suite.iter().flatten();
            let tasks = suite.flat_map(|suite| &suite.tasks);
            let n_rows = |task: &TaskView| match kind {
                DataKind::Official => task.n_rows,
                DataKind::Sample => task.n_samples,
            };
            tasks.map(|task| (task.id.clone(), n_rows(task))).collect()
        })
    }

    /// Takes official files out of picked files, folders or archives.
    pub fn pick(self, files: Vec<File>) {
        spawn_local(async move {
            // What is refused is seen before the loading of the others has ended.
            self.rest().await;
            self.work(Request::PickData, files).await;
        });
    }

    /// Forgets the cached files.
    pub fn forget(self) {
        spawn_local(self.work(Request::ForgetData, Vec::new()));
    }

    /// Waits until nothing is under way.
    async fn rest(self) {
        while self.is_busy.get_untracked() {
            clock::pause(BUSY_MILLIS).await;
        }
    }

    async fn work(self, request: Request, files: Vec<File>) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.failure.set(None);
        let take = move |response: Response| match response {
            Response::Data(data) => self.data.set(data),
            Response::Failed(failure) => self.failure.set(Some(failure)),
            Response::Done => {}
            other => self.failure.set(Some(ask::unexpected(&other))),
        };
        take(worker::ask_watching(&request, &files, take).await);
        if request_forgets(&request) {
            // The worker may answer with a bare "done": ask how things stand.
            if let Ok(Response::Data(data)) = ask::try_ask(&Request::Ask(Question::Data)).await {
                self.data.set(data);
            }
        }
        self.is_busy.set(false);
    }

    /// The suite, or why it could not be had; `None` while waiting. Tracked.
    pub fn suite(self) -> Option<Result<SuiteView, Failure>> {
        self.suite.get()
    }

    /// State of the official files. Tracked.
    pub fn data(self) -> DataView {
        self.data.get()
    }

    /// Whether files are being looked for. Tracked.
    pub fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// What the last attempt at the files failed of, as a whole. Tracked.
    pub fn failure(self) -> Option<Failure> {
        self.failure.get()
    }

    /// Files loaded, and files there are. Tracked.
    pub fn n_loaded(self) -> (usize, usize) {
        self.data.with(|data| {
            let n_loaded = data
                .files
                .iter()
                .filter(|file| matches!(file.state, FileState::Loaded(_)))
                .count();
            (n_loaded, data.files.len())
        })
    }

    /// Whether a task's test rows and examples are both loaded. Tracked.
    pub fn is_loaded(self, task_id: &str) -> bool {
        self.data.with(|data| {
            let mut files = data
                .files
                .iter()
                .filter(|file| file.task_id == task_id)
                .peekable();
            files.peek().is_some() && files.all(|file| matches!(file.state, FileState::Loaded(_)))
        })
    }
}

impl Default for SuiteStore {
    fn default() -> Self {
        Self::new()
    }
}

fn request_forgets(request: &Request) -> bool {
    matches!(request, Request::ForgetData)
}

/// The suite store, looked up and set going. Only below the app, while a page is built.
pub fn use_suite() -> SuiteStore {
    let store: SuiteStore = expect_context();
    store.look();
    store
}
