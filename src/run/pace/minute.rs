//! What was sent in the last minute or so: the memory that limits per minute are kept and learnt
//! by.

use std::collections::VecDeque;

/// How long a request is remembered: a minute, and what a slow reply may take to say that it was
/// one too many.
const KEEP_MILLIS: u64 = 90_000;

/// Most requests remembered. Nobody limits to more than this in a minute.
pub(super) const MAX_KEPT: u32 = 50_000;

/// A request that was sent.
#[derive(Clone, Copy, Debug)]
struct Sent {
    number: u64,
    /// Unix milliseconds.
    at: u64,
    /// Estimated, then as reported.
    tokens: u64,
    /// The server declined it for its pace, so it took nothing of the server's allowance.
    is_limited: bool,
}

/// The requests of the last minute, in the order they were sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Minute {
    sent: VecDeque<Sent>,
    n_sent: u64,
}

impl Minute {
    /// Notes a request with its estimated tokens, and gives it a number.
    pub(super) fn note_ask(&mut self, now_millis: u64, tokens: u64) -> u64 {
        while self.sent.len() >= MAX_KEPT as usize
            || self
                .sent
                .front()
                .is_some_and(|sent| sent.at + KEEP_MILLIS < now_millis)
        {
            self.sent.pop_front();
        }
        self.n_sent += 1;
        self.sent.push_back(Sent {
            number: self.n_sent,
            at: now_millis,
            tokens,
            is_limited: false,
        });
        self.n_sent
    }

    /// The request was not sent after all.
    pub(super) fn take_back(&mut self, number: u64) {
        self.sent.retain(|sent| sent.number != number);
    }

    /// The request was declined for its pace.
    pub(super) fn note_limited(&mut self, number: u64) {
        if let Some(sent) = self.find(number) {
            sent.is_limited = true;
            sent.tokens = 0;
        }
    }

    /// What the request really took.
    pub(super) fn note_tokens(&mut self, number: u64, tokens: u64) {
        if let Some(sent) = self.find(number) {
            sent.tokens = tokens;
        }
    }

    /// Requests that were sent up to number `last` and later than `after`, and not declined.
    pub(super) fn n_taken(&self, after: u64, last: u64) -> u32 {
        let taken = self
            .sent
            .iter()
            .rev()
            .take_while(|sent| sent.at > after)
            .filter(|sent| !sent.is_limited && sent.number <= last);
        u32::try_from(taken.count()).unwrap_or(u32::MAX)
    }

    /// When the next of the requests that were taken within the last `span` milliseconds is that
    /// old: the first to be so at `not_before` or later, else the last of them; `None` if none was
    /// taken.
    pub(super) fn leaves_at(&self, now_millis: u64, not_before: u64, span: u64) -> Option<u64> {
        let taken = self.sent.iter().filter(|sent| !sent.is_limited);
        let mut leaving = taken.map(|sent| sent.at + span);
        let last = leaving.clone().next_back().filter(|&at| at > now_millis)?;
        leaving
            .find(|&at| at > now_millis && at >= not_before)
            .or(Some(last))
    }

    /// When a further request fits: fewer than `cap` within `span` milliseconds. With
    /// `counts_limited`, requests that were declined count too.
    pub(super) fn fits_at(
        &self,
        now_millis: u64,
        cap: u32,
        span: u64,
        counts_limited: bool,
    ) -> u64 {
        let mut counted = self
            .sent
            .iter()
            .rev()
            .filter(|sent| counts_limited || !sent.is_limited);
        match counted.nth(cap.saturating_sub(1) as usize) {
            Some(sent) => (sent.at + span).max(now_millis),
            None => now_millis,
        }
    }

    /// When a further request of so many tokens fits under `cap` tokens within `span`
    /// milliseconds. One that is larger than the cap fits when nothing else is there.
    pub(super) fn tokens_fit_at(&self, now_millis: u64, tokens: u64, cap: u64, span: u64) -> u64 {
        let mut sum = tokens;
        for sent in self.sent.iter().rev() {
            sum = sum.saturating_add(sent.tokens);
            if sum > cap && sent.tokens > 0 {
                return (sent.at + span).max(now_millis);
            }
        }
        now_millis
    }

    /// A clock that was set back: all of it happened just now, which errs on the slow side.
    pub(super) fn mind_clock(&mut self, now_millis: u64) {
        if self.sent.back().is_some_and(|sent| sent.at > now_millis) {
            for sent in &mut self.sent {
                sent.at = now_millis;
            }
        }
    }

    fn find(&mut self, number: u64) -> Option<&mut Sent> {
        let place = self
            .sent
            .binary_search_by_key(&number, |sent| sent.number)
            .ok()?;
        self.sent.get_mut(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_fits_when_the_first_of_the_last_few_is_a_minute_old() {
        let mut minute = Minute::default();
        for at in [0, 10, 20] {
            minute.note_ask(at, 100);
        }
        assert_eq!(minute.fits_at(30, 4, 60_000, true), 30);
        assert_eq!(minute.fits_at(30, 3, 60_000, true), 60_000);
        minute.note_limited(2);
        assert_eq!(minute.fits_at(30, 3, 60_000, false), 30);
        assert_eq!(minute.fits_at(30, 2, 60_000, false), 60_000);
        assert_eq!(minute.n_taken(0, 3), 1);
    }

    #[test]
    fn tokens_are_counted_as_reported_once_they_are() {
        let mut minute = Minute::default();
        let number = minute.note_ask(0, 900);
        minute.note_ask(5, 50);
        assert_eq!(minute.tokens_fit_at(10, 100, 1000, 60_000), 60_000);
        minute.note_tokens(number, 300);
        assert_eq!(minute.tokens_fit_at(10, 100, 1000, 60_000), 10);
        assert_eq!(minute.tokens_fit_at(10, 5000, 1000, 60_000), 60_005);
        assert_eq!(minute.tokens_fit_at(90_000, 5000, 1000, 60_000), 90_000);
    }

    #[test]
    fn a_clock_set_back_makes_nothing_wait_longer_than_a_minute() {
        let mut minute = Minute::default();
        minute.note_ask(1_000_000, 0);
        minute.mind_clock(5000);
        assert_eq!(minute.fits_at(5000, 1, 60_000, true), 65_000);
    }
}
