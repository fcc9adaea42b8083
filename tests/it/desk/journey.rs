//! The whole way natively: official rows, a prediction file, an upload, and numbers that equal
//! those of the metrics called directly.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};
use sukat::answer::{Answer, ReadingRule, Thinking, read_reply};
use sukat::desk::Desk;
use sukat::desk::view::UploadView;
use sukat::intake::unpack::InFile;
use sukat::metrics::chrf::{self, ChrfCounts, WordOrder};
use sukat::metrics::classification::ClassCounts;
use sukat::metrics::rouge_tl;
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;
use sukat::suite::{Gold, MetricId, Profile, Task, TaskData, TemplateLanguage};

use super::{bits, official_desk, result, value};
use crate::official::{official_bytes, official_task};
use crate::predictions;

/// Replies to every row of a task, in file order.
fn replies(task: &Task, data: &TaskData) -> Vec<Option<String>> {
    let rows = data.rows.iter().enumerate();
    rows.map(|(row_idx, row)| predictions::reply(task, row_idx, row))
        .collect()
}

/// One JSONL for all tasks.
fn combined(suite_data: &[(Task, TaskData)]) -> InFile {
    let mut text = String::new();
    for (task, data) in suite_data {
        for (row, reply) in data.rows.iter().zip(replies(task, data)) {
            let line = json!({"task": task.id, "id": row.id, "prediction": reply});
            writeln!(text, "{line}").expect("writing to a String cannot fail");
        }
    }
    InFile {
        name: "predictions.jsonl".into(),
        bytes: text.into_bytes(),
    }
}

/// SEA-HELM v1's inference files.
fn inference(suite_data: &[(Task, TaskData)]) -> Option<Vec<InFile>> {
    let mut files = Vec::new();
    for (task, data) in suite_data {
        let bytes = official_bytes(&task.test_file.path)?;
        let lines = String::from_utf8(bytes).expect("the official files are UTF-8");
        let mut text = String::new();
        for (line, reply) in lines.lines().zip(replies(task, data)) {
            let mut fields: Value = serde_json::from_str(line).expect("it is JSON");
            fields["responses"] = json!([reply]);
            fields["errors"] = json!([null]);
            writeln!(text, "{fields}").expect("writing to a String cannot fail");
        }
        files.push(InFile {
            name: format!("haka-7b/inference/haka-7b_{}_tl.jsonl", task.seahelm_task),
            bytes: text.into_bytes(),
        });
    }
    Some(files)
}

fn all_official() -> Option<Vec<(Task, TaskData)>> {
    let tasks = batayan().tasks.into_iter();
    tasks
        .map(|task| official_task(&task).map(|data| (task, data)))
        .collect()
}

/// The paper's numbers of a task, from the metrics themselves.
fn direct(task: &Task, data: &TaskData, profile: Profile) -> BTreeMap<MetricId, f64> {
    let rule = ReadingRule {
        profile,
        language: TemplateLanguage::Filipino,
        thinking: Thinking::Keep,
    };
    let answers = replies(task, data)
        .into_iter()
        .map(|reply| read_reply(task, rule, reply.as_deref().unwrap_or_default()).parity);
    let rows = data.rows.iter().zip(answers);
    let mut numbers = BTreeMap::new();
    if task.is_classification() {
        let pairs = rows.map(|(row, answer)| match (&row.gold, answer) {
            (Gold::Class(gold), Answer::Class(class)) => (*gold, Some(class)),
            (Gold::Class(gold), _) => (*gold, None),
            (Gold::Text(_), _) => panic!("{} has labels", task.id),
        });
        let counts = ClassCounts::new(task.labels.len(), pairs).expect("no other class");
        let number = |number: Option<f64>| number.expect("there are rows");
        numbers.insert(MetricId::MacroF1, number(counts.macro_f1()));
        numbers.insert(MetricId::NullWeightedF1, number(counts.null_weighted_f1()));
        let normalized = counts.normalized_accuracy(task.labels.len());
        numbers.insert(MetricId::NormalizedAccuracy, number(normalized));
    } else {
        let texts: Vec<(String, String)> = rows
            .map(|(row, answer)| match (&row.gold, answer) {
                (Gold::Text(gold), Answer::Text(text)) => (gold.clone(), text),
                (Gold::Text(gold), _) => (gold.clone(), String::new()),
                (Gold::Class(_), _) => panic!("{} has texts", task.id),
            })
            .collect();
        let counts: Vec<ChrfCounts> = texts
            .iter()
            .map(|(gold, text)| chrf::count(text, gold))
            .collect();
        let score = chrf::corpus(&counts, WordOrder::Two).expect("there are rows");
        numbers.insert(MetricId::ChrfPp, score);
        if task.metrics.contains(&MetricId::RougeLF1) {
            let counts: Vec<_> = texts
                .iter()
                .map(|(gold, text)| rouge_tl::count(text, gold))
                .collect();
            let rouge = rouge_tl::corpus(&counts).expect("there are rows");
            numbers.insert(MetricId::RougeLF1, rouge.bootstrap.f1.mid);
            numbers.insert(MetricId::RougeLMean, rouge.mean.f1);
        }
    }
    numbers
}

