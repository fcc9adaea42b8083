//! A run's rows as CSV, for spreadsheets and scripts.
//!
//! Quoted as RFC 4180 says and otherwise exact: a reply that begins with `=`, `+`, `-` or `@` is
//! written as it is, because a file that changes replies cannot be scored again. Spreadsheets may
//! take such a cell for a formula, so import the column as text; the page says so beside the button.
//! Behind the columns that are always there stand the scores of other programs, a column a name.

use std::collections::BTreeSet;

use super::RecordRow;
use super::json::RowExtras;

/// The columns, in order.
pub const COLUMNS: [&str; 20] = [
    "task",
    "row",
    "id",
    "outcome",
    "reply",
    "parity",
    "lenient",
    "gold",
    "score",
    "flags",
    "model",
    "finish_reason",
    "reasoning",
    "prompt_tokens",
    "output_tokens",
    "reasoning_tokens",
    "served_by",
    "error",
    "attempts",
    "reused_from",
];

/// What stands in front of the name that a column of another program's scores has.
pub const EXTERNAL_PREFIX: &str = "external:";

/// Writes rows with a header; lines end in CRLF. A cell is empty where nothing is known: a row
/// without `score` is unscored, not 0.
pub fn write_rows(rows: &[RecordRow], extras: &[RowExtras]) -> String {
    let mut text = String::new();
    let external: BTreeSet<&str> = extras
        .iter()
        .flat_map(|extras| extras.external.keys().map(String::as_str))
        .collect();
    let mut header: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
    header.extend(
        external
            .iter()
            .map(|name| format!("{EXTERNAL_PREFIX}{name}")),
    );
    push_line(&mut text, &header);
    let none = RowExtras::default();
    for (position, row) in rows.iter().enumerate() {
        let extras = extras.get(position).unwrap_or(&none);
        let mut line = cells(row, extras).to_vec();
        line.extend(external.iter().map(|name| {
            let score = extras.external.get(*name);
            score.map(f64::to_string).unwrap_or_default()
        }));
        push_line(&mut text, &line);
    }
    text
}

fn cells(row: &RecordRow, extras: &RowExtras) -> [String; 20] {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let count = |value: Option<u64>| value.map(|count| count.to_string()).unwrap_or_default();
    let error = match &row.outcome {
        crate::provider::Outcome::Failed { message, .. } => message.clone(),
        _ => String::new(),
    };
    [
        row.task_id.clone(),
        row.row_idx.to_string(),
        row.row_id.clone(),
        row.outcome.id().to_owned(),
        row.text.clone(),
        text(&extras.parity),
        text(&extras.lenient),
        text(&extras.gold),
        extras
            .score
            .map(|score| score.to_string())
            .unwrap_or_default(),
        extras.flags.join(" "),
        text(&row.model),
        text(&row.finish_reason),
        text(&row.reasoning),
        count(row.usage.prompt_tokens),
        count(row.usage.output_tokens),
        count(row.usage.reasoning_tokens),
        text(&row.served_by),
        error,
        row.attempts.len().to_string(),
        row.reused
            .as_ref()
            .map(|reused| reused.run_id.clone())
            .unwrap_or_default(),
    ]
}

fn push_line(text: &mut String, cells: &[String]) {
    for (position, cell) in cells.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        // Blanks at the ends are quoted because some readers trim bare cells.
        let needs_quotes = cell.contains([',', '"', '\n', '\r', '\0'])
            || cell.starts_with(char::is_whitespace)
            || cell.ends_with(char::is_whitespace);
        if needs_quotes {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push_str("\r\n");
}
