//! One row to counts, once: from here on a task's score is addition.

use crate::answer::{Answer, Flag, Reading};
use crate::metrics::chrf::{self, ChrfCounts, WordOrder};
use crate::metrics::rouge_tl::{self, RougeCounts};
use crate::provider::{EmptyWhy, Outcome};
use crate::score::RowInput;
use crate::suite::{Gold, MetricId, Task};

/// How a row's call ended, without the words of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Text, whole.
    Answered,
    /// Text, cut by the output cap.
    Truncated,
    /// Success without text.
    Empty(EmptyWhy),
    /// Declined.
    Refused,
    /// No reply.
    Failed,
    /// Not asked.
    NotAsked,
}

/// What one row adds to its task, under both readings.
#[derive(Clone, Debug, PartialEq)]
pub struct RowCounts {
    /// How its call ended, as far as the run's reading sees a text.
    pub ending: Ending,
    /// Counts of the reference's reading; `None` when the row was not asked.
    ///
    /// A row without text has the counts of an empty answer: whether they enter a score is the
    /// policy's decision.
    pub parity: Option<Tally>,
    /// Counts of the lenient reading.
    pub lenient: Option<Tally>,
    /// Error that MetricX-24 found in the parity answer, 0 to 25; another program gives it, so a
    /// row that was just counted has none.
    pub metricx: Option<f64>,
}

/// What an answer adds to the sums of its task.
#[derive(Clone, Debug, PartialEq)]
pub enum Tally {
    /// Classification.
    Class {
        /// Gold class.
        gold: usize,
        /// Answered class; `None` is the null label.
        answer: Option<usize>,
    },
    /// Summaries and translations.
    Text(Box<TextCounts>),
}

/// Overlap of an answer text with its reference.
#[derive(Clone, Debug, PartialEq)]
pub struct TextCounts {
    /// Whether the answer is the empty text.
    pub is_empty: bool,
    /// The 24 integers of chrF++.
    pub chrf: ChrfCounts,
    /// Token counts of ROUGE-L; `None` where no metric of the task asks for them.
    pub rouge: Option<RougeCounts>,
}

/// Counts a row. `None` tallies only for rows not asked, and for a gold of the wrong kind.
pub fn count_row(task: &Task, input: RowInput<'_>) -> RowCounts {
    let ending = Ending::of(input.outcome).seen_in(input.reading);
    if ending == Ending::NotAsked {
        return RowCounts::not_asked();
    }
    let reading = input.reading.filter(|_| ending.has_text());
    let parity = tally(
        task,
        &input.row.gold,
        reading.map(|reading| &reading.parity),
    );
    let lenient = match reading {
        Some(Reading {
            parity, lenient, ..
        }) if parity != lenient => tally(task, &input.row.gold, Some(lenient)),
        _ => parity.clone(),
    };
    RowCounts {
        ending,
        parity,
        lenient,
        metricx: None,
    }
}

fn tally(task: &Task, gold: &Gold, answer: Option<&Answer>) -> Option<Tally> {
    match gold {
        Gold::Class(gold) if *gold < task.labels.len() => Some(Tally::Class {
            gold: *gold,
            answer: match answer {
                Some(Answer::Class(class)) if *class < task.labels.len() => Some(*class),
                _ => None,
            },
        }),
        Gold::Text(reference) if !task.is_classification() => {
            let text = match answer {
                Some(Answer::Text(text)) => text.as_str(),
                _ => "",
            };
            Some(Tally::Text(Box::new(TextCounts::new(
                task, text, reference,
            ))))
        }
        _ => None,
    }
}

fn has_rouge(task: &Task) -> bool {
    task.metrics.iter().any(|metric| {
        matches!(
            metric,
            MetricId::RougeLF1
                | MetricId::RougeLPrecision
                | MetricId::RougeLRecall
                | MetricId::RougeLMean
        )
    })
}

impl Ending {
    /// The ending of an outcome.
    pub fn of(outcome: &Outcome) -> Self {
        match outcome {
            Outcome::Answered => Self::Answered,
            Outcome::Truncated => Self::Truncated,
            Outcome::Empty(why) => Self::Empty(*why),
            Outcome::Refused => Self::Refused,
            Outcome::Failed { .. } => Self::Failed,
            Outcome::NotAsked => Self::NotAsked,
        }
    }

    /// The ending, now that the reply is read.
    ///
    /// Where thinking is cut off, a reply of nothing else has no text: `<think>Sagot: A`, and there
    /// the budget ended, is what `""` with the thinking beside it is from another server.
    fn seen_in(self, reading: Option<&Reading>) -> Self {
        let is_all_thinking =
            reading.is_some_and(|reading| reading.flags.contains(&Flag::ThinkingUnclosed));
        if self.has_text() && is_all_thinking {
            Self::Empty(EmptyWhy::Budget)
        } else {
            self
        }
    }

    /// Whether there is a text to score.
    pub fn has_text(self) -> bool {
        matches!(self, Self::Answered | Self::Truncated)
    }
}

impl RowCounts {
    /// A chosen row that was not asked.
    pub fn not_asked() -> Self {
        Self {
            ending: Ending::NotAsked,
            parity: None,
            lenient: None,
            metricx: None,
        }
    }
}

impl Tally {
    /// Whether nothing was read: the null label, or the empty text.
    pub fn is_null(&self) -> bool {
        match self {
            Self::Class { answer, .. } => answer.is_none(),
            Self::Text(counts) => counts.is_empty,
        }
    }

    /// Whether the label is the right one; `None` for texts, which are never simply right.
    pub fn is_right(&self) -> Option<bool> {
        match self {
            Self::Class { gold, answer } => Some(*answer == Some(*gold)),
            Self::Text(_) => None,
        }
    }
}

impl TextCounts {
    /// Compares an answer with its reference.
    pub fn new(task: &Task, answer: &str, reference: &str) -> Self {
        Self {
            is_empty: answer.is_empty(),
            chrf: chrf::count(answer, reference),
            rouge: has_rouge(task).then(|| rouge_tl::count(answer, reference)),
        }
    }

    /// chrF++ of the row, 0 to 100.
    pub fn chrf_pp(&self) -> f64 {
        self.chrf.score(WordOrder::Two)
    }

    /// ROUGE-L F of the row, 0 to 100, where the task asks for it.
    pub fn rouge_l(&self) -> Option<f64> {
        self.rouge.map(|counts| counts.score())
    }
}
