//! Prompts against the digests of prompts that the reference made of the official rows.

use serde_json::Value;
use sukat::prompt::{Recipe, base_text, chat_messages, prompt_sha256};
use sukat::suite::official::{read_examples, sha256_hex};
use sukat::suite::{Profile, Shots, Suite, TaskData, TemplateLanguage, load};

use crate::official::official_task;

const DIGESTS: &str = include_str!("../golden/batayan_prompts.json");

fn recipe(profile: Profile, shots: Shots) -> Recipe {
    Recipe {
        profile,
        shots,
        language: TemplateLanguage::Filipino,
    }
}

/// First row, its length in characters, and all rows joined by U+001E, against a golden entry.
#[track_caller]
fn check(suite: &Suite, data: &TaskData, recipe: Recipe, golden: &str) {
    let task = suite.task(&data.task_id).expect("data belong to a task");
    let prompts: Vec<String> = (data.rows.iter())
        .map(|row| {
            let messages = chat_messages(task, &data.examples, row, recipe).expect("it is whole");
            match recipe.shots {
                Shots::Zero => {
                    assert_eq!(messages.len(), 1);
                    let content = messages[0].content.clone();
                    assert_eq!(prompt_sha256(&messages), sha256_hex(content.as_bytes()));
                    content
                }
                Shots::Five => base_text(&messages, recipe.profile),
            }
        })
        .collect();
    let digests: Value = serde_json::from_str(DIGESTS).expect("the golden file is JSON");
    let want = &digests["tasks"][&task.id][golden];
    let found = serde_json::json!({
        "first_row_sha256": sha256_hex(prompts[0].as_bytes()),
        "first_row_chars": prompts[0].chars().count(),
        "all_rows_sha256": sha256_hex(prompts.join("\u{1e}").as_bytes()),
    });
    assert_eq!(found, *want, "{} {golden}", task.id);
}

#[test]
fn every_prompt_is_the_one_of_the_reference() {
    let suite = load::batayan();
    for task in &suite.tasks {
        let Some(data) = official_task(task) else {
            continue;
        };
        check(
            &suite,
            &data,
            recipe(Profile::V1, Shots::Zero),
            "v1_zero_shot",
        );
        check(
            &suite,
            &data,
            recipe(Profile::Head, Shots::Zero),
            "head_zero_shot",
        );
        let five_shot = match task.id.as_str() {
            "CR" => "v1_five_shot_base_fixed_examples",
            _ => "v1_five_shot_base",
        };
        check(&suite, &data, recipe(Profile::V1, Shots::Five), five_shot);
    }
}

#[test]
fn the_first_published_causal_examples_give_the_prompts_of_the_paper() {
    let suite = load::batayan();
    let task = suite.task("CR").expect("it has CR");
    let Some(mut data) = official_task(task) else {
        return;
    };
    let fixed = crate::official::official_bytes(&task.examples_file.path).expect("just read");
    let original = String::from_utf8(fixed)
        .expect("it is UTF-8")
        .replace("\"label\": \"A\"", "\"label\": 0")
        .replace("\"label\": \"B\"", "\"label\": 1");
    assert!(sha256_hex(original.as_bytes()).starts_with("049127b0c2da"));
    data.examples = read_examples(task, "original", original.as_bytes()).expect("it is readable");
    check(
        &suite,
        &data,
        recipe(Profile::V1, Shots::Five),
        "v1_five_shot_base",
    );
}

#[test]
fn paraphrase_prompts_of_the_head_rows_are_those_of_the_reference() {
    let suite = load::batayan();
    let task = suite.task("PI").expect("it has PI");
    let Some(mut data) = official_task(task) else {
        return;
    };
    // Head's own file differs from v1's in its labels, and in this.
    for row in data
        .rows
        .iter_mut()
        .filter(|row| ["6463", "4244"].contains(&row.id.as_str()))
    {
        row.fields
            .values_mut()
            .for_each(|text| *text = text.replace('\u{200b}', ""));
    }
    check(
        &suite,
        &data,
        recipe(Profile::Head, Shots::Zero),
        "head_zero_shot_head_data",
    );
    check(
        &suite,
        &data,
        recipe(Profile::Head, Shots::Five),
        "head_five_shot_base_head_data",
    );
}

#[test]
fn the_first_sentiment_prompt_is_word_for_word() {
    let suite = load::batayan();
    let task = suite.task("SA").expect("it has SA");
    let Some(data) = official_task(task) else {
        return;
    };
    let row = data.rows.first().expect("it has rows");
    let messages = chat_messages(task, &data.examples, row, recipe(Profile::V1, Shots::Zero))
        .expect("it is whole");
    assert_eq!(
        messages[0].content,
        "Ano ang sentimyento sa sumusunod na pangungusap? Sumagot gamit ng isa sa mga sumusunod na \
         pagpipilian: positibo, negatibo, o neutral.\n\
         \n\
         Sumagot gamit ang sumusunod na format:\n\
         Sagot: $OPTION\n\
         Palitan ang $OPTION ng napiling sagot.\n\
         \n\
         Pangungusap:\n\
         ```\n\
         UPDATE: Umabot na sa 75,000+ ang nagpunta sa grand rally sa Bacolod.\n\
         ```"
    );
}
