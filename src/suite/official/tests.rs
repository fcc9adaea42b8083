use expect_test::{Expect, expect};

use super::{DataError, check_file, read_examples, read_rows, read_task, sha256_hex};
use crate::suite::load::batayan;
use crate::suite::{DataKind, Gold, Task};

fn task(id: &str) -> Task {
    batayan().task(id).expect("the task exists").clone()
}

#[track_caller]
fn check_rows(task_id: &str, lines: &str, want: &Expect) {
    let log = match read_rows(&task(task_id), "f.jsonl", lines.as_bytes()) {
        Ok(rows) => rows
            .iter()
            .map(|row| format!("{} {:?} {:?}\n", row.id, row.gold, row.fields))
            .collect::<Vec<_>>()
            .concat(),
        Err(error) => format!("{error}\n"),
    };
    want.assert_eq(&log);
}

#[test]
fn the_hash_is_sha256() {
    assert_eq!(
        sha256_hex(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn ids_are_text_even_where_they_are_numbers() {
    check_rows(
        "SA",
        concat!(
            r#"{"id": 9007199254740993, "label": "neutral", "prompts": [{"text": "a"}]}"#,
            "\n",
            r#"{"id": "007", "label": "positive", "prompts": [{"text": "b"}]}"#,
            "\n",
            r#"{"id": 7, "label": "negative", "prompts": [{"text": "c"}]}"#,
            "\n",
        ),
        &expect![[r#"
            9007199254740993 Class(2) {"text": "a"}
            007 Class(0) {"text": "b"}
            7 Class(1) {"text": "c"}
        "#]],
    );
}

#[test]
fn no_byte_of_a_text_changes() {
    check_rows(
        "SA",
        "{\"id\": \"1\", \"label\": \"neutral\", \"prompts\": [{\"text\": \" a\u{301}\u{200b} &amp; \\r\\n{text} \\u00a0\\n\"}]}\r\n",
        &expect![[r#"
            1 Class(2) {"text": " a\u{301}\u{200b} &amp; \r\n{text} \u{a0}\n"}
        "#]],
    );
}

#[test]
fn golds_may_be_numbers_digits_or_head_answers() {
    let line = |id: u8, label: &str| {
        format!("{{\"id\": {id}, \"label\": {label}, \"prompts\": [{{\"text\": \"x\"}}]}}\n")
    };
    let lines: String = [
        line(1, "1"),
        line(2, "\"1\""),
        line(3, "\"Mapoot\""),
        line(4, "0"),
    ]
    .concat();
    let rows = read_rows(&task("TD"), "f", lines.as_bytes()).expect("all four are labels");
    let golds: Vec<Gold> = rows.into_iter().map(|row| row.gold).collect();
    assert_eq!(
        golds,
        [
            Gold::Class(1),
            Gold::Class(1),
            Gold::Class(1),
            Gold::Class(0)
        ]
    );
}

#[test]
fn complaints_name_file_line_and_column() {
    let one = r#"{"id": "1", "label": "A", "prompts": [{"sentence1": "a", "sentence2": "b"}]}"#;
    for (line, want) in [
        // Labels typed as numbers where the task has words.
        (
            r#"{"id": "2", "label": 0, "prompts": [{"sentence1": "a", "sentence2": "b"}]}"#,
            expect![[r#"
                f.jsonl, line 2: label "0" is none of paraphrase, non-paraphrase or A, B
            "#]],
        ),
        (
            one,
            expect![[r#"
                f.jsonl, line 2: id "1" stands twice
            "#]],
        ),
        (
            r#"{"id": "2", "label": 0.5, "prompts": [{"sentence1": "a", "sentence2": "b"}]}"#,
            expect![[r"
                f.jsonl, line 2: label is neither text nor an integer
            "]],
        ),
        (
            r#"{"id": null, "label": "A", "prompts": [{"sentence1": "a", "sentence2": "b"}]}"#,
            expect![[r"
                f.jsonl, line 2: id is neither text nor an integer
            "]],
        ),
        (
            r#"{"id": "2", "label": "A", "prompts": [{"sentence1": "a", "sentence2": 5}]}"#,
            expect![[r"
                f.jsonl, line 2: prompts has no text sentence2
            "]],
        ),
        (
            r#"{"id": "2", "label": "A", "prompts": []}"#,
            expect![[r"
                f.jsonl, line 2: 0 prompts, not one
            "]],
        ),
        (
            r#"{"id": "2", "lab"#,
            expect![[r"
                f.jsonl, line 2: EOF while parsing a string at byte 16
            "]],
        ),
        (
            "",
            expect![[r"
                f.jsonl, line 2: EOF while parsing a value at byte 0
            "]],
        ),
    ] {
        check_rows("PI", &format!("{one}\n{line}\n{one}"), &want);
    }
}

#[test]
fn text_tasks_keep_the_reference_and_refuse_numbers() {
    check_rows(
        "AS",
        "{\"id\": \"1\", \"label\": \" Buod. \", \"prompts\": [{\"text\": \"x\"}]}",
        &expect![[r#"
            1 Text(" Buod. ") {"text": "x"}
        "#]],
    );
    check_rows(
        "AS",
        "{\"id\": \"1\", \"label\": 3, \"prompts\": [{\"text\": \"x\"}]}",
        &expect![[r"
            f.jsonl, line 1: label is not text
        "]],
    );
}

#[test]
fn an_empty_file_has_no_rows() {
    for bytes in ["", "\n"] {
        assert_eq!(
            read_rows(&task("SA"), "f", bytes.as_bytes()),
            Ok(Vec::new())
        );
    }
}

#[test]
fn example_labels_are_shown_as_they_are() {
    let line = |label: &str| {
        format!(
            "{{\"id\": \"1\", \"label\": {label}, \"prompts\": [{{\"premise\": \"p\", \
             \"question_translated\": \"sanhi\", \"choice1\": \"x\", \"choice2\": \"y\"}}], \
             \"metadata\": {{\"question\": \"cause\", \"n\": 3}}}}\n"
        )
    };
    let lines = [line("1"), line("\"B\""), line("0")].concat();
    let examples = read_examples(&task("CR"), "f", lines.as_bytes()).expect("all are readable");
    let labels: Vec<&str> = examples
        .iter()
        .map(|example| example.label.as_str())
        .collect();
    assert_eq!(labels, ["1", "B", "0"]);
    assert_eq!(
        examples[0].metadata.get("question").map(String::as_str),
        Some("cause")
    );
    assert_eq!(examples[0].metadata.len(), 1);
}

#[test]
fn one_changed_byte_is_refused_for_official_data_only() {
    let mut task = task("SA");
    let line = b"{\"id\": \"1\", \"label\": \"neutral\", \"prompts\": [{\"text\": \"x\"}]}\n";
    let other = b"{\"id\": \"1\", \"label\": \"neutral\", \"prompts\": [{\"text\": \"y\"}]}\n";
    for file in [&mut task.test_file, &mut task.examples_file] {
        file.sha256 = sha256_hex(line);
        file.bytes = u64::try_from(line.len()).expect("it is short");
        file.rows = 1;
    }
    assert!(read_task(&task, DataKind::Official, line, line).is_ok());
    let refused = read_task(&task, DataKind::Official, other, line);
    assert!(matches!(refused, Err(DataError::Hash { found, .. }) if found == sha256_hex(other)));
    let refused = read_task(&task, DataKind::Official, line, other);
    assert!(
        matches!(refused, Err(DataError::Hash { path, .. }) if path == task.examples_file.path)
    );
    let sample = read_task(&task, DataKind::Sample, other, line).expect("samples have no hash");
    assert_eq!(sample.sha256, sha256_hex(other));
    task.test_file.rows = 2;
    let refused = check_file(&task.test_file, line);
    assert!(matches!(
        refused,
        Err(DataError::RowCount {
            expected: 2,
            found: 1,
            ..
        })
    ));
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, cut in 0_usize..200) {
        let line = br#"{"id": "1", "label": "neutral", "prompts": [{"text": "x"}], "metadata": {}}"#;
        let mut file = line.get(..cut).unwrap_or(line).to_vec();
        file.extend(bytes);
        let task = task("SA");
        let _ = read_rows(&task, "f", &file);
        let _ = read_examples(&task, "f", &file);
    }
}
