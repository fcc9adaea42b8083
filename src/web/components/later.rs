//! What a page does a little later, and not at all once it was left.

use std::time::Duration;

use leptos::prelude::*;

/// Whether the part of a page that makes this is still there. Copy it freely.
#[derive(Clone, Copy)]
pub struct StillHere(StoredValue<()>);

impl StillHere {
    /// Only while that part is built.
    pub fn new() -> Self {
        Self(StoredValue::new(()))
    }

    /// Does something once what was changed has been laid out; nothing if the page was left
    /// meanwhile, when what belonged to it may no longer be read.
    pub fn on_next_frame(self, what: impl FnOnce() + 'static) {
        request_animation_frame(move || {
            if self.0.try_get_value().is_some() {
                what();
            }
        });
    }
}

impl Default for StillHere {
    fn default() -> Self {
        Self::new()
    }
}

/// Draws its children in a task of their own, after those of an earlier turn; what stands outside
/// comes first.
#[component]
pub fn Later(
    /// When, from 1.
    turn: usize,
    /// What.
    children: ChildrenFn,
) -> impl IntoView {
    let is_due = RwSignal::new(false);
    wait(turn, is_due);
    move || is_due.get().then(|| children())
}

/// Sets the signal so many tasks from now, unless the page was left meanwhile.
fn wait(n_turns: usize, is_due: RwSignal<bool>) {
    if n_turns == 0 {
        is_due.try_set(true);
    } else {
        set_timeout(move || wait(n_turns - 1, is_due), Duration::ZERO);
    }
}
