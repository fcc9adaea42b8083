//! Runs under way in this tab. They belong to the app and survive leaving a page.

use std::collections::{BTreeMap, BTreeSet};

use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen_futures::spawn_local;

use crate::desk::plan::Wish;
use crate::desk::protocol::PlannedRow;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::provider::Outcome;
use crate::provider::address::BaseUrl;
use crate::provider::call::Endpoint;
use crate::provider::key::Key;
use crate::provider::stand_in::StandIn;
use crate::record::json;
use crate::record::sampling::params_of;
use crate::record::{Origin, RecordHead, RecordRow};
use crate::run::progress::Progress;
use crate::run::{Earlier, Plan, PlanRow, RowKey, RunState, StopReason};
use crate::web::driver::{Driver, Setup};
use crate::web::io::clock;
use crate::web::io::locks::{self, Lock};
use crate::web::state::ask::{self, PickedFiles};
use crate::web::state::deleted::Deleted;
use crate::web::state::limits::{self, Limits, Reuse};
use crate::web::state::repeats;
use crate::web::state::silence::Silence;

/// How often a run that begins is looked at.
const WATCH_EVERY_MILLIS: u32 = 250;

/// Drivers by run id.
#[derive(Clone, Copy)]
pub struct LiveRuns {
    drivers: RwSignal<BTreeMap<String, SendWrapper<Driver>>>,
    /// Kept here, so that leaving a run's page and coming back starts no count anew.
    silences: StoredValue<BTreeMap<String, Silence>>,
    /// Runs that were deleted and can be had back.
    deleted: Deleted,
    /// The run of which rows are wanted again, and which, until somebody goes on with it.
    wanted: RwSignal<Option<(String, Vec<RowKey>)>>,
    /// Runs whose start failed: their heads are not stored until they go on.
    unstored: StoredValue<BTreeSet<String>>,
}

impl LiveRuns {
    /// None; provide it once, at the root.
    pub fn new() -> Self {
        Self {
            drivers: RwSignal::new(BTreeMap::new()),
            silences: StoredValue::new(BTreeMap::new()),
            deleted: Deleted::open(),
            wanted: RwSignal::new(None),
            unstored: StoredValue::new(BTreeSet::new()),
        }
    }

    /// The one that the root provided.
    ///
    /// # Panics
    /// Outside the app.
    pub fn from_context() -> Self {
        expect_context()
    }

    /// Runs that were deleted and can be had back.
    pub fn deleted(self) -> Deleted {
        self.deleted
    }

    /// Adds a driver under its run's id, in place of an earlier one.
    pub fn add(self, driver: Driver) {
        let run_id = driver.head().id;
        self.drivers.update(|drivers| {
            drivers.insert(run_id, SendWrapper::new(driver));
        });
    }

    /// The driver of a run; tracked.
    pub fn get(self, run_id: &str) -> Option<Driver> {
        self.drivers
            .with(|drivers| drivers.get(run_id).map(|driver| (**driver).clone()))
    }

    /// The driver of a run; untracked.
    pub fn find(self, run_id: &str) -> Option<Driver> {
        self.drivers
            .with_untracked(|drivers| Some((**drivers.get(run_id)?).clone()))
    }

    /// The run of a group with the highest index that this tab has; tracked.
    pub fn last_of_group(self, group: &str) -> Option<(u32, String)> {
        self.drivers.with(|drivers| {
            let heads = drivers.values().map(|driver| driver.head());
            let of_group = heads.filter_map(|head| {
                let repeat = head.repeat.filter(|repeat| repeat.group == group)?;
                Some((repeat.index, head.id))
            });
            of_group.max()
        })
    }

    /// How long nothing has come back for a run, as far as its page was told; `None` while that is
    /// nothing to speak of.
    pub fn silence(self, run_id: &str, progress: &Progress) -> Option<u64> {
        self.silences
            .try_update_value(|silences| {
                let silence = silences.entry(run_id.to_owned()).or_default();
                silence.after(progress)
            })
            .flatten()
    }

    /// Rows of a run are wanted again; nothing is asked before the user says so on its page.
    pub fn want_again(self, run_id: &str, keys: Vec<RowKey>) {
        self.wanted.set(Some((run_id.to_owned(), keys)));
    }

