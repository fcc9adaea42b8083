//! Laws of each reader alone, over whatever can be written.

use proptest::prelude::*;
use serde_json::{Value, json};
use sukat::intake::decode::{Encoding, decode, decode_as};
use sukat::intake::ids::integer_text;
use sukat::intake::items::items;
use sukat::intake::json::{read_object, repair};
use sukat::intake::lines::lines;
use sukat::intake::table::records;
use sukat::intake::unpack::{LIMITS, unpack};
use sukat::intake::value::{Cell, read_cell};
use sukat::intake::{AS_FOUND, Intake};

use super::kinds::all;
use super::seahelm::zip;
use super::{file, read_with};

/// Any JSON of a few levels.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,10}", inner, 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Keys that frameworks and batch services write.
fn any_key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "id",
        "doc",
        "doc_id",
        "resps",
        "filtered_resps",
        "target",
        "filter",
        "arguments",
        "model_response",
        "predictions",
        "specifics",
        "gold",
        "gold_index",
        "full_prompt",
        "output",
        "choices",
        "message",
        "content",
        "epoch",
        "input",
        "scores",
        "error",
        "evaluation_id",
        "evaluation_name",
        "sample_id",
        "messages",
        "custom_id",
        "response",
        "body",
        "result",
        "key",
        "metadata",
        "candidates",
        "parts",
        "text",
        "status",
        "eval",
        "samples",
        "results",
        "config_general",
        "evaluation_results",
        "task_name",
        "raw",
    ])
}

fn any_row() -> impl Strategy<Value = Value> {
    let value = prop_oneof![
        any_json(),
        prop::collection::vec((any_key(), any_json()), 0..4).prop_map(fields),
        prop::collection::vec(prop::collection::vec(any_json(), 0..3), 0..3)
            .prop_map(|lists| json!(lists)),
    ];
    prop::collection::vec((any_key(), value), 0..7).prop_map(fields)
}

