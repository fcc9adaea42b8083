//! Runs under way in this tab. They belong to the app and survive leaving a page.

use std::collections::BTreeMap;

use leptos::prelude::*;
use send_wrapper::SendWrapper;

use crate::desk::plan::Wish;
use crate::desk::protocol::{Failure, PlannedRow, Question, Request, Response};
use crate::provider::Outcome;
use crate::provider::address::BaseUrl;
use crate::provider::call::Endpoint;
use crate::provider::key::Key;
use crate::provider::stand_in::StandIn;
use crate::record::json;
use crate::record::sampling::params_of;
use crate::record::{Origin, RecordHead, RecordRow};
use crate::run::budget::Budget;
use crate::run::pace::Caps;
use crate::run::{Earlier, Plan, PlanRow, RowKey};
use crate::web::driver::{Driver, Setup};
use crate::web::io::locks::{self, Lock};
use crate::web::state::ask;

/// Drivers by run id.
#[derive(Clone, Copy)]
pub struct LiveRuns {
    drivers: RwSignal<BTreeMap<String, SendWrapper<Driver>>>,
}

impl LiveRuns {
    /// None; provide it once, at the root.
    pub fn new() -> Self {
        Self {
            drivers: RwSignal::new(BTreeMap::new()),
        }
    }

    /// The one that the root provided.
    ///
    /// # Panics
    /// Outside the app.
    pub fn from_context() -> Self {
        expect_context()
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

    /// Lets go of a run, e.g. when it is deleted; stops it first.
    pub fn remove(self, run_id: &str) {
        if let Some(driver) = self.drivers.with_untracked(|d| d.get(run_id).cloned()) {
            driver.stop();
        }
        self.drivers.update(|drivers| {
            drivers.remove(run_id);
        });
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
) -> Result<String, Failure> {
    let run_id = wish.run_id.clone();
    let lock = lock(&run_id).await?;
    let planned = planned(Question::PlanRun(Box::new(wish))).await?;
    let head_json = json::write_head(&planned.head);
    if let Response::Failed(failure) = ask::ask(&Request::BeginRun { head_json }).await {
        return Err(failure);
    }
    begin(live, planned, base, key, concurrency, lock)?;
    Ok(run_id)
}

/// Goes on with a stored run that no driver of this tab has: asks what is not there yet.
pub async fn resume(
    live: LiveRuns,
    run_id: &str,
    base: BaseUrl,
    key: Key,
    concurrency: u32,
) -> Result<(), Failure> {
    let lock = lock(run_id).await?;
    let opened = ask::ask(&Request::OpenRun {
        run_id: run_id.to_owned(),
    })
    .await;
    if let Response::Failed(failure) = opened {
        return Err(failure);
    }
    let planned = planned(Question::PlanRest {
        run_id: run_id.to_owned(),
    })
    .await?;
    begin(live, planned, base, key, concurrency, lock)
}

async fn lock(run_id: &str) -> Result<Lock, Failure> {
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

struct Planned {
    head: RecordHead,
    rows: Vec<PlannedRow>,
    earlier: Vec<RecordRow>,
}

async fn planned(question: Question) -> Result<Planned, Failure> {
    let unreadable = |error: json::ReadError| Failure::Internal {
        reason: error.to_string(),
    };
    match ask::ask(&Request::Ask(question)).await {
        Response::Planned {
            head_json,
            rows,
            earlier_json,
        } => Ok(Planned {
            head: json::read_head(&head_json).map_err(unreadable)?,
            rows,
            earlier: json::read_rows(&earlier_json).map_err(unreadable)?,
        }),
        Response::Failed(failure) => Err(failure),
        other => Err(Failure::Internal {
            reason: format!("unexpected answer: {other:?}"),
        }),
    }
}

fn begin(
    live: LiveRuns,
    planned: Planned,
    base: BaseUrl,
    key: Key,
    concurrency: u32,
    lock: Lock,
) -> Result<(), Failure> {
    let Planned {
        head,
        rows,
        earlier,
    } = planned;
    let mut earlier: BTreeMap<(String, usize), Earlier> = earlier
        .into_iter()
        // A row that got no reply is asked again when the user goes on.
        .filter(|row| !matches!(row.outcome, Outcome::Failed { .. } | Outcome::NotAsked))
        .map(|row| {
            let RecordRow {
                task_id,
                row_idx,
                outcome,
                attempts,
                usage,
                ..
            } = row;
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
                let key = RowKey {
                    task_id: row.task_id,
                    row_idx: row.row_idx,
                };
                let earlier = earlier.remove(&(key.task_id.clone(), key.row_idx));
                PlanRow {
                    key,
                    row_id: row.row_id,
                    n_chars: row.n_chars,
                    earlier,
                }
            })
            .collect(),
        params,
        concurrency,
        caps: Caps::default(),
        budget: Budget::default(),
        prices: None,
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
    let driver = Driver::new(Setup {
        head,
        plan,
        endpoint,
        key,
        lock,
    });
    live.add(driver.clone());
    driver.start();
    Ok(())
}
