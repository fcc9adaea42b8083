//! JSON objects without building them: fields keep their raw text, and what Python writes against
//! the rules is repaired.

use std::borrow::Cow;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::report::ComplaintKind;
use super::value::Text;

/// The fields of an object, in order, each with the raw text of its value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'a>(Vec<(Cow<'a, str>, &'a str)>);

impl<'a> Fields<'a> {
    /// Raw value of a field; of several with the name, the last, as other programs do.
    pub fn get(&self, name: &str) -> Option<&'a str> {
        self.0
            .iter()
            .rev()
            .find(|(found, _)| found == name)
            .map(|(_, raw)| *raw)
    }

    /// Names and raw values in order.
    pub fn into_fields(self) -> impl Iterator<Item = (Cow<'a, str>, &'a str)> {
        self.0.into_iter()
    }

    /// Names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// A name that stands twice.
    pub fn repeated(&self) -> Option<&str> {
        let names = self.0.iter().enumerate();
        let mut repeated = names
            .filter(|(at, (name, _))| self.0.iter().take(*at).any(|(earlier, _)| earlier == name));
        repeated.next().map(|(_, (name, _))| &**name)
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields<'de>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields = Vec::with_capacity(16);
                while let Some((Text(name), value)) = map.next_entry::<Text<'de>, &RawValue>()? {
                    fields.push((name, value.get()));
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

/// Reads an object, or says why not.
pub fn read_object(raw: &str) -> Result<Fields<'_>, ComplaintKind> {
    serde_json::from_str(raw).map_err(|error| {
        if error.is_data() {
            ComplaintKind::NotAnObject
        } else if error.is_eof() {
            ComplaintKind::CutOff
        } else {
            ComplaintKind::NotJson {
                column: error.column(),
            }
        }
    })
}

/// What [`repair`] had to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repairs {
    /// Half a surrogate pair became U+FFFD.
    pub lone_surrogate: bool,
    /// `NaN` or an infinity became `null`.
    pub not_a_number: bool,
}

/// Rewrites two things that Python writes and JSON forbids: `NaN`, and half of a surrogate pair.
/// `None` when neither is there.
pub fn repair(raw: &str) -> Option<(String, Repairs)> {
    let mut repaired = String::with_capacity(raw.len());
    let mut repairs = Repairs::default();
    let mut rest = raw;
    let mut is_in_string = false;
    while let Some(character) = rest.chars().next() {
        let (taken, replacement) = if is_in_string {
            match escape(rest) {
                Some((taken, None)) => (taken, None),
                Some((taken, replacement)) => {
                    repairs.lone_surrogate = true;
                    (taken, replacement)
                }
                None => (character.len_utf8(), None),
            }
        } else {
            match ["NaN", "-Infinity", "Infinity"]
                .iter()
                .find(|word| rest.starts_with(**word))
            {
                Some(word) => {
                    repairs.not_a_number = true;
                    (word.len(), Some("null"))
                }
                None => (character.len_utf8(), None),
            }
        };
        if character == '"' {
            is_in_string = !is_in_string;
        }
        let (head, tail) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        repaired.push_str(replacement.unwrap_or(head));
        rest = tail;
    }
    (repairs != Repairs::default()).then_some((repaired, repairs))
}

/// Length of an escape at the start of `text`, and what to put in its place if it is half a pair.
fn escape(text: &str) -> Option<(usize, Option<&'static str>)> {
    let unit = |text: &str| {
        let digits = text.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    if !text.starts_with('\\') {
        return None;
    }
    match unit(text) {
        Some(0xd800..=0xdbff) => match text.get(6..).and_then(unit) {
            Some(0xdc00..=0xdfff) => Some((12, None)),
            _ => Some((6, Some("\\ufffd"))),
        },
        Some(0xdc00..=0xdfff) => Some((6, Some("\\ufffd"))),
        Some(_) => Some((6, None)),
        None => Some((1 + text.chars().nth(1).map_or(0, char::len_utf8), None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_habits_are_repaired_outside_and_inside_strings() {
        let nan = Repairs {
            not_a_number: true,
            ..Repairs::default()
        };
        let half = Repairs {
            lone_surrogate: true,
            ..Repairs::default()
        };
        let cases = [
            (
                r#"{"a": NaN, "b": "NaN"}"#,
                Some((r#"{"a": null, "b": "NaN"}"#, nan)),
            ),
            ("[-Infinity]", Some(("[null]", nan))),
            (r#""\ud83d x""#, Some((r#""\ufffd x""#, half))),
            (r#""\ud83d\ude00""#, None),
            (r#""\\ud83d""#, None),
            (r#""\"NaN\"""#, None),
        ];
        for (raw, want) in cases {
            let want = want.map(|(text, repairs): (&str, Repairs)| (text.to_owned(), repairs));
            assert_eq!(repair(raw), want, "{raw}");
        }
    }

    #[test]
    fn of_repeated_fields_the_last_counts_and_is_named() {
        let fields = read_object(r#"{"a": 1, "b": 2, "\u0061": 3}"#).expect("an object");
        assert_eq!(fields.get("a"), Some("3"));
        assert_eq!(fields.repeated(), Some("a"));
    }
}
