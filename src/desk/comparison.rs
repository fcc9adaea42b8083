//! Two open runs side by side: their numbers on common rows, and the rows themselves.

use std::collections::BTreeMap;

use crate::desk::answers::shortened;
use crate::desk::open_run::{Data, OpenRun};
use crate::desk::open_task::OpenTask;
use crate::desk::place::Place;
use crate::desk::protocol::{ChangeFilter, ComparedQuery};
use crate::desk::results::{n_done, own_policy, run_card};
use crate::desk::rows::row_view;
use crate::desk::view::RowsPage;
use crate::desk::view::comparison::{
    ChangeCounts, ComparedRow, ComparedSide, ComparisonView, Contrast, NumberComparison,
    TaskComparison,
};
use crate::record::Record;
use crate::score::OutcomePolicy;
use crate::score::difference::{Change, TaskDifference, difference};
use crate::score::interval::Resampler;
use crate::score::row::RowCounts;
use crate::stats::paired::holm;
use crate::suite::{Suite, Task};
use crate::text;

/// Two runs, the baseline first; both [counted](OpenRun::count).
pub type Both<'a> = [&'a OpenRun; 2];

/// Compares two runs on the rows that both have. Both must be counted.
pub fn comparison(suite: &Suite, runs: Both<'_>, policy: OutcomePolicy) -> ComparisonView {
    let mut resampler = Resampler::default();
    let mut tasks = Vec::new();
    let mut only_in = [Vec::new(), Vec::new()];
    for task in &suite.tasks {
        match runs.map(|run| task_of(run, task)) {
            [Some(first), Some(second)] => {
                tasks.push(task_comparison(
                    task,
                    runs,
                    [first, second],
                    policy,
                    &mut resampler,
                ));
            }
            [first, second] => {
                for (only, of) in only_in.iter_mut().zip([first, second]) {
                    only.extend(of.map(|of| of.task_id.clone()));
                }
            }
        }
    }
    let n_tests = correct(&mut tasks);
    ComparisonView {
        runs: runs.map(|run| run_card(&run.record.head, n_done(&run.record.rows))),
        policy,
        contrasts: contrasts(&runs[0].record, &runs[1].record),
        tasks,
        only_in,
        n_tests,
    }
}

fn task_of<'a>(run: &'a OpenRun, task: &Task) -> Option<&'a OpenTask> {
    run.tasks
        .iter()
        .find(|open_task| open_task.task_id == task.id)
}

/// Positions in both tasks of the rows that are the same row: by id, which a row that was not
/// asked has not.
fn common(runs: Both<'_>, tasks: [&OpenTask; 2]) -> Vec<(usize, usize)> {
    let [first, second] = [0, 1].map(|side: usize| ids(&runs[side].record, tasks[side]));
    // Nearly always a row stands at the same place in both.
    let mut by_id: Option<BTreeMap<&str, usize>> = None;
    let mut pairs = Vec::with_capacity(first.len());
    for (idx, id) in first.iter().enumerate() {
        let Some(id) = id else { continue };
        if second.get(idx) == Some(&Some(*id)) {
            pairs.push((idx, idx));
            continue;
        }
        let by_id = by_id.get_or_insert_with(|| {
            let known = second.iter().enumerate();
            known.filter_map(|(idx, id)| Some(((*id)?, idx))).collect()
        });
        pairs.extend(by_id.get(id).map(|other| (idx, *other)));
    }
    pairs
}

fn ids<'a>(record: &'a Record, task: &OpenTask) -> Vec<Option<&'a str>> {
    let slots = task.slots.iter();
    let id = |idx: usize| record.rows.get(idx).map(|row| row.row_id.as_str());
    slots.map(|slot| slot.record_idx.and_then(id)).collect()
}

fn task_comparison(
    task: &Task,
    runs: Both<'_>,
    tasks: [&OpenTask; 2],
    policy: OutcomePolicy,
    resampler: &mut Resampler,
) -> TaskComparison {
    let pairs = common(runs, tasks);
    let counts = |side: usize, idx: usize| tasks[side].slots.get(idx)?.counts.as_ref();
    let rows: Vec<(&RowCounts, &RowCounts)> = pairs
        .iter()
        .filter_map(|(first, second)| Some((counts(0, *first)?, counts(1, *second)?)))
        .collect();
    let TaskDifference {
        n_rows,
        differences,
        changes,
    } = difference(task, &rows, policy, resampler);
    let n_entering = |side: usize| {
        let slots = tasks[side].slots.iter();
        slots.filter(|slot| slot.enters(policy)).count()
    };
    let numbers = differences.iter().map(|number| NumberComparison {
        metric: number.metric,
        values: [number.baseline, number.system],
        interval: number.interval,
        is_identical: number.is_identical,
        bootstrap_p: number.bootstrap_p,
        randomization_p: number.randomization_p,
        corrected_p: None,
    });
    TaskComparison {
        task_id: task.id.clone(),
        n_rows,
        n_all: tasks[0].n_all.max(tasks[1].n_all),
        n_only: [0, 1].map(|side| n_entering(side).saturating_sub(n_rows)),
        numbers: numbers.collect(),
        changes: ChangeCounts {
            n_better: changes.n_better,
            n_worse: changes.n_worse,
            n_both_right: changes.n_both_right,
            n_same: changes.n_same,
        },
        mcnemar_p: changes.mcnemar_p,
        cohen_d: changes.cohen_d,
    }
}

