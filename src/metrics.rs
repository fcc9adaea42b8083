//! A file a metric: text in, integer counts out; counts in, score out.
//!
//! Row score, corpus score and resampling take the same path from counts. Scores are on the scale
//! 0 to 100 unless said otherwise, unrounded, and the same bits on every machine. Nothing here
//! reads a reply or knows a task.

pub mod chrf;
pub mod classification;
pub mod metricx;
pub mod rouge_tl;

/// The plain mean of finite values, added in order; `None` for none.
fn mean(values: &[f64]) -> Option<f64> {
    let mut sum = 0.0;
    for value in values {
        sum += value;
    }
    (!values.is_empty()).then(|| sum / values.len() as f64)
}
