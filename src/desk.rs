//! What the worker keeps open — the suite, loaded rows, open runs, a read upload — and the
//! questions the page may ask about it. Pure: bytes come in, views go out; the worker in
//! `web/worker.rs` does the fetching and storing around it.

pub mod answers;
pub mod archive;
pub mod batch;
pub mod comparison;
pub mod data;
pub mod detail;
pub mod export;
pub mod external;
pub mod open_run;
pub mod open_task;
pub mod place;
pub mod plan;
pub mod prompts;
pub mod protocol;
pub mod question;
mod rehearsal;
pub mod repeats;
pub mod results;
pub mod rows;
pub mod sample;
pub mod stand_in;
pub mod stored_answers;
pub mod suite_view;
pub mod upload;
pub mod view;

use std::collections::BTreeMap;

use crate::desk::data::OfficialData;
use crate::desk::open_run::OpenRun;
use crate::desk::protocol::Failure;
use crate::desk::results::{n_done, own_policy, result_view, run_card};
use crate::desk::sample::{SAMPLE_RUN_ID, sample_record};
use crate::desk::upload::Keep;
use crate::desk::view::{
    DataView, FileSource, LoadProblem, ResultView, RunCard, Trouble, UploadView,
};
use crate::intake::unpack::{InFile, Openers};
use crate::intake::{AS_FOUND, ReadOptions, Runs, Step, read_runs_watching};
use crate::record::json::{Extras, ReadRecord, read_record};
use crate::record::{Record, RecordHead, RecordRow};
use crate::score::OutcomePolicy;
use crate::suite::load::{BATAYAN_JSON, suite_sha256};
use crate::suite::samples::sample_data;
use crate::suite::{DataKind, Profile, Suite, Task, TaskData};

/// Name and version of this program, as records name it.
pub const MADE_BY: &str = concat!("sukat ", env!("CARGO_PKG_VERSION"));

/// Everything that is open.
#[derive(Debug)]
pub struct Desk {
    suite: Suite,
    suite_sha256: String,
    official: OfficialData,
    samples: BTreeMap<String, TaskData>,
    runs: BTreeMap<String, OpenRun>,
    upload: Option<Runs>,
    /// What the user chose for files of the next upload.
    reading: ReadOptions,
    /// What opens the rarer kinds of files, once it is here.
    openers: Option<Openers>,
}

impl Desk {
    /// Nothing open but the suite and the sample rows.
    pub fn new(suite: Suite) -> Self {
        let samples = suite
            .tasks
            .iter()
            .map(|task| (task.id.clone(), sample_data(task)))
            .collect();
        Self {
            official: OfficialData::new(&suite),
            suite_sha256: suite_sha256(BATAYAN_JSON),
            suite,
            samples,
            runs: BTreeMap::new(),
            upload: None,
            reading: AS_FOUND,
            openers: None,
        }
    }

    /// The suite.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    // Official data.

    /// How the official files stand.
    pub fn data_view(&self) -> DataView {
        self.official.view()
    }

    /// A look for official files begins or ends.
    pub fn set_loading(&mut self, is_loading: bool) {
        self.official.set_loading(is_loading);
    }

    /// A place is being asked for a file.
    pub fn set_asking(&mut self, task_id: &str, is_test: bool, source: FileSource) {
        self.official.set_asking(task_id, is_test, source);
    }

    /// A place did not give a file.
    pub fn set_problem(
        &mut self,
        task_id: &str,
        is_test: bool,
        source: FileSource,
        problem: LoadProblem,
    ) {
        self.official.set_problem(task_id, is_test, source, problem);
    }

    /// Checks an official file and opens its task once both files are there; runs on its rows are
    /// counted anew. A refused file is noted in [`Self::data_view`], too.
    pub fn add_file(
        &mut self,
        task_id: &str,
        is_test: bool,
        source: FileSource,
        bytes: Vec<u8>,
    ) -> Result<(), LoadProblem> {
        let was_open = self.official.task(task_id).is_some();
        self.official
            .add_file(&self.suite, task_id, is_test, source, bytes)?;
        if !was_open && self.official.task(task_id).is_some() {
            for run in self.runs.values_mut() {
                if run.record.head.data_kind == DataKind::Official {
                    run.recount(task_id);
                }
            }
        }
        Ok(())
    }

    // Runs.

    /// Opens a run, in place of one with the same id. One that is open already with the same
    /// rows stays as it is: what came with it from a file is not stored.
    pub fn open_run(&mut self, record: Record) {
        if self.record(&record.head.id) != Some(&record) {
            self.open_read(ReadRecord {
                record,
                extras: Extras::default(),
                complaints: Vec::new(),
            });
        }
    }

