//! Questions of pages to the worker, and files to take away.

use wasm_bindgen_futures::spawn_local;
use web_sys::File;

use crate::desk::protocol::{Export, Failure, Question, Request, Response};
use crate::desk::view::{PromptPage, PublishedView, RunCard, SuiteView};
use crate::web::io::{files, worker};

/// Files the user dropped or chose, kept until the worker has read them.
#[derive(Clone, Debug, Default)]
pub struct PickedFiles(Vec<File>);

impl PickedFiles {
    /// In the order of the browser.
    pub fn new(files: Vec<File>) -> Self {
        Self(files)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Asks the worker and waits. What goes wrong comes as [`Response::Failed`].
pub async fn ask(request: &Request) -> Response {
    worker::ask(request).await
}

/// Asks the worker and hears of progress on the way.
pub async fn ask_watching(request: &Request, on_progress: impl FnMut(Response)) -> Response {
    worker::ask_watching(request, &[], on_progress).await
}

/// Asks the worker about files.
pub async fn ask_with_files(request: &Request, picked: &PickedFiles) -> Response {
    worker::ask_watching(request, &picked.0, |_| ()).await
}

/// Asks the worker about files and hears of progress on the way.
pub async fn ask_with_files_watching(
    request: &Request,
    picked: &PickedFiles,
    on_progress: impl FnMut(Response),
) -> Response {
    worker::ask_watching(request, &picked.0, on_progress).await
}

/// Stops [`Request::ReadFiles`] for good; who waits for it gets [`Response::Done`].
pub async fn stop_reading() {
    worker::stop_reading().await;
}

/// Has the worker write a file and the browser save it; a failure is returned for a notice.
pub async fn export(what: Export) -> Result<(), Failure> {
    match worker::ask(&Request::Export { what }).await {
        Response::Download { url, file_name } => {
            files::save_url(&url, &file_name).map_err(|reason| Failure::Internal { reason })
        }
        Response::Failed(failure) => Err(failure),
        other => Err(Failure::Internal {
            reason: format!("unexpected answer: {other:?}"),
        }),
    }
}

/// Has the worker write all runs but some into one file, and the browser save it. Hears how many
/// of how many runs are in it.
pub async fn export_all(
    without: Vec<String>,
    mut on_progress: impl FnMut(usize, usize),
) -> Result<(), Failure> {
    let request = Request::ExportAll { without };
    let watch = |response| {
        if let Response::Exporting { n_done, n_all } = response {
            on_progress(n_done, n_all);
        }
    };
    match worker::ask_watching(&request, &[], watch).await {
        Response::Download { url, file_name } => {
            files::save_url(&url, &file_name).map_err(|reason| Failure::Internal { reason })
        }
        Response::Failed(failure) => Err(failure),
        other => Err(unexpected(&other)),
    }
}

/// [`export`] for buttons that have nowhere to show a failure: `on_failure` hears of it.
pub fn download(what: Export, on_failure: impl FnOnce(Failure) + 'static) {
    spawn_local(async move {
        if let Err(failure) = export(what).await {
            on_failure(failure);
        }
    });
}

/// Asks the worker and waits. A failure comes as the error, never as an answer.
pub async fn try_ask(request: &Request) -> Result<Response, Failure> {
    match worker::ask(request).await {
        Response::Failed(failure) => Err(failure),
        response => Ok(response),
    }
}

/// The suite.
pub async fn suite() -> Result<SuiteView, Failure> {
    match try_ask(&Request::Ask(Question::Suite)).await? {
        Response::Suite(suite) => Ok(suite),
        other => Err(unexpected(&other)),
    }
}

/// Published results.
pub async fn published() -> Result<PublishedView, Failure> {
    match try_ask(&Request::Ask(Question::Published)).await? {
        Response::Published(published) => Ok(published),
        other => Err(unexpected(&other)),
    }
}

/// Rows of a task with their prompts: the answer to [`Question::Prompts`].
pub async fn prompts(question: Question) -> Result<PromptPage, Failure> {
    match try_ask(&Request::Ask(question)).await? {
        Response::Prompts(page) => Ok(page),
        other => Err(unexpected(&other)),
    }
}

/// Stored runs, newest first.
pub async fn list_runs() -> Result<Vec<RunCard>, Failure> {
    match try_ask(&Request::ListRuns).await? {
        Response::Runs(runs) => Ok(runs),
        other => Err(unexpected(&other)),
    }
}

/// Deletes a stored run for good.
pub async fn rename_run(run_id: String, title: String) -> Result<(), Failure> {
    let request = Request::RenameRun { run_id, title };
    try_ask(&request).await.map(drop)
}

/// Deletes a stored run.
pub async fn delete_run(run_id: String) -> Result<(), Failure> {
    try_ask(&Request::DeleteRun { run_id }).await.map(drop)
}

/// The worker answered something else than it was asked: a defect of ours.
pub fn unexpected(response: &Response) -> Failure {
    let debug = format!("{response:?}");
    let kind: String = debug.chars().take_while(|c| c.is_alphanumeric()).collect();
    Failure::Internal {
        reason: format!("the worker answered {kind}"),
    }
}
