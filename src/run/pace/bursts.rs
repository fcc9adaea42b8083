//! Refusals that come together: what they say of the server, and how long all hold back after them.

use crate::run::pace::jitter::{Jitter, backoff_millis};

/// Bursts of rate limits without a success between them before the run gives up waiting: with
/// waits that double up to a minute, about ten minutes.
const MAX_BURSTS: u32 = 14;

/// So many without a success between them come of a limit that is used up; a server in trouble
/// lets something through.
const MANY_BURSTS: u32 = 5;

/// So many refusals to one success of late come of it too.
const USED_UP: f64 = 0.7;

/// A wait of this length comes of such a limit too.
pub(super) const LONG_WAIT_MILLIS: u64 = 5_000;

/// Shortest shared wait without a word from the server.
const MIN_HOLD_MILLIS: u64 = 200;

/// So often at most the wait is doubled where some get through between the bursts: up to four
/// seconds. A bucket fills again meanwhile, and a small one would run over.
const MAX_FLOOD_DOUBLINGS: u32 = 3;

/// What a success or a refusal still counts for after one more burst.
const FADING: f64 = 0.9;

/// What came of late.
#[derive(Clone, Debug)]
pub(super) struct Bursts {
    /// Bursts since the last success.
    n_in_a_row: u32,
    /// How often the wait of our own was doubled.
    n_doublings: u32,
    /// Successes of late.
    n_good: f64,
    /// Refusals of late.
    n_declined: f64,
    /// The current burst was answered with a wait that only a limit per minute explains.
    is_long_wait: bool,
    /// What the current burst means for the number at once was decided.
    is_judged: bool,
}

impl Default for Bursts {
    fn default() -> Self {
        Self {
            n_in_a_row: 0,
            n_doublings: 0,
            n_good: 0.0,
            n_declined: 0.0,
            is_long_wait: false,
            is_judged: true,
        }
    }
}

impl Bursts {
    /// The user goes on: what was waited so far counts no more.
    pub(super) fn forget(&mut self) {
        self.n_in_a_row = 0;
        self.n_doublings = 0;
    }

    pub(super) fn note_success(&mut self) {
        self.n_in_a_row = 0;
        self.n_good += 1.0;
    }

    /// A request was declined, in a new burst or in the one that is on.
    pub(super) fn note_refusal(&mut self, is_new: bool, wait_millis: Option<u64>) {
        if is_new {
            self.n_doublings = if self.n_in_a_row > 0 {
                self.n_doublings + 1
            } else if self.is_flood() {
                (self.n_doublings + 1).min(MAX_FLOOD_DOUBLINGS)
            } else {
                1
            };
            self.n_in_a_row += 1;
            // What is long past counts less and less.
            self.n_good *= FADING;
            self.n_declined *= FADING;
            self.is_judged = false;
            self.is_long_wait = false;
        }
        self.is_long_wait |= wait_millis.is_some_and(|wait| wait >= LONG_WAIT_MILLIS);
        self.n_declined += 1.0;
    }

    /// Whether so many came without a success that nothing will get through.
    pub(super) fn are_hopeless(&self) -> bool {
        self.n_in_a_row > MAX_BURSTS
    }

    /// Whether more is declined than gets through, as when all that a server allows is used up; a
    /// server in trouble declines at random.
    pub(super) fn is_flood(&self) -> bool {
        self.n_declined >= self.n_good
    }

    /// Whether a burst that is over was part of a flood; `true` once for each.
    pub(super) fn ended_as_flood(&mut self) -> bool {
        !std::mem::replace(&mut self.is_judged, true) && self.is_flood()
    }

    /// Whether it looks as if all that is allowed in a minute was used up.
    pub(super) fn seem_used_up(&self) -> bool {
        self.n_declined >= self.n_good * USED_UP
            || self.n_in_a_row >= MANY_BURSTS
            || self.is_long_wait
    }

    /// How long to hold back where the server does not say.
    pub(super) fn own_wait(&self, jitter: &mut Jitter) -> u64 {
        jitter
            .up_to(backoff_millis(self.n_doublings.saturating_sub(1)))
            .max(MIN_HOLD_MILLIS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_declines_at_random_is_no_flood_and_one_that_is_used_up_is() {
        let mut bursts = Bursts::default();
        for _ in 0..20 {
            (0..7).for_each(|_| bursts.note_success());
            (0..3).for_each(|idx| bursts.note_refusal(idx == 0, Some(300)));
            assert!(!bursts.ended_as_flood() && !bursts.seem_used_up());
        }
        for _ in 0..20 {
            bursts.note_success();
            (0..3).for_each(|idx| bursts.note_refusal(idx == 0, None));
        }
        assert!(bursts.seem_used_up() && bursts.ended_as_flood() && !bursts.ended_as_flood());
    }

    #[test]
    fn waits_double_while_nothing_gets_through_and_at_last_there_is_no_hope() {
        let mut bursts = Bursts::default();
        for _ in 0..MAX_BURSTS {
            bursts.note_refusal(true, None);
            assert!(!bursts.are_hopeless());
        }
        assert_eq!(bursts.n_doublings, MAX_BURSTS);
        bursts.note_refusal(true, None);
        assert!(bursts.are_hopeless());
        bursts.forget();
        assert!(!bursts.are_hopeless());
    }
}
