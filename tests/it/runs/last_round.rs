//! Rows that used up their tries are tried anew when everything else is done.

use sukat::provider::Outcome;
use sukat::provider::error::ProviderError;
use sukat::run::budget::Budget;
use sukat::run::{Event, PauseReason, RowKey, Run, RunState};

use crate::runs::simulator::{Answer, Server, Simulator};
use crate::runs::{broken, drive, failed, limited, log_of, offline, plan, rejected, reply, saved};

const START: u64 = 1_700_000_000_123;

/// Some rows end like this, the first so many times; all others are answered.
struct Picky {
    error: ProviderError,
    rows: Vec<usize>,
    n_times: usize,
    asked: Vec<usize>,
}

impl Picky {
    fn new(error: ProviderError, rows: impl Into<Vec<usize>>, n_times: usize) -> Self {
        Self {
            error,
            rows: rows.into(),
            n_times,
            asked: Vec::new(),
        }
    }

    fn n_asked(&self, row_idx: usize) -> usize {
        self.asked.iter().filter(|&&asked| asked == row_idx).count()
    }
}

impl Server for Picky {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        self.asked.push(key.row_idx);
        let is_failing =
            self.rows.contains(&key.row_idx) && self.n_asked(key.row_idx) <= self.n_times;
        Answer {
            result: if is_failing {
                Err(self.error.clone())
            } else {
                Ok(reply("Sagot: B"))
            },
            after_millis: 300,
            told: None,
        }
    }
}

fn timed_out() -> ProviderError {
    ProviderError::TimedOut {
        after_millis: 60_000,
    }
}

fn finished(n_rows: usize, server: &mut Picky) -> Simulator {
    let mut simulator = Simulator::start(plan(n_rows, 8), START, server);
    simulator.go(u64::MAX, server);
    let state = simulator.run.state(simulator.now_millis);
    assert_eq!(state, RunState::Finished);
    simulator
}

#[test]
fn a_row_that_used_up_its_tries_is_asked_last_and_its_record_holds_all_of_them() {
    let mut run = Run::new(plan(3, 1));
    let log = drive(&mut run, |row_idx, attempt| {
        if row_idx == 1 && attempt <= 7 {
            Err(broken())
        } else {
            Ok(reply("Sagot: B"))
        }
    });
    let told: Vec<&str> = log
        .iter()
        .map(String::as_str)
        .filter(|line| !line.starts_with("WakeAt"))
        .collect();
    let tries = "transient transient transient transient transient transient";
    let end = [
        "ask 1#6".to_owned(),
        format!("save 1 failed ({tries})"),
        "ask 1#7".to_owned(),
        "ask 1#8".to_owned(),
        format!("save 1 answered ({tries} transient ok)"),
        "Finished".to_owned(),
    ];
    assert_eq!(told[told.len() - 6..], end, "{told:#?}");
    assert_eq!(told.iter().filter(|line| **line == "Finished").count(), 1);
}

#[test]
fn every_reason_that_passes_gives_a_last_round_and_no_other_does() {
    let passing = [
        (broken(), 6),
        (timed_out(), 6),
        (offline(), 6),
        (limited(Some(300)), 13),
    ];
    for (error, n_tries) in passing {
        let mut server = Picky::new(error.clone(), [50], n_tries);
        let simulator = finished(1400, &mut server);
        let total = simulator.run.progress(simulator.now_millis).total;
        assert_eq!(total.n_answered, 1400, "{error:?}");
        assert_eq!(server.n_asked(50), n_tries + 1, "{error:?}");
        assert_eq!(server.asked.last(), Some(&50), "{error:?}");
    }
    let refused = ProviderError::Refused {
        status: 400,
        message: "filtered".to_owned(),
    };
    for error in [refused, rejected(None)] {
        let mut server = Picky::new(error.clone(), [50], usize::MAX);
        finished(1400, &mut server);
        assert_eq!(server.n_asked(50), 1, "{error:?}");
    }
}

