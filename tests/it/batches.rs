//! Requests as files and back again: the bodies are those of live calls, and what comes back is
//! read as live replies are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use sukat::batch::BatchKind;
use sukat::batch::read::{Import, LineError, Target};
use sukat::batch::write::{Item, Source, WriteError, pieces};
use sukat::provider::address::BaseUrl;
use sukat::provider::call::{Call, Endpoint};
use sukat::provider::error::ProviderError;
use sukat::provider::format::FORMATS;
use sukat::provider::key::Key;
use sukat::provider::{Format, Lesson, Outcome, Params, Reply};
use sukat::record::RecordRow;
use sukat::suite::Profile;
use sukat::words::Language;

use crate::formats::params;
use crate::providers::{messages, response};

const RUN_ID: &str = "run-1700000000123";
const NOW: u64 = 1_700_000_999_000;

fn endpoint(format: Format) -> Endpoint {
    Endpoint {
        format,
        base: BaseUrl::parse("https://a.example/v1")
            .expect("an address")
            .url,
        model: "modelo-1".to_owned(),
    }
}

fn item(row_idx: usize, text: &str) -> Item {
    Item {
        task_id: "MT-en-tl".to_owned(),
        row_idx,
        row_id: format!("r{row_idx}"),
        messages: messages(&json!([["user", text]])),
        params: Params {
            max_tokens: Some(64),
            temperature: Some(0.0),
            ..Params::default()
        },
    }
}

fn write(kind: BatchKind, endpoint: &Endpoint, items: Vec<Item>) -> Result<String, WriteError> {
    let source = Source {
        run_id: RUN_ID,
        endpoint,
        layout: Profile::V1,
    };
    pieces(kind, source, items.into_iter()).collect()
}

fn rows(n_rows: usize) -> BTreeMap<(String, usize), String> {
    let row = |row_idx| (("MT-en-tl".to_owned(), row_idx), format!("r{row_idx}"));
    (0..n_rows).map(row).collect()
}

fn id(row_idx: usize) -> String {
    format!("{RUN_ID}_MT-en-tl_{row_idx}")
}

/// Reads a file into a run of so many rows.
fn read(format: Format, n_rows: usize, file: &[u8]) -> (Vec<RecordRow>, Vec<LineError>, usize) {
    let (endpoint, rows) = (endpoint(format), rows(n_rows));
    let mut import = Import::new(Target {
        run_id: RUN_ID,
        endpoint: &endpoint,
        rows: &rows,
        now_millis: NOW,
    });
    let (rows, complaints) = import.take_file(file);
    let n_missing = import.n_missing();
    (rows, complaints, n_missing)
}

/// The pairs of a format that have one exchange, and are no list of models.
fn pairs(format: Format) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut pairs: Vec<(String, Value)> = fs::read_dir(folder.join(format.id()))
        .expect("a folder a format")
        .map(|entry| {
            let path = entry.expect("a file").path();
            let text = fs::read_to_string(&path).expect("UTF-8");
            let pair = serde_json::from_str(&text).expect("JSON");
            (path.display().to_string(), pair)
        })
        .collect();
    pairs.retain(|(_, pair): &(String, Value)| {
        let n_exchanges = pair["exchanges"].as_array().map_or(0, Vec::len);
        n_exchanges == 1 && pair["call"] != "models" && pair["params"]["first_stop"].is_null()
    });
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    pairs
}

/// The line that a vendor would give for a response; `None` where it has no way to say it.
fn wrapped(format: Format, response: &Value) -> Option<Value> {
    let (status, body) = (&response["status"], &response["body"]);
    let is_success = status == 200;
    match format {
        Format::Anthropic if is_success => {
            Some(json!({"custom_id": id(0), "result": {"type": "succeeded", "message": body}}))
        }
        Format::Anthropic => body["error"]["type"]
            .is_string()
            .then(|| json!({"custom_id": id(0), "result": {"type": "errored", "error": body}})),
        Format::Gemini if is_success => Some(json!({"key": id(0), "response": body})),
        Format::Gemini => body["error"]["code"]
            .is_u64()
            .then(|| json!({"key": id(0), "error": body["error"]})),
        Format::Cohere | Format::Ollama | Format::Browser => None,
        _ => Some(json!({
            "id": "batch_req_1",
            "custom_id": id(0),
            "response": {"status_code": status, "request_id": "x", "body": body},
            "error": null,
        })),
    }
}