    /// How many rows of a run are wanted again when it goes on; tracked.
    pub fn n_wanted(self, run_id: &str) -> usize {
        self.wanted.with(|wanted| {
            let of_run = wanted.as_ref().filter(|(wanted, _)| wanted == run_id);
            of_run.map_or(0, |(_, keys)| keys.len())
        })
    }

    /// Takes them: they are asked now, or the user does not want them any more.
    pub fn take_wanted(self, run_id: &str) -> Vec<RowKey> {
        let is_of_run = |wanted: &Option<(String, Vec<RowKey>)>| {
            wanted.as_ref().is_some_and(|(wanted, _)| wanted == run_id)
        };
        if !self.wanted.with_untracked(is_of_run) {
            return Vec::new();
        }
        let taken = self.wanted.try_update(Option::take).flatten();
        taken.map(|(_, keys)| keys).unwrap_or_default()
    }

    /// Lets go of a run that rests.
    pub fn let_go(self, run_id: &str) {
        self.drivers.update(|drivers| {
            drivers.remove(run_id);
        });
    }

    /// Whether a run has requests out or wanted; `None` when no driver of this tab has it. Untracked.
    pub fn is_active(self, run_id: &str) -> Option<bool> {
        self.drivers
            .with_untracked(|drivers| Some(drivers.get(run_id)?.is_active()))
    }

    /// Whether any run has requests out or wanted; untracked.
    pub fn is_any_active(self) -> bool {
        self.drivers
            .with_untracked(|drivers| drivers.values().any(|driver| driver.is_active()))
    }
}

impl Default for LiveRuns {
    fn default() -> Self {
        Self::new()
    }
}

/// Starts a new run: plans it, stores its head, begins to ask. Gives its id.
pub async fn start(
    live: LiveRuns,
    wish: Wish,
    base: BaseUrl,
    key: Key,
    concurrency: u32,
    limits: Limits,
) -> Result<String, Failure> {
    let run_id = wish.run_id.clone();
    let lock = lock(&run_id).await?;
    let mut planned = planned(Question::PlanRun(Box::new(wish))).await?;
    planned.head.prices = limits.prices;
    let head_json = json::write_head(&planned.head);
    if let Response::Failed(failure) = ask::ask(&Request::BeginRun { head_json }).await {
        return Err(failure);
    }
    clock::pause(0).await; // a task of its own: there can be thousands of rows
    let reuse = reuse_of(&planned.head, limits);
    let stored = stored(live, &run_id, reuse).await;
    begin(
        live,
        planned,
        (base, key),
        (concurrency, limits),
        (lock, stored),
    )?;
    clock::pause(0).await;
    Ok(run_id)
}

/// Plans a new run and stores its head; asks nothing. Gives its id.
pub async fn prepare(wish: Wish) -> Result<String, Failure> {
    let run_id = wish.run_id.clone();
    let planned = planned(Question::PlanRun(Box::new(wish))).await?;
    let head_json = json::write_head(&planned.head);
    match ask::ask(&Request::BeginRun { head_json }).await {
        Response::Failed(failure) => Err(failure),
        _ => Ok(run_id),
    }
}

/// Goes on with a stored run that no driver of this tab has: asks what is not there yet.
pub async fn resume(
    live: LiveRuns,
    run_id: &str,
    base: BaseUrl,
    key: Key,
    concurrency: u32,
    limits: Limits,
) -> Result<(), Failure> {
    let lock = lock(run_id).await?;
    let opened = ask::ask(&Request::OpenRun {
        run_id: run_id.to_owned(),
        is_fresh: true,
    })
    .await;
    if let Response::Failed(failure) = opened {
        return Err(failure);
    }
    let planned = planned(Question::PlanRest {
        run_id: run_id.to_owned(),
    })
    .await?;
    let stored = stored(live, run_id, reuse_of(&planned.head, limits)).await;
    begin(
        live,
        planned,
        (base, key),
        (concurrency, limits),
        (lock, stored),
    )?;
    let wanted = live.take_wanted(run_id);
    if let Some(driver) = live.find(run_id) {
        driver.ask_again(wanted);
    }
    Ok(())
}

/// One of several runs of the same rows is asked, whatever is stored: that is what it is for.
fn reuse_of(head: &RecordHead, limits: Limits) -> Reuse {
    match head.repeat {
        Some(_) => Reuse::Never,
        None => limits.reuse,
    }
}

