//! Reads a suite file and checks that it holds together.

mod check;
#[cfg(test)]
mod tests;

use super::Suite;
use super::official::sha256_hex;

/// Why a suite file cannot be used. It ships with the page, so this is a defect of ours.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// Not JSON of the right shape.
    #[error("suite file: {0}")]
    Json(#[from] serde_json::Error),
    /// Well-formed, but contradicts itself.
    #[error("suite file: {0}")]
    Inconsistent(String),
}

/// Batayan, as shipped in `data/suites/batayan.json`.
pub const BATAYAN_JSON: &str = include_str!("../../data/suites/batayan.json");

/// Parses and checks a suite file.
///
/// # Errors
///
/// [`SuiteError::Json`] for a wrong shape; [`SuiteError::Inconsistent`] for the first rule that is
/// broken: hashes and commits have their shape, ids are unique, every template holds its fields
/// and no other, labels and metrics fit the kind of task, averages refer to what stands before them.
pub fn parse_suite(json: &str) -> Result<Suite, SuiteError> {
    let suite: Suite = serde_json::from_str(json)?;
    check::check_suite(&suite).map_err(SuiteError::Inconsistent)?;
    Ok(suite)
}

/// The shipped Batayan.
///
/// # Panics
///
/// Never: a test parses the same bytes.
pub fn batayan() -> Suite {
    parse_suite(BATAYAN_JSON).expect("the shipped suite file is parsed and checked by a test")
}

/// Lower-case hex SHA-256 of a suite file's text: prompts, labels, metrics and weights in one
/// number, for the signature of a run.
pub fn suite_sha256(json: &str) -> String {
    sha256_hex(json.as_bytes())
}
