//! Several runs of the same rows, asked one after the other. What is out is one run's at a time.

use leptos::prelude::Set;
use wasm_bindgen_futures::spawn_local;

use crate::desk::protocol::{Failure, Request, Response};
use crate::desk::view::{RepeatsView, RunCard};
use crate::provider::address::BaseUrl;
use crate::provider::key::Key;
use crate::record::json;
use crate::run::RunState;
use crate::score::OutcomePolicy;
use crate::web::driver::Driver;
use crate::web::io::clock;
use crate::web::state::ask;
use crate::web::state::limits::{self, Limits};
use crate::web::state::runs::{self, LiveRuns};

/// How often a run is looked at.
const WATCH_EVERY_MILLIS: u32 = 500;

/// Stays with a run of this tab until it is finished, then begins the next of its group. Ends when
/// the run is let go of.
pub fn follow(live: LiveRuns, driver: &Driver, concurrency: u32, limits: Limits) {
    let run_id = driver.head().id;
    spawn_local(async move {
        let Some(driver) = until_finished(live, &run_id).await else {
            return;
        };
        let taken = driver.taken();
        let limits = Limits {
            budget: limits.budget.after(&taken, limits.prices),
            ..limits
        };
        let (base, key) = driver.base_and_key();
        let begun = begin_next(live, &run_id, (base, key), concurrency, limits).await;
        if let Err(failure) = begun {
            driver.failure().set(Some(failure));
        }
    });
}

/// Begins the run after a finished one and gives its id; `None` when there is none, or when it is
/// there already.
pub async fn begin_next(
    live: LiveRuns,
    run_id: &str,
    (base, key): (BaseUrl, Key),
    concurrency: u32,
    limits: Limits,
) -> Result<Option<String>, Failure> {
    let now = clock::now_millis();
    let next_id = format!("run-{now}");
    let request = Request::PlanRepeat {
        run_id: run_id.to_owned(),
        next_id: next_id.clone(),
        started_millis: now,
    };
    let Some(planned) = runs::planned_by(&request).await? else {
        return Ok(None);
    };
    let lock = runs::lock(&next_id).await?;
    let head_json = json::write_head(&planned.head);
    if let Response::Failed(failure) = ask::ask(&Request::BeginRun { head_json }).await {
        return Err(failure);
    }
    limits::inherit(run_id, &next_id);
    runs::begin(
        live,
        planned,
        (base, key),
        (concurrency, limits),
        (lock, None),
    )?;
    Ok(Some(next_id))
}

async fn until_finished(live: LiveRuns, run_id: &str) -> Option<Driver> {
    loop {
        clock::pause(WATCH_EVERY_MILLIS).await;
        let driver = live.find(run_id)?;
        if driver.state() == RunState::Finished {
            return Some(driver);
        }
    }
}

/// The group of a run, with the numbers under a policy.
pub async fn view(run_id: String, policy: OutcomePolicy) -> Result<RepeatsView, Failure> {
    match ask::try_ask(&Request::Repeats { run_id, policy }).await? {
        Response::Repeats(view) => Ok(*view),
        other => Err(ask::unexpected(&other)),
    }
}

/// Whether a stored run is finished and the next of its group was never begun.
pub async fn lacks_next(card: &RunCard) -> bool {
    let Some(repeat) = card
        .repeat
        .as_ref()
        .filter(|repeat| repeat.index < repeat.of)
    else {
        return false;
    };
    match view(card.run_id.clone(), OutcomePolicy::Strict).await {
        Ok(view) => view.runs.iter().all(|run| run.index <= repeat.index),
        Err(_) => false,
    }
}
