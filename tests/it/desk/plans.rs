//! What a new run is going to ask, by wire format; and runs that stand-ins answer.

use sukat::answer::Thinking;
use sukat::desk::plan::{Wish, head_of};
use sukat::desk::stand_in::stand_in_record;
use sukat::prompt::Recipe;
use sukat::provider::stand_in::StandIn;
use sukat::provider::{Format, Lesson};
use sukat::record::{Origin, RecordHead};
use sukat::suite::load::batayan;
use sukat::suite::samples::sample_data;
use sukat::suite::{DataKind, Profile, Shots, TaskData, TemplateLanguage};

fn wish(format: Format, profile: Profile) -> Wish {
    Wish {
        run_id: "run-1".to_owned(),
        title: String::new(),
        started_millis: 0,
        kind: DataKind::Sample,
        recipe: Recipe {
            profile,
            shots: Shots::Zero,
            language: TemplateLanguage::Filipino,
        },
        thinking: Thinking::Keep,
        is_reasoning: false,
        tasks: vec![("SA".to_owned(), 2), ("AS".to_owned(), 2)],
        format,
        base_url: "https://a.example".to_owned(),
        model: "m".to_owned(),
        lessons: Vec::new(),
        repeat: None,
    }
}

fn samples() -> Vec<TaskData> {
    batayan().tasks.iter().map(sample_data).collect()
}

fn head(format: Format, profile: Profile) -> RecordHead {
    let samples = samples();
    let data = |id: &str| samples.iter().find(|data| data.task_id == id);
    head_of(&wish(format, profile), &batayan(), "", &data).expect("the samples are there")
}

#[test]
fn a_base_model_has_the_stop_rule_of_its_profile_and_no_other_model_has_one() {
    let v1 = head(Format::OpenAiCompletions, Profile::V1);
    assert_eq!(v1.settings.sampling["SA"].stop, ["\n\n"]);
    assert_eq!(v1.settings.sampling["SA"].first_stop, None);
    let latest = head(Format::OpenAiCompletions, Profile::Head);
    assert_eq!(latest.settings.sampling["SA"].stop, ["\n\n"]);
    let tag = latest.settings.sampling["AS"].first_stop.as_deref();
    assert_eq!(tag, Some("Buod:"));
    let chat = head(Format::OpenAiChat, Profile::Head);
    assert!(chat.settings.sampling["SA"].stop.is_empty());
    assert_eq!(chat.settings.sampling["AS"].first_stop, None);
}

#[test]
fn the_record_says_the_format_the_name_of_the_cap_and_what_the_format_lacks() {
    let cap = |format: Format| {
        let head = head(format, Profile::V1);
        assert_eq!(head.origin.format(), Some(format));
        let name = head.settings.sampling["AS"].max_tokens_name.clone();
        (name.expect("a cap"), head.notes)
    };
    let (name, notes) = cap(Format::Gemini);
    assert_eq!((name.as_str(), notes.len()), ("maxOutputTokens", 0));
    let (name, notes) = cap(Format::Ollama);
    assert_eq!((name.as_str(), notes.len()), ("num_predict", 0));
    let (name, notes) = cap(Format::Anthropic);
    assert_eq!(name, "max_tokens");
    assert_eq!(notes, ["seed: not sent, the wire format has none"]);
    let summaries = &head(Format::Anthropic, Profile::V1).settings.sampling["AS"];
    assert_eq!((summaries.seed, summaries.temperature), (None, Some(0.3)));
}

#[test]
fn what_was_learnt_before_a_run_is_sent_from_its_first_request_on_and_is_in_its_record() {
    let samples = samples();
    let data = |id: &str| samples.iter().find(|data| data.task_id == id);
    let learnt = |lessons: &[Lesson]| {
        let wish = Wish {
            lessons: lessons.to_vec(),
            ..wish(Format::OpenAiChat, Profile::V1)
        };
        head_of(&wish, &batayan(), "", &data).expect("the samples are there")
    };
    let head = learnt(&[Lesson::UseMaxCompletionTokens, Lesson::DropTemperature]);
    for sampling in head.settings.sampling.values() {
        let name = sampling.max_tokens_name.as_deref();
        assert_eq!(name, Some("max_completion_tokens"));
        assert_eq!(sampling.temperature, None);
    }
    assert_eq!(
        head.notes,
        [
            "output cap sent as max_completion_tokens: the server refused max_tokens",
            "temperature: server default, the server refused the one asked for",
        ]
    );
    // Only summaries are seeded; nothing here has stops.
    let head = learnt(&[Lesson::DropSeed, Lesson::DropStop]);
    assert_eq!(head.settings.sampling["AS"].seed, None);
    assert_eq!(head.notes, ["seed: not sent, the server refused it"]);
    assert_eq!(learnt(&[]).notes, [""; 0]);
}

#[test]
fn the_browsers_model_gets_what_it_takes_and_the_record_says_what_it_does_not() {
    let plain = head(Format::Browser, Profile::V1);
    let sampling = &plain.settings.sampling["AS"];
    assert_eq!(sampling.temperature, Some(0.3));
    assert_eq!(
        (sampling.max_tokens, &sampling.max_tokens_name),
        (None, &None)
    );
    let no_seed = "seed: not sent, the wire format has none";
    let no_cap = "output cap: not sent, the wire format has none";
    assert_eq!(plain.notes, [no_seed, no_cap]);

    // Where a page may give it no temperature.
    let samples = samples();
    let data = |id: &str| samples.iter().find(|data| data.task_id == id);
    let wish = Wish {
        lessons: vec![Lesson::DropTemperature],
        ..wish(Format::Browser, Profile::V1)
    };
    let without = head_of(&wish, &batayan(), "", &data).expect("the samples are there");
    assert_eq!(without.settings.sampling["SA"].temperature, None);
    let no_temperature = "temperature: not sent, the wire format has none";
    assert_eq!(without.notes, [no_temperature, no_seed, no_cap]);
}

#[test]
fn a_stand_in_answers_the_tasks_it_can_and_sends_nothing() {
    let samples = samples();
    let data = |id: &str| samples.iter().find(|data| data.task_id == id);
    let wish = wish(Format::OpenAiChat, Profile::V1);
    let run = |stand_in| {
        stand_in_record(stand_in, &wish, &batayan(), "", &data).expect("the samples are there")
    };
    let gold = run(StandIn::Gold);
    assert_eq!((gold.head.tasks.len(), gold.rows.len()), (2, 4));
    assert!(gold.head.settings.sampling.is_empty());
    assert_eq!(gold.head.origin.format(), None);
    let first = run(StandIn::FirstOption);
    assert_eq!((first.head.tasks.len(), first.rows.len()), (1, 2));
    assert!(first.rows.iter().all(|row| row.text == "Sagot: Positibo"));
    let model = match first.head.origin {
        Origin::Asked { model, .. } => model,
        Origin::Uploaded { .. } => String::new(),
    };
    assert_eq!(model, "first-option");
}
