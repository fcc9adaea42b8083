//! The run as a machine: events in, effects out.
//!
//! Everything that decides what to ask next, when to try again, to slow down or to give up, is in
//! [`Run::step`], which reads no clock, waits for nothing and sends nothing. Never loses a reply
//! that came back, never asks a row twice at once, never asks more at once than allowed.

pub mod budget;
pub mod estimate;
mod forecast; // what the rows that are left will take
pub mod pace;
pub mod probe;
pub mod progress;
mod rows;
mod step;

use std::collections::{BTreeMap, BTreeSet};

use crate::provider::error::ProviderError;
use crate::provider::told::Told;
use crate::provider::{Lesson, Outcome, Params, Reply, Usage};
use crate::record::{Attempt, RecordRow, Reused};
use crate::run::budget::{Budget, Ledger, Prices, Spent};
use crate::run::estimate::Estimator;
use crate::run::forecast::Forecast;
use crate::run::pace::jitter::Jitter;
use crate::run::pace::{Caps, Pace};
use crate::run::progress::Speed;
use crate::run::rows::Rows;

/// How often a row is tried before it counts as failed, and again in a last round when everything
/// else is done. Tries that were rate limited, taught a lesson or were interrupted are not the
/// row's fault and do not count.
pub const MAX_TRIES: u32 = 6;

/// How often a row may be rate limited, while others get through, before it is set aside: a prompt
/// larger than the limit of tokens a minute never gets through. In the last round, where there may
/// be no others, each time counts, and [`MAX_TRIES`] are enough.
pub const MAX_LIMITED: u32 = 12;

/// Longest wait that is simply waited; a longer one pauses the run and asks the user.
pub const MAX_WAIT_MILLIS: u64 = 120_000;

/// So many rows in a row that failed alike end the run: the rest would too.
pub const MAX_IN_A_ROW: u32 = 3;

/// A row of a run: its task and its position in the task's file, from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowKey {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file, from 0.
    pub row_idx: usize,
}

/// What the record already holds of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// How it ended then.
    pub outcome: Outcome,
    /// The tries of then; kept in front of new ones.
    pub attempts: Vec<Attempt>,
    /// Tokens it took then, as reported.
    pub usage: Usage,
}

/// A row to ask, or one that is there already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// Which row.
    pub key: RowKey,
    /// Row id in the data file.
    pub row_id: String,
    /// Characters of its prompt, for estimates of tokens; 0 where nobody counted.
    pub n_chars: usize,
    /// What is stored of it; such a row is not asked unless the user wants it again.
    pub earlier: Option<Earlier>,
}

/// What a run shall do.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Asked in this order. A key that comes twice counts once.
    pub rows: Vec<PlanRow>,
    /// Sampling parameters by task id; a task without any sends none.
    pub params: BTreeMap<String, Params>,
    /// Most requests at once, at least 1; see [`pace::concurrency_for`].
    pub concurrency: u32,
    /// Most requests and tokens in any minute.
    pub caps: Caps,
    /// The most the run may take.
    pub budget: Budget,
    /// What tokens cost, if the user knows.
    pub prices: Option<Prices>,
    /// Seed of the jitter of waits; changes no score.
    pub seed: u64,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The user starts the run.
    Started,
    /// A request came to an end.
    Replied {
        /// Which row.
        key: RowKey,
        /// Which of its requests, as in [`Effect::Ask`].
        attempt: u32,
        /// What came.
        result: Result<Reply, ProviderError>,
        /// From sending to the last byte.
        took_millis: u64,
    },
    /// The reply to exactly this request is stored already, and nothing was sent.
    Reused {
        /// Which row.
        key: RowKey,
        /// Which of its requests, as in [`Effect::Ask`].
        attempt: u32,
        /// The reply as it is stored.
        reply: Box<Reply>,
        /// Where.
        from: Reused,
    },
    /// The headers of a reply name the server's limits; to be told before the reply itself.
    LimitsTold(Told),
    /// The row of [`Effect::Save`] is stored.
    Saved {
        /// Which row.
        key: RowKey,
    },
    /// The row of [`Effect::Save`] could not be stored.
    SaveFailed {
        /// Which row.
        key: RowKey,
        /// Why, for people.
        reason: String,
    },
    /// The time of [`Effect::WakeAt`] has come. Too early or twice does no harm.
    Woke,
    /// All requests that were out are lost: the machine slept, the page was frozen.
    Interrupted,
    /// The user stops the run.
    Stopped,
    /// The user goes on with a paused or stopped run.
    GoOn,
    /// The user sets another budget or other prices. A run that was stopped by the old one goes on
    /// with [`Event::GoOn`].
    BudgetSet {
        /// The most the run may take.
        budget: Budget,
        /// What tokens cost, if the user knows.
        prices: Option<Prices>,
    },
    /// The user wants these rows again; those that are under way or not there are passed over.
    ReAsk(Vec<RowKey>),
}

