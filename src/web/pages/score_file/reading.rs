//! Has the worker read, read again and score.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::choices::{Change, parts};
use crate::desk::protocol::{Failure, KeptRun, Question, Request, Response};
use crate::desk::view::{UploadFile, UploadView};
use crate::intake::decode::Encoding;
use crate::intake::sniff::Shape;
use crate::web::state::ask::{self, PickedFiles};
use crate::web::state::columns;
use crate::web::state::runs;
use crate::web::state::suite::SuiteStore;
use crate::web::state::upload::{NOTHING_CHOSEN, Stage, Upload};

/// Bytes from which on reading shows how far it is: all less is read at once.
pub const LARGE_BYTES: u64 = 10_000_000;

/// What the page works with.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The files and where they stand.
    pub upload: Upload,
    /// Shows the result of a run.
    pub to_result: Callback<String>,
    /// The official rows.
    pub store: SuiteStore,
}

impl Desk {
    /// Goes on to another stage.
    pub fn set(self, stage: Stage) {
        self.upload.stage.set(stage);
    }

    /// Goes to the result of a run; nothing is left to do here.
    fn show(self, run_id: &str) {
        self.set(Stage::Idle);
        self.to_result.run(run_id.to_owned());
    }

    /// Takes files and reads them, after a silent look for the official rows near by.
    pub fn take(self, files: Vec<web_sys::File>) {
        self.upload.files.set_value(PickedFiles::new(files));
        self.upload.chosen.set_value(NOTHING_CHOSEN);
        self.begin();
        spawn_local(async move {
            let is_loaded = self.store.ready(false).await;
            self.read_now(is_loaded).await;
        });
    }

    /// Loads the official rows from wherever they are, then reads.
    pub fn load_then_read(self) {
        self.set(Stage::LoadingData);
        spawn_local(async move {
            self.store.ready(true).await;
            // What could be loaded is enough for the tasks it belongs to.
            self.read_now(true).await;
        });
    }

    /// Reads the files into the run whose batch they answer.
    pub fn read_batch(self, run_id: String) {
        self.set(Stage::ReadingBatch);
        let files = self.upload.files.get_value();
        spawn_local(async move {
            match runs::read_batch(run_id.clone(), &files).await {
                Response::Batch(view) => self.set(Stage::OfBatch(run_id, view)),
                Response::Failed(failure) => self.set(Stage::Failed(failure)),
                other => self.set(Stage::Failed(ask::unexpected(&other))),
            }
        });
    }

    /// Stops reading; the files are let go.
    pub fn cancel(self) {
        self.upload.files.set_value(PickedFiles::default());
        self.set(Stage::Idle);
        spawn_local(ask::stop_reading());
    }

    /// Reads the files again after the user said how. Nothing is scored before they have seen what
    /// came of it.
    pub fn change(self, file_idx: usize, change: Change) {
        self.upload.chosen.update_value(|chosen| {
            chosen.n_times += 1;
            let options = &mut chosen.options;
            match change {
                Change::Task(Some(task_id)) => {
                    options.tasks.insert(file_idx, task_id);
                }
                Change::Task(None) => {
                    options.tasks.remove(&file_idx);
                }
                Change::Run(Some(run)) => {
                    options.runs.insert(file_idx, run);
                }
                Change::Run(None) => {
                    options.runs.remove(&file_idx);
                }
                Change::Column {
                    names,
                    seen,
                    part_idx,
                    name,
                } => {
                    // What was chosen a moment ago counts, also before it is read.
                    let columns = options.columns.entry(file_idx).or_insert(seen);
                    if let Some(column) = parts(columns).into_iter().nth(part_idx) {
                        *column = name;
                    }
                    columns::remember(&names, columns);
                    chosen.looked_up.insert(file_idx);
                }
                Change::ForgetColumns { names } => {
                    columns::forget(&names);
                    chosen.remembered.remove(&file_idx);
                    options.columns.remove(&file_idx);
                }
                Change::Windows1252 { name, is_on } => {
                    if is_on {
                        options.encodings.insert(name, Encoding::Windows1252);
                    } else {
                        options.encodings.remove(&name);
                    }
                }
                Change::Duplicates(keep) => options.duplicates = keep,
            }
        });
        if self
            .upload
            .progress
            .with_untracked(|progress| progress.1 >= LARGE_BYTES)
        {
            self.begin();
        }
        let n_times = move || self.upload.chosen.with_value(|chosen| chosen.n_times);
        let n_before = n_times();
        spawn_local(async move {
            let response = self.read_files().await;
            // Of two choices in quick succession only the last is shown.
            if n_times() != n_before {
                return;
            }
            match response {
                Response::Upload(upload) => self.upload.show_anew(upload).await,
                // Stopped.
                Response::Done => {}
                Response::Failed(failure) => self.set(Stage::Failed(failure)),
                other => self.set(Stage::Failed(ask::unexpected(&other))),
            }
        });
    }

