//! How many n-grams two sequences share, for all orders at once and without hashing.
//!
//! Every start position becomes one key: the next few ids, the first in the highest bits, 0 past
//! the end, and the side in the lowest bit. After one sort, equal n-grams of every order stand
//! together, because each is a prefix of its keys.

use crate::metrics::chrf::{N_CHAR_ORDERS, N_WORD_ORDERS};
use crate::text;

/// Lengths of hypothesis and reference in characters, and matches per order.
pub fn characters(hypothesis: &str, reference: &str) -> ([usize; 2], [u64; N_CHAR_ORDERS]) {
    let sides = [hypothesis, reference].map(|text| {
        text.chars()
            .filter(|&character| !text::is_whitespace(character))
            .collect::<Vec<char>>()
    });
    let lengths = [sides[0].len(), sides[1].len()];
    // ASCII has its own ids, 1 to 128; other characters are numbered within the pair.
    let mut others: Vec<char> = sides
        .iter()
        .flatten()
        .filter(|c| !c.is_ascii())
        .copied()
        .collect();
    others.sort_unstable();
    others.dedup();
    let matches = if others.len() < (1 << 10) - 128 {
        let id_of = |&character: &char| {
            if character.is_ascii() {
                u32::from(character) + 1
            } else {
                129 + position(&others, &character)
            }
        };
        count_matches::<u64, N_CHAR_ORDERS>(&sides.map(|side| side.iter().map(id_of).collect()), 10)
    } else {
        let id_of = |&character: &char| u32::from(character) + 1;
        count_matches::<u128, N_CHAR_ORDERS>(
            &sides.map(|side| side.iter().map(id_of).collect()),
            21,
        )
    };
    (lengths, matches)
}

/// Lengths of hypothesis and reference in words, and matches per order.
pub fn words(hypothesis: &[&str], reference: &[&str]) -> ([usize; 2], [u64; N_WORD_ORDERS]) {
    let mut words = [hypothesis, reference].concat();
    words.sort_unstable();
    words.dedup();
    let id_of = |word: &&str| 1 + position(&words, word);
    let ids = [hypothesis, reference].map(|side| side.iter().map(id_of).collect());
    let matches = count_matches::<u64, N_WORD_ORDERS>(&ids, 31);
    ([hypothesis.len(), reference.len()], matches)
}

fn position<Item: Ord>(sorted: &[Item], item: &Item) -> u32 {
    let position = sorted.partition_point(|other| other < item);
    u32::try_from(position).expect("a text in memory has fewer than 2^31 words")
}

/// An unsigned integer that holds some ids and has at least one bit to spare.
trait Key: Copy + Ord {
    const BITS: u32;
    const ZERO: Self;

    /// Puts an id before those of the key and drops what does not fit above the `n_spare` bits.
    fn with_first(self, id: u32, id_bits: u32, n_spare: u32) -> Self;
    fn with_side(self, is_reference: bool) -> Self;
    fn is_reference(self) -> bool;
    fn n_equal_bits(self, other: Self) -> u32;
    /// Number of bits above the last set one, the side bit left out.
    fn n_used_bits(self) -> u32;
}

macro_rules! impl_key {
    ($integer:ty) => {
        impl Key for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: Self = 0;

            fn with_first(self, id: u32, id_bits: u32, n_spare: u32) -> Self {
                let kept = (self >> (id_bits + n_spare)) << n_spare;
                kept | (<$integer>::from(id) << (Self::BITS - id_bits))
            }

            fn with_side(self, is_reference: bool) -> Self {
                self | <$integer>::from(is_reference)
            }

            fn is_reference(self) -> bool {
                self & 1 == 1
            }

            fn n_equal_bits(self, other: Self) -> u32 {
                (self ^ other).leading_zeros()
            }

            fn n_used_bits(self) -> u32 {
                Self::BITS - (self & !1).trailing_zeros()
            }
        }
    };
}

impl_key!(u64);
impl_key!(u128);

/// Matches of orders 1 to `N`. Ids are 1 or more and have at most `id_bits` bits.
fn count_matches<K: Key, const N: usize>(sides: &[Vec<u32>; 2], id_bits: u32) -> [u64; N] {
    let n_orders = u32::try_from(N).expect("a handful of orders");
    let n_spare = K::BITS - n_orders * id_bits;
    let mut keys = Vec::with_capacity(sides.iter().map(Vec::len).sum());
    for (side, is_reference) in sides.iter().zip([false, true]) {
        let mut key = K::ZERO;
        for &id in side.iter().rev() {
            key = key.with_first(id, id_bits, n_spare);
            keys.push(key.with_side(is_reference));
        }
    }
    keys.sort_unstable();

    let mut matches = [0; N];
    // How often the n-gram of each order that we stand in was met on either side.
    let mut met = [[0_u64; 2]; N];
    let mut previous = K::ZERO;
    for key in keys {
        let n_shared = (key.n_equal_bits(previous) / id_bits) as usize;
        let n_ids = key.n_used_bits().div_ceil(id_bits) as usize;
        let side = usize::from(key.is_reference());
        for order in n_shared..N {
            matches[order] += met[order][0].min(met[order][1]);
            met[order] = [0; 2];
        }
        for met in &mut met[..n_ids.min(N)] {
            met[side] += 1;
        }
        previous = key;
    }
    for (n_match, met) in matches.iter_mut().zip(met) {
        *n_match += met[0].min(met[1]);
    }
    matches
}
