//! chrF, chrF+ and chrF++ as sacrebleu computes them: signature
//! `nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0`.
//!
//! M. Popović, "chrF++: words helping character n-grams", WMT 2017. The corpus score is computed
//! from summed counts and is not the mean of the rows' scores.

mod matches;

use std::ops::AddAssign;

use crate::text;

/// Longest character n-gram.
pub const N_CHAR_ORDERS: usize = 6;
/// Longest word n-gram.
pub const N_WORD_ORDERS: usize = 2;
const N_ORDERS: usize = N_CHAR_ORDERS + N_WORD_ORDERS;

/// sacrebleu's stand-in for nothing under `eps_smoothing`.
const EPSILON: f64 = 1e-16;

/// Longest word n-gram that enters the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordOrder {
    /// chrF2: characters only.
    Zero,
    /// chrF+.
    One,
    /// chrF++, the paper's.
    Two,
}

/// n-grams of one order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderCounts {
    /// n-grams of the hypothesis; 0 where the reference has none of this order.
    pub n_hypothesis: u64,
    /// n-grams of the reference.
    pub n_reference: u64,
    /// n-grams they share, each as often as it stands in both.
    pub n_match: u64,
}

/// Everything chrF needs to know of a row, or summed over rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChrfCounts {
    /// Character orders 1 to 6, then word orders 1 and 2.
    pub orders: [OrderCounts; N_ORDERS],
}

/// Counts n-grams of a hypothesis against one reference.
///
/// Characters are code points without [whitespace](text::is_whitespace), across word borders. A
/// word gives up one ASCII punctuation mark at most, at its end or else at its start: `(oo)` is
/// `(oo` and `)`.
pub fn count(hypothesis: &str, reference: &str) -> ChrfCounts {
    let (n_chars, char_matches) = matches::characters(hypothesis, reference);
    let (n_words, word_matches) = matches::words(&tokens(hypothesis), &tokens(reference));
    let mut counts = ChrfCounts::default();
    let (char_orders, word_orders) = counts.orders.split_at_mut(N_CHAR_ORDERS);
    fill(char_orders, n_chars, &char_matches);
    fill(word_orders, n_words, &word_matches);
    counts
}

/// Counts against the closest of several references: the one with the highest score, the first of
/// equals. `None` when there is no reference.
pub fn count_closest(
    hypothesis: &str,
    references: &[&str],
    word_order: WordOrder,
) -> Option<ChrfCounts> {
    let mut closest = None;
    let mut best_score = -1.0;
    for reference in references {
        let counts = count(hypothesis, reference);
        let score = counts.score(word_order);
        if score > best_score {
            best_score = score;
            closest = Some(counts);
        }
    }
    closest
}

/// The corpus score, from counts added over all rows; `None` when there are no rows.
pub fn corpus(rows: &[ChrfCounts], word_order: WordOrder) -> Option<f64> {
    let mut total = ChrfCounts::default();
    for row in rows {
        total += *row;
    }
    (!rows.is_empty()).then(|| total.score(word_order))
}

impl ChrfCounts {
    /// F2 of mean precision and mean recall over the orders that both sides have, 0 to 100.
    ///
    /// Short texts have fewer orders: `a` against `a` is 100. If they share no order it is 0.
    pub fn score(&self, word_order: WordOrder) -> f64 {
        self.score_rounded(word_order, |value| value)
    }

    /// The same score with what every step gives put through `round`: sacrebleu scores its
    /// resamples in 32 bits.
    pub fn score_rounded(&self, word_order: WordOrder, round: impl Fn(f64) -> f64) -> f64 {
        let mut precision = 0.0;
        let mut recall = 0.0;
        let mut n_effective = 0_u32;
        for order in self.orders_until(word_order) {
            if order.n_hypothesis > 0 && order.n_reference > 0 {
                let n_match = order.n_match as f64;
                precision = round(precision + round(n_match / order.n_hypothesis as f64));
                recall = round(recall + round(n_match / order.n_reference as f64));
                n_effective += 1;
            }
        }
        if n_effective == 0 {
            return 0.0;
        }
        let precision = round(precision / f64::from(n_effective));
        let recall = round(recall / f64::from(n_effective));
        if precision + recall == 0.0 {
            return 0.0;
        }
        let above = round(round(5.0 * precision) * recall);
        let below = round(round(4.0 * precision) + recall);
        round(100.0 * round(above / below))
    }

