//! What the board shows, as its address says.

use super::arrange::{Direction, Group};
use crate::web::state::here;
use crate::web::state::place::{Route, push_query};

/// The board's address, and the way to change it.
pub type Here = here::Here<Address>;

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

impl here::Address for Address {
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

    fn under(&self, base: &str) -> String {
        let mut href = Route::Board.under(base);
        let sort = Some(self.sort.as_str()).filter(|sort| *sort != USUAL_SORT);
        let order = (self.direction == Direction::Up).then_some("up");
        push_query(&mut href, "sort", sort.unwrap_or_default());
        push_query(&mut href, "order", order.unwrap_or_default());
        push_query(&mut href, "group", self.group.map_or("", Group::id));
        push_query(&mut href, "q", &self.text);
        href
    }
}
