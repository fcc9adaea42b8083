//! Scores of whole tasks: outcome policies, subsets, averages, and the check values of the
//! reference on the official rows.

use std::collections::{BTreeMap, BTreeSet};

use sukat::answer::{Answer, Flag, Reading};
use sukat::provider::{EmptyWhy, Outcome};
use sukat::report::average::{AverageScore, averages};
use sukat::report::stray::stray_cost;
use sukat::score::interval::{Resampler, interval, interval_metric};
use sukat::score::row::{RowCounts, count_row};
use sukat::score::task::{Scope, score_counts};
use sukat::score::{Missing, OutcomePolicy, RowInput, TaskScore, score_task};
use sukat::suite::load::batayan;
use sukat::suite::{DataKind, Gold, MetricId, Row, Suite, Task};

use crate::official::official_task;

/// A row, how it ended and what was read.
type Case = (Row, Outcome, Option<Reading>);

fn reading(answer: Answer) -> Reading {
    Reading {
        lenient: answer.clone(),
        parity: answer,
        parity_span: None,
        lenient_span: None,
        flags: BTreeSet::new(),
    }
}

fn row(row_idx: usize, gold: Gold) -> Row {
    Row {
        id: row_idx.to_string(),
        gold,
        fields: BTreeMap::new(),
        metadata: BTreeMap::new(),
    }
}

fn answered(gold: Gold, answer: Answer) -> Case {
    (row(0, gold), Outcome::Answered, Some(reading(answer)))
}

fn label(gold: usize, answer: Option<usize>) -> Case {
    answered(
        Gold::Class(gold),
        answer.map_or(Answer::Null, Answer::Class),
    )
}

fn text(gold: &str, answer: &str) -> Case {
    answered(Gold::Text(gold.into()), Answer::Text(answer.into()))
}

fn ended(gold: Gold, outcome: Outcome) -> Case {
    (row(0, gold), outcome, None)
}

fn failed() -> Outcome {
    Outcome::Failed {
        status: Some(500),
        message: "overloaded".into(),
    }
}

/// The task as if it had so many rows.
fn task_of(id: &str, n_rows: usize) -> Task {
    let mut task = batayan().task(id).expect("the suite has it").clone();
    task.test_file.rows = n_rows;
    task
}

fn score(task: &Task, cases: &[Case], policy: OutcomePolicy) -> TaskScore {
    let inputs: Vec<RowInput<'_>> = cases
        .iter()
        .map(|(row, outcome, reading)| RowInput {
            row,
            outcome,
            reading: reading.as_ref(),
        })
        .collect();
    score_task(task, &inputs, policy)
}

#[track_caller]
fn check(score: &TaskScore, metric: MetricId, want: f64) {
    let got = score.value(metric).expect("there is a number");
    assert!((got - want).abs() < 5e-7, "{metric:?} is {got}, not {want}");
}

#[test]
fn parity_counts_rows_without_text_as_empty_answers_and_strict_leaves_them_out() {
    let task = task_of("PI", 6);
    let cases = [
        label(0, Some(0)),
        label(1, Some(1)),
        ended(Gold::Class(0), Outcome::Empty(EmptyWhy::Budget)),
        ended(Gold::Class(1), Outcome::Refused),
        ended(Gold::Class(0), failed()),
        label(1, Some(1)),
    ];
    let parity = score(&task, &cases, OutcomePolicy::Parity);
    check(&parity, MetricId::PlainAccuracy, 50.0);
    assert_eq!(parity.counts.n_null, 3);
    assert!(parity.is_complete);
    let scores = [100.0, 100.0, 0.0, 0.0, 0.0, 100.0];
    assert_eq!(parity.row_scores, scores.map(Some));

    let strict = score(&task, &cases, OutcomePolicy::Strict);
    check(&strict, MetricId::PlainAccuracy, 100.0);
    assert_eq!(strict.counts.n_null, 0);
    assert!(!strict.is_complete);
    assert_eq!(strict.row_scores[2..5], [None; 3]);

    for counts in [parity.counts, strict.counts] {
        assert_eq!((counts.n_rows, counts.n_chosen), (6, 6));
        assert_eq!((counts.n_answered, counts.n_empty), (3, 1));
        assert_eq!((counts.n_refused, counts.n_failed), (1, 1));
    }
}

