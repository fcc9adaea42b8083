//! Records: written, read again, exported, signed.

use std::collections::BTreeMap;

use expect_test::expect;
use proptest::prelude::*;
use sukat::answer::Thinking;
use sukat::provider::format::FORMATS;
use sukat::provider::prices::{Money, Prices};
use sukat::provider::{EmptyWhy, Format, Outcome, Usage};
use sukat::record::json::{
    Extras, ReadError, RowExtras, RowFault, ScoreLine, is_record, read_head, read_record,
    read_rows, write_head, write_record, write_rows,
};
use sukat::record::signature::signature;
use sukat::record::{
    Attempt, Origin, Record, RecordHead, RecordRow, Repeat, Reused, Sampling, Settings, TaskPick,
};
use sukat::suite::{DataKind, Profile, Shots, TemplateLanguage};

use sukat::suite::load::batayan as suite;

fn sampling() -> Sampling {
    Sampling {
        max_tokens: Some(16),
        max_tokens_name: Some("max_completion_tokens".into()),
        temperature: Some(0.1 + 0.2),
        top_p: None,
        seed: Some(u64::MAX),
        ..Sampling::default()
    }
}

fn head() -> RecordHead {
    RecordHead {
        id: "run-1".into(),
        title: "Unang takbo".into(),
        made_by: "sukat 0.1.0".into(),
        started_millis: 1_700_000_000_000,
        suite_id: "batayan".into(),
        suite_sha256: "ab".repeat(32),
        data_kind: DataKind::Official,
        data_sha256: BTreeMap::from([
            ("SA".into(), "01".repeat(32)),
            ("AS".into(), "02".repeat(32)),
        ]),
        origin: Origin::Asked {
            endpoint_kind: "openai-chat".into(),
            base_url: "https://api.example.org/v1".into(),
            model: "modelo|1".into(),
        },
        settings: Settings {
            profile: Profile::V1,
            shots: Shots::Five,
            language: TemplateLanguage::Filipino,
            thinking: Thinking::Strip,
            sampling: BTreeMap::from([
                ("SA".into(), sampling()),
                ("AS".into(), Sampling::default()),
            ]),
        },
        tasks: vec![
            TaskPick {
                task_id: "SA".into(),
                n_rows: 600,
                n_all: 600,
            },
            TaskPick {
                task_id: "AS".into(),
                n_rows: 5,
                n_all: 100,
            },
        ],
        notes: vec!["temperature: server default".into()],
        repeat: Some(Repeat {
            group: "repeats-1".into(),
            index: 2,
            of: 3,
        }),
        prices: Some(Prices {
            input: Money(150_000),
            output: Money(2_500_000),
        }),
        external: Vec::new(),
        is_from_file: false,
        policy_id: None,
    }
}

fn row(row_idx: usize) -> RecordRow {
    RecordRow {
        task_id: "SA".into(),
        row_idx,
        row_id: (row_idx + 1).to_string(),
        outcome: Outcome::Answered,
        text: "Sagot: \"Positibo\"\n\u{2028}=1+1".into(),
        reasoning: Some("baka".into()),
        finish_reason: Some("stop".into()),
        model: Some("modelo-1-0613".into()),
        fingerprint: Some("fp".into()),
        served_by: Some("isa".into()),
        usage: Usage {
            prompt_tokens: Some(9),
            output_tokens: Some(0),
            reasoning_tokens: None,
        },
        attempts: vec![Attempt {
            at_millis: 5,
            took_millis: 7,
            status: Some(200),
            result: "ok".into(),
        }],
        request_sha256: Some("0d".repeat(32)),
        reused: Some(Reused {
            run_id: "run-0".into(),
            asked_millis: 4,
        }),
    }
}

fn extras() -> Extras {
    Extras {
        signature: Some("suite:batayan".into()),
        scores: vec![ScoreLine {
            task_id: "SA".into(),
            metric: "macro_f1".into(),
            value: Some(100.0 / 3.0),
            n_scored: 1,
            n_rows: 600,
            is_official: false,
        }],
        rows: vec![RowExtras {
            prompt: Some("Ano ang sentimyento?".into()),
            gold: Some("Positibo".into()),
            parity: Some("Positibo".into()),
            lenient: None,
            flags: vec!["lenient-differs".into()],
            score: Some(100.0),
            external: BTreeMap::new(),
        }],
    }
}

