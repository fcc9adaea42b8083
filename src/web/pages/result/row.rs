//! One row in front of the page: what was asked, what came back, how it was read and why it has
//! its score.

use leptos::prelude::*;

use super::address::Here;
use super::load;
use super::row_parts::{Facts, Readings, ReplyText, RowWords, Sent};
use crate::desk::protocol::RowsQuery;
use crate::desk::view::RowDetail;
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
    let link = Signal::derive(move || {
        open.key.track();
        place::origin() + &here.now().href()
    });
    view! {
        <RowFrame
            words=words
            store=store
            open=open
            load=move |key| load::row(here.now().run_id, key)
            in_file=|row: &RowDetail| row.neighbours
            on_row=move |key| here.switch(|address| address.row = key)
            link=link
            body=move |row| view! { <RowBody words=words row=row/> }.into_any()
        />
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
