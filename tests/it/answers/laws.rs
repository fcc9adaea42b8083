//! What holds for every reply.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sukat::answer::{Answer, Flag, ReadingRule, Thinking, head, read_reply, v1};
use sukat::suite::{Profile, TemplateLanguage};
use sukat::text;

use super::{SUITE, rule, task};

/// Bytes; a reader that goes back for every announcement would take minutes.
const LONG: usize = 20_000;

/// A second implementation, character by character along the prose of `batayan.md` 6.0.1 to
/// 6.0.4. Slow, and shares nothing with the first.
mod naive {
    const WHITE: &str = "\t\n\u{b}\u{c}\r\u{1c}\u{1d}\u{1e}\u{1f} \u{85}\u{a0}\u{1680}\u{2000}\
        \u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{2028}\
        \u{2029}\u{202f}\u{205f}\u{3000}";
    const PUNCT: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    fn strip(mut chars: Vec<char>, set: &str) -> Vec<char> {
        while chars.last().is_some_and(|&last| set.contains(last)) {
            chars.pop();
        }
        while chars.first().is_some_and(|&first| set.contains(first)) {
            chars.remove(0);
        }
        chars
    }

    fn normalise(chars: Vec<char>) -> String {
        let lowered = chars.into_iter().collect::<String>().to_lowercase();
        let stripped = strip(lowered.chars().collect(), &format!("{PUNCT} \n"));
        let mut words = vec![String::new()];
        for character in stripped {
            if WHITE.contains(character) {
                words.push(String::new());
            } else {
                words.last_mut().expect("one word").push(character);
            }
        }
        words.retain(|word| !word.is_empty());
        words.join(" ")
    }

    /// All whitespace from `at`, then the rest of that line.
    fn line(chars: &[char], mut at: usize) -> Vec<char> {
        let start = at;
        while at < chars.len() && WHITE.contains(chars[at]) {
            at += 1;
        }
        while at < chars.len() && chars[at] != '\n' {
            at += 1;
        }
        chars[start..at].to_vec()
    }

    pub fn v1_label(reply: &str) -> String {
        let chars: Vec<char> = reply.to_lowercase().chars().collect();
        let tag: Vec<char> = "sagot:".chars().collect();
        for at in 0..chars.len() {
            if chars[at..].starts_with(&tag) {
                return normalise(strip(strip(line(&chars, at + tag.len()), "$"), WHITE));
            }
        }
        normalise(strip(chars, WHITE))
    }

    pub fn v1_text(reply: &str, first: [char; 2], rest: &str) -> String {
        let chars: Vec<char> = reply.chars().collect();
        let rest: Vec<char> = rest.chars().collect();
        for at in 0..chars.len() {
            if (first.contains(&chars[at]) || chars[at] == '|')
                && chars[at + 1..].starts_with(&rest)
            {
                let taken = strip(line(&chars, at + 1 + rest.len()), "$");
                return strip(taken, WHITE).into_iter().collect();
            }
        }
        strip(chars, WHITE).into_iter().collect()
    }

    fn folded(character: char) -> char {
        match character {
            'ſ' => 's',
            'İ' | 'ı' => 'i',
            '\u{212a}' => 'k',
            _ => character.to_ascii_lowercase(),
        }
    }

    fn begins(chars: &[char], wanted: &str) -> bool {
        let wanted: Vec<char> = wanted.chars().collect();
        chars.len() >= wanted.len()
            && wanted
                .iter()
                .zip(chars)
                .all(|(&wanted, &found)| folded(wanted) == folded(found))
    }

    pub fn head_label(reply: &str, labels: &[&str]) -> String {
        let chars: Vec<char> = reply.chars().collect();
        for tag in 0..chars.len() {
            if !begins(&chars[tag..], "sagot:") {
                continue;
            }
            let mut at = tag + 6;
            while at < chars.len() && (WHITE.contains(chars[at]) || chars[at] == '*') {
                at += 1;
            }
            let mut last = None;
            while let Some(label) = labels.iter().find(|label| begins(&chars[at..], label)) {
                let end = at + label.chars().count();
                last = Some(chars[at..end].to_vec());
                at = end;
            }
            if let Some(last) = last {
                return normalise(strip(last, WHITE));
            }
        }
        normalise(strip(chars, WHITE))
    }

