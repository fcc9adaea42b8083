//! Every pair under `providers/`: what is sent, what came back, how it is read. The pairs are
//! small ones of our own in the shapes that the servers document or were seen to send.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use sukat::prompt::{Message, Role};
use sukat::provider::address::BaseUrl;
use sukat::provider::error::ProviderError;
use sukat::provider::key::Key;
use sukat::provider::models::ModelPage;
use sukat::provider::openai_chat::{build_request, parse_reply};
use sukat::provider::{CapName, EmptyWhy, Format, HttpResponse, Outcome, Params, Reply};
use sukat::record::Attempt;
use sukat::run::budget::Budget;
use sukat::run::pace::Caps;
use sukat::run::{Event, Plan, PlanRow, RowKey, Run};

const MARKER: &str = "sk-MARKER-123";

pub(crate) fn marker() -> Key {
    Key::parse(MARKER).expect("a plain key")
}

fn base() -> BaseUrl {
    BaseUrl::parse("https://a.example/v1")
        .expect("an address")
        .url
}

pub(crate) fn response(value: &Value) -> HttpResponse {
    let body = match &value["body"] {
        Value::String(text) => text.clone(),
        body => body.to_string(),
    };
    let headers = value["headers"].as_object().into_iter().flatten();
    HttpResponse {
        status: value["status"]
            .as_u64()
            .and_then(|n| n.try_into().ok())
            .expect("a status"),
        headers: headers
            .map(|(name, value)| (name.clone(), value.as_str().expect("text").to_owned()))
            .collect(),
        body,
    }
}

pub(crate) fn messages(value: &Value) -> Vec<Message> {
    let list = value.as_array().expect("messages").iter();
    list.map(|message| Message {
        role: if message[0] == "user" {
            Role::User
        } else {
            Role::Assistant
        },
        content: message[1].as_str().expect("text").to_owned(),
    })
    .collect()
}

fn sent_body(request: &Value) -> Value {
    let messages = messages(&request["messages"]);
    let params = &request["params"];
    let is_new_name = params["cap_name"] == "max_completion_tokens";
    let params = Params {
        max_tokens: params["max_tokens"]
            .as_u64()
            .and_then(|n| n.try_into().ok()),
        cap_name: if is_new_name {
            CapName::MaxCompletionTokens
        } else {
            CapName::MaxTokens
        },
        temperature: params["temperature"].as_f64(),
        top_p: params["top_p"].as_f64(),
        seed: params["seed"].as_u64(),
        ..Params::default()
    };
    let model = request["model"].as_str().expect("a model");
    let request = build_request(&base(), model, &messages, &params);
    assert_eq!(request.url, "https://a.example/v1/chat/completions");
    serde_json::from_str(&request.body).expect("JSON")
}

/// A result in the words of the pairs; what is absent is left out.
pub(crate) fn told(result: &Result<Reply, ProviderError>) -> Value {
    let mut told = Map::new();
    match result {
        Ok(reply) => {
            let outcome = match &reply.outcome {
                Outcome::Empty(EmptyWhy::Budget) => "empty budget",
                Outcome::Empty(EmptyWhy::Unknown) => "empty unknown",
                outcome => outcome.id(),
            };
            let usage = reply.usage;
            let usage = [
                usage.prompt_tokens,
                usage.output_tokens,
                usage.reasoning_tokens,
            ];
            told.insert("outcome".to_owned(), json!(outcome));
            told.insert("text".to_owned(), json!(reply.text));
            told.insert("reasoning".to_owned(), json!(reply.reasoning));
            told.insert("finish_reason".to_owned(), json!(reply.finish_reason));
            told.insert("model".to_owned(), json!(reply.model));
            told.insert("fingerprint".to_owned(), json!(reply.fingerprint));
            told.insert("served_by".to_owned(), json!(reply.served_by));
            if usage.iter().any(Option::is_some) {
                told.insert("usage".to_owned(), json!(usage));
            }
        }
        Err(error) => {
            told.insert("error".to_owned(), json!(error.id()));
            told.insert("status".to_owned(), json!(error.status()));
            told.insert("message".to_owned(), json!(error.message()));
            match error {
                ProviderError::RateLimited { wait_millis, .. }
                | ProviderError::Transient { wait_millis, .. } => {
                    told.insert("wait_millis".to_owned(), json!(wait_millis));
                }
                ProviderError::BadRequest {
                    lesson: Some(lesson),
                    ..
                } => {
                    told.insert("lesson".to_owned(), json!(format!("{lesson:?}")));
                }
                ProviderError::Malformed { at, .. } => {
                    told.insert("at".to_owned(), json!(at));
                }
                _ => {}
            }
        }
    }
    told.retain(|_, value| !value.is_null());
    Value::Object(told)
}

