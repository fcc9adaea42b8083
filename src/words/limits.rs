//! Words about how fast a run goes and what it may take.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::{count, counted, grouped};
use crate::run::budget::{Projection, Taken};

/// See the module.
#[derive(Debug)]
pub struct LimitWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub requests_per_minute: &'static str,
    pub requests_per_minute_hint: &'static str,
    pub tokens_per_minute: &'static str,
    pub tokens_per_minute_hint: &'static str,
    pub input_price: &'static str,
    pub output_price: &'static str,
    pub price_hint: &'static str,
    /// Prices of a million prompt and reply tokens, from a list of models.
    pub listed: fn(&str, &str) -> String,
    pub most_money: &'static str,
    pub most_money_hint: &'static str,
    pub most_tokens: &'static str,
    pub most_tokens_hint: &'static str,
    pub wrong_count: &'static str,
    pub wrong_money: &'static str,
    pub one_price: &'static str,
    pub no_prices: &'static str,
    pub cost: fn(&str, &str) -> String,
    pub at_this_pace: fn(&str) -> String,
    pub go_on: &'static str,
    pub taken: fn(&Taken, Option<&str>) -> String,
    pub range_note: &'static str,
    pub per_minute: fn(u32) -> String,
}

/// English.
pub const EN: LimitWords = LimitWords {
    title: "Limits, prices and budget",
    lead: "All of it may stay empty: the run finds out by itself how fast it may go.",
    requests_per_minute: "Requests a minute, at most",
    requests_per_minute_hint: "Free plans often allow 10 to 60. The run never goes over the number you give.",
    tokens_per_minute: "Tokens a minute, at most",
    tokens_per_minute_hint: "Prompts and replies together, as many plans count them.",
    input_price: "Price of a million prompt tokens",
    output_price: "Price of a million reply tokens",
    listed: |input, output| {
        format!(
            "The endpoint lists its price: {input} for a million prompt tokens, {output} for a million \
             reply tokens. The estimate uses it."
        )
    },
    price_hint: "From your provider’s price list, in any one currency.",
    most_money: "Stop before it costs more than",
    most_money_hint: "Needs both prices. Requests still under way count at the most they can cost.",
    most_tokens: "Stop before it takes more tokens than",
    most_tokens_hint: "Prompts and replies together.",
    wrong_count: "Give a whole number of 1 or more, or leave it empty.",
    wrong_money: "Give an amount such as 2.50, or leave it empty.",
    one_price: "Give both prices, or neither.",
    no_prices: "Without both prices the cost cannot be counted.",
    cost: |likely, most| {
        format!(
            "Prompts alone cost about {likely}; with the longest replies possible it is {most}, in the currency of the prices."
        )
    },
    at_this_pace: |time| format!("At that pace it takes about {time}."),
    go_on: "Go on with this budget",
    taken: |taken, cost| {
        let why = why_about(
            taken,
            |n| counted(n, "request broken off", "requests broken off"),
            |n| counted(n, "reply without a count", "replies without a count"),
        );
        let about = if why.is_none() { "" } else { "about " };
        let tokens = format!(
            "{about}{} prompt and {} reply tokens",
            grouped(taken.prompt_tokens),
            grouped(taken.output_tokens)
        );
        let cost = cost.map_or_else(String::new, |cost| format!(", cost {about}{cost}"));
        let why = why.map_or_else(String::new, |why| format!(" (estimated in part: {why})"));
        format!("{tokens}{cost}{why}")
    },
    range_note: "In 19 of 20 cases the total falls in this range. Each task is estimated from its own \
                 replies; with fewer than five of them, each reply may take anything up to the limit.",
    per_minute: |n| format!("at most {n} a minute"),
};

