//! How far the numbers of several runs of the same rows lie apart.

/// A number that was measured several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How often, at least once.
    pub n: usize,
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample (divided by `n − 1`); `None` of a single value.
    pub deviation: Option<f64>,
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

/// The spread of values, summed in their order. `None` when there are none.
pub fn spread(values: &[f64]) -> Option<Spread> {
    let (&first, rest) = values.split_first()?;
    let n = values.len();
    let mean = values.iter().sum::<f64>() / n as f64;
    let squares: f64 = values
        .iter()
        .map(|value| (value - mean) * (value - mean))
        .sum();
    Some(Spread {
        n,
        mean,
        deviation: (n > 1).then(|| (squares / (n - 1) as f64).sqrt()),
        low: rest.iter().copied().fold(first, f64::min),
        high: rest.iter().copied().fold(first, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_is_that_of_a_sample_and_one_value_has_none() {
        assert_eq!(spread(&[]), None);
        let one = spread(&[42.0]).expect("a value");
        assert_eq!((one.n, one.mean, one.deviation), (1, 42.0, None));
        assert_eq!((one.low, one.high), (42.0, 42.0));
        // By hand: mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, 32 / 7.
        let eight = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let eight = spread(&eight).expect("values");
        assert_eq!((eight.n, eight.mean), (8, 5.0));
        assert_eq!((eight.low, eight.high), (2.0, 9.0));
        let deviation = eight.deviation.expect("several values");
        assert!(
            (deviation - 2.138_089_935_299_395).abs() < 1e-12,
            "{deviation}"
        );
        // Two values: half their distance times the root of two.
        let two = spread(&[60.0, 64.0])
            .expect("values")
            .deviation
            .expect("two");
        assert!((two - 2.828_427_124_746_190_3).abs() < 1e-12, "{two}");
        let same = spread(&[73.25; 3]).expect("values");
        assert_eq!(same.deviation, Some(0.0));
    }
}
