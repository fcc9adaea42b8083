//! MT19937 as numpy's old generator, `numpy.random.seed`, has it.
//!
//! A part of the metric, whose reference resamples with it; our own resampling draws from `stats`.
//! Source: M. Matsumoto, T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998), with the
//! initialisation of 2002.

const N_WORDS: usize = 624;
const SHIFT: usize = 397;

/// The generator.
#[derive(Clone, Debug)]
pub struct Mt19937 {
    words: [u32; N_WORDS],
    next_idx: usize,
}

impl Mt19937 {
    /// `numpy.random.seed(seed)` for a seed that is one integer.
    pub fn new(seed: u32) -> Self {
        let mut words = [0; N_WORDS];
        let mut word = seed;
        for (idx, slot) in (0_u32..).zip(&mut words) {
            if idx > 0 {
                word = 1_812_433_253_u32
                    .wrapping_mul(word ^ (word >> 30))
                    .wrapping_add(idx);
            }
            *slot = word;
        }
        Self {
            words,
            next_idx: N_WORDS,
        }
    }

    /// The next 32 bits.
    pub fn next32(&mut self) -> u32 {
        if self.next_idx >= N_WORDS {
            self.twist();
        }
        let mut word = self.words[self.next_idx];
        self.next_idx += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// A number in `0..n`, as `numpy.random.choice(n)` draws it: masked, with rejection.
    ///
    /// For `n` of 0 or 1 it is 0 and nothing is drawn.
    pub fn below_masked(&mut self, n: u32) -> u32 {
        let Some(max @ 1..) = n.checked_sub(1) else {
            return 0;
        };
        let mask = u32::MAX >> max.leading_zeros();
        loop {
            let word = self.next32() & mask;
            if word <= max {
                return word;
            }
        }
    }

    fn twist(&mut self) {
        for idx in 0..N_WORDS {
            let low = self.words[(idx + 1) % N_WORDS];
            let mixed = (self.words[idx] & 0x8000_0000) | (low & 0x7fff_ffff);
            let magic = if mixed & 1 == 0 { 0 } else { 0x9908_b0df };
            self.words[idx] = self.words[(idx + SHIFT) % N_WORDS] ^ (mixed >> 1) ^ magic;
        }
        self.next_idx = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::Mt19937;

    #[test]
    fn the_ten_thousandth_word_is_that_of_the_standard() {
        // C++ [rand.predef]: the 10000th output of `mt19937` with its default seed 5489.
        let mut generator = Mt19937::new(5489);
        let last = (0..10_000).map(|_| generator.next32()).last();
        assert_eq!(last, Some(4_123_659_995));
    }

    #[test]
    fn one_choice_draws_nothing() {
        let mut generator = Mt19937::new(1);
        assert_eq!(
            (generator.below_masked(0), generator.below_masked(1)),
            (0, 0)
        );
        assert_eq!(generator.next32(), Mt19937::new(1).next32());
    }
}
