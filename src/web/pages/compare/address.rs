//! What the page shows, as its address says: a link shows the same view.

use crate::desk::protocol::ChangeFilter;
use crate::run::RowKey;
use crate::score::OutcomePolicy;
use crate::score::difference::Change;
use crate::web::pages::row_list::{ALL, key_from_text, push_rows, scroll_to_rows};
use crate::web::state::here;
use crate::web::state::place::Route;

/// The page's address, and the way to change it.
pub type Here = here::Here<Address>;

/// The row filters in the order the page shows them, each with its name in addresses.
pub const FILTERS: [(ChangeFilter, &str); 6] = [
    (ChangeFilter::All, ALL),
    (ChangeFilter::Only(Change::Worse), "worse"),
    (ChangeFilter::Only(Change::Better), "better"),
    (ChangeFilter::Only(Change::BothRight), "both-right"),
    (ChangeFilter::Only(Change::Same), "same"),
    (ChangeFilter::Unscored, "unscored"),
];

/// Everything a link to the page can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Both runs, the baseline first; empty where none is chosen.
    pub run_ids: [String; 2],
    /// Only rows of this task.
    pub task_id: Option<String>,
    /// Only these rows.
    pub filter: ChangeFilter,
    /// Only rows that hold this; empty keeps all.
    pub text: String,
    /// The row that is open, by its place in the first run.
    pub row: Option<RowKey>,
    /// How rows without a reply enter the numbers, where the user has said how.
    pub policy: Option<OutcomePolicy>,
}

impl here::Address for Address {
    fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| get(name).filter(|value| !value.is_empty());
        let filter = value("filter").and_then(|id| filter_of(&id));
        Self {
            run_ids: ["a", "b"].map(|name| value(name).unwrap_or_default()),
            task_id: value("task"),
            filter: filter.unwrap_or_default(),
            text: value("q").unwrap_or_default(),
            row: value("row").and_then(|row| key_from_text(&row)),
            policy: value("policy").and_then(|id| OutcomePolicy::from_id(&id)),
        }
    }

    fn under(&self, base: &str) -> String {
        let [first, second] = self.run_ids.clone().map(Some);
        let mut href = Route::Compare { first, second }.under(base);
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

impl Address {
    /// Chooses another run.
    pub fn choose(&mut self, side: usize, run_id: String) {
        if let Some(chosen) = self.run_ids.get_mut(side) {
            *chosen = run_id;
        }
        self.task_id = None;
        self.row = None;
    }

    /// A is B, and B is A; the rows stay the same ones.
    pub fn swap(&mut self) {
        self.run_ids.swap(0, 1);
        self.row = None;
        self.filter = match self.filter {
            ChangeFilter::Only(Change::Better) => ChangeFilter::Only(Change::Worse),
            ChangeFilter::Only(Change::Worse) => ChangeFilter::Only(Change::Better),
            filter => filter,
        };
    }
}

/// Filters the list of rows and brings it into sight; `None` keeps the rows of all tasks.
pub fn show_rows(here: Here, task_id: Option<String>, change: Change) {
    here.switch(|address| {
        address.task_id = task_id;
        address.filter = ChangeFilter::Only(change);
        address.text.clear();
    });
    scroll_to_rows();
}

/// A filter's name in addresses.
pub fn filter_id(filter: ChangeFilter) -> &'static str {
    let mut known = FILTERS.iter().filter(|(known, _)| *known == filter);
    known.next().map_or(ALL, |(_, id)| *id)
}

/// The filter of this name.
pub fn filter_of(id: &str) -> Option<ChangeFilter> {
    let mut known = FILTERS.iter().filter(|(_, known)| *known == id);
    known.next().map(|(filter, _)| *filter)
}

#[cfg(test)]
mod tests {
    use super::Address;
    use crate::desk::protocol::ChangeFilter;
    use crate::score::difference::Change;
    use crate::web::pages::row_list::tests::read_and_written;
    use crate::web::state::here::Address as _;

    #[test]
    fn an_address_comes_back_as_it_was_read() {
        let query = [
            ("a", "x"),
            ("b", "y&z"),
            ("task", "MT-en-tl"),
            ("filter", "worse"),
            ("q", "ang mga"),
            ("row", "SA:12"),
            ("policy", "parity"),
        ];
        assert_eq!(
            read_and_written::<Address>(&query),
            "/compare/?a=x&b=y%26z&task=MT-en-tl&filter=worse&q=ang%20mga&row=SA%3A12&policy=parity"
        );
        assert_eq!(read_and_written::<Address>(&[]), "/compare/");
        assert_eq!(read_and_written::<Address>(&[("b", "y")]), "/compare/?b=y");
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        let query = [
            ("a", "x"),
            ("filter", "nonsense"),
            ("row", "SA"),
            ("policy", "other"),
        ];
        assert_eq!(read_and_written::<Address>(&query), "/compare/?a=x");
    }

    #[test]
    fn swapped_runs_keep_their_rows() {
        let get = |name: &str| Some(name.to_owned()).filter(|name| name == "a" || name == "b");
        let mut address = Address::read(get);
        address.filter = ChangeFilter::Only(Change::Worse);
        address.swap();
        assert_eq!(address.run_ids, ["b", "a"]);
        assert_eq!(address.filter, ChangeFilter::Only(Change::Better));
    }
}
