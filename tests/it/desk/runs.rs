//! Runs as they grow, close, travel and are opened again.

use sukat::desk::Desk;
use sukat::desk::protocol::{Export, Failure, Question, Response};
use sukat::desk::sample::SAMPLE_RUN_ID;
use sukat::desk::view::{FileSource, FileState, LoadProblem, Remark, TokenCount};
use sukat::intake::unpack::InFile;
use sukat::provider::prices::{Money, Prices};
use sukat::provider::{Outcome, Usage};
use sukat::record::json::{Extras, write_record};
use sukat::record::{Record, Reused, TaskPick};
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;
use sukat::suite::{DataKind, MetricId, Profile};
use sukat::words::Language;

use super::{bits, desk_with, head, made_up, open, reply, result, value};

#[test]
fn the_sample_run_is_there_at_once_and_makes_no_official_number() {
    let mut desk = Desk::new(batayan());
    let Response::Result(result) = desk.answer(Question::OpenSample) else {
        panic!("samples are always there")
    };
    assert_eq!(result.card.run_id, SAMPLE_RUN_ID);
    assert_eq!(result.card.data_kind, DataKind::Sample);
    assert_eq!(result.tasks.len(), 9);
    assert!(result.card.n_done > 60 && result.card.n_done == result.card.n_all);
    for task in &result.tasks {
        assert!(!task.is_complete, "{}", task.task_id);
        assert!(task.metrics.iter().any(|value| value.value.is_ok()));
        assert!(task.interval.is_some());
    }
    assert!(
        result
            .averages
            .iter()
            .all(|average| average.value.is_none())
    );
    assert_eq!(result.remarks, []);
    // A question about it opens it, too: after a reload nobody has.
    let mut fresh = Desk::new(batayan());
    let question = Question::Result {
        run_id: SAMPLE_RUN_ID.into(),
        policy: Some(OutcomePolicy::Strict),
    };
    assert!(matches!(fresh.answer(question), Response::Result(_)));
}

#[test]
fn a_file_with_other_bytes_is_refused_by_name_with_both_hashes() {
    let mut suite = batayan();
    let [test, examples] = made_up(&mut suite, "PI", 4);
    let file = suite.task("PI").expect("it has it").test_file.clone();
    let mut desk = Desk::new(suite);
    let cut = test[..test.len() - 9].to_vec();
    let refused = desk.add_file("PI", true, FileSource::OwnHost, cut);
    let Err(problem @ LoadProblem::WrongHash { .. }) = refused else {
        panic!("{refused:?}")
    };
    let view = desk.data_view();
    let state = |view: &sukat::desk::view::DataView, is_test| {
        let mut files = view.files.iter();
        let file = files.find(|file| file.task_id == "PI" && file.is_test == is_test);
        file.expect("every task has two files").state.clone()
    };
    let failed = FileState::Failed(vec![(FileSource::OwnHost, problem.clone())]);
    assert_eq!(state(&view, true), failed);
    let LoadProblem::WrongHash { expected, found } = problem else {
        unreachable!("it was one above")
    };
    assert_eq!((expected.as_str(), found.len()), (file.sha256.as_str(), 64));

    // The right bytes from elsewhere are taken, and stay when another place has wrong ones.
    let added = desk.add_file("PI", true, FileSource::Upstream, test);
    assert_eq!(added, Ok(()));
    let wrong = desk.add_file("PI", true, FileSource::Picked, b"{}\n".to_vec());
    assert!(wrong.is_err());
    let loaded = FileState::Loaded(FileSource::Upstream);
    assert_eq!(state(&desk.data_view(), true), loaded);
    assert_eq!(state(&desk.data_view(), false), FileState::NotLoaded);
    let added = desk.add_file("PI", false, FileSource::Upstream, examples);
    assert_eq!(added, Ok(()));
    assert_eq!(state(&desk.data_view(), false), loaded);
    assert!(
        desk.add_file("XX", true, FileSource::Picked, vec![])
            .is_err()
    );
}

/// Rows of a run on made-up PI rows, every third wrong.
fn replies(n_rows: usize) -> Vec<sukat::record::RecordRow> {
    let text =
        |idx: usize| ["Sagot: A", "Sagot: B"][(idx + usize::from(idx.is_multiple_of(3))) % 2];
    (0..n_rows).map(|idx| reply("PI", idx, text(idx))).collect()
}

