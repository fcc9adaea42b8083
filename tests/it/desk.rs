//! The desk asked as the page asks it.

mod archives;
mod batches;
mod comparisons;
mod exports;
mod external;
mod journey;
mod lending;
mod plans;
mod repeats;
mod runs;
mod uploads;
mod windows;

use std::collections::BTreeMap;

use sukat::answer::Thinking;
use sukat::desk::Desk;
use sukat::desk::protocol::{Question, Response, RowsQuery};
use sukat::desk::view::{FileSource, ResultView, RowDetail, RowsPage};
use sukat::provider::{Outcome, Usage};
use sukat::record::{Origin, Record, RecordHead, RecordRow, Settings, TaskPick};
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;
use sukat::suite::official::sha256_hex;
use sukat::suite::{DataKind, MetricId, Profile, Shots, Suite, TemplateLanguage};

use crate::official::official_bytes;

/// A task's two files, made up, and put into the suite as if they were the official ones.
fn made_up(suite: &mut Suite, task_id: &str, n_rows: usize) -> [Vec<u8>; 2] {
    let mut tasks = suite.tasks.iter_mut();
    let task = tasks.find(|task| task.id == task_id).expect("it has it");
    let line = |idx: usize| {
        let fields: BTreeMap<&String, String> = task
            .prompt_fields
            .iter()
            .map(|field| (field, format!("{field} ng hilera {idx}, may Ñ at ₱{idx}")))
            .collect();
        let label = match task.labels.len() {
            0 => format!("Sanggunian ñ {idx}").into(),
            n_labels => task.labels[idx % n_labels].gold_v1.clone(),
        };
        let line = serde_json::json!({
            "id": format!("r{idx}"),
            "label": label,
            "prompts": [fields],
            "metadata": {"question": "cause"},
        });
        format!("{line}\n")
    };
    let test: String = (0..n_rows).map(line).collect();
    let examples: String = (0..5).map(line).collect();
    for (file, text, rows) in [
        (&mut task.test_file, &test, n_rows),
        (&mut task.examples_file, &examples, 5),
    ] {
        file.bytes = text.len() as u64;
        file.sha256 = sha256_hex(text.as_bytes());
        file.rows = rows;
    }
    [test.into_bytes(), examples.into_bytes()]
}

/// A desk on which this one task is made up and loaded.
fn desk_with(task_id: &str, n_rows: usize) -> Desk {
    let mut suite = batayan();
    let [test, examples] = made_up(&mut suite, task_id, n_rows);
    let mut desk = Desk::new(suite);
    for (is_test, bytes) in [(true, test), (false, examples)] {
        let added = desk.add_file(task_id, is_test, FileSource::Picked, bytes);
        added.expect("they are made to fit");
    }
    desk
}

/// A desk with all official rows; `None` when they are not here.
fn official_desk() -> Option<Desk> {
    let suite = batayan();
    let mut desk = Desk::new(suite.clone());
    for task in &suite.tasks {
        for (is_test, file) in [(true, &task.test_file), (false, &task.examples_file)] {
            let bytes = official_bytes(&file.path)?;
            let added = desk.add_file(&task.id, is_test, FileSource::OwnHost, bytes);
            added.expect("an official file under its own name is the official file");
        }
    }
    Some(desk)
}

/// A run's head, asked from here.
fn head(desk: &Desk, id: &str, picks: &[(&str, usize)]) -> RecordHead {
    let suite = desk.suite();
    let task = |id: &str| suite.task(id).expect("it has it");
    RecordHead {
        id: id.into(),
        title: format!("Run {id}"),
        made_by: "sukat test".into(),
        started_millis: 1_750_000_000_000,
        suite_id: suite.id.clone(),
        suite_sha256: sukat::suite::load::suite_sha256(sukat::suite::load::BATAYAN_JSON),
        data_kind: DataKind::Official,
        data_sha256: picks
            .iter()
            .map(|(id, _)| ((*id).to_owned(), task(id).test_file.sha256.clone()))
            .collect(),
        origin: Origin::Asked {
            endpoint_kind: "openai-chat".into(),
            base_url: "http://localhost:1234/v1".into(),
            model: "modelo".into(),
        },
        settings: Settings {
            profile: Profile::V1,
            shots: Shots::Zero,
            language: TemplateLanguage::Filipino,
            thinking: Thinking::Strip,
            sampling: BTreeMap::new(),
        },
        tasks: picks
            .iter()
            .map(|(id, n_rows)| TaskPick {
                task_id: (*id).to_owned(),
                n_rows: *n_rows,
                n_all: task(id).test_file.rows,
            })
            .collect(),
        notes: vec!["temperature: server default".into()],
        repeat: None,
        prices: None,
        external: Vec::new(),
        is_from_file: false,
        policy_id: None,
    }
}

fn reply(task_id: &str, row_idx: usize, text: &str) -> RecordRow {
    RecordRow {
        task_id: task_id.into(),
        row_idx,
        row_id: format!("r{row_idx}"),
        outcome: Outcome::Answered,
        text: text.into(),
        reasoning: None,
        finish_reason: Some("stop".into()),
        model: Some("modelo-1".into()),
        fingerprint: None,
        served_by: None,
        usage: Usage::default(),
        attempts: Vec::new(),
        request_sha256: None,
        reused: None,
    }
}

fn open(desk: &mut Desk, id: &str, picks: &[(&str, usize)], rows: Vec<RecordRow>) {
    let head = head(desk, id, picks);
    desk.open_run(Record { head, rows });
}

#[track_caller]
fn result(desk: &mut Desk, run_id: &str, policy: OutcomePolicy) -> ResultView {
    desk.result(run_id, policy).expect("the run is open")
}

#[track_caller]
fn rows(desk: &mut Desk, query: RowsQuery) -> RowsPage {
    match desk.answer(Question::Rows(query)) {
        Response::Rows(page) => page,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn detail(desk: &mut Desk, run_id: &str, task_id: &str, row_idx: usize) -> RowDetail {
    let question = Question::Row {
        run_id: run_id.into(),
        task_id: task_id.into(),
        row_idx,
    };
    match desk.answer(question) {
        Response::Row(detail) => *detail,
        other => panic!("{other:?}"),
    }
}

/// Every number of a result, bit by bit.
fn bits(result: &ResultView) -> Vec<(String, Option<MetricId>, Option<u64>)> {
    let mut all = Vec::new();
    let mut push = |name: &str, metric, value: Option<f64>| {
        all.push((name.to_owned(), metric, value.map(f64::to_bits)));
    };
    for task in &result.tasks {
        for value in task.metrics.iter().chain(&task.lenient) {
            push(&task.task_id, Some(value.metric), value.value.ok());
        }
        push("low", None, task.interval.map(|(low, _)| low));
        push("high", None, task.interval.map(|(_, high)| high));
    }
    for average in &result.averages {
        push(&average.id, None, average.value);
    }
    all
}

#[track_caller]
fn value(result: &ResultView, task_id: &str, metric: MetricId) -> f64 {
    let mut tasks = result.tasks.iter();
    let task = tasks
        .find(|task| task.task_id == task_id)
        .expect("it is there");
    let mut metrics = task.metrics.iter();
    let found = metrics.find(|value| value.metric == metric);
    found
        .expect("the task has the metric")
        .value
        .expect("there is a number")
}
