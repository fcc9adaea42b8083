//! A run that the browser's own model answers.

use sukat::provider::Outcome;
use sukat::provider::address::BaseUrl;
use sukat::provider::browser::Trouble;
use sukat::provider::error::ProviderError;
use sukat::run::pace::{Wish, concurrency_for};
use sukat::run::{Effect, Event, Run, RunState, StopReason};

use super::{failed, key, plan};

fn trouble(trouble: Trouble) -> ProviderError {
    ProviderError::Browser {
        trouble,
        message: "OperationError: wala".to_owned(),
    }
}

/// A run of ten rows, started, whose first row ended in this.
fn after(kind: Trouble) -> (Run, Vec<Effect>) {
    let mut run = Run::new(plan(10, 1));
    run.step(0, Event::Started);
    let effects = run.step(10, failed(0, 1, trouble(kind)));
    (run, effects)
}

fn asked(effects: &[Effect]) -> Vec<usize> {
    let rows = effects.iter().filter_map(|effect| match effect {
        Effect::Ask { key, .. } => Some(key.row_idx),
        _ => None,
    });
    rows.collect()
}

#[test]
fn it_answers_one_row_after_the_other_whatever_is_wished() {
    let base = BaseUrl::of_browser();
    assert_eq!(concurrency_for(&base, Wish::Default), 1);
    assert_eq!(concurrency_for(&base, Wish::Exactly(16)), 1);
}

#[test]
fn a_prompt_that_is_too_long_fails_with_its_reason_and_is_not_tried_again() {
    let (mut run, effects) = after(Trouble::TooLong);
    let saved = effects.iter().find_map(|effect| match effect {
        Effect::Save(row) => Some(row),
        _ => None,
    });
    let row = saved.expect("a row to store");
    let outcome = Outcome::Failed {
        status: None,
        message: "OperationError: wala".to_owned(),
    };
    assert_eq!(row.outcome, outcome);
    assert_eq!(row.attempts[0].result, "too_long");
    let effects = run.step(20, Event::Saved { key: key(0) });
    assert_eq!(asked(&effects), [1]);

    // However many are: the next one may be shorter.
    for row_idx in 1..9 {
        run.step(30, failed(row_idx, 1, trouble(Trouble::TooLong)));
        let effects = run.step(40, Event::Saved { key: key(row_idx) });
        assert_eq!(asked(&effects), [row_idx + 1]);
    }
    assert_eq!(run.state(50), RunState::Running);
}

#[test]
fn a_model_that_the_browser_does_not_give_ends_the_run_and_costs_no_row() {
    let (mut run, effects) = after(Trouble::NotGiven);
    let error = trouble(Trouble::NotGiven);
    let why = StopReason::Rejected { error };
    assert_eq!(effects, [Effect::Stopped(why.clone())]);
    assert_eq!(run.state(20), RunState::Stopped { why });
    assert_eq!(asked(&run.step(30, Event::GoOn)), [0]);
}

#[test]
fn what_broke_is_tried_again_a_little_later() {
    let (run, effects) = after(Trouble::Passing);
    assert_eq!(run.state(10), RunState::Running);
    let is_saved = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Save(_)));
    assert!(!is_saved, "{effects:?}");
}
