//! Stored runs, uploads, exports.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;

use futures::future::try_join_all;
use web_sys::File;

use super::{Asker, Keeper, failure_of};
use crate::desk::archive::{Archive, file_name};
use crate::desk::batch::note_batch;
use crate::desk::plan::Wish;
use crate::desk::protocol::{Export, Failure, KeptRun, Response};
use crate::desk::upload::Keep;
use crate::desk::view::UploadView;
use crate::intake::Step;
use crate::intake::unpack::{InFile, LIMITS, Openers, needs_openers, unpack};
use crate::record::external::add_missing;
use crate::record::json;
use crate::record::{Attempt, Record, RecordHead, RecordRow};
use crate::score::OutcomePolicy;
use crate::web::io::{clock, files};

/// Bytes of dropped files from which on the page hears how far they are read.
const TOLD_BYTES: u64 = 10_000_000;

/// Rows in one stored chunk of an upload.
const ROWS_PER_CHUNK: usize = 500;

impl Keeper {
    /// Heads of all runs, stored or kept in memory, in no particular order.
    pub(super) async fn heads(&self) -> Result<Vec<String>, Failure> {
        let mut heads: Vec<String> = self
            .unstored
            .borrow()
            .iter()
            .map(|(_, head)| head.clone())
            .collect();
        match self.store().await {
            Ok(store) => heads.extend(store.heads().await.map_err(failure_of)?),
            Err(failure) if heads.is_empty() => return Err(failure),
            Err(_) => {}
        }
        Ok(heads)
    }

    pub(super) async fn list_runs(&self) -> Result<Response, Failure> {
        let mut cards = Vec::new();
        for head_json in self.heads().await? {
            // A head that a newer version wrote is left alone, not deleted.
            let Ok(head) = json::read_head(&head_json) else {
                continue;
            };
            let mut card = self.desk.borrow().card(&head);
            if card.n_done == 0
                && let Ok(store) = self.store().await
            {
                let n_saved = store.n_rows(&head.id).await.map_err(failure_of)?;
                card.n_done = n_saved.min(card.n_chosen);
            }
            cards.push(card);
        }
        cards.sort_by(|a, b| {
            b.started_millis
                .cmp(&a.started_millis)
                .then_with(|| a.run_id.cmp(&b.run_id))
        });
        Ok(Response::Runs(cards))
    }

    pub(super) async fn begin_run(&self, head_json: &str) -> Result<Response, Failure> {
        let head = self.keep_head(head_json).await?;
        self.desk.borrow_mut().open_run(Record {
            head,
            rows: Vec::new(),
        });
        Ok(Response::Done)
    }

    pub(super) async fn save_head(&self, head_json: &str) -> Result<Response, Failure> {
        let mut head_json = Cow::Borrowed(head_json);
        if let Ok(mut head) = json::read_head(&head_json) {
            // Whoever has the run under way knows nothing of scores that were joined meanwhile.
            let stored = self.stored_head(&head.id).await?;
            if let Some(stored) = stored.filter(|stored| stored.external != head.external) {
                head.external = stored.external;
                head_json = Cow::Owned(json::write_head(&head));
            }
        }
        let head = self.keep_head(&head_json).await?;
        self.desk.borrow_mut().set_head(head);
        Ok(Response::Done)
    }

    pub(super) async fn rename_run(
        &self,
        run_id: &str,
        title: String,
    ) -> Result<Response, Failure> {
        self.ensure_open(run_id).await?;
        let head = self
            .desk
            .borrow()
            .record(run_id)
            .map(|record| record.head.clone());
        let mut head = head.ok_or_else(|| Failure::NoRun {
            run_id: run_id.to_owned(),
        })?;
        head.title = title;
        self.save_head(&json::write_head(&head)).await
    }

    pub(super) async fn save_rows(
        &self,
        run_id: &str,
        rows_json: &str,
    ) -> Result<Response, Failure> {
        let rows = json::read_rows(rows_json).map_err(|error| Failure::Unreadable {
            what: "rows".into(),
            reason: error.to_string(),
        })?;
        if !self.is_unstored(run_id) {
            // A worker that was started anew in the middle of a run has nothing open.
            self.ensure_open(run_id).await?;
            let sequence = self.next_sequence();
            let store = self.store().await?;
            store
                .put_rows(run_id, sequence, rows.len(), rows_json)
                .await
                .map_err(failure_of)?;
        }
        self.desk.borrow_mut().add_rows(run_id, rows)?;
        Ok(Response::Done)
    }

