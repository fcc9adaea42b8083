//! All native tests, one binary.

mod answers;
mod batches;
#[path = "../shared/bits.rs"]
mod bits;
mod compared_words;
mod desk;
mod formats;
mod golden;
mod intake;
mod metrics;
mod metricx_server;
mod official;
#[path = "../shared/predictions.rs"]
mod predictions;
mod prompts;
mod providers;
mod records;
mod runs;
mod scores;
mod stand_ins;
mod stats;
mod suites;
mod tidy;
mod words;