fn record() -> Record {
    Record {
        head: head(),
        rows: vec![row(0)],
    }
}

#[test]
fn a_record_and_its_export_come_back_whole() {
    let text = write_record(&record(), &extras());
    let read = read_record(&text).expect("own file");
    assert_eq!(read.record, record());
    assert_eq!(read.extras, extras());
    assert_eq!(read.complaints, []);
    assert!(is_record(&text));
    assert_eq!(read_head(&write_head(&head())), Ok(head()));
    let rows = vec![row(0), row(1)];
    assert_eq!(read_rows(&write_rows(&rows)), Ok(rows));
}

#[test]
fn the_written_form_stays_readable_to_other_programs() {
    expect![[r#"
        {"format":"sukat-record/1","signature":"suite:batayan","scores":[{"task":"SA","metric":"macro_f1","value":33.333333333333336,"n_scored":1,"n_rows":600,"is_official":false}],"id":"run-1","title":"Unang takbo","made_by":"sukat 0.1.0","started_millis":1700000000000,"suite_id":"batayan","suite_sha256":"abababababababababababababababababababababababababababababababab","data_kind":"official","data_sha256":{"AS":"0202020202020202020202020202020202020202020202020202020202020202","SA":"0101010101010101010101010101010101010101010101010101010101010101"},"origin":{"kind":"asked","endpoint_kind":"openai-chat","base_url":"https://api.example.org/v1","model":"modelo|1"},"settings":{"profile":"v1","shots":5,"language":"filipino","thinking":"strip","sampling":{"AS":{},"SA":{"max_tokens":16,"max_tokens_name":"max_completion_tokens","temperature":0.30000000000000004,"seed":18446744073709551615}}},"tasks":[{"task":"SA","n_rows":600,"n_all":600},{"task":"AS","n_rows":5,"n_all":100}],"notes":["temperature: server default"],"repeat":{"group":"repeats-1","index":2,"of":3},"prices":{"input":"0.15","output":"2.50"},"rows":[
        {"task":"SA","row":0,"id":"1","outcome":{"kind":"answered"},"text":"Sagot: \"Positibo\"\n =1+1","reasoning":"baka","finish_reason":"stop","model":"modelo-1-0613","fingerprint":"fp","served_by":"isa","prompt_tokens":9,"output_tokens":0,"attempts":[{"at_millis":5,"took_millis":7,"status":200,"result":"ok"}],"request_sha256":"0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d0d","reused":{"run":"run-0","asked_millis":4},"prompt":"Ano ang sentimyento?","gold":"Positibo","parity":"Positibo","flags":["lenient-differs"],"score":100.0}
        ]}
    "#]]
    .assert_eq(&write_record(&record(), &extras()));
}

#[test]
fn no_field_of_a_record_could_hold_a_key() {
    let text = write_record(&record(), &extras());
    let value: serde_json::Value = serde_json::from_str(&text).expect("own file");
    let mut names = Vec::new();
    collect_names(&value, &mut names);
    for name in names {
        let lower = name.to_lowercase();
        let suspicious = ["key", "secret", "auth", "bearer", "password", "header"];
        assert!(
            suspicious.iter().all(|word| !lower.contains(word)),
            "{name}"
        );
    }
}

fn collect_names(value: &serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                names.push(name.clone());
                collect_names(value, names);
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect_names(item, names)),
        _ => {}
    }
}

#[test]
fn unknown_fields_are_skipped_and_missing_ones_have_a_meaning() {
    let text = r#"{"format":"sukat-record/1","later":{"x":[1]},"id":"a","started_millis":1,
        "suite_id":"batayan","data_kind":"sample","origin":{"kind":"uploaded","shape":"csv","x":1},
        "settings":{"profile":"head","shots":0,"language":"english","thinking":"keep","x":null},
        "tasks":[{"task":"SA","n_rows":1,"n_all":1,"x":2}],
        "rows":[{"task":"SA","row":0,"id":"1","outcome":{"kind":"empty","x":3},"x":4}]}"#;
    let read = read_record(text).expect("readable");
    assert_eq!(read.record.head.settings.profile, Profile::Head);
    assert_eq!(read.record.rows.len(), 1);
    assert_eq!(
        read.record.rows[0].outcome,
        Outcome::Empty(EmptyWhy::Unknown)
    );
    assert_eq!(read.record.rows[0].usage, Usage::default());
}

