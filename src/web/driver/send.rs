//! One row asked for: out, back, read.

use std::future::Future;

use futures::future::{Either, select};
use gloo_timers::future::TimeoutFuture;

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::call::{Call, Endpoint};
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::provider::models::{ListedModel, Listing};
use crate::provider::told::Told;
use crate::provider::{Format, HttpResponse, Params, Reply, browser};
use crate::suite::Profile;
use crate::web::io::browser_model;
use crate::web::io::clock;
use crate::web::io::net::{self, HttpAnswer, NetError};

/// A list of models that does not come within this time will not come.
const LIST_TIMEOUT_MILLIS: u32 = 30_000;

/// Where requests go.
#[derive(Clone)]
pub struct Sender {
    /// Endpoint and model.
    pub endpoint: Endpoint,
    /// How plain text is laid out for base models.
    pub layout: Profile,
    /// Key, or none.
    pub key: Key,
}

impl Sender {
    /// A call of which nothing was sent yet.
    pub fn call<'a>(&'a self, messages: &'a [Message], params: &'a Params) -> Call<'a> {
        Call::new(&self.endpoint, messages, self.layout, params)
    }

    /// Asks once: one request, or two where the format takes two for a row, and waits for
    /// `patience_millis` at most. `on_limits` hears what the headers say about the server's limits,
    /// where they can be read.
    pub async fn send(
        &self,
        mut call: Call<'_>,
        patience_millis: u64,
        on_limits: impl Fn(Told),
    ) -> Result<Reply, ProviderError> {
        let millis = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        if self.endpoint.format == Format::Browser {
            return within(millis(patience_millis), async {
                let request = call.request();
                let said = browser_model::ask(&request.body, call.params().temperature).await;
                browser::read(said, &browser::model_name(&browser_model::brands()))
            })
            .await;
        }
        let headers = self.endpoint.format.headers(&self.key);
        let deadline = clock::now_millis().saturating_add(patience_millis);
        loop {
            let request = call.request();
            let left = millis(deadline.saturating_sub(clock::now_millis()));
            let answer = net::post(&request.url, &headers, &request.body, left).await;
            if answer == Err(NetError::TimedOut) {
                return Err(ProviderError::TimedOut {
                    after_millis: patience_millis,
                });
            }
            let response = response_of(answer, &self.key)?;
            let told = Told::from_headers(&response.headers, clock::now_millis());
            if !told.is_empty() {
                on_limits(told);
            }
            if let Some(reply) = call.take(&response, &self.key, clock::now_millis())? {
                return Ok(reply);
            }
        }
    }

    /// Nothing more is asked for now: the browser may unload its own model.
    pub fn rest(&self) {
        if self.endpoint.format == Format::Browser {
            browser_model::release();
        }
    }
}

/// The models an endpoint lists, in its order. `None` where a key cannot list them: nothing was
/// asked then.
pub async fn models(
    format: Format,
    base: &BaseUrl,
    key: &Key,
) -> Result<Option<Vec<ListedModel>>, ProviderError> {
    let Some(mut listing) = Listing::new(format, base) else {
        return Ok(None);
    };
    let headers = format.get_headers(key);
    within(LIST_TIMEOUT_MILLIS, async {
        loop {
            let answer = net::get_text(listing.url(), &headers).await;
            let response = response_of(answer, key)?;
            if let Some(models) = listing.take(&response, key, clock::now_millis())? {
                return Ok(Some(models));
            }
        }
    })
    .await
}

async fn within<T>(
    millis: u32,
    work: impl Future<Output = Result<T, ProviderError>>,
) -> Result<T, ProviderError> {
    match select(Box::pin(work), TimeoutFuture::new(millis)).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => Err(ProviderError::TimedOut {
            after_millis: u64::from(millis),
        }),
    }
}

fn response_of(
    answer: Result<HttpAnswer, NetError>,
    key: &Key,
) -> Result<HttpResponse, ProviderError> {
    let HttpAnswer {
        status,
        headers,
        body,
    } = answer.map_err(|error| ProviderError::network(&error.to_string(), key))?;
    Ok(HttpResponse {
        status,
        headers,
        body,
    })
}
