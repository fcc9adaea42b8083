//! Several runs of the same rows: what comes next, and which of them make a number.

use sukat::desk::Desk;
use sukat::desk::protocol::Failure;
use sukat::desk::repeats::next_repeat;
use sukat::desk::view::RepeatsView;
use sukat::provider::Outcome;
use sukat::record::{Record, RecordHead, RecordRow, Repeat};
use sukat::run::budget::{Budget, Money, Prices, Taken};
use sukat::score::OutcomePolicy;
use sukat::suite::{MetricId, Shots};

use super::{desk_with, detail, head, reply, result, value};

const N: usize = 4;

fn repeat(desk: &Desk, index: u32) -> RecordHead {
    RecordHead {
        repeat: Some(Repeat {
            group: "repeats-1".to_owned(),
            index,
            of: 5,
        }),
        ..head(desk, &format!("run-{index}"), &[("SA", N)])
    }
}

/// Replies to the first rows, of which so many are right.
fn replies(desk: &mut Desk, n_right: usize, n_asked: usize) -> Vec<RecordRow> {
    let probe = Record {
        head: head(desk, "probe", &[("SA", N)]),
        rows: Vec::new(),
    };
    desk.open_run(probe);
    (0..n_asked)
        .map(|row_idx| {
            let gold = detail(desk, "probe", "SA", row_idx).gold;
            let said = if row_idx < n_right { &gold } else { "wala" };
            reply("SA", row_idx, &format!("Sagot: {said}"))
        })
        .collect()
}

fn open(desk: &mut Desk, head: RecordHead, n_right: usize, n_asked: usize) {
    let rows = replies(desk, n_right, n_asked);
    desk.open_run(Record { head, rows });
}

#[track_caller]
fn repeats(desk: &mut Desk, policy: OutcomePolicy) -> RepeatsView {
    let ids: Vec<String> = (1..=5).map(|index| format!("run-{index}")).collect();
    desk.repeats(&ids, policy).expect("the first is open")
}

fn accuracy(desk: &mut Desk, run_id: &str) -> f64 {
    let result = result(desk, run_id, OutcomePolicy::Strict);
    value(&result, "SA", MetricId::MacroF1)
}

#[test]
fn only_finished_runs_of_the_same_rows_make_a_number() {
    let mut desk = desk_with("SA", N);
    for (index, n_right, n_asked) in [(1, 4, 4), (2, 1, 4), (3, 4, 3)] {
        let head = repeat(&desk, index);
        open(&mut desk, head, n_right, n_asked);
    }
    let mut other = repeat(&desk, 4);
    other.settings.shots = Shots::Five;
    open(&mut desk, other, 2, 4);
    let view = repeats(&mut desk, OutcomePolicy::Strict);
    let runs: Vec<_> = view
        .runs
        .iter()
        .map(|run| (run.index, run.n_done, run.n_chosen, run.is_same))
        .collect();
    let want = [
        (1, 4, 4, true),
        (2, 4, 4, true),
        (3, 3, 4, true),
        (4, 4, 4, false),
    ];
    assert_eq!(runs, want);
    assert_eq!((view.of, view.n_used), (5, 2));
    let one = accuracy(&mut desk, "run-1");
    let two = accuracy(&mut desk, "run-2");
    assert!((one - 100.0).abs() < 1e-9 && two < 60.0, "{one} {two}");
    let line = view
        .tasks
        .iter()
        .find(|line| line.metric == MetricId::MacroF1);
    let spread = line.expect("the task has it").spread;
    assert_eq!(spread.n, 2);
    assert!((spread.mean - f64::midpoint(one, two)).abs() < 1e-9);
    assert_eq!((spread.low, spread.high), (two, one));
    let deviation = spread.deviation.expect("of two");
    assert!((deviation - (one - two) / 2.0_f64.sqrt()).abs() < 1e-9);
    // Only the first reply is the same in both.
    assert_eq!(view.n_same_texts, (1, 4));
}

