//! Replies that one run may take from another, and how a run tells of them.

use sukat::desk::Desk;
use sukat::desk::protocol::{Export, Question, Response};
use sukat::desk::stored_answers::{StoredAnswers, may_lend};
use sukat::intake::unpack::InFile;
use sukat::provider::{EmptyWhy, Outcome};
use sukat::record::json::{Extras, read_head, read_record, write_head, write_record};
use sukat::record::{Attempt, Origin, Record, RecordHead, RecordRow, Reused};
use sukat::score::OutcomePolicy;
use sukat::suite::Profile;
use sukat::words::Language;

use super::{desk_with, detail, head, open, reply, result};

fn asked(row_idx: usize, text: &str, digest: &str) -> RecordRow {
    RecordRow {
        request_sha256: Some(digest.to_owned()),
        attempts: vec![Attempt {
            at_millis: 50 + row_idx as u64,
            took_millis: 1,
            status: Some(200),
            result: "ok".to_owned(),
        }],
        ..reply("SA", row_idx, text)
    }
}

fn named(id: &str) -> RecordHead {
    head(&desk_with("SA", 4), id, &[("SA", 4)])
}

#[test]
fn only_runs_of_this_browser_and_of_the_same_model_at_the_same_address_lend() {
    let asking = named("run-2");
    let lender = named("run-1");
    assert!(may_lend(&lender, &asking));
    assert!(!may_lend(&asking, &asking), "not to itself");
    let from_file = RecordHead {
        prices: None,
        is_from_file: true,
        ..lender.clone()
    };
    assert!(!may_lend(&from_file, &asking));
    let origin = |kind: &str, url: &str, model: &str| RecordHead {
        origin: Origin::Asked {
            endpoint_kind: kind.to_owned(),
            base_url: url.to_owned(),
            model: model.to_owned(),
        },
        ..lender.clone()
    };
    let url = "http://localhost:1234/v1";
    assert!(may_lend(&origin("openai-chat", url, "modelo"), &asking));
    for other in [
        origin("openai-completions", url, "modelo"),
        origin("openai-chat", "http://localhost:1235/v1", "modelo"),
        origin("openai-chat", url, "iba"),
    ] {
        assert!(!may_lend(&other, &asking), "{:?}", other.origin);
    }
    let stand_in = origin("stand-in", "", "oracle");
    assert!(!may_lend(&stand_in, &stand_in));
    let other = RecordHead {
        id: "run-3".to_owned(),
        ..stand_in.clone()
    };
    assert!(!may_lend(&stand_in, &other), "a stand-in costs nothing");
}

#[test]
fn only_texts_are_lent_and_of_a_row_only_the_last_one() {
    let mut stored = StoredAnswers::default();
    let without = |outcome, digest| RecordRow {
        outcome,
        ..asked(3, "", digest)
    };
    stored.add(
        &named("run-1"),
        vec![
            asked(0, "luma", "d0"),
            asked(0, "bago", "d0-bago"),
            RecordRow {
                outcome: Outcome::Truncated,
                ..asked(1, "putol", "d1")
            },
            without(Outcome::Refused, "d2"),
            RecordRow {
                row_idx: 2,
                ..without(Outcome::Empty(EmptyWhy::Unknown), "d3")
            },
            // A batch answered it: no request of ours did.
            RecordRow {
                request_sha256: None,
                row_idx: 4,
                ..asked(4, "Sagot: B", "")
            },
        ],
    );
    assert_eq!(stored.digests(), ["d0-bago", "d1"]);
    let (row, holder) = stored.find("d0-bago").expect("it is there");
    assert_eq!((row.text.as_str(), holder), ("bago", "run-1"));
    let from = row.reused.clone().expect("where it is from");
    assert_eq!((from.run_id.as_str(), from.asked_millis), ("run-1", 50));
    assert!(stored.find("d0").is_none());
}

#[test]
fn what_was_lent_on_still_names_who_asked_and_goes_with_who_holds_it() {
    let mut stored = StoredAnswers::default();
    let lent = RecordRow {
        reused: Some(Reused {
            run_id: "run-1".to_owned(),
            asked_millis: 7,
        }),
        ..asked(0, "bago", "d0")
    };
    stored.add(&named("run-2"), vec![lent]);
    stored.add(
        &named("run-1"),
        vec![asked(0, "luma", "d0"), asked(1, "iba", "d1")],
    );
    let (row, holder) = stored.find("d0").expect("it is there");
    assert_eq!((row.text.as_str(), holder), ("bago", "run-2"), "the newest");
    let from = row.reused.clone().expect("where it is from");
    assert_eq!((from.run_id.as_str(), from.asked_millis), ("run-1", 7));
    stored.forget("run-1");
    assert_eq!(stored.digests(), ["d0"]);
    stored.forget("run-2");
    assert_eq!(stored.digests(), [""; 0]);
}

fn exported(desk: &mut Desk, run_id: &str) -> String {
    desk.export(&Export::Record {
        run_id: run_id.to_owned(),
        policy: OutcomePolicy::Strict,
    })
    .expect("it is open")
    .1
}

