//! Ids of a file against ids of the official rows: tolerant about type, never about value.
//!
//! Every step is done on text, so an integer of any length stays exact.

use std::collections::BTreeMap;

use crate::suite::Row;

/// How an id of a file equals an official one. Closer ways come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Closeness {
    /// The same text; a JSON number counts as the text it was written with.
    Exact,
    /// The same but for blanks around it.
    Trimmed,
    /// The same integer, written as a number with a fraction of zero: `1.0`, `1e0`.
    SameInteger,
    /// The same integer but for zeros in front: `001`. Taken only where no row of the file is
    /// closer, since `1` and `001` can be two things.
    LeadingZeros,
}

/// Official ids of a task.
#[derive(Clone, Debug)]
pub struct IdIndex<'a> {
    by_id: BTreeMap<&'a str, usize>,
}

impl<'a> IdIndex<'a> {
    /// Indexes rows in file order.
    pub fn new(rows: &'a [Row]) -> Self {
        let by_id = rows
            .iter()
            .enumerate()
            .map(|(row_idx, row)| (row.id.as_str(), row_idx));
        Self {
            by_id: by_id.collect(),
        }
    }

    /// The official row with this id, and how close the two are.
    pub fn find(&self, id: &str) -> Option<(usize, Closeness)> {
        if let Some(row_idx) = self.by_id.get(id) {
            return Some((*row_idx, Closeness::Exact));
        }
        let trimmed =
            id.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
        if let Some(row_idx) = self.by_id.get(trimmed) {
            return Some((*row_idx, Closeness::Trimmed));
        }
        let integer = integer_text(trimmed)?;
        if let Some(row_idx) = self.by_id.get(integer.as_str()) {
            let has_zeros = trimmed.trim_start_matches('-').starts_with('0') && integer != "0";
            let closeness = if has_zeros || trimmed.starts_with("00") {
                Closeness::LeadingZeros
            } else {
                Closeness::SameInteger
            };
            return Some((*row_idx, closeness));
        }
        None
    }
}

/// Longest integer that is made out of an exponent: `1e400` is nobody's id.
const MAX_DIGITS: usize = 40;

/// The plain decimal form of an integer written as a JSON or spreadsheet number, without zeros in
/// front: `001`, `1.0`, `1.50e2`. `None` for anything else.
pub fn integer_text(number: &str) -> Option<String> {
    let (sign, unsigned) = match number.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", number.strip_prefix('+').unwrap_or(number)),
    };
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let mut digits = format!("{whole}{fraction}");
    // The decimal point stands this many digits before the end.
    let places = i64::try_from(fraction.len()).ok()? - i64::from(exponent);
    if let Ok(n_drop) = usize::try_from(places) {
        let n_keep = digits.len().checked_sub(n_drop)?;
        if digits.get(n_keep..)?.bytes().any(|byte| byte != b'0') {
            return None;
        }
        digits.truncate(n_keep);
    } else {
        let n_zeros = usize::try_from(-places).ok()?;
        if n_zeros > MAX_DIGITS {
            return None;
        }
        digits.extend(std::iter::repeat_n('0', n_zeros));
    }
    match digits.trim_start_matches('0') {
        "" => Some("0".to_owned()),
        digits => Some(format!("{sign}{digits}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Gold;

    fn rows(ids: &[&str]) -> Vec<Row> {
        let row = |id: &&str| Row {
            id: (*id).to_owned(),
            gold: Gold::Class(0),
            fields: BTreeMap::new(),
            metadata: BTreeMap::new(),
        };
        ids.iter().map(row).collect()
    }

    #[track_caller]
    fn check(official: &[&str], id: &str, want: Option<(usize, Closeness)>) {
        let rows = rows(official);
        assert_eq!(IdIndex::new(&rows).find(id), want, "{id:?} in {official:?}");
    }

    #[test]
    fn an_id_is_found_whatever_its_type() {
        check(&["0", "1"], "1", Some((1, Closeness::Exact)));
        check(&["0", "1"], " 1", Some((1, Closeness::Trimmed)));
        check(&["0", "1"], "1.0", Some((1, Closeness::SameInteger)));
        check(&["0", "1"], "1e0", Some((1, Closeness::SameInteger)));
        check(&["0", "1"], "0.0", Some((0, Closeness::SameInteger)));
        check(&["0", "1"], "001", Some((1, Closeness::LeadingZeros)));
        check(&["1", "001"], "001", Some((1, Closeness::Exact)));
        check(&["13133c"], "13133c", Some((0, Closeness::Exact)));
        check(&["13133c"], "13133C", None);
        check(&["1"], "1.5", None);
        check(&["1"], "", None);
    }

    #[test]
    fn large_integers_stay_exact() {
        let ids = ["9007199254740992", "9007199254740993"];
        check(&ids, "9007199254740993", Some((1, Closeness::Exact)));
        check(
            &ids,
            "9007199254740993.0",
            Some((1, Closeness::SameInteger)),
        );
        check(
            &ids,
            "9.007199254740993e15",
            Some((1, Closeness::SameInteger)),
        );
        check(&ids, "9007199254740994", None);
    }

    #[test]
    fn integers_are_read_without_arithmetic() {
        let cases = [
            ("150e-1", Some("15")),
            ("1.50E+2", Some("150")),
            ("-3.0", Some("-3")),
            ("-0", Some("0")),
            ("1e999999999", None),
            ("1e-999999999", None),
            (".5", None),
            ("1_0", None),
            ("１", None),
        ];
        for (number, want) in cases {
            assert_eq!(integer_text(number).as_deref(), want, "{number}");
        }
    }
}
