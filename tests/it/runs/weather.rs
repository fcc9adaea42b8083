//! Runs in storms, behind slow clocks and closed lids: nothing is lost, doubled or made up.

use sukat::provider::error::ProviderError;
use sukat::provider::{Outcome, Usage};
use sukat::run::pace::Caps;
use sukat::run::{Event, PauseReason, RowKey, RunState, StopReason};

use crate::runs::simulator::{Answer, Server, Simulator, throw};
use crate::runs::{broken, limited, offline, plan, reply};

const START: u64 = 1_700_000_000_123;
const MINUTE: u64 = 60_000;

/// The text that belongs to a row.
fn text_of(key: &RowKey) -> String {
    format!("Sagot: {}", key.row_idx)
}

/// How a storm speaks of waits.
#[derive(Clone, Copy)]
enum Words {
    /// Every other refusal names a wait.
    Half,
    Always,
    Never,
}

/// 30 % rate limits, 5 % broken servers, 2 % resets, 1 % hangs, 1 % errors inside a success.
struct Storm {
    dice: u64,
    n_requests: u32,
    words: Words,
    latency_millis: u64,
}

impl Storm {
    fn new(words: Words, seed: u64, latency_millis: u64) -> Self {
        Self {
            dice: seed,
            n_requests: 0,
            words,
            latency_millis,
        }
    }
}

impl Server for Storm {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        self.n_requests += 1;
        let pick = throw(&mut self.dice) % 100;
        let is_telling = match self.words {
            Words::Half => pick < 15,
            Words::Always => true,
            Words::Never => false,
        };
        let result = match pick {
            0..30 => Err(limited(is_telling.then_some(300))),
            30..35 | 38 => Err(broken()),
            // The first of all requests must get through to tell a reset from a wall.
            35..37 if self.n_requests > 1 => Err(offline()),
            37 => Err(ProviderError::TimedOut {
                after_millis: 60_000,
            }),
            _ => Ok(reply(&text_of(key))),
        };
        Answer {
            result,
            after_millis: if pick == 37 {
                60_000
            } else {
                self.latency_millis
            },
            told: None,
        }
    }
}

/// Every row is stored once, with the text that is its own.
#[track_caller]
fn check_rows(simulator: &Simulator, n_rows: usize) {
    assert_eq!(simulator.saves.len(), n_rows);
    for (key, saved) in &simulator.saves {
        let texts: Vec<&str> = saved.iter().map(|row| row.text.as_str()).collect();
        assert_eq!(texts, [text_of(key)], "{saved:?}");
        assert_eq!(saved[0].outcome, Outcome::Answered, "{key:?}");
    }
}

#[test]
fn a_storm_costs_time_and_requests_but_no_row() {
    let n_rows = 3800;
    for (name, words) in [
        ("half of the waits told", Words::Half),
        ("all told", Words::Always),
        ("none told", Words::Never),
    ] {
        for (seed, latency_millis, at_once, most_minutes) in [
            (1, 20, 16, 30.0),
            (6, 20, 16, 45.0),
            (3, 600, 16, 45.0),
            (4, 2_000, 4, 240.0),
        ] {
            let mut server = Storm::new(words, seed, latency_millis);
            let mut simulator = Simulator::start(plan(n_rows, at_once), START, &mut server);
            simulator.go(u64::MAX, &mut server);
            let now = simulator.now_millis;
            assert_eq!(simulator.run.state(now), RunState::Finished, "{name}");
            check_rows(&simulator, n_rows);
            let ratio = f64::from(server.n_requests) / n_rows as f64;
            let minutes = (now - START) as f64 / MINUTE as f64;
            println!(
                "storm, {name}, {latency_millis} ms: {ratio:.3} requests a row, {minutes:.1} minutes"
            );
            assert!(ratio <= 1.75, "{name}: {ratio} requests a row");
            // Not much slower than the holds force: no pace was learnt out of thin air.
            assert!(
                minutes <= most_minutes,
                "{name}, {latency_millis} ms: {minutes} minutes"
            );
        }
    }
}

/// A server that answers everything, after this many milliseconds.
struct Kind {
    latency_millis: u64,
    output_tokens: Option<u64>,
}

impl Server for Kind {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        let mut reply = reply(&text_of(key));
        reply.usage = Usage {
            prompt_tokens: self.output_tokens.map(|_| 200),
            output_tokens: self.output_tokens,
            reasoning_tokens: None,
        };
        Answer {
            result: Ok(reply),
            after_millis: self.latency_millis,
            told: None,
        }
    }
}

