//! A result in the shape of Every Eval Ever, version 0.3.0: one file a model, a result a number.
//!
//! What the record does not know (who runs the page, whose the model is) is said to be unknown
//! and left to whoever hands the file in. Scores keep the scale of the page, 0 to 100.

use std::collections::BTreeMap;

use serde::Serialize;

use super::names;
use super::sheet::{Cell, Sheet};
use crate::record::{Origin, Sampling};
use crate::score::TaskScore;
use crate::score::interval::N_RESAMPLES;
use crate::suite::{MetricId, Task, View};

type Details = BTreeMap<&'static str, String>;

const UNKNOWN: &str = "unknown";

#[derive(Serialize)]
struct Log<'a> {
    schema_version: &'a str,
    evaluation_id: String,
    evaluation_timestamp: String,
    retrieved_timestamp: String,
    source_metadata: SourceMetadata<'a>,
    eval_library: Library<'a>,
    model_info: ModelInfo<'a>,
    evaluation_results: Vec<EvalResult<'a>>,
}

#[derive(Serialize)]
struct SourceMetadata<'a> {
    source_name: &'a str,
    source_type: &'a str,
    source_organization_name: &'a str,
    evaluator_relationship: &'a str,
}

#[derive(Serialize)]
struct Library<'a> {
    name: &'a str,
    version: &'a str,
    additional_details: Details,
}

#[derive(Serialize)]
struct ModelInfo<'a> {
    name: &'a str,
    id: &'a str,
    additional_details: Details,
}

#[derive(Serialize)]
struct EvalResult<'a> {
    evaluation_result_id: String,
    evaluation_name: String,
    source_data: SourceData<'a>,
    metric_config: MetricConfig<'a>,
    score_details: ScoreDetails,
    #[serde(skip_serializing_if = "Option::is_none")]
    generation_config: Option<GenerationConfig>,
}

#[derive(Serialize)]
struct SourceData<'a> {
    dataset_name: &'a str,
    source_type: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    url: Vec<String>,
    additional_details: Details,
}

#[derive(Serialize)]
struct MetricConfig<'a> {
    metric_id: String,
    metric_name: &'a str,
    metric_kind: &'a str,
    metric_unit: &'a str,
    lower_is_better: bool,
    score_type: &'a str,
    min_score: f64,
    max_score: f64,
}

#[derive(Serialize)]
struct ScoreDetails {
    score: f64,
    details: Details,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncertainty: Option<Uncertainty>,
}

#[derive(Serialize)]
struct Uncertainty {
    confidence_interval: Interval,
    num_samples: usize,
    num_bootstrap_samples: usize,
}

#[derive(Serialize)]
struct Interval {
    lower: f64,
    upper: f64,
    confidence_level: f64,
    method: &'static str,
}

#[derive(Serialize)]
struct GenerationConfig {
    generation_args: GenerationArgs,
    additional_details: Details,
}

#[derive(Serialize)]
struct GenerationArgs {
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_k: Option<u32>,
    /// At least 1 there.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
}

/// See the module. A number that is not there has no entry: a score is required.
pub(super) fn write(sheet: &Sheet<'_>) -> String {
    let model = sheet.model().unwrap_or(UNKNOWN);
    let seconds = (sheet.head.started_millis / 1000).to_string();
    let (program, version) = program(sheet.scored_by);
    let suite_id = &sheet.suite.id;
    let log = Log {
        schema_version: "0.3.0",
        // The signature tells runs of a model apart that were asked or counted in other ways.
        evaluation_id: format!("{suite_id}-{}/{model}/{seconds}", sheet.signature.short),
        evaluation_timestamp: seconds.clone(),
        retrieved_timestamp: seconds,
        source_metadata: SourceMetadata {
            source_name: program,
            source_type: "evaluation_run",
            source_organization_name: UNKNOWN,
            evaluator_relationship: "other",
        },
        eval_library: Library {
            name: program,
            version,
            additional_details: library_details(sheet),
        },
        model_info: ModelInfo {
            name: model,
            id: model,
            additional_details: model_details(sheet),
        },
        evaluation_results: results(sheet),
    };
    let json = serde_json::to_string_pretty(&log).expect("texts and finite numbers make JSON");
    json + "\n"
}

/// `sukat 0.1.0` in its two parts.
fn program(made_by: &str) -> (&str, &str) {
    made_by.split_once(' ').unwrap_or((made_by, UNKNOWN))
}

fn library_details(sheet: &Sheet<'_>) -> Details {
    Details::from([
        ("signature", sheet.signature.line.clone()),
        ("policy", sheet.policy.id().to_owned()),
        ("policy_text", names::policy(sheet.policy)),
        ("profile", sheet.head.settings.profile.id().to_owned()),
        ("reference", sheet.reference().to_owned()),
        ("record_made_by", sheet.head.made_by.clone()),
    ])
}

fn model_details(sheet: &Sheet<'_>) -> Details {
    let mut details = Details::from([
        ("deployment_type", UNKNOWN.to_owned()),
        ("model_availability", UNKNOWN.to_owned()),
    ]);
    if let Origin::Asked { endpoint_kind, .. } = &sheet.head.origin {
        details.insert("endpoint_kind", endpoint_kind.clone());
    }
    if !sheet.models.is_empty() {
        details.insert("model_as_reported", sheet.models.join(", "));
    }
    details
}

