//! The record as JSON, by hand: renaming a field inside never breaks a saved run.
