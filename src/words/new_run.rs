//! Words of the page `new_run`: setting up a run.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::{count, counted, grouped};
use crate::provider::address::{AddressError, Repair};
use crate::provider::key::KeyError;

/// See the module.
#[derive(Debug)]
pub struct NewRunWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub filled_like: fn(&str) -> String,
    pub endpoint: &'static str,
    pub address: &'static str,
    pub address_hint: &'static str,
    pub use_with_v1: fn(&str) -> String,
    pub cleaned: &'static str,
    pub will_use: fn(&str) -> String,
    pub key: &'static str,
    pub key_hint: fn(&str) -> String,
    pub key_hint_nowhere: &'static str,
    pub key_unsafe_title: &'static str,
    pub key_unsafe_text: &'static str,
    pub framed_title: &'static str,
    pub framed_text: &'static str,
    pub try_endpoint: &'static str,
    pub trying: &'static str,
    pub still_trying: &'static str,
    pub stop_trying: &'static str,
    pub untried: &'static str,
    pub models_found: fn(usize) -> String,
    pub no_models: &'static str,
    pub model: &'static str,
    pub model_hint: &'static str,
    pub model_missing: &'static str,
    pub is_reasoning: &'static str,
    pub is_reasoning_hint: &'static str,
    pub rows: &'static str,
    pub data: &'static str,
    pub not_loaded_title: &'static str,
    pub not_loaded_text: &'static str,
    pub load: &'static str,
    pub loading: &'static str,
    pub tasks: &'static str,
    pub no_tasks: &'static str,
    pub rows_per_task: &'static str,
    pub rows_five: &'static str,
    pub rows_fifty: &'static str,
    pub rows_all: &'static str,
    pub rows_all_sample: &'static str,
    pub subset_note: &'static str,
    pub sample_note: &'static str,
    pub how: &'static str,
    pub profile: &'static str,
    pub shots: &'static str,
    pub five_shot_note: &'static str,
    pub instructions: &'static str,
    pub english_only_v1: &'static str,
    pub pace: &'static str,
    pub concurrency: &'static str,
    pub concurrency_hint: &'static str,
    pub concurrency_wrong: &'static str,
    pub estimate: &'static str,
    pub estimate_requests: fn(usize) -> String,
    pub estimate_tokens: fn(u64, u64) -> String,
    pub estimate_thinking: fn(u64, u64, u32) -> String,
    pub estimate_note: &'static str,
    pub estimate_prices: &'static str,
    pub start: &'static str,
    pub starting: &'static str,
    pub cannot_start: &'static str,
}

