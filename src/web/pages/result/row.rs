//! One row in front of the page: what was asked, what came back, how it was read and why it has
//! its score; and on to its neighbours.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::{Here, RowKey};
use super::load;
use super::row_parts::{Facts, Readings, ReplyText, RowWords, Sent};
use super::rows::RowStore;
use crate::desk::protocol::Failure;
use crate::desk::view::RowDetail;
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

/// The open row. Neighbours are those of the list where the row stands in it, else those of the
/// task's file.
#[component]
pub fn RowDialog(
    words: &'static Words,
    here: Here,
    store: RowStore,
    open_row: Memo<Option<RowKey>>,
    open_position: Memo<Option<usize>>,
    /// Told where the row stands that is opened next.
    known: RwSignal<Option<(RowKey, usize)>>,
) -> impl IntoView {
    let texts = &words.result;
    let detail = LocalResource::new(move || {
        let key = open_row.get();
        let run_id = here.now().run_id;
        async move {
            match key {
                Some(key) => Some(load::row(run_id, key).await),
                None => None,
            }
        }
    });
    let shown: Memo<Option<Result<RowDetail, Failure>>> =
        Memo::new(move |_| detail.get().flatten());
    let title = Signal::derive(move || {
        let key = open_row.get();
        let of_key = |key: RowKey| (texts.row_title)(&key.task_id, key.row_idx + 1);
        key.map_or_else(String::new, of_key)
    });
    // A neighbour in the list, or in the file.
    let neighbour = move |step: Step| -> Option<Neighbour> {
        if let Some(position) = open_position.get() {
            let n = store.n_rows.get().map_or(0, |(n, _)| n);
            return step.from(position, n).map(Neighbour::Listed);
        }
        shown.with(|shown| {
            let detail = shown.as_ref()?.as_ref().ok()?;
            let row_idx = match step {
                Step::Previous => detail.neighbours.0,
                Step::Next => detail.neighbours.1,
            }?;
            Some(Neighbour::InFile(RowKey {
                task_id: detail.row.task_id.clone(),
                row_idx,
            }))
        })
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
                    known.try_set(key.clone().map(|key| (key, position)));
                    key
                }
            };
            if key.is_some() {
                here.switch(|address| address.row = key);
            }
        });
    };
    let on_key = window_event_listener(ev::keydown, move |event| {
        let is_plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if !is_plain || open_row.with_untracked(Option::is_none) {
            return;
        }
        match event.key().as_str() {
            "j" | "J" | "ArrowRight" => go(Step::Next),
            "k" | "K" | "ArrowLeft" => go(Step::Previous),
            _ => {}
        }
    });
    on_cleanup(move || on_key.remove());
    let on_close = move |()| here.switch(|address| address.row = None);
    let link = Signal::derive(move || {
        open_row.track();
        let origin = window().location().origin().unwrap_or_default();
        origin + &here.now().href()
    });
    let place = move || {
        let (position, (n, _)) = open_position.get().zip(store.n_rows.get())?;
        Some((words.common.n_of)(position + 1, n))
    };
    let body = move || match shown.get() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(row)) => view! { <RowBody words=words row=row/> }.into_any(),
    };
    view! {
        <Dialog
            words=words
            title=title
            is_open=Signal::derive(move || open_row.with(Option::is_some))
            on_close=on_close
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

/// Where a step leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Neighbour {
    /// A place of the list.
    Listed(usize),
    /// A row of the file.
    InFile(RowKey),
}

/// Everything known of a row, the answer to "why this score?" first.
#[component]
fn RowBody(words: &'static Words, row: RowDetail) -> impl IntoView {
    view! {
        <RowWords words=words row=row.clone()/>
        <Readings words=words row=row.clone()/>
        <ReplyText words=words row=row.clone()/>
        <Sent words=words messages=row.messages.clone()/>
        <Facts words=words row=row/>
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