/// What the live run would store of a result.
fn live(result: Result<Reply, ProviderError>) -> Reply {
    let outcome = match result {
        Ok(reply) => return reply,
        Err(ProviderError::Refused { .. }) => Outcome::Refused,
        Err(
            ProviderError::RateLimited { .. }
            | ProviderError::Quota { .. }
            | ProviderError::Unauthorized { .. },
        ) => Outcome::NotAsked,
        Err(error) => Outcome::Failed {
            status: error.status(),
            message: match error.message() {
                "" => error.to_string(),
                message => message.to_owned(),
            },
        },
    };
    Reply::without_text(outcome)
}

#[test]
fn every_recorded_response_reads_from_a_batch_as_it_reads_live() {
    let mut n_read = BTreeMap::new();
    for format in FORMATS {
        for (name, pair) in pairs(format) {
            let given = &pair["exchanges"][0]["response"];
            let Some(line) = wrapped(format, given) else {
                continue;
            };
            let endpoint = endpoint(format);
            let params = Params::default();
            let mut call = Call::new(&endpoint, &[], Profile::V1, &params);
            let result = call.take(&response(given), &Key::none(), NOW);
            let result = result.map(|reply| reply.expect("one request a row"));
            let id = match &result {
                Ok(_) => "ok",
                Err(error) => error.id(),
            };
            let want = RecordRow::of_reply("MT-en-tl", 0, "r0", live(result), Vec::new());
            let (mut rows, complaints, n_missing) = read(format, 1, format!("{line}\n").as_bytes());
            assert_eq!((&complaints, n_missing), (&Vec::new(), 0), "{name}");
            let mut row = rows.remove(0);
            let attempts = std::mem::take(&mut row.attempts);
            assert_eq!(row, want, "{name}");
            assert_eq!(attempts.len(), 1, "{name}");
            assert_eq!(attempts[0].at_millis, NOW);
            // Without headers a limit and a used-up quota may look alike.
            if row.outcome != Outcome::NotAsked {
                assert_eq!(attempts[0].result, format!("batch:{id}"), "{name}");
            }
            *n_read.entry(format.id()).or_insert(0) += 1;
        }
    }
    assert!(
        n_read.len() == 6 && n_read.values().all(|n| *n >= 5),
        "{n_read:?}"
    );
}

#[test]
fn the_bodies_are_those_of_live_calls() {
    let mut n_written = 0;
    for format in FORMATS {
        let kind = BatchKind::of(format)[0];
        if kind == BatchKind::Plain {
            continue;
        }
        for (name, pair) in pairs(format) {
            let sent = &pair["exchanges"][0]["request"]["body"];
            if sent.is_null() {
                continue;
            }
            let endpoint = Endpoint {
                format,
                base: BaseUrl::parse(pair["base"].as_str().expect("a base"))
                    .expect("an address")
                    .url,
                model: pair["model"].as_str().expect("a model").to_owned(),
            };
            let item = Item {
                messages: messages(&pair["messages"]),
                params: params(&pair["params"], format),
                ..item(7, "")
            };
            let layout = match pair["profile"].as_str() {
                Some("head") => Profile::Head,
                _ => Profile::V1,
            };
            let source = Source {
                run_id: RUN_ID,
                endpoint: &endpoint,
                layout,
            };
            let file: Result<String, WriteError> =
                pieces(kind, source, std::iter::once(item)).collect();
            let file: Value = serde_json::from_str(&file.expect("a file")).expect("JSON");
            let (entry, id_name, body_name) = match kind {
                BatchKind::Anthropic => (&file["requests"][0], "custom_id", "params"),
                BatchKind::Gemini => (&file, "key", "request"),
                _ => (&file, "custom_id", "body"),
            };
            assert_eq!(&entry[body_name], sent, "{name}");
            assert_eq!(entry[id_name], id(7), "{name}");
            n_written += 1;
        }
    }
    assert!(n_written >= 12, "{n_written}");
}

