//! Two runs side by side.

use sukat::desk::Desk;
use sukat::desk::protocol::{ChangeFilter, ComparedQuery, Failure, Question, Response};
use sukat::desk::view::RowsPage;
use sukat::desk::view::comparison::{ChangeCounts, ComparedRow, ComparisonView, Contrast, Finding};
use sukat::provider::Outcome;
use sukat::record::{Record, RecordRow};
use sukat::score::OutcomePolicy;
use sukat::score::difference::Change;
use sukat::suite::{MetricId, Profile};

use crate::official::official_bytes;

use super::{desk_with, head, official_desk, open, reply, result, value};

#[track_caller]
fn compare(desk: &mut Desk, policy: OutcomePolicy) -> ComparisonView {
    let question = Question::Compare {
        run_ids: ["a".into(), "b".into()],
        policy: Some(policy),
    };
    match desk.answer(question) {
        Response::Comparison(view) => *view,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn compared(desk: &mut Desk, filter: ChangeFilter, text: &str) -> RowsPage<ComparedRow> {
    compared_under(desk, OutcomePolicy::Strict, filter, text)
}

#[track_caller]
fn compared_under(
    desk: &mut Desk,
    policy: OutcomePolicy,
    filter: ChangeFilter,
    text: &str,
) -> RowsPage<ComparedRow> {
    let question = Question::ComparedRows(ComparedQuery {
        run_ids: ["a".into(), "b".into()],
        task_id: None,
        filter,
        policy: Some(policy),
        text: text.into(),
        offset: 0,
        limit: 100,
    });
    match desk.answer(question) {
        Response::Compared(page) => page,
        other => panic!("{other:?}"),
    }
}

/// Replies to the first rows of PI, whose right answers are A and B in turn.
fn replies(letters: &str) -> Vec<RecordRow> {
    let letters = letters.chars().enumerate();
    letters
        .map(|(row_idx, letter)| match letter {
            '-' => RecordRow {
                outcome: Outcome::Empty(sukat::provider::EmptyWhy::Unknown),
                ..reply("PI", row_idx, "")
            },
            letter => reply("PI", row_idx, &format!("Sagot: {letter}")),
        })
        .collect()
}

#[test]
fn only_rows_that_both_answered_are_compared() {
    let mut desk = desk_with("PI", 8);
    open(&mut desk, "a", &[("PI", 8)], replies("ABBA-BAB"));
    open(&mut desk, "b", &[("PI", 6)], replies("AAABAB"));
    let strict = compare(&mut desk, OutcomePolicy::Strict);
    let task = &strict.tasks[0];
    // Row 4 is empty in a; rows 6 and 7 were not chosen in b.
    assert_eq!((task.n_rows, task.n_only), (5, [2, 1]));
    assert_eq!(
        task.changes,
        ChangeCounts {
            n_better: 2,
            n_worse: 1,
            n_both_right: 2,
            n_same: 0,
        }
    );
    assert_eq!(task.mcnemar_p, Some(1.0));
    let parity = compare(&mut desk, OutcomePolicy::Parity);
    // There an empty reply is a wrong answer.
    assert_eq!(
        (parity.tasks[0].n_rows, parity.tasks[0].changes.n_better),
        (6, 3)
    );
}

#[test]
fn numbers_are_those_of_the_same_rows_alone() {
    let mut desk = desk_with("PI", 6);
    open(&mut desk, "a", &[("PI", 6)], replies("ABBABB"));
    open(&mut desk, "b", &[("PI", 6)], replies("AAABAB"));
    let view = compare(&mut desk, OutcomePolicy::Strict);
    let number = &view.tasks[0].numbers[0];
    assert_eq!(number.metric, MetricId::MacroF1);
    for (run_id, got) in ["a", "b"].into_iter().zip(number.values) {
        let want = value(
            &result(&mut desk, run_id, OutcomePolicy::Strict),
            "PI",
            MetricId::MacroF1,
        );
        assert_eq!(got.to_bits(), want.to_bits(), "{run_id}");
    }
    let (low, high) = number.interval;
    let apart = number.values[1] - number.values[0];
    assert!(low <= apart && apart <= high, "{low} {apart} {high}");
    // One test needs no correction.
    assert_eq!(view.n_tests, 1);
    assert_eq!(number.corrected_p, Some(number.randomization_p));
}

#[test]
fn equal_answers_are_called_equal_and_not_tested() {
    let mut desk = desk_with("PI", 6);
    for id in ["a", "b"] {
        open(&mut desk, id, &[("PI", 6)], replies("ABBABB"));
    }
    let view = compare(&mut desk, OutcomePolicy::Strict);
    let number = &view.tasks[0].numbers[0];
    assert!(number.is_identical);
    assert_eq!(number.randomization_p.to_bits(), 1.0_f64.to_bits());
    assert_eq!((number.corrected_p, view.n_tests), (None, 0));
    assert_eq!(view.tasks[0].cohen_d, None);
}

/// Whichever way one row is dealt, the mixtures lie exactly as far apart as the runs.
#[test]
fn one_row_is_no_proof() {
    let mut desk = desk_with("PI", 40);
    let letters = "AB".repeat(20);
    open(&mut desk, "a", &[("PI", 40)], replies(&letters));
    open(
        &mut desk,
        "b",
        &[("PI", 40)],
        replies(&format!("B{}", &letters[1..])),
    );
    let view = compare(&mut desk, OutcomePolicy::Strict);
    let number = &view.tasks[0].numbers[0];
    assert!(number.values[0] > number.values[1] && !number.is_identical);
    assert_eq!(number.corrected_p, Some(1.0));
    // Three rows: one deal in four lies as far apart.
    open(
        &mut desk,
        "b",
        &[("PI", 40)],
        replies(&format!("BAB{}", &letters[3..])),
    );
    let view = compare(&mut desk, OutcomePolicy::Strict);
    let p = view.tasks[0].numbers[0].randomization_p;
    assert!((0.2..0.3).contains(&p), "{p}");
}

#[test]
fn what_else_differs_is_told() {
    let mut desk = desk_with("PI", 4);
    open(&mut desk, "a", &[("PI", 4)], replies("ABAB"));
    let mut other = head(&desk, "b", &[("PI", 4)]);
    other.settings.profile = Profile::Head;
    other.data_sha256.insert("PI".into(), "another".into());
    desk.open_run(Record {
        head: other,
        rows: replies("ABAB"),
    });
    let view = compare(&mut desk, OutcomePolicy::Strict);
    assert_eq!(view.contrasts, [Contrast::Profile, Contrast::Data]);
}

#[test]
fn rows_are_matched_by_id_and_found_by_how_they_came_out() {
    let mut desk = desk_with("PI", 6);
    open(&mut desk, "a", &[("PI", 6)], replies("ABBAAB"));
    open(&mut desk, "b", &[("PI", 6)], replies("AAAB-B"));
    let ids = |page: &RowsPage<ComparedRow>| -> Vec<String> {
        page.rows.iter().map(|row| row.row_id.clone()).collect()
    };
    let all = compared(&mut desk, ChangeFilter::All, "");
    assert_eq!((all.n_matching, all.n_rows), (6, 6));
    for (filter, want) in [
        (ChangeFilter::Only(Change::Better), &["r2", "r3"][..]),
        (ChangeFilter::Only(Change::Worse), &["r1"]),
        (ChangeFilter::Only(Change::BothRight), &["r0", "r5"]),
        (ChangeFilter::Only(Change::Same), &[]),
        (ChangeFilter::Unscored, &["r4"]),
    ] {
        assert_eq!(ids(&compared(&mut desk, filter, "")), want, "{filter:?}");
    }
    let worse = compared(&mut desk, ChangeFilter::Only(Change::Worse), "");
    let [first, second] = &worse.rows[0].sides;
    assert_eq!((first.score, second.score), (Some(100.0), Some(0.0)));
    assert_eq!(
        (first.reply.as_str(), second.reply.as_str()),
        ("Sagot: B", "Sagot: A")
    );
    assert_eq!(
        ids(&compared(&mut desk, ChangeFilter::All, "hilera 3")),
        ["r3"]
    );
}

#[test]
fn the_rows_behind_a_count_are_as_many_as_it_says() {
    let mut desk = desk_with("PI", 6);
    open(&mut desk, "a", &[("PI", 6)], replies("ABBA-B"));
    open(&mut desk, "b", &[("PI", 6)], replies("AAABA-"));
    for policy in [OutcomePolicy::Strict, OutcomePolicy::Parity] {
        let counts = compare(&mut desk, policy).tasks[0].changes;
        for (change, n) in [
            (Change::Better, counts.n_better),
            (Change::Worse, counts.n_worse),
            (Change::BothRight, counts.n_both_right),
            (Change::Same, counts.n_same),
        ] {
            let page = compared_under(&mut desk, policy, ChangeFilter::Only(change), "");
            assert_eq!(page.n_matching, n, "{policy:?} {change:?}");
        }
    }
    // Where an empty reply counts as a wrong answer, its row has a score.
    let unscored = |desk: &mut Desk, policy| {
        compared_under(desk, policy, ChangeFilter::Unscored, "").n_matching
    };
    assert_eq!(unscored(&mut desk, OutcomePolicy::Strict), 2);
    assert_eq!(unscored(&mut desk, OutcomePolicy::Parity), 0);
}

#[test]
fn a_task_says_which_run_is_better_or_that_it_cannot_tell() {
    #[track_caller]
    fn check(first: &str, second: &str, want: Finding) {
        let mut desk = desk_with("PI", 12);
        open(&mut desk, "a", &[("PI", 12)], replies(first));
        open(&mut desk, "b", &[("PI", 12)], replies(second));
        let view = compare(&mut desk, OutcomePolicy::Strict);
        assert_eq!(view.finding(&view.tasks[0]), want, "{first} {second}");
    }
    check("ABABABABABAB", "BABABABABABA", Finding::Worse);
    check("BABABABABABA", "ABABABABABAB", Finding::Better);
    check("BABAABABABAB", "ABABABABABBA", Finding::Undecided);
    check("ABABABBBABAB", "ABABABBBABAB", Finding::Identical);
    check("------------", "ABABABABABAB", Finding::NoRows);
    // Six rows can be dealt in 64 ways, five in 32: two of them are as clear as this.
    check("BABABA------", "ABABABABABAB", Finding::Better);
    check("BABAB-------", "ABABABABABAB", Finding::TooFew);
}

#[test]
fn where_texts_got_worse_the_worst_comes_first() {
    let mut desk = desk_with("AS", 3);
    let texts = |texts: [&str; 3]| {
        let texts = texts.into_iter().enumerate();
        texts
            .map(|(idx, text)| reply("AS", idx, &format!("Buod: {text}")))
            .collect()
    };
    open(
        &mut desk,
        "a",
        &[("AS", 3)],
        texts(["Sanggunian ñ 0", "Sanggunian ñ 1", "Sanggunian ñ 2"]),
    );
    open(
        &mut desk,
        "b",
        &[("AS", 3)],
        texts(["Sanggunian ñ 0", "Sanggunian", "wala"]),
    );
    let worse = compared(&mut desk, ChangeFilter::Only(Change::Worse), "");
    let rows: Vec<usize> = worse.rows.iter().map(|row| row.sides[0].row_idx).collect();
    assert_eq!(rows, [2, 1]);
}

#[test]
fn a_run_that_is_not_open_is_named() {
    let mut desk = desk_with("PI", 4);
    open(&mut desk, "a", &[("PI", 4)], replies("ABAB"));
    let question = Question::Compare {
        run_ids: ["a".into(), "b".into()],
        policy: Some(OutcomePolicy::Strict),
    };
    let failed = desk.answer(question);
    assert!(
        matches!(&failed, Response::Failed(Failure::NoRun { run_id }) if run_id == "b"),
        "{failed:?}"
    );
}

/// Everything at once, as the page has it: nine tasks, corrected for nine.
#[test]
fn whole_runs_are_compared_on_every_task() {
    let Some(mut desk) = official_desk() else {
        return;
    };
    let tasks: Vec<(String, usize)> = desk
        .suite()
        .tasks
        .iter()
        .map(|task| (task.id.clone(), task.test_file.rows))
        .collect();
    let picks: Vec<(&str, usize)> = tasks.iter().map(|(id, n)| (id.as_str(), *n)).collect();
    for (id, step) in [("a", 3), ("b", 5)] {
        let head = head(&desk, id, &picks);
        let mut rows = Vec::new();
        for task in &desk.suite().tasks.clone() {
            let bytes = official_bytes(&task.test_file.path).expect("the desk has it");
            let text = String::from_utf8(bytes).expect("it is UTF-8");
            for (row_idx, line) in text.lines().enumerate() {
                let line: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
                let row_id = line["id"]
                    .as_str()
                    .map_or_else(|| line["id"].to_string(), str::to_owned);
                let text = match task.labels.get((row_idx / step) % task.labels.len().max(1)) {
                    Some(label) => format!("Sagot: {}", label.answer),
                    None => format!("Salin: Ang bata ay naglalaro {}", row_idx % step),
                };
                rows.push(RecordRow {
                    row_id,
                    ..reply(&task.id, row_idx, &text)
                });
            }
        }
        desk.open_run(Record { head, rows });
    }
    let started = std::time::Instant::now();
    let view = compare(&mut desk, OutcomePolicy::Strict);
    eprintln!("compared in {:?}", started.elapsed());
    assert_eq!((view.tasks.len(), view.n_tests), (9, 9));
    for task in &view.tasks {
        assert_eq!(task.n_rows, task.n_all, "{}", task.task_id);
        let corrected = task.numbers[0].corrected_p.expect("it was tested");
        assert!(
            corrected >= task.numbers[0].randomization_p,
            "{}",
            task.task_id
        );
    }
}
