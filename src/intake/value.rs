//! One cell of a row: what counts as text, as nothing, and as a mistake.
//!
//! Never turns a number into another number: digits stay as they were written.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::json::repair;

/// What a cell holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// `null`, `NaN`, nothing between two commas: no answer came back.
    Null,
    /// Text, possibly empty.
    Text(Cow<'a, str>),
}

/// Something about a cell that was read which a person should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CellNote {
    /// The text is `None`, `nan` or `null`: kept as text, but probably written by a program.
    WordForNull,
    /// A number, kept as the text it was written with.
    NumberAsText,
    /// `true` or `false`, kept as text.
    BooleanAsText,
    /// A list without elements, taken for nothing.
    EmptyList,
    /// Half a surrogate pair, read as U+FFFD.
    LoneSurrogate,
}

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true`, `false`.
    Boolean,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list.
    List,
    /// An object.
    Object,
}

/// A value that cannot be a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{path} is {found:?}, not text")]
pub struct WrongType {
    /// Where in the row: `responses[1]`.
    pub path: String,
    /// What is there.
    pub found: JsonKind,
}

/// A string that borrows where it can.
#[derive(Deserialize)]
pub struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// The kind of a value, from its first character.
pub fn kind(raw: &str) -> JsonKind {
    match raw.trim_start().as_bytes().first() {
        Some(b'"') => JsonKind::String,
        Some(b'[') => JsonKind::List,
        Some(b'{') => JsonKind::Object,
        Some(b't' | b'f') => JsonKind::Boolean,
        Some(b'-' | b'0'..=b'9') => JsonKind::Number,
        _ => JsonKind::Null,
    }
}

/// Reads a JSON value as a cell. A list of one is its element, as in SEA-HELM's files.
pub fn read_cell<'a>(raw: &'a str, path: &str) -> Result<(Cell<'a>, Option<CellNote>), WrongType> {
    match kind(raw) {
        JsonKind::List => read_list(raw, path),
        _ => read_scalar(raw, path),
    }
}

fn read_list<'a>(raw: &'a str, path: &str) -> Result<(Cell<'a>, Option<CellNote>), WrongType> {
    let items: Vec<&serde_json::value::RawValue> =
        serde_json::from_str(raw).map_err(|_| WrongType {
            path: path.to_owned(),
            found: JsonKind::List,
        })?;
    match items.as_slice() {
        [] => Ok((Cell::Null, Some(CellNote::EmptyList))),
        [item] => read_scalar(item.get(), &format!("{path}[0]")),
        [_, second, ..] => Err(WrongType {
            path: format!("{path}[1]"),
            found: kind(second.get()),
        }),
    }
}

fn read_scalar<'a>(raw: &'a str, path: &str) -> Result<(Cell<'a>, Option<CellNote>), WrongType> {
    let found = kind(raw);
    let wrong = || WrongType {
        path: path.to_owned(),
        found,
    };
    match found {
        JsonKind::Null => Ok((Cell::Null, None)),
        JsonKind::Boolean => Ok((
            Cell::Text(Cow::Borrowed(raw.trim())),
            Some(CellNote::BooleanAsText),
        )),
        JsonKind::Number => Ok((
            Cell::Text(Cow::Borrowed(raw.trim())),
            Some(CellNote::NumberAsText),
        )),
        JsonKind::String => {
            let Ok(Text(text)) = serde_json::from_str(raw) else {
                let (repaired, _) = repair(raw).ok_or_else(wrong)?;
                let text: String = serde_json::from_str(&repaired).map_err(|_| wrong())?;
                return Ok((Cell::Text(Cow::Owned(text)), Some(CellNote::LoneSurrogate)));
            };
            let note = is_word_for_null(&text).then_some(CellNote::WordForNull);
            Ok((Cell::Text(text), note))
        }
        JsonKind::List | JsonKind::Object => Err(wrong()),
    }
}

/// Reads a cell of a table. Tables cannot tell nothing from empty text; both are [`Cell::Null`].
pub fn read_table_cell(text: Cow<'_, str>) -> (Cell<'_>, Option<CellNote>) {
    if text.is_empty() {
        return (Cell::Null, None);
    }
    let note = is_word_for_null(&text).then_some(CellNote::WordForNull);
    (Cell::Text(text), note)
}

/// Words that programs write where they mean nothing.
fn is_word_for_null(text: &str) -> bool {
    matches!(
        text,
        "None" | "nan" | "NaN" | "NAN" | "null" | "NULL" | "<NA>" | "N/A" | "NaT"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text, or nothing, and a note; or where the wrong type stands.
    type Want<'a> = Result<(Option<&'a str>, Option<CellNote>), (&'a str, JsonKind)>;

    #[track_caller]
    fn check(raw: &str, want: Want<'_>) {
        let got = read_cell(raw, "responses");
        let got = match &got {
            Ok((Cell::Null, note)) => Ok((None, *note)),
            Ok((Cell::Text(text), note)) => Ok((Some(&**text), *note)),
            Err(wrong) => Err((wrong.path.as_str(), wrong.found)),
        };
        assert_eq!(got, want, "{raw}");
    }

    #[test]
    fn null_is_nothing_and_words_for_it_are_text() {
        check("null", Ok((None, None)));
        check("[null]", Ok((None, None)));
        check("[]", Ok((None, Some(CellNote::EmptyList))));
        check(r#""""#, Ok((Some(""), None)));
        check(r#""None""#, Ok((Some("None"), Some(CellNote::WordForNull))));
        check(r#""nan""#, Ok((Some("nan"), Some(CellNote::WordForNull))));
    }

    #[test]
    fn half_a_character_is_replaced_and_noted() {
        check(
            r#"["a\ud83d"]"#,
            Ok((Some("a\u{fffd}"), Some(CellNote::LoneSurrogate))),
        );
        check(r#""\ud83d\ude00""#, Ok((Some("😀"), None)));
    }

    #[test]
    fn numbers_keep_their_digits() {
        check(
            "9007199254740993",
            Ok((Some("9007199254740993"), Some(CellNote::NumberAsText))),
        );
        check("1.0", Ok((Some("1.0"), Some(CellNote::NumberAsText))));
        check("[1e2]", Ok((Some("1e2"), Some(CellNote::NumberAsText))));
        check("true", Ok((Some("true"), Some(CellNote::BooleanAsText))));
    }

    #[test]
    fn a_list_of_one_is_its_element_and_more_is_named() {
        check(r#"["A"]"#, Ok((Some("A"), None)));
        check(r#" [ "Sagot: \u0041\n" ] "#, Ok((Some("Sagot: A\n"), None)));
        check(r#"["A", "B"]"#, Err(("responses[1]", JsonKind::String)));
        check(r#"[["A"]]"#, Err(("responses[0]", JsonKind::List)));
        check(r#"{"text": "A"}"#, Err(("responses", JsonKind::Object)));
        check(
            r#"[{"text": "A"}]"#,
            Err(("responses[0]", JsonKind::Object)),
        );
    }
}