    pub(super) async fn save_attempts(
        &self,
        run_id: &str,
        task_id: &str,
        row_idx: usize,
        attempts: Vec<(u64, u64, Option<u16>, String)>,
    ) -> Result<Response, Failure> {
        let mut row = {
            let desk = self.desk.borrow();
            let record = desk.record(run_id).ok_or_else(|| Failure::NoRun {
                run_id: run_id.to_owned(),
            })?;
            let mut rows = record.rows.iter();
            match rows.find(|row| row.task_id == task_id && row.row_idx == row_idx) {
                Some(row) => row.clone(),
                // Nothing is stored of it: nothing to replace.
                None => return Ok(Response::Done),
            }
        };
        row.attempts = attempts
            .into_iter()
            .map(|(at_millis, took_millis, status, result)| Attempt {
                at_millis,
                took_millis,
                status,
                result,
            })
            .collect();
        self.save_rows(run_id, &json::write_rows(&[row])).await
    }

    pub(super) async fn open_run(&self, run_id: &str) -> Result<Response, Failure> {
        self.ensure_open(run_id).await?;
        let mut desk = self.desk.borrow_mut();
        let record = desk.record(run_id).ok_or_else(|| Failure::NoRun {
            run_id: run_id.to_owned(),
        })?;
        let head_json = json::write_head(&record.head);
        let done = record
            .rows
            .iter()
            .map(|row| (row.task_id.clone(), row.row_idx))
            .collect();
        let result = Box::new(desk.result(run_id, OutcomePolicy::Strict)?);
        Ok(Response::Opened {
            result,
            head_json,
            done,
        })
    }

    pub(super) async fn delete_run(&self, run_id: &str) -> Result<Response, Failure> {
        self.desk.borrow_mut().close_run(run_id);
        self.lent.borrow_mut().forget(run_id);
        self.unstored.borrow_mut().retain(|(id, _)| id != run_id);
        if let Ok(store) = self.store().await {
            store.delete_run(run_id).await.map_err(failure_of)?;
        }
        Ok(Response::Done)
    }

    pub(super) async fn read_files(
        &self,
        dropped: &[File],
        asker: &Asker,
    ) -> Result<Response, Failure> {
        let began = clock::tick_millis();
        let n_all: u64 = dropped.iter().map(files::size_of).sum();
        let no_room = Failure::NoRoom {
            n_bytes: n_all,
            limit: LIMITS.max_total_bytes as u64,
        };
        if n_all > LIMITS.max_total_bytes as u64 {
            return Err(no_room);
        }
        let n_read = Cell::new(0);
        let on_piece = |n_bytes: usize| {
            n_read.update(|n_read| n_read + n_bytes as u64);
            if n_all >= TOLD_BYTES {
                asker.progress(&Response::Reading {
                    n_bytes: n_read.get(),
                    n_all,
                    n_rows: 0,
                });
            }
        };
        let in_files = try_join_all(dropped.iter().map(async |file| {
            let name = files::path_of(file);
            match files::read_watching(file, on_piece).await {
                Ok(Some(bytes)) => Ok(InFile { name, bytes }),
                Ok(None) => Err(no_room.clone()),
                Err(reason) => Err(Failure::Unreadable { what: name, reason }),
            }
        }))
        .await?;
        self.openers_for(&in_files).await?;
        clock::note_span("read", began);
        let read = clock::tick_millis();
        let tell = |step: Step| {
            asker.progress(&Response::Reading {
                n_bytes: step.n_bytes as u64,
                n_all: step.n_all as u64,
                n_rows: step.n_rows,
            });
        };
        let (mut view, mut records) = self
            .desk
            .borrow_mut()
            .read_upload_watching(&in_files, &tell)?;
        drop(in_files);
        self.set_apart(&mut records, &mut view).await?;
        view.timings.insert(0, ("read".into(), read - began));
        clock::note_span("recognise", read);
        view.timings
            .push(("recognise".into(), clock::tick_millis() - read));
        for record in records {
            self.keep_record(record).await?;
        }
        Ok(Response::Upload(Box::new(view)))
    }

