//! How rows without a usable reply enter the numbers.

use leptos::prelude::*;

use super::segmented::Segmented;
use crate::score::OutcomePolicy;
use crate::words::Words;

/// The rule of the page, and the other one.
#[component]
pub fn PolicySwitch(
    /// Language of the page.
    words: &'static Words,
    /// The rule.
    #[prop(into)]
    value: Signal<OutcomePolicy>,
    /// The other one was chosen.
    #[prop(into)]
    on_change: Callback<OutcomePolicy>,
) -> impl IntoView {
    let options = [OutcomePolicy::Strict, OutcomePolicy::Parity]
        .map(|policy| (policy, words.language.policy(policy).to_owned()))
        .to_vec();
    view! {
        <Segmented
            name="policy"
            legend=words.result.policy
            options=options
            value=value
            on_change=on_change
        />
    }
}
