//! Resampled means of per-row values, with percentiles. Ours, not a reference's: label it so.

use crate::stats::pcg64::Pcg64;
use crate::stats::{NoNumber, check_rows, percentile};

/// Percentiles of resampled means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Percentile 2.5.
    pub low: f64,
    /// The median.
    pub mid: f64,
    /// Percentile 97.5.
    pub high: f64,
}

/// Percentile bootstrap of the mean of per-row values: `n_resamples` resamples drawn by
/// [`Pcg64`] from `seed`.
///
/// At least one resample is drawn.
pub fn mean_interval(values: &[f64], n_resamples: usize, seed: u64) -> Result<Interval, NoNumber> {
    check_rows(values)?;
    Ok(interval(values, n_resamples.max(1), seed))
}

/// Needs at least one value and one resample.
fn interval(values: &[f64], n_resamples: usize, seed: u64) -> Interval {
    let n_rows = u32::try_from(values.len()).expect("rows of a task are far fewer than 2^32");
    let mut generator = Pcg64::new(seed);
    let mut means = Vec::with_capacity(n_resamples);
    for _ in 0..n_resamples {
        let mut sum = 0.0;
        for _ in 0..n_rows {
            sum += values[generator.below_lemire(n_rows) as usize];
        }
        means.push(sum / f64::from(n_rows));
    }
    means.sort_unstable_by(f64::total_cmp);
    let at = |percent| percentile(&means, percent).expect("at least one resample");
    Interval {
        low: at(2.5),
        mid: at(50.0),
        high: at(97.5),
    }
}

#[cfg(test)]
mod tests {
    use super::mean_interval;
    use crate::stats::{NoNumber, mean};

    #[test]
    fn no_rows_and_nan_are_said_rather_than_averaged() {
        assert_eq!(mean_interval(&[], 10, 1), Err(NoNumber::NoRows));
        assert_eq!(
            mean_interval(&[1.0, f64::NAN], 10, 1),
            Err(NoNumber::NotFinite { row_idx: 1 })
        );
    }

    #[test]
    fn an_interval_holds_the_mean_and_follows_the_seed() {
        let values: Vec<f64> = (0..50).map(|idx| f64::from(idx % 7)).collect();
        let interval = mean_interval(&values, 1000, 12345).unwrap();
        let mean = mean(&values).unwrap();
        assert!(interval.low < mean && mean < interval.high, "{interval:?}");
        assert!((interval.mid - mean).abs() < 0.1, "{interval:?}");
        assert_eq!(mean_interval(&values, 1000, 12345), Ok(interval));
        assert_ne!(mean_interval(&values, 1000, 12346), Ok(interval));
    }
}