/// What the driver must do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send the row's prompt; answer with [`Event::Replied`], once, or with [`Event::Reused`].
    Ask {
        /// Which row.
        key: RowKey,
        /// Number of the request among the row's, from 1.
        attempt: u32,
        /// Sampling parameters to send.
        params: Params,
        /// The user asked for this row again: a stored reply will not do.
        is_wanted_anew: bool,
    },
    /// Drop every request that is out. Whether they still answer does not matter.
    AbortAll,
    /// Store the row in place of what is there; answer with [`Event::Saved`] or
    /// [`Event::SaveFailed`].
    Save(Box<RecordRow>),
    /// Replace only the list of tries of a stored row. Needs no answer.
    SaveAttempts {
        /// Which row.
        key: RowKey,
        /// All of its tries.
        attempts: Vec<Attempt>,
    },
    /// Send [`Event::Woke`] at this time (Unix milliseconds). Replaces an earlier wish.
    WakeAt(u64),
    /// The server does not take a parameter: tell the user, store the lesson's note and the
    /// sampling as it is now ([`Run::params`]) in the record's head.
    Learned(Lesson),
    /// Nothing more is asked until the user goes on; what is out may come back.
    Paused(PauseReason),
    /// Nothing more is asked until the user goes on; nothing is out.
    Stopped(StopReason),
    /// Every row has an outcome, and all are stored.
    Finished,
}

/// Why a run waits for the user though it could go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PauseReason {
    /// A row cannot be stored. It is kept in memory ([`Run::unsaved`]): offer it as a file.
    SaveFailed {
        /// Why, for people.
        reason: String,
    },
    /// The server asks for a wait of more than [`MAX_WAIT_MILLIS`].
    LongWait {
        /// End of the wait, Unix milliseconds.
        until_millis: u64,
        /// Server's message.
        message: String,
    },
    /// Rate limited again and again, and nothing gets through.
    RateLimited {
        /// Server's message.
        message: String,
    },
    /// The network is gone: a row used up its tries and no other got through meanwhile. It is not
    /// the row's fault, so the row is asked again when the user goes on.
    ConnectionLost {
        /// Browser's message.
        message: String,
    },
    /// Several rows in a row failed after all their tries.
    KeepsFailing {
        /// Last status, if there was one.
        status: Option<u16>,
        /// Last message.
        message: String,
    },
}

/// Why a run came to a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The user wished so.
    ByUser,
    /// The key was rejected.
    KeyRejected {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// Money or quota is used up.
    Quota {
        /// HTTP status.
        status: u16,
        /// Server's message.
        message: String,
    },
    /// One more request could pass the user's budget.
    BudgetSpent(Spent),
    /// Not one request got through: show the checklist.
    Unreachable {
        /// Browser's message.
        message: String,
    },
    /// [`MAX_IN_A_ROW`] different rows were rejected one after the other.
    Rejected {
        /// The last rejection.
        error: ProviderError,
    },
}

/// What a run is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Not started.
    Ready,
    /// Asking.
    Running,
    /// Goes on by itself.
    Waiting {
        /// When, Unix milliseconds.
        until_millis: u64,
    },
    /// Saving what came back before it stops.
    Stopping,
    /// Until the user goes on.
    Stopped {
        /// Why.
        why: StopReason,
    },
    /// Until the user goes on.
    Paused {
        /// Why.
        why: PauseReason,
    },
    /// All rows have an outcome and are stored.
    Finished,
}

impl RunState {
    /// Whether requests are out or wanted.
    pub fn is_active(&self) -> bool {
        matches!(self, Self::Running | Self::Waiting { .. } | Self::Stopping)
    }
}

/// Longest wait for a reply: a local model on a laptop may think for minutes, and a dead connection
/// must not hold a row for ever.
pub const LONGEST_PATIENCE_MILLIS: u64 = 600_000;

/// Replies that tell how long others will take.
const MIN_REPLIES: u64 = 20;

/// A run under way.
#[derive(Clone, Debug)]
pub struct Run {
    rows: Rows,
    params: BTreeMap<String, Params>,
    lessons: BTreeSet<Lesson>,
    phase: Phase,
    pace: Pace,
    estimator: Estimator,
    forecast: Forecast,
    ledger: Ledger,
    budget: Budget,
    prices: Option<Prices>,
    jitter: Jitter,
    speed: Speed,
    /// How long the last replies took, on average.
    reply_millis: Option<u64>,
    /// How long the slowest reply took.
    slowest_millis: u64,
    /// The endpoint gave a reply since the user last started the run. Until then one request
    /// alone is out, so that a wrong key costs one call.
    is_proven: bool,
    /// The endpoint gave a status since then: a network failure is a passing one.
    is_reached: bool,
    /// Replies so far.
    n_successes: u64,
    /// Rows rejected one after the other.
    n_rejected: u32,
    /// Rows that used up their tries one after the other.
    n_exhausted: u32,
    wake_at: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    Ready,
    Running,
    Stopping(StopReason),
    Stopped(StopReason),
    Paused(PauseReason),
    Finished,
}

