//! Asking an endpoint one row, from the press of the button to what the row told.

use std::cell::RefCell;

use futures::future::{AbortHandle, abortable};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::answer::ReadingRule;
use crate::desk::plan::Wish;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::prompt::Message;
use crate::provider::call::Endpoint;
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::provider::told::Told;
use crate::provider::{Lesson, Params};
use crate::record::json;
use crate::record::sampling::params_of;
use crate::run::LONGEST_PATIENCE_MILLIS;
use crate::run::probe::{Finding, Next, Probe};
use crate::suite::DataKind;
use crate::web::driver::send::Sender;
use crate::web::io::clock;
use crate::web::state::ask;
use crate::web::state::new_run::{NewRunForm, with_notice};
use crate::web::state::suite::SuiteStore;

/// Who was asked, and with which key: what the row told holds for nobody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Endpoint and model.
    pub endpoint: Endpoint,
    /// Key, or none.
    pub key: Key,
}

/// How far it has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// Not asked since the endpoint, the key or the model changed.
    #[default]
    Unasked,
    /// Nothing has come back yet.
    Asking,
    /// Nor for [`LATE_AFTER_MILLIS`](crate::web::state::new_run::LATE_AFTER_MILLIS) or longer.
    StillAsking,
    /// It answered.
    Found {
        /// What that told.
        findings: Vec<Finding>,
        /// What the run begins with.
        lessons: Vec<Lesson>,
    },
    /// It did not.
    Failed(ProviderError),
    /// Nothing was sent: the row could not be made.
    NotSent(Failure),
}

/// The one row. Copy it freely.
#[derive(Clone, Copy)]
pub struct RowProbe {
    asked: RwSignal<Option<Asked>>,
    stage: RwSignal<Stage>,
    /// The request that is out.
    asking: StoredValue<Option<AbortHandle>>,
}

impl RowProbe {
    /// Nothing asked yet.
    pub fn new() -> Self {
        Self {
            asked: RwSignal::new(None),
            stage: RwSignal::new(Stage::Unasked),
            asking: StoredValue::new(None),
        }
    }

    /// How far it has come with this endpoint; tracked.
    pub fn stage(self, of: Option<&Asked>) -> Stage {
        if of.is_some() && self.asked.with(|asked| asked.as_ref() == of) {
            self.stage.get()
        } else {
            Stage::Unasked
        }
    }

    /// Gives up a request that is out, and forgets what the last one told.
    pub fn forget(self) {
        let asking = self.asking.try_update_value(Option::take).flatten();
        if let Some(asking) = asking {
            asking.abort();
        }
        self.asked.set(None);
        self.stage.set(Stage::Unasked);
    }

    /// Gives up a request that is out; what came before stays.
    pub fn give_up(self) {
        let stage = self.stage.get_untracked();
        if matches!(stage, Stage::Asking | Stage::StillAsking) {
            self.forget();
        }
    }

    /// Asks the first sample row of the wish's first task, once, or as often as parameters are
    /// refused. No row of the benchmark is sent.
    pub fn ask(self, asked: Asked, wish: Wish) {
        self.forget();
        self.asked.set(Some(asked.clone()));
        self.stage.set(Stage::Asking);
        let (request, handle) = abortable(async move {
            let work = ask_one_row(asked, wish);
            let stage = with_notice(work, || self.stage.set(Stage::StillAsking)).await;
            self.stage.set(stage);
        });
        self.asking.set_value(Some(handle));
        spawn_local(async move {
            // Given up: whoever did that has set the stage.
            let _ = request.await;
        });
    }
}

impl Default for RowProbe {
    fn default() -> Self {
        Self::new()
    }
}

impl NewRunForm {
    /// Who would be asked now; tracked. `None` while something is missing.
    fn asked(self) -> Option<Asked> {
        let model = self.model.with(|model| model.trim().to_owned());
        let endpoint = Endpoint {
            format: self.format.get(),
            base: self.parsed_address().ok()?.url,
            model,
        };
        let key = self.parsed_key().ok()?;
        (!endpoint.model.is_empty()).then_some(Asked { endpoint, key })
    }

    /// How far asking one row has come; tracked.
    pub fn probe_stage(self) -> Stage {
        self.probe().stage(self.asked().as_ref())
    }

