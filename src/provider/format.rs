//! One door to all wire formats: the file for each, its headers, its lists of models.

use crate::prompt::Message;
use crate::provider::address::BaseUrl;
use crate::provider::error::{ProviderError, malformed};
use crate::provider::key::Key;
use crate::provider::models::{ModelPage, Paging, read_page};
use crate::provider::{
    Format, HttpRequest, HttpResponse, Params, Reply, anthropic, azure, browser, cohere, gemini,
    ollama, openai_chat, openai_completions, openai_responses,
};
use crate::suite::Profile;

/// Every format of a server, in the order they are offered.
pub const FORMATS: [Format; 8] = [
    Format::OpenAiChat,
    Format::OpenAiCompletions,
    Format::OpenAiResponses,
    Format::Azure,
    Format::Anthropic,
    Format::Gemini,
    Format::Cohere,
    Format::Ollama,
];

impl Format {
    /// Stable name in records.
    pub fn id(self) -> &'static str {
        match self {
            Self::OpenAiChat => openai_chat::ENDPOINT_KIND,
            Self::OpenAiCompletions => "openai-completions",
            Self::OpenAiResponses => "openai-responses",
            Self::Azure => "azure-openai-chat",
            Self::Anthropic => "anthropic-messages",
            Self::Gemini => "gemini-generate-content",
            Self::Cohere => "cohere-chat-v2",
            Self::Ollama => "ollama-chat",
            Self::Browser => browser::ENDPOINT_KIND,
        }
    }

    /// The format of a name in a record. `None` for stand-ins and for formats of later versions.
    pub fn from_id(id: &str) -> Option<Self> {
        let mut all = FORMATS.into_iter().chain([Self::Browser]);
        all.find(|format| format.id() == id)
    }

    /// Whether it takes plain text and no messages: for base models.
    pub fn is_plain_text(self) -> bool {
        self == Self::OpenAiCompletions
    }

    /// Headers of a call with a body: these and no others, since every further one can fail the
    /// preflight.
    pub fn headers(self, key: &Key) -> Vec<(&'static str, String)> {
        let mut headers = vec![("content-type", "application/json".to_owned())];
        headers.extend(self.get_headers(key));
        headers
    }

    /// Headers of a call without a body; where the format allows, none at all without a key, so
    /// that there is no preflight.
    pub fn get_headers(self, key: &Key) -> Vec<(&'static str, String)> {
        match self {
            Self::Azure => azure::get_headers(key),
            Self::Anthropic => anthropic::get_headers(key),
            Self::Gemini => gemini::get_headers(key),
            Self::Browser => Vec::new(),
            Self::OpenAiChat
            | Self::OpenAiCompletions
            | Self::OpenAiResponses
            | Self::Cohere
            | Self::Ollama => openai_chat::get_headers(key),
        }
    }

    /// Where prompts for a model go.
    pub fn request_url(self, base: &BaseUrl, model: &str) -> String {
        let params = Params::default();
        self.build_request(base, model, &[], Profile::V1, &params)
            .url
    }

    /// Where the list of models is, or its next page; `None` where a key cannot list them.
    pub fn models_url(self, base: &BaseUrl, page: Option<&str>) -> Option<String> {
        match self {
            Self::Azure | Self::Browser => None,
            Self::Anthropic => Some(anthropic::models_url(base, page)),
            Self::Gemini => Some(gemini::models_url(base, page)),
            Self::Cohere => Some(cohere::models_url(base, page)),
            Self::Ollama => Some(ollama::models_url(base)),
            Self::OpenAiChat | Self::OpenAiCompletions | Self::OpenAiResponses => {
                Some(base.models_url())
            }
        }
    }

    /// Reads a page of the list of models.
    pub fn parse_models(
        self,
        response: &HttpResponse,
        key: &Key,
        now_millis: u64,
    ) -> Result<ModelPage, ProviderError> {
        match self {
            Self::Anthropic => anthropic::parse_models(response, key, now_millis),
            Self::Gemini => gemini::parse_models(response, key, now_millis),
            Self::Cohere => cohere::parse_models(response, key, now_millis),
            Self::OpenAiChat
            | Self::OpenAiCompletions
            | Self::OpenAiResponses
            | Self::Azure
            | Self::Ollama
            | Self::Browser => read_page(response, key, now_millis, Paging::None, |_| true),
        }
    }

    /// The first, mostly the only, request for a prompt. `layout` matters to plain text only.
    pub(super) fn build_request(
        self,
        base: &BaseUrl,
        model: &str,
        messages: &[Message],
        layout: Profile,
        params: &Params,
    ) -> HttpRequest {
        match self {
            Self::OpenAiChat => openai_chat::build_request(base, model, messages, params),
            Self::OpenAiCompletions => {
                openai_completions::build_request(base, model, messages, layout, params)
            }
            Self::OpenAiResponses => openai_responses::build_request(base, model, messages, params),
            Self::Azure => azure::build_request(base, model, messages, params),
            Self::Anthropic => anthropic::build_request(base, model, messages, params),
            Self::Gemini => gemini::build_request(base, model, messages, params),
            Self::Cohere => cohere::build_request(base, model, messages, params),
            Self::Ollama => ollama::build_request(base, model, messages, params),
            Self::Browser => browser::build_request(messages),
        }
    }

    /// Reads the response to an only request.
    pub(super) fn parse_reply(
        self,
        response: &HttpResponse,
        key: &Key,
        now_millis: u64,
    ) -> Result<Reply, ProviderError> {
        match self {
            Self::OpenAiChat | Self::Azure => openai_chat::parse_reply(response, key, now_millis),
            Self::OpenAiCompletions => openai_completions::parse_reply(response, key, now_millis),
            Self::OpenAiResponses => openai_responses::parse_reply(response, key, now_millis),
            Self::Anthropic => anthropic::parse_reply(response, key, now_millis),
            Self::Gemini => gemini::parse_reply(response, key, now_millis),
            Self::Cohere => cohere::parse_reply(response, key, now_millis),
            Self::Ollama => ollama::parse_reply(response, key, now_millis),
            // It answers with a text, never with a response: `browser::read`.
            Self::Browser => Err(malformed(response, "a response", key)),
        }
    }
}