/// Filipino.
pub const FIL: LimitWords = LimitWords {
    title: "Mga limit, presyo, at budget",
    lead: "Puwedeng iwanang blangko ang lahat: kusang inaalam ng run kung gaano ito kabilis puwedeng magtanong.",
    requests_per_minute: "Request bawat minuto, hanggang",
    requests_per_minute_hint: "Karaniwang 10 hanggang 60 sa mga libreng plan. Hindi lalampasan ng run ang ilalagay mo.",
    tokens_per_minute: "Token bawat minuto, hanggang",
    tokens_per_minute_hint: "Magkasama ang prompt at tugon, gaya ng bilang ng maraming plan.",
    input_price: "Presyo ng isang milyong prompt token",
    output_price: "Presyo ng isang milyong token ng tugon",
    listed: |input, output| {
        format!(
            "Nasa listahan ng endpoint ang presyo: {input} sa isang milyong prompt token, {output} sa \
             isang milyong token ng tugon. Ito ang gamit ng tantiya."
        )
    },
    price_hint: "Mula sa listahan ng presyo ng provider mo, sa iisang currency.",
    most_money: "Tumigil bago lumampas ang gastos sa",
    most_money_hint: "Kailangan ang dalawang presyo. Ibinibilang sa pinakamahal na posible ang mga request na hindi pa tapos.",
    most_tokens: "Tumigil bago lumampas ang token sa",
    most_tokens_hint: "Magkasama ang prompt at tugon.",
    wrong_count: "Maglagay ng buong numerong 1 pataas, o iwanang blangko.",
    wrong_money: "Maglagay ng halagang gaya ng 2.50, o iwanang blangko.",
    one_price: "Ibigay ang dalawang presyo, o huwag na pareho.",
    no_prices: "Hindi mabibilang ang gastos kung wala ang dalawang presyo.",
    cost: |likely, most| {
        format!(
            "Mga {likely} ang gastos sa mga prompt pa lang; {most} kung pinakamahaba ang lahat ng \
             tugon. Nasa currency ito ng mga presyo."
        )
    },
    at_this_pace: |time| format!("Sa ganoong bilis, mga {time} ito."),
    go_on: "Magpatuloy sa budget na ito",
    taken: |taken, cost| {
        let why = why_about(
            taken,
            |n| format!("{} request na naputol", count(n)),
            |n| format!("{} tugon na walang bilang", count(n)),
        );
        let about = if why.is_none() { "" } else { "mga " };
        let tokens = format!(
            "{about}{} prompt token at {} token ng tugon",
            grouped(taken.prompt_tokens),
            grouped(taken.output_tokens)
        );
        let cost = cost.map_or_else(String::new, |cost| format!(", gastos {about}{cost}"));
        let why = why.map_or_else(String::new, |why| format!(" (tantiya ang ilan: {why})"));
        format!("{tokens}{cost}{why}")
    },
    range_note: "Sa 19 sa 20 pagkakataon, pasok sa saklaw na ito ang kabuuan. Sariling mga tugon ng bawat \
                 task ang batayan ng tantiya; kung wala pang lima, puwedeng umabot sa limit ang bawat tugon.",
    per_minute: |n| format!("hanggang {n} bawat minuto"),
};

impl Language {
    /// What a run will have taken when it is done, as far as can be told.
    pub fn projection(self, projection: &Projection) -> String {
        let tokens = &projection.tokens;
        let (likely, low, high) = match &projection.cost {
            Some(cost) => (money(cost.likely), money(cost.low), money(cost.high)),
            None => (
                grouped(tokens.likely),
                grouped(tokens.low),
                grouped(tokens.high),
            ),
        };
        match (self, projection.cost.is_some()) {
            (Self::English, true) => format!("about {likely} in the end ({low} to {high})"),
            (Self::English, false) => format!("about {likely} tokens in the end ({low} to {high})"),
            (Self::Filipino, true) => format!("mga {likely} sa dulo ({low} hanggang {high})"),
            (Self::Filipino, false) => {
                format!("mga {likely} token sa dulo ({low} hanggang {high})")
            }
        }
    }
}

/// Why what was taken is not known exactly.
fn why_about(
    taken: &Taken,
    broken_off: fn(usize) -> String,
    unreported: fn(usize) -> String,
) -> Option<String> {
    let parts = [
        (taken.n_broken_off, broken_off),
        (taken.n_unreported, unreported),
    ];
    let said: Vec<String> = (parts.into_iter())
        .filter(|(n, _)| *n > 0)
        .map(|(n, say)| say(usize::try_from(n).unwrap_or(usize::MAX)))
        .collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Millionths as an amount with two decimals, or enough of them to see anything.
fn money(millionths: u64) -> String {
    crate::run::budget::Money(millionths).to_string()
}
