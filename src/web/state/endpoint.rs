//! Trying an endpoint before a run: does it answer, and which models has it?

use crate::provider::Format;
use crate::provider::address::BaseUrl;
use crate::provider::error::ProviderError;
use crate::provider::key::Key;
use crate::web::driver::send;

/// The models an endpoint lists; `None` where a key cannot list them, and nothing was asked. No
/// prompt of the benchmark is sent.
pub async fn list_models(
    format: Format,
    base: &BaseUrl,
    key: &Key,
) -> Result<Option<Vec<String>>, ProviderError> {
    send::models(format, base, key).await
}
