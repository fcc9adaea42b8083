//! The only code that knows there is a browser.

use leptos::prelude::*;

/// Mounts the page into the document body.
pub fn mount_page() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(|| view! { <h1>"Sukat"</h1> });
}

/// Answers the page's questions from inside a worker.
pub fn serve_worker() {
    console_error_panic_hook::set_once();
}
