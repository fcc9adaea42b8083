//! What pages share; the only writers.

pub mod ask; // questions to the worker
pub mod endpoint; // does it answer, and which models has it
pub mod runs; // runs under way in this tab
