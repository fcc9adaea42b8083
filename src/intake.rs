//! Files to predictions, aligned to the official rows, and a report of everything that was wrong.
//!
//! Drops nothing silently, trusts no label in a file, and gives no row an answer it did not have.

pub mod decode;
pub mod ids;
pub mod lines;
pub mod value;
