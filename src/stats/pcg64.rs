//! PCG64 as numpy's `default_rng(seed)` has it, `SeedSequence` included.
//!
//! Source: M. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good
//! Algorithms", 2014 (XSL-RR 128/64); her `seed_seq_fe` for the seeding.

use std::iter;

const MULTIPLIER_HIGH: u64 = 0x2360_ED05_1FC6_5DA4;
const MULTIPLIER_LOW: u64 = 0x4385_DF64_9FCC_F645;

/// The generator.
#[derive(Clone, Debug)]
pub struct Pcg64 {
    state: u128,
    increment: u128,
    /// High half of the last [`next64`](Self::next64) that [`next32`](Self::next32) took.
    kept: Option<u32>,
}

impl Pcg64 {
    /// `numpy.random.default_rng(seed)`.
    pub fn new(seed: u64) -> Self {
        let [state_high, state_low, stream_high, stream_low] = seed_sequence(seed);
        let stream = join64(stream_high, stream_low);
        let mut generator = Self {
            state: 0,
            increment: (stream << 1) | 1,
            kept: None,
        };
        generator.step();
        generator.state = generator.state.wrapping_add(join64(state_high, state_low));
        generator.step();
        generator
    }

    /// The next 64 bits; a kept half word stays for [`next32`](Self::next32).
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw takes longer than the draw"
    )]
    #[inline(always)]
    pub fn next64(&mut self) -> u64 {
        self.step();
        let (high, low) = split64(self.state);
        let rotation = split32(high).0 >> 26; // the top six bits of the state
        (high ^ low).rotate_right(rotation)
    }

    /// The next 32 bits: the low half of a fresh word, then its high half.
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw takes longer than the draw"
    )]
    #[inline(always)]
    pub fn next32(&mut self) -> u32 {
        if let Some(high) = self.kept.take() {
            return high;
        }
        let (high, low) = split32(self.next64());
        self.kept = Some(high);
        low
    }

    /// A number in `0..n`, as `integers(n)` draws it: Lemire's multiplication with rejection.
    ///
    /// For `n` of 0 or 1 it is 0 and nothing is drawn.
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw takes longer than the draw"
    )]
    #[inline(always)]
    pub fn below_lemire(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        let (mut high, mut low) = self.multiply(n);
        if low < n {
            let threshold = n.wrapping_neg() % n;
            while low < threshold {
                (high, low) = self.multiply(n);
            }
        }
        high
    }

    /// Draws `n` numbers in `0..n` into `drawn`, each as [`below_lemire`](Self::below_lemire) does.
    pub fn draw_rows(&mut self, n: u32, drawn: &mut Vec<u32>) {
        // A copy of its own stays out of memory for the length of the loop.
        let mut generator = self.clone();
        drawn.extend((0..n).map(|_| generator.below_lemire(n)));
        *self = generator;
    }

    /// Booleans as one `integers(2, size=…, dtype=bool)` gives them, however many it is asked for.
    ///
    /// Bits are taken from the lowest up, 32 of a word; those left of the last word are lost.
    pub fn booleans(&mut self) -> impl Iterator<Item = bool> {
        let mut word = 0;
        let mut n_left = 0_u32;
        iter::repeat_with(move || {
            if n_left == 0 {
                word = self.next32();
                n_left = 32;
            }
            n_left -= 1;
            let bit = word & 1 == 1;
            word >>= 1;
            bit
        })
    }

    #[expect(
        clippy::inline_always,
        reason = "a call for each draw takes longer than the draw"
    )]
    #[inline(always)]
    fn multiply(&mut self, n: u32) -> (u32, u32) {
        split32(u64::from(self.next32()) * u64::from(n))
    }

    /// The product is put together from words of 64 bits, since wasm has none of 128: a call out of
    /// this loop for each would take most of the time of a bootstrap.
    #[expect(
        clippy::inline_always,
        reason = "a call for each draw takes longer than the draw"
    )]
    #[inline(always)]
    fn step(&mut self) {
        let (high, low) = split64(self.state);
        let (carried, product_low) = full_product(low, MULTIPLIER_LOW);
        let product_high = carried
            .wrapping_add(high.wrapping_mul(MULTIPLIER_LOW))
            .wrapping_add(low.wrapping_mul(MULTIPLIER_HIGH));
        self.state = join64(product_high, product_low).wrapping_add(self.increment);
    }
}

/// High and low word of the product of two words.
fn full_product(left: u64, right: u64) -> (u64, u64) {
    let halves = |word: u64| (word >> 32, word & u64::from(u32::MAX));
    let (left_high, left_low) = halves(left);
    let (right_high, right_low) = halves(right);
    let (low_carry, low) = halves(left_low * right_low);
    let (left_carry, left_mid) = halves(left_high * right_low);
    let (right_carry, right_mid) = halves(left_low * right_high);
    let (mid_carry, mid) = halves(low_carry + left_mid + right_mid);
    let high = left_high * right_high + left_carry + right_carry + mid_carry;
    (high, (mid << 32) | low)
}

/// The first four words of `numpy.random.SeedSequence(seed).generate_state(4, uint64)`.
pub fn seed_sequence(seed: u64) -> [u64; 4] {
    let (high, low) = split32(seed);
    let mut hash = 0x43b0_d7e5_u32;
    let mut hash_mix = |value: u32| {
        let value = value ^ hash;
        hash = hash.wrapping_mul(0x931e_8875);
        let value = value.wrapping_mul(hash);
        value ^ (value >> 16)
    };
    let mut pool = [low, high, 0, 0].map(&mut hash_mix);
    for source_idx in 0..pool.len() {
        for target_idx in 0..pool.len() {
            if source_idx != target_idx {
                let mixed = 0xca01_f9dd_u32
                    .wrapping_mul(pool[target_idx])
                    .wrapping_sub(0x4973_f715_u32.wrapping_mul(hash_mix(pool[source_idx])));
                pool[target_idx] = mixed ^ (mixed >> 16);
            }
        }
    }
    let mut hash = 0x8b51_f9dd_u32;
    let mut next_word = |idx: usize| {
        let value = pool[idx] ^ hash;
        hash = hash.wrapping_mul(0x58f3_8ded);
        let value = value.wrapping_mul(hash);
        u64::from(value ^ (value >> 16))
    };
    [0, 2, 0, 2].map(|idx| {
        let low = next_word(idx);
        low | (next_word(idx + 1) << 32)
    })
}

fn join64(high: u64, low: u64) -> u128 {
    (u128::from(high) << 64) | u128::from(low)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves are what is wanted"
)]
fn split64(value: u128) -> (u64, u64) {
    ((value >> 64) as u64, value as u64)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves are what is wanted"
)]
fn split32(value: u64) -> (u32, u32) {
    ((value >> 32) as u32, value as u32)
}