#[test]
fn each_kind_of_file_has_the_vendors_shape() {
    let two = || vec![item(0, "“Oo” \\ \n"), item(1, "B")];
    let chat = endpoint(Format::OpenAiChat);
    let file = write(BatchKind::OpenAi, &chat, two()).expect("a file");
    let lines: Vec<Value> = file
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert!(file.ends_with("}\n"));
    assert_eq!(lines[0]["method"], "POST");
    assert_eq!(lines[0]["url"], "/v1/chat/completions");
    assert_eq!(lines[0]["body"]["messages"][0]["content"], "“Oo” \\ \n");
    let url = |format, params| {
        let items = vec![Item {
            params,
            ..item(0, "A")
        }];
        let file = write(BatchKind::OpenAi, &endpoint(format), items).expect("a file");
        serde_json::from_str::<Value>(&file).expect("JSON")["url"].clone()
    };
    assert_eq!(
        url(Format::OpenAiResponses, Params::default()),
        "/v1/responses"
    );
    assert_eq!(
        url(Format::OpenAiCompletions, Params::default()),
        "/v1/completions"
    );
    assert_eq!(url(Format::Azure, Params::default()), "/chat/completions");

    let claude = endpoint(Format::Anthropic);
    let file = write(BatchKind::Anthropic, &claude, two()).expect("a file");
    let document: Value = serde_json::from_str(&file).expect("one JSON document");
    assert_eq!(document["requests"].as_array().map(Vec::len), Some(2));
    let empty = write(BatchKind::Anthropic, &claude, Vec::new()).expect("a file");
    assert_eq!(
        serde_json::from_str::<Value>(&empty).expect("JSON"),
        json!({"requests": []})
    );

    let file = write(BatchKind::Plain, &endpoint(Format::Ollama), two()).expect("a file");
    let line: Value = serde_json::from_str(file.lines().next().expect("a line")).expect("JSON");
    assert_eq!(
        line,
        json!({"custom_id": id(0), "task": "MT-en-tl", "id": "r0", "model": "modelo-1",
            "messages": [{"role": "user", "content": "“Oo” \\ \n"}], "max_tokens": 64,
            "temperature": 0.0})
    );
    let base = write(
        BatchKind::Plain,
        &endpoint(Format::OpenAiCompletions),
        two(),
    );
    assert!(
        base.expect("a file")
            .contains("\"prompt\":\"“Oo” \\\\\\n\"")
    );
}

#[test]
fn what_no_batch_can_ask_is_refused_by_name() {
    let gemini = endpoint(Format::Gemini);
    let wrong = write(BatchKind::OpenAi, &gemini, vec![item(0, "A")]);
    assert!(
        matches!(wrong, Err(WriteError::WrongKind { .. })),
        "{wrong:?}"
    );
    let mut twice = item(0, "A");
    twice.params.first_stop = Some("Sagot:".to_owned());
    let base = endpoint(Format::OpenAiCompletions);
    let twice = write(BatchKind::OpenAi, &base, vec![twice]);
    assert!(
        matches!(twice, Err(WriteError::TwoRequests { .. })),
        "{twice:?}"
    );
    let strange = Item {
        task_id: "gawain ko".to_owned(),
        ..item(0, "A")
    };
    let strange = write(
        BatchKind::OpenAi,
        &endpoint(Format::OpenAiChat),
        vec![strange],
    );
    assert!(
        matches!(strange, Err(WriteError::NoId { .. })),
        "{strange:?}"
    );
    for error in [wrong, twice, strange] {
        let error = error.expect_err("refused");
        let (english, filipino) = (
            Language::English.batch_write_error(&error),
            Language::Filipino.batch_write_error(&error),
        );
        assert!(english != filipino && english.ends_with('.') && filipino.ends_with('.'));
    }
}

/// A line of an output file of OpenAI.
fn answered(row_idx: usize, text: &str) -> String {
    let body = json!({"choices": [{"message": {"content": text}, "finish_reason": "stop"}],
        "model": "modelo-1-002", "usage": {"prompt_tokens": 9, "completion_tokens": 3}});
    json!({"custom_id": id(row_idx), "response": {"status_code": 200, "body": body}, "error": null})
        .to_string()
}

/// Outcome ids and results of attempts.
fn told(rows: &[RecordRow]) -> Vec<(usize, &str, &str)> {
    rows.iter()
        .map(|row| {
            let result = row.attempts[0].result.as_str();
            (row.row_idx, row.outcome.id(), result)
        })
        .collect()
}

