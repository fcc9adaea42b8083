//! Labels, case by case: what each reference reads, what a patient person reads, and what is
//! pointed out. The inputs are the smallest of their kind.

use std::collections::BTreeSet;

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

/// Task, reply, all flags under HEAD but for [`Flag::LenientDiffers`] and [`Flag::NoTag`].
#[track_caller]
fn check_flags(task_id: &str, reply: &str, want: &[Flag]) {
    let mut flags = read(task_id, rule(Profile::Head), reply).flags;
    flags.remove(&Flag::LenientDiffers);
    flags.remove(&Flag::NoTag);
    let want: BTreeSet<Flag> = want.iter().copied().collect();
    assert_eq!(flags, want, "{reply:?}");
}

#[test]
fn a_dressed_letter_is_read_by_the_lenient_reading() {
    check(
        "QA",
        &[
            ("Sagot: **B**", "B", "B"),
            ("Sagot: (B)", "-", "B"),
            ("Sagot: [B]", "-", "B"),
            ("Sagot: $B$", "-", "B"),
            ("Sagot: `B`", "-", "B"),
            ("Sagot: \"B\"", "-", "B"),
            ("Sagot: 'B'.", "-", "B"),
            ("Sagot: “B”", "-", "B"),
            ("Sagot: <B>", "-", "B"),
            ("Sagot: {B}", "-", "B"),
            ("**Sagot:** B", "B", "B"),
            ("**Sagot: B**", "B", "B"),
            ("## Sagot\n\nB", "-", "B"),
            ("Sagot: \\boxed{B}", "-", "B"),
            ("Kaya \\(\\boxed{\\text{B}}\\).", "-", "B"),
            ("\\[\\boxed{D}\\]", "-", "D"),
            ("<answer>C</answer>", "-", "C"),
            ("Sagot: _C_", "-", "C"),
            ("> Sagot: C", "C", "C"),
        ],
    );
}

#[test]
fn a_word_is_not_a_letter_to_the_lenient_reading() {
    check(
        "QA",
        &[
            ("Sagot: Ang tamang sagot ay B", "A", "B"),
            ("Sagot: Batay sa teksto, C", "A", "C"),
            ("Sagot: Cabo", "B", "-"),
            ("Sagot: AB", "B", "-"),
            ("Sagot: Dahil sa bagyo", "A", "-"),
            ("Sagot: A.M. na", "A", "-"),
            ("Sagot: D'yan sa bayan", "D", "-"),
            ("Sagot: B-52 bomber", "B", "-"),
            ("Answer: A person who sails", "-", "-"),
            ("Sagot: a person who sails", "A", "-"),
            ("Ang sagot ay Bitamina C", "-", "-"),
            ("Sagot: Bitamina C", "B", "-"),
            ("Sagot: bitamina A, B at C", "B", "-"),
        ],
    );
    check_flags("QA", "Sagot: Ang tamang sagot ay B", &[Flag::LetterInWord]);
    check_flags("QA", "Sagot: Batay sa teksto, C", &[Flag::LetterInWord]);
    check_flags("QA", "Sagot: Cabo", &[Flag::LetterInWord]);
    check_flags("QA", "Sagot: C.", &[]);
}

#[test]
fn the_last_announced_answer_wins_and_a_change_of_mind_is_pointed_out() {
    check(
        "QA",
        &[
            ("Sagot: A? Hindi. Sagot: C", "A", "C"),
            ("Sagot: A\nTeka, mali.\nPangwakas na sagot: C", "A", "C"),
            ("Sagot: $OPTION\nSagot: B", "B", "B"),
            (
                "Sagot: B\nPaliwanag: Hindi A ang sagot dahil gabi na.",
                "B",
                "B",
            ),
            ("Sagot: B\n\nAng sagot ay batay sa talata.", "B", "B"),
            ("Sagot: A\nTeka. Sagot: hindi A.", "A", "-"),
            ("Sagot: A?", "A", "-"),
            ("Sagot: A\nSagot: A o B", "A", "-"),
        ],
    );
    check_flags("QA", "Sagot: A? Hindi. Sagot: C", &[Flag::ChangedMind]);
    check_flags("QA", "Sagot: C. Ang sagot ay C.", &[]);
}

