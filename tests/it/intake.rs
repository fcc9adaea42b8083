//! Files to predictions and reports.

mod fixture;
