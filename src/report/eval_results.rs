//! A result as the Hub of Hugging Face takes it: a file for `.eval_results/` of a model.
//!
//! A leaderboard has no room for a part of the rows: only numbers that may carry the official name
//! are written. The Hub wants the id of a dataset that is registered as a benchmark; none is known
//! for the suite, so the place is marked and left to whoever hands the file in.

use std::fmt::Write;

use super::columns::{Column, paper_groups};
use super::names;
use super::sheet::Sheet;
use crate::record::day::day_of;

/// Stands where the id of the dataset belongs.
pub const DATASET: &str = "OWNER/DATASET";

/// See the module.
pub(super) fn write(sheet: &Sheet<'_>) -> String {
    let mut yaml = format!(
        "# {}\n# {}\n# Signature: {}\n\
         # {DATASET} stands for a dataset that the Hub has as a benchmark; the task ids are to be those of \
         its eval.yaml.\n",
        names::one_line(&sheet.setting()),
        names::policy(sheet.policy),
        names::one_line(&sheet.signature.line),
    );
    let groups = paper_groups(sheet.suite);
    let columns = groups.iter().flat_map(|group| &group.columns);
    let entries: Vec<String> = columns.filter_map(|column| entry(sheet, column)).collect();
    if entries.is_empty() {
        yaml.push_str("# No number here is over all official rows.\n[]\n");
    } else {
        yaml.push_str(&entries.concat());
    }
    yaml
}

fn entry(sheet: &Sheet<'_>, column: &Column) -> Option<String> {
    let value = sheet.value(column)?;
    let (task_id, what) = match column {
        Column::Score { task_id, metric } => {
            let cell = sheet.cell(task_id, *metric)?;
            if !cell.is_complete {
                return None;
            }
            let name = names::metric(*metric);
            let rows = format!("{}/{} rows", cell.n_scored, cell.n_rows);
            (
                format!("{task_id}.{}", metric.id()),
                format!("{name}, {rows}"),
            )
        }
        Column::Average { id } => {
            let n_parts = sheet.average(id)?.n_parts;
            (id.clone(), format!("mean of {n_parts}"))
        }
    };
    let (year, month, day) = day_of(sheet.head.started_millis);
    let notes = format!(
        "{what}; {} {} Signature {}.",
        sheet.setting(),
        names::policy(sheet.policy),
        sheet.signature.short,
    );
    Some(format!(
        "- dataset:\n    id: {}\n    task_id: {}\n  value: {}\n  date: {}\n  notes: {}\n",
        quoted(DATASET),
        quoted(&task_id),
        names::score(value),
        quoted(&format!("{year:04}-{month:02}-{day:02}")),
        quoted(&notes),
    ))
}

/// A text between double quotes, which mean the same in every place of a YAML file.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            // Neither may stand in a file as it is, or it would end a line.
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_quoted_text_ends_where_it_should() {
        for (text, want) in [
            ("a: b # c", r#""a: b # c""#),
            ("\"\\", r#""\"\\""#),
            ("isa\ndalawa\u{85}", r#""isa\u000adalawa\u0085""#),
        ] {
            assert_eq!(quoted(text), want);
        }
    }
}
