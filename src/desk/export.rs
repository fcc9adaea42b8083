//! Files to take away from an open run.

use crate::answer::Flag;
use crate::desk::MADE_BY;
use crate::desk::open_run::{Data, OpenRun};
use crate::desk::place::Place;
use crate::desk::plan::recipe_of;
use crate::desk::protocol::Failure;
use crate::desk::results::{REUSED_NOTE, n_reused, names_seen, own_notes};
use crate::desk::view::Remark;
use crate::prompt::chat_messages;
use crate::record::json::{Extras, RowExtras, ScoreLine, write_record};
use crate::record::{Record, RecordRow, csv};
use crate::report::average::averages;
use crate::report::sheet::{Sheet, SheetFormat, SheetTask};
use crate::score::task::row_score;
use crate::score::{OutcomePolicy, TaskScore};
use crate::suite::{DataKind, Suite};

/// A run's record as JSON, with its numbers, golds, prompts and readings beside the replies.
///
/// [`Failure::NotLoaded`] as for results.
pub fn record_json(
    suite: &Suite,
    run: &mut OpenRun,
    policy: OutcomePolicy,
    data: Data<'_>,
) -> Result<String, Failure> {
    run.count(suite, data)?;
    let scores = score_lines(suite, run, policy);
    let signature = run.signature(suite, policy).line;
    let (rows, row_extras) = sorted_rows(suite, run, policy, data);
    let mut head = run.record.head.clone();
    head.notes = own_notes(&head);
    let n_reused = n_reused(&rows);
    if n_reused > 0 {
        head.notes
            .push(format!("{n_reused} of {}{REUSED_NOTE}", rows.len()));
    }
    let record = Record { head, rows };
    let extras = Extras {
        signature: Some(signature),
        scores,
        rows: row_extras,
    };
    Ok(write_record(&record, &extras))
}

/// A run's rows as CSV.
///
/// [`Failure::NotLoaded`] as for results.
pub fn rows_csv(
    suite: &Suite,
    run: &mut OpenRun,
    policy: OutcomePolicy,
    data: Data<'_>,
) -> Result<String, Failure> {
    run.count(suite, data)?;
    let (rows, extras) = sorted_rows(suite, run, policy, data);
    Ok(csv::write_rows(&rows, &extras))
}

/// A run's numbers, for papers and boards.
///
/// [`Failure::NotLoaded`] as for results.
pub fn sheet(
    suite: &Suite,
    run: &mut OpenRun,
    policy: OutcomePolicy,
    format: SheetFormat,
    data: Data<'_>,
) -> Result<String, Failure> {
    run.count(suite, data)?;
    let is_same_suite = !run.remarks(policy).contains(&Remark::OtherSuite);
    let signature = run.signature(suite, policy);
    let rows = &run.record.rows;
    let models = names_seen(rows, |row| row.model.as_deref());
    let n_reused = n_reused(rows);
    let head = run.record.head.clone();
    let results = run.score(suite, policy);
    let scores: Vec<&TaskScore> = results.iter().map(|scored| &scored.score).collect();
    let tasks = results.iter().map(|scored| SheetTask {
        score: &scored.score,
        interval: scored.interval,
        metricx_interval: scored.metricx_interval,
    });
    let sheet = Sheet {
        suite,
        head: &head,
        policy,
        tasks: tasks.collect(),
        averages: averages(suite, &scores),
        signature,
        models: models.into_iter().map(|(name, _)| name).collect(),
        n_reused,
        is_same_suite,
        scored_by: MADE_BY,
    };
    Ok(sheet.write(format))
}

/// A file name out of a run's title: letters, digits and `-`, the rest as `-`.
pub fn file_stem(title: &str) -> String {
    let mut stem = String::new();
    for character in title.chars().take(60) {
        if character.is_alphanumeric() || character == '.' {
            stem.push(character);
        } else if !stem.ends_with('-') {
            stem.push('-');
        }
    }
    let stem = stem.trim_matches(['-', '.']);
    if stem.is_empty() { "sukat" } else { stem }.to_owned()
}

