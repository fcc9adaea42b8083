//! XL-Sum's default tokenizer: a clean-up, a cut at punctuation, then pyonmttok's `aggressive`
//! mode, then CJK ideographs one by one.

use crate::text::category::{Class, class_of};
use crate::text::{is_ascii_punct, lower};

/// What pyonmttok writes for the space before marks that have no letter to stand on.
const SPACE_BEFORE_MARKS: &str = "％0020";

/// The tokens of a text in lower case; none is empty or holds whitespace.
///
/// `COVID19` is `covid` and `19`, `₱500` is `₱` and `500`, `kape’t` is `kape` and `t`. Composed
/// and decomposed letters stay different.
pub fn tokens(text: &str) -> Vec<String> {
    let mut cutter = Cutter::default();
    for character in lower(text).chars() {
        match character {
            '\t' | '\n' | '\r' => cutter.end_word(),
            '\u{fffd}' => {}
            _ if is_ascii_punct(character) => cutter.end_word(),
            _ => match class_of(character) {
                // Dropped without a cut: "a\u{b}b" is one token, and so is "a\u{200b}b".
                Class::Other => {}
                Class::Separator | Class::Punctuation => cutter.end_word(),
                class => cutter.push(character, class),
            },
        }
    }
    cutter.end_word();
    cutter.tokens
}

/// Cuts words into tokens, one character at a time.
#[derive(Default)]
struct Cutter {
    tokens: Vec<String>,
    /// The token being written; may be empty inside a word, after an ideograph.
    token: String,
    /// Class of the characters that the token goes on with; `None` between words.
    class: Option<Class>,
}

impl Cutter {
    /// Takes a letter, number, symbol or mark of a word.
    fn push(&mut self, character: char, class: Class) {
        if class == Class::Mark {
            if self.class.is_none() {
                if !self.tokens.is_empty() {
                    self.token.push_str(SPACE_BEFORE_MARKS);
                }
                self.class = Some(Class::Mark);
            }
            self.token.push(character);
            return;
        }
        if self.class != Some(class) || class == Class::Symbol {
            self.end_token();
        }
        self.class = Some(class);
        if is_ideograph(character) {
            self.end_token();
            self.tokens.push(character.to_string());
        } else {
            self.token.push(replaced(character));
        }
    }

    fn end_token(&mut self) {
        if !self.token.is_empty() {
            self.tokens.push(std::mem::take(&mut self.token));
        }
    }

    fn end_word(&mut self) {
        self.end_token();
        self.class = None;
    }
}

/// pyonmttok keeps U+2581 and the two half-width forms for itself.
fn replaced(character: char) -> char {
    match character {
        '\u{2581}' => '_',
        '\u{ffed}' => '\u{25a0}',
        '\u{ffe8}' => '\u{2502}',
        other => other,
    }
}

fn is_ideograph(character: char) -> bool {
    matches!(
        character,
        '\u{4e00}'..='\u{9fff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{20000}'..='\u{2a6df}'
            | '\u{2a700}'..='\u{2b73f}'
            | '\u{2b740}'..='\u{2b81f}'
            | '\u{2b820}'..='\u{2ceaf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{2f800}'..='\u{2fa1f}'
    )
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[track_caller]
    fn check(text: &str, want: &str) {
        assert_eq!(tokens(text).join(" "), want, "{text:?}");
    }

    #[test]
    fn filipino_is_cut_as_by_the_reference() {
        check(
            "Ang 21-anyos na si Juan, £27 milyon; 2016's COVID19 v2.0",
            "ang 21 anyos na si juan £ 27 milyon 2016 s covid 19 v 2 0",
        );
        check(
            "kaya’t “oo” 3.5km 10km² 20°C",
            "kaya t oo 3 5 km 10 km ² 20 ° c",
        );
        check("R&B C++ $5 €5.00 1st", "r b c 5 € 5 00 1 st");
        check(
            "NIÑO piña nin\u{303}o ng\u{303}",
            "niño piña nin\u{303}o ng\u{303}",
        );
        check(
            "₱1,000.50 mag-aral kape’t gatas",
            "₱ 1 000 50 mag aral kape t gatas",
        );
        check("İstanbul", "i\u{307}stanbul");
    }

    #[test]
    fn what_cannot_be_seen_is_dropped_and_what_can_be_cuts() {
        check(
            "a\u{b}b c\u{1c}d zero\u{200b}width mala\u{ad}mbot\0!",
            "ab cd zerowidth malambot",
        );
        check("a\tb\u{a0}c\u{2028}d\u{fffd}e\u{e000}f", "a b c def");
        check("...?!", "");
    }

    #[test]
    fn symbols_stand_alone_and_marks_follow() {
        check(
            "🇵🇭🙏🏽 ❤\u{fe0f} 1\u{20e3}a",
            "🇵 🇭 🙏 🏽 ❤\u{fe0f} 1\u{20e3} a",
        );
        check("x▁￭￨y", "x _ ■ │ y");
    }

    #[test]
    fn marks_without_a_letter_are_a_token() {
        check(
            "\u{301}a \u{301}a-\u{302}",
            "\u{301} a ％0020\u{301} a ％0020\u{302}",
        );
        check(".\u{301}", "\u{301}");
    }

    #[test]
    fn ideographs_stand_alone() {
        check("ab牛\u{302}c牛牛1", "ab 牛 \u{302}c 牛 牛 1");
    }
}
