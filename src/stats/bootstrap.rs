//! Resampled means of per-row values, with percentiles.

use crate::stats::mt19937::Mt19937;
use crate::stats::pcg64::Pcg64;
use crate::stats::{NoNumber, check_rows, percentile};

/// Resamples of [`xlsum`] and confidence, both fixed by the reference.
const N_RESAMPLES: usize = 1000;
const CONFIDENCE: f64 = 0.95;

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

/// The bootstrap aggregator of XL-Sum's multilingual ROUGE with SEA-HELM's seed: 1,000 resamples
/// of the rows, the mean of each column, percentiles 2.5, 50 and 97.5 of every column alone.
///
/// The generator starts anew from the seed at every call, so the order of the rows matters: the
/// same rows in another order give another median. SEA-HELM's seed is 4156.
pub fn xlsum<const N: usize>(rows: &[[f64; N]], seed: u32) -> Result<[Interval; N], NoNumber> {
    let is_finite = |row: &[f64; N]| row.iter().all(|value| value.is_finite());
    check_rows(rows.len(), rows.iter().position(|row| !is_finite(row)))?;
    let mut generator = Mt19937::new(seed);
    Ok(intervals(rows, N_RESAMPLES, |n| generator.below_masked(n)))
}

/// Percentile bootstrap of the mean of per-row values: `n_resamples` resamples drawn by
/// [`Pcg64`] from `seed`.
///
/// Ours, not the reference's: label it so. At least one resample is drawn.
pub fn mean_interval(values: &[f64], n_resamples: usize, seed: u64) -> Result<Interval, NoNumber> {
    check_rows(
        values.len(),
        values.iter().position(|value| !value.is_finite()),
    )?;
    let rows: Vec<[f64; 1]> = values.iter().map(|&value| [value]).collect();
    let mut generator = Pcg64::new(seed);
    let [interval] = intervals(&rows, n_resamples.max(1), |n| generator.below_lemire(n));
    Ok(interval)
}

/// Needs at least one row and one resample.
fn intervals<const N: usize>(
    rows: &[[f64; N]],
    n_resamples: usize,
    mut draw_below: impl FnMut(u32) -> u32,
) -> [Interval; N] {
    let n_rows = u32::try_from(rows.len()).expect("rows of a task are far fewer than 2^32");
    let mut means: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(n_resamples));
    for _ in 0..n_resamples {
        let mut sums = [0.0; N];
        for _ in 0..n_rows {
            let row = &rows[draw_below(n_rows) as usize];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
        for (column, sum) in means.iter_mut().zip(sums) {
            column.push(sum / f64::from(n_rows));
        }
    }
    // As the reference writes it: 2.5 and a bit, 97.5 and a bit less.
    let tail = (1.0 - CONFIDENCE) / 2.0;
    means.map(|mut column| {
        column.sort_unstable_by(f64::total_cmp);
        let at = |percent| percentile(&column, percent).expect("at least one resample");
        Interval {
            low: at(100.0 * tail),
            mid: at(50.0),
            high: at(100.0 * (1.0 - tail)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{mean_interval, xlsum};
    use crate::stats::NoNumber;

    #[test]
    fn equal_rows_give_their_value_exactly() {
        let [interval] = xlsum(&[[0.3], [0.3], [0.3]], 4156).unwrap();
        let bits = [interval.low, interval.mid, interval.high].map(f64::to_bits);
        assert_eq!(bits, [0.3_f64.to_bits(); 3]);
    }

    #[test]
    fn the_order_of_the_rows_matters() {
        let rows: Vec<[f64; 1]> = (0..7).map(|idx| [f64::from(idx * idx)]).collect();
        let turned: Vec<[f64; 1]> = rows.iter().rev().copied().collect();
        assert_ne!(xlsum(&rows, 4156), xlsum(&turned, 4156));
    }

    #[test]
    fn no_rows_and_nan_are_said_rather_than_averaged() {
        assert_eq!(xlsum::<3>(&[], 4156), Err(NoNumber::NoRows));
        let rows = [[1.0, 1.0], [0.0, f64::NAN], [0.0, 0.0]];
        assert_eq!(xlsum(&rows, 4156), Err(NoNumber::NotFinite { row_idx: 1 }));
        assert_eq!(mean_interval(&[], 10, 1), Err(NoNumber::NoRows));
        assert_eq!(
            mean_interval(&[f64::NAN], 10, 1),
            Err(NoNumber::NotFinite { row_idx: 0 })
        );
    }

    #[test]
    fn an_interval_holds_the_mean_and_follows_the_seed() {
        let values: Vec<f64> = (0..50).map(|idx| f64::from(idx % 7)).collect();
        let interval = mean_interval(&values, 1000, 12345).unwrap();
        let mean = crate::stats::mean(&values).unwrap();
        assert!(interval.low < mean && mean < interval.high, "{interval:?}");
        assert!((interval.mid - mean).abs() < 0.1, "{interval:?}");
        assert_eq!(mean_interval(&values, 1000, 12345), Ok(interval));
        assert_ne!(mean_interval(&values, 1000, 12346), Ok(interval));
    }
}
