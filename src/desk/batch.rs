//! Batches of an open run: what is left to ask as a file, and what came back into its rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::read::{Import, LineError, Target};
use crate::batch::write::{Item, Source, WriteError, pieces};
use crate::batch::{ATTEMPT_PREFIX, BatchKind, NOTE};
use crate::desk::export::file_stem;
use crate::desk::plan::{recipe_of, rows_of};
use crate::desk::protocol::Failure;
use crate::desk::view::{BatchMiss, BatchView};
use crate::desk::{Desk, loaded, no_run};
use crate::prompt::{Message, chat_messages};
use crate::provider::address::BaseUrl;
use crate::provider::call::Endpoint;
use crate::provider::{Lesson, Outcome};
use crate::record::sampling::params_of;
use crate::record::{Origin, Record, RecordHead, RecordRow};

/// What came back of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchReport {
    /// Rows to store, each in place of what is there; earlier attempts are in front of theirs.
    pub rows: Vec<RecordRow>,
    /// Lines that were about rows which have a reply already; those stay as they are.
    pub n_kept: usize,
    /// Rows of the run that no line was about.
    pub n_missing: usize,
    /// Whether every line belongs to another run.
    pub is_of_other_run: bool,
    /// Parameters that the endpoint refused: write the batch anew without them.
    pub lessons: BTreeSet<Lesson>,
    /// What was wrong, by number of the file from 0.
    pub complaints: Vec<(usize, LineError)>,
}

/// Complaints that the page gets; the rest are counted.
const MAX_COMPLAINTS: usize = 20;

impl Desk {
    /// The file that asks the rest of an open run: its name and its text.
    ///
    /// [`Failure::NothingToAsk`] when no row is left, [`Failure::NoBatch`] when a row cannot be
    /// asked in a file of this kind; else as [`Self::batch_pieces`].
    pub fn batch_file(&self, run_id: &str, kind: BatchKind) -> Result<(String, String), Failure> {
        let head = &self.record(run_id).ok_or_else(|| no_run(run_id))?.head;
        if self.n_left(run_id)? == 0 {
            return Err(Failure::NothingToAsk);
        }
        let mut text = String::new();
        let mut wrong = None;
        self.batch_pieces(run_id, kind, &mut |piece| match piece {
            Ok(piece) => text.push_str(&piece),
            Err(error) => {
                wrong.get_or_insert(error);
            }
        })?;
        if let Some(error) = wrong {
            return Err(Failure::NoBatch(error));
        }
        Ok((file_name(&head.title, kind), text))
    }

    /// What the page is told of a batch, once its rows are added.
    pub fn batch_view(
        &self,
        run_id: &str,
        report: &BatchReport,
        names: &[String],
    ) -> Result<BatchView, Failure> {
        let name_of = |idx: &usize| names.get(*idx).cloned().unwrap_or_default();
        let shown = report.complaints.iter().take(MAX_COMPLAINTS);
        Ok(BatchView {
            n_rows: report.rows.len(),
            n_answered: report
                .rows
                .iter()
                .filter(|row| row.outcome.has_text())
                .count(),
            without_text: report
                .rows
                .iter()
                .filter(|row| !row.outcome.has_text())
                .take(MAX_COMPLAINTS)
                .map(miss_of)
                .collect(),
            n_kept: report.n_kept,
            n_left: self.n_left(run_id)?,
            complaints: shown
                .map(|(idx, complaint)| (name_of(idx), complaint.clone()))
                .collect(),
            n_complaints: report.complaints.len(),
            is_of_other_run: report.is_of_other_run,
            has_lessons: !report.lessons.is_empty(),
        })
    }

