//! The pieces of one row.

use leptos::prelude::*;

use crate::desk::view::{RowDetail, Verdict};
use crate::prompt::Message;
use crate::web::components::button::CopyButton;
use crate::web::components::number_cell::Score;
use crate::web::components::prompt_text::PromptText;
use crate::web::components::tag::{LabelTag, OutcomeTag};
use crate::web::pages::fold::Fold;
use crate::web::state::place::Route;
use crate::web::state::settings::date_text;
use crate::words::Words;

/// Verdict, score, and the reason in a sentence; then what to look at.
#[component]
pub fn RowWords(words: &'static Words, row: RowDetail) -> impl IntoView {
    let texts = &words.result;
    let verdict = row.row.verdict;
    let others = row
        .scores
        .iter()
        .map(|(metric, score)| {
            view! {
                <span>
                    {words.language.metric(*metric)} " " <Score value=Some(*score)/>
                </span>
            }
        })
        .collect_view();
    let flags = row
        .row
        .flags
        .iter()
        .map(|flag| {
            view! {
                <li>
                    <strong>{words.language.flag(*flag)}</strong> ": "
                    {words.language.flag_sentence(*flag)}
                </li>
            }
        })
        .collect_view();
    let has_flags = !row.row.flags.is_empty();
    let message = row.outcome.1.clone();
    view! {
        <div class="row-verdict">
            <span class="row-score">
                <Score value=row.row.score reason=words.language.verdict(verdict)/>
            </span>
            <OutcomeTag words=words verdict=verdict/>
            <LabelTag label=format!("id {}", row.row.row_id)/>
            {row.reused.is_some().then(|| view! { <LabelTag label=words.reuse.tag/> })}
            {others}
        </div>
        <p>{words.language.verdict_sentence(verdict)}</p>
        {message.map(|message| view! { <p><code>{message}</code></p> })}
        {row.differs_only_by_unicode_form.then(|| view! { <p>{texts.unicode_note}</p> })}
        {has_flags.then(|| view! { <ul class="row-flags">{flags}</ul> })}
    }
}

/// The right answer, what the reference read, and what a patient person reads.
#[component]
pub fn Readings(words: &'static Words, row: RowDetail) -> impl IntoView {
    let texts = &words.result;
    let verdict = row.row.verdict;
    let long = row.gold.chars().count() > 40;
    let reading = |name: &'static str, text: Option<String>| {
        let text = match text {
            Some(text) if text.is_empty() => texts.empty_text.to_owned(),
            text => short_answer(words, text.as_deref(), verdict),
        };
        view! { <div><dt>{name}</dt><dd lang="fil">{text}</dd></div> }
    };
    let is_same = row.parity == row.lenient;
    view! {
        <dl class="readings" data-kind=if long { "texts" } else { "labels" }>
            {reading(words.common.gold, Some(row.gold.clone()))}
            {reading(texts.parity, row.parity.clone())}
            {(!long || !is_same).then(|| reading(texts.lenient, row.lenient.clone()))}
        </dl>
    }
}

/// The whole reply, with the part that was read marked; the thinking below, folded.
#[component]
pub fn ReplyText(words: &'static Words, row: RowDetail) -> impl IntoView {
    let texts = &words.result;
    let fold = format!("thinking {} {}", row.row.task_id, row.row.row_idx);
    let (before, read, after) = row.reply_parts;
    let whole = format!("{before}{read}{after}");
    let is_empty = whole.is_empty();
    let is_marked = !read.is_empty();
    let text = if is_empty {
        view! { <p class="muted">{texts.no_reply_text}</p> }.into_any()
    } else {
        view! {
            <pre class="raw-text" tabindex="0" aria-label=words.common.reply>
                {before} {is_marked.then(|| view! { <mark>{read}</mark> })} {after}
            </pre>
        }
        .into_any()
    };
    view! {
        <section class="stack" data-gap="small">
            <div class="row-part-head">
                <h3>{words.common.reply}</h3>
                {(!is_empty).then(|| view! { <CopyButton words=words text=whole/> })}
            </div>
            {text}
            {is_marked.then(|| view! { <p class="note">{texts.mark_note}</p> })}
            {row.reasoning.map(|reasoning| view! {
                <Fold name=fold summary=texts.reasoning.into_any()>
                    <pre class="raw-text" tabindex="0">{reasoning}</pre>
                </Fold>
            })}
        </section>
    }
}

/// The prompt as it was sent.
#[component]
pub fn Sent(
    words: &'static Words,
    messages: Option<Vec<Message>>,
    /// What stands above it; "Prompt" when empty.
    #[prop(into, optional)]
    title: String,
) -> impl IntoView {
    let texts = &words.result;
    let title = if title.is_empty() {
        words.common.prompt.to_owned()
    } else {
        title
    };
    let whole = messages.as_ref().map(|messages| {
        let texts: Vec<&str> = messages
            .iter()
            .map(|message| message.content.as_str())
            .collect();
        texts.join("\n\n")
    });
    view! {
        <section class="stack" data-gap="small">
            <div class="row-part-head">
                <h3>{title}</h3>
                {whole.map(|whole| view! { <CopyButton words=words text=whole/> })}
            </div>
            {match messages {
                Some(messages) => {
                    view! { <PromptText words=words messages=messages/> }.into_any()
                }
                None => view! { <p class="muted">{texts.no_prompt}</p> }.into_any(),
            }}
        </section>
    }
}

/// Finish reason, tokens, tries.
#[component]
pub fn Facts(words: &'static Words, row: RowDetail) -> impl IntoView {
    let texts = &words.result;
    let outcome = words.language.outcome(&row.outcome.0);
    let taken = row.reused.clone().map(|(run_id, asked_millis)| {
        let route = Route::Result {
            run_id: run_id.clone(),
        };
        let asked = (words.reuse.row)(&date_text(words.language, asked_millis));
        view! {
            <dt>{words.reuse.title}</dt>
            <dd><a href=route.href()>{run_id}</a> ", " {asked}</dd>
        }
    });
    let facts = row
        .facts
        .iter()
        .map(|(key, value)| {
            view! {
                <dt>{words.language.fact(key)}</dt>
                <dd>{value.clone()}</dd>
            }
        })
        .collect_view();
    view! {
        <section class="stack" data-gap="small">
            <h3>{texts.facts}</h3>
            <dl class="facts">
                <dt>{texts.outcome}</dt>
                <dd>{outcome}</dd>
                {taken}
                {facts}
            </dl>
        </section>
    }
}

/// An answer in few words; where there is none, why.
pub fn short_answer(words: &'static Words, answer: Option<&str>, verdict: Verdict) -> String {
    match (answer, verdict) {
        (Some(answer), _) => answer.to_owned(),
        (None, Verdict::Right | Verdict::Wrong | Verdict::Unreadable | Verdict::Text) => {
            words.result.unreadable.to_owned()
        }
        (None, _) => "–".to_owned(),
    }
}
