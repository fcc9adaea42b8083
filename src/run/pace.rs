//! How many requests may be out, how many a minute, and how long all of them hold back.
//!
//! Rate control works without any header, since browsers mostly hide them: on our own clock, with
//! waits that were read out of the error's text, and with what refusals teach.

mod allowance; // what a server allows in a minute
mod bursts; // refusals that come together
mod hearsay; // limits that headers tell
pub(in crate::run) mod jitter; // waits of our own
mod minute; // what was sent in the last minute
mod workers; // how many at once

use crate::provider::address::BaseUrl;
use crate::provider::told::Told;
use crate::run::MAX_WAIT_MILLIS;
use crate::run::estimate;
use crate::run::pace::allowance::Allowance;
use crate::run::pace::bursts::{Bursts, LONG_WAIT_MILLIS};
use crate::run::pace::hearsay::Hearsay;
use crate::run::pace::jitter::Jitter;
use crate::run::pace::minute::{MAX_KEPT, Minute};
use crate::run::pace::workers::Workers;

/// Browsers hold about six connections to a host over HTTP/1.1; more requests only queue.
const PLAIN_HTTP_CONCURRENCY: u32 = 6;

/// Enough for a request a second at half a minute each.
const HTTPS_CONCURRENCY: u32 = 32;

/// Most that can be asked for.
pub const MAX_CONCURRENCY: u32 = 64;

const MINUTE_MILLIS: u64 = 60_000;

/// Over how long the user's caps are counted: a minute, and what requests may be delayed by on
/// their way, so that the server's minute holds no more either.
const CAP_SPAN_MILLIS: u64 = 60_500;

/// After a burst one request goes ahead; so long after it the next one follows, if neither came
/// back. Refusals come at once, replies take their time.
const PROBE_MILLIS: u64 = 3_000;

/// Requests may catch up with so much of a delay: alarms of pages come late.
const CATCH_UP_MILLIS: u64 = 1_500;

/// How many requests at once the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Whatever is sensible.
    Default,
    /// So many, knowing that a browser may queue them.
    Exactly(u32),
}

/// Most requests at once that an endpoint gets: 6 over `http://`, where browsers queue the rest, 32
/// over `https://`; what the user asks for explicitly, within `1..=`[`MAX_CONCURRENCY`]. The
/// browser's own model answers one after the other. A run
/// begins with few and finds out by itself how many go.
pub fn concurrency_for(base: &BaseUrl, wish: Wish) -> u32 {
    match wish {
        _ if base.is_browser() => 1,
        Wish::Exactly(n) => n.clamp(1, MAX_CONCURRENCY),
        Wish::Default if base.is_plain_http() => PLAIN_HTTP_CONCURRENCY,
        Wish::Default => HTTPS_CONCURRENCY,
    }
}

/// What the user allows at most in any minute; `None` where the user sets nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caps {
    /// Requests per minute, at least 1.
    pub requests_per_minute: Option<u32>,
    /// Tokens per minute, prompts and replies together; estimated when a request is sent, as
    /// reported once it came back.
    pub tokens_per_minute: Option<u64>,
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

/// When one more request may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Now.
    Now,
    /// Not before this time, Unix milliseconds.
    At(u64),
}

/// After a burst one request goes ahead of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Probe {
    /// No burst, or it is over.
    None,
    /// To be sent.
    Wanted,
    /// Not back yet.
    SentAt(u64),
}

/// The pace of all workers together.
#[derive(Clone, Debug)]
pub(super) struct Pace {
    caps: Caps,
    workers: Workers,
    minute: Minute,
    allowance: Allowance,
    told_requests: Hearsay,
    told_tokens: Hearsay,
    /// As the server's headers say.
    tokens_per_minute: Option<u64>,
    /// Nobody asks before this.
    hold_until: u64,
    /// With requests spread over the minute, the next one's time.
    next_at: u64,
    probe: Probe,
    bursts: Bursts,
    /// When the first of the requests is a minute old that were taken before the first refusal since
    /// the last success.
    frees_at: Option<u64>,
}

impl Pace {
    /// `at_once` is the most that may be out.
    pub(super) fn new(at_once: u32, caps: Caps) -> Self {
        Self {
            caps: Caps {
                requests_per_minute: caps.requests_per_minute.map(|n| n.clamp(1, MAX_KEPT)),
                tokens_per_minute: caps.tokens_per_minute.map(|n| n.max(1)),
            },
            workers: Workers::new(at_once),
            minute: Minute::default(),
            allowance: Allowance::default(),
            told_requests: Hearsay::default(),
            told_tokens: Hearsay::default(),
            tokens_per_minute: None,
            hold_until: 0,
            next_at: 0,
            probe: Probe::None,
            bursts: Bursts::default(),
            frees_at: None,
        }
    }

