//! Other people's numbers: the result tables of a paper, as printed.
//!
//! Never corrects a printed number; what looks wrong is said beside it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Bilingual, Citation, MetricId, Part, Suite};

/// Why a file of published numbers cannot be used. It ships with the page, so this is a defect of
/// ours.
#[derive(Debug, thiserror::Error)]
pub enum PublishedError {
    /// Not JSON of the right shape.
    #[error("published numbers: {0}")]
    Json(#[from] serde_json::Error),
    /// Well-formed, but does not fit the suite or itself.
    #[error("published numbers: {0}")]
    Inconsistent(String),
}

/// The tables of one source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Version of the file's shape: `sukat-published/1`.
    pub format: String,
    /// Id of the suite.
    pub suite: String,
    /// Who printed the numbers.
    pub source: Citation,
    /// Where in the source they stand.
    pub place: String,
    /// Date of the source, `YYYY-MM-DD`.
    pub date: String,
    /// What was published on that date: `arXiv version 2`.
    pub date_of: String,
    /// Cells that contradict others.
    pub anomalies: Vec<Anomaly>,
    /// One for each model, in the order printed.
    pub rows: Vec<PublishedRow>,
}

/// What is printed for one model. All numbers are on the scale 0 to 100, rounded to two decimals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRow {
    /// `google/gemma-2-27b-it`.
    pub model: String,
    /// What kind of model.
    pub group: ModelGroup,
    /// The table it is printed in.
    pub size_class: SizeClass,
    /// Billions of parameters; `None` where nobody says.
    pub params_b: Option<f64>,
    /// Solved examples in the prompt: 0 or 5.
    pub shots: u8,
    /// Task columns by [`column_key`].
    pub columns: BTreeMap<String, f64>,
    /// Averages by their id in the suite.
    pub averages: BTreeMap<String, f64>,
    /// Keys of the columns of which the source says that the model could not follow the answer
    /// instructions.
    pub failed_to_follow: BTreeSet<String>,
}

/// What kind of model a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ModelGroup {
    /// Pretrained only; asked with five examples.
    Base,
    /// Instruction-tuned.
    Instruct,
    /// Thinks before it answers.
    Reasoning,
    /// Behind an interface that is paid for.
    Commercial,
}

/// The table a row is printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SizeClass {
    /// Up to 11 billion parameters.
    Small,
    /// Up to 32 billion.
    Medium,
    /// Above.
    Large,
    /// Size unknown.
    Commercial,
}

/// Printed numbers that contradict others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anomaly {
    /// Model of the row.
    pub model: String,
    /// Keys of the columns, or ids of the averages.
    pub columns: Vec<String>,
    /// The printed number.
    pub printed: f64,
    /// What the other cells give, where that can be computed.
    pub recomputed: Option<f64>,
    /// What is wrong, for people.
    pub note: Bilingual,
}

/// The tables of the Batayan paper, as shipped in `data/published/batayan-paper.json`.
pub const BATAYAN_PAPER_JSON: &str = include_str!("../../data/published/batayan-paper.json");

/// Name of a column of a task: `AS/chrf_pp`.
pub fn column_key(task_id: &str, metric: MetricId) -> String {
    format!("{task_id}/{}", metric.id())
}

/// Parses published numbers and checks that they fit the suite.
///
/// # Errors
///
/// [`PublishedError::Json`] for a wrong shape; [`PublishedError::Inconsistent`] when a row lacks a
/// column or an average of the paper's view, has one that the suite does not know, holds a number
/// outside 0 to 100, or when a model stands twice or an anomaly points nowhere.
pub fn parse_published(suite: &Suite, json: &str) -> Result<Published, PublishedError> {
    let published: Published = serde_json::from_str(json)?;
    check(suite, &published).map_err(PublishedError::Inconsistent)?;
    Ok(published)
}

