//! One row of an open run, whole.

use crate::desk::open_run::{Data, OpenRun};
use crate::desk::place::Place;
use crate::desk::plan::recipe_of;
use crate::desk::protocol::Failure;
use crate::desk::rows::row_view;
use crate::desk::view::RowDetail;
use crate::metrics::metricx::normalized;
use crate::prompt::{Message, Role, chat_messages};
use crate::provider::Outcome;
use crate::record::{RecordRow, Settings};
use crate::score::row::Tally;
use crate::suite::{Gold, MetricId, Suite, TaskData};
use crate::text::form::differs_only_by_unicode_form;

/// A row whole; `None` when the run has no such row.
///
/// [`Failure::NotLoaded`] as for results.
pub fn row_detail(
    suite: &Suite,
    run: &mut OpenRun,
    task_id: &str,
    row_idx: usize,
    data: Data<'_>,
) -> Result<Option<RowDetail>, Failure> {
    run.count(suite, data)?;
    let mut tasks = run.tasks.iter();
    let (Some(task), Some(open_task)) = (
        suite.task(task_id),
        tasks.find(|open_task| open_task.task_id == task_id),
    ) else {
        return Ok(None);
    };
    let Some(slot) = open_task.slots.get(row_idx) else {
        return Ok(None);
    };
    let settings = &run.record.head.settings;
    let data = data(task_id);
    let rows = &run.record.rows;
    let place = Place::new(task, settings.language, row_idx, slot, rows, data);
    let next_idx = row_idx + 1;
    Ok(Some(RowDetail {
        row: row_view(&place),
        messages: messages(&place, settings, data),
        reply_parts: reply_parts(&place),
        reasoning: place.reply.and_then(|reply| reply.reasoning.clone()),
        gold: place.gold().unwrap_or_default(),
        parity: place.parity(),
        lenient: place.lenient(),
        scores: scores(&place),
        differs_only_by_unicode_form: is_other_form(&place),
        outcome: outcome(place.reply),
        reused: place.reply.and_then(|reply| {
            let reused = reply.reused.as_ref()?;
            Some((reused.run_id.clone(), reused.asked_millis))
        }),
        facts: place.reply.map(facts).unwrap_or_default(),
        neighbours: (
            row_idx.checked_sub(1),
            (next_idx < open_task.slots.len()).then_some(next_idx),
        ),
    }))
}

/// What was sent: made anew from the loaded row, or as the record tells.
fn messages(
    place: &Place<'_>,
    settings: &Settings,
    data: Option<&TaskData>,
) -> Option<Vec<Message>> {
    let recipe = recipe_of(settings);
    let from_data = data.zip(place.row).and_then(|(data, row)| {
        let messages = chat_messages(place.task, &data.examples, row, recipe);
        messages.ok()
    });
    let from_record = || {
        Some(vec![Message {
            role: Role::User,
            content: place.own_prompt()?.to_owned(),
        }])
    };
    from_data.or_else(from_record)
}

/// The reply before what parity read, that, and after it.
fn reply_parts(place: &Place<'_>) -> (String, String, String) {
    let reply = place.reply_text();
    let parts = place
        .slot
        .reading
        .as_ref()
        .and_then(|reading| reading.parity_span.clone())
        .and_then(|span| {
            let before = reply.get(..span.start)?;
            let after = reply.get(span.end..)?;
            Some((before, reply.get(span)?, after))
        });
    let (before, read, after) = parts.unwrap_or((reply, "", ""));
    (before.to_owned(), read.to_owned(), after.to_owned())
}

fn scores(place: &Place<'_>) -> Vec<(MetricId, f64)> {
    match place.tally() {
        Some(Tally::Text(counts)) => {
            let rouge_l = counts.rouge_l().map(|score| (MetricId::RougeLF1, score));
            let chrf_pp = (MetricId::ChrfPp, counts.chrf_pp());
            let error = place.slot.counts.as_ref().and_then(|counts| counts.metricx);
            let metricx = error.map(|error| (MetricId::MetricX24, normalized(error)));
            rouge_l
                .into_iter()
                .chain([chrf_pp])
                .chain(metricx)
                .collect()
        }
        _ => Vec::new(),
    }
}

fn is_other_form(place: &Place<'_>) -> bool {
    match (place.parity(), place.row.map(|row| &row.gold)) {
        (Some(answer), Some(Gold::Text(gold))) => differs_only_by_unicode_form(&answer, gold),
        _ => false,
    }
}

fn outcome(reply: Option<&RecordRow>) -> (String, Option<String>) {
    let outcome = reply.map_or(&Outcome::NotAsked, |reply| &reply.outcome);
    let message = match outcome {
        Outcome::Failed { message, .. } => Some(message.clone()),
        _ => None,
    };
    (outcome.id().to_owned(), message)
}

/// Facts by key; the page has a label for each key. `try` comes once for each of several tries.
fn facts(reply: &RecordRow) -> Vec<(String, String)> {
    let status = match &reply.outcome {
        Outcome::Failed { status, .. } => status.map(|status| status.to_string()),
        _ => None,
    };
    let count = |n: Option<u64>| n.map(|n| n.to_string());
    // A try that sent nothing took no time.
    let last_try = reply.attempts.last().filter(|last| !last.is_reused());
    let known = [
        ("status", status),
        ("finish_reason", reply.finish_reason.clone()),
        ("model", reply.model.clone()),
        ("fingerprint", reply.fingerprint.clone()),
        ("served_by", reply.served_by.clone()),
        ("prompt_tokens", count(reply.usage.prompt_tokens)),
        ("output_tokens", count(reply.usage.output_tokens)),
        ("reasoning_tokens", count(reply.usage.reasoning_tokens)),
        (
            "took_millis",
            last_try.map(|last| last.took_millis.to_string()),
        ),
    ];
    let known = known
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let is_retried = reply.attempts.len() > 1;
    let tries = reply.attempts.iter().filter(|_| is_retried).map(|attempt| {
        let status = attempt.status.map(|status| format!("HTTP {status}, "));
        let status = status.unwrap_or_default();
        let line = if attempt.is_reused() {
            attempt.result.clone()
        } else {
            format!("{status}{}, {} ms", attempt.result, attempt.took_millis)
        };
        ("try".to_owned(), line)
    });
    known.chain(tries).collect()
}
