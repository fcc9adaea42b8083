//! Runs as event lists and effect logs.

mod browser;
mod budget;
mod hostile;
mod last_round;
mod pace;
mod reuse;
mod simulator;
mod weather;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::{Expect, expect};
use sukat::provider::error::ProviderError;
use sukat::provider::{EmptyWhy, Lesson, Outcome, Params, Reply, Usage};
use sukat::record::Attempt;
use sukat::run::budget::Budget;
use sukat::run::pace::Caps;
use sukat::run::{Earlier, Effect, Event, PauseReason, Plan, PlanRow, RowKey, Run, RunState};

fn key(row_idx: usize) -> RowKey {
    RowKey {
        task_id: "SA".to_owned(),
        row_idx,
    }
}

fn plan_row(row_idx: usize) -> PlanRow {
    PlanRow {
        key: key(row_idx),
        row_id: format!("r{row_idx}"),
        n_chars: 0,
        earlier: None,
    }
}

fn plan(n_rows: usize, concurrency: u32) -> Plan {
    let params = Params {
        max_tokens: Some(32),
        temperature: Some(0.0),
        ..Params::default()
    };
    Plan {
        rows: (0..n_rows).map(plan_row).collect(),
        params: BTreeMap::from([("SA".to_owned(), params)]),
        concurrency,
        caps: Caps::default(),
        budget: Budget::default(),
        prices: None,
        seed: 1,
    }
}

fn reply(text: &str) -> Reply {
    Reply {
        outcome: Outcome::Answered,
        text: text.to_owned(),
        reasoning: None,
        finish_reason: Some("stop".to_owned()),
        model: None,
        fingerprint: None,
        served_by: None,
        usage: Usage::default(),
        request_sha256: None,
    }
}

fn answered(row_idx: usize, attempt: u32) -> Event {
    Event::Replied {
        key: key(row_idx),
        attempt,
        result: Ok(reply("Sagot: B")),
        took_millis: 500,
    }
}

fn failed(row_idx: usize, attempt: u32, error: ProviderError) -> Event {
    Event::Replied {
        key: key(row_idx),
        attempt,
        result: Err(error),
        took_millis: 500,
    }
}

fn saved(row_idx: usize) -> Event {
    Event::Saved { key: key(row_idx) }
}

fn limited(wait_millis: Option<u64>) -> ProviderError {
    ProviderError::RateLimited {
        status: 429,
        wait_millis,
        message: "slow down".to_owned(),
    }
}

fn broken() -> ProviderError {
    ProviderError::Transient {
        status: 500,
        wait_millis: None,
        message: "oops".to_owned(),
    }
}

fn offline() -> ProviderError {
    ProviderError::Network {
        message: "Failed to fetch".to_owned(),
    }
}

fn rejected(lesson: Option<Lesson>) -> ProviderError {
    ProviderError::BadRequest {
        status: 400,
        lesson,
        message: "bad".to_owned(),
    }
}

fn bad_key() -> ProviderError {
    ProviderError::Unauthorized {
        status: 401,
        message: "wrong key".to_owned(),
    }
}

/// `ask 0#1`, `save 0 answered (ok)`: an effect in a few words.
fn told(effect: &Effect) -> String {
    let tries = |attempts: &[Attempt]| {
        attempts
            .iter()
            .map(|attempt| attempt.result.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match effect {
        Effect::Ask {
            key,
            attempt,
            params,
            is_wanted_anew,
        } => {
            let usual = &plan(1, 1).params["SA"];
            let mut text = format!("ask {}#{attempt}", key.row_idx);
            if params.temperature != usual.temperature {
                text.push_str(" no-temperature");
            }
            if params.cap_name != usual.cap_name {
                let _ = write!(text, " {}", params.cap_name.id());
            }
            if *is_wanted_anew {
                text.push_str(" anew");
            }
            text
        }
        Effect::Save(row) => {
            format!(
                "save {} {} ({})",
                row.row_idx,
                row.outcome.id(),
                tries(&row.attempts)
            )
        }
        Effect::SaveAttempts { key, attempts } => {
            format!("save tries of {} ({})", key.row_idx, tries(attempts))
        }
        other => format!("{other:?}"),
    }
}

fn log_of(run: &mut Run, events: Vec<(u64, Event)>) -> String {
    let mut log = String::new();
    for (now_millis, event) in events {
        let effects = run.step(now_millis, event);
        let lines: Vec<String> = effects.iter().map(told).collect();
        let _ = writeln!(log, "{now_millis}: {}", lines.join(", "));
    }
    log
}

#[track_caller]
#[expect(
    clippy::needless_pass_by_value,
    reason = "written in place by every test"
)]
fn check(plan: Plan, events: Vec<(u64, Event)>, want: Expect) {
    want.assert_eq(&log_of(&mut Run::new(plan), events));
}

