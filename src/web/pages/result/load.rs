//! Questions of the page to the worker, each with the one answer that fits.

use crate::desk::protocol::{Failure, Question, Request, Response, RowsQuery};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::{ResultView, RowDetail, RowsPage};
use crate::run::RowKey;
use crate::score::OutcomePolicy;
use crate::web::state::ask::{try_ask, unexpected};

/// The numbers of a run; without a policy, by its own.
pub async fn result(run_id: String, policy: Option<OutcomePolicy>) -> Result<ResultView, Failure> {
    match ask_open(Question::Result { run_id, policy }).await? {
        Response::Result(result) => Ok(*result),
        other => Err(unexpected(&other)),
    }
}

/// Asks about runs; those that are not open, as after a reload, are opened first.
pub async fn ask_open(question: Question) -> Result<Response, Failure> {
    let question = Request::Ask(question);
    let mut opened = Vec::new();
    loop {
        match try_ask(&question).await {
            Err(Failure::NoRun { run_id }) if !run_id.is_empty() && !opened.contains(&run_id) => {
                open(run_id.clone()).await?;
                opened.push(run_id);
            }
            answer => return answer,
        }
    }
}

/// Opens a stored run, or the sample.
async fn open(run_id: String) -> Result<(), Failure> {
    let request = if run_id == SAMPLE_RUN_ID {
        Request::Ask(Question::OpenSample)
    } else {
        Request::OpenRun {
            run_id,
            is_fresh: false,
        }
    };
    match try_ask(&request).await? {
        Response::Opened { .. } | Response::Result(_) => Ok(()),
        other => Err(unexpected(&other)),
    }
}

/// A window of the rows that match.
pub async fn rows(query: RowsQuery) -> Result<RowsPage, Failure> {
    match try_ask(&Request::Ask(Question::Rows(query))).await? {
        Response::Rows(page) => Ok(page),
        other => Err(unexpected(&other)),
    }
}

/// All rows that match, wherever the window is.
pub async fn row_keys(query: RowsQuery) -> Result<Vec<RowKey>, Failure> {
    match try_ask(&Request::Ask(Question::RowKeys(query))).await? {
        Response::RowKeys(keys) => Ok(keys
            .into_iter()
            .map(|(task_id, row_idx)| RowKey { task_id, row_idx })
            .collect()),
        other => Err(unexpected(&other)),
    }
}

/// One row, whole.
pub async fn row(run_id: String, key: RowKey) -> Result<RowDetail, Failure> {
    let RowKey { task_id, row_idx } = key;
    let question = Question::Row {
        run_id,
        task_id,
        row_idx,
    };
    match ask_open(question).await? {
        Response::Row(row) => Ok(*row),
        other => Err(unexpected(&other)),
    }
}
