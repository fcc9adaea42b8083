//! The last round: rows that failed for a reason that passes are tried anew when everything else is
//! done, by when the reason may have passed.

use crate::provider::error::ProviderError;
use crate::run::rows::{LastRound, Place};
use crate::run::step::Step;
use crate::run::{Effect, MAX_IN_A_ROW, MAX_LIMITED, MAX_TRIES, PauseReason};

impl Step<'_> {
    /// Whether rows are to get it.
    pub(super) fn owes_last_round(&self) -> bool {
        !self.run.rows.in_last_round(LastRound::Owed).is_empty()
    }

    /// Queues the rows that get it.
    pub(super) fn begin_last_round(&mut self) {
        let owed = self.run.rows.in_last_round(LastRound::Owed);
        for &idx in &owed {
            let row = self.run.rows.at(idx);
            row.last_round = LastRound::Begun;
            row.n_tries = 0;
            row.n_limited = MAX_LIMITED - MAX_TRIES;
            self.run.rows.put(idx, Place::Queued);
        }
        self.run.n_exhausted = 0;
    }

    /// Leaves the rows of the last round as failed as they are stored. Those that are out come back,
    /// but are not tried once more.
    pub(super) fn end_last_round(&mut self) {
        for idx in self.run.rows.in_last_round(LastRound::Begun) {
            let row = self.run.rows.at(idx);
            match row.place() {
                Place::Queued | Place::Waiting { .. } => {
                    let (key, attempts) = (row.key.clone(), row.attempts.clone());
                    self.effects.push(Effect::SaveAttempts { key, attempts });
                    self.run.rows.put(idx, Place::Done);
                }
                Place::Asked { .. } => {
                    row.n_tries = MAX_TRIES - 1;
                    row.n_limited = MAX_LIMITED - 1;
                }
                Place::Saving(_) | Place::Unsaved(_) | Place::Done => {}
            }
        }
    }

    /// A row used up its tries.
    pub(super) fn give_up(&mut self, idx: usize, error: &ProviderError) {
        self.fail_for_now(idx, error);
        self.run.n_exhausted += 1;
        if self.run.n_exhausted < MAX_IN_A_ROW {
            return;
        }
        if self.run.rows.n_to_ask() > 0 {
            let (status, message) = (error.status(), error.message().to_owned());
            self.pause_or_end(PauseReason::KeepsFailing { status, message });
        }
    }

    /// Pauses the run. The last round ends instead: its rows are not worth a question.
    pub(super) fn pause_or_end(&mut self, why: PauseReason) {
        if self.run.rows.is_last_round() {
            self.end_last_round();
        } else {
            self.pause(why);
        }
    }

    /// A row failed for a reason that passes.
    pub(super) fn fail_for_now(&mut self, idx: usize, error: &ProviderError) {
        let row = self.run.rows.at(idx);
        if row.last_round == LastRound::NotOwed {
            row.last_round = LastRound::Owed;
        }
        self.fail(idx, error);
    }
}
