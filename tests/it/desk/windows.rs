//! Windows over rows: prompts of a task, rows of a run.

use sukat::desk::Desk;
use sukat::desk::protocol::{Failure, Question, Response, RowFilter, RowsQuery};
use sukat::desk::view::{PromptPage, Verdict};
use sukat::prompt::Recipe;
use sukat::provider::{EmptyWhy, Outcome};
use sukat::score::OutcomePolicy;
use sukat::suite::{DataKind, MetricId, Profile, Shots, TemplateLanguage};

use super::{desk_with, detail, official_desk, open, reply, result, rows, value};

const RECIPE: Recipe = Recipe {
    profile: Profile::V1,
    shots: Shots::Zero,
    language: TemplateLanguage::Filipino,
};

fn query(run_id: &str) -> RowsQuery {
    RowsQuery {
        run_id: run_id.into(),
        task_id: None,
        filter: RowFilter::All,
        text: String::new(),
        offset: 0,
        limit: 100,
    }
}

#[track_caller]
fn prompts(
    desk: &mut Desk,
    task_id: &str,
    kind: DataKind,
    text: &str,
    offset: usize,
) -> PromptPage {
    let question = Question::Prompts {
        task_id: task_id.into(),
        kind,
        recipe: RECIPE,
        text: text.into(),
        offset,
        limit: 3,
    };
    match desk.answer(question) {
        Response::Prompts(page) => page,
        other => panic!("{other:?}"),
    }
}

#[test]
fn prompts_are_found_by_text_and_come_in_windows() {
    let mut desk = desk_with("PI", 40);
    let page = prompts(&mut desk, "PI", DataKind::Official, "", 2);
    assert_eq!((page.n_matching, page.n_rows), (40, 40));
    let places: Vec<usize> = page.rows.iter().map(|row| row.row_idx).collect();
    assert_eq!(places, [2, 3, 4]);
    let found = prompts(&mut desk, "PI", DataKind::Official, " MAY ñ AT ₱3", 9);
    assert_eq!((found.n_matching, found.rows.len()), (11, 2));
    let by_id = prompts(&mut desk, "PI", DataKind::Official, "r39", 0);
    assert_eq!(by_id.rows[0].row_id, "r39");
    assert_eq!(by_id.rows[0].gold, "B");
    let none = prompts(&mut desk, "PI", DataKind::Official, "wala nito", 0);
    assert_eq!((none.n_matching, none.rows.len()), (0, 0));
}

#[test]
fn the_shown_digest_is_that_of_the_reference() {
    let Some(mut desk) = official_desk() else {
        return;
    };
    for (task_id, digest) in [
        ("PI", "ef29e8b70f490500"),
        ("NLI", "e19d92b124de5a50"),
        ("MT-tl-en", "ca1c211af5cea739"),
    ] {
        let page = prompts(&mut desk, task_id, DataKind::Official, "", 0);
        assert_eq!(page.rows[0].digest, digest, "{task_id}");
    }
}

#[test]
fn rows_that_are_not_loaded_are_asked_for_and_samples_always_are() {
    let mut desk = Desk::new(sukat::suite::load::batayan());
    let question = Question::Totals {
        kind: DataKind::Official,
        recipe: RECIPE,
        tasks: vec![("QA".into(), 5)],
    };
    let Response::Failed(failure) = desk.answer(question) else {
        panic!("nothing is loaded")
    };
    let task_id = "QA".into();
    assert_eq!(failure, Failure::NotLoaded { task_id });
    assert!(prompts(&mut desk, "QA", DataKind::Sample, "", 0).n_rows > 5);
}

