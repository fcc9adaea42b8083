//! A run that a batch answers: what is left goes out, what comes back finds its row.

use serde_json::{Value, json};
use sukat::answer::Thinking;
use sukat::batch::read::LineError;
use sukat::batch::{BatchKind, NOTE};
use sukat::desk::Desk;
use sukat::desk::batch::note_batch;
use sukat::desk::plan::{Wish, head_of};
use sukat::desk::protocol::{Failure, Question, Response};
use sukat::prompt::{Message, Recipe};
use sukat::provider::Format;
use sukat::record::{Record, RecordHead};
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;
use sukat::suite::samples::sample_data;
use sukat::suite::{DataKind, Profile, Shots, TaskData, TemplateLanguage};

const NOW: u64 = 1_700_000_999_000;

fn head(format: Format) -> RecordHead {
    let wish = Wish {
        run_id: "run-1700000000123".to_owned(),
        title: String::new(),
        started_millis: 0,
        kind: DataKind::Sample,
        recipe: Recipe {
            profile: Profile::V1,
            shots: Shots::Zero,
            language: TemplateLanguage::Filipino,
        },
        thinking: Thinking::Keep,
        is_reasoning: false,
        tasks: vec![("SA".to_owned(), 3), ("MT-en-tl".to_owned(), 2)],
        format,
        base_url: "https://a.example/v1".to_owned(),
        model: "m".to_owned(),
        lessons: Vec::new(),
        repeat: None,
    };
    let samples: Vec<TaskData> = batayan().tasks.iter().map(sample_data).collect();
    let data = |id: &str| samples.iter().find(|data| data.task_id == id);
    head_of(&wish, &batayan(), "", &data).expect("the samples are there")
}

fn open(format: Format) -> (Desk, String) {
    let mut desk = Desk::new(batayan());
    let head = head(format);
    let run_id = head.id.clone();
    let rows = Vec::new();
    desk.open_run(Record { head, rows });
    (desk, run_id)
}

fn file(desk: &Desk, run_id: &str, kind: BatchKind) -> String {
    let mut file = String::new();
    let mut take = |piece: Result<String, _>| file.push_str(&piece.expect("a piece"));
    desk.batch_pieces(run_id, kind, &mut take).expect("a file");
    file
}

/// What a vendor makes of a line of requests, as the row's number says.
fn answer(line: &str) -> String {
    let request: Value = serde_json::from_str(line).expect("JSON");
    let id = request["custom_id"].as_str().expect("an id");
    let response = if id.ends_with("_1") {
        return json!({"custom_id": id, "response": null, "error": {"code": "batch_expired"}})
            .to_string();
    } else {
        json!({"choices": [{"message": {"content": "Sagot: Positibo"}, "finish_reason": "stop"}]})
    };
    json!({"custom_id": id, "response": {"status_code": 200, "body": response}, "error": null})
        .to_string()
}

#[test]
fn the_rest_goes_out_and_what_comes_back_finds_its_row() {
    let (mut desk, run_id) = open(Format::OpenAiChat);
    let requests = file(&desk, &run_id, BatchKind::OpenAi);
    assert_eq!(requests.lines().count(), 5);
    // The prompts are those that are sent live.
    let first: Value =
        serde_json::from_str(requests.lines().next().expect("a line")).expect("JSON");
    let messages: Vec<Message> =
        serde_json::from_value(first["body"]["messages"].clone()).expect("messages");
    let question = Question::Messages {
        kind: DataKind::Sample,
        recipe: sukat::desk::plan::recipe_of(&head(Format::OpenAiChat).settings),
        rows: vec![("SA".to_owned(), 0)],
    };
    let Response::Messages(live) = desk.answer(question) else {
        panic!("messages");
    };
    assert_eq!(messages, live[0].messages);

    let back: Vec<String> = requests.lines().map(answer).collect();
    let back = back.join("\n") + "\n";
    let report = desk
        .read_batch(&run_id, &[back.as_bytes()], NOW)
        .expect("a report");
    assert_eq!(
        (report.rows.len(), report.n_missing, report.n_kept),
        (5, 0, 0)
    );
    assert_eq!(report.complaints, []);
    desk.add_rows(&run_id, report.rows)
        .expect("the run is open");
    assert_eq!(desk.done_rows(&run_id).len(), 3);
    let result = desk.result(&run_id, OutcomePolicy::Strict).expect("scores");
    assert!(!result.tasks.is_empty());

    // The rest of the rest, with its first attempt remembered; the others stay as they are.
    let requests = file(&desk, &run_id, BatchKind::OpenAi);
    assert_eq!(requests.lines().count(), 2);
    let again: String = requests
        .lines()
        .map(|line| answer(&line.replacen("_1\"", "_0\"", 1)).replacen("_0\"", "_1\"", 1) + "\n")
        .collect();
    let report = desk
        .read_batch(&run_id, &[again.as_bytes(), back.as_bytes()], NOW + 1)
        .expect("a report");
    assert_eq!((report.rows.len(), report.n_kept), (2, 3));
    let results: Vec<&str> = report.rows[0]
        .attempts
        .iter()
        .map(|attempt| attempt.result.as_str())
        .collect();
    assert_eq!(results, ["batch:expired", "batch:ok"]);
    let in_second = |(file_idx, error): &(usize, LineError)| {
        *file_idx > 0 && matches!(error, LineError::Duplicate { .. })
    };
    assert!(
        report.complaints.iter().all(in_second),
        "{:?}",
        report.complaints
    );
    desk.add_rows(&run_id, report.rows)
        .expect("the run is open");
    assert_eq!(desk.done_rows(&run_id).len(), 5);
    assert_eq!(file(&desk, &run_id, BatchKind::OpenAi), "");
}