#[test]
fn numbers_follow_a_run_and_end_where_they_would_have_all_at_once() {
    let mut desk = desk_with("PI", 30);
    open(&mut desk, "live", &[("PI", 30)], Vec::new());
    let empty = result(&mut desk, "live", OutcomePolicy::Parity);
    assert_eq!(empty.tasks[0].counts.n_not_asked, 30);
    assert!(
        empty.tasks[0]
            .metrics
            .iter()
            .all(|value| value.value.is_err())
    );
    let mut rows = replies(30);
    // They come in another order, one of them twice: the later one counts.
    rows.rotate_left(11);
    let again = reply("PI", 12, "Hindi ko alam.");
    desk.add_rows("live", vec![again]).expect("it is open");
    for (idx, row) in rows.into_iter().enumerate() {
        desk.add_rows("live", vec![row]).expect("it is open");
        let live = result(&mut desk, "live", OutcomePolicy::Strict);
        let counts = live.tasks[0].counts;
        // Row 12 had an answer before its turn, and is the second to come.
        let n_there = if idx == 0 { 2 } else { idx + 1 };
        assert_eq!(counts.n_answered, n_there);
        assert_eq!(live.tasks[0].is_complete, n_there == 30);
    }
    open(&mut desk, "whole", &[("PI", 30)], replies(30));
    let live = result(&mut desk, "live", OutcomePolicy::Parity);
    let whole = result(&mut desk, "whole", OutcomePolicy::Parity);
    assert_eq!(bits(&live), bits(&whole));
    assert_eq!(live.models_seen, [("modelo-1".to_owned(), 30)]);
    assert_eq!(
        desk.record("live").map(|record| record.rows.len()),
        Some(30)
    );
}

#[test]
fn a_subset_is_shown_with_its_rows_and_stays_out_of_averages() {
    let mut desk = desk_with("PI", 30);
    open(&mut desk, "part", &[("PI", 5)], replies(5));
    let part = result(&mut desk, "part", OutcomePolicy::Parity);
    let counts = part.tasks[0].counts;
    assert_eq!(
        (counts.n_answered, counts.n_chosen, counts.n_rows),
        (5, 5, 30)
    );
    assert!(!part.tasks[0].is_complete);
    assert!(part.averages.iter().all(|average| average.n_there == 0));
    assert!(part.signature.contains("PI[5/30]"), "{}", part.signature);
}

#[test]
fn a_task_whose_rows_are_not_here_has_no_number_and_no_zero() {
    let mut desk = desk_with("PI", 4);
    open(&mut desk, "two", &[("PI", 4), ("QA", 100)], replies(4));
    for policy in [OutcomePolicy::Parity, OutcomePolicy::Strict] {
        let two = result(&mut desk, "two", policy);
        let [pi, qa] = two.tasks.as_slice() else {
            panic!("both were chosen: {:?}", two.tasks)
        };
        assert!(pi.is_complete && !qa.is_complete);
        assert_eq!((qa.counts.n_rows, qa.counts.n_not_asked), (100, 100));
        assert!(qa.metrics.iter().all(|metric| metric.value.is_err()));
        assert_eq!(qa.interval, None);
        let averages = two.averages.iter();
        let nlu = averages.clone().find(|average| average.id == "paper-nlu");
        let nlu = nlu.expect("the suite has it");
        assert_eq!((nlu.value, nlu.n_there, nlu.n_parts), (None, 1, 4));
        assert!(averages.clone().all(|average| average.value.is_none()));
    }
}

#[test]
fn a_line_that_cannot_be_read_leaves_its_row_in_the_task() {
    let mut desk = desk_with("PI", 2);
    let file = InFile {
        name: "PI.jsonl".into(),
        bytes: b"{\"id\":\"r0\",\"prediction\":\"Sagot: A\"}\n{\"id\":\"r1\",\"pred".to_vec(),
    };
    let (view, _) = desk.read_upload(&[file]).expect("one row is readable");
    assert_eq!(
        (
            view.runs[0].tasks[0].n_matched,
            view.runs[0].tasks[0].missing.1
        ),
        (1, 1)
    );
    assert!(!view.is_clean);
    desk.keep_upload("Sira", Profile::V1, false, "sira", 1)
        .expect("one row can be scored");
    let found = result(&mut desk, "sira", OutcomePolicy::Parity);
    let counts = found.tasks[0].counts;
    let ended = (counts.n_answered, counts.n_not_asked, counts.n_rows);
    assert_eq!(ended, (1, 1, 2));
    assert!(!found.tasks[0].is_complete);
    assert!(found.averages.iter().all(|average| average.n_there == 0));
}

