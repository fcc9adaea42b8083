use serde_json::{Value, json};

use super::{BATAYAN_JSON, SuiteError, batayan, parse_suite, suite_sha256};
use crate::suite::{MetricId, Part, View};

/// Puts `value` at `pointer` of the shipped file and expects the breach to be named.
#[track_caller]
fn check_broken(pointer: &str, value: Value, want: &str) {
    let mut json: Value = serde_json::from_str(BATAYAN_JSON).expect("the shipped file is JSON");
    let place = json.pointer_mut(pointer).expect("the place exists");
    assert_ne!(*place, value, "nothing was broken");
    *place = value;
    match parse_suite(&json.to_string()) {
        Err(SuiteError::Inconsistent(breach)) => {
            assert!(breach.contains(want), "{pointer}: {breach}");
        }
        other => panic!("{pointer}: {other:?}"),
    }
}

/// The text at `pointer` of the shipped file.
fn text_at(pointer: &str) -> String {
    let json: Value = serde_json::from_str(BATAYAN_JSON).expect("the shipped file is JSON");
    json.pointer(pointer)
        .and_then(Value::as_str)
        .expect("a text is there")
        .to_owned()
}

#[test]
fn the_shipped_file_is_sound() {
    let suite = batayan();
    assert_eq!(
        suite
            .tasks
            .iter()
            .map(|task| task.test_file.rows)
            .sum::<usize>(),
        3_800
    );
    assert_eq!(
        suite
            .tasks
            .iter()
            .map(|task| task.examples_file.rows)
            .sum::<usize>(),
        45
    );
    let paper_nlg = suite
        .averages
        .iter()
        .find(|average| average.id == "paper-nlg");
    assert_eq!(paper_nlg.map(|average| average.parts.len()), Some(7));
    let n_paper = suite
        .averages
        .iter()
        .filter(|average| average.view == View::Paper)
        .count();
    assert_eq!((n_paper, suite.averages.len()), (3, 9));
    let total = suite.averages.last().expect("there are averages");
    assert_eq!((total.id.as_str(), total.parts.len()), ("seahelm-total", 4));
    assert!(
        total
            .parts
            .iter()
            .all(|part| matches!(part, Part::Average { .. }))
    );
    assert_eq!(
        suite
            .task("MT-en-tl")
            .map(|task| task.paper_metrics.clone()),
        Some(vec![MetricId::ChrfPp, MetricId::MetricX24])
    );
}

#[test]
fn every_text_for_people_is_there_in_both_languages() {
    fn walk(value: &Value, at: &str) {
        match value {
            Value::Object(map) => {
                if map.contains_key("en") || map.contains_key("fil") {
                    for language in ["en", "fil"] {
                        let text = map
                            .get(language)
                            .and_then(Value::as_str)
                            .unwrap_or_default();
                        assert!(!text.trim().is_empty(), "{at}: no {language}");
                        assert_eq!(text, text.trim(), "{at}");
                    }
                }
                map.iter()
                    .for_each(|(key, value)| walk(value, &format!("{at}/{key}")));
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(idx, value)| walk(value, &format!("{at}/{idx}")));
            }
            _ => {}
        }
    }
    walk(
        &serde_json::from_str(BATAYAN_JSON).expect("the shipped file is JSON"),
        "",
    );
}