fn pairs() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/providers");
    let mut pairs: Vec<(String, Value)> = fs::read_dir(folder)
        .expect("the folder of pairs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .map(|path| {
            let text = fs::read_to_string(&path).expect("text");
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, serde_json::from_str(&text).expect("JSON"))
        })
        .collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(pairs.len() >= 40, "{} pairs", pairs.len());
    pairs
}

#[test]
fn every_pair_is_sent_and_read_as_it_says() {
    let mut wrong = Vec::new();
    for (name, pair) in pairs() {
        if pair["request"].is_object() && sent_body(&pair["request"]) != pair["sends"] {
            wrong.push(format!("{name} sends {}", sent_body(&pair["request"])));
        }
        let read = told(&parse_reply(&response(&pair["response"]), &marker(), 0));
        if read != pair["reads"] {
            wrong.push(format!("{name} reads {read}\n  not {}", pair["reads"]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_call_carries_two_headers_and_without_a_key_one() {
    let names = |key: &Key| {
        Format::OpenAiChat
            .headers(key)
            .into_iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&marker()), ["content-type", "authorization"]);
    let headers = Format::OpenAiChat.headers(&marker());
    assert_eq!(headers[1].1, format!("Bearer {MARKER}"));
    for empty in ["", " ", "Bearer ", "\u{200b}"] {
        let key = Key::parse(empty).expect("no key");
        assert_eq!(names(&key), ["content-type"], "{empty:?}");
        assert_eq!(Format::OpenAiChat.get_headers(&key), []);
    }
}

#[test]
fn lists_of_models_come_in_three_shapes() {
    let list = |status, body: &str| {
        let response = HttpResponse {
            status,
            headers: Vec::new(),
            body: body.to_owned(),
        };
        let page = Format::OpenAiChat.parse_models(&response, &marker(), 0);
        let ids = |page: ModelPage| {
            page.models
                .into_iter()
                .map(|model| model.id)
                .collect::<Vec<_>>()
        };
        page.map(ids).map_err(|error| error.id())
    };
    let two = Ok(vec!["b".to_owned(), "a".to_owned()]);
    assert_eq!(
        list(
            200,
            r#"{"object":"list","data":[{"id":"b"},{"id":"a"},{"id":"b"}]}"#
        ),
        two
    );
    assert_eq!(list(200, r#"[{"id":"b","type":"chat"},{"id":"a"}]"#), two);
    assert_eq!(
        list(200, r#"{"models":[{"name":"b","model":"b"},{"name":"a"}]}"#),
        two
    );
    assert_eq!(list(200, r#"["b","a",3,{}]"#), two);
    assert_eq!(list(200, r#"{"data":[]}"#), Ok(vec![]));
    assert_eq!(list(200, r#"{"ok":true}"#), Err("malformed"));
    assert_eq!(list(200, "<html>"), Err("malformed"));
    assert_eq!(
        list(200, r#"{"error":{"message":"x","code":401}}"#),
        Err("unauthorized")
    );
    assert_eq!(list(404, "not found"), Err("not_found"));
}

#[test]
fn messages_are_cut_after_the_key_was_taken_out() {
    let body = format!("{}{MARKER} {}", "x".repeat(490), "y".repeat(9000));
    let response = HttpResponse {
        status: 500,
        headers: Vec::new(),
        body,
    };
    let error = parse_reply(&response, &marker(), 0).expect_err("a failure");
    assert_eq!(error.message().chars().count(), 500);
    assert!(
        error.message().ends_with("x[key] yyyy"),
        "{}",
        error.message()
    );
}

#[test]
fn the_browsers_message_is_redacted_too() {
    let error = ProviderError::network(&format!("header 'Bearer {MARKER}' is bad"), &marker());
    assert_eq!(error.message(), "header 'Bearer [key]' is bad");
}

/// A server that echoes the key wherever it can, in replies and in errors of every status.
#[test]
fn a_marker_key_is_in_no_byte_that_is_kept() {
    let key = marker();
    let echo = format!("you sent {MARKER} or Bearer {MARKER}, {}", &MARKER[..11]);
    let mut bodies = vec![
        json!({"error": {"message": echo, "type": echo, "param": echo, "code": echo}}).to_string(),
        json!({"error": echo}).to_string(),
        json!({"detail": [{"msg": echo, "loc": ["header", echo]}]}).to_string(),
        json!({ echo.clone(): echo }).to_string(),
        json!({"choices": [{"message": {"content": echo, "reasoning": echo},
            "finish_reason": echo}], "model": echo, "system_fingerprint": echo, "provider": echo})
        .to_string(),
        json!({"data": [{"id": echo}]}).to_string(),
    ];
    bodies.push(format!("<html>{echo}</html>"));
    for status in [200, 400, 401, 403, 404, 422, 429, 500, 503] {
        for body in &bodies {
            let headers = vec![("retry-after".to_owned(), echo.clone())];
            let response = HttpResponse {
                status,
                headers,
                body: body.clone(),
            };
            let models = Format::OpenAiChat.parse_models(&response, &key, 0);
            let result = parse_reply(&response, &key, 0);
            let mut run = Run::new(Plan {
                rows: vec![PlanRow {
                    key: RowKey {
                        task_id: "SA".to_owned(),
                        row_idx: 0,
                    },
                    row_id: "r".to_owned(),
                    n_chars: 0,
                    earlier: None,
                }],
                params: [].into(),
                concurrency: 1,
                caps: Caps::default(),
                budget: Budget::default(),
                prices: None,
                seed: 0,
            });
            let mut kept = format!("{models:?} {result:?} {key:?}");
            write!(kept, "{:?}", run.step(0, Event::Started)).expect("text takes any text");
            let row_key = RowKey {
                task_id: "SA".to_owned(),
                row_idx: 0,
            };
            let replied = Event::Replied {
                key: row_key,
                attempt: 1,
                result,
                took_millis: 1,
            };
            let effects = run.step(1, replied);
            write!(kept, "{effects:?} {run:?}").expect("text takes any text");
            assert!(!kept.contains("MARKER-123"), "HTTP {status} {body}: {kept}");
        }
    }
}

#[test]
fn an_attempt_names_the_class_of_the_error_never_its_text() {
    let attempt = Attempt {
        at_millis: 0,
        took_millis: 0,
        status: None,
        result: ProviderError::network("x", &marker()).id().to_owned(),
    };
    assert_eq!(attempt.result, "network");
}

proptest! {
    #[test]
    fn any_body_is_read_without_a_panic(
        status in 100u16..600,
        body in prop_oneof![
            ".{0,80}",
            r#"\{"choices":\[\{"message":\{"content":"(\\u[dD][89a-f][0-9a-f]{2}|\\\\|é|a){0,8}"\}\}\]\}"#,
            r#"\{"(error|choices|detail|message|data)":(null|3|"x"|\[\]|\[null\]|\[\{\}\]|\{\}|\{"message":\{\}\})\}"#,
        ],
    ) {
        let response = HttpResponse { status, headers: Vec::new(), body };
        let _ = Format::OpenAiChat.parse_models(&response, &marker(), 0);
        match parse_reply(&response, &marker(), 0) {
            Ok(_) => prop_assert!((200..300).contains(&status)),
            Err(error) => prop_assert!(error.message().chars().count() <= 500),
        }
    }

    #[test]
    fn a_reply_with_broken_surrogates_is_still_a_reply(content in r"(\\u[dD][89a-f][0-9a-f]{2}|\\\\|é|a){0,8}") {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"{content}"}}}}]}}"#);
        let response = HttpResponse { status: 200, headers: Vec::new(), body };
        prop_assert!(parse_reply(&response, &marker(), 0).is_ok());
    }
}
