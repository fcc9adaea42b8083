//! Controls by which the user says how a file is to be read.

use std::collections::BTreeSet;

use leptos::prelude::*;

use crate::desk::view::{FilePreview, UploadFile};
use crate::intake::Keep;
use crate::intake::decode::Encoding;
use crate::intake::runs::{RunChoice, RunName};
use crate::intake::sniff::Columns;
use crate::words::Words;

/// What is to be different about a file.
#[derive(Clone, Debug)]
pub enum Change {
    /// Its rows are of this task; of what was recognised, without one.
    Task(Option<String>),
    /// Its answers are of this run; of what was recognised, without one.
    Run(Option<RunChoice>),
    /// One of its columns holds something else.
    Column {
        /// All names.
        names: Vec<String>,
        /// What they hold as far as the last reading knows.
        seen: Columns,
        /// Place of the part in [`parts`].
        part_idx: usize,
        /// The column that holds it, if any does.
        name: Option<String>,
    },
    /// Its columns are guessed again, and those of files like it.
    ForgetColumns {
        /// All names.
        names: Vec<String>,
    },
    /// It is, or is not, windows-1252.
    Windows1252 {
        /// Its name.
        name: String,
        /// Whether it is.
        is_on: bool,
    },
    /// Which answer of several to one row counts, in all files.
    Duplicates(Keep),
}

/// What the controls show, and who hears of them. Copy it freely.
#[derive(Clone, Copy)]
pub struct Choices {
    /// Ids of all tasks, in the order of the suite.
    pub task_ids: StoredValue<Vec<String>>,
    /// Names and titles of the runs, and the places of their files.
    pub runs: StoredValue<Vec<(RunName, String, Vec<usize>)>>,
    /// What was chosen about the runs of files, by place.
    pub chosen_runs: StoredValue<std::collections::BTreeMap<usize, RunChoice>>,
    /// Places of files whose columns were chosen for an earlier file.
    pub remembered: StoredValue<BTreeSet<usize>>,
    /// Places of files whose columns are in sight.
    pub open: StoredValue<BTreeSet<usize>>,
    /// Hears a file's place and what is to be different.
    pub on_change: Callback<(usize, Change)>,
    /// Hears that the columns of a file come into sight, or go.
    pub on_open: Callback<(usize, bool)>,
}

/// A list of tasks for the rows of a file.
pub fn task_list(
    words: &'static Words,
    file_idx: usize,
    file_name: &str,
    chosen: Option<String>,
    choices: Choices,
) -> impl IntoView + use<> {
    let texts = &words.score_file;
    let mut options = vec![(String::new(), texts.as_recognised.to_owned())];
    let task_ids = choices.task_ids.get_value();
    options.extend(task_ids.into_iter().map(|id| (id.clone(), id)));
    choices.list(
        file_idx,
        format!("task-of-{file_idx}"),
        (texts.choose_task)(file_name),
        options,
        chosen.unwrap_or_default(),
        |task_id| Change::Task((!task_id.is_empty()).then_some(task_id)),
    )
}

/// A list of runs for the answers of a file.
pub fn run_list(
    words: &'static Words,
    file_idx: usize,
    file: &UploadFile,
    choices: Choices,
) -> impl IntoView + use<> {
    let texts = &words.score_file;
    let runs = choices.runs.get_value();
    let known = runs.iter().find(|(_, _, files)| files.contains(&file_idx));
    let chosen = choices
        .chosen_runs
        .with_value(|chosen| chosen.get(&file_idx).cloned());
    let first = match known {
        _ if chosen.is_some() => texts.as_recognised.to_owned(),
        Some((_, title, _)) => (texts.recognised_as)(title),
        None => texts.choose_model.to_owned(),
    };
    let mut options = vec![(String::new(), first)];
    let titles = runs.iter().enumerate();
    options.extend(titles.map(|(place, (_, title, _))| (place.to_string(), title.clone())));
    options.push(("own".to_owned(), texts.own_run.to_owned()));
    let chosen = match chosen {
        None => String::new(),
        Some(RunChoice::Own) => "own".to_owned(),
        Some(RunChoice::Run(name)) => runs
            .iter()
            .position(|(known, ..)| *known == name)
            .map_or_else(String::new, |place| place.to_string()),
    };
    choices.list(
        file_idx,
        format!("run-of-{file_idx}"),
        (texts.choose_run)(&file.name),
        options,
        chosen,
        move |value| {
            let run = value.parse().ok().and_then(|place: usize| runs.get(place));
            Change::Run(match run {
                Some((name, ..)) => Some(RunChoice::Run(name.clone())),
                None => (value == "own").then_some(RunChoice::Own),
            })
        },
    )
}

