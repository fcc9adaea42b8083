//! Well-known endpoints: addresses to start from, and what is known about calling them from a page.
//!
//! Nothing here decides what a server can do: a preset fills in a form, and the endpoint's own
//! replies are believed over it. No model is named; names of models age faster than anything.
//! Hearsay is marked as such and must never be shown as certain.

use crate::provider::Format;

/// An endpoint people know by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Stable short name.
    pub id: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// How it is spoken to.
    pub format: Format,
    /// Base address.
    pub address: &'static str,
    /// Part of the address that the user must put their own name in place of.
    pub to_fill_in: Option<&'static str>,
    /// What goes into the key field.
    pub key: KeyNeed,
    /// How its keys begin.
    pub key_begins: Option<&'static str>,
    /// Requests that one user may send in a minute, where that is documented and low.
    pub requests_per_minute: Option<u32>,
    /// Whether a page may call it.
    pub from_page: FromPage,
    /// What stands behind [`Preset::from_page`].
    pub basis: Basis,
    /// Who says so.
    pub source: &'static str,
    /// When it was said, as far as the source has a date: `2026-08`.
    pub as_of: Option<&'static str>,
}

/// What goes into the key field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyNeed {
    /// Nothing works without one.
    Needed,
    /// Only if the server was started with one.
    IfSet,
    /// A key must not be sent: the server does not allow a page that header.
    MustBeEmpty,
}

/// Whether a page of another origin may call an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FromPage {
    /// As it is.
    Yes,
    /// Once the server is told to; the setting, as it is typed or named.
    AfterSetting(&'static str),
    /// It may not.
    No,
    /// Nobody here has tried, or reports differ.
    NotKnown,
}

/// What stands behind a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The vendor's documentation or source.
    Documented,
    /// Somebody's report, which may be out of date.
    Reported,
}

impl Preset {
    /// The preset with this very address and format.
    pub fn at(address: &str, format: Format) -> Option<&'static Self> {
        let same = |preset: &&Self| preset.address == address && preset.format == format;
        PRESETS.iter().find(same)
    }

    /// The preset with this id.
    pub fn find(id: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.id == id)
    }
}

/// What the presets of remote services have in common.
const REMOTE: Preset = Preset {
    id: "",
    name: "",
    format: Format::OpenAiChat,
    address: "",
    to_fill_in: None,
    key: KeyNeed::Needed,
    key_begins: None,
    requests_per_minute: None,
    from_page: FromPage::NotKnown,
    basis: Basis::Reported,
    source: "",
    as_of: None,
};

/// What the presets of servers on the user's own machine have in common.
const LOCAL: Preset = Preset {
    key: KeyNeed::IfSet,
    basis: Basis::Documented,
    ..REMOTE
};