/// All numbers of a run: tasks with their metrics, then averages that have a value.
fn score_lines(suite: &Suite, run: &mut OpenRun, policy: OutcomePolicy) -> Vec<ScoreLine> {
    let is_official_data = run.record.head.data_kind == DataKind::Official;
    let results = run.score(suite, policy);
    let scores: Vec<&TaskScore> = results.iter().map(|result| &result.score).collect();
    let mut lines = Vec::new();
    for score in &scores {
        let n_scored = score.row_scores.iter().flatten().count();
        for value in &score.metrics {
            lines.push(ScoreLine {
                task_id: score.task_id.clone(),
                metric: value.metric.id().to_owned(),
                value: value.value.ok(),
                n_scored,
                n_rows: score.counts.n_rows,
                is_official: score.is_complete && is_official_data,
            });
        }
    }
    for average in averages(suite, &scores) {
        lines.push(ScoreLine {
            task_id: average.id,
            metric: "mean".to_owned(),
            value: average.value,
            n_scored: average.n_there,
            n_rows: average.n_parts,
            is_official: average.value.is_some() && is_official_data,
        });
    }
    lines
}

/// Rows with an outcome in the order of suite and files, and what an export says about each.
fn sorted_rows(
    suite: &Suite,
    run: &OpenRun,
    policy: OutcomePolicy,
    data: Data<'_>,
) -> (Vec<RecordRow>, Vec<RowExtras>) {
    let recipe = recipe_of(&run.record.head.settings);
    let mut rows = Vec::with_capacity(run.record.rows.len());
    let mut all_extras = Vec::with_capacity(run.record.rows.len());
    for open_task in &run.tasks {
        let Some(task) = suite.task(&open_task.task_id) else {
            continue;
        };
        let data = data(&task.id);
        for (row_idx, slot) in open_task.slots.iter().enumerate() {
            let place = Place::new(task, recipe.language, row_idx, slot, &run.record.rows, data);
            let Some(reply) = place.reply else { continue };
            let messages = data.zip(place.row).and_then(|(data, row)| {
                let messages = chat_messages(task, &data.examples, row, recipe).ok()?;
                let texts: Vec<String> = messages.into_iter().map(|m| m.content).collect();
                Some(texts.join("\n\n"))
            });
            let score = match policy {
                OutcomePolicy::Parity => slot
                    .counts
                    .as_ref()
                    .and_then(|counts| counts.parity.as_ref())
                    .map(|tally| row_score(task.kind, tally)),
                OutcomePolicy::Strict => place.score(),
            };
            let columns = run.record.head.external.iter();
            let external = columns
                .filter(|column| column.task_id == task.id)
                .filter_map(|column| {
                    let score = column.fitting(row_idx, slot.answer())?;
                    Some((column.name.clone(), score))
                })
                .collect();
            rows.push(reply.clone());
            all_extras.push(RowExtras {
                prompt: messages.or_else(|| place.own_prompt().map(str::to_owned)),
                gold: place.gold(),
                parity: place.parity(),
                lenient: place.lenient(),
                flags: place.flags().map(|flag| flag_id(flag).to_owned()).collect(),
                score,
                external,
            });
        }
    }
    (rows, all_extras)
}

/// Stable short name of a flag.
pub fn flag_id(flag: Flag) -> &'static str {
    match flag {
        Flag::LetterInWord => "letter-in-word",
        Flag::ChangedMind => "changed-mind",
        Flag::TwoLabels => "two-labels",
        Flag::OtherLanguage => "other-language",
        Flag::PlaceholderEchoed => "placeholder-echoed",
        Flag::LookAlike => "look-alike",
        Flag::NoTag => "no-tag",
        Flag::ThinkingCut => "thinking-cut",
        Flag::ThinkingUnclosed => "thinking-unclosed",
        Flag::LenientDiffers => "lenient-differs",
    }
}

#[cfg(test)]
mod tests {
    use super::file_stem;

    #[test]
    fn titles_make_harmless_file_names() {
        let cases = [
            ("google/gemma-2-9b-it", "google-gemma-2-9b-it"),
            ("  ", "sukat"),
            ("../../etc", "etc"),
            ("Ñandú 1.5 <b>", "Ñandú-1.5-b"),
        ];
        for (title, want) in cases {
            assert_eq!(file_stem(title), want, "{title:?}");
        }
    }
}
