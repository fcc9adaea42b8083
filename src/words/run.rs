//! Words of the page `run`: a run going on.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::errors::Advice;
use super::number::{count, counted, duration, grouped};
use super::{Keeping, Language};
use crate::provider::error::ProviderError;
use crate::run::budget::Spent;
use crate::run::{PauseReason, RunState, StopReason};

/// See the module.
#[derive(Debug)]
pub struct RunWords {
    pub title: &'static str,
    pub stop: &'static str,
    pub go_on: &'static str,
    pub see_result: &'static str,
    pub to_result_so_far: &'static str,
    pub progress: &'static str,
    pub rows_done: fn(usize, usize) -> String,
    /// Time left, and the least and the most it may be.
    pub eta: fn(u64, Option<(u64, u64)>) -> String,
    pub elapsed: fn(u64) -> String,
    pub at_once: fn(usize, u32) -> String,
    pub retrying: fn(usize) -> String,
    pub tasks_caption: &'static str,
    pub done: &'static str,
    pub live_score: &'static str,
    pub live_note: &'static str,
    pub answered: &'static str,
    pub unparsed: &'static str,
    pub truncated: &'static str,
    pub empty: &'static str,
    pub refused: &'static str,
    pub failed: &'static str,
    pub last_replies: &'static str,
    pub no_replies: &'static str,
    pub ask_again: fn(usize) -> String,
    pub other_key: &'static str,
    pub other_key_hint: &'static str,
    pub go_on_with_key: &'static str,
    pub not_here_title: &'static str,
    pub not_here_text: &'static str,
    pub not_begun_text: &'static str,
    pub begin_title: &'static str,
    pub begin_text: fn(usize) -> String,
    pub begin: &'static str,
    pub resume_title: &'static str,
    pub resume_text: fn(usize, usize) -> String,
    pub again_lead: &'static str,
    pub again_title: &'static str,
    pub again_text: fn(usize, usize) -> String,
    pub again_key: &'static str,
    pub again_start: &'static str,
    pub finished_text: &'static str,
    pub unsaved_download: &'static str,
    pub take_prompts: &'static str,
    pub keep_open: fn(Keeping) -> &'static str,
    pub silent: fn(u64) -> String,
    pub silent_advice: &'static str,
}

/// English.
pub const EN: RunWords = RunWords {
    title: "Run",
    stop: "Stop",
    go_on: "Go on",
    see_result: "See the result",
    to_result_so_far: "See the result so far",
    progress: "Progress",
    rows_done: |done, of| format!("{} of {}", count(done), counted(of, "row", "rows")),
    eta: |millis, range| match range_of(range) {
        _ if is_rough(millis, range) => {
            format!("about {} left, a rough guess", duration(millis))
        }
        Some((None, most)) => {
            format!("about {} left (at most {most})", duration(millis))
        }
        Some((Some(least), most)) => format!("about {} left ({least} to {most})", duration(millis)),
        None => format!("about {} left", duration(millis)),
    },
    elapsed: |millis| format!("after {}", duration(millis)),
    at_once: |out, most| {
        format!(
            "{} of at most {most} requests waiting for a reply",
            count(out)
        )
    },
    retrying: |n| format!("{} waiting for another try", counted(n, "row", "rows")),
    tasks_caption: "Scores by task",
    done: "Rows",
    live_score: "Score",
    live_note: "Scores cover only the rows with a reply. In brackets: the \
                95% interval.",
    answered: "Answered",
    unparsed: "of these unreadable",
    truncated: "of these cut off",
    empty: "Empty",
    refused: "Refused",
    failed: "No reply",
    last_replies: "Last replies",
    no_replies: "No reply has come yet.",
    ask_again: |n| {
        format!(
            "Ask {} again",
            counted(n, "row without text", "rows without text")
        )
    },
    other_key: "Another key",
    other_key_hint: "Takes the place of the one you gave. It stays in memory.",
    go_on_with_key: "Go on with this key",
    not_here_title: "This run is not going on in this tab",
    not_here_text: "Not every row has a reply yet.",
    not_begun_text: "It is prepared; nothing of it was asked yet.",
    again_lead: "Some of its rows are to be asked again.",
    again_title: "Ask rows again",
    again_text: |n, n_left| {
        let left = match n_left {
            0 => String::new(),
            n => format!(
                " {} without a reply will be asked, too.",
                counted(n, "row", "rows")
            ),
        };
        format!(
            "{} will be asked again. A new reply takes the place of the old one; where none comes, the old \
             one stays.{left}",
            counted(n, "row", "rows")
        )
    },
    again_key: "Give the key again, if the server needs one.",
    again_start: "Ask again",
    begin_title: "Start this run",
    begin_text: |of| {
        format!(
            "None of its {} has been asked yet. Give the key, if the server needs one.",
            counted(of, "row", "rows")
        )
    },
    begin: "Start",
    resume_title: "Go on with this run",
    resume_text: |done, of| {
        format!(
            "{} of {} already have a reply and will not be asked again. Give the key again, if the server needs one.",
            count(done),
            counted(of, "row", "rows")
        )
    },
    finished_text: "Every row has been asked.",
    unsaved_download: "Download what could not be stored",
    take_prompts: "Download the prompts",
    keep_open: |keeping| match keeping {
        Keeping::InBrowser => {
            "Keep this tab open while it runs; every reply is stored as it comes."
        }
        Keeping::InTab => {
            "Keep this tab open until you have downloaded the record: this browser stores nothing, so \
             the replies go with the tab."
        }
    },
    silent: |millis| format!("No reply for {}", duration(millis)),
    silent_advice: "The server may be loading its model, or it may be stuck. You can wait, or stop: nothing \
                    that came is lost.",
};

