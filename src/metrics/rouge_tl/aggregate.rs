//! XL-Sum's bootstrap aggregator with SEA-HELM's seed. The median it gives is part of the metric:
//! it is what the reference reports instead of a mean.

use crate::metrics::rouge_tl::NoRows;
use crate::metrics::rouge_tl::mt19937::Mt19937;

/// SEA-HELM's seed for every aggregation.
pub const SEED: u32 = 4156;

const N_RESAMPLES: usize = 1000;
const CONFIDENCE: f64 = 0.95;

/// Percentiles of resampled means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Percentiles {
    /// Percentile 2.5.
    pub low: f64,
    /// The median.
    pub mid: f64,
    /// Percentile 97.5.
    pub high: f64,
}

/// Resamples the rows, takes the mean of each column, and then percentiles of every column alone.
///
/// The generator starts anew from [`SEED`] at every call, so the order of the rows matters: the
/// same rows in another order give another median.
pub(super) fn resample<const N: usize>(rows: &[[f64; N]]) -> Result<[Percentiles; N], NoRows> {
    if rows.is_empty() {
        return Err(NoRows);
    }
    let n_rows = u32::try_from(rows.len()).expect("rows of a task are far fewer than 2^32");
    let mut generator = Mt19937::new(SEED);
    let mut means: [Vec<f64>; N] = std::array::from_fn(|_| Vec::with_capacity(N_RESAMPLES));
    for _ in 0..N_RESAMPLES {
        let mut sums = [0.0; N];
        for _ in 0..n_rows {
            let row = &rows[generator.below_masked(n_rows) as usize];
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
    Ok(means.map(|mut column| {
        column.sort_unstable_by(f64::total_cmp);
        let at = |percent| percentile(&column, percent).expect("a thousand resamples");
        Percentiles {
            low: at(100.0 * tail),
            mid: at(50.0),
            high: at(100.0 * (1.0 - tail)),
        }
    }))
}

/// numpy's linear interpolation, the same as `stats` has: the reference's own lies with the
/// reference, so that nothing we do to our intervals can move a score.
fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let last_idx = sorted.len().checked_sub(1)?;
    let place = percent / 100.0 * last_idx as f64;
    let floor = place.floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number between 0 and the last index"
    )]
    let idx = floor as usize;
    let share = place - floor;
    let below = sorted.get(idx)?;
    let above = sorted.get((idx + 1).min(last_idx))?;
    Some(if share >= 0.5 {
        above - (above - below) * (1.0 - share)
    } else {
        below + (above - below) * share
    })
}

#[cfg(test)]
mod tests {
    use super::resample;
    use crate::metrics::rouge_tl::NoRows;

    #[test]
    fn few_rows_give_their_values_exactly() {
        let [column] = resample(&[[0.3], [0.3], [0.3]]).unwrap();
        let bits = [column.low, column.mid, column.high].map(f64::to_bits);
        assert_eq!(bits, [0.3_f64.to_bits(); 3]);
        let [column] = resample(&[[1.0], [0.0], [0.5]]).unwrap();
        let bits = [column.low, column.mid].map(f64::to_bits);
        assert_eq!(bits, [0.0, 0.5_f64].map(f64::to_bits));
    }

    #[test]
    fn the_order_of_the_rows_matters() {
        let rows: Vec<[f64; 1]> = (0..7).map(|idx| [f64::from(idx * idx)]).collect();
        let turned: Vec<[f64; 1]> = rows.iter().rev().copied().collect();
        assert_ne!(resample(&rows), resample(&turned));
    }

    #[test]
    fn no_rows_have_no_median() {
        assert_eq!(resample::<3>(&[]), Err(NoRows));
    }
}
