//! A task of an open run: its chosen rows, what was read and counted of each, and its numbers.

use std::collections::BTreeMap;

use crate::answer::{Answer, Reading, ReadingRule, read_reply};
use crate::desk::view::Remark;
use crate::provider::Outcome;
use crate::record::external::ExternalColumn;
use crate::record::json::RowExtras;
use crate::record::{Record, RecordRow};
use crate::score::interval::{Resampler, interval, interval_metric};
use crate::score::row::{RowCounts, count_row};
use crate::score::task::{Scope, score_counts, tallies};
use crate::score::{OutcomePolicy, RowInput, TaskScore};
use crate::suite::{Gold, MetricId, Row, Task, TaskData};

/// Replies up to this many bytes may be a bare label, tag included, that comes again and again.
const MAX_LABEL_BYTES: usize = 64;

/// At most so many ids stand in a remark.
const MAX_NAMED: usize = 20;

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

impl Slot {
    /// The parity answer, as other programs score it: empty where nothing was read, and for labels.
    pub fn answer(&self) -> &str {
        let has_text = self
            .counts
            .as_ref()
            .is_some_and(|counts| counts.ending.has_text());
        match self.reading.as_ref().map(|reading| &reading.parity) {
            Some(Answer::Text(text)) if has_text => text,
            _ => "",
        }
    }

    /// Whether the row enters a score under a policy.
    pub fn enters(&self, policy: OutcomePolicy) -> bool {
        let counts = self.counts.as_ref();
        counts.is_some_and(|counts| tallies(&[counts], policy).flatten().next().is_some())
    }
}

/// A task's numbers under one policy.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The numbers.
    pub score: TaskScore,
    /// 95 % interval of the first paper metric that is there, 0 to 100.
    pub interval: Option<(f64, f64)>,
    /// The same of MetricX-24, where every row has a score.
    pub metricx_interval: Option<(f64, f64)>,
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

impl OpenTask {
    /// The first `n_chosen` of `n_all` rows, none of them asked yet.
    pub fn new(task_id: &str, n_all: usize, n_chosen: usize) -> Self {
        let n_chosen = n_chosen.min(n_all);
        Self {
            task_id: task_id.to_owned(),
            n_all,
            slots: vec![Slot::default(); n_chosen],
            haystacks: vec![None; n_chosen],
            is_blind: false,
            remarks: Vec::new(),
            is_counted: false,
            scored: Vec::new(),
        }
    }

    /// A reply came in for a row, in place of one that may be there; nothing happens when the row
    /// is not among the chosen ones. What the record told of the row before stays.
    pub fn put(&mut self, row_idx: usize, record_idx: usize, own: Option<OwnRow>) {
        let places = (self.slots.get_mut(row_idx), self.haystacks.get_mut(row_idx));
        if let (Some(slot), Some(haystack)) = places {
            *slot = Slot {
                record_idx: Some(record_idx),
                own: own.map(Box::new).or(slot.own.take()),
                ..Slot::default()
            };
            *haystack = None;
            self.is_counted = false;
            self.scored.clear();
        }
    }

    /// Lets every row be counted anew. Readings stay.
    pub fn forget_counts(&mut self) {
        for slot in &mut self.slots {
            slot.counts = None;
        }
        self.haystacks.fill(None);
        self.is_counted = false;
        self.scored.clear();
    }

    /// Lets scores of other programs be looked up anew. Counts and readings stay.
    pub fn forget_external(&mut self) {
        self.is_counted = false;
        self.scored.clear();
    }

    /// Whether an answered row cannot be counted: its row is not loaded, and the record does not
    /// bring the right answer.
    pub fn is_blind(&self) -> bool {
        self.is_blind
    }

    /// What differs between the record and the loaded data.
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The numbers under a policy, if they are made.
    pub fn scored(&self, policy: OutcomePolicy) -> Option<&Scored> {
        let mut scored = self.scored.iter();
        scored
            .find(|(of, _)| *of == policy)
            .map(|(_, scored)| scored)
    }

    /// The numbers under a policy; made once, until a row changes.
    pub fn score(
        &mut self,
        task: &Task,
        within: Scope,
        policy: OutcomePolicy,
        resampler: &mut Resampler,
    ) -> &Scored {
        let known = self.scored.iter().position(|(of, _)| *of == policy);
        let idx = known.unwrap_or_else(|| {
            let scored = self.make_score(task, within, policy, resampler);
            self.scored.push((policy, scored));
            self.scored.len() - 1
        });
        &self.scored[idx].1
    }

    /// Reads and counts every row that is new.
    pub fn count(
        &mut self,
        task: &Task,
        rule: ReadingRule,
        record: &Record,
        data: Option<&TaskData>,
    ) {
        if self.is_counted {
            return;
        }
        let record_rows = &record.rows;
        let mut is_blind = false;
        let mut other_ids = Vec::new();
        let mut other_golds = Vec::new();
        let mut is_own = false;
        // A model that follows its instructions gives few different replies.
        let mut read: BTreeMap<&str, Reading> = BTreeMap::new();
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
                let text = reply.text.as_str();
                let is_label = task.is_classification() && text.len() <= MAX_LABEL_BYTES;
                let reading = match read.get(text) {
                    Some(known) => known.clone(),
                    None => read_reply(task, rule, text),
                };
                if is_label {
                    read.entry(text).or_insert_with(|| reading.clone());
                }
                slot.reading = Some(reading);
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
        self.join_metricx(&record.head.external);
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

    /// Gives each counted row the error that was found in its answer, if it was in this answer.
    fn join_metricx(&mut self, columns: &[ExternalColumn]) {
        let is_ours =
            |column: &&ExternalColumn| column.is_metricx() && column.task_id == self.task_id;
        let column = columns.iter().find(is_ours);
        for (row_idx, slot) in self.slots.iter_mut().enumerate() {
            let error = column.and_then(|column| column.fitting(row_idx, slot.answer()));
            if let Some(counts) = &mut slot.counts {
                counts.metricx = error;
            }
        }
    }

    fn make_score(
        &self,
        task: &Task,
        within: Scope,
        policy: OutcomePolicy,
        resampler: &mut Resampler,
    ) -> Scored {
        let counts: Vec<&RowCounts> = self
            .slots
            .iter()
            .filter_map(|slot| slot.counts.as_ref())
            .collect();
        let score = score_counts(task, within, &counts, policy);
        let metric = interval_metric(task, &score);
        let first_interval =
            metric.and_then(|metric| interval(task, metric, &counts, policy, resampler));
        let has_metricx = score.value(MetricId::MetricX24).is_some();
        let metricx_interval = has_metricx
            .then(|| interval(task, MetricId::MetricX24, &counts, policy, resampler))
            .flatten();
        Scored {
            score,
            interval: first_interval,
            metricx_interval,
        }
    }
}

impl OwnRow {
    /// `None` when the record does not say the right answer, or says one the task does not have.
    pub fn new(task: &Task, row_id: &str, extras: RowExtras) -> Option<Self> {
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
