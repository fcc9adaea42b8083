//! What can be taken away: the record, a table of rows, the signature; and what the record notes.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::desk::protocol::{Export, Failure};
use crate::desk::view::ResultView;
use crate::web::components::button::{CopyButton, DownloadButton};
use crate::web::components::notice::FailureNotice;
use crate::web::state::ask;
use crate::words::{Words, number};

/// See the module.
#[component]
pub fn TakeAway(words: &'static Words, result: ResultView) -> impl IntoView {
    let texts = &words.result;
    let failure = RwSignal::new(None::<Failure>);
    let is_busy = RwSignal::new(false);
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
    let for_csv = run_id.clone();
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
    let (n_prompt, n_output, n_unreported) = result.tokens;
    let has_tokens = n_prompt + n_output > 0;
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
            {failed}
            <details>
                <summary>{texts.signature}</summary>
                <div class="stack" data-gap="small">
                    <p class="note">{texts.signature_text}</p>
                    <pre class="code-block" tabindex="0">{result.signature.clone()}</pre>
                    <CopyButton words=words text=result.signature/>
                </div>
            </details>
            <dl class="facts">
                {has_notes.then(|| view! {
                    <dt>{texts.notes}</dt>
                    <dd><ul class="plain-list">{notes}</ul></dd>
                })}
                {has_models.then(|| view! {
                    <dt>{texts.models_seen}</dt>
                    <dd><ul class="plain-list">{models}</ul></dd>
                })}
                {has_tokens.then(|| view! {
                    <dt>{texts.tokens}</dt>
                    <dd>
                        {(texts.tokens_value)(
                            &number::grouped(n_prompt),
                            &number::grouped(n_output),
                        )}
                        {(n_unreported > 0)
                            .then(|| format!(" {}", (texts.tokens_unreported)(n_unreported)))}
                    </dd>
                })}
            </dl>
        </section>
    }
}
