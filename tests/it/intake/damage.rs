//! Damaged files: nothing panics, nothing is hidden, and the report names the line.

use proptest::prelude::*;
use sukat::intake::{AS_FOUND, Intake, Keep, ReadOptions};

use super::{file, read_with};

const N_ROWS: usize = 6;

fn jsonl() -> String {
    (1..=N_ROWS).fold(String::new(), |text, id| {
        text + &format!("{{\"id\":\"{id}\",\"response\":\"Positibo {id}\",\"model\":\"m\"}}\n")
    })
}

fn json_array() -> String {
    let rows: Vec<String> = (1..=N_ROWS)
        .map(|id| format!("{{\"id\": {id}, \"response\": [\"Positibo {id}\"]}}"))
        .collect();
    format!("[\n{}\n]\n", rows.join(",\n"))
}

fn json_by_id() -> String {
    let rows: Vec<String> = (1..=N_ROWS)
        .map(|id| format!("\"{id}\": \"Positibo {id}\""))
        .collect();
    format!("{{\n{}\n}}\n", rows.join(",\n"))
}

fn csv() -> String {
    (1..=N_ROWS).fold("id,prediction,model\n".to_owned(), |text, id| {
        text + &format!("{id},\"Positibo {id}\",m\n")
    })
}

fn samples() -> [(&'static str, String); 4] {
    [
        ("SA.jsonl", jsonl()),
        ("SA_array.json", json_array()),
        ("SA_by_id.json", json_by_id()),
        ("SA.csv", csv()),
    ]
}

fn read(text: &str) -> Intake {
    let options = ReadOptions {
        tasks: [(0, "SA".into())].into(),
        ..AS_FOUND
    };
    read_with(N_ROWS, &[file("SA", text)], &options)
}

/// Texts by official row; `None` where there is none.
fn texts(intake: &Intake) -> Vec<Option<String>> {
    let Some(task) = intake.tasks.first() else {
        return vec![None; N_ROWS];
    };
    task.predictions
        .iter()
        .map(|found| found.as_ref().map(|found| found.text.clone()))
        .collect()
}

/// Lines that a report names, in complaints or as places of ids.
fn named_lines(intake: &Intake) -> Vec<usize> {
    let complaints = intake
        .report
        .files
        .iter()
        .flat_map(|file| file.complaints.iter());
    let extras = intake
        .report
        .tasks
        .iter()
        .flat_map(|task| task.extra.iter());
    let duplicates = intake
        .report
        .tasks
        .iter()
        .flat_map(|task| task.duplicates.iter());
    complaints
        .map(|complaint| complaint.line)
        .chain(extras.map(|extra| extra.place.line))
        .chain(duplicates.flat_map(|found| found.values.iter().map(|(place, _)| place.line)))
        .collect()
}

/// Whether the file as a whole was refused, or the task.
fn is_refused(intake: &Intake) -> bool {
    intake.report.files.iter().any(|file| file.fault.is_some())
        || intake
            .report
            .tasks
            .iter()
            .any(|task| task.refusal.is_some())
}

#[test]
fn the_undamaged_files_are_clean() {
    for (name, text) in samples() {
        let intake = read(&text);
        let want: Vec<_> = (1..=N_ROWS)
            .map(|id| Some(format!("Positibo {id}")))
            .collect();
        assert_eq!(texts(&intake), want, "{name}");
        assert!(intake.report.is_clean(), "{name}: {:?}", intake.report);
    }
}

#[test]
fn wherever_a_file_is_cut_the_rest_is_read_and_the_end_is_named() {
    for (name, text) in samples() {
        let whole = texts(&read(&text));
        for (at, _) in text.char_indices() {
            let cut = &text[..at];
            let intake = read(cut);
            for (found, want) in texts(&intake).iter().zip(&whole) {
                // Only a table can be cut so that what is left of a cell looks whole.
                let is_cell = name == "SA.csv" && intake.report.files[0].may_be_cut.is_some();
                assert!(
                    found.is_none() || found == want || is_cell,
                    "{name} at {at}: {found:?}"
                );
            }
            if texts(&intake) != whole {
                assert!(
                    !intake.report.is_clean(),
                    "{name} cut at {at} passes for whole"
                );
            }
            let is_inside_row = !cut.is_empty() && !cut.ends_with(['\n', '}', ',', '[', '{']);
            if is_inside_row && name != "SA.csv" && !is_refused(&intake) && texts(&intake) != whole
            {
                let last_line = cut.lines().count();
                assert!(
                    named_lines(&intake).contains(&last_line),
                    "{name} at {at}: {:?}",
                    intake.report
                );
            }
        }
    }
}

#[test]
fn a_damaged_sign_costs_its_own_rows_and_is_named() {
    let mut n_variants = 0;
    for (name, text) in samples() {
        let whole = texts(&read(&text));
        for (at, sign) in text
            .char_indices()
            .filter(|(_, sign)| "{}[]\",:\n".contains(*sign))
        {
            for replacement in ["", "x", "\"", "\n", "\0"] {
                if replacement == sign.to_string() {
                    continue;
                }
                let damaged = format!(
                    "{}{replacement}{}",
                    &text[..at],
                    &text[at + sign.len_utf8()..]
                );
                let intake = read(&damaged);
                n_variants += 1;
                let found = texts(&intake);
                if found == whole {
                    continue;
                }
                assert!(!intake.report.is_clean(), "{name} at {at}: {damaged}");
                let n_lost = found
                    .iter()
                    .zip(&whole)
                    .filter(|(found, want)| found != want)
                    .count();
                if n_lost < N_ROWS && !is_refused(&intake) {
                    assert!(
                        n_lost <= 2,
                        "{name} at {at}, {replacement:?}: {found:?}\n{damaged}"
                    );
                    let line = 1 + text[..at].matches('\n').count();
                    let named = named_lines(&intake);
                    let is_near = named.iter().any(|named| named.abs_diff(line) <= 1);
                    assert!(is_near, "{name} line {line}: {named:?}\n{damaged}");
                }
            }
        }
    }
    assert!(n_variants >= 300, "{n_variants}");
}

#[test]
fn a_long_line_and_deep_brackets_are_read_without_trouble() {
    let long = "ñ".repeat(1 << 20);
    let text = format!("{{\"id\":1,\"response\":\"{long}\"}}\n{{\"id\":2,\"response\":\"b\"}}\n");
    let intake = read(&text);
    assert_eq!(texts(&intake)[..2], [Some(long), Some("b".to_owned())]);
    let deep = "[".repeat(100_000);
    for text in [
        deep.clone(),
        format!("{{\"1\":{deep}"),
        format!("{{\"id\":1,\"response\":{deep}\n{{\"id\":2}}"),
    ] {
        assert!(!read(&text).report.is_clean());
    }
}

fn any_name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "SA.csv",
        "x.jsonl",
        "M_nli_tl.jsonl",
        "M/run_3/M_abssum_tl_turn1_batch_response.jsonl",
        "M_translation-xx-en_tl_turn1_judge_batch_response.jsonl",
        "a.zip",
        "a.gz",
        "",
        "_tl",
        "/",
    ])
}

