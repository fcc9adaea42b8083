//! Words about asking an endpoint one row before a run.

use super::Language;
use super::number::{duration, grouped};
use crate::provider::{EmptyWhy, Lesson};
use crate::run::probe::{Finding, ThinkingAt};

/// See the module.
#[derive(Debug)]
pub struct ProbeWords {
    /// The button.
    pub ask: &'static str,
    /// What pressing it does and costs.
    pub ask_hint: &'static str,
    /// While nothing has come yet.
    pub asking: &'static str,
    /// While nothing has come for 10 s.
    pub still_asking: &'static str,
    /// Above what the row told.
    pub found: &'static str,
    /// Below it, when the run will begin with what was learnt.
    pub carried_over: &'static str,
}

/// English.
pub const EN: ProbeWords = ProbeWords {
    ask: "Ask it one row",
    ask_hint: "Sends one of the made-up sample rows, for the first task chosen below, just as the run would. \
               That costs a few tokens; nothing is sent before you press.",
    asking: "Asking one row…",
    still_asking: "Still asking. No reply has come for 10 s: the model may be loading, or thinking. Wait, or \
                   cancel.",
    found: "What the one row showed",
    carried_over: "The run will begin with what was learnt here, and its record says so.",
};

/// Filipino.
pub const FIL: ProbeWords = ProbeWords {
    ask: "Subukan sa isang row",
    ask_hint: "Isa sa mga gawa-gawang sample row ang ipadadala, para sa unang task na pinili sa ibaba, gaya \
               mismo ng gagawin ng run. Ilang token ang gagastusin; walang ipadadala hangga’t hindi mo \
               pinipindot.",
    asking: "Ipinadala na ang isang row; hinihintay ang tugon…",
    still_asking: "Nagtatanong pa rin. 10 s nang walang tugon: baka nilo-load pa ang model, o nag-iisip ito. \
                   Maghintay, o kanselahin.",
    found: "Ang nakita sa isang row",
    carried_over: "Gagamitin na agad ng run ang natutuhan dito, at nakasulat ito sa record.",
};

impl Language {
    /// What the one row told, in a sentence.
    pub fn finding(self, finding: &Finding) -> String {
        match self {
            Self::English => english(finding),
            Self::Filipino => filipino(finding),
        }
    }
}

fn english(finding: &Finding) -> String {
    match finding {
        Finding::Answered { took_millis, .. } => {
            format!("It answered in {}:", seconds(*took_millis))
        }
        Finding::Read {
            task_id,
            answer: Some(answer),
        } => format!("Read by the rule of {task_id} as: {answer}"),
        Finding::Read {
            task_id,
            answer: None,
        } => format!(
            "By the reading rule of {task_id} there is no answer in it: such a row counts as wrong. Some models need a \
             larger token limit or their thinking switched off; some cannot keep to a form."
        ),
        Finding::NoText { took_millis, why } => {
            let why = match why {
                EmptyWhy::Budget => ": its tokens went into thinking",
                EmptyWhy::Unknown => "",
            };
            let took = seconds(*took_millis);
            format!("It replied in {took}, but without a text{why}.")
        }
        Finding::Declined { took_millis } => format!(
            "It replied in {}, but declined to answer this row.",
            seconds(*took_millis)
        ),
        Finding::Cut { cap: Some(cap) } => {
            format!(
                "The reply was cut: it reached the limit of {} tokens that this task has.",
                grouped(u64::from(*cap))
            )
        }
        Finding::Cut { cap: None } => "The reply was cut before its end.".to_owned(),
        Finding::Sent(sent) => format!("Sent and not refused: {}.", sent.join(", ")),
        Finding::Learnt(lesson) => english_lesson(*lesson),
        Finding::Thinks { at, is_allowed } => {
            let seen = match at {
                ThinkingAt::Apart => {
                    "It thinks before it answers, and returns that beside the text."
                }
                ThinkingAt::InText => "It thinks before it answers, inside the text (<think>).",
                ThinkingAt::InCount => {
                    "It thinks before it answers: its count of tokens says so, the thinking itself is not \
                     returned."
                }
            };
            let then = if *is_allowed {
                "The run raises the token limit by 20,000 tokens for that."
            } else {
                "Tick “This model thinks before it answers”, or its thinking will use up the token limit of each \
                 task."
            };
            format!("{seen} {then}")
        }
        Finding::OtherModel(model) => {
            format!("The reply names the model “{model}”, which is not the name you gave.")
        }
        Finding::Counts { prompt, output } => format!(
            "It counts tokens ({}), so the cost can be counted.",
            counts(*prompt, *output, "prompt", "reply", "not reported")
        ),
        Finding::CountsNothing => {
            "It does not say how many tokens it took: they are estimated, and so is the cost."
                .to_owned()
        }
        Finding::Limits {
            requests_per_minute,
            tokens_per_minute,
        } => {
            let limits = limits(
                *requests_per_minute,
                *tokens_per_minute,
                "requests a minute",
                "tokens a minute",
            );
            format!("The browser can read its rate limits{limits}: the run keeps to them.")
        }
        Finding::NoLimits => {
            "The browser cannot read any rate limits of it: the run finds out by itself how \
                              fast it may go."
                .to_owned()
        }
    }
}

