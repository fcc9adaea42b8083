//! What the page shows, as its address says: a link shows the same view.

use crate::desk::protocol::RowFilter;
use crate::run::RowKey;
use crate::score::OutcomePolicy;
use crate::web::pages::row_list::{ALL, key_from_text, push_rows};
use crate::web::state::here;
use crate::web::state::place::Route;

/// The page's address, and the way to change it.
pub type Here = here::Here<Address>;

/// The row filters in the order the page shows them, each with its name in addresses.
pub const FILTERS: [(RowFilter, &str); 8] = [
    (RowFilter::All, ALL),
    (RowFilter::Wrong, "wrong"),
    (RowFilter::Right, "right"),
    (RowFilter::Unparsed, "unreadable"),
    (RowFilter::Unscored, "unscored"),
    (RowFilter::LenientDiffers, "lenient-differs"),
    (RowFilter::Flagged, "flagged"),
    (RowFilter::Truncated, "truncated"),
];

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
    /// How rows without a reply enter the numbers, where the user has said how.
    pub policy: Option<OutcomePolicy>,
}

impl here::Address for Address {
    fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| get(name).filter(|value| !value.is_empty());
        let filter = value("filter").and_then(|id| filter_of(&id));
        Self {
            run_id: value("id").unwrap_or_default(),
            task_id: value("task"),
            filter: filter.unwrap_or_default(),
            text: value("q").unwrap_or_default(),
            row: value("row").and_then(|row| key_from_text(&row)),
            policy: value("policy").and_then(|id| OutcomePolicy::from_id(&id)),
        }
    }

    fn under(&self, base: &str) -> String {
        let route = Route::Result {
            run_id: self.run_id.clone(),
        };
        let mut href = route.under(base);
        push_rows(
            &mut href,
            self.task_id.as_deref(),
            filter_id(self.filter),
            &self.text,
            self.row.as_ref(),
            self.policy,
        );
        href
    }
}

/// A filter's name in addresses.
pub fn filter_id(filter: RowFilter) -> &'static str {
    let mut known = FILTERS.iter().filter(|(known, _)| *known == filter);
    known.next().map_or(ALL, |(_, id)| *id)
}

/// The filter of this name.
pub fn filter_of(id: &str) -> Option<RowFilter> {
    FILTERS
        .iter()
        .find(|(_, known)| *known == id)
        .map(|(filter, _)| *filter)
}

#[cfg(test)]
mod tests {
    use super::Address;
    use crate::web::pages::row_list::tests::read_and_written;

    #[track_caller]
    fn check(query: &[(&str, &str)], want_rest: &str) {
        let query = [&[("id", "x")], query].concat();
        let want = format!("/result/?id=x{want_rest}");
        assert_eq!(read_and_written::<Address>(&query), want, "{query:?}");
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
            "&policy=strict",
        );
    }
}
