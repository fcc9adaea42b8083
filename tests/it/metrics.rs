//! Metrics against the numbers of the reference packages.
//!
//! The references' own arithmetic is followed step by step, so the bits agree, not just 1e-9.

mod chrf;
mod classification;
mod edges;
mod laws;
mod official;
mod rouge_tl;
mod significance;

use crate::bits;

/// Same bits as the reference.
#[track_caller]
fn check_bits(got: f64, want: f64, of: &str) {
    assert_eq!(
        got.to_bits(),
        want.to_bits(),
        "{of}: got {got}, want {want}"
    );
}

#[test]
fn every_score_has_the_bits_of_every_machine() {
    assert_eq!(bits::digest(), bits::EXPECTED);
}
