//! The runs that were recognised, each with its name and whether it is to be scored.

use leptos::prelude::*;

use crate::desk::view::UploadRun;
use crate::words::Words;
use crate::words::number;

/// Names of the runs and whether they are to be scored, in order.
pub type Drafts = RwSignal<Vec<(String, bool)>>;

/// Files of a run that are named; the rest are counted.
const MAX_NAMED: usize = 4;

/// See the module.
#[component]
pub fn RunsTable(
    /// Language of the page.
    words: &'static Words,
    /// In the order they were found.
    runs: Vec<UploadRun>,
    /// Names of all files.
    files: Vec<String>,
    /// What the user says about them.
    drafts: Drafts,
) -> impl IntoView {
    let texts = &words.score_file;
    let rows = runs
        .into_iter()
        .enumerate()
        .map(|(place, run)| run_row(words, place, &run, &files, drafts))
        .collect_view();
    view! {
        <table class="table" data-narrow="stack">
            <caption>{texts.runs_caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.score_it}</th>
                    <th scope="col">{texts.run_name}</th>
                    <th scope="col">{texts.files_caption}</th>
                    <th scope="col">{texts.tasks}</th>
                    <th scope="col" class="num">{texts.matched}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn run_row(
    words: &'static Words,
    place: usize,
    run: &UploadRun,
    files: &[String],
    drafts: Drafts,
) -> impl IntoView + use<> {
    let texts = &words.score_file;
    let used = run.files.iter().filter_map(|place| files.get(*place));
    let used: Vec<&str> = used.take(MAX_NAMED).map(String::as_str).collect();
    let mut named = used.join(", ");
    let n_more = run.files.len().saturating_sub(MAX_NAMED);
    if n_more > 0 {
        named.push_str(", ");
        named.push_str(&(texts.and_more)(n_more));
    }
    let used = run.tasks.iter().filter(|task| task.n_matched > 0);
    let task_ids: Vec<String> = used.map(|task| task.task_id.clone()).collect();
    let tasks = if run.can_score {
        words.common.tasks_text(&task_ids)
    } else {
        texts.not_scorable.to_owned()
    };
    let title = run.title.clone();
    let can_score = run.can_score;
    view! {
        <tr>
            <td data-label=texts.score_it>
                <input
                    type="checkbox"
                    aria-label=(texts.score_run)(&title)
                    disabled=!can_score
                    prop:checked=move || drafts.with(|drafts| {
                        drafts.get(place).is_some_and(|draft| draft.1)
                    })
                    on:change=move |event| drafts.update(|drafts| {
                        if let Some(draft) = drafts.get_mut(place) {
                            draft.1 = event_target_checked(&event);
                        }
                    })
                />
            </td>
            <td data-label=texts.run_name>
                <input
                    type="text"
                    autocomplete="off"
                    aria-label=(texts.name_of_run)(&title)
                    prop:value=move || drafts.with(|drafts| {
                        drafts.get(place).map(|draft| draft.0.clone())
                    })
                    on:input=move |event| drafts.update(|drafts| {
                        if let Some(draft) = drafts.get_mut(place) {
                            draft.0 = event_target_value(&event);
                        }
                    })
                />
            </td>
            <td class="file-name" data-label=texts.files_caption>{named}</td>
            <td data-label=texts.tasks>{tasks}</td>
            <td class="num" data-label=texts.matched>{number::count(run.n_answered())}</td>
        </tr>
    }
}