/// In the order they are offered: first what people of the region hold a key for, then remote
/// services, then servers on the user's own machine.
pub const PRESETS: &[Preset] = &[
    Preset {
        id: "sea-lion",
        name: "SEA-LION",
        address: "https://api.sea-lion.ai/v1",
        requests_per_minute: Some(10),
        source: "not yet tried from a browser; the limit: aisingapore/sealion guides/inferencing/api.md",
        as_of: Some("2025-03-18"),
        ..REMOTE
    },
    Preset {
        id: "openai",
        name: "OpenAI",
        address: "https://api.openai.com/v1",
        from_page: FromPage::Yes,
        basis: Basis::Documented,
        source: "openai/openai-node README.md: behind an opt-in; tried in Niek/chatgpt-web issue 330",
        as_of: Some("2026-08"),
        ..REMOTE
    },
    Preset {
        id: "anthropic",
        name: "Anthropic",
        format: Format::Anthropic,
        address: "https://api.anthropic.com/v1",
        from_page: FromPage::Yes,
        basis: Basis::Documented,
        source: "anthropics/anthropic-sdk-typescript src/client.ts: with the opt-in header",
        ..REMOTE
    },
    Preset {
        id: "gemini",
        name: "Google Gemini",
        format: Format::Gemini,
        address: "https://generativelanguage.googleapis.com/v1beta",
        from_page: FromPage::Yes,
        basis: Basis::Documented,
        source: "googleapis/js-genai README.md, Browser",
        ..REMOTE
    },
    Preset {
        id: "openrouter",
        name: "OpenRouter",
        address: "https://openrouter.ai/api/v1",
        from_page: FromPage::Yes,
        source: "rockbenben/subtitle-translator calls it from a page",
        ..REMOTE
    },
    Preset {
        id: "hugging-face",
        name: "Hugging Face",
        address: "https://router.huggingface.co/v1",
        key_begins: Some("hf_"),
        from_page: FromPage::Yes,
        basis: Basis::Documented,
        source: "huggingface/hub-docs guides/building-first-app.md: from a static page",
        ..REMOTE
    },
    Preset {
        id: "azure",
        name: "Azure OpenAI",
        format: Format::Azure,
        address: "https://RESOURCE.openai.azure.com/openai/v1",
        to_fill_in: Some("RESOURCE"),
        source: "reports differ: lobehub/lobehub issue 2487 (2024) and its later model list",
        ..REMOTE
    },
    Preset {
        id: "mistral",
        name: "Mistral",
        address: "https://api.mistral.ai/v1",
        from_page: FromPage::Yes,
        source: "mistralai/client-js issue 21, a maintainer",
        ..REMOTE
    },
    Preset {
        id: "cohere",
        name: "Cohere",
        format: Format::Cohere,
        address: "https://api.cohere.com/v2",
        source: "not yet tried from a browser",
        ..REMOTE
    },
    Preset {
        id: "cohere-openai",
        name: "Cohere (OpenAI-compatible)",
        address: "https://api.cohere.ai/compatibility/v1",
        from_page: FromPage::Yes,
        source: "rockbenben/subtitle-translator calls it from a page",
        ..REMOTE
    },
    Preset {
        id: "groq",
        name: "Groq",
        address: "https://api.groq.com/openai/v1",
        from_page: FromPage::Yes,
        source: "rockbenben/subtitle-translator calls it from a page",
        ..REMOTE
    },
    Preset {
        id: "together",
        name: "Together",
        address: "https://api.together.xyz/v1",
        from_page: FromPage::Yes,
        source: "bracesproul/site-rag PR 6 chose it because it worked from a page",
        ..REMOTE
    },
    Preset {
        id: "fireworks",
        name: "Fireworks",
        address: "https://api.fireworks.ai/inference/v1",
        from_page: FromPage::No,
        source: "bracesproul/site-rag PR 6",
        as_of: Some("2025-02"),
        ..REMOTE
    },
    Preset {
        id: "deepseek",
        name: "DeepSeek",
        address: "https://api.deepseek.com",
        source: "reports differ by origin: rockbenben/subtitle-translator issue 18",
        as_of: Some("2025-12"),
        ..REMOTE
    },
    Preset {
        id: "xai",
        name: "xAI",
        address: "https://api.x.ai/v1",
        from_page: FromPage::Yes,
        source: "rockbenben/subtitle-translator calls it from a page",
        ..REMOTE
    },
    Preset {
        id: "ollama",
        name: "Ollama",
        format: Format::Ollama,
        address: "http://localhost:11434",
        from_page: FromPage::AfterSetting("OLLAMA_ORIGINS"),
        source: "ollama/ollama envconfig/config.go, docs/faq.mdx",
        ..LOCAL
    },
    Preset {
        id: "lm-studio",
        name: "LM Studio",
        address: "http://localhost:1234/v1",
        from_page: FromPage::AfterSetting("lms server start --cors"),
        source: "lmstudio-ai/docs 3_cli/1_serve/server-start.md",
        ..LOCAL
    },
    Preset {
        id: "llama-cpp",
        name: "llama.cpp",
        address: "http://localhost:8080/v1",
        from_page: FromPage::Yes,
        source: "ggml-org/llama.cpp tools/server/README.md: --cors-origins is * by default",
        ..LOCAL
    },
    Preset {
        id: "vllm",
        name: "vLLM",
        address: "http://localhost:8000/v1",
        from_page: FromPage::Yes,
        source: "vllm-project/vllm entrypoints/openai/cli_args.py: --allowed-origins is * by default",
        ..LOCAL
    },
    Preset {
        id: "sglang",
        name: "SGLang",
        address: "http://localhost:30000/v1",
        basis: Basis::Reported,
        source: "not yet tried from a browser",
        ..LOCAL
    },
    Preset {
        id: "tgi",
        name: "Text Generation Inference",
        address: "http://localhost:8080/v1",
        key: KeyNeed::MustBeEmpty,
        from_page: FromPage::Yes,
        source: "huggingface/text-generation-inference router/src/server.rs: content-type only",
        ..LOCAL
    },
    Preset {
        id: "localai",
        name: "LocalAI",
        address: "http://localhost:8080/v1",
        from_page: FromPage::Yes,
        source: "mudler/LocalAI core/http/app.go: as long as LOCALAI_CORS is not set",
        ..LOCAL
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::provider::address::BaseUrl;

    #[test]
    fn every_preset_is_an_address_as_it_is_used() {
        let mut ids = BTreeSet::new();
        for preset in PRESETS {
            let id = preset.id;
            assert!(ids.insert(id), "{id} twice");
            let address = preset
                .address
                .replace(preset.to_fill_in.unwrap_or("#"), "x");
            let parsed = BaseUrl::parse(&address).expect(id);
            assert_eq!(parsed.repairs, [], "{id}");
            assert_eq!(parsed.url.to_string(), address, "{id}");
            assert_eq!(parsed.url.is_local(), preset.key != KeyNeed::Needed, "{id}");
            assert!(!preset.source.is_empty(), "{id} has no source");
            assert_eq!(Preset::find(id), Some(preset));
        }
    }

    #[test]
    fn what_is_not_known_is_not_called_documented() {
        for preset in PRESETS {
            if preset.from_page == FromPage::NotKnown {
                assert_eq!(preset.basis, Basis::Reported, "{}", preset.id);
            }
        }
    }
}
