//! Averages of scores, and what a number is made of.
//!
//! Never fills a gap: a mean with a missing part has no value, only a list of what is missing.

pub mod average;
pub mod columns; // the columns of tables of results
pub mod eval_results; // scores for the Hub, YAML
pub mod every_eval; // scores for Every Eval Ever, JSON
pub mod latex; // the paper's row
pub mod markdown; // a table to read
pub mod methods; // a paragraph on how it was measured
pub mod names; // metrics and numbers as tables print them
pub mod sheet; // what all of these are written from
pub mod spread;
pub mod stray;