/// A tick for a file that is no Unicode.
pub fn windows_1252(
    words: &'static Words,
    file_idx: usize,
    file: &UploadFile,
    choices: Choices,
) -> Option<impl IntoView + use<>> {
    let is_on = file.encoding == Some(Encoding::Windows1252);
    if !is_on && !file.may_be_windows_1252 {
        return None;
    }
    let texts = &words.score_file;
    let name = file.name.clone();
    Some(view! {
        <label class="check">
            <input
                id=format!("encoding-of-{file_idx}")
                type="checkbox"
                prop:checked=is_on
                on:change=move |event| {
                    let is_on = event_target_checked(&event);
                    let change = Change::Windows1252 { name: name.clone(), is_on };
                    choices.on_change.run((file_idx, change));
                }
            />
            <span>{texts.as_windows_1252}</span>
        </label>
    })
}

/// The first rows of a file, and what each of its columns is taken for.
#[component]
pub fn ColumnsOf(
    /// Language of the page.
    words: &'static Words,
    /// Its place in the list.
    file_idx: usize,
    /// Its name.
    name: String,
    /// What it looks like.
    preview: Box<FilePreview>,
    /// Who hears of a change.
    choices: Choices,
    /// Whether it is in sight although nobody asked: nothing could be read.
    is_needed: bool,
) -> impl IntoView {
    let texts = &words.score_file;
    let is_remembered = choices
        .remembered
        .with_value(|files| files.contains(&file_idx));
    let was_open = choices.open.with_value(|files| files.contains(&file_idx));
    let is_open = RwSignal::new(is_needed || is_remembered || was_open);
    let title = (texts.columns_of)(&name);
    let preview = StoredValue::new(*preview);
    let names = preview.with_value(|preview| preview.first.names.clone());
    view! {
        <details
            open=is_open.get_untracked()
            on:toggle=move |event| {
                let target = event.target();
                let details = target
                    .and_then(|node| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(node).ok());
                let is_shown = details.is_some_and(|node| node.has_attribute("open"));
                is_open.set(is_shown);
                choices.on_open.run((file_idx, is_shown));
            }
        >
            <summary id=format!("columns-of-{file_idx}")>{title}</summary>
            <div class="stack" data-gap="small">
                {is_remembered.then(|| view! {
                    <p role="status">
                        {texts.columns_remembered} " "
                        <button
                            type="button"
                            class="button"
                            on:click=move |_| {
                                let change = Change::ForgetColumns { names: names.clone() };
                                choices.on_change.run((file_idx, change));
                            }
                        >
                            {texts.forget_columns}
                        </button>
                    </p>
                })}
                <Show when=move || is_open.get()>
                    {preview.with_value(|preview| first_rows(words, preview))}
                    {preview.with_value(|preview| roles(words, file_idx, preview, choices))}
                </Show>
            </div>
        </details>
    }
}

fn first_rows(words: &'static Words, preview: &FilePreview) -> impl IntoView + use<> {
    let head = preview
        .first
        .names
        .iter()
        .map(|name| view! { <th scope="col">{name.clone()}</th> })
        .collect_view();
    let rows = preview
        .first
        .rows
        .iter()
        .map(|cells| {
            let cells = cells
                .iter()
                .map(|cell| view! { <td class="excerpt" dir="auto">{cell.clone()}</td> })
                .collect_view();
            view! { <tr>{cells}</tr> }
        })
        .collect_view();
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=words.score_file.first_rows>
            <table class="table preview">
                <caption>{words.score_file.first_rows}</caption>
                <thead><tr>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// The parts of a row in order, each with its column.
pub fn parts(columns: &mut Columns) -> [&mut Option<String>; 7] {
    [
        &mut columns.task,
        &mut columns.id,
        &mut columns.prediction,
        &mut columns.reasoning,
        &mut columns.gold,
        &mut columns.model,
        &mut columns.finish_reason,
    ]
}

fn roles(
    words: &'static Words,
    file_idx: usize,
    preview: &FilePreview,
    choices: Choices,
) -> impl IntoView + use<> {
    let texts = &words.score_file;
    let names = preview.first.names.clone();
    let mut columns = preview.columns.clone();
    let lists = parts(&mut columns)
        .into_iter()
        .zip(texts.column_roles)
        .enumerate()
        .map(|(role_idx, (column, role))| {
            let mut options = vec![(String::new(), texts.no_column.to_owned())];
            options.extend(names.iter().map(|name| (name.clone(), name.clone())));
            let (names, seen) = (names.clone(), preview.columns.clone());
            let list = choices.list(
                file_idx,
                format!("column-{role_idx}-of-{file_idx}"),
                role.to_owned(),
                options,
                column.clone().unwrap_or_default(),
                move |name| Change::Column {
                    names: names.clone(),
                    seen: seen.clone(),
                    part_idx: role_idx,
                    name: (!name.is_empty()).then_some(name),
                },
            );
            view! { <div class="field"><span class="field-label" aria-hidden="true">{role}</span> {list}</div> }
        })
        .collect_view();
    view! {
        <fieldset class="columns">
            <legend>{texts.columns_legend}</legend>
            {lists}
        </fieldset>
        <p class="hint">{texts.columns_hint}</p>
    }
}
