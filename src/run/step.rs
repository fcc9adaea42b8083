//! What each event does to a run.

mod ask;
mod last_round;
mod trouble;

use crate::provider::Reply;
use crate::provider::error::ProviderError;
use crate::record::{RecordRow, Reused};
use crate::run::budget::{Known, known_by};
use crate::run::estimate::Tokens;
use crate::run::rows::{LastRound, Place};
use crate::run::{Effect, Event, PauseReason, Phase, RowKey, Run, StopReason};

impl Run {
    /// Takes one event at a time (Unix milliseconds) and says what to do, in order.
    pub fn step(&mut self, now_millis: u64, event: Event) -> Vec<Effect> {
        let mut step = Step {
            run: self,
            now_millis,
            effects: Vec::new(),
        };
        match event {
            Event::Started => step.start(),
            Event::Replied {
                key,
                attempt,
                result,
                took_millis,
            } => {
                step.take_reply(&key, attempt, result, took_millis);
            }
            Event::Reused {
                key,
                attempt,
                reply,
                from,
            } => step.take_stored(&key, attempt, *reply, from),
            Event::LimitsTold(told) => step.run.pace.be_told(now_millis, &told),
            Event::Saved { key } => step.saved(&key),
            Event::SaveFailed { key, reason } => step.save_failed(&key, reason),
            Event::Woke => step.run.wake_at = None,
            Event::Interrupted => step.abort_all(),
            Event::Stopped => step.stop(StopReason::ByUser),
            Event::GoOn => step.go_on(),
            Event::BudgetSet { budget, prices } => {
                step.run.budget = budget;
                step.run.prices = prices;
            }
            Event::ReAsk(keys) => step.re_ask(&keys),
        }
        step.settle();
        step.ask_more();
        // A budget may have stopped it.
        step.settle();
        step.effects
    }
}

/// A run in the middle of one event.
struct Step<'a> {
    run: &'a mut Run,
    now_millis: u64,
    effects: Vec<Effect>,
}

