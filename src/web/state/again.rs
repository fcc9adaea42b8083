//! What the form of a new run takes over: the endpoint of last time, or all settings of a run.

use leptos::prelude::*;

use super::ask;
use super::new_run::{NewRunForm, RowsPerTask};
use crate::answer::Thinking;
use crate::desk::protocol::Failure;
use crate::desk::view::RunCard;
use crate::provider::Format;
use crate::provider::address::BaseUrl;
use crate::provider::browser::PROVIDER_ID;
use crate::provider::preset::Preset;
use crate::provider::stand_in::StandIn;
use crate::web::io::preferences;

/// Name of the setting: format, address and model of the last run, a line each. Never a key.
const LAST_ENDPOINT: &str = "last-endpoint";

/// What a form is to take over. Copy it freely.
#[derive(Clone, Copy, Default)]
pub struct Earlier {
    /// The run whose settings it shall have when its page is next opened.
    like: StoredValue<Option<RunCard>>,
    /// Title of the run whose settings it has.
    whose: RwSignal<Option<String>>,
    /// Whether the endpoint of an earlier visit was filled in.
    is_recalled: StoredValue<bool>,
}

impl NewRunForm {
    /// Remembers in this browser whom the form asks, for the next visit.
    pub fn remember_endpoint(self, base: &BaseUrl) {
        let format = self.format.get_untracked().id().to_owned();
        let model = self.model.get_untracked().trim().to_owned();
        let lines = [format, base.with_query(), model];
        preferences::write(LAST_ENDPOINT, &lines.join("\n"));
    }

    /// The form shall take over all settings of a run when its page is next opened. The first page
    /// calls it: nothing here may need the form's machine.
    pub fn be_like(self, card: RunCard) {
        self.earlier().like.set_value(Some(card));
    }

    /// Title of the run whose settings were taken over; tracked.
    pub fn whose(self) -> Option<String> {
        self.earlier().whose.get()
    }

    /// A run was started: what comes next is a form like any.
    pub fn forget_whose(self) {
        self.earlier().whose.set(None);
    }

    /// Takes over what is wanted: all settings of a run, or whom the form of an earlier visit asked.
    pub async fn fill(self) -> Result<(), Failure> {
        let Earlier {
            like, is_recalled, ..
        } = self.earlier();
        let is_first = !is_recalled.get_value();
        is_recalled.set_value(true);
        let like = like.try_update_value(Option::take).flatten();
        match like {
            Some(card) => self.fill_like(&card).await,
            None if is_first && self.address.with_untracked(String::is_empty) => {
                self.recall_endpoint();
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn recall_endpoint(self) {
        let Some(remembered) = preferences::read(LAST_ENDPOINT) else {
            return;
        };
        let mut lines = remembered.splitn(3, '\n');
        if let (Some(format), Some(address), Some(model)) = (
            lines.next().and_then(Format::from_id),
            lines.next(),
            lines.next(),
        ) {
            self.set_endpoint(format, address, model);
        }
    }

    /// All that a run was asked, for another like it. A key for another server than that run's is
    /// taken out.
    async fn fill_like(self, card: &RunCard) -> Result<(), Failure> {
        let suite = ask::suite().await?;
        let is_left_out = |id: &String| !card.task_ids.contains(id);
        let task_ids = suite.tasks.into_iter().map(|task| task.id);
        self.without.set(task_ids.filter(is_left_out).collect());
        if let Some(rows) = rows_per_task(&card.task_rows) {
            self.rows_per_task.set(rows);
        }
        self.kind.set(card.data_kind);
        self.profile.set(card.profile);
        self.shots.set(card.shots);
        self.language.set(card.language);
        self.is_reasoning.set(card.thinking == Thinking::Strip);
        self.earlier().whose.set(Some(card.title.clone()));
        self.limits().clear();
        self.limits().recall(&card.run_id);
        if let Some(repeat) = &card.repeat {
            self.limits().times.set(repeat.of.to_string());
        }
        let model = card.model.as_deref().unwrap_or_default();
        match (card.format, &card.base_url) {
            (Some(Format::Browser), _) => self.provider.set(PROVIDER_ID.to_owned()),
            (Some(format), Some(address)) if !address.is_empty() => {
                self.set_endpoint(format, address, model);
            }
            _ if StandIn::from_name(model).is_some() => self.provider.set(model.to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn set_endpoint(self, format: Format, address: &str, model: &str) {
        let preset = Preset::at(address, format).map(|preset| preset.id.to_owned());
        self.provider.set(preset.unwrap_or_default());
        self.set_address(address.to_owned());
        self.set_format(format);
        self.set_model(model.to_owned());
        if let Ok(parsed) = BaseUrl::parse(address) {
            self.key_only_for(&parsed.url.origin());
        }
    }
}

/// The choice that gives so many of so many rows; none where a run's rows were chosen otherwise.
fn rows_per_task(task_rows: &[(usize, usize)]) -> Option<RowsPerTask> {
    let gives = |choice: &RowsPerTask| task_rows.iter().all(|&(n, n_all)| choice.of(n_all) == n);
    // Where a task has fewer rows than are wanted of each, all are wanted.
    let choices = [RowsPerTask::All, RowsPerTask::Fifty, RowsPerTask::Five];
    choices.into_iter().find(gives)
}