#[test]
fn a_text_that_was_read_from_a_row_without_reply_does_not_count() {
    // A reading left over from an earlier try is not this row's.
    let task = task_of("PI", 1);
    let stale = (
        row(0, Gold::Class(0)),
        Outcome::Refused,
        Some(reading(Answer::Class(0))),
    );
    let score = score(&task, &[stale], OutcomePolicy::Parity);
    check(&score, MetricId::PlainAccuracy, 0.0);
}

#[test]
fn thinking_that_was_never_ended_is_no_text_where_thinking_is_cut_off() {
    let all_thinking = |outcome: Outcome| {
        let mut reading = reading(Answer::Null);
        reading.flags.insert(Flag::ThinkingUnclosed);
        (row(0, Gold::Class(0)), outcome, Some(reading))
    };
    let task = task_of("CR", 3);
    let cases = [
        label(0, Some(0)),
        all_thinking(Outcome::Truncated),
        all_thinking(Outcome::Answered),
    ];
    let strict = score(&task, &cases, OutcomePolicy::Strict);
    check(&strict, MetricId::PlainAccuracy, 100.0);
    assert_eq!((strict.counts.n_answered, strict.counts.n_empty), (1, 2));
    assert_eq!((strict.counts.n_truncated, strict.counts.n_null), (0, 0));
    assert_eq!(strict.row_scores, [Some(100.0), None, None]);
    assert!(!strict.is_complete);
    let parity = score(&task, &cases, OutcomePolicy::Parity);
    check(&parity, MetricId::PlainAccuracy, 100.0 / 3.0);
    assert_eq!((parity.counts.n_null, parity.is_complete), (2, true));
}

#[test]
fn one_row_has_an_interval_of_no_width() {
    for (id, case) in [
        ("PI", label(0, Some(0))),
        ("AS", text("isa dalawa", "isa tatlo")),
        ("MT-en-tl", text("isa dalawa", "isa tatlo")),
    ] {
        let task = task_of(id, 1);
        let score = score(&task, std::slice::from_ref(&case), OutcomePolicy::Parity);
        let metric = interval_metric(&task, &score).expect("one is computed");
        let value = score.value(metric).expect("it has a value");
        let (row, outcome, reading) = &case;
        let input = RowInput {
            row,
            outcome,
            reading: reading.as_ref(),
        };
        let counts = count_row(&task, input);
        let found = interval(
            &task,
            metric,
            &[&counts],
            OutcomePolicy::Parity,
            &mut Resampler::default(),
        );
        assert_eq!(found, Some((value, value)), "{id}");
    }
}

#[test]
fn rows_that_were_not_asked_enter_no_score_and_leave_it_incomplete() {
    let task = task_of("PI", 3);
    let cases = [
        label(0, Some(0)),
        ended(Gold::Class(1), Outcome::NotAsked),
        label(1, Some(1)),
    ];
    for policy in [OutcomePolicy::Parity, OutcomePolicy::Strict] {
        let score = score(&task, &cases, policy);
        check(&score, MetricId::MacroF1, 100.0);
        assert_eq!(score.counts.n_not_asked, 1);
        assert_eq!(score.row_scores, [Some(100.0), None, Some(100.0)]);
        assert!(!score.is_complete);
    }
}

