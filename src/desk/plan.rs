//! What a run is going to ask: its head, made from the user's choices, and its rows.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::answer::Thinking;
use crate::desk::MADE_BY;
use crate::desk::prompts::{max_tokens, messages, n_chars};
use crate::desk::protocol::{Failure, PlannedRow};
use crate::desk::view::RepeatView;
use crate::prompt::Recipe;
use crate::provider::{Format, Lesson, Params};
use crate::record::sampling::sampling_of;
use crate::record::{Origin, Record, RecordHead, RecordRow, Repeat, Settings, TaskPick};
use crate::suite::{DataKind, Profile, Suite, Task, TaskData};

/// Tokens that the reference adds to the output cap of a model that thinks.
pub const THINKING_TOKENS: u32 = 20_000;

/// Temperature that the reference v1 uses for models that think.
const THINKING_TEMPERATURE: f64 = 0.6;

/// Where the reference ends the text of a base model.
const BLANK_LINE: &str = "\n\n";

/// A new run as the user wishes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wish {
    /// Id of the new run.
    pub run_id: String,
    /// What the user calls it.
    pub title: String,
    /// When it begins, Unix milliseconds.
    pub started_millis: u64,
    /// Official or sample rows.
    pub kind: DataKind,
    /// How rows become prompts.
    pub recipe: Recipe,
    /// What is done with thinking.
    pub thinking: Thinking,
    /// Whether the model thinks before it answers: cap and temperature as the reference has them.
    pub is_reasoning: bool,
    /// Task id and number of rows from the first.
    pub tasks: Vec<(String, usize)>,
    /// How the endpoint is spoken to.
    pub format: Format,
    /// Address asked, without key.
    pub base_url: String,
    /// Model asked for.
    pub model: String,
    /// What is known of the endpoint before the run: parameters it refused when it was tried.
    pub lessons: Vec<Lesson>,
    /// Which of several runs of the same rows it is.
    pub repeat: Option<RepeatView>,
}

/// The head of a run that is about to be asked.
pub fn head_of<'a>(
    wish: &Wish,
    suite: &Suite,
    suite_sha256: &str,
    data: &dyn Fn(&str) -> Option<&'a TaskData>,
) -> Result<RecordHead, Failure> {
    let mut data_sha256 = BTreeMap::new();
    let mut sampling = BTreeMap::new();
    let mut tasks = Vec::new();
    let mut of_format = BTreeSet::new();
    let mut of_server = BTreeSet::new();
    for task in &suite.tasks {
        let Some((_, n_rows)) = wish.tasks.iter().find(|(id, _)| *id == task.id) else {
            continue;
        };
        let rows = data(&task.id).ok_or_else(|| Failure::NotLoaded {
            task_id: task.id.clone(),
        })?;
        data_sha256.insert(task.id.clone(), rows.sha256.clone());
        let (params, lacks) = wish.format.fit(params_of(task, wish));
        let (params, learnt) = minding(params, &wish.lessons);
        sampling.insert(task.id.clone(), sampling_of(&params));
        of_format.extend(lacks);
        if wish.format == Format::Browser {
            // No server refuses: the browser has not got the parameter.
            of_format.extend(learnt);
        } else {
            of_server.extend(learnt);
        }
        let n_all = rows.rows.len();
        tasks.push(TaskPick {
            task_id: task.id.clone(),
            n_rows: (*n_rows).min(n_all),
            n_all,
        });
    }
    Ok(RecordHead {
        id: wish.run_id.clone(),
        title: wish.title.clone(),
        made_by: MADE_BY.to_owned(),
        started_millis: wish.started_millis,
        suite_id: suite.id.clone(),
        suite_sha256: suite_sha256.to_owned(),
        data_kind: wish.kind,
        data_sha256,
        origin: Origin::Asked {
            endpoint_kind: wish.format.id().to_owned(),
            base_url: wish.base_url.clone(),
            model: wish.model.clone(),
        },
        settings: Settings {
            profile: wish.recipe.profile,
            shots: wish.recipe.shots,
            language: wish.recipe.language,
            thinking: wish.thinking,
            sampling,
        },
        tasks,
        notes: of_format
            .into_iter()
            .map(Lesson::note_of_format)
            .chain(of_server.into_iter().map(Lesson::note))
            .map(str::to_owned)
            .collect(),
        repeat: wish.repeat.as_ref().map(|repeat| Repeat {
            group: repeat.group.clone(),
            index: repeat.index,
            of: repeat.of,
        }),
        prices: None,
        external: Vec::new(),
        is_from_file: false,
        policy_id: None,
    })
}