    /// Asks one sample row of the first chosen task, just as the run would. False, and nothing is
    /// sent, while something is missing.
    pub fn ask_one_row(self, store: SuiteStore) -> bool {
        let sizes = untrack(|| store.sizes(DataKind::Sample));
        let Some(asked) = untrack(|| self.asked()) else {
            return false;
        };
        let mut wish = self.wish(Some(&asked.endpoint.base), &sizes);
        if wish.tasks.is_empty() {
            wish.tasks = sizes;
        }
        self.bind_key(&asked.endpoint.base);
        self.probe().ask(asked, wish);
        true
    }
}

async fn ask_one_row(asked: Asked, wish: Wish) -> Stage {
    let Asked { endpoint, key } = asked;
    let (layout, allows_thinking) = (wish.recipe.profile, wish.is_reasoning);
    let task_id = wish.tasks.first().map(|(task_id, _)| task_id.clone());
    let rule = ReadingRule {
        profile: wish.recipe.profile,
        language: wish.recipe.language,
        thinking: wish.thinking,
    };
    let (params, messages) = match one_row(wish).await {
        Ok(row) => row,
        Err(failure) => return Stage::NotSent(failure),
    };
    let mut probe = Probe::new(&endpoint.model, params, allows_thinking);
    let sender = Sender {
        endpoint,
        layout,
        key,
    };
    loop {
        let told = RefCell::new(Told::default());
        let began = clock::tick_millis();
        let on_limits = |limits| *told.borrow_mut() = limits;
        let result = sender
            .send(
                sender.call(&messages, probe.params()),
                LONGEST_PATIENCE_MILLIS,
                on_limits,
            )
            .await;
        let took = clock::tick_millis() - began;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "≥ 0"
        )]
        let took_millis = took.max(0.0) as u64;
        probe.be_told(told.into_inner());
        match probe.take(result, took_millis) {
            Next::AskAgain => {}
            Next::Found(mut findings) => {
                if let (Some(task_id), Some(text)) = (task_id, probe.text()) {
                    let read = read_reply(task_id, rule, text).await;
                    // Behind the text itself.
                    let is_of_text = |finding: &&Finding| {
                        matches!(finding, Finding::Answered { .. } | Finding::Cut { .. })
                    };
                    let place = findings.iter().take_while(is_of_text).count();
                    findings.splice(place..place, read);
                }
                return Stage::Found {
                    findings,
                    lessons: probe.lessons().to_vec(),
                };
            }
            Next::Failed(error) => return Stage::Failed(error),
        }
    }
}

/// What the run would read out of a reply.
async fn read_reply(task_id: String, rule: ReadingRule, text: &str) -> Option<Finding> {
    let question = Question::ReadReply {
        task_id: task_id.clone(),
        rule,
        text: text.to_owned(),
    };
    match ask::try_ask(&Request::Ask(question)).await {
        Ok(Response::ReplyRead(answer)) => Some(Finding::Read { task_id, answer }),
        _ => None,
    }
}

/// What the run would send for the first sample row of the wish's first task.
async fn one_row(wish: Wish) -> Result<(Params, Vec<Message>), Failure> {
    let unreadable = |error: json::ReadError| Failure::Internal {
        reason: error.to_string(),
    };
    let Some((task_id, _)) = wish.tasks.first().cloned() else {
        return Err(Failure::NothingToAsk);
    };
    let recipe = wish.recipe;
    let wish = Wish {
        kind: DataKind::Sample,
        tasks: vec![(task_id.clone(), 1)],
        lessons: Vec::new(),
        ..wish
    };
    let planned = ask::try_ask(&Request::Ask(Question::PlanRun(Box::new(wish)))).await?;
    let head = match planned {
        Response::Planned { head_json, .. } => json::read_head(&head_json).map_err(unreadable)?,
        other => return Err(ask::unexpected(&other)),
    };
    let sampling = head.settings.sampling.get(&task_id);
    let params = sampling.map(params_of).unwrap_or_default();
    let question = Question::Messages {
        kind: DataKind::Sample,
        recipe,
        rows: vec![(task_id, 0)],
    };
    match ask::try_ask(&Request::Ask(question)).await? {
        Response::Messages(mut rows) if !rows.is_empty() => {
            Ok((params, rows.swap_remove(0).messages))
        }
        other => Err(ask::unexpected(&other)),
    }
}