    pub fn head_text(reply: &str, tag: &str) -> String {
        let chars: Vec<char> = reply.chars().collect();
        let tag: Vec<char> = tag.chars().collect();
        for at in 0..chars.len() {
            if chars[at..].starts_with(&tag) {
                let mut start = at + tag.len();
                while start < chars.len()
                    && (WHITE.contains(chars[start]) || "`*".contains(chars[start]))
                {
                    start += 1;
                }
                let taken = chars[start..]
                    .iter()
                    .copied()
                    .take_while(|&c| c != '\n')
                    .collect();
                return strip(taken, WHITE).into_iter().collect();
            }
        }
        strip(chars, WHITE).into_iter().collect()
    }
}

/// Replies of pieces that the rules care about.
fn reply() -> impl Strategy<Value = String> {
    let pieces = vec![
        "Sagot:",
        "sagot:",
        "SAGOT:",
        "ſagot:",
        "Sagot",
        ":",
        "agot:",
        "Buod:",
        "buod:",
        "BUOD:",
        "|uod:",
        "Salin:",
        "salin:",
        "Isalin:",
        "|alin:",
        "Answer:",
        "Summary:",
        "A",
        "B",
        "C",
        "D",
        "a",
        "b",
        "ANSWER",
        "$OPTION",
        "Positibo",
        "posıtibo",
        "poſİtibo",
        "Negatibo",
        "NEUTRAL",
        "Positive",
        "Malinis",
        "mapoot",
        "Hindi",
        "ang",
        "ay",
        "dahil",
        "o",
        "\\boxed{",
        "}",
        "<think>",
        "</think>",
        " ",
        "\n",
        "\r",
        "\t",
        "\u{1c}",
        "\u{85}",
        "\u{a0}",
        "\u{2028}",
        "\u{3000}",
        "\u{200b}",
        "\u{feff}",
        "*",
        "**",
        "$",
        "`",
        "```",
        ".",
        ",",
        "!",
        "?",
        "(",
        ")",
        "-",
        "/",
        "\"",
        "'",
        "“",
        "”",
        "：",
        "Ｂ",
        "Α",
        "В",
        "İ",
        "\u{212a}",
        "ﬁ",
        "Σ",
        "ΑΣ",
        "ñ",
        "n\u{303}",
        "\0",
        "😀",
        "Paliwanag:",
        "Narito:",
    ];
    prop_oneof![
        4 => prop::collection::vec(prop::sample::select(pieces), 0..14)
            .prop_map(|pieces| pieces.concat()),
        1 => any::<String>(),
    ]
}

