//! The page `new_run`.

use leptos::prelude::*;

use super::PageHead;
use crate::web::state::settings::use_words;

/// See the module.
#[component]
pub fn NewRunPage() -> impl IntoView {
    let words = use_words();
    view! {
        <PageHead title=words.new_run.title/>
    }
}
