//! A file a metric: text in, integer counts out; counts in, score out.
//!
//! Row score, corpus score and resampling take the same path from counts. Scores are on the scale
//! 0 to 100 unless said otherwise, unrounded, and the same bits on every machine. Nothing here
//! reads a reply or knows a task.

pub mod chrf;
pub mod classification;
pub mod rouge_tl;