fn rules() -> Vec<ReadingRule> {
    let mut rules = Vec::new();
    for thinking in [Thinking::Keep, Thinking::Strip] {
        for (profile, language) in [
            (Profile::V1, TemplateLanguage::Filipino),
            (Profile::V1, TemplateLanguage::English),
            (Profile::Head, TemplateLanguage::Filipino),
        ] {
            rules.push(ReadingRule {
                profile,
                language,
                thinking,
            });
        }
    }
    rules
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn both_references_are_followed_step_by_step(reply in reply()) {
        prop_assert_eq!(v1::extract_label(&reply, "sagot:"), naive::v1_label(&reply));
        for (tag, first, rest) in [("Buod:", ['B', 'b'], "uod:"), ("Salin:", ['S', 's'], "alin:")] {
            prop_assert_eq!(v1::extract_text(&reply, tag), naive::v1_text(&reply, first, rest));
            prop_assert_eq!(head::extract_text(&reply, tag), naive::head_text(&reply, tag));
        }
        let sets: [&[&str]; 4] = [
            &["A", "B"],
            &["A", "B", "C", "D"],
            &["Positibo", "Negatibo", "Neutral"],
            &["Malinis", "Mapoot"],
        ];
        for labels in sets {
            prop_assert_eq!(
                head::extract_label(&reply, "Sagot:", labels),
                naive::head_label(&reply, labels)
            );
        }
    }

    #[test]
    fn nothing_panics_and_spans_are_where_the_answer_stands(reply in reply()) {
        for task in &SUITE.tasks {
            for rule in rules() {
                let reading = read_reply(task, rule, &reply);
                let taken = |span: &Option<std::ops::Range<usize>>| {
                    span.clone().map(|span| reply.get(span).map(str::to_owned))
                };
                let spans = [&reading.parity_span, &reading.lenient_span];
                for (span, answer) in spans.into_iter().zip([&reading.parity, &reading.lenient]) {
                    let taken = taken(span);
                    // A span that is no text of its own would be `Some(None)`.
                    prop_assert_ne!(&taken, &Some(None));
                    match answer {
                        Answer::Text(text) if text.is_empty() => prop_assert_eq!(taken, None),
                        Answer::Text(text) => prop_assert_eq!(taken, Some(Some(text.clone()))),
                        Answer::Class(class) => {
                            prop_assert!(*class < task.labels.len());
                            prop_assert!(taken.is_some_and(|taken| taken != Some(String::new())));
                        }
                        Answer::Null => prop_assert!(task.is_classification()),
                    }
                }
                let does_differ = reading.parity != reading.lenient;
                prop_assert_eq!(does_differ, reading.flags.contains(&Flag::LenientDiffers));
                if reading.lenient == Answer::Null {
                    prop_assert_eq!(reading.lenient_span, None);
                }
            }
        }
    }

    #[test]
    fn a_label_is_its_span_in_lower_case(reply in reply()) {
        // A final sigma depends on what surrounds it.
        prop_assume!(!reply.contains('Σ'));
        let labels = ["A", "B", "C", "D"];
        let taken = [v1::take_label(&reply, "sagot:"), head::take_label(&reply, "Sagot:", &labels)];
        for taken in taken {
            let span = reply.get(taken.span).expect("bytes of the reply");
            prop_assert_eq!(text::collapse(&text::lower(span)), taken.text);
        }
    }
}

#[test]
fn an_empty_reply_is_the_null_label_or_an_empty_text() {
    for task in &SUITE.tasks {
        for rule in rules() {
            for reply in ["", "  \n"] {
                let reading = read_reply(task, rule, reply);
                let want = if task.is_classification() {
                    Answer::Null
                } else {
                    Answer::Text(String::new())
                };
                assert_eq!((&reading.parity, &reading.lenient), (&want, &want));
                assert_eq!(reading.flags, BTreeSet::new());
                assert_eq!((reading.parity_span, reading.lenient_span), (None, None));
            }
        }
    }
}

#[test]
fn a_long_reply_is_read_as_a_shorter_one_of_its_kind() {
    // Announcements, conditions and marks that each could send a careless reader to the end.
    let pieces = [
        "Sagot: ",
        "sagot",
        "sagot ",
        "Sagot: A. ",
        "A o ",
        "*",
        "\n",
        "<think>",
        "**Salin:** ",
        "Salin:\n",
        "\u{301}",
        "A",
        "\\boxed{",
        "hindi A ang sagot ",
        "```",
        "\"",
        "Sagot: B)\n",
        "İ",
    ];
    for piece in pieces {
        let answer = |n_bytes: usize| {
            let reply = piece.repeat(n_bytes / piece.len());
            let reading = read_reply(task("QA"), rule(Profile::Head), &reply);
            (reading.parity, reading.lenient)
        };
        assert_eq!(answer(LONG), answer(500), "{piece:?}");
        let reply = piece.repeat(LONG / piece.len());
        let reading = read_reply(task("MT-en-tl"), rule(Profile::V1), &reply);
        assert!(matches!(reading.lenient, Answer::Text(_)), "{piece:?}");
    }
}
