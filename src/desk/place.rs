//! A chosen row of an open run, with everything that is known of it side by side.

use crate::answer::{Answer, Flag};
use crate::desk::answers::{answer_text, gold_text};
use crate::desk::open_task::{Slot, row_of};
use crate::desk::view::Verdict;
use crate::provider::EmptyWhy;
use crate::record::RecordRow;
use crate::score::OutcomePolicy;
use crate::score::row::{Ending, Tally};
use crate::score::task::row_score;
use crate::suite::{Row, Task, TaskData, TemplateLanguage};

/// A chosen row. Needs a run that is [counted](crate::desk::open_run::OpenRun::count).
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// Its task.
    pub task: &'a Task,
    /// Language of the run's instructions.
    pub language: TemplateLanguage,
    /// Position in the task's file.
    pub row_idx: usize,
    /// What was read and counted.
    pub slot: &'a Slot,
    /// What came back, if it was asked.
    pub reply: Option<&'a RecordRow>,
    /// Its row: the loaded one, or the record's own.
    pub row: Option<&'a Row>,
}

impl<'a> Place<'a> {
    /// Puts together what is known of a row.
    pub fn new(
        task: &'a Task,
        language: TemplateLanguage,
        row_idx: usize,
        slot: &'a Slot,
        record_rows: &'a [RecordRow],
        data: Option<&'a TaskData>,
    ) -> Self {
        let reply = slot.record_idx.and_then(|idx| record_rows.get(idx));
        Self {
            task,
            language,
            row_idx,
            slot,
            reply,
            row: row_of(slot, row_idx, reply, data),
        }
    }

    /// Id in the data file.
    pub fn row_id(&self) -> &'a str {
        let of_reply = self.reply.map(|reply| reply.row_id.as_str());
        let of_row = self.row.map(|row| row.id.as_str());
        of_reply.or(of_row).unwrap_or_default()
    }

    /// The first prompt field, or what the record says was sent.
    pub fn first_field(&self) -> &'a str {
        let mut names = self.task.prompt_fields.iter();
        let field = names.find_map(|name| self.row?.fields.get(name));
        field
            .map(String::as_str)
            .or(self.own_prompt())
            .unwrap_or_default()
    }

    /// What was sent, as the record itself tells.
    pub fn own_prompt(&self) -> Option<&'a str> {
        self.slot.own.as_deref()?.prompt.as_deref()
    }

    /// The reply, untouched; empty when there is none.
    pub fn reply_text(&self) -> &'a str {
        self.reply.map_or("", |reply| reply.text.as_str())
    }

    /// The right answer as people read it.
    pub fn gold(&self) -> Option<String> {
        Some(gold_text(self.task, self.language, &self.row?.gold))
    }

    /// The parity reading as people read it; `None` = null label or no reply.
    pub fn parity(&self) -> Option<String> {
        self.answer(&self.slot.reading.as_ref()?.parity)
    }

    /// The lenient reading as people read it; `None` = null label or no reply.
    pub fn lenient(&self) -> Option<String> {
        self.answer(&self.slot.reading.as_ref()?.lenient)
    }

    fn answer(&self, answer: &Answer) -> Option<String> {
        answer_text(self.task, self.language, answer)
    }

    /// How the call ended.
    pub fn ending(&self) -> Ending {
        let counts = self.slot.counts.as_ref();
        counts.map_or(Ending::NotAsked, |counts| counts.ending)
    }

    /// The row's own counts, if it has a text to score.
    pub fn tally(&self) -> Option<&'a Tally> {
        let counts = self.slot.counts.as_ref()?;
        let has_text = counts.ending.has_text();
        counts.parity.as_ref().filter(|_| has_text)
    }

    /// The row's score, 0 to 100; `None` = unscored.
    pub fn score(&self) -> Option<f64> {
        self.tally().map(|tally| row_score(self.task.kind, tally))
    }

    /// The row's score as it enters under a policy, 0 to 100; `None` = left out.
    pub fn score_under(&self, policy: OutcomePolicy) -> Option<f64> {
        let counts = self.slot.counts.as_ref();
        let counts = counts.filter(|_| self.slot.enters(policy))?;
        let tally = counts.parity.as_ref()?;
        Some(row_score(self.task.kind, tally))
    }

    /// Why the row has its score.
    pub fn verdict(&self) -> Verdict {
        match self.ending() {
            Ending::Empty(EmptyWhy::Budget) => return Verdict::EmptyBudget,
            Ending::Empty(EmptyWhy::Unknown) => return Verdict::Empty,
            Ending::Refused => return Verdict::Refused,
            Ending::Failed => return Verdict::Failed,
            Ending::NotAsked => return Verdict::NotAsked,
            Ending::Answered | Ending::Truncated => {}
        }
        match self.tally() {
            None => Verdict::NotAsked,
            Some(tally) if tally.is_null() => Verdict::Unreadable,
            Some(tally) => match tally.is_right() {
                Some(true) => Verdict::Right,
                Some(false) => Verdict::Wrong,
                None => Verdict::Text,
            },
        }
    }

    /// What a person should look at.
    pub fn flags(&self) -> impl Iterator<Item = Flag> + use<'a> {
        let reading = self.slot.reading.iter();
        reading.flat_map(|reading| reading.flags.iter().copied())
    }
}