/// Pieces that files are made of, put together at random.
fn any_pieces() -> impl Strategy<Value = String> {
    let pieces = vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "\n",
        "\r",
        "\t",
        ";",
        " ",
        "\\",
        "\\u",
        "\\ud83d",
        "NaN",
        "null",
        "1",
        "0",
        "-1e5",
        "1.0",
        "\"id\"",
        "\"response\"",
        "\"responses\"",
        "\"prompts\"",
        "\"label\"",
        "\"SA\"",
        "\"NLI\"",
        "\"score\"",
        "\"message\"",
        "\"prompt\"",
        "\"predictions\"",
        "\"cleaned_responses\"",
        "\"individual_scores\"",
        "id",
        "prediction",
        "task",
        "model",
        "SA",
        "Positibo",
        "A",
        "ñ",
        "\u{feff}",
        "\0",
        "sep=;",
        "\"tl\"",
        "\"responses_with_thinking\"",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_bytes_make_reading_panic(name in any_name(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_with(3, &[file(name, bytes)], &AS_FOUND);
    }

    #[test]
    fn no_pieces_make_reading_panic(name in any_name(), text in any_pieces(), is_last in any::<bool>()) {
        let duplicates = if is_last { Keep::Last } else { Keep::First };
        let intake = read_with(3, &[file(name, &text)], &ReadOptions { duplicates, ..AS_FOUND });
        for task in &intake.tasks {
            prop_assert_eq!(task.predictions.len(), 3);
        }
        for task in intake.report.tasks.iter().filter(|task| task.refusal.is_none()) {
            prop_assert_eq!(task.n_matched + task.n_wrong_type + task.missing.len(), task.n_rows);
        }
    }

    #[test]
    fn no_archive_makes_reading_panic(at in 0usize..400, byte in any::<u8>(), is_cut in any::<bool>()) {
        let mut bytes = super::seahelm::zip(&[("SA.csv", csv().as_bytes()), ("b/SA.jsonl", jsonl().as_bytes())]);
        let at = at.min(bytes.len() - 1);
        if is_cut {
            bytes.truncate(at);
        } else {
            bytes[at] = byte;
        }
        read_with(N_ROWS, &[file("a.zip", bytes)], &AS_FOUND);
    }
}
