//! Replies that a run may take from other stored runs.

use super::Keeper;
use super::failure_of;
use crate::desk::protocol::{Failure, Response};
use crate::desk::stored_answers::{StoredAnswers, may_lend};
use crate::record::{RecordHead, RecordRow, json};

impl Keeper {
    /// Reads the runs that were asked of the same model at the same address, newest first. A run
    /// that cannot be read lends nothing.
    pub(super) async fn find_stored(
        &self,
        run_id: &str,
        without: &[String],
    ) -> Result<Response, Failure> {
        let asking = {
            let desk = self.desk.borrow();
            let record = desk.record(run_id).ok_or_else(|| Failure::NoRun {
                run_id: run_id.to_owned(),
            })?;
            record.head.clone()
        };
        let mut lenders: Vec<RecordHead> = Vec::new();
        for head_json in self.heads().await? {
            if let Ok(head) = json::read_head(&head_json)
                && may_lend(&head, &asking)
                && !without.contains(&head.id)
            {
                lenders.push(head);
            }
        }
        lenders.sort_by(|a, b| (b.started_millis, &b.id).cmp(&(a.started_millis, &a.id)));
        let mut lent = StoredAnswers::default();
        for lender in lenders {
            let rows = self.stored_rows(&lender.id).await?;
            lent.add(&lender, rows);
        }
        let digests = lent.digests();
        *self.lent.borrow_mut() = lent;
        Ok(Response::StoredAnswers(digests))
    }

    /// One of the replies found; `None` when its run was deleted meanwhile, here or in another tab.
    pub(super) async fn stored_answer(&self, digest: &str) -> Result<Response, Failure> {
        let found = {
            let lent = self.lent.borrow();
            let found = lent.find(digest);
            found.map(|(row, holder)| {
                (
                    json::write_rows(std::slice::from_ref(row)),
                    holder.to_owned(),
                )
            })
        };
        let Some((row_json, holder)) = found else {
            return Ok(Response::StoredAnswer(None));
        };
        let is_there = self.is_unstored(&holder)
            || match self.store().await {
                Ok(store) => store.head(&holder).await.map_err(failure_of)?.is_some(),
                Err(_) => false,
            };
        if !is_there {
            self.lent.borrow_mut().forget(&holder);
        }
        Ok(Response::StoredAnswer(is_there.then_some(row_json)))
    }

    async fn stored_rows(&self, run_id: &str) -> Result<Vec<RecordRow>, Failure> {
        if self.is_unstored(run_id) {
            let desk = self.desk.borrow();
            let record = desk.record(run_id);
            return Ok(record.map(|record| record.rows.clone()).unwrap_or_default());
        }
        let store = self.store().await?;
        let mut rows = Vec::new();
        for chunk in store.rows(run_id).await.map_err(failure_of)? {
            match json::read_rows(&chunk) {
                Ok(chunk) => rows.extend(chunk),
                Err(_) => return Ok(Vec::new()),
            }
        }
        Ok(rows)
    }
}
