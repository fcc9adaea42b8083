//! One digest of the bits of every score of every golden text, the same natively and in a browser.
//!
//! Says whether two machines agree, not whether they are right: that is what the golden tests say.
//! A change of [`EXPECTED`] means that published numbers moved.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};
use sukat::metrics::chrf::{self, ChrfCounts, WordOrder};
use sukat::metrics::classification::ClassCounts;
use sukat::metrics::classification::labels::{LabelScores, ZeroDivision, macro_scores};
use sukat::metrics::rouge_tl::{self, Rouge, RougeCounts};
use sukat::stats::bootstrap::mean_interval;

/// What [`digest`] gives on every machine.
pub const EXPECTED: &str = "f6a135ba74f4763b4848567e1f99338f43d6492a370a23a9ae932dc4d99c5fa8";

/// SHA-256 of all scores, 64 lower-case hex digits.
pub fn digest() -> String {
    let mut bits = Bits(Sha256::new());
    let sentences = lines(include_str!("../golden/chrf_sentence.jsonl"));
    let mut chrf_rows = BTreeMap::new();
    let mut rouge_rows = BTreeMap::new();
    for line in &sentences {
        let (hypothesis, reference) = (text(&line["hyp"]), text(&line["ref"]));
        let chrf = chrf::count(hypothesis, reference);
        bits.add_chrf(&chrf);
        chrf_rows.insert(text(&line["id"]), chrf);
        let rouge = rouge_tl::count(hypothesis, reference);
        bits.add_rouge(rouge.fractions());
        rouge_rows.insert(text(&line["id"]), rouge);
    }
    for line in lines(include_str!("../golden/chrf_multiref.jsonl")) {
        let references: Vec<&str> = list(&line["refs"]).iter().map(text).collect();
        let counts = chrf::count_closest(text(&line["hyp"]), &references, WordOrder::Two);
        bits.add_chrf(&counts.expect("references"));
    }
    for line in lines(include_str!("../golden/chrf_corpus.jsonl")) {
        let ids = || list(&line["ids"]).iter().map(text);
        let chrf: Vec<ChrfCounts> = ids().map(|id| chrf_rows[id]).collect();
        for word_order in [WordOrder::Zero, WordOrder::One, WordOrder::Two] {
            bits.add(chrf::corpus(&chrf, word_order).expect("rows"));
        }
        let rouge: Vec<RougeCounts> = ids().map(|id| rouge_rows[id]).collect();
        let corpus = rouge_tl::corpus(&rouge).expect("rows");
        bits.add_rouge(corpus.mean);
        let Rouge {
            precision,
            recall,
            f1,
        } = corpus.bootstrap;
        for column in [precision, recall, f1] {
            bits.add_all([column.low, column.mid, column.high]);
        }
        let scores: Vec<f64> = rouge.iter().map(RougeCounts::score).collect();
        let interval = mean_interval(&scores, 1000, 12345).expect("rows");
        bits.add_all([interval.low, interval.mid, interval.high]);
    }
    for line in lines(include_str!("../golden/classification.jsonl")) {
        bits.add_classes(&line);
    }
    for line in lines(include_str!("../golden/f1_zero_division.jsonl")) {
        bits.add_labels(&line);
    }
    let mut hex = String::with_capacity(64);
    for byte in bits.0.finalize() {
        write!(hex, "{byte:02x}").expect("writing to a text");
    }
    hex
}

struct Bits(Sha256);

impl Bits {
    fn add(&mut self, score: f64) {
        self.0.update(score.to_bits().to_le_bytes());
    }

    fn add_option(&mut self, score: Option<f64>) {
        match score {
            Some(score) => self.add(score),
            None => self.0.update(b"none"),
        }
    }

    fn add_chrf(&mut self, counts: &ChrfCounts) {
        for word_order in [WordOrder::Zero, WordOrder::One, WordOrder::Two] {
            self.add(counts.score(word_order));
            self.add(counts.score_smoothed(word_order));
        }
    }

    fn add_rouge(&mut self, scores: Rouge<f64>) {
        for score in [scores.precision, scores.recall, scores.f1] {
            self.add(score);
        }
    }

    fn add_all(&mut self, scores: [f64; 3]) {
        for score in scores {
            self.add(score);
        }
    }

    fn add_classes(&mut self, line: &Value) {
        let [gold, answers] = ["y_true", "y_pred"].map(|name| list(&line[name]));
        let null = &line["null_label"];
        let mut labels: Vec<String> = gold.iter().chain(answers).map(Value::to_string).collect();
        let null = null.to_string();
        labels.retain(|label| *label != null);
        labels.sort();
        labels.dedup();
        let class_of = |label: &Value| labels.binary_search(&label.to_string()).ok();
        let rows = gold
            .iter()
            .zip(answers)
            .map(|(gold, answer)| (class_of(gold).expect("a gold label"), class_of(answer)));
        let counts = ClassCounts::new(labels.len(), rows).expect("known classes");
        for score in [
            counts.plain_accuracy(),
            counts.balanced_accuracy(),
            counts.normalized_accuracy(labels.len()),
            counts.macro_f1(),
            counts.macro_f1_gold(),
            counts.macro_f1_without_null_label(),
            counts.null_label_cost(),
            counts.null_weighted_f1(),
        ] {
            self.add_option(score);
        }
        for report in counts.reports() {
            for score in [report.precision, report.recall, report.f1] {
                self.add(score);
            }
        }
    }

    fn add_labels(&mut self, line: &Value) {
        let [gold, answers] = ["y_true", "y_pred"].map(|name| list(&line[name]));
        let rows: Vec<(&str, &str)> = gold
            .iter()
            .map(text)
            .zip(answers.iter().map(text))
            .collect();
        let labels: Option<Vec<&str>> = line["labels"]
            .as_array()
            .map(|labels| labels.iter().map(text).collect());
        for zero_division in [ZeroDivision::Zero, ZeroDivision::One, ZeroDivision::LeftOut] {
            let scores = macro_scores(&rows, labels.as_deref(), zero_division);
            let of_labels = scores.labels.into_iter().map(|(_, scores)| scores);
            for LabelScores {
                precision,
                recall,
                f1,
            } in of_labels.chain([scores.means])
            {
                for score in [precision, recall, f1] {
                    self.add_option(score);
                }
            }
        }
    }
}

fn lines(file: &str) -> Vec<Value> {
    file.lines()
        .map(|line| serde_json::from_str(line).expect("a golden line is JSON"))
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
