//! Runs under way in this tab. They belong to the app and survive leaving a page.

use std::collections::BTreeMap;

use leptos::prelude::*;
use send_wrapper::SendWrapper;

use crate::web::driver::Driver;

/// Drivers by run id.
#[derive(Clone, Copy)]
pub struct LiveRuns {
    drivers: RwSignal<BTreeMap<String, SendWrapper<Driver>>>,
}

impl LiveRuns {
    /// None; provide it once, at the root.
    pub fn new() -> Self {
        Self { drivers: RwSignal::new(BTreeMap::new()) }
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
        self.drivers.with(|drivers| drivers.get(run_id).map(|driver| (**driver).clone()))
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
        self.drivers.with_untracked(|drivers| drivers.values().any(|driver| driver.is_active()))
    }
}

impl Default for LiveRuns {
    fn default() -> Self {
        Self::new()
    }
}
