//! How many requests may be out at once: few at first, more while it goes well, fewer after a
//! burst of rate limits.

/// How many are out at first. Most free plans bear it, and doubling from here is quick.
const FIRST_AT_ONCE: u32 = 8;

/// Between two cuts: the replies to requests of before the last one tell nothing new.
const CUT_EVERY_MILLIS: u64 = 15_000;

/// The number at once.
#[derive(Clone, Debug)]
pub(super) struct Workers {
    cap: u32,
    allowed: u32,
    /// The number doubles with each clean round, until the first cut.
    is_doubling: bool,
    /// Successes since the last change of `allowed`.
    n_good: u32,
    last_cut_at: Option<u64>,
}

impl Workers {
    pub(super) fn new(cap: u32) -> Self {
        let cap = cap.max(1);
        Self {
            cap,
            allowed: cap.min(FIRST_AT_ONCE),
            is_doubling: true,
            n_good: 0,
            last_cut_at: None,
        }
    }

    /// Requests that may be out at once, in `1..=cap`.
    pub(super) fn allowed(&self) -> u32 {
        self.allowed
    }

    /// Most that may be out at once, at least 1.
    pub(super) fn cap(&self) -> u32 {
        self.cap
    }

    /// Twice as many after a clean round; after a cut, one more after a good while.
    pub(super) fn note_success(&mut self) {
        self.n_good = self.n_good.saturating_add(1);
        let (round, next) = if self.is_doubling {
            (self.allowed, self.allowed.saturating_mul(2))
        } else {
            (self.allowed.saturating_mul(4), self.allowed + 1)
        };
        if self.allowed < self.cap && self.n_good >= round {
            self.allowed = next.min(self.cap);
            self.n_good = 0;
        }
    }

    /// One cut a burst.
    pub(super) fn cut(&mut self, now_millis: u64) {
        if self
            .last_cut_at
            .is_none_or(|at| now_millis.saturating_sub(at) >= CUT_EVERY_MILLIS)
        {
            self.allowed = (self.allowed.saturating_mul(8) / 10).max(1);
            self.last_cut_at = Some(now_millis);
            self.n_good = 0;
        }
        self.is_doubling = false;
    }

    /// More were declined than got through: begin anew with one.
    pub(super) fn begin_anew(&mut self) {
        self.allowed = 1;
        self.is_doubling = true;
        self.n_good = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_doubles_with_each_clean_round_up_to_the_cap() {
        let mut workers = Workers::new(50);
        let mut seen = vec![workers.allowed()];
        for _ in 0..200 {
            workers.note_success();
            if seen.last() != Some(&workers.allowed()) {
                seen.push(workers.allowed());
            }
        }
        assert_eq!(seen, [8, 16, 32, 50]);
        assert_eq!(Workers::new(0).allowed(), 1);
    }

    #[test]
    fn a_burst_cuts_once_and_the_number_grows_back_slowly() {
        let mut workers = Workers::new(8);
        for _ in 0..10 {
            workers.cut(1000);
        }
        assert_eq!(workers.allowed(), 6);
        for _ in 0..24 {
            workers.note_success();
        }
        assert_eq!(workers.allowed(), 7);
        workers.cut(16_000);
        assert_eq!(workers.allowed(), 5);
    }

    #[test]
    fn a_flood_begins_anew() {
        let mut workers = Workers::new(8);
        workers.begin_anew();
        assert_eq!(workers.allowed(), 1);
        workers.note_success();
        workers.note_success();
        assert_eq!(workers.allowed(), 2);
    }
}