/// English.
pub const EN: NewRunWords = NewRunWords {
    title: "Run a model",
    lead: "Choose a service, or give the address of any server, and name a model; the prompts go \
           straight there from this tab.",
    filled_like: |title| format!("Filled in with the settings of “{title}”; change what you like."),
    endpoint: "Endpoint",
    address: "Address",
    address_hint: "The base address, usually ending in /v1.",
    use_with_v1: |url| format!("Use {url}"),
    cleaned: "Cleaned up:",
    will_use: |url| format!("Requests go to {url}"),
    key: "Key",
    key_hint: |origin| {
        format!(
            "Sent only to {origin}. Best use a key with a small limit. Leave empty for a local \
                 server."
        )
    },
    key_hint_nowhere: "Sent only to the address above, and gone when you close or reload this tab. \
                       Leave empty for a local server.",
    key_unsafe_title: "The key would travel unprotected",
    key_unsafe_text: "This address begins with http:// and is not on this machine: anyone on the \
                      way can read the key. Use https:// if the server has it.",
    framed_title: "This page is shown inside another page",
    framed_text: "The page around it could imitate the key field. Open Sukat in its own tab before \
                  you paste a key.",
    try_endpoint: "Try it and list models",
    trying: "Trying…",
    still_trying: "Still trying. No reply has come for 10 s: the server may be starting, or the \
                   address may be wrong. It stops by itself after 30 s.",
    stop_trying: "Cancel",
    untried: "Trying costs nothing: it only asks for the list of models.",
    models_found: |n| format!("It answers and lists {}.", counted(n, "model", "models")),
    no_models: "It answers, but lists no models. Type the model’s name.",
    model: "Model",
    model_hint: "Exactly as the endpoint calls it.",
    model_missing: "Which model should be asked?",
    is_reasoning: "This model thinks before it answers",
    is_reasoning_hint: "Allows 20,000 more tokens for each reply, sets the temperature to 0.6 and \
                        reads only what comes after the thinking, as the reference does.",
    rows: "Tasks and rows",
    data: "Rows",
    not_loaded_title: "The official rows are not loaded yet",
    not_loaded_text: "They come once from this site or from SEA-HELM’s repository, about 2.7 MB, and \
                      are checked. Or start with the sample rows.",
    load: "Load the official rows",
    loading: "Loading the official rows…",
    tasks: "Tasks",
    no_tasks: "Choose at least one task.",
    rows_per_task: "Rows of each task",
    rows_five: "5 — a first look",
    rows_fifty: "50 — a rough idea",
    rows_all: "All — for a paper",
    rows_all_sample: "All — of the sample",
    subset_note: "A part of the rows gives no official number; the result will say so everywhere.",
    sample_note: "Sample rows are made up for trying things out: their scores are never official.",
    how: "How to ask",
    profile: "Prompts and reading",
    shots: "Solved examples",
    five_shot_note: "Five examples are meant for base models; instruction-tuned models are asked \
                     without.",
    instructions: "Instructions in",
    english_only_v1: "English instructions exist for v1 only.",
    pace: "Pace",
    concurrency: "Requests at once",
    concurrency_hint: "If left empty: up to 6 for http://, up to 32 for https://. A run begins with a few \
                       and finds out by itself how many the endpoint can take.",
    concurrency_wrong: "Give a whole number from 1 to 64, or leave it empty.",
    estimate: "What this will take",
    estimate_requests: |n| counted(n, "request", "requests"),
    estimate_tokens: |prompt, output| {
        format!(
            "about {} prompt tokens, at most {} tokens of replies",
            grouped(prompt),
            grouped(output)
        )
    },
    estimate_thinking: |answers, thinking, a_reply| {
        format!(
            "The worst case: {} tokens of answers, by the caps of the tasks, and {} of thinking, {} a \
             reply.",
            grouped(answers),
            grouped(thinking),
            grouped(u64::from(a_reply))
        )
    },
    estimate_note: "Prompt tokens are estimated, at 3.2 characters a token.",
    estimate_prices: "Your provider’s price list says what that costs.",
    start: "Start the run",
    starting: "Starting…",
    cannot_start: "The run cannot start yet",
};

