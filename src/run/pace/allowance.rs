//! What a server allows in a minute: learnt from what it declines, or told in its headers.
//!
//! Whatever a server counts in (a window that slides, windows that begin on the minute, a bucket
//! that fills again), one that allows `n` requests a minute declines none before it has taken `n`
//! within the last minute. So the number taken in the minute before a refusal is `n` or a little
//! more, never less, once a whole minute was watched. Servers that decline at random, whatever the
//! pace, break that rule, and a pace that does not help is taken back.

use crate::run::pace::minute::Minute;

/// A minute.
const MINUTE_MILLIS: u64 = 60_000;

/// What is left of an allowance when the server declines a pace that it should have borne.
const CUT: f64 = 0.98;

/// How much more is tried at first.
const FIRST_STEP: f64 = 0.02;

/// What is believed of the last pace that went well in a trial that failed: the rest was lent by
/// a bucket that had filled up.
const LENT: f64 = 0.95;

/// A clean time after which a little more is tried; four times longer after each failure.
const FIRST_TRIAL_MILLIS: u64 = 60_000;

/// The longest time between two trials.
const MAX_TRIAL_MILLIS: u64 = 4 * 3_600_000;

/// By how much a pace must be above the one before to count as a gain.
const GAIN: f64 = 1.1;

/// How long a gain must go well before more is tried.
const KEPT_MILLIS: u64 = 180_000;

/// Minutes in a row with many refusals in spite of the pace, before it is taken back.
const MAX_BAD_MINUTES: u32 = 3;

/// A server declines at the same number taken again and again, give or take so much.
const LESS: f64 = 0.9;

/// Refusals in a row, each at a lower number taken than the one before, that take the pace back: an
/// allowance that shrinks does so once or twice, a server that declines at random drives us down
/// without end.
const MAX_LESS: u32 = 4;

/// Requests in a minute without a refusal that say that the pace is kept to for a reason.
const MIN_CLEAN: u32 = 5;

/// How long nothing is learnt after a pace was taken back; twice as long each time.
const UNTEACHABLE_MILLIS: u64 = 600_000;

/// The longest such time.
const MAX_UNTEACHABLE_MILLIS: u64 = 2 * 3_600_000;

/// The requests before a refusal, while the last of them come back.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    /// When the first declined request was sent.
    at: u64,
    /// Its number.
    number: u64,
    /// Requests taken in the minute before it.
    n_taken: u32,
}

/// An allowance in requests per minute, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    known: Option<f64>,
    /// As the server's headers say; nothing above it is tried.
    told: Option<f64>,
    /// Most requests taken in one of our minutes, by what is believed now.
    best_minute: u32,
    evidence: Option<Evidence>,
    watched_since: Option<u64>,
    /// When the last refusal was that taught something, or could have.
    hinted_at: Option<u64>,
    trial: Option<Trial>,
    trial_every: u64,
    /// The last trial failed far above what was safe before, and its gain has not failed since.
    has_gained: bool,
    changed_at: u64,
    minute: Tally,
    n_bad_minutes: u32,
    /// Requests taken before the last refusal, and how often that number has fallen.
    taken_then: Option<f64>,
    n_less: u32,
    unteachable_until: u64,
    unteachable_for: u64,
}

/// More than what is known to be safe, for a while. A bucket that has filled up bears that for
/// long, so a trial proves nothing before it fails.
#[derive(Clone, Copy, Debug)]
struct Trial {
    safe: f64,
    /// The last pace that went well for a minute.
    clean: f64,
    step: f64,
}

/// What happened in the current minute of ours.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    since: u64,
    n_sent: u32,
    n_limited: u32,
    /// At some time in it all that is allowed seemed used up.
    is_used_up: bool,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            known: None,
            told: None,
            best_minute: 0,
            evidence: None,
            watched_since: None,
            hinted_at: None,
            trial: None,
            trial_every: FIRST_TRIAL_MILLIS,
            has_gained: false,
            changed_at: 0,
            minute: Tally::default(),
            n_bad_minutes: 0,
            taken_then: None,
            n_less: 0,
            unteachable_until: 0,
            unteachable_for: UNTEACHABLE_MILLIS,
        }
    }
}