#[test]
fn three_of_ten_failed_rows_are_named_and_keep_the_strict_average_away() {
    let suite = batayan();
    let mut scores = Vec::new();
    for policy in [OutcomePolicy::Parity, OutcomePolicy::Strict] {
        scores.clear();
        for id in ["CR", "NLI"] {
            let mut cases: Vec<Case> = (0..7).map(|idx| label(idx % 2, Some(idx % 2))).collect();
            if id == "CR" {
                cases.extend((0..3).map(|_| ended(Gold::Class(0), failed())));
            }
            scores.push(score(&task_of(id, cases.len()), &cases, policy));
        }
        assert_eq!(scores[0].counts.n_failed, 3);
        let nlr = average(&suite, &scores, "paper-nlr");
        match policy {
            OutcomePolicy::Parity => assert_eq!((nlr.n_there, nlr.value.is_some()), (2, true)),
            OutcomePolicy::Strict => {
                let missing = ("CR".to_owned(), Some(MetricId::MacroF1));
                assert_eq!((nlr.value, nlr.n_there), (None, 1));
                assert_eq!(nlr.missing, [missing]);
            }
        }
    }
}

#[test]
fn an_unreadable_answer_stays_in_the_denominator() {
    let score = score(
        &task_of("PI", 2),
        &[label(0, Some(0)), label(1, None)],
        OutcomePolicy::Parity,
    );
    check(&score, MetricId::PlainAccuracy, 50.0);
    assert_eq!((score.counts.n_answered, score.counts.n_null), (2, 1));
}

#[test]
fn a_subset_is_measured_against_guessing_in_the_whole_task() {
    // Of three classes only two are among the rows. The reference with a row limit would take 1/2.
    let cases = [
        label(0, Some(0)),
        label(1, Some(0)),
        label(0, Some(0)),
        label(1, Some(1)),
    ];
    let score = score(&task_of("SA", 600), &cases, OutcomePolicy::Parity);
    check(&score, MetricId::BalancedAccuracy, 75.0);
    check(&score, MetricId::NormalizedAccuracy, 62.5);
    assert_eq!((score.counts.n_chosen, score.counts.n_rows), (4, 600));
    assert!(!score.is_complete);
}

#[test]
fn no_rows_are_no_number() {
    for id in ["PI", "AS", "MT-en-tl"] {
        let task = task_of(id, 3);
        for cases in [vec![], vec![ended(Gold::Class(0), Outcome::NotAsked)]] {
            let score = score(&task, &cases, OutcomePolicy::Parity);
            assert_eq!(score.metrics.len(), task.metrics.len());
            for value in score.metrics.iter().chain(&score.lenient) {
                let not_ours = [MetricId::BertScoreF1, MetricId::MetricX24];
                let missing = if not_ours.contains(&value.metric) {
                    Missing::NotComputed
                } else {
                    Missing::NoRows
                };
                assert_eq!(value.value, Err(missing), "{id} {:?}", value.metric);
            }
            assert!(!score.is_complete);
            assert_eq!(interval_metric(&task, &score), None);
        }
    }
}

#[test]
fn a_gold_of_the_wrong_kind_is_unscored_and_never_a_zero() {
    let task = task_of("PI", 2);
    for gold in [Gold::Text("A".into()), Gold::Class(2)] {
        let cases = [label(0, Some(0)), answered(gold, Answer::Class(0))];
        let score = score(&task, &cases, OutcomePolicy::Parity);
        check(&score, MetricId::MacroF1, 100.0);
        assert_eq!(score.row_scores, [Some(100.0), None]);
        assert!(!score.is_complete);
    }
}

#[test]
fn one_class_only_and_a_class_that_is_never_answered_give_numbers() {
    let task = task_of("PI", 2);
    let same = score(
        &task,
        &[label(0, Some(0)), label(0, Some(0))],
        OutcomePolicy::Parity,
    );
    check(&same, MetricId::BalancedAccuracy, 100.0);
    check(&same, MetricId::MacroF1, 100.0);
    let never = score(
        &task_of("PI", 3),
        &[label(0, Some(0)), label(1, None), label(1, Some(0))],
        OutcomePolicy::Parity,
    );
    check(&never, MetricId::MacroF1, 100.0 * (2.0 / 3.0) / 3.0);
    check(&never, MetricId::MacroF1Gold, 100.0 * (2.0 / 3.0) / 2.0);
    let cost = stray_cost(&never).expect("one answer is unreadable");
    assert_eq!(cost.n_null, 1);
    assert!(cost.macro_f1 < cost.macro_f1_gold);
    assert_eq!(stray_cost(&same), None);
    let cells = never.confusion.expect("labels are counted").cells;
    assert_eq!(cells, [[1, 0, 0], [1, 0, 1]]);
}