/// The parameters with lessons minded, and the lessons that changed something.
fn minding(mut params: Params, lessons: &[Lesson]) -> (Params, Vec<Lesson>) {
    let mut learnt = Vec::new();
    for &lesson in lessons {
        let next = params.clone().minding(lesson);
        if next != params {
            learnt.push(lesson);
            params = next;
        }
    }
    (params, learnt)
}

/// Sampling of a task: v1 greedy (summaries at 0.3, seeded), head whatever the server's defaults
/// are. What the reference sets to a value without effect is not sent: `top_p` 1, a seed at
/// temperature 0, and `top_k`, which few servers know. Base models are given the stop rule of their
/// profile.
fn params_of(task: &Task, wish: &Wish) -> Params {
    let profile = wish.recipe.profile;
    let thinking = if wish.is_reasoning {
        THINKING_TOKENS
    } else {
        0
    };
    let temperature = match (profile, wish.is_reasoning) {
        (Profile::Head, _) => None,
        (Profile::V1, true) => Some(THINKING_TEMPERATURE),
        (Profile::V1, false) => Some(task.v1.temperature),
    };
    let is_drawn = temperature.is_some_and(|temperature| temperature > 0.0);
    let is_base = wish.format.is_plain_text();
    Params {
        max_tokens: Some(max_tokens(task, profile).saturating_add(thinking)),
        temperature,
        seed: is_drawn.then_some(task.v1.seed),
        stop: if is_base {
            vec![BLANK_LINE.to_owned()]
        } else {
            Vec::new()
        },
        first_stop: (is_base && profile == Profile::Head).then(|| task.head.answer_tag.clone()),
        ..Params::default()
    }
}

/// All rows of a run in the order they are asked.
pub fn rows_of<'a>(
    head: &RecordHead,
    suite: &Suite,
    data: &dyn Fn(&str) -> Option<&'a TaskData>,
) -> Result<Vec<PlannedRow>, Failure> {
    let recipe = recipe_of(&head.settings);
    let mut rows = Vec::new();
    for pick in &head.tasks {
        let task_id = &pick.task_id;
        let (Some(task), Some(task_data)) = (suite.task(task_id), data(task_id)) else {
            return Err(Failure::NotLoaded {
                task_id: task_id.clone(),
            });
        };
        for (row_idx, row) in task_data.rows.iter().take(pick.n_rows).enumerate() {
            let messages = messages(task, task_data, row, recipe)?;
            rows.push(PlannedRow {
                task_id: task_id.clone(),
                row_idx,
                row_id: row.id.clone(),
                n_chars: n_chars(&messages),
            });
        }
    }
    Ok(rows)
}

/// How the rows of a run become prompts.
pub fn recipe_of(settings: &Settings) -> Recipe {
    Recipe {
        profile: settings.profile,
        shots: settings.shots,
        language: settings.language,
    }
}

/// What a record holds of its rows, without their texts: enough to go on from.
pub fn earlier_rows(record: &Record) -> Vec<RecordRow> {
    let without_text = |row: &RecordRow| RecordRow {
        text: String::new(),
        reasoning: None,
        ..row.clone()
    };
    record.rows.iter().map(without_text).collect()
}
