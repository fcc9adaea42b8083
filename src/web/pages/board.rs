//! The page `board`.

use leptos::prelude::*;

use super::PageHead;
use crate::web::state::settings::use_words;

/// See the module.
#[component]
pub fn BoardPage() -> impl IntoView {
    let words = use_words();
    view! {
        <PageHead title=words.board.title/>
    }
}