#[test]
fn both_readings_have_their_own_numbers() {
    let task = task_of("PI", 2);
    let mut cases = [label(0, None), label(1, Some(1))];
    if let Some(reading) = &mut cases[0].2 {
        reading.lenient = Answer::Class(0);
    }
    let score = score(&task, &cases, OutcomePolicy::Parity);
    check(&score, MetricId::PlainAccuracy, 50.0);
    let lenient = score
        .lenient
        .iter()
        .find(|value| value.metric == MetricId::PlainAccuracy);
    assert_eq!(lenient.map(|value| value.value), Some(Ok(100.0)));
    assert_eq!(score.counts.n_null, 1);
}

#[test]
fn an_empty_text_lowers_the_score_and_counts_as_unreadable() {
    let task = task_of("MT-en-tl", 2);
    let gold = "Magandang umaga sa inyong lahat.";
    let cases = [text(gold, gold), text(gold, "")];
    let score = score(&task, &cases, OutcomePolicy::Parity);
    let corpus = score.value(MetricId::ChrfPp).expect("there are rows");
    assert!(corpus > 50.0 && corpus < 60.0, "{corpus}");
    check(&score, MetricId::ChrfPpMean, 50.0);
    assert_eq!(score.row_scores, [Some(100.0), Some(0.0)]);
    assert_eq!(score.counts.n_null, 1);
    assert_eq!(score.confusion, None);
}

#[test]
fn sample_rows_never_make_an_official_number() {
    let task = task_of("PI", 1);
    let (row, outcome, reading) = label(0, Some(0));
    let counts = count_row(
        &task,
        RowInput {
            row: &row,
            outcome: &outcome,
            reading: reading.as_ref(),
        },
    );
    for (kind, is_complete) in [(DataKind::Official, true), (DataKind::Sample, false)] {
        let within = Scope { n_rows: 1, kind };
        let score = score_counts(&task, within, &[&counts], OutcomePolicy::Parity);
        assert_eq!(score.is_complete, is_complete);
    }
}

fn average(suite: &Suite, scores: &[TaskScore], id: &str) -> AverageScore {
    let scores: Vec<&TaskScore> = scores.iter().collect();
    let mut all = averages(suite, &scores).into_iter();
    all.find(|average| average.id == id)
        .expect("the suite has it")
}

/// Whole tasks of few rows, the more right the later; the first ones have a real 0.
fn whole_scores(suite: &Suite) -> Vec<TaskScore> {
    let score_of = |(idx, task): (usize, &Task)| {
        let cases: Vec<Case> = (0..8)
            .map(|row_idx| {
                if task.is_classification() {
                    let gold = row_idx % 2;
                    label(gold, Some(if row_idx < idx { gold } else { 1 - gold }))
                } else {
                    text(
                        "isa dalawa",
                        if row_idx < idx { "isa dalawa" } else { "tatlo" },
                    )
                }
            })
            .collect();
        score(&task_of(&task.id, 8), &cases, OutcomePolicy::Parity)
    };
    suite.tasks.iter().enumerate().map(score_of).collect()
}