fn fields(fields: Vec<(&'static str, Value)>) -> Value {
    let named = fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    Value::Object(named.collect())
}

/// Every official row is answered, of the wrong type, or listed as missing.
fn every_row_is_accounted_for(intake: &Intake) -> bool {
    let mut tasks = intake.report.tasks.iter();
    tasks.all(|task| {
        let n_told = task.n_matched + task.n_wrong_type + task.missing.len();
        task.refusal.is_some() || n_told == task.n_rows
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn text_comes_back_from_every_encoding(text in "[^\u{feff}\0].{0,40}") {
        let utf16 = |bytes: fn(u16) -> [u8; 2]| {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(bytes).collect::<Vec<u8>>()
        };
        let marked = format!("\u{feff}{text}").into_bytes();
        for bytes in [marked, utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
            let decoded = decode(&bytes).map(|decoded| decoded.text.into_owned());
            prop_assert_eq!(decoded.as_deref(), Ok(text.as_str()));
        }
        let unmarked: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let chosen = decode_as(&unmarked, Encoding::Utf16Le).map(|decoded| decoded.text.into_owned());
        prop_assert_eq!(chosen.as_deref(), Ok(text.as_str()));
    }

    #[test]
    fn bytes_are_text_or_a_named_fault(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Windows1252] {
            let _ = decode_as(&bytes, encoding);
        }
        if let Ok(decoded) = decode(&bytes) {
            prop_assert!(decoded.text.len() <= bytes.len() * 3);
        }
    }

    #[test]
    fn cells_come_back_as_they_were_written(
        rows in prop::collection::vec(prop::collection::vec("[a-zñ \",;\t\r\n]{0,8}", 2..4), 1..6),
        delimiter in prop::sample::select(vec![',', ';', '\t']),
    ) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let written: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(&delimiter.to_string()))
            .collect();
        let text = written.join("\r\n");
        let delimiter = u8::try_from(delimiter).expect("ASCII");
        let read: Vec<Vec<String>> = records(&text, delimiter)
            .map(|record| record.cells.expect("closed").into_iter().map(Into::into).collect())
            .collect();
        prop_assert_eq!(read, rows);
    }

    #[test]
    fn any_text_is_a_table_whose_lines_go_up(text in "[ab,;\"\r\n]{0,60}") {
        let n_lines = 1 + text.matches(['\n', '\r']).count();
        let found: Vec<usize> = records(&text, b',').map(|record| record.line).collect();
        prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert!(found.iter().all(|line| *line <= n_lines));
    }

    #[test]
    fn lines_are_the_text_without_its_ends(parts in prop::collection::vec(("[a-z]{1,5}", "\n|\r\n|\r"), 0..8)) {
        let text: String = parts.iter().map(|(line, end)| line.clone() + end).collect();
        let read: Vec<(usize, String)> = lines(&text).map(|line| (line.number, line.text.to_owned())).collect();
        let want: Vec<(usize, String)> = parts.iter().enumerate().map(|(idx, (line, _))| (idx + 1, line.clone())).collect();
        prop_assert_eq!(read, want);
    }

    #[test]
    fn items_are_what_a_parser_reads(values in prop::collection::vec(any_json(), 0..5), is_pretty in any::<bool>()) {
        let list = Value::from(values.clone());
        let text = if is_pretty { format!("{list:#}") } else { list.to_string() };
        let mut walk = items(&text, 1).expect("a list");
        let read: Vec<Value> = walk
            .by_ref()
            .map(|item| serde_json::from_str(item.raw).expect("a whole item"))
            .collect();
        prop_assert_eq!(read, values);
        prop_assert!(walk.is_closed);
    }

    #[test]
    fn only_what_python_writes_is_repaired(value in any_json(), at in 0_usize..200) {
        let text = value.to_string();
        prop_assert_eq!(repair(&text), None);
        let at = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let damaged = format!("{}NaN\\ud83d{}", &text[..at], &text[at..]);
        if let Some((repaired, _)) = repair(&damaged) {
            prop_assert_eq!(repair(&repaired), None);
        }
        let _ = read_object(&damaged);
    }

    #[test]
    fn texts_and_integers_lose_nothing(text in any::<String>(), number in any::<u128>()) {
        let raw = json!(text).to_string();
        let read = read_cell(&raw, "x").map(|(cell, _)| cell);
        prop_assert_eq!(read, Ok(Cell::Text(text.into())));
        let digits = number.to_string();
        let (cell, _) = read_cell(&digits, "x").expect("a number");
        prop_assert_eq!(cell, Cell::Text(digits.clone().into()));
        for form in [format!("{digits}.0"), format!("00{digits}"), format!("+{digits}"), format!("{digits}0e-1")] {
            prop_assert_eq!(integer_text(&form), Some(digits.clone()));
        }
    }

    #[test]
    fn archives_give_back_what_went_in(
        entries in prop::collection::btree_map("[a-z]{1,6}(/[a-z]{1,4})?", prop::collection::vec(1_u8..30, 0..80), 0..5)
    ) {
        let listed: Vec<(&str, &[u8])> = entries.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        let archive = [file("a.zip", zip(&listed))];
        let read: Vec<(String, Vec<u8>)> = unpack(&archive, &LIMITS, None)
            .into_iter()
            .filter(|entry| entry.name != "a.zip/mimetype")
            .map(|entry| (entry.name, entry.bytes.expect("whole").into_owned()))
            .collect();
        let want: Vec<(String, Vec<u8>)> = entries.iter().map(|(name, bytes)| (format!("a.zip/{name}"), bytes.clone())).collect();
        prop_assert_eq!(read, want);
    }

    #[test]
    fn rows_of_frameworks_may_hold_anything(rows in prop::collection::vec(any_row(), 1..4), form in 0..4) {
        let text = match form {
            0 => rows.iter().map(|row| format!("{row}\n")).collect::<Vec<_>>().concat(),
            1 => json!(rows).to_string(),
            2 => json!({"eval": {"task": "nli"}, "samples": rows}).to_string(),
            _ => rows[0].to_string(),
        };
        for name in ["SA.jsonl", "samples_nli_2025-01-31T12-30-00.1.jsonl"] {
            let intake = read_with(3, &[file(name, &text)], &AS_FOUND);
            prop_assert!(every_row_is_accounted_for(&intake), "{}", text);
        }
    }

    #[test]
    fn valid_files_with_pieces_put_elsewhere_do_no_harm(
        kind in any::<prop::sample::Index>(),
        (from, to, at) in (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let samples = all(3);
        let bytes = kind.get(&samples).text.clone().into_bytes();
        let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
        let piece = bytes[from.min(to)..from.max(to)].to_vec();
        let at = at.index(bytes.len());
        let moved = [&bytes[..at], &piece, &bytes[at..]].concat();
        let intake = read_with(3, &[file("SA", moved)], &AS_FOUND);
        prop_assert!(every_row_is_accounted_for(&intake));
    }
}