#[test]
fn a_record_says_its_format_and_an_old_one_without_means_the_chat_of_openai() {
    let mut record = record();
    for format in FORMATS {
        if let Origin::Asked { endpoint_kind, .. } = &mut record.head.origin {
            format.id().clone_into(endpoint_kind);
        }
        let read = read_record(&write_record(&record, &extras())).expect("own file");
        assert_eq!(read.record.head.origin.format(), Some(format));
    }
    let old = r#"{"format":"sukat-record/1","id":"a","started_millis":1,"suite_id":"batayan",
        "data_kind":"sample","origin":{"kind":"asked","base_url":"https://a.example","model":"m"},
        "settings":{"profile":"v1","shots":0,"language":"filipino","thinking":"keep"},
        "tasks":[],"rows":[]}"#;
    let read = read_record(old).expect("readable");
    assert_eq!(read.record.head.origin.format(), Some(Format::OpenAiChat));
    let later = old.replace(r#""base_url""#, r#""endpoint_kind":"later","base_url""#);
    let read = read_record(&later).expect("readable");
    assert_eq!(read.record.head.origin.format(), None);
}

#[test]
fn stops_and_a_context_size_are_stored_where_there_are_any() {
    let mut record = record();
    *sent(&mut record) = Sampling {
        top_k: Some(50),
        stop: vec!["\n\n".into()],
        first_stop: Some("Sagot:".into()),
        context_size: Some(8192),
        ..sampling()
    };
    let read = read_record(&write_record(&record, &extras())).expect("own file");
    assert_eq!(read.record, record);
    let line = signature(&record, &suite(), "parity", &BTreeMap::new()).line;
    let want = "top_k=50;seed=18446744073709551615;first_stop=Sagot:;stop=%0a%0a;context_size=8192";
    assert!(line.contains(want), "{line}");
}