/// Digests of requests whose replies other runs hold; `None` for a run that takes none.
async fn stored(live: LiveRuns, run_id: &str, reuse: Reuse) -> Option<Vec<String>> {
    if reuse == Reuse::Never {
        return None;
    }
    let request = Request::FindStored {
        run_id: run_id.to_owned(),
        without: live.deleted().ids(),
    };
    Some(match ask::ask(&request).await {
        Response::StoredAnswers(digests) => digests,
        // What is not found is asked for.
        _ => Vec::new(),
    })
}

/// Goes on with a run of this tab after a stop or a pause, with another key if one is given. A run
/// whose start had failed is stored again first; when that fails, the driver's failure says so.
pub async fn go_on(live: LiveRuns, driver: Driver, key: Option<Key>) {
    let head = driver.head();
    let is_unstored = live
        .unstored
        .with_value(|unstored| unstored.contains(&head.id));
    if is_unstored {
        let head_json = json::write_head(&head);
        if let Response::Failed(failure) = ask::ask(&Request::BeginRun { head_json }).await {
            driver.failure().set(Some(failure));
            return;
        }
        live.unstored.update_value(|unstored| {
            unstored.remove(&head.id);
        });
    }
    if driver.wants_stored() {
        // Other runs may have asked meanwhile.
        driver.set_stored(stored(live, &head.id, Reuse::Stored).await);
    }
    match key {
        Some(key) => driver.go_on_with_key(key),
        None => driver.go_on(),
    }
    spawn_local(watch_start(live, driver));
}

/// Watches a run until its first row is there. When it stops before that because of the endpoint
/// (a wrong key, no connection), nothing of it is worth keeping in the list of runs: its head is
/// deleted again. Its page still shows what happened, and [`go_on`] stores it anew.
async fn watch_start(live: LiveRuns, driver: Driver) {
    loop {
        clock::pause(WATCH_EVERY_MILLIS).await;
        let progress = driver.progress().get_untracked();
        if progress.total.n_done() > 0 || progress.n_unsaved > 0 {
            return;
        }
        match progress.state {
            RunState::Stopped { why } if why != StopReason::ByUser => break,
            RunState::Ready | RunState::Running | RunState::Waiting { .. } | RunState::Stopping => {
            }
            RunState::Stopped { .. } | RunState::Paused { .. } | RunState::Finished => return,
        }
    }
    let run_id = driver.head().id;
    live.unstored.update_value(|unstored| {
        unstored.insert(run_id.clone());
    });
    // Should it stay in the list, it can still be opened and deleted there.
    let _ = ask::delete_run(run_id).await;
}

pub(super) async fn lock(run_id: &str) -> Result<Lock, Failure> {
    let name = format!("sukat-run-{run_id}");
    locks::take(&name).await.ok_or(Failure::RunsElsewhere)
}

/// A whole run at once, answered by a stand-in for a model. Gives its id.
pub async fn stand_in(wish: Wish, stand_in: StandIn) -> Result<String, Failure> {
    let run_id = wish.run_id.clone();
    let request = Request::StandIn {
        wish: Box::new(wish),
        name: stand_in.name(),
    };
    match ask::ask(&request).await {
        Response::Failed(failure) => Err(failure),
        _ => Ok(run_id),
    }
}

/// Gives a run another name, unless another tab is asking for it, which would write the old name
/// back.
pub async fn rename(live: LiveRuns, run_id: String, title: String) -> Result<(), Failure> {
    let driver = live.find(&run_id);
    let _lock = match &driver {
        Some(_) => None,
        None => Some(lock(&run_id).await?),
    };
    ask::rename_run(run_id, title.clone()).await?;
    if let Some(driver) = driver {
        driver.set_title(title);
    }
    Ok(())
}

/// Has a stored run deleted after a while in which it can be had back, unless this tab or another
/// one is asking for it. The first page calls it, too.
pub async fn delete_soon(live: LiveRuns, run_id: &str, title: &str) -> Result<(), Failure> {
    match live.is_active(run_id) {
        Some(true) => return Err(Failure::RunsHere),
        Some(false) => {}
        None => drop(lock(run_id).await?),
    }
    live.deleted().add(live, run_id, title);
    Ok(())
}