#[test]
fn a_task_without_rows_is_missing_and_a_real_zero_is_not() {
    let suite = batayan();
    let mut scores = whole_scores(&suite);
    check(&scores[0], MetricId::MacroF1, 0.0);
    let nlu = average(&suite, &scores, "paper-nlu");
    assert_eq!((nlu.n_there, nlu.n_parts), (4, 4));
    let mean = scores[..4]
        .iter()
        .map(|score| score.value(MetricId::MacroF1).expect("it is there"))
        .sum::<f64>()
        / 4.0;
    assert_eq!(nlu.value, Some(mean));

    let absent = scores.remove(1);
    assert_eq!(absent.task_id, "QA");
    let nlu = average(&suite, &scores, "paper-nlu");
    assert_eq!((nlu.value, nlu.n_there), (None, 3));
    assert_eq!(nlu.missing, [("QA".to_owned(), Some(MetricId::MacroF1))]);
    let none = average(&suite, &[], "paper-nlu");
    assert_eq!((none.value, none.n_there, none.n_parts), (None, 0, 4));
}

#[test]
fn averages_that_need_metricx_or_bertscore_stay_without_value() {
    let suite = batayan();
    let scores = whole_scores(&suite);
    let metricx = |id: &str| (id.to_owned(), Some(MetricId::MetricX24));
    let nlg = average(&suite, &scores, "paper-nlg");
    assert_eq!((nlg.value, nlg.n_there, nlg.n_parts), (None, 4, 7));
    let bert_score = ("AS".to_owned(), Some(MetricId::BertScoreF1));
    assert_eq!(
        nlg.missing,
        [bert_score, metricx("MT-en-tl"), metricx("MT-tl-en")]
    );
    let translations = average(&suite, &scores, "seahelm-translations");
    assert_eq!((translations.value, translations.n_there), (None, 0));
    let nlg = average(&suite, &scores, "seahelm-nlg");
    assert_eq!((nlg.value, nlg.n_there), (None, 1));
    assert_eq!(nlg.missing, [("seahelm-translations".to_owned(), None)]);
    let total = average(&suite, &scores, "seahelm-total");
    assert_eq!((total.value, total.n_there, total.n_parts), (None, 3, 4));
    assert_eq!(total.missing, [("seahelm-nlg".to_owned(), None)]);
    assert!(average(&suite, &scores, "seahelm-nlr").value.is_some());
}

/// A task whose rows got these errors from MetricX-24.
fn scored_elsewhere(id: &str, errors: &[Option<f64>]) -> TaskScore {
    let n_rows = errors.len();
    let task = task_of(id, n_rows);
    let counts: Vec<RowCounts> = errors
        .iter()
        .map(|error| {
            let (row, outcome, reading) = text("isa dalawa", "isa");
            let reading = reading.as_ref();
            let (row, outcome) = (&row, &outcome);
            let input = RowInput {
                row,
                outcome,
                reading,
            };
            RowCounts {
                metricx: *error,
                ..count_row(&task, input)
            }
        })
        .collect();
    let kind = DataKind::Official;
    let counts: Vec<&RowCounts> = counts.iter().collect();
    score_counts(
        &task,
        Scope { n_rows, kind },
        &counts,
        OutcomePolicy::Strict,
    )
}

#[test]
fn metricx_from_elsewhere_is_a_part_like_any_other_once_every_row_has_it() {
    let suite = batayan();
    let whole = scored_elsewhere("MT-en-tl", &[Some(2.5), Some(7.5)]);
    check(&whole, MetricId::MetricX24, 80.0);
    let one = scored_elsewhere("MT-tl-en", &[Some(10.0)]);
    let part = scored_elsewhere("MT-tl-en", &[Some(10.0), None]);
    let translations = |other: TaskScore| {
        let scores = [whole.clone(), other];
        average(&suite, &scores, "seahelm-translations")
    };
    // By hand: 80 and 100 - 4 * 10 = 60, whatever their numbers of rows.
    assert_eq!(translations(one).value, Some(70.0));
    let lacking = translations(part);
    assert_eq!((lacking.value, lacking.n_there), (None, 1));
    let metricx = ("MT-tl-en".to_owned(), Some(MetricId::MetricX24));
    assert_eq!(lacking.missing, [metricx]);
}