#[test]
fn an_answer_without_the_tag_is_read_where_it_is_plain() {
    check(
        "QA",
        &[
            ("B", "B", "B"),
            ("B.", "B", "B"),
            ("b.", "B", "B"),
            ("B)", "B", "B"),
            ("(B)", "B", "B"),
            ("B\n", "B", "B"),
            ("Ang sagot ay B.", "-", "B"),
            ("Ang tamang sagot ay: **B**", "-", "B"),
            (
                "Ang pinaka-angkop na pahayag para sa SENTENCE_1 at SENTENCE_2 ay B.",
                "-",
                "B",
            ),
            ("Ang sagot ko'y B.", "-", "B"),
            (
                "Sa mga pagpipilian, ang pinakamalapit ay D: Panahon",
                "-",
                "D",
            ),
            ("D ang sagot dahil A ay mali.", "-", "D"),
            ("Ang sagot ay hindi A kundi B.", "-", "-"),
            ("B ang tamang sagot.", "-", "B"),
            ("Opsiyon B ang sagot", "-", "B"),
            ("B is the correct answer.", "-", "B"),
            ("Answer: B", "-", "B"),
            ("Final answer: B", "-", "B"),
            ("The correct answer is (B).", "-", "B"),
            ("Sagot : B", "-", "B"),
            ("Sagot- B", "-", "B"),
            ("Sagot B", "-", "B"),
            ("Sagot → B", "-", "B"),
            ("Sagot = B", "-", "B"),
            ("B. Masamang sunog", "-", "B"),
            ("B: Masamang sunog", "-", "B"),
            ("(B) Masamang sunog", "-", "B"),
            ("b) Masamang sunog", "-", "B"),
            ("**B** – Masamang sunog", "-", "B"),
            ("B dahil ito ang nasa talata", "-", "B"),
            ("Opsiyon B", "-", "B"),
            ("B\n\nPaliwanag: nasa talata.", "-", "B"),
            ("Nasa talata ito.\n\nB", "-", "B"),
            ("Hindi ko alam", "-", "-"),
            ("Hindi A ang sagot.", "-", "-"),
            ("Kung A ang sagot, may bagyo.", "-", "-"),
            ("A o B", "-", "-"),
            ("A\nB", "-", "-"),
            ("A. Daan\nB. Sunog\nC. Lupain\nD. Panahon", "-", "-"),
            ("Sagot:\nA: Daan\nB: Sunog", "A", "-"),
            ("A person walks.", "-", "-"),
            ("Ang sagot ay wala sa mga pagpipilian.", "-", "-"),
            ("Ang maling sagot ay A.", "-", "-"),
            ("Sagot: E", "-", "-"),
            ("Sagot: 2", "-", "-"),
            ("...", "-", "-"),
        ],
    );
    let flags = |reply| read("QA", rule(Profile::Head), reply).flags;
    assert!(flags("Ang sagot ay B.").contains(&Flag::NoTag));
    assert!(!flags("Sagot: 2").contains(&Flag::NoTag));
}

#[test]
fn a_letter_may_come_with_its_text() {
    check(
        "CR",
        &[
            ("Sagot: A: Walang laman ang bank account ko.", "A", "A"),
            ("Sagot: A Walang laman ang bank account ko.", "A", "A"),
            ("Sagot: B. Marupok ito.", "B", "B"),
            ("Sagot: B (Marupok ito)", "B", "B"),
            ("Sagot: A dahil marupok ito, hindi B.", "A", "A"),
            ("Sagot: A\nPaliwanag: ...", "A", "A"),
            ("Sagot: A, sapagkat A", "A", "A"),
            ("Sagot: A o B", "A", "-"),
            ("Sagot: A/B", "A", "-"),
            ("Sagot: A at B", "A", "-"),
            ("Sagot: C", "-", "-"),
        ],
    );
    check_flags("CR", "Sagot: A o B", &[Flag::TwoLabels]);
}

