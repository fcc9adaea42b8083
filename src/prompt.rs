//! A task and a row to the exact text sent. Changes no byte of the data.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::suite::official::sha256_hex;
use crate::suite::template::fill;
use crate::suite::{Example, Label, Profile, Row, Shots, Task, TemplateLanguage};
use crate::text;

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

/// How many examples a five-shot prompt shows: the first ones of the file.
const N_SHOTS: usize = 5;

/// Stands between texts that are hashed together, as in the digests of `batayan-datasets.json`.
const SEPARATOR: &str = "\u{1e}";

/// The chat messages for a row (`batayan.md` 4.2, 4.5; five-shot v1 is one user message, 4.3).
///
/// Examples show their label as the file has it, but in the language and spelling that the
/// instructions ask for: `negatibo` is `Negatibo` in profile head and `Negative` in English. A
/// label that is no answer word of the task stays, as the `0` of the first published CR examples.
///
/// # Errors
///
/// See [`PromptError`]; a suite file that was checked and rows that were read by it give none but
/// [`PromptError::NoEnglishInHead`] and [`PromptError::TooFewExamples`].
pub fn chat_messages(
    task: &Task,
    examples: &[Example],
    row: &Row,
    recipe: Recipe,
) -> Result<Vec<Message>, PromptError> {
    let examples = match recipe.shots {
        Shots::Zero => &[],
        Shots::Five => examples.get(..N_SHOTS).ok_or(PromptError::TooFewExamples {
            found: examples.len(),
        })?,
    };
    match (recipe.profile, recipe.language) {
        (Profile::V1, TemplateLanguage::Filipino) => {
            let v1 = &task.v1;
            one_message(&v1.template, &v1.fewshot_example, examples, row, |label| {
                label
            })
        }
        (Profile::V1, TemplateLanguage::English) => {
            let english = &task.english;
            one_message(
                &english.template,
                &english.fewshot_example,
                examples,
                row,
                |label| english_label(task, label),
            )
        }
        (Profile::Head, TemplateLanguage::Filipino) => head_messages(task, examples, row),
        (Profile::Head, TemplateLanguage::English) => Err(PromptError::NoEnglishInHead),
    }
}

/// The plain text a base model gets: the messages through SEA-HELM's base-model chat template of
/// the profile, without BOS.
///
/// v1: each text trimmed and followed by a line end (4.3). Head: each text trimmed, blank lines
/// between and after them (4.5). Trimming takes what Python takes.
pub fn base_text(messages: &[Message], profile: Profile) -> String {
    let end = match profile {
        Profile::V1 => "\n",
        Profile::Head => "\n\n",
    };
    let mut base = String::new();
    for message in messages {
        base.push_str(text::strip(&message.content));
        base.push_str(end);
    }
    base
}

/// Lower-case hex SHA-256 of a prompt: its texts in order, U+001E between neighbours.
///
/// The number for one message is the hash of that message's text, so that it can be compared
/// with any tool's.
pub fn prompt_sha256(messages: &[Message]) -> String {
    let contents: Vec<&str> = messages
        .iter()
        .map(|message| message.content.as_str())
        .collect();
    sha256_hex(contents.join(SEPARATOR).as_bytes())
}

/// Lower-case hex SHA-256 of the template texts that a recipe uses of a task, in the order in
/// which they are used, U+001E between neighbours; for the signature of a run.
///
/// # Errors
///
/// [`PromptError::NoEnglishInHead`].
pub fn template_sha256(task: &Task, recipe: Recipe) -> Result<String, PromptError> {
    let (always, with_examples) = match (recipe.profile, recipe.language) {
        (Profile::V1, TemplateLanguage::Filipino) => {
            (vec![&task.v1.template], &task.v1.fewshot_example)
        }
        (Profile::V1, TemplateLanguage::English) => {
            (vec![&task.english.template], &task.english.fewshot_example)
        }
        (Profile::Head, TemplateLanguage::Filipino) => {
            let head = &task.head;
            (
                vec![&head.preamble, &head.task_template, &head.answer_tag],
                &head.answer_template,
            )
        }
        (Profile::Head, TemplateLanguage::English) => return Err(PromptError::NoEnglishInHead),
    };
    let mut templates: Vec<&str> = always.into_iter().map(String::as_str).collect();
    if recipe.shots == Shots::Five {
        templates.push(with_examples);
    }
    Ok(sha256_hex(templates.join(SEPARATOR).as_bytes()))
}

