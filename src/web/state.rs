//! What pages share; the only writers.

pub mod ask; // questions to the worker
pub mod endpoint; // does it answer, and which models has it
pub mod go; // going to another page
pub mod new_run; // the form of a new run
pub mod runs; // runs under way in this tab
pub mod time; // the time, for pages