    /// Requests that may be out at once, at least 1.
    pub(super) fn allowed(&self) -> u32 {
        self.workers.allowed()
    }

    /// The same, where `n_slow` requests have been out for long: those that hang hold back others
    /// only up to the user's cap.
    pub(super) fn allowed_beside(&self, n_slow: usize) -> usize {
        (self.workers.allowed() as usize + n_slow).min(self.workers.cap() as usize)
    }

    /// Requests per minute that are kept to: the user's cap, or less where the server wants less.
    pub(super) fn per_minute(&self) -> Option<u32> {
        let known = self
            .allowance
            .known()
            .map(|known| whole(known.floor().max(1.0)));
        match (self.caps.requests_per_minute, known) {
            (Some(cap), Some(known)) => Some(cap.min(known)),
            (cap, known) => cap.or(known),
        }
    }

    pub(super) fn hold_until(&self) -> u64 {
        self.hold_until
    }

    pub(super) fn is_holding(&self, now_millis: u64) -> bool {
        self.hold_until > now_millis
    }

    /// Draws conclusions from what happened; to be called before [`Pace::turn`].
    pub(super) fn think(&mut self, now_millis: u64) {
        // A clock set back would turn a short wait into a long one.
        self.hold_until = self
            .hold_until
            .min(now_millis.saturating_add(MAX_WAIT_MILLIS));
        self.minute.mind_clock(now_millis);
        self.allowance.mind_clock(now_millis);
        let is_holding = self.is_holding(now_millis);
        if !is_holding && self.bursts.ended_as_flood() {
            self.workers.begin_anew();
        }
        let is_used_up = self.bursts.seem_used_up();
        self.allowance.think(now_millis, is_holding, is_used_up);
        if let Some(spacing) = self.spacing() {
            self.next_at = self.next_at.clamp(
                now_millis.saturating_sub(CATCH_UP_MILLIS),
                now_millis.saturating_add(spacing),
            );
        }
    }

    /// When one more request of so many tokens may be sent.
    pub(super) fn turn(&self, now_millis: u64, tokens: u64) -> Turn {
        let mut at = self.hold_until;
        if let Probe::SentAt(sent_at) = self.probe {
            at = at.max(sent_at.min(now_millis) + PROBE_MILLIS);
        }
        if self.spacing().is_some() {
            at = at.max(self.next_at);
        }
        if let Some(cap) = self.caps.requests_per_minute {
            at = at.max(self.minute.fits_at(now_millis, cap, CAP_SPAN_MILLIS, true));
        }
        if let Some(known) = self.allowance.known() {
            let fits = self
                .minute
                .fits_at(now_millis, whole(known), CAP_SPAN_MILLIS, false);
            at = at.max(fits);
        }
        for cap in [self.caps.tokens_per_minute, self.tokens_per_minute]
            .into_iter()
            .flatten()
        {
            let fits = self
                .minute
                .tokens_fit_at(now_millis, tokens, cap, CAP_SPAN_MILLIS);
            at = at.max(fits);
        }
        if at > now_millis {
            Turn::At(at)
        } else {
            Turn::Now
        }
    }

    /// A request is sent. Gives its number.
    pub(super) fn note_ask(&mut self, now_millis: u64, tokens: u64) -> u64 {
        self.allowance.note_ask(now_millis);
        if let Some(spacing) = self.spacing() {
            self.next_at = self.next_at.max(now_millis.saturating_sub(CATCH_UP_MILLIS)) + spacing;
        }
        if self.probe != Probe::None {
            self.probe = Probe::SentAt(now_millis);
        }
        self.minute.note_ask(now_millis, tokens)
    }

    /// Request `number`, the last that was noted, was not sent after all.
    pub(super) fn take_back(&mut self, number: u64) {
        self.minute.take_back(number);
        self.allowance.take_back();
        if let Some(spacing) = self.spacing() {
            self.next_at = self.next_at.saturating_sub(spacing);
        }
        self.forget_probe();
    }

    /// What a request really took.
    pub(super) fn note_tokens(&mut self, number: u64, tokens: u64) {
        self.minute.note_tokens(number, tokens);
    }

    /// The user goes on, or requests were lost: waits and tallies are forgotten, what was learnt
    /// is kept.
    pub(super) fn forget_waits(&mut self) {
        self.hold_until = 0;
        self.bursts.forget();
        self.frees_at = None;
        self.probe = Probe::None;
    }