    /// What opens files, fetched when there are some of the rarer kinds; the desk has it, too.
    pub(super) async fn openers_for(
        &self,
        in_files: &[InFile],
    ) -> Result<Option<Openers>, Failure> {
        if !needs_openers(in_files) {
            return Ok(None);
        }
        let openers = (self.openers_part)().await;
        let openers = openers.map_err(|_| Failure::NotFetched)?;
        self.desk.borrow_mut().set_openers(openers);
        Ok(Some(openers))
    }

    /// Lets a stored run be read anew: another tab may have added to it.
    pub(super) fn let_go(&self, run_id: &str) {
        if !self.is_unstored(run_id) {
            self.desk.borrow_mut().close_run(run_id);
        }
    }

    pub(super) async fn read_batch(
        &self,
        run_id: &str,
        dropped: &[File],
    ) -> Result<Response, Failure> {
        let in_files = try_join_all(dropped.iter().map(read_file)).await?;
        self.let_go(run_id);
        self.open_run(run_id).await?;
        let mut names = Vec::new();
        let mut files = Vec::new();
        let openers = self.openers_for(&in_files).await?;
        for file in unpack(&in_files, &LIMITS, openers) {
            let bytes = file.bytes.map_err(|error| Failure::Unreadable {
                what: file.name.clone(),
                reason: error.to_string(),
            })?;
            names.push(file.name);
            files.push(bytes);
        }
        let files: Vec<&[u8]> = files.iter().map(|bytes| &**bytes).collect();
        let now = clock::now_millis();
        let report = self.desk.borrow().read_batch(run_id, &files, now)?;
        if !report.rows.is_empty() {
            let head = self
                .desk
                .borrow()
                .record(run_id)
                .map(|record| record.head.clone());
            if let Some(mut head) = head {
                note_batch(&mut head);
                self.save_head(&json::write_head(&head)).await?;
            }
            for chunk in report.rows.chunks(ROWS_PER_CHUNK) {
                self.save_rows(run_id, &json::write_rows(chunk)).await?;
            }
        }
        let view = self.desk.borrow().batch_view(run_id, &report, &names)?;
        Ok(Response::Batch(view))
    }

    /// Gives way to the next request within a task.
    pub(super) async fn rehearse(&self) {
        let n_requests = self.n_requests.get();
        let task_ids: Vec<String> = {
            let desk = self.desk.borrow();
            let tasks = desk.suite().tasks.iter();
            tasks.map(|task| task.id.clone()).collect()
        };
        for task_id in task_ids {
            clock::pause(0).await;
            if self.n_requests.get() != n_requests {
                return;
            }
            self.desk.borrow().rehearse(&task_id);
        }
    }

    pub(super) async fn keep_upload(
        &self,
        runs: &[KeptRun],
        by_order: bool,
    ) -> Result<Response, Failure> {
        let now = clock::now_millis();
        let began = clock::tick_millis();
        let mut kept = Vec::with_capacity(runs.len());
        for (run, run_millis) in runs.iter().zip(now..) {
            let run_id = format!("upload-{run_millis}");
            let keep = Keep {
                title: &run.title,
                profile: run.profile,
                by_order,
                run_id: &run_id,
                now_millis: now,
            };
            let record = match self.desk.borrow_mut().keep_upload_of(run.place, &keep) {
                Ok(record) => record,
                // One of many has nothing left without the user's word on the order of its rows.
                Err(_) if runs.len() > 1 => continue,
                Err(failure) => return Err(failure),
            };
            self.desk
                .borrow_mut()
                .result(&run_id, OutcomePolicy::Parity)?;
            if kept.is_empty() {
                clock::note_span("score", began);
            }
            self.store_record(&record).await?;
            kept.push((run_id, run.title.clone()));
        }
        if kept.is_empty() {
            return Err(Failure::NothingRecognised);
        }
        Ok(Response::Kept(kept))
    }

