//! Scores a record or a prediction file anew from its replies, natively, and prints every number
//! in full: what the page shows must be these.
//!
//! `cargo run --no-default-features --example score -- FILE [OFFICIAL_DIR] [strict] [head]`
//!
//! A record can be scored without the official rows: then the right answers in it count. The
//! policy is parity unless `strict` is said. A prediction file is read as the profile it points
//! to, or as v1, unless `head` is said.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use serde_json::{Map, Value, json};
use sukat::desk::Desk;
use sukat::desk::view::FileSource;
use sukat::intake::unpack::InFile;
use sukat::score::OutcomePolicy;
use sukat::suite::Profile;
use sukat::suite::load::batayan;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let name = args
        .next()
        .ok_or("usage: score FILE [OFFICIAL_DIR] [strict] [head]")?;
    let mut policy = OutcomePolicy::Parity;
    let mut profile = None;
    let mut desk = Desk::new(batayan());
    for arg in args {
        match arg.as_str() {
            "strict" => policy = OutcomePolicy::Strict,
            "head" => profile = Some(Profile::Head),
            folder => load(&mut desk, Path::new(folder))?,
        }
    }
    let bytes = fs::read(&name)?;
    let (view, record) = desk.read_upload(&[InFile { name, bytes }])?;
    let record = if let Some(record) = record {
        record
    } else {
        let profile = profile.unwrap_or(view.profile);
        desk.keep_upload(&view.title, profile, false, "upload", 0)
            .map_err(|error| format!("{error}: {:?}", view.files))?
    };
    let result = desk.result(&record.head.id, policy)?;
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