/// Filipino.
pub const FIL: NewRunWords = NewRunWords {
    title: "Sukatin ang model",
    lead: "Pumili ng serbisyo, o ibigay ang address ng kahit anong server, at ang pangalan ng model; \
           diretso roon ang mga prompt mula sa tab na ito.",
    filled_like: |title| {
        format!("Mula sa “{title}” ang mga setting na ito; baguhin ang gusto mong baguhin.")
    },
    endpoint: "Endpoint",
    address: "Address",
    address_hint: "Ang base address, karaniwang nagtatapos sa /v1.",
    use_with_v1: |url| format!("Gamitin ang {url}"),
    cleaned: "Inayos:",
    will_use: |url| format!("Sa {url} pupunta ang mga request"),
    key: "Key",
    key_hint: |origin| {
        format!(
            "Sa {origin} lang ipinadadala. Mas mabuting gumamit ng key na may maliit na limit. \
                 Iwanang blangko kung local server."
        )
    },
    key_hint_nowhere: "Sa address lang sa itaas ipinadadala; mawawala kapag isinara o ni-reload ang \
                       tab. Iwanang blangko kung local server.",
    key_unsafe_title: "Walang proteksiyon ang key sa daan",
    key_unsafe_text: "http:// ang simula ng address at wala ito sa computer mo: mababasa ng kahit \
                      sino sa daan ang key. Gumamit ng https:// kung mayroon ang server.",
    framed_title: "Nasa loob ng ibang page ang page na ito",
    framed_text: "Puwedeng gayahin ng page sa paligid ang lalagyan ng key. Buksan muna ang Sukat sa \
                  sarili nitong tab bago mag-paste ng key.",
    try_endpoint: "Subukan at ilista ang mga model",
    trying: "Sinusubukan…",
    still_trying: "Sinusubukan pa rin. 10 s nang walang tugon: baka nagsisimula pa lang ang server, o \
                   mali ang address. Ititigil ito pagkalipas ng 30 s.",
    stop_trying: "Kanselahin",
    untried: "Walang bayad ang pagsubok: listahan lang ng mga model ang hinihingi.",
    models_found: |n| format!("Sumasagot ito at may {} model.", count(n)),
    no_models: "Sumasagot ito, pero walang listahan ng model. I-type ang pangalan ng model.",
    model: "Model",
    model_hint: "Eksaktong pangalan ayon sa endpoint.",
    model_missing: "Aling model ang tatanungin?",
    is_reasoning: "Nag-iisip muna ang model na ito bago sumagot",
    is_reasoning_hint: "May dagdag na 20,000 token sa bawat tugon, 0.6 ang temperature, at ang \
                        kasunod lang ng pag-iisip ang babasahin, gaya ng sa reference.",
    rows: "Mga task at row",
    data: "Mga row",
    not_loaded_title: "Hindi pa naka-load ang opisyal na mga row",
    not_loaded_text: "Minsan lang kukunin mula sa site na ito o sa repository ng SEA-HELM, mga \
                      2.7 MB, at sinusuri. O magsimula sa mga sample row.",
    load: "I-load ang opisyal na mga row",
    loading: "Nilo-load ang opisyal na mga row…",
    tasks: "Mga task",
    no_tasks: "Pumili ng kahit isang task.",
    rows_per_task: "Row sa bawat task",
    rows_five: "5 — unang tingin",
    rows_fifty: "50 — unang tantiya",
    rows_all: "Lahat — para sa paper",
    rows_all_sample: "Lahat — ng sample",
    subset_note: "Hindi opisyal ang numero kapag bahagi lang ng mga row; nakasulat ito saanman \
                  lumabas ang resulta.",
    sample_note: "Gawa-gawa ang mga sample row, pansubok lang: hindi kailanman opisyal ang iskor nila.",
    how: "Paano magtatanong",
    profile: "Mga prompt at pagbasa",
    shots: "Mga halimbawang may sagot",
    five_shot_note: "Para sa mga base model ang limang halimbawa; walang halimbawa kapag \
                     instruction-tuned ang model.",
    instructions: "Wika ng panuto",
    english_only_v1: "Sa v1 lang may panutong English.",
    pace: "Bilis",
    concurrency: "Sabay-sabay na request",
    concurrency_hint: "Kung blangko: hanggang 6 sa http://, hanggang 32 sa https://. Kaunti muna ang ipapadala \
                       ng run, at kusa nitong aalamin kung ilan ang kaya ng endpoint.",
    concurrency_wrong: "Maglagay ng buong numero mula 1 hanggang 64, o iwanang blangko.",
    estimate: "Tantiya ng gagamitin",
    estimate_requests: |n| format!("{} request", count(n)),
    estimate_tokens: |prompt, output| {
        format!(
            "mga {} prompt token, hanggang {} token ng tugon",
            grouped(prompt),
            grouped(output)
        )
    },
    estimate_thinking: |answers, thinking, a_reply| {
        format!(
            "Pinakamarami na: {} token ng sagot, ayon sa cap ng mga task, at {} ng pag-iisip, {} sa \
             bawat tugon.",
            grouped(answers),
            grouped(thinking),
            grouped(u64::from(a_reply))
        )
    },
    estimate_note: "Tinantiya ang mga prompt token mula sa dami ng karakter (3.2 bawat token).",
    estimate_prices: "Nasa listahan ng presyo ng provider mo kung magkano iyon.",
    start: "Simulan ang run",
    starting: "Sinisimulan…",
    cannot_start: "Hindi pa masisimulan ang run",
};

