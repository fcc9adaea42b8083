//! Words about who answers: services, servers of one's own, stand-ins.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use crate::provider::Format;
use crate::provider::preset::{Basis, FromPage, KeyNeed, Preset};
use crate::provider::stand_in::StandIn;

/// See the module.
#[derive(Debug)]
pub struct ProviderWords {
    pub who: &'static str,
    pub title: &'static str,
    pub hint: &'static str,
    pub any: &'static str,
    pub services: &'static str,
    pub own: &'static str,
    pub stand_ins: &'static str,
    pub format: &'static str,
    pub format_hint: &'static str,
    pub base_model_note: &'static str,
    pub not_listed: &'static str,
    pub stand_in_at_once: &'static str,
}

/// English.
pub const EN: ProviderWords = ProviderWords {
    who: "Who answers",
    title: "Service or server",
    hint: "A service fills in its address; any other address works, too.",
    any: "Another address",
    services: "Services",
    own: "On your own computer",
    stand_ins: "No model: to see what a score is worth",
    format: "It speaks",
    format_hint: "Most servers speak the format of OpenAI’s chat.",
    base_model_note: "For base models: the prompt is one text. The paper asks them with five solved \
                      examples.",
    not_listed: "This kind of endpoint does not list its models: type the name, and ask it one row to see \
                 whether it answers.",
    stand_in_at_once: "Nothing is sent anywhere; the scores are there at once.",
};

/// Filipino.
pub const FIL: ProviderWords = ProviderWords {
    who: "Sino ang sasagot",
    title: "Serbisyo o server",
    hint: "Pinupunan ng isang serbisyo ang address nito; puwede rin ang kahit anong ibang address.",
    any: "Ibang address",
    services: "Mga serbisyo",
    own: "Sa sarili mong computer",
    stand_ins: "Walang model: para makita ang halaga ng iskor",
    format: "Format na gamit nito",
    format_hint: "OpenAI chat format ang gamit ng karamihan ng server.",
    base_model_note: "Para sa mga base model: isang buong teksto ang prompt. Limang halimbawang may \
                      sagot ang ibinibigay sa kanila sa paper.",
    not_listed: "Hindi naglilista ng mga model ang ganitong endpoint: i-type ang pangalan, at subukan sa \
                 isang row para makita kung sumasagot ito.",
    stand_in_at_once: "Walang ipinadadala kahit saan; nariyan agad ang mga iskor.",
};

impl Format {
    /// What people call it, in any language.
    pub fn label(self) -> &'static str {
        match self {
            Self::OpenAiChat => "OpenAI chat",
            Self::OpenAiCompletions => "OpenAI completions (base models)",
            Self::OpenAiResponses => "OpenAI Responses",
            Self::Azure => "Azure OpenAI",
            Self::Anthropic => "Anthropic Messages",
            Self::Gemini => "Gemini generateContent",
            Self::Cohere => "Cohere v2",
            Self::Ollama => "Ollama",
            Self::Browser => "Prompt API",
        }
    }
}

impl Language {
    /// Name of a stand-in, and what it does.
    pub fn stand_in(self, stand_in: StandIn) -> (&'static str, &'static str) {
        match (self, stand_in) {
            (Self::English, StandIn::FirstOption) => (
                "Always the first option",
                "Says the first label for every row: what a task gives to an answer that never \
                 changes. Tasks with labels only.",
            ),
            (Self::English, StandIn::Random { .. }) => (
                "Guess",
                "Picks a label at random for every row, the same ones each time: what chance gets. Tasks \
                 with labels only.",
            ),
            (Self::English, StandIn::CopySource) => (
                "Copy the text",
                "Gives back the text it should translate or summarise. Tasks with free text only.",
            ),
            (Self::English, StandIn::Gold) => (
                "Always right",
                "Gives the right answer to every row: the highest score there is.",
            ),
            (Self::Filipino, StandIn::FirstOption) => (
                "Laging ang unang pagpipilian",
                "Ang unang label ang sagot sa bawat row: ito ang makukuha ng sagot na hindi nagbabago. \
                 Para lang sa mga task na may label.",
            ),
            (Self::Filipino, StandIn::Random { .. }) => (
                "Hula",
                "Bumubunot ng label sa bawat row, laging pareho ang bunot: ito ang makukuha ng \
                 tsamba. Para lang sa mga task na may label.",
            ),
            (Self::Filipino, StandIn::CopySource) => (
                "Kopyahin ang teksto",
                "Ibinabalik ang tekstong dapat isalin o ibuod. Para lang sa mga task na malaya ang \
                 sagot.",
            ),
            (Self::Filipino, StandIn::Gold) => (
                "Tama lahat",
                "Tamang sagot sa bawat row: ang pinakamataas na iskor na puwede.",
            ),
        }
    }

    /// What is known of calling a preset from a page, and what its key field wants; empty where
    /// there is nothing to say.
    pub fn preset_note(self, preset: &Preset) -> String {
        let mut notes = Vec::new();
        if let Some(part) = preset.to_fill_in {
            notes.push(match self {
                Self::English => format!("Put your own name in place of {part} in the address."),
                Self::Filipino => {
                    format!("Palitan ng sarili mong pangalan ang {part} sa address.")
                }
            });
        }
        match (self, preset.from_page) {
            (_, FromPage::Yes) => {}
            (Self::English, FromPage::AfterSetting(setting)) => notes.push(format!(
                "The server must be told to allow this page ({setting}); Help says how."
            )),
            (Self::Filipino, FromPage::AfterSetting(setting)) => notes.push(format!(
                "Kailangang payagan muna ng server ang page na ito ({setting}); nasa Tulong kung paano."
            )),
            (Self::English, FromPage::No) => notes.push(
                "It does not let pages call it, so a run from here will fail; use it through a server \
                 of yours."
                    .to_owned(),
            ),
            (Self::Filipino, FromPage::No) => notes.push(
                "Hindi ito nagpapatawag mula sa mga page, kaya hindi uubra ang run mula rito; idaan \
                 ito sa sarili mong server."
                    .to_owned(),
            ),
            (Self::English, FromPage::NotKnown) => notes.push(
                "Whether it lets pages call it is not known: trying it costs nothing.".to_owned(),
            ),
            (Self::Filipino, FromPage::NotKnown) => notes.push(
                "Hindi alam kung nagpapatawag ito mula sa mga page: walang bayad ang subukan."
                    .to_owned(),
            ),
        }
        if preset.basis == Basis::Reported && preset.from_page != FromPage::NotKnown {
            notes.push(
                match self {
                    Self::English => "People report so; it may have changed.",
                    Self::Filipino => "Ayon sa mga gumagamit; baka nagbago na.",
                }
                .to_owned(),
            );
        }
        if preset.key == KeyNeed::MustBeEmpty {
            notes.push(
                match self {
                    Self::English => "Leave the key empty: the server refuses pages that send one.",
                    Self::Filipino => {
                        "Iwanang blangko ang key: tinatanggihan ng server ang page na may ipinadadala."
                    }
                }
                .to_owned(),
            );
        }
        if let Some(limit) = preset.requests_per_minute {
            notes.push(match self {
                Self::English => format!("A free key may send {limit} requests a minute."),
                Self::Filipino => {
                    format!("Hanggang {limit} request kada minuto ang libreng key.")
                }
            });
        }
        notes.join(" ")
    }
}
