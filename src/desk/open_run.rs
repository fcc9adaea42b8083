//! A run that is open: its record, and what was read and counted of each row so far.
//!
//! Each reply is read and counted once. A row that is replaced, or whose data comes in later, is
//! read and counted again; nothing else is.

use std::collections::BTreeMap;

use crate::answer::{Reading, ReadingRule, read_reply};
use crate::desk::protocol::Failure;
use crate::desk::view::Remark;
use crate::provider::Outcome;
use crate::record::json::{ReadRecord, RowExtras, ScoreLine};
use crate::record::{Record, RecordHead, RecordRow};
use crate::score::interval::{interval, interval_metric};
use crate::score::row::{RowCounts, count_row};
use crate::score::task::{Scope, score_counts};
use crate::score::{OutcomePolicy, RowInput, TaskScore};
use crate::suite::{DataKind, Gold, Row, Suite, Task, TaskData};

/// At most so many ids stand in a remark.
const MAX_NAMED: usize = 20;

/// An open run.
#[derive(Clone, Debug)]
pub struct OpenRun {
    /// The run itself; its rows in the order they came.
    pub record: Record,
    /// Its tasks in the suite's order.
    pub tasks: Vec<OpenTask>,
    /// What was found wrong when it was opened.
    opened_with: Vec<Remark>,
    /// Numbers that stood in the file, and the policy they were made under.
    stored: Option<(OutcomePolicy, Vec<ScoreLine>)>,
}

/// A task of an open run.
#[derive(Clone, Debug)]
pub struct OpenTask {
    /// Task id.
    pub task_id: String,
    /// Rows the task has, of the run's kind of data.
    pub n_all: usize,
    /// The chosen rows, in file order.
    pub slots: Vec<Slot>,
    /// Everything a search looks at in each of them, in lower case; made at the first search.
    pub haystacks: Vec<Option<String>>,
    /// Whether an answered row has no gold yet, because the data is not loaded.
    is_blind: bool,
    /// What differs between the record and the loaded data.
    remarks: Vec<Remark>,
    is_counted: bool,
    scored: Vec<(OutcomePolicy, Scored)>,
}

/// A chosen row of an open run.
#[derive(Clone, Debug, Default)]
pub struct Slot {
    /// Position in the record's rows; `None` while the row was not asked.
    pub record_idx: Option<usize>,
    /// What the record itself says about the row in the data file.
    pub own: Option<Box<OwnRow>>,
    /// Both readings of the reply, where there is one.
    pub reading: Option<Reading>,
    /// What the row adds to the scores; `None` while its gold is not known.
    pub counts: Option<RowCounts>,
}

/// The row of the data file as far as an exported record tells.
#[derive(Clone, Debug)]
pub struct OwnRow {
    /// Id and gold; no fields.
    pub row: Row,
    /// What was sent, as one text.
    pub prompt: Option<String>,
}

/// A task's numbers under one policy.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The numbers.
    pub score: TaskScore,
    /// 95 % interval of the first paper metric that is there, 0 to 100.
    pub interval: Option<(f64, f64)>,
}

/// Where rows are looked up: the loaded data of the run's kind, by task.
pub type Data<'a> = &'a dyn Fn(&str) -> Option<&'a TaskData>;

