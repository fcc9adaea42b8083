//! The rows in a list, filtered; the open one beside it.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::{Address, RowKind};
use super::open_row::OpenRow;
use crate::desk::protocol::{Export, Failure, Question};
use crate::desk::view::{PromptPage, PromptRow, TaskView};
use crate::suite::DataKind;
use crate::web::components::button::DownloadButton;
use crate::web::components::field::TextField;
use crate::web::components::notice::{EmptyState, FailureNotice, Notice, NoticeKind};
use crate::web::components::virtual_list::{Column, ColumnKind, RowWindow, VirtualList};
use crate::web::state::ask;
use crate::web::state::suite::use_suite;
use crate::words::{Words, number};

/// The list, its filter, and the open row.
#[component]
pub fn Rows(
    words: &'static Words,
    task: TaskView,
    address: Memo<Address>,
    kind: Memo<DataKind>,
    go: Callback<Address>,
) -> impl IntoView {
    let texts = &words.task;
    let store = use_suite();
    let task_id = StoredValue::new(task.id.clone());
    let filter = RwSignal::new(String::new());
    let recipe = Memo::new(move |_| address.get().recipe);
    let page = RwSignal::new(PromptPage {
        n_matching: 0,
        n_rows: 0,
        rows: Vec::new(),
    });
    let offset = RwSignal::new(0_usize);
    let failure = RwSignal::new(None::<Failure>);
    let is_loaded = Memo::new(move |_| task_id.with_value(|id| store.is_loaded(id)));
    // Another list: another filter, recipe or kind of rows, or rows that have come at last.
    let generation = Memo::new(move |last: Option<&usize>| {
        filter.track();
        recipe.track();
        kind.track();
        is_loaded.track();
        last.map_or(0, |last| last + 1)
    });
    let question = move |offset: usize, limit: usize| Question::Prompts {
        task_id: task_id.get_value(),
        kind: kind.get_untracked(),
        recipe: recipe.get_untracked(),
        text: filter.get_untracked(),
        offset,
        limit,
    };
    let on_window = move |(first, limit): (usize, usize)| {
        let asked_for = generation.get_untracked();
        spawn_local(async move {
            let found = ask::prompts(question(first, limit)).await;
            // Another list may have been asked for meanwhile, or the page left.
            if generation.try_get_untracked() != Some(asked_for) {
                return;
            }
            match found {
                Ok(found) => {
                    failure.set(None);
                    offset.set(first);
                    page.set(found);
                }
                Err(why) => failure.set(Some(why)),
            }
        });
    };
    // Position in the list of the open row. Without a filter it is the place in the file.
    let open = RwSignal::new(address.get_untracked().row_idx);
    Effect::new(move |last: Option<usize>| {
        let now = generation.get();
        if last.is_some_and(|last| last != now) && !filter.read_untracked().is_empty() {
            open.set(None);
        }
        now
    });
    let opened = RwSignal::new(None::<PromptRow>);
    Effect::new(move |_| {
        let asked_for = generation.get();
        let Some(position) = open.get() else {
            opened.set(None);
            return;
        };
        spawn_local(async move {
            let row = ask::prompts(question(position, 1))
                .await
                .ok()
                .and_then(|page| page.rows.into_iter().next());
            if generation.try_get_untracked() == Some(asked_for)
                && open.try_get_untracked() == Some(Some(position))
            {
                let row_idx = row.as_ref().map(|row| row.row_idx);
                opened.set(row);
                let now = address.get_untracked();
                if row_idx.is_some() && now.row_idx != row_idx {
                    go.run(Address { row_idx, ..now });
                }
            }
        });
    });
    let n_rows = Memo::new(move |_| page.with(|page| page.n_matching));
    let step = Callback::new(move |forward: Step| {
        let last = n_rows.get_untracked().checked_sub(1);
        let target = match (open.get_untracked(), forward) {
            (None, _) => last.map(|_| 0),
            (Some(now), Step::Next) => last.map(|last| (now + 1).min(last)),
            (Some(now), Step::Previous) => last.map(|_| now.saturating_sub(1)),
        };
        if target != open.get_untracked() {
            open.set(target);
        }
    });
    let on_key = window_event_listener(ev::keydown, move |event| {
        let is_typing = event
            .target()
            .and_then(|target| {
                use leptos::wasm_bindgen::JsCast;
                target.dyn_into::<web_sys::Element>().ok()
            })
            .is_some_and(|element| {
                matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA")
            });
        if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "j" => step.run(Step::Next),
            "k" => step.run(Step::Previous),
            _ => {}
        }
    });
    on_cleanup(move || on_key.remove());

    let window = Memo::new(move |_| RowWindow {
        offset: offset.get(),
        rows: page.with(|page| page.rows.clone()),
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
    let is_downloading = RwSignal::new(false);
    let download_failure = RwSignal::new(None::<Failure>);
    let download = move |()| {
        is_downloading.set(true);
        let what = Export::Prompts {
            task_ids: vec![task_id.get_value()],
            kind: kind.get_untracked(),
            recipe: recipe.get_untracked(),
        };
        spawn_local(async move {
            let result = ask::export(what).await;
            is_downloading.try_set(false);
            download_failure.try_set(result.err());
        });
    };
    let n_shown = move || page.with(|page| (texts.shown)(page.n_matching, page.n_rows));
    let list_label = (texts.list_label)(words.language.of(&task.name));
    let section_label = list_label.clone();
    let n_prompts = Memo::new(move |_| page.with(|page| page.n_rows));
    let is_empty = Memo::new(move |_| page.with(|page| page.n_matching == 0 && page.n_rows > 0));
    let has_failed = Memo::new(move |_| failure.with(Option::is_some));
    let task_view = StoredValue::new(task);
    view! {
        {move || (kind.get() == DataKind::Sample)
            .then(|| view! { <Notice kind=NoticeKind::Info title=texts.sample_note/> })}
        {move || failure.get().map(|why| failure_view(words, why, store.is_busy(), address, go))}
        <div class="split" hidden=move || has_failed.get()>
            <section class="stack" aria-label=section_label>
                <div class="toolbar">
                    <TextField
                        id="filter"
                        kind="search"
                        label=texts.filter
                        hint=texts.filter_hint
                        value=filter
                        on_input=move |text| filter.set(text)
                    />
                    <p class="note push" role="status">{n_shown}</p>
                </div>
                <Show when=move || is_empty.get()>
                    <EmptyState title=texts.no_match text=texts.no_match_text>
                        <button type="button" class="button" on:click=move |_| filter.set(String::new())>
                            {texts.clear_filter}
                        </button>
                    </EmptyState>
                </Show>
                <VirtualList
                    id="rows"
                    kind="prompts"
                    label=list_label
                    columns=columns
                    n_rows=n_rows
                    window=window
                    on_window=on_window
                    generation=generation
                    open=open
                    on_open=move |position| open.set(Some(position))
                    cells=cells
                />
                <p class="note">{texts.keys}</p>
                <div class="actions">
                    {move || {
                        let label = (texts.download_all)(n_prompts.get());
                        view! { <DownloadButton label=label is_busy=is_downloading on_download=download/> }
                    }}
                </div>
                {move || download_failure.get().map(|why| view! { <FailureNotice words=words failure=why/> })}
            </section>
            <section class="stack" aria-live="off">
                {move || {
                    view! {
                        <OpenRow
                            words=words
                            task=task_view.get_value()
                            recipe=recipe.get()
                            row=opened.get()
                            on_step=step
                        />
                    }
                }}
            </section>
        </div>
    }
}

/// Which neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The row before.
    Previous,
    /// The row after.
    Next,
}

fn failure_view(
    words: &'static Words,
    failure: Failure,
    is_busy: bool,
    address: Memo<Address>,
    go: Callback<Address>,
) -> AnyView {
    let store = use_suite();
    if !matches!(failure, Failure::NotLoaded { .. }) {
        return view! { <FailureNotice words=words failure=failure/> }.into_any();
    }
    let texts = &words.task;
    let to_sample = move |_| {
        let target = Address {
            rows: Some(RowKind::Sample),
            row_idx: None,
            ..address.get_untracked()
        };
        go.run(target);
    };
    view! {
        <EmptyState title=texts.not_loaded text=texts.not_loaded_text>
            <button
                type="button"
                class="button"
                data-kind="primary"
                disabled=is_busy
                on:click=move |_| store.load()
            >
                {if is_busy { words.suites.loading } else { words.suites.load_all }}
            </button>
            <button type="button" class="button" on:click=to_sample>{texts.to_sample}</button>
        </EmptyState>
    }
    .into_any()
}
