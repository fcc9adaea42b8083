//! Where published models stand: a small chart, and the same as a table.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::Failure;
use crate::desk::view::{PublishedRowView, PublishedView};
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::components::number_cell::NumberCell;
use crate::web::components::strip_chart::{Dot, DotKind, Strip, StripChart, domain_around};
use crate::web::state::ask;
use crate::web::state::place::Route;
use crate::words::{Words, number};

/// The average that is shown: the one every published model has and this page can compute.
const SHOWN_AVERAGE: &str = "paper-nlu";

/// Groups in the order of their strips.
const GROUPS: [&str; 4] = ["commercial", "reasoning", "instruct", "base"];

/// The chart with its waiting and failed faces.
#[component]
pub fn Published(words: &'static Words) -> impl IntoView {
    let start = &words.start;
    let published = RwSignal::new(None::<Result<PublishedView, Failure>>);
    spawn_local(async move {
        let found = ask::published().await;
        published.try_set(Some(found));
    });
    let body = move || match published.get() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(published)) => chart(words, &published).into_any(),
    };
    view! {
        <section class="section" aria-labelledby="published">
            <h2 id="published">{start.published}</h2>
            <p>{start.published_text}</p>
            {body}
        </section>
    }
}

fn average_of(row: &PublishedRowView) -> Option<f64> {
    row.averages
        .iter()
        .find(|(id, _)| id == SHOWN_AVERAGE)
        .map(|(_, value)| *value)
}

fn group_name(words: &'static Words, group: &str) -> &'static str {
    match group {
        "base" => words.start.group_base,
        "instruct" => words.start.group_instruct,
        "reasoning" => words.start.group_reasoning,
        _ => words.start.group_commercial,
    }
}

fn chart(words: &'static Words, published: &PublishedView) -> impl IntoView + use<> {
    let start = &words.start;
    let mut rows: Vec<(PublishedRowView, f64)> = published
        .rows
        .iter()
        .filter_map(|row| Some((row.clone(), average_of(row)?)))
        .collect();
    rows.sort_by(|(a, a_value), (b, b_value)| {
        b_value
            .total_cmp(a_value)
            .then_with(|| a.model.cmp(&b.model))
    });
    let high = rows.first().map_or(100.0, |(_, value)| *value);
    let low = rows.last().map_or(0.0, |(_, value)| *value);
    let label = (start.chart_label)(rows.len(), &number::score(low), &number::score(high));
    let strips: Vec<Strip> = GROUPS
        .iter()
        .map(|group| Strip {
            name: group_name(words, group).to_owned(),
            dots: rows
                .iter()
                .filter(|(row, _)| row.group == *group)
                .map(|(row, value)| Dot {
                    name: row.model.clone(),
                    value: *value,
                    kind: DotKind::Published,
                })
                .collect(),
        })
        .filter(|strip| !strip.dots.is_empty())
        .collect();
    let domain = domain_around(&strips);
    let source = (start.chart_source)(&published.source);
    let table = rows
        .into_iter()
        .map(|(row, value)| {
            let group = group_name(words, &row.group);
            view! {
                <tr>
                    <th scope="row">{row.model}</th>
                    <td data-label=start.group>{group}</td>
                    <td class="num" data-label=start.shots>{row.shots}</td>
                    <NumberCell value=Some(value) label="NLU"/>
                </tr>
            }
        })
        .collect_view();
    view! {
        <StripChart label=label strips=strips domain=domain/>
        <p class="note">
            {source} " " <a href=Route::Board.href()>{start.all_published}</a>
        </p>
        <details>
            <summary>{start.as_table}</summary>
            <div class="table-scroll" tabindex="0" role="region" aria-label=start.table_caption>
                <table class="table" data-narrow="stack">
                    <caption>{start.table_caption}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{words.common.model}</th>
                            <th scope="col">{start.group}</th>
                            <th scope="col" class="num">{start.shots}</th>
                            <th scope="col" class="num">"NLU"</th>
                        </tr>
                    </thead>
                    <tbody>{table}</tbody>
                </table>
            </div>
        </details>
    }
}