    /// Mean F2 over all orders with sacrebleu's `eps_smoothing` (`eff:no`), 0 to 100.
    pub fn score_smoothed(&self, word_order: WordOrder) -> f64 {
        let share = |part: u64, whole: u64| {
            if whole > 0 {
                part as f64 / whole as f64
            } else {
                EPSILON
            }
        };
        let orders = self.orders_until(word_order);
        let mut sum = 0.0;
        for order in orders {
            let precision = share(order.n_match, order.n_hypothesis);
            let recall = share(order.n_match, order.n_reference);
            let denominator = 4.0 * precision + recall;
            sum += if denominator > 0.0 {
                5.0 * precision * recall / denominator
            } else {
                EPSILON
            };
        }
        100.0 * sum / orders.len() as f64
    }

    fn orders_until(&self, word_order: WordOrder) -> &[OrderCounts] {
        let n_orders = match word_order {
            WordOrder::Zero => N_CHAR_ORDERS,
            WordOrder::One => N_CHAR_ORDERS + 1,
            WordOrder::Two => N_ORDERS,
        };
        &self.orders[..n_orders]
    }
}

impl AddAssign for ChrfCounts {
    fn add_assign(&mut self, other: Self) {
        for (order, other) in self.orders.iter_mut().zip(other.orders) {
            order.n_hypothesis += other.n_hypothesis;
            order.n_reference += other.n_reference;
            order.n_match += other.n_match;
        }
    }
}

/// Lengths of hypothesis and reference and matches per order to counts.
fn fill(orders: &mut [OrderCounts], lengths: [usize; 2], matches: &[u64]) {
    for (idx, (order, &n_match)) in orders.iter_mut().zip(matches).enumerate() {
        let [n_hypothesis, n_reference] = lengths.map(|length| length.saturating_sub(idx) as u64);
        let n_hypothesis = if n_reference == 0 { 0 } else { n_hypothesis };
        *order = OrderCounts {
            n_hypothesis,
            n_reference,
            n_match,
        };
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for word in text::split(text) {
        let mut characters = word.chars();
        let first = characters.next();
        let last = characters.next_back();
        // A word of one character has no last one beside the first. ASCII is one byte wide.
        let cut = match (first, last) {
            (_, Some(last)) if text::is_ascii_punct(last) => Some(word.len() - 1),
            (Some(first), Some(_)) if text::is_ascii_punct(first) => Some(1),
            _ => None,
        };
        match cut {
            Some(cut) => {
                let (left, right) = word.split_at(cut);
                tokens.extend([left, right]);
            }
            None => tokens.push(word),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::{ChrfCounts, WordOrder, corpus, count, count_closest, tokens};

    #[test]
    fn a_word_gives_up_one_mark_its_last_first() {
        let cases: [(&str, &[&str]); 8] = [
            ("(oo)", &["(oo", ")"]),
            ("...", &["..", "."]),
            ("'di", &["'", "di"]),
            ("araw-araw", &["araw-araw"]),
            ("“oo”", &["“oo”"]),
            ("₱5, !", &["₱5", ",", "!"]),
            ("-ñ", &["-", "ñ"]),
            (" \u{1c}", &[]),
        ];
        for (text, want) in cases {
            assert_eq!(tokens(text), want, "{text:?}");
        }
    }

    #[test]
    fn more_characters_than_a_short_key_holds_are_counted_the_same() {
        let long: String = ('\u{4e00}'..).take(1500).collect();
        let shifted: String = long.chars().skip(3).chain(['a', 'b', 'c']).collect();
        let counts = count(&shifted, &long);
        for (idx, order) in counts.orders[..6].iter().enumerate() {
            let length = 1500 - idx as u64;
            assert_eq!((order.n_hypothesis, order.n_reference), (length, length));
            assert_eq!(order.n_match, length - 3, "order {}", idx + 1);
        }
    }

    #[test]
    fn an_empty_answer_lowers_the_corpus_and_nothing_raises_it_above_the_rows() {
        let full = count("B C D", "B C D");
        let empty = count("", "A B");
        assert_eq!(corpus(&[full], WordOrder::Two), Some(100.0));
        let both = corpus(&[empty, full], WordOrder::Two).unwrap();
        assert!(both < 100.0 && both > 50.0, "{both}");
        assert_eq!(corpus(&[], WordOrder::Two), None);
        assert_eq!(corpus(&[ChrfCounts::default()], WordOrder::Two), Some(0.0));
    }

    #[test]
    fn the_first_of_equal_references_is_kept() {
        let counts = |references: &[&str]| count_closest("x", references, WordOrder::Two);
        assert_eq!(counts(&["ab", "c"]), Some(count("x", "ab")));
        assert_eq!(counts(&["ab", "x"]), Some(count("x", "x")));
        assert_eq!(counts(&[]), None);
    }
}
