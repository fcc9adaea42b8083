//! Whitespace, case and punctuation exactly as the references see them.
//!
//! Text is a sequence of code points. Nothing here normalises it, and nothing here knows a metric.

pub mod category;
pub mod diff;
pub mod form;

/// Whether Python's `str.split`, `str.strip` and `\s` take this character for whitespace.
///
/// That is Unicode `White_Space` and U+001C to U+001F, which Rust's `char::is_whitespace` lacks:
/// in the reference `"Sagot:\u{1c}B"` is `B`.
pub fn is_whitespace(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// Whether the character is one of the 32 of Python's `string.punctuation`.
pub fn is_ascii_punct(character: char) -> bool {
    character.is_ascii_punctuation()
}

/// Without [whitespace](is_whitespace) at either end: Python's `str.strip()`.
pub fn strip(text: &str) -> &str {
    text.trim_matches(is_whitespace)
}

/// Without the chosen characters at either end: Python's `str.strip(chars)`.
pub fn strip_chars(text: &str, is_stripped: impl Fn(char) -> bool) -> &str {
    text.trim_matches(is_stripped)
}

/// The maximal runs without [whitespace](is_whitespace), none empty: Python's `str.split()`.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_whitespace).filter(|piece| !piece.is_empty())
}

/// Every run of whitespace as one space, none at the ends: Python's `" ".join(text.split())`.
pub fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    for piece in split(text) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(piece);
    }
    collapsed
}

/// The whole text in lower case: Python's `str.lower()`.
///
/// Full mapping with the final-sigma rule, no locale: `İ` becomes `i` and U+0307, and the long
/// s `ſ`, already lower case, stays.
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{collapse, is_ascii_punct, is_whitespace, lower, split, strip, strip_chars};

    #[test]
    fn whitespace_is_the_set_of_python() {
        let ranges = [
            ('\u{9}', '\u{d}'),
            ('\u{1c}', '\u{20}'),
            ('\u{85}', '\u{85}'),
            ('\u{a0}', '\u{a0}'),
            ('\u{1680}', '\u{1680}'),
            ('\u{2000}', '\u{200a}'),
            ('\u{2028}', '\u{2029}'),
            ('\u{202f}', '\u{202f}'),
            ('\u{205f}', '\u{205f}'),
            ('\u{3000}', '\u{3000}'),
        ];
        for character in '\0'..=char::MAX {
            let is_listed = ranges
                .iter()
                .any(|&(first, last)| (first..=last).contains(&character));
            assert_eq!(is_whitespace(character), is_listed, "{character:?}");
        }
    }

    #[test]
    fn punctuation_is_the_string_of_python() {
        let all: String = ('\0'..=char::MAX).filter(|&c| is_ascii_punct(c)).collect();
        assert_eq!(all, r##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##);
    }

    #[test]
    fn pieces_and_ends_are_cut_as_in_python() {
        let cases: [(&str, &[&str], &str); 7] = [
            ("", &[], ""),
            (" \u{1f}\u{3000}", &[], ""),
            ("B\u{1f}", &["B"], "B"),
            ("\u{1c}a\u{1d}b ", &["a", "b"], "a\u{1d}b"),
            ("a\r\n\tb", &["a", "b"], "a\r\n\tb"),
            (
                "\u{200b}a\u{200b}",
                &["\u{200b}a\u{200b}"],
                "\u{200b}a\u{200b}",
            ),
            ("\u{feff} a", &["\u{feff}", "a"], "\u{feff} a"),
        ];
        for (text, pieces, stripped) in cases {
            assert_eq!(split(text).collect::<Vec<_>>(), pieces, "{text:?}");
            assert_eq!(strip(text), stripped, "{text:?}");
            assert_eq!(collapse(text), pieces.join(" "), "{text:?}");
        }
    }

    #[test]
    fn only_the_chosen_characters_go() {
        assert_eq!(strip_chars("$ x$$", |character| character == '$'), " x");
        assert_eq!(
            strip_chars("(*B.*)\n", |c| is_ascii_punct(c) || c == '\n'),
            "B"
        );
        assert_eq!(strip_chars("...", is_ascii_punct), "");
    }

    #[test]
    fn case_is_folded_as_in_python() {
        let cases = [
            ("SAGOT: Ñ", "sagot: ñ"),
            ("ΟΔΟΣ Σ", "οδος σ"),
            ("İ", "i\u{307}"),
            ("\u{212a}\u{2126}", "kω"),
            ("ſagot ﬁ", "ſagot ﬁ"),
        ];
        for (text, want) in cases {
            assert_eq!(lower(text), want, "{text:?}");
        }
    }
}
