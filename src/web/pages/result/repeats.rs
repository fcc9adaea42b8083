//! Several runs of the same rows: which there are, and how far their numbers lie apart.

use leptos::prelude::*;

use super::address::Here;
use crate::desk::view::{RepeatRun, RepeatTask, RepeatsView, ResultView, SpreadView};
use crate::web::components::number_cell::NumberCell;
use crate::web::pages::fold::Fold;
use crate::web::state::place::Route;
use crate::web::state::repeats;
use crate::words::{Words, number};

/// The section; nothing for a run that is not one of several.
#[component]
pub fn Repeats(words: &'static Words, here: Here, result: ResultView) -> impl IntoView {
    let of = result.card.repeat.as_ref().map(|repeat| repeat.of);
    of.map(|of| {
        let run_id = here.now().run_id;
        let policy = result.policy;
        let for_question = run_id.clone();
        let view = LocalResource::new(move || repeats::view(for_question.clone(), policy));
        let names = names(words, &result);
        let task_ids: Vec<String> = (result.tasks.iter())
            .map(|task| task.task_id.clone())
            .collect();
        let body = move || {
            let view = view.get()?.ok()?;
            Some(section_body(words, &run_id, &names, &task_ids, &view))
        };
        view! {
            <section class="section stack" aria-labelledby="repeats">
                <h2 id="repeats">{(words.repeats.title)(of)}</h2>
                {body}
            </section>
        }
    })
}

/// Averages by id, as the page calls them.
fn names(words: &'static Words, result: &ResultView) -> Vec<(String, String)> {
    let averages = result.averages.iter();
    averages
        .map(|average| {
            let name = words.language.of(&average.name);
            (average.id.clone(), (words.result.average_of)(name))
        })
        .collect()
}

fn section_body(
    words: &'static Words,
    run_id: &str,
    names: &[(String, String)],
    task_ids: &[String],
    view: &RepeatsView,
) -> AnyView {
    let texts = &words.repeats;
    let runs = view
        .runs
        .iter()
        .map(|run| run_item(words, run_id, run))
        .collect_view();
    let way_on = way_on(view).map(|run_id| {
        let route = Route::Run { run_id };
        view! { <p><a class="button" href=route.href()>{texts.go_on}</a></p> }
    });
    let row = |line: &RepeatTask| {
        let name = format!("{} {}", line.task_id, words.language.metric(line.metric));
        spread_row(words, name, &line.spread)
    };
    let (first, others) = by_rank(&view.tasks);
    let others: Vec<AnyView> = others.into_iter().map(row).collect();
    let tasks = first.into_iter().map(row);
    let averages = view.averages.iter().map(|(id, spread)| {
        let mut names = names.iter();
        let name = names.find(|(known, _)| known == id);
        spread_row(
            words,
            name.map_or_else(|| id.clone(), |(_, name)| name.clone()),
            spread,
        )
    });
    let rows: Vec<AnyView> = tasks.chain(averages).collect();
    let is_missing =
        |id: &&String| view.n_used > 0 && view.tasks.iter().all(|line| line.task_id != **id);
    let missing = task_ids
        .iter()
        .filter(is_missing)
        .map(|id| view! { <p class="note">{(texts.never_whole)(id)}</p> })
        .collect_view();
    let (n_same, n_texts) = view.n_same_texts;
    let same = (n_texts > 0).then(|| {
        if n_same == n_texts {
            texts.all_same.to_owned()
        } else {
            (texts.same_texts)(n_same, n_texts)
        }
    });
    let lead = if view.n_used == 0 {
        texts.none_yet.to_owned()
    } else {
        (texts.lead)(view.n_used, view.of)
    };
    view! {
        <p>{lead}</p>
        <ul class="facts-line" aria-label=texts.runs>{runs}</ul>
        {way_on}
        {(!rows.is_empty()).then(|| spread_table(words, (texts.title)(view.of), rows))}
        {(!others.is_empty()).then(|| view! {
            <Fold name="other numbers" summary=texts.other_numbers.into_any()>
                {spread_table(words, texts.other_numbers.to_owned(), others)}
            </Fold>
        })}
        {missing}
        {same.map(|same| view! { <p class="note">{same}</p> })}
    }
    .into_any()
}

