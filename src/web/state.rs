//! What pages share; the only writers.

pub mod again; // what a new run takes over from an earlier one
pub mod ask; // questions to the worker, and files to take away
pub mod browser_model; // the browser's own model
pub mod columns; // which columns were chosen for files of a shape
pub mod deleted; // runs that can still be had back
pub mod go; // going to another page
pub mod here; // what a page shows, as its address says
pub mod kept_key; // a key beyond the page
pub mod limits; // how fast a run goes, and what it may take, as typed
pub mod new_run; // the form of a new run
pub mod place; // routes and their addresses; title and focus after a change
pub mod probe; // asking an endpoint one row before a run
pub mod repeats; // several runs of the same rows
pub mod runs; // runs under way in this tab
pub mod scoring; // asking a scoring server
pub mod settings; // language and colours, remembered
pub mod silence; // how long a run has heard nothing
pub mod storage; // whether this browser stores anything
pub mod suite; // the suite and its official data
pub mod time; // the time, for pages
pub mod upload; // files on their way to a score
pub mod visit; // what a page holds until it is left
