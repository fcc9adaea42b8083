//! A row of both runs in front of the page: what was asked, both replies beside each other, and how
//! each was read.

use leptos::prelude::*;

use super::address::Here;
use super::rows::ChangeTag;
use super::{load, names};
use crate::desk::protocol::ComparedQuery;
use crate::desk::view::RowDetail;
use crate::desk::view::comparison::ComparisonView;
use crate::score::difference::Change;
use crate::text::diff::{self, MAX_WORDS, Part};
use crate::web::components::number_cell::Score;
use crate::web::components::tag::{LabelTag, OutcomeTag};
use crate::web::pages::result::row_parts::{Sent, short_answer};
use crate::web::pages::row_frame::RowFrame;
use crate::web::pages::row_list::{OpenRow, RowStore, key_text};
use crate::web::state::here::Address as _;
use crate::web::state::place::{self, Route, push_query};
use crate::words::Words;

/// The open row.
#[component]
pub fn RowDialog(
    words: &'static Words,
    here: Here,
    store: RowStore<ComparedQuery>,
    open: OpenRow,
    view: Memo<Option<ComparisonView>>,
) -> impl IntoView {
    let link = Signal::derive(move || {
        open.key.track();
        place::origin() + &here.now().href()
    });
    let body = move |rows| {
        let view = view.get();
        view.map(|view| view! { <RowBody words=words rows=rows view=view/> })
            .into_any()
    };
    view! {
        <RowFrame
            words=words
            store=store
            open=open
            load=move |key| load::both_rows(here.now().run_ids, key)
            in_file=|[row, _]: &[RowDetail; 2]| row.neighbours
            on_row=move |key| here.switch(|address| address.row = key)
            link=link
            body=body
        />
    }
}

/// How it came out, the right answer and both readings, both replies, then what was sent.
#[component]
fn RowBody(words: &'static Words, rows: [RowDetail; 2], view: ComparisonView) -> impl IntoView {
    let names = names(words, &view);
    let [first, second] = &rows;
    let scores = first.row.score.zip(second.row.score);
    let change = scores.map(|(first, second)| Change::of(first, second));
    let replies = rows.each_ref().map(reply_of);
    let parts = diff::parts(&replies[0], &replies[1]);
    let note = reply_note(words, &replies, parts.is_some());
    let parts = parts.unwrap_or_else(|| replies.each_ref().map(|text| vec![Part::Common(text)]));
    let sides = [0, 1]
        .map(|side: usize| {
            let run_id = view.runs[side].run_id.clone();
            reply_view(words, &names[side], run_id, &rows[side], &parts[side])
        })
        .collect_view();
    view! {
        <div class="row-verdict">
            <ChangeTag words=words change=change/>
            <LabelTag label=format!("id {}", first.row.row_id)/>
        </div>
        {readings(words, &names, &rows)}
        <div class="compare-pair">{sides}</div>
        <p class="note">{note}</p>
        {prompts(words, &names, &rows)}
    }
}

fn reply_of(row: &RowDetail) -> String {
    let (before, read, after) = &row.reply_parts;
    format!("{before}{read}{after}")
}

/// What the marks in the replies mean, or why there are none.
fn reply_note(words: &'static Words, replies: &[String; 2], is_cut: bool) -> String {
    let texts = words.language.compare();
    if replies[0] == replies[1] {
        texts.same_replies.to_owned()
    } else if is_cut {
        texts.marked.to_owned()
    } else {
        (texts.too_long)(MAX_WORDS)
    }
}

/// The right answer and what was read in both.
fn readings(
    words: &'static Words,
    names: &[String; 2],
    rows: &[RowDetail; 2],
) -> impl IntoView + use<> {
    let texts = words.language.compare();
    let is_long = rows[0].gold.chars().count() > 40;
    let read = [0, 1]
        .map(|side: usize| {
            let row = &rows[side];
            let text = match row.parity.as_deref() {
                Some("") => words.result.empty_text.to_owned(),
                text => short_answer(words, text, row.row.verdict),
            };
            view! {
                <div><dt>{(texts.read_of)(&names[side])}</dt><dd lang="fil">{text}</dd></div>
            }
        })
        .collect_view();
    view! {
        <dl class="readings" data-kind=if is_long { "texts" } else { "labels" }>
            <div><dt>{words.common.gold}</dt><dd lang="fil">{rows[0].gold.clone()}</dd></div>
            {read}
        </dl>
    }
}

/// One reply with its score; words that the other has not are marked.
fn reply_view(
    words: &'static Words,
    name: &str,
    run_id: String,
    row: &RowDetail,
    parts: &[Part<'_>],
) -> impl IntoView + use<> {
    let texts = words.language.compare();
    let title = (texts.reply_of)(name);
    let verdict = row.row.verdict;
    let mut href = Route::Result { run_id }.href();
    let key = crate::run::RowKey {
        task_id: row.row.task_id.clone(),
        row_idx: row.row.row_idx,
    };
    push_query(&mut href, "row", &key_text(&key));
    let text = if parts.is_empty() {
        view! { <p class="muted">{words.result.no_reply_text}</p> }.into_any()
    } else {
        let parts = parts.iter().map(|part| match part {
            Part::Common(text) => (*text).to_owned().into_any(),
            Part::Own(text) => view! { <mark>{(*text).to_owned()}</mark> }.into_any(),
        });
        let parts: Vec<AnyView> = parts.collect();
        view! {
            <pre class="raw-text" tabindex="0" aria-label=title.clone()>{parts}</pre>
        }
        .into_any()
    };
    view! {
        <section class="stack" data-gap="small">
            <h3>{title}</h3>
            <p class="compare-score">
                <Score value=row.row.score reason=words.language.verdict(verdict)/>
                <OutcomeTag words=words verdict=verdict/>
            </p>
            {text}
            <p><a href=href>{(texts.to_result)(name)}</a></p>
        </section>
    }
}

/// The prompt once where both were sent the same, else both.
fn prompts(words: &'static Words, names: &[String; 2], rows: &[RowDetail; 2]) -> AnyView {
    let texts = words.language.compare();
    let [first, second] = rows.each_ref().map(|row| row.messages.clone());
    if first == second {
        let is_sent = first.is_some();
        return view! {
            <Sent words=words messages=first/>
            {is_sent.then(|| view! { <p class="note">{texts.same_prompt}</p> })}
        }
        .into_any();
    }
    view! {
        <Sent words=words title=(texts.prompt_of)(&names[0]) messages=first/>
        <Sent words=words title=(texts.prompt_of)(&names[1]) messages=second/>
    }
    .into_any()
}
