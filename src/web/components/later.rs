//! A long page piece by piece, so that no task holds it up.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::web::io::clock;

/// Draws its children in a task of their own, after those of an earlier `turn`. Turns count from 1;
/// what stands outside comes first.
#[component]
pub fn Later(
    /// When, from 1.
    turn: usize,
    /// What.
    children: ChildrenFn,
) -> impl IntoView {
    let is_due = RwSignal::new(false);
    spawn_local(async move {
        for _ in 0..turn {
            clock::pause(0).await;
        }
        // The page may have been left meanwhile.
        let _ = is_due.try_set(true);
    });
    move || is_due.get().then(|| children())
}