/// v1: everything in one user message, which is not trimmed.
fn one_message<'e>(
    template: &str,
    example_template: &str,
    examples: &'e [Example],
    row: &Row,
    shown: impl Fn(&'e str) -> &'e str,
) -> Result<Vec<Message>, PromptError> {
    let mut fewshot = String::new();
    for (idx, example) in examples.iter().enumerate() {
        let source = Source::example(idx, example);
        fewshot.push_str(&source.fill(example_template, &[("label", shown(&example.label))])?);
    }
    let content = Source::row(row).fill(template, &[("fewshot_examples", &fewshot)])?;
    Ok(vec![Message {
        role: Role::User,
        content,
    }])
}

/// HEAD: examples are turns; the instructions stand before the first user message only, and only
/// that message is trimmed.
fn head_messages(
    task: &Task,
    examples: &[Example],
    row: &Row,
) -> Result<Vec<Message>, PromptError> {
    let head = &task.head;
    let tag = ("answer_tag", head.answer_tag.as_str());
    let mut messages = Vec::with_capacity(examples.len() * 2 + 1);
    for (idx, example) in examples.iter().enumerate() {
        let source = Source::example(idx, example);
        let content = source.fill(&head.task_template, &[])?;
        messages.push(Message {
            role: Role::User,
            content,
        });
        let label = ("label", head_label(task, &example.label));
        let content = source.fill(&head.answer_template, &[tag, label])?;
        messages.push(Message {
            role: Role::Assistant,
            content,
        });
    }
    let source = Source::row(row);
    let content = source.fill(&head.task_template, &[])?;
    messages.push(Message {
        role: Role::User,
        content,
    });
    let preamble = source.fill(&head.preamble, &[tag])?;
    if let Some(first) = messages.first_mut() {
        let content = format!("{preamble}\n\n{}", first.content);
        text::strip(&content).clone_into(&mut first.content);
    }
    Ok(messages)
}

/// What fills a template besides the given pairs: fields first, then metadata.
struct Source<'a> {
    /// Makes the name for complaints.
    name: Name<'a>,
    fields: &'a BTreeMap<String, String>,
    metadata: &'a BTreeMap<String, String>,
}

enum Name<'a> {
    Row(&'a str),
    Example(usize),
}

impl<'a> Source<'a> {
    fn row(row: &'a Row) -> Self {
        Self {
            name: Name::Row(&row.id),
            fields: &row.fields,
            metadata: &row.metadata,
        }
    }

    fn example(idx: usize, example: &'a Example) -> Self {
        let name = Name::Example(idx + 1);
        Self {
            name,
            fields: &example.fields,
            metadata: &example.metadata,
        }
    }

    fn fill(&self, template: &str, given: &[(&str, &str)]) -> Result<String, PromptError> {
        let lookup = |name: &str| {
            let pair = given.iter().find(|(given_name, _)| *given_name == name);
            let text = || self.fields.get(name).or_else(|| self.metadata.get(name));
            pair.map(|(_, value)| *value)
                .or_else(|| text().map(String::as_str))
        };
        fill(template, lookup).map_err(|field| PromptError::MissingField {
            row_id: match self.name {
                Name::Row(id) => id.to_owned(),
                Name::Example(number) => format!("example {number}"),
            },
            field: field.to_owned(),
        })
    }
}

/// An example's label as HEAD's data write it: `Negatibo` for the `negatibo` of v1.
fn head_label<'a>(task: &'a Task, label: &'a str) -> &'a str {
    class_of(task, label).map_or(label, |class| &class.answer)
}

/// An example's label in the words of the English instructions.
fn english_label<'a>(task: &'a Task, label: &'a str) -> &'a str {
    class_of(task, label).map_or(label, |class| &class.english)
}

fn class_of<'a>(task: &'a Task, label: &str) -> Option<&'a Label> {
    let label = text::lower(label);
    task.labels
        .iter()
        .find(|class| text::lower(&class.answer) == label)
}
