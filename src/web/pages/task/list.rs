//! The rows in a list, filtered; the open one beside it.

use leptos::ev;
use leptos::prelude::*;

use super::open_row::OpenRow;
use super::rows::{Step, TaskRows};
use crate::desk::protocol::Failure;
use crate::desk::view::{PromptRow, TaskView};
use crate::suite::DataKind;
use crate::web::components::button::DownloadButton;
use crate::web::components::field::TextField;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::notice::{EmptyState, FailureNotice, Notice, NoticeKind, Waiting};
use crate::web::components::virtual_list::{Column, ColumnKind, RowWindow, VirtualList};
use crate::web::state::storage::keeping;
use crate::web::state::suite::use_suite;
use crate::words::{Words, number};

/// The list, its filter, and the open row.
#[component]
pub fn Rows(words: &'static Words, task: TaskView, rows: TaskRows) -> impl IntoView {
    let texts = &words.task;
    step_by_keys(rows);
    let has_failed = Memo::new(move |_| rows.failure.with(Option::is_some));
    view! {
        {move || {
            (rows.kind.get() == DataKind::Sample)
                .then(|| {
                    view! {
                        <Notice
                            kind=NoticeKind::Info
                            title=texts.sample_title
                            text=texts.sample_note
                        />
                    }
                })
        }}
        {move || rows.failure.get().map(|failure| failure_view(words, failure, rows))}
        <div class="split" hidden=move || has_failed.get()>
            <List words=words task=task.clone() rows=rows/>
            <Opened words=words task=task rows=rows/>
        </div>
    }
}

