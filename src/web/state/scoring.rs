//! Asking a scoring server of the user's: the rows go out a few at a time, and each answer is joined
//! before the next request. Texts go to the named address and nowhere else; the key is in memory.

use futures::future::{AbortHandle, abortable};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::desk::external::Joining;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::desk::view::JoinView;
use crate::provider::HttpResponse;
use crate::provider::address::BaseUrl;
use crate::provider::error::{ProviderError, read_error};
use crate::provider::key::Key;
use crate::web::io::clock;
use crate::web::io::net::{self, HttpAnswer};
use crate::web::state::ask;

/// Rows in a request.
const ROWS: usize = 32;

/// How long is waited before each further try of a request.
const WAITS_SECONDS: [u32; 3] = [1, 3, 9];

/// A wait that the server asks for is kept up to this.
const MAX_WAIT_MILLIS: u64 = 60_000;

/// How far it has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Stage {
    /// Nothing was sent.
    #[default]
    Idle,
    /// Rows are out.
    Sending {
        /// Rows that came back.
        n_done: usize,
        /// Rows in all.
        n_all: usize,
        /// Seconds until the same request is tried again.
        waits: Option<u64>,
    },
    /// All came back.
    Done(JoinView),
    /// The user stopped it.
    Stopped {
        /// Rows that came back.
        n_done: usize,
        /// Rows in all.
        n_all: usize,
    },
    /// Every row has a score.
    NothingToSend,
    /// What came back is not taken.
    Refused(JoinView),
    /// The server gave no scores.
    Unanswered(ProviderError),
    /// The worker could not do its part.
    Failed(Failure),
}

/// The rows that are out. Copy it freely.
#[derive(Clone, Copy)]
pub struct Scoring {
    /// How far it has come.
    pub stage: RwSignal<Stage>,
    out: StoredValue<Option<AbortHandle>>,
}

impl Scoring {
    /// Nothing sent yet. It ends with its owner.
    pub fn new() -> Self {
        let scoring = Self {
            stage: RwSignal::new(Stage::Idle),
            out: StoredValue::new(None),
        };
        on_cleanup(move || scoring.abort());
        scoring
    }

    /// Whether rows are out; tracked.
    pub fn is_sending(self) -> bool {
        self.stage
            .with(|stage| matches!(stage, Stage::Sending { .. }))
    }

    /// Sends the rows that have no score, and joins what comes back; `on_joined` hears at the end,
    /// however it ends.
    pub fn start(self, joining: Joining, base: BaseUrl, key: Key, on_joined: Callback<()>) {
        self.abort();
        self.stage.set(Stage::Sending {
            n_done: 0,
            n_all: 0,
            waits: None,
        });
        let (work, handle) = abortable(async move { self.send_all(&joining, &base, &key).await });
        self.out.set_value(Some(handle));
        spawn_local(async move {
            // Stopped: whoever did that has set the stage.
            if let Ok(stage) = work.await {
                self.stage.try_set(stage);
            }
            on_joined.try_run(());
        });
    }

    /// Gives up the request that is out; what was joined before stays.
    pub fn stop(self) {
        self.abort();
        self.stage.update(|stage| {
            if let Stage::Sending { n_done, n_all, .. } = *stage {
                *stage = Stage::Stopped { n_done, n_all };
            }
        });
    }

    fn abort(self) {
        let out = self.out.try_update_value(Option::take).flatten();
        if let Some(out) = out {
            out.abort();
        }
    }

    async fn send_all(self, joining: &Joining, base: &BaseUrl, key: &Key) -> Stage {
        let question = Question::ScoringLines {
            of: joining.of.clone(),
            name: joining.name.clone(),
        };
        let lines = match ask::try_ask(&Request::Ask(question)).await {
            Ok(Response::ScoringLines(lines)) => lines,
            Ok(other) => return Stage::Failed(ask::unexpected(&other)),
            Err(failure) => return Stage::Failed(failure),
        };
        let n_all = lines.len();
        let mut n_done = 0;
        let mut all: Option<JoinView> = None;
        for some in lines.chunks(ROWS) {
            let tell = |waits| {
                self.stage.try_set(Stage::Sending {
                    n_done,
                    n_all,
                    waits,
                });
            };
            tell(None);
            let body = some.join("\n") + "\n";
            let answer = match send(base, key, &body, tell).await {
                Ok(answer) => answer,
                Err(error) => return Stage::Unanswered(error),
            };
            let request = Request::JoinLines {
                joining: Box::new(joining.clone()),
                address: base.to_string(),
                lines: answer,
            };
            let mut joined = match ask::try_ask(&request).await {
                Ok(Response::Joined(mut views)) if !views.is_empty() => views.swap_remove(0),
                Ok(other) => return Stage::Failed(ask::unexpected(&other)),
                Err(failure) => return Stage::Failed(failure),
            };
            // Lines are counted over all requests.
            for line in joined
                .problems
                .iter_mut()
                .flat_map(|problem| &mut problem.lines)
            {
                *line += n_done;
            }
            if joined.is_refused {
                return Stage::Refused(joined);
            }
            n_done += some.len();
            all = Some(match all {
                None => joined,
                Some(before) => JoinView {
                    n_joined: before.n_joined + joined.n_joined,
                    problems: [before.problems, joined.problems].concat(),
                    ..joined
                },
            });
        }
        all.map_or(Stage::NothingToSend, Stage::Done)
    }
}

impl Default for Scoring {
    fn default() -> Self {
        Self::new()
    }
}

/// One request, a few times if need be.
async fn send(
    base: &BaseUrl,
    key: &Key,
    body: &str,
    tell: impl Fn(Option<u64>),
) -> Result<String, ProviderError> {
    let mut headers = vec![("content-type", "application/x-ndjson".to_owned())];
    headers.extend(key.header("authorization", "Bearer "));
    let mut waits = WAITS_SECONDS.iter();
    loop {
        let answer = net::post(&base.with_query(), &headers, body, u32::MAX).await;
        let error = match answer {
            Ok(HttpAnswer {
                status: 200..=299,
                body,
                ..
            }) => return Ok(body),
            Ok(HttpAnswer {
                status,
                headers,
                body,
            }) => {
                let response = HttpResponse {
                    status,
                    headers,
                    body,
                };
                read_error(&response, key, clock::now_millis())
            }
            Err(error) => ProviderError::network(&error.to_string(), key),
        };
        let asked_for = match &error {
            ProviderError::RateLimited { wait_millis, .. }
            | ProviderError::Transient { wait_millis, .. } => *wait_millis,
            ProviderError::Network { .. } => None,
            _ => return Err(error),
        };
        let Some(seconds) = waits.next() else {
            return Err(error);
        };
        let own = u64::from(*seconds) * 1000;
        let millis = asked_for.unwrap_or(own).clamp(own, MAX_WAIT_MILLIS);
        tell(Some(millis.div_ceil(1000)));
        TimeoutFuture::new(u32::try_from(millis).unwrap_or(u32::MAX)).await;
        tell(None);
    }
}
