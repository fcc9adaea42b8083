//! Files to predictions and reports.

mod damage;
mod fixture;
mod frameworks;
mod kinds;
mod lines;
mod official;
mod parquet;
mod readers;
mod seahelm;
mod variants;
mod wrapped;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use expect_test::{Expect, expect};
use sukat::intake::decode::Encoding;
use sukat::intake::report::TaskSource;
use sukat::intake::sniff::Columns;
use sukat::intake::unpack::InFile;
use sukat::intake::{AS_FOUND, Intake, Keep, ReadOptions, read_files};
use sukat::suite::load::batayan;
use sukat::suite::{Suite, TaskData};

/// A file out of text.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> InFile {
    InFile {
        name: name.to_owned(),
        bytes: text.as_ref().to_vec(),
    }
}

static SUITE: LazyLock<Suite> = LazyLock::new(batayan);

/// Rows by number of rows and task.
static DATA: LazyLock<BTreeMap<usize, BTreeMap<String, TaskData>>> = LazyLock::new(|| {
    let tasks = |n_rows| {
        let data = SUITE
            .tasks
            .iter()
            .map(|task| (task.id.clone(), fixture::data(task, n_rows)));
        data.collect()
    };
    (1..=10).map(|n_rows| (n_rows, tasks(n_rows))).collect()
});

/// The suite, and `n_rows` rows, at most 10, for each of its tasks.
pub fn bench(n_rows: usize) -> (&'static Suite, &'static BTreeMap<String, TaskData>) {
    (&SUITE, &DATA[&n_rows])
}

/// Reads files against tasks of `n_rows` rows.
pub fn read_with(n_rows: usize, files: &[InFile], options: &ReadOptions) -> Intake {
    let (suite, data) = bench(n_rows);
    read_files(files, suite, &|task_id| data.get(task_id), options)
}

/// All that a report says, a line a thing.
pub fn show(intake: &Intake) -> String {
    let mut text = String::new();
    for file in &intake.report.files {
        let shape = file.shape.map_or("?", sukat::intake::sniff::Shape::id);
        let _ = write!(
            text,
            "{}: {shape}, {}/{} rows",
            file.name, file.n_read, file.n_found
        );
        if let Some(fault) = &file.fault {
            let _ = write!(text, ", {fault}");
        }
        text.push('\n');
        for complaint in &file.complaints {
            let _ = writeln!(
                text,
                "  line {}: {} [{}]",
                complaint.line, complaint.kind, complaint.excerpt
            );
        }
    }
    for task in &intake.report.tasks {
        let _ = write!(
            text,
            "{} by {:?}, {:?}: {}/{}",
            task.task_id, task.source, task.alignment, task.n_matched, task.n_rows
        );
        for (count, name) in [
            (task.n_null, "null"),
            (task.n_failed, "failed"),
            (task.n_empty, "empty"),
            (task.n_wrong_type, "wrong type"),
        ] {
            if count > 0 {
                let _ = write!(text, ", {count} {name}");
            }
        }
        text.push('\n');
        if let Some(refusal) = &task.refusal {
            let _ = writeln!(text, "  refused: {refusal}");
        }
        if !task.missing.is_empty() {
            let _ = writeln!(text, "  missing {}", task.missing.join(" "));
        }
        for extra in &task.extra {
            let _ = writeln!(text, "  extra {} on line {}", extra.id, extra.place.line);
        }
        for duplicate in &task.duplicates {
            let values: Vec<String> = duplicate
                .values
                .iter()
                .map(|(place, value)| format!("{}: {value}", place.line))
                .collect();
            let same = if duplicate.is_identical {
                "same"
            } else {
                "different"
            };
            let _ = writeln!(
                text,
                "  duplicate {}, {same}: {}",
                duplicate.id,
                values.join(" | ")
            );
        }
        for loose in &task.loose_ids {
            let _ = writeln!(
                text,
                "  {:?} is {} ({:?})",
                loose.written, loose.official, loose.closeness
            );
        }
        for conflict in &task.gold_conflicts {
            let _ = writeln!(
                text,
                "  gold of {} on line {}: {} for {}",
                conflict.id, conflict.place.line, conflict.theirs, conflict.ours
            );
        }
        if !task.prompt_conflicts.is_empty() {
            let _ = writeln!(text, "  {} other sentences", task.prompt_conflicts.len());
        }
    }
    for task in &intake.tasks {
        let texts: Vec<String> = task
            .predictions
            .iter()
            .map(|prediction| match prediction {
                None => "-".to_owned(),
                Some(prediction) if prediction.is_null => "null".to_owned(),
                Some(prediction) => format!("{:?}", prediction.text),
            })
            .collect();
        let _ = writeln!(text, "{} = {}", task.task_id, texts.join(" "));
    }
    text
}