/// Where the group goes on: its first run that is not finished, or the last one when some were
/// never begun. `None` when all is there.
fn way_on(view: &RepeatsView) -> Option<String> {
    let mut runs = view.runs.iter();
    let unfinished = runs.find(|run| run.n_done < run.n_chosen);
    let last = view.runs.last().filter(|last| last.index < view.of);
    Some(unfinished.or(last)?.run_id.clone())
}

fn run_item(words: &'static Words, run_id: &str, run: &RepeatRun) -> impl IntoView + use<> {
    let texts = &words.repeats;
    let name = (texts.run)(run.index);
    let mut said = format!(": {}", (texts.run_rows)(run.n_done, run.n_chosen));
    for (applies, text) in [
        (run.run_id == run_id, texts.this_run),
        (!run.is_same, texts.other_run),
    ] {
        if applies {
            said.push_str(" (");
            said.push_str(text);
            said.push(')');
        }
    }
    let route = Route::Result {
        run_id: run.run_id.clone(),
    };
    view! { <li><a href=route.href()>{name}</a> {said}</li> }
}

/// The first number of each task, and all others.
fn by_rank(lines: &[RepeatTask]) -> (Vec<&RepeatTask>, Vec<&RepeatTask>) {
    let mut last = "";
    lines.iter().partition(|line| {
        let is_first = line.task_id != last;
        last = &line.task_id;
        is_first
    })
}

fn spread_table(words: &'static Words, caption: String, rows: Vec<AnyView>) -> AnyView {
    let texts = &words.repeats;
    view! {
        <table class="table repeats" data-narrow="stack">
            <caption class="visually-hidden">{caption}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.numbers}</th>
                    <th scope="col" class="num">{texts.mean}</th>
                    <th scope="col" class="num">{texts.deviation}</th>
                    <th scope="col" class="num">{texts.low}</th>
                    <th scope="col" class="num">{texts.high}</th>
                    <th scope="col" class="num">{texts.n_runs}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn spread_row(words: &'static Words, name: String, spread: &SpreadView) -> AnyView {
    let texts = &words.repeats;
    view! {
        <tr>
            <th scope="row">{name}</th>
            <NumberCell value=Some(spread.mean) label=texts.mean/>
            <NumberCell value=spread.deviation reason=texts.one_run label=texts.deviation/>
            <NumberCell value=Some(spread.low) label=texts.low/>
            <NumberCell value=Some(spread.high) label=texts.high/>
            <td class="num" data-label=texts.n_runs>{number::count(spread.n)}</td>
        </tr>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(of: u32, runs: &[(u32, usize)]) -> RepeatsView {
        let run = |&(index, n_done): &(u32, usize)| RepeatRun {
            run_id: format!("run-{index}"),
            index,
            n_done,
            n_chosen: 5,
            is_same: true,
        };
        RepeatsView {
            of,
            runs: runs.iter().map(run).collect(),
            n_used: 0,
            tasks: Vec::new(),
            averages: Vec::new(),
            n_same_texts: (0, 0),
        }
    }

    #[test]
    fn a_group_goes_on_where_it_was_left() {
        for (of, runs, want) in [
            (3, &[(1, 5), (2, 2)][..], Some("run-2")),
            (3, &[(1, 5), (2, 5)], Some("run-2")),
            (3, &[(1, 4), (2, 5)], Some("run-1")),
            (2, &[(1, 5), (2, 5)], None),
            (2, &[], None),
        ] {
            let group = group(of, runs);
            assert_eq!(way_on(&group).as_deref(), want, "{of} {runs:?}");
        }
    }
}
