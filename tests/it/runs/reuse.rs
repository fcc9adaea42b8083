//! Replies that are stored already: nothing is sent, so nothing is taken, learnt or proven.

use expect_test::expect;
use sukat::provider::Usage;
use sukat::record::{Attempt, Reused};
use sukat::run::budget::{Budget, Taken};
use sukat::run::pace::Caps;
use sukat::run::{Earlier, Effect, Event, Plan, PlanRow, Run};

use super::{answered, bad_key, check, failed, key, log_of, plan, plan_row, reply, saved};
use sukat::provider::Outcome;

fn reused(row_idx: usize, attempt: u32) -> Event {
    let mut reply = reply("Sagot: B");
    reply.usage = Usage {
        prompt_tokens: Some(1000),
        output_tokens: Some(1000),
        reasoning_tokens: None,
    };
    Event::Reused {
        key: key(row_idx),
        attempt,
        reply: Box::new(reply),
        from: Reused {
            run_id: "run-0".to_owned(),
            asked_millis: 7,
        },
    }
}

#[test]
fn a_stored_reply_is_saved_like_any_other_and_says_where_it_is_from() {
    let mut run = Run::new(plan(1, 1));
    run.step(0, Event::Started);
    let effects = run.step(5, reused(0, 1));
    let [Effect::Save(row)] = &effects[..] else {
        panic!("{effects:?}");
    };
    let from = row.reused.as_ref().expect("where it is from");
    assert_eq!((from.run_id.as_str(), from.asked_millis), ("run-0", 7));
    assert_eq!(row.text, "Sagot: B");
    let want = Attempt {
        at_millis: 0,
        took_millis: 0,
        status: None,
        result: "reused".to_owned(),
    };
    assert_eq!(row.attempts, [want]);
    assert_eq!(run.progress(5).n_reused, 0, "not before it is stored");
    run.step(6, saved(0));
    assert_eq!(run.progress(6).n_reused, 1);
}

#[test]
fn stored_replies_do_not_prove_that_the_endpoint_answers() {
    check(
        plan(4, 2),
        vec![
            (0, Event::Started),
            (1, reused(0, 1)),
            (2, saved(0)),
            (3, reused(1, 1)),
            (4, saved(1)),
            (9, failed(2, 1, bad_key())),
        ],
        expect![[r#"
            0: ask 0#1
            1: save 0 answered (reused)
            2: ask 1#1
            3: save 1 answered (reused)
            4: ask 2#1
            9: Stopped(KeyRejected { status: 401, message: "wrong key" })
        "#]],
    );
}

#[test]
fn stored_replies_take_nothing_of_limits_and_budgets() {
    let plan = Plan {
        caps: Caps {
            requests_per_minute: Some(1),
            tokens_per_minute: Some(50),
        },
        budget: Budget {
            requests: Some(1),
            ..Budget::default()
        },
        ..plan(4, 1)
    };
    let mut run = Run::new(plan);
    let mut events = vec![(0, Event::Started)];
    for row_idx in 0..3 {
        events.push((1, reused(row_idx, 1)));
        events.push((1, saved(row_idx)));
    }
    events.push((2, answered(3, 1)));
    events.push((2, saved(3)));
    expect![[r#"
        0: ask 0#1
        1: save 0 answered (reused)
        1: ask 1#1
        1: save 1 answered (reused)
        1: ask 2#1
        1: save 2 answered (reused)
        1: ask 3#1
        2: save 3 answered (ok)
        2: Finished
    "#]]
    .assert_eq(&log_of(&mut run, events));
    let taken = run.progress(2).taken;
    assert_eq!(taken.n_requests, 1);
    assert!(taken.tokens() < 1000, "{taken:?}");
}

#[test]
fn what_is_asked_again_is_really_asked() {
    check(
        plan(1, 1),
        vec![
            (0, Event::Started),
            (1, reused(0, 1)),
            (2, saved(0)),
            (9, Event::ReAsk(vec![key(0)])),
            (12, answered(0, 2)),
            (13, saved(0)),
        ],
        expect![[r#"
            0: ask 0#1
            1: save 0 answered (reused)
            2: Finished
            9: ask 0#2 anew
            12: save 0 answered (reused ok)
            13: Finished
        "#]],
    );
}

#[test]
fn a_stored_reply_that_comes_after_the_stop_is_not_waited_for() {
    check(
        plan(2, 1),
        vec![
            (0, Event::Started),
            (1, Event::Stopped),
            (2, reused(0, 1)),
            (3, reused(9, 1)),
            (4, Event::GoOn),
            (5, reused(0, 1)),
            (6, reused(0, 2)),
            (7, reused(0, 2)),
        ],
        expect![[r#"
            0: ask 0#1
            1: AbortAll, Stopped(ByUser)
            2: 
            3: 
            4: ask 0#2
            5: 
            6: save 0 answered (interrupted reused)
            7: 
        "#]],
    );
}

#[test]
fn rows_of_an_earlier_sitting_that_were_not_sent_count_for_nothing() {
    let earlier = |result: &str| Earlier {
        outcome: Outcome::Answered,
        attempts: vec![Attempt {
            at_millis: 0,
            took_millis: 0,
            status: None,
            result: result.to_owned(),
        }],
        usage: Usage {
            prompt_tokens: Some(10),
            output_tokens: Some(2),
            reasoning_tokens: None,
        },
    };
    let rows = ["ok", Attempt::REUSED].into_iter().enumerate();
    let plan = Plan {
        rows: rows
            .map(|(row_idx, result)| PlanRow {
                earlier: Some(earlier(result)),
                ..plan_row(row_idx)
            })
            .collect(),
        ..plan(0, 1)
    };
    let progress = Run::new(plan).progress(0);
    let want = Taken {
        n_requests: 1,
        prompt_tokens: 10,
        output_tokens: 2,
        ..Taken::default()
    };
    assert_eq!((progress.taken, progress.n_reused), (want, 1));
}
