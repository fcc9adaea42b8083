//! The time, for pages.

use crate::web::io::clock;

/// Unix milliseconds now.
pub fn now_millis() -> u64 {
    clock::now_millis()
}