#[test]
fn a_run_that_lacks_a_score_stays_out_of_the_task_it_lacks_it_in() {
    let mut desk = desk_with("SA", N);
    let first = repeat(&desk, 1);
    open(&mut desk, first, 4, 4);
    let mut rows = replies(&mut desk, 3, 4);
    rows[3].outcome = Outcome::Refused;
    rows[3].text = String::new();
    let head = repeat(&desk, 2);
    desk.open_run(Record { head, rows });
    let n = |desk: &mut Desk, policy| {
        let view = repeats(desk, policy);
        (view.n_used, view.tasks[0].spread.n)
    };
    assert_eq!(n(&mut desk, OutcomePolicy::Strict), (2, 1));
    // The reference counts it as an empty answer, over the same rows.
    assert_eq!(n(&mut desk, OutcomePolicy::Parity), (2, 2));
}

#[test]
fn a_group_without_a_finished_run_has_no_numbers() {
    let mut desk = desk_with("SA", N);
    let head = repeat(&desk, 1);
    open(&mut desk, head, 2, 2);
    let view = repeats(&mut desk, OutcomePolicy::Strict);
    assert_eq!(
        (view.n_used, view.tasks.len(), view.averages.len()),
        (0, 0, 0)
    );
    assert_eq!(view.n_same_texts, (0, 0));
    let missing = desk.repeats(&["run-9".to_owned()], OutcomePolicy::Strict);
    assert!(matches!(missing, Err(Failure::NoRun { .. })), "{missing:?}");
}

#[test]
fn the_next_run_asks_the_same_in_the_same_way_and_the_last_has_none() {
    let desk = desk_with("SA", N);
    let mut first = repeat(&desk, 1);
    first.is_from_file = true;
    first.notes = vec![
        "stop: not sent, the server refuses it".to_owned(),
        "stopped by a budget of 5 requests".to_owned(),
    ];
    let next = next_repeat(&first, "run-7", 99).expect("five are wanted");
    let want = RecordHead {
        id: "run-7".to_owned(),
        started_millis: 99,
        repeat: Some(Repeat {
            group: "repeats-1".to_owned(),
            index: 2,
            of: 5,
        }),
        notes: vec!["stop: not sent, the server refuses it".to_owned()],
        prices: None,
        is_from_file: false,
        policy_id: None,
        ..first.clone()
    };
    assert_eq!(next, want);
    assert_eq!(next_repeat(&repeat(&desk, 5), "run-8", 0), None);
    assert_eq!(next_repeat(&head(&desk, "run-1", &[]), "run-8", 0), None);
}

#[test]
fn the_budget_is_for_all_of_them() {
    let taken = Taken {
        n_requests: 3,
        prompt_tokens: 700,
        output_tokens: 300,
        ..Taken::default()
    };
    let prices = Some(Prices {
        input: Money(1_000_000),
        output: Money(2_000_000),
    });
    let budget = Budget {
        requests: Some(10),
        tokens: Some(900),
        money: Some(Money(2_000)),
    };
    let want = Budget {
        requests: Some(7),
        tokens: Some(0),
        // 700 at 1 and 300 at 2 a million: 0.0013.
        money: Some(Money(700)),
    };
    assert_eq!(budget.after(&taken, prices), want);
    assert_eq!(Budget::default().after(&taken, None), Budget::default());
}

/// As of a server that keeps replies.
#[test]
fn replies_that_are_the_same_in_every_run_are_counted() {
    let mut desk = desk_with("SA", N);
    for (index, n_right) in [(1, 2), (2, 2), (3, 2)] {
        let head = repeat(&desk, index);
        open(&mut desk, head, n_right, N);
    }
    let view = repeats(&mut desk, OutcomePolicy::Strict);
    assert_eq!(view.n_same_texts, (N, N));
    let head = repeat(&desk, 4);
    open(&mut desk, head, 1, N);
    let view = repeats(&mut desk, OutcomePolicy::Strict);
    assert_eq!(view.n_same_texts, (N - 1, N));
}
