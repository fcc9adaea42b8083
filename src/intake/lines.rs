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

/// The lines of a text that hold anything but blanks. Clone it to go through them again: a search
/// of the whole text for the first ends is then not made anew.
pub fn lines(text: &str) -> Lines<'_> {
    Lines {
        text,
        at: 0,
        number: 0,
        feed: Next::first(text, '\n'),
        carriage: Next::first(text, '\r'),
    }
}

/// Made by [`lines`].
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    text: &'a str,
    at: usize,
    number: usize,
    feed: Next,
    carriage: Next,
}

/// The next line end of a kind. Kept, so that a text that has only the other kind is not searched
/// to its end for every line.
#[derive(Clone, Copy, Debug)]
enum Next {
    At(usize),
    None,
}

impl Next {
    fn first(text: &str, sign: char) -> Self {
        text.find(sign).map_or(Self::None, Self::At)
    }

    /// The first `sign` at or behind `at`; the end of the text if there is none.
    fn find(&mut self, text: &str, at: usize, sign: char) -> usize {
        if matches!(*self, Self::At(found) if found < at) {
            let found = text.get(at..).and_then(|rest| rest.find(sign));
            *self = found.map_or(Self::None, |offset| Self::At(at + offset));
        }
        if let Self::At(found) = *self {
            found
        } else {
            text.len()
        }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        while self.at < self.text.len() {
            self.number += 1;
            let feed = self.feed.find(self.text, self.at, '\n');
            let carriage = self.carriage.find(self.text, self.at, '\r');
            let end = feed.min(carriage);
            let text = self.text.get(self.at..end).unwrap_or("");
            self.at = if carriage + 1 == feed {
                feed + 1
            } else {
                end + 1
            };
            if !text.trim().is_empty() {
                let is_unterminated = end == self.text.len();
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
