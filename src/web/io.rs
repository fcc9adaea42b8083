//! The browser, one small file each. Core types in, core types out.

pub mod browser_model; // the model that some browsers have built in
pub mod clock; // the time, and waiting
pub mod document; // root element and title
pub mod files; // picked and dropped files, downloads
pub mod locks; // one holder at a time, in all tabs
pub mod net; // fetch
pub mod preferences; // language and colours, remembered
pub mod store; // IndexedDB
pub mod vault; // keys that outlive the page, on request
pub mod worker; // asking the worker
