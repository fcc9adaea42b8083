//! The rows of the board, and their order.

use crate::desk::view::{PublishedRowView, ResultView};
use crate::report::columns::Column;
use crate::suite::{Bilingual, MetricId, Profile, Shots};
use crate::web::pages::result::columns;

/// What kind of model a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A run of the user's.
    Own,
    /// Behind an interface that is paid for.
    Commercial,
    /// Thinks before it answers.
    Reasoning,
    /// Instruction-tuned.
    Instruct,
    /// Pretrained only.
    Base,
}

impl Group {
    /// In the order they are offered.
    pub const ALL: [Self; 5] = [
        Self::Own,
        Self::Commercial,
        Self::Reasoning,
        Self::Instruct,
        Self::Base,
    ];

    /// Name in addresses, and in published data.
    pub fn id(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Commercial => "commercial",
            Self::Reasoning => "reasoning",
            Self::Instruct => "instruct",
            Self::Base => "base",
        }
    }

    /// The group of this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|group| group.id() == id)
    }
}

/// A number of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// There.
    Value {
        /// 0 to 100.
        value: f64,
        /// The source says that the model could not follow the instructions.
        is_failed_to_follow: bool,
    },
    /// Not printed, not run, or not computed here.
    Missing,
    /// So many rows got no reply, so there is no number yet.
    Unanswered {
        /// How many.
        n_rows: usize,
    },
}

impl Cell {
    fn value(self) -> Option<f64> {
        match self {
            Self::Value { value, .. } => Some(value),
            Self::Missing | Self::Unanswered { .. } => None,
        }
    }
}

/// A line of the board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardRow {
    /// Model, or name of the run.
    pub name: String,
    /// What kind.
    pub group: Group,
    /// Run id and start (Unix milliseconds) of an own run.
    pub run: Option<(String, u64)>,
    /// Solved examples before the row; `None` where a file does not say.
    pub shots: Option<u32>,
    /// Which reference reads an own run; published ones are v1.
    pub profile: Profile,
    /// Billions of parameters.
    pub params_b: Option<f64>,
    /// In the order of the columns.
    pub cells: Vec<Cell>,
    /// What contradicts itself in it.
    pub anomalies: Vec<Bilingual>,
}

/// A published model.
pub fn published_row(row: &PublishedRowView, columns: &[Column]) -> BoardRow {
    let cell = |column: &Column| match column {
        Column::Score { task_id, metric } => {
            let mut printed = row.columns.iter();
            let printed = printed.find(|(task, of, _)| task == task_id && of == metric);
            let key = (task_id.clone(), *metric);
            printed.map_or(Cell::Missing, |(_, _, value)| Cell::Value {
                value: *value,
                is_failed_to_follow: row.failed_to_follow.contains(&key),
            })
        }
        Column::Average { id } => {
            let printed = row.averages.iter().find(|(average, _)| average == id);
            printed.map_or(Cell::Missing, |(_, value)| Cell::Value {
                value: *value,
                is_failed_to_follow: tasks_of(columns, id)
                    .any(|key| row.failed_to_follow.contains(&key)),
            })
        }
    };
    BoardRow {
        name: row.model.clone(),
        group: Group::from_id(&row.group).unwrap_or(Group::Instruct),
        run: None,
        shots: Some(row.shots),
        profile: Profile::V1,
        params_b: row.params_b,
        cells: columns.iter().map(cell).collect(),
        anomalies: row.anomalies.clone(),
    }
}

/// The tasks and metrics that enter an average: those between it and the one before it.
fn tasks_of(columns: &[Column], average_id: &str) -> impl Iterator<Item = (String, MetricId)> {
    let end = columns
        .iter()
        .position(|column| matches!(column, Column::Average { id } if id == average_id));
    let before = columns.get(..end.unwrap_or_default()).unwrap_or_default();
    before.iter().rev().map_while(|column| match column {
        Column::Score { task_id, metric } => Some((task_id.clone(), *metric)),
        Column::Average { .. } => None,
    })
}

