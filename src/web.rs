//! The only code that knows there is a browser.

pub mod app; // the frame around every page: header, routes, footer
pub mod components; // reusable; told everything by props
pub mod driver; // performs the effects of a run and hands it the events
pub mod io; // fetch, storage, files, clock, worker: one small file each
pub mod pages; // a file a route
pub mod parts; // what is fetched when it is first needed
pub mod state; // what pages share; the only writers
pub mod worker; // the worker's side: fetches and stores around the desk

use leptos::prelude::*;

/// Mounts the page into the document body.
pub fn mount_page(parts: parts::PageParts) {
    console_error_panic_hook::set_once();
    io::document::remove_first_paint();
    mount_to_body(move || view! { <app::App parts=parts/> });
}

/// Answers the page's questions from inside a worker.
pub fn serve_worker(desk: worker::DeskPart, openers: worker::OpenersPart) {
    worker::serve(desk, openers);
}
