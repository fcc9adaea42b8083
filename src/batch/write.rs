//! Rows to a file of requests, piece by piece: a run of any length needs no more memory than one
//! row.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::batch::BatchKind;
use crate::batch::id::{Place, id_of};
use crate::prompt::{Message, base_text};
use crate::provider::call::{Call, Endpoint};
use crate::provider::{Format, Params};
use crate::suite::Profile;

/// A row to be asked in a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Task id.
    pub task_id: String,
    /// Position in the task's file, from 0.
    pub row_idx: usize,
    /// Row id in the data file.
    pub row_id: String,
    /// Its prompt.
    pub messages: Vec<Message>,
    /// Sampling parameters of its task.
    pub params: Params,
}

/// A run whose requests are written.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// Run id: letters, digits and `-`.
    pub run_id: &'a str,
    /// Endpoint and model.
    pub endpoint: &'a Endpoint,
    /// How plain text is laid out for base models.
    pub layout: Profile,
}

/// Why a row cannot be asked in a file of this kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum WriteError {
    /// The vendor's batches take another format than the endpoint's; see [`BatchKind::of`].
    #[error("{} files do not take requests of {}", kind.id(), format.id())]
    WrongKind {
        /// The kind of file.
        kind: BatchKind,
        /// What the endpoint speaks.
        format: Format,
    },
    /// Base models in profile head are asked twice a row, the second time with the first reply.
    #[error("task {task_id} takes two requests a row, one after the other")]
    TwoRequests {
        /// Task id.
        task_id: String,
    },
    /// Vendors take ids of up to 64 letters, digits, `-` and `_`.
    #[error("no id for row {row_idx} of task {task_id} in run {run_id}")]
    NoId {
        /// Run id.
        run_id: String,
        /// Task id.
        task_id: String,
        /// Position in the task's file, from 0.
        row_idx: usize,
    },
}

/// The pieces of a file, to be written one after the other with nothing between them. After an
/// error the file is not whole and must not be used.
pub fn pieces<'a>(
    kind: BatchKind,
    source: Source<'a>,
    items: impl Iterator<Item = Item> + 'a,
) -> impl Iterator<Item = Result<String, WriteError>> + 'a {
    let (begin, between, after, end) = match kind {
        BatchKind::Anthropic => ("{\"requests\":[\n", ",\n", "", "\n]}\n"),
        BatchKind::OpenAi | BatchKind::Gemini | BatchKind::Plain => ("", "", "\n", ""),
    };
    let entries = items.enumerate().map(move |(idx, item)| {
        let entry = entry(kind, &source, &item)?;
        let before = if idx == 0 { "" } else { between };
        Ok(format!("{before}{entry}{after}"))
    });
    let frame = |text: &'static str| (!text.is_empty()).then(|| Ok(text.to_owned()));
    frame(begin).into_iter().chain(entries).chain(frame(end))
}

fn entry(kind: BatchKind, source: &Source, item: &Item) -> Result<String, WriteError> {
    let Source {
        run_id,
        endpoint,
        layout,
    } = source;
    let format = endpoint.format;
    if !BatchKind::of(format).contains(&kind) {
        return Err(WriteError::WrongKind { kind, format });
    }
    if format.is_plain_text() && item.params.first_stop.is_some() {
        return Err(WriteError::TwoRequests {
            task_id: item.task_id.clone(),
        });
    }
    let place = Place {
        run_id,
        task_id: &item.task_id,
        row_idx: item.row_idx,
    };
    let id = id_of(&place).ok_or_else(|| WriteError::NoId {
        run_id: (*run_id).to_owned(),
        task_id: item.task_id.clone(),
        row_idx: item.row_idx,
    })?;
    if kind == BatchKind::Plain {
        return Ok(plain(&id, source, item));
    }
    // The id needs no escapes, and the body is JSON already: the very one that is sent live.
    let call = Call::new(endpoint, &item.messages, *layout, &item.params);
    let body = call.request().body;
    Ok(match kind {
        BatchKind::Anthropic => format!("{{\"custom_id\":\"{id}\",\"params\":{body}}}"),
        BatchKind::Gemini => format!("{{\"key\":\"{id}\",\"request\":{body}}}"),
        BatchKind::OpenAi | BatchKind::Plain => {
            let url = openai_path(format);
            format!(
                "{{\"custom_id\":\"{id}\",\"method\":\"POST\",\"url\":\"{url}\",\"body\":{body}}}"
            )
        }
    })
}

/// Where the vendor sends the request, below its own root.
fn openai_path(format: Format) -> &'static str {
    match format {
        Format::OpenAiCompletions => "/v1/completions",
        Format::OpenAiResponses => "/v1/responses",
        Format::Azure => "/chat/completions",
        _ => "/v1/chat/completions",
    }
}

/// The prompt with its parameters by their plain names. Whatever answers it gives back
/// `custom_id` and `text`.
fn plain(id: &str, source: &Source, item: &Item) -> String {
    let params = &item.params;
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        if !value.is_null() && value != json!([]) {
            line.insert(name.to_owned(), value);
        }
    };
    put("custom_id", json!(id));
    put("task", json!(item.task_id));
    put("id", json!(item.row_id));
    put("model", json!(source.endpoint.model));
    if source.endpoint.format.is_plain_text() {
        put("prompt", json!(base_text(&item.messages, source.layout)));
    } else {
        put("messages", json!(item.messages));
    }
    put("max_tokens", json!(params.max_tokens));
    put("temperature", json!(params.temperature));
    put("top_p", json!(params.top_p));
    put("top_k", json!(params.top_k));
    put("seed", json!(params.seed));
    put("stop", json!(params.stop));
    Value::Object(line).to_string()
}
