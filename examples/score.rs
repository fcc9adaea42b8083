//! Scores a record, or files of predictions, anew from the replies, natively, and prints every
//! number in full: what the page shows must be these.
//!
//! `cargo run --no-default-features --example score -- FILE… [OFFICIAL_DIR] [strict] [head]`
//!
//! A folder is where the official rows are. Without them the right answers in a record count, and
//! other files cannot be scored. The policy is parity unless `strict` is said. Files of predictions
//! are read as the version they point to, or as v1, unless `head` is said.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value, json};
use sukat::desk::Desk;
use sukat::desk::view::{FileSource, ResultView, TaskResult};
use sukat::intake::unpack::InFile;
use sukat::score::{MetricValue, OutcomePolicy};
use sukat::suite::Profile;
use sukat::suite::load::batayan;

fn main() -> Result<(), Box<dyn Error>> {
    let mut policy = OutcomePolicy::Parity;
    let mut profile = None;
    let mut desk = Desk::new(batayan());
    let mut files = Vec::new();
    for arg in env::args().skip(1) {
        if arg == "strict" {
            policy = OutcomePolicy::Strict;
        } else if arg == "head" {
            profile = Some(Profile::Head);
        } else if Path::new(&arg).is_dir() {
            load(&mut desk, Path::new(&arg))?;
        } else {
            let bytes = fs::read(&arg).map_err(|error| format!("{arg}: {error}"))?;
            files.push(InFile { name: arg, bytes });
        }
    }
    if files.is_empty() {
        return Err("usage: score FILE… [OFFICIAL_DIR] [strict] [head]".into());
    }
    let (view, opened) = desk.read_upload(&files)?;
    let run_id = if let Some(record) = opened.into_iter().next() {
        record.head.id
    } else {
        let profile = profile.unwrap_or(view.runs[0].profile);
        let kept = desk.keep_upload(&view.runs[0].title, profile, false, "upload", 0);
        let kept = kept.map_err(|failure| format!("{failure}: {:?}", view.files))?;
        kept.head.id
    };
    let result = desk.result(&run_id, policy)?;
    println!("{:#}", printed(&result));
    Ok(())
}

fn printed(result: &ResultView) -> Value {
    let by_task = |of: fn(&TaskResult) -> Value| -> Map<String, Value> {
        let tasks = result.tasks.iter();
        tasks.map(|task| (task.task_id.clone(), of(task))).collect()
    };
    let averages: Map<String, Value> = result
        .averages
        .iter()
        .map(|average| (average.id.clone(), json!(average.value)))
        .collect();
    let remarks: Vec<String> = result
        .remarks
        .iter()
        .map(|remark| format!("{remark:?}"))
        .collect();
    json!({
        "tasks": by_task(|task| metrics(&task.metrics)),
        "lenient": by_task(|task| metrics(&task.lenient)),
        "averages": averages,
        "counts": by_task(counts),
        "confusion": by_task(|task| json!(task.confusion.as_ref().map(|confusion| &confusion.cells))),
        "signature": result.signature,
        "remarks": remarks,
    })
}

fn metrics(values: &[MetricValue]) -> Value {
    let values = values.iter();
    Value::Object(
        values
            .map(|value| (value.metric.id().to_owned(), json!(value.value.ok())))
            .collect(),
    )
}

fn counts(task: &TaskResult) -> Value {
    json!({
        "is_complete": task.is_complete,
        "n_rows": task.counts.n_rows,
        "n_chosen": task.counts.n_chosen,
        "n_answered": task.counts.n_answered,
        "n_not_asked": task.counts.n_not_asked,
        "n_null": task.counts.n_null,
        "interval": task.interval,
    })
}

/// Opens every official file that lies in the folder.
fn load(desk: &mut Desk, folder: &Path) -> Result<(), Box<dyn Error>> {
    for task in &batayan().tasks {
        for (is_test, file) in [(true, &task.test_file), (false, &task.examples_file)] {
            if let Ok(bytes) = fs::read(folder.join(&file.path)) {
                let added = desk.add_file(&task.id, is_test, FileSource::Picked, bytes);
                added.map_err(|problem| format!("{}: {problem:?}", file.path))?;
            }
        }
    }
    Ok(())
}