/// Corrects the p of each task's main number for how many of them there are, and says that.
fn correct(tasks: &mut [TaskComparison]) -> usize {
    let mains = tasks.iter_mut().filter_map(|task| task.numbers.first_mut());
    let mut tested: Vec<&mut NumberComparison> =
        mains.filter(|number| !number.is_identical).collect();
    let p_values: Vec<f64> = tested.iter().map(|number| number.randomization_p).collect();
    for (number, p) in tested.iter_mut().zip(holm(&p_values)) {
        number.corrected_p = Some(p);
    }
    p_values.len()
}

/// How both count where nobody says how: as the reference, if one of them does.
pub fn common_policy(runs: Both<'_>) -> OutcomePolicy {
    let is_parity = runs.map(|run| own_policy(&run.record.head) == OutcomePolicy::Parity);
    if is_parity.contains(&true) {
        OutcomePolicy::Parity
    } else {
        OutcomePolicy::Strict
    }
}

fn contrasts(first: &Record, second: &Record) -> Vec<Contrast> {
    let (ours, theirs) = (&first.head.settings, &second.head.settings);
    let is_other_data = first.head.data_kind != second.head.data_kind
        || first.head.data_sha256.iter().any(|(task_id, sha256)| {
            let other = second.head.data_sha256.get(task_id);
            other.is_some_and(|other| other != sha256)
        });
    let is_upload = |record: &Record| run_card(&record.head, 0).is_upload;
    let is_any_upload = is_upload(first) || is_upload(second);
    [
        (ours.profile != theirs.profile, Contrast::Profile),
        // How somebody else asked is not known.
        (
            !is_any_upload && ours.shots != theirs.shots,
            Contrast::Shots,
        ),
        (ours.language != theirs.language, Contrast::Language),
        (ours.thinking != theirs.thinking, Contrast::Thinking),
        (is_other_data, Contrast::Data),
        (is_any_upload, Contrast::Origin),
    ]
    .into_iter()
    .filter_map(|(differs, contrast)| differs.then_some(contrast))
    .collect()
}

/// The common rows that match a query, and a window of them: where the runs differ, the largest
/// difference first; else in the order of the suite and its files. Both runs must be counted.
pub fn compared_page(
    suite: &Suite,
    runs: Both<'_>,
    query: &ComparedQuery,
    data: [Data<'_>; 2],
) -> RowsPage<ComparedRow> {
    let policy = query.policy.unwrap_or_else(|| common_policy(runs));
    let needle = text::lower(text::strip(&query.text));
    let mut n_rows = 0;
    let mut matching = Vec::new();
    for task in &suite.tasks {
        let [Some(first), Some(second)] = runs.map(|run| task_of(run, task)) else {
            continue;
        };
        let pairs = common(runs, [first, second]);
        n_rows += pairs.len();
        if query
            .task_id
            .as_ref()
            .is_some_and(|wanted| *wanted != task.id)
        {
            continue;
        }
        for pair in pairs {
            let places = [(first, pair.0), (second, pair.1)];
            let mut sides = [0, 1]
                .into_iter()
                .zip(places)
                .map(|(side, (open_task, idx))| {
                    let run = runs[side];
                    let slot = open_task.slots.get(idx)?;
                    let language = run.record.head.settings.language;
                    let data = data[side](&task.id);
                    Some(Place::new(
                        task,
                        language,
                        idx,
                        slot,
                        &run.record.rows,
                        data,
                    ))
                });
            let (Some(Some(first)), Some(Some(second))) = (sides.next(), sides.next()) else {
                continue;
            };
            let score = |place: &Place<'_>| place.score_under(policy);
            let scores = score(&first).zip(score(&second));
            let change = scores.map(|(first, second)| Change::of(first, second));
            if !query.filter.keeps(change) {
                continue;
            }
            if needle.is_empty() || holds(&first, &second, &needle) {
                let gap = scores.map_or(0.0, |(first, second)| (second - first).abs());
                matching.push((gap, [first, second], change));
            }
        }
    }
    if matches!(
        query.filter,
        ChangeFilter::Only(Change::Better | Change::Worse)
    ) {
        matching.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    }
    let window = matching.iter().skip(query.offset).take(query.limit);
    RowsPage {
        n_matching: matching.len(),
        n_rows,
        offset: query.offset,
        rows: window
            .map(|(_, places, change)| compared_row(places, *change, policy))
            .collect(),
    }
}

fn holds(first: &Place<'_>, second: &Place<'_>, needle: &str) -> bool {
    let has = |text: &str| text::lower(text).contains(needle);
    has(first.row_id())
        || [first, second].iter().any(|place| has(place.reply_text()))
        || first.gold().is_some_and(|gold| has(&gold))
        || first
            .row
            .is_some_and(|row| row.fields.values().any(|field| has(field)))
}

/// Longest preview and gold, in characters.
const MAX_CHARS: usize = 160;

fn compared_row(
    places: &[Place<'_>; 2],
    change: Option<Change>,
    policy: OutcomePolicy,
) -> ComparedRow {
    let [first, _] = places;
    let side = |place: &Place<'_>| {
        let row = row_view(place);
        ComparedSide {
            row_idx: place.row_idx,
            reply: row.reply,
            parity: row.parity,
            score: place.score_under(policy),
            verdict: row.verdict,
        }
    };
    ComparedRow {
        task_id: first.task.id.clone(),
        row_id: first.row_id().to_owned(),
        preview: shortened(first.first_field(), MAX_CHARS),
        gold: shortened(&first.gold().unwrap_or_default(), MAX_CHARS),
        change,
        sides: places.each_ref().map(side),
    }
}
