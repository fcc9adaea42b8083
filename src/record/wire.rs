//! The stored forms of a record and the way to and from the types inside. A change here changes
//! saved files: add optional fields, never rename one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::json::ReadError;
use super::wire_external::{WireColumn, from_wire, to_wire};
use super::wire_row::{Row, Score};
use super::{Origin, RecordHead, Repeat, Sampling, Settings, TaskPick};
use crate::answer::Thinking;
use crate::provider::Format;
use crate::provider::prices::{Money, Prices};
use crate::suite::{DataKind, Profile, Shots, TemplateLanguage};

/// A whole file; rows stand last so that a cut file still shows what it was.
#[derive(Serialize, Deserialize)]
pub(super) struct File {
    pub format: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<Score>,
    #[serde(flatten)]
    pub head: Head,
    pub rows: Vec<Row>,
}

/// A run without its rows.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    id: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    made_by: String,
    started_millis: u64,
    suite_id: String,
    #[serde(default)]
    suite_sha256: String,
    data_kind: String,
    #[serde(default)]
    data_sha256: BTreeMap<String, String>,
    origin: WireOrigin,
    settings: WireSettings,
    tasks: Vec<Pick>,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    repeat: Option<WireRepeat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prices: Option<WirePrices>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    external: Vec<WireColumn>,
    /// Stored in this browser, never in a file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) from_file: bool,
    /// The same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) policy: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct WireRepeat {
    group: String,
    index: u32,
    of: u32,
}

