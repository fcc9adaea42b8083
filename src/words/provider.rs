//! What went wrong with an endpoint, and what to do about it.

use super::Language;
use super::errors::Advice;
use crate::provider::address::BaseUrl;
use crate::provider::address::space::AddressSpace;
use crate::provider::browser::Trouble;
use crate::provider::error::ProviderError;

/// Title and advice, in English and in Filipino.
type Said = ((&'static str, &'static str), (&'static str, &'static str));

fn browser_trouble(trouble: Trouble) -> Said {
    match trouble {
        Trouble::TooLong => (
            (
                "The prompt is too long for the browser’s model",
                "It holds less than this prompt. Ask without solved examples, or leave out the tasks \
                 with long texts.",
            ),
            (
                "Masyadong mahaba ang prompt para sa model ng browser",
                "Hindi nito kaya ang ganito kahabang prompt. Magtanong nang walang halimbawa, o alisin \
                 ang mga task na mahaba ang teksto.",
            ),
        ),
        Trouble::NotGiven => (
            (
                "The browser does not give its model to this page",
                "It may be missing, switched off in the settings, or not on this computer yet. See \
                 below what the browser says, then go on.",
            ),
            (
                "Ayaw ipagamit ng browser ang model nito sa page na ito",
                "Baka wala ito, naka-off sa settings, o wala pa sa computer na ito. Basahin sa ibaba \
                 ang sabi ng browser, saka magpatuloy.",
            ),
        ),
        Trouble::Passing => (
            (
                "The browser’s model broke off",
                "This can pass. Go on in a while; nothing is lost.",
            ),
            (
                "Naputol ang model ng browser",
                "Maaaring lumipas ito. Magpatuloy mamaya; walang nawala.",
            ),
        ),
    }
}

impl Language {
    /// What to say about an endpoint that gave no reply.
    #[expect(clippy::too_many_lines, reason = "a table of texts")]
    pub fn provider_error(self, error: &ProviderError) -> Advice {
        let (english, filipino) = match error {
            ProviderError::RateLimited { .. } => (
                (
                    "The endpoint asks to slow down",
                    "Wait a minute and go on, or allow fewer requests at once.",
                ),
                (
                    "Pinababagal ng endpoint",
                    "Maghintay ng isang minuto at magpatuloy, o bawasan ang sabay-sabay na request.",
                ),
            ),
            ProviderError::Transient { .. } => (
                (
                    "The endpoint has trouble of its own",
                    "This usually passes. Try again in a while; nothing is lost.",
                ),
                (
                    "May problema ang endpoint",
                    "Karaniwang lumilipas ito. Subukan ulit mamaya; walang nawala.",
                ),
            ),
            ProviderError::Quota { .. } => (
                (
                    "The quota or the money of this key is used up",
                    "Add credit or wait for the quota to renew, then go on. All replies are kept.",
                ),
                (
                    "Ubos na ang quota o pera ng key na ito",
                    "Magdagdag ng credit o hintaying ma-renew ang quota, saka magpatuloy. Naitabi \
                     ang lahat ng tugon.",
                ),
            ),
            ProviderError::Unauthorized { .. } => (
                (
                    "The endpoint does not accept this key",
                    "Check that the key belongs to this address, is whole, and may use this model. \
                     Then try again.",
                ),
                (
                    "Hindi tinatanggap ng endpoint ang key na ito",
                    "Tingnan kung para sa address na ito ang key, kung buo ito, at kung puwede nitong \
                     gamitin ang model. Saka subukan ulit.",
                ),
            ),
            ProviderError::BadRequest { .. } | ProviderError::Refused { .. } => (
                (
                    "The endpoint rejects the request",
                    "Its message below says what it does not like: often the name of the model, or \
                     a prompt longer than the model allows.",
                ),
                (
                    "Tinatanggihan ng endpoint ang request",
                    "Nasa mensahe sa ibaba kung ano ang ayaw nito: madalas ang pangalan ng model, o \
                     prompt na mas mahaba sa kaya ng model.",
                ),
            ),
            ProviderError::NotFound { .. } => (
                (
                    "Nothing there by this address or model",
                    "Most servers want /v1 at the end of the address. Try the endpoint and choose \
                     the model from its list.",
                ),
                (
                    "Walang ganitong address o model",
                    "Karaniwang kailangan ng /v1 sa dulo ng address. Subukan ang endpoint at pumili \
                     ng model sa listahan nito.",
                ),
            ),
            ProviderError::Malformed { .. } => (
                (
                    "The reply is not in the OpenAI format",
                    "The address may lead to a web page instead of an API. Most servers want /v1 at \
                     the end.",
                ),
                (
                    "Wala sa OpenAI format ang tugon",
                    "Baka sa web page papunta ang address at hindi sa API. Karaniwang kailangan ng \
                     /v1 sa dulo.",
                ),
            ),
            ProviderError::Network { .. } => (
                (
                    "The browser could not reach the endpoint",
                    "It does not say why. Go through the list below; the first thing that fits is \
                     usually the cause.",
                ),
                (
                    "Hindi naabot ng browser ang endpoint",
                    "Hindi nito sinasabi kung bakit. Basahin ang listahan sa ibaba; karaniwan, ang \
                     unang tumutugma ang dahilan.",
                ),
            ),
            ProviderError::Browser { trouble, .. } => browser_trouble(*trouble),
            ProviderError::TimedOut { .. } => (
                (
                    "No reply came in time",
                    "The model may be too slow or stuck. Try again with fewer requests at once.",
                ),
                (
                    "Walang dumating na tugon sa oras",
                    "Baka mabagal o natigil ang model. Subukan ulit nang mas kaunti ang sabay-sabay \
                     na request.",
                ),
            ),
        };
        let (title, what_to_do) = match self {
            Self::English => english,
            Self::Filipino => filipino,
        };
        Advice {
            title: title.to_owned(),
            what_to_do: what_to_do.to_owned(),
        }
    }