fn english_lesson(lesson: Lesson) -> String {
    match renamed(lesson) {
        Some((refused, taken)) => {
            format!(
                "It refused {refused} and takes {taken}: the run sends its token limit under that name."
            )
        }
        None => format!(
            "It refused {}: the run does not send it, and the server’s default holds.",
            name(lesson)
        ),
    }
}

fn filipino(finding: &Finding) -> String {
    match finding {
        Finding::Answered { took_millis, .. } => {
            format!("Sumagot ito sa loob ng {}:", seconds(*took_millis))
        }
        Finding::Read {
            task_id,
            answer: Some(answer),
        } => format!("Ang nabasang sagot ayon sa tuntunin ng {task_id}: {answer}"),
        Finding::Read {
            task_id,
            answer: None,
        } => format!(
            "Walang sagot na mabasa rito ayon sa tuntunin ng {task_id}: bibilanging mali ang ganitong \
             row. May mga model na kailangan ng mas malaking limit, o kailangang patayin ang pag-iisip; \
             may iba namang hindi makasunod sa hinihinging format."
        ),
        Finding::NoText { took_millis, why } => {
            let why = match why {
                EmptyWhy::Budget => ": naubos sa pag-iisip ang mga token",
                EmptyWhy::Unknown => "",
            };
            let took = seconds(*took_millis);
            format!("Tumugon ito sa loob ng {took}, pero walang laman{why}.")
        }
        Finding::Declined { took_millis } => format!(
            "Tumugon ito sa loob ng {}, pero tumangging sagutin ang row na ito.",
            seconds(*took_millis)
        ),
        Finding::Cut { cap: Some(cap) } => {
            format!(
                "Naputol ang tugon: naabot nito ang limit ng task na {} token.",
                grouped(u64::from(*cap))
            )
        }
        Finding::Cut { cap: None } => "Naputol ang tugon bago matapos.".to_owned(),
        Finding::Sent(sent) => format!("Ipinadala at hindi tinanggihan: {}.", sent.join(", ")),
        Finding::Learnt(lesson) => filipino_lesson(*lesson),
        Finding::Thinks { at, is_allowed } => {
            let seen = match at {
                ThinkingAt::Apart => "Nag-iisip muna ito bago sumagot, at hiwalay na ibinabalik ang pag-iisip.",
                ThinkingAt::InText => "Nag-iisip muna ito bago sumagot, sa loob mismo ng teksto (<think>).",
                ThinkingAt::InCount => {
                    "Nag-iisip muna ito bago sumagot: makikita sa bilang ng token, pero hindi ibinabalik ang \
                     pag-iisip."
                }
            };
            let then = if *is_allowed {
                "Dinadagdagan ng run ng 20,000 token ang limit para rito."
            } else {
                "I-check ang “Nag-iisip muna ang model na ito bago sumagot”; kung hindi, mauubos sa pag-iisip \
                 ang limit ng bawat task."
            };
            format!("{seen} {then}")
        }
        Finding::OtherModel(model) => {
            format!("“{model}” ang pangalan ng model sa tugon, iba sa ibinigay mo.")
        }
        Finding::Counts { prompt, output } => format!(
            "Binibilang nito ang mga token ({}), kaya makukuwenta ang gastos.",
            counts(*prompt, *output, "sa prompt", "sa tugon", "hindi sinabi")
        ),
        Finding::CountsNothing => {
            "Hindi nito sinasabi kung ilang token ang nagamit: tinatantiya ang mga ito, pati ang gastos.".to_owned()
        }
        Finding::Limits {
            requests_per_minute,
            tokens_per_minute,
        } => {
            let limits = limits(
                *requests_per_minute,
                *tokens_per_minute,
                "request bawat minuto",
                "token bawat minuto",
            );
            format!("Nababasa ng browser ang mga rate limit nito{limits}: susundin ang mga ito ng run.")
        }
        Finding::NoLimits => "Walang mabasang rate limit nito ang browser: kusang aalamin ng run kung gaano \
                              kabilis ito puwedeng magtanong."
            .to_owned(),
    }
}

