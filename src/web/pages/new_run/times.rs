//! How many times the rows are asked.

use leptos::prelude::*;

use crate::suite::Profile;
use crate::web::components::field::TextField;
use crate::web::state::new_run::NewRunForm;
use crate::words::Words;

/// A box for a number, and when more than 1 makes sense.
#[component]
pub fn TimesPart(
    /// Language of the page.
    words: &'static Words,
    /// Where it is kept.
    form: NewRunForm,
) -> impl IntoView {
    let texts = &words.repeats;
    let limits = form.limits();
    let error = Signal::derive(move || {
        let is_wrong = limits.how_often().is_none();
        is_wrong.then(|| texts.times_wrong.to_owned())
    });
    let is_repeated = move || limits.how_often().is_some_and(|times| times > 1);
    let is_drawn = move || form.profile.get() == Profile::Head || form.is_reasoning.get();
    view! {
        <div class="stack" data-gap="small" hidden=move || !form.is_server()>
            <TextField
                id="times"
                label=texts.times
                hint=texts.times_hint
                error=error
                value=limits.times
                on_input=move |typed| limits.times.set(typed)
                input_mode="numeric"
            />
            <p class="field-hint" hidden=move || !is_repeated() || is_drawn()>{texts.times_alone}</p>
            <p class="field-hint" hidden=move || !is_repeated()>{texts.always_asked}</p>
        </div>
    }
}
