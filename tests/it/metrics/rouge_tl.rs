//! ROUGE-L against SEA-HELM's copy of multilingual ROUGE.

use std::collections::BTreeMap;

use sukat::metrics::rouge_tl::aggregate::SEED;
use sukat::metrics::rouge_tl::mt19937::Mt19937;
use sukat::metrics::rouge_tl::tokenizer::tokens;
use sukat::metrics::rouge_tl::{Rouge, RougeCounts, corpus, count};

use super::check_bits;
use crate::golden::{integer, integers, lines, number, numbers, text, texts};

const SENTENCE: &str = include_str!("../../golden/chrf_sentence.jsonl");
const ROUGE: &str = include_str!("../../golden/rouge_tl.jsonl");
const CORPUS: &str = include_str!("../../golden/rouge_corpus.jsonl");

/// Hypothesis and reference by id: only this file has the text of the long pairs.
fn with_pairs(check: impl FnOnce(&BTreeMap<&str, (&str, &str)>)) {
    let lines = lines(SENTENCE);
    let pair = |idx: usize| {
        let line = &lines[idx];
        (text(&line["id"]), (text(&line["hyp"]), text(&line["ref"])))
    };
    check(&(0..lines.len()).map(pair).collect());
}

#[test]
fn a_row_has_the_tokens_and_scores_of_seahelm() {
    let lines = lines(ROUGE);
    assert_eq!(lines.len(), 240);
    let mut n_with_tokens = 0;
    with_pairs(|pairs| {
        for line in &lines {
            let id = text(&line["id"]);
            let (hypothesis, reference) = pairs[id];
            for (side, field) in [(hypothesis, "hyp_tokens"), (reference, "ref_tokens")] {
                if line[field].is_array() {
                    assert_eq!(tokens(side), texts(&line[field]), "{id}");
                    n_with_tokens += 1;
                }
            }
            let counts = count(hypothesis, reference);
            let lengths = [counts.n_common, counts.n_hypothesis, counts.n_reference];
            let want = ["lcs", "n_hyp", "n_ref"].map(|field| integer(&line[field]));
            assert_eq!(lengths.map(|length| length as u64), want, "{id}");
            let Rouge {
                precision,
                recall,
                f1,
            } = counts.fractions();
            for (score, field) in [(precision, "p"), (recall, "r"), (f1, "f")] {
                check_bits(score, number(&line[field]), id);
            }
        }
    });
    assert_eq!(n_with_tokens, 2 * 236);
}

#[test]
fn a_task_is_the_median_of_the_seeded_bootstrap() {
    let lines = lines(CORPUS);
    assert_eq!(lines.len(), 23);
    with_pairs(|pairs| {
        for line in &lines {
            let name = text(&line["corpus"]);
            let ids = texts(&line["ids"]);
            let rows: Vec<RougeCounts> = ids
                .iter()
                .map(|id| {
                    let (hypothesis, reference) = pairs[id];
                    count(hypothesis, reference)
                })
                .collect();
            let got = corpus(&rows).expect("there are rows");
            let columns = [
                got.bootstrap.precision,
                got.bootstrap.recall,
                got.bootstrap.f1,
            ];
            let want = ["low", "mid", "high"].map(|field| numbers(&line["seahelm"][field]));
            for (idx, interval) in columns.into_iter().enumerate() {
                for (got, want) in [interval.low, interval.mid, interval.high]
                    .iter()
                    .zip(&want)
                {
                    check_bits(*got, 100.0 * want[idx], name);
                }
            }
            for (interval, field) in
                columns
                    .into_iter()
                    .zip(["rougel_precision", "rougel_recall", "rougel_f1"])
            {
                check_bits(interval.mid, number(&line["reported"][field]), name);
            }
            let means = [got.mean.precision, got.mean.recall, got.mean.f1];
            for (mean, want) in means.into_iter().zip(numbers(&line["plain_mean"])) {
                // Pairwise in numpy, in row order here.
                assert!((mean - 100.0 * want).abs() < 1e-11, "{name}: {mean} {want}");
            }
            let mut generator = Mt19937::new(SEED);
            let n_rows = u32::try_from(ids.len()).expect("few rows");
            for want in integers(&line["first_indices"]) {
                assert_eq!(u64::from(generator.below_masked(n_rows)), want, "{name}");
            }
        }
    });
}
