//! Replies that are stored already, by the digest of the request that gave them: what a run may take
//! instead of paying twice.
//!
//! There is no other store of them than the runs: a run that is deleted takes its replies with it.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{RecordHead, RecordRow, Reused};

/// Replies that a run may take.
#[derive(Clone, Debug, Default)]
pub struct StoredAnswers {
    by_digest: BTreeMap<String, Stored>,
}

#[derive(Clone, Debug)]
struct Stored {
    /// Id of the run that holds it; not always the one that asked for it.
    holder: String,
    row: RecordRow,
}

/// Whether a stored run may lend its replies: asked from this browser, of the same model at the
/// same address. What a file says about itself is not believed.
pub fn may_lend(lender: &RecordHead, asking: &RecordHead) -> bool {
    lender.id != asking.id
        && !lender.is_from_file
        && lender.origin == asking.origin
        && lender.origin.format().is_some()
}

impl StoredAnswers {
    /// Takes in the rows of a run, in the order they were stored: of a row that was stored again,
    /// the last one counts. What is known already stays, so begin with the newest run.
    pub fn add(&mut self, head: &RecordHead, rows: Vec<RecordRow>) {
        let mut seen = BTreeSet::new();
        for mut row in rows.into_iter().rev() {
            if !seen.insert((row.task_id.clone(), row.row_idx)) || !row.outcome.has_text() {
                continue;
            }
            let Some(digest) = row.request_sha256.clone() else {
                continue;
            };
            row.reused.get_or_insert_with(|| Reused {
                run_id: head.id.clone(),
                asked_millis: row
                    .attempts
                    .last()
                    .map_or(head.started_millis, |last| last.at_millis),
            });
            row.attempts = Vec::new();
            self.by_digest.entry(digest).or_insert(Stored {
                holder: head.id.clone(),
                row,
            });
        }
    }

    /// Digests of the requests that have a stored reply.
    pub fn digests(&self) -> Vec<String> {
        self.by_digest.keys().cloned().collect()
    }

    /// The reply to a request, in a row that says where it is from, and the id of the run that
    /// holds it.
    pub fn find(&self, digest: &str) -> Option<(&RecordRow, &str)> {
        let stored = self.by_digest.get(digest)?;
        Some((&stored.row, &stored.holder))
    }

    /// Forgets what a run holds.
    pub fn forget(&mut self, run_id: &str) {
        self.by_digest.retain(|_, stored| stored.holder != run_id);
    }
}
