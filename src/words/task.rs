//! Words of the page `task`.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

/// See the module.
#[derive(Debug)]
pub struct TaskWords {
    pub title: &'static str,
}

/// English.
pub const EN: TaskWords = TaskWords { title: "Task" };

/// Filipino.
pub const FIL: TaskWords = TaskWords { title: "Task" };