/// Deletes a stored run, unless this tab or another one is asking for it. The first page calls it:
/// nothing here may need the machine of a run.
pub async fn delete(live: LiveRuns, run_id: String) -> Result<(), Failure> {
    let lock = match live.is_active(&run_id) {
        Some(true) => return Err(Failure::RunsHere),
        Some(false) => None,
        None => Some(lock(&run_id).await?),
    };
    limits::forget(&run_id);
    live.let_go(&run_id);
    let deleted = ask::delete_run(run_id).await;
    drop(lock);
    deleted
}

/// Reads what came back of a batch into a stored run that nobody is asking for.
pub async fn read_batch(run_id: String, picked: &PickedFiles) -> Response {
    match lock(&run_id).await {
        Ok(_lock) => ask::ask_with_files(&Request::ReadBatch { run_id }, picked).await,
        Err(failure) => Response::Failed(failure),
    }
}

pub(super) struct Planned {
    pub(super) head: RecordHead,
    rows: Vec<PlannedRow>,
    earlier: Vec<RecordRow>,
}

async fn planned(question: Question) -> Result<Planned, Failure> {
    planned_by(&Request::Ask(question))
        .await?
        .ok_or_else(|| ask::unexpected(&Response::Done))
}

/// What is planned by a request; `None` when there is nothing to plan.
pub(super) async fn planned_by(request: &Request) -> Result<Option<Planned>, Failure> {
    let unreadable = |error: json::ReadError| Failure::Internal {
        reason: error.to_string(),
    };
    match ask::ask(request).await {
        Response::Planned {
            head_json,
            rows,
            earlier_json,
        } => Ok(Some(Planned {
            head: json::read_head(&head_json).map_err(unreadable)?,
            rows,
            earlier: json::read_rows(&earlier_json).map_err(unreadable)?,
        })),
        Response::Done => Ok(None),
        Response::Failed(failure) => Err(failure),
        other => Err(Failure::Internal {
            reason: format!("unexpected answer: {other:?}"),
        }),
    }
}

pub(super) fn begin(
    live: LiveRuns,
    planned: Planned,
    (base, key): (BaseUrl, Key),
    (concurrency, limits): (u32, Limits),
    (lock, stored): (Lock, Option<Vec<String>>),
) -> Result<(), Failure> {
    let Planned {
        head,
        rows,
        earlier,
    } = planned;
    let mut earlier: BTreeMap<(String, usize), Earlier> = earlier
        .into_iter()
        .map(|row| {
            let RecordRow {
                task_id,
                row_idx,
                outcome,
                attempts,
                usage,
                ..
            } = row;
            // A row that got no reply is asked again when the user goes on; its tries stay.
            let outcome = if outcome.has_reply() {
                outcome
            } else {
                Outcome::NotAsked
            };
            (
                (task_id, row_idx),
                Earlier {
                    outcome,
                    attempts,
                    usage,
                },
            )
        })
        .collect();
    let params = head
        .settings
        .sampling
        .iter()
        .map(|(task_id, sampling)| (task_id.clone(), params_of(sampling)))
        .collect();
    let plan = Plan {
        rows: rows
            .into_iter()
            .map(|row| {
                let PlannedRow {
                    task_id,
                    row_idx,
                    row_id,
                    n_chars,
                } = row;
                let key = RowKey { task_id, row_idx };
                let earlier = earlier.remove(&(key.task_id.clone(), row_idx));
                PlanRow {
                    key,
                    row_id,
                    n_chars,
                    earlier,
                }
            })
            .collect(),
        params,
        concurrency,
        caps: limits.caps,
        budget: limits.budget,
        prices: limits.prices,
        seed: head.started_millis,
    };
    let (Some(format), Origin::Asked { model, .. }) = (head.origin.format(), &head.origin) else {
        return Err(Failure::Unreadable {
            what: "endpoint".into(),
            reason: "this version cannot speak to it".into(),
        });
    };
    let endpoint = Endpoint {
        format,
        base,
        model: model.clone(),
    };
    let is_repeated = head.repeat.is_some();
    let driver = Driver::new(Setup {
        head,
        plan,
        endpoint,
        key,
        lock,
    });
    driver.set_stored(stored);
    driver.note_prices(limits.prices);
    live.add(driver.clone());
    if is_repeated {
        repeats::follow(live, &driver, concurrency, limits);
    }
    // In a task of its own, like all that is long here.
    spawn_local(async move {
        clock::pause(0).await;
        driver.start();
        watch_start(live, driver).await;
    });
    Ok(())
}
