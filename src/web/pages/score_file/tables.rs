//! What was recognised, as tables: the answers of each task, and the files.

use leptos::prelude::*;

use super::choices::{Choices, ColumnsOf, run_list, task_list, windows_1252};
use crate::desk::view::{Trouble, UploadFile, UploadTask};
use crate::intake::Keep;
use crate::intake::report::TaskSource;
use crate::web::pages::fold::Fold;
use crate::words::Words;
use crate::words::number;

/// How the answers fit the rows of each task, and what to look at.
#[component]
pub fn TasksTable(
    /// Language of the page.
    words: &'static Words,
    /// Tasks that any row was read for.
    tasks: Vec<UploadTask>,
    /// Which of several answers to a row was taken.
    keep: Keep,
) -> impl IntoView {
    let texts = &words.score_file;
    let rows = tasks
        .into_iter()
        .map(|task| {
            let problems = problems_of(words, &task, keep);
            let problems = if problems.is_empty() {
                view! { <span class="muted">{texts.no_problems}</span> }.into_any()
            } else {
                let items = problems
                    .into_iter()
                    .map(|(text, details)| {
                        view! {
                            <li>
                                {text}
                                {(!details.is_empty()).then(|| view! {
                                    <span class="muted">" (" {details} ")"</span>
                                })}
                            </li>
                        }
                    })
                    .collect_view();
                view! { <ul class="plain-list">{items}</ul> }.into_any()
            };
            let matched = (words.common.n_of)(task.n_answered, task.n_rows);
            view! {
                <tr>
                    <th scope="row">{task.task_id}</th>
                    <td class="num" data-label=texts.matched>{matched}</td>
                    <td data-label=texts.problems>{problems}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table" data-narrow="stack">
            <caption>{texts.tasks_caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{words.common.task}</th>
                    <th scope="col" class="num">{texts.matched}</th>
                    <th scope="col">{texts.problems}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// Sentences about a task's answers, each with the ids it is about.
fn problems_of(words: &'static Words, task: &UploadTask, keep: Keep) -> Vec<(String, String)> {
    let texts = &words.score_file;
    let mut problems = Vec::new();
    let ids = |(some, n): &(Vec<String>, usize)| {
        let mut text = some.join(", ");
        if *n > some.len() {
            text.push_str(", ");
            text.push_str(&(texts.and_more)(n - some.len()));
        }
        text
    };
    if let Some(refusal) = &task.refusal {
        problems.push((words.language.refusal(refusal), String::new()));
    }
    if task.source == TaskSource::Content {
        problems.push((texts.task_guessed.to_owned(), String::new()));
    }
    if task.source == TaskSource::NameWord {
        problems.push((texts.task_guessed_by_name.to_owned(), String::new()));
    }
    if task.is_by_order && task.refusal.is_none() {
        problems.push((texts.by_order.to_owned(), String::new()));
    }
    for (listed, sentence) in [
        (&task.missing, texts.missing),
        (&task.extra, texts.extra),
        (&task.gold_conflicts, texts.gold_conflicts),
        (&task.prompt_conflicts, texts.prompt_conflicts),
    ] {
        if listed.1 > 0 {
            problems.push((sentence(listed.1), ids(listed)));
        }
    }
    if task.duplicate.1 > 0 {
        let named: Vec<String> = task
            .duplicate
            .0
            .iter()
            .map(|(id, differs)| {
                let how = if *differs {
                    texts.duplicate_differs
                } else {
                    texts.duplicate_same
                };
                format!("{id}: {how}")
            })
            .collect();
        let named = (named, task.duplicate.1);
        problems.push(((texts.duplicate)(task.duplicate.1, keep), ids(&named)));
    }
    for (n, sentence) in [
        (task.n_failed, texts.failed),
        (task.n_null, texts.null),
        (task.n_empty, texts.empty),
        (task.n_reading_differs, texts.reading_differs),
    ] {
        if n > 0 {
            problems.push((sentence(n), String::new()));
        }
    }
    problems
}

/// The files, what each was recognised as, and what is wrong with it.
#[component]
pub fn FilesTable(
    /// Language of the page.
    words: &'static Words,
    /// In the order they were read.
    files: Vec<UploadFile>,
    /// How the user changes what a file is read as.
    choices: Choices,
) -> impl IntoView {
    let texts = &words.score_file;
    // One file is of one run; only several can be of several.
    let has_runs = files.iter().filter(|file| file.can_choose_run).count() > 1;
    let columns = files
        .iter()
        .enumerate()
        .filter_map(|(file_idx, file)| {
            let preview = file.preview.clone()?;
            let name = file.name.clone();
            let is_needed = file.n_read == 0 && preview.columns.prediction.is_none();
            Some(view! {
                <ColumnsOf
                    words=words
                    file_idx=file_idx
                    name=name
                    preview=preview
                    choices=choices
                    is_needed=is_needed
                />
            })
        })
        .collect_view();
    let rows = files
        .into_iter()
        .enumerate()
        .map(|(file_idx, file)| {
            let shape = file
                .shape
                .map_or(texts.not_recognised, |shape| words.language.shape(shape));
            view! {
                <tr>
                    <th scope="row" class="file-name">{file.name.clone()}</th>
                    <td data-label=texts.shape>{shape}</td>
                    <td data-label=words.common.task>
                        {task_cell(words, file_idx, &file, choices)}
                    </td>
                    {has_runs.then(|| view! {
                        <td data-label=texts.model>
                            {file.can_choose_run
                                .then(|| run_list(words, file_idx, &file, choices))}
                        </td>
                    })}
                    <td class="num" data-label=texts.rows_read>{number::count(file.n_read)}</td>
                    <td data-label=texts.problems>
                        {windows_1252(words, file_idx, &file, choices)}
                        {complaints_cell(words, file)}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table" data-narrow="stack">
            <caption>{texts.files_caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.file}</th>
                    <th scope="col">{texts.shape}</th>
                    <th scope="col">{words.common.task}</th>
                    {has_runs.then(|| view! { <th scope="col">{texts.model}</th> })}
                    <th scope="col" class="num">{texts.rows_read}</th>
                    <th scope="col">{texts.problems}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {columns}
    }
}

/// Which tasks a file's rows are of, how that is known, and a list to say otherwise.
fn task_cell(
    words: &'static Words,
    file_idx: usize,
    file: &UploadFile,
    choices: Choices,
) -> impl IntoView + use<> {
    let found = tasks_by_source(words, file);
    let is_empty = found.is_empty();
    let found = found
        .into_iter()
        .map(|(tasks, source)| {
            view! {
                <li>
                    {tasks} " · "
                    <span class="muted">{words.language.task_source(source)}</span>
                </li>
            }
        })
        .collect_view();
    let is_chosen = file
        .tasks
        .first()
        .is_some_and(|(_, source, _)| *source == TaskSource::Chosen);
    let chosen = file.tasks.first().filter(|_| is_chosen);
    let chosen = chosen.map(|(task_id, ..)| task_id.clone());
    let list = file
        .can_choose_task
        .then(|| task_list(words, file_idx, &file.name, chosen, choices));
    view! {
        <div class="stack" data-gap="small">
            {if is_empty {
                view! { <span class="muted">"–"</span> }.into_any()
            } else {
                view! { <ul class="plain-list">{found}</ul> }.into_any()
            }}
            {list}
        </div>
    }
}

/// Tasks that became known in the same way, as one text: their ids, or how many of very many.
fn tasks_by_source(words: &'static Words, file: &UploadFile) -> Vec<(String, TaskSource)> {
    let mut groups: Vec<(Vec<String>, TaskSource)> = Vec::new();
    for (task_id, source, _) in &file.tasks {
        match groups.iter_mut().find(|(_, known)| known == source) {
            Some((ids, _)) => ids.push(task_id.clone()),
            None => groups.push((vec![task_id.clone()], *source)),
        }
    }
    groups
        .into_iter()
        .map(|(ids, source)| (words.common.tasks_text(&ids), source))
        .collect()
}

/// What is wrong with a file: tasks that are none by name, all else folded away.
fn complaints_cell(words: &'static Words, file: UploadFile) -> AnyView {
    let texts = &words.score_file;
    if file.n_complaints == 0 {
        return view! { <span class="muted">{texts.all_lines_read}</span> }.into_any();
    }
    // What is wrong with all of it is seen at once.
    let is_open = file.n_read == 0
        || (file.complaints.first()).is_some_and(|first| matches!(first.trouble, Trouble::File(_)));
    let fold = format!("{is_open} {}", file.name);
    let n_unlisted = file.n_unlisted();
    let n_folded = n_unlisted + file.complaints.len();
    let (unknown, n_names) = file.unknown_tasks;
    let n_more_names = n_names.saturating_sub(unknown.len());
    let unknown = unknown
        .into_iter()
        .map(|(name, n_rows)| {
            let name = words.language.unknown_task(&name);
            view! { <li>{name} ": " {(texts.of_unknown_task)(n_rows)}</li> }
        })
        .collect_view();
    let cut = cut_rows(words, &file.cut, file.may_be_cut);
    let complaints = file
        .complaints
        .into_iter()
        .map(|complaint| {
            let place = complaint
                .line
                .map(|line| format!("{}: ", (texts.line)(line)));
            view! {
                <li>
                    {place}
                    {words.language.trouble(&complaint.trouble)}
                    {(!complaint.excerpt.is_empty()).then(|| view! {
                        ": " <code class="excerpt">{complaint.excerpt}</code>
                    })}
                </li>
            }
        })
        .collect_view();
    view! {
        {(!cut.is_empty()).then(|| view! {
            <ul class="plain-list">
                {cut.into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
            </ul>
        })}
        {(n_names > 0).then(|| view! {
            <ul class="plain-list">
                {unknown}
                {(n_more_names > 0).then(|| view! {
                    <li class="muted">{(texts.unknown_names)(n_more_names)}</li>
                })}
            </ul>
        })}
        {(n_folded > 0).then(|| view! {
            <Fold name=fold is_open=is_open summary=(texts.complaints)(n_folded).into_any()>
                <ul class="plain-list">
                    {complaints}
                    {(n_unlisted > 0).then(|| view! {
                        <li class="muted">{(texts.and_more)(n_unlisted)}</li>
                    })}
                </ul>
            </Fold>
        })}
    }
    .into_any()
}

/// Sentences about rows that are cut off, or may be, each with its lines.
fn cut_rows(
    words: &'static Words,
    (lines, n_cut): &(Vec<usize>, usize),
    may_be_cut: Option<usize>,
) -> Vec<String> {
    let texts = &words.score_file;
    let mut sentences = Vec::new();
    if *n_cut > 0 {
        let mut places: Vec<String> = lines.iter().map(|line| (texts.line)(*line)).collect();
        if *n_cut > lines.len() {
            places.push((texts.and_more)(n_cut - lines.len()));
        }
        sentences.push(format!("{} ({})", (texts.cut)(*n_cut), places.join(", ")));
    }
    if let Some(line) = may_be_cut {
        sentences.push(format!("{} ({})", texts.may_be_cut, (texts.line)(line)));
    }
    sentences
}
