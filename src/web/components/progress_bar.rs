//! How far something has come, in a bar and in words.

use leptos::prelude::*;

/// A bar, its text, and announcements in steps of ten percent and when it begins or ends to move.
#[component]
pub fn ProgressBar(
    /// What is progressing, for screen readers.
    #[prop(into)]
    label: String,
    /// Done so far.
    #[prop(into)]
    done: Signal<usize>,
    /// All there is.
    #[prop(into)]
    of: Signal<usize>,
    /// Whether it moves, as far as anybody knows.
    #[prop(into, default = true.into())]
    is_moving: Signal<bool>,
    /// The same in words: "120 of 400 rows, about 3 min".
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    let step = Memo::new(move |_| done.get() * 10 / of.get().max(1));
    let announced = move || {
        // Read, not only tracked: a memo that nobody reads never learns what it depends on.
        let _ = (step.get(), is_moving.get());
        text.get_untracked()
    };
    view! {
        <div class="progress">
            <progress aria-label=label max=move || of.get().max(1) value=move || done.get()></progress>
            <p class="progress-text" aria-hidden="true">{move || text.get()}</p>
            <p class="visually-hidden" role="status">{announced}</p>
        </div>
    }
}
