//! Places where a reply announces its answer: `Sagot:`, `The correct answer is`, `\boxed{`.

use super::token::{Kind, Token};

/// How plainly the answer is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// `Sagot: …`, a heading, `\boxed{…}`.
    Firm,
    /// `Ang sagot ay …`, `The answer is …`.
    Said,
    /// `Sagot B`: only when nothing else stands on the line.
    Bare,
}

/// An announcement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Index of the first token after it.
    pub at: usize,
    /// How plain it is.
    pub strength: Strength,
    /// Whether it is in Filipino, where `A` is no word.
    pub is_filipino: bool,
}

/// What an answer is called, in Filipino.
const FILIPINO_NOUNS: [&str; 13] = [
    "sagot",
    "isagot",
    "kasagutan",
    "tugon",
    "opsiyon",
    "opsyon",
    "angkop",
    "pinakaangkop",
    "pinakamalapit",
    "sentimyento",
    "sentimento",
    "kategorya",
    "klasipikasyon",
];

/// What an answer is called, in English.
const ENGLISH_NOUNS: [&str; 9] = [
    "answer",
    "option",
    "choice",
    "label",
    "sentiment",
    "category",
    "classification",
    "conclusion",
    "verdict",
];

/// Nouns that also name a choice that is not the answer: `Opsiyon B: mali ito`.
const CHOICE_NOUNS: [&str; 5] = ["opsiyon", "opsyon", "option", "choice", "label"];

/// Words that deny what follows, or call it wrong.
const DENIALS: [&str; 20] = [
    "hindi",
    "di",
    "wala",
    "walang",
    "huwag",
    "mali",
    "maling",
    "not",
    "no",
    "non",
    "isn",
    "aren",
    "wasn",
    "never",
    "neither",
    "cannot",
    "wrong",
    "incorrect",
    "false",
    "kulang",
];

/// Words that begin another thought.
const BREAKS: [&str; 16] = [
    "dahil",
    "sapagkat",
    "pagkat",
    "kasi",
    "because",
    "since",
    "kung",
    "kapag",
    "if",
    "bakit",
    "why",
    "pero",
    "ngunit",
    "subalit",
    "but",
    "samantalang",
];

/// Words that may stand before a bare announcement: `Pangwakas na sagot B`.
const LEAD_INS: [&str; 14] = [
    "ang",
    "aking",
    "tamang",
    "pangwakas",
    "huling",
    "na",
    "the",
    "my",
    "final",
    "correct",
    "best",
    "pinal",
    "wastong",
    "napiling",
];

/// How many words may stand between what is announced and `ay`, `is` or `:`.
const MAX_GAP: usize = 10;

