//! The stored form of scores that other programs gave; see `wire`, whose rules hold here too.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::external::{ExternalColumn, ExternalValue, Maker, Program, Source, is_in_range};

/// A column; each value with its row and the digest of its text.
#[derive(Serialize, Deserialize)]
pub(super) struct WireColumn {
    name: String,
    task: String,
    program: String,
    #[serde(default)]
    model: String,
    #[serde(default)]
    precision: String,
    #[serde(default)]
    sources: Vec<WireSource>,
    values: Vec<(usize, f64, String)>,
}

#[derive(Serialize, Deserialize)]
struct WireSource {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
}

/// The stored form of all columns.
pub(super) fn to_wire(columns: &[ExternalColumn]) -> Vec<WireColumn> {
    let columns = columns.iter();
    columns
        .map(|column| WireColumn {
            name: column.name.clone(),
            task: column.task_id.clone(),
            program: column.maker.program.id().to_owned(),
            model: column.maker.model.clone(),
            precision: column.maker.precision.clone(),
            sources: column
                .sources
                .iter()
                .map(|source| WireSource {
                    name: source.name.clone(),
                    sha256: source.sha256.clone(),
                })
                .collect(),
            values: column
                .values
                .iter()
                .map(|(row_idx, value)| (*row_idx, value.score, value.text_digest.clone()))
                .collect(),
        })
        .collect()
}

/// The columns that were stored. A file may come from anywhere: of two columns of a name for a task
/// the first counts, and no score is taken that could not have been joined.
pub(super) fn from_wire(columns: Vec<WireColumn>) -> Vec<ExternalColumn> {
    let mut seen = BTreeSet::new();
    let is_new = |column: &WireColumn| seen.insert((column.name.clone(), column.task.clone()));
    let columns = columns.into_iter().filter(is_new);
    let columns = columns.map(|column| {
        let name = column.name;
        let values = column.values.into_iter();
        let values = values.filter(|(_, score, _)| is_in_range(&name, *score));
        ExternalColumn {
            task_id: column.task,
            maker: Maker {
                program: Program::from_id(&column.program),
                model: column.model,
                precision: column.precision,
            },
            sources: column
                .sources
                .into_iter()
                .map(|WireSource { name, sha256 }| Source { name, sha256 })
                .collect(),
            values: values
                .map(|(row_idx, score, text_digest)| {
                    (row_idx, ExternalValue { score, text_digest })
                })
                .collect(),
            name,
        }
    });
    columns.collect()
}