#[test]
fn what_was_never_worked_on_is_not_asked() {
    let expired = json!({"custom_id": id(1), "response": null,
        "error": {"code": "batch_expired", "message": "too late"}});
    let canceled = json!({"custom_id": id(2), "response": null,
        "error": {"code": "batch_cancelled", "message": "stopped"}});
    let filtered = json!({"custom_id": id(3), "response": {"status_code": 400, "body":
        {"error": {"code": "content_filter", "message": "no"}}}, "error": null});
    let of_vllm = json!({"custom_id": id(4), "response": {"status_code": 400, "request_id": "x"},
        "error": {"object": "error", "message": "too long", "type": "BadRequestError", "code": 400}});
    let file = format!(
        "\u{feff}{}\r\n\r\n{expired}\n{canceled}\n{filtered}\n{of_vllm}",
        answered(0, "Sagot: A")
    );
    let (rows, complaints, n_missing) = read(Format::OpenAiChat, 6, file.as_bytes());
    assert_eq!(complaints, []);
    assert_eq!(n_missing, 1);
    assert_eq!(
        told(&rows),
        [
            (0, "answered", "batch:ok"),
            (1, "not_asked", "batch:expired"),
            (2, "not_asked", "batch:canceled"),
            (3, "refused", "batch:refused"),
            (4, "failed", "batch:bad_request"),
        ]
    );
    assert_eq!(rows[0].model.as_deref(), Some("modelo-1-002"));
    assert_eq!(rows[0].usage.output_tokens, Some(3));

    let results = ["expired", "canceled"]
        .iter()
        .enumerate()
        .map(|(idx, kind)| json!({"custom_id": id(idx), "result": {"type": kind}}).to_string())
        .collect::<Vec<_>>()
        .join("\n");
    let (rows, complaints, _) = read(Format::Anthropic, 2, results.as_bytes());
    assert_eq!(complaints, []);
    assert_eq!(
        told(&rows),
        [
            (0, "not_asked", "batch:expired"),
            (1, "not_asked", "batch:canceled")
        ]
    );
}

#[test]
fn requests_that_a_batch_of_google_did_not_reach_were_not_asked() {
    let lines: Vec<String> = [1, 4, 10, 13]
        .iter()
        .enumerate()
        .map(|(idx, code)| json!({"key": id(idx), "error": {"code": code}}).to_string())
        .collect();
    let (rows, complaints, _) = read(Format::Gemini, 4, lines.join("\n").as_bytes());
    assert_eq!(complaints, []);
    let outcomes: Vec<&str> = told(&rows).iter().map(|(_, outcome, _)| *outcome).collect();
    assert_eq!(outcomes, ["not_asked", "not_asked", "not_asked", "failed"]);
}

#[test]
fn plain_answers_come_back_by_their_ids() {
    let file = format!(
        "{}\n{}\n",
        json!({"custom_id": id(1), "text": "Sagot: B"}),
        json!({"custom_id": id(0), "text": " "})
    );
    let (rows, complaints, _) = read(Format::Ollama, 2, file.as_bytes());
    assert_eq!(complaints, []);
    assert_eq!(
        told(&rows),
        [(1, "answered", "batch:ok"), (0, "empty", "batch:ok")]
    );
    assert_eq!(rows[0].text, "Sagot: B");
}

