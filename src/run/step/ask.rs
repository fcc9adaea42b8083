//! What a run asks next, and when.

use crate::run::estimate::Tokens;
use crate::run::pace::Turn;
use crate::run::rows::Place;
use crate::run::step::Step;
use crate::run::{Effect, MAX_WAIT_MILLIS, Phase, StopReason};

/// Rows that wait for their next try, beyond the number of workers, before new rows wait too: in
/// an outage a few rows use up their tries, not all.
const MAX_BACKLOG: usize = 3;

/// A request that is out for longer may hang.
const SLOW_MILLIS: u64 = 5_000;

/// Where replies come faster, the time to store one counts beside them: mostly those of a local
/// server, which cost no money.
const QUICK_MILLIS: u64 = 250;

impl Step<'_> {
    /// Asks as many rows as may be asked now, and sees to it that the run wakes up for the rest.
    pub(super) fn ask_more(&mut self) {
        if self.run.phase != Phase::Running {
            self.run.wake_at = None;
            return;
        }
        self.run.pace.think(self.now_millis);
        let n_workers = if self.run.is_proven {
            let n_slow = self.run.rows.n_slow(self.now_millis, SLOW_MILLIS);
            self.run.pace.allowed_beside(n_slow)
        } else {
            1
        };
        let is_quick = self
            .run
            .reply_millis
            .is_some_and(|mean| mean < QUICK_MILLIS);
        while self.run.rows.has_free_worker(n_workers, is_quick) {
            let Some(idx) = self.next_row(n_workers) else {
                self.wake_for_row();
                break;
            };
            let cap = self.cap_of(idx);
            let n_chars = self.run.rows.at(idx).n_chars;
            let at_most = self.run.estimator.at_most(n_chars, cap);
            if let Some(spent) =
                (self.run.ledger).passes(&self.run.budget, self.run.prices, at_most)
            {
                // What is out may take less than it could.
                if self.run.rows.is_last_round() {
                    self.end_last_round();
                } else if self.run.rows.n_asked() == 0 {
                    self.stop(StopReason::BudgetSpent(spent));
                }
                break;
            }
            let likely = self.run.estimator.likely(n_chars, cap).sum();
            if let Turn::At(at) = self.run.pace.turn(self.now_millis, likely) {
                self.wake_at(at);
                break;
            }
            self.ask(idx, likely, at_most);
        }
    }

    fn next_row(&self, n_workers: usize) -> Option<usize> {
        let rows = &self.run.rows;
        rows.due(self.now_millis, MAX_WAIT_MILLIS).or_else(|| {
            rows.first_queued()
                .filter(|_| rows.n_waiting() < n_workers + MAX_BACKLOG)
        })
    }

    fn ask(&mut self, idx: usize, likely_tokens: u64, at_most: Tokens) {
        let now_millis = self.now_millis;
        let number = self.run.pace.note_ask(now_millis, likely_tokens);
        self.run.ledger.note_ask(number, at_most);
        let row = self.run.rows.at(idx);
        let key = row.key.clone();
        let is_wanted_anew = row.is_wanted_anew;
        let attempt = row.note_ask(now_millis, number);
        let params = self
            .run
            .params
            .get(&key.task_id)
            .cloned()
            .unwrap_or_default();
        let asked = Place::Asked {
            attempt,
            params: params.clone(),
        };
        self.run.rows.put(idx, asked);
        self.effects.push(Effect::Ask {
            key,
            attempt,
            params,
            is_wanted_anew,
        });
    }

    /// Every row left waits for its next try: wakes up for the first of them.
    fn wake_for_row(&mut self) {
        if let Some(due) = self.run.rows.first_due() {
            self.wake_at(due.max(self.run.pace.hold_until()));
        }
    }

    /// Asks to be woken, unless that was asked already.
    fn wake_at(&mut self, at: u64) {
        if self.run.wake_at != Some(at) {
            self.run.wake_at = Some(at);
            self.effects.push(Effect::WakeAt(at));
        }
    }
}