/// The numbers of the Batayan paper.
///
/// # Panics
///
/// Never with the shipped suite: a test parses the same bytes.
pub fn batayan_paper(suite: &Suite) -> Published {
    parse_published(suite, BATAYAN_PAPER_JSON)
        .expect("the shipped numbers are parsed and checked by a test")
}

impl PublishedRow {
    /// The printed number of a task's column.
    pub fn column(&self, task_id: &str, metric: MetricId) -> Option<f64> {
        self.columns.get(&column_key(task_id, metric)).copied()
    }

    /// An average of the suite computed from the printed columns; `None` if one of them is
    /// missing or a part is itself an average.
    pub fn recompute(&self, parts: &[Part]) -> Option<f64> {
        let mut sum = 0.0;
        for part in parts {
            match part {
                Part::Column { task, metric } => sum += self.column(task, *metric)?,
                Part::Average { .. } => return None,
            }
        }
        (!parts.is_empty()).then(|| sum / parts.len() as f64)
    }
}

fn check(suite: &Suite, published: &Published) -> Result<(), String> {
    if published.format != "sukat-published/1" || published.suite != suite.id {
        return Err(format!(
            "{} for suite {}",
            published.format, published.suite
        ));
    }
    let columns: BTreeSet<String> = (suite.tasks.iter())
        .flat_map(|task| {
            task.paper_metrics
                .iter()
                .map(|metric| column_key(&task.id, *metric))
        })
        .collect();
    let averages: BTreeSet<&String> = (suite.averages.iter())
        .filter(|average| average.view == super::View::Paper)
        .map(|average| &average.id)
        .collect();
    let mut models = BTreeSet::new();
    for row in &published.rows {
        let mut numbers = row.columns.values().chain(row.averages.values());
        if !row.columns.keys().eq(&columns)
            || !row.averages.keys().eq(averages.iter().copied())
            || !row.failed_to_follow.is_subset(&columns)
        {
            return Err(format!("{}: other columns than the suite's", row.model));
        }
        if !numbers.all(|number| (0.0..=100.0).contains(number)) || ![0, 5].contains(&row.shots) {
            return Err(format!("{}: a number out of range", row.model));
        }
        if !models.insert(&row.model) {
            return Err(format!("{} stands twice", row.model));
        }
    }
    for anomaly in &published.anomalies {
        let row = published.rows.iter().find(|row| row.model == anomaly.model);
        let is_printed = |key: &String| {
            let printed = row.and_then(|row| row.columns.get(key).or(row.averages.get(key)));
            printed == Some(&anomaly.printed)
        };
        if !anomaly.columns.iter().all(is_printed) || anomaly.columns.is_empty() {
            return Err(format!("an anomaly of {} points nowhere", anomaly.model));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BATAYAN_PAPER_JSON, PublishedError, parse_published};
    use crate::suite::load::batayan;

    #[track_caller]
    fn check_broken(find: &str, replacement: &str, want: &str) {
        let json = BATAYAN_PAPER_JSON.replacen(find, replacement, 1);
        assert_ne!(json, BATAYAN_PAPER_JSON, "nothing was broken");
        match parse_published(&batayan(), &json) {
            Err(PublishedError::Inconsistent(breach)) => assert!(breach.contains(want), "{breach}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_broken_rule_is_named() {
        check_broken(
            "sukat-published/1",
            "sukat-published/2",
            "for suite batayan",
        );
        check_broken("\"PI/macro_f1\": 82.40, ", "", "other columns");
        check_broken(
            "\"paper-nlr\": 31.97",
            "\"paper-total\": 31.97",
            "other columns",
        );
        check_broken("[\"CR/macro_f1\"]", "[\"CR\"]", "other columns");
        check_broken("82.40", "182.40", "out of range");
        check_broken("\"shots\": 5", "\"shots\": 3", "out of range");
        check_broken(
            "aisingapore/Llama-SEA-LION-v2-8B\"",
            "aisingapore/Gemma-SEA-LION-v3-9B\"",
            "stands twice",
        );
        check_broken("\"printed\": 73.04", "\"printed\": 73.05", "points nowhere");
    }
}