#[test]
fn directions_and_tasks_weigh_the_same_however_many_rows_they_have() {
    let mut suite = batayan();
    // As it would be with MetricX at hand.
    for average in &mut suite.averages {
        for part in &mut average.parts {
            if let sukat::suite::Part::Column { metric, .. } = part
                && *metric == MetricId::MetricX24
            {
                *metric = MetricId::ChrfPp;
            }
        }
    }
    let gold = "isa dalawa";
    let small: Vec<Case> = (0..10).map(|_| text(gold, gold)).collect();
    let large: Vec<Case> = (0..90).map(|_| text(gold, "xyz")).collect();
    let scores = [
        score(&task_of("MT-en-tl", 10), &small, OutcomePolicy::Parity),
        score(&task_of("MT-tl-en", 90), &large, OutcomePolicy::Parity),
        score(&task_of("AS", 10), &small, OutcomePolicy::Parity),
    ];
    check(&scores[1], MetricId::ChrfPp, 0.0);
    let translations = average(&suite, &scores, "seahelm-translations");
    assert_eq!(translations.value, Some(50.0));
    assert_eq!(average(&suite, &scores, "seahelm-nlg").value, Some(75.0));
}

#[test]
fn intervals_hold_the_number_and_come_out_the_same_again() {
    for id in ["SA", "AS", "MT-tl-en"] {
        let task = task_of(id, 60);
        let cases: Vec<Case> = (0..60)
            .map(|idx| match id {
                "SA" => label(idx % 3, Some(if idx % 5 == 0 { 0 } else { idx % 3 })),
                _ => text(
                    "isa dalawa tatlo",
                    if idx % 3 == 0 {
                        "isa"
                    } else {
                        "isa dalawa tatlo"
                    },
                ),
            })
            .collect();
        let score = score(&task, &cases, OutcomePolicy::Parity);
        let counts: Vec<RowCounts> = cases
            .iter()
            .map(|(row, outcome, reading)| {
                let reading = reading.as_ref();
                count_row(
                    &task,
                    RowInput {
                        row,
                        outcome,
                        reading,
                    },
                )
            })
            .collect();
        let counts: Vec<&RowCounts> = counts.iter().collect();
        let metric = interval_metric(&task, &score).expect("one is computed");
        let value = score.value(metric).expect("it has a value");
        let mut resampler = Resampler::default();
        let mut interval_of = |counts: &[&RowCounts]| {
            interval(&task, metric, counts, OutcomePolicy::Parity, &mut resampler)
        };
        let found = interval_of(&counts);
        let (low, high) = found.expect("there are rows");
        assert!(
            low < value && value < high && high <= 100.0,
            "{id} {found:?}"
        );
        let again = interval_of(&counts);
        assert_eq!(found, again);
        let none = interval_of(&[]);
        assert_eq!(none, None);
    }
}

/// What each row of the official file is answered with: its position and class, or `None`.
type Answers = fn(usize, usize, usize) -> Option<usize>;

