//! Tables with commas, semicolons or tabs, as RFC 4180 and spreadsheets write them.
//!
//! Unlike a general CSV reader it notices a quote that is never closed, and goes on after that line.

use std::borrow::Cow;

/// One row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Line on which it begins.
    pub line: usize,
    /// Its cells; or the line as it stands when a quote in it is never closed.
    pub cells: Result<Vec<Cow<'a, str>>, &'a str>,
    /// Whether a quote stands where none should: inside a bare cell, or with text behind it.
    pub has_stray_quote: bool,
}

/// The rows of a table. Lines without any character are skipped.
pub fn records(text: &str, delimiter: u8) -> Records<'_> {
    Records {
        text,
        at: 0,
        line: 1,
        delimiter,
        n_open_quotes: 0,
    }
}

/// Made by [`records`].
#[derive(Clone, Debug)]
pub struct Records<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    delimiter: u8,
    n_open_quotes: usize,
}

/// Looking for the end of a quote reads to the end of the text, so after this many in vain quotes
/// are taken to end with their line.
const MAX_OPEN_QUOTES: usize = 16;

impl<'a> Records<'a> {
    /// Length of the line end at `at`, or 0.
    fn line_end(&self, at: usize) -> usize {
        match (
            self.text.as_bytes().get(at),
            self.text.as_bytes().get(at + 1),
        ) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r' | b'\n'), _) => 1,
            _ => 0,
        }
    }

    fn find_byte(&self, from: usize, is_wanted: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or(&[]);
        rest.iter()
            .position(|byte| is_wanted(*byte))
            .map_or(self.text.len(), |offset| from + offset)
    }

    /// The end of the cell or bare text at `from`.
    fn cell_end(&self, from: usize) -> usize {
        self.find_byte(from, |byte| {
            byte == self.delimiter || byte == b'\n' || byte == b'\r'
        })
    }

    fn row_end(&self, from: usize) -> usize {
        self.find_byte(from, |byte| byte == b'\n' || byte == b'\r')
    }

    /// A quoted cell whose opening quote is at `start`; `None` when the quote is never closed.
    fn quoted(&mut self, start: usize) -> Option<Found<'a>> {
        let is_patient = self.n_open_quotes < MAX_OPEN_QUOTES;
        let limit = if is_patient {
            self.text.len()
        } else {
            self.row_end(start)
        };
        let mut cell = Cow::Borrowed("");
        let mut piece_start = start + 1;
        loop {
            let quote = self.find_byte(piece_start, |byte| byte == b'"');
            if quote >= limit {
                self.n_open_quotes += 1;
                return None;
            }
            push(&mut cell, self.text.get(piece_start..quote).unwrap_or(""));
            if self.text.as_bytes().get(quote + 1) == Some(&b'"') {
                push(&mut cell, "\"");
                piece_start = quote + 2;
                continue;
            }
            let end = self.cell_end(quote + 1);
            let behind = self.text.get(quote + 1..end).unwrap_or("");
            // A cell that runs over lines and then into more text was closed by the opening quote
            // of another cell: its own closing quote is what is missing.
            if !behind.trim().is_empty() && cell.contains(['\n', '\r']) {
                return None;
            }
            // Text behind the closing quote is kept, as spreadsheets do.
            push(&mut cell, behind);
            return Some(Found {
                cell,
                end,
                is_stray: !behind.is_empty(),
            });
        }
    }

    fn bare(&self, start: usize) -> Found<'a> {
        let end = self.cell_end(start);
        let cell = self.text.get(start..end).unwrap_or("");
        Found {
            cell: Cow::Borrowed(cell),
            end,
            is_stray: cell.contains('"'),
        }
    }
}

/// A cell and where it ends.
struct Found<'a> {
    cell: Cow<'a, str>,
    end: usize,
    is_stray: bool,
}

