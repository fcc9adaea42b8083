//! A visit to a page: what was typed, opened and told on it. The page finds it again when it is
//! built anew in another language; it ends when the page is left, or shows another run.

use std::any::Any;
use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use leptos_router::hooks::use_location;

thread_local! {
    static NOW: RefCell<Visit> = RefCell::default();
}

#[derive(Default)]
struct Visit {
    /// Path of the page, and the run it is about.
    place: String,
    /// Of the signals; no part of the page, since parts end with their language.
    owner: Owner,
    things: Vec<(String, Rc<dyn Any>)>,
}

/// A page is being built; another one than before ends the visit. Only below the router.
pub fn enter() {
    let location = use_location();
    let mut place = location.pathname.get_untracked();
    let search = location.search.get_untracked();
    let mut parts = search.trim_start_matches('?').split('&');
    place.push_str(parts.find(|part| part.starts_with("id=")).unwrap_or(""));
    NOW.with_borrow_mut(|now| {
        if now.place != place {
            let next = Visit {
                place,
                ..Visit::default()
            };
            let last = mem::replace(now, next);
            // The page that is left may still read it while it goes.
            set_timeout(move || drop(last), Duration::ZERO);
        }
    });
}

/// What this visit has under a name, made if it is new: signals, and what is made of them. They end
/// with the visit. Words stay out: they may be those of another language. Call it while the page is
/// built.
pub fn keep<T: Copy + 'static>(name: &str, make: impl FnOnce() -> T) -> T {
    let (found, owner) = find(name);
    let found = found.and_then(|thing| thing.downcast_ref::<T>().copied());
    found.unwrap_or_else(|| {
        let thing = owner.with(make);
        add(name, Rc::new(thing));
        thing
    })
}

/// A signal of this visit.
pub fn signal<T: Send + Sync + 'static>(name: &str, first: T) -> RwSignal<T> {
    keep(name, || RwSignal::new(first))
}

fn find(name: &str) -> (Option<Rc<dyn Any>>, Owner) {
    enter();
    NOW.with_borrow(|now| {
        let mut things = now.things.iter();
        let found = things.find(|(known, _)| known == name);
        (found.map(|(_, thing)| thing.clone()), now.owner.clone())
    })
}

fn add(name: &str, thing: Rc<dyn Any>) {
    NOW.with_borrow_mut(|now| now.things.push((name.to_owned(), thing)));
}
