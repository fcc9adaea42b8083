use super::*;
use crate::provider::told::Quota;
use crate::provider::{CapName, Usage};

fn params() -> Params {
    Params {
        max_tokens: Some(32),
        temperature: Some(0.0),
        ..Params::default()
    }
}

fn reply(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        model: Some("modelo-1".to_owned()),
        usage: Usage {
            prompt_tokens: Some(120),
            output_tokens: Some(4),
            reasoning_tokens: None,
        },
        ..Reply::without_text(Outcome::Answered)
    }
}

fn refused(lesson: Option<Lesson>) -> ProviderError {
    ProviderError::BadRequest {
        status: 400,
        lesson,
        message: "no".to_owned(),
    }
}

fn probe() -> Probe {
    Probe::new("modelo-1", params(), false)
}

#[track_caller]
fn found(probe: &mut Probe, reply: Reply) -> Vec<Finding> {
    match probe.take(Ok(reply), 750) {
        Next::Found(findings) => findings,
        next => panic!("{next:?}"),
    }
}

#[test]
fn an_endpoint_that_does_all_that_is_asked_is_told_in_a_few_lines() {
    let mut probe = probe();
    probe.be_told(Told {
        requests: Quota {
            limit: Some(60),
            left: Some(59),
            reset_millis: Some(1000),
        },
        tokens: Quota::default(),
    });
    // A further reply without headers takes nothing back.
    probe.be_told(Told::default());
    let findings = found(&mut probe, reply("Sagot: A"));
    assert_eq!(
        findings,
        [
            Finding::Answered {
                took_millis: 750,
                beginning: "Sagot: A".to_owned(),
            },
            Finding::Sent(vec!["max_tokens 32".to_owned(), "temperature 0".to_owned()]),
            Finding::Counts {
                prompt: Some(120),
                output: Some(4),
            },
            Finding::Limits {
                requests_per_minute: Some(60),
                tokens_per_minute: None,
            },
        ]
    );
    assert!(findings.iter().all(|finding| finding.tone() == Tone::Good));
    assert_eq!(probe.lessons(), []);
}

#[test]
fn what_is_not_reported_is_said_and_never_taken_for_nothing() {
    let silent = Reply {
        usage: Usage::default(),
        model: None,
        ..reply("Sagot: A")
    };
    let findings = found(&mut probe(), silent);
    assert_eq!(findings[2..], [Finding::CountsNothing, Finding::NoLimits]);
}

#[test]
fn refused_parameters_are_learnt_one_by_one_and_sent_otherwise() {
    let mut probe = probe();
    let next = probe.take(Err(refused(Some(Lesson::UseMaxCompletionTokens))), 5);
    assert_eq!(next, Next::AskAgain);
    assert_eq!(probe.params().cap_name, CapName::MaxCompletionTokens);
    let next = probe.take(Err(refused(Some(Lesson::DropTemperature))), 5);
    assert_eq!(next, Next::AskAgain);
    assert_eq!(probe.params().temperature, None);
    let findings = found(&mut probe, reply("Sagot: A"));
    assert_eq!(
        findings[1..4],
        [
            Finding::Sent(vec!["max_completion_tokens 32".to_owned()]),
            Finding::Learnt(Lesson::UseMaxCompletionTokens),
            Finding::Learnt(Lesson::DropTemperature),
        ]
    );
    assert_eq!(
        probe.lessons(),
        [Lesson::UseMaxCompletionTokens, Lesson::DropTemperature]
    );
}

#[test]
fn a_server_that_refuses_whatever_is_sent_is_not_asked_for_ever() {
    for second in [
        // The same again, what takes it back, what was not sent, and nothing named.
        Some(Lesson::UseMaxCompletionTokens),
        Some(Lesson::UseMaxTokens),
        Some(Lesson::DropSeed),
        None,
    ] {
        let mut probe = probe();
        let first = refused(Some(Lesson::UseMaxCompletionTokens));
        assert_eq!(probe.take(Err(first), 5), Next::AskAgain);
        let error = refused(second);
        let next = probe.take(Err(error.clone()), 5);
        assert_eq!(next, Next::Failed(error), "{second:?}");
    }
}

