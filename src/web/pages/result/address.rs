//! What the page shows, as its address says: a link shows the same view.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::{use_navigate, use_query_map};

use crate::desk::protocol::RowFilter;
use crate::score::OutcomePolicy;
use crate::web::state::place::{Route, escape};

/// The row filters in the order the page shows them, each with its name in addresses.
pub const FILTERS: [(RowFilter, &str); 8] = [
    (RowFilter::All, "all"),
    (RowFilter::Wrong, "wrong"),
    (RowFilter::Right, "right"),
    (RowFilter::Unparsed, "unreadable"),
    (RowFilter::Unscored, "unscored"),
    (RowFilter::LenientDiffers, "lenient-differs"),
    (RowFilter::Flagged, "flagged"),
    (RowFilter::Truncated, "truncated"),
];

/// A row of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKey {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file.
    pub row_idx: usize,
}

/// Everything a link to the page can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The run; empty when the address names none.
    pub run_id: String,
    /// Only rows of this task.
    pub task_id: Option<String>,
    /// Only these rows.
    pub filter: RowFilter,
    /// Only rows that hold this; empty keeps all.
    pub text: String,
    /// The row that is open.
    pub row: Option<RowKey>,
    /// How rows without a reply enter the numbers.
    pub policy: OutcomePolicy,
}

impl Address {
    /// Reads an address; `get` looks up a value of its query. What makes no sense is left out.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| get(name).filter(|value| !value.is_empty());
        let filter = value("filter").and_then(|id| filter_of(&id));
        Self {
            run_id: value("id").unwrap_or_default(),
            task_id: value("task"),
            filter: filter.unwrap_or_default(),
            text: value("q").unwrap_or_default(),
            row: value("row").and_then(|row| row_key(&row)),
            policy: match value("policy").as_deref() {
                Some("parity") => OutcomePolicy::Parity,
                _ => OutcomePolicy::Strict,
            },
        }
    }

    /// The address, from the host's root. What is as usual is not said.
    pub fn href(&self) -> String {
        let route = Route::Result {
            run_id: self.run_id.clone(),
        };
        route.href() + &self.rest_of_query()
    }

    fn rest_of_query(&self) -> String {
        let mut query = String::new();
        let mut push = |name: &str, value: &str| {
            query.push('&');
            query.push_str(name);
            query.push('=');
            query.push_str(&escape(value));
        };
        if let Some(task_id) = &self.task_id {
            push("task", task_id);
        }
        if let Some(id) = filter_id(self.filter).filter(|_| self.filter != RowFilter::All) {
            push("filter", id);
        }
        if !self.text.is_empty() {
            push("q", &self.text);
        }
        if let Some(RowKey { task_id, row_idx }) = &self.row {
            push("row", &format!("{task_id}:{row_idx}"));
        }
        if self.policy == OutcomePolicy::Parity {
            push("policy", "parity");
        }
        query
    }
}

fn filter_id(filter: RowFilter) -> Option<&'static str> {
    FILTERS
        .iter()
        .find(|(known, _)| *known == filter)
        .map(|(_, id)| *id)
}

/// The filter of this name.
pub fn filter_of(id: &str) -> Option<RowFilter> {
    FILTERS
        .iter()
        .find(|(_, known)| *known == id)
        .map(|(filter, _)| *filter)
}

fn row_key(text: &str) -> Option<RowKey> {
    let (task_id, row_idx) = text.rsplit_once(':')?;
    let row_idx = row_idx.parse().ok()?;
    (!task_id.is_empty()).then(|| RowKey {
        task_id: task_id.to_owned(),
        row_idx,
    })
}

type Navigate = Box<dyn Fn(&str, NavigateOptions)>;

/// The page's address, and the way to change it. Copy it freely.
#[derive(Clone, Copy)]
pub struct Here {
    address: Memo<Address>,
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

    /// A part of the address that changes only when that part does.
    pub fn part<T>(self, pick: impl Fn(&Address) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.address.with(&pick))
    }

    /// The address as it is now; untracked.
    pub fn now(self) -> Address {
        self.address.get_untracked()
    }

    /// Shows another view; Back leads to this one.
    pub fn go(self, change: impl FnOnce(&mut Address)) {
        self.navigate(false, change);
    }

    /// Shows another view in place of this one; Back passes it by.
    pub fn switch(self, change: impl FnOnce(&mut Address)) {
        self.navigate(true, change);
    }

    fn navigate(self, replace: bool, change: impl FnOnce(&mut Address)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(query: &[(&str, &str)], want_rest: &str) {
        let get = |name: &str| {
            let found = query.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let address = Address::read(get);
        assert_eq!(address.rest_of_query(), want_rest, "{query:?}");
    }

    #[test]
    fn an_address_comes_back_as_it_was_read() {
        check(&[], "");
        check(
            &[("task", "MT-en-tl"), ("filter", "unreadable")],
            "&task=MT-en-tl&filter=unreadable",
        );
        check(&[("q", "ang mga & iba")], "&q=ang%20mga%20%26%20iba");
        check(
            &[("row", "SA:12"), ("policy", "parity")],
            "&row=SA%3A12&policy=parity",
        );
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        check(
            &[("filter", "nonsense"), ("row", "SA"), ("policy", "other")],
            "",
        );
        check(&[("filter", ""), ("row", ":3"), ("task", "")], "");
        check(
            &[("row", "SA:-1"), ("policy", "strict"), ("filter", "all")],
            "",
        );
    }
}
