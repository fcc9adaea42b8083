//! A run against a server of numbers, in virtual time: deterministic, and hours take a second.

use std::collections::BTreeMap;

use sukat::provider::Reply;
use sukat::provider::error::ProviderError;
use sukat::provider::told::Told;
use sukat::record::RecordRow;
use sukat::run::{Effect, Event, Plan, RowKey, Run};

/// The next number of a small generator (splitmix64).
pub(super) fn throw(dice: &mut u64) -> u64 {
    *dice = dice.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *dice;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What a server does with a request: what it answers, and after how many milliseconds.
pub(super) struct Answer {
    pub(super) result: Result<Reply, ProviderError>,
    pub(super) after_millis: u64,
    pub(super) told: Option<Told>,
}

/// A server, which sees when a request arrives and nothing else.
pub(super) trait Server {
    fn take(&mut self, now_millis: u64, key: &RowKey) -> Answer;
}

/// A request as the server saw it.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) at: u64,
    pub(super) is_limited: bool,
}

/// A run and the world around it.
pub(super) struct Simulator {
    pub(super) run: Run,
    pub(super) now_millis: u64,
    pub(super) seen: Vec<Seen>,
    /// What was stored of each row, every time.
    pub(super) saves: BTreeMap<RowKey, Vec<RecordRow>>,
    queue: BTreeMap<(u64, u64), Event>,
    n_events: u64,
    woke: Option<(u64, u64)>,
    pub(super) most_at_once: usize,
    out: BTreeMap<RowKey, (u64, u64)>,
    dice: u64,
}

impl Simulator {
    /// A run that has started at this time.
    pub(super) fn start(plan: Plan, now_millis: u64, server: &mut dyn Server) -> Self {
        let mut simulator = Self {
            run: Run::new(plan),
            now_millis,
            seen: Vec::new(),
            saves: BTreeMap::new(),
            queue: BTreeMap::new(),
            n_events: 0,
            woke: None,
            most_at_once: 0,
            out: BTreeMap::new(),
            dice: 11,
        };
        simulator.happen(Event::Started, server);
        simulator
    }

    /// Goes on until nothing is left to happen or this time is over.
    pub(super) fn go(&mut self, until_millis: u64, server: &mut dyn Server) {
        while let Some((&(at, number), _)) = self.queue.first_key_value() {
            if at > until_millis {
                break;
            }
            let event = self.queue.remove(&(at, number)).expect("it is there");
            self.now_millis = self.now_millis.max(at);
            if let Event::Replied { key, .. } = &event {
                self.out.remove(key);
            }
            self.happen(event, server);
        }
    }

    /// Something happens now.
    pub(super) fn happen(&mut self, event: Event, server: &mut dyn Server) {
        let effects = self.run.step(self.now_millis, event);
        for effect in effects {
            self.perform(effect, server);
        }
    }

    /// The clock is set to an earlier time. What is under way comes as long after it as before.
    pub(super) fn turn_back(&mut self, now_millis: u64) {
        let by = self.now_millis - now_millis;
        let shifted = std::mem::take(&mut self.queue).into_iter();
        self.queue = shifted
            .map(|((at, n), event)| ((at - by, n), event))
            .collect();
        self.out.values_mut().for_each(|(at, _)| *at -= by);
        self.woke = self.woke.map(|(at, n)| (at - by, n));
        self.now_millis = now_millis;
    }

    /// Requests per minute that got through, from this time on.
    pub(super) fn rate_since(&self, from_millis: u64) -> f64 {
        let taken = self.seen.iter().filter(|seen| !seen.is_limited);
        let n = taken.filter(|seen| seen.at >= from_millis).count();
        n as f64 * 60_000.0 / (self.now_millis - from_millis) as f64
    }

    /// Part of the requests that were rate limited, from this time on.
    pub(super) fn limited_since(&self, from_millis: u64) -> f64 {
        let seen = self.seen.iter().filter(|seen| seen.at >= from_millis);
        let n_limited = seen.clone().filter(|seen| seen.is_limited).count();
        n_limited as f64 / seen.count().max(1) as f64
    }

    /// The machine sleeps: nothing comes back of what was out, and no alarm rings before it wakes.
    pub(super) fn sleep(&mut self, millis: u64, server: &mut dyn Server) {
        for (_, place) in std::mem::take(&mut self.out) {
            self.queue.remove(&place);
        }
        self.now_millis += millis;
        self.happen(Event::Interrupted, server);
    }

    fn perform(&mut self, effect: Effect, server: &mut dyn Server) {
        match effect {
            Effect::Ask { key, attempt, .. } => {
                // Requests arrive a little later than they are sent, each by something else.
                let way = 5 + throw(&mut self.dice) % 30;
                let at = self.now_millis + way;
                let answer = server.take(at, &key);
                self.seen.push(Seen {
                    at,
                    is_limited: matches!(answer.result, Err(ProviderError::RateLimited { .. })),
                });
                let took_millis = way + answer.after_millis;
                if let Some(told) = answer.told {
                    self.later(took_millis, Event::LimitsTold(told));
                }
                let replied = Event::Replied {
                    key: key.clone(),
                    attempt,
                    result: answer.result,
                    took_millis,
                };
                let place = self.later(took_millis, replied);
                self.out.insert(key, place);
                self.most_at_once = self.most_at_once.max(self.out.len());
            }
            Effect::AbortAll => {
                for (_, place) in std::mem::take(&mut self.out) {
                    self.queue.remove(&place);
                }
            }
            Effect::Save(row) => {
                let key = RowKey {
                    task_id: row.task_id.clone(),
                    row_idx: row.row_idx,
                };
                self.saves.entry(key.clone()).or_default().push(*row);
                self.later(1, Event::Saved { key });
            }
            Effect::WakeAt(at) => {
                if let Some(place) = self.woke.take() {
                    self.queue.remove(&place);
                }
                let wait = at.saturating_sub(self.now_millis);
                self.woke = Some(self.later(wait, Event::Woke));
            }
            _ => {}
        }
    }

    fn later(&mut self, wait_millis: u64, event: Event) -> (u64, u64) {
        self.n_events += 1;
        let place = (self.now_millis + wait_millis, self.n_events);
        self.queue.insert(place, event);
        place
    }
}
