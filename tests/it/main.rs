//! All native tests, one binary.

mod golden;
mod official;
mod prompts;
mod stats;
mod suites;
mod tidy;
