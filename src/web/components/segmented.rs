//! One of a few, all in sight: radio buttons that look like one control.

use leptos::prelude::*;

/// A group of radio buttons in a row.
#[component]
pub fn Segmented<T>(
    /// Name of the group, unique on the page.
    name: &'static str,
    /// What is chosen.
    #[prop(into)]
    legend: String,
    /// Whether the legend is seen or only read out.
    #[prop(optional)]
    legend_style: Legend,
    /// Values and what they are called.
    options: Vec<(T, String)>,
    /// The chosen one.
    #[prop(into)]
    value: Signal<T>,
    /// Another was chosen.
    #[prop(into)]
    on_change: Callback<T>,
    /// Values that cannot be chosen now.
    #[prop(optional)]
    disabled: Option<Callback<T, bool>>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let buttons = options
        .into_iter()
        .enumerate()
        .map(|(idx, (option, label))| {
            view! {
                <label class="segment">
                    <input
                        id=format!("{name}-{idx}")
                        type="radio"
                        name=name
                        prop:checked=move || value.get() == option
                        disabled=move || disabled.is_some_and(|disabled| disabled.run(option))
                        on:change=move |_| on_change.run(option)
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_view();
    let legend_class = match legend_style {
        Legend::Seen => "field-label",
        Legend::ReadOut => "visually-hidden",
    };
    view! {
        <fieldset class="segmented">
            <legend class=legend_class>{legend}</legend>
            <div class="segments">{buttons}</div>
        </fieldset>
    }
}

/// How a group says what it is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// Above the buttons.
    #[default]
    Seen,
    /// For screen readers only, where the page makes it plain.
    ReadOut,
}
