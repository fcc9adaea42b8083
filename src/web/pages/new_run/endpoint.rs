//! Address, key, trying them, model.

use leptos::html::Button;
use leptos::prelude::*;

use super::probe::ProbePart;
use crate::provider::Format;
use crate::provider::address::{ParsedUrl, Suggestion};
use crate::provider::error::ProviderError;
use crate::provider::prices::Prices;
use crate::web::components::field::{SecretField, TextField};
use crate::web::components::later::StillHere;
use crate::web::components::notice::{Notice, NoticeKind};
use crate::web::pages::fold::Fold;
use crate::web::pages::kept_key::KeptKey;
use crate::web::state::new_run::{NewRunForm, Trial};
use crate::web::state::place;
use crate::web::state::probe::Stage;
use crate::words::Words;

/// Where prompts go and which model gets them.
#[component]
pub fn EndpointPart(
    words: &'static Words,
    form: NewRunForm,
    /// Whether the user tried to start: only then is an empty field an error.
    is_tried: RwSignal<bool>,
) -> impl IntoView {
    let texts = &words.new_run;
    let parsed = Memo::new(move |_| form.parsed_address());
    let address_error = Signal::derive(move || {
        let is_empty = form.address.with(|typed| typed.trim().is_empty());
        let error = parsed.with(|parsed| parsed.as_ref().err().cloned())?;
        (!is_empty || is_tried.get()).then(|| words.language.address_error(&error))
    });
    let key_error = Signal::derive(move || {
        form.parsed_key()
            .err()
            .map(|error| words.language.key_error(error).to_owned())
    });
    let model_error = Signal::derive(move || {
        let is_missing = form.model.with(|model| model.trim().is_empty());
        (is_tried.get() && is_missing).then(|| texts.model_missing.to_owned())
    });
    let try_it = move |_| {
        is_tried.set(form.address.with_untracked(|typed| typed.trim().is_empty()));
        let (Ok(parsed), Ok(key)) = (parsed.get_untracked(), untrack(|| form.parsed_key())) else {
            return;
        };
        form.try_endpoint(parsed.url, key);
    };
    let try_button = NodeRef::<Button>::new();
    let still_here = StillHere::new();
    // The button that was pressed is gone then: the focus goes to the one before it.
    let give_up = move |_| {
        form.forget_trial();
        still_here.on_next_frame(move || {
            if let Some(button) = try_button.get_untracked() {
                // Fails only for elements that cannot have the focus; a button can.
                let _ = button.focus();
            }
        });
    };
    let is_trying = Memo::new(move |_| form.is_trying());
    let is_asking =
        Memo::new(move |_| matches!(form.probe_stage(), Stage::Asking | Stage::StillAsking));
    let key_hint = move || {
        parsed.with(|parsed| match parsed {
            Ok(parsed) => (texts.key_hint)(&parsed.url.origin()),
            Err(_) => texts.key_hint_nowhere.to_owned(),
        })
    };
    let shows_key = move || {
        let has_key = form.key.with(|key| !key.trim().is_empty());
        has_key
            && parsed.with(|parsed| {
                parsed
                    .as_ref()
                    .is_ok_and(|parsed| parsed.url.shows_key_on_the_way())
            })
    };
    let origin = Signal::derive(move || {
        let parsed = parsed.get().ok()?;
        Some(parsed.url.origin())
    });
    view! {
        <div class="stack">
            {place::is_framed().then(|| view! {
                <Notice kind=NoticeKind::Warning title=texts.framed_title text=texts.framed_text/>
            })}
            <TextField
                id="address"
                label=texts.address
                hint=texts.address_hint
                error=address_error
                value=form.address
                on_input=move |typed| form.set_address(typed)
                input_mode="url"
                placeholder="https://api.example.org/v1"
            />
            {move || parsed.get().ok().map(|parsed| address_note(words, form, parsed))}
            {move || view! {
                <SecretField
                    words=words
                    id="key"
                    label=texts.key
                    hint=key_hint()
                    error=key_error
                    value=form.key
                    on_input=move |typed| form.type_key(typed)
                />
            }}
            <KeptKey words=words origin=origin form=form/>
            {move || shows_key().then(|| view! {
                <Notice
                    kind=NoticeKind::Warning
                    title=texts.key_unsafe_title
                    text=texts.key_unsafe_text
                />
            })}
            <div class="actions">
                <button
                    type="button"
                    class="button"
                    node_ref=try_button
                    prop:disabled=move || is_trying.get() || is_asking.get()
                    on:click=try_it
                >
                    {texts.try_endpoint}
                </button>
                <Show when=move || is_trying.get()>
                    <button type="button" class="button" on:click=give_up>
                        {texts.stop_trying}
                    </button>
                </Show>
            </div>
            <div role="status">{move || trial_view(words, form)}</div>
            <TextField
                id="model"
                label=texts.model
                hint=texts.model_hint
                error=model_error
                value=form.model
                on_input=move |typed| form.set_model(typed)
                list="models"
            />
            <datalist id="models">
                {move || match form.trial.get() {
                    Trial::Models(models) => models
                        .into_iter()
                        .map(|model| view! { <option value=model.id></option> })
                        .collect_view()
                        .into_any(),
                    _ => ().into_any(),
                }}
            </datalist>
            {move || form.listed_prices().map(|Prices { input, output }| view! {
                <p class="field-hint" role="status">
                    {(words.limits.listed)(&input.to_string(), &output.to_string())}
                </p>
            })}
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || form.is_reasoning.get()
                    on:change=move |event| form.is_reasoning.set(event_target_checked(&event))
                />
                <span class="check-text">
                    {texts.is_reasoning}
                    <span class="field-hint">{texts.is_reasoning_hint}</span>
                </span>
            </label>
            <ProbePart words=words form=form is_tried=is_tried/>
        </div>
    }
}

