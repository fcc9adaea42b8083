//! The page of results side by side: published models and own runs in one table.

mod address; // what the board shows, as its address says
mod arrange; // its rows and their order
mod table; // the table

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::PageHead;
use super::result::columns;
use crate::desk::protocol::{Failure, Question, Request, Response};
use crate::desk::view::{PublishedView, ResultView, RunCard, SuiteView};
use crate::report::columns::Column;
use crate::score::OutcomePolicy;
use crate::suite::{DataKind, View};
use crate::web::components::field::{SelectField, TextField};
use crate::web::components::notice::{EmptyState, FailureNotice, Waiting};
use crate::web::state::ask::ask;
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;
use crate::web::state::suite::use_suite;
use crate::words::Words;
use address::Here;
use arrange::{BoardRow, Direction, Group, Key, arranged, own_row, published_row};
use table::BoardTable;

/// A search begins when nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(150);

/// See the module.
#[component]
pub fn BoardPage() -> impl IntoView {
    let words = use_words();
    let texts = &words.board;
    let store = use_suite();
    let published = RwSignal::new(None::<Result<PublishedView, Failure>>);
    let own = RwSignal::new(Vec::<ResultView>::new());
    let is_opening = RwSignal::new(true);
    let fetch = move || {
        spawn_local(async move {
            published.try_set(Some(load_published().await));
        });
    };
    fetch();
    // Own runs come in one by one; the published numbers do not wait for them. What they need of
    // the official rows must be there first.
    let is_looking = Memo::new(move |_| store.is_busy());
    Effect::new(move |_| {
        if is_looking.get() {
            return;
        }
        spawn_local(async move {
            let mut found = Vec::new();
            for card in own_cards().await {
                found.extend(load_own(card.run_id).await);
            }
            own.try_set(found);
            is_opening.try_set(false);
        });
    });
    let suite = Memo::new(move |_| store.suite().and_then(Result::ok));
    let body = move || match (published.get(), store.suite()) {
        (Some(Err(failure)), _) | (_, Some(Err(failure))) => view! {
            <FailureNotice words=words failure=failure>
                <button type="button" class="button" on:click=move |_| fetch()>
                    {words.common.try_again}
                </button>
            </FailureNotice>
        }
        .into_any(),
        (Some(Ok(published)), Some(Ok(_))) => view! { <Board
            words=words
            published=published
            suite=suite
            own=own
            is_opening=is_opening
        /> }
        .into_any(),
        _ => view! { <Waiting text=words.common.waiting/> }.into_any(),
    };
    view! {
        <PageHead title=texts.title lead=texts.lead/>
        {body}
        <p class="note" role="status">{move || is_opening.get().then_some(texts.opening_own)}</p>
    }
}

async fn load_published() -> Result<PublishedView, Failure> {
    match ask(&Request::Ask(Question::Published)).await {
        Response::Published(published) => Ok(published),
        Response::Failed(failure) => Err(failure),
        _ => Err(Failure::Internal {
            reason: "the worker answered something else".to_owned(),
        }),
    }
}

/// Stored runs on whole tasks of official rows. Without storage there are none.
async fn own_cards() -> Vec<RunCard> {
    let Response::Runs(cards) = ask(&Request::ListRuns).await else {
        return Vec::new();
    };
    let is_whole =
        |card: &RunCard| card.data_kind == DataKind::Official && card.n_chosen == card.n_all;
    cards.into_iter().filter(is_whole).collect()
}

/// The numbers of an own run; a run that cannot be read has none, and says so on its own page.
async fn load_own(run_id: String) -> Option<ResultView> {
    ask(&Request::OpenRun {
        run_id: run_id.clone(),
        is_fresh: false,
    })
    .await;
    let question = Question::Result {
        run_id,
        policy: Some(OutcomePolicy::Parity),
    };
    match ask(&Request::Ask(question)).await {
        Response::Result(result) => Some(*result),
        _ => None,
    }
}

/// Filters and the table.
#[component]
fn Board(
    words: &'static Words,
    published: PublishedView,
    suite: Memo<Option<SuiteView>>,
    own: RwSignal<Vec<ResultView>>,
    /// Whether own runs are still being opened.
    is_opening: RwSignal<bool>,
) -> impl IntoView {
    let texts = &words.board;
    let here = Here::new();
    let source = (texts.source)(&published.source, &published.date);
    let date = published.date.clone();
    let groups = Memo::new(move |_| {
        let suite = suite.get();
        suite.map_or_else(Vec::new, |suite| {
            columns::groups(&suite, View::Paper, words.language)
        })
    });
    let columns = Memo::new(move |_| -> Vec<Column> {
        groups.with(|groups| {
            groups
                .iter()
                .flat_map(|group| group.columns.clone())
                .collect()
        })
    });
    let rows = Memo::new(move |_| -> Vec<BoardRow> {
        columns.with(|columns| {
            let own = own.with(|own| {
                let rows: Vec<BoardRow> = own
                    .iter()
                    .filter_map(|result| own_row(result, columns))
                    .collect();
                rows
            });
            let printed = published.rows.iter().map(|row| published_row(row, columns));
            own.into_iter().chain(printed).collect()
        })
    });
    let shown = Memo::new(move |_| {
        let address = here.get();
        let key = columns.with(|columns| sort_key(&address.sort, columns));
        rows.with(|rows| arranged(rows, address.group, &address.text, key, address.direction))
    });
    let n_all = Memo::new(move |_| rows.with(Vec::len));
    let is_empty = Memo::new(move |_| shown.with(Vec::is_empty));
    view! {
        <p class="note">{texts.averages_note}</p>
        <Filters words=words here=here columns=columns/>
        <p class="note" role="status">
            {move || (texts.shown)(shown.with(Vec::len), n_all.get())}
        </p>
        {move || if is_empty.get() {
            view! { <Nothing words=words here=here is_opening=is_opening/> }.into_any()
        } else {
            view! {
                <BoardTable
                    words=words
                    here=here
                    groups=groups.get()
                    suite=suite
                    rows=shown
                    date=date.clone()
                />
            }
            .into_any()
        }}
        <ul class="board-notes">
            <li>{source}</li>
            <li>{texts.dagger_note}</li>
            <li>{texts.own_note}</li>
        </ul>
    }
}

