//! Length of the longest common subsequence, 64 tokens of the reference at a time.
//!
//! Source: H. Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004, after L. Allison
//! and T. Dix, 1986. Blocks are walked one after the other, each handing its carries to the next,
//! so that memory grows with the texts and not with their product.

const BLOCK: usize = 64;

/// Length of the longest common subsequence.
pub fn length(hypothesis: &[String], reference: &[String]) -> usize {
    let mut distinct: Vec<&str> = reference.iter().map(String::as_str).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let id_of = |token: &String| distinct.binary_search(&token.as_str()).ok();
    // Tokens that the reference lacks change nothing.
    let hypothesis: Vec<usize> = hypothesis.iter().filter_map(id_of).collect();
    let reference: Vec<usize> = reference.iter().filter_map(id_of).collect();

    let mut masks = vec![0_u64; distinct.len()];
    let mut carries = vec![false; hypothesis.len()];
    let mut length = 0;
    for block in reference.chunks(BLOCK) {
        for (bit, &id) in block.iter().enumerate() {
            masks[id] |= 1 << bit;
        }
        let mut row = u64::MAX;
        for (&id, carry) in hypothesis.iter().zip(&mut carries) {
            let mask = masks[id];
            let (sum, overflows) = row.overflowing_add(row & mask);
            let (sum, overflows_again) = sum.overflowing_add(u64::from(*carry));
            *carry = overflows || overflows_again;
            row = sum | (row & !mask);
        }
        length += row.count_zeros() as usize;
        for &id in block {
            masks[id] = 0;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, proptest};

    use super::length;

    fn by_table(left: &[String], right: &[String]) -> usize {
        let mut row = vec![0; right.len() + 1];
        for token in left {
            let mut diagonal = 0;
            for (idx, other) in right.iter().enumerate() {
                let above = row[idx + 1];
                row[idx + 1] = if token == other {
                    diagonal + 1
                } else {
                    above.max(row[idx])
                };
                diagonal = above;
            }
        }
        row.last().copied().unwrap_or(0)
    }

    fn any_tokens() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec(any::<u8>().prop_map(|byte| (byte % 5).to_string()), 0..300)
    }

    proptest! {
        #[test]
        fn bits_and_table_agree(left in any_tokens(), right in any_tokens()) {
            assert_eq!(length(&left, &right), by_table(&left, &right));
        }
    }
}
