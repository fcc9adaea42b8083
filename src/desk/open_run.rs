//! A run that is open: its record, and what was read and counted of each row so far.
//!
//! Each reply is read and counted once. A row that is replaced, or whose data comes in later, is
//! read and counted again; nothing else is.

use crate::answer::ReadingRule;
use crate::desk::open_task::{OpenTask, OwnRow, Scored};
use crate::desk::protocol::Failure;
use crate::desk::view::Remark;
use crate::record::json::{ReadRecord, RowExtras, ScoreLine};
use crate::record::signature::{Signature, signature};
use crate::record::{Record, RecordHead, RecordRow};
use crate::score::OutcomePolicy;
use crate::score::interval::Resampler;
use crate::score::task::Scope;
use crate::suite::{DataKind, Suite, TaskData};

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
            Some(OpenTask::new(&task.id, n_all, pick.n_rows))
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
        let Some(slot) = open_task.slots.get(row_idx) else {
            return;
        };
        let task = suite.task(&row.task_id);
        let own = task.and_then(|task| OwnRow::new(task, &row.row_id, extras));
        let record_idx = slot.record_idx.unwrap_or(self.record.rows.len());
        match self.record.rows.get_mut(record_idx) {
            Some(place) => *place = row,
            None => self.record.rows.push(row),
        }
        open_task.put(row_idx, record_idx, own);
    }

    /// Counts a task anew, because its rows were loaded meanwhile. Readings stay.
    pub fn recount(&mut self, task_id: &str) {
        let mut tasks = self.tasks.iter_mut();
        if let Some(open_task) = tasks.find(|task| task.task_id == task_id) {
            open_task.forget_counts();
        }
    }

    /// Whether another head is about the same rows, read in the same way.
    pub fn is_same_work(&self, head: &RecordHead) -> bool {
        let ours = &self.record.head;
        ours.tasks == head.tasks
            && ours.settings == head.settings
            && ours.data_kind == head.data_kind
    }

    /// Another head of the same work.
    pub fn set_head(&mut self, head: RecordHead) {
        if self.record.head.external != head.external {
            for open_task in &mut self.tasks {
                open_task.forget_external();
            }
        }
        self.record.head = head;
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
            if let Some(task) = suite.task(&open_task.task_id) {
                open_task.count(task, rule, &self.record, data(&task.id));
            }
        }
        match self.tasks.iter().find(|task| task.is_blind()) {
            Some(blind) => Err(Failure::NotLoaded {
                task_id: blind.task_id.clone(),
            }),
            None => Ok(()),
        }
    }

    /// The signature of its numbers.
    pub fn signature(&mut self, suite: &Suite, policy: OutcomePolicy) -> Signature {
        let scored = self.score(suite, policy);
        let n_scored = scored.iter().map(|scored| {
            let score = &scored.score;
            (score.task_id.clone(), score.counts.n_scored(policy))
        });
        let n_scored = n_scored.collect();
        signature(&self.record, suite, policy.id(), &n_scored)
    }

    /// The numbers of each task under a policy, in the suite's order. Call [`Self::count`] before.
    pub fn score(&mut self, suite: &Suite, policy: OutcomePolicy) -> Vec<&Scored> {
        let kind = self.record.head.data_kind;
        let mut all = Vec::with_capacity(self.tasks.len());
        let mut resampler = Resampler::default();
        for open_task in &mut self.tasks {
            if let Some(task) = suite.task(&open_task.task_id) {
                let within = Scope {
                    n_rows: open_task.n_all,
                    kind,
                };
                all.push(open_task.score(task, within, policy, &mut resampler));
            }
        }
        all
    }

    /// What a reader must know besides the record's own notes, after [`Self::score`].
    pub fn remarks(&self, policy: OutcomePolicy) -> Vec<Remark> {
        let mut remarks = self.opened_with.clone();
        for open_task in &self.tasks {
            remarks.extend(open_task.remarks().iter().cloned());
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
        let result = open_task.scored(policy)?;
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

/// The policy in a signature's line.
pub fn policy_of(signature: &str) -> Option<OutcomePolicy> {
    let mut fields = signature.split('|');
    let id = fields.find_map(|field| field.strip_prefix("policy:"))?;
    OutcomePolicy::from_id(id)
}