    pub(super) async fn stand_in(&self, wish: &Wish, name: &str) -> Result<Response, Failure> {
        let record = self.desk.borrow().stand_in(wish, name)?;
        self.keep_record(record).await?;
        Ok(Response::Done)
    }

    pub(super) fn export(&self, what: &Export) -> Result<Response, Failure> {
        let (file_name, text) = self.desk.borrow_mut().export(what)?;
        let mime = match what {
            Export::Csv { .. } => "text/csv",
            Export::Sheet { .. } => "text/plain",
            _ => "application/json",
        };
        let url = files::object_url(&text, mime).map_err(|reason| Failure::Internal { reason })?;
        Ok(Response::Download { url, file_name })
    }

    /// Every run's record in one zip. A run that cannot be read is left out.
    pub(super) async fn export_all(
        &self,
        without: &[String],
        asker: &Asker,
    ) -> Result<Response, Failure> {
        let mut heads: Vec<RecordHead> = Vec::new();
        for head_json in self.heads().await? {
            heads.extend(json::read_head(&head_json).ok());
        }
        heads.retain(|head| !without.contains(&head.id));
        heads.sort_by(|a, b| (a.started_millis, &a.id).cmp(&(b.started_millis, &b.id)));
        let mut archive = Archive::new();
        for (n_done, head) in heads.iter().enumerate() {
            asker.progress(&Response::Exporting {
                n_done,
                n_all: heads.len(),
            });
            let was_open = self.desk.borrow().is_open(&head.id);
            if self.ensure_open(&head.id).await.is_err() {
                continue;
            }
            let text = self.desk.borrow_mut().record_for_archive(&head.id);
            if let Some(text) = text {
                archive.add(&file_name(head), &text)?;
            }
            if !was_open {
                self.desk.borrow_mut().close_run(&head.id);
            }
            clock::pause(0).await;
        }
        let bytes = archive.finish()?;
        let url = files::object_url_of_bytes(&bytes, "application/zip")
            .map_err(|reason| Failure::Internal { reason })?;
        Ok(Response::Download {
            url,
            file_name: "sukat-runs.zip".to_owned(),
        })
    }

    /// Opens a stored run; nothing happens if it is open.
    pub(super) async fn ensure_open(&self, run_id: &str) -> Result<(), Failure> {
        if self.desk.borrow().is_open(run_id) {
            return Ok(());
        }
        let store = self.store().await?;
        let missing = || Failure::NoRun {
            run_id: run_id.to_owned(),
        };
        let unreadable = |error: json::ReadError| Failure::Unreadable {
            what: format!("run {run_id}"),
            reason: error.to_string(),
        };
        let head_json = store
            .head(run_id)
            .await
            .map_err(failure_of)?
            .ok_or_else(missing)?;
        let head = json::read_head(&head_json).map_err(unreadable)?;
        let mut rows = Vec::new();
        for chunk in store.rows(run_id).await.map_err(failure_of)? {
            rows.extend(json::read_rows(&chunk).map_err(unreadable)?);
        }
        self.desk.borrow_mut().open_run(Record { head, rows });
        Ok(())
    }

    /// Stores a head, or keeps it in memory where the browser gives no storage.
    pub(super) async fn keep_head(&self, head_json: &str) -> Result<RecordHead, Failure> {
        let head = json::read_head(head_json).map_err(|error| Failure::Unreadable {
            what: "head".into(),
            reason: error.to_string(),
        })?;
        match self.store().await {
            Ok(store) if !self.is_unstored(&head.id) => {
                store
                    .put_head(&head.id, head_json)
                    .await
                    .map_err(failure_of)?;
            }
            _ => {
                let mut unstored = self.unstored.borrow_mut();
                unstored.retain(|(id, _)| *id != head.id);
                unstored.push((head.id.clone(), head_json.to_owned()));
            }
        }
        Ok(head)
    }

