//! Asking for one row: mostly one request, two for a base model in profile head. Sends nothing:
//! whoever drives it sends [`Call::request`] with [`Format::headers`] and hands the response to
//! [`Call::take`] until there is a reply.

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
        Self {
            endpoint,
            messages,
            layout,
            params,
            opening: None,
        }
    }

    /// What to send now.
    pub fn request(&self) -> HttpRequest {
        let Endpoint {
            format,
            base,
            model,
        } = self.endpoint;
        match &self.opening {
            Some(opening) => build_second(
                base,
                model,
                self.messages,
                self.layout,
                self.params,
                opening,
            ),
            None => format.build_request(base, model, self.messages, self.layout, self.params),
        }
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
