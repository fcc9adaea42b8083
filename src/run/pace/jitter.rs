//! Waits of our own, where the server names none.

/// The wait before try `n` (from 0): one second doubled each time, at most a minute.
pub(in crate::run) fn backoff_millis(n: u32) -> u64 {
    1000u64
        .checked_shl(n.min(16))
        .unwrap_or(u64::MAX)
        .min(60_000)
}

/// A small seeded generator (splitmix64), so that workers do not all come back at once. Its
/// numbers reach no score.
#[derive(Clone, Debug)]
pub(in crate::run) struct Jitter(u64);

impl Jitter {
    pub(in crate::run) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Evenly in `0..=max`.
    pub(in crate::run) fn up_to(&mut self, max: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        let scaled = (u128::from(z) * (u128::from(max) + 1)) >> 64;
        u64::try_from(scaled).unwrap_or(max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_minute() {
        let waits: Vec<u64> = (0..8).map(backoff_millis).collect();
        assert_eq!(
            waits,
            [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]
        );
        assert_eq!(backoff_millis(u32::MAX), 60_000);
    }

    #[test]
    fn jitter_stays_in_its_range_and_repeats_with_its_seed() {
        let mut jitter = Jitter::new(1);
        let drawn: Vec<u64> = (0..1000).map(|_| jitter.up_to(9)).collect();
        assert!((0..=9).all(|n| drawn.contains(&n)) && drawn.iter().all(|&n| n <= 9));
        let mut again = Jitter::new(1);
        assert_eq!(drawn, (0..1000).map(|_| again.up_to(9)).collect::<Vec<_>>());
        assert_eq!(Jitter::new(1).up_to(0), 0);
    }
}
