//! Scores that come with an upload of SEA-HELM's files.

use std::collections::BTreeMap;

use crate::answer::{Answer, read_reply};
use crate::desk::upload::upload_rule;
use crate::intake::report::FileReport;
use crate::intake::{TaskPredictions, TheirReading};
use crate::record::external::{
    ExternalColumn, ExternalValue, METRICX, METRICX_MAX, METRICX_MODEL, METRICX_PRECISION, Maker,
    Program, Source, is_in_range, text_digest,
};
use crate::suite::{Profile, Task, TaskKind};

/// The scores that SEA-HELM's files bring, each bound to the answer that SEA-HELM had read; where a
/// file does not say, to ours.
pub fn metricx_of(
    task: &Task,
    profile: Profile,
    found: &TaskPredictions,
    files: &[FileReport],
) -> Option<ExternalColumn> {
    if task.kind != TaskKind::Translation {
        return None;
    }
    let rule = upload_rule(profile);
    let mut values = BTreeMap::new();
    let mut sources: Vec<Source> = Vec::new();
    for (row_idx, prediction) in found.predictions.iter().enumerate() {
        let Some(prediction) = prediction else {
            continue;
        };
        let external = &prediction.external;
        let raw = external.get("metricx_wmt24_scores").copied();
        let normalized = external.get("normalized_metricx_wmt24_scores");
        let score = raw.or(normalized.map(|score| METRICX_MAX - score / 4.0));
        let Some(score) = score.filter(|score| is_in_range(METRICX, *score)) else {
            continue;
        };
        let answer = match &prediction.theirs {
            Some(TheirReading::Text(text)) => text.clone(),
            _ => match read_reply(task, rule, &prediction.text).parity {
                Answer::Text(text) => text,
                Answer::Class(_) | Answer::Null => String::new(),
            },
        };
        // A judge's file has no ids: only the answer tells that the line is about this row.
        let shown = format!(" candidate: {answer} reference: ");
        let place = match &prediction.judged {
            Some((_, judged)) if !judged.contains(&shown) => continue,
            Some((place, _)) => place,
            None => &prediction.place,
        };
        let text_digest = text_digest(&answer);
        values.insert(row_idx, ExternalValue { score, text_digest });
        let file = files.get(place.file_idx);
        let name = file.map(|file| file.name.clone()).unwrap_or_default();
        let sha256 = file.and_then(|file| file.sha256.clone());
        let source = Source { name, sha256 };
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    (!values.is_empty()).then(|| ExternalColumn {
        name: METRICX.to_owned(),
        task_id: task.id.clone(),
        maker: Maker {
            program: Program::SeaHelm,
            model: METRICX_MODEL.to_owned(),
            precision: METRICX_PRECISION.to_owned(),
        },
        sources,
        values,
    })
}