#[test]
fn thinking_is_seen_beside_the_text_in_it_and_in_the_count() {
    #[track_caller]
    fn check(reply: &Reply, want: ThinkingAt) {
        for (allows_thinking, tone) in [(false, Tone::Warning), (true, Tone::Good)] {
            let mut probe = Probe::new("modelo-1", params(), allows_thinking);
            let findings = found(&mut probe, reply.clone());
            let thinks = Finding::Thinks {
                at: want,
                is_allowed: allows_thinking,
            };
            assert_eq!(findings[1], thinks);
            assert_eq!(thinks.tone(), tone);
        }
    }
    let apart = Reply {
        reasoning: Some("baka A".to_owned()),
        ..reply("Sagot: A")
    };
    check(&apart, ThinkingAt::Apart);
    check(&reply("<think>baka A</think>Sagot: A"), ThinkingAt::InText);
    check(&reply("<think>baka A"), ThinkingAt::InText);
    check(&reply("baka A</think>Sagot: A"), ThinkingAt::InText);
    let mut counted = reply("Sagot: A");
    counted.usage.reasoning_tokens = Some(3);
    check(&counted, ThinkingAt::InCount);
    // A mark in the middle of an answer is text.
    let findings = found(&mut probe(), reply("Salin: ang tag na <think>"));
    let is_thinking = |finding: &Finding| matches!(finding, Finding::Thinks { .. });
    assert!(!findings.iter().any(is_thinking), "{findings:?}");
}

#[test]
fn a_reply_that_was_cut_is_empty_or_declines_is_no_answer_like_others() {
    let cut = Reply {
        outcome: Outcome::Truncated,
        ..reply("Ang sagot ay")
    };
    let findings = found(&mut probe(), cut);
    assert_eq!(findings[1], Finding::Cut { cap: Some(32) });
    assert_eq!(findings[1].tone(), Tone::Warning);

    let why = EmptyWhy::Budget;
    let empty = Reply::without_text(Outcome::Empty(why));
    let no_text = Finding::NoText {
        took_millis: 750,
        why,
    };
    assert_eq!(found(&mut probe(), empty)[0], no_text);

    let by_model = Reply::without_text(Outcome::Refused);
    let declined = Finding::Declined { took_millis: 750 };
    assert_eq!(found(&mut probe(), by_model)[0], declined);
    let by_filter = ProviderError::Refused {
        status: 400,
        message: "content_filter".to_owned(),
    };
    match probe().take(Err(by_filter), 750) {
        Next::Found(findings) => assert_eq!(findings[0], declined),
        next => panic!("{next:?}"),
    }
}

#[test]
fn another_model_than_the_one_asked_is_named() {
    let other = Reply {
        model: Some("modelo-1-2026-01".to_owned()),
        ..reply("Sagot: A")
    };
    let findings = found(&mut probe(), other);
    let named = Finding::OtherModel("modelo-1-2026-01".to_owned());
    assert_eq!(findings[1], named);
}

#[test]
fn other_troubles_are_handed_on_as_they_are() {
    let error = ProviderError::Unauthorized {
        status: 401,
        message: "wrong key".to_owned(),
    };
    let next = probe().take(Err(error.clone()), 5);
    assert_eq!(next, Next::Failed(error));
}

#[test]
fn of_a_reply_the_beginning_is_shown_on_one_line() {
    assert_eq!(beginning(" Sagot:\n\n A \t"), "Sagot: A");
    assert_eq!(beginning(""), "");
    let exactly = "ñ".repeat(80);
    assert_eq!(beginning(&exactly), exactly);
    assert_eq!(beginning(&"ñ".repeat(5000)), format!("{}…", "ñ".repeat(80)));
    let words = "isa ".repeat(40);
    assert_eq!(beginning(&words).chars().count(), 81);
    // What follows is cut off whole.
    assert_eq!(beginning(&format!("{exactly} b")), format!("{exactly}…"));
}
