//! A paragraph on how a result was measured, for a paper. Says nothing that the record does not
//! know.

use std::collections::{BTreeMap, BTreeSet};

use super::names;
use super::sheet::Sheet;
use crate::answer::Thinking;
use crate::metrics::rouge_tl::aggregate;
use crate::provider::{browser, stand_in};
use crate::record::{Origin, Sampling};
use crate::score::interval::{N_RESAMPLES, SEED};
use crate::suite::{MetricId, Suite};

/// See the module.
pub(super) fn write(sheet: &Sheet<'_>) -> String {
    let mut sentences = vec![
        evaluated(sheet),
        data(sheet),
        tasks(sheet),
        asked(sheet),
        read(sheet),
        names::policy(sheet.policy),
        metrics(sheet),
    ];
    sentences.extend(intervals(sheet));
    sentences.extend(metricx(sheet));
    sentences.extend(model(sheet));
    if !sheet.is_same_suite {
        let name = &sheet.suite.name;
        sentences.push(format!("The record was made with another version of {name}'s definitions; the numbers are of this one."));
    }
    if sheet.n_reused > 0 {
        sentences.push(format!(
            "{} replies were taken from earlier runs that had asked exactly the same.",
            sheet.n_reused
        ));
    }
    sentences.push(program(sheet));
    sentences.push(format!("Signature: {}", sheet.signature.line));
    let paragraph: Vec<String> = sentences.iter().map(|text| names::one_line(text)).collect();
    paragraph.join(" ") + "\n"
}

fn evaluated(sheet: &Sheet<'_>) -> String {
    let suite = sheet.suite;
    let profile = sheet.head.settings.profile.id();
    let info = suite.profiles.get(profile);
    let commit = info.map_or_else(String::new, |info| format!(", commit {}", info.commit));
    let model = sheet.model().unwrap_or("A model that is not named");
    let what = if sheet.is_upload() {
        "reading rule"
    } else {
        "prompts, reading rule"
    };
    format!(
        "{model} was evaluated on {} ({}) with the {what} and metrics of profile {profile} ({}{commit}).",
        suite.name,
        suite.citation.id,
        sheet.reference(),
    )
}

fn data(sheet: &Sheet<'_>) -> String {
    let Suite { name, upstream, .. } = sheet.suite;
    if sheet.is_sample() {
        return format!("The rows are samples made for a first look, not those of {name}.");
    }
    let mut picks = sheet.head.tasks.iter();
    let is_pinned = picks.all(|pick| sheet.has_known_rows(&pick.task_id));
    if is_pinned {
        format!(
            "The rows are those of {} at commit {}, checked by their SHA-256.",
            upstream.repo, upstream.commit
        )
    } else {
        "The rows are of another revision than the one that is known here.".to_owned()
    }
}

fn tasks(sheet: &Sheet<'_>) -> String {
    let tasks = sheet.tasks.iter().map(|task| {
        let counts = &task.score.counts;
        let n_scored = counts.n_scored(sheet.policy);
        format!("{} ({n_scored}/{})", task.score.task_id, counts.n_rows)
    });
    let tasks: Vec<String> = tasks.collect();
    format!("Tasks, with rows scored of all: {}.", tasks.join(", "))
}

fn asked(sheet: &Sheet<'_>) -> String {
    let settings = &sheet.head.settings;
    match &sheet.head.origin {
        Origin::Uploaded { shape, .. } => format!(
            "The replies were read from files ({shape}); the prompts, the number of examples and the decoding \
             they were made with are not known."
        ),
        Origin::Asked { endpoint_kind, .. } => {
            let how = match endpoint_kind.as_str() {
                stand_in::ENDPOINT_KIND => {
                    "The replies were made by a stand-in for a model".to_owned()
                }
                browser::ENDPOINT_KIND => "The model built into a browser was asked".to_owned(),
                kind => format!("The model was asked through an endpoint of kind {kind}"),
            };
            format!(
                "{how}, {}, with {} instructions. {}",
                names::shots(settings.shots),
                names::language(settings.language),
                decoding(sheet),
            )
        }
    }
}

/// What was sent, tasks that were sent the same together.
fn decoding(sheet: &Sheet<'_>) -> String {
    let mut tasks_by_sent: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let picks = &sheet.head.tasks;
    for pick in picks {
        let sampling = sheet.head.settings.sampling.get(&pick.task_id);
        let sent = sampling.map_or_else(|| "not known".to_owned(), sent);
        tasks_by_sent.entry(sent).or_default().push(&pick.task_id);
    }
    let groups = tasks_by_sent.iter().map(|(sent, tasks)| {
        if tasks.len() == picks.len() {
            sent.clone()
        } else {
            format!("{sent} ({})", tasks.join(", "))
        }
    });
    let groups: Vec<String> = groups.collect();
    format!(
        "Decoding parameters sent: {}; all others were the server's defaults.",
        groups.join("; ")
    )
}

