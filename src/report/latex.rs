//! A result as a row of the paper's table, in LaTeX with `booktabs`.

use std::fmt::Write;

use super::columns::{Column, Group, paper_groups};
use super::names;
use super::sheet::Sheet;

/// Marks a number over a part of the rows.
const PART: &str = r"$^{\dagger}$";

/// See the module. A number that is not there is `--`, and so is an average that lacks a part.
pub(super) fn write(sheet: &Sheet<'_>) -> String {
    let groups = paper_groups(sheet.suite);
    let n_columns: usize = groups.iter().map(|group| group.columns.len()).sum();
    let mut lines = vec![
        "% Needs \\usepackage{booktabs}.".to_owned(),
        comment(&sheet.setting()),
        comment(&names::policy(sheet.policy)),
        comment(&format!("Signature: {}", sheet.signature.line)),
    ];
    lines.extend(missing(sheet, &groups).iter().map(|line| comment(line)));
    lines.push(format!("\\begin{{tabular}}{{l{}}}", "r".repeat(n_columns)));
    lines.push("\\toprule".to_owned());
    lines.extend(head(&groups));
    lines.push("\\midrule".to_owned());
    let cells = each_column(&groups, |column| cell(sheet, column));
    // In braces: a bracket after a rule would be an option of it.
    let name = format!("{{{}}}", escaped(sheet.row_name()));
    lines.push(row(&name, &cells));
    lines.push("\\bottomrule".to_owned());
    lines.push("\\end{tabular}".to_owned());
    lines.push(String::new());
    lines.push(format!("{{\\footnotesize {}\\par}}", notes(sheet)));
    lines.push(String::new());
    lines.join("\n")
}

/// Competencies with their rules, tasks, metrics.
fn head(groups: &[Group]) -> Vec<String> {
    let mut names = Vec::new();
    let mut rules = String::new();
    // The first column is the model's.
    let mut first = 2;
    for group in groups {
        let n_columns = group.columns.len();
        let name = escaped(group.name.as_deref().unwrap_or_default());
        names.push(format!("\\multicolumn{{{n_columns}}}{{c}}{{{name}}}"));
        let last = first + n_columns - 1;
        let _ = write!(rules, "\\cmidrule(lr){{{first}-{last}}}");
        first = last + 1;
    }
    let tasks = each_column(groups, |column| match column {
        Column::Score { task_id, .. } => escaped(task_id),
        Column::Average { .. } => "Avg.".to_owned(),
    });
    let metrics = each_column(groups, |column| match column {
        Column::Score { metric, .. } => escaped(names::metric(*metric)),
        Column::Average { .. } => String::new(),
    });
    vec![
        row("", &names),
        rules,
        row("Model", &tasks),
        row("", &metrics),
    ]
}

fn each_column(groups: &[Group], cell: impl Fn(&Column) -> String) -> Vec<String> {
    let columns = groups.iter().flat_map(|group| &group.columns);
    columns.map(cell).collect()
}

fn row(name: &str, cells: &[String]) -> String {
    format!("{name} & {} \\\\", cells.join(" & "))
}

fn cell(sheet: &Sheet<'_>, column: &Column) -> String {
    let Some(value) = sheet.value(column) else {
        return "--".to_owned();
    };
    let mark = if is_part(sheet, column) { PART } else { "" };
    format!("{}{mark}", names::score(value))
}

/// Whether a number is none that may carry the official name.
fn is_part(sheet: &Sheet<'_>, column: &Column) -> bool {
    match column {
        Column::Score { task_id, metric } => sheet
            .cell(task_id, *metric)
            .is_some_and(|cell| cell.value.is_ok() && !cell.is_complete),
        Column::Average { .. } => false,
    }
}

/// Below the table, for readers.
fn notes(sheet: &Sheet<'_>) -> String {
    let tasks = sheet.tasks.iter().map(|task| task.score);
    let parts = tasks.filter(|score| !score.is_complete);
    let parts: Vec<String> = parts
        .map(|score| {
            let n_scored = score.counts.n_scored(sheet.policy);
            let task_id = escaped(&score.task_id);
            format!("{task_id} {n_scored}/{}", score.counts.n_rows)
        })
        .collect();
    let mut notes = format!(
        "{} {} {}",
        escaped(&sheet.setting()),
        escaped(&sheet.unread()),
        escaped(&names::policy(sheet.policy))
    );
    if !parts.is_empty() {
        let what = if sheet.is_sample() {
            "Not the official rows"
        } else {
            "Over a part of the rows"
        };
        let _ = write!(notes, " {PART}{what}: {}.", parts.join(", "));
    }
    notes
}

/// What each dash stands for.
fn missing(sheet: &Sheet<'_>, groups: &[Group]) -> Vec<String> {
    let columns = groups.iter().flat_map(|group| &group.columns);
    let scores: Vec<_> = columns
        .clone()
        .filter_map(|column| match column {
            Column::Score { task_id, metric } => Some((task_id.clone(), *metric)),
            Column::Average { .. } => None,
        })
        .collect();
    let mut lines = sheet.reasons(&scores);
    for column in columns {
        if let Column::Average { id } = column
            && let Some(average) = sheet.average(id)
            && average.value.is_none()
        {
            let (n_there, n_parts) = (average.n_there, average.n_parts);
            lines.push(format!("{id}: no average, {n_there} of {n_parts} parts"));
        }
    }
    lines
}

/// What TeX does not read.
fn comment(text: &str) -> String {
    format!("% {}", names::one_line(text))
}

/// A text as it stands, in one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in names::one_line(text).chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn nothing_of_a_name_is_a_command() {
        for (text, want) in [
            ("org/modelo_1.5", "org/modelo\\_1.5"),
            ("100 % & #1", "100 \\% \\& \\#1"),
            ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
            ("a~b^c$d", "a\\textasciitilde{}b\\textasciicircum{}c\\$d"),
            ("isa\ndalawa", "isa dalawa"),
        ] {
            assert_eq!(escaped(text), want);
        }
    }
}
