//! A run whose replies a stand-in gives: there at once, and without an endpoint.

use std::collections::BTreeMap;

use crate::desk::plan::{Wish, head_of};
use crate::desk::protocol::Failure;
use crate::desk::{Desk, loaded};
use crate::provider::stand_in::{ENDPOINT_KIND, StandIn};
use crate::record::{Origin, Record, RecordRow};
use crate::suite::{Suite, TaskData};

impl Desk {
    /// A whole run answered by the stand-in of this name, over the rows that are loaded.
    ///
    /// [`Failure::NotLoaded`] when rows are missing, [`Failure::Internal`] for an unknown name.
    pub fn stand_in(&self, wish: &Wish, name: &str) -> Result<Record, Failure> {
        let stand_in = StandIn::from_name(name).ok_or_else(|| Failure::Internal {
            reason: format!("no stand-in is called {name}"),
        })?;
        let data = |id: &str| loaded(&self.official, &self.samples, wish.kind, id);
        stand_in_record(stand_in, wish, &self.suite, &self.suite_sha256, &data)
    }
}

/// The whole run, as if asked. Of the wished tasks those are left out about which the stand-in has
/// nothing to say; format, address and model of the wish do not matter.
pub fn stand_in_record<'a>(
    stand_in: StandIn,
    wish: &Wish,
    suite: &Suite,
    suite_sha256: &str,
    data: &dyn Fn(&str) -> Option<&'a TaskData>,
) -> Result<Record, Failure> {
    let can_answer = |id: &str| {
        suite
            .task(id)
            .is_some_and(|task| stand_in.can_answer(task.kind))
    };
    let mut wish = wish.clone();
    wish.tasks.retain(|(id, _)| can_answer(id));
    let mut head = head_of(&wish, suite, suite_sha256, data)?;
    head.origin = Origin::Asked {
        endpoint_kind: ENDPOINT_KIND.to_owned(),
        base_url: String::new(),
        model: stand_in.name(),
    };
    // Nothing was sent, so there are no parameters and nothing to say about them.
    head.settings.sampling = BTreeMap::new();
    head.notes = Vec::new();
    // It says the same every time.
    head.repeat = None;
    let mut rows = Vec::new();
    for pick in &head.tasks {
        let (Some(task), Some(task_data)) = (suite.task(&pick.task_id), data(&pick.task_id)) else {
            continue;
        };
        let picked = task_data.rows.iter().take(pick.n_rows).enumerate();
        rows.extend(picked.filter_map(|(row_idx, row)| {
            let reply = stand_in.reply(task, row_idx, row, wish.recipe)?;
            let no_attempts = Vec::new();
            Some(RecordRow::of_reply(
                &task.id,
                row_idx,
                &row.id,
                reply,
                no_attempts,
            ))
        }));
    }
    Ok(Record { head, rows })
}