/// The announcement that begins at token `at`.
pub fn anchor_at(tokens: &[Token<'_>], at: usize) -> Option<Anchor> {
    if is_command(tokens, at) {
        let is_box = matches!(tokens.get(at)?.word()?, "boxed" | "fbox" | "framebox");
        return is_box.then_some(Anchor {
            at: at + 1,
            strength: Strength::Firm,
            is_filipino: false,
        });
    }
    let noun = tokens.get(at)?.word()?;
    let is_filipino = FILIPINO_NOUNS.contains(&noun);
    if !is_filipino && !ENGLISH_NOUNS.contains(&noun) {
        return None;
    }
    if is_denied(tokens, at, 3) || is_closing_tag(tokens, at) {
        return None;
    }
    let (at, strength) = connected(tokens, at, noun)?;
    Some(Anchor {
        at,
        strength,
        is_filipino,
    })
}

/// Finds what joins the noun at `at` to its answer: (first token after it, how plain it is).
fn connected(tokens: &[Token<'_>], at: usize, noun: &str) -> Option<(usize, Strength)> {
    let bare = || begins_line(tokens, at).then_some((at + 1, Strength::Bare));
    let mut n_gap = 0;
    for (idx, token) in tokens.iter().enumerate().skip(at + 1) {
        match &token.kind {
            Kind::Mark(':' | '=') => return Some((idx + 1, Strength::Firm)),
            Kind::Mark('-' | '>') if n_gap == 0 => return Some((idx + 1, Strength::Firm)),
            Kind::Mark('.' | '?' | '!' | ';') => break,
            Kind::Mark(_) => {}
            Kind::Newline => {
                let is_heading = n_gap == 0 && begins_line(tokens, at);
                return is_heading.then_some((idx, Strength::Firm)).or_else(bare);
            }
            Kind::Word { lower, .. } => {
                let is_short_ay = lower == "y" && tokens.get(idx - 1)?.mark() == Some('\'');
                if is_short_ay || matches!(lower.as_ref(), "ay" | "is" | "was") {
                    return Some((idx + 1, Strength::Said));
                }
                let word = lower.as_ref();
                n_gap += 1;
                let is_end = n_gap > MAX_GAP
                    || (CHOICE_NOUNS.contains(&noun) && n_gap > 1)
                    || is_noun(word)
                    || is_denial(word)
                    || BREAKS.contains(&word);
                if is_end {
                    break;
                }
            }
        }
    }
    bare()
}

/// Whether a label that ends before token `at` is said to be the answer: `B ang tamang sagot`,
/// `B is the answer`.
pub fn is_inverted(tokens: &[Token<'_>], at: usize) -> bool {
    let mut words = tokens
        .iter()
        .skip(at)
        .filter(|token| !token.is_markup())
        .map_while(Token::word);
    if !words
        .next()
        .is_some_and(|word| matches!(word, "ang" | "ay" | "is"))
    {
        return false;
    }
    for word in words.take(5) {
        if is_denial(word) || BREAKS.contains(&word) {
            return false;
        }
        if is_noun(word) {
            return true;
        }
    }
    false
}

/// Whether one of the `n_words` words before token `at`, in the same sentence, denies it.
pub fn is_denied(tokens: &[Token<'_>], at: usize, n_words: usize) -> bool {
    words_before(tokens, at).take(n_words).any(is_denial)
}

/// Whether the sentence before token `at` makes it a condition: `Kung A ang sagot`.
pub fn is_supposed(tokens: &[Token<'_>], at: usize) -> bool {
    words_before(tokens, at)
        .take(2)
        .any(|word| BREAKS.contains(&word))
}

/// The words before token `at` in its sentence, nearest first.
fn words_before<'a>(tokens: &'a [Token<'a>], at: usize) -> impl Iterator<Item = &'a str> {
    let before = tokens.get(..at).unwrap_or_default();
    before
        .iter()
        .rev()
        .take_while(|token| match token.kind {
            Kind::Newline => false,
            Kind::Mark(mark) => !".?!:;,".contains(mark),
            Kind::Word { .. } => true,
        })
        .filter_map(Token::word)
}

/// Whether the word denies.
pub fn is_denial(word: &str) -> bool {
    DENIALS.contains(&word)
}

/// Whether the word begins another thought: `dahil`, `because`.
pub fn is_break(word: &str) -> bool {
    BREAKS.contains(&word)
}

/// Whether the word names an answer.
pub fn is_noun(word: &str) -> bool {
    FILIPINO_NOUNS.contains(&word) || ENGLISH_NOUNS.contains(&word)
}

/// Whether the word is the name of a LaTeX command.
pub fn is_command(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    tokens.get(at).is_some_and(|token| token.is_glued)
        && before.is_some_and(|token| token.mark() == Some('\\'))
}

/// Whether it is `</answer`.
fn is_closing_tag(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    before.is_some_and(|token| token.mark() == Some('/'))
}

/// Whether only markup and [`LEAD_INS`] stand before token `at` on its line.
fn begins_line(tokens: &[Token<'_>], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or_default();
    before
        .iter()
        .rev()
        .take_while(|token| token.kind != Kind::Newline)
        .take(12)
        .all(|token| {
            token
                .word()
                .map_or(token.is_markup(), |word| LEAD_INS.contains(&word))
        })
}
