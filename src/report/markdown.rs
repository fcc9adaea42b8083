//! A result as a Markdown table, a number a row.

use super::names;
use super::sheet::{Cell, Sheet};
use crate::suite::{MetricId, Task, View};

/// See the module. Numbers that are not there are a dash, with the reasons below.
pub(super) fn write(sheet: &Sheet<'_>) -> String {
    let mut lines = vec![
        format!("**{}**", escaped(sheet.row_name())),
        String::new(),
        escaped(&sheet.setting()),
        String::new(),
        "| Task | Metric | Score | 95 % interval | Rows scored |".to_owned(),
        "| --- | --- | ---: | ---: | ---: |".to_owned(),
    ];
    let mut columns = Vec::new();
    for task in sheet.known_tasks() {
        for metric in metrics_of(task) {
            if let Some(cell) = sheet.cell(&task.id, metric) {
                lines.push(row(&task.id, metric, &cell));
                columns.push((task.id.clone(), metric));
            }
        }
    }
    for (_, name, view, value, n_parts) in sheet.whole_averages() {
        let whose = match view {
            View::Paper => "paper",
            View::Seahelm => "SEA-HELM",
        };
        let value = names::score(value);
        let name = escaped(name);
        lines.push(format!(
            "| **{name}** ({whose}) | Mean of {n_parts} | {value} | | |"
        ));
    }
    lines.push(String::new());
    let reasons = sheet.reasons(&columns);
    if !reasons.is_empty() {
        lines.push(format!("— {}.", reasons.join("; ")));
        lines.push(String::new());
    }
    lines.push(format!(
        "{} {}",
        escaped(&sheet.unread()),
        names::policy(sheet.policy)
    ));
    lines.push(String::new());
    lines.push(format!("Signature: {}", code(&sheet.signature.line)));
    lines.push(String::new());
    lines.join("\n")
}

/// The paper's metrics, then SEA-HELM's.
fn metrics_of(task: &Task) -> Vec<MetricId> {
    let mut metrics = task.paper_metrics.clone();
    if !metrics.contains(&task.seahelm_metric) {
        metrics.push(task.seahelm_metric);
    }
    metrics
}

fn row(task_id: &str, metric: MetricId, cell: &Cell) -> String {
    let (value, scored) = match cell.value {
        Ok(value) => (
            names::score(value),
            format!("{}/{}", cell.n_scored, cell.n_rows),
        ),
        Err(_) => ("—".to_owned(), String::new()),
    };
    let interval = cell.interval.map(names::interval).unwrap_or_default();
    format!(
        "| {} | {} | {value} | {interval} | {scored} |",
        escaped(task_id),
        escaped(names::metric(metric)),
    )
}

/// A text as it stands, in one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in names::one_line(text).chars() {
        if r"\`*_{}[]<>#|~&$".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A text as code: between more backticks in a row than it holds.
fn code(text: &str) -> String {
    let text = names::one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default() + 1);
    if longest == Some(0) {
        format!("{fence}{text}{fence}")
    } else {
        format!("{fence} {text} {fence}")
    }
}

#[cfg(test)]
mod tests {
    use super::{code, escaped};

    #[test]
    fn a_name_cannot_leave_its_cell() {
        for (text, want) in [
            ("org/modelo-1.5", "org/modelo-1.5"),
            ("a|b", r"a\|b"),
            ("<b>*x*</b>", r"\<b\>\*x\*\</b\>"),
            ("isa\ndalawa\u{2028}tatlo", "isa dalawa tatlo"),
        ] {
            assert_eq!(escaped(text), want);
        }
    }

    #[test]
    fn code_holds_backticks() {
        for (text, want) in [("a", "`a`"), ("a`b", "`` a`b ``"), ("``", "``` `` ```")] {
            assert_eq!(code(text), want);
        }
    }
}
