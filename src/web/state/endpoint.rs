//! Trying an endpoint before a run: does it answer, and which models has it?

use crate::provider::address::BaseUrl;
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::web::driver::send::Sender;

/// The models an endpoint lists. No prompt of the benchmark is sent.
pub async fn list_models(base: &BaseUrl, key: &Key) -> Result<Vec<String>, ProviderError> {
    let sender = Sender {
        base: base.clone(),
        model: String::new(),
        key: key.clone(),
    };
    sender.models().await
}
