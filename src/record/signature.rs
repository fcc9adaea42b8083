//! One line that names everything that can change a number of a run. Two runs with the same line
//! can be compared; where a number moved, the lines show why.

pub mod difference;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::external::{ExternalColumn, METRICX};
use super::wire::{data_kind_id, language_id, n_shots, thinking_id};
use super::{Origin, Record, RecordHead, Sampling};
use crate::suite::{Profile, Shots, Suite, Task, TemplateLanguage};

/// A signature and its short form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Fields `name:value`, separated by `|`, always in the same order.
    pub line: String,
    /// First 12 hex digits of the line's SHA-256.
    pub short: String,
}

/// The signature of a run's numbers under an outcome policy (`parity`, `strict`).
///
/// `n_scored` says of each task how many rows enter its numbers; without it, all that were chosen.
/// The suite gives the templates; a task it does not know adds nothing to their hash.
pub fn signature(
    record: &Record,
    suite: &Suite,
    policy_id: &str,
    n_scored: &BTreeMap<String, usize>,
) -> Signature {
    let head = &record.head;
    let settings = &head.settings;
    let asked = |value: String| match head.origin {
        Origin::Asked { .. } => value,
        // Which prompts another program sent, its file does not say.
        Origin::Uploaded { .. } => "?".to_owned(),
    };
    let mut fields: Vec<(&str, String)> = vec![
        ("suite", clean(&head.suite_id)),
        ("suite-sha", prefix(&head.suite_sha256)),
        ("data", data_kind_id(head.data_kind).to_owned()),
        ("data-sha", data_sha(head)),
        ("tasks", tasks(head, n_scored)),
        ("profile", settings.profile.id().to_owned()),
        ("shots", asked(n_shots(settings.shots).to_string())),
        ("language", asked(language_id(settings.language).to_owned())),
        ("thinking", thinking_id(settings.thinking).to_owned()),
        ("templates-sha", asked(templates_sha(head, suite))),
        ("sampling", sampling(head)),
        ("policy", clean(policy_id)),
    ];
    match &head.origin {
        Origin::Asked {
            endpoint_kind,
            model,
            ..
        } => {
            fields.push(("endpoint", clean(endpoint_kind)));
            fields.push(("model", clean(model)));
        }
        Origin::Uploaded { shape, model, .. } => {
            fields.push(("upload", clean(shape)));
            fields.push((
                "model",
                model.as_deref().map_or_else(|| "?".to_owned(), clean),
            ));
            fields.push(("replies-sha", replies_sha(record)));
        }
    }
    if head.external.iter().any(ExternalColumn::is_metricx) {
        fields.push((METRICX, metricx(head)));
    }
    fields.push(("reported", reported(record)));
    fields.push(("program", clean(&head.made_by)));
    let fields: Vec<String> = fields
        .into_iter()
        .map(|(name, value)| format!("{name}:{value}"))
        .collect();
    let line = fields.join("|");
    Signature {
        short: prefix(&sha256_hex(&[&line])),
        line,
    }
}

/// Percent-encodes what would make the line ambiguous.
fn clean(value: &str) -> String {
    let mut cleaned = String::with_capacity(value.len());
    for character in value.chars() {
        if character.is_control() || "|%,;{}[]+".contains(character) {
            for byte in character.to_string().bytes() {
                let _ = write!(cleaned, "%{byte:02x}");
            }
        } else {
            cleaned.push(character);
        }
    }
    cleaned
}

fn prefix(hex: &str) -> String {
    clean(&hex.chars().take(12).collect::<String>())
}

/// SHA-256 over parts, each closed by U+001E so that parts cannot run into each other.
fn sha256_hex(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part.as_bytes());
        hasher.update([0x1e]);
    }
    hex(hasher)
}

