//! Files on their way to a score: kept while one looks at another page or changes the language.

use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::desk::protocol::Failure;
use crate::desk::view::UploadView;
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
    /// The worker scores.
    Scoring,
    /// The worker could not do it.
    Failed(Failure),
}

/// What the user said about the tasks of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Task ids by the file's place in the report.
    pub tasks: BTreeMap<usize, String>,
    /// Place of the file that was chosen for last.
    pub last: Option<usize>,
}

/// The files that were dropped last, and where they stand.
#[derive(Clone, Copy)]
pub struct Upload {
    /// Where it stands.
    pub stage: RwSignal<Stage>,
    /// The files themselves.
    pub files: StoredValue<PickedFiles, LocalStorage>,
    /// Tasks chosen for them.
    pub chosen: StoredValue<Chosen>,
}

impl Upload {
    /// Nothing dropped. Made once, for the whole app.
    pub fn new() -> Self {
        Self {
            stage: RwSignal::new(Stage::Idle),
            files: StoredValue::new_local(PickedFiles::default()),
            chosen: StoredValue::new(Chosen::default()),
        }
    }
}

impl Default for Upload {
    fn default() -> Self {
        Self::new()
    }
}
