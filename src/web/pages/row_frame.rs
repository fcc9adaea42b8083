//! The frame of an open row: its name, the way to its neighbours, its link.

use std::future::Future;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::row_list::{Listing, OpenRow, RowStore};
use crate::desk::protocol::Failure;
use crate::run::RowKey;
use crate::web::components::button::CopyButton;
use crate::web::components::dialog::Dialog;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::components::tag::Kbd;
use crate::words::Words;

/// A way to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Previous,
    Next,
}

impl Step {
    /// The place it leads to in a list of `n` rows.
    fn from(self, position: usize, n: usize) -> Option<usize> {
        match self {
            Self::Previous => position.checked_sub(1),
            Self::Next => Some(position + 1).filter(|next| *next < n),
        }
    }
}

/// Where a step leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Neighbour {
    /// A place of the list.
    Listed(usize),
    /// A row of the file.
    InFile(RowKey),
}

/// The open row. Neighbours are those of the list where the row stands in it, else those of the
/// task's file.
#[component]
pub fn RowFrame<L, D, F>(
    /// Language of the page.
    words: &'static Words,
    /// The list behind it.
    store: RowStore<L>,
    /// The row.
    open: OpenRow,
    /// Asks for all that is known of a row.
    load: impl Fn(RowKey) -> F + Copy + 'static,
    /// Positions of the rows before and after it in the file.
    in_file: fn(&D) -> (Option<usize>, Option<usize>),
    /// Another row is wanted, or none.
    #[prop(into)]
    on_row: Callback<Option<RowKey>>,
    /// Whole address of the view with this row.
    #[prop(into)]
    link: Signal<String>,
    /// Shows what is known.
    body: impl Fn(D) -> AnyView + Copy + Send + Sync + 'static,
) -> impl IntoView
where
    L: Listing,
    D: Clone + PartialEq + Send + Sync + 'static,
    F: Future<Output = Result<D, Failure>> + 'static,
{
    let texts = &words.result;
    let loaded = LocalResource::new(move || {
        let asked = open.key.get().map(load);
        async move {
            match asked {
                Some(asked) => Some(asked.await),
                None => None,
            }
        }
    });
    let shown: Memo<Option<Result<D, Failure>>> = Memo::new(move |_| loaded.get().flatten());
    let body = move || match shown.get() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(detail)) => body(detail),
    };
    let title = Signal::derive(move || {
        let of_key = |key: RowKey| (texts.row_title)(&key.task_id, key.row_idx + 1);
        open.key.get().map_or_else(String::new, of_key)
    });
    // A neighbour in the list, or in the file.
    let neighbour = move |step: Step| -> Option<Neighbour> {
        if let Some(position) = open.position.get() {
            let n = store.n_rows.get().map_or(0, |(n, _)| n);
            return step.from(position, n).map(Neighbour::Listed);
        }
        let known = shown.with(|shown| shown.as_ref()?.as_ref().ok().map(in_file));
        let (previous, next) = known?;
        let row_idx = match step {
            Step::Previous => previous,
            Step::Next => next,
        }?;
        let task_id = open.key.get()?.task_id;
        Some(Neighbour::InFile(RowKey { task_id, row_idx }))
    };
    let go = move |step: Step| {
        let Some(neighbour) = untrack(|| neighbour(step)) else {
            return;
        };
        spawn_local(async move {
            let key = match neighbour {
                Neighbour::InFile(key) => Some(key),
                Neighbour::Listed(position) => {
                    let key = store.row_at(position).await;
                    open.known.try_set(key.clone().map(|key| (key, position)));
                    key
                }
            };
            if key.is_some() {
                on_row.try_run(key);
            }
        });
    };
    let on_key = window_event_listener(ev::keydown, move |event| {
        let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if !is_plain || open.key.with_untracked(Option::is_none) {
            return;
        }
        match event.key().as_str() {
            "j" | "J" | "ArrowRight" => go(Step::Next),
            "k" | "K" | "ArrowLeft" => go(Step::Previous),
            _ => {}
        }
    });
    on_cleanup(move || on_key.remove());
    let place = move || {
        let (position, (n, _)) = open.position.get().zip(store.n_rows.get())?;
        Some((words.common.n_of)(position + 1, n))
    };
    view! {
        <Dialog
            words=words
            title=title
            is_open=Signal::derive(move || open.key.with(Option::is_some))
            on_close=move |()| on_row.run(None)
        >
            <div class="row-detail">
                <div class="row-nav">
                    <button
                        type="button"
                        class="button"
                        aria-keyshortcuts="K ArrowLeft"
                        disabled=move || neighbour(Step::Previous).is_none()
                        on:click=move |_| go(Step::Previous)
                    >
                        <Icon glyph=Glyph::Back/>
                        {words.common.previous}
                        <Kbd key="K"/>
                    </button>
                    <button
                        type="button"
                        class="button"
                        aria-keyshortcuts="J ArrowRight"
                        disabled=move || neighbour(Step::Next).is_none()
                        on:click=move |_| go(Step::Next)
                    >
                        {words.common.next}
                        <Icon glyph=Glyph::Forward/>
                        <Kbd key="J"/>
                    </button>
                    <span class="note num">{place}</span>
                    <span class="push"><CopyButton words=words text=link label=texts.copy_link/></span>
                </div>
                <div class="row-body" aria-live="polite">{body}</div>
            </div>
        </Dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::Step;

    #[test]
    fn steps_stay_inside_the_list() {
        for (step, position, n, want) in [
            (Step::Next, 0, 3, Some(1)),
            (Step::Next, 2, 3, None),
            (Step::Previous, 0, 3, None),
            (Step::Previous, 2, 3, Some(1)),
            (Step::Next, 0, 0, None),
        ] {
            assert_eq!(
                step.from(position, n),
                want,
                "{step:?} from {position} of {n}"
            );
        }
    }
}
