//! Small rows of our own making, for a first look; never an official number.

use serde::Deserialize;

use crate::suite::official::read_task;
use crate::suite::{DataKind, Task, TaskData};

/// The reply of an imaginary model to a sample row: careful, and not perfect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampleReply {
    /// Task id.
    pub task_id: String,
    /// Id of the sample row.
    pub row_id: String,
    /// The whole reply; empty for the one call that brought no text.
    pub reply: String,
}

/// Pairs a task with its rows and examples.
macro_rules! samples {
    ($($id:literal),*) => {
        [$((
            $id,
            include_str!(concat!("../../data/samples/batayan/", $id, ".jsonl")),
            include_str!(concat!("../../data/samples/batayan/", $id, "-examples.jsonl")),
        )),*]
    };
}

/// Task id, rows, examples.
const SAMPLES: [(&str, &str, &str); 9] = samples![
    "PI", "QA", "SA", "TD", "CR", "NLI", "AS", "MT-en-tl", "MT-tl-en"
];

const REPLIES: &str = include_str!("../../data/samples/batayan/replies.jsonl");

/// The sample rows and examples of a Batayan task; no rows for any other task.
///
/// # Panics
///
/// Never with the shipped suite: a test reads the same bytes.
pub fn sample_data(task: &Task) -> TaskData {
    let found = SAMPLES.iter().find(|(id, _, _)| *id == task.id);
    let (rows, examples) = found.map_or(("", ""), |(_, rows, examples)| (*rows, *examples));
    read_task(task, DataKind::Sample, rows.as_bytes(), examples.as_bytes())
        .expect("the shipped samples are read by a test")
}

/// A reply to every sample row: tasks in the order of the suite, rows in the order of the task.
///
/// # Panics
///
/// Never: a test reads the same bytes.
pub fn sample_replies() -> Vec<SampleReply> {
    let read = |line| {
        let Line { task, id, reply } =
            serde_json::from_str(line).expect("the shipped replies are read by a test");
        SampleReply {
            task_id: task,
            row_id: id,
            reply,
        }
    };
    REPLIES.lines().map(read).collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    task: String,
    id: String,
    reply: String,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{REPLIES, SAMPLES, sample_data, sample_replies};
    use crate::suite::load::batayan;
    use crate::suite::{DataKind, Gold};

    #[test]
    fn every_task_has_rows_of_each_class_equally_often() {
        for task in &batayan().tasks {
            let data = sample_data(task);
            assert_eq!(data.kind, DataKind::Sample);
            assert!((8..=12).contains(&data.rows.len()), "{}", task.id);
            let count = |class| {
                data.rows
                    .iter()
                    .filter(|row| row.gold == Gold::Class(class))
                    .count()
            };
            let counts: BTreeSet<usize> = (0..task.labels.len()).map(count).collect();
            assert!(counts.len() <= 1, "{}: {counts:?}", task.id);
            assert!(data.rows.iter().all(|row| row.id.starts_with("sample-")));
        }
    }

    #[test]
    fn examples_show_answers_as_the_official_ones_do() {
        for task in &batayan().tasks {
            let data = sample_data(task);
            assert_eq!(data.examples.len(), 5, "{}", task.id);
            for label in task.labels.iter().filter(|_| task.labels.len() < 5) {
                let answer = match task.id.as_str() {
                    "SA" => label.answer.to_lowercase(),
                    _ => label.answer.clone(),
                };
                let is_shown = data.examples.iter().any(|example| example.label == answer);
                assert!(is_shown, "{}: {answer}", task.id);
            }
        }
    }

    #[test]
    fn questions_of_causal_rows_agree_in_both_languages() {
        let suite = batayan();
        let data = sample_data(suite.task("CR").expect("it has CR"));
        let both = |row: &crate::suite::Row| {
            let word = |map: &std::collections::BTreeMap<String, String>, name| {
                map.get(name).cloned().unwrap_or_default()
            };
            (
                word(&row.metadata, "question"),
                word(&row.fields, "question_translated"),
            )
        };
        let pairs: BTreeSet<_> = data.rows.iter().map(both).collect();
        let pair = |en: &str, fil: &str| (en.to_owned(), fil.to_owned());
        assert_eq!(
            pairs,
            BTreeSet::from([pair("cause", "sanhi"), pair("effect", "bunga")])
        );
    }

    #[test]
    fn every_row_has_a_reply_in_order() {
        let suite = batayan();
        let rows: Vec<(String, String)> = (suite.tasks.iter())
            .flat_map(|task| {
                sample_data(task)
                    .rows
                    .into_iter()
                    .map(|row| (task.id.clone(), row.id))
            })
            .collect();
        let replies = sample_replies();
        let answered: Vec<(String, String)> = (replies.iter())
            .map(|reply| (reply.task_id.clone(), reply.row_id.clone()))
            .collect();
        assert_eq!(answered, rows);
        let count = |is_it: &dyn Fn(&str) -> bool| {
            replies.iter().filter(|reply| is_it(&reply.reply)).count()
        };
        assert_eq!(count(&str::is_empty), 1);
        assert_eq!(count(&|reply| reply.starts_with("**Sagot:")), 1);
        assert_eq!(count(&|reply| reply == "Sagot: Positive"), 1);
    }

    #[test]
    fn the_samples_are_small() {
        let n_bytes: usize = SAMPLES
            .iter()
            .map(|(_, rows, examples)| rows.len() + examples.len())
            .sum();
        assert!(n_bytes + REPLIES.len() < 70_000);
    }

    #[test]
    fn another_task_has_no_rows() {
        let mut task = batayan().tasks.remove(0);
        task.id = "XX".to_owned();
        assert!(sample_data(&task).rows.is_empty());
    }
}
