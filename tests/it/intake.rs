//! Files to predictions and reports.

pub mod fixture;