/// J and K open the next and the previous row, unless somebody is typing.
fn step_by_keys(rows: TaskRows) {
    let listener = window_event_listener(ev::keydown, move |event| {
        let tag = event_target::<web_sys::Element>(&event).tag_name();
        let is_typing = matches!(tag.as_str(), "INPUT" | "SELECT" | "TEXTAREA");
        if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "j" => rows.step(Step::Next),
            "k" => rows.step(Step::Previous),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
}

#[component]
fn List(words: &'static Words, task: TaskView, rows: TaskRows) -> impl IntoView {
    let texts = &words.task;
    let label = (texts.list_label)(words.language.of(&task.name));
    let section_label = label.clone();
    let page = rows.page;
    // Rows that match, and rows there are; nothing is said about either before it is known.
    let counts = Memo::new(move |_| {
        page.with(|page| page.as_ref().map(|page| (page.n_matching, page.n_rows)))
    });
    let n_rows = Memo::new(move |_| counts.get().map_or(0, |(n_matching, _)| n_matching));
    let n_shown = move || {
        counts.get().map_or_else(
            || words.common.waiting.to_owned(),
            |(n_matching, n_rows)| (texts.shown)(n_matching, n_rows),
        )
    };
    let is_empty = Memo::new(move |_| matches!(counts.get(), Some((0, n_rows)) if n_rows > 0));
    let window = Memo::new(move |_| RowWindow {
        offset: rows.offset.get(),
        rows: page.with(|page| {
            page.as_ref()
                .map_or_else(Vec::new, |page| page.rows.clone())
        }),
    });
    // Only the translations have a side in English.
    let text_lang = if task.id == "MT-en-tl" { "en" } else { "fil" };
    let gold_lang = if task.id == "MT-tl-en" { "en" } else { "fil" };
    let cells = move |row: &PromptRow| {
        view! {
            <span class="num muted" role="gridcell">{number::count(row.row_idx + 1)}</span>
            <span role="gridcell" lang=text_lang>{row.preview.clone()}</span>
            <span role="gridcell" lang=gold_lang>{row.gold.clone()}</span>
        }
        .into_any()
    };
    let columns = vec![
        Column {
            name: texts.number,
            kind: ColumnKind::Numbers,
        },
        Column {
            name: texts.text,
            kind: ColumnKind::Words,
        },
        Column {
            name: words.common.gold,
            kind: ColumnKind::Words,
        },
    ];
    view! {
        <section class="stack" aria-label=section_label>
            <TextField
                id="filter"
                kind="search"
                label=texts.filter
                hint=texts.filter_hint
                value=rows.filter
                on_input=move |text| rows.set_filter(text)
            />
            <p class="note" role="status">{n_shown}</p>
            <Show when=move || is_empty.get()>
                <EmptyState title=texts.no_match text=texts.no_match_text>
                    <button
                        type="button"
                        class="button"
                        on:click=move |_| rows.set_filter(String::new())
                    >
                        {texts.clear_filter}
                    </button>
                </EmptyState>
            </Show>
            <VirtualList
                id="rows"
                kind="prompts"
                label=label
                columns=columns
                n_rows=n_rows
                window=window
                on_window=move |window| rows.fetch(window)
                generation=rows.generation
                open=rows.open
                on_open=move |position| rows.open.set(Some(position))
                cells=cells
            />
            <p class="note">{texts.keys}</p>
            <div class="actions">
                {move || counts.get().map(|(_, n_prompts)| view! {
                    <DownloadButton
                        label=(texts.download_all)(n_prompts)
                        is_busy=rows.is_downloading
                        on_download=move |()| rows.download()
                    />
                })}
            </div>
            {move || {
                rows.download_failure
                    .get()
                    .map(|failure| view! { <FailureNotice words=words failure=failure/> })
            }}
        </section>
    }
}

/// The open row under its heading. Heading and buttons stay while rows change, so that the focus
/// stays on them.
#[component]
fn Opened(words: &'static Words, task: TaskView, rows: TaskRows) -> impl IntoView {
    let texts = &words.task;
    let title = move || {
        rows.opened.with(|row| match row {
            Some(row) => (texts.row_title)(row.row_idx + 1, &row.row_id),
            None => texts.choose_row.to_owned(),
        })
    };
    let has_none = Memo::new(move |_| rows.opened.with(Option::is_none));
    view! {
        <section class="stack" aria-labelledby="opened">
            <div class="toolbar" data-align="center">
                <h2 id="opened">{title}</h2>
                <div class="actions push" hidden=move || has_none.get()>
                    <button
                        type="button"
                        class="button"
                        data-kind="quiet"
                        on:click=move |_| rows.step(Step::Previous)
                    >
                        <Icon glyph=Glyph::Back/>
                        {words.common.previous}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-kind="quiet"
                        on:click=move |_| rows.step(Step::Next)
                    >
                        {words.common.next}
                        <Icon glyph=Glyph::Forward/>
                    </button>
                </div>
            </div>
            <p class="visually-hidden" role="status">{title}</p>
            {move || {
                let task = task.clone();
                let recipe = rows.recipe.get();
                rows.opened
                    .get()
                    .map(|row| view! { <OpenRow words=words task=task recipe=recipe row=row/> })
            }}
        </section>
    }
}

/// Rows that are not loaded are no failure: they can be, or the sample is shown.
fn failure_view(words: &'static Words, failure: Failure, rows: TaskRows) -> AnyView {
    let store = use_suite();
    if !matches!(failure, Failure::NotLoaded { .. }) {
        return view! { <FailureNotice words=words failure=failure/> }.into_any();
    }
    let texts = &words.task;
    let to_sample = move || {
        view! {
            <button type="button" class="button" on:click=move |_| rows.go_to_sample()>
                {texts.to_sample}
            </button>
        }
    };
    let is_busy = Memo::new(move |_| store.is_busy());
    view! {
        {move || if is_busy.get() {
            view! {
                <Waiting text=words.result.waiting_for_rows/>
                <div class="actions">{to_sample()}</div>
            }
            .into_any()
        } else {
            view! {
                <EmptyState title=texts.not_loaded text=(texts.not_loaded_text)(keeping())>
                    <button
                        type="button"
                        class="button"
                        data-kind="primary"
                        on:click=move |_| store.load()
                    >
                        {words.suites.load_all}
                    </button>
                    {to_sample()}
                </EmptyState>
            }
            .into_any()
        }}
    }
    .into_any()
}