/// No row fits, or there is no own run yet.
#[component]
fn Nothing(words: &'static Words, here: Here, is_opening: RwSignal<bool>) -> impl IntoView {
    let texts = &words.board;
    let is_own = here.now().group == Some(Group::Own);
    let (title, text) = if is_own {
        (texts.no_own, texts.no_own_text)
    } else {
        (texts.no_match, texts.no_match_text)
    };
    // Said below the table; that there is none would be said too early.
    let is_known = move || !(is_own && is_opening.get());
    let nothing = move || {
        view! {
            <EmptyState title=title text=text>
                {is_own.then(|| view! {
                    <a class="button" data-kind="primary" href=Route::NewRun.href()>
                        {words.common.nav_new_run}
                    </a>
                })}
                <button
                    type="button"
                    class="button"
                    on:click=move |_| here.switch(|address| {
                        address.group = None;
                        address.text.clear();
                    })
                >
                    {texts.show_all}
                </button>
            </EmptyState>
        }
    };
    move || is_known().then(nothing)
}

/// Search, group, order.
#[component]
fn Filters(words: &'static Words, here: Here, columns: Memo<Vec<Column>>) -> impl IntoView {
    let texts = &words.board;
    let mut groups = vec![(String::new(), texts.all_groups.to_owned())];
    groups.extend(
        Group::ALL.map(|group| (group.id().to_owned(), group_name(words, group).to_owned())),
    );
    let group = here.part(|address| address.group.map_or("", Group::id).to_owned());
    let sorts = Memo::new(move |_| {
        let mut sorts = vec![
            ("name".to_owned(), words.common.model.to_owned()),
            ("size".to_owned(), texts.size.to_owned()),
        ];
        columns.with(|columns| {
            sorts.extend(
                columns
                    .iter()
                    .map(|column| (sort_id(column), long_name(words, column))),
            );
        });
        sorts
    });
    let sort = here.part(|address| address.sort.clone());
    let text = here.part(|address| address.text.clone());
    let search = StoredValue::new_local(debounce(PAUSE, move |text: String| {
        here.switch(|address| address.text = text);
    }));
    view! {
        <div class="toolbar result-filters">
            <TextField
                id="board-search"
                kind="search"
                label=texts.search
                value=text
                on_input=move |text: String| search.update_value(|search| search(text))
            />
            <SelectField
                id="board-group"
                label=texts.group
                options=groups
                value=group
                on_change=move |id: String| {
                    here.switch(|address| address.group = Group::from_id(&id));
                }
            />
            <SelectField
                id="board-sort"
                label=texts.sort
                options=sorts
                value=sort
                on_change=move |id: String| {
                    here.switch(|address| {
                        address.direction = first_direction(&id);
                        address.sort = id;
                    });
                }
            />
        </div>
    }
}

/// Which end comes first when an order is chosen: the best, or the first letter.
fn first_direction(sort: &str) -> Direction {
    if sort == "name" {
        Direction::Up
    } else {
        Direction::Down
    }
}

/// A column's name in addresses: `paper-nlu`, `SA/macro_f1`.
fn sort_id(column: &Column) -> String {
    match column {
        Column::Score { task_id, metric } => format!("{task_id}/{}", metric.id()),
        Column::Average { id } => id.clone(),
    }
}

fn sort_key(id: &str, columns: &[Column]) -> Key {
    match id {
        "name" => Key::Name,
        "size" => Key::Size,
        id => columns
            .iter()
            .position(|column| sort_id(column) == id)
            .map_or(Key::Name, Key::Column),
    }
}

/// Task and metric, or the competency of an average.
fn long_name(words: &'static Words, column: &Column) -> String {
    match column {
        Column::Score { task_id, metric } => {
            format!("{task_id} {}", words.language.metric(*metric))
        }
        Column::Average { id } => {
            let competency = id.trim_start_matches("paper-").to_uppercase();
            (words.result.average_of)(&competency)
        }
    }
}

/// What a group is called.
fn group_name(words: &'static Words, group: Group) -> &'static str {
    match group {
        Group::Own => words.board.group_own,
        Group::Commercial => words.start.group_commercial,
        Group::Reasoning => words.start.group_reasoning,
        Group::Instruct => words.start.group_instruct,
        Group::Base => words.start.group_base,
    }
}