impl OpenRun {
    /// Opens a run from a record, which may bring its own golds and prompts.
    pub fn from_file(suite: &Suite, suite_sha256: &str, read: ReadRecord, data: Data<'_>) -> Self {
        let ReadRecord {
            record: Record { head, rows },
            extras,
            complaints,
        } = read;
        let opened_with = remarks_on(suite, suite_sha256, &head, complaints.len(), data);
        let tasks = suite.tasks.iter().filter_map(|task| {
            let pick = head.tasks.iter().find(|pick| pick.task_id == task.id)?;
            // The suite says how many rows there are, not the record: it may come from anywhere.
            let n_all = data(&task.id).map_or(task.test_file.rows, |data| data.rows.len());
            let n_chosen = pick.n_rows.min(n_all);
            Some(OpenTask {
                task_id: task.id.clone(),
                n_all,
                slots: vec![Slot::default(); n_chosen],
                haystacks: vec![None; n_chosen],
                is_blind: false,
                remarks: Vec::new(),
                is_counted: false,
                scored: Vec::new(),
            })
        });
        let tasks = tasks.collect();
        let stored = extras
            .signature
            .as_deref()
            .and_then(policy_of)
            .map(|policy| (policy, extras.scores));
        let mut run = Self {
            record: Record {
                head,
                rows: Vec::with_capacity(rows.len()),
            },
            tasks,
            opened_with,
            stored,
        };
        let mut row_extras = extras.rows.into_iter();
        for row in rows {
            let extras = row_extras.next().unwrap_or_default();
            run.add_row(suite, row, extras);
        }
        run
    }

    /// Adds rows as they come in; a later row for the same place replaces the earlier.
    pub fn add_rows(&mut self, suite: &Suite, rows: Vec<RecordRow>) {
        for row in rows {
            self.add_row(suite, row, RowExtras::default());
        }
    }

    fn add_row(&mut self, suite: &Suite, row: RecordRow, extras: RowExtras) {
        let mut tasks = self.tasks.iter_mut();
        let Some(open_task) = tasks.find(|task| task.task_id == row.task_id) else {
            return;
        };
        let row_idx = row.row_idx;
        let Some(slot) = open_task.slots.get_mut(row_idx) else {
            return;
        };
        let own = suite
            .task(&row.task_id)
            .and_then(|task| OwnRow::new(task, &row.row_id, extras))
            .or_else(|| slot.own.take().map(|own| *own));
        let record_idx = if let Some(idx) = slot.record_idx
            && let Some(place) = self.record.rows.get_mut(idx)
        {
            *place = row;
            idx
        } else {
            self.record.rows.push(row);
            self.record.rows.len() - 1
        };
        *slot = Slot {
            record_idx: Some(record_idx),
            own: own.map(Box::new),
            ..Slot::default()
        };
        if let Some(haystack) = open_task.haystacks.get_mut(row_idx) {
            *haystack = None;
        }
        open_task.is_counted = false;
        open_task.scored.clear();
    }

    /// Counts a task anew, because its rows were loaded meanwhile. Readings stay.
    pub fn recount(&mut self, task_id: &str) {
        let mut tasks = self.tasks.iter_mut();
        if let Some(open_task) = tasks.find(|task| task.task_id == task_id) {
            for slot in &mut open_task.slots {
                slot.counts = None;
            }
            open_task.haystacks.fill(None);
            open_task.is_counted = false;
            open_task.scored.clear();
        }
    }

    /// Whether another head is about the same rows, read in the same way.
    pub fn is_same_work(&self, head: &RecordHead) -> bool {
        let ours = &self.record.head;
        ours.tasks == head.tasks
            && ours.settings == head.settings
            && ours.data_kind == head.data_kind
    }

    /// How the replies of this run are read.
    pub fn rule(&self) -> ReadingRule {
        let settings = &self.record.head.settings;
        ReadingRule {
            profile: settings.profile,
            language: settings.language,
            thinking: settings.thinking,
        }
    }

