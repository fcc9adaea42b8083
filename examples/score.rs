//! Scores a record anew from its replies, natively, and prints every number in full: what the
//! page shows must be these.
//!
//! `cargo run --no-default-features --example score -- RECORD.json [OFFICIAL_DIR] [strict]`
//!
//! Without the official rows, the right answers in the record count. The policy is parity unless
//! `strict` is said.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value, json};
use sukat::desk::Desk;
use sukat::desk::view::FileSource;
use sukat::intake::unpack::InFile;
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let record = args
        .next()
        .ok_or("usage: score RECORD.json [OFFICIAL_DIR] [strict]")?;
    let mut policy = OutcomePolicy::Parity;
    let mut desk = Desk::new(batayan());
    for arg in args {
        if arg == "strict" {
            policy = OutcomePolicy::Strict;
        } else {
            load(&mut desk, Path::new(&arg))?;
        }
    }
    let bytes = fs::read(&record)?;
    let file = InFile {
        name: record.clone(),
        bytes,
    };
    let (view, opened) = desk.read_upload(&[file])?;
    let run_id = opened.ok_or_else(|| format!("not a record: {:?}", view.files))?;
    let result = desk.result(&run_id.head.id, policy)?;
    let mut tasks = Map::new();
    let mut counts = Map::new();
    for task in &result.tasks {
        let values = task.metrics.iter();
        let values = values.map(|value| (value.metric.id().to_owned(), json!(value.value.ok())));
        tasks.insert(task.task_id.clone(), Value::Object(values.collect()));
        let count = json!({
            "is_complete": task.is_complete,
            "n_chosen": task.counts.n_chosen,
            "n_answered": task.counts.n_answered,
            "n_null": task.counts.n_null,
            "interval": task.interval,
        });
        counts.insert(task.task_id.clone(), count);
    }
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
    let printed = json!({
        "tasks": tasks,
        "averages": averages,
        "counts": counts,
        "signature": result.signature,
        "remarks": remarks,
    });
    println!("{printed:#}");
    Ok(())
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
