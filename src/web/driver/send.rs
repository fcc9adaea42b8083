//! One request: out, back, read.

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::provider::{HttpResponse, Params, Reply, openai_chat};
use crate::web::io::clock;
use crate::web::io::net::{self, HttpAnswer, NetError};

/// A local model on a laptop may think for minutes; a dead connection must not hold a row for ever.
const TIMEOUT_MILLIS: u32 = 600_000;

/// Where requests go.
#[derive(Clone)]
pub struct Sender {
    /// Endpoint.
    pub base: BaseUrl,
    /// Model to ask for.
    pub model: String,
    /// Key, or none.
    pub key: Key,
}

impl Sender {
    /// Asks once.
    pub async fn send(
        &self,
        messages: &[Message],
        params: &Params,
    ) -> Result<Reply, ProviderError> {
        let request = openai_chat::build_request(&self.base, &self.model, messages, params);
        let headers = openai_chat::headers(&self.key);
        let call = Box::pin(net::post_json(&request.url, &headers, &request.body));
        match select(call, TimeoutFuture::new(TIMEOUT_MILLIS)).await {
            Either::Left((answer, _)) => {
                let response = self.response(answer)?;
                openai_chat::parse_reply(&response, &self.key, clock::now_millis())
            }
            Either::Right(_) => Err(ProviderError::TimedOut {
                after_millis: u64::from(TIMEOUT_MILLIS),
            }),
        }
    }

    /// The models the endpoint lists, in its order.
    pub async fn models(&self) -> Result<Vec<String>, ProviderError> {
        let headers = openai_chat::get_headers(&self.key);
        let answer = net::get_text(&self.base.models_url(), &headers).await;
        let response = self.response(answer)?;
        openai_chat::parse_models(&response, &self.key, clock::now_millis())
    }

    fn response(
        &self,
        answer: Result<HttpAnswer, NetError>,
    ) -> Result<HttpResponse, ProviderError> {
        let HttpAnswer {
            status,
            headers,
            body,
        } = answer.map_err(|error| ProviderError::network(&error.to_string(), &self.key))?;
        Ok(HttpResponse {
            status,
            headers,
            body,
        })
    }
}
