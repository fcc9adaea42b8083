//! The page `suites`.

use leptos::prelude::*;

use super::PageHead;
use crate::web::state::settings::use_words;

/// See the module.
#[component]
pub fn SuitesPage() -> impl IntoView {
    let words = use_words();
    view! {
        <PageHead title=words.suites.title/>
    }
}
