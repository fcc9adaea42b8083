//! Addresses of calls below a base address.

use crate::provider::address::BaseUrl;

impl BaseUrl {
    /// Where chat prompts go in the format of OpenAI.
    pub fn chat_url(&self) -> String {
        self.call_url("/chat/completions")
    }

    /// Where the list of models is, in most formats.
    pub fn models_url(&self) -> String {
        self.call_url("/models")
    }

    /// The whole address, with its query, for where that belongs to it: `api-version` on Azure. It
    /// holds no key, since such a query is refused.
    pub fn with_query(&self) -> String {
        self.call_url("")
    }

    /// The path of a call behind the base, and the typed query behind that.
    pub(in crate::provider) fn call_url(&self, call: &str) -> String {
        self.call_url_with(call, &[])
    }

    /// As [`BaseUrl::call_url`], with further pairs in the query. Values must be encoded.
    pub(in crate::provider) fn call_url_with(&self, call: &str, pairs: &[(&str, &str)]) -> String {
        let mut url = format!("{}{}{call}", self.origin(), self.path);
        let typed = self.query.iter().map(String::clone);
        let added = pairs.iter().map(|(name, value)| format!("{name}={value}"));
        for (idx, pair) in typed.chain(added).enumerate() {
            url.push(if idx == 0 { '?' } else { '&' });
            url.push_str(&pair);
        }
        url
    }

    /// The path, without a slash at its end.
    pub(in crate::provider) fn path(&self) -> &str {
        &self.path
    }

    /// The value of a pair of the typed query.
    pub(in crate::provider) fn query_value(&self, name: &str) -> Option<&str> {
        self.query.as_deref()?.split('&').find_map(|pair| {
            let (have, value) = pair.split_once('=')?;
            (have == name).then_some(value)
        })
    }

    /// The same place with another path, which must begin with a slash or be empty.
    pub(in crate::provider) fn with_path(&self, path: &str) -> Self {
        Self {
            path: path.to_owned(),
            ..self.clone()
        }
    }

    /// The same place without the last of these ends that its path has.
    pub(in crate::provider) fn without_end(&self, ends: &[&str]) -> Self {
        let cut = ends.iter().find_map(|end| self.path.strip_suffix(end));
        self.with_path(cut.unwrap_or(&self.path))
    }
}