    /// Rows of an open run that have no outcome yet, or failed.
    fn n_left(&self, run_id: &str) -> Result<usize, Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let head = &record.head;
        let data = |id: &str| loaded(&self.official, &self.samples, head.data_kind, id);
        let planned = rows_of(head, &self.suite, &data)?;
        Ok(planned.len().saturating_sub(self.done_rows(run_id).len()))
    }

    /// The file that asks the rest of an open run, in pieces to be written one after the other:
    /// all rows but those that have an outcome. Rows that failed are among the rest.
    ///
    /// [`Failure::NotLoaded`] when rows are missing, [`Failure::Unreadable`] for a run that was not
    /// asked, or in a format of a later version. Errors of single pieces: see [`WriteError`].
    pub fn batch_pieces(
        &self,
        run_id: &str,
        kind: BatchKind,
        each: &mut dyn FnMut(Result<String, WriteError>),
    ) -> Result<(), Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let head = &record.head;
        let endpoint = endpoint_of(head)?;
        let data = |id: &str| loaded(&self.official, &self.samples, head.data_kind, id);
        let done: BTreeSet<(String, usize)> = self.done_rows(run_id).into_iter().collect();
        let recipe = recipe_of(&head.settings);
        let planned = rows_of(head, &self.suite, &data)?;
        if let Some(row) = planned.iter().find(|row| row.n_chars == 0) {
            return Err(Failure::Internal {
                reason: format!("no prompt for row {} of {}", row.row_idx, row.task_id),
            });
        }
        let rest = planned
            .into_iter()
            .filter(|row| !done.contains(&(row.task_id.clone(), row.row_idx)));
        let items = rest.filter_map(|row| {
            let (task, task_data) = (self.suite.task(&row.task_id)?, data(&row.task_id)?);
            let data_row = task_data.rows.get(row.row_idx)?;
            let messages: Vec<Message> =
                chat_messages(task, &task_data.examples, data_row, recipe).ok()?;
            let sampling = head.settings.sampling.get(&row.task_id);
            Some(Item {
                task_id: row.task_id,
                row_idx: row.row_idx,
                row_id: row.row_id,
                messages,
                params: sampling.map(params_of).unwrap_or_default(),
            })
        });
        let source = Source {
            run_id: &head.id,
            endpoint: &endpoint,
            layout: head.settings.profile,
        };
        for piece in pieces(kind, source, items) {
            each(piece);
        }
        Ok(())
    }

    /// Reads files that came back for an open run. Changes nothing: store the rows, then add them
    /// with [`Desk::add_rows`], and the note with [`note_batch`].
    pub fn read_batch(
        &self,
        run_id: &str,
        files: &[&[u8]],
        now_millis: u64,
    ) -> Result<BatchReport, Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let head = &record.head;
        let endpoint = endpoint_of(head)?;
        let data = |id: &str| loaded(&self.official, &self.samples, head.data_kind, id);
        let planned = rows_of(head, &self.suite, &data)?;
        let rows: BTreeMap<(String, usize), String> = planned
            .into_iter()
            .map(|row| ((row.task_id, row.row_idx), row.row_id))
            .collect();
        let mut import = Import::new(Target {
            run_id,
            endpoint: &endpoint,
            rows: &rows,
            now_millis,
        });
        let mut read = Vec::new();
        let mut complaints = Vec::new();
        for (file_idx, file) in files.iter().enumerate() {
            let (rows, wrong) = import.take_file(file);
            read.extend(rows);
            complaints.extend(wrong.into_iter().map(|error| (file_idx, error)));
        }
        let (rows, n_kept) = beside_earlier(record, read);
        Ok(BatchReport {
            rows,
            n_kept,
            n_missing: import.n_missing(),
            is_of_other_run: import.is_of_other_run(),
            lessons: import.lessons().clone(),
            complaints,
        })
    }
}

/// What the file of a run with this title is called.
pub fn file_name(title: &str, kind: BatchKind) -> String {
    format!("{}-{}.{}", file_stem(title), kind.id(), kind.extension())
}

fn miss_of(row: &RecordRow) -> BatchMiss {
    let result = row.attempts.last().map(|last| last.result.as_str());
    let result = result.and_then(|result| result.strip_prefix(ATTEMPT_PREFIX));
    BatchMiss {
        task_id: row.task_id.clone(),
        row_id: row.row_id.clone(),
        outcome: row.outcome.id().to_owned(),
        message: match &row.outcome {
            Outcome::Failed {
                status: Some(status),
                message,
            } => format!("HTTP {status}: {message}"),
            Outcome::Failed { message, .. } => message.clone(),
            Outcome::NotAsked => result.unwrap_or_default().to_owned(),
            _ => String::new(),
        },
    }
}

/// Notes in the record's head, once, that a batch answered some of its rows.
pub fn note_batch(head: &mut RecordHead) {
    if !head.notes.iter().any(|note| note == NOTE) {
        head.notes.push(NOTE.to_owned());
    }
}

/// Puts earlier attempts in front. Rows that have an outcome of their own stay, as they would live;
/// gives how many.
fn beside_earlier(record: &Record, read: Vec<RecordRow>) -> (Vec<RecordRow>, usize) {
    let key_of = |row: &RecordRow| (row.task_id.clone(), row.row_idx);
    let earlier: BTreeMap<_, _> = record.rows.iter().map(|row| (key_of(row), row)).collect();
    let mut rows: BTreeMap<(String, usize), RecordRow> = BTreeMap::new();
    let mut n_kept = 0;
    for mut row in read {
        let key = key_of(&row);
        let of_batch = rows.get(&key);
        // Of several lines of one import a text counts over none.
        let gives_way =
            of_batch.is_some_and(|before| row.outcome.has_text() && !before.outcome.has_text());
        let before = of_batch.or(earlier.get(&key).copied());
        if let Some(before) = before {
            if before.outcome.has_reply() && !gives_way {
                n_kept += 1;
                continue;
            }
            row.attempts.splice(0..0, before.attempts.iter().cloned());
        }
        rows.insert(key, row);
    }
    (rows.into_values().collect(), n_kept)
}

/// The endpoint that a run was begun with.
fn endpoint_of(head: &RecordHead) -> Result<Endpoint, Failure> {
    let unreadable = |reason: String| Failure::Unreadable {
        what: "endpoint".to_owned(),
        reason,
    };
    let (
        Some(format),
        Origin::Asked {
            base_url, model, ..
        },
    ) = (head.origin.format(), &head.origin)
    else {
        return Err(unreadable("this version cannot speak to it".to_owned()));
    };
    let base =
        BaseUrl::of_record(format, base_url).map_err(|error| unreadable(error.to_string()))?;
    Ok(Endpoint {
        format,
        base,
        model: model.clone(),
    })
}