impl Allowance {
    /// Requests per minute, once learnt or told; at least 1.
    pub(super) fn known(&self) -> Option<f64> {
        self.known
    }

    /// Whether a whole minute was watched, which it takes to learn something.
    pub(super) fn is_watched(&self, now_millis: u64) -> bool {
        self.watched_since
            .is_some_and(|since| now_millis >= since + MINUTE_MILLIS)
    }

    pub(super) fn note_ask(&mut self, now_millis: u64) {
        self.watched_since.get_or_insert(now_millis);
        self.minute.n_sent += 1;
    }

    /// A request that was noted was not sent.
    pub(super) fn take_back(&mut self) {
        self.minute.n_sent = self.minute.n_sent.saturating_sub(1);
    }

    /// A request was declined for its pace; `minute` knows that already.
    pub(super) fn note_limited(&mut self, asked_at: u64, number: u64, minute: &Minute) {
        self.minute.n_limited += 1;
        match &mut self.evidence {
            // It was counted as taken, and was not.
            Some(evidence) if number < evidence.number => {
                if asked_at + MINUTE_MILLIS > evidence.at {
                    evidence.n_taken = evidence.n_taken.saturating_sub(1);
                }
            }
            Some(_) => {}
            None => {
                let n_taken = minute.n_taken(asked_at.saturating_sub(MINUTE_MILLIS), number);
                self.evidence = Some(Evidence {
                    at: asked_at,
                    number,
                    n_taken,
                });
            }
        }
    }

    /// The headers of a reply name the allowance; refusals may still teach that it is less.
    pub(super) fn be_told(&mut self, per_minute: u32) {
        let per_minute = f64::from(per_minute.max(1));
        if self.told != Some(per_minute) {
            self.told = Some(per_minute);
            self.known = Some(per_minute);
            self.trial = None;
        }
    }

    /// Draws the conclusions that are due; `is_holding` while a burst is still coming back,
    /// `is_used_up` when it looks as if all that is allowed was used up.
    pub(super) fn think(&mut self, now_millis: u64, is_holding: bool, is_used_up: bool) {
        if !is_holding && let Some(evidence) = self.evidence.take() {
            self.learn(now_millis, evidence, is_used_up);
        }
        let past = now_millis.saturating_sub(self.minute.since);
        if past >= MINUTE_MILLIS {
            // After a rest the minute tells nothing.
            if past < 2 * MINUTE_MILLIS {
                self.end_minute(now_millis);
            }
            self.minute = Tally {
                since: now_millis,
                ..Tally::default()
            };
        }
    }

    /// A clock that was set back: nothing is as old as it seems.
    pub(super) fn mind_clock(&mut self, now_millis: u64) {
        if self.minute.since > now_millis {
            self.minute = Tally {
                since: now_millis,
                ..Tally::default()
            };
            self.watched_since = Some(now_millis);
            self.changed_at = now_millis;
            self.unteachable_until = 0;
            self.evidence = None;
            self.hinted_at = None;
        }
    }

