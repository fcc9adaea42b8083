//! The signature of the numbers, and where another one differs from it.

use leptos::prelude::*;

use crate::record::signature::difference::{FieldDifference, SignatureError, differences};
use crate::web::components::button::CopyButton;
use crate::web::components::field::TextField;
use crate::web::pages::fold::Fold;
use crate::web::state::visit;
use crate::words::Words;

/// See the module.
#[component]
pub fn SignatureFold(words: &'static Words, signature: String) -> impl IntoView {
    let texts = &words.result;
    let pasted = visit::signal("pasted signature", String::new());
    let compared = {
        let signature = signature.clone();
        Memo::new(move |_| pasted.with(|pasted| compare(&signature, pasted)))
    };
    let error = Signal::derive(move || {
        let error = compared.with(|compared| compared.as_ref()?.as_ref().err().cloned());
        error.map(|error| words.language.signature_error(&error))
    });
    let said = move || {
        let pairs = compared.get()?.ok()?;
        Some(if pairs.is_empty() {
            texts.signatures_same.into_any()
        } else {
            pairs_table(words, pairs).into_any()
        })
    };
    view! {
        <Fold name="signature" summary=texts.signature.into_any()>
            <div class="stack" data-gap="small">
                <p class="note">{texts.signature_text}</p>
                <pre class="code-block" tabindex="0">{signature.clone()}</pre>
                <CopyButton words=words text=signature/>
                <TextField
                    id="other-signature"
                    label=texts.other_signature
                    error=error
                    value=pasted
                    on_input=move |text| pasted.set(text)
                />
                <div role="status">{said}</div>
            </div>
        </Fold>
    }
}

/// `None` as long as nothing is pasted.
fn compare(one: &str, pasted: &str) -> Option<Result<Vec<FieldDifference>, SignatureError>> {
    (!pasted.trim().is_empty()).then(|| differences(one, pasted))
}

fn pairs_table(words: &'static Words, pairs: Vec<FieldDifference>) -> impl IntoView {
    let texts = &words.result;
    let side = |side: Option<String>, label: &'static str| {
        let value = match side {
            Some(value) => view! { <code>{value}</code> }.into_any(),
            None => texts.signature_absent.into_any(),
        };
        view! { <td data-label=label>{value}</td> }
    };
    let rows = pairs
        .into_iter()
        .map(|pair| {
            view! {
                <tr>
                    <th scope="row"><code>{pair.field}</code></th>
                    {side(pair.one, texts.signature_one)}
                    {side(pair.other, texts.signature_other)}
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table signatures" data-narrow="stack">
            <caption>{texts.signatures_differ}</caption>
            <thead>
                <tr>
                    <th scope="col">{texts.signature_field}</th>
                    <th scope="col">{texts.signature_one}</th>
                    <th scope="col">{texts.signature_other}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
