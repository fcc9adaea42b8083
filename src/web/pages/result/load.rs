//! Questions of the page to the worker, each with the one answer that fits.

use crate::desk::protocol::{Failure, Question, Request, Response, RowsQuery};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::{ResultView, RowDetail, RowsPage};
use crate::run;
use crate::score::OutcomePolicy;
use crate::web::state::ask::{try_ask, unexpected};

use super::address::RowKey;

/// The numbers of a run; opens it first where it is not open, as after a reload.
pub async fn result(run_id: String, policy: OutcomePolicy) -> Result<ResultView, Failure> {
    let question = Request::Ask(Question::Result {
        run_id: run_id.clone(),
        policy,
    });
    let answer = match try_ask(&question).await {
        Err(Failure::NoRun { .. }) if !run_id.is_empty() => {
            open(run_id).await?;
            try_ask(&question).await?
        }
        answer => answer?,
    };
    match answer {
        Response::Result(result) => Ok(*result),
        other => Err(unexpected(&other)),
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
pub async fn row_keys(query: RowsQuery) -> Result<Vec<run::RowKey>, Failure> {
    match try_ask(&Request::Ask(Question::RowKeys(query))).await? {
        Response::RowKeys(keys) => Ok(keys
            .into_iter()
            .map(|(task_id, row_idx)| run::RowKey { task_id, row_idx })
            .collect()),
        other => Err(unexpected(&other)),
    }
}

/// One row, whole.
pub async fn row(run_id: String, key: RowKey) -> Result<RowDetail, Failure> {
    let RowKey { task_id, row_idx } = key;
    match try_ask(&Request::Ask(Question::Row {
        run_id,
        task_id,
        row_idx,
    }))
    .await?
    {
        Response::Row(row) => Ok(*row),
        other => Err(unexpected(&other)),
    }
}
