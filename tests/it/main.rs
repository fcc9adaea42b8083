//! All native tests, one binary.

mod golden;
mod stats;
