//! The form of a new run. Outlives the page, so that nothing typed is lost on the way to the tasks
//! and back; the key stays in memory and goes with the tab.

use std::future::Future;

use futures::future::{AbortHandle, Either, abortable, select};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::answer::Thinking;
use crate::desk::plan::Wish;
use crate::desk::view::RepeatView;
use crate::prompt::Recipe;
use crate::provider::Format;
use crate::provider::address::{AddressError, BaseUrl, ParsedUrl};
use crate::provider::browser::PROVIDER_ID;
use crate::provider::error::ProviderError;
use crate::provider::key::{Key, KeyError};
use crate::provider::models::ListedModel;
use crate::provider::preset::Preset;
use crate::provider::prices::Prices;
use crate::provider::stand_in::StandIn;
use crate::run::pace::{self, MAX_CONCURRENCY};
use crate::suite::{DataKind, Profile, Shots, TemplateLanguage};
use crate::web::driver::send;
use crate::web::io::clock;
use crate::web::state::again::Earlier;
use crate::web::state::browser_model::{self, BrowserModel};
use crate::web::state::limits::LimitsForm;
use crate::web::state::probe::{RowProbe, Stage};

/// How many rows of each task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsPerTask {
    /// A first look.
    Five,
    /// A rough idea.
    Fifty,
    /// What a paper needs.
    All,
}

impl RowsPerTask {
    /// Of a task with `n_all` rows.
    pub fn of(self, n_all: usize) -> usize {
        match self {
            Self::Five => n_all.min(5),
            Self::Fifty => n_all.min(50),
            Self::All => n_all,
        }
    }
}

/// An endpoint that has not answered by then is slow enough to say so.
pub const LATE_AFTER_MILLIS: u32 = 10_000;

/// What trying the endpoint gave.
#[derive(Clone, Debug, PartialEq)]
pub enum Trial {
    /// Not tried since the address or the key changed.
    Untried,
    /// Being tried.
    Trying,
    /// Being tried for [`LATE_AFTER_MILLIS`] or longer.
    StillTrying,
    /// Not tried: this kind of endpoint lists no models.
    NotListed,
    /// It answers and has these models; none means that it does not list them.
    Models(Vec<ListedModel>),
    /// It does not.
    Failed(ProviderError),
}

/// What trying leaves, and what comes from before.
#[derive(Clone, Copy, Default)]
struct Tries {
    /// The request of a trial that is going on.
    listing: StoredValue<Option<AbortHandle>>,
    /// One row.
    probe: RowProbe,
    /// The browser's own model.
    browser: BrowserModel,
    /// What the form takes over from earlier runs.
    earlier: Earlier,
}

/// The form.
#[derive(Clone, Copy)]
pub struct NewRunForm {
    /// Who is chosen to answer: id of a preset, name of a stand-in, or empty.
    pub provider: RwSignal<String>,
    /// How the endpoint is spoken to.
    pub format: RwSignal<Format>,
    /// Address as typed.
    pub address: RwSignal<String>,
    /// Key as typed.
    pub key: RwSignal<String>,
    /// Origin of the server that the key was typed for; empty before there is an address.
    key_origin: RwSignal<String>,
    /// What trying the endpoint gave.
    pub trial: RwSignal<Trial>,
    tries: StoredValue<Tries>,
    /// Model to ask for.
    pub model: RwSignal<String>,
    /// Official or sample rows.
    pub kind: RwSignal<DataKind>,
    /// Ids of tasks that are left out.
    pub without: RwSignal<Vec<String>>,
    /// How many rows of each.
    pub rows_per_task: RwSignal<RowsPerTask>,
    /// Whose prompts and reading.
    pub profile: RwSignal<Profile>,
    /// Solved examples.
    pub shots: RwSignal<Shots>,
    /// Language of the instructions.
    pub language: RwSignal<TemplateLanguage>,
    /// Whether the model thinks before it answers.
    pub is_reasoning: RwSignal<bool>,
    limits: StoredValue<LimitsForm>,
}

impl NewRunForm {
    /// The defaults: five official rows of every task, as in the paper.
    pub fn new() -> Self {
        Self {
            provider: RwSignal::default(),
            format: RwSignal::new(Format::OpenAiChat),
            address: RwSignal::default(),
            key: RwSignal::default(),
            key_origin: RwSignal::default(),
            trial: RwSignal::new(Trial::Untried),
            tries: StoredValue::new(Tries::default()),
            model: RwSignal::default(),
            kind: RwSignal::new(DataKind::Official),
            without: RwSignal::default(),
            rows_per_task: RwSignal::new(RowsPerTask::Five),
            profile: RwSignal::new(Profile::V1),
            shots: RwSignal::new(Shots::Zero),
            language: RwSignal::new(TemplateLanguage::Filipino),
            is_reasoning: RwSignal::new(false),
            limits: StoredValue::new(LimitsForm::default()),
        }
    }

    /// The form that the root provided.
    ///
    /// # Panics
    /// Outside the app.
    pub fn from_context() -> Self {
        expect_context()
    }