/// Of two files of one import, the first has the row without a text.
#[test]
fn a_text_counts_over_none_in_another_file() {
    let (desk, run_id) = open(Format::OpenAiChat);
    let requests = file(&desk, &run_id, BatchKind::OpenAi);
    let with_text = answer(requests.lines().next().expect("a line"));
    let without = with_text.replace("Sagot: Positibo", "");
    let report = desk
        .read_batch(&run_id, &[without.as_bytes(), with_text.as_bytes()], NOW)
        .expect("a report");
    assert_eq!((report.rows.len(), report.n_kept), (1, 0));
    assert_eq!(report.rows[0].text, "Sagot: Positibo");
    assert_eq!(report.rows[0].attempts.len(), 2);
}

#[test]
fn a_batch_is_for_runs_that_are_asked() {
    let mut desk = Desk::new(batayan());
    let _ = desk.answer(Question::OpenSample);
    let mut nothing = |_| {};
    let unknown = desk.batch_pieces("nowhere", BatchKind::Plain, &mut nothing);
    assert!(matches!(unknown, Err(Failure::NoRun { .. })), "{unknown:?}");
    let sample = desk.read_batch("sample", &[], NOW);
    assert!(
        matches!(sample, Err(Failure::Unreadable { .. })),
        "{sample:?}"
    );
    let (desk, run_id) = open(Format::Anthropic);
    let mut errors = Vec::new();
    let mut take = |piece: Result<String, _>| errors.extend(piece.err());
    desk.batch_pieces(&run_id, BatchKind::Gemini, &mut take)
        .expect("a run");
    assert_eq!(errors.len(), 5);
}

#[test]
fn the_record_says_once_that_a_batch_answered() {
    let mut head = head(Format::Gemini);
    note_batch(&mut head);
    note_batch(&mut head);
    assert_eq!(head.notes.iter().filter(|note| *note == NOTE).count(), 1);
}

#[test]
fn rows_that_a_batch_left_without_a_text_are_named_with_their_reason() {
    let (mut desk, run_id) = open(Format::OpenAiChat);
    let requests = file(&desk, &run_id, BatchKind::OpenAi);
    let mut lines: Vec<String> = requests.lines().map(answer).collect();
    let broken = json!({"error": {"message": "oops"}});
    let custom_id: Value = serde_json::from_str(&lines[0]).expect("JSON");
    lines[0] = json!({
        "custom_id": custom_id["custom_id"],
        "response": {"status_code": 500, "body": broken},
        "error": null,
    })
    .to_string();
    let back = lines.join("\n");
    let report = desk
        .read_batch(&run_id, &[back.as_bytes()], NOW)
        .expect("a report");
    desk.add_rows(&run_id, report.rows.clone())
        .expect("it is open");
    let view = desk.batch_view(&run_id, &report, &[]).expect("a view");
    let named: Vec<String> = (view.without_text.iter())
        .map(|miss| {
            let (task, row) = (&miss.task_id, &miss.row_id);
            format!("{task} {row} {} {}", miss.outcome, miss.message)
        })
        .collect();
    let row_id = |task: usize, row: usize| {
        let samples: Vec<TaskData> = batayan().tasks.iter().map(sample_data).collect();
        let id = ["SA", "MT-en-tl"][task];
        let data = samples
            .iter()
            .find(|data| data.task_id == id)
            .expect("samples");
        data.rows[row].id.clone()
    };
    let want = [
        format!("SA {} failed HTTP 500: oops", row_id(0, 0)),
        format!("SA {} not_asked expired", row_id(0, 1)),
        format!("MT-en-tl {} not_asked expired", row_id(1, 1)),
    ];
    let mut want = want.to_vec();
    want.sort();
    let mut named = named;
    named.sort();
    assert_eq!(named, want);
    assert_eq!(view.n_rows - view.n_answered, 3);
}