#[test]
fn labels_on_the_official_rows_have_the_check_values_of_the_reference() {
    let constant: Answers = |_, _, _| Some(0);
    let cyclic: Answers = |row_idx, _, n_classes| Some(row_idx % n_classes);
    let one_null: Answers = |row_idx, gold, _| (row_idx > 0).then_some(gold);
    let tenth_null: Answers = |row_idx, gold, _| (row_idx % 10 != 9).then_some(gold);
    let all_empty: Answers = |_, _, _| None;
    let want = [
        ("PI", all_empty, [0.0; 4], 400),
        ("QA", all_empty, [0.0; 4], 100),
        ("NLI", all_empty, [0.0; 4], 600),
        ("PI", constant, [50.0, 33.333_333, 33.333_333, 0.0], 0),
        ("PI", cyclic, [40.5, 40.5, 40.5, 0.0], 0),
        ("PI", one_null, [99.75, 66.583_124, 99.625, 99.5], 1),
        ("PI", tenth_null, [90.0, 63.145_743, 85.246_753, 80.0], 40),
        ("QA", cyclic, [22.0, 22.0, 22.0, 0.0], 0),
        (
            "QA",
            one_null,
            [99.0, 79.591_837, 98.494_898, 98.666_667],
            1,
        ),
        (
            "QA",
            tenth_null,
            [90.0, 75.623_067, 85.075_951, 86.666_667],
            10,
        ),
        ("SA", cyclic, [34.333_333, 34.333_333, 34.333_333, 1.5], 0),
        ("SA", tenth_null, [90.0, 71.051_535, 85.261_842, 85.0], 60),
        ("TD", cyclic, [52.5, 52.5, 52.5, 5.0], 0),
        ("TD", tenth_null, [90.0, 63.153_521, 85.257_253, 80.0], 40),
        ("CR", constant, [50.0, 33.222_037, 33.222_037, 0.0], 0),
        (
            "CR",
            cyclic,
            [53.250_081, 53.249_708, 53.249_708, 6.500_163],
            0,
        ),
        (
            "CR",
            tenth_null,
            [90.004_75, 63.157_895, 85.263_158, 80.009_5],
            40,
        ),
        (
            "NLI",
            one_null,
            [99.833_333, 74.937_343, 99.749_93, 99.75],
            1,
        ),
        ("NLI", tenth_null, [90.0, 71.052_267, 85.262_721, 85.0], 60),
    ];
    let suite = batayan();
    for (id, answers, numbers, n_null) in want {
        let task = suite.task(id).expect("the suite has it");
        let Some(data) = official_task(task) else {
            continue;
        };
        let cases: Vec<Case> = (0..)
            .zip(data.rows)
            .map(|(row_idx, row)| {
                let Gold::Class(gold) = row.gold else {
                    panic!("{id} has labels")
                };
                let answer = answers(row_idx, gold, task.labels.len());
                let answer = answer.map_or(Answer::Null, Answer::Class);
                (row, Outcome::Answered, Some(reading(answer)))
            })
            .collect();
        let score = score(task, &cases, OutcomePolicy::Parity);
        let metrics = [
            MetricId::BalancedAccuracy,
            MetricId::MacroF1,
            MetricId::NullWeightedF1,
            MetricId::NormalizedAccuracy,
        ];
        for (metric, want) in metrics.into_iter().zip(numbers) {
            check(&score, metric, want);
        }
        assert_eq!(score.counts.n_null, n_null, "{id}");
        assert!(score.is_complete);
    }
}

#[test]
fn texts_on_the_official_rows_have_the_check_values_of_the_reference() {
    let suite = batayan();
    let want: [(&str, &[(MetricId, f64)]); 3] = [
        (
            "AS",
            &[
                (MetricId::RougeLPrecision, 18.691_598),
                (MetricId::RougeLRecall, 18.793_069),
                (MetricId::RougeLF1, 18.192_618),
                (MetricId::RougeLMean, 18.208_038),
                (MetricId::ChrfPp, 19.803_450),
            ],
        ),
        ("MT-en-tl", &[(MetricId::ChrfPp, 21.087_660)]),
        ("MT-tl-en", &[(MetricId::ChrfPp, 15.604_576)]),
    ];
    for (id, numbers) in want {
        let task = suite.task(id).expect("the suite has it");
        let Some(data) = official_task(task) else {
            continue;
        };
        let golds: Vec<Gold> = data.rows.iter().map(|row| row.gold.clone()).collect();
        let next_golds = golds.iter().skip(1).chain(golds.first());
        let cases: Vec<Case> = data
            .rows
            .into_iter()
            .zip(next_golds)
            .map(|(row, next)| {
                let Gold::Text(next) = next else {
                    panic!("{id} has texts")
                };
                let answer = reading(Answer::Text(next.clone()));
                (row, Outcome::Answered, Some(answer))
            })
            .collect();
        let score = score(task, &cases, OutcomePolicy::Parity);
        for (metric, want) in numbers {
            check(&score, *metric, *want);
        }
        if id == "AS" {
            let first = score.row_scores[0].expect("it is scored");
            assert!((first - 23.529_412).abs() < 5e-7, "{first}");
        }
    }
}
