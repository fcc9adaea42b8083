//! Rows with their prompts: to look at, to send, to count and to take away.

use serde::Serialize;

use crate::desk::answers::{gold_text, shortened};
use crate::desk::protocol::{Failure, PreparedRow};
use crate::desk::view::{PromptPage, PromptRow, PromptTotals};
use crate::prompt::{Message, PromptError, Recipe, chat_messages, prompt_sha256};
use crate::suite::{Profile, Row, Task, TaskData};
use crate::text;

/// Characters of a row in the table.
const MAX_CHARS: usize = 160;
/// Hex digits of a prompt's digest that are shown.
const N_DIGEST_DIGITS: usize = 16;

/// Rows of a task whose fields, gold or id hold `needle` (case is ignored), and a window of them
/// with their prompts.
pub fn prompt_page(
    task: &Task,
    data: &TaskData,
    recipe: Recipe,
    needle: &str,
    offset: usize,
    limit: usize,
) -> Result<PromptPage, Failure> {
    let needle = text::lower(text::strip(needle));
    let gold = |row: &Row| gold_text(task, recipe.language, &row.gold);
    let holds = |part: &str| text::lower(part).contains(&needle);
    let matching: Vec<(usize, &Row)> = data
        .rows
        .iter()
        .enumerate()
        .filter(|(_, row)| {
            needle.is_empty()
                || holds(&row.id)
                || row.fields.values().any(|field| holds(field))
                || holds(&gold(row))
        })
        .collect();
    let window = matching.iter().skip(offset).take(limit);
    let rows = window.map(|&(row_idx, row)| {
        let messages = messages(task, data, row, recipe)?;
        let mut fields = task.prompt_fields.iter();
        let first_field = fields.find_map(|name| row.fields.get(name));
        let mut digest = prompt_sha256(&messages);
        digest.truncate(N_DIGEST_DIGITS);
        Ok(PromptRow {
            row_idx,
            row_id: row.id.clone(),
            preview: shortened(first_field.map_or("", String::as_str), MAX_CHARS),
            gold: gold(row),
            messages,
            digest,
        })
    });
    Ok(PromptPage {
        n_matching: matching.len(),
        n_rows: data.rows.len(),
        rows: rows.collect::<Result<_, Failure>>()?,
    })
}

/// One row, ready to be asked.
pub fn prepared_row(
    task: &Task,
    data: &TaskData,
    recipe: Recipe,
    row_idx: usize,
) -> Result<PreparedRow, Failure> {
    let row = data.rows.get(row_idx).ok_or_else(|| Failure::Internal {
        reason: format!("{} has no row {row_idx}", task.id),
    })?;
    Ok(PreparedRow {
        task_id: task.id.clone(),
        row_idx,
        row_id: row.id.clone(),
        messages: messages(task, data, row, recipe)?,
    })
}

/// Characters of a prompt.
pub fn n_chars(messages: &[Message]) -> usize {
    let texts = messages.iter().map(|message| &message.content);
    texts.map(|text| text.chars().count()).sum()
}

/// Adds what the first `n_rows` rows of a task would send.
pub fn add_totals(
    totals: &mut PromptTotals,
    task: &Task,
    data: &TaskData,
    recipe: Recipe,
    n_rows: usize,
) -> Result<(), Failure> {
    let max_tokens = u64::from(max_tokens(task, recipe.profile));
    for row in data.rows.iter().take(n_rows) {
        let messages = messages(task, data, row, recipe)?;
        totals.n_rows += 1;
        totals.n_chars += n_chars(&messages) as u64;
        totals.max_output_tokens += max_tokens;
    }
    Ok(())
}

/// Adds all prompts of a task to a JSONL file.
pub fn push_jsonl(
    jsonl: &mut String,
    task: &Task,
    data: &TaskData,
    recipe: Recipe,
) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Line<'a> {
        task: &'a str,
        id: &'a str,
        messages: &'a [Message],
        max_tokens: u32,
    }
    for row in &data.rows {
        let line = Line {
            task: &task.id,
            id: &row.id,
            messages: &messages(task, data, row, recipe)?,
            max_tokens: max_tokens(task, recipe.profile),
        };
        let line = serde_json::to_string(&line).map_err(|error| Failure::Internal {
            reason: error.to_string(),
        })?;
        jsonl.push_str(&line);
        jsonl.push('\n');
    }
    Ok(())
}

/// Output cap of a task in tokens.
pub fn max_tokens(task: &Task, profile: Profile) -> u32 {
    match profile {
        Profile::V1 => task.v1.max_tokens,
        Profile::Head => task.head.max_tokens,
    }
}

/// What is sent for a row.
pub fn messages(
    task: &Task,
    data: &TaskData,
    row: &Row,
    recipe: Recipe,
) -> Result<Vec<Message>, Failure> {
    let messages = chat_messages(task, &data.examples, row, recipe);
    messages.map_err(|error: PromptError| Failure::Internal {
        reason: error.to_string(),
    })
}
