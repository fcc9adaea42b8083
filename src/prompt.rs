//! A task and a row to the exact text sent. Changes no byte of the data.

use serde::{Deserialize, Serialize};

use crate::suite::{Example, Profile, Row, Shots, Task, TemplateLanguage};

/// Who speaks in a chat message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The benchmark.
    User,
    /// The model, in few-shot examples.
    Assistant,
}

/// One chat message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The text, untouched.
    pub content: String,
}

/// How rows become prompts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Reference version.
    pub profile: Profile,
    /// Zero- or five-shot.
    pub shots: Shots,
    /// Language of the instructions.
    pub language: TemplateLanguage,
}

/// Why no prompt can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    /// The template names a field that the row lacks.
    #[error("row {row_id} has no field {field}")]
    MissingField {
        /// Row id, or `example N`.
        row_id: String,
        /// Field name.
        field: String,
    },
    /// English instructions exist for profile v1 only.
    #[error("no English instructions in profile head")]
    NoEnglishInHead,
    /// Fewer than five examples are loaded.
    #[error("{found} of 5 examples")]
    TooFewExamples {
        /// How many are there.
        found: usize,
    },
}

/// The chat messages for a row (`batayan.md` 4.2, 4.5; five-shot v1 is one user message, 4.3).
pub fn chat_messages(
    task: &Task,
    examples: &[Example],
    row: &Row,
    recipe: Recipe,
) -> Result<Vec<Message>, PromptError> {
    let _ = (task, examples, row, recipe);
    Err(PromptError::NoEnglishInHead)
}

/// The plain text a base model gets: the messages through SEA-HELM's base-model chat template of
/// the profile, without BOS.
pub fn base_text(messages: &[Message], profile: Profile) -> String {
    let _ = (messages, profile);
    String::new()
}
