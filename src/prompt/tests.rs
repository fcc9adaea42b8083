use std::collections::BTreeMap;

use expect_test::{Expect, expect};

use super::{Message, PromptError, Recipe, Role, base_text, chat_messages};
use super::{prompt_sha256, template_sha256};
use crate::suite::load::batayan;
use crate::suite::official::sha256_hex;
use crate::suite::{Example, Gold, Profile, Row, Shots, Task, TemplateLanguage};

const V1_ZERO: Recipe = Recipe {
    profile: Profile::V1,
    shots: Shots::Zero,
    language: TemplateLanguage::Filipino,
};
const V1_FIVE: Recipe = Recipe {
    shots: Shots::Five,
    ..V1_ZERO
};
const HEAD_ZERO: Recipe = Recipe {
    profile: Profile::Head,
    ..V1_ZERO
};
const HEAD_FIVE: Recipe = Recipe {
    shots: Shots::Five,
    ..HEAD_ZERO
};
const ENGLISH_ZERO: Recipe = Recipe {
    language: TemplateLanguage::English,
    ..V1_ZERO
};
const ENGLISH_FIVE: Recipe = Recipe {
    shots: Shots::Five,
    ..ENGLISH_ZERO
};

fn task(id: &str) -> Task {
    batayan().task(id).expect("the task exists").clone()
}

fn texts(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect()
}

fn row(fields: &[(&str, &str)], metadata: &[(&str, &str)]) -> Row {
    Row {
        id: "7".into(),
        gold: Gold::Class(0),
        fields: texts(fields),
        metadata: texts(metadata),
    }
}

fn examples(label: &str) -> Vec<Example> {
    let example = |number: usize| Example {
        fields: texts(&[("text", &format!("halimbawa {number}"))]),
        metadata: BTreeMap::new(),
        label: label.to_owned(),
    };
    (1..=6).map(example).collect()
}

#[track_caller]
fn check(recipe: Recipe, want: &Expect) {
    let row = row(&[("text", " {label} ng tanghali\n")], &[]);
    let log = match chat_messages(&task("SA"), &examples("negatibo"), &row, recipe) {
        Ok(messages) => messages
            .iter()
            .map(|message| format!("{:?}: {:?}\n", message.role, message.content))
            .collect::<Vec<_>>()
            .concat(),
        Err(error) => format!("{error}\n"),
    };
    want.assert_eq(&log);
}

