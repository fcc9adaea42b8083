//! All native tests, one binary.