/// An own run, counted as the reference counts; `None` when no task of it is whole.
///
/// Empty and refused rows are wrong answers, as in the published numbers. Rows that never got a
/// reply are nobody's answer: their task has no number, and no average with it.
pub fn own_row(result: &ResultView, columns: &[Column]) -> Option<BoardRow> {
    let n_failed = |task_id: &str| {
        let task = result.tasks.iter().find(|task| task.task_id == task_id);
        task.map_or(0, |task| task.counts.n_failed)
    };
    let is_any_failed = result.tasks.iter().any(|task| task.counts.n_failed > 0);
    let cell = |column: &Column| match column {
        Column::Score { task_id, metric } => {
            let cell = columns::score_cell(result, task_id, *metric);
            match (cell.value, n_failed(task_id)) {
                (Some(Ok(_)), n_rows) if n_rows > 0 => Cell::Unanswered { n_rows },
                (Some(Ok(value)), _) if cell.is_complete => plain(value),
                _ => Cell::Missing,
            }
        }
        Column::Average { id } => {
            let average = columns::average(result, id).and_then(|average| average.value);
            average
                .filter(|_| !is_any_failed)
                .map_or(Cell::Missing, plain)
        }
    };
    let cells: Vec<Cell> = columns.iter().map(cell).collect();
    let is_any_there = cells.iter().any(|cell| cell.value().is_some());
    is_any_there.then(|| BoardRow {
        name: result.card.title.clone(),
        group: Group::Own,
        run: Some((result.card.run_id.clone(), result.card.started_millis)),
        shots: (!result.card.is_upload).then_some(match result.card.shots {
            Shots::Zero => 0,
            Shots::Five => 5,
        }),
        profile: result.card.profile,
        params_b: None,
        cells,
        anomalies: Vec::new(),
    })
}

fn plain(value: f64) -> Cell {
    Cell::Value {
        value,
        is_failed_to_follow: false,
    }
}

/// What the board is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The name.
    Name,
    /// Billions of parameters.
    Size,
    /// A column, by its position.
    Column(usize),
}

/// Which end comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Highest, largest, last letter.
    #[default]
    Down,
    /// Lowest, smallest, first letter.
    Up,
}

/// The rows that stay, in order. What has no value comes last either way; equals stand by name.
pub fn arranged(
    rows: &[BoardRow],
    group: Option<Group>,
    text: &str,
    key: Key,
    direction: Direction,
) -> Vec<BoardRow> {
    let needle = text.trim().to_lowercase();
    let mut kept: Vec<BoardRow> = rows
        .iter()
        .filter(|row| group.is_none_or(|group| row.group == group))
        .filter(|row| row.name.to_lowercase().contains(&needle))
        .cloned()
        .collect();
    let by_name = |a: &BoardRow, b: &BoardRow| {
        a.name
            .to_lowercase()
            .cmp(&b.name.to_lowercase())
            .then_with(|| a.name.cmp(&b.name))
    };
    let value = |row: &BoardRow| match key {
        Key::Name => None,
        Key::Size => row.params_b,
        Key::Column(idx) => row.cells.get(idx).and_then(|cell| cell.value()),
    };
    kept.sort_by(|a, b| {
        let order = match (value(a), value(b)) {
            (Some(a), Some(b)) if direction == Direction::Down => b.total_cmp(&a),
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        let named = by_name(a, b);
        let is_reversed = key == Key::Name && direction == Direction::Down;
        order.then(if is_reversed { named.reverse() } else { named })
    });
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, group: Group, value: Option<f64>) -> BoardRow {
        BoardRow {
            name: name.into(),
            group,
            run: None,
            shots: Some(0),
            profile: Profile::V1,
            params_b: None,
            cells: vec![value.map_or(Cell::Missing, plain)],
            anomalies: Vec::new(),
        }
    }

    #[track_caller]
    fn check(group: Option<Group>, text: &str, key: Key, direction: Direction, want: &str) {
        let rows = [
            row("b/Beta", Group::Base, Some(50.0)),
            row("a/Alpha", Group::Instruct, None),
            row("c/Gamma", Group::Instruct, Some(70.5)),
            row("A/alpha-2", Group::Own, Some(50.0)),
        ];
        let kept = arranged(&rows, group, text, key, direction);
        let names: Vec<&str> = kept.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names.join(" "), want);
    }

    #[test]
    fn a_missing_number_comes_last_whichever_end_is_first() {
        let by = Key::Column(0);
        check(
            None,
            "",
            by,
            Direction::Down,
            "c/Gamma A/alpha-2 b/Beta a/Alpha",
        );
        check(
            None,
            "",
            by,
            Direction::Up,
            "A/alpha-2 b/Beta c/Gamma a/Alpha",
        );
    }

    #[test]
    fn names_are_ordered_whatever_their_capitals() {
        check(
            None,
            "",
            Key::Name,
            Direction::Up,
            "a/Alpha A/alpha-2 b/Beta c/Gamma",
        );
        check(
            None,
            "",
            Key::Name,
            Direction::Down,
            "c/Gamma b/Beta A/alpha-2 a/Alpha",
        );
    }

    #[test]
    fn text_and_group_keep_what_fits_both() {
        check(
            Some(Group::Instruct),
            "",
            Key::Name,
            Direction::Up,
            "a/Alpha c/Gamma",
        );
        check(
            None,
            " ALPHA",
            Key::Name,
            Direction::Up,
            "a/Alpha A/alpha-2",
        );
        check(Some(Group::Base), "alpha", Key::Name, Direction::Up, "");
    }
}
