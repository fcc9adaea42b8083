//! The only code that knows there is a browser.

pub mod driver; // performs the effects of a run and hands it the events
pub mod io; // fetch, storage, files, clock, worker: one small file each
pub mod state; // what pages share; the only writers
pub mod worker; // the worker's side: fetches and stores around the desk

use leptos::prelude::*;

/// Mounts the page into the document body.
pub fn mount_page() {
    console_error_panic_hook::set_once();
    mount_to_body(|| view! { <h1>"Sukat"</h1> });
}

/// Answers the page's questions from inside a worker.
pub fn serve_worker() {
    worker::serve();
}
