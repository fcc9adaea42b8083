//! Runs that the user has deleted: gone from every list at once, and from the browser a little
//! later, so that they can be had back. What a closed tab had no time for is done by the next page.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::web::io::{clock, preferences};
use crate::web::state::runs::{self, LiveRuns};

/// How long a run can be had back.
pub const UNDO_MILLIS: u64 = 15_000;

/// Where runs are remembered that are to be deleted.
const NAME: &str = "deleted";

/// A run that can still be had back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    /// Run id.
    pub run_id: String,
    /// What the user calls it.
    pub title: String,
    /// When it was deleted, Unix milliseconds.
    pub at_millis: u64,
}

/// Runs that were deleted.
#[derive(Clone, Copy)]
pub struct Deleted {
    /// Can be had back; the oldest first.
    waiting: RwSignal<Vec<Gone>>,
    /// Really gone, since the page was opened.
    gone: RwSignal<Vec<String>>,
}

impl Deleted {
    /// What an earlier page left to be deleted.
    pub fn open() -> Self {
        Self {
            waiting: RwSignal::new(remembered()),
            gone: RwSignal::default(),
        }
    }

    /// Those that can still be had back; tracked.
    pub fn waiting(self) -> Vec<Gone> {
        self.waiting.get()
    }

    /// Whether a run is not to be shown any more; tracked.
    pub fn has(self, run_id: &str) -> bool {
        let is_waiting = self
            .waiting
            .with(|waiting| waiting.iter().any(|gone| gone.run_id == run_id));
        is_waiting || self.gone.with(|gone| gone.iter().any(|id| id == run_id))
    }

    /// Ids of runs that are as good as deleted; untracked.
    pub fn ids(self) -> Vec<String> {
        self.waiting
            .with_untracked(|waiting| waiting.iter().map(|gone| gone.run_id.clone()).collect())
    }

    /// Has a run deleted after a while.
    pub fn add(self, live: LiveRuns, run_id: &str, title: &str) {
        let gone = Gone {
            run_id: run_id.to_owned(),
            title: title.replace(['\t', '\n'], " "),
            at_millis: clock::now_millis(),
        };
        self.gone.update(|gone| gone.retain(|id| id != run_id));
        self.waiting.update(|waiting| {
            waiting.retain(|other| other.run_id != run_id);
            waiting.push(gone.clone());
        });
        let mut all = remembered();
        all.retain(|other| other.run_id != run_id);
        all.push(gone.clone());
        remember(&all);
        self.delete_after(live, gone, UNDO_MILLIS);
    }

    /// Has the rest of an earlier page's work done.
    pub fn go_on(self, live: LiveRuns) {
        let now = clock::now_millis();
        for gone in self.waiting.get_untracked() {
            // Another tab may still show the way back. A clock that was set back must not keep
            // the run for ever.
            let since = now.saturating_sub(gone.at_millis);
            let left = UNDO_MILLIS.saturating_sub(since);
            self.delete_after(live, gone, left);
        }
    }

    /// The user wants a run back.
    pub fn undo(self, run_id: &str) {
        self.waiting
            .update(|waiting| waiting.retain(|gone| gone.run_id != run_id));
        let mut all = remembered();
        all.retain(|gone| gone.run_id != run_id);
        remember(&all);
    }

    fn delete_after(self, live: LiveRuns, gone: Gone, millis: u64) {
        // Where the browser remembers nothing, this tab's own list counts.
        let is_remembered = remembered().contains(&gone);
        spawn_local(async move {
            clock::pause(u32::try_from(millis).unwrap_or(u32::MAX)).await;
            let is_waiting = self
                .waiting
                .with_untracked(|waiting| waiting.contains(&gone));
            if !is_waiting {
                return;
            }
            // Had back in another tab, or deleted there already: both show in the list.
            let is_settled = is_remembered && !remembered().contains(&gone);
            // A run that is being asked again is kept, and shown again.
            if !is_settled && runs::delete(live, gone.run_id.clone()).await.is_ok() {
                self.gone.update(|all| all.push(gone.run_id.clone()));
            }
            self.undo(&gone.run_id);
        });
    }
}

fn remembered() -> Vec<Gone> {
    let lines = preferences::read(NAME).unwrap_or_default();
    lines
        .lines()
        .filter_map(|line| {
            let mut parts = line.splitn(3, '\t');
            Some(Gone {
                at_millis: parts.next()?.parse().ok()?,
                run_id: parts.next()?.to_owned(),
                title: parts.next()?.to_owned(),
            })
        })
        .collect()
}

fn remember(all: &[Gone]) {
    let line = |gone: &Gone| format!("{}\t{}\t{}", gone.at_millis, gone.run_id, gone.title);
    if all.is_empty() {
        preferences::forget(NAME);
    } else {
        let lines: Vec<String> = all.iter().map(line).collect();
        preferences::write(NAME, &lines.join("\n"));
    }
}
