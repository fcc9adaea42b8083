//! Lists of models: what a key may ask for, page by page.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::provider::address::BaseUrl;
use crate::provider::body::path_part;
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::{Key, redact};
use crate::provider::prices::Prices;
use crate::provider::reply::{success_value, text_at};
use crate::provider::{Format, HttpResponse};

/// Most pages that are asked for; a server that gives the same page for ever must come to an end.
const MAX_PAGES: u32 = 50;

/// A list of models being asked for: send a GET to [`Listing::url`] with
/// [`Format::get_headers`] and hand the response to [`Listing::take`] until there is a list.
#[derive(Clone, Debug)]
pub struct Listing {
    format: Format,
    base: BaseUrl,
    url: String,
    n_pages: u32,
    models: Vec<ListedModel>,
}

/// A model of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedModel {
    /// What to ask for.
    pub id: String,
    /// What it costs, where the list says.
    pub prices: Option<Prices>,
}

impl Listing {
    /// A listing of which nothing was sent yet; `None` where a key cannot list models.
    pub fn new(format: Format, base: &BaseUrl) -> Option<Self> {
        Some(Self {
            format,
            base: base.clone(),
            url: format.models_url(base, None)?,
            n_pages: 0,
            models: Vec::new(),
        })
    }

    /// What to ask now.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Takes what came back. `None`: ask [`Listing::url`] again, which is the next page now.
    pub fn take(
        &mut self,
        response: &HttpResponse,
        key: &Key,
        now_millis: u64,
    ) -> Result<Option<Vec<ListedModel>>, ProviderError> {
        let page = self.format.parse_models(response, key, now_millis)?;
        let n_before = self.models.len();
        for model in page.models {
            if !self.models.iter().any(|known| known.id == model.id) {
                self.models.push(model);
            }
        }
        self.n_pages += 1;
        let has_news = self.models.len() > n_before;
        let next = page
            .next
            .filter(|_| has_news && self.n_pages < MAX_PAGES)
            .and_then(|next| self.format.models_url(&self.base, Some(&next)));
        Ok(match next {
            Some(url) => {
                self.url = url;
                None
            }
            None => Some(std::mem::take(&mut self.models)),
        })
    }
}

/// One page of a list of models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelPage {
    /// In the server's order, each once.
    pub models: Vec<ListedModel>,
    /// What to ask for the next page with; `None` at the end.
    pub next: Option<String>,
}

/// Where a server names the next page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Paging {
    /// Everything on one page.
    None,
    /// A token at this name.
    Token(&'static str),
    /// `last_id`, if `has_more`.
    LastId,
}

/// Where a page of a list is that names its next page under `param`; the first one without a name.
pub(super) fn page_url(base: &BaseUrl, param: &str, page: Option<&str>) -> String {
    match page {
        Some(page) => base.call_url_with("/models", &[(param, &path_part(page))]),
        None => base.models_url(),
    }
}

/// Reads a page: `{data: [{id}]}`, a bare array, or `{models: [{name}]}`. Models that `is_ours`
/// declines are left out.
pub(super) fn read_page(
    response: &HttpResponse,
    key: &Key,
    now_millis: u64,
    paging: Paging,
    is_ours: impl Fn(&Value) -> bool,
) -> Result<ModelPage, ProviderError> {
    let value = success_value(response, key, now_millis)?;
    let list = value
        .as_array()
        .or_else(|| value.get("data").and_then(Value::as_array))
        .or_else(|| value.get("models").and_then(Value::as_array))
        .ok_or_else(|| malformed(response, "data", key))?;
    let mut seen = BTreeSet::new();
    let id_of = |item: &Value| {
        item.as_str()
            .or_else(|| {
                ["id", "name", "model"]
                    .iter()
                    .find_map(|name| text_at(item, name))
            })
            .map(|id| redact(id, key))
            .filter(|id| !id.is_empty())
    };
    let models = list
        .iter()
        .filter(|item| is_ours(item))
        .filter_map(|item| {
            let (id, prices) = (id_of(item)?, Prices::listed(item));
            Some(ListedModel { id, prices })
        })
        .filter(|model| seen.insert(model.id.clone()))
        .collect();
    let has_more = value.get("has_more").and_then(Value::as_bool);
    let next = match paging {
        Paging::None => None,
        Paging::Token(name) => text_at(&value, name),
        Paging::LastId => text_at(&value, "last_id").filter(|_| has_more == Some(true)),
    };
    Ok(ModelPage {
        models,
        next: next.map(str::to_owned),
    })
}