fn filipino_lesson(lesson: Lesson) -> String {
    match renamed(lesson) {
        Some((refused, taken)) => format!(
            "Tinanggihan nito ang {refused} at tinanggap ang {taken}: sa pangalang iyon ipadadala ng run ang \
             limit."
        ),
        None => format!(
            "Tinanggihan nito ang {}: hindi ito ipadadala ng run, at default ng server ang masusunod.",
            name(lesson)
        ),
    }
}

/// The names of the cap that was refused and of the one that was taken.
fn renamed(lesson: Lesson) -> Option<(&'static str, &'static str)> {
    match lesson {
        Lesson::UseMaxCompletionTokens => Some(("max_tokens", "max_completion_tokens")),
        Lesson::UseMaxTokens => Some(("max_completion_tokens", "max_tokens")),
        _ => None,
    }
}

/// What a lesson is about, as it stands in requests.
fn name(lesson: Lesson) -> &'static str {
    match lesson {
        Lesson::UseMaxCompletionTokens | Lesson::DropCap => "max_tokens",
        Lesson::UseMaxTokens => "max_completion_tokens",
        Lesson::DropTemperature => "temperature",
        Lesson::DropTopP => "top_p",
        Lesson::DropTopK => "top_k",
        Lesson::DropSeed => "seed",
        Lesson::DropStop => "stop",
        Lesson::DropContextSize => "num_ctx",
    }
}

/// `740 ms`, `2.5 s`; from ten seconds on without the decimal.
fn seconds(millis: u64) -> String {
    if millis >= 9_950 {
        return duration(millis);
    }
    if millis < 1000 {
        return format!("{millis} ms");
    }
    format!("{:.1} s", millis as f64 / 1000.0)
}

fn counts(
    prompt: Option<u64>,
    output: Option<u64>,
    of_prompt: &str,
    of_reply: &str,
    not_reported: &str,
) -> String {
    let say = |n: Option<u64>| n.map_or_else(|| not_reported.to_owned(), grouped);
    format!("{of_prompt}: {}, {of_reply}: {}", say(prompt), say(output))
}

/// ` (60 requests a minute, 150,000 tokens a minute)`; empty where neither is known.
fn limits(
    requests: Option<u64>,
    tokens: Option<u64>,
    of_requests: &str,
    of_tokens: &str,
) -> String {
    let say = |n: Option<u64>, of: &str| n.map(|n| format!("{} {of}", grouped(n)));
    let known: Vec<String> = [say(requests, of_requests), say(tokens, of_tokens)]
        .into_iter()
        .flatten()
        .collect();
    if known.is_empty() {
        return String::new();
    }
    format!(" ({})", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        for (millis, want) in [
            (0, "0 ms"),
            (999, "999 ms"),
            (1_040, "1.0 s"),
            (9_949, "9.9 s"),
            (9_950, "10 s"),
            (75_000, "1 min 15 s"),
        ] {
            assert_eq!(seconds(millis), want, "{millis}");
        }
    }

    #[test]
    fn limits_are_named_where_they_are_known() {
        let say = |requests, tokens| {
            Language::English.finding(&Finding::Limits {
                requests_per_minute: requests,
                tokens_per_minute: tokens,
            })
        };
        assert!(
            say(Some(60), Some(150_000))
                .contains("(60 requests a minute, 150,000 tokens a minute)")
        );
        assert!(say(Some(60), None).contains("(60 requests a minute)"));
        assert!(!say(None, None).contains('('));
    }
}
