//! Whole result folders over the official rows.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use expect_test::expect;
use serde_json::{Value, json};
use sukat::intake::report::{Misfit, Refusal};
use sukat::intake::unpack::InFile;
use sukat::intake::{AS_FOUND, ReadOptions, read_files};
use sukat::suite::load::batayan;
use sukat::suite::{Gold, Profile, Suite, Task, TaskData};

use super::file;
use crate::official::{official_bytes, official_task};

/// The official rows of all tasks, or `None` when they are not here.
fn official(suite: &Suite) -> Option<BTreeMap<String, TaskData>> {
    suite
        .tasks
        .iter()
        .map(|task| Some((task.id.clone(), official_task(task)?)))
        .collect()
}

/// A v1 inference file over the first official rows, with everything that SEA-HELM puts into it.
fn inference_file(task: &Task, data: &TaskData, n_rows: usize) -> Option<InFile> {
    let bytes = official_bytes(&task.test_file.path)?;
    let mut text = String::new();
    let lines = std::str::from_utf8(&bytes)
        .expect("official files are UTF-8")
        .lines();
    for (line, row) in lines.zip(&data.rows).take(n_rows) {
        let mut value: Value = serde_json::from_str(line).expect("official rows are JSON");
        let reply = match &row.gold {
            Gold::Class(class) => format!("Sagot: {}", task.labels[*class].answer),
            Gold::Text(text) => format!("Salin: {text}"),
        };
        value["conversations"] = json!([[{"role": "user", "content": value["prompts"]}]]);
        value["responses"] = json!([reply]);
        value["errors"] = json!([null]);
        value["tokenized_prompts"] = json!([(0..40).collect::<Vec<u32>>()]);
        value["cleaned_response"] = value["label"].clone();
        value["individual_scores"] = json!({"normalized_accuracy": 1});
        // As pandas writes it.
        text.push_str(&value.to_string().replace('/', "\\/"));
        text.push('\n');
    }
    Some(file(
        &format!("M/inference/M_{}_tl.jsonl", task.seahelm_task),
        text,
    ))
}

#[test]
fn a_whole_result_folder_is_read_without_a_complaint() {
    let suite = batayan();
    let Some(data) = official(&suite) else { return };
    let files: Vec<InFile> = suite
        .tasks
        .iter()
        .filter_map(|task| inference_file(task, &data[&task.id], usize::MAX))
        .collect();
    let n_bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let begun = Instant::now();
    let intake = read_files(&files, &suite, &|task_id| data.get(task_id), &AS_FOUND);
    println!("{n_bytes} bytes in {:?}", begun.elapsed());
    assert!(intake.report.is_clean(), "{:?}", intake.report.tasks);
    assert_eq!(intake.profile, Some(Profile::V1));
    let n_read: usize = intake
        .tasks
        .iter()
        .map(|task| task.predictions.iter().flatten().count())
        .sum();
    assert_eq!(n_read, 3800);
    for task in &intake.report.tasks {
        assert_eq!(
            (task.n_gold_checked, task.n_prompt_checked),
            (task.n_rows, task.n_rows),
            "{}",
            task.task_id
        );
    }
}

#[test]
fn under_another_tasks_name_no_result_file_is_scored() {
    let suite = batayan();
    let Some(data) = official(&suite) else { return };
    for task in &suite.tasks {
        let Some(own) = inference_file(task, &data[&task.id], 60) else {
            return;
        };
        for other in suite.tasks.iter().filter(|other| other.id != task.id) {
            let name = format!("M_{}_tl.jsonl", other.seahelm_task);
            let files = [InFile {
                name,
                bytes: own.bytes.clone(),
            }];
            let intake = read_files(&files, &suite, &|task_id| data.get(task_id), &AS_FOUND);
            assert!(intake.tasks.is_empty(), "{} as {}", task.id, other.id);
            match &intake.report.tasks[0].refusal {
                Some(Refusal::OtherTask { candidates, .. }) => {
                    assert_eq!(candidates.join(" "), task.id, "{} as {}", task.id, other.id);
                }
                Some(Refusal::ShiftedIds) => assert_eq!(task.id, "QA"),
                refusal => panic!("{} as {}: {refusal:?}", task.id, other.id),
            }
        }
    }
}

#[test]
fn bare_ids_and_answers_give_another_task_away_unless_both_fit() {
    let suite = batayan();
    let Some(data) = official(&suite) else { return };
    let (mut passed, mut doubtful) = (Vec::new(), Vec::new());
    for task in &suite.tasks {
        let mut text = "id,prediction\n".to_owned();
        for row in data[&task.id].rows.iter().take(300) {
            let reply = match &row.gold {
                Gold::Class(class) => task.labels[*class].answer.clone(),
                Gold::Text(text) => text.replace('"', "\"\""),
            };
            let _ = writeln!(text, "{},\"{reply}\"", row.id);
        }
        for other in suite.tasks.iter().filter(|other| other.id != task.id) {
            let files = [file(&format!("{}.csv", other.id), &text)];
            let intake = read_files(&files, &suite, &|task_id| data.get(task_id), &AS_FOUND);
            let report = &intake.report.tasks[0];
            match report.refusal {
                Some(
                    Refusal::OtherTask {
                        why: Misfit::Ids | Misfit::Answers,
                        ..
                    }
                    | Refusal::ShiftedIds,
                ) => {}
                _ if report.hardly_names_a_label() => {
                    doubtful.push(format!("{} as {}", task.id, other.id));
                }
                _ => passed.push(format!("{} as {}", task.id, other.id)),
            }
        }
    }
    // The ids are the same and any text could be the answer: only gold or sentences would tell.
    expect!["AS as MT-en-tl, AS as MT-tl-en, MT-en-tl as MT-tl-en, MT-tl-en as MT-en-tl"]
        .assert_eq(&passed.join(", "));
    // Hardly a reply names a label, which a model could manage too: said, but scored.
    expect!["AS as QA, AS as SA, AS as TD, AS as CR, MT-en-tl as SA, MT-en-tl as TD, MT-en-tl as CR, MT-tl-en as SA, MT-tl-en as TD, MT-tl-en as CR"]
        .assert_eq(&doubtful.join(", "));
}

/// A model that answers with the words of another task is a bad model, not another task's file,
/// once the rows or the user name the task.
#[test]
fn who_names_the_task_is_believed_whatever_the_answers() {
    let suite = batayan();
    let Some(data) = official(&suite) else { return };
    let rows = &data["SA"].rows;
    let named: String = rows
        .iter()
        .map(|row| json!({"task": "SA", "id": row.id, "prediction": "Sagot: A"}).to_string() + "\n")
        .collect();
    let unnamed = named.replace("\"task\":\"SA\"", "\"x\":0");
    let read = |name: &str, text: &str, task_id: Option<&str>| {
        let options = ReadOptions {
            tasks: task_id.map(|id| (0, id.to_owned())).into_iter().collect(),
            ..AS_FOUND
        };
        read_files(&[file(name, text)], &suite, &|id| data.get(id), &options)
    };
    for intake in [
        read("a.jsonl", &named, None),
        read("a.jsonl", &unnamed, Some("SA")),
    ] {
        assert_eq!(intake.report.tasks[0].refusal, None);
        let task = &intake.tasks[0];
        let n_read = task.predictions.iter().flatten().count();
        assert_eq!((task.task_id.as_str(), n_read), ("SA", rows.len()));
    }
    // A file's name alone is no such word.
    let intake = read("SA.jsonl", &unnamed, None);
    assert!(intake.report.tasks[0].refusal.is_some());
}
