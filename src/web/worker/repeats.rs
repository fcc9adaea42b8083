//! Several runs of the same rows.

use super::Keeper;
use crate::desk::protocol::{Failure, Response};
use crate::desk::repeats::next_repeat;
use crate::record::{RecordHead, json};
use crate::score::OutcomePolicy;

impl Keeper {
    pub(super) async fn plan_repeat(
        &self,
        run_id: &str,
        next_id: &str,
        started_millis: u64,
    ) -> Result<Response, Failure> {
        self.ensure_open(run_id).await?;
        let head = self.open_head(run_id)?;
        let Some(next) = next_repeat(&head, next_id, started_millis) else {
            return Ok(Response::Done);
        };
        let index = |head: &RecordHead| head.repeat.as_ref().map(|repeat| repeat.index);
        let group = self.group(&head).await?;
        if group.iter().any(|other| index(other) >= index(&next)) {
            return Ok(Response::Done);
        }
        self.desk.borrow().planned(&next, &[])
    }

    pub(super) async fn repeats(
        &self,
        run_id: &str,
        policy: OutcomePolicy,
    ) -> Result<Response, Failure> {
        self.ensure_open(run_id).await?;
        let head = self.open_head(run_id)?;
        let mut run_ids = vec![run_id.to_owned()];
        for other in self.group(&head).await? {
            if other.id != run_id {
                self.ensure_open(&other.id).await?;
                run_ids.push(other.id);
            }
        }
        let view = self.desk.borrow_mut().repeats(&run_ids, policy)?;
        Ok(Response::Repeats(Box::new(view)))
    }

    fn open_head(&self, run_id: &str) -> Result<RecordHead, Failure> {
        let desk = self.desk.borrow();
        let record = desk.record(run_id).ok_or_else(|| Failure::NoRun {
            run_id: run_id.to_owned(),
        })?;
        Ok(record.head.clone())
    }

    /// Heads of all stored runs of a run's group, itself among them.
    async fn group(&self, head: &RecordHead) -> Result<Vec<RecordHead>, Failure> {
        let group = |head: &RecordHead| head.repeat.as_ref().map(|repeat| repeat.group.clone());
        let Some(wanted) = group(head) else {
            return Ok(Vec::new());
        };
        let mut heads = Vec::new();
        for head_json in self.heads().await? {
            if let Ok(other) = json::read_head(&head_json)
                && group(&other).as_ref() == Some(&wanted)
            {
                heads.push(other);
            }
        }
        Ok(heads)
    }
}
