//! Sukat: measure any language model on Filipino, in a browser tab.
//!
//! A score is a pure function of text. Everything outside [`web`] is the core: it knows no
//! browser, no clock and no network, and builds without the feature `web`.

pub mod answer; // reply to answer: the reference's reading, and a lenient one beside it
pub mod batch; // a run's requests as files for vendors and clusters, and what comes back
pub mod desk; // what the worker keeps open, and the questions the page may ask about it
pub mod intake; // bytes to rows: JSONL, JSON, CSV, archives; a report of what is wrong
pub mod metrics; // a file a metric: text in, counts out; counts in, score out
pub mod prompt; // a task and a row to the exact text sent
pub mod provider; // a file a wire format: request out of a prompt, reply out of a response
pub mod record; // what is stored and exported of a run
pub mod report; // averages, tables, exports
pub mod run; // the run as a machine: events in, effects out
pub mod score; // a task's rows and readings to its scores
pub mod stats; // seeded generators, resampling
pub mod suite; // task definitions and official rows, read and checked
pub mod text; // whitespace, case and punctuation exactly as the references see them
pub mod words; // everything the page says, in English and Filipino

#[cfg(feature = "web")]
pub mod web; // the only code that knows there is a browser
