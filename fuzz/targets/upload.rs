//! Any bytes under any name: no panic, and every official row is either answered or told to be
//! without an answer.
#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use sukat::intake::unpack::InFile;
use sukat::intake::{AS_FOUND, read_files};
use sukat::suite::load::batayan;
use sukat::suite::{DataKind, Gold, Row, Suite, TaskData};

const NAMES: [&str; 4] = ["SA.jsonl", "x", "M_nli_tl.jsonl", "samples_sentiment.jsonl"];

static SUITE: LazyLock<Suite> = LazyLock::new(batayan);

/// Four rows for each task.
static DATA: LazyLock<BTreeMap<String, TaskData>> = LazyLock::new(|| {
    let data = SUITE.tasks.iter().map(|task| {
        let rows = (0..4).map(|row_idx| Row {
            id: (row_idx + 1).to_string(),
            gold: match task.labels.len() {
                0 => Gold::Text(format!("Buod {row_idx}")),
                n_labels => Gold::Class(row_idx % n_labels),
            },
            fields: BTreeMap::new(),
            metadata: BTreeMap::new(),
        });
        let data = TaskData {
            task_id: task.id.clone(),
            kind: DataKind::Official,
            rows: rows.collect(),
            examples: Vec::new(),
            sha256: "00".repeat(32),
        };
        (task.id.clone(), data)
    });
    data.collect()
});

fuzz_target!(|bytes: &[u8]| {
    let Some((first, bytes)) = bytes.split_first() else {
        return;
    };
    let file = InFile {
        name: NAMES[usize::from(*first) % NAMES.len()].to_owned(),
        bytes: bytes.to_vec(),
    };
    let intake = read_files(&[file], &SUITE, &|task_id| DATA.get(task_id), &AS_FOUND);
    for task in &intake.tasks {
        assert_eq!(task.predictions.len(), 4);
    }
    for task in intake.report.tasks.iter().filter(|task| task.refusal.is_none()) {
        assert_eq!(task.n_matched + task.n_wrong_type + task.missing.len(), task.n_rows);
    }
});