#[track_caller]
fn check_with(n_rows: usize, files: &[InFile], options: &ReadOptions, want: &Expect) {
    want.assert_eq(&show(&read_with(n_rows, files, options)));
}

#[track_caller]
fn check(n_rows: usize, name: &str, text: impl AsRef<[u8]>, want: &Expect) {
    check_with(n_rows, &[file(name, text)], &AS_FOUND, want);
}

fn utf16le(text: &str) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xfe];
    bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    bytes
}

/// The same two rows in any form are the same two predictions, and nothing is wrong with them.
#[track_caller]
fn check_two_rows(name: &str, text: impl AsRef<[u8]>) {
    let intake = read_with(2, &[file(name, text)], &AS_FOUND);
    let found: Vec<&str> = intake
        .tasks
        .iter()
        .flat_map(|task| task.predictions.iter().flatten())
        .map(|found| found.text.as_str())
        .collect();
    assert_eq!(found, ["Positibo", "Negatibo"], "{}", show(&intake));
    assert!(intake.report.is_clean(), "{}", show(&intake));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    let csv = "\u{feff}id,prediction\n1,Positibo\n2,Negatibo\n";
    check_two_rows("SA.csv", csv);
    check_two_rows("SA.csv", utf16le(&csv[3..]));
    let rows = r#"{"id":1,"response":"Positibo"},{"id":2,"response":"Negatibo"}"#;
    check_two_rows(
        "SA.jsonl",
        format!("\u{feff}{}\n", rows.replace("},", "}\n")),
    );
    check_two_rows("SA.jsonl", utf16le(&rows.replace("},", "}\n")));
    check_two_rows("SA.json", format!("\u{feff}[{rows}]"));
    check_two_rows(
        "SA.json",
        "\u{feff}{\"1\": \"Positibo\", \"2\": \"Negatibo\"}",
    );
}

#[test]
fn every_line_end_and_none_is_a_line_end() {
    let (one, two) = (
        r#"{"id":"1","response":"Positibo"}"#,
        r#"{"id":"2","response":"Negatibo"}"#,
    );
    check_two_rows("SA.jsonl", format!("{one}\r\n\r\n{two}"));
    check_two_rows("SA.jsonl", format!("{one}\r{two}\r"));
    check_two_rows("SA.jsonl", format!("\n{one}\n\n \n{two}\n\n"));
    check_two_rows(
        "SA.csv",
        "id,prediction\r\n1,Positibo\r\n\r\n2,\"Negatibo\"",
    );
    check_two_rows(
        "SA.csv",
        "prediction,id\r\nPositibo,1\r\n\r\nNegatibo,2\r\n",
    );
    check_two_rows("SA.csv", "id,prediction\r1,Positibo\r2,Negatibo\r");
}

