//! Plain text, one answer a line: used by order only, so every line counts, blank ones included.

use std::borrow::Cow;

use super::{RawRow, Reader, Value};
use crate::intake::lines::lines;
use crate::intake::report::ComplaintKind;
use crate::intake::sniff::Shape;
use crate::intake::table::records;

/// Fewest lines that are answers rather than a note.
const MIN_LINES: usize = 2;

/// Whether a text could be answers a line. What begins like data is damaged data, and what has the
/// same cells in every line is a table with names that nobody knows.
pub(super) fn is_plain(text: &str, delimiter: u8) -> bool {
    let mut found = lines(text);
    let begins_like_data = |line: &str| {
        let line = line.trim_start();
        line.starts_with(['{', '}', '[', ']', '<']) || (line.starts_with('"') && line.contains(':'))
    };
    if found.clone().any(|line| begins_like_data(line.text)) || found.nth(MIN_LINES - 1).is_none() {
        return false;
    }
    let n_cells = |cells: &Result<Vec<Cow<'_, str>>, &str>| cells.as_ref().map_or(0, Vec::len);
    let mut rows = records(text, delimiter).map(|row| n_cells(&row.cells));
    let first = rows.next().unwrap_or(0);
    first < 2 || rows.any(|n_cells| n_cells != first)
}

impl<'t> Reader<'_, '_, 't> {
    /// Every line to a row.
    pub(super) fn plain_lines(&mut self, text: &'t str) {
        self.file.shape = Some(Shape::PlainLines);
        let mut number = 0;
        for line in lines(text) {
            // A blank line is an answer that is not there.
            for blank in number + 1..line.number {
                self.rows.push(RawRow::new(blank, Value::Null));
            }
            number = line.number;
            if line.is_unterminated
                && lines(text)
                    .filter(|other| other.text == line.text)
                    .nth(1)
                    .is_none()
            {
                self.complain(number, ComplaintKind::NoLineEnd, line.text);
            }
            let cell = crate::intake::value::Cell::Text(Cow::Borrowed(line.text));
            let value = self.cell(cell, number);
            self.rows.push(RawRow::new(number, value));
        }
    }
}
