//! Who answers: a service, a server of one's own, or a stand-in for a model.

use leptos::prelude::*;

use super::browser::BrowserPart;
use super::endpoint::EndpointPart;
use crate::provider::Format;
use crate::provider::address::BaseUrl;
use crate::provider::browser::PROVIDER_ID;
use crate::provider::format::FORMATS;
use crate::provider::preset::{PRESETS, Preset};
use crate::provider::stand_in::StandIn;
use crate::web::components::field::{Field, SelectField};
use crate::web::state::browser_model;
use crate::web::state::new_run::NewRunForm;
use crate::words::Words;

/// Stand-ins in the order they are offered; the seed is any that stays the same.
const STAND_INS: [StandIn; 4] = [
    StandIn::FirstOption,
    StandIn::Random { seed: 1 },
    StandIn::CopySource,
    StandIn::Gold,
];

/// The first part of the form.
#[component]
pub fn ProviderPart(
    words: &'static Words,
    form: NewRunForm,
    /// Whether the user tried to start: only then is an empty field an error.
    is_tried: RwSignal<bool>,
) -> impl IntoView {
    let texts = &words.providers;
    let chosen = form.provider;
    let option = move |id: String, name: &'static str| {
        let value = id.clone();
        view! { <option value=value prop:selected=move || chosen.with(|now| *now == id)>{name}</option> }
    };
    let presets = move |is_local: bool| {
        PRESETS
            .iter()
            .filter(|preset| is_on_own_computer(preset) == is_local)
            .map(|preset| option(preset.id.to_owned(), preset.name))
            .collect_view()
    };
    let stand_ins = STAND_INS
        .map(|stand_in| option(stand_in.name(), words.language.stand_in(stand_in).0))
        .collect_view();
    let note = move || {
        let id = chosen.get();
        match StandIn::from_name(&id) {
            _ if id == PROVIDER_ID => words.browser.note.to_owned(),
            Some(stand_in) => words.language.stand_in(stand_in).1.to_owned(),
            None => Preset::find(&id)
                .map(|preset| words.language.preset_note(preset))
                .unwrap_or_default(),
        }
    };
    let is_server = Memo::new(move |_| form.is_server());
    let is_browser = Memo::new(move |_| form.is_browser());
    let has_browser_model = browser_model::is_there();
    view! {
        <section class="section stack" aria-labelledby="who">
            <h2 id="who">{texts.who}</h2>
            <Field id="provider" label=texts.title hint=texts.hint>
                <select
                    id="provider"
                    aria-describedby="provider-hint provider-note"
                    on:change=move |event| form.choose(event_target_value(&event))
                >
                    {option(String::new(), texts.any)}
                    <optgroup label=texts.services>{presets(false)}</optgroup>
                    <optgroup label=texts.own>{presets(true)}</optgroup>
                    {has_browser_model.then(|| view! {
                        <optgroup label=words.browser.group>
                            {option(PROVIDER_ID.to_owned(), words.browser.name)}
                        </optgroup>
                    })}
                    <optgroup label=texts.stand_ins>{stand_ins}</optgroup>
                </select>
            </Field>
            <p class="field-hint" id="provider-note" role="status">{note}</p>
            {(!has_browser_model).then(|| view! {
                <p class="field-hint">{words.browser.not_here}</p>
            })}
            <Show when=move || is_browser.get()>
                <BrowserPart words=words model=form.browser()/>
            </Show>
            <Show when=move || is_server.get()>
                <FormatField words=words form=form/>
                <EndpointPart words=words form=form is_tried=is_tried/>
            </Show>
        </section>
    }
}

#[component]
fn FormatField(words: &'static Words, form: NewRunForm) -> impl IntoView {
    let texts = &words.providers;
    let options: Vec<(String, String)> = FORMATS
        .iter()
        .map(|format| (format.id().to_owned(), format.label().to_owned()))
        .collect();
    view! {
        <SelectField
            id="format"
            label=texts.format
            hint=texts.format_hint
            options=Signal::stored(options)
            value=Signal::derive(move || form.format.get().id().to_owned())
            on_change=move |id: String| {
                if let Some(format) = Format::from_id(&id) {
                    form.set_format(format);
                }
            }
        />
        <p class="field-hint" role="status">
            {move || form.format.get().is_plain_text().then_some(texts.base_model_note)}
        </p>
    }
}

fn is_on_own_computer(preset: &Preset) -> bool {
    BaseUrl::parse(preset.address).is_ok_and(|parsed| parsed.url.is_local())
}
