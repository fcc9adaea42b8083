//! One row in front of the page: what was asked, what came back, how it was read and why it has
//! its score.

use leptos::prelude::*;

use super::address::Here;
use super::load;
use super::row_parts::{Facts, Readings, ReplyText, RowWords, Sent};
use crate::desk::protocol::{Failure, RowsQuery};
use crate::desk::view::RowDetail;
use crate::web::components::notice::{FailureNotice, Waiting};
use crate::web::pages::row_frame::RowFrame;
use crate::web::pages::row_list::{OpenRow, RowStore};
use crate::web::state::here::Address;
use crate::web::state::place;
use crate::words::Words;

/// The open row.
#[component]
pub fn RowDialog(
    words: &'static Words,
    here: Here,
    store: RowStore<RowsQuery>,
    open: OpenRow,
) -> impl IntoView {
    let detail = LocalResource::new(move || {
        let key = open.key.get();
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
    let in_file = Signal::derive(move || {
        shown.with(|shown| match shown {
            Some(Ok(row)) => row.neighbours,
            _ => (None, None),
        })
    });
    let link = Signal::derive(move || {
        open.key.track();
        place::origin() + &here.now().href()
    });
    let body = move || match shown.get() {
        None => view! { <Waiting text=words.common.waiting/> }.into_any(),
        Some(Err(failure)) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Some(Ok(row)) => view! { <RowBody words=words row=row/> }.into_any(),
    };
    view! {
        <RowFrame
            words=words
            store=store
            open=open
            in_file=in_file
            on_row=move |key| here.switch(|address| address.row = key)
            link=link
        >
            {body}
        </RowFrame>
    }
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
