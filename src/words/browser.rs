//! Words about the model that a browser has built in.

use super::Language;
use crate::provider::browser::Availability;

/// See the module.
#[derive(Debug)]
pub struct BrowserWords {
    /// The choice.
    pub name: &'static str,
    /// Above the choice.
    pub group: &'static str,
    /// What it is.
    pub note: &'static str,
    /// Why it is no choice here.
    pub not_here: &'static str,
    /// While it is being made ready.
    pub preparing: &'static str,
    /// While it is downloaded, with how much has come.
    pub downloading: fn(&str) -> String,
    /// What it costs.
    pub estimate_note: &'static str,
    /// Why a run cannot start.
    pub cannot: &'static str,
    /// In place of an address.
    pub place: &'static str,
}

/// English.
pub const EN: BrowserWords = BrowserWords {
    name: "The browser’s own model",
    group: "In this browser",
    note: "The small model that comes with this browser. It needs no key, and nothing leaves this computer. The \
           length of its replies cannot be limited, and it answers one row after the other.",
    not_here: "The browser’s own model cannot be chosen here: it needs a recent Chrome or Edge on a computer, \
               which has a model of its own.",
    preparing: "Making the browser’s model ready",
    downloading: |percent| format!("{percent} of the model downloaded"),
    estimate_note: "It costs nothing but time: the model answers on this computer.",
    cannot: "The browser has no model for this computer.",
    place: "in the browser",
};

/// Filipino.
pub const FIL: BrowserWords = BrowserWords {
    name: "Sariling model ng browser",
    group: "Sa browser na ito",
    note: "Ang maliit na model na kasama ng browser na ito. Hindi kailangan ng key, at walang lumalabas sa \
           computer na ito. Hindi nalilimitahan ang haba ng mga tugon nito, at isa-isa ang pagsagot sa mga row.",
    not_here: "Hindi mapipili rito ang sariling model ng browser: kailangan ng bagong Chrome o Edge sa computer, \
               na may sariling model.",
    preparing: "Inihahanda ang model ng browser",
    downloading: |percent| format!("{percent} ng model ang na-download na"),
    estimate_note: "Oras lang ang magagastos: sa computer na ito sumasagot ang model.",
    cannot: "Walang model ang browser para sa computer na ito.",
    place: "sa loob ng browser",
};

impl Language {
    /// Whether the browser's model can be asked, and what the user can do.
    pub fn availability(self, availability: Availability) -> &'static str {
        match (self, availability) {
            (Self::English, Availability::Ready) => {
                "It is on this computer and can be asked at once."
            }
            (Self::English, Availability::Downloadable) => {
                "It is not on this computer yet. When you start the run, the browser downloads it once: \
                 some gigabytes, so better not over a phone’s connection."
            }
            (Self::English, Availability::Downloading) => {
                "The browser is downloading it. When you start the run, the page waits for that."
            }
            (Self::English, Availability::Unavailable) => {
                "The browser has no model for this computer. It may be switched off in the settings, or the \
                 computer may lack memory or free space for it."
            }
            (Self::Filipino, Availability::Ready) => "Nasa computer na ito at matatanong agad.",
            (Self::Filipino, Availability::Downloadable) => {
                "Wala pa ito sa computer na ito. Sa pagsisimula ng run, minsan itong ida-download ng browser: \
                 ilang gigabyte, kaya mas mabuting huwag sa mobile data."
            }
            (Self::Filipino, Availability::Downloading) => {
                "Dina-download ito ng browser. Sa pagsisimula ng run, hihintayin iyon ng page."
            }
            (Self::Filipino, Availability::Unavailable) => {
                "Walang model ang browser para sa computer na ito. Baka naka-off sa settings, o kulang ang \
                 memory o libreng espasyo ng computer."
            }
        }
    }
}