#[test]
fn the_other_language_s_label_is_read_and_pointed_out() {
    check(
        "SA",
        &[
            ("Sagot: Positive", "-", "Positibo"),
            ("Sagot: negative.", "-", "Negatibo"),
            ("Sagot: Not positive", "-", "-"),
        ],
    );
    check_flags("SA", "Sagot: Positive", &[Flag::OtherLanguage]);
    check_flags("SA", "Sagot: Positibo", &[]);
    check(
        "TD",
        &[
            ("Sagot: Toxic", "-", "Mapoot"),
            ("Sagot: non-toxic", "-", "Malinis"),
        ],
    );
    check(
        "NLI",
        &[
            ("Sagot: Entailment", "-", "A"),
            ("Sagot: Kontradiksiyon", "-", "B"),
        ],
    );
    check(
        "PI",
        &[
            ("Sagot: Hindi paraprase", "-", "B"),
            ("Sagot: Paraphrase", "-", "A"),
        ],
    );
}

#[test]
fn label_words_are_read_with_their_linkers_but_not_when_denied() {
    check(
        "SA",
        &[
            ("Sagot: Positibong-positibo", "Positibo", "Positibo"),
            ("Sagot: Hindi Positibo", "-", "-"),
            ("Sagot: Di positibo", "-", "-"),
            ("Sagot: hindi masyadong positibo", "-", "-"),
            ("Sagot: Neutral/Positibo", "Neutral", "-"),
            ("Sagot: Positibo o Negatibo", "Positibo", "-"),
            ("Sagot: Positibo ba?", "Positibo", "-"),
            ("Sagot: Medyo negatibo", "-", "Negatibo"),
            ("Sagot: Negatibo ang sentimyento", "Negatibo", "Negatibo"),
            ("Ang sentimyento ay Negatibo.", "-", "Negatibo"),
            (
                "Ang sentimyento ng pangungusap ay **negatibo**.",
                "-",
                "Negatibo",
            ),
            ("Negatibo ang sentimyento ng pangungusap.", "-", "Negatibo"),
            ("Ang pangungusap ay neutral.", "-", "Neutral"),
            ("Hindi negatibo ang pangungusap.", "-", "-"),
            ("Negatibo, dahil sa tono.", "-", "Negatibo"),
            ("Positibo, negatibo, o neutral", "-", "-"),
            ("Positibo\nNegatibo\nNeutral", "-", "-"),
            (
                "Sagot: Negatibo, dahil hindi positibo ang tono.",
                "Negatibo",
                "Negatibo",
            ),
            ("Sagot: Walang sentimyento", "-", "-"),
            ("Sagot: wala", "-", "-"),
            (
                "The sentiment of the sentence is positive.",
                "-",
                "Positibo",
            ),
        ],
    );
    check_flags("SA", "Sagot: Neutral/Positibo", &[Flag::TwoLabels]);
    check(
        "TD",
        &[
            ("Sagot: Hindi malinis", "-", "-"),
            ("Sagot: malinis!!", "Malinis", "Malinis"),
            ("Label: Mapoot", "-", "Mapoot"),
            ("Sagot: Mapoot\n\nDahil...", "Mapoot", "Mapoot"),
        ],
    );
}

#[test]
fn typography_is_seen_through_but_other_scripts_are_not_guessed() {
    check(
        "QA",
        &[
            ("Sagot：B", "-", "B"),
            ("Sagot: \u{200b}B", "-", "B"),
            ("Sagot: B\u{200b}", "B", "B"),
            ("Sagot:\u{a0}B", "B", "B"),
            ("Sagot: Ｂ", "-", "B"),
            ("Sagot: 𝐁", "-", "B"),
            ("Sagot: Ⓑ", "-", "B"),
            ("Sagot: Α", "-", "-"),
            ("Sagot: В", "-", "-"),
            ("Α", "-", "-"),
        ],
    );
    check_flags("QA", "Sagot: Α", &[Flag::LookAlike]);
    check_flags("QA", "С", &[Flag::LookAlike]);
    check_flags("QA", "Sagot: Ｂ", &[]);
    check(
        "SA",
        &[
            ("“Positibo”", "-", "Positibo"),
            ("Positibo。", "-", "Positibo"),
            ("「Neutral」", "-", "Neutral"),
            ("Sagot: Роsitibo", "-", "-"),
        ],
    );
    check_flags("SA", "Sagot: Роsitibo", &[Flag::LookAlike]);
}

