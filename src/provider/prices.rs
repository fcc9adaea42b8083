//! What tokens cost: amounts of money, and prices as typed or as an endpoint lists them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Tokens that a price is for.
const PER_TOKENS: u128 = 1_000_000;

/// Millionths of a currency for a million tokens, in a currency for one token.
const PER_TOKEN: f64 = 1e12;

/// Millionths in one of a currency.
const MILLIONTHS: f64 = 1e6;

/// Highest price of one token that is believed: a thousand for a million.
const DEAREST_TOKEN: f64 = 1e-3;

/// Lowest price of a million tokens that is believed, but for none at all.
const CHEAPEST_MILLION: f64 = 2e-3;

/// Highest price of a million tokens that is believed.
const DEAREST_MILLION: f64 = 1e4;

/// An amount of money in millionths of whatever currency the user's prices are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Money(pub u64);

/// What a provider asks for a million tokens, as typed by the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prices {
    /// For a million tokens of prompts.
    pub input: Money,
    /// For a million tokens of replies, thinking included.
    pub output: Money,
}

impl Money {
    /// Reads `2.5`, `.00015` or `1,000.50`; exact to the millionth. `None` for anything that is no
    /// such number, or has more decimals. A comma is for thousands only: `0,15` is not 15.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
        let decimals = decimals.trim_end_matches('0');
        let whole = without_commas(whole)?;
        let is_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
        let has_digits = text.contains(|c: char| c.is_ascii_digit());
        if !has_digits || !is_digits(&whole) || !is_digits(decimals) || decimals.len() > 6 {
            return None;
        }
        let whole: u64 = if whole.is_empty() {
            0
        } else {
            whole.parse().ok()?
        };
        let millionths: u64 = format!("{decimals:0<6}").parse().ok()?;
        Some(Self(whole.checked_mul(1_000_000)?.checked_add(millionths)?))
    }
}

/// `1,000` to `1000`; `None` where commas stand elsewhere.
fn without_commas(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next()?;
    let mut whole = first.to_owned();
    for group in groups {
        if group.len() != 3 || first.is_empty() || first.len() > 3 || first == "0" {
            return None;
        }
        whole.push_str(group);
    }
    Some(whole)
}

impl std::fmt::Display for Money {
    /// `2.50`, `0.00015`: at least two decimals, at most six.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let decimals = format!("{:06}", self.0 % 1_000_000);
        let shown = decimals.trim_end_matches('0').len().max(2);
        write!(f, "{}.{}", self.0 / 1_000_000, &decimals[..shown])
    }
}

impl Prices {
    /// What so many tokens cost, rounded up to the millionth.
    pub fn cost(&self, prompt_tokens: u64, output_tokens: u64) -> Money {
        let of = |tokens: u64, price: Money| u128::from(tokens) * u128::from(price.0);
        let sum = of(prompt_tokens, self.input).saturating_add(of(output_tokens, self.output));
        Money(u64::try_from(sum.div_ceil(PER_TOKENS)).unwrap_or(u64::MAX))
    }
}

impl Prices {
    /// What a list of models says that a model costs; `None` where it says nothing that can be
    /// read, or nothing that can be a price. Of several providers behind one name the dearest counts
    /// that is not said to be down.
    ///
    /// The names are those of `OpenRouter` (`prompt`, `completion`) or of Together and the router of
    /// Hugging Face (`input`, `output`). Whether a price is for one token or for a million no list says,
    /// and lists differ under the same names; the two lie so far apart that the number itself tells.
    pub fn listed(model: &Value) -> Option<Self> {
        let own = model.get("pricing").and_then(Self::of_pricing);
        let providers = model.get("providers").and_then(Value::as_array);
        let is_up = |one: &&Value| {
            let status = one.get("status").and_then(Value::as_str);
            status.is_none_or(|status| status == "live")
        };
        let of_providers = providers.into_iter().flatten().filter(is_up);
        let of_providers = of_providers.filter_map(|one| Self::of_pricing(one.get("pricing")?));
        own.or_else(|| of_providers.reduce(Self::dearest))
    }