fn push<'a>(cell: &mut Cow<'a, str>, piece: &'a str) {
    if cell.is_empty() {
        *cell = Cow::Borrowed(piece);
    } else if !piece.is_empty() {
        cell.to_mut().push_str(piece);
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        loop {
            let n_bytes = self.line_end(self.at);
            if n_bytes == 0 {
                break;
            }
            self.at += n_bytes;
            self.line += 1;
        }
        if self.at >= self.text.len() {
            return None;
        }
        let (start, line) = (self.at, self.line);
        let mut cells = Vec::new();
        let mut has_stray_quote = false;
        let mut at = start;
        loop {
            let is_quoted = self.text.as_bytes().get(at) == Some(&b'"');
            let found = if is_quoted {
                self.quoted(at)
            } else {
                Some(self.bare(at))
            };
            let Some(Found {
                cell,
                end,
                is_stray,
            }) = found
            else {
                self.at = self.row_end(start);
                let cells = Err(self.text.get(start..self.at).unwrap_or(""));
                return Some(Record {
                    line,
                    cells,
                    has_stray_quote,
                });
            };
            cells.push(cell);
            has_stray_quote |= is_stray;
            if self.text.as_bytes().get(end) == Some(&self.delimiter) {
                at = end + 1;
                continue;
            }
            let taken = self.text.get(start..end).unwrap_or("");
            self.line += super::lines::count_line_ends(taken);
            self.at = end;
            return Some(Record {
                line,
                cells: Ok(cells),
                has_stray_quote,
            });
        }
    }
}

/// The delimiter under which most cells of the first row are names we know, else the one that
/// gives most cells.
pub fn guess_delimiter(text: &str, is_known: &dyn Fn(&str) -> bool) -> u8 {
    let score = |delimiter: &u8| {
        let header = records(text, *delimiter)
            .next()
            .and_then(|record| record.cells.ok());
        let cells = header.unwrap_or_default();
        (
            cells.iter().filter(|cell| is_known(cell)).count(),
            cells.len(),
        )
    };
    // Of equals the last wins, so the comma stands last.
    b"|;\t,".iter().copied().max_by_key(score).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &[(usize, Result<&[&str], &str>)]) {
        let got: Vec<_> = records(text, b',').collect();
        assert_eq!(got.len(), want.len(), "{got:?}");
        for (record, (line, cells)) in got.iter().zip(want) {
            assert_eq!(record.line, *line, "{text:?}");
            match (&record.cells, cells) {
                (Ok(got), Ok(want)) => assert_eq!(got, want, "{text:?}"),
                (got, want) => assert_eq!(got.as_ref().err(), want.as_ref().err(), "{text:?}"),
            }
        }
    }

    #[test]
    fn cells_may_hold_delimiters_quotes_and_line_ends() {
        check(
            "a,b\r\n1,\"x, \"\"y\"\"\r\nz\"\r\n2,\n",
            &[
                (1, Ok(&["a", "b"])),
                (2, Ok(&["1", "x, \"y\"\r\nz"])),
                (4, Ok(&["2", ""])),
            ],
        );
        check("a\r\rb", &[(1, Ok(&["a"])), (3, Ok(&["b"]))]);
        check("1,5\" na tubo", &[(1, Ok(&["1", "5\" na tubo"]))]);
        check("\"A\" nga,2", &[(1, Ok(&["A nga", "2"]))]);
        check("\"\",\"\"\"\"", &[(1, Ok(&["", "\""]))]);
    }

    #[test]
    fn an_open_quote_costs_its_line_only() {
        check(
            "1,A\n2,\"B\n3,C\n",
            &[
                (1, Ok(&["1", "A"])),
                (2, Err("2,\"B")),
                (3, Ok(&["3", "C"])),
            ],
        );
        check(
            "1,\"A\n2,\"B\"\n",
            &[(1, Err("1,\"A")), (2, Ok(&["2", "B"]))],
        );
    }

    #[test]
    fn very_many_open_quotes_do_not_take_for_ever() {
        let text = "\"x\n\"\"\n".repeat(50_000) + "\"";
        let n_rows = records(&text, b',').count();
        assert!(n_rows > 0, "{n_rows}");
    }

    #[test]
    fn the_delimiter_is_the_one_that_gives_known_names() {
        let is_known = |name: &str| matches!(name, "id" | "prediction");
        let cases = [
            ("id,prediction", b','),
            ("id;prediction", b';'),
            ("id\tprediction, atbp", b'\t'),
            ("id", b','),
        ];
        for (header, want) in cases {
            assert_eq!(guess_delimiter(header, &is_known), want, "{header}");
        }
    }
}