#[test]
fn a_run_says_how_many_of_its_rows_were_stored_already() {
    let mut desk = desk_with("SA", 4);
    let taken = RecordRow {
        reused: Some(Reused {
            run_id: "run-0".to_owned(),
            asked_millis: 7,
        }),
        ..asked(1, "Sagot: Positibo", "d1")
    };
    let rows = vec![asked(0, "Sagot: Positibo", "d0"), taken];
    open(&mut desk, "run-1", &[("SA", 4)], rows);
    assert_eq!(
        result(&mut desk, "run-1", OutcomePolicy::Strict).n_reused,
        1
    );
    assert_eq!(detail(&mut desk, "run-1", "SA", 0).reused, None);
    let row = detail(&mut desk, "run-1", "SA", 1);
    assert_eq!(row.reused, Some(("run-0".to_owned(), 7)));
    let text = exported(&mut desk, "run-1");
    let record = read_record(&text).expect("ours").record;
    let note = "1 of 2 rows were taken from earlier runs that had asked exactly the same";
    assert_eq!(record.head.notes.last().map(String::as_str), Some(note));
    assert_ne!(Language::Filipino.record_note(note), note);
    let (_, csv) = desk
        .export(&Export::Csv {
            run_id: "run-1".to_owned(),
            policy: OutcomePolicy::Strict,
        })
        .expect("it is open");
    let ends: Vec<&str> = csv
        .lines()
        .map(|line| line.rsplit(',').next().unwrap_or_default())
        .collect();
    assert_eq!(ends, ["reused_from", "", "run-0"]);
    // Opened again, the note is not there twice.
    let mut other = desk_with("SA", 4);
    let file = InFile {
        name: "record.json".to_owned(),
        bytes: text.into_bytes(),
    };
    other.read_upload(&[file]).expect("it is a record");
    assert_eq!(
        result(&mut other, "run-1", OutcomePolicy::Strict).n_reused,
        1
    );
    let again = read_record(&exported(&mut other, "run-1")).expect("ours");
    assert_eq!(again.record.head.notes, record.head.notes);
}

#[test]
fn a_record_from_a_file_is_known_as_one_and_no_file_says_it() {
    let mut desk = desk_with("SA", 4);
    let record = Record {
        head: named("run-1"),
        rows: vec![asked(0, "Sagot: Positibo", "d0")],
    };
    let file = InFile {
        name: "record.json".to_owned(),
        bytes: write_record(&record, &Extras::default()).into_bytes(),
    };
    let (_, mut opened) = desk.read_upload(&[file]).expect("it is a record");
    let opened = opened.pop().expect("one was opened");
    assert!(opened.head.is_from_file);
    let stored = read_head(&write_head(&opened.head)).expect("ours");
    assert!(stored.is_from_file, "the browser remembers it");
    let Response::Result(_) = desk.answer(Question::Result {
        run_id: "run-1".to_owned(),
        policy: Some(OutcomePolicy::Strict),
    }) else {
        panic!("it is open")
    };
    assert!(!exported(&mut desk, "run-1").contains("from_file"));
}

/// The policy by which a run is scored where nobody says which.
#[track_caller]
fn unasked(desk: &mut Desk, run_id: &str) -> OutcomePolicy {
    let question = Question::Result {
        run_id: run_id.to_owned(),
        policy: None,
    };
    match desk.answer(question) {
        Response::Result(result) => result.policy,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_record_opens_with_the_numbers_it_was_saved_with() {
    for policy in [OutcomePolicy::Parity, OutcomePolicy::Strict] {
        let mut desk = desk_with("SA", 4);
        open(&mut desk, "run-1", &[("SA", 4)], Vec::new());
        assert_eq!(unasked(&mut desk, "run-1"), OutcomePolicy::Strict);
        let what = Export::Record {
            run_id: "run-1".to_owned(),
            policy,
        };
        let (name, text) = desk.export(&what).expect("it is open");
        let mut other = desk_with("SA", 4);
        let bytes = text.into_bytes();
        let (_, opened) = other.read_upload(&[InFile { name, bytes }]).expect("ours");
        assert_eq!(unasked(&mut other, "run-1"), policy);
        // So it does after a reload, from what this browser stores.
        let head = read_head(&write_head(&opened[0].head)).expect("ours");
        assert_eq!(head, opened[0].head);
        let rows = Vec::new();
        desk.open_run(Record { head, rows });
        assert_eq!(unasked(&mut desk, "run-1"), policy);
    }
}

#[test]
fn a_file_of_answers_is_counted_as_the_reference_counts_it() {
    let mut desk = desk_with("SA", 4);
    let file = InFile {
        name: "SA.jsonl".to_owned(),
        bytes:
            b"{\"id\":\"r0\",\"prediction\":\"\"}\n{\"id\":\"r1\",\"prediction\":\"Positibo\"}\n"
                .to_vec(),
    };
    desk.read_upload(&[file]).expect("it is a file of answers");
    desk.keep_upload("Haka", Profile::V1, false, "run-1", 1)
        .expect("it can be scored");
    assert_eq!(unasked(&mut desk, "run-1"), OutcomePolicy::Parity);
}