#[test]
fn replies_of_several_machines_behind_one_address_are_counted_and_said() {
    let mut desk = desk_with("PI", 10);
    let mut rows = replies(10);
    for (row_idx, row) in rows.iter_mut().enumerate() {
        row.served_by = Some(if row_idx % 3 == 0 { "Y" } else { "X" }.to_owned());
    }
    open(&mut desk, "broker", &[("PI", 10)], rows.clone());
    let mixed = result(&mut desk, "broker", OutcomePolicy::Strict);
    let served_by = vec![("X".to_owned(), 6), ("Y".to_owned(), 4)];
    let remark = Remark::SeveralServers { served_by };
    for language in [Language::English, Language::Filipino] {
        let sentence = language.remark(&remark);
        assert!(sentence.contains("X (6), Y (4)"), "{sentence}");
    }
    assert_eq!(mixed.remarks, [remark]);
    // One that is named on some rows only is one.
    for row in &mut rows {
        row.served_by = row.served_by.take().filter(|name| name == "X");
    }
    open(&mut desk, "one", &[("PI", 10)], rows);
    let one = result(&mut desk, "one", OutcomePolicy::Strict);
    assert_eq!(one.remarks, []);
}

#[test]
fn failed_rows_are_asked_again_and_others_are_not() {
    let mut desk = desk_with("PI", 4);
    let mut rows = replies(3);
    rows[1].outcome = Outcome::Failed {
        status: Some(500),
        message: "busy".into(),
    };
    rows[2].outcome = Outcome::Refused;
    open(&mut desk, "some", &[("PI", 4)], rows);
    let place = |row_idx| ("PI".to_owned(), row_idx);
    assert_eq!(desk.done_rows("some"), [place(0), place(2)]);
    let strict = result(&mut desk, "some", OutcomePolicy::Strict);
    assert_eq!(strict.card.n_done, 3);
    assert!(!strict.tasks[0].is_complete);
}