/// Of a million tokens, as decimals: `0.15`.
#[derive(Serialize, Deserialize)]
struct WirePrices {
    input: String,
    output: String,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum WireOrigin {
    Asked {
        /// Absent in records from when there was one format.
        #[serde(default = "first_format")]
        endpoint_kind: String,
        base_url: String,
        model: String,
    },
    Uploaded {
        #[serde(default)]
        files: Vec<String>,
        shape: String,
        #[serde(default)]
        model: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
struct WireSettings {
    profile: String,
    shots: u32,
    language: String,
    thinking: String,
    #[serde(default)]
    sampling: BTreeMap<String, WireSampling>,
}

#[derive(Serialize, Deserialize)]
struct WireSampling {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_tokens_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    top_k: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stop: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_stop: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    context_size: Option<u32>,
}

#[derive(Serialize, Deserialize)]
struct Pick {
    task: String,
    n_rows: usize,
    n_all: usize,
}

impl From<&RecordHead> for Head {
    fn from(head: &RecordHead) -> Self {
        Self {
            id: head.id.clone(),
            title: head.title.clone(),
            made_by: head.made_by.clone(),
            started_millis: head.started_millis,
            suite_id: head.suite_id.clone(),
            suite_sha256: head.suite_sha256.clone(),
            data_kind: data_kind_id(head.data_kind).to_owned(),
            data_sha256: head.data_sha256.clone(),
            origin: WireOrigin::from(&head.origin),
            settings: WireSettings::from(&head.settings),
            tasks: head.tasks.iter().map(Pick::from).collect(),
            notes: head.notes.clone(),
            repeat: head.repeat.as_ref().map(|repeat| WireRepeat {
                group: repeat.group.clone(),
                index: repeat.index,
                of: repeat.of,
            }),
            prices: head.prices.map(|prices| WirePrices {
                input: prices.input.to_string(),
                output: prices.output.to_string(),
            }),
            external: to_wire(&head.external),
            from_file: head.is_from_file,
            policy: head.policy_id.clone(),
        }
    }
}

impl TryFrom<Head> for RecordHead {
    type Error = ReadError;

    fn try_from(head: Head) -> Result<Self, ReadError> {
        Ok(Self {
            id: head.id,
            title: head.title,
            made_by: head.made_by,
            started_millis: head.started_millis,
            suite_id: head.suite_id,
            suite_sha256: head.suite_sha256,
            data_kind: one_of("data_kind", &head.data_kind, DATA_KINDS, data_kind_id)?,
            data_sha256: head.data_sha256,
            origin: Origin::from(head.origin),
            settings: Settings::try_from(head.settings)?,
            tasks: head.tasks.into_iter().map(TaskPick::from).collect(),
            notes: head.notes,
            repeat: head
                .repeat
                .map(|WireRepeat { group, index, of }| Repeat { group, index, of }),
            // Prices that cannot be read cost the record nothing but its cost.
            prices: head.prices.and_then(|prices| {
                Some(Prices {
                    input: Money::parse(&prices.input)?,
                    output: Money::parse(&prices.output)?,
                })
            }),
            external: from_wire(head.external),
            is_from_file: head.from_file,
            policy_id: head.policy,
        })
    }
}

impl From<&Origin> for WireOrigin {
    fn from(origin: &Origin) -> Self {
        match origin.clone() {
            Origin::Asked {
                endpoint_kind,
                base_url,
                model,
            } => Self::Asked {
                endpoint_kind,
                base_url,
                model,
            },
            Origin::Uploaded {
                files,
                shape,
                model,
            } => Self::Uploaded {
                files,
                shape,
                model,
            },
        }
    }
}

impl From<WireOrigin> for Origin {
    fn from(origin: WireOrigin) -> Self {
        match origin {
            WireOrigin::Asked {
                endpoint_kind,
                base_url,
                model,
            } => Self::Asked {
                endpoint_kind,
                base_url,
                model,
            },
            WireOrigin::Uploaded {
                files,
                shape,
                model,
            } => Self::Uploaded {
                files,
                shape,
                model,
            },
        }
    }
}

impl From<&Settings> for WireSettings {
    fn from(settings: &Settings) -> Self {
        let sampling = settings.sampling.iter();
        Self {
            profile: settings.profile.id().to_owned(),
            shots: n_shots(settings.shots),
            language: language_id(settings.language).to_owned(),
            thinking: thinking_id(settings.thinking).to_owned(),
            sampling: sampling
                .map(|(task, sampling)| (task.clone(), sampling.into()))
                .collect(),
        }
    }
}

impl TryFrom<WireSettings> for Settings {
    type Error = ReadError;

    fn try_from(settings: WireSettings) -> Result<Self, ReadError> {
        let shots = match settings.shots {
            0 => Shots::Zero,
            5 => Shots::Five,
            other => return Err(unknown("shots", &other.to_string())),
        };
        let sampling = settings.sampling.into_iter();
        Ok(Self {
            profile: one_of("profile", &settings.profile, PROFILES, Profile::id)?,
            shots,
            language: one_of("language", &settings.language, LANGUAGES, language_id)?,
            thinking: one_of("thinking", &settings.thinking, THINKINGS, thinking_id)?,
            sampling: sampling
                .map(|(task, sampling)| (task, sampling.into()))
                .collect(),
        })
    }
}

impl From<&Sampling> for WireSampling {
    fn from(sampling: &Sampling) -> Self {
        Self {
            max_tokens: sampling.max_tokens,
            max_tokens_name: sampling.max_tokens_name.clone(),
            temperature: sampling.temperature,
            top_p: sampling.top_p,
            top_k: sampling.top_k,
            seed: sampling.seed,
            stop: sampling.stop.clone(),
            first_stop: sampling.first_stop.clone(),
            context_size: sampling.context_size,
        }
    }
}

impl From<WireSampling> for Sampling {
    fn from(sampling: WireSampling) -> Self {
        Self {
            max_tokens: sampling.max_tokens,
            max_tokens_name: sampling.max_tokens_name,
            temperature: sampling.temperature,
            top_p: sampling.top_p,
            top_k: sampling.top_k,
            seed: sampling.seed,
            stop: sampling.stop,
            first_stop: sampling.first_stop,
            context_size: sampling.context_size,
        }
    }
}

impl From<&TaskPick> for Pick {
    fn from(pick: &TaskPick) -> Self {
        Self {
            task: pick.task_id.clone(),
            n_rows: pick.n_rows,
            n_all: pick.n_all,
        }
    }
}

impl From<Pick> for TaskPick {
    fn from(pick: Pick) -> Self {
        Self {
            task_id: pick.task,
            n_rows: pick.n_rows,
            n_all: pick.n_all,
        }
    }
}

fn first_format() -> String {
    Format::OpenAiChat.id().to_owned()
}

const DATA_KINDS: &[DataKind] = &[DataKind::Official, DataKind::Sample];
const PROFILES: &[Profile] = &[Profile::V1, Profile::Head];
const LANGUAGES: &[TemplateLanguage] = &[TemplateLanguage::Filipino, TemplateLanguage::English];
const THINKINGS: &[Thinking] = &[Thinking::Keep, Thinking::Strip];

/// `official`, `sample`.
pub(super) fn data_kind_id(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Official => "official",
        DataKind::Sample => "sample",
    }
}

/// `filipino`, `english`.
pub(super) fn language_id(language: TemplateLanguage) -> &'static str {
    match language {
        TemplateLanguage::Filipino => "filipino",
        TemplateLanguage::English => "english",
    }
}

/// `keep`, `strip`.
pub(super) fn thinking_id(thinking: Thinking) -> &'static str {
    match thinking {
        Thinking::Keep => "keep",
        Thinking::Strip => "strip",
    }
}

/// 0 or 5.
pub(super) fn n_shots(shots: Shots) -> u32 {
    match shots {
        Shots::Zero => 0,
        Shots::Five => 5,
    }
}

fn one_of<T: Copy>(
    field: &'static str,
    found: &str,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<T, ReadError> {
    all.iter()
        .copied()
        .find(|value| id(*value) == found)
        .ok_or_else(|| unknown(field, found))
}

fn unknown(field: &'static str, found: &str) -> ReadError {
    ReadError::UnknownValue {
        field: field.to_owned(),
        found: found.chars().take(40).collect(),
    }
}
