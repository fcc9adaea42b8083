//! Which task, model and run a file is about, from its name: a help to guess, never to recognise.

use crate::suite::{Suite, Task};

/// What a file's name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameParts<'a> {
    /// Last path component of the model's name.
    pub model: Option<&'a str>,
    /// The task's id.
    pub task_id: Option<&'a str>,
    /// Number of the run, from a `run_<n>` folder.
    pub run: Option<u64>,
    /// Which of SEA-HELM's files of a task it is.
    pub role: NameRole,
}

/// Which of the files that SEA-HELM writes for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// The rows, or no file of SEA-HELM's.
    Rows,
    /// Raw model outputs (HEAD).
    RawReplies,
    /// `MetricX` scores (HEAD).
    Judge,
    /// Requests to, or replies of, a batch service in the service's own form.
    Batch,
}

/// Reads a file's name: `<model>_<task>_tl.jsonl` and the like, or any name that ends in a task.
pub fn read_name<'a>(name: &'a str, suite: &'a Suite) -> NameParts<'a> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let mut stem = file.split_once(".json").map_or(file, |(stem, _)| stem);
    for extension in [".csv", ".tsv", ".txt", ".eval", ".parquet"] {
        stem = stem.strip_suffix(extension).unwrap_or(stem);
    }
    stem = without_time(stem);
    let endings = [
        ("_turn1_judge_batch_response", NameRole::Judge),
        ("_turn1_batch_response", NameRole::RawReplies),
        ("_turn1_batch", NameRole::Batch),
        ("_batch_response", NameRole::Batch),
        ("_batch", NameRole::Batch),
    ];
    let ending = endings
        .iter()
        .find_map(|(end, role)| Some((stem.strip_suffix(end)?, *role)));
    let (stem, role) = ending.unwrap_or((stem, NameRole::Rows));
    let base = stem.strip_suffix("_tl").unwrap_or(stem);
    let found = task_suffix(base, suite);
    // Only SEA-HELM's own names put the model in front; `my_predictions_sentiment` does not.
    let is_seahelm_name = base.len() < stem.len();
    let model = found
        .map(|(_, before)| before)
        .filter(|before| is_seahelm_name && !before.is_empty());
    NameParts {
        model,
        task_id: found.map(|(task, _)| task.id.as_str()),
        run: run_number(name),
        role,
    }
}

/// The longest task name that ends a stem after a separator, and what stands before it.
fn task_suffix<'a>(stem: &'a str, suite: &'a Suite) -> Option<(&'a Task, &'a str)> {
    let names = suite
        .tasks
        .iter()
        .flat_map(|task| [(task, task.seahelm_task.as_str()), (task, task.id.as_str())]);
    let fits = names.filter_map(|(task, name)| {
        let at = stem.len().checked_sub(name.len())?;
        let (before, end) = (stem.get(..at)?, stem.get(at..)?);
        if before.is_empty() {
            return end
                .eq_ignore_ascii_case(name)
                .then_some((task, before, name.len()));
        }
        let before = before.strip_suffix(['_', '-', '.', ' ', '|', ':'])?;
        (end == name).then_some((task, before, name.len()))
    });
    fits.max_by_key(|(_, _, n_bytes)| *n_bytes)
        .map(|(task, before, _)| (task, before))
}

/// The only task whose name stands anywhere in a file's name, as a word of its own, and whether it is
/// written as the task is: `sa` is a word of Filipino, `SA` is none.
pub fn task_word<'s>(name: &str, suite: &'s Suite) -> Option<(&'s Task, bool)> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let lower = file.to_ascii_lowercase();
    let mut found: Option<(&'s Task, bool)> = None;
    for task in &suite.tasks {
        let names = [task.id.as_str(), task.seahelm_task.as_str()];
        let Some(at) = names.iter().find_map(|name| {
            let at = word_at(&lower, &name.to_ascii_lowercase())?;
            Some((at, *name))
        }) else {
            continue;
        };
        if found.is_some() {
            return None;
        }
        let (at, name) = at;
        let is_exact = file.get(at..).is_some_and(|rest| rest.starts_with(name));
        found = Some((task, is_exact));
    }
    found
}

/// Where a word stands that no letter or digit touches.
fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_free = |sign: Option<char>| sign.is_none_or(|sign| !sign.is_alphanumeric());
    text.match_indices(word).map(|(at, _)| at).find(|at| {
        let (before, rest) = text.split_at(*at);
        let behind = rest.get(word.len()..).unwrap_or_default();
        is_free(before.chars().next_back()) && is_free(behind.chars().next())
    })
}

fn run_number(name: &str) -> Option<u64> {
    let mut folders = name.split(['/', '\\']);
    folders.find_map(|folder| folder.strip_prefix("run_")?.parse().ok())
}

/// A stem without what frameworks put behind the task: `_2025-01-31T12-00-00.123456`, and the
/// number of shots, `|0`.
fn without_time(stem: &str) -> &str {
    let is_time = |end: &str| {
        let mut parts = end.splitn(3, '-');
        let is_year = parts
            .next()
            .is_some_and(|year| year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()));
        is_year && parts.count() == 2 && end.contains('T')
    };
    let stem = match stem.rsplit_once('_') {
        Some((before, end)) if is_time(end) => before,
        _ => stem,
    };
    match stem.rsplit_once('|') {
        Some((before, shots)) if shots.bytes().all(|byte| byte.is_ascii_digit()) => before,
        _ => stem,
    }
}

/// The task that a framework's name of a task ends in: `batayan_sentiment`, `custom|nli|0`.
pub fn task_in<'s>(name: &str, suite: &'s Suite) -> Option<&'s Task> {
    let name = without_time(name.trim());
    let last = name.rsplit(['/', '|', ':']).next().unwrap_or(name);
    let base = last.strip_suffix("_tl").unwrap_or(last);
    let id = task_suffix(base, suite).map(|(task, _)| &task.id);
    task_by_name(last, suite).or_else(|| suite.tasks.iter().find(|task| Some(&task.id) == id))
}

/// The task that a cell or key names: our id or SEA-HELM's name, with or without `_tl`.
pub fn task_by_name<'s>(name: &str, suite: &'s Suite) -> Option<&'s Task> {
    let name = name.trim();
    let bare = name.strip_suffix("_tl").unwrap_or(name);
    let is_named = |task: &&Task| {
        let usual = [
            task.id.as_str(),
            task.seahelm_task.as_str(),
            task.name.en.as_str(),
        ];
        usual
            .iter()
            .any(|usual| usual.eq_ignore_ascii_case(name) || usual.eq_ignore_ascii_case(bare))
    };
    suite.tasks.iter().find(is_named)
}
