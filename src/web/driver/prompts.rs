//! Messages of coming rows, fetched from the worker in batches ahead of need.

use std::collections::BTreeMap;

use futures::lock::Mutex;

use crate::desk::plan::recipe_of;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::prompt::{Message, Recipe};
use crate::record::RecordHead;
use crate::run::{Plan, RowKey};
use crate::suite::DataKind;
use crate::web::io::worker;

/// Rows fetched at once.
const BATCH: usize = 96;

/// The prompts of a run.
pub struct Prompts {
    kind: DataKind,
    recipe: Recipe,
    /// In the order of the plan.
    order: Vec<RowKey>,
    places: BTreeMap<RowKey, (usize, String)>,
    ready: Mutex<BTreeMap<RowKey, Vec<Message>>>,
}

impl Prompts {
    /// Nothing fetched yet.
    pub fn new(head: &RecordHead, plan: &Plan) -> Self {
        let order: Vec<RowKey> = plan.rows.iter().map(|row| row.key.clone()).collect();
        let places = plan
            .rows
            .iter()
            .enumerate()
            .map(|(place, row)| (row.key.clone(), (place, row.row_id.clone())))
            .collect();
        Self {
            kind: head.data_kind,
            recipe: recipe_of(&head.settings),
            order,
            places,
            ready: Mutex::default(),
        }
    }

    /// Row id in the data file; empty for a row that is not in the plan.
    pub fn row_id(&self, key: &RowKey) -> String {
        self.places
            .get(key)
            .map(|(_, row_id)| row_id.clone())
            .unwrap_or_default()
    }

    /// What to send for a row. Fetches the rows after it along; the lock makes everybody wait for
    /// the one fetch instead of starting another.
    pub async fn messages(&self, key: &RowKey) -> Result<Vec<Message>, Failure> {
        let mut ready = self.ready.lock().await;
        if let Some(messages) = ready.remove(key) {
            return Ok(messages);
        }
        let from = self.places.get(key).map_or(0, |(place, _)| *place);
        let rows: Vec<(String, usize)> = self
            .order
            .iter()
            .skip(from)
            .take(BATCH)
            .map(|key| (key.task_id.clone(), key.row_idx))
            .collect();
        let question = Question::Messages {
            kind: self.kind,
            recipe: self.recipe,
            rows,
        };
        match ask_with_rows(question).await {
            Response::Messages(prepared) => {
                // What is left of an earlier batch was asked already, or will be fetched again.
                ready.clear();
                ready.extend(prepared.into_iter().map(|row| {
                    (
                        RowKey {
                            task_id: row.task_id,
                            row_idx: row.row_idx,
                        },
                        row.messages,
                    )
                }));
                ready.remove(key).ok_or_else(|| Failure::NotLoaded {
                    task_id: key.task_id.clone(),
                })
            }
            Response::Failed(failure) => Err(failure),
            other => Err(Failure::Internal {
                reason: format!("unexpected answer: {other:?}"),
            }),
        }
    }
}

/// Asks; once more when the official rows are not there. They were when the run began: a worker
/// that was started anew has them no longer, and finds them where they were found before.
async fn ask_with_rows(question: Question) -> Response {
    let request = Request::Ask(question);
    match worker::ask(&request).await {
        Response::Failed(Failure::NotLoaded { .. }) => {
            let near_by = Request::LoadData {
                may_ask_upstream: false,
            };
            // What could not be loaded shows in the second answer.
            worker::ask(&near_by).await;
            worker::ask(&request).await
        }
        response => response,
    }
}
