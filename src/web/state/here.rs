//! What a page shows, as its address says: a link shows the same view.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

use super::place;

/// Everything a link to a page can say.
pub trait Address: Clone + PartialEq + Send + Sync + 'static {
    /// Reads an address; `get` looks up a value of its query. What makes no sense is left out.
    fn read(get: impl Fn(&str) -> Option<String>) -> Self;

    /// The address below `base`, where the app is. What is as usual is not said.
    fn under(&self, base: &str) -> String;

    /// The address, from the host's root.
    fn href(&self) -> String {
        self.under(place::base())
    }
}

type Navigate = Box<dyn Fn(&str, NavigateOptions)>;

/// A page's address, and the way to change it. Copy it freely.
pub struct Here<A: Address> {
    address: Memo<A>,
    navigate: StoredValue<Navigate, LocalStorage>,
}

#[expect(
    clippy::expl_impl_clone_on_copy,
    reason = "a derived one would ask the parameter to be copied, too"
)]
impl<A: Address> Clone for Here<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Address> Copy for Here<A> {}

impl<A: Address> Here<A> {
    /// Only below the router, while a page is built.
    pub fn new() -> Self {
        let query = use_query_map();
        let navigate: Navigate = Box::new(use_navigate());
        Self {
            address: Memo::new(move |_| query.with(|query| A::read(|name| query.get(name)))),
            navigate: StoredValue::new_local(navigate),
        }
    }

    /// A part of the address that changes only when that part does.
    pub fn part<T>(self, pick: impl Fn(&A) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.address.with(&pick))
    }

    /// The address; tracked.
    pub fn get(self) -> A {
        self.address.get()
    }

    /// The address as it is now; untracked.
    pub fn now(self) -> A {
        self.address.get_untracked()
    }

    /// Shows another view; Back leads to this one.
    pub fn go(self, change: impl FnOnce(&mut A)) {
        self.navigate(false, change);
    }

    /// Shows another view in place of this one; Back passes it by.
    pub fn switch(self, change: impl FnOnce(&mut A)) {
        self.navigate(true, change);
    }

    fn navigate(self, replace: bool, change: impl FnOnce(&mut A)) {
        let now = self.now();
        let mut next = now.clone();
        change(&mut next);
        if next == now {
            return;
        }
        let options = NavigateOptions {
            resolve: false,
            replace,
            scroll: false,
            ..Default::default()
        };
        self.navigate
            .with_value(|navigate| navigate(&next.href(), options));
    }
}

impl<A: Address> Default for Here<A> {
    fn default() -> Self {
        Self::new()
    }
}
