//! Text to lines that keep their numbers, whichever of LF, CRLF and CR ends them.

/// One line that is not blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// From 1, blank lines counted.
    pub number: usize,
    /// Without its end.
    pub text: &'a str,
    /// Whether the text ends here without a line end.
    pub is_unterminated: bool,
}

/// The lines of a text that hold anything but blanks.
pub fn lines(text: &str) -> Lines<'_> {
    Lines {
        rest: text,
        number: 0,
    }
}

/// Made by [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    rest: &'a str,
    number: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        while !self.rest.is_empty() {
            self.number += 1;
            let (text, rest, is_unterminated) = split_line(self.rest);
            self.rest = rest;
            if !text.trim().is_empty() {
                return Some(Line {
                    number: self.number,
                    text,
                    is_unterminated,
                });
            }
        }
        None
    }
}

/// The first line without its end, the rest, and whether there was no end.
fn split_line(text: &str) -> (&str, &str, bool) {
    let Some(end) = text.bytes().position(|byte| byte == b'\n' || byte == b'\r') else {
        return (text, "", true);
    };
    let (line, tail) = text.split_at(end);
    let rest = tail
        .strip_prefix("\r\n")
        .or_else(|| tail.get(1..))
        .unwrap_or("");
    (line, rest, false)
}

/// How many line ends stand in a text: CRLF is one.
pub fn count_line_ends(text: &str) -> usize {
    let mut previous = 0;
    let mut n_ends = 0;
    for byte in text.bytes() {
        if byte == b'\r' || (byte == b'\n' && previous != b'\r') {
            n_ends += 1;
        }
        previous = byte;
    }
    n_ends
}

/// Longest excerpt in characters.
const EXCERPT_CHARS: usize = 80;

/// The beginning of a text on one line, to show beside a complaint.
pub fn excerpt(text: &str) -> String {
    let mut shown: String = text
        .trim()
        .chars()
        .take(EXCERPT_CHARS)
        .map(|character| {
            if character.is_control() {
                '\u{fffd}'
            } else {
                character
            }
        })
        .collect();
    if text.trim().chars().nth(EXCERPT_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &[(usize, &str)]) {
        let got: Vec<_> = lines(text).map(|line| (line.number, line.text)).collect();
        assert_eq!(got, want, "{text:?}");
    }

    #[test]
    fn every_line_end_is_one_and_blank_lines_are_counted_but_skipped() {
        check("a\nb\n", &[(1, "a"), (2, "b")]);
        check("a\r\n\r\nb", &[(1, "a"), (3, "b")]);
        check("a\rb\r", &[(1, "a"), (2, "b")]);
        check("\n \t\n a", &[(3, " a")]);
        check("", &[]);
        check("a\u{2028}b", &[(1, "a\u{2028}b")]);
    }

    #[test]
    fn a_last_line_without_end_is_marked() {
        let marks: Vec<_> = lines("a\nb").map(|line| line.is_unterminated).collect();
        assert_eq!(marks, [false, true]);
    }

    #[test]
    fn line_ends_are_counted_alike_for_all_systems() {
        assert_eq!(
            ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "ab"].map(count_line_ends),
            [2, 2, 2, 0]
        );
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt(" a\nb\0c "), "a\u{fffd}b\u{fffd}c");
        assert_eq!(excerpt(&"ñ".repeat(81)).chars().count(), 81);
        assert_eq!(excerpt(&"ñ".repeat(80)).chars().count(), 80);
    }
}
