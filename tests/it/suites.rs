//! What ships under `data/`: the suite, the paper's numbers, the samples.

use sukat::suite::published::{Published, batayan_paper};
use sukat::suite::{MetricId, Suite, View, load};

/// How far a mean of numbers rounded to two decimals, itself so rounded, may be off.
const ROUNDING: f64 = 0.01 + 1e-9;

#[test]
fn metric_names_are_those_of_the_suite_files() {
    for metric in MetricId::ALL {
        let name = serde_json::to_value(metric).expect("it is a name");
        assert_eq!(name, metric.id());
        let back: MetricId = serde_json::from_value(name).expect("it is a metric");
        assert_eq!(back, metric);
    }
}

/// `model average printed recomputed` for each printed average that its columns do not give.
fn contradictions(suite: &Suite, published: &Published) -> Vec<String> {
    let mut found = Vec::new();
    for row in &published.rows {
        for average in suite
            .averages
            .iter()
            .filter(|average| average.view == View::Paper)
        {
            let printed = row.averages[&average.id];
            let recomputed = row
                .recompute(&average.parts)
                .expect("every column is printed");
            if (printed - recomputed).abs() > ROUNDING {
                found.push(format!(
                    "{} {} {printed} {recomputed:.4}",
                    row.model, average.id
                ));
            }
        }
    }
    found
}

#[test]
fn printed_averages_follow_from_the_columns_but_for_two() {
    let suite = load::batayan();
    let published = batayan_paper(&suite);
    assert_eq!(published.rows.len(), 54);
    let found = contradictions(&suite, &published);
    assert_eq!(
        found,
        [
            "aisingapore/Gemma-SEA-LION-v3-9B-IT paper-nlg 60.35 60.3386",
            "google/gemma-2-27b-it paper-nlr 73.04 74.0050",
        ]
    );
    // Both are told to the reader, with the same numbers.
    let mut told: Vec<String> = (published.anomalies.iter())
        .filter_map(|anomaly| {
            let (average, recomputed) = (anomaly.columns.first()?, anomaly.recomputed?);
            Some(format!(
                "{} {average} {} {recomputed:.4}",
                anomaly.model, anomaly.printed
            ))
        })
        .collect();
    told.sort();
    assert_eq!(told, found);
}

#[test]
fn equal_sentiment_and_toxicity_cells_are_told() {
    let suite = load::batayan();
    let published = batayan_paper(&suite);
    let column = |model: &str, task| {
        let row = published.rows.iter().find(|row| row.model == model);
        row.and_then(|row| row.column(task, MetricId::MacroF1))
    };
    let equal: Vec<&str> = (published.rows.iter())
        .map(|row| row.model.as_str())
        .filter(|model| column(model, "SA") == column(model, "TD"))
        .collect();
    let told: Vec<&str> = (published.anomalies.iter())
        .filter(|anomaly| anomaly.columns == ["SA/macro_f1", "TD/macro_f1"])
        .map(|anomaly| anomaly.model.as_str())
        .collect();
    assert_eq!(equal.len(), 3);
    assert!(
        equal.iter().all(|model| told.contains(model)),
        "{equal:?} {told:?}"
    );
}

#[test]
fn all_base_models_and_they_alone_fail_at_causal_reasoning_with_zero() {
    use sukat::suite::published::ModelGroup;
    let published = batayan_paper(&load::batayan());
    for row in &published.rows {
        let is_zero = row.column("CR", MetricId::MacroF1) == Some(0.0);
        assert_eq!(is_zero, row.group == ModelGroup::Base, "{}", row.model);
        assert_eq!(
            row.shots == 5,
            row.group == ModelGroup::Base,
            "{}",
            row.model
        );
    }
    let n_failed: usize = published
        .rows
        .iter()
        .map(|row| row.failed_to_follow.len())
        .sum();
    assert_eq!(n_failed, 21);
}

#[test]
fn the_data_page_names_every_file_with_source_licence_and_checksum() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let page = std::fs::read_to_string(root.join("README.md")).expect("data/README.md is there");
    let is_on_page = |line: &[&str]| {
        page.lines()
            .any(|on_page| line.iter().all(|part| on_page.contains(part)))
    };
    for folder in ["suites", "published"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("the folder is there") {
            let name = entry
                .expect("it can be read")
                .file_name()
                .into_string()
                .expect("UTF-8");
            assert!(
                is_on_page(&[&format!("| `{folder}/{name}` |")]),
                "{folder}/{name}"
            );
        }
    }
    let suite = load::batayan();
    assert!(is_on_page(&[&suite.upstream.commit]));
    for task in &suite.tasks {
        assert!(
            is_on_page(&[&task.id, &task.source.en, &task.licence.name]),
            "{}",
            task.id
        );
        for file in [&task.test_file, &task.examples_file] {
            let path = file.path.trim_start_matches("seahelm_tasks/");
            let (rows, bytes) = (file.rows.to_string(), file.bytes.to_string());
            assert!(
                is_on_page(&[&task.id, path, &rows, &bytes, &file.sha256]),
                "{path}"
            );
        }
    }
}
