//! Summaries and translations, case by case.

use sukat::answer::Flag;
use sukat::suite::Profile;

use super::{check_lenient, check_parity, english, read, rule};

/// Task, reply, HEAD's reading, lenient reading.
#[track_caller]
fn check(task_id: &str, cases: &[(&str, &str, &str)]) {
    for &(reply, head, lenient) in cases {
        check_parity(task_id, rule(Profile::Head), reply, head);
        check_lenient(task_id, rule(Profile::Head), reply, lenient);
    }
}

#[test]
fn all_lines_after_the_tag_are_read() {
    check(
        "AS",
        &[
            ("Buod: Isa. Dalawa.", "Isa. Dalawa.", "Isa. Dalawa."),
            ("Buod:\n\nIsa.\nDalawa.", "Isa.", "Isa.\nDalawa."),
            ("Buod: Isa.\r\nDalawa.\r\n", "Isa.", "Isa.\r\nDalawa."),
            ("buod: isa", "buod: isa", "isa"),
            ("BUOD: isa", "BUOD: isa", "isa"),
            ("Buod：isa", "Buod：isa", "isa"),
            ("**Buod**: isa", "**Buod**: isa", "isa"),
            ("Summary: isa", "Summary: isa", "isa"),
            ("Buod: Isa.\n\nPaliwanag: Dalawa.", "Isa.", "Isa."),
            ("Buod: Isa.\n\n---\nDalawa.", "Isa.", "Isa."),
            ("Buod: Isa.\n\n**Tandaan:** Dalawa.", "Isa.", "Isa."),
            ("Buod:", "", ""),
        ],
    );
}

#[test]
fn dress_around_the_text_is_taken_off() {
    check(
        "AS",
        &[
            ("**Buod:** Isa.", "Isa.", "Isa."),
            ("**Buod: Isa.**", "Isa.**", "Isa."),
            ("Buod: **Isa.**", "Isa.**", "Isa."),
            ("Buod: `Isa.`", "Isa.`", "Isa."),
            ("Buod: $Isa$", "$Isa$", "Isa"),
            ("\"Buod: Isa.\"", "Isa.\"", "Isa."),
            ("Buod: \"Isa.\"", "\"Isa.\"", "Isa."),
            ("Buod: “Isa.”", "“Isa.”", "Isa."),
            (
                "Buod: \"Isa,\" aniya, \"dalawa.\"",
                "\"Isa,\" aniya, \"dalawa.\"",
                "\"Isa,\" aniya, \"dalawa.\"",
            ),
            (
                "Buod: Aniya, \"Isa.\"",
                "Aniya, \"Isa.\"",
                "Aniya, \"Isa.\"",
            ),
            ("Buod: $5 ang multa", "$5 ang multa", "$5 ang multa"),
        ],
    );
    check(
        "MT-en-tl",
        &[
            ("Salin:\n```\nKumusta.\n```", "Kumusta.", "Kumusta."),
            (
                "Salin:\n```text\nKumusta.\nOo.\n```\nSana makatulong.",
                "text",
                "Kumusta.\nOo.",
            ),
            ("```\nSalin: Kumusta.\n```", "Kumusta.", "Kumusta."),
            ("```\nKumusta.\n```", "```\nKumusta.\n```", "Kumusta."),
            (
                "\u{200b}Kumusta.\u{feff}",
                "\u{200b}Kumusta.\u{feff}",
                "Kumusta.",
            ),
        ],
    );
}

#[test]
fn what_leads_to_the_text_is_passed_over() {
    check(
        "MT-en-tl",
        &[
            (
                "Narito ang salin:\nKumusta.",
                "Narito ang salin:\nKumusta.",
                "Kumusta.",
            ),
            (
                "Narito ang salin sa Filipino:\n\nKumusta.",
                "Narito ang salin sa Filipino:\n\nKumusta.",
                "Kumusta.",
            ),
            (
                "Here's the translation:\n\nKumusta.",
                "Here's the translation:\n\nKumusta.",
                "Kumusta.",
            ),
            (
                "Sige, narito ang bersiyon ko:\n\nKumusta.",
                "Sige, narito ang bersiyon ko:\n\nKumusta.",
                "Kumusta.",
            ),
            (
                "The translation of the text into Filipino is:\n\nKumusta.",
                "The translation of the text into Filipino is:\n\nKumusta.",
                "Kumusta.",
            ),
            ("Isalin: Kumusta.", "Isalin: Kumusta.", "Kumusta."),
            ("Narito ang Salin: una\nSalin: ikalawa", "una", "ikalawa"),
            ("Kumusta.", "Kumusta.", "Kumusta."),
            ("Isa.\nDalawa.", "Isa.\nDalawa.", "Isa.\nDalawa."),
            // A colon in the text itself leads nowhere.
            ("Aniya: kumusta.", "Aniya: kumusta.", "Aniya: kumusta."),
            (
                "Ito ang tanong: bakit?",
                "Ito ang tanong: bakit?",
                "Ito ang tanong: bakit?",
            ),
            (
                "Ang tag na <think> ay para sa isip.",
                "Ang tag na <think> ay para sa isip.",
                "Ang tag na <think> ay para sa isip.",
            ),
        ],
    );
}

#[test]
fn an_echoed_placeholder_is_no_text() {
    check(
        "AS",
        &[
            ("Buod:$SUMMARY", "$SUMMARY", ""),
            ("Buod: SUMMARY\nBuod: Isa.", "SUMMARY", "Isa."),
            ("Buod: Isa.\nBuod: $SUMMARY", "Isa.", "Isa."),
        ],
    );
    let flags = |reply| read("AS", rule(Profile::Head), reply).flags;
    assert!(flags("Buod: SUMMARY").contains(&Flag::PlaceholderEchoed));
    assert!(flags("SUMMARY").contains(&Flag::PlaceholderEchoed));
    assert!(flags("BUOD: Isa").contains(&Flag::NoTag));
    assert!(flags("Buod: Isa").is_empty());
}

#[test]
fn english_prompts_are_read_with_the_v1_rule_and_english_tags() {
    for (task_id, reply, want) in [
        ("AS", "Summary: Isa.\nDalawa.", "Isa."),
        ("AS", "summary: $Isa$", "$Isa"),
        ("AS", "SUMMARY: Isa", "SUMMARY: Isa"),
        ("AS", "Buod: Isa", "Buod: Isa"),
        ("MT-tl-en", "Translation:\n\nHello.", "Hello."),
        ("MT-tl-en", "Hello.", "Hello."),
    ] {
        check_parity(task_id, english(), reply, want);
    }
}

#[test]
fn the_span_is_the_text_as_it_stands_in_the_reply() {
    let reply = "<think>\u{130}</think>\n**Salin:** Kumusta,\nmundo. ";
    let reading = read("MT-en-tl", rule(Profile::V1), reply);
    assert_eq!(&reply[reading.parity_span.expect("a span")], "** Kumusta,");
    assert_eq!(
        &reply[reading.lenient_span.expect("a span")],
        "Kumusta,\nmundo."
    );
}
