//! Labels among the tokens of a reply, and what stands around them.

use std::ops::Range;

use super::token::{Kind, Token, tokens};
use super::{anchor, is_placeholder, look_alike};
use crate::suite::{Task, TemplateLanguage};

/// Fillers that make a letter a label by themselves: `Opsiyon B`.
pub const LETTER_WORDS: [&str; 9] = [
    "opsiyon", "opsyon", "option", "titik", "letra", "letrang", "letter", "choice", "label",
];

/// Words after which an `A` is not the English article.
const AFTER_A: [&str; 12] = [
    "ang", "ay", "is", "as", "po", "lang", "lamang", "nga", "talaga", "at", "with", "na",
];

/// Words that join two alternatives.
const JOINS: [&str; 7] = ["o", "or", "at", "and", "ni", "nor", "saka"];

/// How far a line is looked through.
pub const MAX_LOOK: usize = 200;

/// A way to write a label other than by its letter.
struct Form {
    words: Vec<String>,
    class: usize,
    is_other_language: bool,
}

/// A label found at a token.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Index into the task's labels.
    pub class: usize,
    /// Its first token.
    pub start: usize,
    /// The token after it.
    pub end: usize,
    /// Whether it is an option letter rather than a word.
    pub is_letter: bool,
    /// Whether the word belongs to prompts in the other language.
    pub is_other_language: bool,
}

/// A reply's tokens beside what its task's labels look like.
pub struct Sheet<'a> {
    reply: &'a str,
    /// The reply, cut.
    pub tokens: Vec<Token<'a>>,
    letters: Vec<(String, usize)>,
    forms: Vec<Form>,
    task: &'a Task,
}

impl<'a> Sheet<'a> {
    pub fn new(task: &'a Task, language: TemplateLanguage, reply: &'a str) -> Self {
        let mut letters = Vec::new();
        let mut forms: Vec<Form> = Vec::new();
        for (class, label) in task.labels.iter().enumerate() {
            let (own, other) = match language {
                TemplateLanguage::Filipino => (&label.answer, &label.english),
                TemplateLanguage::English => (&label.english, &label.answer),
            };
            let named = [(own, false), (other, true)];
            let synonyms = label.synonyms.iter().map(|synonym| (synonym, false));
            for (text, is_other_language) in named.into_iter().chain(synonyms) {
                let words = words_of(text);
                if let [letter] = words.as_slice()
                    && letter.chars().count() == 1
                {
                    letters.push((letter.clone(), class));
                } else if !words.is_empty() && !forms.iter().any(|form| form.words == words) {
                    forms.push(Form {
                        words,
                        class,
                        is_other_language,
                    });
                }
            }
        }
        Self {
            reply,
            tokens: tokens(reply),
            letters,
            forms,
            task,
        }
    }

    /// The label that begins at token `at`, by letter or by its longest form.
    pub fn hit_at(&self, at: usize) -> Option<Hit> {
        let word = self.word(at)?;
        let letter = self.letters.iter().find(|(letter, _)| letter == word);
        if let Some(&(_, class)) = letter {
            return self.is_standalone(at).then_some(Hit {
                class,
                start: at,
                end: at + 1,
                is_letter: true,
                is_other_language: false,
            });
        }
        self.forms
            .iter()
            .filter_map(|form| Some((form, self.form_end(form, at)?)))
            .max_by_key(|&(_, end)| end)
            .map(|(form, end)| Hit {
                class: form.class,
                start: at,
                end,
                is_letter: false,
                is_other_language: form.is_other_language,
            })
    }

    /// Where the form ends if it stands at token `at`. Its last word may carry a linker:
    /// `positibong`.
    fn form_end(&self, form: &Form, at: usize) -> Option<usize> {
        let mut next = at;
        for (idx, wanted) in form.words.iter().enumerate() {
            if idx > 0 && self.mark(next) == Some('-') {
                next += 1;
            }
            let found = self.word(next)?;
            let is_last = idx + 1 == form.words.len();
            let rest = found.strip_prefix(wanted.as_str())?;
            let is_linker = is_last && rest == "ng";
            if !rest.is_empty() && !is_linker {
                return None;
            }
            next += 1;
        }
        Some(next)
    }