impl Language {
    /// What was changed in a typed address.
    pub fn repair(self, repair: &Repair) -> String {
        let (english, filipino) = match repair {
            Repair::Trimmed => (
                "spaces and invisible characters dropped".to_owned(),
                "inalis ang mga space at hindi nakikitang karakter".to_owned(),
            ),
            Repair::Unquoted => (
                "quotes dropped".to_owned(),
                "inalis ang mga panipi".to_owned(),
            ),
            Repair::SchemeAdded { scheme } => (
                format!("{scheme} put in front"),
                format!("dinagdagan ng {scheme} sa unahan"),
            ),
            Repair::SchemeMended => (
                "written in lower case".to_owned(),
                "ginawang maliit na titik".to_owned(),
            ),
            Repair::CallPathCut { path } => {
                (format!("{path} cut off"), format!("inalis ang {path}"))
            }
            Repair::SlashCut => (
                "slash at the end cut off".to_owned(),
                "inalis ang slash sa dulo".to_owned(),
            ),
        };
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }

    /// Why a typed address is refused.
    pub fn address_error(self, error: &AddressError) -> String {
        let (english, filipino) = match error {
            AddressError::Empty => ("An address is needed.", "Kailangan ng address."),
            AddressError::Scheme { .. } => (
                "The address must begin with https:// or http://.",
                "Dapat magsimula ang address sa https:// o http://.",
            ),
            AddressError::Credentials => (
                "Take the name and password out of the address; a key belongs in the key field.",
                "Alisin sa address ang pangalan at password; sa lalagyan ng key ang key.",
            ),
            AddressError::Fragment => (
                "Take the part from # on out of the address.",
                "Alisin sa address ang bahaging mula sa #.",
            ),
            AddressError::KeyInQuery => (
                "There is a key in the address. Put it in the key field instead.",
                "May key sa address. Ilagay ito sa lalagyan ng key.",
            ),
            AddressError::Host => (
                "That is not the name of a server. Example: https://api.example.org/v1",
                "Hindi iyan pangalan ng server. Halimbawa: https://api.example.org/v1",
            ),
            AddressError::HostNotAscii => (
                "The server’s name has letters that only look like others. Type it by hand.",
                "May mga titik sa pangalan ng server na kamukha lang ng iba. I-type ito nang mano-mano.",
            ),
            AddressError::Port => (
                "The number after the colon must be from 1 to 65535.",
                "Dapat mula 1 hanggang 65535 ang numero pagkatapos ng tutuldok.",
            ),
            AddressError::Character { .. } => (
                "There is a character in the address that cannot be there.",
                "May karakter sa address na hindi puwede roon.",
            ),
        };
        match self {
            Self::English => english.to_owned(),
            Self::Filipino => filipino.to_owned(),
        }
    }

    /// Why a typed key is refused.
    pub fn key_error(self, error: KeyError) -> &'static str {
        let (english, filipino) = match error {
            KeyError::InnerSpace => (
                "There is a space or line break inside the key.",
                "May space o putol ng linya sa loob ng key.",
            ),
            KeyError::Masked => (
                "This is the shortened form that pages show. Copy the whole key.",
                "Pinaikling anyo ito na ipinapakita sa mga page. Kopyahin ang buong key.",
            ),
            KeyError::NotAscii { .. } => (
                "There is a letter in the key that keys do not have.",
                "May titik sa key na wala sa mga key.",
            ),
            KeyError::LooksLikeAddress => {
                ("This is an address, not a key.", "Address ito, hindi key.")
            }
            KeyError::OtherServer => (
                "This key was given for another server and is not sent to this one. Paste the key of \
                 this server, or empty the field.",
                "Para sa ibang server ang key na ito at hindi ipapadala rito. I-paste ang key ng \
                 server na ito, o alisan ng laman ang kahon.",
            ),
            KeyError::TooLong => (
                "This is too long for a key.",
                "Masyado itong mahaba para sa key.",
            ),
        };
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }
}