    fn of_pricing(pricing: &Value) -> Option<Self> {
        let both = |input: &str, output: &str| {
            Some([number(pricing.get(input)?)?, number(pricing.get(output)?)?])
        };
        let both = both("prompt", "completion").or_else(|| both("input", "output"))?;
        let is_between = |low: f64, high: f64| {
            let mut paid = both.iter().filter(|&&price| price != 0.0);
            paid.all(|price| (low..=high).contains(price))
        };
        let factor = if is_between(0.0, DEAREST_TOKEN) {
            PER_TOKEN
        } else if is_between(CHEAPEST_MILLION, DEAREST_MILLION) {
            MILLIONTHS
        } else {
            return None;
        };
        let [input, output] = both.map(|price| money(price * factor));
        Some(Self { input, output })
    }

    fn dearest(self, other: Self) -> Self {
        Self {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
        }
    }
}

/// A number or a text of one. A price below nothing stands for "it depends".
fn number(value: &Value) -> Option<f64> {
    let price: f64 = match value {
        Value::String(text) => text.trim().parse().ok()?,
        other => other.as_f64()?,
    };
    (price >= 0.0 && price.is_finite()).then_some(price)
}

/// So many millionths.
fn money(millionths: f64) -> Money {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 to 10^10 for prices within their bounds"
    )]
    Money(millionths.round() as u64)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn money_is_read_and_written_exactly() {
        let read = |text| Money::parse(text).map(|money| money.0);
        assert_eq!(read("2.5"), Some(2_500_000));
        assert_eq!(read(" 1,000.50 "), Some(1_000_500_000));
        assert_eq!(read(".00015"), Some(150));
        assert_eq!(read("3"), Some(3_000_000));
        assert_eq!(read("0.1000000000"), Some(100_000));
        for text in [
            "",
            ".",
            "-1",
            "1e3",
            "₱5",
            "0.0000001",
            "99999999999999999999",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let written = |n| Money(n).to_string();
        assert_eq!(written(2_500_000), "2.50");
        assert_eq!(written(150), "0.00015");
        assert_eq!(written(0), "0.00");
    }

    #[test]
    fn costs_are_rounded_up_and_do_not_overflow() {
        let prices = Prices {
            input: Money(150_000),
            output: Money(600_000),
        };
        assert_eq!(prices.cost(1_000_000, 1_000_000), Money(750_000));
        assert_eq!(prices.cost(1, 0), Money(1));
        let _ = Prices {
            input: Money(u64::MAX),
            output: Money(u64::MAX),
        }
        .cost(u64::MAX, u64::MAX);
    }

    #[test]
    fn prices_are_read_as_each_list_writes_them() {
        let of = |input, output| {
            Some(Prices {
                input: Money(input),
                output: Money(output),
            })
        };
        for (model, want) in [
            (
                json!({"pricing": {"prompt": "0.00000015", "completion": "0.0000006"}}),
                of(150_000, 600_000),
            ),
            (
                json!({"pricing": {"input": 0.18, "output": 0.2, "base": 0}}),
                of(180_000, 200_000),
            ),
            (
                json!({"pricing": {"prompt": "0", "completion": "0"}}),
                of(0, 0),
            ),
            (
                json!({"providers": [
                    {"pricing": {"input": 0.1, "output": 0.6}},
                    {"status": "live"},
                    {"pricing": {"input": 0.3, "output": 0.2}},
                ]}),
                of(300_000, 600_000),
            ),
            (
                json!({"pricing": {"prompt": "-1", "completion": "-1"}}),
                None,
            ),
            (
                json!({"pricing": {"prompt": "libre", "completion": null}}),
                None,
            ),
            (json!({"pricing": {"input": 1e300, "output": 1}}), None),
            (json!({"pricing": {"input": 1}}), None),
            (json!({"id": "modelo"}), None),
            (json!("modelo"), None),
        ] {
            assert_eq!(Prices::listed(&model), want, "{model}");
        }
    }
}