    fn learn(&mut self, now_millis: u64, evidence: Evidence, is_used_up: bool) {
        self.minute.is_used_up |= is_used_up;
        let is_first = self
            .hinted_at
            .replace(evidence.at)
            .is_none_or(|at| evidence.at > at + 2 * MINUTE_MILLIS);
        // One refusal alone may have any reason.
        if !self.is_watched(evidence.at)
            || now_millis < self.unteachable_until
            || (self.known.is_none() && (is_first || !is_used_up))
        {
            return;
        }
        let taken = f64::from(evidence.n_taken);
        let is_less = |then| taken < then * LESS;
        if self.taken_then.replace(taken).is_some_and(is_less) || evidence.n_taken == 0 {
            self.n_less += 1;
        }
        if self.n_less >= MAX_LESS {
            self.take_pace_back(now_millis);
            return;
        }
        // Where nothing is taken at all, it is not the pace.
        if evidence.n_taken == 0 {
            return;
        }
        // A window counts twice in a minute of ours at most, and so does a full bucket: less than
        // half of the best minute is no limit per minute.
        let n_taken = f64::from(evidence.n_taken.max(self.best_minute.div_ceil(2)));
        let had_trial = self.trial.is_some();
        let next = match (self.known, self.trial.take()) {
            (_, Some(Trial { safe, clean, .. })) => {
                self.trial_every = (self.trial_every * 4).min(MAX_TRIAL_MILLIS);
                let next = (clean * LENT).max(safe);
                self.has_gained = next > safe * GAIN;
                next
            }
            (Some(known), None) if n_taken >= known => known * CUT,
            (_, None) => n_taken,
        };
        self.has_gained &= had_trial;
        self.known = Some(next.max(1.0));
        self.changed_at = now_millis;
    }

    /// The pace does not help: the server declines for other reasons.
    fn take_pace_back(&mut self, now_millis: u64) {
        *self = Self {
            known: self.told,
            told: self.told,
            best_minute: self.best_minute,
            watched_since: self.watched_since,
            unteachable_until: now_millis.saturating_add(self.unteachable_for),
            unteachable_for: (self.unteachable_for * 2).min(MAX_UNTEACHABLE_MILLIS),
            ..Self::default()
        };
    }

    fn end_minute(&mut self, now_millis: u64) {
        let Tally {
            since,
            n_sent,
            n_limited,
            is_used_up,
        } = self.minute;
        let n_taken = n_sent.saturating_sub(n_limited);
        self.best_minute = self.best_minute.max(n_taken);
        let Some(known) = self.known else {
            // A whole minute in which nothing more was to be had: so many are taken in one.
            if is_used_up && n_taken > 0 && now_millis >= self.unteachable_until {
                self.known = Some(f64::from(n_taken));
                self.changed_at = now_millis;
            }
            return;
        };
        if n_limited >= 5 && n_limited.saturating_mul(5) >= n_sent {
            self.n_bad_minutes += 1;
            // The allowance may have shrunk, or somebody else takes part of it.
            self.best_minute = n_taken;
        } else {
            self.n_bad_minutes = 0;
        }
        if self.n_bad_minutes >= MAX_BAD_MINUTES {
            self.take_pace_back(now_millis);
            return;
        }
        if n_limited > 0 {
            return;
        }
        if n_sent >= MIN_CLEAN {
            self.n_less = 0;
        }
        // What was possible once need not be so now.
        self.best_minute = n_taken;
        let is_used = f64::from(n_sent) >= known * 0.9;
        let unchanged = now_millis.saturating_sub(self.changed_at);
        if is_used && self.has_gained && unchanged >= KEPT_MILLIS {
            // No bucket lends for so long: the allowance has grown, and may be larger still.
            self.trial_every = FIRST_TRIAL_MILLIS;
            self.has_gained = false;
        }
        let is_due = unchanged >= self.trial_every;
        if self.trial.is_none() && !(is_used && is_due) || since < self.changed_at {
            return;
        }
        let Trial { safe, step, .. } = self.trial.unwrap_or(Trial {
            safe: known,
            clean: known,
            step: FIRST_STEP,
        });
        let next = (known + safe * step).min(self.told.unwrap_or(f64::INFINITY));
        if next > known && is_used {
            self.trial = Some(Trial {
                safe,
                clean: known,
                step: step * 4.0,
            });
            self.known = Some(next);
            self.changed_at = now_millis;
        }
    }
}
