//! No such page.

use leptos::prelude::*;

use super::PageHead;
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;

/// Says so, and shows the way home.
#[component]
pub fn NotFoundPage() -> impl IntoView {
    let words = use_words();
    view! {
        <PageHead title=words.common.not_found_title lead=words.common.not_found_text/>
        <div class="actions">
            <a class="button" data-kind="primary" href=Route::Start.href()>{words.common.to_start}</a>
            <a class="button" href=Route::Suites.href()>{words.common.nav_suites}</a>
        </div>
    }
}