    /// Reads and counts every row that is new.
    ///
    /// [`Failure::NotLoaded`] when a reply cannot be scored because its row is not loaded and the
    /// record does not bring the right answer.
    pub fn count(&mut self, suite: &Suite, data: Data<'_>) -> Result<(), Failure> {
        let rule = self.rule();
        for open_task in &mut self.tasks {
            if open_task.is_counted {
                continue;
            }
            if let Some(task) = suite.task(&open_task.task_id) {
                open_task.count(task, rule, &self.record.rows, data(&task.id));
            }
        }
        match self.tasks.iter().find(|task| task.is_blind) {
            Some(blind) => Err(Failure::NotLoaded {
                task_id: blind.task_id.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The numbers of each task under a policy, in the suite's order. Call [`Self::count`] before.
    pub fn score(&mut self, suite: &Suite, policy: OutcomePolicy) -> Vec<&Scored> {
        let kind = self.record.head.data_kind;
        let mut all = Vec::with_capacity(self.tasks.len());
        for open_task in &mut self.tasks {
            let Some(task) = suite.task(&open_task.task_id) else {
                continue;
            };
            let idx = open_task.scored.iter().position(|(of, _)| *of == policy);
            let idx = idx.unwrap_or_else(|| {
                let scope = Scope {
                    n_rows: open_task.n_all,
                    kind,
                };
                let scored = open_task.score(task, scope, policy);
                open_task.scored.push((policy, scored));
                open_task.scored.len() - 1
            });
            all.extend(open_task.scored.get(idx).map(|(_, scored)| scored));
        }
        all
    }

    /// What a reader must know besides the record's own notes, after [`Self::score`].
    pub fn remarks(&self, policy: OutcomePolicy) -> Vec<Remark> {
        let mut remarks = self.opened_with.clone();
        for open_task in &self.tasks {
            remarks.extend(open_task.remarks.iter().cloned());
        }
        if let Some((stored_policy, lines)) = &self.stored
            && *stored_policy == policy
        {
            remarks.extend(
                lines
                    .iter()
                    .filter_map(|line| self.other_score(policy, line)),
            );
        }
        remarks
    }

    /// A stored number that we do not get.
    fn other_score(&self, policy: OutcomePolicy, line: &ScoreLine) -> Option<Remark> {
        let open_task = self
            .tasks
            .iter()
            .find(|task| task.task_id == line.task_id)?;
        let mut results = open_task.scored.iter();
        let (_, result) = results.find(|(of, _)| *of == policy)?;
        let mut metrics = result.score.metrics.iter();
        let ours = metrics.find(|value| value.metric.id() == line.metric)?;
        let (stored, ours) = (line.value?, ours.value.ok()?);
        ((stored - ours).abs() > 1e-9 || stored.is_nan()).then(|| Remark::OtherScore {
            task_id: line.task_id.clone(),
            metric: line.metric.clone(),
            stored,
            ours,
        })
    }
}

impl OpenTask {
    fn count(
        &mut self,
        task: &Task,
        rule: ReadingRule,
        record_rows: &[RecordRow],
        data: Option<&TaskData>,
    ) {
        let mut is_blind = false;
        let mut other_ids = Vec::new();
        let mut other_golds = Vec::new();
        let mut is_own = false;
        for (row_idx, slot) in self.slots.iter_mut().enumerate() {
            let Some(reply) = slot.record_idx.and_then(|idx| record_rows.get(idx)) else {
                slot.counts = Some(RowCounts::not_asked());
                continue;
            };
            let data_row = data.and_then(|data| data.rows.get(row_idx));
            let same_row = data_row.filter(|row| row.id == reply.row_id);
            if data_row.is_some() && same_row.is_none() {
                other_ids.push(reply.row_id.clone());
            }
            let own_row = slot.own.as_deref().map(|own| &own.row);
            if let (Some(row), Some(own_row)) = (same_row, own_row)
                && row.gold != own_row.gold
            {
                other_golds.push(reply.row_id.clone());
            }
            is_own |= same_row.is_none() && own_row.is_some();
            if slot.counts.is_some() {
                continue;
            }
            if slot.reading.is_none() && reply.outcome.has_text() {
                slot.reading = Some(read_reply(task, rule, &reply.text));
            }
            let outcome = &reply.outcome;
            let reading = slot.reading.as_ref();
            match same_row.or(own_row) {
                Some(row) => {
                    let input = RowInput {
                        row,
                        outcome,
                        reading,
                    };
                    slot.counts = Some(count_row(task, input));
                }
                None if *outcome == Outcome::NotAsked || data_row.is_some() => {
                    slot.counts = Some(RowCounts::not_asked());
                }
                None => is_blind = true,
            }
        }
        self.is_blind = is_blind;
        self.is_counted = true;
        let named = |ids: Vec<String>| (ids.len(), ids.into_iter().take(MAX_NAMED).collect());
        let task_id = || self.task_id.clone();
        self.remarks.clear();
        if !other_ids.is_empty() {
            let (n_rows, row_ids) = named(other_ids);
            self.remarks.push(Remark::OtherRows {
                task_id: task_id(),
                n_rows,
                row_ids,
            });
        }
        if !other_golds.is_empty() {
            let (n_rows, row_ids) = named(other_golds);
            self.remarks.push(Remark::OtherGold {
                task_id: task_id(),
                n_rows,
                row_ids,
            });
        }
        if is_own {
            self.remarks
                .push(Remark::ScoredFromRecord { task_id: task_id() });
        }
    }

    fn score(&self, task: &Task, within: Scope, policy: OutcomePolicy) -> Scored {
        let counts: Vec<&RowCounts> = self
            .slots
            .iter()
            .filter_map(|slot| slot.counts.as_ref())
            .collect();
        let score = score_counts(task, within, &counts, policy);
        let metric = interval_metric(task, &score);
        Scored {
            interval: metric.and_then(|metric| interval(task, metric, &counts, policy)),
            score,
        }
    }
}

impl OwnRow {
    /// `None` when the record does not say the right answer, or says one the task does not have.
    fn new(task: &Task, row_id: &str, extras: RowExtras) -> Option<Self> {
        let gold = extras.gold?;
        let gold = if task.is_classification() {
            let is_it = |answer: &str| answer == gold;
            let mut labels = task.labels.iter();
            Gold::Class(labels.position(|label| is_it(&label.answer) || is_it(&label.english))?)
        } else {
            Gold::Text(gold)
        };
        Some(Self {
            row: Row {
                id: row_id.to_owned(),
                gold,
                fields: BTreeMap::new(),
                metadata: BTreeMap::new(),
            },
            prompt: extras.prompt,
        })
    }
}

/// What is wrong with a record before a row of it is looked at.
fn remarks_on(
    suite: &Suite,
    suite_sha256: &str,
    head: &RecordHead,
    n_left_out: usize,
    data: Data<'_>,
) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if head.suite_sha256 != suite_sha256 {
        remarks.push(Remark::OtherSuite);
    }
    for pick in &head.tasks {
        let task_id = pick.task_id.clone();
        let Some(task) = suite.task(&task_id) else {
            remarks.push(Remark::UnknownTask { task_id });
            continue;
        };
        let loaded = data(&task_id).map(|data| &data.sha256);
        let ours = match head.data_kind {
            DataKind::Official => loaded.unwrap_or(&task.test_file.sha256),
            DataKind::Sample => loaded.unwrap_or(&task_id),
        };
        let is_other = |theirs: &String| theirs != ours;
        if head.data_sha256.get(&task_id).is_some_and(is_other) {
            remarks.push(Remark::OtherData { task_id });
        }
    }
    if n_left_out > 0 {
        remarks.push(Remark::RowsLeftOut { n_rows: n_left_out });
    }
    remarks
}

/// The row of a slot: the loaded one if it is the one that was answered, else the record's own.
pub fn row_of<'a>(
    slot: &'a Slot,
    row_idx: usize,
    reply: Option<&RecordRow>,
    data: Option<&'a TaskData>,
) -> Option<&'a Row> {
    let loaded = data.and_then(|data| data.rows.get(row_idx));
    loaded
        .filter(|row| reply.is_none_or(|reply| reply.row_id == row.id))
        .or_else(|| slot.own.as_deref().map(|own| &own.row))
}

/// The policy in a signature's line.
fn policy_of(signature: &str) -> Option<OutcomePolicy> {
    let mut fields = signature.split('|');
    match fields.find_map(|field| field.strip_prefix("policy:"))? {
        "parity" => Some(OutcomePolicy::Parity),
        "strict" => Some(OutcomePolicy::Strict),
        _ => None,
    }
}
