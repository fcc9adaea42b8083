//! Limits of a run as typed: how fast, and how much it may take.

use leptos::prelude::*;

use crate::provider::address::BaseUrl;
use crate::run::budget::{Budget, Money, Prices};
use crate::run::pace::Caps;
use crate::web::io::preferences;

/// What a run does about replies that other runs of this browser hold to exactly the same requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reuse {
    /// It asks all the same.
    #[default]
    Never,
    /// It takes them.
    Stored,
}

/// Limits of a run; every one may be absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// In any minute.
    pub caps: Caps,
    /// Altogether.
    pub budget: Budget,
    /// What tokens cost.
    pub prices: Option<Prices>,
    /// What is done about stored replies.
    pub reuse: Reuse,
}

/// Most runs of the same rows, one after the other.
pub const MAX_TIMES: u32 = 10;

/// A box in which something is typed that is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrongLimit {
    /// Not a whole number of 1 or more.
    Count,
    /// Not an amount of money.
    Money,
    /// One of the two prices is missing.
    OnePrice,
    /// A budget of money without prices.
    NoPrices,
}

/// The boxes, each as typed.
#[derive(Clone, Copy, Default)]
pub struct LimitsForm {
    /// Requests at once; empty for the default.
    pub at_once: RwSignal<String>,
    /// Requests in a minute.
    pub requests_per_minute: RwSignal<String>,
    /// Tokens in a minute.
    pub tokens_per_minute: RwSignal<String>,
    /// Price of a million tokens of prompts.
    pub input_price: RwSignal<String>,
    /// Price of a million tokens of replies.
    pub output_price: RwSignal<String>,
    /// Most tokens.
    pub most_tokens: RwSignal<String>,
    /// Most money.
    pub most_money: RwSignal<String>,
    /// How many times the rows are asked; empty for once. Belongs to a new run only.
    pub times: RwSignal<String>,
    /// Prices that were taken from a list of models, as they stand in their boxes.
    listed: RwSignal<Option<Prices>>,
    /// `yes` or `no`; empty as long as the user has not chosen.
    reuse: RwSignal<String>,
}

impl LimitsForm {
    fn boxes(self) -> [RwSignal<String>; 8] {
        [
            self.at_once,
            self.requests_per_minute,
            self.tokens_per_minute,
            self.input_price,
            self.output_price,
            self.most_tokens,
            self.most_money,
            self.reuse,
        ]
    }

    /// Whether anything is typed where a user may not see it; untracked.
    pub fn is_set(self) -> bool {
        let [_at_once, folded @ .., _reuse] = self.boxes();
        let is_typed =
            |typed: RwSignal<String>| !typed.with_untracked(|typed| typed.trim().is_empty());
        folded.into_iter().any(is_typed)
    }

    /// Empties all boxes.
    pub fn clear(self) {
        for typed in self.boxes() {
            typed.set(String::new());
        }
        self.times.set(String::new());
    }

    /// Remembers the limits of a run in this browser, for going on after a reload.
    pub fn remember(self, run_id: &str) {
        let typed = self.boxes().map(|typed| typed.get_untracked());
        if typed.iter().all(String::is_empty) {
            preferences::forget(&name_of(run_id));
        } else {
            preferences::write(&name_of(run_id), &typed.join("\n"));
        }
    }

    /// Fills the boxes with the limits of a run, where some are remembered.
    pub fn recall(self, run_id: &str) {
        // Chosen for another run, perhaps at another address.
        self.reuse.set(String::new());
        if let Some(remembered) = preferences::read(&name_of(run_id)) {
            for (slot, typed) in self.boxes().into_iter().zip(remembered.split('\n')) {
                slot.set(typed.to_owned());
            }
        }
    }

    /// How many times the rows are asked; `None` when that is no number from 1 to [`MAX_TIMES`].
    /// Tracked.
    pub fn how_often(self) -> Option<u32> {
        self.times.with(|typed| match typed.trim() {
            "" => Some(1),
            typed => (typed.parse().ok()).filter(|times| (1..=MAX_TIMES).contains(times)),
        })
    }

    /// Whether another model may stand behind the same name at this address at any time.
    pub fn may_change(base: &BaseUrl) -> bool {
        base.is_plain_http() || base.is_local()
    }