impl Step<'_> {
    fn start(&mut self) {
        if self.run.phase == Phase::Ready {
            self.enter(Phase::Running);
        }
    }

    fn go_on(&mut self) {
        // What was out when the connection went may never end, and would hold its worker.
        if let Phase::Paused(PauseReason::ConnectionLost { .. }) = self.run.phase {
            self.abort_all();
        }
        if matches!(
            self.run.phase,
            Phase::Paused(_) | Phase::Stopped(_) | Phase::Stopping(_)
        ) {
            self.restart();
        }
    }

    /// The user may have changed the key or the network: everything about the endpoint is open.
    fn restart(&mut self) {
        self.run.is_proven = false;
        self.run.is_reached = false;
        self.run.n_rejected = 0;
        self.run.n_exhausted = 0;
        self.run.pace.forget_waits();
        self.enter(Phase::Running);
        self.effects.extend(
            self.run
                .rows
                .save_again()
                .into_iter()
                .map(|row| Effect::Save(Box::new(row))),
        );
    }

    fn re_ask(&mut self, keys: &[RowKey]) {
        let mut n_queued = 0;
        for key in keys {
            if let Some((idx, row)) = self.run.rows.find(key)
                && *row.place() == Place::Done
            {
                row.n_tries = 0;
                row.n_limited = 0;
                row.n_successes_at_limit = None;
                row.last_round = LastRound::NotOwed;
                row.is_wanted_anew = true;
                self.run.rows.put(idx, Place::Queued);
                n_queued += 1;
            }
        }
        let is_resting = match &self.run.phase {
            Phase::Finished | Phase::Stopped(_) => true,
            Phase::Paused(why) => !matches!(why, PauseReason::SaveFailed { .. }),
            Phase::Ready | Phase::Running | Phase::Stopping(_) => false,
        };
        if n_queued > 0 && is_resting {
            self.restart();
        }
    }

    fn take_reply(
        &mut self,
        key: &RowKey,
        attempt: u32,
        result: Result<Reply, ProviderError>,
        took_millis: u64,
    ) {
        let Some((idx, row)) = self.run.rows.find(key) else {
            return;
        };
        let (status, id) = match &result {
            Ok(_) => (Some(200), "ok"),
            Err(error) => (error.status(), error.id()),
        };
        // A second reply to the same request is dropped here.
        let Some(pending) = row.note_reply(attempt, took_millis, status, id) else {
            return;
        };
        self.count_tokens(idx, pending.number, &result);
        let row = self.run.rows.at(idx);
        if row.has_result() {
            // The row was asked anew while this request was thought lost; both tries are shown.
            if *row.place() == Place::Done {
                let attempts = row.attempts.clone();
                self.effects.push(Effect::SaveAttempts {
                    key: key.clone(),
                    attempts,
                });
            } else {
                row.has_new_attempt = true;
            }
            return;
        }
        let params = match row.place() {
            Place::Asked {
                attempt: current,
                params,
            } if *current == attempt => Some(params.clone()),
            _ => None,
        };
        match (result, params) {
            (Ok(reply), _) => {
                let mean = self.run.reply_millis.unwrap_or(took_millis);
                self.run.reply_millis = Some(mean - mean / 8 + took_millis / 8);
                self.run.slowest_millis = self.run.slowest_millis.max(took_millis);
                self.note_success(pending.asked_at);
                self.save(idx, reply);
            }
            (Err(error), Some(params)) => self.take_error(idx, pending, &params, error),
            // The end of a request that was given up tells nothing.
            (Err(_), None) => {}
        }
    }

    /// A reply that was stored already: nothing was sent, so nothing was taken of any budget or
    /// limit, and nothing is known of the endpoint.
    fn take_stored(&mut self, key: &RowKey, attempt: u32, reply: Reply, from: Reused) {
        let Some((idx, row)) = self.run.rows.find(key) else {
            return;
        };
        let is_current =
            matches!(row.place(), Place::Asked { attempt: current, .. } if *current == attempt);
        if !is_current {
            return;
        }
        if let Some(number) = row.note_reused(attempt) {
            self.run.pace.take_back(number);
            self.run.ledger.take_back(number);
            self.save_from(idx, reply, Some(from));
        }
    }

    /// Counts what a request took, and learns from it what others will take.
    fn count_tokens(&mut self, idx: usize, number: u64, result: &Result<Reply, ProviderError>) {
        let cap = self.cap_of(idx);
        let n_chars = self.run.rows.at(idx).n_chars;
        let reply = match result {
            Ok(reply) => reply,
            Err(error) => {
                let (tokens, known) = match error {
                    // Nobody knows whether it was worked on, and will be on the bill.
                    ProviderError::Malformed { .. }
                    | ProviderError::Network { .. }
                    | ProviderError::TimedOut { .. } => {
                        let expected = self.run.estimator.expected(n_chars, cap);
                        (expected, Known::BrokenOff)
                    }
                    _ => (Tokens::default(), Known::Reported),
                };
                self.run.ledger.settle(number, tokens, known);
                return;
            }
        };
        let n_thought = reply
            .reasoning
            .as_deref()
            .map_or(0, |text| text.chars().count());
        let n_reply_chars = reply.text.chars().count() + n_thought;
        let estimator = &mut self.run.estimator;
        let taken = estimator.taken(n_chars, n_reply_chars, reply.usage);
        estimator.note(n_chars, cap, reply.usage, taken);
        let task_id = &self.run.rows.at(idx).key.task_id;
        self.run.forecast.note(task_id, n_chars, taken);
        self.run.pace.note_tokens(number, taken.sum());
        (self.run.ledger).settle(number, taken, known_by(reply.usage));
    }

    /// Output cap of a row's requests.
    fn cap_of(&mut self, idx: usize) -> Option<u32> {
        let row = self.run.rows.at(idx);
        self.run.params.get(&row.key.task_id)?.max_tokens
    }

    fn note_success(&mut self, asked_at: u64) {
        self.run.is_proven = true;
        self.run.is_reached = true;
        self.run.n_successes += 1;
        self.run.n_rejected = 0;
        self.run.n_exhausted = 0;
        self.run.pace.note_success(asked_at);
    }

    fn save(&mut self, idx: usize, reply: Reply) {
        self.save_from(idx, reply, None);
    }

    fn save_from(&mut self, idx: usize, reply: Reply, from: Option<Reused>) {
        let row = self.run.rows.at(idx);
        let attempts = row.attempts.clone();
        let mut result =
            RecordRow::of_reply(&row.key.task_id, row.key.row_idx, &row.id, reply, attempts);
        result.reused = from;
        let result = Box::new(result);
        self.effects.push(Effect::Save(result.clone()));
        self.run.rows.put(idx, Place::Saving(result));
    }

    fn saved(&mut self, key: &RowKey) {
        let Some((idx, row)) = self.run.rows.find(key) else {
            return;
        };
        let Place::Saving(result) = row.place() else {
            return;
        };
        let is_reused = result.reused.is_some();
        row.outcome = Some(result.outcome.clone());
        if std::mem::take(&mut row.has_new_attempt) {
            let attempts = row.attempts.clone();
            self.effects.push(Effect::SaveAttempts {
                key: key.clone(),
                attempts,
            });
        }
        self.run.rows.put(idx, Place::Done);
        // How fast stored replies come says nothing about the others.
        if !is_reused {
            self.run.speed.note_row(self.now_millis);
        }
    }

    fn save_failed(&mut self, key: &RowKey, reason: String) {
        let Some((idx, row)) = self.run.rows.find(key) else {
            return;
        };
        let Place::Saving(result) = row.place() else {
            return;
        };
        let mut result = result.clone();
        if std::mem::take(&mut row.has_new_attempt) {
            result.attempts.clone_from(&row.attempts);
        }
        self.run.rows.put(idx, Place::Unsaved(result));
        if !matches!(
            self.run.phase,
            Phase::Paused(PauseReason::SaveFailed { .. })
        ) {
            let why = PauseReason::SaveFailed { reason };
            self.effects.push(Effect::Paused(why.clone()));
            self.enter(Phase::Paused(why));
        }
    }

    /// Gives up every request that is out; their rows are as if not asked.
    fn abort_all(&mut self) {
        let asked = self.run.rows.asked();
        if asked.is_empty() {
            return;
        }
        self.effects.push(Effect::AbortAll);
        self.run.pace.forget_probe();
        for idx in asked {
            let Place::Asked { attempt, .. } = self.run.rows.put(idx, Place::Queued) else {
                continue;
            };
            let cap = self.cap_of(idx);
            let row = self.run.rows.at(idx);
            if let Some(number) = row.note_given_up(attempt, self.now_millis) {
                let expected = self.run.estimator.expected(row.n_chars, cap);
                (self.run.ledger).settle(number, expected, Known::BrokenOff);
            }
        }
    }

    fn stop(&mut self, why: StopReason) {
        let may_stop = match &self.run.phase {
            // Results in memory are the more urgent message, unless the user says so.
            Phase::Paused(PauseReason::SaveFailed { .. }) => why == StopReason::ByUser,
            Phase::Running | Phase::Paused(_) => true,
            Phase::Ready | Phase::Stopping(_) | Phase::Stopped(_) | Phase::Finished => false,
        };
        if may_stop {
            self.abort_all();
            self.enter(Phase::Stopping(why));
        }
    }

    fn pause(&mut self, why: PauseReason) {
        if self.run.phase == Phase::Running {
            self.effects.push(Effect::Paused(why.clone()));
            self.enter(Phase::Paused(why));
        }
    }

    fn enter(&mut self, phase: Phase) {
        if phase == Phase::Running {
            self.run.speed.note_start(self.now_millis);
        } else {
            self.run.speed.note_rest(self.now_millis);
        }
        self.run.phase = phase;
    }

    /// Ends what is at its end. A last round that is owed when the run rests comes when it goes on.
    fn settle(&mut self) {
        if self.run.rows.n_left() == 0 && !self.owes_last_round() {
            if !matches!(self.run.phase, Phase::Ready | Phase::Finished) {
                self.enter(Phase::Finished);
                self.effects.push(Effect::Finished);
            }
        } else if self.run.rows.n_left() == 0 && self.run.phase == Phase::Running {
            self.begin_last_round();
        } else if self.run.rows.n_saving() == 0
            && let Phase::Stopping(why) = &self.run.phase
        {
            let why = why.clone();
            self.effects.push(Effect::Stopped(why.clone()));
            self.enter(Phase::Stopped(why));
        }
    }
}
