//! Tables.

use std::borrow::Cow;

use super::plain::is_plain;
use super::{RawRow, Reader, Value};
use crate::intake::lines::excerpt;
use crate::intake::report::{ComplaintKind, FileFault, PREVIEW_COLUMNS, PREVIEW_ROWS, Preview};
use crate::intake::sniff::{Columns, Shape, guess_columns};
use crate::intake::table::{Record as TableRecord, guess_delimiter, records};
use crate::intake::value::{Cell, read_table_cell};

impl<'t> Reader<'_, '_, 't> {
    pub(super) fn table(&mut self, text: &'t str) -> Result<(), FileFault> {
        let (text, stated) = match text.split_once(['\n', '\r']) {
            // Excel's own way to name the delimiter; the line counts as line 1 all the same.
            Some((first, _)) => (text, stated_delimiter(first)),
            None => (text, None),
        };
        let is_known = |name: &str| {
            let columns = guess_columns(&[name]);
            columns != Columns::default()
        };
        let delimiter = stated.unwrap_or_else(|| guess_delimiter(text, &is_known));
        let mut rows = records(text, delimiter).skip(usize::from(stated.is_some()));
        let header = rows.next().and_then(|record| record.cells.ok());
        let header = header.unwrap_or_default();
        let names: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        self.file.preview = Some(Preview {
            names: names.iter().take(PREVIEW_COLUMNS).cloned().collect(),
            rows: rows.clone().take(PREVIEW_ROWS).map(first_cells).collect(),
        });
        let columns = match self.chosen {
            Some(chosen) => chosen.clone(),
            None => guess_columns(&names.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        self.file.columns = Some(columns.clone());
        let position = |name: &Option<String>| {
            name.as_ref()
                .and_then(|name| names.iter().position(|found| found == name))
        };
        let Some(prediction) = position(&columns.prediction) else {
            if columns == Columns::default() && stated.is_none() && is_plain(text, delimiter) {
                // No line is a header: there are no columns to choose among.
                self.file.preview = None;
                self.plain_lines(text);
                return Ok(());
            }
            if columns == Columns::default() && names.len() < 2 {
                return Err(FileFault::Unrecognised);
            }
            return Err(FileFault::NoPredictionColumn {
                columns: names.into_iter().take(PREVIEW_COLUMNS).collect(),
            });
        };
        self.file.shape = Some(if delimiter == b'\t' {
            Shape::Tsv
        } else {
            Shape::Csv
        });
        for (at, name) in names.iter().enumerate() {
            if names.iter().take(at).any(|earlier| earlier == name) && !name.is_empty() {
                self.complain(1, ComplaintKind::RepeatedField { name: name.clone() }, name);
            }
        }
        let at = TableColumns {
            task: position(&columns.task),
            id: position(&columns.id),
            prediction,
            reasoning: position(&columns.reasoning),
            gold: position(&columns.gold),
            model: position(&columns.model),
            finish_reason: position(&columns.finish_reason),
        };
        let all = rows.clone();
        let mut rows = rows.peekable();
        while let Some(record) = rows.next() {
            let is_open = rows.peek().is_none() && !text.ends_with(['\n', '\r']);
            if is_open && may_be_cut(&record, names.len(), &at, text, all.clone()) {
                let last = record.cells.as_ref().ok().and_then(|cells| cells.last());
                let last = last.cloned().unwrap_or_default();
                self.complain(record.line, ComplaintKind::NoLineEnd, &last);
            }
            if record.has_stray_quote
                && let Ok(cells) = &record.cells
            {
                let about = cells.join(" | ");
                self.complain(record.line, ComplaintKind::StrayQuote, &about);
            }
            let row = self.table_row(record.cells, (record.line, is_open), names.len(), &at);
            self.rows.push(row);
        }
        Ok(())
    }

    fn table_row(
        &mut self,
        cells: Result<Vec<Cow<'t, str>>, &'t str>,
        (line, is_open): (usize, bool),
        n_columns: usize,
        at: &TableColumns,
    ) -> RawRow<'t> {
        let n_bytes = cells.as_ref().map_or_else(
            |raw| raw.len(),
            |cells| cells.iter().map(|cell| cell.len() + 1).sum(),
        );
        self.watch.row(n_bytes);
        let mut cells = match cells {
            Ok(cells) => cells,
            Err(raw) => {
                let kind = if is_open {
                    ComplaintKind::CutOff
                } else {
                    ComplaintKind::OpenQuote
                };
                self.complain(line, kind, raw);
                return RawRow::new(line, Value::Unread);
            }
        };
        // Spreadsheets write empty cells behind the last column.
        while cells.len() > n_columns && cells.last().is_some_and(|cell| cell.is_empty()) {
            cells.pop();
        }
        if cells.len() != n_columns {
            let kind = if is_open && cells.len() < n_columns {
                ComplaintKind::CutOff
            } else {
                ComplaintKind::CellCount {
                    found: cells.len(),
                    expected: n_columns,
                }
            };
            self.complain(line, kind, &cells.join(" | "));
            return RawRow::new(line, Value::Unread);
        }
        let mut take = |position: Option<usize>| {
            let cell = position.and_then(|position| cells.get_mut(position))?;
            let cell = std::mem::take(cell);
            (!cell.is_empty()).then_some(cell)
        };
        let text = take(Some(at.prediction));
        let mut row = RawRow::new(line, Value::Null);
        row.task_name = take(at.task);
        row.id = take(at.id);
        row.reasoning = take(at.reasoning);
        row.gold = take(at.gold);
        row.model = take(at.model);
        row.finish_reason = take(at.finish_reason);
        if let Some(text) = text {
            let (cell, note) = read_table_cell(text);
            if let (Some(note), Cell::Text(text)) = (note, &cell) {
                let text = text.clone();
                self.complain(line, ComplaintKind::Cell(note), &text);
            }
            row.value = self.cell(cell, line);
        }
        row
    }
}

/// Whether a last row without a line end may lack a part of its last cell: it is one that counts,
/// no quote closes it, and no other row has the same.
fn may_be_cut<'t>(
    record: &TableRecord<'_>,
    n_columns: usize,
    at: &TableColumns,
    text: &str,
    all: impl Iterator<Item = TableRecord<'t>>,
) -> bool {
    let Some(last) = record.cells.as_ref().ok().and_then(|cells| cells.last()) else {
        return false;
    };
    let n_cells = record.cells.as_ref().map_or(0, Vec::len);
    let is_closed = text.ends_with('"') && !record.has_stray_quote;
    if n_cells != n_columns || is_closed || !at.uses(n_columns.saturating_sub(1)) {
        return false;
    }
    let mut same = all.filter(|other| {
        let cells = other.cells.as_ref().ok();
        cells.is_some_and(|cells| cells.len() == n_columns && cells.last() == Some(last))
    });
    // It is among them itself.
    same.nth(1).is_none()
}

/// The delimiter of a first line like `sep=;`, quoted or not.
fn stated_delimiter(first: &str) -> Option<u8> {
    let first = first.trim_matches('"');
    let stated = first.strip_prefix("sep=")?;
    (stated.len() == 1).then(|| stated.bytes().last()).flatten()
}

/// A row for a preview: its cells, each shortened.
fn first_cells(record: TableRecord<'_>) -> Vec<String> {
    let cells = record.cells.unwrap_or_default();
    let cells = cells.iter().take(PREVIEW_COLUMNS);
    cells.map(|cell| excerpt(cell)).collect()
}

/// Positions of the columns of a table.
struct TableColumns {
    task: Option<usize>,
    id: Option<usize>,
    prediction: usize,
    reasoning: Option<usize>,
    gold: Option<usize>,
    model: Option<usize>,
    finish_reason: Option<usize>,
}

impl TableColumns {
    fn uses(&self, position: usize) -> bool {
        let others = [
            self.task,
            self.id,
            self.reasoning,
            self.gold,
            self.model,
            self.finish_reason,
        ];
        self.prediction == position || others.contains(&Some(position))
    }
}