#[test]
fn a_table_that_ends_inside_a_row_says_so() {
    check(
        3,
        "SA.csv",
        "id,prediction\n1,Positibo\n2,Negatibo\n3,Posi",
        &expect![[r#"
            SA.csv: csv, 3/3 rows
              line 4: no line end: the last cell may be cut off [Posi]
            SA by FileName, ById: 3/3
            SA = "Positibo" "Negatibo" "Posi"
        "#]],
    );
    for cut in ["3", "3,\"Posi"] {
        let text = format!("id,prediction\n1,\"Positibo\"\n2,\"Negatibo\"\n{cut}");
        let intake = read_with(3, &[file("SA.csv", text)], &AS_FOUND);
        let found = &intake.report.files[0];
        assert_eq!((found.cut.clone(), found.may_be_cut), ((vec![4], 1), None));
        assert_eq!(intake.report.tasks[0].missing, ["3"]);
    }
    // Of a cell that other rows have, too, and of a column that nobody reads, nothing is missing.
    for whole in [
        "id,prediction\n1,Positibo\n2,Negatibo\n3,Negatibo",
        "id,prediction,haba\n1,Positibo,8\n2,Negatibo,9\n3,Positibo,7",
    ] {
        let intake = read_with(3, &[file("SA.csv", whole)], &AS_FOUND);
        assert!(intake.report.is_clean(), "{}", show(&intake));
    }
    let lines = "Positibo\nNegatibo\nPosi";
    let intake = read_with(3, &[file("SA.txt", lines)], &AS_FOUND);
    assert_eq!(intake.report.files[0].may_be_cut, Some(3));
}

#[test]
fn one_bad_line_costs_one_row_and_is_named() {
    check(
        5,
        "SA.jsonl",
        "{\"id\":\"1\",\"response\":\"a\"}\n{\"id\":\"2\",\"response\":\"b\"}\n{\"id\":\"3\",\"resp\n\
         {\"id\":\"4\",\"response\":\"d\"}\n{\"id\":\"5\",\"response\":\"e\"}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 4/5 rows
              line 3: cut off [{"id":"3","resp]
            SA by FileName, ById: 4/5
              missing 3
            SA = "a" "b" - "d" "e"
        "#]],
    );
    check(
        4,
        "SA.csv",
        "id,prediction\n1,\"a\n2,b\n3,c,d\n4,e\n",
        &expect![[r#"
            SA.csv: csv, 2/4 rows
              line 2: a quote is not closed [1,"a]
              line 4: 3 cells, expected 2 [3 | c | d]
            SA by FileName, ById: 2/4
              missing 1 3
            SA = - "b" - "e"
        "#]],
    );
    check(
        3,
        "SA.json",
        "{\n\"1\": \"a\",\n\"2\": \"b,\n\"3\": \"c\"\n}",
        &expect![[r#"
            SA.json: json-by-id, 2/3 rows
              line 3: cut off ["2": "b,]
            SA by FileName, ById: 2/3
              missing 2
            SA = "a" - "c"
        "#]],
    );
    check(
        3,
        "SA.json",
        "[\n{\"id\": 1, \"response\": \"a\"},\n{\"id\": 2, \"resp",
        &expect![[r#"
            SA.json: json-array, 1/2 rows
              line 3: cut off [{"id": 2, "resp]
            SA by FileName, ById: 1/3
              missing 2 3
            SA = "a" - -
        "#]],
    );
}

#[test]
fn the_denominator_does_not_shrink_with_an_unreadable_row() {
    let files = [file(
        "SA.jsonl",
        "{\"id\":\"1\",\"response\":\"Sagot: Positibo\"}\n{\"id\":\"2\",,}\n",
    )];
    let intake = read_with(2, &files, &AS_FOUND);
    assert_eq!(intake.tasks[0].predictions.len(), 2);
    assert!(intake.tasks[0].predictions[1].is_none());
    assert!(!intake.report.is_clean());
}

#[test]
fn missing_extra_and_repeated_ids_are_told_apart() {
    let text = "id,prediction\n1,a\n2,b\n2,c\n6,d\n3,e\n3,e\n";
    check(
        5,
        "SA.csv",
        text,
        &expect![[r#"
        SA.csv: csv, 6/6 rows
        SA by FileName, ById: 3/5
          missing 4 5
          extra 6 on line 5
          duplicate 2, different: 3: b | 4: c
          duplicate 3, same: 6: e | 7: e
        SA = "a" "b" "e" - -
    "#]],
    );
    let options = ReadOptions {
        duplicates: Keep::Last,
        ..AS_FOUND
    };
    let last = read_with(5, &[file("SA.csv", text)], &options);
    assert_eq!(
        last.tasks[0].predictions[1]
            .as_ref()
            .map(|found| found.text.as_str()),
        Some("c")
    );
}

#[test]
fn ids_match_whatever_their_type() {
    check(
        4,
        "SA.jsonl",
        "{\"id\":1,\"response\":\"a\"}\n{\"id\":\" 2\",\"response\":\"b\"}\n{\"id\":3.0,\"response\":\"c\"}\n\
         {\"id\":\"004\",\"response\":\"d\"}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 4/4 rows
            SA by FileName, ById: 4/4
              " 2" is 2 (Trimmed)
              "3.0" is 3 (SameInteger)
              "004" is 4 (LeadingZeros)
            SA = "a" "b" "c" "d"
        "#]],
    );
    // Ids that a floating number cannot tell apart are two.
    let (suite, _) = bench(1);
    let task = suite.task("SA").expect("it is there");
    let mut data = fixture::data(task, 2);
    data.rows[0].id = "9007199254740992".to_owned();
    data.rows[1].id = "9007199254740993".to_owned();
    let text = "{\"id\":9007199254740993,\"response\":\"b\"}\n{\"id\":9007199254740992,\"response\":\"a\"}\n";
    let only = |task_id: &str| (task_id == "SA").then_some(&data);
    let intake = read_files(&[file("SA.jsonl", text)], suite, &only, &AS_FOUND);
    let found = intake.tasks[0].predictions.iter().flatten();
    let found: Vec<&str> = found.map(|found| &*found.text).collect();
    assert_eq!(found, ["a", "b"], "{}", show(&intake));
    // Nothing is closer to 1 than "1", so "001" is something else.
    check(
        2,
        "SA.csv",
        "id,prediction\n1,a\n001,b\n2,c\n",
        &expect![[r#"
            SA.csv: csv, 3/3 rows
            SA by FileName, ById: 2/2
              extra 001 on line 3
            SA = "a" "c"
        "#]],
    );
}

#[test]
fn ids_that_count_from_zero_are_not_taken_for_ids_that_count_from_one() {
    check(
        4,
        "SA.csv",
        "id,prediction\n0,a\n1,b\n2,c\n3,d\n",
        &expect![[r"
            SA.csv: csv, 4/4 rows
            SA by FileName, ById: 0/4
              refused: ids count from 0
        "]],
    );
    check(
        4,
        "SA.csv",
        ",prediction\n0,a\n1,b\n2,c\n3,d\n",
        &expect![[r#"
            SA.csv: csv, 4/4 rows
            SA by FileName, ByOrder: 4/4
            SA = "a" "b" "c" "d"
        "#]],
    );
}

#[test]
fn without_ids_order_counts_only_if_the_counts_agree() {
    check(
        2,
        "SA.jsonl",
        "{\"response\":\"a\"}\n{\"response\":\"b\"}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 2/2 rows
            SA by FileName, ByOrder: 2/2
            SA = "a" "b"
        "#]],
    );
    check(
        3,
        "SA.jsonl",
        "{\"response\":\"a\"}\n{\"response\":\"b\"}\n",
        &expect![[r"
            SA.jsonl: jsonl, 2/2 rows
            SA by FileName, ByOrder: 0/3
              refused: 2 rows without ids, but the task has 3
        "]],
    );
    // A row that cannot be read keeps its place.
    check(
        3,
        "SA.jsonl",
        "{\"response\":\"a\"}\n{\"respo\n{\"response\":\"c\"}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 2/3 rows
              line 2: cut off [{"respo]
            SA by FileName, ByOrder: 2/3
              missing 2
            SA = "a" - "c"
        "#]],
    );
    let intake = read_with(
        2,
        &[file(
            "SA.jsonl",
            "{\"response\":\"a\"}\n{\"response\":\"b\"}\n",
        )],
        &AS_FOUND,
    );
    assert!(intake.tasks[0].is_by_order && !intake.report.is_clean());
}

#[test]
fn nothing_words_for_nothing_and_things_that_are_no_text_are_told_apart() {
    check(
        10,
        "SA.jsonl",
        "{\"id\":1,\"response\":null}\n{\"id\":2,\"response\":\"\"}\n{\"id\":3,\"response\":\"None\"}\n\
         {\"id\":4,\"response\":\"nan\"}\n{\"id\":5,\"response\":NaN}\n{\"id\":6}\n{\"id\":7,\"response\":3.10}\n\
         {\"id\":8,\"response\":[\"A\"]}\n{\"id\":9,\"response\":{\"text\":\"A\"}}\n\
         {\"id\":10,\"response\":[\"A\",\"B\"]}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 10/10 rows
              line 3: WordForNull ["None"]
              line 4: WordForNull ["nan"]
              line 5: NaN [{"id":5,"response":NaN}]
              line 6: no prediction []
              line 7: NumberAsText [3.10]
              line 9: response is Object, not text [{"text":"A"}]
              line 10: response[1] is String, not text [["A","B"]]
            SA by FileName, ById: 8/10, 3 null, 1 empty, 2 wrong type
            SA = null "" "None" "nan" null null "3.10" "A" - -
        "#]],
    );
    check(
        3,
        "SA.csv",
        "id,prediction\n1,\n2,None\n3,\"\"\n",
        &expect![[r#"
            SA.csv: csv, 3/3 rows
              line 3: WordForNull [None]
            SA by FileName, ById: 3/3, 2 null
            SA = null "None" null
        "#]],
    );
}

#[test]
fn a_code_page_is_offered_and_read_only_when_chosen() {
    let bytes = b"id,prediction\n1,ni\xf1o\n2,A\n";
    check(
        2,
        "SA.csv",
        bytes,
        &expect![[r"
        SA.csv: ?, 0/0 rows, not UTF-8 at byte 18, line 2; it could be windows-1252
    "]],
    );
    let encodings = BTreeMap::from([("SA.csv".to_owned(), Encoding::Windows1252)]);
    let options = ReadOptions {
        encodings,
        ..AS_FOUND
    };
    check_with(
        2,
        &[file("SA.csv", bytes)],
        &options,
        &expect![[r#"
        SA.csv: csv, 2/2 rows
        SA by FileName, ById: 2/2
        SA = "niño" "A"
    "#]],
    );
}

#[test]
fn half_characters_and_zero_bytes_do_not_cost_the_row() {
    check(
        3,
        "SA.jsonl",
        "{\"id\":1,\"response\":\"a\\ud83d\"}\n{\"id\":2,\"response\":\"b\\u0000\"}\n{\"id\":3,\"response\":\"c\0\"}\n",
        &expect![[r#"
            SA.jsonl: jsonl, 2/3 rows
              line 1: LoneSurrogate ["a\ud83d"]
              line 2: zero byte [b�]
              line 3: not JSON at column 21 [{"id":3,"response":"c�"}]
            SA by FileName, ById: 2/3
              missing 3
            SA = "a�" "b\0" -
        "#]],
    );
    check(
        2,
        "SA.csv",
        "id,prediction\n1,a\0\n2,b\n",
        &expect![[r#"
            SA.csv: csv, 2/2 rows
              line 2: zero byte [a�]
            SA by FileName, ById: 2/2
            SA = "a\0" "b"
        "#]],
    );
}

#[test]
fn the_file_of_another_task_gets_no_score() {
    // Ids of NLI end in a letter.
    let nli = "id,prediction\n1c,Sagot: A\n2c,Sagot: B\n3c,Sagot: C\n4c,A\n5c,B\n";
    check(
        5,
        "SA.csv",
        nli,
        &expect![[r"
            SA.csv: csv, 5/5 rows
            SA by FileName, ById: 0/5
              refused: looks like another task (NLI)
        "]],
    );
    // Ids fit, answers do not.
    let toxicity = "id,prediction\n1,Malinis\n2,Mapoot\n3,Malinis\n4,Malinis\n5,Mapoot\n";
    check(
        5,
        "SA.csv",
        toxicity,
        &expect![[r"
            SA.csv: csv, 5/5 rows
            SA by FileName, ById: 0/5
              refused: looks like another task (TD)
        "]],
    );
    check(
        5,
        "AS.csv",
        toxicity,
        &expect![[r"
            AS.csv: csv, 5/5 rows
            AS by FileName, ById: 0/5
              refused: looks like another task (TD)
        "]],
    );
    // Ids fit, labels are another task's.
    let labelled = "id,label,prediction\n1,Malinis,x\n2,Mapoot,y\n";
    check(
        2,
        "SA.csv",
        labelled,
        &expect![[r"
            SA.csv: csv, 2/2 rows
            SA by FileName, ById: 0/2
              refused: looks like another task (unknown)
        "]],
    );
}

#[test]
fn gold_in_a_file_is_compared_and_never_used() {
    check(
        3,
        "SA.csv",
        "id,label,prediction,score\n1,positive,Positibo,1\n2,positive,Negatibo,0\n3,neutral,Neutral,1\n",
        &expect![[r#"
            SA.csv: csv, 3/3 rows
            SA by FileName, ById: 3/3
              gold of 2 on line 3: positive for Negatibo
            SA = "Positibo" "Negatibo" "Neutral"
        "#]],
    );
    // What each column was taken for can be seen before anything counts.
    let text = "id,label,prediction,score\n1,positive,Positibo,1\n2,negative,Negatibo,0\n";
    let intake = read_with(2, &[file("SA.csv", text)], &AS_FOUND);
    let found = &intake.report.files[0];
    let names = found
        .preview
        .as_ref()
        .map(|preview| preview.names.join(","));
    assert_eq!(names.as_deref(), Some("id,label,prediction,score"));
    let columns = found.columns.clone().expect("a table has columns");
    assert_eq!(columns.gold.as_deref(), Some("label"));
    assert_eq!(columns.prediction.as_deref(), Some("prediction"));
    assert!(
        intake.tasks[0]
            .predictions
            .iter()
            .flatten()
            .all(|found| found.external.is_empty())
    );
}

#[test]
fn hostile_text_stays_as_it_is() {
    let hostile = [
        "<img src=x onerror=alert(1)>",
        "</script>",
        "\u{202e}abc",
        "a\u{301}\u{301}\u{301}",
        "=HYPERLINK(\"http://example.org\")",
    ];
    let mut text = String::new();
    for (row_idx, reply) in hostile.iter().enumerate() {
        let _ = writeln!(
            text,
            "{}",
            serde_json::json!({"id": row_idx + 1, "response": reply})
        );
    }
    let intake = read_with(5, &[file("AS.jsonl", text)], &AS_FOUND);
    let found: Vec<&str> = intake.tasks[0]
        .predictions
        .iter()
        .flatten()
        .map(|found| found.text.as_str())
        .collect();
    assert_eq!(found, hostile);
}

#[test]
fn the_usual_shapes_are_known_by_their_content() {
    let want = |intake: Intake| {
        let shape = intake.shape.map(sukat::intake::sniff::Shape::id);
        let n_found = intake
            .tasks
            .iter()
            .map(|task| task.predictions.iter().flatten().count());
        (shape, n_found.collect::<Vec<_>>())
    };
    let cases: [(&str, &str, &str, &[usize]); 11] = [
        (
            "SA.txt",
            "{\"id\":1,\"response\":\"a\"}\n{\"id\":2,\"response\":\"b\"}",
            "jsonl",
            &[2],
        ),
        (
            "SA.json",
            "[{\"id\":1,\"response\":\"a\"},\n{\"id\":2,\"response\":\"b\"}]",
            "json-array",
            &[2],
        ),
        ("SA", "{\"1\":\"a\",\"2\":null}", "json-by-id", &[2]),
        (
            "SA.json",
            "{\"1\":{\"prediction\":\"a\"},\"2\":{\"prediction\":\"b\"}}",
            "json-by-id",
            &[2],
        ),
        (
            "all.json",
            "{\"SA\":{\"1\":\"a\"},\"nli_tl\":{\"1c\":\"b\",\"2c\":\"c\"}}",
            "json-by-task",
            &[1, 2],
        ),
        (
            "all.json",
            "{\"SA\":[{\"id\":1,\"text\":\"a\"}],\"TD\":[\"x\",\"y\"]}",
            "json-by-task",
            &[1, 2],
        ),
        (
            "SA.json",
            "{\"model\":\"m\",\"predictions\":[{\"id\":1,\"output\":\"a\"}]}",
            "json-array",
            &[1],
        ),
        (
            "all.csv",
            "Task,ID,Model Output\nSA,1,a\nsentiment,2,b\nCR,1,A\n",
            "csv",
            &[2, 1],
        ),
        ("SA.csv", "id;prediction\n1;a, b\n2;c\n", "csv", &[2]),
        (
            "my_run_sentiment.tsv",
            "id\tprediction\n1\ta, b\n2\t\"c\td\"\n",
            "tsv",
            &[2],
        ),
        ("SA.csv", "sep=;\nid;prediction\n1;a\n", "csv", &[1]),
    ];
    for (name, text, shape, n_found) in cases {
        let got = want(read_with(2, &[file(name, text)], &AS_FOUND));
        assert_eq!(got, (Some(shape), n_found.to_vec()), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let cases: [(&str, &[u8], &str); 16] = [
        ("x.jsonl", b"", "empty file"),
        ("x.jsonl", b" \n\n", "empty file"),
        (
            "x.jsonl",
            b"<!DOCTYPE html><html>404",
            "a web page, not data",
        ),
        ("x.parquet", b"PAR1\0\0", "the end is missing"),
        ("x.png", b"\x89PNG\r\n\x1a\n", "png files are not read"),
        ("M_run_config.yaml", b"a: 1", "yaml files are not read"),
        (
            "x.csv",
            b"name,age\nJuan,5\n",
            "no column of predictions among name, age",
        ),
        (
            "x.csv",
            b"id,label\n1,A\n",
            "no column of predictions among id, label",
        ),
        (
            "x.jsonl",
            b"{\"id\":1,\"prompts\":[],\"prompt_templates\":[],\"label\":0}",
            "rows without replies",
        ),
        (
            "x.jsonl",
            b"{\"custom_id\":\"1\",\"body\":{}}\n{\"custom_id\":\"2\",\"body\":{}}",
            "requests without replies",
        ),
        (
            "x.json",
            b"{\"tl\":{\"nlu\":{}},\"total\":0}",
            "scores without replies",
        ),
        ("x.json", b"{\"a\":1,\"b\":2}", "not recognised"),
        ("x.txt", b"kumusta\n", "not recognised"),
        (
            "x.bin",
            b"\x00\x01\x02\xff\xfe\x81",
            "not text: byte 3, line 1",
        ),
        ("x.gz", b"\x1f\x8b\x08\x00", "damaged archive"),
        ("x.zip", b"PK\x03\x04aaaa", "damaged archive"),
    ];
    for (name, bytes, want) in cases {
        let intake = read_with(2, &[file(name, bytes)], &AS_FOUND);
        let fault = intake.report.files[0]
            .fault
            .as_ref()
            .map(ToString::to_string);
        assert_eq!(fault.as_deref(), Some(want), "{name}");
        assert!(
            intake.tasks.is_empty() && !intake.report.is_clean(),
            "{name}"
        );
    }
}

#[test]
fn a_task_is_guessed_only_when_one_alone_fits() {
    // Three tasks have ids that are numbers and letters for answers.
    check(
        5,
        "replies.csv",
        "id,prediction\n1,A\n2,B\n3,B\n4,A\n5,A\n",
        &expect![[r"
            replies.csv: csv, 5/5 rows, task unknown
        "]],
    );
    check(
        5,
        "replies.csv",
        "id,prediction\n1,Positibo\n2,Negatibo\n3,Neutral\n4,x\n5,y\n",
        &expect![[r#"
            replies.csv: csv, 5/5 rows
            SA by Content, ById: 5/5
            SA = "Positibo" "Negatibo" "Neutral" "x" "y"
        "#]],
    );
    // A word of the file's name tips the scale; it does not outweigh the rows.
    let source_of = |name: &str, text: &str| {
        let intake = read_with(5, &[file(name, text)], &AS_FOUND);
        let task = intake.report.tasks.first();
        task.map(|task| format!("{} by {:?}", task.task_id, task.source))
    };
    let letters = "id,prediction\n1,A\n2,B\n3,B\n4,A\n5,A\n";
    let answers = letters
        .replace(",A", ",Positibo")
        .replace(",B", ",Negatibo");
    let by_id = r#"{"1": "A", "2": "B", "3": "B", "4": "A", "5": "A"}"#;
    let cases = [
        ("PI_by_id.json", by_id, Some("PI by NameWord")),
        ("sagot_pi_2.csv", letters, Some("PI by NameWord")),
        ("samples causal (2).csv", letters, Some("CR by NameWord")),
        ("pins.csv", letters, None),
        ("PI_o_CR_2.csv", letters, None),
        // Those are no answers of the task that the word means.
        ("sagot_sa_2.csv", letters, None),
        ("PI_2.csv", &answers, Some("SA by Content")),
    ];
    for (name, text, want) in cases {
        assert_eq!(source_of(name, text).as_deref(), want, "{name}");
    }
    // What has no ids and another number of rows is told so, not asked for its task.
    let few = "prediction\nA\nB\n";
    let intake = read_with(5, &[file("PI_2.csv", few)], &AS_FOUND);
    assert!(
        show(&intake).contains("2 rows without ids, but the task has 5"),
        "{}",
        show(&intake)
    );
    assert_eq!(source_of("sagot_pi_2.csv", few), None);
    let options = ReadOptions {
        tasks: [(0, "CR".into())].into(),
        ..AS_FOUND
    };
    check_with(
        2,
        &[file("replies.csv", "id,prediction\n1,A\n2,B\n")],
        &options,
        &expect![[r#"
            replies.csv: csv, 2/2 rows
            CR by Chosen, ById: 2/2
            CR = "A" "B"
        "#]],
    );
}

#[test]
fn the_chosen_task_is_that_of_one_file_and_counts_before_all_else() {
    let files = [
        file("a.csv", "task,id,prediction\nPOS,1,A\nPOS,2,B\n"),
        file("SA.csv", "id,prediction\n1,A\n2,B\n"),
        file("TD.csv", "id,prediction\n1,Malinis\n2,Malinis\n"),
    ];
    let options = ReadOptions {
        tasks: [(0, "CR".into()), (1, "PI".into())].into(),
        ..AS_FOUND
    };
    check_with(
        2,
        &files,
        &options,
        &expect![[r#"
            a.csv: csv, 2/2 rows
            SA.csv: csv, 2/2 rows
            TD.csv: csv, 2/2 rows
            PI by Chosen, ById: 2/2
            TD by FileName, ById: 2/2
            CR by Chosen, ById: 2/2
            PI = "A" "B"
            TD = "Malinis" "Malinis"
            CR = "A" "B"
        "#]],
    );
}

#[test]
fn a_file_says_how_its_tasks_were_known_and_which_names_are_no_tasks() {
    let text = "task,id,prediction\nSA,1,a\nPOS,1,N\nSA,2,b\nPOS,2,V\nNER,1,x\nTD,1,y\n";
    let intake = read_with(2, &[file("all.csv", text)], &AS_FOUND);
    let found = &intake.report.files[0];
    let tasks =
        [("SA", 2), ("TD", 1)].map(|(id, n_rows)| (id.to_owned(), (TaskSource::Row, n_rows)));
    assert_eq!(found.tasks, BTreeMap::from(tasks));
    let unknown = [("POS", 2), ("NER", 1)].map(|(name, n_rows)| (name.to_owned(), n_rows));
    assert_eq!(found.unknown_tasks, BTreeMap::from(unknown));
    assert_eq!(found.n_complaints, 3);
}

#[test]
fn columns_can_be_chosen() {
    let columns = Columns {
        id: Some("bilang".into()),
        prediction: Some("sagot".into()),
        ..Columns::default()
    };
    let options = ReadOptions {
        columns: [(0, columns)].into(),
        tasks: [(0, "SA".into())].into(),
        ..AS_FOUND
    };
    check_with(
        2,
        &[file("x.csv", "bilang,sagot,output\n1,a,x\n2,b,y\n")],
        &options,
        &expect![[r#"
            x.csv: csv, 2/2 rows
            SA by Chosen, ById: 2/2
            SA = "a" "b"
        "#]],
    );
    check_with(
        2,
        &[file(
            "x.jsonl",
            "{\"bilang\":1,\"sagot\":\"a\"}\n{\"bilang\":2,\"sagot\":\"b\"}\n",
        )],
        &options,
        &expect![[r#"
            x.jsonl: jsonl, 2/2 rows
            SA by Chosen, ById: 2/2
            SA = "a" "b"
        "#]],
    );
}

#[test]
fn models_and_unknown_tasks_are_not_mixed_in() {
    check(
        2,
        "all.csv",
        "model,task,id,prediction\nm,SA,1,a\nm,SA,2,b\nn,SA,1,c\nm,mt-bench,1,d\nm,,1,e\nm,SA,,f\n",
        &expect![[r#"
            all.csv: csv, 6/6 rows
              line 4: another model: n []
              line 5: unknown task mt-bench []
              line 6: no task []
              line 7: no id [f]
            SA by Row, ById: 2/2
            SA = "a" "b"
        "#]],
    );
    let files = [
        file("a_sentiment_tl.csv", "id,prediction\n1,a\n2,b\n"),
        file("b_sentiment_tl.csv", "id,prediction\n1,c\n2,d\n"),
        file("a_toxicity_tl.csv", "id,prediction\n1,e\n2,f\n"),
    ];
    check_with(
        2,
        &files,
        &AS_FOUND,
        &expect![[r#"
        a_sentiment_tl.csv: csv, 2/2 rows
        b_sentiment_tl.csv: csv, 2/2 rows, belongs to another run: b 
        a_toxicity_tl.csv: csv, 2/2 rows
        SA by FileName, ById: 2/2
        TD by FileName, ById: 2/2
        SA = "a" "b"
        TD = "e" "f"
    "#]],
    );
}

#[test]
fn a_record_of_ours_is_handed_on() {
    let text = "{\"format\": \"sukat-record/1\", \"rows\": []}";
    let intake = read_with(2, &[file("run.json", text)], &AS_FOUND);
    assert_eq!(intake.records.len(), 1);
    assert_eq!(intake.records[0].json, text);
}