#[track_caller]
fn upload(desk: &mut Desk, files: &[InFile]) -> UploadView {
    let (view, records) = desk.read_upload(files).expect("they are predictions");
    assert_eq!(records, []);
    assert!(view.can_score());
    let tasks: Vec<(usize, usize)> = view.runs[0]
        .tasks
        .iter()
        .map(|task| (task.n_matched, task.n_rows))
        .collect();
    let want = [400, 100, 600, 400, 400, 600, 100, 600, 600].map(|n_rows| (n_rows, n_rows));
    assert_eq!(tasks, want);
    view
}

#[test]
fn a_complete_upload_has_the_numbers_of_the_metrics_themselves() {
    let (Some(mut desk), Some(suite_data)) = (official_desk(), all_official()) else {
        return;
    };
    let view = upload(&mut desk, &[combined(&suite_data)]);
    assert!(!view.runs[0].is_profile_known);
    desk.keep_upload("Haka", Profile::V1, false, "whole", 1)
        .expect("all of it can be scored");
    let found = result(&mut desk, "whole", OutcomePolicy::Parity);
    for (task, data) in &suite_data {
        for (metric, number) in direct(task, data, Profile::V1) {
            let shown = value(&found, &task.id, metric);
            assert_eq!(shown.to_bits(), number.to_bits(), "{} {metric:?}", task.id);
        }
    }
    assert!(found.tasks.iter().all(|task| task.is_complete));
    let average = |id: &str| {
        let mut averages = found.averages.iter();
        let average = averages.find(|average| average.id == id);
        average.expect("the suite has it").value
    };
    let nlu = ["PI", "QA", "SA", "TD"].map(|id| value(&found, id, MetricId::MacroF1));
    assert_eq!(average("paper-nlu"), Some(nlu.iter().sum::<f64>() / 4.0));
    assert!(average("paper-nlr").is_some() && average("seahelm-safety").is_some());
    for id in ["paper-nlg", "seahelm-nlg", "seahelm-total"] {
        assert_eq!(average(id), None, "{id} needs MetricX");
    }
    // Some replies of every task are empty.
    let strict = result(&mut desk, "whole", OutcomePolicy::Strict);
    assert!(strict.tasks.iter().all(|task| !task.is_complete));
    assert!(
        strict
            .averages
            .iter()
            .all(|average| average.value.is_none())
    );
}