fn results<'a>(sheet: &Sheet<'a>) -> Vec<EvalResult<'a>> {
    let mut results = Vec::new();
    for task in sheet.known_tasks() {
        for metric in &task.metrics {
            let cell = sheet.cell(&task.id, *metric);
            let score = sheet.tasks.iter().map(|task| task.score);
            let score = score.clone().find(|score| score.task_id == task.id);
            if let Some((cell, score)) = cell.zip(score) {
                results.extend(task_result(sheet, task, *metric, &cell, score));
            }
        }
    }
    for (id, name, view, value, n_parts) in sheet.whole_averages() {
        let whose = match view {
            View::Paper => "paper",
            View::Seahelm => "SEA-HELM",
        };
        let details = Details::from([
            ("policy", sheet.policy.id().to_owned()),
            ("average", format!("{name} ({whose}), mean of {n_parts}")),
        ]);
        results.push(EvalResult {
            evaluation_result_id: id.to_owned(),
            evaluation_name: format!("{}.{id}", sheet.suite.id),
            source_data: source_data(sheet, None),
            metric_config: metric_config(sheet, "mean", "Mean", "mean"),
            score_details: ScoreDetails {
                score: value,
                details,
                uncertainty: None,
            },
            generation_config: None,
        });
    }
    results
}

fn task_result<'a>(
    sheet: &Sheet<'a>,
    task: &'a Task,
    metric: MetricId,
    cell: &Cell,
    score: &TaskScore,
) -> Option<EvalResult<'a>> {
    let counts = &score.counts;
    let details = Details::from([
        ("policy", sheet.policy.id().to_owned()),
        ("n_scored", cell.n_scored.to_string()),
        ("n_rows", cell.n_rows.to_string()),
        // Empty ones that the policy lets in are among them.
        ("n_unreadable", counts.n_null.to_string()),
        ("is_complete", cell.is_complete.to_string()),
    ]);
    let uncertainty = cell.interval.map(|(lower, upper)| Uncertainty {
        confidence_interval: Interval {
            lower,
            upper,
            confidence_level: 0.95,
            method: "percentile bootstrap over rows",
        },
        num_samples: cell.n_scored,
        num_bootstrap_samples: N_RESAMPLES,
    });
    Some(EvalResult {
        evaluation_result_id: format!("{}.{}", task.id, metric.id()),
        evaluation_name: format!("{}.{}", sheet.suite.id, task.id),
        source_data: source_data(sheet, Some(task)),
        metric_config: metric_config(sheet, metric.id(), names::metric(metric), kind(metric)),
        score_details: ScoreDetails {
            score: cell.value.ok()?,
            details,
            uncertainty,
        },
        generation_config: generation(sheet, &task.id),
    })
}

/// Where the rows are from; of an average, the repository.
fn source_data<'a>(sheet: &Sheet<'a>, task: Option<&Task>) -> SourceData<'a> {
    let mut details = Details::new();
    let sha256 = task.and_then(|task| sheet.head.data_sha256.get(&task.id));
    if let Some(sha256) = sha256 {
        details.insert("sha256", sha256.clone());
    }
    let is_known = task.is_none_or(|task| sheet.has_known_rows(&task.id));
    if sheet.is_sample() || !is_known {
        let dataset_name = if sheet.is_sample() {
            "sukat-samples"
        } else {
            &sheet.suite.id
        };
        return SourceData {
            dataset_name,
            source_type: "other",
            url: Vec::new(),
            additional_details: details,
        };
    }
    let upstream = &sheet.suite.upstream;
    let url = match task {
        Some(task) => format!("{}{}", upstream.raw, task.test_file.path),
        None => upstream.repo.clone(),
    };
    details.insert("commit", upstream.commit.clone());
    SourceData {
        dataset_name: &sheet.suite.id,
        source_type: "url",
        url: vec![url],
        additional_details: details,
    }
}

fn metric_config<'a>(
    sheet: &Sheet<'_>,
    id: &str,
    name: &'a str,
    kind: &'a str,
) -> MetricConfig<'a> {
    MetricConfig {
        metric_id: format!("{}.{id}", sheet.suite.id),
        metric_name: name,
        metric_kind: kind,
        metric_unit: "points",
        lower_is_better: false,
        score_type: "continuous",
        min_score: 0.0,
        max_score: 100.0,
    }
}

fn kind(metric: MetricId) -> &'static str {
    match metric {
        MetricId::MacroF1 | MetricId::MacroF1Gold | MetricId::NullWeightedF1 => "f1",
        MetricId::NormalizedAccuracy | MetricId::BalancedAccuracy | MetricId::PlainAccuracy => {
            "accuracy"
        }
        MetricId::RougeLF1
        | MetricId::RougeLPrecision
        | MetricId::RougeLRecall
        | MetricId::RougeLMean => "rouge",
        MetricId::ChrfPp | MetricId::ChrfPpMean => "chrf",
        MetricId::BertScoreF1 => "bert_score",
        MetricId::MetricX24 => "metricx",
    }
}

/// What was sent. Of files nobody knows.
fn generation(sheet: &Sheet<'_>, task_id: &str) -> Option<GenerationConfig> {
    let settings = &sheet.head.settings;
    let sampling = settings.sampling.get(task_id)?;
    if sheet.is_upload() {
        return None;
    }
    let Sampling {
        max_tokens,
        temperature,
        top_p,
        top_k,
        seed,
        ..
    } = sampling;
    let mut details = Details::from([
        ("shots", names::shots(settings.shots).to_owned()),
        (
            "instructions",
            names::language(settings.language).to_owned(),
        ),
    ]);
    if let Some(seed) = seed {
        details.insert("seed", seed.to_string());
    }
    if !sampling.stop.is_empty() {
        let stop = serde_json::to_string(&sampling.stop).unwrap_or_default();
        details.insert("stop", stop);
    }
    Some(GenerationConfig {
        generation_args: GenerationArgs {
            temperature: *temperature,
            top_p: *top_p,
            top_k: *top_k,
            max_tokens: max_tokens.filter(|n| *n > 0),
        },
        additional_details: details,
    })
}
