//! The rules a suite file must keep. Each returns the first breach in words.

use std::collections::BTreeSet;

use crate::suite::template::{Piece, pieces};
use crate::suite::{
    Average, DataFile, Label, MetricId, Part, Profile, Suite, Task, TaskKind, View,
};

type Checked = Result<(), String>;

/// The tasks of Batayan in the order of the paper; guards against a task lost while editing.
const BATAYAN_TASKS: [&str; 9] = [
    "PI", "QA", "SA", "TD", "CR", "NLI", "AS", "MT-en-tl", "MT-tl-en",
];

/// Checks everything.
pub fn check_suite(suite: &Suite) -> Checked {
    ensure(suite.format == "sukat-suite/1", || {
        format!("unknown format {}", suite.format)
    })?;
    check_upstream(suite)?;
    let profile_ids: Vec<&str> = suite.profiles.keys().map(String::as_str).collect();
    ensure(
        profile_ids == [Profile::Head.id(), Profile::V1.id()],
        || format!("profiles are {profile_ids:?}"),
    )?;
    for (id, profile) in &suite.profiles {
        ensure(is_lower_hex(&profile.commit, 40), || {
            format!("profile {id}: commit")
        })?;
    }
    let task_ids: Vec<&str> = suite.tasks.iter().map(|task| task.id.as_str()).collect();
    if suite.id == "batayan" {
        ensure(task_ids == BATAYAN_TASKS, || {
            format!("tasks are {task_ids:?}")
        })?;
    }
    ensure_unique("task id", task_ids.iter().copied())?;
    ensure_unique(
        "SEA-HELM task",
        suite.tasks.iter().map(|task| task.seahelm_task.as_str()),
    )?;
    ensure_unique(
        "test file",
        suite.tasks.iter().map(|task| task.test_file.path.as_str()),
    )?;
    for task in &suite.tasks {
        check_task(task).map_err(|breach| format!("{}: {breach}", task.id))?;
    }
    check_averages(suite)
}

fn check_upstream(suite: &Suite) -> Checked {
    let upstream = &suite.upstream;
    ensure(is_lower_hex(&upstream.commit, 40), || {
        "upstream commit".to_owned()
    })?;
    ensure(
        upstream.raw.starts_with("https://")
            && upstream.raw.ends_with(&format!("/{}/", upstream.commit)),
        || "upstream raw address does not end in the commit".to_owned(),
    )
}

fn check_task(task: &Task) -> Checked {
    check_file(&task.test_file)?;
    check_file(&task.examples_file)?;
    ensure(!task.prompt_fields.is_empty(), || {
        "no prompt fields".to_owned()
    })?;
    ensure_unique(
        "field",
        task.prompt_fields.iter().chain(&task.metadata_fields),
    )?;
    if task.is_classification() {
        check_labels(task)?;
    } else {
        ensure(
            task.labels.is_empty() && task.null_label_v1.is_null(),
            || "labels in a text task".to_owned(),
        )?;
    }
    check_metrics(task)?;
    check_templates(task)?;
    ensure(task.v1.max_tokens > 0 && task.head.max_tokens > 0, || {
        "max_tokens is 0".to_owned()
    })?;
    ensure((0.0..=2.0).contains(&task.v1.temperature), || {
        "temperature".to_owned()
    })?;
    ensure((0.0..=1.0).contains(&task.v1.top_p), || "top_p".to_owned())
}

fn check_file(file: &DataFile) -> Checked {
    let is_relative = file
        .path
        .split('/')
        .all(|part| !part.is_empty() && part != "..");
    ensure(is_relative, || format!("path {}", file.path))?;
    ensure(is_lower_hex(&file.sha256, 64), || {
        format!("sha256 of {}", file.path)
    })?;
    ensure(file.rows > 0 && file.bytes > 0, || {
        format!("{} is empty", file.path)
    })
}