    /// What the user has chosen for stored replies, or what is sensible for the address; tracked.
    pub fn reuse(self, base: &BaseUrl) -> Reuse {
        self.reuse.with(|chosen| match chosen.as_str() {
            "yes" => Reuse::Stored,
            "no" => Reuse::Never,
            _ if Self::may_change(base) => Reuse::Never,
            _ => Reuse::Stored,
        })
    }

    /// The user wants stored replies to be used, or not.
    pub fn choose_reuse(self, is_wanted: bool) {
        let chosen = if is_wanted { "yes" } else { "no" };
        self.reuse.set(chosen.to_owned());
    }

    /// The limits of a run that asks at an address; tracked.
    pub fn parsed_for(self, base: &BaseUrl) -> Result<Limits, WrongLimit> {
        let reuse = self.reuse(base);
        self.parsed().map(|limits| Limits { reuse, ..limits })
    }

    /// The limits, or what is wrong with one of them; tracked.
    pub fn parsed(self) -> Result<Limits, WrongLimit> {
        let requests = count(self.requests_per_minute)?;
        let prices = self.prices()?;
        let money = money(self.most_money)?;
        if money.is_some() && prices.is_none() {
            return Err(WrongLimit::NoPrices);
        }
        Ok(Limits {
            caps: Caps {
                requests_per_minute: requests.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
                tokens_per_minute: count(self.tokens_per_minute)?,
            },
            budget: Budget {
                requests: None,
                tokens: count(self.most_tokens)?,
                money,
            },
            prices,
            reuse: Reuse::Never,
        })
    }

    /// Prices of the endpoint's own list go into the boxes where the user has typed none; `None` takes
    /// out those that came from a list.
    pub fn take_listed(self, listed: Option<Prices>) {
        let typed = [self.input_price, self.output_price].map(|typed| typed.get_untracked());
        let shown = |prices: Prices| [prices.input, prices.output].map(|price| price.to_string());
        let before = self.listed.get_untracked().map(shown);
        let is_untyped = typed.iter().all(|typed| typed.trim().is_empty());
        if !is_untyped && before.as_ref() != Some(&typed) {
            self.listed.set(None);
            return;
        }
        let [input, output] = listed.map(shown).unwrap_or_default();
        self.input_price.set(input);
        self.output_price.set(output);
        self.listed.set(listed);
    }

    /// Both prices, or none; tracked.
    pub fn prices(self) -> Result<Option<Prices>, WrongLimit> {
        match (money(self.input_price)?, money(self.output_price)?) {
            (Some(input), Some(output)) => Ok(Some(Prices { input, output })),
            (None, None) => Ok(None),
            _ => Err(WrongLimit::OnePrice),
        }
    }
}

/// Remembers for a run what is remembered for the one before it.
pub fn inherit(before: &str, run_id: &str) {
    if let Some(remembered) = preferences::read(&name_of(before)) {
        preferences::write(&name_of(run_id), &remembered);
    }
}

/// Forgets the limits of a run that is deleted.
pub fn forget(run_id: &str) {
    preferences::forget(&name_of(run_id));
}

fn name_of(run_id: &str) -> String {
    format!("limits-{run_id}")
}

/// What is wrong with a box for a count; tracked.
pub fn count_error(typed: RwSignal<String>) -> Option<WrongLimit> {
    count(typed).err()
}

/// What is wrong with a box for money; tracked.
pub fn money_error(typed: RwSignal<String>) -> Option<WrongLimit> {
    money(typed).err()
}

/// `1,000` and `1 000` are a thousand; an empty box is no limit.
fn count(typed: RwSignal<String>) -> Result<Option<u64>, WrongLimit> {
    typed.with(|typed| {
        let digits: String = typed
            .chars()
            .filter(|c| !c.is_whitespace() && *c != ',')
            .collect();
        if digits.is_empty() {
            return Ok(None);
        }
        let n = digits.parse::<u64>().ok().filter(|n| *n > 0);
        n.map(Some).ok_or(WrongLimit::Count)
    })
}

/// An empty box is no amount.
fn money(typed: RwSignal<String>) -> Result<Option<Money>, WrongLimit> {
    typed.with(|typed| {
        if typed.trim().is_empty() {
            return Ok(None);
        }
        Money::parse(typed).map(Some).ok_or(WrongLimit::Money)
    })
}
