//! Asking for one row: mostly one request, two for a base model in profile head. Sends nothing:
//! whoever drives it sends [`Call::request`] with [`Format::headers`] and hands the response to
//! [`Call::take`] until there is a reply.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::provider::openai_completions::{
    First, Opening, build_second, parse_first, parse_second,
};
use crate::provider::{Format, HttpRequest, HttpResponse, Params, Reply};
use crate::suite::Profile;

/// A model at an address, and how it is spoken to. Without the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// How it is spoken to.
    pub format: Format,
    /// Where it is.
    pub base: BaseUrl,
    /// Model as asked for; on Azure the deployment.
    pub model: String,
}

/// One row being asked for.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    endpoint: &'a Endpoint,
    messages: &'a [Message],
    layout: Profile,
    params: &'a Params,
    first: HttpRequest,
    opening: Option<Opening>,
}

impl<'a> Call<'a> {
    /// A call of which nothing was sent yet. `layout` is the run's profile; it says how plain text
    /// is laid out for base models.
    pub fn new(
        endpoint: &'a Endpoint,
        messages: &'a [Message],
        layout: Profile,
        params: &'a Params,
    ) -> Self {
        let Endpoint {
            format,
            base,
            model,
        } = endpoint;
        Self {
            endpoint,
            messages,
            layout,
            params,
            first: format.build_request(base, model, messages, layout, params),
            opening: None,
        }
    }

    /// What to send now.
    pub fn request(&self) -> HttpRequest {
        match &self.opening {
            Some(opening) => self.second(opening),
            None => self.first.clone(),
        }
    }

    fn second(&self, opening: &Opening) -> HttpRequest {
        let Endpoint { base, model, .. } = self.endpoint;
        let (messages, layout, params) = (self.messages, self.layout, self.params);
        build_second(base, model, messages, layout, params, opening)
    }

    /// The parameters it is asked with.
    pub fn params(&self) -> &Params {
        self.params
    }

    /// SHA-256 of everything that is sent for the row, as far as it is known before anything came
    /// back: format, address, headers, body to the byte, and never the key. A second request is
    /// taken as it would follow a first reply that holds nothing: all that differs from that is in
    /// the first reply itself. Two calls with the same digest ask for the same.
    pub fn digest(&self) -> String {
        let format = self.endpoint.format;
        let mut digest = RequestDigest::new(format);
        digest.take(&self.first);
        if format.is_plain_text() && self.params.first_stop.is_some() {
            digest.take(&self.second(&Opening::empty(self.params)));
        }
        digest.hex()
    }

    /// Takes what came back. `None`: send [`Call::request`] again, which is another one now.
    /// `now_millis` (Unix) serves waits given as dates.
    pub fn take(
        &mut self,
        response: &HttpResponse,
        key: &Key,
        now_millis: u64,
    ) -> Result<Option<Reply>, ProviderError> {
        let format = self.endpoint.format;
        let read = match &self.opening {
            Some(opening) => parse_second(opening, response, key, now_millis).map(Some),
            None if format.is_plain_text() && self.params.first_stop.is_some() => {
                parse_first(self.params, response, key, now_millis).map(|first| match first {
                    First::Whole(reply) => Some(reply),
                    First::Opened(opening) => {
                        self.opening = Some(opening);
                        None
                    }
                })
            }
            None => format.parse_reply(response, key, now_millis).map(Some),
        };
        read.map_err(|error| without_foreign_lesson(error, format))
    }
}

/// What [`Call::digest`] is made of. Every part stands behind its length, so that none can run into
/// the next.
struct RequestDigest {
    hasher: Sha256,
    headers: Vec<(&'static str, String)>,
}

impl RequestDigest {
    fn new(format: Format) -> Self {
        let mut digest = Self {
            hasher: Sha256::new(),
            headers: format.headers(&Key::none()),
        };
        digest.part(format.id());
        digest
    }

    fn take(&mut self, request: &HttpRequest) {
        self.part(&request.url);
        for (name, value) in self.headers.clone() {
            self.part(name);
            self.part(&value);
        }
        self.part(&request.body);
    }

    fn part(&mut self, part: &str) {
        self.hasher.update((part.len() as u64).to_le_bytes());
        self.hasher.update(part.as_bytes());
    }

    fn hex(self) -> String {
        let mut hex = String::with_capacity(64);
        for byte in self.hasher.finalize() {
            let _ = write!(hex, "{byte:02x}");
        }
        hex
    }
}

/// A lesson about a parameter that the format does not have was misread out of a message.
fn without_foreign_lesson(error: ProviderError, format: Format) -> ProviderError {
    match error {
        ProviderError::BadRequest {
            status,
            lesson: Some(lesson),
            message,
        } if !format.takes(lesson) => ProviderError::BadRequest {
            status,
            lesson: None,
            message,
        },
        error => error,
    }
}
