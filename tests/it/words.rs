//! Every key that the core gives to the page has words in both languages.

use sukat::desk::view::Verdict;
use sukat::words::Language;

const LANGUAGES: [Language; 2] = [Language::English, Language::Filipino];

/// The texts in quotes between `from` and the end of its function.
fn keys_in<'a>(source: &'a str, from: &str) -> Vec<&'a str> {
    let (_, body) = source.split_once(from).expect("the function is there");
    let (body, _) = body.split_once("\n}\n").expect("the function ends");
    body.split('"').skip(1).step_by(2).collect()
}

#[test]
fn every_complaint_about_a_file_has_a_sentence_of_its_own() {
    let upload = include_str!("../../src/desk/upload.rs");
    let desk = include_str!("../../src/desk.rs");
    let mut keys = keys_in(upload, "fn fault_key(");
    keys.extend(keys_in(upload, "fn complaint_key("));
    let about_records = desk.split(".complain(\"").skip(1);
    keys.extend(about_records.filter_map(|rest| rest.split('"').next()));
    assert!(keys.len() > 30, "{keys:?}");
    for language in LANGUAGES {
        for key in &keys {
            let sentence = language.complaint(key);
            assert_ne!(sentence, language.complaint("other"), "{language:?}: {key}");
        }
    }
}

#[test]
fn every_reason_not_to_use_answers_has_a_sentence() {
    let upload = include_str!("../../src/desk/upload.rs");
    let keys = keys_in(upload, "fn upload_task(");
    assert!(keys.contains(&"shifted-ids"), "{keys:?}");
    for language in LANGUAGES {
        // That another task's answers were recognised says the sentence with its name.
        for key in keys.iter().filter(|key| **key != "other-task") {
            assert!(language.refusal(key).is_some(), "{language:?}: {key}");
        }
    }
}

#[test]
fn a_row_whose_budget_went_into_thinking_comes_with_advice() {
    for (language, advice) in [
        (Language::English, "allows longer replies"),
        (Language::Filipino, "mahabang tugon ang pinapayagan"),
    ] {
        let says = |verdict| language.verdict_sentence(verdict).contains(advice);
        assert!(says(Verdict::EmptyBudget) && !says(Verdict::Empty));
    }
}
