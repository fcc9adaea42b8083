//! Where thinking ends.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use sukat::answer::thinking::{Cut, cut_thinking};
use sukat::answer::{Answer, Flag, ReadingRule, Thinking};
use sukat::suite::Profile;

use super::{check_parity, read, rule};

#[track_caller]
fn check(reply: &str, want: Option<&str>) {
    let found = match cut_thinking(reply) {
        Cut::Nothing => Some(reply),
        Cut::Rest(rest) => Some(reply.get(rest).expect("bytes of the reply")),
        Cut::Unclosed => None,
    };
    assert_eq!(found, want, "{reply:?}");
}

#[test]
fn leading_thinking_is_cut_off_and_nothing_else() {
    check("Sagot: B", Some("Sagot: B"));
    check("<think>Sagot: A siguro</think>\nSagot: B", Some("Sagot: B"));
    check("\n <think>\n</think>\n\nB ", Some("B"));
    check("<thinking>a</thinking>B", Some("B"));
    check("<reasoning>a < b </think></reasoning>B", Some("B"));
    check("baka A…</think>Sagot: B", Some("Sagot: B"));
    check("a</think>b</think>Sagot: B", Some("Sagot: B"));
    check(
        "<think>a<think>b</think>c</think>Sagot: C",
        Some("Sagot: C"),
    );
    check("<think>a</think><think>b</think>Sagot: C", Some("Sagot: C"));
    check(
        "<think>ang <think> ay tag</think>Sagot: C",
        Some("Sagot: C"),
    );
    check("<think>a</think>b</think>Sagot: C", Some("Sagot: C"));
    check("<think></think>", Some(""));
    check("<think>Sagot: A", None);
    check("<think", Some("<think"));
    check("  B  ", Some("  B  "));
}

#[test]
fn a_literal_tag_later_in_a_translation_is_text() {
    for reply in [
        "Ang tag na <think> ay para sa isip.",
        "Salin: Ang <think>isip</think> ay tag.",
    ] {
        check(reply, Some(reply));
    }
    check(
        "<think>a</think>Salin: Ang <think>isip</think> ay tag.",
        Some("Salin: Ang <think>isip</think> ay tag."),
    );
    check_parity(
        "MT-en-tl",
        rule(Profile::Head),
        "Ang tag na <think> ay para sa isip.",
        "Ang tag na <think> ay para sa isip.",
    );
}

#[test]
fn a_run_may_keep_thinking_and_then_scratch_work_is_read() {
    let keep = ReadingRule {
        thinking: Thinking::Keep,
        ..rule(Profile::Head)
    };
    let reply = "<think>Sagot: A siguro</think>\nSagot: B";
    check_parity("CR", keep, reply, "A");
    check_parity("CR", rule(Profile::Head), reply, "B");
    let reading = read("CR", rule(Profile::Head), reply);
    assert!(reading.flags.contains(&Flag::ThinkingCut));
    let span = reading.parity_span.expect("a span");
    assert_eq!(span, reply.len() - 1..reply.len());
    assert!(!read("CR", keep, reply).flags.contains(&Flag::ThinkingCut));
}

#[test]
fn thinking_that_never_ends_is_no_answer() {
    for profile in [Profile::V1, Profile::Head] {
        let reading = read("CR", rule(profile), "<think>Sagot: A");
        assert_eq!(
            (&reading.parity, &reading.lenient),
            (&Answer::Null, &Answer::Null)
        );
        assert!(reading.flags.contains(&Flag::ThinkingUnclosed));
        assert_eq!(reading.parity_span, None);
        let reading = read("AS", rule(profile), "<think>Buod: x");
        assert_eq!(reading.parity, Answer::Text(String::new()));
    }
}

/// SEA-HELM v1 for reasoning models.
fn split_at_last(reply: &str) -> &str {
    reply
        .rsplit_once("</think>")
        .map_or(reply, |(_, after)| after)
        .trim()
}

proptest! {
    #[test]
    fn the_cut_is_the_reference_s_where_both_apply(
        pieces in prop::collection::vec(
            prop::sample::select(vec!["<think>", "</think>", "Sagot: A", "\n", " ", "<", "a"]),
            0..9,
        ),
    ) {
        let reply = pieces.concat();
        let ours = match cut_thinking(&reply) {
            Cut::Nothing => reply.as_str(),
            Cut::Rest(rest) => reply.get(rest).expect("bytes of the reply"),
            // Only when no end follows the opening at the front.
            Cut::Unclosed => {
                prop_assert!(split_at_last(&reply).contains("<think>"));
                return Ok(());
            }
        };
        // A tag within the answer is text to us and a cut to the reference.
        if ours.contains("</think>") {
            prop_assert!(ours.contains("<think>"));
        } else {
            prop_assert_eq!(ours.trim(), split_at_last(&reply));
        }
    }
}

/// What only looks like linear takes minutes here.
#[test]
fn a_megabyte_of_marks_is_cut_and_read_at_once() {
    let marks = [
        "<",
        "<think",
        "<think>",
        "</think>",
        "<think></think>",
        "<think><think></think>",
        "</think><think>",
        "<thinking></thinking><think>",
        "<think></think>Sagot: A ",
        "<think> \n",
    ];
    for mark in marks {
        let many = mark.repeat(1_000_000 / mark.len());
        for (front, end) in [("", ""), ("<think>", "</think>Sagot: B"), ("Sagot: B", "")] {
            let reply = format!("{front}{many}{end}");
            let began = Instant::now();
            for (task, profile) in [("CR", Profile::Head), ("AS", Profile::V1)] {
                read(task, rule(profile), &reply);
            }
            let took = began.elapsed();
            assert!(
                took < Duration::from_secs(5),
                "{front}{mark}…{end}: {took:?}"
            );
        }
    }
}
