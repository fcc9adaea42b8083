//! Files on their way to a score: kept while one looks at another page or changes the language.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use leptos::task::tick;

use crate::desk::protocol::Failure;
use crate::desk::view::{BatchView, UploadView};
use crate::intake::runs::RunName;
use crate::intake::{AS_FOUND, ReadOptions};
use crate::suite::Profile;
use crate::web::io::document;
use crate::web::state::ask::PickedFiles;

/// Where it stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Nothing dropped yet.
    Idle,
    /// The worker reads so many files.
    Reading(usize),
    /// The official rows must be loaded before anything can be said.
    NeedsData,
    /// They are being loaded.
    LoadingData,
    /// Something needs the user's eye.
    Report(Box<UploadView>),
    /// Several records became runs: id and title of each.
    Opened(Vec<(String, String)>),
    /// The worker reads replies of a batch into the run that it was written for.
    ReadingBatch,
    /// They are in the run with this id.
    OfBatch(String, BatchView),
    /// The worker scores.
    Scoring,
    /// Several runs were scored and stored: id and title of each.
    Kept(Vec<(String, String)>),
    /// The worker could not do it.
    Failed(Failure),
}

/// What the user said about the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// How they are read.
    pub options: ReadOptions,
    /// Places of files whose columns are those chosen for an earlier file of this shape.
    pub remembered: BTreeSet<usize>,
    /// Shapes looked up already, by place: a choice taken back does not come again by itself.
    pub looked_up: BTreeSet<usize>,
    /// What was said about a run.
    pub runs: BTreeMap<RunName, RunEdit>,
    /// How those of an unknown layout were asked, and whether rows go by their order; said of what
    /// was read last.
    pub said: Option<(Profile, bool)>,
    /// Places of files whose columns are in sight.
    pub open: BTreeSet<usize>,
    /// How many times something was chosen: what was read before the last time is not shown.
    pub n_times: usize,
}

/// Nothing said.
pub const NOTHING_CHOSEN: Chosen = Chosen {
    options: AS_FOUND,
    remembered: BTreeSet::new(),
    looked_up: BTreeSet::new(),
    runs: BTreeMap::new(),
    said: None,
    open: BTreeSet::new(),
    n_times: 0,
};

/// What the user changed about one of several runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunEdit {
    /// Another name than the suggested one.
    pub title: Option<String>,
    /// It is not to be scored.
    pub is_left_out: bool,
}

/// The files that were dropped last, and where they stand.
#[derive(Clone, Copy)]
pub struct Upload {
    /// Where it stands.
    pub stage: RwSignal<Stage>,
    /// Bytes read and all there are, and rows, while they are read.
    pub progress: RwSignal<(u64, u64, usize)>,
    /// The files themselves.
    pub files: StoredValue<PickedFiles, LocalStorage>,
    /// What the user said about them.
    pub chosen: StoredValue<Chosen>,
}

impl Upload {
    /// Nothing dropped. Made once, for the whole app.
    pub fn new() -> Self {
        Self {
            stage: RwSignal::new(Stage::Idle),
            progress: RwSignal::new((0, 0, 0)),
            files: StoredValue::new_local(PickedFiles::default()),
            chosen: StoredValue::new(NOTHING_CHOSEN),
        }
    }

    /// Shows another report in place of one. Whoever is at one of its controls stays there.
    pub async fn show_anew(self, report: Box<UploadView>) {
        let focused_id = document::focused_id();
        self.stage.set(Stage::Report(report));
        tick().await;
        if let Some(id) = focused_id {
            document::focus_if_lost(&id);
        }
    }
}

impl Default for Upload {
    fn default() -> Self {
        Self::new()
    }
}