    /// Scores runs and stores them.
    pub async fn keep(self, runs: Vec<KeptRun>, by_order: bool) {
        self.set(Stage::Scoring);
        match ask::ask(&Request::KeepUpload { runs, by_order }).await {
            Response::Kept(runs) => match &runs[..] {
                [(run_id, _)] => self.show(run_id),
                _ => self.set(Stage::Kept(runs)),
            },
            Response::Failed(failure) => self.set(Stage::Failed(failure)),
            other => self.set(Stage::Failed(ask::unexpected(&other))),
        }
    }

    fn begin(self) {
        let n_files = self.upload.files.with_value(PickedFiles::len);
        self.upload.progress.set((0, 0, 0));
        self.set(Stage::Reading(n_files));
    }

    async fn read_now(self, is_loaded: bool) {
        if self.upload.files.with_value(PickedFiles::is_empty) {
            // Stopped while the official rows were looked for.
            return;
        }
        self.begin();
        match self.read_files().await {
            Response::Upload(upload) => self.settle(upload, is_loaded).await,
            // Stopped.
            Response::Done => {}
            // Without the rows nothing is recognised: that is no fault of the files.
            Response::Failed(Failure::NothingRecognised | Failure::NotLoaded { .. })
                if !is_loaded =>
            {
                self.set(Stage::NeedsData);
            }
            Response::Failed(failure) => self.set(Stage::Failed(failure)),
            other => self.set(Stage::Failed(ask::unexpected(&other))),
        }
    }

    /// What comes after reading: a result, a list, a question or a report.
    async fn settle(self, upload: Box<UploadView>, is_loaded: bool) {
        let is_sure = self
            .upload
            .chosen
            .with_value(|chosen| chosen.remembered.is_empty());
        let is_record = |file: &UploadFile| file.shape == Some(Shape::Record);
        let has_more = !upload.files.iter().all(is_record);
        if has_more && is_loaded && !upload.opened_runs.is_empty() {
            self.set(Stage::Report(upload));
        } else if let [(run_id, _)] = &upload.opened_runs[..] {
            self.show(run_id);
        } else if !upload.opened_runs.is_empty() {
            self.set(Stage::Opened(upload.opened_runs));
        } else if !is_loaded && !upload.is_all_batch() {
            self.set(Stage::NeedsData);
        } else if let [run] = &upload.runs[..]
            && upload.is_clean
            && upload.can_score()
            && is_sure
        {
            let run = KeptRun {
                place: 0,
                title: run.title.clone(),
                profile: run.profile,
            };
            self.keep(vec![run], false).await;
        } else {
            self.set(Stage::Report(upload));
        }
    }

    /// Has the files read as was chosen, and again where a file has the shape of one whose columns
    /// were chosen earlier.
    async fn read_files(self) -> Response {
        let response = self.read_once().await;
        let Response::Upload(view) = &response else {
            return response;
        };
        let is_changed = self
            .upload
            .chosen
            .try_update_value(|chosen| {
                let mut is_changed = false;
                for (place, file) in view.files.iter().enumerate() {
                    let Some(preview) = &file.preview else {
                        continue;
                    };
                    if chosen.looked_up.insert(place)
                        && let Some(columns) = columns::remembered(&preview.first.names)
                        && columns != preview.columns
                    {
                        chosen.options.columns.insert(place, columns);
                        chosen.remembered.insert(place);
                        is_changed = true;
                    }
                }
                is_changed
            })
            .unwrap_or_default();
        if is_changed {
            self.read_once().await
        } else {
            response
        }
    }

    async fn read_once(self) -> Response {
        let chosen = self.upload.chosen;
        chosen.update_value(|chosen| chosen.said = None);
        let options = chosen.with_value(|chosen| chosen.options.clone());
        let choose = Request::Ask(Question::ChooseReading {
            options: Box::new(options),
        });
        if let Response::Failed(failure) = ask::ask(&choose).await {
            return Response::Failed(failure);
        }
        let files = self.upload.files.get_value();
        let watch = move |response| {
            if let Response::Reading {
                n_bytes,
                n_all,
                n_rows,
            } = response
            {
                self.upload.progress.set((n_bytes, n_all, n_rows));
            }
        };
        ask::ask_with_files_watching(&Request::ReadFiles, &files, watch).await
    }
}
