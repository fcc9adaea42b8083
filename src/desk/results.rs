//! An open run's numbers as the page shows them.

use std::collections::BTreeMap;

use crate::desk::answers::word_of_class;
use crate::desk::external;
use crate::desk::open_run::{Data, OpenRun};
use crate::desk::open_task::Scored;
use crate::desk::protocol::Failure;
use crate::desk::view::{
    AverageView, Remark, RepeatView, ResultView, RunCard, TaskResult, TokenCount,
};
use crate::provider::Outcome;
use crate::record::{Origin, RecordHead, RecordRow, TaskPick};
use crate::report::average::averages;
use crate::report::stray::stray_cost;
use crate::score::{OutcomePolicy, TaskScore};
use crate::suite::{Suite, TemplateLanguage};

/// A run in a list. `n_done` is how many of its rows have an outcome.
pub fn run_card(head: &RecordHead, n_done: usize) -> RunCard {
    let (model, base_url, is_upload) = match &head.origin {
        Origin::Asked {
            base_url, model, ..
        } => (Some(model.clone()), Some(base_url.clone()), false),
        Origin::Uploaded { model, .. } => (model.clone(), None, true),
    };
    // A record from elsewhere may claim any number.
    let sum = |count: &dyn Fn(&TaskPick) -> usize| {
        let counts = head.tasks.iter().map(count);
        counts.fold(0, usize::saturating_add)
    };
    RunCard {
        run_id: head.id.clone(),
        title: head.title.clone(),
        model,
        started_millis: head.started_millis,
        data_kind: head.data_kind,
        is_upload,
        base_url,
        format: head.origin.format(),
        profile: head.settings.profile,
        shots: head.settings.shots,
        language: head.settings.language,
        thinking: head.settings.thinking,
        n_done,
        n_chosen: sum(&|pick| pick.n_rows),
        n_all: sum(&|pick| pick.n_all),
        task_ids: head.tasks.iter().map(|pick| pick.task_id.clone()).collect(),
        task_rows: head
            .tasks
            .iter()
            .map(|pick| (pick.n_rows, pick.n_all))
            .collect(),
        repeat: head.repeat.as_ref().map(|repeat| RepeatView {
            group: repeat.group.clone(),
            index: repeat.index,
            of: repeat.of,
        }),
    }
}

/// How many of a run's rows have an outcome.
pub fn n_done(rows: &[RecordRow]) -> usize {
    let is_done = |row: &&RecordRow| row.outcome != Outcome::NotAsked;
    rows.iter().filter(is_done).count()
}

/// How many of a run's replies were stored already, by other runs.
pub fn n_reused(rows: &[RecordRow]) -> usize {
    rows.iter().filter(|row| row.reused.is_some()).count()
}

/// What an export notes behind a number of rows; the rows themselves say more.
pub const REUSED_NOTE: &str = " rows were taken from earlier runs that had asked exactly the same";

/// The notes of a record but those that are counted anew whenever it is shown or written.
pub fn own_notes(head: &RecordHead) -> Vec<String> {
    let notes = head.notes.iter();
    notes
        .filter(|note| !note.ends_with(REUSED_NOTE))
        .cloned()
        .collect()
}

/// How the numbers of a run are made where nobody says how: as in the file it was opened from. Else
/// an upload counts as the reference counts it, and a run that was asked shows what is missing.
pub fn own_policy(head: &RecordHead) -> OutcomePolicy {
    let saved = head.policy_id.as_deref().and_then(OutcomePolicy::from_id);
    saved.unwrap_or(match head.origin {
        Origin::Uploaded { .. } => OutcomePolicy::Parity,
        Origin::Asked { .. } => OutcomePolicy::Strict,
    })
}

