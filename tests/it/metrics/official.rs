//! The official rows with made-up answers, against the numbers of SEA-HELM v1.

use serde_json::Value;
use sukat::metrics::chrf::{self, ChrfCounts, WordOrder};
use sukat::metrics::classification::ClassCounts;
use sukat::metrics::rouge_tl::{self, RougeCounts};
use sukat::text::{lower, strip};

use crate::golden::{lines, text};
use crate::official::official_bytes;

/// The rows of an official file, whose bytes may be absent.
fn official(path: &str) -> Option<Vec<Value>> {
    let bytes = official_bytes(&format!("seahelm_tasks/{path}"))?;
    Some(lines(
        std::str::from_utf8(&bytes).expect("official files are UTF-8"),
    ))
}

/// As the tables print it: six decimals, without zeros at the end.
fn printed(score: Option<f64>) -> String {
    let digits = format!("{:.6}", score.expect("there are rows"));
    digits
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

#[track_caller]
fn check_labels(path: &str, labels: &[Value], table: &[(&str, [&str; 5]); 4]) {
    let Some(rows) = official(path) else { return };
    let gold: Vec<usize> = rows
        .iter()
        .map(|row| {
            labels
                .iter()
                .position(|label| *label == row["label"])
                .expect("a known label")
        })
        .collect();
    let k = labels.len();
    let scores = |answer_of: &dyn Fn(usize) -> Option<usize>| {
        let rows = gold
            .iter()
            .enumerate()
            .map(|(idx, &gold)| (gold, answer_of(idx)));
        let counts = ClassCounts::new(k, rows).expect("known classes");
        [
            printed(counts.balanced_accuracy()),
            printed(counts.macro_f1()),
            printed(counts.null_weighted_f1()),
            printed(counts.normalized_accuracy(k)),
            counts.n_null().to_string(),
        ]
    };
    for &(case, want) in table {
        let got = match case {
            "constant" => scores(&|_| Some(0)),
            "cyclic" => scores(&|idx| Some(idx % k)),
            "one null" => scores(&|idx| (idx > 0).then(|| gold[idx])),
            "tenth null" => scores(&|idx| (idx % 10 != 9).then(|| gold[idx])),
            _ => unreachable!("four cases"),
        };
        assert_eq!(got, want, "{path}, {case}");
    }
    let all = gold.len().to_string();
    assert_eq!(
        scores(&|_| None),
        ["0", "0", "0", "0", &all],
        "{path}, all empty"
    );
}

#[test]
fn paraphrases_score_as_in_the_reference() {
    check_labels(
        "nlu/paraphrase_identification/data/tl_paws.jsonl",
        &["paraphrase".into(), "non-paraphrase".into()],
        &[
            ("constant", ["50", "33.333333", "33.333333", "0", "0"]),
            ("cyclic", ["40.5", "40.5", "40.5", "0", "0"]),
            ("one null", ["99.75", "66.583124", "99.625", "99.5", "1"]),
            ("tenth null", ["90", "63.145743", "85.246753", "80", "40"]),
        ],
    );
}

#[test]
fn questions_score_as_in_the_reference() {
    check_labels(
        "nlu/belebele_mcqa/data/eval/tl_belebele.jsonl",
        &[0.into(), 1.into(), 2.into(), 3.into()],
        &[
            ("constant", ["25", "10", "10", "0", "0"]),
            ("cyclic", ["22", "22", "22", "0", "0"]),
            (
                "one null",
                ["99", "79.591837", "98.494898", "98.666667", "1"],
            ),
            (
                "tenth null",
                ["90", "75.623067", "85.075951", "86.666667", "10"],
            ),
        ],
    );
}

#[test]
fn sentiments_score_as_in_the_reference() {
    check_labels(
        "nlu/sentiment_analysis/data/tl_elections_sentiment.jsonl",
        &["positive".into(), "negative".into(), "neutral".into()],
        &[
            (
                "constant",
                ["33.333333", "16.666667", "16.666667", "0", "0"],
            ),
            (
                "cyclic",
                ["34.333333", "34.333333", "34.333333", "1.5", "0"],
            ),
            (
                "one null",
                ["99.833333", "74.937343", "99.74993", "99.75", "1"],
            ),
            ("tenth null", ["90", "71.051535", "85.261842", "85", "60"]),
        ],
    );
}

#[test]
fn toxicity_scores_as_in_the_reference() {
    check_labels(
        "safety/toxicity_detection/data/tl_elections_hsd.jsonl",
        &[0.into(), 1.into()],
        &[
            ("constant", ["50", "33.333333", "33.333333", "0", "0"]),
            ("cyclic", ["52.5", "52.5", "52.5", "5", "0"]),
            ("one null", ["99.75", "66.583124", "99.625", "99.5", "1"]),
            ("tenth null", ["90", "63.153521", "85.257253", "80", "40"]),
        ],
    );
}

#[test]
fn causes_score_as_in_the_reference() {
    check_labels(
        "nlr/causal/data/tl_balanced_copa.jsonl",
        &[0.into(), 1.into()],
        &[
            ("constant", ["50", "33.222037", "33.222037", "0", "0"]),
            (
                "cyclic",
                ["53.250081", "53.249708", "53.249708", "6.500163", "0"],
            ),
            (
                "one null",
                ["99.748744", "66.582704", "99.62437", "99.497487", "1"],
            ),
            (
                "tenth null",
                ["90.00475", "63.157895", "85.263158", "80.0095", "40"],
            ),
        ],
    );
}

#[test]
fn inferences_score_as_in_the_reference() {
    check_labels(
        "nlr/nli/data/tl_xnli.jsonl",
        &[
            "entailment".into(),
            "contradiction".into(),
            "neutral".into(),
        ],
        &[
            (
                "constant",
                ["33.333333", "16.666667", "16.666667", "0", "0"],
            ),
            ("cyclic", ["33.333333", "33.333333", "33.333333", "0", "0"]),
            (
                "one null",
                ["99.833333", "74.937343", "99.74993", "99.75", "1"],
            ),
            ("tenth null", ["90", "71.052267", "85.262721", "85", "60"]),
        ],
    );
}

/// A way to make up the answer of a row out of all sources and all references.
type Answer = fn(idx: usize, sources: &[&str], references: &[&str]) -> String;

fn made_up(rows: &[Value], answer: Answer) -> Vec<(String, &str)> {
    let sources: Vec<&str> = rows
        .iter()
        .map(|row| text(&row["prompts"][0]["text"]))
        .collect();
    let references: Vec<&str> = rows.iter().map(|row| text(&row["label"])).collect();
    let pair = |(idx, &reference)| (answer(idx, &sources, &references), reference);
    references.iter().enumerate().map(pair).collect()
}

fn next_reference(idx: usize, _: &[&str], references: &[&str]) -> String {
    references[(idx + 1) % references.len()].to_owned()
}

fn lower_reference(idx: usize, _: &[&str], references: &[&str]) -> String {
    lower(references[idx])
}

fn first_sentence(idx: usize, sources: &[&str], _: &[&str]) -> String {
    let article = strip(sources[idx]);
    let end = article.find(". ").map_or(article.len(), |at| at + 1);
    article[..end].to_owned()
}

#[test]
fn summaries_score_as_in_the_reference() {
    let Some(rows) = official("nlg/abstractive_summarization/data/tl_xlsum.jsonl") else {
        return;
    };
    let table: [(Answer, [&str; 6]); 5] = [
        (
            |idx, sources, _| strip(sources[idx]).to_owned(),
            [
                "7.398096",
                "49.911949",
                "12.805492",
                "12.801774",
                "25.517283",
                "11.382114",
            ],
        ),
        (
            next_reference,
            [
                "18.691598",
                "18.793069",
                "18.192618",
                "18.208038",
                "19.80345",
                "23.529412",
            ],
        ),
        (
            first_sentence,
            [
                "19.545626",
                "29.501917",
                "22.799464",
                "22.810475",
                "27.968775",
                "25.531915",
            ],
        ),
        (
            lower_reference,
            ["100", "100", "100", "100", "88.601449", "100"],
        ),
        (|_, _, _| String::new(), ["0"; 6]),
    ];
    for (answer, want) in table {
        let pairs = made_up(&rows, answer);
        let rouge: Vec<RougeCounts> = pairs
            .iter()
            .map(|(answer, reference)| rouge_tl::count(answer, reference))
            .collect();
        let chrf: Vec<ChrfCounts> = pairs
            .iter()
            .map(|(answer, reference)| chrf::count(answer, reference))
            .collect();
        let corpus = rouge_tl::corpus(&rouge).expect("there are rows");
        let got = [
            Some(corpus.bootstrap.precision.mid),
            Some(corpus.bootstrap.recall.mid),
            Some(corpus.bootstrap.f1.mid),
            Some(corpus.mean.f1),
            chrf::corpus(&chrf, WordOrder::Two),
            rouge.first().map(RougeCounts::score),
        ];
        assert_eq!(got.map(printed), want);
    }
}

#[test]
fn translations_score_as_in_the_reference() {
    let table: [(Answer, [&str; 2]); 4] = [
        (
            |idx, sources, _| sources[idx].to_owned(),
            ["17.171243", "19.567458"],
        ),
        (next_reference, ["21.08766", "15.604576"]),
        (lower_reference, ["92.038531", "90.855071"]),
        (
            |idx, _, references| {
                if idx % 2 == 0 {
                    references[idx].to_owned()
                } else {
                    String::new()
                }
            },
            ["55.561349", "55.343571"],
        ),
    ];
    for (column, file) in ["en_to_tgl_Latn.jsonl", "tgl_Latn_to_en.jsonl"]
        .into_iter()
        .enumerate()
    {
        let path = format!("nlg/translation/data/flores200_dataset/devtest/{file}");
        let Some(rows) = official(&path) else {
            continue;
        };
        for (answer, want) in table {
            let rows: Vec<ChrfCounts> = made_up(&rows, answer)
                .iter()
                .map(|(answer, reference)| chrf::count(answer, reference))
                .collect();
            assert_eq!(
                printed(chrf::corpus(&rows, WordOrder::Two)),
                want[column],
                "{file}"
            );
        }
    }
}
