//! The official files: this browser's cache, the page's own host, the pinned upstream commit, or
//! what the user picks, in this order. Every step is told to the page.

use futures::StreamExt;
use futures::future::try_join_all;
use futures::stream;
use web_sys::File;

use super::runs::read_file;
use super::{Asker, Keeper};
use crate::desk::protocol::{Failure, Response};
use crate::desk::view::{FileSource, FileState, FileView, LoadProblem};
use crate::intake::unpack::{LIMITS, Unpacked, unpack};
use crate::suite::official::sha256_hex;
use crate::web::io::net;

/// Files asked for at the same time.
const N_AT_ONCE: usize = 4;

/// An official file that is not loaded yet.
struct Wanted {
    task_id: String,
    is_test: bool,
    path: String,
    sha256: String,
}

impl Keeper {
    /// Looks for every file that is not loaded, place by place.
    pub(super) async fn load_data(
        &self,
        may_ask_upstream: bool,
        asker: &Asker,
    ) -> Result<Response, Failure> {
        self.desk.borrow_mut().set_loading(true);
        self.tell_data(asker);
        let wanted = self.wanted_files();
        stream::iter(wanted)
            .for_each_concurrent(N_AT_ONCE, |file| async move {
                self.load_file(&file, may_ask_upstream, asker).await;
            })
            .await;
        self.desk.borrow_mut().set_loading(false);
        Ok(self.data_response())
    }

    /// Takes the official files out of picked files, folders and archives, whatever their names.
    pub(super) async fn pick_data(
        &self,
        picked: &[File],
        asker: &Asker,
    ) -> Result<Response, Failure> {
        self.desk.borrow_mut().set_loading(true);
        self.tell_data(asker);
        let taken = self.take_picked(picked, asker).await;
        self.desk.borrow_mut().set_loading(false);
        taken?;
        Ok(self.data_response())
    }

    async fn take_picked(&self, picked: &[File], asker: &Asker) -> Result<(), Failure> {
        let in_files = try_join_all(picked.iter().map(read_file)).await?;
        let openers = self.openers_for(&in_files).await?;
        let unpacked = unpack(&in_files, &LIMITS, openers);
        let offered: Vec<Offered<'_>> = unpacked.iter().filter_map(Offered::new).collect();
        for wanted in self.wanted_files() {
            let by_hash = offered.iter().find(|file| file.sha256 == wanted.sha256);
            // Not the right bytes under the right name: the refusal shows both hashes.
            let found = by_hash.or_else(|| offered.iter().find(|file| file.is_named(&wanted)));
            if let Some(file) = found {
                self.take_bytes(&wanted, FileSource::Picked, file.bytes.to_vec())
                    .await;
            } else {
                let problem = LoadProblem::NotThere { status: None };
                self.note_problem(&wanted, FileSource::Picked, problem);
            }
            self.tell_data(asker);
        }
        if let Some((what, error)) = unpacked
            .iter()
            .find_map(|file| Some((&file.name, file.bytes.as_ref().err()?)))
            && offered.is_empty()
        {
            return Err(Failure::Unreadable {
                what: what.clone(),
                reason: error.to_string(),
            });
        }
        Ok(())
    }

    /// Forgets the cached files; rows already open stay open until the page is reloaded.
    pub(super) async fn forget_data(&self) -> Result<Response, Failure> {
        self.store()
            .await?
            .clear_files()
            .await
            .map_err(super::failure_of)?;
        Ok(self.data_response())
    }

    async fn load_file(&self, wanted: &Wanted, may_ask_upstream: bool, asker: &Asker) {
        self.tell_asking(wanted, FileSource::Cache, asker);
        let cached = match self.store().await {
            Ok(store) => store.file(&wanted.sha256).await.ok().flatten(),
            Err(_) => None,
        };
        let status = None;
        match cached {
            Some(bytes) => self.take_bytes(wanted, FileSource::Cache, bytes).await,
            None => self.note_problem(wanted, FileSource::Cache, LoadProblem::NotThere { status }),
        }
        for (source, url) in self.addresses(wanted, may_ask_upstream) {
            if self.is_loaded(wanted) {
                break;
            }
            self.tell_asking(wanted, source, asker);
            match net::get_bytes(&url).await {
                Ok(Ok(bytes)) => self.take_bytes(wanted, source, bytes).await,
                Ok(Err(status)) => {
                    let status = Some(status);
                    self.note_problem(wanted, source, LoadProblem::NotThere { status });
                }
                Err(_) => self.note_problem(wanted, source, LoadProblem::Network),
            }
        }
        self.tell_data(asker);
    }

