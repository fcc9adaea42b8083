//! MetricX-24 is computed elsewhere; here its error becomes a score.

/// SEA-HELM's normalisation of an error of 0 to 25, to a score of 100 to 0.
pub fn normalized(error: f64) -> f64 {
    100.0 * ((25.0 - error) / 25.0).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::normalized;

    #[test]
    fn an_error_of_nothing_is_a_hundred_and_one_beyond_the_scale_is_nothing() {
        for (error, want) in [(0.0, 100.0), (6.25, 75.0), (25.0, 0.0), (26.0, 0.0)] {
            assert_eq!(normalized(error).to_bits(), f64::to_bits(want), "{error}");
        }
    }
}
