//! Stand-ins for a model: replies made from the row itself, without an endpoint. They show what a
//! score is worth: what guessing, always saying the same, or copying would get.
//!
//! The same on every machine and in every order of rows.

use crate::prompt::Recipe;
use crate::provider::{Outcome, Reply, Usage};
use crate::stats::pcg64::Pcg64;
use crate::suite::template::fill;
use crate::suite::{Gold, Label, Profile, Row, Task, TaskKind, TemplateLanguage};

/// Stable name in records, in place of a wire format.
pub const ENDPOINT_KIND: &str = "stand-in";

/// Who answers in place of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Says the first option of the task every time.
    FirstOption,
    /// Draws one of the options, each as likely.
    Random {
        /// Seed of the draws; part of the name.
        seed: u64,
    },
    /// Gives the text back that was to be summarised or translated.
    CopySource,
    /// Gives the right answer.
    Gold,
}

impl StandIn {
    /// Stable name, which stands in place of the model's: `first-option`, `random-7`,
    /// `copy-source`, `gold`.
    pub fn name(self) -> String {
        match self {
            Self::FirstOption => "first-option".to_owned(),
            Self::Random { seed } => format!("random-{seed}"),
            Self::CopySource => "copy-source".to_owned(),
            Self::Gold => "gold".to_owned(),
        }
    }

    /// The stand-in of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "first-option" => Some(Self::FirstOption),
            "copy-source" => Some(Self::CopySource),
            "gold" => Some(Self::Gold),
            _ => {
                let digits = name.strip_prefix("random-")?;
                let seed = digits.parse().ok()?;
                let stand_in = Self::Random { seed };
                // `random-007` is not the name of any.
                (stand_in.name() == name).then_some(stand_in)
            }
        }
    }

    /// Whether it has something to say about tasks of this kind.
    pub fn can_answer(self, kind: TaskKind) -> bool {
        match self {
            Self::FirstOption | Self::Random { .. } => kind == TaskKind::Classification,
            Self::CopySource => kind != TaskKind::Classification,
            Self::Gold => true,
        }
    }

    /// The reply to a row, in the form that the instructions ask for: `Sagot: B`. `None` where it
    /// has nothing to say about such a task.
    pub fn reply_text(
        self,
        task: &Task,
        row_idx: usize,
        row: &Row,
        recipe: Recipe,
    ) -> Option<String> {
        if !self.can_answer(task.kind) {
            return None;
        }
        let answer = match self {
            Self::FirstOption => word(task.labels.first()?, recipe),
            Self::Random { seed } => {
                let n_options = u32::try_from(task.labels.len()).ok()?;
                let drawn = Pcg64::new(mixed(seed, &task.id, row_idx)).below_lemire(n_options);
                word(task.labels.get(drawn as usize)?, recipe)
            }
            Self::CopySource => row.fields.get(task.prompt_fields.first()?)?,
            Self::Gold => match &row.gold {
                Gold::Class(class) => word(task.labels.get(*class)?, recipe),
                Gold::Text(text) => text,
            },
        };
        with_tag(task, answer, recipe)
    }

    /// [`StandIn::reply_text`] as a reply like those of endpoints.
    pub fn reply(self, task: &Task, row_idx: usize, row: &Row, recipe: Recipe) -> Option<Reply> {
        let text = self.reply_text(task, row_idx, row, recipe)?;
        Some(Reply {
            outcome: Outcome::Answered,
            text,
            reasoning: None,
            finish_reason: Some("stop".to_owned()),
            model: Some(self.name()),
            fingerprint: None,
            served_by: None,
            usage: Usage::default(),
            request_sha256: None,
        })
    }
}

fn word(label: &Label, recipe: Recipe) -> &str {
    match (recipe.profile, recipe.language) {
        (Profile::V1, TemplateLanguage::English) => &label.english,
        _ => &label.answer,
    }
}

/// Puts the answer where the examples of a few-shot prompt have it.
fn with_tag(task: &Task, answer: &str, recipe: Recipe) -> Option<String> {
    let template = match (recipe.profile, recipe.language) {
        (Profile::Head, _) => &task.head.answer_template,
        (Profile::V1, TemplateLanguage::Filipino) => &task.v1.fewshot_label,
        (Profile::V1, TemplateLanguage::English) => &task.english.fewshot_label,
    };
    fill(template, |name| match name {
        "label" => Some(answer),
        "answer_tag" => Some(task.head.answer_tag.as_str()),
        _ => None,
    })
    .ok()
}

/// A seed for one row of one task (FNV-1a, 64 bits), so that a draw depends on nothing else.
fn mixed(seed: u64, task_id: &str, row_idx: usize) -> u64 {
    let parts = [
        seed.to_le_bytes().as_slice(),
        task_id.as_bytes(),
        &(row_idx as u64).to_le_bytes(),
    ]
    .concat();
    parts.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
