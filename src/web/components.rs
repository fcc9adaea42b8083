//! Pieces that pages are made of. Told everything by props; know no state and no storage, and
//! compute nothing that a test would want to see.
#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "views own their props, and are as long as their markup"
)]

pub mod button; // copy, download, confirm
pub mod confusion; // right answers against given ones
pub mod dialog; // a question in front of the page
pub mod difference_chart; // differences around zero
pub mod drop_target; // files by dropping or choosing
pub mod field; // labelled inputs, keys among them
pub mod icon; // the few drawings
pub mod later; // a long page piece by piece
pub mod notice; // what happened, what to do; nothing here yet; waiting
pub mod number_cell; // a score in a table
pub mod policy_switch; // how rows without a reply enter
pub mod progress_bar; // how far, in a bar and in words
pub mod prompt_text; // messages exactly as sent
pub mod segmented; // one of a few
pub mod strip_chart; // dots on a ruler
pub mod tag; // labels, outcomes, keys
pub mod virtual_list; // thousands of rows, a window at a time