    /// Opens a run as it came from a file: with golds and prompts of its own.
    fn open_read(&mut self, read: ReadRecord) {
        let run_id = read.record.head.id.clone();
        let kind = read.record.head.data_kind;
        let data = |task_id: &str| loaded(&self.official, &self.samples, kind, task_id);
        let run = OpenRun::from_file(&self.suite, &self.suite_sha256, read, &data);
        self.runs.insert(run_id, run);
    }

    /// Changes what is known of an open run besides its rows; opens it if it is not open.
    pub fn set_head(&mut self, head: RecordHead) {
        match self.runs.get_mut(&head.id) {
            Some(run) if run.is_same_work(&head) => run.set_head(head),
            Some(run) => {
                let rows = std::mem::take(&mut run.record.rows);
                self.open_run(Record { head, rows });
            }
            None => self.open_run(Record {
                head,
                rows: Vec::new(),
            }),
        }
    }

    /// Adds rows to an open run; a later row for the same place replaces the earlier.
    pub fn add_rows(&mut self, run_id: &str, rows: Vec<RecordRow>) -> Result<(), Failure> {
        let suite = &self.suite;
        let run = self.runs.get_mut(run_id).ok_or_else(|| no_run(run_id))?;
        run.add_rows(suite, rows);
        Ok(())
    }

    /// Closes a run; nothing happens if it is not open.
    pub fn close_run(&mut self, run_id: &str) {
        self.runs.remove(run_id);
    }

    /// Whether a run is open.
    pub fn is_open(&self, run_id: &str) -> bool {
        self.runs.contains_key(run_id)
    }

    /// The record of an open run.
    pub fn record(&self, run_id: &str) -> Option<&Record> {
        self.runs.get(run_id).map(|run| &run.record)
    }

    /// Rows of an open run that need not be asked again: all but failed ones.
    pub fn done_rows(&self, run_id: &str) -> Vec<(String, usize)> {
        let rows = self.record(run_id).map_or(&[][..], |record| &record.rows);
        let is_done = |row: &&RecordRow| row.outcome.has_reply();
        let place = |row: &RecordRow| (row.task_id.clone(), row.row_idx);
        rows.iter().filter(is_done).map(place).collect()
    }

    /// A run in a list. How many rows are done is known of open runs only.
    pub fn card(&self, head: &RecordHead) -> RunCard {
        let n_done = self
            .record(&head.id)
            .map_or(0, |record| n_done(&record.rows));
        run_card(head, n_done)
    }

