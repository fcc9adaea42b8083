//! What pages share; the only writers.

pub mod runs; // runs under way in this tab
pub mod settings; // language and theme