    /// How fast, and how much.
    pub fn limits(self) -> LimitsForm {
        self.limits.get_value()
    }

    /// What it takes over from earlier runs.
    pub(super) fn earlier(self) -> Earlier {
        self.tries.get_value().earlier
    }

    /// One row that is asked before the run.
    pub fn probe(self) -> RowProbe {
        self.tries.get_value().probe
    }

    /// The browser's own model.
    pub fn browser(self) -> BrowserModel {
        self.tries.get_value().browser
    }

    /// Whether the browser's own model is chosen to answer; tracked.
    pub fn is_browser(self) -> bool {
        self.provider.with(|chosen| chosen == PROVIDER_ID)
    }

    /// Whether a server is chosen to answer, at the address of the form; tracked.
    pub fn is_server(self) -> bool {
        !self.is_browser() && self.stand_in().is_none()
    }

    /// The stand-in that is chosen to answer in place of a model; tracked.
    pub fn stand_in(self) -> Option<StandIn> {
        self.provider.with(|chosen| StandIn::from_name(chosen))
    }

    /// Chooses who answers: a preset fills in its address and format, nothing else changes.
    pub fn choose(self, id: String) {
        if let Some(preset) = Preset::find(&id) {
            self.address.set(preset.address.to_owned());
            self.set_format(preset.format);
            if let Some(origin) = self.origin() {
                self.key_for(&origin);
            }
        }
        self.provider.set(id);
    }

    /// Another address was typed.
    pub fn set_address(self, typed: String) {
        self.address.set(typed);
        self.forget_trial();
        self.probe().forget();
    }

    /// The endpoint is to be spoken to in another way.
    pub fn set_format(self, format: Format) {
        self.format.set(format);
        self.forget_trial();
        self.probe().forget();
    }

    /// Another model was typed.
    pub fn set_model(self, typed: String) {
        self.model.set(typed);
        self.probe().forget();
        self.take_listed_prices();
    }

    /// What the endpoint lists as the prices of the model of the form; tracked.
    pub fn listed_prices(self) -> Option<Prices> {
        let model = self.model.with(|model| model.trim().to_owned());
        self.trial.with(|trial| {
            let Trial::Models(models) = trial else {
                return None;
            };
            models.iter().find(|listed| listed.id == model)?.prices
        })
    }

    /// Listed prices go where the user has typed none.
    fn take_listed_prices(self) {
        let listed = untrack(|| self.listed_prices());
        self.limits().take_listed(listed);
    }

    /// The key was typed or pasted: it belongs to the server whose address stands above it.
    pub fn type_key(self, typed: String) {
        self.give_key(&self.origin().unwrap_or_default(), typed);
        self.forget_trial();
    }

    /// A key for the server at `origin`, in place of what stood in the field.
    pub fn give_key(self, origin: &str, key: String) {
        self.key_origin.set(origin.to_owned());
        self.key.set(key);
        self.probe().forget();
    }

    /// Whose key stands in the field; empty while nobody knows. Untracked.
    pub fn key_origin(self) -> String {
        self.key_origin.get_untracked()
    }

    /// The form is about the server at `origin` now: a key for another one is taken out. A key that
    /// was typed before there was any address is this server's.
    fn key_for(self, origin: &str) {
        let of = self.key_origin();
        if of.is_empty() || of == origin {
            self.key_origin.set(origin.to_owned());
        } else {
            self.give_key(origin, String::new());
        }
    }

    /// The key is going to be sent to this server: it is this one's from now on.
    pub fn bind_key(self, base: &BaseUrl) {
        self.key_for(&base.origin());
    }

    /// As [`Self::key_for`], where the user never typed the address: nothing but a key for this very
    /// server stays.
    pub fn key_only_for(self, origin: &str) {
        if self.key_origin() != origin {
            self.give_key(origin, String::new());
        }
    }

    /// The server of the address; untracked.
    fn origin(self) -> Option<String> {
        let parsed = untrack(|| self.parsed_address()).ok()?;
        Some(parsed.url.origin())
    }

    /// Whether the endpoint is being tried; tracked.
    pub fn is_trying(self) -> bool {
        self.trial
            .with(|trial| matches!(trial, Trial::Trying | Trial::StillTrying))
    }

    /// Asks an endpoint for its models. No prompt of the benchmark is sent.
    pub fn try_endpoint(self, base: BaseUrl, key: Key) {
        self.key_for(&base.origin());
        self.forget_trial();
        self.trial.set(Trial::Trying);
        let format = self.format.get_untracked();
        let (request, handle) = abortable(async move {
            let models = send::models(format, &base, &key);
            let listed = with_notice(models, || self.trial.set(Trial::StillTrying)).await;
            self.trial.set(match listed {
                Ok(None) => Trial::NotListed,
                Ok(Some(models)) => {
                    if let ([only], true) =
                        (&models[..], self.model.with_untracked(String::is_empty))
                    {
                        self.model.set(only.id.clone());
                    }
                    Trial::Models(models)
                }
                Err(error) => Trial::Failed(error),
            });
            self.take_listed_prices();
        });
        self.tries.get_value().listing.set_value(Some(handle));
        spawn_local(async move {
            // Given up: whoever did that has set the state.
            let _ = request.await;
        });
    }