#[test]
fn a_row_that_never_gets_through_has_two_rounds_and_then_it_is_over() {
    for (error, n_tries) in [
        (broken(), 12),
        (timed_out(), 12),
        (offline(), 12),
        (limited(Some(300)), 19),
    ] {
        let mut server = Picky::new(error.clone(), [50], usize::MAX);
        let simulator = finished(1400, &mut server);
        assert_eq!(server.n_asked(50), n_tries, "{error:?}");
        let row = &simulator.saves.values().nth(50).expect("row 50")[1];
        assert!(matches!(row.outcome, Outcome::Failed { .. }), "{row:?}");
        assert_eq!(row.attempts.len(), n_tries, "{error:?}");
    }
}

#[test]
fn three_rows_in_a_row_that_fail_again_end_the_last_round_for_all() {
    let failing: Vec<usize> = (0..40).map(|n| n * 25).collect();
    let mut server = Picky::new(broken(), failing.clone(), usize::MAX);
    let simulator = finished(4000, &mut server);
    let total = simulator.run.progress(simulator.now_millis).total;
    assert_eq!((total.n_answered, total.n_failed), (3960, 40));
    let n_again = server.asked.len() - 3960 - 6 * failing.len();
    println!("{n_again} requests in the last round of 40 rows");
    // Eight out, and eleven that wait: no others begin.
    assert!(n_again <= 6 * (8 + 11), "{n_again}");
}

#[test]
fn a_server_that_takes_nothing_more_ends_the_last_round_and_does_not_pause_the_run() {
    for error in [limited(None), limited(Some(500_000)), offline()] {
        let mut server = Picky::new(broken(), [10, 40, 70], usize::MAX);
        let mut simulator = Simulator::start(plan(400, 8), START, &mut server);
        let mut until = START;
        while server.asked.len() < 397 + 3 * 6 {
            until += 10;
            simulator.go(until, &mut server);
        }
        server.error = error.clone();
        simulator.go(u64::MAX, &mut server);
        let progress = simulator.run.progress(simulator.now_millis);
        assert_eq!(progress.state, RunState::Finished, "{error:?}");
        assert_eq!(progress.total.n_failed, 3, "{error:?}");
    }
}

#[test]
fn a_budget_and_a_stop_hold_in_the_last_round() {
    // 119 rows and six tries of the one that fails; nothing is left for a seventh, or for two more.
    for (n_more, n_asked) in [(0, 6), (2, 8)] {
        let mut server = Picky::new(broken(), [50], usize::MAX);
        let mut plan = plan(120, 8);
        plan.budget = Budget {
            requests: Some(119 + 6 + n_more),
            ..Budget::default()
        };
        let mut simulator = Simulator::start(plan, START, &mut server);
        simulator.go(u64::MAX, &mut server);
        assert_eq!(server.n_asked(50), n_asked);
        let state = simulator.run.state(simulator.now_millis);
        assert_eq!(state, RunState::Finished, "every row has its outcome");
    }

    let mut server = Picky::new(broken(), [50], 7);
    let mut simulator = Simulator::start(plan(120, 8), START, &mut server);
    let mut until = START;
    while server.n_asked(50) < 7 {
        until += 100;
        simulator.go(until, &mut server);
    }
    simulator.happen(Event::Stopped, &mut server);
    simulator.go(u64::MAX, &mut server);
    assert_eq!(server.n_asked(50), 7);
    let progress = simulator.run.progress(simulator.now_millis);
    assert!(matches!(progress.state, RunState::Stopped { .. }));
    assert_eq!((progress.total.n_failed, progress.n_left), (1, 1));
    simulator.happen(Event::GoOn, &mut server);
    simulator.go(u64::MAX, &mut server);
    let total = simulator.run.progress(simulator.now_millis).total;
    assert_eq!((server.n_asked(50), total.n_answered), (8, 120));
}