#[test]
fn totals_are_those_of_the_messages_that_are_sent() {
    let mut desk = desk_with("PI", 40);
    let rows = [3, 0].map(|row_idx| ("PI".to_owned(), row_idx)).to_vec();
    let kind = DataKind::Official;
    let question = Question::Messages {
        kind,
        recipe: RECIPE,
        rows,
    };
    let Response::Messages(prepared) = desk.answer(question) else {
        panic!("they are loaded")
    };
    assert_eq!((prepared[0].row_idx, prepared[1].row_idx), (3, 0));
    assert!(prepared[0].messages[0].content.contains("hilera 3,"));
    let question = Question::Totals {
        kind,
        recipe: RECIPE,
        tasks: vec![("PI".into(), 1)],
    };
    let Response::Totals(totals) = desk.answer(question) else {
        panic!("they are loaded")
    };
    let n_chars = prepared[1].messages[0].content.chars().count();
    assert_eq!(totals.n_chars, n_chars as u64);
    assert_eq!((totals.n_rows, totals.max_output_tokens), (1, 32));
}

/// Ten rows of two classes, each ending differently.
fn mixed_run() -> Desk {
    let mut desk = desk_with("PI", 10);
    let mut rows: Vec<_> = [
        "Sagot: A",         // 0: A, right
        "Sagot: A",         // 1: B, wrong
        "Hindi ko alam.",   // 2: A, unreadable
        "Sagot: B",         // 3: B, right, cut
        "",                 // 4: A, empty
        "",                 // 5: B, empty, budget
        "",                 // 6: A, refused
        "",                 // 7: B, failed
        "Ang sagot ay: A.", // 8: A, lenient only
    ]
    .into_iter()
    .enumerate()
    .map(|(row_idx, text)| reply("PI", row_idx, text))
    .collect();
    let failed = Outcome::Failed {
        status: Some(503),
        message: "busy".into(),
    };
    for (row_idx, outcome) in [
        (3, Outcome::Truncated),
        (4, Outcome::Empty(EmptyWhy::Unknown)),
        (5, Outcome::Empty(EmptyWhy::Budget)),
        (6, Outcome::Refused),
        (7, failed),
    ] {
        rows[row_idx].outcome = outcome;
    }
    // Replies come in any order.
    rows.reverse();
    open(&mut desk, "mixed", &[("PI", 10)], rows);
    desk
}

#[test]
fn each_filter_keeps_its_rows() {
    let mut desk = mixed_run();
    for (filter, want) in [
        (RowFilter::All, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9][..]),
        (RowFilter::Right, &[0, 3]),
        (RowFilter::Wrong, &[1, 2, 8]),
        (RowFilter::Unparsed, &[2, 8]),
        (RowFilter::Unscored, &[4, 5, 6, 7, 9]),
        (RowFilter::LenientDiffers, &[8]),
        (RowFilter::Truncated, &[3]),
    ] {
        let page = rows(
            &mut desk,
            RowsQuery {
                filter,
                ..query("mixed")
            },
        );
        let found: Vec<usize> = page.rows.iter().map(|row| row.row_idx).collect();
        assert_eq!(found, want, "{filter:?}");
        assert_eq!((page.n_matching, page.n_rows), (want.len(), 10));
    }
}

#[test]
fn each_row_says_why_it_has_its_score() {
    let mut desk = mixed_run();
    let page = rows(&mut desk, query("mixed"));
    let found: Vec<(Verdict, Option<f64>)> = page
        .rows
        .iter()
        .map(|row| (row.verdict, row.score))
        .collect();
    let want = [
        (Verdict::Right, Some(100.0)),
        (Verdict::Wrong, Some(0.0)),
        (Verdict::Unreadable, Some(0.0)),
        (Verdict::Right, Some(100.0)),
        (Verdict::Empty, None),
        (Verdict::EmptyBudget, None),
        (Verdict::Refused, None),
        (Verdict::Failed, None),
        (Verdict::Unreadable, Some(0.0)),
        (Verdict::NotAsked, None),
    ];
    assert_eq!(found, want);
    let [first, .., last] = page.rows.as_slice() else {
        panic!("there are ten")
    };
    assert_eq!(first.parity.as_deref(), Some("A"));
    assert_eq!((first.gold.as_str(), last.gold.as_str()), ("A", "B"));
    assert!(last.preview.contains("hilera 9"), "{}", last.preview);
}

