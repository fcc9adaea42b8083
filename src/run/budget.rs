//! How much a run may take, and what it has taken so far.
//!
//! A run stops before it passes a budget: with every request that is out counted at the most it
//! may take.

use std::collections::BTreeMap;

use crate::provider::Usage;
pub use crate::provider::prices::{Money, Prices};
use crate::run::estimate::Tokens;
use crate::run::forecast::Rest;

/// Replies before a total is projected.
pub const MIN_REPLIES: u64 = 20;

/// The most that a run may take, earlier sittings included; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Requests, tries that failed included.
    pub requests: Option<u64>,
    /// Tokens of prompts and replies, as reported, else as estimated.
    pub tokens: Option<u64>,
    /// Money. Without prices nothing is asked: what cannot be counted cannot be kept to.
    pub money: Option<Money>,
}

/// The budget that would be passed, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spent {
    /// Of requests.
    Requests(u64),
    /// Of tokens.
    Tokens(u64),
    /// Of money.
    Money(Money),
}

/// What was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Requests, tries that failed included.
    pub n_requests: u64,
    /// Tokens of prompts, as reported, else as estimated.
    pub prompt_tokens: u64,
    /// Tokens of replies, as reported, else as estimated.
    pub output_tokens: u64,
    /// Requests that were broken off or lost: what they took is estimated.
    pub n_broken_off: u64,
    /// Replies that did not say what they took.
    pub n_unreported: u64,
}

/// What is known of what a request took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// What was counted.
    Reported,
    /// A reply came and did not say.
    Unreported,
    /// None came, and it may be on the bill all the same.
    BrokenOff,
}

/// What a reply with this report tells.
pub(super) fn known_by(usage: Usage) -> Known {
    match (usage.prompt_tokens, usage.output_tokens) {
        (Some(_), Some(_)) => Known::Reported,
        _ => Known::Unreported,
    }
}

/// A number that is not known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// In 19 of 20 cases it is not less.
    pub low: u64,
    /// What it comes to most likely.
    pub likely: u64,
    /// In 19 of 20 cases it is not more.
    pub high: u64,
}

/// What the whole run will have taken when every row is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projection {
    /// Tokens of prompts and replies.
    pub tokens: Range,
    /// Money in millionths, where prices are known.
    pub cost: Option<Range>,
}

impl Budget {
    /// What is left of it for the next run of several.
    #[must_use]
    pub fn after(&self, taken: &Taken, prices: Option<Prices>) -> Self {
        let cost = prices.map(|prices| prices.cost(taken.prompt_tokens, taken.output_tokens));
        Self {
            requests: self
                .requests
                .map(|limit| limit.saturating_sub(taken.n_requests)),
            tokens: self
                .tokens
                .map(|limit| limit.saturating_sub(taken.tokens())),
            money: self.money.map(|limit| match cost {
                Some(cost) => Money(limit.0.saturating_sub(cost.0)),
                None => limit,
            }),
        }
    }
}

impl Taken {
    /// Tokens of prompts and replies.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.output_tokens)
    }

    pub(super) fn note(&mut self, known: Known) {
        match known {
            Known::Reported => {}
            Known::Unreported => self.n_unreported += 1,
            Known::BrokenOff => self.n_broken_off += 1,
        }
    }

    pub(super) fn add(&mut self, tokens: Tokens) {
        self.prompt_tokens = self.prompt_tokens.saturating_add(tokens.prompt);
        self.output_tokens = self.output_tokens.saturating_add(tokens.output);
    }
}

impl Spent {
    /// For the notes of a record: why some rows were not asked.
    pub fn note(&self) -> String {
        match self {
            Self::Requests(limit) => format!("stopped by a budget of {limit} requests"),
            Self::Tokens(limit) => format!("stopped by a budget of {limit} tokens"),
            // Prices are the user's own business.
            Self::Money(_) => "stopped by a budget of money".to_owned(),
        }
    }
}

/// What was taken, and what requests that are out may take.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) taken: Taken,
    /// The most that each request that is out may take, by its number.
    out: BTreeMap<u64, Tokens>,
}

impl Ledger {
    pub(super) fn note_ask(&mut self, number: u64, at_most: Tokens) {
        self.taken.n_requests += 1;
        self.out.insert(number, at_most);
    }

    /// A request was not sent after all.
    pub(super) fn take_back(&mut self, number: u64) {
        if self.out.remove(&number).is_some() {
            self.taken.n_requests = self.taken.n_requests.saturating_sub(1);
        }
    }

    /// A request came to an end and took so much. Numbers that are not out are passed over.
    pub(super) fn settle(&mut self, number: u64, tokens: Tokens, known: Known) {
        if self.out.remove(&number).is_some() {
            self.taken.add(tokens);
            self.taken.note(known);
        }
    }

    /// The budget that one more request could pass.
    pub(super) fn passes(
        &self,
        budget: &Budget,
        prices: Option<Prices>,
        at_most: Tokens,
    ) -> Option<Spent> {
        let mut then = self.taken;
        for &tokens in self.out.values().chain([&at_most]) {
            then.add(tokens);
        }
        if let Some(limit) = budget.requests
            && then.n_requests >= limit
        {
            return Some(Spent::Requests(limit));
        }
        if let Some(limit) = budget.tokens
            && then.tokens() > limit
        {
            return Some(Spent::Tokens(limit));
        }
        let limit = budget.money?;
        let cost = prices.map(|prices| prices.cost(then.prompt_tokens, then.output_tokens));
        cost.is_none_or(|cost| cost > limit)
            .then_some(Spent::Money(limit))
    }
}

/// What was taken and what the rest will take.
pub(super) fn project(taken: Taken, rest: &Rest, prices: Option<Prices>) -> Projection {
    let end = |rest: Tokens| {
        let mut end = taken;
        end.add(rest);
        end
    };
    let range = |count: &dyn Fn(Taken) -> u64| Range {
        low: count(end(rest.low)),
        likely: count(end(rest.likely)),
        high: count(end(rest.high)),
    };
    Projection {
        tokens: range(&|end| end.tokens()),
        cost: prices
            .map(|prices| range(&|end| prices.cost(end.prompt_tokens, end.output_tokens).0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_counts_at_its_most_until_it_is_back() {
        let tokens = |prompt, output| Tokens { prompt, output };
        let budget = Budget {
            tokens: Some(1000),
            ..Budget::default()
        };
        let mut ledger = Ledger::default();
        ledger.note_ask(1, tokens(100, 500));
        assert_eq!(
            ledger.passes(&budget, None, tokens(100, 500)),
            Some(Spent::Tokens(1000))
        );
        ledger.settle(1, tokens(90, 10), Known::Reported);
        ledger.settle(1, tokens(90, 10), Known::Reported);
        assert_eq!(ledger.taken.tokens(), 100);
        assert_eq!(ledger.passes(&budget, None, tokens(100, 500)), None);
        let money = Budget {
            money: Some(Money(1)),
            ..Budget::default()
        };
        assert_eq!(
            ledger.passes(&money, None, Tokens::default()),
            Some(Spent::Money(Money(1)))
        );
    }
}