#[test]
fn an_echoed_placeholder_is_no_answer() {
    check(
        "QA",
        &[
            ("Sagot: ANSWER", "A", "-"),
            ("Sagot: $OPTION", "-", "-"),
            ("ANSWER", "-", "-"),
        ],
    );
    check("SA", &[("Sagot: ANSWER", "-", "-")]);
    let both = [Flag::LetterInWord, Flag::PlaceholderEchoed];
    check_flags("QA", "Sagot: ANSWER", &both);
    check_flags("QA", "Sagot: $OPTION", &[Flag::PlaceholderEchoed]);
    check_flags("QA", "ANSWER", &[Flag::PlaceholderEchoed]);
    check_flags(
        "TD",
        "Sagot: $LABEL\nSagot: Mapoot",
        &[Flag::PlaceholderEchoed],
    );
}

#[test]
fn whitespace_and_case_are_python_s() {
    for reply in [
        "Sagot:\u{1c}B",
        "Sagot: B\u{1f}",
        "B\u{1f}",
        "Sagot:\u{85}B",
        "Sagot:\rB",
    ] {
        check_parity("QA", rule(Profile::Head), reply, "B");
        check_parity("QA", rule(Profile::V1), reply, "B");
    }
    // v1 lower-cases, and a long s is lower case already; HEAD ignores case, and it is an s.
    check_parity("QA", rule(Profile::Head), "ſagot: B", "B");
    check_parity("QA", rule(Profile::V1), "ſagot: B", "-");
    check_parity("SA", rule(Profile::Head), "Sagot: ﬁ", "-");
    // The match is a label to the engine, but not to the comparison that follows.
    for reply in ["Sagot: posıtibo", "Sagot: posİtibo", "Sagot: poſitibo"] {
        check_parity("SA", rule(Profile::Head), reply, "-");
    }
    check_parity("QA", rule(Profile::V1), "Sagot: A\u{2028}B", "-");
}

#[test]
fn spans_hold_in_the_reply_as_it_came() {
    let span = |rule, reply: &str| {
        let span = read("QA", rule, reply).parity_span.expect("a span");
        reply.get(span).expect("bytes of the reply").to_owned()
    };
    let (v1, head) = (rule(Profile::V1), rule(Profile::Head));
    // Two bytes that become three, and three that become one.
    assert_eq!(span(v1, "İİ \u{212a} SAGOT: (B)."), "B");
    assert_eq!(span(v1, "<think>İ</think> Sagot: İ\u{212a}!"), "İ\u{212a}");
    assert_eq!(span(head, "<think>A</think>İ Sagot: **b**"), "b");
    assert_eq!(span(head, "Sagot: AB"), "B");
    assert_eq!(span(v1, "Sagot: A: Isa\nDalawa"), "A: Isa");
    assert_eq!(span(v1, "** Wala rito. **"), "Wala rito");
    let reading = read("QA", head, "İ Ang sagot ay “B”.");
    assert_eq!(reading.lenient_span, Some(19..20));
}

#[test]
fn english_prompts_are_read_with_english_words() {
    for (task_id, reply, want) in [
        ("QA", "Answer: B", "B"),
        ("QA", "ANSWER:\n\n(b).", "B"),
        ("QA", "Sagot: B", "-"),
        ("QA", "B", "B"),
        ("SA", "Answer: Positive", "Positibo"),
        ("SA", "negative", "Negatibo"),
        ("SA", "Answer: Positibo", "-"),
        ("TD", "Answer: clean", "Malinis"),
        ("TD", "Answer: TOXIC!", "Mapoot"),
        ("TD", "Answer: Malinis", "-"),
    ] {
        check_parity(task_id, english(), reply, want);
    }
    check_lenient("SA", english(), "Answer: Positibo", "Positibo");
    let flags = read("SA", english(), "Answer: Positibo").flags;
    assert!(flags.contains(&Flag::OtherLanguage));
    let flags = read("SA", english(), "Answer: Positive").flags;
    assert_eq!(flags, BTreeSet::new());
}
