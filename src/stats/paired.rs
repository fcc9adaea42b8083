//! p values of a difference between two systems that answered the same rows.
//!
//! Sources: sacrebleu 2.6.0, `significance.py` (paired bootstrap, approximate randomisation);
//! Q. McNemar, "Note on the sampling error of the difference between correlated proportions",
//! 1947, in its exact binomial form; S. Holm, "A simple sequentially rejective multiple test
//! procedure", 1979.

/// How sacrebleu rounds what it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// After every step to 32 bits, as numpy 2 resamples there.
    Single,
    /// Not beyond 64 bits.
    Double,
}

impl Precision {
    /// A number as it is kept.
    ///
    /// A sum, difference, product or quotient of two numbers of 32 bits that is rounded to 64 and
    /// then to 32 is the one rounded to 32 at once, so this stands for arithmetic in 32 bits.
    pub fn round(self, value: f64) -> f64 {
        match self {
            #[expect(clippy::cast_possible_truncation, reason = "the reference's precision")]
            Self::Single => f64::from(value as f32),
            Self::Double => value,
        }
    }
}

/// The two-sided p of a paired bootstrap, `1/(n+1)..=1.0`; `None` without resamples.
///
/// `baseline` and `system` are the scores of the same resamples, `difference` that of the whole,
/// without its sign. Each resample's difference is compared with how far the differences lie from
/// their own mean.
pub fn bootstrap_p(
    baseline: &[f64],
    system: &[f64],
    difference: f64,
    precision: Precision,
) -> Option<f64> {
    let n_resamples = baseline.len().min(system.len());
    let gaps: Vec<f64> = baseline
        .iter()
        .zip(system)
        .map(|(baseline, system)| precision.round(system - baseline).abs())
        .collect();
    let mean = precision.round(super::mean(&gaps).ok()?);
    let difference = precision.round(difference);
    let is_beyond = |gap: &&f64| precision.round(**gap - mean) > difference;
    Some(share_of(gaps.iter().filter(is_beyond).count(), n_resamples))
}

/// Whether a trial that lies exactly as far apart as the systems do counts against them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// It does: the test's definition. Where few rows differ, most trials are ties.
    Count,
    /// It does not, in sacrebleu: systems that differ in one row get the smallest p there is.
    AsSacrebleu,
}

/// Differences of two numbers of 0 to 100 that are closer than this are the same, but for rounding.
const SAME: f64 = 1e-9;

/// The two-sided p of a randomisation: how many of `gaps`, differences without their sign between
/// two mixtures of the systems, lie as far apart as the real `difference`, without its sign.
pub fn randomization_p(gaps: &[f64], difference: f64, ties: Ties) -> f64 {
    let is_beyond = |gap: &&f64| match ties {
        Ties::Count => **gap >= difference - SAME,
        Ties::AsSacrebleu => **gap > difference,
    };
    share_of(gaps.iter().filter(is_beyond).count(), gaps.len())
}

/// The real difference counts as one more trial, so no p is 0.
fn share_of(n_beyond: usize, n_trials: usize) -> f64 {
    (n_beyond + 1) as f64 / (n_trials + 1) as f64
}

/// The exact two-sided p of McNemar's test, `0.0..=1.0`: how likely at least so uneven a split is
/// where a row that only one system got right is as often the one's as the other's.
///
/// 1 when there is no such row.
pub fn mcnemar_p(n_only_first: usize, n_only_second: usize) -> f64 {
    let n = n_only_first + n_only_second;
    let fewer = n_only_first.min(n_only_second);
    // Binomial weights from the middle outwards, in units of the middle one: no power of a half
    // that is too small for a number.
    let middle = n / 2;
    let (mut tail, mut below) = (0.0, 0.0);
    let mut weight = 1.0;
    for k in (0..=middle).rev() {
        if k <= fewer {
            tail += weight;
        }
        below += weight;
        if weight == 0.0 {
            break;
        }
        weight *= k as f64 / (n - k + 1) as f64;
    }
    // For an even number of rows the middle one has no twin.
    let total = 2.0 * below - if n.is_multiple_of(2) { 1.0 } else { 0.0 };
    f64::min(1.0, 2.0 * tail / total)
}

/// Holm's correction for as many tests as there are p values, in their order, `0.0..=1.0`.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| p_values[*a].total_cmp(&p_values[*b]));
    let mut corrected = vec![0.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (rank, idx) in order.into_iter().enumerate() {
        let n_left = (p_values.len() - rank) as f64;
        largest = largest.max(n_left * p_values[idx]).min(1.0);
        corrected[idx] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::{holm, mcnemar_p};

    #[test]
    fn mcnemar_is_the_binomial_test() {
        // scipy.stats.binomtest(k, n, 0.5).pvalue
        let cases = [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 5, 1.0),
            (0, 6, 0.03125),
            (2, 9, 0.065_429_687_5),
            (10, 3, 0.092_285_156_25),
        ];
        for (first, second, want) in cases {
            let p = mcnemar_p(first, second);
            assert!((p - want).abs() < 1e-12, "{first} against {second}: {p}");
            assert!((p - mcnemar_p(second, first)).abs() < 1e-15);
        }
        let far = mcnemar_p(40_000, 50_000);
        assert!((0.0..1e-200).contains(&far), "{far}");
        assert!(mcnemar_p(45_000, 45_100) > 0.7);
    }

    #[test]
    fn holm_corrects_the_smallest_most_and_keeps_the_order() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        let want = [0.03, 0.06, 0.06, 0.02];
        for (corrected, want) in corrected.iter().zip(want) {
            assert!((corrected - want).abs() < 1e-15, "{corrected} for {want}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
