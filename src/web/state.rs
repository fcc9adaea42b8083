//! What pages share; the only writers.

pub mod ask; // questions to the worker
pub mod runs; // runs under way in this tab