    /// What was out is lost, and a request that went ahead with it.
    pub(super) fn forget_probe(&mut self) {
        if self.probe != Probe::None {
            self.probe = Probe::Wanted;
        }
    }

    /// A request that was sent at `asked_at` got through.
    pub(super) fn note_success(&mut self, asked_at: u64) {
        self.bursts.note_success();
        self.frees_at = None;
        self.note_passed(asked_at);
        self.workers.note_success();
    }

    /// A request that was sent at `asked_at` was not declined for its pace, whatever became of it.
    pub(super) fn note_passed(&mut self, asked_at: u64) {
        if asked_at >= self.hold_until {
            self.probe = Probe::None;
        }
    }

    /// A reply's headers say how many requests and tokens are left.
    pub(super) fn be_told(&mut self, now_millis: u64, told: &Told) {
        if let Some(per_minute) = self.told_requests.hear(told.requests) {
            let per_minute = u32::try_from(per_minute).unwrap_or(u32::MAX);
            self.allowance.be_told(per_minute.min(MAX_KEPT));
        }
        if let Some(per_minute) = self.told_tokens.hear(told.tokens) {
            self.tokens_per_minute = Some(per_minute);
        }
        for quota in [told.requests, told.tokens] {
            if let Some(wait) = quota.used_up_for()
                && wait <= MAX_WAIT_MILLIS
                && quota.per_minute().is_none()
            {
                self.hold_until = self.hold_until.max(now_millis.saturating_add(wait));
            }
        }
    }

    /// Request `number`, sent at `asked_at`, was rate limited. All refusals of one burst make one
    /// wait and one cut.
    pub(super) fn note_limit(
        &mut self,
        now_millis: u64,
        asked_at: u64,
        number: u64,
        wait_millis: Option<u64>,
        jitter: &mut Jitter,
    ) -> Limited {
        self.minute.note_limited(number);
        self.allowance.note_limited(asked_at, number, &self.minute);
        self.workers.cut(now_millis);
        // Nobody asks while the others hold back, so this one was sent after the last wait.
        let is_new_burst = asked_at >= self.hold_until;
        self.bursts.note_refusal(is_new_burst, wait_millis);
        self.probe = Probe::Wanted;
        if self.frees_at.is_none() {
            self.frees_at = self
                .minute
                .leaves_at(now_millis, now_millis, CAP_SPAN_MILLIS);
        }
        if self.bursts.are_hopeless() {
            return Limited::Hopeless;
        }
        let wait = match wait_millis {
            // The time of the next free place, for which all of us would run.
            Some(wait) if is_new_burst && self.bursts.is_flood() => {
                wait.max(self.own_wait(now_millis, jitter))
            }
            Some(wait) => wait.max(1),
            None if !is_new_burst && self.is_holding(now_millis) => return Limited::Held,
            None => self.own_wait(now_millis, jitter),
        };
        let until_millis = now_millis.saturating_add(wait);
        if wait > MAX_WAIT_MILLIS {
            return Limited::TooLong { until_millis };
        }
        self.hold_until = self.hold_until.max(until_millis);
        Limited::Held
    }

    /// How long to hold back where the server does not say.
    ///
    /// A long wait must not pass by the time when a server that counts in minutes takes requests
    /// again, or it wastes what is left of that minute. With a window that slides, that is when the
    /// first of those that it took is a minute old; once that has come and nothing was taken, the
    /// others are gone by, ever further apart. Windows of the server's own mostly begin on the
    /// minute.
    fn own_wait(&self, now_millis: u64, jitter: &mut Jitter) -> u64 {
        let wait = self.bursts.own_wait(jitter);
        if wait < LONG_WAIT_MILLIS {
            return wait;
        }
        let next_minute = now_millis - now_millis % MINUTE_MILLIS + CAP_SPAN_MILLIS;
        let later = now_millis + wait / 2;
        (self.frees_at.filter(|&at| at > now_millis))
            .or_else(|| self.minute.leaves_at(now_millis, later, CAP_SPAN_MILLIS))
            .map_or(wait, |at| wait.min(at.min(next_minute) - now_millis))
    }

    /// Between two requests, where so many a minute are known or wished; milliseconds.
    fn spacing(&self) -> Option<u64> {
        let cap = self.caps.requests_per_minute.map(f64::from);
        let per_minute = match (cap, self.allowance.known()) {
            (Some(cap), Some(known)) => cap.min(known),
            (cap, known) => cap.or(known)?,
        };
        let span = estimate::float(CAP_SPAN_MILLIS);
        Some(estimate::whole((span / per_minute).floor()))
    }
}

/// A number of requests, rounded up.
fn whole(per_minute: f64) -> u32 {
    u32::try_from(estimate::whole(per_minute)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
