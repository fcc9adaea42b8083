//! What holds for every text.

use std::collections::BTreeMap;

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use sukat::metrics::chrf::{ChrfCounts, N_CHAR_ORDERS, WordOrder, corpus, count};
use sukat::metrics::classification::ClassCounts;
use sukat::metrics::rouge_tl;
use sukat::text;

use super::check_bits;

/// Texts in which n-grams, marks, dropped characters and odd spaces meet often.
fn any_text() -> impl Strategy<Value = String> {
    let awkward: Vec<char> =
        "aabngNÑñ 19.,-'’(…₱$^²😀牛▁\u{303}\u{fe0f}\u{200b}\u{ad}\u{b}\u{1c}\u{a0}\n\tΣσİ\0\u{fffd}"
            .chars()
            .collect();
    let character = prop_oneof![6 => select(awkward), 1 => any::<char>()];
    proptest::collection::vec(character, 0..60).prop_map(String::from_iter)
}

fn any_space() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(" "),
        Just("\n"),
        Just("\u{1c}"),
        Just("\u{a0}\u{2029}"),
        Just(" \t\r\n")
    ]
    .prop_map(str::to_owned)
}

/// Matches of character n-grams, counted the plain way.
fn plain_matches(hypothesis: &str, reference: &str) -> [u64; N_CHAR_ORDERS] {
    let sides = [hypothesis, reference].map(|side| {
        side.chars()
            .filter(|&c| !text::is_whitespace(c))
            .collect::<Vec<char>>()
    });
    std::array::from_fn(|idx| {
        let mut grams: BTreeMap<&[char], [u64; 2]> = BTreeMap::new();
        for (side_idx, side) in sides.iter().enumerate() {
            for gram in side.windows(idx + 1) {
                grams.entry(gram).or_default()[side_idx] += 1;
            }
        }
        grams.values().map(|counts| counts[0].min(counts[1])).sum()
    })
}

fn check_matches(hypothesis: &str, reference: &str) {
    let got: Vec<u64> = count(hypothesis, reference).orders[..N_CHAR_ORDERS]
        .iter()
        .map(|order| order.n_match)
        .collect();
    assert_eq!(got, plain_matches(hypothesis, reference));
}

proptest! {
    #[test]
    fn a_text_is_wholly_like_itself(text in any_text()) {
        let chrf = count(&text, &text).score(WordOrder::Two);
        let has_characters = text::split(&text).next().is_some();
        check_bits(chrf, if has_characters { 100.0 } else { 0.0 }, &text);
        let rouge = rouge_tl::count(&text, &text);
        let has_tokens = rouge.n_reference > 0;
        check_bits(rouge.fractions().f1, if has_tokens { 1.0 } else { 0.0 }, &text);
        assert!(rouge_tl::tokenizer::tokens(&text).iter().all(|token| {
            !token.is_empty() && !token.contains(text::is_whitespace)
        }));
    }

    #[test]
    fn swapped_sides_swap_precision_and_recall(left in any_text(), right in any_text()) {
        let (there, back) = (rouge_tl::count(&left, &right), rouge_tl::count(&right, &left));
        let (there, back) = (there.fractions(), back.fractions());
        assert_eq!(there.precision.to_bits(), back.recall.to_bits());
        assert_eq!(there.recall.to_bits(), back.precision.to_bits());
        assert_eq!(there.f1.to_bits(), back.f1.to_bits());
        let (there, back) = (count(&left, &right), count(&right, &left));
        for (there, back) in there.orders.iter().zip(back.orders) {
            assert_eq!(there.n_match, back.n_match);
        }
    }

    #[test]
    fn scores_stay_in_their_range(left in any_text(), right in any_text()) {
        let counts = count(&left, &right);
        for word_order in [WordOrder::Zero, WordOrder::One, WordOrder::Two] {
            assert!((0.0..=100.0).contains(&counts.score(word_order)));
            assert!((0.0..=100.0).contains(&counts.score_smoothed(word_order)));
        }
        assert!((0.0..=100.0).contains(&rouge_tl::count(&left, &right).score()));
    }

    #[test]
    fn space_at_the_end_changes_nothing(left in any_text(), right in any_text(), space in any_space()) {
        let longer = format!("{left}{space}");
        assert_eq!(count(&longer, &right), count(&left, &right));
        assert_eq!(rouge_tl::count(&longer, &right), rouge_tl::count(&left, &right));
        assert_eq!(count(&right, &longer), count(&right, &left));
        assert_eq!(rouge_tl::count(&right, &longer), rouge_tl::count(&right, &left));
    }

    #[test]
    fn sorted_keys_count_what_a_map_counts(left in any_text(), right in any_text()) {
        check_matches(&left, &right);
    }

    #[test]
    fn an_empty_answer_never_raises_a_corpus(pairs in proptest::collection::vec((any_text(), any_text()), 1..6), reference in any_text()) {
        let mut rows: Vec<ChrfCounts> = pairs.iter().map(|(left, right)| count(left, right)).collect();
        let before = corpus(&rows, WordOrder::Two).expect("rows");
        rows.push(count("", &reference));
        let after = corpus(&rows, WordOrder::Two).expect("rows");
        assert!(after <= before + 1e-9, "{before} {after}");
    }

    #[test]
    fn label_scores_stay_in_their_range(rows in proptest::collection::vec((0..4_usize, proptest::option::of(0..4_usize)), 1..40)) {
        let counts = ClassCounts::new(4, rows.iter().copied()).expect("known classes");
        for score in [
            counts.plain_accuracy(), counts.balanced_accuracy(), counts.normalized_accuracy(4),
            counts.macro_f1(), counts.macro_f1_gold(), counts.null_weighted_f1(), counts.null_label_cost(),
        ] {
            assert!((0.0..=100.0).contains(&score.expect("rows")));
        }
        assert_eq!(counts.n_rows(), rows.len());
        assert_eq!(counts.n_null(), rows.iter().filter(|(_, answer)| answer.is_none()).count());
    }
}

#[test]
fn a_text_of_thousands_of_characters_is_counted_exactly() {
    let hangul =
        |from: u32, n: usize| -> String { (from..).filter_map(char::from_u32).take(n).collect() };
    // On both sides of what a short key can number: 895 other characters beside ASCII.
    for n_distinct in [894, 895, 896, 2000] {
        let hypothesis = format!(
            "{} ab 😀 {}",
            hangul(0xac00, n_distinct / 2),
            hangul(0xac00, 40)
        );
        let reference = format!("ab {}", hangul(0xac00, n_distinct - 1));
        check_matches(&hypothesis, &reference);
    }
}