    /// What to check, in this order, when the browser says only that it failed.
    pub fn network_checklist(self, base: &BaseUrl, page_origin: &str) -> Vec<String> {
        let origin = base.origin();
        let is_page_https = page_origin.starts_with("https:");
        let is_local = base.is_local();
        let mut list = Vec::new();
        let mut say = |english: String, filipino: String| {
            list.push(match self {
                Self::English => english,
                Self::Filipino => filipino,
            });
        };
        say("Are you offline?".to_owned(), "Offline ka ba?".to_owned());
        if is_page_https && base.is_plain_http() && base.space() != AddressSpace::Loopback {
            say(
                format!(
                    "{origin} begins with http://, and this page with https://: browsers block \
                         that. Use https:// there, or open Sukat from your own machine."
                ),
                format!(
                    "http:// ang simula ng {origin} at https:// ang page na ito: hinaharang iyon \
                         ng browser. Gumamit doon ng https://, o buksan ang Sukat mula sa sarili \
                         mong computer."
                ),
            );
        }
        if is_local {
            say(
                format!("Is the server running? Open {origin} in another tab."),
                format!("Umaandar ba ang server? Buksan ang {origin} sa ibang tab."),
            );
            say(
                "Did the browser ask whether this page may reach devices on your network? Allow it \
                 in the site settings, left of the address: “Local network access” or “Local network”; \
                 for a server on this computer it may be called “Apps on device”."
                    .to_owned(),
                "Nagtanong ba ang browser kung puwedeng abutin ng page na ito ang mga device sa \
                 network mo? Payagan ito sa site settings, sa kaliwa ng address: “Local network \
                 access” o “Local network”; kung nasa computer na ito ang server, baka “Apps on \
                 device” ang tawag doon."
                    .to_owned(),
            );
            say(
                format!(
                    "Does the server allow this page? Ollama: start it with \
                         OLLAMA_ORIGINS={page_origin} in front. LM Studio: switch on “Enable CORS”. vLLM and \
                         llama.cpp allow every page by default."
                ),
                format!(
                    "Pinapayagan ba ng server ang page na ito? Ollama: simulan nang may \
                         OLLAMA_ORIGINS={page_origin} sa unahan. LM Studio: i-on ang “Enable CORS”. Karaniwang pinapayagan \
                         ng vLLM at llama.cpp ang lahat ng page."
                ),
            );
        } else {
            say(
                "Does this provider allow calls from web pages at all? Some do not; its answer then \
                 never reaches the page, not even an error about the key."
                    .to_owned(),
                "Pumapayag ba ang provider sa tawag mula sa web page? May mga hindi; hindi na aabot \
                 sa page ang sagot nito, kahit error tungkol sa key."
                    .to_owned(),
            );
        }
        say(
            "Is the path right? Most servers want /v1 at the end.".to_owned(),
            "Tama ba ang path? Karaniwang kailangan ng /v1 sa dulo.".to_owned(),
        );
        say(
            "Does an ad blocker or a company network stand in between?".to_owned(),
            "May ad blocker ba o network ng kompanya sa gitna?".to_owned(),
        );
        say(
            "If nothing helps: download the prompts on a task’s page, run them anywhere, and drop \
             the answers under “Score a file”."
                .to_owned(),
            "Kung walang umubra: i-download ang mga prompt sa page ng task, patakbuhin kahit saan, at \
             ihulog ang mga sagot sa “Iskoran ang file”."
                .to_owned(),
        );
        list
    }
}
