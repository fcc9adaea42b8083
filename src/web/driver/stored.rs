//! Replies that other runs of this browser hold to exactly the same requests.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::desk::protocol::{Request, Response};
use crate::provider::Reply;
use crate::record::{RecordRow, Reused, json};
use crate::web::io::worker;

/// What is known to be stored, by digest; the replies themselves stay with the worker.
#[derive(Debug, Default)]
pub struct Stored {
    /// `None` while the run shall ask, whatever is stored.
    known: RefCell<Option<BTreeSet<String>>>,
}

impl Stored {
    /// Replaces what is known.
    pub fn set(&self, known: Option<Vec<String>>) {
        *self.known.borrow_mut() = known.map(BTreeSet::from_iter);
    }

    /// Whether any of it is wanted.
    pub fn is_wanted(&self) -> bool {
        self.known.borrow().is_some()
    }

    /// The reply to the request with this digest, and where it is from. Asks nobody when none is
    /// known.
    pub async fn find(&self, digest: &str) -> Option<(Reply, Reused)> {
        let is_known = (self.known.borrow().as_ref()).is_some_and(|known| known.contains(digest));
        if !is_known {
            return None;
        }
        let request = Request::StoredAnswer {
            request_sha256: digest.to_owned(),
        };
        let row = match worker::ask(&request).await {
            Response::StoredAnswer(Some(row_json)) => json::read_rows(&row_json).ok()?.pop()?,
            // Gone: the row is asked for, as every other.
            _ => return None,
        };
        reply_of(row)
    }
}

fn reply_of(row: RecordRow) -> Option<(Reply, Reused)> {
    let reused = row.reused?;
    let reply = Reply {
        outcome: row.outcome,
        text: row.text,
        reasoning: row.reasoning,
        finish_reason: row.finish_reason,
        model: row.model,
        fingerprint: row.fingerprint,
        served_by: row.served_by,
        usage: row.usage,
        request_sha256: row.request_sha256,
    };
    Some((reply, reused))
}
