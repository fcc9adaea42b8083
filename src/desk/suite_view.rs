//! The suite and published numbers as the page shows them.

use crate::desk::view::{PublishedRowView, PublishedView, SuiteView, TaskView};
use crate::suite::published::{ModelGroup, Published, PublishedRow, column_key};
use crate::suite::{Profile, Suite, Task};

/// The suite; `n_samples` says how many sample rows a task has.
pub fn suite_view(suite: &Suite, n_samples: impl Fn(&str) -> usize) -> SuiteView {
    let citation = &suite.citation;
    let profiles = [Profile::V1, Profile::Head]
        .into_iter()
        .filter_map(|profile| {
            let info = suite.profiles.get(profile.id())?;
            Some((profile, info.reference.clone(), info.note.clone()))
        });
    let averages = suite.averages.iter();
    SuiteView {
        id: suite.id.clone(),
        name: suite.name.clone(),
        citation: (
            citation.title.clone(),
            citation.id.clone(),
            citation.url.clone(),
        ),
        upstream: (suite.upstream.repo.clone(), suite.upstream.commit.clone()),
        profiles: profiles.collect(),
        tasks: suite
            .tasks
            .iter()
            .map(|task| task_view(task, n_samples(&task.id)))
            .collect(),
        averages: averages
            .map(|average| (average.id.clone(), average.view, average.name.clone()))
            .collect(),
    }
}

fn task_view(task: &Task, n_samples: usize) -> TaskView {
    let v1 = &task.v1;
    TaskView {
        id: task.id.clone(),
        name: task.name.clone(),
        asks: task.asks.clone(),
        kind: task.kind,
        competency: task.competency.clone(),
        seahelm_competency: task.seahelm_competency.clone(),
        n_rows: task.test_file.rows,
        n_samples,
        labels: task
            .labels
            .iter()
            .map(|label| (label.answer.clone(), label.name.clone()))
            .collect(),
        paper_metrics: task.paper_metrics.clone(),
        seahelm_metric: task.seahelm_metric,
        metrics: task.metrics.clone(),
        max_tokens: (v1.max_tokens, task.head.max_tokens),
        temperature_v1: v1.temperature,
        sampling_v1: (v1.top_p, v1.top_k, v1.repetition_penalty, v1.seed),
        licence: (task.licence.name.clone(), task.licence.note.clone()),
        source: task.source.clone(),
        remarks: task.remarks.clone(),
        file: (task.test_file.path.clone(), task.test_file.sha256.clone()),
    }
}

/// Published numbers, in the order printed.
pub fn published_view(suite: &Suite, published: &Published) -> PublishedView {
    let source = &published.source;
    PublishedView {
        source: format!("{}, {}, {}", source.title, source.id, published.place),
        date: published.date.clone(),
        rows: published
            .rows
            .iter()
            .map(|row| published_row(suite, published, row))
            .collect(),
    }
}

fn published_row(suite: &Suite, published: &Published, row: &PublishedRow) -> PublishedRowView {
    let columns = suite
        .tasks
        .iter()
        .flat_map(|task| task.paper_metrics.iter().map(move |metric| (task, *metric)));
    let failed = columns.clone().filter(|(task, metric)| {
        let key = column_key(&task.id, *metric);
        row.failed_to_follow.contains(&key)
    });
    let averages = suite.averages.iter();
    PublishedRowView {
        model: row.model.clone(),
        group: group_id(row.group).to_owned(),
        params_b: row.params_b,
        shots: u32::from(row.shots),
        failed_to_follow: failed
            .map(|(task, metric)| (task.id.clone(), metric))
            .collect(),
        columns: columns
            .filter_map(|(task, metric)| {
                Some((task.id.clone(), metric, row.column(&task.id, metric)?))
            })
            .collect(),
        averages: averages
            .filter_map(|average| {
                let value = row.averages.get(&average.id)?;
                Some((average.id.clone(), *value))
            })
            .collect(),
        anomalies: published
            .anomalies
            .iter()
            .filter(|anomaly| anomaly.model == row.model)
            .map(|anomaly| anomaly.note.clone())
            .collect(),
    }
}

fn group_id(group: ModelGroup) -> &'static str {
    match group {
        ModelGroup::Base => "base",
        ModelGroup::Instruct => "instruct",
        ModelGroup::Reasoning => "reasoning",
        ModelGroup::Commercial => "commercial",
    }
}