#[test]
fn what_a_run_took_is_told_by_task_and_cost_only_where_prices_are_known() {
    let mut desk = desk_with("PI", 4);
    let mut rows = replies(4);
    let took = |prompt, output| Usage {
        prompt_tokens: prompt,
        output_tokens: output,
        reasoning_tokens: None,
    };
    rows[0].usage = took(Some(100), Some(7));
    rows[1].usage = took(None, Some(2));
    // Row 2 reports nothing. Row 3 was taken from another run, which has counted it already.
    rows[3].usage = took(Some(1000), Some(1000));
    rows[3].reused = Some(Reused {
        run_id: "iba".into(),
        asked_millis: 1,
    });
    let mut head = head(&desk, "some", &[("PI", 4)]);
    head.prices = Some(Prices {
        input: Money(150_000),
        output: Money(600_000),
    });
    desk.open_run(Record { head, rows });
    let result = result(&mut desk, "some", OutcomePolicy::Strict);
    let want = TokenCount {
        prompt: 100,
        output: 9,
        n_unreported: 1,
    };
    assert_eq!((result.tokens, result.tasks[0].tokens), (want, want));
    let prices = result.prices.expect("they were given");
    assert_eq!(prices.cost(want.prompt, want.output), Money(21));
    let json = export(&mut desk, "some", OutcomePolicy::Strict);
    assert!(
        json.contains(r#""prices":{"input":"0.15","output":"0.60"}"#),
        "{json}"
    );
}

#[test]
fn a_stored_run_waits_for_its_rows_and_is_scored_when_they_come() {
    let mut suite = batayan();
    let [test, examples] = made_up(&mut suite, "PI", 12);
    let mut desk = Desk::new(suite);
    open(&mut desk, "kept", &[("PI", 12)], replies(12));
    let early = desk.result("kept", OutcomePolicy::Parity);
    let task_id = "PI".into();
    assert_eq!(early, Err(Failure::NotLoaded { task_id }));
    for (is_test, bytes) in [(true, test), (false, examples)] {
        let added = desk.add_file("PI", is_test, FileSource::Cache, bytes);
        assert_eq!(added, Ok(()));
    }
    let late = result(&mut desk, "kept", OutcomePolicy::Parity);
    let mut loaded_first = desk_with("PI", 12);
    open(&mut loaded_first, "kept", &[("PI", 12)], replies(12));
    let direct = result(&mut loaded_first, "kept", OutcomePolicy::Parity);
    assert_eq!(bits(&late), bits(&direct));
    assert!(late.tasks[0].is_complete);
}

#[track_caller]
fn export(desk: &mut Desk, run_id: &str, policy: OutcomePolicy) -> String {
    let run_id = run_id.into();
    let exported = desk.export(&Export::Record { run_id, policy });
    let (name, json) = exported.expect("the run is open and scored");
    assert!(name.ends_with(".sukat.json"), "{name}");
    json
}

/// Drops a record's file onto a desk and opens it.
#[track_caller]
fn reopen(desk: &mut Desk, json: &str) -> String {
    let file = InFile {
        name: "run.sukat.json".into(),
        bytes: json.as_bytes().to_vec(),
    };
    let (view, mut records) = desk.read_upload(&[file]).expect("it is a record");
    let record = records.pop().expect("it is a record");
    assert_eq!(records, []);
    let name = (record.head.id.clone(), record.head.title.clone());
    assert_eq!(view.opened_runs, [name]);
    // As the worker does once it is stored.
    let run_id = record.head.id.clone();
    desk.open_run(record);
    run_id
}

#[test]
fn an_exported_record_gives_the_same_numbers_with_and_without_the_rows() {
    let mut desk = desk_with("PI", 20);
    let mut rows = replies(20);
    rows[4].text = "Sagot:\u{a0}b\nngunit hindi tiyak".into();
    rows[7].outcome = Outcome::Refused;
    open(&mut desk, "away", &[("PI", 20)], rows);
    let policy = OutcomePolicy::Parity;
    let before = result(&mut desk, "away", policy);
    let json = export(&mut desk, "away", policy);

    let mut with_rows = desk_with("PI", 20);
    let run_id = reopen(&mut with_rows, &json);
    let after = result(&mut with_rows, &run_id, policy);
    assert_eq!(bits(&after), bits(&before));
    assert_eq!(after.signature, before.signature);
    assert_eq!(after.remarks, []);
    assert_eq!(export(&mut with_rows, &run_id, policy), json);

    let mut suite = batayan();
    let _ = made_up(&mut suite, "PI", 20);
    let mut without = Desk::new(suite);
    let run_id = reopen(&mut without, &json);
    let after = result(&mut without, &run_id, policy);
    assert_eq!(bits(&after), bits(&before));
    let task_id = "PI".into();
    assert_eq!(after.remarks, [Remark::ScoredFromRecord { task_id }]);
    let row = super::detail(&mut without, &run_id, "PI", 3);
    let messages = row.messages.expect("the record says what was sent");
    assert!(messages[0].content.contains("hilera 3,"));
    assert_eq!(export(&mut without, &run_id, policy), json);
}

#[test]
fn a_record_that_contradicts_the_rows_or_itself_says_so() {
    let mut desk = desk_with("PI", 20);
    open(&mut desk, "odd", &[("PI", 20)], replies(20));
    let policy = OutcomePolicy::Parity;
    let honest = result(&mut desk, "odd", policy);
    let plain = value(&honest, "PI", MetricId::PlainAccuracy);
    let json = export(&mut desk, "odd", policy);

    // A gold turned over in the file: ours counts, and it is said.
    let turned = json.replacen("\"gold\":\"B\"", "\"gold\":\"A\"", 1);
    assert_ne!(turned, json);
    let run_id = reopen(&mut desk, &turned);
    let after = result(&mut desk, &run_id, policy);
    assert_eq!(bits(&after), bits(&honest));
    let other_gold = Remark::OtherGold {
        task_id: "PI".into(),
        n_rows: 1,
        row_ids: vec!["r1".into()],
    };
    assert_eq!(after.remarks, [other_gold]);

    // A better number written into the file.
    let needle = format!("\"value\":{plain:?}");
    assert!(json.contains(&needle), "{json}");
    let better = json.replace(&needle, "\"value\":99.5");
    let run_id = reopen(&mut desk, &better);
    let after = result(&mut desk, &run_id, policy);
    assert_eq!(bits(&after), bits(&honest));
    let other_score = Remark::OtherScore {
        task_id: "PI".into(),
        metric: "plain_accuracy".into(),
        stored: 99.5,
        ours: plain,
    };
    assert!(after.remarks.contains(&other_score), "{:?}", after.remarks);

    // A row that stands where another is: not scored by the other's gold.
    let moved = json.replacen("\"r2\"", "\"r2x\"", 1);
    assert_ne!(moved, json);
    let run_id = reopen(&mut desk, &moved);
    let after = result(&mut desk, &run_id, policy);
    let is_told = |remark: &Remark| matches!(remark, Remark::OtherRows { row_ids, n_rows: 1, .. } if row_ids == &["r2x"]);
    assert!(after.remarks.iter().any(is_told), "{:?}", after.remarks);
}

#[test]
fn another_version_of_rows_or_suite_changes_the_signature_and_is_said() {
    let mut desk = desk_with("PI", 6);
    open(&mut desk, "one", &[("PI", 6)], replies(6));
    let mut other = head(&desk, "two", &[("PI", 6)]);
    other.data_sha256.insert("PI".into(), "0".repeat(64));
    other.suite_sha256 = "1".repeat(64);
    other.tasks.push(TaskPick {
        task_id: "XX".into(),
        n_rows: usize::MAX,
        n_all: usize::MAX,
    });
    desk.open_run(Record {
        head: other,
        rows: replies(6),
    });
    let one = result(&mut desk, "one", OutcomePolicy::Parity);
    let two = result(&mut desk, "two", OutcomePolicy::Parity);
    assert_eq!(bits(&one), bits(&two));
    assert_ne!(one.signature, two.signature);
    let want = [
        Remark::OtherSuite,
        Remark::OtherData {
            task_id: "PI".into(),
        },
        Remark::UnknownTask {
            task_id: "XX".into(),
        },
    ];
    assert_eq!(two.remarks, want);
    let strict = result(&mut desk, "one", OutcomePolicy::Strict);
    assert_ne!(one.signature, strict.signature);
}

#[test]
fn a_record_that_claims_countless_rows_is_cut_to_those_there_are() {
    let mut desk = desk_with("PI", 3);
    let mut head = head(&desk, "huge", &[("PI", 3)]);
    for pick in &mut head.tasks {
        (pick.n_rows, pick.n_all) = (usize::MAX, usize::MAX);
    }
    let record = Record {
        head,
        rows: vec![reply("PI", 2, "Sagot: A"), reply("PI", usize::MAX - 1, "?")],
    };
    let json = write_record(&record, &Extras::default());
    let run_id = reopen(&mut desk, &json);
    let huge = result(&mut desk, &run_id, OutcomePolicy::Parity);
    let counts = huge.tasks[0].counts;
    assert_eq!(
        (counts.n_rows, counts.n_chosen, counts.n_answered),
        (3, 3, 1)
    );
}

#[test]
fn a_table_of_rows_leaves_cells_of_unscored_rows_empty() {
    let mut desk = desk_with("PI", 3);
    let mut rows = replies(2);
    rows[1].outcome = Outcome::Refused;
    rows[0].text = "=SUM(A1), \"Sagot: B\"".into();
    open(&mut desk, "table", &[("PI", 3)], rows);
    let exported = desk.export(&Export::Csv {
        run_id: "table".into(),
        policy: OutcomePolicy::Strict,
    });
    let (name, csv) = exported.expect("it is open");
    assert_eq!(name, "Run-table.csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let cells: Vec<Vec<String>> = reader
        .records()
        .map(|line| line.expect("it is CSV").iter().map(str::to_owned).collect())
        .collect();
    let [first, second] = cells.as_slice() else {
        panic!("two rows were asked: {csv}")
    };
    assert_eq!(first[4], "=SUM(A1), \"Sagot: B\"");
    assert_eq!((second[3].as_str(), second[8].as_str()), ("refused", ""));
}

#[test]
fn prompts_can_be_taken_away_as_lines_of_json() {
    let mut desk = desk_with("PI", 3);
    let exported = desk.export(&Export::Prompts {
        task_ids: vec!["PI".into()],
        kind: DataKind::Official,
        recipe: sukat::prompt::Recipe {
            profile: sukat::suite::Profile::Head,
            shots: sukat::suite::Shots::Five,
            language: sukat::suite::TemplateLanguage::Filipino,
        },
    });
    let (name, jsonl) = exported.expect("it is loaded");
    assert_eq!(name, "PI-head-prompts.jsonl");
    let lines: Vec<serde_json::Value> = jsonl
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["id"], "r2");
    let messages = lines[2]["messages"].as_array().map(Vec::len);
    assert_eq!(messages, Some(11));
}

#[test]
fn a_closed_run_is_gone() {
    let mut desk = desk_with("PI", 3);
    open(&mut desk, "gone", &[("PI", 3)], replies(3));
    assert!(desk.is_open("gone"));
    desk.close_run("gone");
    assert!(!desk.is_open("gone"));
    let run_id = || "gone".to_owned();
    let missing = Failure::NoRun { run_id: run_id() };
    assert_eq!(desk.add_rows("gone", replies(1)), Err(missing.clone()));
    let policy = OutcomePolicy::Parity;
    let exported = desk.export(&Export::Record {
        run_id: run_id(),
        policy,
    });
    assert_eq!(exported, Err(missing));
}