fn check_labels(task: &Task) -> Checked {
    let labels = &task.labels;
    ensure(labels.len() >= 2, || format!("{} labels", labels.len()))?;
    ensure_unique(
        "answer",
        labels.iter().map(|label| label.answer.to_lowercase()),
    )?;
    ensure_unique(
        "English answer",
        labels.iter().map(|label| label.english.to_lowercase()),
    )?;
    ensure(
        labels
            .iter()
            .all(|label| is_word_or_integer(&label.gold_v1))
            && is_word_or_integer(&task.null_label_v1),
        || "a gold value is neither text nor an integer".to_owned(),
    )?;
    let golds = labels
        .iter()
        .map(|label| &label.gold_v1)
        .chain([&task.null_label_v1]);
    ensure_unique("gold or null value", golds.map(ToString::to_string))?;
    // The lenient reading must never find one word in two classes.
    ensure_unique("answer word", labels.iter().flat_map(answer_words))?;
    let synonyms = || labels.iter().flat_map(|label| &label.synonyms);
    ensure(synonyms().all(|word| *word == word.to_lowercase()), || {
        "a synonym is not in lower case".to_owned()
    })
}

/// All words that stand for a label, lower case, each once.
fn answer_words(label: &Label) -> BTreeSet<String> {
    [&label.answer, &label.english]
        .into_iter()
        .chain(&label.synonyms)
        .map(|word| word.to_lowercase())
        .collect()
}

fn check_metrics(task: &Task) -> Checked {
    ensure_unique("metric", &task.metrics)?;
    ensure(!task.paper_metrics.is_empty(), || {
        "no paper metric".to_owned()
    })?;
    let mut official = task.paper_metrics.iter().chain([&task.seahelm_metric]);
    ensure(official.all(|metric| task.metrics.contains(metric)), || {
        "an official metric is not among the metrics".to_owned()
    })?;
    ensure(
        task.metrics.iter().all(|metric| fits(*metric, task.kind)),
        || "a metric does not fit the kind of task".to_owned(),
    )
}

fn fits(metric: MetricId, kind: TaskKind) -> bool {
    match metric {
        MetricId::MacroF1
        | MetricId::MacroF1Gold
        | MetricId::NullWeightedF1
        | MetricId::NormalizedAccuracy
        | MetricId::BalancedAccuracy
        | MetricId::PlainAccuracy => kind == TaskKind::Classification,
        MetricId::RougeLF1
        | MetricId::RougeLPrecision
        | MetricId::RougeLRecall
        | MetricId::RougeLMean
        | MetricId::BertScoreF1 => kind == TaskKind::Summarization,
        MetricId::ChrfPp | MetricId::ChrfPpMean => kind != TaskKind::Classification,
        MetricId::MetricX24 => kind == TaskKind::Translation,
    }
}

fn check_templates(task: &Task) -> Checked {
    let fields: Vec<&str> = task.prompt_fields.iter().map(String::as_str).collect();
    let with = |name| [fields.as_slice(), &[name]].concat();
    ensure_fields("v1 template", &task.v1.template, &with("fewshot_examples"))?;
    ensure_fields("v1 example", &task.v1.fewshot_example, &with("label"))?;
    ensure_fields("v1 example label", &task.v1.fewshot_label, &["label"])?;
    ensure_fields("head preamble", &task.head.preamble, &["answer_tag"])?;
    ensure_fields("head template", &task.head.task_template, &fields)?;
    ensure_fields(
        "head answer",
        &task.head.answer_template,
        &["answer_tag", "label"],
    )?;
    let english = &task.english;
    ensure_english(
        task,
        "English template",
        &english.template,
        "fewshot_examples",
    )?;
    ensure_english(task, "English example", &english.fewshot_example, "label")?;
    ensure_fields("English example label", &english.fewshot_label, &["label"])?;
    ensure(task.head.answer_tag.ends_with(':'), || {
        "head answer tag".to_owned()
    })?;
    let tag = &english.answer_tag;
    ensure(tag.ends_with(':') && *tag == tag.to_lowercase(), || {
        "English answer tag".to_owned()
    })?;
    for (template, tag) in [
        (&task.v1.template, &task.head.answer_tag),
        (&english.template, tag),
        (&english.fewshot_label, tag),
    ] {
        ensure(
            template.to_lowercase().contains(&tag.to_lowercase()),
            || format!("a template does not ask for {tag}"),
        )?;
    }
    Ok(())
}

