//! All native tests, one binary.

mod answers;
#[path = "../shared/bits.rs"]
mod bits;
mod golden;
mod intake;
mod metrics;
mod official;
mod prompts;
mod providers;
mod records;
mod runs;
mod scores;
mod stats;
mod suites;
mod tidy;
