//! Files of scores into a column of a run. Takes a line only if it is about a row of the run and
//! about the answer that this row has now.

use std::collections::{BTreeMap, BTreeSet};

use crate::desk::Desk;
use crate::desk::external::{Joining, ScoringRow, scoring_rows};
use crate::desk::protocol::Failure;
use crate::desk::view::{JoinFault, JoinProblem, JoinView};
use crate::intake::external::{NoScore, ScoredLine, read_scored};
use crate::record::RecordHead;
use crate::record::external::{
    ExternalColumn, ExternalValue, METRICX, Program, Source, file_sha256, is_in_range, text_digest,
};
use crate::suite::Suite;

/// Lines that a problem names; the rest are counted.
const MAX_LINES: usize = 20;

/// Faults by what they are, each with its lines.
#[derive(Default)]
struct Faults(BTreeMap<JoinFault, Vec<usize>>);

impl Faults {
    fn add(&mut self, fault: JoinFault, line: usize) {
        self.0.entry(fault).or_default().push(line);
    }

    fn of_file(&mut self, fault: JoinFault) {
        self.0.entry(fault).or_default();
    }

    /// Whether any of them keeps the whole file out.
    fn refuse(&self) -> bool {
        let is_of_line =
            |fault: &JoinFault| matches!(fault, JoinFault::UnknownId | JoinFault::OtherText);
        !self.0.keys().all(is_of_line)
    }

    fn into_problems(self) -> Vec<JoinProblem> {
        let problems = self.0.into_iter();
        problems
            .map(|(fault, lines)| JoinProblem {
                fault,
                n_lines: lines.len(),
                lines: lines.into_iter().take(MAX_LINES).collect(),
            })
            .collect()
    }
}

impl Desk {
    /// Reads a file of scores, or what a server sent, for an open run. Changes nothing: store the
    /// head that is given, if one is, and then set it.
    ///
    /// [`Failure::NotLoaded`] as for the rows that are scored.
    pub fn join_scores(
        &mut self,
        joining: &Joining,
        source: &str,
        bytes: &[u8],
    ) -> Result<(JoinView, Option<RecordHead>), Failure> {
        let of = &joining.of;
        self.with_run(&of.run_id, |suite, run, data| {
            let rows = scoring_rows(suite, run, of, data)?;
            let maker = joining.maker();
            let mut head = run.record.head.clone();
            let name = joining.name.trim();
            let is_ours =
                |column: &ExternalColumn| column.name == name && column.task_id == of.task_id;
            let place = head.external.iter().position(is_ours);
            let mut column = match place {
                Some(place) => head.external.remove(place),
                None => ExternalColumn {
                    name: name.to_owned(),
                    task_id: of.task_id.clone(),
                    maker: maker.clone(),
                    sources: Vec::new(),
                    values: BTreeMap::new(),
                },
            };
            let mut faults = Faults::default();
            if column.maker != maker {
                faults.of_file(JoinFault::OtherMaker);
            }
            let found = if let Some(lines) = read_scored(bytes, Some(name)) {
                find_rows(suite, &of.task_id, name, &rows, &lines, &mut faults)
            } else {
                faults.of_file(JoinFault::Unreadable);
                BTreeMap::new()
            };
            let values = fitting_values(&rows, found, &column, &mut faults);
            let is_refused = faults.refuse() || values.is_empty();
            let n_joined = if is_refused { 0 } else { values.len() };
            if !is_refused {
                column.values.extend(values);
                let source = Source {
                    name: source.to_owned(),
                    sha256: (maker.program != Program::Endpoint).then(|| file_sha256(bytes)),
                };
                if !column.sources.contains(&source) {
                    column.sources.push(source);
                }
            }
            let is_there =
                |row: &&ScoringRow| column.fitting(row.row_idx, &row.hypothesis).is_some();
            let view = JoinView {
                source: source.to_owned(),
                task_id: of.task_id.clone(),
                name: name.to_owned(),
                n_joined,
                n_there: rows.iter().filter(is_there).count(),
                n_rows: rows.len(),
                problems: faults.into_problems(),
                is_refused,
            };
            head.external
                .insert(place.unwrap_or(head.external.len()), column);
            Ok((view, (!is_refused).then_some(head)))
        })
    }
}

