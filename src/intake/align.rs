//! Rows of files to rows of a task.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::fit::{Fit, candidates, compare};
use super::gold::{agrees, names_a_label, read_label, shown, their_reading};
use super::ids::{Closeness, IdIndex, integer_text};
use super::lines::excerpt;
use super::report::{
    Alignment, Duplicate, ExtraId, GoldConflict, LooseId, Misfit, Place, Refusal, TaskReport,
    TaskSource,
};
use super::rows::{RawRow, Value};
use super::{Keep, Prediction, TaskPredictions};
use crate::suite::{Gold, Suite, Task, TaskData};

/// Rows that belong to one task, with the file each came from.
pub(super) struct TaskRows<'t> {
    pub source: TaskSource,
    /// Whether all of them come from SEA-HELM's files.
    pub is_seahelm: bool,
    /// Whether all of them are lines of plain text.
    pub is_plain: bool,
    pub rows: Vec<(usize, RawRow<'t>)>,
}

/// Matches rows with the official ones. Gives no predictions when the rows are not the task's.
pub(super) fn align<'d>(
    task: &Task,
    rows: TaskRows<'_>,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    keep: Keep,
) -> (Option<TaskPredictions>, TaskReport) {
    let TaskRows {
        source,
        is_seahelm,
        is_plain,
        rows,
    } = rows;
    let mut report = empty_report(task, source);
    report.n_read = rows
        .iter()
        .filter(|(_, row)| row.value != Value::Unread)
        .count();
    let Some(official) = data(&task.id) else {
        report.refusal = Some(Refusal::DataNotLoaded);
        return (None, report);
    };
    report.n_rows = official.rows.len();
    let has_ids = rows.iter().any(|(_, row)| row.id.is_some());
    report.alignment = if has_ids {
        Alignment::ById
    } else {
        Alignment::ByOrder
    };
    let index = IdIndex::new(&official.rows);
    let is_named = matches!(source, TaskSource::Row | TaskSource::Chosen);
    let files = (is_seahelm, is_named);
    report.refusal = refuse(task, (official, &index), &rows, files, suite, data);
    if let Some(Refusal::CountDiffers { found, expected }) = report.refusal
        && is_plain
    {
        report.refusal = Some(Refusal::LineCount { found, expected });
    }
    if report.refusal.is_some() {
        return (None, report);
    }
    let positions = if has_ids {
        by_id((official, &index), &rows, &mut report)
    } else {
        (0..rows.len()).map(|position| vec![position]).collect()
    };
    let mut rows: Vec<(usize, Option<RawRow<'_>>)> = rows
        .into_iter()
        .map(|(file_idx, row)| (file_idx, Some(row)))
        .collect();
    let mut predictions = Vec::with_capacity(official.rows.len());
    for (official_row, positions) in official.rows.iter().zip(&positions) {
        let chosen = match keep {
            Keep::First => positions.first(),
            Keep::Last => positions.last(),
        };
        let chosen = chosen.and_then(|position| {
            let (file_idx, row) = rows.get_mut(*position)?;
            let row = row.take()?;
            Some((
                Place {
                    file_idx: *file_idx,
                    line: row.line,
                },
                row,
            ))
        });
        let Some((place, row)) = chosen else {
            report.missing.push(official_row.id.clone());
            predictions.push(None);
            continue;
        };
        compare_row(task, official_row, &row, place, &mut report);
        predictions.push(prediction(task, row, place, &official_row.id, &mut report));
    }
    let is_by_order = report.alignment == Alignment::ByOrder;
    let any = predictions.iter().any(Option::is_some);
    let task_id = task.id.clone();
    (
        any.then_some(TaskPredictions {
            task_id,
            predictions,
            is_by_order,
        }),
        report,
    )
}

fn empty_report(task: &Task, source: TaskSource) -> TaskReport {
    TaskReport {
        task_id: task.id.clone(),
        source,
        alignment: Alignment::ById,
        n_rows: 0,
        n_read: 0,
        n_matched: 0,
        n_null: 0,
        n_failed: 0,
        n_empty: 0,
        n_wrong_type: 0,
        missing: Vec::new(),
        extra: Vec::new(),
        duplicates: Vec::new(),
        loose_ids: Vec::new(),
        n_gold_checked: 0,
        gold_conflicts: Vec::new(),
        n_prompt_checked: 0,
        prompt_conflicts: Vec::new(),
        n_replies: 0,
        n_label_named: 0,
        refusal: None,
    }
}

/// Why the rows must not be scored as this task's.
fn refuse<'d>(
    task: &Task,
    (official, index): (&TaskData, &IdIndex<'_>),
    rows: &[(usize, RawRow<'_>)],
    (is_seahelm, is_named): (bool, bool),
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
) -> Option<Refusal> {
    let has_ids = rows.iter().any(|(_, row)| row.id.is_some());
    if has_ids && is_shifted(index, rows) {
        return Some(Refusal::ShiftedIds);
    }
    let compare_with = |task: &Task, data: &TaskData, index: &IdIndex<'_>| {
        compare(task, data, index, rows.iter().map(|(_, row)| row))
    };
    let fit = compare_with(task, official, index);
    // The other tasks are looked at only when something is odd; it costs as much again for each.
    let others = || -> Vec<Fit> {
        let others = suite.tasks.iter().filter(|other| other.id != task.id);
        others
            .filter_map(|other| {
                let data = data(&other.id)?;
                Some(compare_with(other, data, &IdIndex::new(&data.rows)))
            })
            .collect()
    };
    if fit.is_odd(is_seahelm)
        && let Some(why) = fit.misfit(is_seahelm, &others())
        // A model may well answer with words of another task; who names the task knows better.
        && !(why == Misfit::Answers && is_named)
    {
        let readable: Vec<&RawRow<'_>> = rows
            .iter()
            .map(|(_, row)| row)
            .filter(|row| row.value != Value::Unread)
            .collect();
        let mut candidates = candidates(suite, data, &readable);
        candidates.retain(|candidate| *candidate != task.id);
        return Some(Refusal::OtherTask { why, candidates });
    }
    let (found, expected) = (rows.len(), official.rows.len());
    if has_ids {
        None
    } else if found != expected {
        Some(Refusal::CountDiffers { found, expected })
    } else {
        is_permuted(task, official, rows).then_some(Refusal::OtherOrder)
    }
}

/// Whether rows without ids bring the right answers of the task, all of them and no others, but in
/// another order.
fn is_permuted(task: &Task, official: &TaskData, rows: &[(usize, RawRow<'_>)]) -> bool {
    let written = |(_, row): &(usize, RawRow<'_>)| {
        let gold = row.gold.as_deref()?.trim();
        Some(match read_label(task, gold) {
            Some(found) => found.class.to_string(),
            None => gold.to_owned(),
        })
    };
    let ours = official.rows.iter().map(|row| match &row.gold {
        Gold::Class(class) => class.to_string(),
        Gold::Text(text) => text.trim().to_owned(),
    });
    let Some(mut theirs) = rows.iter().map(written).collect::<Option<Vec<String>>>() else {
        return false;
    };
    let mut ours: Vec<String> = ours.collect();
    if theirs == ours {
        return false;
    }
    theirs.sort_unstable();
    ours.sort_unstable();
    theirs == ours
}

/// Fewest rows that show that ids are positions.
const MIN_SHIFTED: usize = 3;

/// Whether ids are 0, 1, 2, … without a gap where the task's begin at 1: a position was written for
/// an id. Gold that is ours proves otherwise.
fn is_shifted(index: &IdIndex<'_>, rows: &[(usize, RawRow<'_>)]) -> bool {
    if index.find("0").is_some() || index.find("1").is_none() {
        return false;
    }
    let ids: Option<BTreeSet<usize>> = rows
        .iter()
        .filter_map(|(_, row)| row.id.as_deref())
        .map(|id| integer_text(id.trim())?.parse().ok())
        .collect();
    ids.is_some_and(|ids| ids.len() >= MIN_SHIFTED && ids.iter().copied().eq(0..ids.len()))
}

/// For each official row, the rows of the files with its id.
fn by_id(
    (official, index): (&TaskData, &IdIndex<'_>),
    rows: &[(usize, RawRow<'_>)],
    report: &mut TaskReport,
) -> Vec<Vec<usize>> {
    let mut positions: Vec<Vec<usize>> = vec![Vec::new(); official.rows.len()];
    let found: Vec<Option<(usize, Closeness)>> = rows
        .iter()
        .map(|(_, row)| index.find(row.id.as_deref()?))
        .collect();
    // Zeros in front are forgiven only where nothing closer lays claim to the row.
    let claimed: BTreeSet<usize> = found
        .iter()
        .flatten()
        .filter(|(_, closeness)| *closeness != Closeness::LeadingZeros)
        .map(|(row_idx, _)| *row_idx)
        .collect();
    for (position, ((file_idx, row), found)) in rows.iter().zip(found).enumerate() {
        let Some(id) = row.id.as_deref() else {
            continue;
        };
        let taken = found.filter(|(row_idx, closeness)| {
            *closeness != Closeness::LeadingZeros || !claimed.contains(row_idx)
        });
        // A row that was damaged keeps its place in order, but has no say by id.
        if row.value == Value::Unread {
            continue;
        }
        let Some((row_idx, closeness)) = taken else {
            let place = Place {
                file_idx: *file_idx,
                line: row.line,
            };
            report.extra.push(ExtraId {
                id: excerpt(id),
                place,
            });
            continue;
        };
        if closeness != Closeness::Exact {
            let official = official
                .rows
                .get(row_idx)
                .map(|row| row.id.clone())
                .unwrap_or_default();
            report.loose_ids.push(LooseId {
                written: id.to_owned(),
                official,
                closeness,
            });
        }
        if let Some(positions) = positions.get_mut(row_idx) {
            positions.push(position);
        }
    }
    for (official_row, positions) in official.rows.iter().zip(&positions) {
        if positions.len() > 1 {
            let same: Vec<&(usize, RawRow<'_>)> = positions
                .iter()
                .filter_map(|position| rows.get(*position))
                .collect();
            report.duplicates.push(duplicate(&official_row.id, &same));
        }
    }
    positions
}

fn duplicate(id: &str, rows: &[&(usize, RawRow<'_>)]) -> Duplicate {
    let begin = |value: &Value<'_>| match value {
        Value::Text(text) => excerpt(text),
        _ => String::new(),
    };
    let value = |(file_idx, row): &&(usize, RawRow<'_>)| {
        (
            Place {
                file_idx: *file_idx,
                line: row.line,
            },
            begin(&row.value),
        )
    };
    let is_identical = rows.windows(2).all(|pair| match pair {
        [(_, one), (_, other)] => one.value == other.value,
        _ => true,
    });
    Duplicate {
        id: id.to_owned(),
        values: rows.iter().map(value).collect(),
        is_identical,
    }
}

/// Compares what the file says of the row with the official row.
fn compare_row(
    task: &Task,
    official: &crate::suite::Row,
    row: &RawRow<'_>,
    place: Place,
    report: &mut TaskReport,
) {
    if let Some(written) = row.gold.as_deref() {
        let agrees = agrees(task, official, written);
        report.n_gold_checked += 1;
        if agrees != Some(true) {
            report.gold_conflicts.push(GoldConflict {
                id: official.id.clone(),
                place,
                theirs: excerpt(written),
                ours: excerpt(&shown(task, official)),
            });
        }
    }
    if let Some(prompts) = &row.prompts {
        report.n_prompt_checked += 1;
        if !prompts.agree(official) {
            report.prompt_conflicts.push((official.id.clone(), place));
        }
    }
}

/// The prediction of a row, counted; `None` when the row has none that can be used.
fn prediction(
    task: &Task,
    row: RawRow<'_>,
    place: Place,
    official_id: &str,
    report: &mut TaskReport,
) -> Option<Prediction> {
    let (text, is_null) = match row.value {
        Value::Null => (String::new(), true),
        Value::Text(text) => (text.into_owned(), false),
        Value::WrongType => {
            report.n_wrong_type += 1;
            return None;
        }
        Value::Unread => {
            report.missing.push(official_id.to_owned());
            return None;
        }
    };
    report.n_matched += 1;
    if task.is_classification() && !text.trim().is_empty() {
        report.n_replies += 1;
        report.n_label_named += usize::from(names_a_label(task, &text));
    }
    let prediction = Prediction {
        text,
        is_null,
        reasoning: row.reasoning.map(Cow::into_owned),
        finish_reason: row.finish_reason.map(Cow::into_owned),
        error: row.error.map(Cow::into_owned),
        status: row.status,
        model: row.model.map(Cow::into_owned),
        place,
        theirs: row
            .cleaned
            .as_deref()
            .map(|cleaned| their_reading(task, cleaned)),
        judged: None,
        external: row.external,
    };
    if prediction.failure().is_some() {
        report.n_failed += 1;
    } else if is_null {
        report.n_null += 1;
    } else if prediction.text.is_empty() {
        report.n_empty += 1;
    }
    Some(prediction)
}
