//! Templates with `{name}` placeholders: what Python's `str.format` does with ours, and no more.
//!
//! One pass: text that is filled in is never looked at again, so braces in the data stay.
//! Format specs, indices and `{{` are not supported; `load` refuses templates that hold them.

/// A part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Copied as it is.
    Text(&'a str),
    /// Name of a placeholder, without its braces.
    Field(&'a str),
}

/// Splits a template. A brace that is not part of a `{name}` is text.
pub fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut text_start = 0;
    let mut search_start = 0;
    while let Some(open) = find_from(template, search_start, '{') {
        let name_start = open + 1;
        let name = template
            .get(name_start..)
            .and_then(|rest| rest.split_once('}'))
            .map(|(name, _)| name)
            .filter(|name| is_name(name));
        let Some(name) = name else {
            search_start = name_start;
            continue;
        };
        if let Some(text) = template
            .get(text_start..open)
            .filter(|text| !text.is_empty())
        {
            pieces.push(Piece::Text(text));
        }
        pieces.push(Piece::Field(name));
        text_start = name_start + name.len() + 1;
        search_start = text_start;
    }
    if let Some(text) = template.get(text_start..).filter(|text| !text.is_empty()) {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// Fills a template in one pass.
///
/// # Errors
///
/// The first name for which `lookup` gives nothing.
pub fn fill<'t, 'v>(
    template: &'t str,
    lookup: impl Fn(&str) -> Option<&'v str>,
) -> Result<String, &'t str> {
    let mut filled = String::with_capacity(template.len() * 2);
    for piece in pieces(template) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Field(name) => filled.push_str(lookup(name).ok_or(name)?),
        }
    }
    Ok(filled)
}

fn find_from(text: &str, start: usize, wanted: char) -> Option<usize> {
    Some(start + text.get(start..)?.find(wanted)?)
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::{Piece, fill, pieces};

    #[track_caller]
    fn check(template: &str, want: Result<&str, &str>) {
        let got = fill(template, |name| match name {
            "text" => Some("kape {label} {{}}"),
            "label" => Some("A"),
            _ => None,
        });
        assert_eq!(got.as_deref().map_err(|name| *name), want);
    }

    #[test]
    fn text_that_is_filled_in_is_not_filled_again() {
        check(
            "[{text}] Sagot: {label}",
            Ok("[kape {label} {{}}] Sagot: A"),
        );
    }

    #[test]
    fn a_missing_field_is_named() {
        check("{label} {premise}", Err("premise"));
    }

    #[test]
    fn lone_braces_and_dollars_are_text() {
        check(
            "$OPTION { } {} {a b} {label",
            Ok("$OPTION { } {} {a b} {label"),
        );
        check("{{label}}", Ok("{A}"));
        check("{ñ} {label}", Ok("{ñ} A"));
        check("", Ok(""));
    }

    #[test]
    fn pieces_come_in_order() {
        assert_eq!(
            pieces("a{b}{c}d"),
            [
                Piece::Text("a"),
                Piece::Field("b"),
                Piece::Field("c"),
                Piece::Text("d")
            ]
        );
    }

    proptest::proptest! {
        #[test]
        fn pieces_lose_nothing(template in "[{}a-c_ñ$ ]{0,24}") {
            let whole: String = (pieces(&template).into_iter())
                .map(|piece| match piece {
                    Piece::Text(text) => text.to_owned(),
                    Piece::Field(name) => format!("{{{name}}}"),
                })
                .collect();
            proptest::prop_assert_eq!(whole, template);
        }
    }
}
