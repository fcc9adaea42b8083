//! What the board shows, as its address says.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

use super::arrange::{Direction, Group};
use crate::web::state::place::{Route, escape};

/// The column the board is ordered by if nothing else is said.
pub const USUAL_SORT: &str = "paper-nlu";

/// Everything a link to the board can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Id of the sort key: `name`, `size`, an average's id, or `task/metric`.
    pub sort: String,
    /// Which end first.
    pub direction: Direction,
    /// Only this group.
    pub group: Option<Group>,
    /// Only names that hold this.
    pub text: String,
}

impl Address {
    fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| get(name).filter(|value| !value.is_empty());
        Self {
            sort: value("sort").unwrap_or_else(|| USUAL_SORT.to_owned()),
            direction: match value("order").as_deref() {
                Some("up") => Direction::Up,
                _ => Direction::Down,
            },
            group: value("group").and_then(|id| Group::from_id(&id)),
            text: value("q").unwrap_or_default(),
        }
    }

    fn href(&self) -> String {
        let mut parts = Vec::new();
        if self.sort != USUAL_SORT {
            parts.push(format!("sort={}", escape(&self.sort)));
        }
        if self.direction == Direction::Up {
            parts.push("order=up".to_owned());
        }
        if let Some(group) = self.group {
            parts.push(format!("group={}", group.id()));
        }
        if !self.text.is_empty() {
            parts.push(format!("q={}", escape(&self.text)));
        }
        let route = Route::Board.href();
        if parts.is_empty() {
            route
        } else {
            format!("{route}?{}", parts.join("&"))
        }
    }
}

type Navigate = Box<dyn Fn(&str, NavigateOptions)>;

/// The board's address, and the way to change it. Copy it freely.
#[derive(Clone, Copy)]
pub struct Here {
    /// The address now.
    pub address: Memo<Address>,
    navigate: StoredValue<Navigate, LocalStorage>,
}

impl Here {
    /// Only below the router, while a page is built.
    pub fn new() -> Self {
        let query = use_query_map();
        let navigate: Navigate = Box::new(use_navigate());
        Self {
            address: Memo::new(move |_| query.with(|query| Address::read(|name| query.get(name)))),
            navigate: StoredValue::new_local(navigate),
        }
    }

    /// Shows another view in place of this one.
    pub fn switch(self, change: impl FnOnce(&mut Address)) {
        let mut next = self.address.get_untracked();
        change(&mut next);
        let options = NavigateOptions {
            resolve: false,
            replace: true,
            scroll: false,
            ..Default::default()
        };
        self.navigate
            .with_value(|navigate| navigate(&next.href(), options));
    }
}
