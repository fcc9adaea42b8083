//! chrF++ against sacrebleu 2.6.0.

use std::collections::BTreeMap;

use serde_json::Value;
use sukat::metrics::chrf::{ChrfCounts, WordOrder, corpus, count, count_closest};

use super::check_bits;
use crate::golden::{integers, lines, number, text, texts};

const SENTENCE: &str = include_str!("../../golden/chrf_sentence.jsonl");
const MULTIREF: &str = include_str!("../../golden/chrf_multiref.jsonl");
const CORPUS: &str = include_str!("../../golden/chrf_corpus.jsonl");

fn stats(counts: &ChrfCounts) -> Vec<u64> {
    let orders = counts.orders.iter();
    orders
        .flat_map(|order| [order.n_hypothesis, order.n_reference, order.n_match])
        .collect()
}

fn count_line(line: &Value) -> ChrfCounts {
    count(text(&line["hyp"]), text(&line["ref"]))
}

#[test]
fn a_sentence_has_the_counts_and_scores_of_sacrebleu() {
    let lines = lines(SENTENCE);
    assert_eq!(lines.len(), 240);
    for line in lines {
        let id = text(&line["id"]);
        let counts = count_line(&line);
        assert_eq!(stats(&counts), integers(&line["stats"]), "{id}");
        check_bits(counts.score(WordOrder::Two), number(&line["chrfpp"]), id);
        check_bits(counts.score(WordOrder::Zero), number(&line["chrf2"]), id);
        check_bits(
            counts.score_smoothed(WordOrder::Two),
            number(&line["chrfpp_eps"]),
            id,
        );
    }
}

#[test]
fn of_several_references_the_closest_counts() {
    let lines = lines(MULTIREF);
    assert_eq!(lines.len(), 40);
    for line in lines {
        let id = text(&line["id"]);
        let counts = count_closest(text(&line["hyp"]), &texts(&line["refs"]), WordOrder::Two)
            .expect("there are references");
        assert_eq!(stats(&counts), integers(&line["stats"]), "{id}");
        check_bits(counts.score(WordOrder::Two), number(&line["chrfpp"]), id);
    }
}

#[test]
fn a_corpus_is_scored_from_summed_counts() {
    let sentences = lines(SENTENCE);
    let rows: BTreeMap<&str, ChrfCounts> = sentences
        .iter()
        .map(|line| (text(&line["id"]), count_line(line)))
        .collect();
    let corpora = lines(CORPUS);
    assert_eq!(corpora.len(), 23);
    for line in corpora {
        let name = text(&line["corpus"]);
        let rows: Vec<ChrfCounts> = texts(&line["ids"]).into_iter().map(|id| rows[id]).collect();
        let mut total = ChrfCounts::default();
        for row in &rows {
            total += *row;
        }
        assert_eq!(stats(&total), integers(&line["stats"]), "{name}");
        for (word_order, field) in [(WordOrder::Two, "chrfpp"), (WordOrder::Zero, "chrf2")] {
            let score = corpus(&rows, word_order).expect("there are rows");
            check_bits(score, number(&line[field]), name);
        }
    }
}