#[test]
fn v1_is_one_untrimmed_message() {
    check(
        V1_ZERO,
        &expect![[r#"
        User: "Ano ang sentimyento sa sumusunod na pangungusap? Sumagot gamit ng isa sa mga sumusunod na pagpipilian: positibo, negatibo, o neutral.\n\nSumagot gamit ang sumusunod na format:\nSagot: $OPTION\nPalitan ang $OPTION ng napiling sagot.\n\nPangungusap:\n```\n {label} ng tanghali\n\n```"
    "#]],
    );
    check(
        V1_FIVE,
        &expect![[r#"
        User: "Ano ang sentimyento sa sumusunod na pangungusap? Sumagot gamit ng isa sa mga sumusunod na pagpipilian: positibo, negatibo, o neutral.\n\nSumagot gamit ang sumusunod na format:\nSagot: $OPTION\nPalitan ang $OPTION ng napiling sagot.\n\nPangungusap:\n```\nhalimbawa 1\n```\nSagot: negatibo\n\nPangungusap:\n```\nhalimbawa 2\n```\nSagot: negatibo\n\nPangungusap:\n```\nhalimbawa 3\n```\nSagot: negatibo\n\nPangungusap:\n```\nhalimbawa 4\n```\nSagot: negatibo\n\nPangungusap:\n```\nhalimbawa 5\n```\nSagot: negatibo\n\nPangungusap:\n```\n {label} ng tanghali\n\n```"
    "#]],
    );
}

#[test]
fn head_puts_the_instructions_before_the_first_turn_only() {
    check(
        HEAD_ZERO,
        &expect![[r#"
        User: "Ano ang sentimyento sa sumusunod na pangungusap? Sumagot gamit ng isa sa mga sumusunod na pagpipilian: Positibo, Negatibo, o Neutral.\n\nSumagot gamit ang sumusunod na format:\n\"Sagot: ANSWER\"\nPalitan ang ANSWER ng napiling sagot.\n\nPangungusap:\n```\n {label} ng tanghali\n\n```"
    "#]],
    );
    check(
        HEAD_FIVE,
        &expect![[r#"
        User: "Ano ang sentimyento sa sumusunod na pangungusap? Sumagot gamit ng isa sa mga sumusunod na pagpipilian: Positibo, Negatibo, o Neutral.\n\nSumagot gamit ang sumusunod na format:\n\"Sagot: ANSWER\"\nPalitan ang ANSWER ng napiling sagot.\n\nPangungusap:\n```\nhalimbawa 1\n```"
        Assistant: "Sagot: Negatibo"
        User: "Pangungusap:\n```\nhalimbawa 2\n```"
        Assistant: "Sagot: Negatibo"
        User: "Pangungusap:\n```\nhalimbawa 3\n```"
        Assistant: "Sagot: Negatibo"
        User: "Pangungusap:\n```\nhalimbawa 4\n```"
        Assistant: "Sagot: Negatibo"
        User: "Pangungusap:\n```\nhalimbawa 5\n```"
        Assistant: "Sagot: Negatibo"
        User: "Pangungusap:\n```\n {label} ng tanghali\n\n```"
    "#]],
    );
}

#[test]
fn english_instructions_show_english_labels_and_end_at_head() {
    check(
        ENGLISH_FIVE,
        &expect![[r#"
        User: "What is the sentiment of the following sentence? Use one of the choices below: Positive, Negative, or Neutral.\n\nAnswer only using the following format:\nAnswer: $OPTION\nReplace $OPTION with the selected option.\n\nSentence:\n```\nhalimbawa 1\n```\nAnswer: Negative\n\nSentence:\n```\nhalimbawa 2\n```\nAnswer: Negative\n\nSentence:\n```\nhalimbawa 3\n```\nAnswer: Negative\n\nSentence:\n```\nhalimbawa 4\n```\nAnswer: Negative\n\nSentence:\n```\nhalimbawa 5\n```\nAnswer: Negative\n\nSentence:\n```\n {label} ng tanghali\n\n```"
    "#]],
    );
    check(
        Recipe {
            profile: Profile::Head,
            ..ENGLISH_ZERO
        },
        &expect![[r"
            no English instructions in profile head
        "]],
    );
}

#[test]
fn the_english_question_of_causal_reasoning_comes_from_the_metadata() {
    let fields = [
        ("premise", "p"),
        ("question_translated", "sanhi"),
        ("choice1", "x"),
        ("choice2", "y"),
    ];
    let messages = chat_messages(
        &task("CR"),
        &[],
        &row(&fields, &[("question", "cause")]),
        ENGLISH_ZERO,
    );
    let content = messages.expect("all fields are there").remove(0).content;
    assert!(
        content.contains("more likely to be the cause?"),
        "{content}"
    );
    assert!(!content.contains("sanhi"), "{content}");
}

#[test]
fn a_label_that_is_no_answer_word_is_shown_as_it_is() {
    for recipe in [V1_FIVE, HEAD_FIVE, ENGLISH_FIVE] {
        let messages = chat_messages(
            &task("SA"),
            &examples("0"),
            &row(&[("text", "")], &[]),
            recipe,
        )
        .expect("all fields are there");
        let text = base_text(&messages, recipe.profile);
        assert_eq!(text.matches(": 0\n").count(), 5, "{text}");
    }
}

#[test]
fn missing_fields_and_examples_are_named() {
    let missing = |row_id: &str| {
        Err(PromptError::MissingField {
            row_id: row_id.to_owned(),
            field: "text".to_owned(),
        })
    };
    let no_text = row(&[], &[]);
    assert_eq!(
        chat_messages(&task("SA"), &[], &no_text, V1_ZERO),
        missing("7")
    );
    assert_eq!(
        chat_messages(&task("SA"), &[], &no_text, HEAD_ZERO),
        missing("7")
    );
    let mut with_a_hole = examples("neutral");
    with_a_hole[2].fields.clear();
    let row = row(&[("text", "x")], &[]);
    assert_eq!(
        chat_messages(&task("SA"), &with_a_hole, &row, V1_FIVE),
        missing("example 3")
    );
    assert_eq!(
        chat_messages(&task("SA"), &with_a_hole[..4], &row, HEAD_FIVE),
        Err(PromptError::TooFewExamples { found: 4 })
    );
}

#[test]
fn base_text_is_trimmed_as_python_trims() {
    let user = |content: &str| Message {
        role: Role::User,
        content: content.to_owned(),
    };
    let messages = [user(" \u{1c}a\n b\u{a0}\n"), user("c")];
    assert_eq!(base_text(&messages, Profile::V1), "a\n b\nc\n");
    assert_eq!(base_text(&messages, Profile::Head), "a\n b\n\nc\n\n");
    assert_eq!(base_text(&[], Profile::Head), "");
}

#[test]
fn hashes_tell_prompts_and_templates_apart() {
    let user = |content: &str| Message {
        role: Role::User,
        content: content.to_owned(),
    };
    assert_eq!(prompt_sha256(&[user("abc")]), sha256_hex(b"abc"));
    assert_ne!(
        prompt_sha256(&[user("ab"), user("c")]),
        prompt_sha256(&[user("abc")])
    );

    let suite = batayan();
    let recipes = [
        V1_ZERO,
        V1_FIVE,
        HEAD_ZERO,
        HEAD_FIVE,
        ENGLISH_ZERO,
        ENGLISH_FIVE,
    ];
    let mut hashes: Vec<String> = (suite.tasks.iter())
        .flat_map(|task| {
            recipes
                .iter()
                .map(move |recipe| template_sha256(task, *recipe))
        })
        .collect::<Result<_, _>>()
        .expect("no recipe is English at head");
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), suite.tasks.len() * recipes.len());
    let mut changed = task("SA");
    changed.head.answer_tag.push(' ');
    assert_ne!(
        template_sha256(&changed, HEAD_ZERO),
        template_sha256(&task("SA"), HEAD_ZERO)
    );
    assert_eq!(
        template_sha256(&changed, V1_FIVE),
        template_sha256(&task("SA"), V1_FIVE)
    );
}