    /// Where a file may be fetched, nearest first.
    fn addresses(&self, wanted: &Wanted, may_ask_upstream: bool) -> Vec<(FileSource, String)> {
        let mut addresses = Vec::new();
        // The worker's script lies in the app's root.
        let root = js_sys::global();
        let here = js_sys::Reflect::get(&root, &"location".into())
            .and_then(|location| js_sys::Reflect::get(&location, &"href".into()))
            .ok()
            .and_then(|href| href.as_string())
            .unwrap_or_default();
        let path = format!("data/official/{}", wanted.path);
        if let Ok(url) = web_sys::Url::new_with_base(&path, &here) {
            addresses.push((FileSource::OwnHost, url.href()));
        }
        if may_ask_upstream {
            let raw = self.desk.borrow().suite().upstream.raw.clone();
            addresses.push((FileSource::Upstream, format!("{raw}{}", wanted.path)));
        }
        addresses
    }

    /// Checks and opens a file, and caches it when it did not come from the cache.
    async fn take_bytes(&self, wanted: &Wanted, source: FileSource, bytes: Vec<u8>) {
        let to_cache = (source != FileSource::Cache).then(|| bytes.clone());
        let added = self
            .desk
            .borrow_mut()
            .add_file(&wanted.task_id, wanted.is_test, source, bytes);
        if added.is_ok()
            && let Some(bytes) = to_cache
            && let Ok(store) = self.store().await
        {
            // Without a cache the file is fetched again next time: nothing is lost.
            let _ = store.put_file(&wanted.sha256, &bytes).await;
        }
    }

    fn wanted_files(&self) -> Vec<Wanted> {
        let desk = self.desk.borrow();
        let suite = desk.suite();
        let is_open = |file: &FileView| matches!(file.state, FileState::Loaded(_));
        let files = desk
            .data_view()
            .files
            .into_iter()
            .filter(|file| !is_open(file));
        files
            .filter_map(|file| {
                let task = suite.task(&file.task_id)?;
                let data_file = if file.is_test {
                    &task.test_file
                } else {
                    &task.examples_file
                };
                Some(Wanted {
                    task_id: file.task_id,
                    is_test: file.is_test,
                    path: file.path,
                    sha256: data_file.sha256.clone(),
                })
            })
            .collect()
    }

    fn is_loaded(&self, wanted: &Wanted) -> bool {
        self.desk.borrow().data_view().files.iter().any(|file| {
            file.task_id == wanted.task_id
                && file.is_test == wanted.is_test
                && matches!(file.state, FileState::Loaded(_))
        })
    }

    fn note_problem(&self, wanted: &Wanted, source: FileSource, problem: LoadProblem) {
        self.desk
            .borrow_mut()
            .set_problem(&wanted.task_id, wanted.is_test, source, problem);
    }

    fn tell_asking(&self, wanted: &Wanted, source: FileSource, asker: &Asker) {
        self.desk
            .borrow_mut()
            .set_asking(&wanted.task_id, wanted.is_test, source);
        self.tell_data(asker);
    }

    fn tell_data(&self, asker: &Asker) {
        asker.progress(&self.data_response());
    }

    pub(super) fn data_response(&self) -> Response {
        Response::Data(self.desk.borrow().data_view())
    }
}

/// A picked file that could be one of the official ones.
struct Offered<'a> {
    name: &'a str,
    bytes: &'a [u8],
    sha256: String,
}

impl<'a> Offered<'a> {
    fn new(file: &'a Unpacked<'_>) -> Option<Self> {
        let bytes = file.bytes.as_deref().ok()?;
        Some(Self {
            name: &file.name,
            bytes,
            sha256: sha256_hex(bytes),
        })
    }

    /// Whether its path ends like the official one's. Two of those are both called
    /// `tl_belebele.jsonl`, so a bare name counts only where it is unique.
    fn is_named(&self, wanted: &Wanted) -> bool {
        let bare = |path: &'a str| path.rsplit('/').next().unwrap_or_default();
        let wanted_name = wanted.path.rsplit('/').next().unwrap_or_default();
        self.name.ends_with(&wanted.path)
            || (wanted_name != "tl_belebele.jsonl" && bare(self.name) == wanted_name)
    }
}