/// A run's numbers under a policy.
///
/// [`Failure::NotLoaded`] when a reply cannot be scored because its row is not loaded and the
/// record does not bring the right answer.
pub fn result_view(
    suite: &Suite,
    run: &mut OpenRun,
    policy: OutcomePolicy,
    data: Data<'_>,
) -> Result<ResultView, Failure> {
    run.count(suite, data)?;
    let language = run.record.head.settings.language;
    let tokens = tokens_by_task(&run.record.rows);
    let signature = run.signature(suite, policy).line;
    let results = run.score(suite, policy);
    let tasks = results
        .iter()
        .map(|scored| task_result(suite, language, scored, &tokens))
        .collect();
    let scores: Vec<&TaskScore> = results.iter().map(|scored| &scored.score).collect();
    let averages = average_views(suite, &scores);
    let external = external::column_views(run, policy);
    let mut remarks = run.remarks(policy);
    let served_by = names_seen(&run.record.rows, |row| row.served_by.as_deref());
    if served_by.len() > 1 {
        remarks.push(Remark::SeveralServers { served_by });
    }
    let head = &run.record.head;
    Ok(ResultView {
        card: run_card(head, n_done(&run.record.rows)),
        policy,
        tasks,
        averages,
        external,
        signature,
        notes: own_notes(head),
        remarks,
        models_seen: names_seen(&run.record.rows, |row| row.model.as_deref()),
        n_reused: n_reused(&run.record.rows),
        tokens: tokens
            .into_values()
            .fold(TokenCount::default(), |mut all, count| {
                all.add(count);
                all
            }),
        prices: head.prices,
        timings: Vec::new(),
    })
}

fn task_result(
    suite: &Suite,
    language: TemplateLanguage,
    scored: &Scored,
    tokens: &BTreeMap<String, TokenCount>,
) -> TaskResult {
    let Scored {
        score,
        interval,
        metricx_interval,
    } = scored;
    let labels = suite
        .task(&score.task_id)
        .map_or(&[][..], |task| &task.labels);
    TaskResult {
        task_id: score.task_id.clone(),
        counts: score.counts,
        is_complete: score.is_complete,
        metrics: score.metrics.clone(),
        lenient: score.lenient.clone(),
        interval: *interval,
        metricx_interval: *metricx_interval,
        confusion: score.confusion.clone(),
        labels: labels
            .iter()
            .map(|label| word_of_class(label, language).to_owned())
            .collect(),
        stray: stray_cost(score),
        tokens: tokens.get(&score.task_id).copied().unwrap_or_default(),
    }
}

fn average_views(suite: &Suite, scores: &[&TaskScore]) -> Vec<AverageView> {
    let scores = averages(suite, scores);
    let named = suite.averages.iter().zip(scores);
    named
        .map(|(average, score)| AverageView {
            id: score.id,
            view: average.view,
            name: average.name.clone(),
            value: score.value,
            n_there: score.n_there,
            n_parts: score.n_parts,
            missing: score.missing,
        })
        .collect()
}

/// Names that stand in rows, with their numbers of rows, most rows first.
pub fn names_seen(
    rows: &[RecordRow],
    name_of: fn(&RecordRow) -> Option<&str>,
) -> Vec<(String, usize)> {
    let mut n_rows_by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for name in rows.iter().filter_map(name_of) {
        *n_rows_by_name.entry(name).or_default() += 1;
    }
    let mut seen: Vec<(String, usize)> = n_rows_by_name
        .into_iter()
        .map(|(name, n_rows)| (name.to_owned(), n_rows))
        .collect();
    // Stable: equal counts stay in the order of the names.
    seen.sort_by(|(_, left), (_, right)| right.cmp(left));
    seen
}

/// What the rows of each task took. A reply that was stored already took nothing.
fn tokens_by_task(rows: &[RecordRow]) -> BTreeMap<String, TokenCount> {
    let mut counts: BTreeMap<String, TokenCount> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.reused.is_none()) {
        if !counts.contains_key(&row.task_id) {
            counts.insert(row.task_id.clone(), TokenCount::default());
        }
        let Some(count) = counts.get_mut(&row.task_id) else {
            continue;
        };
        let usage = &row.usage;
        let is_reported = usage.prompt_tokens.is_some() || usage.output_tokens.is_some();
        count.add(TokenCount {
            prompt: usage.prompt_tokens.unwrap_or(0),
            output: usage.output_tokens.unwrap_or(0),
            n_unreported: usize::from(row.outcome.has_text() && !is_reported),
        });
    }
    counts
}
