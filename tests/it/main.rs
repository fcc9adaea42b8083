//! All native tests, one binary.

#[path = "../shared/bits.rs"]
mod bits;
mod golden;
mod metrics;
mod official;
mod prompts;
mod stats;
mod suites;
mod tidy;