#[test]
fn each_broken_rule_is_named() {
    let zeros = "0".repeat(64);
    let cases = [
        ("/format", json!("sukat-suite/2"), "unknown format"),
        ("/upstream/commit", json!("360c7cc"), "upstream commit"),
        (
            "/upstream/raw",
            json!("https://example.org/main/"),
            "raw address",
        ),
        ("/profiles/v1/commit", json!("v1.0.0"), "profile v1"),
        ("/tasks/1/id", json!("PI"), "tasks are"),
        ("/tasks/0/test_file/sha256", json!("abc"), "PI: sha256"),
        (
            "/tasks/0/test_file/sha256",
            json!(zeros.replace('0', "A")),
            "PI: sha256",
        ),
        ("/tasks/0/test_file/rows", json!(0), "PI: seahelm_tasks"),
        ("/tasks/0/test_file/path", json!("../up"), "PI: path"),
        (
            "/tasks/1/seahelm_task",
            json!("paraphrase"),
            "SEA-HELM task",
        ),
        ("/tasks/0/labels", json!([]), "0 labels"),
        (
            "/tasks/0/labels/1/answer",
            json!("a"),
            "answer \"a\" stands twice",
        ),
        (
            "/tasks/0/labels/1/gold_v1",
            json!("paraphrase"),
            "stands twice",
        ),
        ("/tasks/0/labels/1/gold_v1", json!(1.5), "neither text nor"),
        (
            "/tasks/0/null_label_v1",
            json!("paraphrase"),
            "stands twice",
        ),
        (
            "/tasks/2/labels/0/synonyms",
            json!(["Positive"]),
            "lower case",
        ),
        (
            "/tasks/2/labels/0/synonyms",
            json!(["negative"]),
            "answer word",
        ),
        (
            "/tasks/6/null_label_v1",
            json!("none"),
            "labels in a text task",
        ),
        (
            "/tasks/0/metrics",
            json!(["macro_f1"]),
            "not among the metrics",
        ),
        ("/tasks/6/metrics/0", json!("chrf_pp"), "stands twice"),
        ("/tasks/7/metrics/2", json!("rouge_l_f1"), "does not fit"),
        ("/tasks/0/v1/max_tokens", json!(0), "max_tokens"),
        ("/tasks/0/v1/temperature", json!(-1), "temperature"),
        (
            "/tasks/0/english/answer_tag",
            json!("Answer:"),
            "English answer tag",
        ),
        ("/averages/0/parts", json!([]), "no parts"),
        (
            "/averages/1/id",
            json!("paper-nlu"),
            "average \"paper-nlu\"",
        ),
        ("/averages/0/parts/0/task", json!("XX"), "no task XX"),
        ("/averages/0/parts/0/task", json!("SA"), "stands twice"),
        (
            "/averages/0/parts/0/metric",
            json!("plain_accuracy"),
            "no column",
        ),
        (
            "/averages/8/parts/0/average",
            json!("seahelm-total"),
            "before it",
        ),
        (
            "/averages/8/parts/0/average",
            json!("paper-nlu"),
            "another view",
        ),
    ];
    for (pointer, value, want) in cases {
        check_broken(pointer, value, want);
    }
}

#[test]
fn templates_hold_their_fields_and_no_others() {
    for (pointer, field, want) in [
        ("/tasks/0/v1/template", "{sentence1}", "v1 template"),
        ("/tasks/0/v1/template", "{fewshot_examples}", "v1 template"),
        ("/tasks/1/v1/fewshot_example", "{label}", "v1 example"),
        ("/tasks/1/v1/fewshot_label", "{label}", "v1 example label"),
        ("/tasks/3/head/preamble", "{answer_tag}", "head preamble"),
        ("/tasks/3/head/task_template", "{text}", "head template"),
        ("/tasks/3/head/answer_template", "{label}", "head answer"),
        (
            "/tasks/4/english/template",
            "{question}",
            "English template",
        ),
        (
            "/tasks/4/english/template",
            "{fewshot_examples}",
            "English template",
        ),
        (
            "/tasks/4/english/fewshot_example",
            "{label}",
            "English example",
        ),
    ] {
        let template = text_at(pointer);
        assert!(template.contains(field), "{pointer}");
        check_broken(pointer, json!(template.replace(field, "")), want);
        check_broken(pointer, json!(format!("{template}{field}")), want);
        check_broken(pointer, json!(format!("{template} {{unknown}}")), want);
        check_broken(pointer, json!(format!("{template} {{")), "lone brace");
    }
    let template = text_at("/tasks/0/v1/template");
    check_broken(
        "/tasks/0/v1/template",
        json!(template.replace("Sagot:", "")),
        "ask for Sagot:",
    );
}

#[test]
fn an_unknown_key_is_refused() {
    let json = BATAYAN_JSON.replacen("\"id\": \"batayan\"", "\"id\": \"batayan\", \"x\": 1", 1);
    assert!(matches!(parse_suite(&json), Err(SuiteError::Json(_))));
}

#[test]
fn the_hash_changes_with_every_byte() {
    let hash = suite_sha256(BATAYAN_JSON);
    assert_eq!(hash.len(), 64);
    assert_ne!(hash, suite_sha256(&BATAYAN_JSON.replacen("32", "33", 1)));
}