/// Filipino.
pub const FIL: RunWords = RunWords {
    title: "Run",
    stop: "Ihinto",
    go_on: "Magpatuloy",
    see_result: "Tingnan ang resulta",
    to_result_so_far: "Tingnan ang resulta sa ngayon",
    progress: "Usad",
    rows_done: |done, of| format!("{} sa {} row", count(done), count(of)),
    eta: |millis, range| match range_of(range) {
        _ if is_rough(millis, range) => {
            format!("mga {} pa, magaspang na tantiya", duration(millis))
        }
        Some((None, most)) => {
            format!("mga {} pa (hindi lalampas sa {most})", duration(millis))
        }
        Some((Some(least), most)) => {
            format!("mga {} pa ({least} hanggang {most})", duration(millis))
        }
        None => format!("mga {} pa", duration(millis)),
    },
    elapsed: |millis| format!("{} na ang lumipas", duration(millis)),
    at_once: |out, most| {
        format!(
            "{} request ang naghihintay ng tugon (hanggang {most})",
            count(out)
        )
    },
    retrying: |n| format!("{} row ang naghihintay na ulitin", count(n)),
    tasks_caption: "Mga iskor ayon sa task",
    done: "Mga row",
    live_score: "Iskor",
    live_note: "Mga row lang na may tugon ang saklaw ng iskor. Nasa panaklong ang 95% interval.",
    answered: "Nasagot",
    unparsed: "sa mga ito, hindi mabasa",
    truncated: "sa mga ito, naputol",
    empty: "Blangko",
    refused: "Tumanggi",
    failed: "Walang tugon",
    last_replies: "Mga huling tugon",
    no_replies: "Wala pang tugon.",
    ask_again: |n| format!("Itanong ulit ang {} row na walang teksto", count(n)),
    other_key: "Ibang key",
    other_key_hint: "Papalit sa naunang key. Sa memory lang ito.",
    go_on_with_key: "Magpatuloy gamit ang key na ito",
    not_here_title: "Hindi tumatakbo sa tab na ito ang run",
    not_here_text: "May mga row pang walang tugon.",
    not_begun_text: "Nakahanda na ito; wala pang naitatanong.",
    again_lead: "May mga row nito na itatanong ulit.",
    again_title: "Itanong ulit ang mga row",
    again_text: |n, n_left| {
        let left = match n_left {
            0 => String::new(),
            n => format!(" Itatanong din ang {} row na wala pang tugon.", count(n)),
        };
        format!(
            "{} row ang itatanong ulit. Papalitan ng bagong tugon ang luma; kung walang dumating, mananatili \
             ang luma.{left}",
            count(n)
        )
    },
    again_key: "Ibigay ulit ang key, kung kailangan ng server.",
    again_start: "Itanong ulit",
    begin_title: "Simulan ang run na ito",
    begin_text: |of| {
        format!(
            "Wala pang naitatanong sa {} row nito. Ibigay ang key, kung kailangan ng server.",
            count(of)
        )
    },
    begin: "Simulan",
    resume_title: "Ituloy ang run na ito",
    resume_text: |done, of| {
        format!(
            "May tugon na ang {} sa {} row at hindi na itatanong ulit ang mga ito. Ibigay ulit ang key, kung \
                 kailangan ng server.",
            count(done),
            count(of)
        )
    },
    finished_text: "Naitanong na ang lahat ng row.",
    unsaved_download: "I-download ang hindi naitabi",
    take_prompts: "I-download ang mga prompt",
    keep_open: |keeping| match keeping {
        Keeping::InBrowser => {
            "Hayaang bukas ang tab na ito habang tumatakbo ang run; itinatabi ang bawat tugon pagdating \
             nito."
        }
        Keeping::InTab => {
            "Hayaang bukas ang tab na ito hanggang ma-download ang record: walang itinatabi ang browser \
             na ito, kaya mawawala ang mga tugon kasama ng tab."
        }
    },
    silent: |millis| format!("{} nang walang tugon", duration(millis)),
    silent_advice: "Baka nilo-load pa ng server ang model nito, o tumigil na ito. Puwedeng maghintay, o \
                    ihinto ang run: walang mawawala sa mga dumating na.",
};

