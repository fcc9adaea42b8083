//! Whether replies that are stored already are used again.

use leptos::prelude::*;

use crate::provider::address::BaseUrl;
use crate::web::components::field::CheckField;
use crate::web::state::limits::{LimitsForm, Reuse};
use crate::words::Words;

/// A box to tick, and why it is ticked or not at first.
#[component]
pub fn ReusePart(
    /// Language of the page.
    words: &'static Words,
    /// Where the choice is kept.
    form: LimitsForm,
    /// Where requests go.
    #[prop(into)]
    base: Signal<Option<BaseUrl>>,
) -> impl IntoView {
    let texts = &words.reuse;
    let may_change = move || base.with(|base| base.as_ref().is_some_and(LimitsForm::may_change));
    view! {
        <div class="stack" data-gap="small">
            <CheckField
                label=texts.label
                hint=texts.hint
                is_on=Signal::derive(move || {
                    base.with(|base| base.as_ref().map_or(Reuse::Stored, |base| form.reuse(base)))
                        == Reuse::Stored
                })
                on_change=move |is_on| form.choose_reuse(is_on)
            />
            <p class="field-hint" hidden=move || !may_change()>{texts.hint_local}</p>
        </div>
    }
}
