//! Batches of an open run: the requests it still needs as a file, and the replies that come back.

use std::collections::BTreeMap;

use crate::batch::read::{Import, Target};
use crate::batch::write::{Item, Source, pieces};
use crate::batch::{BatchKind, NOTE};
use crate::desk::export::file_stem;
use crate::desk::prompts::messages;
use crate::desk::protocol::Failure;
use crate::desk::view::BatchView;
use crate::desk::{Desk, loaded, no_run};
use crate::intake::unpack::{InFile, LIMITS, unpack};
use crate::provider::address::BaseUrl;
use crate::provider::call::Endpoint;
use crate::record::sampling::params_of;
use crate::record::{Origin, RecordHead, RecordRow};

/// Complaints that are shown; the rest are counted.
const MAX_COMPLAINTS: usize = 20;

impl Desk {
    /// The rows of an open run that have no reply, as a file of requests: its name and its text.
    ///
    /// [`Failure::NothingToAsk`] when every row has a reply, [`Failure::NotLoaded`] without the
    /// official rows, [`Failure::NoBatch`] when the requests do not fit the kind of file.
    pub fn batch_file(&self, run_id: &str, kind: BatchKind) -> Result<(String, String), Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let head = &record.head;
        let endpoint = endpoint_of(head)?;
        let recipe = head.settings.recipe();
        let has_reply: BTreeMap<(&str, usize), bool> = record
            .rows
            .iter()
            .map(|row| ((row.task_id.as_str(), row.row_idx), row.outcome.has_reply()))
            .collect();
        let mut items = Vec::new();
        for pick in &head.tasks {
            let task_id = &pick.task_id;
            let data = loaded(&self.official, &self.samples, head.data_kind, task_id);
            let (Some(task), Some(data)) = (self.suite.task(task_id), data) else {
                return Err(Failure::NotLoaded {
                    task_id: task_id.clone(),
                });
            };
            let sampling = head.settings.sampling.get(task_id);
            for (row_idx, row) in data.rows.iter().take(pick.n_rows).enumerate() {
                if has_reply.get(&(task_id, row_idx)) == Some(&true) {
                    continue;
                }
                items.push(Item {
                    task_id: task_id.clone(),
                    row_idx,
                    row_id: row.id.clone(),
                    messages: messages(task, data, row, recipe)?,
                    params: sampling.map(params_of).unwrap_or_default(),
                });
            }
        }
        if items.is_empty() {
            return Err(Failure::NothingToAsk);
        }
        let source = Source {
            run_id,
            endpoint: &endpoint,
            layout: head.settings.profile,
        };
        let text: Result<String, _> = pieces(kind, source, items.into_iter()).collect();
        let name = format!(
            "{}-{}.{}",
            file_stem(&head.title),
            kind.id(),
            kind.extension()
        );
        Ok((name, text.map_err(Failure::NoBatch)?))
    }

    /// Reads what came back of a batch: the rows to store, and what the page is told. A row that
    /// has a reply already keeps it.
    pub fn read_batch(
        &self,
        run_id: &str,
        files: &[InFile],
        now_millis: u64,
    ) -> Result<(Vec<RecordRow>, BatchView), Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let endpoint = endpoint_of(&record.head)?;
        let mut rows = BTreeMap::new();
        for pick in &record.head.tasks {
            let task_id = &pick.task_id;
            let data = loaded(
                &self.official,
                &self.samples,
                record.head.data_kind,
                task_id,
            )
            .ok_or_else(|| Failure::NotLoaded {
                task_id: task_id.clone(),
            })?;
            for (row_idx, row) in data.rows.iter().take(pick.n_rows).enumerate() {
                rows.insert((task_id.clone(), row_idx), row.id.clone());
            }
        }
        let mut import = Import::new(Target {
            run_id,
            endpoint: &endpoint,
            rows: &rows,
            now_millis,
        });
        let mut read = Vec::new();
        let mut view = BatchView::default();
        for file in unpack(files, &LIMITS) {
            let bytes = file.bytes.map_err(|error| Failure::Unreadable {
                what: file.name.clone(),
                reason: error.to_string(),
            })?;
            let (rows, complaints) = import.take_file(&bytes);
            read.extend(rows);
            view.n_complaints += complaints.len();
            let shown = MAX_COMPLAINTS.saturating_sub(view.complaints.len());
            let named = complaints.into_iter().take(shown);
            view.complaints
                .extend(named.map(|complaint| (file.name.clone(), complaint)));
        }
        view.is_of_other_run = import.is_of_other_run();
        let answered: BTreeMap<(&str, usize), bool> = record
            .rows
            .iter()
            .map(|row| ((row.task_id.as_str(), row.row_idx), row.outcome.has_reply()))
            .collect();
        let n_read = read.len();
        read.retain(|row| answered.get(&(row.task_id.as_str(), row.row_idx)) != Some(&true));
        view.n_kept = n_read - read.len();
        view.n_answered = read.iter().filter(|row| row.outcome.has_text()).count();
        view.n_rows = read.len();
        let n_replied = answered
            .values()
            .filter(|is_answered| **is_answered)
            .count();
        let n_new = read.iter().filter(|row| row.outcome.has_reply()).count();
        view.n_left = rows.len().saturating_sub(n_replied + n_new);
        Ok((read, view))
    }
}

/// Adds that a batch answered some rows to what a reader must know of the run.
pub fn note_batch(head: &mut RecordHead) {
    if !head.notes.iter().any(|note| note == NOTE) {
        head.notes.push(NOTE.to_owned());
    }
}

/// Endpoint and model of a run that was asked, or is to be.
fn endpoint_of(head: &RecordHead) -> Result<Endpoint, Failure> {
    let Origin::Asked {
        base_url, model, ..
    } = &head.origin
    else {
        return Err(Failure::NothingToAsk);
    };
    let unreadable = || Failure::Unreadable {
        what: "endpoint".into(),
        reason: base_url.clone(),
    };
    let parsed = BaseUrl::parse(base_url).map_err(|_| unreadable())?;
    Ok(Endpoint {
        format: head.origin.format().ok_or_else(unreadable)?,
        base: parsed.url,
        model: model.clone(),
    })
}
