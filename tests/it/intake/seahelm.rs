//! Files that SEA-HELM writes, and archives of them.

use std::io::Write;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use sukat::intake::sniff::Shape;
use sukat::intake::unpack::{InFile, LIMITS, Limits, OPENERS, UnpackError, needs_openers, unpack};
use sukat::intake::{AS_FOUND, TheirReading, differing_readings};
use sukat::suite::{Gold, Profile};

use super::{bench, file, read_with, show};

/// Rows of a v1 inference file. `change` edits each.
fn v1_rows(task_id: &str, n_rows: usize, change: impl Fn(usize, &mut Value)) -> String {
    let (suite, data) = bench(n_rows);
    let task = suite.task(task_id).expect("a task");
    let mut text = String::new();
    for (row_idx, row) in data[task_id].rows.iter().enumerate() {
        let label = match &row.gold {
            Gold::Class(class) => task.labels[*class].gold_v1.clone(),
            Gold::Text(text) => json!(text),
        };
        let mut value = json!({
            "id": row.id,
            "label": label,
            "prompts": [row.fields],
            "prompt_templates": ["{text}"],
            "metadata": {"language": "tl"},
            "conversations": [[{"role": "user", "content": "Ano?"}]],
            "responses": [format!("Sagot: {row_idx}")],
            "errors": [null],
            "tokenized_prompts": [[1, 2, 3]],
        });
        change(row_idx, &mut value);
        text.push_str(&value.to_string());
        text.push('\n');
    }
    text
}

#[track_caller]
fn check(n_rows: usize, files: &[InFile], want: &Expect) {
    want.assert_eq(&show(&read_with(n_rows, files, &AS_FOUND)));
}

