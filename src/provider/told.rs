//! What a server says about its limits in the headers of any reply, where a page may read them.

use crate::provider::wait::reset_millis;

/// A limit that refills all the time names a time to be full again; from how far off the limit
/// per minute it may be, in parts of a hundred.
const TOLERANCE: u64 = 25;

/// A reset this far away, but not more than a minute, is the end of a window of a minute.
const WINDOW_MILLIS: std::ops::RangeInclusive<u64> = 20_000..=60_000;

/// One limit: of requests, or of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quota {
    /// How many are allowed in all, in a time that the server does not name.
    pub limit: Option<u64>,
    /// How many are left.
    pub left: Option<u64>,
    /// When all are there again, in milliseconds from now.
    pub reset_millis: Option<u64>,
}

/// The limits that a reply names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Of requests.
    pub requests: Quota,
    /// Of tokens, prompts and replies together.
    pub tokens: Quota,
}

impl Told {
    /// Reads the headers of a reply; names are compared without regard to case. `now_millis`
    /// (Unix) serves resets given as dates.
    pub fn from_headers(headers: &[(String, String)], now_millis: u64) -> Self {
        // Most servers name none, or hide them from pages; this is asked for every reply.
        let is_about_limits = |name: &str| name.to_ascii_lowercase().contains("ratelimit");
        if !headers.iter().any(|(name, _)| is_about_limits(name)) {
            return Self::default();
        }
        let value = |names: &[String]| {
            names.iter().find_map(|name| {
                headers
                    .iter()
                    .find(|(key, _)| key.eq_ignore_ascii_case(name))
                    .map(|(_, value)| value.trim())
            })
        };
        let quota = |names: fn(&str) -> Vec<String>| Quota {
            limit: value(&names("limit")).and_then(whole),
            left: value(&names("remaining")).and_then(whole),
            reset_millis: value(&names("reset")).and_then(|text| reset_millis(text, now_millis)),
        };
        Self {
            requests: quota(|what| {
                vec![
                    format!("x-ratelimit-{what}-requests"),
                    format!("anthropic-ratelimit-requests-{what}"),
                    format!("x-ratelimit-{what}"),
                    format!("ratelimit-{what}"),
                ]
            }),
            tokens: quota(|what| {
                vec![
                    format!("x-ratelimit-{what}-tokens"),
                    format!("anthropic-ratelimit-tokens-{what}"),
                ]
            }),
        }
    }

    /// Whether the headers said nothing of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Quota {
    /// The limit, if it is one per minute as far as can be seen: what was used refills in the time
    /// that a limit per minute needs, or a window of a minute ends. Limits per day look otherwise.
    pub fn per_minute(&self) -> Option<u64> {
        let (limit, left, reset) = (self.limit?, self.left?, self.reset_millis?);
        let used = limit.checked_sub(left)?;
        let refilled = used.saturating_mul(60_000).checked_div(reset).unwrap_or(0);
        let is_near =
            refilled.abs_diff(limit).saturating_mul(100) <= limit.saturating_mul(TOLERANCE);
        (limit > 0 && (is_near || WINDOW_MILLIS.contains(&reset))).then_some(limit)
    }

    /// How long nothing is left, in milliseconds; `None` while something is.
    pub fn used_up_for(&self) -> Option<u64> {
        self.reset_millis.filter(|_| self.left == Some(0))
    }
}

fn whole(text: &str) -> Option<u64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(headers: &[(&str, &str)], requests: Option<u64>, tokens: Option<u64>) {
        let headers: Vec<(String, String)> = headers
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let told = Told::from_headers(&headers, 0);
        assert_eq!(told.requests.per_minute(), requests, "{headers:?}");
        assert_eq!(told.tokens.per_minute(), tokens, "{headers:?}");
    }

    #[test]
    fn limits_per_minute_are_told_from_others_by_how_they_refill() {
        check(
            &[
                ("x-ratelimit-limit-requests", "60"),
                ("X-RateLimit-Remaining-Requests", "59"),
                ("x-ratelimit-reset-requests", "1s"),
                ("x-ratelimit-limit-tokens", "150000"),
                ("x-ratelimit-remaining-tokens", "149984"),
                ("x-ratelimit-reset-tokens", "6ms"),
            ],
            Some(60),
            Some(150_000),
        );
        // A window that ends in half a minute.
        check(
            &[
                ("anthropic-ratelimit-requests-limit", "50"),
                ("anthropic-ratelimit-requests-remaining", "49"),
                ("anthropic-ratelimit-requests-reset", "1970-01-01T00:00:30Z"),
            ],
            Some(50),
            None,
        );
        // 14,400 a day.
        check(
            &[
                ("x-ratelimit-limit-requests", "14400"),
                ("x-ratelimit-remaining-requests", "14370"),
                ("x-ratelimit-reset-requests", "2m59.56s"),
            ],
            None,
            None,
        );
        // Five a second.
        check(
            &[
                ("ratelimit-limit", "5"),
                ("ratelimit-remaining", "4"),
                ("ratelimit-reset", "1"),
            ],
            None,
            None,
        );
        check(&[("x-ratelimit-limit-requests", "sixty")], None, None);
        check(&[], None, None);
    }

    #[test]
    fn nothing_left_names_the_time_until_there_is() {
        let quota = Quota {
            limit: Some(3),
            left: Some(0),
            reset_millis: Some(900),
        };
        assert_eq!(quota.used_up_for(), Some(900));
        assert_eq!(
            Quota {
                left: Some(1),
                ..quota
            }
            .used_up_for(),
            None
        );
    }
}
