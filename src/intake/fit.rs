//! Whether rows are a task's: by ids, labels, sentences and answers.

use super::gold::{agrees, is_short, names_a_label, read_label};
use super::ids::IdIndex;
use super::report::Misfit;
use super::rows::{RawRow, Value};
use crate::suite::{Suite, Task, TaskData};

/// Some of the rows looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    n: usize,
    of: usize,
}

impl Share {
    fn add(&mut self, is_counted: bool) {
        self.n += usize::from(is_counted);
        self.of += 1;
    }

    /// Whether at least `percent` of the rows are counted; false without rows.
    fn is_at_least(self, percent: usize) -> bool {
        self.of > 0 && self.n * 100 >= self.of * percent
    }

    /// The same, but true without rows.
    fn is_none_or_at_least(self, percent: usize) -> bool {
        self.of == 0 || self.is_at_least(percent)
    }
}

/// How rows compare with a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    ids: Share,
    /// Labels that are labels of the task at all.
    label_words: Share,
    /// Labels that are the row's own.
    labels: Share,
    prompts: Share,
    /// Replies that speak of a label of the task.
    answers: Share,
    /// Replies as short as a label.
    short: Share,
}

/// Fewest rows on which the answers of a model say anything about the task.
const MIN_ANSWERS: usize = 5;

/// Replies that are searched for labels: more than any task has rows.
const MAX_ANSWERS: usize = 2_000;

/// Compares rows with a task, whose ids are in `index`.
pub(super) fn compare<'r, 't: 'r>(
    task: &Task,
    data: &TaskData,
    index: &IdIndex<'_>,
    rows: impl Iterator<Item = &'r RawRow<'t>>,
) -> Fit {
    let mut fit = Fit::default();
    for row in rows {
        let found = row.id.as_deref().map(|id| index.find(id));
        if let Some(found) = found {
            fit.ids.add(found.is_some());
        }
        if let (Some(written), true) = (row.gold.as_deref(), task.is_classification()) {
            fit.label_words.add(read_label(task, written).is_some());
        }
        if let Some(official) = found
            .flatten()
            .and_then(|(row_idx, _)| data.rows.get(row_idx))
        {
            if let Some(agrees) = row
                .gold
                .as_deref()
                .and_then(|written| agrees(task, official, written))
            {
                fit.labels.add(agrees);
            }
            if let Some(prompts) = &row.prompts {
                fit.prompts.add(prompts.agree(official));
            }
        }
        if let Value::Text(text) = &row.value
            && !text.trim().is_empty()
        {
            fit.short.add(is_short(text));
            // Every letter of a reply is looked at for every label: of very many rows the first
            // say enough, and a large file is not held up.
            if task.is_classification() && fit.answers.of < MAX_ANSWERS {
                fit.answers.add(names_a_label(task, text));
            }
        }
    }
    fit
}

impl Fit {
    /// Whether anything speaks against the task, so that the others are worth comparing.
    pub(super) fn is_odd(self, is_seahelm: bool) -> bool {
        let odd = |share: Share, percent| share.of > 0 && !share.is_at_least(percent);
        odd(self.ids, 50)
            || odd(self.prompts, 50)
            || odd(self.label_words, 10)
            || (is_seahelm && odd(self.labels, 70))
            || odd(self.answers, 5)
            || (self.answers.of == 0 && self.short.is_at_least(95))
    }

    /// Why the rows cannot be the task's; `None` when they can.
    ///
    /// Labels of SEA-HELM's own files come from the data, so they must be ours but for revisions.
    /// A `label` in anybody's table may as well be what a model said; only labels of another task
    /// give it away.
    pub(super) fn misfit(self, is_seahelm: bool, others: &[Fit]) -> Option<Misfit> {
        if self.ids.of > 0 && !self.ids.is_at_least(10) {
            return Some(Misfit::Ids);
        }
        // Numbers overlap by chance; all the ids of another task do not.
        if self.ids.of > 0
            && !self.ids.is_at_least(50)
            && others.iter().any(|other| other.ids.is_at_least(90))
        {
            return Some(Misfit::Ids);
        }
        if self.prompts.of > 0 {
            // The surest sign of all: nothing else is asked when the sentences are compared.
            return (!self.prompts.is_at_least(50)).then_some(Misfit::Prompts);
        }
        let is_elsewhere = others.iter().any(|other| other.label_words.is_at_least(90));
        if self.label_words.of > 0 && !self.label_words.is_at_least(10) && is_elsewhere {
            return Some(Misfit::Gold);
        }
        if is_seahelm && self.labels.of >= MIN_ANSWERS && !self.labels.is_at_least(70) {
            return Some(Misfit::Gold);
        }
        let names_others = |other: &Fit| other.answers.is_at_least(70);
        if self.answers.of >= MIN_ANSWERS
            && !self.answers.is_at_least(5)
            && others.iter().any(names_others)
        {
            return Some(Misfit::Answers);
        }
        // Replies to a text task that are bare labels throughout.
        if self.answers.of == 0
            && self.short.of >= MIN_ANSWERS
            && self.short.is_at_least(95)
            && others.iter().any(|other| other.answers.is_at_least(95))
        {
            return Some(Misfit::Answers);
        }
        None
    }

    /// Whether rows that name no task could be this one's.
    pub(super) fn is_likely(self, n_rows: usize, n_official: usize) -> bool {
        let ids_fit = if self.ids.of == 0 {
            n_rows == n_official
        } else {
            self.ids.is_at_least(90)
        };
        if self.prompts.of > 0 {
            return ids_fit && self.prompts.is_at_least(70);
        }
        ids_fit
            && self.label_words.is_none_or_at_least(90)
            && self.labels.is_none_or_at_least(70)
            && self.answers.is_none_or_at_least(50)
            && (self.answers.of > 0 || !self.short.is_at_least(95))
    }
}

/// Rows looked at when a task is guessed.
const SAMPLE: usize = 200;

/// Tasks that rows without a task could belong to, in the order of the suite. When some have
/// exactly as many rows, only those.
pub(super) fn candidates<'d>(
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'d TaskData>,
    rows: &[&RawRow<'_>],
) -> Vec<String> {
    let mut likely: Vec<(String, bool)> = Vec::new();
    for task in &suite.tasks {
        let Some(data) = data(&task.id) else { continue };
        let index = IdIndex::new(&data.rows);
        let fit = compare(task, data, &index, rows.iter().take(SAMPLE).copied());
        if fit.is_likely(rows.len(), data.rows.len()) {
            likely.push((task.id.clone(), rows.len() == data.rows.len()));
        }
    }
    let any_equal = likely.iter().any(|(_, is_equal)| *is_equal);
    likely.retain(|(_, is_equal)| *is_equal || !any_equal);
    likely.into_iter().map(|(task_id, _)| task_id).collect()
}