fn hex(hasher: Sha256) -> String {
    let mut hex = String::with_capacity(64);
    for byte in hasher.finalize() {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Over the test files of the tasks the run is about; other loaded files do not matter.
fn data_sha(head: &RecordHead) -> String {
    let mut parts = Vec::new();
    for pick in &head.tasks {
        parts.push(pick.task_id.as_str());
        parts.push(
            head.data_sha256
                .get(&pick.task_id)
                .map_or("?", String::as_str),
        );
    }
    prefix(&sha256_hex(&parts))
}

/// `SA,QA[5/100],TD[36/50/400]`: a task with all its rows, one with the first five, and one of whose
/// first fifty 36 enter the numbers.
fn tasks(head: &RecordHead, n_scored: &BTreeMap<String, usize>) -> String {
    let picks = head.tasks.iter().map(|pick| {
        let task = clean(&pick.task_id);
        let (n_rows, n_all) = (pick.n_rows, pick.n_all);
        let n_scored = n_scored.get(&pick.task_id).copied().unwrap_or(n_rows);
        if n_scored != n_rows {
            format!("{task}[{n_scored}/{n_rows}/{n_all}]")
        } else if n_rows != n_all {
            format!("{task}[{n_rows}/{n_all}]")
        } else {
            task
        }
    });
    picks.collect::<Vec<_>>().join(",")
}

fn templates_sha(head: &RecordHead, suite: &Suite) -> String {
    let mut parts = Vec::new();
    for task in head
        .tasks
        .iter()
        .filter_map(|pick| suite.task(&pick.task_id))
    {
        parts.push(task.id.as_str());
        parts.extend(templates(
            task,
            head.settings.profile,
            head.settings.language,
        ));
        // Zero-shot prompts do not depend on the example, so neither does their hash.
        if head.settings.shots == Shots::Five {
            parts.push(fewshot_template(
                task,
                head.settings.profile,
                head.settings.language,
            ));
        }
    }
    prefix(&sha256_hex(&parts))
}

fn templates(task: &Task, profile: Profile, language: TemplateLanguage) -> Vec<&str> {
    match (profile, language) {
        (Profile::Head, _) => {
            vec![
                &task.head.preamble,
                &task.head.task_template,
                &task.head.answer_tag,
            ]
        }
        (Profile::V1, TemplateLanguage::Filipino) => vec![&task.v1.template],
        (Profile::V1, TemplateLanguage::English) => {
            vec![&task.english.template, &task.english.answer_tag]
        }
    }
}

fn fewshot_template(task: &Task, profile: Profile, language: TemplateLanguage) -> &str {
    match (profile, language) {
        (Profile::Head, _) => &task.head.answer_template,
        (Profile::V1, TemplateLanguage::Filipino) => &task.v1.fewshot_example,
        (Profile::V1, TemplateLanguage::English) => &task.english.fewshot_example,
    }
}

/// `PI+SA{max_tokens=16;temperature=0}`: tasks that were sent the same stand together.
fn sampling(head: &RecordHead) -> String {
    let mut tasks_by_sent: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for pick in &head.tasks {
        let sent = head
            .settings
            .sampling
            .get(&pick.task_id)
            .map_or_else(|| "?".to_owned(), sent);
        tasks_by_sent
            .entry(sent)
            .or_default()
            .push(clean(&pick.task_id));
    }
    let groups = tasks_by_sent.iter().map(|(sent, tasks)| {
        if tasks.len() == head.tasks.len() {
            format!("{{{sent}}}")
        } else {
            format!("{}{{{sent}}}", tasks.join("+"))
        }
    });
    groups.collect::<Vec<_>>().join(",")
}

/// What was sent; what is not named was the server's default.
fn sent(sampling: &Sampling) -> String {
    let mut parts = Vec::new();
    if let Some(max_tokens) = sampling.max_tokens {
        let name = sampling.max_tokens_name.as_deref().unwrap_or("max_tokens");
        parts.push(format!("{}={max_tokens}", clean(name)));
    }
    if let Some(temperature) = sampling.temperature {
        parts.push(format!("temperature={temperature}"));
    }
    if let Some(top_p) = sampling.top_p {
        parts.push(format!("top_p={top_p}"));
    }
    if let Some(top_k) = sampling.top_k {
        parts.push(format!("top_k={top_k}"));
    }
    if let Some(seed) = sampling.seed {
        parts.push(format!("seed={seed}"));
    }
    if let Some(first_stop) = &sampling.first_stop {
        parts.push(format!("first_stop={}", clean(first_stop)));
    }
    parts.extend(
        sampling
            .stop
            .iter()
            .map(|stop| format!("stop={}", clean(stop))),
    );
    if let Some(context_size) = sampling.context_size {
        parts.push(format!("context_size={context_size}"));
    }
    if parts.is_empty() {
        "default".to_owned()
    } else {
        parts.join(";")
    }
}

/// Model names the replies came with, each once; `?` when none said.
fn reported(record: &Record) -> String {
    let names: BTreeSet<&str> = record
        .rows
        .iter()
        .filter_map(|row| row.model.as_deref())
        .collect();
    if names.is_empty() {
        return "?".to_owned();
    }
    names.into_iter().map(clean).collect::<Vec<_>>().join(",")
}

/// Over the replies of a file: which of two repeated lines counts, and rows matched by their order,
/// make another hash.
fn replies_sha(record: &Record) -> String {
    let mut hasher = Sha256::new();
    for row in &record.rows {
        hasher.update(&row.task_id);
        hasher.update([0x1e]);
        hasher.update(row.row_idx.to_string());
        hasher.update([0x1e]);
        hasher.update(&row.text);
        hasher.update([0x1e]);
    }
    prefix(&hex(hasher))
}

/// `MT-en-tl{program=sea-helm;model=…;precision=…;scores=…}`: who gave the official scores of other
/// programs, and a hash of them. Extras are in no number of ours.
fn metricx(head: &RecordHead) -> String {
    let columns = head.external.iter().filter(|column| column.is_metricx());
    let columns = columns.map(|column| {
        let maker = &column.maker;
        let values = column.values.iter();
        let values: Vec<String> = values
            .map(|(row_idx, value)| format!("{row_idx} {} {}", value.score, value.text_digest))
            .collect();
        let parts: Vec<&str> = values.iter().map(String::as_str).collect();
        format!(
            "{}{{program={};model={};precision={};scores={}}}",
            clean(&column.task_id),
            clean(maker.program.id()),
            clean(&maker.model),
            clean(&maker.precision),
            prefix(&sha256_hex(&parts)),
        )
    });
    columns.collect::<Vec<_>>().join(",")
}