#[test]
fn files_of_seahelm_and_one_file_for_all_have_the_same_numbers() {
    let (Some(mut desk), Some(mut suite_data)) = (official_desk(), all_official()) else {
        return;
    };
    suite_data.retain(|(task, _)| ["QA", "TD", "AS"].contains(&task.id.as_str()));
    let Some(files) = inference(&suite_data) else {
        return;
    };
    for profile in [Profile::V1, Profile::Head] {
        let (view, _) = desk
            .read_upload(&[combined(&suite_data)])
            .expect("they are predictions");
        assert_eq!(view.runs[0].tasks.len(), 3);
        desk.keep_upload("Isa", profile, false, "one", 1)
            .expect("all of it can be scored");
        let (view, _) = desk.read_upload(&files).expect("they are predictions");
        assert_eq!(
            (view.runs[0].profile, view.runs[0].is_profile_known),
            (Profile::V1, true)
        );
        assert_eq!(
            (view.runs[0].title.as_str(), view.runs[0].tasks.len()),
            ("haka-7b", 3)
        );
        desk.keep_upload("Tatlo", profile, false, "three", 1)
            .expect("all of it can be scored");
        let one = result(&mut desk, "one", OutcomePolicy::Parity);
        let three = result(&mut desk, "three", OutcomePolicy::Parity);
        assert_eq!(bits(&one), bits(&three));
        for (task, data) in &suite_data {
            for (metric, number) in direct(task, data, profile) {
                let shown = value(&three, &task.id, metric);
                assert_eq!(shown.to_bits(), number.to_bits(), "{} {metric:?}", task.id);
            }
        }
    }
}

#[test]
fn an_upload_with_gaps_names_them_and_is_not_official() {
    let (Some(mut desk), Some(mut suite_data)) = (official_desk(), all_official()) else {
        return;
    };
    suite_data.retain(|(task, _)| task.id == "QA");
    let mut file = combined(&suite_data);
    let text = String::from_utf8(file.bytes).expect("it is UTF-8");
    let kept: Vec<&str> = text.lines().skip(3).collect();
    file.bytes = format!("{}\n{{\"id\": cut", kept.join("\n")).into_bytes();
    let (view, _) = desk.read_upload(&[file]).expect("they are predictions");
    let task = view.runs[0].tasks.first().expect("QA is recognised");
    assert_eq!((task.n_matched, task.missing.1), (97, 3));
    assert!(!view.is_clean && view.files[0].n_complaints > 0);
    let exported = desk.export(&sukat::desk::protocol::Export::UploadReport);
    let (_, report) = exported.expect("there was an upload");
    assert!(report.contains("QA: missing "), "{report}");
    desk.keep_upload("Kulang", Profile::V1, false, "gaps", 1)
        .expect("most of it can be scored");
    let found = result(&mut desk, "gaps", OutcomePolicy::Parity);
    assert_eq!(found.tasks[0].counts.n_not_asked, 3);
    assert!(!found.tasks[0].is_complete);
}

#[test]
fn nothing_recognised_cannot_be_kept() {
    let mut desk = Desk::new(batayan());
    let nothing = desk.keep_upload("?", Profile::V1, false, "x", 1);
    assert!(nothing.is_err());
    let file = InFile {
        name: "tala.txt".into(),
        bytes: b"Kumusta".to_vec(),
    };
    let (view, records) = desk.read_upload(&[file]).expect("it is read");
    assert!(!view.can_score() && records.is_empty());
    assert!(desk.keep_upload("?", Profile::V1, false, "x", 1).is_err());
}

#[test]
fn a_rehearsal_scores_every_task_and_leaves_nothing_behind() {
    let Some(desk) = official_desk() else {
        return;
    };
    let before = format!("{:?}", desk.data_view());
    let ids: Vec<String> = desk
        .suite()
        .tasks
        .iter()
        .map(|task| task.id.clone())
        .collect();
    for id in &ids {
        let n_rows = desk.suite().task(id).expect("it has it").test_file.rows;
        assert_eq!(desk.rehearse(id), n_rows.min(200), "{id}");
    }
    assert_eq!(desk.rehearse("XX"), 0);
    assert!(!desk.is_open("rehearsal"));
    assert_eq!(format!("{:?}", desk.data_view()), before);
    assert_eq!(
        Desk::new(batayan()).rehearse(&ids[0]),
        0,
        "nothing is loaded"
    );
}