/// Whether a range is so wide that it says nothing.
fn is_rough(millis: u64, range: Option<(u64, u64)>) -> bool {
    range.is_some_and(|(_, most)| most > millis.saturating_mul(10))
}

/// Both ends in words, where they differ there; without the lower one where that is nothing.
fn range_of(range: Option<(u64, u64)>) -> Option<(Option<String>, String)> {
    let (least, most) = range?;
    let (least, most) = (duration(least), duration(most));
    (least != most).then(|| (Some(least).filter(|least| *least != duration(0)), most))
}

impl Language {
    /// What a run is doing, in a few words. `now_millis` is the time, for waits.
    pub fn run_state(self, state: &RunState, now_millis: u64) -> String {
        let (english, filipino) = match state {
            RunState::Ready => ("ready", "handa na"),
            RunState::Running => ("asking", "nagtatanong"),
            RunState::Waiting { until_millis } => {
                let wait = duration(until_millis.saturating_sub(now_millis));
                return match self {
                    Self::English => format!("waiting {wait}, as the endpoint asks"),
                    Self::Filipino => format!("naghihintay ng {wait}, ayon sa endpoint"),
                };
            }
            RunState::Stopping => ("stopping", "humihinto"),
            RunState::Stopped { .. } => ("stopped", "nakahinto"),
            RunState::Paused { .. } => ("paused", "naka-pause"),
            RunState::Finished => ("finished", "tapos na"),
        };
        match self {
            Self::English => english.to_owned(),
            Self::Filipino => filipino.to_owned(),
        }
    }

    /// Why a run came to a stop and what to do; `None` when the user wished it.
    pub fn stop_reason(self, why: &StopReason) -> Option<(Advice, String)> {
        let error = match why {
            StopReason::ByUser => return None,
            StopReason::BudgetSpent(spent) => {
                return Some((self.budget_spent(*spent), String::new()));
            }
            StopReason::KeyRejected { status, message } => ProviderError::Unauthorized {
                status: *status,
                message: message.clone(),
            },
            StopReason::Quota { status, message } => ProviderError::Quota {
                status: *status,
                message: message.clone(),
            },
            StopReason::Unreachable { message } => ProviderError::Network {
                message: message.clone(),
            },
            StopReason::Rejected { error } => error.clone(),
        };
        let status = error
            .status()
            .map(|status| format!("HTTP {status} "))
            .unwrap_or_default();
        Some((
            self.provider_error(&error),
            format!("{status}{}", error.message()),
        ))
    }

