//! The lenient reading of a label.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Lenient;
use super::anchor::{self, Anchor, Strength};
use super::sheet::{Hit, LETTER_WORDS, MAX_LOOK, Sheet};
use super::token::Kind;
use crate::answer::{Answer, Flag};
use crate::suite::{Task, TemplateLanguage};

/// Words that may stand between an announcement and its answer.
const FILLERS: [&str; 18] = [
    "ang",
    "ay",
    "is",
    "the",
    "si",
    "opsiyon",
    "opsyon",
    "option",
    "titik",
    "letra",
    "letrang",
    "letter",
    "choice",
    "label",
    "pagpipilian",
    "pagpipiliang",
    "sagot",
    "number",
];

/// What an announcement leads to.
#[derive(Clone, Copy)]
enum Found {
    Label(Hit),
    /// A label with a question mark.
    Doubted(Hit),
    /// Two labels, a look-alike, a letter that is no option.
    Unclear,
    /// Denied, and which label if one is named.
    Denied(Option<usize>),
    Nothing,
}

/// What the announcements so far come to.
#[derive(Default)]
struct Verdict {
    hit: Option<Hit>,
    /// Something was announced that is no clear answer.
    is_vague: bool,
    first: Option<usize>,
    last: Option<usize>,
}

struct Reader<'a> {
    sheet: &'a Sheet<'a>,
    flags: BTreeSet<Flag>,
}

/// Reads a label.
pub fn read(task: &Task, language: TemplateLanguage, reply: &str) -> Lenient {
    let sheet = Sheet::new(task, language, reply);
    let mut reader = Reader {
        sheet: &sheet,
        flags: BTreeSet::new(),
    };
    let mut verdict = reader.announced();
    if verdict.hit.is_none() && !verdict.is_vague {
        verdict.hit = reader.unannounced();
    }
    if verdict.first != verdict.last {
        reader.flags.insert(Flag::ChangedMind);
    }
    if verdict.hit.is_some_and(|hit| hit.is_other_language) {
        reader.flags.insert(Flag::OtherLanguage);
    }
    Lenient {
        answer: verdict
            .hit
            .map_or(Answer::Null, |hit| Answer::Class(hit.class)),
        span: verdict.hit.and_then(|hit| sheet.span(hit)),
        flags: reader.flags,
    }
}

