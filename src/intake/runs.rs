//! Whose replies the files hold: which of them belong to the same run.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::ReadOptions;
use super::names::read_name;
use super::report::{FileFault, FileReport};
use super::rows::RawRow;
use crate::suite::Suite;

/// A file's place and its rows, or those of them that are of one model.
pub(super) type FileRows<'t> = (usize, Vec<RawRow<'t>>);

/// What tells one run from another.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunName {
    /// The model, if rows, file names or folders say.
    pub model: Option<String>,
    /// Number of the run, from a `run_<n>` folder.
    pub run: Option<u64>,
}

impl RunName {
    /// `run_<n>`; empty without a number.
    pub fn run_folder(&self) -> String {
        self.run.map(|run| format!("run_{run}")).unwrap_or_default()
    }
}

/// What the user said about the run of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunChoice {
    /// It belongs to this one.
    Run(RunName),
    /// It is a run by itself.
    Own,
}

/// Puts files together by run, in the order of their first files. A file that could be of several
/// is of none: its fault says so, and the user may choose.
pub(super) fn by_run<'t>(
    read: Vec<FileRows<'t>>,
    files: &mut [FileReport],
    suite: &Suite,
    options: &ReadOptions,
) -> Vec<(RunName, Vec<FileRows<'t>>)> {
    let mut read: Vec<(RunName, bool, FileRows<'t>)> = read
        .into_iter()
        .map(|(place, rows)| {
            let found = files.get(place).map(|file| RunName {
                model: model_of(&rows).or_else(|| file.model.clone()),
                run: file.run,
            });
            let name = match options.runs.get(&place) {
                Some(RunChoice::Run(name)) => name.clone(),
                Some(RunChoice::Own) => RunName {
                    model: own_name(files, place),
                    run: None,
                },
                None => found.unwrap_or_default(),
            };
            (name, options.runs.contains_key(&place), (place, rows))
        })
        .collect();
    name_by_folder(&mut read, files, suite);
    // What the user says of one file is no news about another.
    let known: BTreeSet<RunName> = read
        .iter()
        .filter(|(_, is_chosen, _)| !is_chosen)
        .map(|(name, ..)| name.clone())
        .collect();
    let mut runs: Vec<(RunName, Vec<FileRows<'t>>)> = Vec::new();
    for (name, is_chosen, rows) in read {
        let name = if is_chosen {
            Some(name)
        } else {
            completed(&name, &known)
        };
        let Some(name) = name else {
            if let Some(file) = files.get_mut(rows.0) {
                file.fault = Some(FileFault::RunUnknown);
            }
            continue;
        };
        match runs.iter_mut().find(|(known, _)| *known == name) {
            Some((_, files)) => files.push(rows),
            None => runs.push((name, vec![rows])),
        }
    }
    runs
}

/// The file's name without folders and extension, unless another has the same.
fn own_name(files: &[FileReport], place: usize) -> Option<String> {
    let name = &files.get(place)?.name;
    let same = files.iter().filter(|file| stem(&file.name) == stem(name));
    Some(if same.count() > 1 {
        name.clone()
    } else {
        stem(name).to_owned()
    })
}

/// The model that rows name. All rows of one entry name the same, if any.
fn model_of(rows: &[RawRow<'_>]) -> Option<String> {
    let mut models = rows.iter().filter_map(|row| row.model.as_deref());
    models.next().map(str::to_owned)
}

/// What a file does not say is what all others say; `None` when they say different things.
fn completed(name: &RunName, known: &BTreeSet<RunName>) -> Option<RunName> {
    let fits = |other: &&RunName| {
        let is_model = name.model.is_none() || other.model.is_none() || name.model == other.model;
        let is_run = name.run.is_none() || other.run.is_none() || name.run == other.run;
        is_model && is_run
    };
    let fitting: Vec<&RunName> = known.iter().filter(fits).collect();
    let models: BTreeSet<&String> = fitting
        .iter()
        .filter_map(|name| name.model.as_ref())
        .collect();
    let runs: BTreeSet<u64> = fitting.iter().filter_map(|name| name.run).collect();
    let is_clear =
        (name.model.is_some() || models.len() <= 1) && (name.run.is_some() || runs.len() <= 1);
    is_clear.then(|| RunName {
        model: name
            .model
            .clone()
            .or_else(|| models.first().map(|model| (*model).clone())),
        run: name.run.or_else(|| runs.first().copied()),
    })
}

/// Where no file names a model, but the same task lies in several folders, each folder is a model.
fn name_by_folder(read: &mut [(RunName, bool, FileRows<'_>)], files: &[FileReport], suite: &Suite) {
    if read.iter().any(|(name, ..)| *name != RunName::default()) {
        return;
    }
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    let mut tasks: BTreeSet<&str> = BTreeSet::new();
    let mut is_twice = false;
    for (.., (place, _)) in &*read {
        let Some(file) = files.get(*place) else {
            continue;
        };
        // Any two files in two folders when they name no task: `a/sagot.csv`, `b/sagot.csv`.
        let what = read_name(&file.name, suite)
            .task_id
            .unwrap_or_else(|| stem(&file.name));
        if seen.insert((folder(&file.name), what)) {
            is_twice |= !tasks.insert(what);
        }
    }
    if !is_twice {
        return;
    }
    let folders: BTreeSet<&str> = seen.iter().map(|(folder, _)| *folder).collect();
    let folders: Vec<&str> = folders.into_iter().collect();
    let names = told_apart(&folders);
    for (name, _, (place, _)) in read {
        let folder = files.get(*place).map(|file| folder(&file.name));
        let at = folders.iter().position(|known| Some(*known) == folder);
        name.model = at.and_then(|at| names.get(at).cloned());
    }
}

/// Folders without the parts that all of them begin or end with.
fn told_apart(folders: &[&str]) -> Vec<String> {
    let parts: Vec<Vec<&str>> = folders
        .iter()
        .map(|folder| folder.split(['/', '\\']).collect())
        .collect();
    let n_shortest = parts.iter().map(Vec::len).min().unwrap_or_default();
    let is_same = |part: &dyn Fn(&[&str]) -> Option<String>| {
        let found: BTreeSet<Option<String>> = parts.iter().map(|parts| part(parts)).collect();
        found.len() == 1
    };
    let owned = |part: Option<&&str>| part.map(|part| (*part).to_owned());
    let n_first = (0..n_shortest)
        .take_while(|at| is_same(&|parts| owned(parts.get(*at))))
        .count();
    let n_last = (0..n_shortest.saturating_sub(n_first))
        .take_while(|at| is_same(&|parts| owned(parts.iter().rev().nth(*at))))
        .count();
    let left = |parts: &Vec<&str>| {
        let end = parts.len().saturating_sub(n_last);
        let left = parts.get(n_first..end).unwrap_or_default();
        left.join("/")
    };
    let names = parts.iter().map(left).zip(folders);
    names
        .map(|(name, folder)| {
            if name.is_empty() {
                (*folder).to_owned()
            } else {
                name
            }
        })
        .collect()
}

fn folder(name: &str) -> &str {
    name.rsplit_once(['/', '\\'])
        .map_or("", |(folder, _)| folder)
}

/// The name of a file without folders and extension.
pub fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}
