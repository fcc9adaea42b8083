//! Asking the worker, for pages: an answer or a failure, and files to take away.

use crate::desk::protocol::{Export, Failure, Question, Request, Response};
use crate::desk::view::{PromptPage, PublishedView, RunCard, SuiteView};
use crate::web::io::{files, worker};

/// Asks the worker and waits. A failure comes as the error, never as an answer.
pub async fn ask(request: &Request) -> Result<Response, Failure> {
    match worker::ask(request).await {
        Response::Failed(failure) => Err(failure),
        response => Ok(response),
    }
}

/// The suite.
pub async fn suite() -> Result<SuiteView, Failure> {
    match ask(&Request::Ask(Question::Suite)).await? {
        Response::Suite(suite) => Ok(suite),
        other => Err(unexpected(&other)),
    }
}

/// Published results.
pub async fn published() -> Result<PublishedView, Failure> {
    match ask(&Request::Ask(Question::Published)).await? {
        Response::Published(published) => Ok(published),
        other => Err(unexpected(&other)),
    }
}

/// Rows of a task with their prompts: the answer to [`Question::Prompts`].
pub async fn prompts(question: Question) -> Result<PromptPage, Failure> {
    match ask(&Request::Ask(question)).await? {
        Response::Prompts(page) => Ok(page),
        other => Err(unexpected(&other)),
    }
}

/// Stored runs, newest first.
pub async fn list_runs() -> Result<Vec<RunCard>, Failure> {
    match ask(&Request::ListRuns).await? {
        Response::Runs(runs) => Ok(runs),
        other => Err(unexpected(&other)),
    }
}

/// Deletes a stored run for good.
pub async fn delete_run(run_id: String) -> Result<(), Failure> {
    ask(&Request::DeleteRun { run_id }).await.map(drop)
}

/// Has a file written and makes the browser save it.
pub async fn download(what: Export) -> Result<(), Failure> {
    match ask(&Request::Export { what }).await? {
        Response::Download { url, file_name } => {
            files::save_url(&url, &file_name).map_err(|reason| Failure::Internal { reason })
        }
        other => Err(unexpected(&other)),
    }
}

/// The worker answered something else than it was asked: a defect of ours.
pub fn unexpected(response: &Response) -> Failure {
    let debug = format!("{response:?}");
    let kind: String = debug.chars().take_while(|c| c.is_alphanumeric()).collect();
    Failure::Internal {
        reason: format!("the worker answered {kind}"),
    }
}