impl Reader<'_> {
    /// Goes through all announcements; the last clear one wins.
    fn announced(&mut self) -> Verdict {
        let mut verdict = Verdict::default();
        for at in 0..self.sheet.tokens.len() {
            if let Some(anchor) = anchor::anchor_at(&self.sheet.tokens, at) {
                let found = self.resolve(anchor);
                verdict.weigh(found, anchor.strength);
            } else if let Some(found) = self.inverted(at) {
                verdict.weigh(found, Strength::Said);
            }
        }
        verdict
    }

    /// The label at token `at` if the words after it call it the answer.
    fn inverted(&self, at: usize) -> Option<Found> {
        let hit = self.sheet.hit_at(at)?;
        let is_said = (!hit.is_letter || self.sheet.is_capital(at))
            && anchor::is_inverted(&self.sheet.tokens, hit.end)
            && !anchor::is_supposed(&self.sheet.tokens, at);
        is_said.then(|| {
            if anchor::is_denied(&self.sheet.tokens, at, 2) {
                Found::Denied(Some(hit.class))
            } else {
                Found::Label(hit)
            }
        })
    }

    /// What stands at an announcement.
    fn resolve(&mut self, anchor: Anchor) -> Found {
        let mut n_fillers = 0;
        let mut at = anchor.at;
        while let Some(token) = self
            .sheet
            .tokens
            .get(at)
            .filter(|_| at < anchor.at + MAX_LOOK)
        {
            match &token.kind {
                Kind::Newline if n_fillers > 0 || anchor.strength == Strength::Bare => break,
                Kind::Newline | Kind::Mark('-' | ':' | '=') => at += 1,
                Kind::Mark(_) if token.is_markup() => at += 1,
                Kind::Mark(_) => break,
                Kind::Word { .. } if anchor::is_command(&self.sheet.tokens, at) => at += 1,
                Kind::Word { lower, .. } => {
                    let hit = self.sheet.hit_at(at);
                    if let Some(hit) = hit
                        && let Some(found) = self.judge(hit, anchor)
                    {
                        return found;
                    }
                    if hit.is_none() && self.sheet.is_placeholder(at) {
                        self.flags.insert(Flag::PlaceholderEchoed);
                        return Found::Nothing;
                    }
                    if self.sheet.is_look_alike(at) {
                        self.flags.insert(Flag::LookAlike);
                        return Found::Unclear;
                    }
                    if anchor::is_denial(lower) {
                        let named = (at + 1..at + 4).find_map(|next| self.sheet.hit_at(next));
                        return Found::Denied(named.map(|hit| hit.class));
                    }
                    if hit.is_none() && n_fillers < 6 && FILLERS.contains(&lower.as_ref()) {
                        n_fillers += 1;
                        at += 1;
                        continue;
                    }
                    if anchor.strength == Strength::Firm && self.sheet.is_stray_letter(at) {
                        return Found::Unclear;
                    }
                    return self.in_rest_of_line(at);
                }
            }
        }
        Found::Nothing
    }

    /// Whether the label found right at an announcement is the answer; `None` if it is no label
    /// after all, as the article in `Answer: A person …`.
    fn judge(&mut self, hit: Hit, anchor: Anchor) -> Option<Found> {
        if self.sheet.is_joined(hit) || self.sheet.is_list(hit) {
            self.flags.insert(Flag::TwoLabels);
            return Some(Found::Unclear);
        }
        if hit.is_letter && !self.sheet.is_letter_alone(hit, anchor.is_filipino) {
            return None;
        }
        if anchor.strength == Strength::Bare && !self.sheet.ends_line(hit.end) {
            return Some(Found::Nothing);
        }
        if self.sheet.is_questioned(hit.end) {
            return Some(Found::Doubted(hit));
        }
        Some(Found::Label(hit))
    }

    /// A single label further on in the line of an announcement.
    fn in_rest_of_line(&mut self, at: usize) -> Found {
        let mut hits: Vec<Hit> = Vec::new();
        let mut is_denied = false;
        let mut is_first_sentence = true;
        let mut next = at;
        while let Some(token) = self.sheet.tokens.get(next).filter(|_| next < at + MAX_LOOK) {
            match &token.kind {
                Kind::Newline => break,
                Kind::Mark('.' | '!' | '?' | ';') => is_first_sentence = false,
                Kind::Mark(_) => {}
                Kind::Word { lower, .. } => {
                    let hit = self.sheet.hit_at(next).filter(|hit| {
                        if hit.is_letter {
                            self.sheet.is_capital(next) && self.sheet.is_letter_alone(*hit, true)
                        } else {
                            is_first_sentence
                        }
                    });
                    if let Some(hit) = hit {
                        hits.push(hit);
                        next = hit.end;
                        continue;
                    }
                    if anchor::is_noun(lower) {
                        break;
                    }
                    is_denied |= hits.is_empty() && anchor::is_denial(lower);
                }
            }
            next += 1;
        }
        let Some(&first) = hits.first() else {
            return Found::Nothing;
        };
        if hits.iter().any(|hit| hit.class != first.class) {
            self.flags.insert(Flag::TwoLabels);
            return Found::Unclear;
        }
        if is_denied {
            return Found::Denied(Some(first.class));
        }
        if first.is_letter && !self.sheet.is_introduced(first.start) {
            return Found::Nothing;
        }
        if self.sheet.is_questioned(first.end) {
            return Found::Doubted(first);
        }
        Found::Label(first)
    }

    /// The label of a reply that announces nothing.
    fn unannounced(&mut self) -> Option<Hit> {
        let lines = self.sheet.lines();
        let (first, last) = (lines.first()?.clone(), lines.last()?.clone());
        match (self.bare(&first), self.bare(&last)) {
            (Some(hit), Some(other)) if hit.class != other.class => {
                self.flags.insert(Flag::ChangedMind);
                return None;
            }
            (Some(hit), _) | (None, Some(hit)) => return Some(hit),
            (None, None) => {}
        }
        let leading = self.leading(&first);
        if let Some(hit) = leading {
            let is_other = |line: &Range<usize>| {
                self.leading(line)
                    .is_some_and(|other| other.class != hit.class)
            };
            if lines.iter().any(is_other) || self.sheet.is_joined(hit) {
                self.flags.insert(Flag::TwoLabels);
                return None;
            }
            return Some(hit).filter(|hit| !self.sheet.is_questioned(hit.end));
        }
        if lines.len() > 1 {
            return None;
        }
        self.only(&first)
    }

    /// The label of a line that holds nothing else.
    fn bare(&mut self, line: &Range<usize>) -> Option<Hit> {
        let mut words = line.clone().filter(|&at| self.sheet.word(at).is_some());
        let at = words.find(|&at| {
            self.sheet
                .word(at)
                .is_none_or(|word| !LETTER_WORDS.contains(&word))
        })?;
        if self.sheet.is_look_alike(at) && words.next().is_none() {
            self.flags.insert(Flag::LookAlike);
            return None;
        }
        if self.sheet.is_placeholder(at) {
            self.flags.insert(Flag::PlaceholderEchoed);
            return None;
        }
        let hit = self.sheet.hit_at(at)?;
        let is_alone = (hit.end..line.end).all(|at| self.sheet.word(at).is_none());
        (is_alone && !self.sheet.is_questioned(hit.end)).then_some(hit)
    }

    /// The label a line begins with, set off from what follows: `B. …`, `(B) …`, `B dahil …`.
    fn leading(&self, line: &Range<usize>) -> Option<Hit> {
        let mut words = line.clone().filter(|&at| self.sheet.word(at).is_some());
        let first = words.next()?;
        let is_called = LETTER_WORDS.contains(&self.sheet.word(first)?);
        let hit = self
            .sheet
            .hit_at(if is_called { words.next()? } else { first })?;
        let marks = (hit.end..line.end).map_while(|at| self.sheet.tokens.get(at)?.mark());
        let is_set_off = marks.clone().any(|mark| ".):,-]!*\"".contains(mark));
        let next = self.sheet.word(hit.end + marks.count());
        let is_reasoned = next.is_some_and(anchor::is_break);
        let is_plain = !hit.is_letter
            || self.sheet.is_capital(hit.start)
            || self
                .sheet
                .tokens
                .get(hit.end)
                .is_some_and(|token| token.is_glued && matches!(token.mark(), Some(')' | '.')));
        (is_plain && (is_called || is_set_off || is_reasoned)).then_some(hit)
    }

    /// The only label word of a short reply that denies and asks nothing.
    fn only(&self, line: &Range<usize>) -> Option<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        let mut n_words = 0;
        let mut next = line.start;
        while next < line.end {
            let token = self.sheet.tokens.get(next)?;
            if token.mark() == Some('?') {
                return None;
            }
            if let Some(hit) = self.sheet.hit_at(next).filter(|hit| !hit.is_letter) {
                hits.push(hit);
                next = hit.end;
                continue;
            }
            if let Some(word) = token.word() {
                n_words += 1;
                if n_words > 15 || anchor::is_denial(word) || word == "ba" {
                    return None;
                }
            }
            next += 1;
        }
        let first = *hits.first()?;
        hits.iter()
            .all(|hit| hit.class == first.class)
            .then_some(first)
    }
}

impl Verdict {
    /// Takes one more announcement into account.
    fn weigh(&mut self, found: Found, strength: Strength) {
        match found {
            Found::Label(hit) => {
                self.note(hit.class);
                self.hit = Some(hit);
                self.is_vague = false;
            }
            Found::Doubted(hit) => {
                self.note(hit.class);
                self.hit = None;
                self.is_vague = true;
            }
            Found::Unclear => {
                self.hit = None;
                self.is_vague = true;
            }
            Found::Denied(class) => {
                let is_withdrawn = match (class, self.hit) {
                    (_, None) => true,
                    (Some(class), Some(hit)) => class == hit.class,
                    (None, Some(_)) => strength == Strength::Firm,
                };
                if is_withdrawn {
                    self.hit = None;
                    self.is_vague = true;
                }
            }
            Found::Nothing => {}
        }
    }

    fn note(&mut self, class: usize) {
        self.first = self.first.or(Some(class));
        self.last = Some(class);
    }
}