    /// Whether the letter at `at` is a word of its own and not part of `B-52`, `D'yan`, `A.M.`.
    pub fn is_standalone(&self, at: usize) -> bool {
        let is_glue = |mark: Option<char>| matches!(mark, Some('-' | '\'' | '.' | '+' | '&' | '@'));
        let glued_word = |at: usize| {
            self.tokens
                .get(at)
                .is_some_and(|token| token.is_glued && token.word().is_some())
        };
        let is_glued = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_glued);
        let after = match self.mark(at + 1) {
            Some('-' | '\'' | '+' | '&' | '@') => is_glued(at + 1) && glued_word(at + 2),
            Some('.') => {
                let is_initial = self
                    .word(at + 2)
                    .is_some_and(|word| word.chars().count() == 1);
                is_glued(at + 1) && glued_word(at + 2) && is_initial
            }
            _ => false,
        };
        let before = at >= 2
            && is_glued(at)
            && is_glue(self.mark(at - 1))
            && is_glued(at - 1)
            && self.word(at - 2).is_some();
        !after && !before
    }

    /// Whether a letter is an answer and not the article `A` or a letter in running text.
    pub fn is_letter_alone(&self, hit: Hit, is_filipino: bool) -> bool {
        let Some(next) = self.tokens.get(hit.end) else {
            return true;
        };
        let Some(word) = next.word() else {
            return true;
        };
        if !self.is_capital(hit.start) {
            return false;
        }
        let is_article = self.word(hit.start) == Some("a");
        !is_article
            || AFTER_A.contains(&word)
            || anchor::is_break(word)
            || (is_filipino && next.is_capital())
    }

    /// Whether another label is offered right after: `A o B`, `Neutral/Positibo`, `A, B`.
    pub fn is_joined(&self, hit: Hit) -> bool {
        let mut at = hit.end;
        while let Some(token) = self.tokens.get(at).filter(|_| at < hit.end + 8) {
            let is_passed = match &token.kind {
                Kind::Newline => false,
                Kind::Mark('/' | ',' | '&') => true,
                Kind::Mark('-') => token.is_glued,
                Kind::Mark(_) => token.is_markup(),
                Kind::Word { lower, .. } => {
                    if let Some(other) = self.hit_at(at) {
                        let is_meant = !other.is_letter || self.is_letter_alone(other, false);
                        return is_meant && other.class != hit.class;
                    }
                    JOINS.contains(&lower.as_ref()) || LETTER_WORDS.contains(&lower.as_ref())
                }
            };
            if !is_passed {
                return false;
            }
            at += 1;
        }
        false
    }

    /// Whether the next line begins with another letter as this one does: the options themselves.
    pub fn is_list(&self, hit: Hit) -> bool {
        let is_item = |hit: Hit| matches!(self.mark(hit.end), Some('.' | ')' | ':'));
        if !hit.is_letter || !is_item(hit) {
            return false;
        }
        let mut after = (hit.end..hit.end + MAX_LOOK)
            .skip_while(|&at| {
                self.tokens
                    .get(at)
                    .is_some_and(|token| token.kind != Kind::Newline)
            })
            .skip_while(|&at| {
                self.tokens
                    .get(at)
                    .is_some_and(|token| token.word().is_none())
            });
        after
            .next()
            .and_then(|at| self.hit_at(at))
            .is_some_and(|other| other.is_letter && other.class != hit.class && is_item(other))
    }

    /// Whether a letter within a line is brought up as the answer: after a comma, colon or dash,
    /// or after `ay`, `is`, `opsiyon` and the like.
    pub fn is_introduced(&self, at: usize) -> bool {
        let before = self.tokens.get(..at).unwrap_or_default();
        let last = before.iter().rev().find(|token| !token.is_markup());
        last.is_some_and(|token| match &token.kind {
            Kind::Mark(mark) => ",:-".contains(*mark),
            Kind::Word { lower, .. } => {
                matches!(lower.as_ref(), "ay" | "is") || LETTER_WORDS.contains(&lower.as_ref())
            }
            Kind::Newline => false,
        })
    }

    /// Whether what ends before token `at` is asked, not said.
    pub fn is_questioned(&self, at: usize) -> bool {
        let after = self.tokens.iter().skip(at).find(|token| !token.is_markup());
        after.is_some_and(|token| token.mark() == Some('?') || token.word() == Some("ba"))
    }

    /// Whether only marks stand between token `at` and the end of its line.
    pub fn ends_line(&self, at: usize) -> bool {
        self.tokens
            .iter()
            .skip(at)
            .take_while(|token| token.kind != Kind::Newline)
            .all(|token| token.word().is_none())
    }

    /// Whether a single capital that is none of the options is given as the answer.
    pub fn is_stray_letter(&self, at: usize) -> bool {
        self.is_capital(at)
            && self.word(at).is_some_and(|word| word.chars().count() == 1)
            && !self.letters.is_empty()
            && self
                .tokens
                .get(at + 1)
                .is_none_or(|token| token.word().is_none())
    }

    /// Whether the word is the prompt's placeholder, in its own case.
    pub fn is_placeholder(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else {
            return false;
        };
        let word = self.reply.get(token.range.clone()).unwrap_or_default();
        let is_name = is_placeholder(self.task, word);
        // `OPTION B` answers with a letter.
        is_name && self.hit_at(at + 1).is_none()
    }

    /// Whether the word is a label in letters of another script.
    pub fn is_look_alike(&self, at: usize) -> bool {
        let Some(latin) = self.word(at).and_then(look_alike::latin) else {
            return false;
        };
        self.letters.iter().any(|(letter, _)| *letter == latin)
            || self
                .forms
                .iter()
                .any(|form| matches!(form.words.as_slice(), [word] if *word == latin))
    }

    /// Token ranges of the lines that hold a word.
    pub fn lines(&self) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in self.tokens.split(|token| token.kind == Kind::Newline) {
            if line.iter().any(|token| token.word().is_some()) {
                lines.push(start..start + line.len());
            }
            start += line.len() + 1;
        }
        lines
    }

    pub fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    pub fn mark(&self, at: usize) -> Option<char> {
        self.tokens.get(at)?.mark()
    }

    pub fn is_capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(Token::is_capital)
    }

    pub fn span(&self, hit: Hit) -> Option<Range<usize>> {
        let first = self.tokens.get(hit.start)?;
        let last = self.tokens.get(hit.end.checked_sub(1)?)?;
        Some(first.range.start..last.range.end)
    }
}

/// The words of a label or synonym as a reply's words are cut: `non-toxic` is two.
fn words_of(text: &str) -> Vec<String> {
    tokens(text)
        .iter()
        .filter_map(|token| token.word().map(str::to_owned))
        .collect()
}
