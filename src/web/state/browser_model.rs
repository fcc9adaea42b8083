//! The browser's own model: whether it is here, and having it downloaded.

use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::provider::Lesson;
use crate::provider::browser::{self, Availability};
use crate::provider::error::ProviderError;
use crate::web::io::browser_model;

/// What is known of it. Copy it freely.
#[derive(Clone, Copy)]
pub struct BrowserModel {
    /// Whether it can be asked; `None` until the browser has said.
    pub availability: RwSignal<Option<Availability>>,
    /// How much of it has come, in `0.0..=1.0`, while it is being made ready.
    pub download: RwSignal<Option<f64>>,
    /// Why it could not be made ready.
    pub trouble: RwSignal<Option<ProviderError>>,
    takes_temperature: StoredValue<bool>,
    preparing: StoredValue<Option<AbortHandle>>,
}

impl BrowserModel {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self {
            availability: RwSignal::new(None),
            download: RwSignal::new(None),
            trouble: RwSignal::new(None),
            takes_temperature: StoredValue::new(false),
            preparing: StoredValue::new(None),
        }
    }

    /// Asks the browser whether it can be asked. Downloads nothing.
    pub fn look(self) {
        spawn_local(async move {
            self.takes_temperature
                .set_value(browser_model::takes_temperature().await);
            self.availability
                .set(Some(browser_model::availability().await));
        });
    }

    /// What it does not take, as far as that is known before a run.
    pub fn lessons(self) -> Vec<Lesson> {
        if self.takes_temperature.get_value() {
            Vec::new()
        } else {
            vec![Lesson::DropTemperature]
        }
    }

    /// Makes it ready, with a download if need be; to be called as soon as the user has pressed
    /// something. False: it could not, or the user no longer wants it.
    pub async fn prepare(self) -> bool {
        self.give_up();
        self.trouble.set(None);
        self.download.set(Some(0.0));
        let (work, handle) = abortable(browser_model::prepare(move |ratio| {
            // Only while it is waited for: the browser may say more later.
            self.download.update(|download| {
                if download.is_some() {
                    *download = Some(ratio);
                }
            });
        }));
        self.preparing.set_value(Some(handle));
        let Ok(prepared) = work.await else {
            return false; // whoever gave it up has set the state
        };
        self.download.set(None);
        self.preparing.set_value(None);
        let is_ready = match prepared {
            Ok(()) => true,
            Err(exception) => {
                self.trouble.set(Some(browser::error_of(&exception)));
                false
            }
        };
        self.look();
        is_ready
    }

    /// Gives up making it ready.
    pub fn give_up(self) {
        if let Some(preparing) = self.preparing.try_update_value(Option::take).flatten() {
            preparing.abort();
        }
        self.download.set(None);
    }
}

impl Default for BrowserModel {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether this browser knows of such a model at all.
pub fn is_there() -> bool {
    browser_model::is_there()
}

/// What records call the model.
pub fn name() -> String {
    browser::model_name(&browser_model::brands())
}
