//! Short awkward texts whose scores come from the packages.

use sukat::metrics::chrf::{N_CHAR_ORDERS, WordOrder, corpus, count};
use sukat::metrics::rouge_tl;
use sukat::stats::mean;
use sukat::text::form::differs_only_by_unicode_form;

/// What chrF++ gives.
enum Want {
    /// To the three decimals that are known.
    Is(&'static str),
    /// Something was counted as a character of its own.
    IsBetween,
}

use Want::{Is, IsBetween};

#[test]
fn awkward_texts_score_as_in_the_packages() {
    let cases = [
        ("", "kahit ano", Is("0.000"), "0.0000"),
        (" \n\u{3000}\u{1c}", "kahit ano", Is("0.000"), "0.0000"),
        ("kahit ano", "", Is("0.000"), "0.0000"),
        ("kahit ano", " \n\u{3000}\u{1c}", Is("0.000"), "0.0000"),
        ("", "", Is("0.000"), "0.0000"),
        ("\u{200b}", "\u{200b}", Is("100.000"), "0.0000"),
        ("a", "a", Is("100.000"), "1.0000"),
        ("A", "a", Is("0.000"), "1.0000"),
        ("...", "...", Is("100.000"), "0.0000"),
        ("?!", "!?", Is("50.000"), "0.0000"),
        ("ñ", "ñ", Is("100.000"), "1.0000"),
        ("n\u{303}", "ñ", Is("0.000"), "0.0000"),
        ("😀", "😀", Is("100.000"), "1.0000"),
        ("araw araw", "araw-araw", Is("37.308"), "1.0000"),
        ("arawaraw", "araw-araw", Is("37.308"), "0.0000"),
        ("araw–araw", "araw-araw", Is("36.338"), "1.0000"),
        ("malambot\u{ad}na", "malambot na", IsBetween, "0.0000"),
        ("malambot\u{ad}na", "malambotna", IsBetween, "1.0000"),
        ("zero\u{200b}width", "zero width", IsBetween, "0.0000"),
        ("zero\u{200b}width", "zerowidth", IsBetween, "1.0000"),
        ("mo’y", "mo'y", IsBetween, "1.0000"),
        ("“Oo,”", "\"Oo,\"", IsBetween, "1.0000"),
        ("P1,000.50", "P1000.50", Is("54.591"), "0.5714"),
        ("COVID19", "covid-19", IsBetween, "1.0000"),
        ("NIÑO", "niño", Is("0.000"), "1.0000"),
        ("a\u{a0}b", "a b", Is("100.000"), "1.0000"),
        ("a\u{2028}b", "a b", Is("100.000"), "1.0000"),
        ("a\u{b}b", "a b", Is("100.000"), "0.0000"),
        ("a\u{b}b", "ab", IsBetween, "1.0000"),
        ("a\u{1c}b", "a b", Is("100.000"), "0.0000"),
    ];
    for (hypothesis, reference, chrf, rouge) in cases {
        let score = count(hypothesis, reference).score(WordOrder::Two);
        match chrf {
            Is(want) => assert_eq!(format!("{score:.3}"), want, "{hypothesis:?} {reference:?}"),
            IsBetween => {
                assert!(
                    score > 0.0 && score < 100.0,
                    "{hypothesis:?} {reference:?} {score}"
                );
            }
        }
        let f1 = rouge_tl::count(hypothesis, reference).fractions().f1;
        assert_eq!(format!("{f1:.4}"), rouge, "{hypothesis:?} {reference:?}");
    }
}

#[test]
fn very_long_texts_are_scored() {
    let hypothesis = "ang bata ay kumain ng mangga ".repeat(4000);
    let reference = "ang aso ay kumain ng buto ".repeat(4000);
    let counts = rouge_tl::count(&hypothesis, &reference);
    assert_eq!((counts.n_common, counts.n_hypothesis), (16_000, 24_000));
    let words = count(&hypothesis, &reference).orders[N_CHAR_ORDERS];
    assert_eq!((words.n_match, words.n_hypothesis), (16_000, 24_000));
}

#[test]
fn a_decomposed_answer_scores_lower_as_in_the_reference_and_can_be_told() {
    let (answer, gold) = ("ang nin\u{303}o", "ang niño");
    assert!(count(answer, gold).score(WordOrder::Two) < 100.0);
    assert_eq!(rouge_tl::count(answer, gold).n_common, 1);
    assert!(differs_only_by_unicode_form(answer, gold));
}

#[test]
fn a_corpus_is_not_the_mean_of_its_rows() {
    let rows = [count("", "A"), count("B C D", "B C D")];
    let scores = rows.map(|row| row.score(WordOrder::Two));
    assert_eq!(format!("{:.3}", mean(&scores).expect("rows")), "50.000");
    // By hand: every precision is 1; recall is 3/4, 1, 1 for characters and 3/4, 1 for words.
    assert_eq!(
        format!("{:.3}", corpus(&rows, WordOrder::Two).expect("rows")),
        "91.837"
    );
}
