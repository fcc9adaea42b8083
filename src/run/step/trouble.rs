//! What each kind of failure does to a run.

use crate::provider::browser::Trouble;
use crate::provider::error::ProviderError;
use crate::provider::{Lesson, Outcome, Params, Reply};
use crate::run::pace::Limited;
use crate::run::pace::jitter::backoff_millis;
use crate::run::rows::{LastRound, Pending, Place, Row};
use crate::run::step::Step;
use crate::run::{
    Effect, MAX_IN_A_ROW, MAX_LIMITED, MAX_TRIES, MAX_WAIT_MILLIS, PauseReason, StopReason,
};

impl Step<'_> {
    pub(super) fn take_error(
        &mut self,
        idx: usize,
        pending: Pending,
        params: &Params,
        error: ProviderError,
    ) {
        let was_reached = self.run.is_reached;
        self.run.is_reached |= error.status().is_some();
        match &error {
            ProviderError::RateLimited { .. } => {}
            error if error.status().is_some() => self.run.pace.note_passed(pending.asked_at),
            _ => self.run.pace.forget_probe(),
        }
        match error {
            ProviderError::RateLimited { wait_millis, .. } => {
                self.take_limit(idx, pending, wait_millis, &error);
            }
            ProviderError::Transient { wait_millis, .. } => {
                self.try_again(idx, wait_millis, &error);
            }
            ProviderError::TimedOut { .. }
            | ProviderError::Browser {
                trouble: Trouble::Passing,
                ..
            } => self.try_again(idx, None, &error),
            ProviderError::Browser {
                trouble: Trouble::NotGiven,
                ..
            } => {
                self.run.rows.put(idx, Place::Queued);
                self.stop(StopReason::Rejected { error });
            }
            // The next prompt may be shorter: it says nothing about the others.
            ProviderError::Browser {
                trouble: Trouble::TooLong,
                ..
            } => self.fail(idx, &error),
            ProviderError::Network { .. } if was_reached => self.try_again(idx, None, &error),
            ProviderError::Malformed { .. } if self.run.is_proven => {
                self.try_again(idx, None, &error);
            }
            ProviderError::Network { message } => {
                self.run.rows.put(idx, Place::Queued);
                self.stop(StopReason::Unreachable { message });
            }
            ProviderError::Unauthorized { status, message } => {
                self.run.rows.put(idx, Place::Queued);
                self.stop(StopReason::KeyRejected { status, message });
            }
            ProviderError::Quota { status, message } => {
                self.run.rows.put(idx, Place::Queued);
                self.stop(StopReason::Quota { status, message });
            }
            ProviderError::Refused { .. } => {
                self.note_success(pending.asked_at);
                self.save(idx, Reply::without_text(Outcome::Refused));
            }
            ProviderError::BadRequest {
                lesson: Some(lesson),
                ..
            } if self.learn(params, lesson) => {
                self.run.rows.put(idx, Place::Queued);
            }
            ProviderError::BadRequest { .. }
            | ProviderError::NotFound { .. }
            | ProviderError::Malformed { .. } => {
                self.fail(idx, &error);
                self.run.n_rejected += 1;
                if self.run.n_rejected >= MAX_IN_A_ROW {
                    self.stop(StopReason::Rejected { error });
                }
            }
        }
    }

    /// Whether asking again with the lesson minded is another request than the one refused.
    fn learn(&mut self, params: &Params, lesson: Lesson) -> bool {
        if params.clone().minding(lesson) == *params {
            return false;
        }
        if self.run.lessons.contains(&lesson) {
            return true; // sent before another row taught it
        }
        let is_lesson = |lesson: Lesson| self.run.lessons.contains(&lesson);
        if lesson.opposite().is_some_and(is_lesson) {
            return false;
        }
        self.run.lessons.insert(lesson);
        for params in self.run.params.values_mut() {
            *params = std::mem::take(params).minding(lesson);
        }
        self.effects.push(Effect::Learned(lesson));
        true
    }

    fn take_limit(
        &mut self,
        idx: usize,
        pending: Pending,
        wait_millis: Option<u64>,
        error: &ProviderError,
    ) {
        let verdict = self.run.pace.note_limit(
            self.now_millis,
            pending.asked_at,
            pending.number,
            wait_millis,
            &mut self.run.jitter,
        );
        let n_successes = self.run.n_successes;
        let row = self.run.rows.at(idx);
        let then = row.n_successes_at_limit.replace(n_successes);
        let is_last_round = row.last_round == LastRound::Begun;
        row.n_limited += u32::from(is_last_round || then.is_some_and(|n| n < n_successes));
        if row.n_limited < MAX_LIMITED {
            self.run.rows.queue_behind(idx);
        } else if is_last_round {
            self.give_up(idx, error);
        } else {
            self.fail_for_now(idx, error);
        }
        let message = error.message().to_owned();
        match verdict {
            Limited::Held => {}
            Limited::TooLong { until_millis } => {
                self.pause_or_end(PauseReason::LongWait {
                    until_millis,
                    message,
                });
            }
            Limited::Hopeless if self.is_hopeless_for_rows_only() => {
                for idx in self.run.rows.to_ask() {
                    self.fail_for_now(idx, error);
                }
            }
            Limited::Hopeless => self.pause_or_end(PauseReason::RateLimited { message }),
        }
    }

    /// Whether it is the rows that do not get through, and not the run: all that are left were
    /// declined, and some of them again after others had got through, or they are very few.
    fn is_hopeless_for_rows_only(&self) -> bool {
        let rows = &self.run.rows;
        let left: Vec<&Row> = rows
            .to_ask()
            .iter()
            .filter_map(|&idx| rows.get(idx))
            .collect();
        let are_marked =
            left.len() <= MAX_IN_A_ROW as usize || left.iter().any(|row| row.n_limited > 0);
        self.run.is_proven
            && !rows.is_last_round()
            && are_marked
            && left.iter().all(|row| row.n_successes_at_limit.is_some())
    }

    fn try_again(&mut self, idx: usize, wait_millis: Option<u64>, error: &ProviderError) {
        let n_successes = self.run.n_successes;
        let row = self.run.rows.at(idx);
        row.n_tries += 1;
        if row.n_tries == 1 {
            row.n_successes_then = n_successes;
        }
        let n_tries = row.n_tries;
        if n_tries >= MAX_TRIES {
            // In the last round there is nobody else to tell by.
            let is_alone = row.n_successes_then < n_successes || row.last_round == LastRound::Begun;
            if !is_alone && matches!(error, ProviderError::Network { .. }) {
                row.n_tries = 0;
                self.run.rows.put(idx, Place::Queued);
                self.pause(PauseReason::ConnectionLost {
                    message: error.message().to_owned(),
                });
            } else {
                self.give_up(idx, error);
            }
            return;
        }
        let own_wait = self.run.jitter.up_to(backoff_millis(n_tries - 1));
        let wait = wait_millis.unwrap_or(0).max(own_wait);
        if wait > MAX_WAIT_MILLIS {
            self.run.rows.put(idx, Place::Queued);
            self.pause_or_end(PauseReason::LongWait {
                until_millis: self.now_millis.saturating_add(wait),
                message: error.message().to_owned(),
            });
            return;
        }
        self.run.rows.put(
            idx,
            Place::Waiting {
                due: self.now_millis.saturating_add(wait),
            },
        );
    }

    pub(super) fn fail(&mut self, idx: usize, error: &ProviderError) {
        let row = self.run.rows.at(idx);
        if row.has_stored_reply() {
            // The user asked for it again; a failure must not take the answer that is there.
            let (key, attempts) = (row.key.clone(), row.attempts.clone());
            self.effects.push(Effect::SaveAttempts { key, attempts });
            self.run.rows.put(idx, Place::Done);
            return;
        }
        let message = match error.message() {
            "" => error.to_string(),
            message => message.to_owned(),
        };
        self.save(
            idx,
            Reply::without_text(Outcome::Failed {
                status: error.status(),
                message,
            }),
        );
    }
}
