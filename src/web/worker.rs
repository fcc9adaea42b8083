//! The worker's side.

/// Serves.
pub fn serve() {}
