//! Answers and texts as people read them.

use crate::answer::Answer;
use crate::suite::{Gold, Label, Task, TemplateLanguage};
use crate::text;

/// The word of a class that the instructions ask for.
pub fn word_of_class(label: &Label, language: TemplateLanguage) -> &str {
    match language {
        TemplateLanguage::Filipino => &label.answer,
        TemplateLanguage::English => &label.english,
    }
}

/// A gold answer: the word of its class, or the reference text.
pub fn gold_text(task: &Task, language: TemplateLanguage, gold: &Gold) -> String {
    match gold {
        Gold::Class(class) => task
            .labels
            .get(*class)
            .map(|label| word_of_class(label, language).to_owned())
            .unwrap_or_default(),
        Gold::Text(text) => text.clone(),
    }
}

/// An answer: the word of its class, or its text; `None` for the null label.
pub fn answer_text(task: &Task, language: TemplateLanguage, answer: &Answer) -> Option<String> {
    match answer {
        Answer::Class(class) => {
            let label = task.labels.get(*class)?;
            Some(word_of_class(label, language).to_owned())
        }
        Answer::Text(text) => Some(text.clone()),
        Answer::Null => None,
    }
}

/// On one line, and no longer than `max_chars` characters, the last of which says that it was cut.
pub fn shortened(long: &str, max_chars: usize) -> String {
    // More than enough to fill the line, so that a reply of a megabyte costs nothing.
    let head = match long.char_indices().nth(max_chars.saturating_mul(4)) {
        Some((end, _)) => long.get(..end).unwrap_or(long),
        None => long,
    };
    let line = text::collapse(head);
    let is_cut = head.len() < long.len();
    if !is_cut && line.chars().count() <= max_chars {
        return line;
    }
    let mut short: String = line.chars().take(max_chars.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_texts_are_cut_to_one_line() {
        let cases = [
            ("", 5, ""),
            ("oo", 5, "oo"),
            ("  isa\n\ndalawa ", 20, "isa dalawa"),
            ("limang", 6, "limang"),
            ("limangpu", 6, "liman…"),
            ("ñññññññ", 3, "ññ…"),
            ("a                                        b", 4, "a…"),
        ];
        for (long, max_chars, want) in cases {
            assert_eq!(shortened(long, max_chars), want, "{long:?}");
        }
    }
}