    fn own_policy(&self, run_id: &str) -> Result<OutcomePolicy, Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        Ok(own_policy(&record.head))
    }

    /// The numbers of an open run.
    ///
    /// [`Failure::NotLoaded`] when a reply cannot be scored because its row is not loaded.
    pub fn result(&mut self, run_id: &str, policy: OutcomePolicy) -> Result<ResultView, Failure> {
        self.with_run(run_id, |suite, run, data| {
            result_view(suite, run, policy, data)
        })
    }

    fn open_sample(&mut self) {
        let record = sample_record(&self.suite, &self.suite_sha256, &self.samples);
        self.open_run(record);
    }

    // Uploads.

    /// What opens the rarer kinds of files is here.
    pub fn set_openers(&mut self, openers: Openers) {
        self.openers = Some(openers);
    }

    /// What the next [`Self::read_upload`] goes by.
    pub fn choose_reading(&mut self, options: ReadOptions) {
        self.reading = options;
    }

    /// Reads dropped files: what the page is told about them, and the records of ours that are
    /// among them, already open. Predictions wait for [`Self::keep_upload`].
    ///
    /// [`Failure::NothingRecognised`] when there is neither a record nor any use in the rest.
    pub fn read_upload(&mut self, files: &[InFile]) -> Result<(UploadView, Vec<Record>), Failure> {
        self.read_upload_watching(files, &|_| ())
    }

    /// [`Self::read_upload`]; `on_step` hears how far it is.
    pub fn read_upload_watching(
        &mut self,
        files: &[InFile],
        on_step: &dyn Fn(Step),
    ) -> Result<(UploadView, Vec<Record>), Failure> {
        // Before the next is read: two of them may not fit.
        self.upload = None;
        let data = |task_id: &str| self.official.task(task_id);
        let upload = read_runs_watching(
            files,
            self.openers,
            &self.suite,
            &data,
            &self.reading,
            on_step,
        );
        let mut view = upload::upload_view(&self.suite, &upload);
        let mut opened: Vec<ReadRecord> = Vec::new();
        for found in &upload.records {
            let Some(file) = view.files.get_mut(found.file_idx) else {
                continue;
            };
            match read_record(&found.json) {
                Ok(read) if is_among(&opened, &read) => file.complain(Trouble::SameRun),
                Ok(mut read) => {
                    // Nobody knows whose replies these are, or whether somebody wrote them.
                    let head = &mut read.record.head;
                    head.is_from_file = true;
                    let signature = read.extras.signature.as_deref();
                    let policy = signature.and_then(open_run::policy_of);
                    head.policy_id = policy.map(|policy| policy.id().to_owned());
                    opened.push(read);
                }
                Err(error) => file.complain(Trouble::Record(error)),
            }
            view.is_clean &= file.complaints.is_empty();
        }
        self.upload = Some(upload);
        let mut records = Vec::with_capacity(opened.len());
        for read in opened {
            let run_id = read.record.head.id.clone();
            self.open_read(read);
            // What is open, not what was read: rows that have no place are left out of it.
            records.extend(self.record(&run_id).cloned());
        }
        let name = |record: &Record| (record.head.id.clone(), record.head.title.clone());
        view.opened_runs = records.iter().map(name).collect();
        Ok((view, records))
    }

    /// The only run of the upload just read, open from now on: [`Self::keep_upload_of`].
    pub fn keep_upload(
        &mut self,
        title: &str,
        profile: Profile,
        by_order: bool,
        run_id: &str,
        now_millis: u64,
    ) -> Result<Record, Failure> {
        self.keep_upload_of(
            0,
            &Keep {
                title,
                profile,
                by_order,
                run_id,
                now_millis,
            },
        )
    }

    /// A run of the upload just read, by its place among them, open from now on.
    ///
    /// [`Failure::NothingRecognised`] when nothing of it can be scored.
    pub fn keep_upload_of(&mut self, place: usize, keep: &Keep<'_>) -> Result<Record, Failure> {
        let upload = self.upload.as_ref().ok_or(Failure::NothingRecognised)?;
        let run = upload.runs.get(place).ok_or(Failure::NothingRecognised)?;
        let data = |task_id: &str| self.official.task(task_id);
        let (files, sha256) = (&upload.files, &self.suite_sha256);
        let record = upload::record_of(run, files, &self.suite, sha256, keep, &data);
        if record.head.tasks.is_empty() {
            return Err(Failure::NothingRecognised);
        }
        self.open_run(record.clone());
        Ok(record)
    }

    fn rows_of(&self, kind: DataKind, task_id: &str) -> Result<(&Task, &TaskData), Failure> {
        let task = self.suite.task(task_id);
        let data = loaded(&self.official, &self.samples, kind, task_id);
        task.zip(data).ok_or_else(|| Failure::NotLoaded {
            task_id: task_id.to_owned(),
        })
    }

    fn with_run<T>(
        &mut self,
        run_id: &str,
        look: impl FnOnce(&Suite, &mut OpenRun, open_run::Data<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if run_id == SAMPLE_RUN_ID && !self.is_open(run_id) {
            self.open_sample();
        }
        let run = self.runs.get_mut(run_id).ok_or_else(|| no_run(run_id))?;
        let kind = run.record.head.data_kind;
        let data = |task_id: &str| loaded(&self.official, &self.samples, kind, task_id);
        look(&self.suite, run, &data)
    }

    /// Two open runs, counted, in the order asked.
    ///
    /// [`Failure::NoRun`] when one is not open; [`Failure::NotLoaded`] as for results.
    fn with_both<T>(
        &mut self,
        run_ids: &[String; 2],
        look: impl FnOnce(&Suite, comparison::Both<'_>, [open_run::Data<'_>; 2]) -> T,
    ) -> Result<T, Failure> {
        for run_id in run_ids {
            self.with_run(run_id, |suite, run, data| run.count(suite, data))?;
        }
        let run = |run_id: &String| self.runs.get(run_id).ok_or_else(|| no_run(run_id));
        let [first, second] = run_ids;
        let (first, second) = (run(first)?, run(second)?);
        let kinds = [first, second].map(|run| run.record.head.data_kind);
        let of_first = |id: &str| loaded(&self.official, &self.samples, kinds[0], id);
        let of_second = |id: &str| loaded(&self.official, &self.samples, kinds[1], id);
        Ok(look(&self.suite, [first, second], [&of_first, &of_second]))
    }
}

fn loaded<'a>(
    official: &'a OfficialData,
    samples: &'a BTreeMap<String, TaskData>,
    kind: DataKind,
    task_id: &str,
) -> Option<&'a TaskData> {
    match kind {
        DataKind::Official => official.task(task_id),
        DataKind::Sample => samples.get(task_id),
    }
}

/// Whether a record of the same run was read already.
fn is_among(opened: &[ReadRecord], read: &ReadRecord) -> bool {
    let mut ids = opened.iter().map(|other| &other.record.head.id);
    ids.any(|id| *id == read.record.head.id)
}

fn no_run(run_id: &str) -> Failure {
    Failure::NoRun {
        run_id: run_id.to_owned(),
    }
}
