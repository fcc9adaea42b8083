//! How many requests may be out, and how long all of them hold back.
//!
//! Rate control works without any header, since browsers mostly hide them: on our own clock, and
//! with waits that were read out of the error's text.

use crate::provider::address::BaseUrl;
use crate::run::MAX_WAIT_MILLIS;

/// Browsers hold about six connections to a host over HTTP/1.1; more requests only queue.
const PLAIN_HTTP_CONCURRENCY: u32 = 6;

/// A start that most free plans bear.
const HTTPS_CONCURRENCY: u32 = 8;

/// Most that can be asked for.
pub const MAX_CONCURRENCY: u32 = 64;

/// Between two cuts: the replies to requests of before the last one tell nothing new.
const CUT_EVERY_MILLIS: u64 = 15_000;

/// Bursts of rate limits without a success between them before the run gives up waiting: with
/// waits that double up to a minute, about ten minutes.
const MAX_BURSTS: u32 = 14;

/// Shortest shared wait without a word from the server.
const MIN_HOLD_MILLIS: u64 = 200;

/// How many requests at once the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Whatever is sensible.
    Default,
    /// So many, knowing that a browser may queue them.
    Exactly(u32),
}

/// How many requests at once an endpoint gets: 6 over `http://`, where browsers queue the rest, 8
/// over `https://`; what the user asks for explicitly, within `1..=`[`MAX_CONCURRENCY`].
pub fn concurrency_for(base: &BaseUrl, wish: Wish) -> u32 {
    match wish {
        Wish::Exactly(n) => n.clamp(1, MAX_CONCURRENCY),
        Wish::Default if base.is_plain_http() => PLAIN_HTTP_CONCURRENCY,
        Wish::Default => HTTPS_CONCURRENCY,
    }
}

/// The wait before try `n` (from 0): one second doubled each time, at most a minute.
pub(super) fn backoff_millis(n: u32) -> u64 {
    1000u64
        .checked_shl(n.min(16))
        .unwrap_or(u64::MAX)
        .min(60_000)
}

/// A small seeded generator (splitmix64), so that workers do not all come back at once. Its
/// numbers reach no score.
#[derive(Clone, Debug)]
pub(super) struct Jitter(u64);

impl Jitter {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Evenly in `0..=max`.
    pub(super) fn up_to(&mut self, max: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        let scaled = (u128::from(z) * (u128::from(max) + 1)) >> 64;
        u64::try_from(scaled).unwrap_or(max)
    }
}

/// What a rate limit means for the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limited {
    /// All hold back, then go on.
    Held,
    /// Longer than we wait without asking.
    TooLong {
        /// End of the wait.
        until_millis: u64,
    },
    /// Nothing gets through.
    Hopeless,
}

/// The pace of all workers together.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    cap: u32,
    allowed: u32,
    last_cut_at: Option<u64>,
    /// Successes since the last change of `allowed`.
    n_good: u32,
    /// Nobody asks before this.
    hold_until: u64,
    /// Bursts since the last success.
    n_bursts: u32,
}

impl Pace {
    pub(super) fn new(cap: u32) -> Self {
        let cap = cap.max(1);
        Self {
            cap,
            allowed: cap,
            last_cut_at: None,
            n_good: 0,
            hold_until: 0,
            n_bursts: 0,
        }
    }

    /// Requests that may be out at once, in `1..=cap`.
    pub(super) fn allowed(&self) -> u32 {
        self.allowed
    }

    pub(super) fn hold_until(&self) -> u64 {
        self.hold_until
    }

    pub(super) fn is_holding(&self, now_millis: u64) -> bool {
        self.hold_until > now_millis
    }

    /// A clock set back would turn a short wait into a long one.
    pub(super) fn mind_clock(&mut self, now_millis: u64) {
        self.hold_until = self
            .hold_until
            .min(now_millis.saturating_add(MAX_WAIT_MILLIS));
    }

    /// The user goes on: waits and tallies are forgotten, the number at once is kept.
    pub(super) fn forget_waits(&mut self) {
        self.hold_until = 0;
        self.n_bursts = 0;
    }