#[test]
fn where_nothing_is_limited_growing_costs_next_to_nothing() {
    for (at_once, n_rows) in [(6, 1000), (16, 1000), (64, 4000)] {
        let mut server = Kind {
            latency_millis: 20,
            output_tokens: None,
        };
        let mut simulator = Simulator::start(plan(n_rows, at_once), START, &mut server);
        simulator.go(u64::MAX, &mut server);
        check_rows(&simulator, n_rows);
        assert_eq!(simulator.most_at_once, at_once as usize);
        // On the way 5 to 34 ms, there 20, and 1 to store: 40.5 for each place in the middle.
        let ideal = n_rows as f64 * 40.5 / f64::from(at_once);
        let took = (simulator.now_millis - START) as f64;
        println!(
            "{at_once} at once: {:.1} % of the possible rate",
            ideal / took * 100.0
        );
        assert!(
            took <= ideal * 1.1,
            "{at_once} at once: {took} ms, {ideal} possible"
        );
    }
}

#[test]
fn caps_of_the_user_are_exceeded_in_no_minute() {
    let caps = [
        (Some(30), None),
        (None, Some(9_000)),
        (Some(100), Some(20_000)),
        (Some(1), None),
    ];
    for (requests, tokens) in caps {
        let n_rows = if requests == Some(1) { 5 } else { 300 };
        let mut plan = plan(n_rows, 16);
        plan.caps = Caps {
            requests_per_minute: requests,
            tokens_per_minute: tokens,
        };
        let mut server = Kind {
            latency_millis: 700,
            output_tokens: Some(20),
        };
        let mut simulator = Simulator::start(plan, START, &mut server);
        simulator.go(u64::MAX, &mut server);
        check_rows(&simulator, n_rows);
        let times: Vec<u64> = simulator.seen.iter().map(|seen| seen.at).collect();
        let most = times
            .iter()
            .map(|&from| {
                let in_minute = |at: &&u64| (from..from + MINUTE).contains(*at);
                times.iter().filter(in_minute).count() as u64
            })
            .max()
            .expect("requests");
        let most_tokens = most * 220;
        println!("{requests:?} and {tokens:?}: at most {most} and {most_tokens} in a minute");
        assert!(requests.is_none_or(|cap| most <= u64::from(cap)), "{most}");
        assert!(tokens.is_none_or(|cap| most_tokens <= cap), "{most_tokens}");
        let is_used = requests.is_some_and(|cap| most * 20 >= u64::from(cap) * 19)
            || tokens.is_some_and(|cap| most_tokens * 20 >= cap * 19);
        assert!(is_used, "{most} requests, {most_tokens} tokens");
    }
}

/// Takes ten requests, then declines once and names a wait of 20 seconds.
struct Asking {
    n_requests: u32,
}

impl Server for Asking {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        self.n_requests += 1;
        let is_declined = (11..15).contains(&self.n_requests);
        Answer {
            result: if is_declined {
                Err(limited(Some(20_000)))
            } else {
                Ok(reply(&text_of(key)))
            },
            after_millis: 100,
            told: None,
        }
    }
}

#[test]
fn one_wait_is_shared_by_all_workers() {
    let mut server = Asking { n_requests: 0 };
    let mut simulator = Simulator::start(plan(200, 16), START, &mut server);
    simulator.go(u64::MAX, &mut server);
    check_rows(&simulator, 200);
    let declined = simulator.seen.iter().filter(|seen| seen.is_limited);
    let last = declined.map(|seen| seen.at).max().expect("some are");
    // Those that were out already may arrive; nobody is sent during the wait.
    let in_wait = |at: u64| (last + 500..last + 20_000).contains(&at);
    assert_eq!(
        simulator
            .seen
            .iter()
            .filter(|seen| in_wait(seen.at))
            .count(),
        0
    );
}

#[test]
fn a_closed_lid_costs_one_more_request_for_what_was_out_and_nothing_else() {
    let n_rows = 400;
    let mut server = Kind {
        latency_millis: 900,
        output_tokens: None,
    };
    let mut simulator = Simulator::start(plan(n_rows, 8), START, &mut server);
    for _ in 0..5 {
        simulator.go(simulator.now_millis + 4_321, &mut server);
        simulator.sleep(8 * 60 * MINUTE, &mut server);
    }
    simulator.go(u64::MAX, &mut server);
    check_rows(&simulator, n_rows);
    let n_more = simulator.seen.len() - n_rows;
    assert!((1..=5 * 8).contains(&n_more), "{n_more} asked again");
}