#[test]
fn other_newer_and_cut_files_are_refused_by_name() {
    let whole = write_record(&record(), &extras());
    let cut = &whole[..whole.len() / 2];
    assert!(
        matches!(read_record(cut), Err(ReadError::Cut { line: 1, .. })),
        "{cut}"
    );
    assert!(matches!(
        read_record(&whole[..whole.len() - 20]),
        Err(ReadError::Cut { line: 2, .. })
    ));
    let newer = whole.replace("sukat-record/1", "sukat-record/12");
    let want = Err(ReadError::Newer {
        found: "sukat-record/12".into(),
    });
    assert_eq!(read_record(&newer), want);
    assert_eq!(read_record(&newer[..200]), want);
    for other in [
        "",
        "[]",
        "{}",
        "null",
        "id,prediction\n1,A",
        r#"{"format":"sukat-suite/1"}"#,
    ] {
        assert_eq!(read_record(other), Err(ReadError::NotARecord), "{other}");
    }
    let odd = whole.replace(r#""profile":"v1""#, r#""profile":"v9""#);
    assert_eq!(
        read_record(&odd),
        Err(ReadError::UnknownValue {
            field: "profile".into(),
            found: "v9".into()
        })
    );
    let damaged = whole.replace(r#""row":0"#, r#""row":"0""#);
    assert!(matches!(
        read_record(&damaged),
        Err(ReadError::Damaged { line: 2, .. })
    ));
}

#[test]
fn rows_that_cannot_be_are_left_out_by_name() {
    let mut record = record();
    record.rows = vec![
        row(0),
        row(0),
        row(600),
        RecordRow {
            task_id: "XX".into(),
            ..row(1)
        },
        row(2),
    ];
    let read = read_record(&write_record(&record, &Extras::default())).expect("readable");
    let faults: Vec<_> = read
        .complaints
        .iter()
        .map(|complaint| (complaint.position, complaint.fault))
        .collect();
    assert_eq!(
        faults,
        [
            (1, RowFault::Repeated),
            (2, RowFault::OutOfRange),
            (3, RowFault::UnknownTask)
        ]
    );
    assert_eq!(read.record.rows, [row(0), row(2)]);
    assert_eq!(read.extras.rows.len(), 2);
}

#[test]
fn a_csv_keeps_every_cell_exactly() {
    let mut rows = vec![row(0), row(1), row(2), row(3)];
    let texts = ["=HYPERLINK(\"x\")", "-1\r\n+2, \"@\"", " ", "Sagot: B"];
    for (row, text) in rows.iter_mut().zip(texts) {
        row.text = text.to_owned();
    }
    rows[3].outcome = Outcome::Failed {
        status: Some(500),
        message: "overloaded, later".into(),
    };
    let text = sukat::record::csv::write_rows(&rows, &extras().rows);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = reader
        .headers()
        .expect("header")
        .iter()
        .map(Into::into)
        .collect();
    assert_eq!(header, sukat::record::csv::COLUMNS);
    let read: Vec<csv::StringRecord> = reader.records().map(|line| line.expect("line")).collect();
    assert_eq!(read.iter().map(|line| &line[4]).collect::<Vec<_>>(), texts);
    assert_eq!(
        read.iter().map(|line| &line[8]).collect::<Vec<_>>(),
        ["100", "", "", ""]
    );
    assert_eq!(&read[3][17], "overloaded, later");
}

#[test]
fn a_signature_names_all_that_can_change_a_number() {
    let suite = suite();
    let line = signature(&record(), &suite, "parity", &BTreeMap::new()).line;
    let names: Vec<&str> = line
        .split('|')
        .filter_map(|field| Some(field.split_once(':')?.0))
        .collect();
    expect![[r#"["suite", "suite-sha", "data", "data-sha", "tasks", "profile", "shots", "language", "thinking", "templates-sha", "sampling", "policy", "endpoint", "model", "reported", "program"]"#]]
        .assert_eq(&format!("{names:?}"));
    for part in [
        "|tasks:SA,AS[5/100]|",
        "|sampling:AS{default},SA{max_completion_tokens=16;temperature=0.30000000000000004;seed=18446744073709551615}|",
        "|model:modelo%7c1|reported:modelo-1-0613|",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    let n_scored = BTreeMap::from([("SA".to_owned(), 590), ("AS".to_owned(), 4)]);
    let line = signature(&record(), &suite, "parity", &n_scored).line;
    let want = "|tasks:SA[590/600/600],AS[4/5/100]|";
    assert!(line.contains(want), "{line}");
}

/// Changes one thing about a record.
type Change = fn(&mut Record);

fn sent(record: &mut Record) -> &mut Sampling {
    let sampling = &mut record.head.settings.sampling;
    sampling.get_mut("SA").expect("the task is there")
}

#[test]
fn every_such_thing_changes_the_signature_and_nothing_else_does() {
    let suite = suite();
    let of =
        |record: &Record, policy: &str| signature(record, &suite, policy, &BTreeMap::new()).short;
    let first = of(&record(), "parity");
    assert_eq!(first.len(), 12);
    assert_ne!(of(&record(), "strict"), first);
    let changes: [(&str, Change); 18] = [
        ("data version", |record| {
            record.head.data_sha256.insert("SA".into(), "03".repeat(32));
        }),
        ("data kind", |record| {
            record.head.data_kind = DataKind::Sample;
        }),
        ("suite", |record| record.head.suite_id = "iba".into()),
        ("suite version", |record| {
            record.head.suite_sha256 = "cd".repeat(32);
        }),
        ("profile", |record| {
            record.head.settings.profile = Profile::Head;
        }),
        ("shots", |record| record.head.settings.shots = Shots::Zero),
        ("language", |record| {
            record.head.settings.language = TemplateLanguage::English;
        }),
        ("thinking", |record| {
            record.head.settings.thinking = Thinking::Keep;
        }),
        ("sampling", |record| {
            record
                .head
                .settings
                .sampling
                .insert("SA".into(), Sampling::default());
        }),
        ("stop", |record| sent(record).stop = vec!["\n\n".into()]),
        ("context size", |record| {
            sent(record).context_size = Some(8192);
        }),
        ("format", |record| {
            record.head.origin = Origin::Asked {
                endpoint_kind: Format::Ollama.id().into(),
                base_url: String::new(),
                model: "modelo|1".into(),
            };
        }),
        ("rows", |record| record.head.tasks[0].n_rows = 50),
        ("tasks", |record| {
            record.head.tasks.pop();
        }),
        ("model reported", |record| {
            record.rows[0].model = Some("iba".into());
        }),
        ("program", |record| {
            record.head.made_by = "sukat 0.2.0".into();
        }),
        ("model", |record| {
            record.head.origin = Origin::Asked {
                endpoint_kind: "openai-chat".into(),
                base_url: String::new(),
                model: "iba".into(),
            };
        }),
        ("origin", |record| {
            record.head.origin = Origin::Uploaded {
                files: Vec::new(),
                shape: "csv".into(),
                model: Some("modelo|1".into()),
            };
        }),
    ];
    for (what, edit) in changes {
        let mut edited = record();
        edit(&mut edited);
        assert_ne!(of(&edited, "parity"), first, "{what}");
    }
    let upload = |edit: fn(&mut Record)| {
        let mut upload = record();
        upload.head.origin = Origin::Uploaded {
            files: Vec::new(),
            shape: "csv".into(),
            model: None,
        };
        edit(&mut upload);
        signature(&upload, &suite, "parity", &BTreeMap::new()).line
    };
    let line = upload(|_| {});
    assert!(
        line.contains("|shots:?|") && line.contains("|templates-sha:?|"),
        "{line}"
    );
    assert_ne!(upload(|upload| upload.rows[0].text.push('!')), line);
    assert_eq!(
        upload(|upload| upload.head.settings.shots = Shots::Zero),
        line
    );
    let mut same = record();
    same.head.title = "Iba".into();
    same.head.id = "run-2".into();
    same.head.data_sha256.insert("QA".into(), "04".repeat(32));
    assert_eq!(of(&same, "parity"), first);
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        Just(Outcome::Answered),
        Just(Outcome::Truncated),
        Just(Outcome::Empty(EmptyWhy::Budget)),
        Just(Outcome::Empty(EmptyWhy::Unknown)),
        Just(Outcome::Refused),
        Just(Outcome::NotAsked),
        (any::<Option<u16>>(), any::<String>())
            .prop_map(|(status, message)| Outcome::Failed { status, message }),
    ]
}

fn any_row() -> impl Strategy<Value = RecordRow> {
    let texts = (
        any::<String>(),
        any::<String>(),
        any::<Option<String>>(),
        any::<Option<String>>(),
    );
    let usage = (
        any::<Option<u64>>(),
        any::<Option<u64>>(),
        any::<Option<u64>>(),
    );
    let attempt = (
        any::<u64>(),
        any::<u64>(),
        any::<Option<u16>>(),
        any::<String>(),
    )
        .prop_map(|(at_millis, took_millis, status, result)| Attempt {
            at_millis,
            took_millis,
            status,
            result,
        });
    (
        any_outcome(),
        texts,
        usage,
        prop::collection::vec(attempt, 0..3),
    )
        .prop_map(
            |(outcome, (row_id, text, reasoning, model), usage, attempts)| RecordRow {
                outcome,
                row_id,
                text,
                reasoning,
                model,
                usage: Usage {
                    prompt_tokens: usage.0,
                    output_tokens: usage.1,
                    reasoning_tokens: usage.2,
                },
                attempts,
                ..row(0)
            },
        )
}

fn finite() -> impl Strategy<Value = Option<f64>> {
    any::<f64>().prop_map(|number| number.is_finite().then_some(number))
}

proptest! {
    #[test]
    fn any_record_comes_back_to_the_bit(
        rows in prop::collection::vec(any_row(), 0..5),
        title in any::<String>(),
        temperature in finite(),
        score in finite(),
    ) {
        let mut record = record();
        record.rows = rows;
        for (row_idx, row) in record.rows.iter_mut().enumerate() {
            row.row_idx = row_idx;
        }
        record.head.title = title;
        record.head.settings.sampling.insert("SA".into(), Sampling { temperature, ..sampling() });
        let mut extras = extras();
        extras.rows = vec![RowExtras { score, ..RowExtras::default() }; record.rows.len()];
        extras.scores[0].value = score;
        let read = read_record(&write_record(&record, &extras)).expect("own file");
        prop_assert_eq!(read.record, record);
        prop_assert_eq!(read.extras, extras);
    }

    #[test]
    fn no_damage_to_a_record_makes_reading_panic(at in 0usize..2200, byte in any::<u8>(), cut in any::<bool>()) {
        let mut bytes = write_record(&record(), &extras()).into_bytes();
        let at = at.min(bytes.len() - 1);
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] = byte;
        }
        let text = String::from_utf8_lossy(&bytes);
        let read = read_record(&text);
        if cut && at < text.trim_end().len() {
            prop_assert!(read.is_err());
        }
        let _ = (read_head(&text), read_rows(&text), is_record(&text));
    }
}