#[test]
fn a_row_that_the_user_wants_again_after_its_last_round_gets_both_rounds_anew() {
    let mut server = Picky::new(broken(), [50], usize::MAX);
    let mut simulator = finished(120, &mut server);
    let keys = simulator.run.rows_without_text();
    assert_eq!(keys.len(), 1);
    simulator.happen(Event::ReAsk(keys), &mut server);
    simulator.go(u64::MAX, &mut server);
    assert_eq!(server.n_asked(50), 24);
    let log = log_of(&mut simulator.run, vec![(0, Event::Woke)]);
    assert_eq!(log, "0: \n", "nothing is left to do");
}

/// A prompt that is larger than what the server takes in a minute never gets through.
#[test]
fn rows_that_are_always_rate_limited_are_set_aside_and_hold_nobody() {
    for rows in [
        vec![0],
        vec![50],
        vec![119],
        (1..120).step_by(2).collect(),
        vec![3, 118, 119],
    ] {
        for error in [limited(None), limited(Some(20_000))] {
            let mut server = Picky::new(error, rows.clone(), usize::MAX);
            let simulator = finished(120, &mut server);
            let progress = simulator.run.progress(simulator.now_millis);
            let n_limited = rows.len();
            assert_eq!(progress.total.n_failed, n_limited, "{rows:?}");
            assert_eq!(progress.total.n_answered, 120 - n_limited, "{rows:?}");
            let minutes = (simulator.now_millis - START) / 60_000;
            println!(
                "{} of 120 rows always limited: {minutes} minutes",
                rows.len()
            );
            for saved in simulator.saves.values().filter(|saved| saved.len() > 1) {
                let outcome = &saved[0].outcome;
                let Outcome::Failed { status, message } = outcome else {
                    panic!("{outcome:?}");
                };
                assert_eq!((*status, message.as_str()), (Some(429), "slow down"));
            }
        }
    }
}

#[test]
fn a_server_that_takes_nothing_at_all_any_more_pauses_the_run() {
    // From the first row on, and in the middle of the run.
    for n_answered in [0, 60] {
        let declined: Vec<usize> = (n_answered..120).collect();
        let mut server = Picky::new(limited(None), declined, usize::MAX);
        let mut simulator = Simulator::start(plan(120, 8), START, &mut server);
        simulator.go(u64::MAX, &mut server);
        let progress = simulator.run.progress(simulator.now_millis);
        let why = PauseReason::RateLimited {
            message: "slow down".to_owned(),
        };
        assert_eq!(progress.state, RunState::Paused { why });
        assert_eq!(
            (progress.total.n_failed, progress.total.n_answered),
            (0, n_answered)
        );
    }
}

#[test]
fn a_last_round_that_is_owed_when_the_run_rests_comes_when_it_goes_on() {
    // The user stops while the last failure is being stored.
    let mut run = Run::new(plan(1, 1));
    run.step(START, Event::Started);
    for attempt in 1..=6 {
        run.step(
            START + u64::from(attempt) * 100_000,
            failed(0, attempt, broken()),
        );
        run.step(START + u64::from(attempt) * 100_000 + 99_000, Event::Woke);
    }
    let now = START + 700_000;
    let log = log_of(
        &mut run,
        vec![(now, Event::Stopped), (now, saved(0)), (now, Event::GoOn)],
    );
    assert_eq!(
        log.replace(&now.to_string(), ""),
        ": \n: Stopped(ByUser)\n: ask 0#7\n"
    );

    // The last row that is out is declined once too often, and for long.
    let mut server = Picky::new(limited(Some(500_000)), [0], usize::MAX);
    let mut simulator = Simulator::start(plan(1264, 1), START, &mut server);
    for n_pauses in 1.. {
        simulator.go(u64::MAX, &mut server);
        let progress = simulator.run.progress(simulator.now_millis);
        if progress.state == RunState::Finished {
            break;
        }
        assert!(matches!(progress.state, RunState::Paused { .. }) && n_pauses < 20);
        simulator.happen(Event::GoOn, &mut server);
    }
    assert_eq!(
        server.n_asked(0),
        14,
        "thirteen times, and once in the last round"
    );
}
