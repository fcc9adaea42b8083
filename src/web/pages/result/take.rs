//! What can be taken away: the record, tables, the signature; and what the record notes.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::signature::SignatureFold;
use crate::desk::protocol::{Export, Failure};
use crate::desk::view::{ResultView, TokenCount};
use crate::report::sheet::SheetFormat;
use crate::web::components::button::DownloadButton;
use crate::web::components::field::SelectField;
use crate::web::components::notice::FailureNotice;
use crate::web::pages::fold::Fold;
use crate::web::state::ask;
use crate::web::state::visit;
use crate::words::{Words, number};

/// See the module.
#[component]
pub fn TakeAway(words: &'static Words, result: ResultView) -> impl IntoView {
    let texts = &words.result;
    let failure = visit::signal("take away", None::<Failure>);
    let is_busy = visit::signal("taking away", false);
    let (run_id, policy) = (result.card.run_id.clone(), result.policy);
    let export = move |what: Export| {
        is_busy.set(true);
        failure.set(None);
        spawn_local(async move {
            let done = ask::export(what).await;
            is_busy.try_set(false);
            failure.try_set(done.err());
        });
    };
    let (for_csv, for_sheet) = (run_id.clone(), run_id.clone());
    let on_record = move |()| {
        export(Export::Record {
            run_id: run_id.clone(),
            policy,
        });
    };
    let on_csv = move |()| {
        export(Export::Csv {
            run_id: for_csv.clone(),
            policy,
        });
    };
    let formats = SheetFormat::ALL.map(|format| {
        let name = words.language.sheet_format(format).to_owned();
        (format.suffix().to_owned(), name)
    });
    let formats = Signal::stored(formats.to_vec());
    let chosen = visit::signal("sheet format", SheetFormat::Markdown.suffix().to_owned());
    let on_sheet = move |()| {
        if let Some(format) = chosen.with_untracked(|suffix| SheetFormat::from_suffix(suffix)) {
            export(Export::Sheet {
                run_id: for_sheet.clone(),
                policy,
                format,
            });
        }
    };
    let failed = move || {
        failure.get().map(|failure| {
            view! { <FailureNotice words=words failure=failure/> }
        })
    };
    let notes = result
        .notes
        .iter()
        .map(|note| view! { <li>{words.language.record_note(note)}</li> })
        .collect_view();
    let has_notes = !result.notes.is_empty();
    let has_tokens = result.tokens.prompt + result.tokens.output > 0;
    let taken = has_tokens.then(|| tokens_table(words, &result));
    let models = result
        .models_seen
        .iter()
        .map(|(model, n)| view! { <li>{model.clone()} ": " {(words.common.rows)(*n)}</li> })
        .collect_view();
    let has_models = !result.models_seen.is_empty();
    view! {
        <section class="section" aria-labelledby="take-away">
            <h2 id="take-away">{texts.take_away}</h2>
            <p>{texts.take_away_text}</p>
            <div class="actions">
                <DownloadButton label=texts.download_record is_busy=is_busy on_download=on_record/>
                <DownloadButton label=texts.download_csv is_busy=is_busy on_download=on_csv/>
            </div>
            <div class="toolbar">
                <SelectField
                    id="sheet-format"
                    label=texts.format
                    options=formats
                    value=chosen
                    on_change=move |suffix| chosen.set(suffix)
                />
                <DownloadButton label=texts.download is_busy=is_busy on_download=on_sheet/>
            </div>
            {failed}
            <SignatureFold words=words signature=result.signature/>
            <dl class="facts">
                {has_notes.then(|| view! {
                    <dt>{texts.notes}</dt>
                    <dd><ul class="plain-list">{notes}</ul></dd>
                })}
                {has_models.then(|| view! {
                    <dt>{texts.models_seen}</dt>
                    <dd><ul class="plain-list">{models}</ul></dd>
                })}
            </dl>
            {taken}
        </section>
    }
}

/// Digits after the point.
fn decimals(cost: &str) -> usize {
    cost.split_once('.')
        .map_or(0, |(_, decimals)| decimals.len())
}

/// What each task took, and all of them; a cost where prices are known.
fn tokens_table(words: &'static Words, result: &ResultView) -> impl IntoView + use<> {
    let texts = &words.result;
    let prices = result.prices;
    let has_unreported = result.tokens.n_unreported > 0;
    let cost_of = move |count: TokenCount| {
        prices.map(|prices| prices.cost(count.prompt, count.output).to_string())
    };
    // The costs of a column have as many decimals as its longest.
    let n_decimals = (result.tasks.iter())
        .map(|task| task.tokens)
        .chain([result.tokens])
        .filter_map(cost_of)
        .map(|cost| decimals(&cost))
        .max()
        .unwrap_or_default();
    let cells = move |count: TokenCount| {
        let cost = cost_of(count).map(|cost| {
            let zeros = "0".repeat(n_decimals.saturating_sub(decimals(&cost)));
            let cost = cost + &zeros;
            if count.n_unreported > 0 {
                (texts.cost_at_least)(&cost)
            } else {
                cost
            }
        });
        view! {
            <td class="num" data-label=texts.prompt_tokens>{number::grouped(count.prompt)}</td>
            <td class="num" data-label=texts.reply_tokens>{number::grouped(count.output)}</td>
            {cost.map(|cost| view! { <td class="num" data-label=texts.cost>{cost}</td> })}
            {has_unreported.then(|| view! {
                <td class="num" data-label=texts.not_reported>{number::count(count.n_unreported)}</td>
            })}
        }
    };
    let rows = result
        .tasks
        .iter()
        .map(|task| {
            let name = task.task_id.clone();
            view! { <tr><th scope="row">{name}</th> {cells(task.tokens)}</tr> }
        })
        .collect_view();
    let all = cells(result.tokens);
    view! {
        <Fold name="tokens" summary=texts.tokens.into_any()>
            <table class="table" data-narrow="stack">
                <caption>{texts.tokens_caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{words.common.task}</th>
                        <th scope="col" class="num">{texts.prompt_tokens}</th>
                        <th scope="col" class="num">{texts.reply_tokens}</th>
                        {prices.map(|_| view! { <th scope="col" class="num">{texts.cost}</th> })}
                        {has_unreported.then(|| view! {
                            <th scope="col" class="num">{texts.not_reported}</th>
                        })}
                    </tr>
                </thead>
                <tbody>
                    {rows}
                    <tr><th scope="row">{texts.all_tasks}</th> {all}</tr>
                </tbody>
            </table>
        </Fold>
    }
}