fn sent(sampling: &Sampling) -> String {
    let name = sampling.max_tokens_name.as_deref().unwrap_or("max_tokens");
    let stops = sampling.stop.iter().map(|stop| format!("stop {stop:?}"));
    let parts = [
        sampling.max_tokens.map(|n| format!("{name} {n}")),
        sampling.temperature.map(|t| format!("temperature {t}")),
        sampling.top_p.map(|p| format!("top_p {p}")),
        sampling.top_k.map(|k| format!("top_k {k}")),
        sampling.seed.map(|seed| format!("seed {seed}")),
        (sampling.first_stop.as_ref())
            .map(|stop| format!("first of two requests stopped at {stop:?}")),
        sampling.context_size.map(|n| format!("context size {n}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().chain(stops).collect();
    if parts.is_empty() {
        "none".to_owned()
    } else {
        parts.join(", ")
    }
}

fn read(sheet: &Sheet<'_>) -> String {
    let thinking = match sheet.head.settings.thinking {
        Thinking::Strip => "after a leading block of thinking was cut off",
        Thinking::Keep => "as they came, thinking included",
    };
    format!(
        "Answers were read out of the replies by the rule of {}, {thinking}; a label that cannot be read \
         is the null label, which macro F1 counts as one more class of F1 0. {}",
        sheet.reference(),
        sheet.unread(),
    )
}

/// The paper's metrics that have a value, each once.
fn metrics(sheet: &Sheet<'_>) -> String {
    let mut there: Vec<MetricId> = Vec::new();
    for task in sheet.known_tasks() {
        for metric in &task.paper_metrics {
            let cell = sheet.cell(&task.id, *metric);
            let is_there = cell.is_some_and(|cell| cell.value.is_ok());
            if is_there && !there.contains(metric) {
                there.push(*metric);
            }
        }
    }
    let there: Vec<&str> = there.into_iter().map(names::metric).collect();
    if there.is_empty() {
        "No metric of the paper has a value.".to_owned()
    } else {
        format!("Metrics of the paper: {}.", there.join(", "))
    }
}

fn intervals(sheet: &Sheet<'_>) -> Option<String> {
    let with_interval = sheet.known_tasks().flat_map(|task| {
        let metrics = task.paper_metrics.iter().copied();
        metrics.filter(|metric| {
            let cell = sheet.cell(&task.id, *metric);
            cell.is_some_and(|cell| cell.interval.is_some())
        })
    });
    let metrics: BTreeSet<MetricId> = with_interval.collect();
    if metrics.is_empty() {
        return None;
    }
    let seeds = match (
        metrics.contains(&MetricId::RougeLF1),
        metrics.iter().any(|metric| *metric != MetricId::RougeLF1),
    ) {
        (true, true) => format!(
            "PCG64, seed {SEED}; for ROUGE-L the reference's own, seed {}",
            aggregate::SEED
        ),
        (true, false) => format!("the reference's own, seed {}", aggregate::SEED),
        _ => format!("PCG64, seed {SEED}"),
    };
    Some(format!(
        "95% intervals are percentile bootstraps over rows with {N_RESAMPLES} resamples ({seeds})."
    ))
}

/// Who gave the scores of translations.
fn metricx(sheet: &Sheet<'_>) -> Option<String> {
    let columns = sheet.head.external.iter().filter(|column| {
        let cell = sheet.cell(&column.task_id, MetricId::MetricX24);
        column.is_metricx() && cell.is_some_and(|cell| cell.value.is_ok())
    });
    let makers: BTreeSet<String> = columns
        .map(|column| {
            let maker = &column.maker;
            format!(
                "{} with {} ({})",
                maker.program.id(),
                maker.model,
                maker.precision
            )
        })
        .collect();
    let makers: Vec<String> = makers.into_iter().collect();
    (!makers.is_empty()).then(|| format!("MetricX-24 was computed by {}.", makers.join("; ")))
}

fn model(sheet: &Sheet<'_>) -> Option<String> {
    let names = sheet.models.join(", ");
    (!names.is_empty()).then(|| format!("The replies name the model {names}."))
}

fn program(sheet: &Sheet<'_>) -> String {
    let (made_by, scored_by) = (&sheet.head.made_by, sheet.scored_by);
    if sheet.is_upload() {
        format!("Scored with {scored_by}.")
    } else if made_by == scored_by {
        format!("Run and scored with {scored_by}.")
    } else {
        format!("Run with {made_by}, scored with {scored_by}.")
    }
}
