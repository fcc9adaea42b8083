//! What the worker keeps open — the suite, loaded rows, open runs, a read upload — and the
//! questions the page may ask about it. Pure: bytes come in, views go out; the worker in
//! `web/worker.rs` does the fetching and storing around it.

pub mod protocol;
pub mod view;
