//! A long page piece by piece, so that no task holds it up.

use std::time::Duration;

use leptos::prelude::*;

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