#[test]
fn a_row_is_saved_before_its_worker_asks_the_next_and_the_first_goes_alone() {
    check(
        plan(4, 2),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, saved(0)),
            (20, answered(2, 1)),
            (21, saved(2)),
            (30, answered(1, 1)),
            (31, saved(1)),
            (40, answered(3, 1)),
            (41, saved(3)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok), ask 1#1
            11: ask 2#1
            20: save 2 answered (ok)
            21: ask 3#1
            30: save 1 answered (ok)
            31: 
            40: save 3 answered (ok)
            41: Finished
        "#]],
    );
}

#[test]
fn where_replies_come_at_once_storing_overlaps_with_asking_but_not_without_end() {
    let quick = |row_idx| Event::Replied {
        key: key(row_idx),
        attempt: 1,
        result: Ok(reply("Sagot: B")),
        took_millis: 20,
    };
    check(
        plan(6, 1),
        vec![
            (0, Event::Started),
            (20, quick(0)),
            (40, quick(1)),
            // Two rows for the one worker are on their way to the storage.
            (50, Event::Woke),
            (60, saved(0)),
            (61, saved(1)),
            (80, quick(2)),
        ],
        expect![[r#"
            0: ask 0#1
            20: save 0 answered (ok), ask 1#1
            40: save 1 answered (ok)
            50: 
            60: ask 2#1
            61: 
            80: save 2 answered (ok), ask 3#1
        "#]],
    );
}

#[test]
fn patience_follows_the_slowest_reply_once_there_are_twenty() {
    let replied = |row_idx, took_millis| Event::Replied {
        key: key(row_idx),
        attempt: 1,
        result: Ok(reply("Sagot: B")),
        took_millis,
    };
    for (slowest, patience) in [(700, 120_000), (9_000, 180_000), (90_000, 600_000)] {
        let mut run = Run::new(plan(30, 1));
        run.step(0, Event::Started);
        for row_idx in 0..20 {
            assert_eq!(run.patience_millis(), 600_000, "after {row_idx} replies");
            let took_millis = if row_idx == 7 { slowest } else { 300 };
            run.step(1, replied(row_idx, took_millis));
            run.step(2, saved(row_idx));
        }
        assert_eq!(run.patience_millis(), patience);
    }
}

#[test]
fn a_stopped_run_asks_for_nothing_more_saves_what_comes_back_and_can_go_on() {
    check(
        plan(3, 2),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, saved(0)),
            (20, Event::Stopped),
            (21, failed(2, 1, offline())),
            (22, answered(1, 1)),
            (23, saved(1)),
            (90, Event::GoOn),
            (95, answered(2, 2)),
            (96, saved(2)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok), ask 1#1
            11: ask 2#1
            20: AbortAll, Stopped(ByUser)
            21: 
            22: save 1 answered (ok)
            23: 
            90: ask 2#2
            95: save 2 answered (interrupted ok)
            96: Finished
        "#]],
    );
}

#[test]
fn stopping_waits_for_what_is_being_saved() {
    check(
        plan(3, 1),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, Event::Stopped),
            (12, saved(0)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok)
            11: 
            12: Stopped(ByUser)
        "#]],
    );
}

