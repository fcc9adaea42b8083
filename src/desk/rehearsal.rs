//! A made-up upload, read and scored for nobody.
//!
//! A browser runs a program slowly until it has compiled what is run often. While the user looks
//! for a file, the worker goes through the same work with answers that are the right ones, so that
//! the first real upload takes half the time. Nothing of it is kept.

use serde_json::{Map, Value, json};

use crate::desk::Desk;
use crate::desk::open_run::OpenRun;
use crate::desk::results::result_view;
use crate::desk::upload::{Keep, record_of};
use crate::intake::unpack::InFile;
use crate::intake::{AS_FOUND, read_runs_watching};
use crate::record::json::{Extras, ReadRecord};
use crate::score::OutcomePolicy;
use crate::suite::{Gold, Profile, Row, Task};

/// Rows of a task that are gone through.
const MAX_ROWS: usize = 200;

impl Desk {
    /// Goes through the official rows of a task, if they are loaded. Gives how many were scored.
    pub fn rehearse(&self, task_id: &str) -> usize {
        let (Some(task), Some(data)) = (self.suite.task(task_id), self.official.task(task_id))
        else {
            return 0;
        };
        let lines = data.rows.iter().take(MAX_ROWS).map(|row| line(task, row));
        let file = InFile {
            name: format!("rehearsal/inference/nobody_{}_tl.jsonl", task.seahelm_task),
            bytes: lines.collect::<Vec<_>>().join("\n").into_bytes(),
        };
        let rows_of = |id: &str| self.official.task(id);
        let upload = read_runs_watching(&[file], None, &self.suite, &rows_of, &AS_FOUND, &|_| ());
        let Some(run) = upload.runs.first() else {
            return 0;
        };
        let keep = Keep {
            title: "",
            profile: Profile::V1,
            by_order: false,
            run_id: "rehearsal",
            now_millis: 0,
        };
        let (files, sha256) = (&upload.files, &self.suite_sha256);
        let record = record_of(run, files, &self.suite, sha256, &keep, &rows_of);
        let read = ReadRecord {
            record,
            extras: Extras::default(),
            complaints: Vec::new(),
        };
        let mut run = OpenRun::from_file(&self.suite, &self.suite_sha256, read, &rows_of);
        let result = result_view(&self.suite, &mut run, OutcomePolicy::Strict, &rows_of);
        let tasks = result.map(|result| result.tasks).unwrap_or_default();
        tasks.iter().map(|task| task.counts.n_answered).sum()
    }
}

/// A row as SEA-HELM writes it, with a good answer.
fn line(task: &Task, row: &Row) -> String {
    let (label, reply) = match &row.gold {
        Gold::Class(class) => {
            let label = task.labels.get(*class);
            let gold = label.map_or(Value::Null, |label| label.gold_v1.clone());
            let word = label.map_or("", |label| &label.answer);
            (gold, format!("{} {word}", task.head.answer_tag))
        }
        Gold::Text(text) => {
            let most = text
                .rsplit_once(' ')
                .map_or(text.as_str(), |(most, _)| most);
            (json!(text), format!("{} {most}", task.head.answer_tag))
        }
    };
    let fields: Map<String, Value> = row
        .fields
        .iter()
        .map(|(name, text)| (name.clone(), json!(text)))
        .collect();
    json!({ "id": row.id, "prompts": [fields], "label": label, "responses": [reply] }).to_string()
}