#[test]
fn lines_that_are_wrong_are_named_and_no_other_line_suffers() {
    let other = json!({"custom_id": "run-99_MT-en-tl_0", "response": {}});
    let no_row = answered(77, "B");
    let cut = &answered(3, "Sagot: C")[..40];
    let requests = json!({"custom_id": id(4), "method": "POST", "body": {}});
    let lines = [
        answered(0, "Sagot: A"),
        other.to_string(),
        "{\"id\": 1}".to_owned(),
        "hindi ito JSON".to_owned(),
        no_row,
        answered(0, "Sagot: B"),
        "[]".to_owned(),
        requests.to_string(),
        json!({"custom_id": "akin", "response": {}}).to_string(),
        answered(1, "Sagot: B"),
        cut.to_owned(),
    ];
    let (rows, complaints, n_missing) = read(Format::OpenAiChat, 5, lines.join("\n").as_bytes());
    assert_eq!(
        told(&rows),
        [(0, "answered", "batch:ok"), (1, "answered", "batch:ok")]
    );
    assert_eq!(rows[0].text, "Sagot: A");
    assert_eq!(n_missing, 3);
    let task_id = "MT-en-tl".to_owned();
    let want = [
        LineError::OtherRun {
            line: 2,
            run_id: "run-99".to_owned(),
        },
        LineError::NoId {
            line: 3,
            id: String::new(),
        },
        LineError::NotJson { line: 4 },
        LineError::NoSuchRow {
            line: 5,
            task_id: task_id.clone(),
            row_idx: 77,
        },
        LineError::Duplicate {
            line: 6,
            task_id,
            row_idx: 0,
        },
        LineError::NotJson { line: 7 },
        LineError::NoReply { line: 8 },
        LineError::NoId {
            line: 9,
            id: "akin".to_owned(),
        },
        LineError::Cut { line: 11 },
    ];
    assert_eq!(complaints, want);
    let said: BTreeSet<String> = complaints
        .iter()
        .flat_map(|error| {
            [Language::English, Language::Filipino].map(|language| language.batch_line_error(error))
        })
        .collect();
    assert_eq!(said.len(), complaints.len() * 2, "{said:?}");
}

#[test]
fn the_file_of_another_run_is_known_as_such() {
    let (endpoint, rows) = (endpoint(Format::OpenAiChat), rows(3));
    let target = Target {
        run_id: "run-99",
        endpoint: &endpoint,
        rows: &rows,
        now_millis: NOW,
    };
    let mut import = Import::new(target);
    let file = format!("{}\n{}\n", answered(0, "A"), answered(1, "B"));
    let (read, complaints) = import.take_file(file.as_bytes());
    assert!(read.is_empty() && complaints.len() == 2 && import.is_of_other_run());
    assert_eq!(import.n_missing(), 3);
}

#[test]
fn a_reply_counts_over_an_entry_without_one_and_lessons_are_kept() {
    let (endpoint, rows) = (endpoint(Format::OpenAiChat), rows(1));
    let target = Target {
        run_id: RUN_ID,
        endpoint: &endpoint,
        rows: &rows,
        now_millis: NOW,
    };
    let refused = json!({"custom_id": id(0), "response": {"status_code": 400, "body": {"error":
        {"message": "Unsupported parameter", "param": "temperature",
         "code": "unsupported_parameter"}}}, "error": null});
    let mut import = Import::new(target);
    let (first, _) = import.take_file(refused.to_string().as_bytes());
    assert_eq!(told(&first), [(0, "failed", "batch:bad_request")]);
    assert_eq!(
        import.lessons().iter().collect::<Vec<_>>(),
        [&Lesson::DropTemperature]
    );
    let (second, complaints) = import.take_file(answered(0, "Sagot: A").as_bytes());
    assert_eq!(told(&second), [(0, "answered", "batch:ok")]);
    assert_eq!(complaints, []);
    let (third, complaints) = import.take_file(answered(0, "Sagot: B").as_bytes());
    assert!(third.is_empty());
    assert!(matches!(
        complaints[..],
        [LineError::Duplicate { line: 1, .. }]
    ));
}

#[test]
fn a_key_that_an_error_echoes_is_not_kept() {
    let echo = "wrong key sk-MARKER-123456";
    let line = json!({"custom_id": id(0), "response": {"status_code": 400, "body":
        {"error": {"message": echo}}}, "error": null});
    let (rows, _, _) = read(Format::OpenAiChat, 1, line.to_string().as_bytes());
    assert!(!format!("{rows:?}").contains("MARKER"), "{rows:?}");
}

proptest! {
    #[test]
    fn any_bytes_are_rows_or_complaints(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        cut in 0usize..400,
        format in 0usize..8,
    ) {
        let mut file = format!("{}\n{}\n", answered(0, "Sagot: ñ"), answered(1, "B")).into_bytes();
        file.truncate(cut);
        file.extend(bytes);
        let n_lines = file
            .split(|&byte| byte == b'\n')
            .filter(|line| std::str::from_utf8(line).map_or(true, |text| {
                !text.trim_start_matches('\u{feff}').trim().is_empty()
            }))
            .count();
        let (rows, complaints, _) = read(FORMATS[format], 2, &file);
        prop_assert_eq!(rows.len() + complaints.len(), n_lines);
    }
}
