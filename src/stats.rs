//! Seeded generators, means, percentiles and resampling, to the bit as the references have them.
//!
//! Knows no text and no metric. Every seed is an argument, so that it can stand in a signature.

pub mod bootstrap;
pub mod paired;
pub mod pcg64;

/// Why there is no number for a list of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoNumber {
    /// Nothing was measured; that is not a zero.
    #[error("no rows")]
    NoRows,
    /// A value is NaN or infinite, which would spread into every mean.
    #[error("row {row_idx} has no finite value")]
    NotFinite {
        /// Position of the first such row, from 0.
        row_idx: usize,
    },
}

/// The plain mean, added in row order.
pub fn mean(values: &[f64]) -> Result<f64, NoNumber> {
    check_rows(values)?;
    let mut sum = 0.0;
    for value in values {
        sum += value;
    }
    Ok(sum / values.len() as f64)
}

/// The value below which `percent` of a sorted list lies, interpolated linearly between
/// neighbours in the way of numpy; `None` for an empty list.
///
/// `percent` is in `0.0..=100.0`; outside, the nearer end is taken. The list must be sorted in
/// rising order.
pub fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let last_idx = sorted.len().checked_sub(1)?;
    let place = (percent / 100.0 * last_idx as f64).clamp(0.0, last_idx as f64);
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
    // Two forms, so that the result never leaves the interval: numpy's `_lerp`.
    Some(if share >= 0.5 {
        above - (above - below) * (1.0 - share)
    } else {
        below + (above - below) * share
    })
}

/// Complains about an empty list, then about a row without a finite value.
fn check_rows(values: &[f64]) -> Result<(), NoNumber> {
    if values.is_empty() {
        return Err(NoNumber::NoRows);
    }
    let not_finite = values.iter().position(|value| !value.is_finite());
    not_finite.map_or(Ok(()), |row_idx| Err(NoNumber::NotFinite { row_idx }))
}

#[cfg(test)]
mod tests {
    use super::{NoNumber, mean, percentile};

    #[test]
    fn nothing_has_no_mean_and_nan_is_named() {
        assert_eq!(mean(&[]), Err(NoNumber::NoRows));
        assert_eq!(
            mean(&[1.0, f64::NAN, 0.0]),
            Err(NoNumber::NotFinite { row_idx: 1 })
        );
        assert_eq!(
            mean(&[1.0, 0.0, f64::INFINITY]),
            Err(NoNumber::NotFinite { row_idx: 2 })
        );
        assert_eq!(mean(&[1.0, 0.0, 0.5]), Ok(0.5));
    }

    #[test]
    fn percentiles_lie_between_neighbours() {
        let cases: [(&[f64], f64, Option<f64>); 9] = [
            (&[], 50.0, None),
            (&[7.0], 0.0, Some(7.0)),
            (&[7.0], 97.5, Some(7.0)),
            (&[1.0, 2.0], 50.0, Some(1.5)),
            (&[1.0, 2.0, 4.0], 50.0, Some(2.0)),
            (&[1.0, 2.0, 4.0], 75.0, Some(3.0)),
            (&[1.0, 2.0, 4.0], 100.0, Some(4.0)),
            (&[1.0, 2.0, 4.0], 120.0, Some(4.0)),
            (&[1.0, 2.0, 4.0], -1.0, Some(1.0)),
        ];
        for (sorted, percent, want) in cases {
            assert_eq!(percentile(sorted, percent), want, "{percent} of {sorted:?}");
        }
    }
}
