//! How replies are read: against the reference's own results, and case by case.

mod cases;
mod golden;
mod laws;
mod texts;
mod thinking;
mod vectors;

use std::sync::LazyLock;

use sukat::answer::{Answer, Reading, ReadingRule, Thinking, read_reply};
use sukat::suite::load::batayan;
use sukat::suite::{Profile, Suite, Task, TemplateLanguage};

/// Parsed once; the tests read thousands of replies.
static SUITE: LazyLock<Suite> = LazyLock::new(batayan);

/// A Batayan task.
#[track_caller]
fn task(id: &str) -> &'static Task {
    SUITE.task(id).expect("a task of Batayan")
}

/// Filipino prompts, thinking cut off.
fn rule(profile: Profile) -> ReadingRule {
    ReadingRule {
        profile,
        language: TemplateLanguage::Filipino,
        thinking: Thinking::Strip,
    }
}

/// The profile-v1 rule for English prompts.
fn english() -> ReadingRule {
    ReadingRule {
        language: TemplateLanguage::English,
        ..rule(Profile::V1)
    }
}

/// Reads a reply of a Batayan task.
#[track_caller]
fn read(task_id: &str, rule: ReadingRule, reply: &str) -> Reading {
    let task = task(task_id);
    let reading = read_reply(task, rule, reply);
    for span in [&reading.parity_span, &reading.lenient_span] {
        let span = span.clone().unwrap_or(0..0);
        assert!(reply.get(span.clone()).is_some(), "{span:?} of {reply:?}");
    }
    reading
}

/// An answer as the tables write it: a label, `-` for the null label, or the text.
fn shown(task: &Task, answer: &Answer) -> String {
    match answer {
        Answer::Class(class) => task.labels.get(*class).expect("a class").answer.clone(),
        Answer::Text(text) => text.clone(),
        Answer::Null => "-".to_owned(),
    }
}

#[track_caller]
fn check_parity(task_id: &str, rule: ReadingRule, reply: &str, want: &str) {
    let task = task(task_id);
    let reading = read(task_id, rule, reply);
    let profile = rule.profile;
    assert_eq!(
        shown(task, &reading.parity),
        want,
        "{task_id} {profile:?} {reply:?}"
    );
}

#[track_caller]
fn check_lenient(task_id: &str, rule: ReadingRule, reply: &str, want: &str) {
    let task = task(task_id);
    let reading = read(task_id, rule, reply);
    assert_eq!(shown(task, &reading.lenient), want, "{task_id} {reply:?}");
}