#[test]
fn a_clock_that_jumps_back_makes_nobody_wait_for_hours() {
    let n_rows = 120;
    let mut plan = plan(n_rows, 8);
    plan.caps.requests_per_minute = Some(60);
    let mut server = Kind {
        latency_millis: 300,
        output_tokens: None,
    };
    let mut simulator = Simulator::start(plan, START, &mut server);
    simulator.go(START + 30_000, &mut server);
    let back = START - 8 * 60 * MINUTE;
    simulator.turn_back(back);
    simulator.go(u64::MAX, &mut server);
    check_rows(&simulator, n_rows);
    let took = simulator.now_millis - back;
    assert!(took <= 4 * MINUTE, "{took} ms after the jump");
}

/// Declines every request, always with the same error.
struct Wall(ProviderError);

impl Server for Wall {
    fn take(&mut self, _: u64, _: &RowKey) -> Answer {
        Answer {
            result: Err(self.0.clone()),
            after_millis: 20,
            told: None,
        }
    }
}

#[test]
fn errors_of_key_and_quota_cost_one_request() {
    let message = "no".to_owned();
    let errors = [
        ProviderError::Quota {
            status: 429,
            message: message.clone(),
        },
        ProviderError::Unauthorized {
            status: 401,
            message,
        },
    ];
    for error in errors {
        let mut server = Wall(error);
        let mut simulator = Simulator::start(plan(3800, 64), START, &mut server);
        simulator.go(u64::MAX, &mut server);
        assert_eq!(simulator.seen.len(), 1);
        assert!(matches!(
            simulator.run.state(simulator.now_millis),
            RunState::Stopped {
                why: StopReason::Quota { .. } | StopReason::KeyRejected { .. }
            }
        ));
    }
}

#[test]
fn a_wall_of_rate_limits_is_left_alone_in_the_end() {
    let mut server = Wall(limited(None));
    let mut simulator = Simulator::start(plan(3800, 64), START, &mut server);
    simulator.go(u64::MAX, &mut server);
    let n_asked = simulator.seen.len();
    let state = simulator.run.state(simulator.now_millis);
    assert!(
        matches!(
            state,
            RunState::Paused {
                why: PauseReason::RateLimited { .. }
            }
        ),
        "{state:?}"
    );
    assert!(n_asked <= 20, "{n_asked} requests");
    simulator.happen(Event::GoOn, &mut server);
    assert_eq!(simulator.seen.len(), n_asked + 1);
}

/// 20 % rate limits, 15 % broken servers, 6 % resets, 6 % hangs.
struct Harsh {
    dice: u64,
    n_requests: u32,
}

impl Server for Harsh {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        self.n_requests += 1;
        let pick = throw(&mut self.dice) % 100;
        let result = match pick {
            0..20 => Err(limited(None)),
            20..35 => Err(broken()),
            35..41 if self.n_requests > 1 => Err(offline()),
            41..47 => Err(ProviderError::TimedOut {
                after_millis: 60_000,
            }),
            _ => Ok(reply(&text_of(key))),
        };
        Answer {
            result,
            after_millis: if (41..47).contains(&pick) { 60_000 } else { 20 },
            told: None,
        }
    }
}

#[test]
fn in_a_harsher_storm_rows_use_up_their_tries_and_get_through_in_the_last_round() {
    let n_rows = 400;
    let mut n_saved_by_it = 0;
    for seed in 0..40 {
        let mut server = Harsh {
            dice: seed,
            n_requests: 0,
        };
        let mut simulator = Simulator::start(plan(n_rows, 16), START, &mut server);
        simulator.go(u64::MAX, &mut server);
        let progress = simulator.run.progress(simulator.now_millis);
        assert_eq!(progress.state, RunState::Finished, "storm {seed}");
        assert_eq!(progress.total.n_answered, n_rows, "storm {seed}");
        for (key, saved) in &simulator.saves {
            let last = saved.last().expect("stored");
            assert_eq!(last.text, text_of(key));
            assert!(saved.len() <= 2, "{saved:?}");
            if saved.len() == 2 {
                n_saved_by_it += 1;
                assert!(last.attempts.len() > 6, "{last:?}");
            }
        }
    }
    println!("{n_saved_by_it} rows of 40 storms got through in the last round");
    assert!(n_saved_by_it >= 10, "{n_saved_by_it}");
}