#[test]
fn rows_are_found_by_reply_field_gold_and_id_whatever_the_case() {
    let mut desk = mixed_run();
    for (text, want) in [
        ("hindi KO alam", &[2][..]),
        ("HILERA 7", &[7]),
        ("r9", &[9]),
        ("wala ito rito", &[]),
    ] {
        let page = rows(
            &mut desk,
            RowsQuery {
                text: text.into(),
                ..query("mixed")
            },
        );
        let found: Vec<usize> = page.rows.iter().map(|row| row.row_idx).collect();
        assert_eq!(found, want, "{text}");
    }
    // What is found follows a reply that replaces another.
    let again = reply("PI", 2, "Sagot: B nga pala");
    desk.add_rows("mixed", vec![again]).expect("it is open");
    let text = "nga pala".into();
    let page = rows(
        &mut desk,
        RowsQuery {
            text,
            ..query("mixed")
        },
    );
    assert_eq!(page.rows[0].row_idx, 2);
}

#[test]
fn a_row_is_shown_whole_with_what_was_read_marked() {
    let mut desk = mixed_run();
    let text = "Isip muna.\nSagot: B\nTapos.";
    desk.add_rows("mixed", vec![reply("PI", 1, text)])
        .expect("it is open");
    let row = detail(&mut desk, "mixed", "PI", 1);
    let (before, read, after) = &row.reply_parts;
    assert_eq!(format!("{before}{read}{after}"), text);
    assert_eq!((read.trim(), after.trim()), ("B", "Tapos."));
    assert_eq!(row.neighbours, (Some(0), Some(2)));
    assert_eq!(row.parity.as_deref(), Some("B"));
    assert_eq!(row.outcome, ("answered".into(), None));
    let messages = row.messages.expect("the row is loaded");
    assert!(messages[0].content.contains("hilera 1,"));
    let fact = |key: &str| {
        let mut facts = row.facts.iter();
        facts
            .find(|(k, _)| k == key)
            .map(|(_, value)| value.as_str())
    };
    assert_eq!(fact("model"), Some("modelo-1"));
    assert_eq!(fact("finish_reason"), Some("stop"));

    let failed = detail(&mut desk, "mixed", "PI", 7);
    assert_eq!(failed.outcome, ("failed".into(), Some("busy".into())));
    let not_asked = detail(&mut desk, "mixed", "PI", 9);
    assert_eq!(not_asked.outcome.0, "not_asked");
    assert_eq!(not_asked.neighbours, (Some(8), None));
    assert_eq!(not_asked.reply_parts, Default::default());
}

#[test]
fn thinking_that_used_up_the_budget_is_no_wrong_answer() {
    let mut desk = desk_with("PI", 2);
    let mut cut = reply("PI", 0, "<think>Sagot: A");
    cut.outcome = Outcome::Truncated;
    let rest = reply("PI", 1, "<think>Sagot: A siguro</think>\nSagot: B");
    open(&mut desk, "isip", &[("PI", 2)], vec![cut, rest]);
    let page = rows(&mut desk, query("isip"));
    let found: Vec<(Verdict, Option<&str>)> = page
        .rows
        .iter()
        .map(|row| (row.verdict, row.parity.as_deref()))
        .collect();
    let want = [(Verdict::EmptyBudget, None), (Verdict::Right, Some("B"))];
    assert_eq!(found, want);
    let strict = result(&mut desk, "isip", OutcomePolicy::Strict);
    let counts = strict.tasks[0].counts;
    assert_eq!((counts.n_answered, counts.n_empty), (1, 1));
    assert_eq!(
        value(&strict, "PI", MetricId::PlainAccuracy).to_bits(),
        100_f64.to_bits()
    );
}

#[test]
fn a_row_that_is_not_there_is_said_to_be_missing() {
    let mut desk = mixed_run();
    for (task_id, row_idx) in [("PI", 10), ("QA", 0), ("XX", 0)] {
        let question = Question::Row {
            run_id: "mixed".into(),
            task_id: task_id.into(),
            row_idx,
        };
        let Response::Failed(failure) = desk.answer(question) else {
            panic!("{task_id} {row_idx} is not in the run")
        };
        assert!(matches!(failure, Failure::NoRow { .. }), "{failure}");
    }
    let Response::Failed(failure) = desk.answer(Question::Rows(query("iba"))) else {
        panic!("there is no such run")
    };
    let run_id = "iba".into();
    assert_eq!(failure, Failure::NoRun { run_id });
}