#[test]
fn an_inference_file_of_v1_is_read_with_all_it_brings() {
    let text = v1_rows("SA", 3, |row_idx, row| {
        row["cleaned_response"] =
            [json!("positive"), json!("none"), json!("ewan")][row_idx].clone();
        row["individual_scores"] = json!({"normalized_accuracy": 1});
        row["responses_with_thinking"] = json!(["<think>baka</think>\nSagot: 0"]);
        if row_idx == 2 {
            // What pandas makes of an id on the second run, and a failed call.
            row["id"] = json!(3);
            row["responses"] = json!([null]);
            row["errors"] = json!(["EmptyGenerationError"]);
        }
    });
    let name = "out/gemma_2-9b/inference/gemma_2-9b_sentiment_tl.jsonl";
    let intake = read_with(3, &[file(name, text)], &AS_FOUND);
    expect![[r#"
        out/gemma_2-9b/inference/gemma_2-9b_sentiment_tl.jsonl: seahelm-v1, 3/3 rows
        SA by FileName, ById: 3/3, 1 null
        SA = "Sagot: 0" "Sagot: 1" null
    "#]]
    .assert_eq(&show(&intake));
    assert!(intake.report.is_clean());
    assert_eq!(intake.model.as_deref(), Some("gemma_2-9b"));
    assert_eq!(intake.profile, Some(Profile::V1));
    assert_eq!(intake.report.tasks[0].n_gold_checked, 3);
    assert_eq!(intake.report.tasks[0].n_prompt_checked, 3);
    let predictions: Vec<_> = intake.tasks[0].predictions.iter().flatten().collect();
    assert_eq!(predictions[0].reasoning.as_deref(), Some("baka"));
    assert_eq!(
        predictions[2].error.as_deref(),
        Some("EmptyGenerationError")
    );
    assert_eq!(
        predictions[0].external.get("normalized_accuracy"),
        Some(&1.0)
    );
    let theirs: Vec<_> = predictions
        .iter()
        .filter_map(|found| found.theirs.clone())
        .collect();
    assert_eq!(
        theirs,
        [
            TheirReading::Class(0),
            TheirReading::Null,
            TheirReading::Unknown("ewan".into())
        ]
    );
    let differing =
        differing_readings(&intake.tasks[0].predictions, &|_, _| TheirReading::Class(0));
    assert_eq!(differing.into_iter().collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn scored_rows_of_head_are_read_with_all_they_bring() {
    let (suite, data) = bench(2);
    let task = suite.task("MT-en-tl").expect("a task");
    let mut text = String::new();
    for row in &data[&task.id].rows {
        let Gold::Text(gold) = &row.gold else {
            panic!("a text task")
        };
        let value = json!({
            "id": row.id, "label": gold, "prompts": [row.fields], "metadata": {},
            "conversations": [], "finish_reasons": ["length"], "responses": ["Salin: oo"],
            "reasoning_contents": ["isip"], "custom_ids": ["x"], "errors": [null],
            "cleaned_responses": ["oo"],
            "individual_scores": {"normalized_metricx_wmt24_scores": 87.654_321_098_765_43},
        });
        text.push_str(&value.to_string());
        text.push('\n');
    }
    let name = "M/run_0/inferences/tl/translations/M_translation-en-xx_tl.jsonl";
    let intake = read_with(2, &[file(name, text)], &AS_FOUND);
    expect![[r#"
        M/run_0/inferences/tl/translations/M_translation-en-xx_tl.jsonl: seahelm-head, 2/2 rows
        MT-en-tl by FileName, ById: 2/2
        MT-en-tl = "Salin: oo" "Salin: oo"
    "#]]
    .assert_eq(&show(&intake));
    assert_eq!(intake.profile, Some(Profile::Head));
    let found = intake.tasks[0].predictions[1]
        .as_ref()
        .expect("a prediction");
    assert_eq!(found.finish_reason.as_deref(), Some("length"));
    assert_eq!(found.reasoning.as_deref(), Some("isip"));
    assert_eq!(found.theirs, Some(TheirReading::Text("oo".into())));
    assert_eq!(
        found.external["normalized_metricx_wmt24_scores"].to_bits(),
        87.654_321_098_765_43_f64.to_bits()
    );
}

#[test]
fn raw_outputs_of_head_are_matched_by_order_and_yield_to_scored_rows() {
    let raw = "{\"responses\":\"Sagot: A\",\"finish_reasons\":\"stop\",\"custom_ids\":\"a\"}\n\
               {\"responses\":null,\"finish_reasons\":\"stop\",\"custom_ids\":\"b\"}\n";
    let raw = file(
        "M/run_0/inferences/tl/nli/M_nli_tl_turn1_batch_response.jsonl",
        raw,
    );
    check(
        2,
        std::slice::from_ref(&raw),
        &expect![[r#"
        M/run_0/inferences/tl/nli/M_nli_tl_turn1_batch_response.jsonl: seahelm-head-raw, 2/2 rows
        NLI by FileName, ByOrder: 2/2, 1 null
        NLI = "Sagot: A" null
    "#]],
    );
    check(
        3,
        std::slice::from_ref(&raw),
        &expect![[r"
        M/run_0/inferences/tl/nli/M_nli_tl_turn1_batch_response.jsonl: seahelm-head-raw, 2/2 rows
        NLI by FileName, ByOrder: 0/3
          refused: 2 rows without ids, but the task has 3
    "]],
    );
    let scored = v1_rows("NLI", 2, |_, row| row["cleaned_responses"] = json!(["a"]));
    let scored = file("M/run_0/inferences/tl/nli/M_nli_tl.jsonl", scored);
    check(
        2,
        &[raw, scored],
        &expect![[r#"
        M/run_0/inferences/tl/nli/M_nli_tl_turn1_batch_response.jsonl: seahelm-head-raw, 2/2 rows, the same rows are read from M/run_0/inferences/tl/nli/M_nli_tl.jsonl
        M/run_0/inferences/tl/nli/M_nli_tl.jsonl: seahelm-head, 2/2 rows
        NLI by FileName, ById: 2/2
        NLI = "Sagot: 0" "Sagot: 1"
    "#]],
    );
}

#[test]
fn judge_scores_join_the_rows_they_were_made_for() {
    let rows = v1_rows("MT-tl-en", 2, |_, row| {
        row["finish_reasons"] = json!(["stop"]);
    });
    let judge = "{\"score\": 1.25, \"message\": [], \"prompt\": \"source: x\"}\n\
                 {\"score\": 2.5, \"message\": [], \"prompt\": \"source: y\"}\n";
    let rows = file(
        "M/run_0/inferences/tl/translations/M_translation-xx-en_tl.jsonl",
        rows,
    );
    let judge = file(
        "M/run_0/inferences/tl/translations/M_translation-xx-en_tl_turn1_judge_batch_response.jsonl",
        judge,
    );
    let intake = read_with(2, &[rows, judge], &AS_FOUND);
    let scores: Vec<f64> = intake.tasks[0]
        .predictions
        .iter()
        .flatten()
        .filter_map(|found| found.external.get("metricx_wmt24_scores").copied())
        .collect();
    assert_eq!(scores, [1.25, 2.5]);
    assert_eq!(intake.report.files[1].shape, Some(Shape::SeahelmMetricX));
}

#[test]
fn a_file_under_another_tasks_name_is_found_out_by_its_sentences() {
    let text = v1_rows("TD", 6, |_, _| {});
    check(
        6,
        &[file("M_causal_tl.jsonl", text)],
        &expect![[r"
            M_causal_tl.jsonl: seahelm-v1, 6/6 rows
            CR by FileName, ById: 0/6
              refused: looks like another task (TD)
        "]],
    );
}

#[test]
fn rows_of_a_renamed_file_find_their_task_by_their_sentences() {
    let text = v1_rows("TD", 3, |_, _| {});
    check(
        3,
        &[file("kopya.jsonl", text)],
        &expect![[r#"
            kopya.jsonl: seahelm-v1, 3/3 rows
            TD by Content, ById: 3/3
            TD = "Sagot: 0" "Sagot: 1" "Sagot: 2"
        "#]],
    );
}

#[test]
fn a_second_run_is_not_mixed_into_the_first() {
    let rows = |reply: &str| v1_rows("SA", 2, |_, row| row["responses"] = json!([reply]));
    let files = [
        file(
            "M/run_0/inferences/tl/sentiment/M_sentiment_tl.jsonl",
            rows("a"),
        ),
        file(
            "M/run_1/inferences/tl/sentiment/M_sentiment_tl.jsonl",
            rows("b"),
        ),
    ];
    check(
        2,
        &files,
        &expect![[r#"
        M/run_0/inferences/tl/sentiment/M_sentiment_tl.jsonl: seahelm-v1, 2/2 rows
        M/run_1/inferences/tl/sentiment/M_sentiment_tl.jsonl: seahelm-v1, 2/2 rows, belongs to another run: M run_1
        SA by FileName, ById: 2/2
        SA = "a" "a"
    "#]],
    );
}

/// Names and contents to an archive.
pub type Zip = fn(&[(&str, &[u8])]) -> Vec<u8>;

pub fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, content) in entries {
        let (mut entry, config) = archive
            .new_file(name)
            .compression_method(rawzip::CompressionMethod::DEFLATE)
            .start()
            .expect("in memory");
        let encoder =
            flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(content).expect("in memory");
        let (encoder, descriptor) = writer.finish().expect("in memory");
        encoder.finish().expect("in memory");
        entry.finish(descriptor).expect("in memory");
    }
    archive.finish().expect("in memory");
    bytes
}

/// An archive as newer logs of Inspect are: every member packed with Zstandard.
pub fn zip_zstd(entries: &[(&str, &[u8])]) -> Vec<u8> {
    zip_by(entries, rawzip::CompressionMethod::ZSTD, zstd)
}

/// An archive whose members are not packed.
pub fn zip_stored(entries: &[(&str, &[u8])]) -> Vec<u8> {
    zip_by(entries, rawzip::CompressionMethod::STORE, <[u8]>::to_vec)
}

fn zip_by(
    entries: &[(&str, &[u8])],
    method: rawzip::CompressionMethod,
    pack: fn(&[u8]) -> Vec<u8>,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut bytes);
    for (name, content) in entries {
        let (mut entry, config) = archive
            .new_file(name)
            .compression_method(method)
            .start()
            .expect("in memory");
        let mut writer = config.wrap(Vec::new());
        writer.write_all(content).expect("in memory");
        let (plain, descriptor) = writer.finish().expect("in memory");
        entry.write_all(&pack(&plain)).expect("in memory");
        entry.finish(descriptor).expect("in memory");
    }
    archive.finish().expect("in memory");
    bytes
}

pub fn zstd(content: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(content, ruzstd::encoding::CompressionLevel::Fastest)
}

pub fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).expect("in memory");
    encoder.finish().expect("in memory")
}

#[test]
fn archives_are_opened_and_their_paths_kept() {
    let sentiment = v1_rows("SA", 2, |_, _| {});
    let nli = v1_rows("NLI", 2, |_, _| {});
    let bytes = zip(&[
        ("M/inference/M_sentiment_tl.jsonl", sentiment.as_bytes()),
        ("M/M_run_config_2025.yaml", b"a: 1"),
        ("__MACOSX/M/._x", b"x"),
        ("M/inference/M_nli_tl.jsonl", nli.as_bytes()),
    ]);
    check(
        2,
        &[file("results.zip", bytes)],
        &expect![[r#"
        results.zip/M/inference/M_sentiment_tl.jsonl: seahelm-v1, 2/2 rows
        results.zip/M/M_run_config_2025.yaml: ?, 0/0 rows, yaml files are not read
        results.zip/M/inference/M_nli_tl.jsonl: seahelm-v1, 2/2 rows
        SA by FileName, ById: 2/2
        NLI by FileName, ById: 2/2
        SA = "Sagot: 0" "Sagot: 1"
        NLI = "Sagot: 0" "Sagot: 1"
    "#]],
    );
    check(
        2,
        &[file("M_sentiment_tl.jsonl.gz", gzip(sentiment.as_bytes()))],
        &expect![[r#"
            M_sentiment_tl.jsonl: seahelm-v1, 2/2 rows
            SA by FileName, ById: 2/2
            SA = "Sagot: 0" "Sagot: 1"
        "#]],
    );
}

#[test]
fn an_archive_that_would_fill_memory_is_refused_by_a_stated_limit() {
    let limits = Limits {
        max_total_bytes: 1 << 20,
        max_ratio: 100,
        ratio_free_bytes: 4096,
        max_entries: 3,
    };
    let zeros = vec![b'0'; 1 << 19];
    let random: Vec<u8> = (0_u32..1 << 20)
        .map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[2])
        .collect();
    let fault = |bytes: Vec<u8>| {
        let files = [file("x", bytes)];
        let unpacked = unpack(&files, &limits, Some(OPENERS));
        unpacked
            .last()
            .and_then(|last| last.bytes.as_ref().err().cloned())
    };
    let bomb = Some(UnpackError::Bomb { limit: 100 });
    assert_eq!(fault(zip(&[("a", &zeros)])), bomb);
    assert_eq!(fault(gzip(&zeros)), bomb);
    assert_eq!(fault(zstd(&zeros)), bomb);
    assert_eq!(fault(zip_zstd(&[("a", &zeros)])), bomb);
    let large = Some(UnpackError::TooLarge { limit: 1 << 20 });
    assert_eq!(fault(zip(&[("a", &random), ("b", b"x")])), large);
    assert_eq!(fault(zip_zstd(&[("a", &random), ("b", b"x")])), large);
    assert_eq!(fault(zstd(&[&random[..], b"x"].concat())), large);
    let many = Some(UnpackError::TooManyEntries { limit: 3 });
    assert_eq!(
        fault(zip(&[("a", b"1"), ("b", b"2"), ("c", b"3"), ("d", b"4")])),
        many
    );
    assert_eq!(
        fault(zip(&[("a.zip", &zip(&[("b", b"1")]))])),
        Some(UnpackError::Nested)
    );
    let mut damaged = zip(&[("a", b"kumusta, kumusta")]);
    // Inside the packed bytes of the only entry.
    damaged[34] ^= 0xff;
    assert_eq!(fault(damaged), Some(UnpackError::Checksum));
    assert_eq!(fault(zip(&[("a", b"1")])), None);
}

#[test]
fn frames_of_zstandard_follow_each_other_and_damage_is_told() {
    let read = |bytes: &[u8]| {
        let files = [file("a.jsonl.ZST", bytes)];
        let unpacked = unpack(&files, &LIMITS, Some(OPENERS)).remove(0);
        (
            unpacked.name,
            unpacked.bytes.map(std::borrow::Cow::into_owned),
        )
    };
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9];
    let (first, second) = (zstd(b"kumusta, "), zstd(b"kumusta"));
    let whole = [&skipped[..], &first, &skipped, &second].concat();
    let want = (String::from("a.jsonl"), Ok(b"kumusta, kumusta".to_vec()));
    assert_eq!(read(&whole), want);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        let (_, found) = read(&damaged);
        // A frame that is skipped may be of any kind, and hold anything.
        assert!(
            found.is_err() || found == want.1 || !is_opened(&damaged),
            "{at}"
        );
        let (_, cut) = read(&whole[..at]);
        let n_skipped = skipped.len();
        let n_first = n_skipped + first.len();
        let is_at_end = [n_skipped, n_first, n_first + n_skipped].contains(&at);
        assert!(
            cut.is_err() || is_at_end || !is_opened(&whole[..at]),
            "{at}"
        );
    }
}

/// Whether bytes begin like Zstandard.
fn is_opened(bytes: &[u8]) -> bool {
    needs_openers(&[file("a", bytes)])
}

#[test]
fn a_spreadsheet_is_named_for_what_it_is() {
    let bytes = zip(&[
        ("[Content_Types].xml", b"<x/>"),
        ("xl/workbook.xml", b"<x/>"),
    ]);
    check(
        2,
        &[file("mga_sagot.xlsx", bytes)],
        &expect![[r"
        mga_sagot.xlsx: ?, 0/0 rows, xlsx files are not read
    "]],
    );
}
