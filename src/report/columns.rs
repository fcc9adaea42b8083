//! The columns of a table of results, in the order of the paper or of SEA-HELM.

use crate::suite::{MetricId, Suite, View};

/// A number of a table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// A metric of a task.
    Score {
        /// Task id.
        task_id: String,
        /// Which metric.
        metric: MetricId,
    },
    /// An average of the suite.
    Average {
        /// Its id.
        id: String,
    },
}

/// Columns under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The heading: `NLU`, `Safety`; `None` for what belongs to no competency.
    pub name: Option<String>,
    /// In order; the average last.
    pub columns: Vec<Column>,
}

/// What a task has in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskColumns {
    /// Task id.
    pub task_id: String,
    /// The competency it belongs to.
    pub competency: String,
    /// Its metrics, in order.
    pub metrics: Vec<MetricId>,
}

/// Tasks by competency, in the order of the suite. `averages` are id and name of those of the view.
pub fn groups(
    view: View,
    tasks: &[TaskColumns],
    mut averages: Vec<(String, String)>,
) -> Vec<Group> {
    let prefix = match view {
        View::Paper => "paper-",
        View::Seahelm => "seahelm-",
    };
    let mut groups: Vec<Group> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for first in tasks {
        let id = first.competency.as_str();
        if seen.contains(&id) {
            continue;
        }
        let alike = tasks.iter().filter(|task| task.competency == id);
        let mut columns: Vec<Column> = alike.flat_map(scores_of).collect();
        let average_id = format!("{prefix}{}", id.to_lowercase());
        let mut name = id.to_owned();
        if let Some(at) = averages.iter().position(|average| average.0 == average_id) {
            let average = averages.remove(at);
            name = average.1;
            columns.push(Column::Average { id: average.0 });
        }
        groups.push(Group {
            name: Some(name),
            columns,
        });
        seen.push(id);
    }
    if !averages.is_empty() {
        let rest = averages.into_iter().map(|(id, _)| Column::Average { id });
        groups.push(Group {
            name: None,
            columns: rest.collect(),
        });
    }
    groups
}

/// The columns of the paper's tables, as [`groups`] of the suite itself.
pub fn paper_groups(suite: &Suite) -> Vec<Group> {
    let tasks = suite.tasks.iter().map(|task| TaskColumns {
        task_id: task.id.clone(),
        competency: task.competency.clone(),
        metrics: task.paper_metrics.clone(),
    });
    let averages = suite.averages.iter();
    let averages = averages
        .filter(|average| average.view == View::Paper)
        .map(|average| (average.id.clone(), average.name.en.clone()));
    groups(View::Paper, &tasks.collect::<Vec<_>>(), averages.collect())
}

fn scores_of(task: &TaskColumns) -> impl Iterator<Item = Column> {
    task.metrics.iter().map(|metric| Column::Score {
        task_id: task.task_id.clone(),
        metric: *metric,
    })
}
