//! Windows over the rows of an open run.

use crate::desk::answers::shortened;
use crate::desk::open_run::{Data, OpenRun};
use crate::desk::place::Place;
use crate::desk::protocol::{Failure, RowFilter, RowsQuery};
use crate::desk::view::{RowView, RowsPage, Verdict};
use crate::score::row::Ending;
use crate::suite::Suite;
use crate::text;

/// Characters of prompt, reply and gold in the table.
const MAX_CHARS: usize = 160;
/// Rows that a window makes room for beforehand; it may hold more.
const MAX_RESERVED: usize = 500;

/// The rows that match a query, and a window of them for the table.
///
/// The order is the suite's, then the file's. Scores are those of the rows themselves, whatever
/// the policy: a row without text has none. What is searched is put into lower case once a row,
/// so that only the first search takes its time.
///
/// [`Failure::NotLoaded`] as for results.
pub fn rows_page(
    suite: &Suite,
    run: &mut OpenRun,
    query: &RowsQuery,
    data: Data<'_>,
) -> Result<RowsPage, Failure> {
    let n_rows = run.tasks.iter().map(|task| task.slots.len()).sum();
    let mut n_matching = 0;
    let mut rows = Vec::with_capacity(query.limit.min(MAX_RESERVED));
    for_each_match(suite, run, query, data, &mut |place| {
        if n_matching >= query.offset && rows.len() < query.limit {
            rows.push(row_view(place));
        }
        n_matching += 1;
    })?;
    Ok(RowsPage {
        n_matching,
        n_rows,
        offset: query.offset,
        rows,
    })
}

/// Task id and position of all rows that match a query, in the order of [`rows_page`].
///
/// [`Failure::NotLoaded`] as for results.
pub fn row_keys(
    suite: &Suite,
    run: &mut OpenRun,
    query: &RowsQuery,
    data: Data<'_>,
) -> Result<Vec<(String, usize)>, Failure> {
    let mut keys = Vec::new();
    for_each_match(suite, run, query, data, &mut |place| {
        keys.push((place.task.id.clone(), place.row_idx));
    })?;
    Ok(keys)
}

fn for_each_match(
    suite: &Suite,
    run: &mut OpenRun,
    query: &RowsQuery,
    data: Data<'_>,
    each: &mut dyn FnMut(&Place<'_>),
) -> Result<(), Failure> {
    run.count(suite, data)?;
    let needle = text::lower(text::strip(&query.text));
    let language = run.record.head.settings.language;
    for open_task in &mut run.tasks {
        let is_wanted = query
            .task_id
            .as_ref()
            .is_none_or(|id| *id == open_task.task_id);
        let Some(task) = suite.task(&open_task.task_id).filter(|_| is_wanted) else {
            continue;
        };
        let data = data(&task.id);
        let slots = open_task.slots.iter().zip(&mut open_task.haystacks);
        for (row_idx, (slot, haystack)) in slots.enumerate() {
            let place = Place::new(task, language, row_idx, slot, &run.record.rows, data);
            if !passes(&place, query.filter) {
                continue;
            }
            if !needle.is_empty() {
                let haystack = haystack.get_or_insert_with(|| lower_text(&place));
                if !haystack.contains(&needle) {
                    continue;
                }
            }
            each(&place);
        }
    }
    Ok(())
}

/// A row as the table shows it.
pub fn row_view(place: &Place<'_>) -> RowView {
    let short = |text: String| shortened(&text, MAX_CHARS);
    RowView {
        task_id: place.task.id.clone(),
        row_idx: place.row_idx,
        row_id: place.row_id().to_owned(),
        preview: shortened(place.first_field(), MAX_CHARS),
        reply: shortened(place.reply_text(), MAX_CHARS),
        parity: place.parity().map(short),
        lenient: place.lenient().map(short),
        gold: shortened(&place.gold().unwrap_or_default(), MAX_CHARS),
        score: place.score(),
        verdict: place.verdict(),
        flags: place.flags().collect(),
    }
}

fn passes(place: &Place<'_>, filter: RowFilter) -> bool {
    let verdict = || place.verdict();
    match filter {
        RowFilter::All => true,
        RowFilter::Right => verdict() == Verdict::Right,
        RowFilter::Wrong => match verdict() {
            Verdict::Wrong => true,
            Verdict::Unreadable => place.task.is_classification(),
            _ => false,
        },
        RowFilter::Unparsed => verdict() == Verdict::Unreadable,
        RowFilter::Unscored => place.score().is_none(),
        RowFilter::LenientDiffers => {
            let mut reading = place.slot.reading.iter();
            reading.any(|reading| reading.parity != reading.lenient)
        }
        RowFilter::Flagged => place.flags().next().is_some(),
        RowFilter::Truncated => place.ending() == Ending::Truncated,
    }
}

/// Everything a search looks at, in lower case, a line each.
fn lower_text(place: &Place<'_>) -> String {
    let mut lower = text::lower(place.row_id());
    let mut push = |part: &str| {
        lower.push('\n');
        lower.push_str(&text::lower(part));
    };
    push(place.reply_text());
    push(&place.gold().unwrap_or_default());
    if let Some(row) = place.row {
        for field in row.fields.values() {
            push(field);
        }
    }
    push(place.own_prompt().unwrap_or_default());
    lower
}
