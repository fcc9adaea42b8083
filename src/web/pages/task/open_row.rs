//! One row with the exact prompt.

use leptos::prelude::*;

use super::list::Step;
use crate::desk::view::{PromptRow, TaskView};
use crate::prompt::{Message, Recipe};
use crate::suite::{Profile, TemplateLanguage};
use crate::web::components::button::CopyButton;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::prompt_text::PromptText;
use crate::words::{Words, number};

/// The prompt as it would be sent, the right answer, and what else is known before asking.
#[component]
pub fn OpenRow(
    words: &'static Words,
    task: TaskView,
    recipe: Recipe,
    row: Option<PromptRow>,
    on_step: Callback<Step>,
) -> impl IntoView {
    let texts = &words.task;
    let Some(row) = row else {
        return view! { <p class="waiting">{texts.choose_row}</p> }.into_any();
    };
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
        <div class="toolbar" data-align="center">
            <h2 role="status">{(texts.row_title)(row.row_idx + 1, &row.row_id)}</h2>
            <div class="actions push">
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    on:click=move |_| on_step.run(Step::Previous)
                >
                    <Icon glyph=Glyph::Back/>
                    {words.common.previous}
                </button>
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    on:click=move |_| on_step.run(Step::Next)
                >
                    {words.common.next}
                    <Icon glyph=Glyph::Forward/>
                </button>
            </div>
        </div>
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
    .into_any()
}

/// The messages as one text: what a person would paste into a chat.
fn plain_text(messages: &[Message]) -> String {
    let texts: Vec<&str> = messages
        .iter()
        .map(|message| message.content.as_str())
        .collect();
    texts.join("\n\n")
}
