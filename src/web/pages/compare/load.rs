//! Questions of the page to the worker, each with the one answer that fits.

use crate::desk::protocol::{ChangeFilter, ComparedQuery, Failure, Question, Response};
use crate::desk::view::comparison::{ComparedRow, ComparisonView};
use crate::desk::view::{RowDetail, RowsPage};
use crate::run::RowKey;
use crate::score::OutcomePolicy;
use crate::web::pages::result::load::{ask_open, row};
use crate::web::state::ask::unexpected;

/// The numbers of two runs; without a policy, by their own.
pub async fn comparison(
    run_ids: [String; 2],
    policy: Option<OutcomePolicy>,
) -> Result<ComparisonView, Failure> {
    match ask_open(Question::Compare { run_ids, policy }).await? {
        Response::Comparison(view) => Ok(*view),
        other => Err(unexpected(&other)),
    }
}

/// A window of the rows that match.
pub async fn compared(query: ComparedQuery) -> Result<RowsPage<ComparedRow>, Failure> {
    match ask_open(Question::ComparedRows(query)).await? {
        Response::Compared(page) => Ok(page),
        other => Err(unexpected(&other)),
    }
}

/// A row of both runs, whole, by its place in the first one.
pub async fn both_rows(run_ids: [String; 2], key: RowKey) -> Result<[RowDetail; 2], Failure> {
    let [first_id, second_id] = run_ids.clone();
    let first = row(first_id, key.clone()).await?;
    // Nearly always it stands at the same place in both; in another file it may not.
    let second = row(second_id.clone(), key.clone()).await;
    let is_same = |other: &RowDetail| other.row.row_id == first.row.row_id;
    if let Ok(second) = second
        && is_same(&second)
    {
        return Ok([first, second]);
    }
    let query = ComparedQuery {
        run_ids,
        task_id: Some(key.task_id.clone()),
        filter: ChangeFilter::All,
        policy: None,
        text: first.row.row_id.clone(),
        offset: 0,
        limit: usize::MAX,
    };
    let page = compared(query).await?;
    let mut sides = page.rows.iter().map(|row| &row.sides);
    let other = sides.find(|[side, _]| side.row_idx == key.row_idx);
    let Some([_, other]) = other else {
        let RowKey { task_id, row_idx } = key;
        return Err(Failure::NoRow { task_id, row_idx });
    };
    let key = RowKey {
        row_idx: other.row_idx,
        ..key
    };
    Ok([first, row(second_id, key).await?])
}