    /// One more at once after a good while of successes.
    pub(super) fn note_success(&mut self) {
        self.n_bursts = 0;
        self.n_good = self.n_good.saturating_add(1);
        if self.allowed < self.cap && self.n_good >= self.allowed.saturating_mul(4) {
            self.allowed += 1;
            self.n_good = 0;
        }
    }

    /// A request that was sent at `asked_at` was rate limited. All 429s of one burst make one
    /// wait and one cut.
    pub(super) fn note_limit(
        &mut self,
        now_millis: u64,
        asked_at: u64,
        wait_millis: Option<u64>,
        jitter: &mut Jitter,
    ) -> Limited {
        if self
            .last_cut_at
            .is_none_or(|at| now_millis.saturating_sub(at) >= CUT_EVERY_MILLIS)
        {
            self.allowed = (self.allowed.saturating_mul(8) / 10).max(1);
            self.last_cut_at = Some(now_millis);
            self.n_good = 0;
        }
        // Nobody asks while the others hold back, so this one was sent after the last wait.
        let is_new_burst = asked_at >= self.hold_until;
        if is_new_burst {
            self.n_bursts += 1;
        }
        if self.n_bursts > MAX_BURSTS {
            return Limited::Hopeless;
        }
        let wait = match wait_millis {
            Some(wait) => wait.max(1),
            None if !is_new_burst && self.is_holding(now_millis) => return Limited::Held,
            None => jitter
                .up_to(backoff_millis(self.n_bursts.saturating_sub(1)))
                .max(MIN_HOLD_MILLIS),
        };
        let until_millis = now_millis.saturating_add(wait);
        if wait > MAX_WAIT_MILLIS {
            return Limited::TooLong { until_millis };
        }
        self.hold_until = self.hold_until.max(until_millis);
        Limited::Held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_gets_six_unless_the_user_asks_for_more() {
        let at = |raw| BaseUrl::parse(raw).expect("an address").url;
        assert_eq!(
            concurrency_for(&at("http://localhost:8000/v1"), Wish::Default),
            6
        );
        assert_eq!(
            concurrency_for(&at("http://localhost:8000/v1"), Wish::Exactly(16)),
            16
        );
        assert_eq!(
            concurrency_for(&at("https://a.example/v1"), Wish::Default),
            8
        );
        assert_eq!(
            concurrency_for(&at("https://a.example/v1"), Wish::Exactly(0)),
            1
        );
        assert_eq!(
            concurrency_for(&at("https://a.example/v1"), Wish::Exactly(999)),
            64
        );
    }

    #[test]
    fn waits_double_up_to_a_minute() {
        let waits: Vec<u64> = (0..8).map(backoff_millis).collect();
        assert_eq!(
            waits,
            [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
        );
        assert_eq!(backoff_millis(u32::MAX), 60_000);
    }

    #[test]
    fn jitter_stays_in_its_range_and_repeats_with_its_seed() {
        let mut jitter = Jitter::new(1);
        let drawn: Vec<u64> = (0..1000).map(|_| jitter.up_to(9)).collect();
        assert!((0..=9).all(|n| drawn.contains(&n)) && drawn.iter().all(|&n| n <= 9));
        let mut again = Jitter::new(1);
        assert_eq!(drawn, (0..1000).map(|_| again.up_to(9)).collect::<Vec<_>>());
        assert_eq!(Jitter::new(1).up_to(0), 0);
    }

    #[test]
    fn a_burst_cuts_once_and_the_number_grows_back_slowly() {
        let mut pace = Pace::new(10);
        let mut jitter = Jitter::new(1);
        for _ in 0..10 {
            assert_eq!(
                pace.note_limit(1000, 0, Some(2500), &mut jitter),
                Limited::Held
            );
        }
        assert_eq!((pace.allowed(), pace.hold_until()), (8, 3500));
        for _ in 0..31 {
            pace.note_success();
        }
        assert_eq!(pace.allowed(), 8);
        pace.note_success();
        assert_eq!(pace.allowed(), 9);
        let _ = pace.note_limit(16_000, 15_000, None, &mut jitter);
        assert_eq!(pace.allowed(), 7);
    }
}