/// Scores by position among `rows`, with the line each stands on.
fn find_rows(
    suite: &Suite,
    task_id: &str,
    name: &str,
    rows: &[ScoringRow],
    lines: &[ScoredLine],
    faults: &mut Faults,
) -> BTreeMap<usize, (f64, usize)> {
    let is_by_order = lines.iter().all(|line| line.id.is_none());
    if is_by_order && lines.len() != rows.len() {
        faults.of_file(JoinFault::OtherCount {
            n_lines: lines.len(),
            n_rows: rows.len(),
        });
        return BTreeMap::new();
    }
    let ids = Ids::new(task_id, rows);
    let mut found: BTreeMap<usize, (f64, usize)> = BTreeMap::new();
    for (position, line) in lines.iter().enumerate() {
        let Some(score) = score_of(name, line, faults) else {
            continue;
        };
        let place = if is_by_order {
            Some(position)
        } else {
            let id = line.id.as_deref().unwrap_or_default();
            if let Some(other) = other_task(suite, task_id, id) {
                faults.add(JoinFault::OtherTask { task_id: other }, line.line);
                continue;
            }
            ids.place(id)
        };
        let Some((place, row)) = place.and_then(|place| Some((place, rows.get(place)?))) else {
            faults.add(JoinFault::UnknownId, line.line);
            continue;
        };
        if is_by_order && line.hypothesis.is_none() && line.prompt.is_none() {
            faults.add(JoinFault::NoIds, line.line);
        } else if is_other_text(line, row) {
            faults.add(JoinFault::OtherText, line.line);
        } else if let Some((before, _)) = found.get(&place) {
            if before.to_bits() != score.to_bits() {
                faults.add(JoinFault::TwoValues, line.line);
            }
        } else {
            found.insert(place, (score, line.line));
        }
    }
    // The order says nothing any more once one text is another's.
    if is_by_order && faults.0.contains_key(&JoinFault::OtherText) {
        found.clear();
    }
    found
}

fn score_of(name: &str, line: &ScoredLine, faults: &mut Faults) -> Option<f64> {
    let fault = match line.score {
        Some(Ok(score)) if is_in_range(name, score) => return Some(score),
        Some(Ok(score)) if score.is_finite() && name == METRICX => JoinFault::OutOfRange,
        Some(Ok(_) | Err(NoScore::NotFinite)) => JoinFault::NotFinite,
        Some(Err(NoScore::Unreadable)) => JoinFault::Unreadable,
        Some(Err(NoScore::NotANumber)) | None => JoinFault::NoNumber,
    };
    faults.add(fault, line.line);
    None
}

/// What rows are called in files: our ids, and those of the data where each is one row's.
struct Ids(BTreeMap<String, usize>);

impl Ids {
    fn new(task_id: &str, rows: &[ScoringRow]) -> Self {
        let mut ids: BTreeMap<String, usize> = BTreeMap::new();
        let mut twice = BTreeSet::new();
        for (place, row) in rows.iter().enumerate() {
            if ids.insert(row.row_id.clone(), place).is_some() {
                twice.insert(row.row_id.clone());
            }
        }
        ids.retain(|id, _| !twice.contains(id));
        let ours = rows.iter().enumerate();
        ids.extend(ours.map(|(place, row)| (row.id(task_id), place)));
        Self(ids)
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.0.get(id).copied()
    }
}

/// The task that an id of ours names, if it is another one.
fn other_task(suite: &Suite, task_id: &str, id: &str) -> Option<String> {
    let (before, _) = id.rsplit_once(':')?;
    let mut tasks = suite.tasks.iter();
    let named = tasks.find(|task| task.id.to_lowercase() == before)?;
    (named.id != task_id).then(|| named.id.clone())
}

/// Whether any text of the line is not the row's.
fn is_other_text(line: &ScoredLine, row: &ScoringRow) -> bool {
    let is_other = |theirs: &Option<String>, ours: &str| {
        theirs.as_deref().is_some_and(|theirs| theirs != ours)
    };
    is_other(&line.source, &row.source)
        || is_other(&line.hypothesis, &row.hypothesis)
        || is_other(&line.reference, &row.reference)
        || (line.prompt.is_some() && is_other(&line.prompt, &row.prompt()))
}

/// The scores as values, by row; none that says something else than what was joined before.
fn fitting_values(
    rows: &[ScoringRow],
    found: BTreeMap<usize, (f64, usize)>,
    column: &ExternalColumn,
    faults: &mut Faults,
) -> BTreeMap<usize, ExternalValue> {
    let mut values = BTreeMap::new();
    for (place, (score, line)) in found {
        let Some(row) = rows.get(place) else { continue };
        let before = column.fitting(row.row_idx, &row.hypothesis);
        if before.is_some_and(|before| before.to_bits() != score.to_bits()) {
            faults.add(JoinFault::OtherValue, line);
            continue;
        }
        let text_digest = text_digest(&row.hypothesis);
        values.insert(row.row_idx, ExternalValue { score, text_digest });
    }
    values
}
