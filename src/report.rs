//! Averages of scores, and what a number is made of.
//!
//! Never fills a gap: a mean with a missing part has no value, only a list of what is missing.

pub mod average;
pub mod spread;
pub mod stray;
