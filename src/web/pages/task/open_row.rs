//! One row with the exact prompt.

use leptos::prelude::*;

use crate::desk::view::{PromptRow, TaskView};
use crate::prompt::{Message, Recipe};
use crate::suite::{Profile, TemplateLanguage};
use crate::web::components::button::CopyButton;
use crate::web::components::prompt_text::PromptText;
use crate::words::{Words, number};

/// The prompt as it would be sent, the right answer, and what else is known before asking.
#[component]
pub fn OpenRow(
    words: &'static Words,
    task: TaskView,
    recipe: Recipe,
    row: PromptRow,
) -> impl IntoView {
    let texts = &words.task;
    let lang = match recipe.language {
        TemplateLanguage::Filipino => "fil",
        TemplateLanguage::English => "en",
    };
    let cap = match recipe.profile {
        Profile::V1 => task.max_tokens.0,
        Profile::Head => task.max_tokens.1,
    };
    let n_chars: usize = row
        .messages
        .iter()
        .map(|message| message.content.chars().count())
        .sum();
    let text = plain_text(&row.messages);
    // Messages hold strings only: writing them cannot fail.
    let json = serde_json::to_string_pretty(&row.messages).unwrap_or_default();
    view! {
        <PromptText words=words messages=row.messages lang=lang/>
        <div class="actions">
            <CopyButton words=words text=Signal::stored(text) label=texts.copy_prompt/>
            <CopyButton words=words text=Signal::stored(json) label=texts.copy_json/>
        </div>
        <dl class="facts">
            <dt>{words.common.gold}</dt>
            <dd lang="fil">{row.gold}</dd>
            <dt>{texts.characters}</dt>
            <dd>{number::count(n_chars)}</dd>
            <dt>{texts.output_cap}</dt>
            <dd>{(texts.output_cap_value)(cap)}</dd>
            <dt>{texts.digest}</dt>
            <dd><code>{row.digest}</code></dd>
        </dl>
    }
}

/// The messages as one text: what a person would paste into a chat.
fn plain_text(messages: &[Message]) -> String {
    let texts: Vec<&str> = messages
        .iter()
        .map(|message| message.content.as_str())
        .collect();
    texts.join("\n\n")
}
