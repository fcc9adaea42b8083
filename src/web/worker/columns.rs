//! Scores of other programs: read, joined to the run, stored with its head.

use futures::future::try_join_all;
use web_sys::File;

use super::runs::read_file;
use super::{Keeper, failure_of};
use crate::desk::external::Joining;
use crate::desk::protocol::{Failure, Response};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::JoinView;
use crate::intake::unpack::{LIMITS, unpack};
use crate::record::{RecordHead, json};

impl Keeper {
    pub(super) async fn join_files(
        &self,
        joining: &Joining,
        dropped: &[File],
    ) -> Result<Response, Failure> {
        let in_files = try_join_all(dropped.iter().map(read_file)).await?;
        self.open_with_columns(&joining.of.run_id).await?;
        let mut views = Vec::new();
        let openers = self.openers_for(&in_files).await?;
        for file in unpack(&in_files, &LIMITS, openers) {
            let bytes = file.bytes.map_err(|error| Failure::Unreadable {
                what: file.name.clone(),
                reason: error.to_string(),
            })?;
            views.push(self.join(joining, &file.name, &bytes).await?);
        }
        Ok(Response::Joined(views))
    }

    pub(super) async fn join_lines(
        &self,
        joining: &Joining,
        address: &str,
        lines: &str,
    ) -> Result<Response, Failure> {
        self.open_with_columns(&joining.of.run_id).await?;
        let view = self.join(joining, address, lines.as_bytes()).await?;
        Ok(Response::Joined(vec![view]))
    }

    pub(super) async fn remove_column(
        &self,
        run_id: &str,
        task_id: &str,
        name: &str,
    ) -> Result<Response, Failure> {
        self.open_with_columns(run_id).await?;
        let head = self.desk.borrow().without_column(run_id, task_id, name)?;
        self.put_columns(head).await?;
        Ok(Response::Done)
    }

    async fn join(
        &self,
        joining: &Joining,
        source: &str,
        bytes: &[u8],
    ) -> Result<JoinView, Failure> {
        let joined = self.desk.borrow_mut().join_scores(joining, source, bytes);
        let (view, head) = joined?;
        if let Some(head) = head {
            self.put_columns(head).await?;
        }
        Ok(view)
    }

    /// Opens a run; another tab may have joined something to it.
    async fn open_with_columns(&self, run_id: &str) -> Result<(), Failure> {
        if run_id == SAMPLE_RUN_ID {
            return Ok(());
        }
        self.ensure_open(run_id).await?;
        let stored = self.stored_head(run_id).await?;
        let record = self
            .desk
            .borrow()
            .record(run_id)
            .map(|record| record.head.clone());
        if let (Some(stored), Some(mut head)) = (stored, record) {
            head.external = stored.external;
            self.desk.borrow_mut().set_head(head);
        }
        Ok(())
    }

    /// Stores a head with other columns; the run of the samples is never stored.
    async fn put_columns(&self, mut head: RecordHead) -> Result<(), Failure> {
        if head.id != SAMPLE_RUN_ID {
            if let Some(stored) = self.stored_head(&head.id).await? {
                head = RecordHead {
                    external: head.external,
                    ..stored
                };
            }
            self.keep_head(&json::write_head(&head)).await?;
        }
        self.desk.borrow_mut().set_head(head);
        Ok(())
    }

    /// A run's head as it is stored, or kept in memory.
    pub(super) async fn stored_head(&self, run_id: &str) -> Result<Option<RecordHead>, Failure> {
        let head_json = match self.store().await {
            Ok(store) if !self.is_unstored(run_id) => {
                store.head(run_id).await.map_err(failure_of)?
            }
            _ => {
                let unstored = self.unstored.borrow();
                let found = unstored.iter().find(|(id, _)| id == run_id);
                found.map(|(_, head_json)| head_json.clone())
            }
        };
        Ok(head_json.and_then(|head_json| json::read_head(&head_json).ok()))
    }
}