    /// Which budget is spent, and what to do.
    fn budget_spent(self, spent: Spent) -> Advice {
        let size = match (self, spent) {
            (Self::English, Spent::Requests(limit)) => format!("{} requests", grouped(limit)),
            (Self::Filipino, Spent::Requests(limit)) => format!("{} request", grouped(limit)),
            (Self::English, Spent::Tokens(limit)) => format!("{} tokens", grouped(limit)),
            (Self::Filipino, Spent::Tokens(limit)) => format!("{} token", grouped(limit)),
            (_, Spent::Money(limit)) => limit.to_string(),
        };
        match self {
            Self::English => Advice {
                title: format!("Stopped before your budget of {size}"),
                what_to_do:
                    "One more request could have passed it, so the run stopped before that. \
                             Every reply that came is stored. Set a higher budget to go on, or see \
                             the result so far."
                        .to_owned(),
            },
            Self::Filipino => Advice {
                title: format!("Huminto bago lumampas sa budget mong {size}"),
                what_to_do:
                    "Baka lumampas na kung magpapadala pa ng isang request, kaya huminto na \
                             ang run. Nakatabi ang lahat ng dumating na tugon. Taasan ang budget \
                             para magpatuloy, o tingnan ang resulta sa ngayon."
                        .to_owned(),
            },
        }
    }

    /// Why a run waits for the user, and what to do.
    pub fn pause_reason(self, why: &PauseReason) -> (Advice, String) {
        let (english, filipino, details) = match why {
            PauseReason::SaveFailed { reason } => (
                (
                    "A reply could not be stored",
                    "It is kept in memory. Free some storage (delete old runs on the start page), \
                     then go on; or download what could not be stored.",
                ),
                (
                    "May tugon na hindi naitabi",
                    "Nasa memory pa ito. Magbakante ng storage (magbura ng lumang run sa unang \
                     page), saka magpatuloy; o i-download ang hindi naitabi.",
                ),
                reason.clone(),
            ),
            PauseReason::LongWait { message, .. } => (
                (
                    "The endpoint asks for a long wait",
                    "More than two minutes, so the run rests. Come back later and go on; nothing is \
                     lost.",
                ),
                (
                    "Mahabang paghihintay ang hinihingi ng endpoint",
                    "Lampas dalawang minuto, kaya nagpapahinga ang run. Bumalik mamaya at \
                     magpatuloy; walang nawala.",
                ),
                message.clone(),
            ),
            PauseReason::RateLimited { message } => (
                (
                    "The endpoint limits requests again and again",
                    "Nothing has come through for minutes. Wait a while, then go on.",
                ),
                (
                    "Paulit-ulit na nililimitahan ng endpoint ang mga request",
                    "Ilang minuto nang walang nakakalusot. Maghintay muna, saka magpatuloy.",
                ),
                message.clone(),
            ),
            PauseReason::ConnectionLost { message } => (
                (
                    "The connection is gone",
                    "The endpoint answered before and cannot be reached now. Check the network or \
                     the server, then go on; no row was lost.",
                ),
                (
                    "Nawala ang koneksiyon",
                    "Sumagot kanina ang endpoint pero hindi na maabot ngayon. Tingnan ang network o \
                     ang server, saka magpatuloy; walang row na nawala.",
                ),
                message.clone(),
            ),
            PauseReason::KeepsFailing { status, message } => (
                (
                    "Row after row gets no reply",
                    "The endpoint seems to be down. Look at it, then go on; rows without a reply can be \
                     asked again.",
                ),
                (
                    "Sunod-sunod na row ang walang tugon",
                    "Mukhang may sira ang endpoint. Tingnan ito, saka magpatuloy; puwedeng itanong \
                     ulit ang mga row na walang tugon.",
                ),
                format!(
                    "{}{message}",
                    status
                        .map(|status| format!("HTTP {status} "))
                        .unwrap_or_default()
                ),
            ),
        };
        let (title, what_to_do) = match self {
            Self::English => english,
            Self::Filipino => filipino,
        };
        (
            Advice {
                title: title.to_owned(),
                what_to_do: what_to_do.to_owned(),
            },
            details,
        )
    }
}
