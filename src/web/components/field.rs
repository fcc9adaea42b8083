//! Labelled inputs: the label always seen, the hint below it, the error in words.

use leptos::prelude::*;

use crate::words::Words;

/// Label, hint and error around any control. The control takes `id`, and
/// `aria-describedby="{id}-hint {id}-error"`.
#[component]
pub fn Field(
    /// Id of the control, unique on the page.
    id: &'static str,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// How to answer.
    #[prop(into, optional)]
    hint: String,
    /// What is wrong with the answer.
    #[prop(into, optional)]
    error: Signal<Option<String>>,
    /// The control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="field" data-state=move || error.with(|error| error.is_some().then_some("wrong"))>
            <label class="field-label" for=id>{label}</label>
            {children()}
            <p class="field-hint" id=format!("{id}-hint") hidden=hint.is_empty()>{hint.clone()}</p>
            <p class="field-error" id=format!("{id}-error") role="alert">{move || error.get()}</p>
        </div>
    }
}

/// A line of text.
#[component]
pub fn TextField(
    /// Id of the input, unique on the page.
    id: &'static str,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// How to answer.
    #[prop(into, optional)]
    hint: String,
    /// What is wrong with the answer.
    #[prop(into, optional)]
    error: Signal<Option<String>>,
    /// What stands in it.
    #[prop(into)]
    value: Signal<String>,
    /// Typed.
    #[prop(into)]
    on_input: Callback<String>,
    /// Type of the input: `text`, `url`, `number`, `search`.
    #[prop(default = "text")]
    kind: &'static str,
    /// Keyboard shown on a phone: `numeric`, `url`.
    #[prop(optional)]
    input_mode: Option<&'static str>,
    /// An example, shown while empty.
    #[prop(into, optional)]
    placeholder: String,
    /// Id of a `<datalist>` with suggestions.
    #[prop(optional)]
    list: Option<&'static str>,
) -> impl IntoView {
    view! {
        <Field id=id label=label hint=hint error=error>
            <input
                id=id
                type=kind
                inputmode=input_mode
                placeholder=placeholder
                list=list
                autocomplete="off"
                autocapitalize="none"
                spellcheck="false"
                aria-describedby=format!("{id}-hint {id}-error")
                aria-invalid=move || error.with(|error| error.is_some().then_some("true"))
                prop:value=move || value.get()
                on:input=move |event| on_input.run(event_target_value(&event))
            />
        </Field>
    }
}

/// A key: hidden unless asked for, never offered to the browser's memory.
#[component]
pub fn SecretField(
    /// Language of the page.
    words: &'static Words,
    /// Id of the input, unique on the page.
    id: &'static str,
    /// What is asked for.
    #[prop(into)]
    label: String,
    /// Where the key goes and where it does not.
    #[prop(into, optional)]
    hint: String,
    /// What is wrong with it.
    #[prop(into, optional)]
    error: Signal<Option<String>>,
    /// What stands in it.
    #[prop(into)]
    value: Signal<String>,
    /// Typed.
    #[prop(into)]
    on_input: Callback<String>,
) -> impl IntoView {
    let is_shown = RwSignal::new(false);
    let common = &words.common;
    view! {
        <Field id=id label=label hint=hint error=error>
            <div class="secret">
                <input
                    id=id
                    type=move || if is_shown.get() { "text" } else { "password" }
                    autocomplete="off"
                    autocapitalize="none"
                    spellcheck="false"
                    data-1p-ignore="true"
                    data-lpignore="true"
                    aria-describedby=format!("{id}-hint {id}-error")
                    aria-invalid=move || error.with(|error| error.is_some().then_some("true"))
                    prop:value=move || value.get()
                    on:input=move |event| on_input.run(event_target_value(&event))
                />
                <button
                    type="button"
                    class="button"
                    aria-pressed=move || is_shown.get().to_string()
                    aria-controls=id
                    on:click=move |_| is_shown.update(|shown| *shown = !*shown)
                >
                    {move || if is_shown.get() { common.hide_secret } else { common.show_secret }}
                </button>
            </div>
        </Field>
    }
}

/// One of several in a drop-down. Values are strings: ids of what is chosen.
#[component]
pub fn SelectField(
    /// Id of the control, unique on the page.
    id: &'static str,
    /// What is chosen.
    #[prop(into)]
    label: String,
    /// How to choose.
    #[prop(into, optional)]
    hint: String,
    /// Value and name of each.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
    /// The chosen one.
    #[prop(into)]
    value: Signal<String>,
    /// Another was chosen.
    #[prop(into)]
    on_change: Callback<String>,
) -> impl IntoView {
    let choices = move || {
        options
            .get()
            .into_iter()
            .map(|(id, name)| {
                let is_chosen = {
                    let id = id.clone();
                    move || value.get() == id
                };
                view! { <option value=id prop:selected=is_chosen>{name}</option> }
            })
            .collect_view()
    };
    view! {
        <Field id=id label=label hint=hint>
            <select
                id=id
                aria-describedby=format!("{id}-hint")
                on:change=move |event| on_change.run(event_target_value(&event))
            >
                {choices}
            </select>
        </Field>
    }
}

/// A yes or no.
#[component]
pub fn CheckField(
    /// What is agreed to or switched on.
    #[prop(into)]
    label: String,
    /// What that means.
    #[prop(into, optional)]
    hint: String,
    /// Whether it is on.
    #[prop(into)]
    is_on: Signal<bool>,
    /// Switched.
    #[prop(into)]
    on_change: Callback<bool>,
) -> impl IntoView {
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || is_on.get()
                on:change=move |event| on_change.run(event_target_checked(&event))
            />
            <span class="check-text">
                <span>{label}</span>
                {(!hint.is_empty()).then(|| view! { <span class="field-hint">{hint}</span> })}
            </span>
        </label>
    }
}
