//! Reads a suite file and checks that it holds together.

use super::Suite;

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

/// Parses and checks a suite file.
pub fn parse_suite(json: &str) -> Result<Suite, SuiteError> {
    Ok(serde_json::from_str(json)?)
}

/// Batayan, as shipped in `data/suites/batayan.json`.
pub const BATAYAN_JSON: &str = include_str!("../../data/suites/batayan.json");
