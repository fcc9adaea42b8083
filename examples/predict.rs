//! Writes replies of an imaginary model to all official rows, for tests and benchmarks:
//! SEA-HELM v1's nine inference files, and the same replies as one JSONL.
//!
//! `cargo run --no-default-features --example predict -- OFFICIAL_DIR OUT_DIR`

#[path = "../tests/shared/predictions.rs"]
mod predictions;

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};
use sukat::prompt::{Recipe, chat_messages};
use sukat::suite::load::batayan;
use sukat::suite::official::read_task;
use sukat::suite::{DataKind, Profile, Shots, Task, TemplateLanguage};

/// The imaginary model.
const MODEL: &str = "modelong-haka-7b";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(official), Some(out)) = (args.next(), args.next()) else {
        return Err("usage: predict OFFICIAL_DIR OUT_DIR".into());
    };
    let folder = Path::new(&out).join(MODEL).join("inference");
    fs::create_dir_all(&folder)?;
    let mut combined = String::new();
    for task in &batayan().tasks {
        let inference = task_files(task, Path::new(&official), &mut combined)?;
        let name = format!("{MODEL}_{}_tl.jsonl", task.seahelm_task);
        fs::write(folder.join(name), inference)?;
    }
    fs::write(Path::new(&out).join("predictions.jsonl"), combined)?;
    println!("wrote {out}");
    Ok(())
}

/// A task's inference file; its replies are added to the combined file, too.
fn task_files(
    task: &Task,
    official: &Path,
    combined: &mut String,
) -> Result<String, Box<dyn Error>> {
    let test = fs::read(official.join(&task.test_file.path))?;
    let examples = fs::read(official.join(&task.examples_file.path))?;
    let data = read_task(task, DataKind::Official, &test, &examples)?;
    let recipe = Recipe {
        profile: Profile::V1,
        shots: Shots::Zero,
        language: TemplateLanguage::Filipino,
    };
    let mut inference = String::new();
    let lines = std::str::from_utf8(&test)?.lines();
    for (row_idx, (row, line)) in data.rows.iter().zip(lines).enumerate() {
        let reply = predictions::reply(task, row_idx, row);
        let messages = chat_messages(task, &data.examples, row, recipe)?;
        let mut fields: Value = serde_json::from_str(line)?;
        fields["conversations"] = serde_json::to_value(messages)?;
        fields["responses"] = json!([reply]);
        let error = reply.is_none().then_some("EmptyGenerationError");
        fields["errors"] = json!([error]);
        writeln!(inference, "{fields}")?;
        let line = json!({"task": task.id, "id": row.id, "prediction": reply});
        writeln!(combined, "{line}")?;
    }
    Ok(inference)
}
