//! A small suite with the names, labels and encodings of Batayan and rows of our own.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use sukat::suite::{DataKind, Gold, Row, Suite, Task, TaskData};

/// PI, QA, SA, TD, CR, NLI, AS and both translations, with short templates.
pub fn suite() -> Suite {
    let letters = |golds: &[Value]| -> Vec<(String, Value)> {
        ["A", "B", "C", "D"]
            .iter()
            .zip(golds)
            .map(|(a, g)| ((*a).to_owned(), g.clone()))
            .collect()
    };
    let words = |pairs: &[(&str, Value)]| -> Vec<(String, Value)> {
        pairs
            .iter()
            .map(|(answer, gold)| ((*answer).to_owned(), gold.clone()))
            .collect()
    };
    let sentiments = [
        ("Positibo", json!("positive")),
        ("Negatibo", json!("negative")),
        ("Neutral", json!("neutral")),
    ];
    let tasks = vec![
        task(
            "PI",
            "paraphrase",
            &letters(&[json!("paraphrase"), json!("non-paraphrase")]),
            json!("none"),
        ),
        task(
            "QA",
            "belebele-qa-mc",
            &letters(&[json!(0), json!(1), json!(2), json!(3)]),
            json!(4),
        ),
        task("SA", "sentiment", &words(&sentiments), json!("none")),
        task(
            "TD",
            "toxicity",
            &words(&[("Malinis", json!(0)), ("Mapoot", json!(1))]),
            json!(3),
        ),
        task("CR", "causal", &letters(&[json!(0), json!(1)]), json!(2)),
        task(
            "NLI",
            "nli",
            &letters(&[
                json!("entailment"),
                json!("contradiction"),
                json!("neutral"),
            ]),
            json!("none"),
        ),
        task("AS", "abssum", &[], Value::Null),
        task("MT-en-tl", "translation-en-xx", &[], Value::Null),
        task("MT-tl-en", "translation-xx-en", &[], Value::Null),
    ];
    let suite = json!({
        "format": "sukat-suite/1",
        "id": "batayan",
        "name": "Batayan",
        "citation": {"title": "t", "id": "i", "url": "u"},
        "upstream": {"repo": "r", "commit": "c", "raw": "w"},
        "profiles": {},
        "tasks": tasks,
        "averages": [],
    });
    serde_json::from_value(suite).expect("the shape of a suite")
}

fn task(id: &str, seahelm_task: &str, labels: &[(String, Value)], null_label: Value) -> Value {
    let kind = match id {
        "AS" => "summarization",
        _ if id.starts_with("MT") => "translation",
        _ => "classification",
    };
    let both = |text: &str| json!({"en": text, "fil": text});
    let file = json!({"path": "p", "bytes": 1, "sha256": "s", "rows": 1});
    let labels: Vec<Value> = labels
        .iter()
        .map(|(answer, gold)| {
            json!({"answer": answer, "gold_v1": gold, "english": answer, "name": both(answer)})
        })
        .collect();
    json!({
        "id": id, "name": both(id), "asks": both(id), "kind": kind,
        "seahelm_task": seahelm_task, "competency": "NLU", "seahelm_competency": "nlu",
        "test_file": file, "examples_file": file, "prompt_fields": ["text"],
        "labels": labels, "null_label_v1": null_label,
        "paper_metrics": ["macro_f1"], "seahelm_metric": "normalized_accuracy",
        "metrics": ["macro_f1"],
        "v1": {"template": "{text}{fewshot_examples}", "fewshot_example": "{text} {label}",
            "fewshot_label": "{label}", "max_tokens": 16, "temperature": 0.0, "top_p": 1.0,
            "top_k": 50, "repetition_penalty": 1.0, "seed": 42},
        "head": {"preamble": "p", "task_template": "{text}",
            "answer_template": "{answer_tag} {label}", "answer_tag": "Sagot:", "max_tokens": 16},
        "english": {"template": "english {text}", "fewshot_example": "{text} {label}",
            "fewshot_label": "{label}", "answer_tag": "answer:", "is_upstream": false},
        "licence": {"name": "n", "note": both("n")}, "source": both("s"),
    })
}

/// Rows 1 to `n_rows` of a task; golds go round. Texts name the task, so that no two are alike.
pub fn data(task: &Task, n_rows: usize) -> TaskData {
    let rows = (0..n_rows).map(|row_idx| {
        let gold = match task.labels.len() {
            0 => Gold::Text(format!("Buod {row_idx} ng {}", task.id)),
            n_labels => Gold::Class(row_idx % n_labels),
        };
        // As in the official data: NLI ids are not numbers.
        let suffix = if task.id == "NLI" { "c" } else { "" };
        Row {
            id: format!("{}{suffix}", row_idx + 1),
            gold,
            fields: BTreeMap::from([(
                "text".to_owned(),
                format!("Pangungusap {row_idx} ng {}", task.id),
            )]),
            metadata: BTreeMap::new(),
        }
    });
    TaskData {
        task_id: task.id.clone(),
        kind: DataKind::Official,
        rows: rows.collect(),
        examples: Vec::new(),
        sha256: "00".repeat(32),
    }
}
