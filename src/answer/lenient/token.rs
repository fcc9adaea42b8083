//! A reply as words and marks, typography folded, each with its place in the reply.

use std::borrow::Cow;
use std::ops::Range;

use crate::text;

/// A word, a mark or the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// Letters and digits, in lower case.
    Word {
        /// The folded word.
        lower: Cow<'a, str>,
        /// Whether it begins with a capital.
        is_capital: bool,
    },
    /// A mark; quotes, stops and full-width marks are folded to ASCII.
    Mark(char),
    /// The end of a line.
    Newline,
}

/// A piece of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind<'a>,
    /// Its bytes in the reply.
    pub range: Range<usize>,
    /// Whether no space stands before it.
    pub is_glued: bool,
}

impl Token<'_> {
    /// The word in lower case.
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word { lower, .. } => Some(lower),
            Kind::Mark(_) | Kind::Newline => None,
        }
    }

    /// The mark.
    pub fn mark(&self) -> Option<char> {
        match self.kind {
            Kind::Mark(mark) => Some(mark),
            Kind::Word { .. } | Kind::Newline => None,
        }
    }

    /// Whether it is a word that begins with a capital.
    pub fn is_capital(&self) -> bool {
        matches!(
            self.kind,
            Kind::Word {
                is_capital: true,
                ..
            }
        )
    }

    /// Whether it only dresses the text: Markdown, LaTeX, quotes, brackets.
    pub fn is_markup(&self) -> bool {
        self.mark()
            .is_some_and(|mark| "*_`$\"'()[]{}<>#~|\\".contains(mark))
    }
}

/// Cuts a reply into tokens.
pub fn tokens(reply: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(reply.len() / 4);
    let mut is_glued = false;
    let mut rest = reply;
    while let Some(character) = rest.chars().next() {
        let at = reply.len() - rest.len();
        let folded = fold(character);
        let (kind, after) = if is_in_word(folded) {
            let (word, after) = first_word(rest);
            (Some(word), after)
        } else {
            let after = rest.get(character.len_utf8()..).unwrap_or_default();
            let kind = match folded {
                _ if is_invisible(folded) => {
                    rest = after;
                    continue;
                }
                '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(Kind::Newline),
                _ if text::is_whitespace(folded) => None,
                _ => Some(Kind::Mark(folded)),
            };
            (kind, after)
        };
        let is_space = matches!(kind, None | Some(Kind::Newline));
        if let Some(kind) = kind {
            tokens.push(Token {
                kind,
                range: at..reply.len() - after.len(),
                is_glued: is_glued && !is_space,
            });
        }
        is_glued = !is_space;
        rest = after;
    }
    tokens
}

/// The word that `rest` begins with, and what follows it.
fn first_word(rest: &str) -> (Kind<'_>, &str) {
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let n_plain = rest.bytes().take_while(|byte| is_plain(byte)).count();
    let end = rest
        .get(n_plain..)
        .unwrap_or_default()
        .char_indices()
        .find(|&(_, c)| !is_in_word(fold(c)) && !is_invisible(c))
        .map_or(rest.len(), |(at, _)| n_plain + at);
    let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let lower = if n_plain == end {
        Cow::Borrowed(word)
    } else {
        let visible = word.chars().filter(|&c| !is_invisible(c));
        Cow::Owned(visible.flat_map(|c| fold(c).to_lowercase()).collect())
    };
    let is_capital = word
        .chars()
        .next()
        .is_some_and(|first| fold(first).is_uppercase());
    (Kind::Word { lower, is_capital }, after)
}

/// Whether a folded character is part of a word. Accents are: `nin\u{303}o` is one word.
fn is_in_word(folded: char) -> bool {
    folded.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&folded)
}

/// Whether the character has no width and no meaning here: zero-width spaces and joiners,
/// direction marks, soft hyphen, byte order mark, variation selectors.
pub fn is_invisible(character: char) -> bool {
    !character.is_ascii()
        && matches!(
            character,
            '\u{ad}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
        )
}

/// The plain form of a typographic variant; the character itself otherwise.
pub fn fold(character: char) -> char {
    if character.is_ascii() {
        return character;
    }
    match character {
        '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '「' | '」' | '『' | '』' | '〝' | '〞' => {
            '"'
        }
        '‘' | '’' | '‚' | '‛' | '‹' | '›' | '´' | '′' | 'ʼ' => '\'',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '。' | '｡' | '．' => '.',
        '、' | '､' => ',',
        '→' | '⇒' | '➜' | '➡' => '>',
        '∶' | '︓' | '﹕' | '꞉' => ':',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        // Full-width ASCII, circled and mathematical letters: the same letters in other dress.
        '\u{ff01}'..='\u{ff5e}' => ascii(character, 0xff01, u32::from('!')),
        'Ⓐ'..='Ⓩ' => ascii(character, u32::from('Ⓐ'), u32::from('A')),
        'ⓐ'..='ⓩ' => ascii(character, u32::from('ⓐ'), u32::from('a')),
        '\u{1d400}'..='\u{1d6a3}' => {
            let n_letter = (u32::from(character) - 0x1d400) % 52;
            let base = if n_letter < 26 { 'A' } else { 'a' };
            char::from_u32(u32::from(base) + n_letter % 26).unwrap_or(character)
        }
        _ => character,
    }
}

/// The character as far from `to` as it is from `from`.
fn ascii(character: char, from: u32, to: u32) -> char {
    char::from_u32(u32::from(character) - from + to).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    #[track_caller]
    fn check(reply: &str, want: &str) {
        let mut seen = String::new();
        for token in tokens(reply) {
            assert!(reply.get(token.range.clone()).is_some(), "{token:?}");
            seen.push_str(if token.is_glued { "" } else { " " });
            match token.kind {
                Kind::Word { lower, .. } => seen.push_str(&lower),
                Kind::Mark(mark) => seen.push(mark),
                Kind::Newline => seen.push('/'),
            }
        }
        assert_eq!(seen, want, "{reply:?}");
    }

    #[test]
    fn typography_is_folded_and_invisible_characters_go() {
        check("Sagot： “Ｂ”", " sagot: \"b\"");
        check("Sa\u{200b}got: \u{feff}B。", " sagot: b.");
        check("𝐁 Ⓒ 𝗗 𝚊", " b c d a");
        check("a\r\nb\u{2028}c", " a / / b / c");
        check("nin\u{303}o İ", " nin\u{303}o i\u{307}");
        check("Positibong–positibo", " positibong-positibo");
    }
}