/// What was cleaned up, and what may be missing.
fn address_note(words: &'static Words, form: NewRunForm, parsed: ParsedUrl) -> impl IntoView {
    let texts = &words.new_run;
    let repairs: Vec<String> = parsed
        .repairs
        .iter()
        .map(|repair| words.language.repair(repair))
        .collect();
    let cleaned =
        (!repairs.is_empty()).then(|| format!(" {} {}.", texts.cleaned, repairs.join(", ")));
    let format = form.format.get();
    // What is missing from an address is known of the formats of OpenAI only.
    let may_lack_v1 = !matches!(format, Format::Ollama | Format::Azure | Format::Gemini);
    let suggestion = parsed
        .suggestion
        .filter(|_| may_lack_v1)
        .map(|Suggestion::AddV1(url)| {
            let address = url.to_string();
            let label = (texts.use_with_v1)(&address);
            view! {
                <button
                    type="button"
                    class="button"
                    data-kind="quiet"
                    on:click=move |_| form.set_address(address.clone())
                >
                    {label}
                </button>
            }
        });
    let model = form.model.with(|model| model.trim().to_owned());
    let request_url = format.request_url(&parsed.url, if model.is_empty() { "…" } else { &model });
    view! {
        <p class="field-hint" role="status">
            {(texts.will_use)(&request_url)} "." {cleaned} " " {suggestion}
        </p>
    }
}

fn trial_view(words: &'static Words, form: NewRunForm) -> AnyView {
    let texts = &words.new_run;
    match form.trial.get() {
        Trial::Untried => view! { <p class="field-hint">{texts.untried}</p> }.into_any(),
        Trial::Trying => view! { <p class="field-hint">{texts.trying}</p> }.into_any(),
        Trial::StillTrying => view! { <p class="field-hint">{texts.still_trying}</p> }.into_any(),
        Trial::NotListed => view! { <p>{words.providers.not_listed}</p> }.into_any(),
        Trial::Models(models) if models.is_empty() => view! { <p>{texts.no_models}</p> }.into_any(),
        Trial::Models(models) => view! { <p>{(texts.models_found)(models.len())}</p> }.into_any(),
        Trial::Failed(error) => {
            view! { <EndpointTrouble words=words form=form error=error/> }.into_any()
        }
    }
}

/// What went wrong with an endpoint, what to do, and for a mute failure the checklist.
#[component]
pub fn EndpointTrouble(
    words: &'static Words,
    form: NewRunForm,
    error: ProviderError,
) -> impl IntoView {
    let advice = words.language.provider_error(&error);
    let is_network = matches!(error, ProviderError::Network { .. });
    let checklist = is_network.then(|| {
        let parsed = form.parsed_address().ok()?;
        let list = words
            .language
            .network_checklist(&parsed.url, &place::origin());
        let items = list
            .into_iter()
            .map(|text| view! { <li>{text}</li> })
            .collect_view();
        Some(view! { <ol class="checklist">{items}</ol> })
    });
    let message = error.message().to_owned();
    let status = error.status().map(|status| format!("HTTP {status} "));
    view! {
        <Notice kind=NoticeKind::Wrong title=advice.title text=advice.what_to_do>
            {checklist}
            {(status.is_some() || !message.is_empty()).then(|| view! {
                <Fold name="refusal" summary=words.errors.details.into_any()>
                    <p><code class="excerpt">{status} {message}</code></p>
                </Fold>
            })}
        </Notice>
    }
}
