//! Which words of two texts are not in the other, as people compare replies. No metric sees this.

use std::collections::BTreeMap;

use super::is_whitespace;

/// Words of a text up to which it is compared; the work grows with the product of both.
pub const MAX_WORDS: usize = 2_000;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Words that both texts have in the same order, and all whitespace around words.
    Common(&'a str),
    /// Words that the other text does not have in this place.
    Own(&'a str),
}

/// Cuts both texts into parts, none empty, that together are the text. The common words are a
/// longest sequence of words that both have. `None` when a text has over [`MAX_WORDS`] words.
pub fn parts<'a>(first: &'a str, second: &'a str) -> Option<[Vec<Part<'a>>; 2]> {
    let texts = [first, second];
    let words = texts.map(spans);
    if words.iter().any(|words| words.len() > MAX_WORDS) {
        return None;
    }
    let mut known = BTreeMap::new();
    let ids = [0, 1].map(|side: usize| {
        let words = words[side].iter();
        let id = |&(start, end): &(usize, usize)| {
            let n_known = known.len();
            *known.entry(&texts[side][start..end]).or_insert(n_known)
        };
        words.map(id).collect::<Vec<usize>>()
    });
    let is_common = common(&ids[0], &ids[1]);
    Some([0, 1].map(|side: usize| cut(texts[side], &words[side], &is_common[side])))
}

/// Where the words begin and end.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    let mut start = None;
    for (idx, character) in text.char_indices() {
        match (start, is_whitespace(character)) {
            (None, false) => start = Some(idx),
            (Some(begun), true) => {
                spans.push((begun, idx));
                start = None;
            }
            _ => {}
        }
    }
    spans.extend(start.map(|begun| (begun, text.len())));
    spans
}

/// For each word whether it is in the longest common sequence; of several the one whose words stand
/// further in front in the first text.
fn common(first: &[usize], second: &[usize]) -> [Vec<bool>; 2] {
    let is_same = |(a, b): &(&usize, &usize)| a == b;
    let n_before = first.iter().zip(second).take_while(is_same).count();
    let rest = (first.iter().rev()).zip(second.iter().rev());
    let n_after = rest.take_while(is_same).count();
    let n_after = n_after.min(first.len().min(second.len()) - n_before);
    let middle = |words: &[usize]| words[n_before..words.len() - n_after].to_vec();
    let (inner, other) = (middle(first), middle(second));
    // Length of the longest common sequence from each pair of places on.
    let width = other.len() + 1;
    let mut lengths = vec![0_u16; (inner.len() + 1) * width];
    for (row, word) in inner.iter().enumerate().rev() {
        for (column, other) in other.iter().enumerate().rev() {
            let at = row * width + column;
            lengths[at] = if word == other {
                lengths[at + width + 1] + 1
            } else {
                lengths[at + width].max(lengths[at + 1])
            };
        }
    }
    let mut is_common = [vec![true; first.len()], vec![true; second.len()]];
    let (mut row, mut column) = (0, 0);
    while row < inner.len() || column < other.len() {
        let at = row * width + column;
        if row < inner.len() && column < other.len() && inner[row] == other[column] {
            (row, column) = (row + 1, column + 1);
        } else if column == other.len()
            || row < inner.len() && lengths[at + width] >= lengths[at + 1]
        {
            is_common[0][n_before + row] = false;
            row += 1;
        } else {
            is_common[1][n_before + column] = false;
            column += 1;
        }
    }
    is_common
}

fn cut<'a>(text: &'a str, words: &[(usize, usize)], is_common: &[bool]) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut done = 0;
    let all: Vec<(&(usize, usize), &bool)> = words.iter().zip(is_common).collect();
    for run in all.chunk_by(|(_, before), (_, after)| before == after) {
        let (Some(((start, _), false)), Some(((_, end), _))) = (run.first(), run.last()) else {
            continue;
        };
        if done < *start {
            parts.push(Part::Common(&text[done..*start]));
        }
        parts.push(Part::Own(&text[*start..*end]));
        done = *end;
    }
    if done < text.len() {
        parts.push(Part::Common(&text[done..]));
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MAX_WORDS, Part, parts};

    /// `[…]` around what is a text's own.
    #[track_caller]
    fn check(first: &str, second: &str, want: [&str; 2]) {
        let shown = parts(first, second)
            .expect("it is short")
            .map(|parts| parts.iter().map(shown).collect::<String>());
        assert_eq!(shown, want);
    }

    fn shown(part: &Part<'_>) -> String {
        match part {
            Part::Common(text) => (*text).to_owned(),
            Part::Own(text) => format!("[{text}]"),
        }
    }

    #[test]
    fn words_that_only_one_has_are_its_own() {
        check("Sagot: A", "Sagot: B", ["Sagot: [A]", "Sagot: [B]"]);
        check(
            "ang bata ay  tumakbo\nkahapon",
            "ang batang ito ay tumakbo",
            [
                "ang [bata] ay  tumakbo\n[kahapon]",
                "ang [batang ito] ay tumakbo",
            ],
        );
        check("isa dalawa", "dalawa isa", ["[isa] dalawa", "dalawa [isa]"]);
        check("a a a", "a a", ["a a [a]", "a a"]);
    }

    #[test]
    fn equal_and_empty_texts_have_nothing_of_their_own() {
        check(" pareho lang ", " pareho lang ", [" pareho lang "; 2]);
        check("", "", ["", ""]);
        check("", "bago", ["", "[bago]"]);
        // Whitespace is no word.
        check("a b", "a\u{1c}b\n", ["a b", "a\u{1c}b\n"]);
    }

    #[test]
    fn very_long_texts_are_not_compared() {
        let most = "salita ".repeat(MAX_WORDS);
        assert!(parts(&most, "salita").is_some());
        assert!(parts("salita", &(most + "pa")).is_none());
    }

    proptest! {
        #[test]
        fn the_parts_are_the_text_and_what_is_common_is_the_same(
            first in "[ab \n]{0,24}",
            second in "[abñ \u{1c}]{0,24}",
        ) {
            let found = parts(&first, &second).expect("they are short");
            let common = found.clone().map(|parts| {
                let common = parts.iter().filter_map(|part| match part {
                    Part::Common(text) => Some(*text),
                    Part::Own(_) => None,
                });
                crate::text::collapse(&common.collect::<Vec<_>>().join(" "))
            });
            prop_assert_eq!(&common[0], &common[1]);
            for (text, parts) in [&first, &second].into_iter().zip(&found) {
                let whole: String = parts
                    .iter()
                    .map(|part| match part {
                        Part::Common(text) | Part::Own(text) => *text,
                    })
                    .collect();
                prop_assert_eq!(&whole, text);
            }
        }
    }
}