#[test]
fn only_the_writing_of_letters_differs() {
    let mut desk = desk_with("MT-en-tl", 3);
    let rows = vec![
        reply("MT-en-tl", 0, "Salin: Sanggunian ñ 0"),
        reply("MT-en-tl", 1, "Salin: Sanggunian n\u{303} 1"),
    ];
    open(&mut desk, "mt", &[("MT-en-tl", 3)], rows);
    let row = detail(&mut desk, "mt", "MT-en-tl", 0);
    assert!(!row.differs_only_by_unicode_form);
    assert_eq!(row.row.verdict, Verdict::Text);
    assert_eq!(row.row.score, Some(100.0));
    let row = detail(&mut desk, "mt", "MT-en-tl", 1);
    assert!(row.differs_only_by_unicode_form);
    assert!(row.row.score.is_some_and(|score| score < 100.0));
    assert_eq!(row.scores.len(), 1);
}

#[test]
fn ten_thousand_rows_are_filtered_and_searched_in_windows() {
    let mut desk = desk_with("SA", 10_000);
    let answers = ["Sagot: Positibo", "Sagot: Negatibo", "Sagot: Neutral"];
    let replies = (0..10_000)
        .map(|row_idx: usize| {
            // Every tenth is wrong, every hundredth unreadable.
            let text = if row_idx % 100 == 7 {
                "<img src=x onerror=alert(1)>"
            } else {
                answers[(row_idx + usize::from(row_idx.is_multiple_of(10))) % 3]
            };
            reply("SA", row_idx, text)
        })
        .collect();
    open(&mut desk, "big", &[("SA", 10_000)], replies);
    let with = |filter, text: &str, offset| RowsQuery {
        filter,
        text: text.into(),
        offset,
        limit: 20,
        ..query("big")
    };
    let page = rows(&mut desk, with(RowFilter::All, "", 9_990));
    assert_eq!((page.n_matching, page.rows.len()), (10_000, 10));
    assert_eq!(page.rows[9].row_idx, 9_999);
    let wrong = rows(&mut desk, with(RowFilter::Wrong, "", 0));
    assert_eq!((wrong.n_matching, wrong.rows.len()), (1_100, 20));
    let unparsed = rows(&mut desk, with(RowFilter::Unparsed, "ONERROR", 95));
    assert_eq!((unparsed.n_matching, unparsed.rows.len()), (100, 5));
    // Hostile text is text.
    assert_eq!(unparsed.rows[4].reply, "<img src=x onerror=alert(1)>");
    let found = rows(&mut desk, with(RowFilter::All, "hilera 123,", 0));
    let places: Vec<usize> = found.rows.iter().map(|row| row.row_idx).collect();
    assert_eq!(places, [123]);
    let beyond = rows(&mut desk, with(RowFilter::All, "", usize::MAX));
    assert_eq!((beyond.n_matching, beyond.rows.len()), (10_000, 0));
}

#[test]
fn all_rows_of_a_list_can_be_named_wherever_its_window_is() {
    let mut desk = mixed_run();
    for (filter, text) in [
        (RowFilter::All, ""),
        (RowFilter::Unparsed, ""),
        (RowFilter::Unscored, ""),
        (RowFilter::All, "alam"),
    ] {
        let query = RowsQuery {
            filter,
            text: text.into(),
            offset: 1,
            limit: 1,
            ..query("mixed")
        };
        let listed = rows(
            &mut desk,
            RowsQuery {
                offset: 0,
                limit: 100,
                ..query.clone()
            },
        );
        let want: Vec<_> = listed
            .rows
            .into_iter()
            .map(|row| (row.task_id, row.row_idx))
            .collect();
        assert!(!want.is_empty(), "{filter:?} {text}");
        let Response::RowKeys(keys) = desk.answer(Question::RowKeys(query)) else {
            panic!("the run is open")
        };
        assert_eq!(keys, want, "{filter:?} {text}");
    }
}
