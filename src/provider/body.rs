//! Putting a request's body together. Only what is set is written: a server that does not know a
//! parameter can refuse the whole request for a `null`.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::prompt::{Message, Role};
use crate::provider::HttpRequest;

/// A JSON object under construction.
#[derive(Debug, Default)]
pub(super) struct Body(Map<String, Value>);

impl Body {
    /// A member that is always there.
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// A member that is there if it has a value.
    pub(super) fn with_set<T: Serialize>(mut self, name: &str, value: Option<T>) -> Self {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), json!(value));
        }
        self
    }

    /// A list that is there unless it is empty.
    pub(super) fn with_list<T: Serialize>(self, name: &str, list: &[T]) -> Self {
        self.with_set(name, (!list.is_empty()).then_some(list))
    }

    /// An object that is there unless it is empty.
    pub(super) fn with_object(mut self, name: &str, object: Self) -> Self {
        if !object.0.is_empty() {
            self.0.insert(name.to_owned(), Value::Object(object.0));
        }
        self
    }

    /// The request that carries it.
    pub(super) fn to(self, url: String) -> HttpRequest {
        HttpRequest {
            url,
            body: Value::Object(self.0).to_string(),
        }
    }
}

/// Chat messages as `{role, content}`, which most formats share.
pub(super) fn chat_turns(messages: &[Message]) -> Value {
    messages
        .iter()
        .map(|message| json!({"role": role(message.role), "content": message.content}))
        .collect()
}

/// `user`, `assistant`.
fn role(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

/// Text as a part of a path: everything but unreserved characters is percent-encoded.
pub(super) fn path_part(text: &str) -> String {
    let mut part = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            part.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(part, "%{byte:02X}");
        }
    }
    part
}