#[test]
fn a_wrong_key_costs_one_call_and_one_message() {
    check(
        plan(500, 6),
        vec![(0, Event::Started), (10, failed(0, 1, bad_key()))],
        expect![[r#"
            0: ask 0#1
            10: Stopped(KeyRejected { status: 401, message: "wrong key" })
        "#]],
    );
}

#[test]
fn a_used_up_quota_stops_at_once_and_rows_under_way_are_not_asked() {
    let quota = ProviderError::Quota {
        status: 429,
        message: "pay".to_owned(),
    };
    let mut run = Run::new(plan(500, 3));
    let log = log_of(
        &mut run,
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, saved(0)),
            (20, failed(2, 1, quota)),
        ],
    );
    expect![[r#"
        0: ask 0#1
        10: save 0 answered (ok), ask 1#1, ask 2#1
        11: ask 3#1
        20: AbortAll, Stopped(Quota { status: 429, message: "pay" })
    "#]]
    .assert_eq(&log);
    let total = run.progress(20).total;
    assert_eq!(
        (total.n_answered, total.n_failed, total.n_not_asked),
        (1, 0, 499)
    );
}

#[test]
fn a_blocked_endpoint_is_asked_once_and_never_again_by_itself() {
    check(
        plan(10, 6),
        vec![
            (0, Event::Started),
            (10, failed(0, 1, offline())),
            (99, Event::Woke),
        ],
        expect![[r#"
            0: ask 0#1
            10: Stopped(Unreachable { message: "Failed to fetch" })
            99: 
        "#]],
    );
}

#[test]
fn a_rate_limit_makes_one_wait_for_all_workers_and_one_cut() {
    check(
        plan(20, 6),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (10, saved(0)),
            (100, failed(1, 1, limited(Some(2500)))),
            (101, failed(2, 1, limited(Some(2500)))),
            (102, failed(3, 1, limited(None))),
            (103, answered(4, 1)),
            (104, saved(4)),
            (105, failed(5, 1, limited(Some(100)))),
            (106, failed(6, 1, limited(Some(100)))),
            (2600, Event::Woke),
            (2601, Event::Woke),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok), ask 1#1, ask 2#1, ask 3#1, ask 4#1, ask 5#1
            10: ask 6#1
            100: 
            101: 
            102: WakeAt(2601)
            103: save 4 answered (ok)
            104: 
            105: 
            106: 
            2600: WakeAt(2601)
            2601: ask 7#1
        "#]],
    );
}

#[test]
fn a_rate_limit_without_a_word_waits_longer_each_time_and_at_last_asks_the_user() {
    let mut run = Run::new(plan(2, 1));
    let mut now_millis = 0;
    let mut effects = run.step(0, Event::Started);
    let mut n_asks = 0;
    while let Some(effect) = effects.pop() {
        match effect {
            Effect::Ask { key, attempt, .. } => {
                n_asks += 1;
                effects = run.step(now_millis, failed(key.row_idx, attempt, limited(None)));
            }
            Effect::WakeAt(at) => {
                assert!(at > now_millis && at <= now_millis + 60_000);
                now_millis = at;
                effects = run.step(at, Event::Woke);
            }
            _ => {}
        }
    }
    let why = PauseReason::RateLimited {
        message: "slow down".to_owned(),
    };
    assert_eq!(run.state(now_millis), RunState::Paused { why });
    assert_eq!(n_asks, 15);
}

#[test]
fn a_wait_of_more_than_two_minutes_pauses_and_says_until_when() {
    check(
        plan(2, 1),
        vec![
            (0, Event::Started),
            (10, failed(0, 1, limited(Some(120_001)))),
            (20, Event::GoOn),
            (30, answered(1, 1)),
            (31, saved(1)),
            (40, answered(0, 2)),
        ],
        expect![[r#"
            0: ask 0#1
            10: Paused(LongWait { until_millis: 120011, message: "slow down" })
            20: ask 1#1
            30: save 1 answered (ok)
            31: ask 0#2
            40: save 0 answered (rate_limited ok)
        "#]],
    );
}

#[test]
fn passing_trouble_is_tried_again_later_while_other_rows_go_on() {
    check(
        plan(3, 1),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (10, saved(0)),
            (20, failed(1, 1, broken())),
            (30, answered(2, 1)),
            (31, saved(2)),
            (2000, Event::Woke),
            (2010, answered(1, 2)),
            (2011, saved(1)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok)
            10: ask 1#1
            20: ask 2#1
            30: save 2 answered (ok)
            31: WakeAt(587)
            2000: ask 1#2
            2010: save 1 answered (transient ok)
            2011: Finished
        "#]],
    );
}

/// Answers every request with what `endpoint` says, saves everything, wakes in time; until
/// nothing is left to do.
fn drive(
    run: &mut Run,
    mut endpoint: impl FnMut(usize, u32) -> Result<Reply, ProviderError>,
) -> Vec<String> {
    let mut now_millis = 0;
    let mut todo = run.step(0, Event::Started);
    let mut log = Vec::new();
    while !todo.is_empty() {
        let effect = todo.remove(0);
        log.push(told(&effect));
        let event = match effect {
            Effect::Ask { key, attempt, .. } => {
                let result = endpoint(key.row_idx, attempt);
                Event::Replied {
                    key,
                    attempt,
                    result,
                    took_millis: 500,
                }
            }
            Effect::Save(row) => saved(row.row_idx),
            Effect::WakeAt(at) => {
                now_millis = at.max(now_millis);
                Event::Woke
            }
            _ => continue,
        };
        todo.extend(run.step(now_millis, event));
    }
    log
}

#[test]
fn rows_that_fail_for_ever_are_failed_and_the_others_are_not_harmed() {
    let mut run = Run::new(plan(10, 2));
    drive(&mut run, |row_idx, _| {
        if row_idx % 4 == 1 {
            Err(broken())
        } else {
            Ok(reply("B"))
        }
    });
    let progress = run.progress(0);
    assert_eq!(progress.state, RunState::Finished);
    assert_eq!((progress.total.n_answered, progress.total.n_failed), (7, 3));
}

#[test]
fn an_endpoint_that_breaks_down_costs_a_few_rows_their_tries_not_all() {
    let mut run = Run::new(plan(100, 4));
    let mut n_asks = 0;
    drive(&mut run, |row_idx, _| {
        n_asks += 1;
        if row_idx < 5 {
            Ok(reply("B"))
        } else {
            Err(broken())
        }
    });
    let why = PauseReason::KeepsFailing {
        status: Some(500),
        message: "oops".to_owned(),
    };
    assert_eq!(run.state(u64::MAX), RunState::Paused { why });
    assert!(n_asks < 60, "{n_asks} requests");
}

#[test]
fn a_lost_network_pauses_the_run_and_fails_no_row() {
    let mut run = Run::new(plan(100, 4));
    drive(&mut run, |row_idx, _| {
        if row_idx < 5 {
            Ok(reply("B"))
        } else {
            Err(offline())
        }
    });
    let why = PauseReason::ConnectionLost {
        message: "Failed to fetch".to_owned(),
    };
    assert_eq!(run.state(u64::MAX), RunState::Paused { why });
    assert_eq!(run.progress(0).total.n_failed, 0);
}

#[test]
fn requests_that_hang_from_before_the_network_was_lost_do_not_hold_up_going_on() {
    let mut run = Run::new(plan(3, 2));
    let mut events = vec![(0, Event::Started), (0, answered(0, 1)), (0, saved(0))];
    for attempt in 1..=6 {
        events.push((u64::from(attempt) * 60_000, failed(1, attempt, offline())));
        events.push((u64::from(attempt) * 60_000 + 59_999, Event::Woke));
    }
    log_of(&mut run, events);
    let why = PauseReason::ConnectionLost {
        message: "Failed to fetch".to_owned(),
    };
    assert_eq!(run.state(500_000), RunState::Paused { why });
    let log = log_of(&mut run, vec![(500_000, Event::GoOn)]);
    assert_eq!(log, "500000: AbortAll, ask 1#7\n");
}

#[test]
fn a_refused_temperature_is_learnt_once_for_the_whole_run() {
    check(
        plan(4, 3),
        vec![
            (0, Event::Started),
            (10, failed(0, 1, rejected(Some(Lesson::DropTemperature)))),
            (20, answered(0, 2)),
            (21, saved(0)),
        ],
        expect![[r#"
            0: ask 0#1
            10: Learned(DropTemperature), ask 0#2 no-temperature
            20: save 0 answered (bad_request ok), ask 1#1 no-temperature, ask 2#1 no-temperature
            21: ask 3#1 no-temperature
        "#]],
    );
}

#[test]
fn several_parameters_are_learnt_one_after_the_other_and_told_once_each() {
    let mut plan = plan(2, 1);
    let params = plan.params.get_mut("SA").expect("the task is there");
    params.seed = Some(1);
    params.top_k = Some(50);
    params.stop = vec!["\n\n".to_owned()];
    params.first_stop = Some("Sagot:".to_owned());
    let mut run = Run::new(plan);
    let lesson = |attempt, lesson| failed(0, attempt, rejected(Some(lesson)));
    let log = log_of(
        &mut run,
        vec![
            (0, Event::Started),
            (10, lesson(1, Lesson::DropSeed)),
            (20, lesson(2, Lesson::DropTopK)),
            (30, lesson(3, Lesson::DropStop)),
            // Not sent, so nothing would change.
            (40, lesson(4, Lesson::DropContextSize)),
        ],
    );
    expect![[r#"
        0: ask 0#1
        10: Learned(DropSeed), ask 0#2
        20: Learned(DropTopK), ask 0#3
        30: Learned(DropStop), ask 0#4
        40: save 0 failed (bad_request bad_request bad_request bad_request)
    "#]]
    .assert_eq(&log);
    let params = &run.params()["SA"];
    assert_eq!(*params, self::plan(1, 1).params["SA"]);
    let lessons: Vec<Lesson> = run.lessons().iter().copied().collect();
    assert_eq!(
        lessons,
        [Lesson::DropTopK, Lesson::DropSeed, Lesson::DropStop]
    );
}

#[test]
fn rows_sent_before_a_lesson_are_asked_again_and_no_lesson_is_minded_twice() {
    let cap = || rejected(Some(Lesson::UseMaxCompletionTokens));
    check(
        plan(4, 2),
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, saved(0)),
            (20, failed(1, 1, cap())),
            (21, failed(2, 1, cap())),
            (30, failed(1, 2, rejected(Some(Lesson::UseMaxTokens)))),
            (31, failed(2, 2, cap())),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 answered (ok), ask 1#1
            11: ask 2#1
            20: Learned(UseMaxCompletionTokens), ask 1#2 max_completion_tokens
            21: ask 2#2 max_completion_tokens
            30: save 1 failed (bad_request bad_request)
            31: save 2 failed (bad_request bad_request)
        "#]],
    );
}

#[test]
fn three_rejected_rows_one_after_the_other_stop_the_run() {
    check(
        plan(9, 6),
        vec![
            (0, Event::Started),
            (10, failed(0, 1, rejected(None))),
            (11, saved(0)),
            (20, failed(1, 1, rejected(None))),
            (21, saved(1)),
            (30, failed(2, 1, rejected(None))),
            (31, saved(2)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 failed (bad_request)
            11: ask 1#1
            20: save 1 failed (bad_request)
            21: ask 2#1
            30: save 2 failed (bad_request)
            31: Stopped(Rejected { error: BadRequest { status: 400, lesson: None, message: "bad" } })
        "#]],
    );
}

#[test]
fn a_result_that_cannot_be_stored_pauses_the_run_and_is_kept() {
    let mut run = Run::new(plan(3, 2));
    let full = Event::SaveFailed {
        key: key(1),
        reason: "QuotaExceededError".to_owned(),
    };
    let log = log_of(
        &mut run,
        vec![
            (0, Event::Started),
            (10, answered(0, 1)),
            (11, saved(0)),
            (20, answered(1, 1)),
            (21, full),
            (30, answered(2, 1)),
            (31, saved(2)),
        ],
    );
    expect![[r#"
        0: ask 0#1
        10: save 0 answered (ok), ask 1#1
        11: ask 2#1
        20: save 1 answered (ok)
        21: Paused(SaveFailed { reason: "QuotaExceededError" })
        30: save 2 answered (ok)
        31: 
    "#]]
    .assert_eq(&log);
    let kept: Vec<&str> = run.unsaved().map(|row| row.text.as_str()).collect();
    assert_eq!(kept, ["Sagot: B"]);
    let log = log_of(&mut run, vec![(40, Event::GoOn), (41, saved(1))]);
    expect![[r#"
        40: save 1 answered (ok)
        41: Finished
    "#]]
    .assert_eq(&log);
}

#[test]
fn a_row_answered_twice_has_one_result_and_shows_both_tries() {
    check(
        plan(2, 1),
        vec![
            (0, Event::Started),
            (10, Event::Interrupted),
            (20, answered(0, 2)),
            (21, answered(0, 2)),
            (22, saved(0)),
            (23, answered(0, 1)),
            (24, saved(0)),
        ],
        expect![[r#"
            0: ask 0#1
            10: AbortAll, ask 0#2
            20: save 0 answered (interrupted ok)
            21: 
            22: ask 1#1
            23: save tries of 0 (ok ok)
            24: 
        "#]],
    );
}

#[test]
fn a_run_opened_again_keeps_what_is_there_and_asks_the_rest_once() {
    let mut plan = plan(20, 2);
    for row in plan.rows.iter_mut().take(11) {
        row.earlier = Some(Earlier {
            outcome: Outcome::Answered,
            attempts: Vec::new(),
            usage: Usage::default(),
        });
    }
    let mut run = Run::new(plan);
    let mut asked = Vec::new();
    drive(&mut run, |row_idx, _| {
        asked.push(row_idx);
        Ok(reply("B"))
    });
    assert_eq!(asked, (11..20).collect::<Vec<_>>());
    assert_eq!(run.progress(0).total.n_answered, 20);
}

#[test]
fn a_finished_run_has_nothing_to_ask_when_it_is_opened_again() {
    let mut plan = plan(1, 1);
    plan.rows[0].earlier = Some(Earlier {
        outcome: Outcome::Refused,
        attempts: Vec::new(),
        usage: Usage::default(),
    });
    check(
        plan,
        vec![(0, Event::Started)],
        expect![[r#"
        0: Finished
    "#]],
    );
}

#[test]
fn asking_again_really_asks_and_a_failure_takes_no_answer_away() {
    let earlier = |outcome| {
        Some(Earlier {
            outcome,
            attempts: Vec::new(),
            usage: Usage::default(),
        })
    };
    let mut plan = plan(3, 1);
    plan.rows[0].earlier = earlier(Outcome::Refused);
    plan.rows[1].earlier = earlier(Outcome::Answered);
    plan.rows[2].earlier = earlier(Outcome::Empty(EmptyWhy::Budget));
    check(
        plan,
        vec![
            (0, Event::Started),
            (10, Event::ReAsk(vec![key(0), key(1), key(7)])),
            (20, answered(0, 1)),
            (21, saved(0)),
            (30, failed(1, 1, rejected(None))),
        ],
        expect![[r#"
            0: Finished
            10: ask 0#1 anew
            20: save 0 answered (ok)
            21: ask 1#1 anew
            30: save tries of 1 (bad_request), Finished
        "#]],
    );
}

#[test]
fn a_reply_without_text_is_paid_and_not_asked_for_again() {
    let ended = |row_idx, outcome| {
        let result = Ok(Reply {
            outcome,
            ..reply("")
        });
        Event::Replied {
            key: key(row_idx),
            attempt: 1,
            result,
            took_millis: 500,
        }
    };
    check(
        plan(4, 1),
        vec![
            (0, Event::Started),
            (10, ended(0, Outcome::Empty(EmptyWhy::Budget))),
            (11, saved(0)),
            (20, ended(1, Outcome::Empty(EmptyWhy::Unknown))),
            (21, saved(1)),
            (30, ended(2, Outcome::Refused)),
            (31, saved(2)),
            (40, ended(3, Outcome::Truncated)),
            (41, saved(3)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 empty (ok)
            11: ask 1#1
            20: save 1 empty (ok)
            21: ask 2#1
            30: save 2 refused (ok)
            31: ask 3#1
            40: save 3 truncated (ok)
            41: Finished
        "#]],
    );
}

#[test]
fn a_refusal_by_a_filter_is_an_outcome_not_a_failure() {
    let refused = ProviderError::Refused {
        status: 400,
        message: "filtered".to_owned(),
    };
    check(
        plan(1, 1),
        vec![
            (0, Event::Started),
            (10, failed(0, 1, refused)),
            (11, saved(0)),
        ],
        expect![[r#"
            0: ask 0#1
            10: save 0 refused (refused)
            11: Finished
        "#]],
    );
}

#[test]
fn progress_counts_stored_rows_and_tells_the_time_left() {
    let mut run = Run::new(plan(10, 1));
    let mut now_millis = 0;
    run.step(0, Event::Started);
    for row_idx in 0..5 {
        now_millis += 100;
        run.step(now_millis, answered(row_idx, 1));
        assert_eq!(run.progress(now_millis).total.n_answered, row_idx);
        run.step(now_millis, saved(row_idx));
    }
    let progress = run.progress(now_millis);
    assert_eq!(
        (progress.total.n_answered, progress.total.n_not_asked),
        (5, 5)
    );
    assert_eq!((progress.n_in_flight, progress.n_left), (1, 5));
    assert_eq!(
        (progress.elapsed_millis, progress.eta_millis),
        (500, Some(500))
    );
    assert_eq!(progress.tasks[0].counts, progress.total);
}
