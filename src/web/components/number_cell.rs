//! A score in a table: two decimals, aligned at the point; a dash with its reason where there is
//! none.

use leptos::prelude::*;

use crate::words::number;

/// A `<td>` with a score on the scale 0 to 100.
#[component]
pub fn NumberCell(
    /// The score.
    value: Option<f64>,
    /// Why it is missing; read out and shown on hover.
    #[prop(into, optional)]
    reason: String,
    /// Heading of the column, shown before the number on narrow screens.
    #[prop(into, optional)]
    label: String,
) -> impl IntoView {
    view! {
        <td class="num" data-label=label>
            <Score value=value reason=reason/>
        </td>
    }
}

/// The same outside a table.
#[component]
pub fn Score(
    /// The score.
    value: Option<f64>,
    /// Why it is missing.
    #[prop(into, optional)]
    reason: String,
) -> impl IntoView {
    if let Some(value) = value {
        return view! { <data class="score" value=value.to_string()>{number::score(value)}</data> }
            .into_any();
    }
    view! { <Dash reason=reason/> }.into_any()
}

/// In the place of a number that is not there.
#[component]
pub fn Dash(
    /// Why it is missing.
    #[prop(into)]
    reason: String,
) -> impl IntoView {
    let title = reason.clone();
    view! {
        <span class="score" data-state="missing" title=title>
            <span aria-hidden="true">"–"</span>
            <span class="visually-hidden">{reason}</span>
        </span>
    }
}
