//! Stand-ins for a model: what they say of real rows, that it can be read, and that they say the
//! same every time.

use sukat::answer::{Answer, ReadingRule, Thinking, read_reply};
use sukat::prompt::Recipe;
use sukat::provider::Outcome;
use sukat::provider::stand_in::StandIn;
use sukat::suite::load::batayan;
use sukat::suite::samples::sample_data;
use sukat::suite::{Gold, Profile, Shots, TaskKind, TemplateLanguage};

const RANDOM: StandIn = StandIn::Random { seed: 7 };

fn recipes() -> [Recipe; 3] {
    [
        (Profile::V1, TemplateLanguage::Filipino),
        (Profile::V1, TemplateLanguage::English),
        (Profile::Head, TemplateLanguage::Filipino),
    ]
    .map(|(profile, language)| Recipe {
        profile,
        shots: Shots::Zero,
        language,
    })
}

/// Calls `check` with every sample row: its kind, its gold, what is read of the reply.
fn read_all(stand_in: StandIn, mut check: impl FnMut(TaskKind, usize, &Gold, Option<Answer>)) {
    for task in &batayan().tasks {
        for recipe in recipes() {
            let rule = ReadingRule {
                profile: recipe.profile,
                language: recipe.language,
                thinking: Thinking::Keep,
            };
            for (row_idx, row) in sample_data(task).rows.iter().enumerate() {
                let text = stand_in.reply_text(task, row_idx, row, recipe);
                assert_eq!(
                    text.is_some(),
                    stand_in.can_answer(task.kind),
                    "{}",
                    task.id
                );
                let read = text.map(|text| read_reply(task, rule, &text).parity);
                check(task.kind, task.labels.len(), &row.gold, read);
            }
        }
    }
}

#[test]
fn gold_is_read_as_right_everywhere() {
    read_all(StandIn::Gold, |_, _, gold, read| match (gold, read) {
        (Gold::Class(class), Some(Answer::Class(read))) => assert_eq!(*class, read),
        (Gold::Text(gold), Some(Answer::Text(read))) => assert_eq!(gold.trim(), read),
        (gold, read) => panic!("{gold:?} is read as {read:?}"),
    });
}

#[test]
fn the_first_option_is_said_of_every_row_and_of_no_text() {
    read_all(StandIn::FirstOption, |kind, _, _, read| match kind {
        TaskKind::Classification => assert_eq!(read, Some(Answer::Class(0))),
        _ => assert_eq!(read, None),
    });
}

#[test]
fn a_random_option_is_one_of_them_and_the_same_every_time() {
    let mut first = Vec::new();
    read_all(RANDOM, |kind, n_options, _, read| {
        if kind == TaskKind::Classification {
            let Some(Answer::Class(class)) = read else {
                panic!("{read:?}");
            };
            assert!(class < n_options);
            first.push(class);
        }
    });
    let mut again = Vec::new();
    read_all(RANDOM, |_, _, _, read| {
        if let Some(Answer::Class(class)) = read {
            again.push(class);
        }
    });
    assert_eq!(first, again);
    assert!(first.iter().any(|&class| class != first[0]));
}

#[test]
fn random_options_are_about_as_frequent() {
    let suite = batayan();
    let task = suite.task("NLI").expect("a task");
    let row = &sample_data(task).rows[0];
    let mut counts = [0u32; 3];
    for row_idx in 0..3000 {
        let text = RANDOM.reply_text(task, row_idx, row, recipes()[0]);
        let text = text.expect("an option");
        let class = task
            .labels
            .iter()
            .position(|label| text == format!("Sagot: {}", label.answer));
        counts[class.expect("one of the options")] += 1;
    }
    assert!(
        counts.iter().all(|count| (900..1100).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn the_source_is_copied_into_the_place_of_the_answer() {
    let suite = batayan();
    let task = suite.task("MT-en-tl").expect("a task");
    let row = &sample_data(task).rows[0];
    let reply = StandIn::CopySource
        .reply(task, 0, row, recipes()[0])
        .expect("a text");
    assert_eq!(reply.outcome, Outcome::Answered);
    assert_eq!(reply.text, format!("Salin: {}", row.fields["text"]));
    assert_eq!(reply.model.as_deref(), Some("copy-source"));
}

#[test]
fn a_stand_in_is_found_by_its_name() {
    for stand_in in [
        StandIn::FirstOption,
        RANDOM,
        StandIn::CopySource,
        StandIn::Gold,
    ] {
        assert_eq!(StandIn::from_name(&stand_in.name()), Some(stand_in));
    }
    for name in ["", "random", "random-", "random-07", "random--1", "Gold"] {
        assert_eq!(StandIn::from_name(name), None, "{name}");
    }
}