    /// Gives up a trial that is going on, and forgets what the last one gave: it was another
    /// endpoint's, or the user no longer waits.
    pub fn forget_trial(self) {
        let listing = self.tries.get_value().listing;
        if let Some(listing) = listing.try_update_value(Option::take).flatten() {
            listing.abort();
        }
        self.trial.set(Trial::Untried);
        self.take_listed_prices();
    }

    /// The address, understood; tracked.
    pub fn parsed_address(self) -> Result<ParsedUrl, AddressError> {
        self.address.with(|raw| BaseUrl::parse(raw))
    }

    /// The key, cleaned; tracked. A key that was given for another server than that of the address
    /// is none for this one.
    pub fn parsed_key(self) -> Result<Key, KeyError> {
        let key = self.key.with(|raw| Key::parse(raw))?;
        let of = self.key_origin.get();
        let is_other = self
            .parsed_address()
            .is_ok_and(|parsed| !of.is_empty() && parsed.url.origin() != of);
        if is_other && !key.is_none() {
            return Err(KeyError::OtherServer);
        }
        Ok(key)
    }

    /// How rows become prompts; tracked. English instructions exist under v1 only.
    pub fn recipe(self) -> Recipe {
        let profile = self.profile.get();
        let language = match profile {
            Profile::V1 => self.language.get(),
            Profile::Head => TemplateLanguage::Filipino,
        };
        Recipe {
            profile,
            shots: self.shots.get(),
            language,
        }
    }

    /// Requests at once: what was typed, or what is sensible for the address; tracked. `None` when
    /// what was typed is no number from 1 to [`MAX_CONCURRENCY`].
    pub fn requests_at_once(self, base: &BaseUrl) -> Option<u32> {
        let typed = self.limits().at_once.get();
        let typed = typed.trim();
        if typed.is_empty() {
            return Some(pace::concurrency_for(base, pace::Wish::Default));
        }
        let n: u32 = typed
            .parse()
            .ok()
            .filter(|n| (1..=MAX_CONCURRENCY).contains(n))?;
        Some(pace::concurrency_for(base, pace::Wish::Exactly(n)))
    }

    /// Tasks and rows that are chosen, out of all tasks with their sizes; tracked.
    pub fn picks(self, sizes: &[(String, usize)]) -> Vec<(String, usize)> {
        let rows = self.rows_per_task.get();
        self.without.with(|without| {
            let chosen = sizes.iter().filter(|(id, _)| !without.contains(id));
            chosen
                .map(|(id, n_all)| (id.clone(), rows.of(*n_all)))
                .collect()
        })
    }

    /// The run to start now. The id holds the time, so that two runs never share one.
    pub fn wish(self, base: Option<&BaseUrl>, sizes: &[(String, usize)]) -> Wish {
        let now = clock::now_millis();
        let is_browser = untrack(|| self.is_browser());
        let is_reasoning = self.is_reasoning.get_untracked() && !is_browser;
        let (format, base_url, model) = if is_browser {
            let address = BaseUrl::of_browser().to_string();
            (Format::Browser, address, browser_model::name())
        } else {
            let model = self.model.get_untracked().trim().to_owned();
            // A version in the query belongs to the address, on Azure.
            let address = base.map(BaseUrl::with_query).unwrap_or_default();
            (self.format.get_untracked(), address, model)
        };
        Wish {
            run_id: format!("run-{now}"),
            title: untrack(|| self.stand_in()).map_or_else(|| model.clone(), StandIn::name),
            started_millis: now,
            kind: self.kind.get_untracked(),
            recipe: untrack(|| self.recipe()),
            // As the reference: only a model that is said to think has its thinking cut off.
            thinking: if is_reasoning {
                Thinking::Strip
            } else {
                Thinking::Keep
            },
            is_reasoning,
            tasks: untrack(|| self.picks(sizes)),
            format,
            base_url,
            model,
            lessons: match untrack(|| self.probe_stage()) {
                _ if is_browser => self.browser().lessons(),
                Stage::Found { lessons, .. } => lessons,
                _ => Vec::new(),
            },
            repeat: untrack(|| self.limits().how_often())
                .filter(|times| *times > 1 && !is_browser)
                .map(|of| RepeatView {
                    group: format!("repeats-{now}"),
                    index: 1,
                    of,
                }),
        }
    }
}

/// Waits for `work`, and calls `on_late` once if that takes [`LATE_AFTER_MILLIS`] or longer.
pub(super) async fn with_notice<T>(work: impl Future<Output = T>, on_late: impl FnOnce()) -> T {
    let late = Box::pin(clock::pause(LATE_AFTER_MILLIS));
    match select(Box::pin(work), late).await {
        Either::Left((done, _)) => done,
        Either::Right(((), work)) => {
            on_late();
            work.await
        }
    }
}

impl Default for NewRunForm {
    fn default() -> Self {
        Self::new()
    }
}
