//! A run that is there from the first second: ready-made replies to the sample rows.

use std::collections::BTreeMap;

use crate::answer::Thinking;
use crate::provider::{EmptyWhy, Outcome, Usage};
use crate::record::{Origin, Record, RecordHead, RecordRow, Settings, TaskPick};
use crate::suite::samples::sample_replies;
use crate::suite::{DataKind, Profile, Shots, Suite, TaskData, TemplateLanguage};

/// Id of the run with ready-made replies. It is never stored.
pub const SAMPLE_RUN_ID: &str = "sample";

/// The run with a reply to every sample row.
pub fn sample_record(
    suite: &Suite,
    suite_sha256: &str,
    samples: &BTreeMap<String, TaskData>,
) -> Record {
    let tasks = suite.tasks.iter().filter_map(|task| {
        let n_rows = samples.get(&task.id)?.rows.len();
        Some(TaskPick {
            task_id: task.id.clone(),
            n_rows,
            n_all: n_rows,
        })
    });
    let data_sha256 = samples
        .iter()
        .map(|(task_id, data)| (task_id.clone(), data.sha256.clone()));
    let rows = sample_replies().into_iter().filter_map(|reply| {
        let data = samples.get(&reply.task_id)?;
        let row_idx = data.rows.iter().position(|row| row.id == reply.row_id)?;
        let outcome = if reply.reply.is_empty() {
            Outcome::Empty(EmptyWhy::Unknown)
        } else {
            Outcome::Answered
        };
        Some(RecordRow {
            task_id: reply.task_id,
            row_idx,
            row_id: reply.row_id,
            outcome,
            text: reply.reply,
            reasoning: None,
            finish_reason: None,
            model: None,
            fingerprint: None,
            served_by: None,
            usage: Usage::default(),
            attempts: Vec::new(),
            request_sha256: None,
            reused: None,
        })
    });
    Record {
        head: RecordHead {
            id: SAMPLE_RUN_ID.to_owned(),
            title: "Sample".to_owned(),
            made_by: super::MADE_BY.to_owned(),
            started_millis: 0,
            suite_id: suite.id.clone(),
            suite_sha256: suite_sha256.to_owned(),
            data_kind: DataKind::Sample,
            data_sha256: data_sha256.collect(),
            origin: Origin::Uploaded {
                files: Vec::new(),
                shape: "sample".to_owned(),
                model: None,
            },
            settings: Settings {
                profile: Profile::V1,
                shots: Shots::Zero,
                language: TemplateLanguage::Filipino,
                thinking: Thinking::Keep,
                sampling: BTreeMap::new(),
            },
            tasks: tasks.collect(),
            notes: Vec::new(),
            repeat: None,
            prices: None,
            external: Vec::new(),
            is_from_file: false,
            policy_id: None,
        },
        rows: rows.collect(),
    }
}