    /// Records of runs that are stored here: one that lacks replies of the stored run, or has others,
    /// becomes a run of its own beside it; any other keeps the name that the stored run has.
    async fn set_apart(
        &self,
        records: &mut [Record],
        view: &mut UploadView,
    ) -> Result<(), Failure> {
        let Ok(store) = self.store().await else {
            return Ok(());
        };
        let names = view.opened_runs.iter_mut();
        for ((record, name), now) in records.iter_mut().zip(names).zip(clock::now_millis()..) {
            let run_id = record.head.id.clone();
            let Some(head_json) = store.head(&run_id).await.map_err(failure_of)? else {
                continue;
            };
            let there = self.rows_there(&run_id).await?;
            let of_file: BTreeMap<_, _> =
                record.rows.iter().map(|row| (key_of(row), row)).collect();
            let is_lost = |(key, row): (&(String, usize), &RecordRow)| {
                let same = |other: &&RecordRow| is_same_reply(other, row);
                row.outcome.has_reply() && of_file.get(key).is_none_or(|other| !same(other))
            };
            if there.iter().any(is_lost) {
                let mut desk = self.desk.borrow_mut();
                desk.close_run(&run_id);
                record.head.id = format!("{run_id}-file-{now}");
                record.head.title.push_str(" (file)");
                desk.open_run(record.clone());
            } else if let Ok(head) = json::read_head(&head_json) {
                record.head.title = head.title;
                // A file from before does not undo what was joined since.
                add_missing(&mut record.head.external, head.external);
                self.desk.borrow_mut().set_head(record.head.clone());
            }
            *name = (record.head.id.clone(), record.head.title.clone());
        }
        Ok(())
    }

    /// Rows of a stored run by task and position; what cannot be read is not there.
    async fn rows_there(
        &self,
        run_id: &str,
    ) -> Result<BTreeMap<(String, usize), RecordRow>, Failure> {
        let mut there = BTreeMap::new();
        for chunk in self.store().await?.rows(run_id).await.map_err(failure_of)? {
            let rows = json::read_rows(&chunk).unwrap_or_default();
            there.extend(rows.into_iter().map(|row| (key_of(&row), row)));
        }
        Ok(there)
    }

    /// Opens a record and stores it.
    async fn keep_record(&self, record: Record) -> Result<(), Failure> {
        self.desk.borrow_mut().open_run(record.clone());
        self.store_record(&record).await
    }

    async fn store_record(&self, record: &Record) -> Result<(), Failure> {
        self.keep_head(&json::write_head(&record.head)).await?;
        if self.is_unstored(&record.head.id) {
            return Ok(());
        }
        let store = self.store().await?;
        // A record that comes again brings rows that are there: they are not stored, or counted, twice.
        let there = self.rows_there(&record.head.id).await?;
        let is_there = |row: &RecordRow| {
            let same = |other: &RecordRow| is_same_reply(other, row);
            there.get(&key_of(row)).is_some_and(same)
        };
        let new: Vec<RecordRow>;
        let rows = if there.is_empty() {
            &record.rows
        } else {
            let rows = record.rows.iter().filter(|row| !is_there(row));
            new = rows.cloned().collect();
            &new
        };
        for chunk in rows.chunks(ROWS_PER_CHUNK) {
            let sequence = self.next_sequence();
            store
                .put_rows(
                    &record.head.id,
                    sequence,
                    chunk.len(),
                    &json::write_rows(chunk),
                )
                .await
                .map_err(failure_of)?;
        }
        Ok(())
    }

    pub(super) fn is_unstored(&self, run_id: &str) -> bool {
        self.unstored.borrow().iter().any(|(id, _)| id == run_id)
    }

    /// Grows with every call, also after a reload.
    fn next_sequence(&self) -> u64 {
        let mut last = self.sequence.borrow_mut();
        *last = (*last + 1).max(clock::now_millis().saturating_mul(1_000));
        *last
    }
}

fn is_same_reply(one: &RecordRow, other: &RecordRow) -> bool {
    (&one.outcome, &one.text) == (&other.outcome, &other.text)
}

fn key_of(row: &RecordRow) -> (String, usize) {
    (row.task_id.clone(), row.row_idx)
}

pub(super) async fn read_file(file: &File) -> Result<InFile, Failure> {
    let name = files::path_of(file);
    match files::read_bytes(file).await {
        Ok(bytes) => Ok(InFile { name, bytes }),
        Err(reason) => Err(Failure::Unreadable { what: name, reason }),
    }
}
