//! Runs against servers that allow so many requests a minute, each counting in its own way.

use std::collections::VecDeque;

use sukat::provider::told::{Quota, Told};
use sukat::run::{RowKey, RunState};

use crate::runs::simulator::{Answer, Server, Simulator};
use crate::runs::{limited, plan, reply};

const START: u64 = 1_700_000_000_123;
const MINUTE: u64 = 60_000;

/// How a server counts.
enum Counting {
    /// A window that slides: the times of the last requests.
    Sliding(VecDeque<u64>),
    /// Windows that begin on the minute: the current one and its requests.
    Fixed(u64, u64),
    /// A bucket that fills again all the time: what is in it, and since when. A request takes
    /// [`MINUTE`] out of it, and each millisecond puts in what is allowed a minute.
    Bucket { size: u64, left: u64, at: u64 },
}

/// A server that allows so many requests a minute.
struct Limiter {
    counting: Counting,
    per_minute: u64,
    latency_millis: u64,
    refusal_millis: u64,
    /// Whether a refusal says how long to wait.
    is_telling: bool,
    has_headers: bool,
}

impl Limiter {
    fn new(counting: Counting, per_minute: u64) -> Self {
        Self {
            counting,
            per_minute,
            latency_millis: 800,
            refusal_millis: 20,
            is_telling: false,
            has_headers: false,
        }
    }

    fn sliding(per_minute: u64) -> Self {
        Self::new(Counting::Sliding(VecDeque::new()), per_minute)
    }

    fn fixed(per_minute: u64) -> Self {
        Self::new(Counting::Fixed(0, 0), per_minute)
    }

    fn bucket(per_minute: u64, n_requests: u64) -> Self {
        let size = n_requests * MINUTE;
        let counting = Counting::Bucket {
            size,
            left: size,
            at: START,
        };
        Self::new(counting, per_minute)
    }

    /// Whether the request is taken; else how long until the next one would be.
    fn admit(&mut self, now: u64) -> Result<(), u64> {
        match &mut self.counting {
            Counting::Sliding(times) => {
                while times.front().is_some_and(|&at| at + MINUTE <= now) {
                    times.pop_front();
                }
                if times.len() as u64 >= self.per_minute {
                    return Err(times.front().map_or(0, |at| at + MINUTE - now));
                }
                times.push_back(now);
            }
            Counting::Fixed(window, n_taken) => {
                if *window != now / MINUTE {
                    (*window, *n_taken) = (now / MINUTE, 0);
                }
                if *n_taken >= self.per_minute {
                    return Err((*window + 1) * MINUTE - now);
                }
                *n_taken += 1;
            }
            Counting::Bucket { size, left, at } => {
                let past = now.saturating_sub(*at);
                *left = (*left + past * self.per_minute).min(*size);
                *at = now.max(*at);
                if *left < MINUTE {
                    return Err((MINUTE - *left).div_ceil(self.per_minute));
                }
                *left -= MINUTE;
            }
        }
        Ok(())
    }

    fn told(&self) -> Option<Told> {
        let Counting::Bucket { size, left, .. } = self.counting else {
            return None;
        };
        let quota = Quota {
            limit: Some(self.per_minute),
            left: Some(left / MINUTE),
            reset_millis: Some((size - left) / self.per_minute),
        };
        self.has_headers.then_some(Told {
            requests: quota,
            tokens: Quota::default(),
        })
    }
}

impl Server for Limiter {
    fn take(&mut self, now_millis: u64, _: &RowKey) -> Answer {
        let admitted = self.admit(now_millis);
        let told = self.told();
        match admitted {
            Ok(()) => Answer {
                result: Ok(reply("Sagot: B")),
                after_millis: self.latency_millis,
                told,
            },
            Err(wait) => Answer {
                result: Err(limited(self.is_telling.then_some(wait))),
                after_millis: self.refusal_millis,
                told,
            },
        }
    }
}

/// Runs rows through a server with every number at once allowed, and holds it to its promise.
#[track_caller]
fn check(name: &str, mut server: Limiter, n_rows: usize) {
    let mut simulator = Simulator::start(plan(n_rows, 32), START, &mut server);
    simulator.go(u64::MAX, &mut server);
    let end = simulator.now_millis;
    assert_eq!(simulator.run.state(end), RunState::Finished, "{name}");
    let (limited, rate) = (
        simulator.limited_since(START + MINUTE),
        simulator.rate_since(START + MINUTE),
    );
    let used = rate / server.per_minute as f64;
    let in_first = simulator
        .seen
        .iter()
        .filter(|seen| seen.at < START + MINUTE && seen.is_limited)
        .count();
    println!(
        "{name}: {:.2} % limited, {:.1} % of the rate used, {in_first} limited in the first minute, {:?}",
        limited * 100.0,
        used * 100.0,
        simulator.run.progress(end).per_minute,
    );
    assert!(limited <= 0.02, "{name}: {limited} of the requests limited");
    assert!(used >= 0.95, "{name}: {used} of the rate used");
    assert!(
        in_first <= 150,
        "{name}: {in_first} limited in the first minute"
    );
}

