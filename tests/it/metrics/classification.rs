//! Label scores against scikit-learn and SEA-HELM's `F1AccMetric`.

use serde_json::Value;
use sukat::metrics::classification::ClassCounts;
use sukat::metrics::classification::labels::{LabelScores, ZeroDivision, macro_scores};

use super::check_bits;
use crate::golden::{integer, lines, list, number, text, texts};

const CLASSIFICATION: &str = include_str!("../../golden/classification.jsonl");
const ZERO_DIVISION: &str = include_str!("../../golden/f1_zero_division.jsonl");

#[test]
fn classes_are_scored_as_by_seahelm() {
    let lines = lines(CLASSIFICATION);
    assert_eq!(lines.len(), 75);
    for line in lines {
        let id = text(&line["id"]);
        let [gold, answers] = ["y_true", "y_pred"].map(|field| list(&line[field]));
        let mut labels: Vec<&Value> = gold
            .iter()
            .chain(answers)
            .filter(|&label| *label != line["null_label"])
            .collect();
        labels.sort_by_key(ToString::to_string);
        labels.dedup();
        let class_of = |label: &Value| labels.iter().position(|&other| other == label);
        let rows = gold.iter().zip(answers).map(|(gold, answer)| {
            (
                class_of(gold).expect("gold is no null label"),
                class_of(answer),
            )
        });
        let counts = ClassCounts::new(labels.len(), rows).expect("all classes are known");
        let k = usize::try_from(integer(&line["n_labels"])).expect("few classes");

        let want = &line["expected"];
        for (got, want) in [
            (counts.balanced_accuracy(), number(&want["accuracy"])),
            (counts.macro_f1(), number(&want["macro_f1"])),
            (counts.null_weighted_f1(), number(&want["null_weighted_f1"])),
            (
                counts.normalized_accuracy(k),
                number(&want["normalized_accuracy"]),
            ),
            (
                counts.plain_accuracy(),
                100.0 * number(&line["plain_accuracy"]),
            ),
            (
                counts.macro_f1_gold(),
                100.0 * number(&line["f1_macro_reference_labels"]),
            ),
            (
                counts.macro_f1(),
                100.0 * number(&line["f1_macro_union_labels"]),
            ),
        ] {
            check_bits(got.expect("there are rows"), want, id);
        }
        assert_eq!(counts.n_null() as u64, integer(&want["null_count"]), "{id}");
        assert_eq!(counts.n_rows(), gold.len(), "{id}");

        let reports = counts.reports();
        for want in list(&line["per_label"]) {
            let Some(class) = class_of(&want["label"]) else {
                // A class of the task that stands nowhere, or the null label.
                check_bits(0.0, number(&want["f1"]), id);
                continue;
            };
            let got = reports[class];
            check_bits(got.precision, 100.0 * number(&want["precision"]), id);
            check_bits(got.recall, 100.0 * number(&want["recall"]), id);
            check_bits(got.f1, 100.0 * number(&want["f1"]), id);
            assert_eq!(got.support as u64, integer(&want["support"]), "{id}");
        }
    }
}

#[test]
fn nothing_divided_by_nothing_is_what_the_caller_says() {
    let lines = lines(ZERO_DIVISION);
    assert_eq!(lines.len(), 24);
    for line in lines {
        let id = text(&line["id"]);
        let rows: Vec<(&str, &str)> = texts(&line["y_true"])
            .into_iter()
            .zip(texts(&line["y_pred"]))
            .collect();
        let labels = line["labels"].is_array().then(|| texts(&line["labels"]));
        for (zero_division, suffix) in [
            (ZeroDivision::Zero, "0"),
            (ZeroDivision::One, "1"),
            (ZeroDivision::LeftOut, "nan"),
        ] {
            let got = macro_scores(&rows, labels.as_deref(), zero_division);
            let order: Vec<&str> = got.labels.iter().map(|&(label, _)| label).collect();
            assert_eq!(order, texts(&line["label_order"]), "{id}");

            let field = |name: &str| &line[format!("{name}_zd_{suffix}")];
            let LabelScores {
                precision,
                recall,
                f1,
            } = got.means;
            check(f1, field("f1_macro"), id);
            let want = list(field("prf_macro"));
            assert_eq!(want.len(), 3);
            for (got, want) in [precision, recall, f1].into_iter().zip(want) {
                check(got, want, id);
            }
            let want = list(field("f1_per_label"));
            assert_eq!(want.len(), got.labels.len());
            for ((_, scores), want) in got.labels.iter().zip(want) {
                check(scores.f1, want, id);
            }
        }
    }
}

/// `null` in the file stands for NaN.
#[track_caller]
fn check(got: Option<f64>, want: &Value, id: &str) {
    match (got, want.as_f64()) {
        (Some(got), Some(want)) => check_bits(got, want, id),
        (got, want) => assert_eq!(got, want, "{id}"),
    }
}