/// A template that may use metadata in place of fields, and otherwise only what rows have.
fn ensure_english(task: &Task, what: &str, template: &str, also: &str) -> Checked {
    let names = field_names(what, template)?;
    let own = names.iter().filter(|name| **name != also);
    let is_known = |name: &&str| {
        task.prompt_fields
            .iter()
            .chain(&task.metadata_fields)
            .any(|field| field == name)
    };
    ensure(own.clone().all(is_known), || {
        format!("{what} has an unknown field")
    })?;
    ensure(own.count() == task.prompt_fields.len(), || {
        format!("{what} lacks a field")
    })?;
    ensure(names.contains(&also), || format!("{what} lacks {{{also}}}"))?;
    ensure_unique(what, names)
}

/// A template that holds exactly `wanted`, each once.
fn ensure_fields(what: &str, template: &str, wanted: &[&str]) -> Checked {
    let mut names = field_names(what, template)?;
    let mut wanted = wanted.to_vec();
    names.sort_unstable();
    wanted.sort_unstable();
    ensure(names == wanted, || {
        format!("{what} has the fields {names:?}, not {wanted:?}")
    })
}

fn field_names<'a>(what: &str, template: &'a str) -> Result<Vec<&'a str>, String> {
    let mut names = Vec::new();
    for piece in pieces(template) {
        match piece {
            Piece::Field(name) => names.push(name),
            Piece::Text(text) => {
                ensure(!text.contains(['{', '}']), || {
                    format!("{what} has a lone brace")
                })?;
            }
        }
    }
    Ok(names)
}

fn check_averages(suite: &Suite) -> Checked {
    ensure_unique(
        "average",
        suite.averages.iter().map(|average| average.id.as_str()),
    )?;
    for (idx, average) in suite.averages.iter().enumerate() {
        let earlier = suite.averages.get(..idx).unwrap_or_default();
        check_average(suite, earlier, average)
            .map_err(|breach| format!("average {}: {breach}", average.id))?;
    }
    Ok(())
}

fn check_average(suite: &Suite, earlier: &[Average], average: &Average) -> Checked {
    ensure(!average.parts.is_empty(), || "no parts".to_owned())?;
    for (idx, part) in average.parts.iter().enumerate() {
        let others = average.parts.get(..idx).unwrap_or_default();
        ensure(!others.contains(part), || "a part stands twice".to_owned())?;
        match part {
            Part::Column { task: id, metric } => {
                let task = suite.task(id).ok_or_else(|| format!("no task {id}"))?;
                let columns = match average.view {
                    View::Paper => task.paper_metrics.as_slice(),
                    View::Seahelm => &[task.seahelm_metric],
                };
                ensure(columns.contains(metric), || {
                    format!("{metric:?} is no column of {id}")
                })?;
            }
            Part::Average { average: id } => {
                let part = earlier.iter().find(|other| other.id == *id);
                let part = part.ok_or_else(|| format!("no average {id} before it"))?;
                ensure(part.view == average.view, || {
                    format!("{id} is of another view")
                })?;
            }
        }
    }
    Ok(())
}

fn ensure(is_kept: bool, breach: impl FnOnce() -> String) -> Checked {
    if is_kept { Ok(()) } else { Err(breach()) }
}

fn ensure_unique<T: Ord + std::fmt::Debug>(
    what: &str,
    values: impl IntoIterator<Item = T>,
) -> Checked {
    let mut seen = BTreeSet::new();
    for value in values {
        if seen.contains(&value) {
            return Err(format!("{what} {value:?} stands twice"));
        }
        seen.insert(value);
    }
    Ok(())
}

fn is_lower_hex(text: &str, len: usize) -> bool {
    text.len() == len
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_word_or_integer(value: &serde_json::Value) -> bool {
    value.is_i64() || value.as_str().is_some_and(|word| !word.is_empty())
}