#[test]
fn sixty_a_minute_are_found_out_and_used_however_the_server_counts() {
    for is_telling in [false, true] {
        for latency_millis in [50, 800, 6000] {
            let servers = [
                ("sliding", Limiter::sliding(60)),
                ("fixed", Limiter::fixed(60)),
                ("bucket of a minute", Limiter::bucket(60, 60)),
                ("bucket of ten", Limiter::bucket(60, 10)),
            ];
            for (name, mut server) in servers {
                server.is_telling = is_telling;
                server.latency_millis = latency_millis;
                let name = format!("{name}, {latency_millis} ms, telling: {is_telling}");
                check(&name, server, 2400);
            }
        }
    }
}

#[test]
fn ten_a_minute_of_a_free_key_are_found_out_and_used() {
    for is_telling in [false, true] {
        let servers = [
            ("sliding", Limiter::sliding(10)),
            ("fixed", Limiter::fixed(10)),
            ("bucket", Limiter::bucket(10, 10)),
        ];
        for (name, mut server) in servers {
            server.is_telling = is_telling;
            check(&format!("{name}, ten, telling: {is_telling}"), server, 800);
        }
    }
}

#[test]
fn what_the_headers_tell_needs_no_refusal_to_be_learnt() {
    let mut server = Limiter::bucket(60, 60);
    server.has_headers = true;
    let mut simulator = Simulator::start(plan(600, 32), START, &mut server);
    simulator.go(u64::MAX, &mut server);
    assert!(simulator.seen.iter().all(|seen| !seen.is_limited));
    let used = simulator.rate_since(START + MINUTE) / 60.0;
    assert!(used >= 0.95, "{used} of the rate used");
    assert_eq!(
        simulator.run.progress(simulator.now_millis).per_minute,
        Some(60)
    );
}

/// Rows a minute that get through after a quarter of an hour at one limit and some time at another.
fn after_a_change(before: u64, after: u64, minutes: u64) -> (f64, f64) {
    let mut server = Limiter::sliding(before);
    let mut simulator = Simulator::start(plan(40_000, 32), START, &mut server);
    simulator.go(START + 15 * MINUTE, &mut server);
    server.per_minute = after;
    simulator.go(START + (15 + minutes) * MINUTE, &mut server);
    let from = simulator.now_millis;
    simulator.go(from + 10 * MINUTE, &mut server);
    (simulator.rate_since(from), simulator.limited_since(from))
}

#[test]
fn a_limit_that_is_lowered_or_lifted_on_the_way_is_found_out() {
    let (rate, limited) = after_a_change(60, 20, 5);
    println!(
        "60 to 20: {rate:.1} a minute, {:.2} % limited",
        limited * 100.0
    );
    assert!(rate >= 19.0 && limited <= 0.03, "{rate} {limited}");
    let (rate, limited) = after_a_change(60, 300, 40);
    println!(
        "60 to 300: {rate:.1} a minute, {:.2} % limited",
        limited * 100.0
    );
    assert!(rate >= 250.0 && limited <= 0.03, "{rate} {limited}");
}

/// Requests that got through in each minute after the first: for a server whose windows begin on
/// the minute in each of its windows, for the others in minutes of ours.
fn used_by_minute(simulator: &Simulator, server: &Limiter, minutes: u64) -> Vec<usize> {
    let start = simulator.seen[0].at;
    let from = match server.counting {
        Counting::Fixed(..) => start / MINUTE * MINUTE,
        _ => start,
    };
    let n_taken = |minute: u64| {
        let within = from + minute * MINUTE..from + (minute + 1) * MINUTE;
        let taken = simulator.seen.iter().filter(|seen| !seen.is_limited);
        taken.filter(|seen| within.contains(&seen.at)).count()
    };
    (1..minutes).map(n_taken).collect()
}

#[test]
fn the_second_minute_is_used_already_and_so_is_every_later_one() {
    for (is_telling, latency_millis) in [(false, 300), (false, 800), (true, 300), (true, 800)] {
        for kind in ["sliding", "fixed", "bucket of a minute", "bucket of ten"] {
            let (mut all, mut limited) = (Vec::new(), 0.0);
            for seed in 0..10 {
                let mut server = match kind {
                    "sliding" => Limiter::sliding(60),
                    "fixed" => Limiter::fixed(60),
                    "bucket of ten" => Limiter::bucket(60, 10),
                    _ => Limiter::bucket(60, 60),
                };
                server.is_telling = is_telling;
                server.latency_millis = latency_millis;
                server.refusal_millis = latency_millis.min(300);
                let mut plan = plan(1000, 16);
                plan.seed = seed;
                // The server's own minute begins at another time in each.
                let start = START + seed * 7_777;
                let mut simulator = Simulator::start(plan, start, &mut server);
                simulator.go(start + 10 * MINUTE, &mut server);
                let used = used_by_minute(&simulator, &server, 10);
                limited += simulator.limited_since(start + MINUTE) / 10.0;
                let name = format!("{kind}, {latency_millis} ms, {is_telling}, seed {seed}");
                assert!(used.iter().all(|&n| n >= 57), "{name}: {used:?} a minute");
                all.push(used);
            }
            assert!(limited <= 0.02, "{kind}: {limited} of the requests limited");
            let least = |minute: usize| all.iter().map(|used| used[minute]).min();
            println!(
                "{kind}, {latency_millis} ms, telling: {is_telling}: at least {:?} in the second minute, {:?} in the third",
                least(0),
                least(1)
            );
        }
    }
}