impl Run {
    /// How long a request that is sent now is waited for, in milliseconds:
    /// [`LONGEST_PATIENCE_MILLIS`]; once twenty replies came, twenty times the slowest of them, if that
    /// is less, and at least two minutes. A browser opens few connections to a server, and requests that
    /// hang would hold them all.
    pub fn patience_millis(&self) -> u64 {
        if self.n_successes < MIN_REPLIES {
            return LONGEST_PATIENCE_MILLIS;
        }
        self.slowest_millis
            .saturating_mul(20)
            .clamp(2 * 60_000, LONGEST_PATIENCE_MILLIS)
    }

    /// A run that has not started.
    pub fn new(plan: Plan) -> Self {
        let mut estimator = Estimator::default();
        let mut forecast = Forecast::default();
        let ledger = ledger_of(&plan, &mut estimator, &mut forecast);
        Self {
            rows: Rows::new(plan.rows),
            params: plan.params,
            lessons: BTreeSet::new(),
            phase: Phase::Ready,
            pace: Pace::new(plan.concurrency, plan.caps),
            estimator,
            forecast,
            ledger,
            budget: plan.budget,
            prices: plan.prices,
            jitter: Jitter::new(plan.seed),
            speed: Speed::default(),
            reply_millis: None,
            slowest_millis: 0,
            is_proven: false,
            is_reached: false,
            n_successes: 0,
            n_rejected: 0,
            n_exhausted: 0,
            wake_at: None,
        }
    }

    /// What the run is doing.
    pub fn state(&self, now_millis: u64) -> RunState {
        match &self.phase {
            Phase::Ready => RunState::Ready,
            Phase::Running => match self.waits_until(now_millis) {
                Some(until_millis) => RunState::Waiting { until_millis },
                None => RunState::Running,
            },
            Phase::Stopping(_) => RunState::Stopping,
            Phase::Stopped(why) => RunState::Stopped { why: why.clone() },
            Phase::Paused(why) => RunState::Paused { why: why.clone() },
            Phase::Finished => RunState::Finished,
        }
    }

    /// Sampling parameters by task id as they are sent now, lessons minded.
    pub fn params(&self) -> &BTreeMap<String, Params> {
        &self.params
    }

    /// What this run has learnt.
    pub fn lessons(&self) -> &BTreeSet<Lesson> {
        &self.lessons
    }

    /// Rows that came to an end without text, in the order of the plan: failed, empty, refused.
    pub fn rows_without_text(&self) -> Vec<RowKey> {
        let has_none = |row: &&rows::Row| {
            matches!(
                row.outcome,
                Some(Outcome::Failed { .. } | Outcome::Empty(_) | Outcome::Refused)
            )
        };
        self.rows
            .iter()
            .filter(has_none)
            .map(|row| row.key.clone())
            .collect()
    }

    /// Results that could not be stored, in the order of the plan.
    pub fn unsaved(&self) -> impl Iterator<Item = &RecordRow> {
        self.rows.unsaved()
    }

    /// When asking goes on by itself, if nothing is asked now: a wait for all workers, or every
    /// row left waits for its next try.
    fn waits_until(&self, now_millis: u64) -> Option<u64> {
        if self.pace.is_holding(now_millis) {
            return Some(self.pace.hold_until());
        }
        if self.rows.n_occupied() > 0 {
            return None;
        }
        self.rows.first_due().filter(|&due| due > now_millis)
    }
}

/// What earlier sittings have taken, and what they teach about tokens.
fn ledger_of(plan: &Plan, estimator: &mut Estimator, forecast: &mut Forecast) -> Ledger {
    let mut ledger = Ledger::default();
    let mut seen = BTreeSet::new();
    for row in &plan.rows {
        let Some(earlier) = &row.earlier else {
            continue;
        };
        if !seen.insert(&row.key) {
            continue;
        }
        let sent = earlier.attempts.iter().filter(|one| !one.is_reused());
        ledger.taken.n_requests += sent.count() as u64;
        let is_reused = earlier.attempts.last().is_some_and(Attempt::is_reused);
        if earlier.outcome.has_reply() && !is_reused {
            let params = plan.params.get(&row.key.task_id);
            let cap = params.and_then(|params| params.max_tokens);
            let taken = estimator.taken(row.n_chars, 0, earlier.usage);
            if earlier.usage.output_tokens.is_some() {
                estimator.note(row.n_chars, cap, earlier.usage, taken);
                forecast.note(&row.key.task_id, row.n_chars, taken);
            }
            ledger.taken.note(budget::known_by(earlier.usage));
            ledger.taken.add(taken);
        }
    }
    ledger
}
