//! Whether this browser stores anything: asked once, and known to every page that promises it.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::ask;
use crate::desk::protocol::{Failure, Request, Response};
use crate::words::Keeping;

/// What became of the question. Copy it freely.
#[derive(Clone, Copy, Debug)]
pub struct StorageCheck {
    failure: RwSignal<Option<Failure>>,
}

impl StorageCheck {
    /// Asks the worker. Made once, at the root: a change of language asks nothing again.
    pub fn new() -> Self {
        let failure = RwSignal::new(None);
        spawn_local(async move {
            if let Response::Failed(why) = ask::ask(&Request::CheckStorage).await {
                failure.set(Some(why));
            }
        });
        Self { failure }
    }

    /// Why nothing is stored; `None` while it is, or before that is known. Tracked.
    pub fn failure(self) -> Option<Failure> {
        self.failure.get()
    }

    /// How long what the user does here is kept; tracked.
    pub fn keeping(self) -> Keeping {
        self.failure.with(|failure| match failure {
            Some(Failure::NoStorage { .. }) => Keeping::InTab,
            _ => Keeping::InBrowser,
        })
    }
}

impl Default for StorageCheck {
    fn default() -> Self {
        Self::new()
    }
}

/// How long what the user does here is kept; tracked. Only below the app.
pub fn keeping() -> Keeping {
    expect_context::<StorageCheck>().keeping()
}
