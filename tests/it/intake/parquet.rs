//! Parquet files, as pyarrow writes them; `tests/parquet/make.py` made them.

use std::path::PathBuf;

use serde_json::Value;
use sukat::intake::parquet::{MAX_ROWS, ParquetError};
use sukat::intake::unpack::{LIMITS, Limits, OPENERS, UnpackError, needs_openers, unpack};
use sukat::intake::{AS_FOUND, ReadOptions};

use super::seahelm::{gzip, zip, zip_stored};
use super::{file, read_with, show};

fn stored(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/parquet");
    std::fs::read(folder.join(name)).expect("a file of this repository")
}

fn lines_of(bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, UnpackError> {
    let files = [file("x.parquet", bytes)];
    let mut unpacked = unpack(&files, limits, Some(OPENERS));
    unpacked.remove(0).bytes.map(std::borrow::Cow::into_owned)
}

fn error_of(bytes: &[u8]) -> Option<UnpackError> {
    lines_of(bytes, &LIMITS).err()
}

fn parsed(lines: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(lines).expect("text");
    let line = |line| serde_json::from_str(line).expect("JSON");
    text.lines().map(line).collect()
}

#[test]
fn rows_are_those_that_pyarrow_reads() {
    let files = [
        ("answers", &["_snappy", "_gzip", "_zstd", "_none"][..]),
        ("numbers", &["_v1", "_v2"]),
        ("nested", &[""]),
        ("details_old", &[""]),
        ("details_new", &[""]),
        ("details_qa", &[""]),
    ];
    for (name, kinds) in files {
        let want = parsed(&stored(&format!("{name}.jsonl")));
        for kind in kinds {
            let name = format!("{name}{kind}.parquet");
            let lines = lines_of(&stored(&name), &LIMITS);
            let lines = lines.unwrap_or_else(|error| panic!("{name}: {error}"));
            let found = parsed(&lines);
            assert_eq!(found.len(), want.len(), "{name}");
            for (found, want) in found.iter().zip(&want) {
                assert_eq!(found, want, "{name}");
            }
        }
    }
}

#[test]
fn large_numbers_keep_their_digits() {
    let lines = lines_of(&stored("numbers_v2.parquet"), &LIMITS).expect("whole");
    let start = r#"{"id":9007199254740993,"unsigned":18446744073709551615,"small":4294967295,"#;
    assert!(lines.starts_with(start.as_bytes()));
}

#[test]
fn a_table_of_answers_is_read_and_its_columns_can_be_chosen() {
    let bytes = stored("answers_zstd.parquet");
    let intake = read_with(4, &[file("sagot.parquet", &bytes)], &AS_FOUND);
    let task = &intake.tasks[0];
    let text = |at: usize| {
        task.predictions[at]
            .as_ref()
            .map(|found| found.text.as_str())
    };
    assert_eq!(task.task_id, "SA");
    assert_eq!(text(1), Some("Sagot: Negatibo\n“ñ”"));
    assert!(
        task.predictions[2]
            .as_ref()
            .is_some_and(|found| found.is_null)
    );
    let found = &intake.report.files[0];
    assert_eq!(
        found.shape.map(sukat::intake::sniff::Shape::id),
        Some("parquet")
    );
    assert_eq!(found.n_complaints, 0, "{}", show(&intake));
    let mut columns = found.columns.clone().expect("a table has columns");
    columns.prediction = Some("model".into());
    let options = ReadOptions {
        columns: [(0, columns)].into(),
        ..AS_FOUND
    };
    let chosen = read_with(4, &[file("sagot.parquet", &bytes)], &options);
    let first = chosen.tasks[0].predictions[0].as_ref();
    assert_eq!(first.map(|found| found.text.as_str()), Some("modelo"));
}

#[test]
fn details_of_lighteval_read_as_their_lines_do() {
    for name in ["details_old", "details_new"] {
        let bytes = stored(&format!("{name}.parquet"));
        let dropped = "details_custom|sentiment|0_2025-01-31T12-30-00.123456";
        let packed = read_with(4, &[file(&format!("{dropped}.parquet"), &bytes)], &AS_FOUND);
        let lines = stored(&format!("{name}.jsonl"));
        let plain = read_with(4, &[file(&format!("{dropped}.jsonl"), lines)], &AS_FOUND);
        let shown = show(&plain).replace(".jsonl", ".parquet");
        assert_eq!(show(&packed), shown);
        assert_eq!(packed.tasks, plain.tasks);
        let text = |at: usize| {
            packed.tasks[0].predictions[at]
                .as_ref()
                .map(|found| &*found.text)
        };
        assert_eq!((text(0), text(3)), (Some("Sagot 1"), Some("Sagot 4")));
        let shape = packed.report.files[0].shape;
        assert_eq!(
            shape.map(sukat::intake::sniff::Shape::id),
            Some("lighteval-details")
        );
    }
}

#[test]
fn a_cell_that_is_no_text_costs_its_own_row_and_is_named() {
    let bytes = stored("damaged_text.parquet");
    let intake = read_with(4, &[file("SA.parquet", &bytes)], &AS_FOUND);
    expect_test::expect![[r#"
        SA.parquet: parquet, 4/4 rows
          line 2: prediction is 4 bytes that are no text []
          line 3: reasoning is 2 bytes that are no text []
        SA by FileName, ById: 3/4, 1 null, 1 wrong type
        SA = "Sagot: Positibo" - "Sagot: Negatibo" null
    "#]]
    .assert_eq(&show(&intake));
}

#[test]
fn the_columns_of_a_single_row_can_be_chosen() {
    let files = [
        file("SA.parquet", stored("one_row.parquet")),
        file("SA.csv", "bilang,sagot\n1,Positibo\n"),
        file("SA.jsonl", r#"{"bilang": 1, "sagot": "Positibo"}"#),
        file("sagot.json", r#"{"bilang": 1, "sagot": "Positibo"}"#),
    ];
    for file in files {
        let intake = read_with(1, std::slice::from_ref(&file), &AS_FOUND);
        let found = &intake.report.files[0];
        assert!(intake.tasks.is_empty(), "{}", show(&intake));
        let names = found.preview.as_ref().map(|preview| preview.names.clone());
        let want = ["bilang", "sagot"].map(str::to_owned).to_vec();
        assert_eq!(names, Some(want), "{}", file.name);
        if file.name == "SA.parquet" {
            let fault = found.fault.as_ref().map(ToString::to_string);
            let want = "no column of predictions among bilang, sagot";
            assert_eq!(fault.as_deref(), Some(want));
        }
        let columns = sukat::intake::sniff::Columns {
            id: Some("bilang".into()),
            prediction: Some("sagot".into()),
            ..Default::default()
        };
        let options = ReadOptions {
            columns: [(0, columns)].into(),
            tasks: [(0, "SA".into())].into(),
            ..AS_FOUND
        };
        let chosen = read_with(1, std::slice::from_ref(&file), &options);
        let text = chosen
            .tasks
            .first()
            .and_then(|task| task.predictions[0].as_ref());
        assert_eq!(
            text.map(|found| &*found.text),
            Some("Positibo"),
            "{}",
            show(&chosen)
        );
    }
}

#[test]
fn what_is_wrong_with_a_file_is_named() {
    let whole = stored("answers_snappy.parquet");
    let n_bytes = whole.len();
    let patched = |at: usize, with: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let codec = |name: &str| error_of(&stored(&format!("answers_{name}.parquet")));
    let cases = [
        (error_of(&whole[..n_bytes - 1]), ParquetError::CutOff),
        (error_of(&whole[..n_bytes / 2]), ParquetError::CutOff),
        (error_of(b"PAR1"), ParquetError::CutOff),
        (
            error_of(&patched(n_bytes - 8, &[0xff; 4])),
            ParquetError::Footer,
        ),
        (
            error_of(&patched(n_bytes - 8, &[0; 4])),
            ParquetError::Footer,
        ),
        (
            error_of(&patched(n_bytes - 4, b"PARE")),
            ParquetError::Encrypted,
        ),
        (error_of(&patched(0, b"PARE")), ParquetError::Encrypted),
        (error_of(&patched(4, &[0xff; 4])), ParquetError::Page),
        (codec("brotli"), ParquetError::Codec { number: 4 }),
        (codec("lz4"), ParquetError::Codec { number: 7 }),
    ];
    for (found, want) in cases {
        assert_eq!(found, Some(UnpackError::Parquet(want)));
    }
}

#[test]
fn a_small_file_that_claims_to_be_large_is_refused() {
    let rows = ParquetError::TooManyRows { limit: MAX_ROWS };
    assert_eq!(error_of(&stored("bomb_rows.parquet")), Some(rows.into()));
    let bomb = UnpackError::Bomb {
        limit: LIMITS.max_ratio,
    };
    assert_eq!(error_of(&stored("bomb_list.parquet")), Some(bomb.clone()));
    let limits = Limits {
        max_total_bytes: 16 << 20,
        ..LIMITS
    };
    let found = lines_of(&stored("bomb_text.parquet"), &limits);
    assert_eq!(found.err(), Some(bomb));
    let limits = Limits {
        max_total_bytes: 100,
        ..LIMITS
    };
    let found = lines_of(&stored("answers_none.parquet"), &limits);
    assert_eq!(found.err(), Some(UnpackError::TooLarge { limit: 100 }));
}

#[test]
fn damage_of_any_byte_is_no_panic() {
    let limits = Limits {
        max_total_bytes: 4 << 20,
        ..LIMITS
    };
    let names = [
        "answers_gzip",
        "answers_none",
        "answers_snappy",
        "answers_zstd",
        "details_new",
        "nested",
        "numbers_v1",
        "numbers_v2",
    ];
    let mut n_refused = 0;
    for name in names {
        let whole = stored(&format!("{name}.parquet"));
        for at in (0..whole.len()).step_by(7) {
            let mut bytes = whole.clone();
            bytes[at] = match at % 4 {
                0 => bytes[at] ^ 1,
                1 => bytes[at] ^ 0x80,
                2 => 0xff,
                _ => bytes[at].wrapping_add(2),
            };
            n_refused += usize::from(lines_of(&bytes, &limits).is_err());
        }
    }
    assert!(n_refused > 700, "{n_refused}");
}

#[test]
fn what_opens_it_is_fetched_only_when_it_is_needed() {
    let parquet = stored("answers_none.parquet");
    assert!(needs_openers(&[file("x", &parquet)]));
    // Whatever it is called in an archive.
    for (packed, want) in [(&parquet[..], true), (b"PAR", false), (b"{}", false)] {
        for zip in [zip, zip_stored] {
            let zipped = [file("sagot.zip", zip(&[("mga sagot", packed)]))];
            assert_eq!(needs_openers(&zipped), want);
            let unpacked = unpack(&zipped, &LIMITS, Some(OPENERS));
            assert_eq!(unpacked[0].is_from_parquet, want);
        }
    }
    assert!(needs_openers(&[file("x.gz", gzip(&parquet))]));
    assert!(!needs_openers(&[file("x.parquet.gz", gzip(b"{}"))]));
    assert!(!needs_openers(&[
        file("x.jsonl", "{}"),
        file("x.zip", "PK\x03\x04")
    ]));
    // Without it, the file is named and nothing is read.
    let files = [file("x.parquet", &parquet)];
    let unpacked = unpack(&files, &LIMITS, None);
    assert_eq!(unpacked[0].bytes.as_deref(), Ok(&parquet[..]));
}
