//! How long an endpoint asks us to wait: read from headers where a page may see them, else out of
//! the text of the error.
//!
//! Reads no clock: dates are turned into waits with the time the caller gives.

/// Longest wait that is believed, a week: anything longer is a misread number.
const MAX_MILLIS: u64 = 7 * 24 * 3_600_000;

/// The wait that response headers ask for, in milliseconds from `now_millis` (Unix).
///
/// The first kind that is there counts: `retry-after-ms`, `retry-after` (seconds or an HTTP
/// date), then the largest of the `x-ratelimit-reset*` and `anthropic-ratelimit-*-reset` ones.
/// Names are compared without regard to case.
pub fn wait_from_headers(headers: &[(String, String)], now_millis: u64) -> Option<u64> {
    let value = |name: &str| {
        headers
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
    };
    value("retry-after-ms")
        .and_then(|text| decimal_millis(text, 1))
        .or_else(|| value("retry-after").and_then(|text| retry_after(text, now_millis)))
        .or_else(|| {
            let is_reset = |name: &str| {
                let name = name.to_ascii_lowercase();
                name.starts_with("x-ratelimit-reset")
                    || (name.starts_with("anthropic-ratelimit-") && name.ends_with("-reset"))
            };
            headers
                .iter()
                .filter(|(name, _)| is_reset(name))
                .filter_map(|(_, v)| reset_millis(v.trim(), now_millis))
                .max()
        })
        .map(|millis| millis.min(MAX_MILLIS))
}

/// The wait that a message names: `try again in 2.5s`, `retry after 20 seconds`.
pub fn wait_from_text(text: &str) -> Option<u64> {
    const PHRASES: [&str; 6] = [
        "try again in ",
        "retry in ",
        "retry after ",
        "retrying in ",
        "available in ",
        "wait ",
    ];
    let lower = text.to_ascii_lowercase();
    PHRASES.iter().find_map(|phrase| {
        lower.match_indices(phrase).find_map(|(at, _)| {
            let rest = lower.get(at + phrase.len()..)?;
            let rest = ["for ", "about ", "at least "]
                .iter()
                .fold(rest, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
            leading_duration(rest)
        })
    })
}

/// `17s`, `1m30s`, `2m59.56s`, `500ms`, `1 minute 5 seconds`: a duration and nothing else.
/// A bare number is seconds.
pub fn duration_millis(text: &str) -> Option<u64> {
    let text = text.trim().to_ascii_lowercase();
    if text.chars().all(|c| c.is_ascii_digit() || c == '.') {
        return decimal_millis(&text, 1000);
    }
    let (millis, rest) = parse_duration(&text)?;
    rest.trim().is_empty().then_some(millis.min(MAX_MILLIS))
}

fn retry_after(text: &str, now_millis: u64) -> Option<u64> {
    decimal_millis(text, 1000).or_else(|| http_date(text).map(|at| at.saturating_sub(now_millis)))
}

/// The wait that a reset names, in milliseconds from `now_millis` (Unix).
///
/// A reset is a duration, seconds, a Unix time in seconds or milliseconds, or an RFC 3339 date.
pub fn reset_millis(text: &str, now_millis: u64) -> Option<u64> {
    if let Some(date) = rfc3339(text) {
        return Some(date.saturating_sub(now_millis));
    }
    if text.chars().all(|c| c.is_ascii_digit())
        && let Ok(number) = text.parse::<u64>()
    {
        match number {
            1_000_000_000_000.. => return Some(number.saturating_sub(now_millis)),
            1_000_000_000.. => return Some((number * 1000).saturating_sub(now_millis)),
            _ => {}
        }
    }
    duration_millis(text)
}

fn leading_duration(text: &str) -> Option<u64> {
    parse_duration(text).map(|(millis, _)| millis.min(MAX_MILLIS))
}

/// Reads numbers with units as far as they go; a number without a unit ends it, as seconds if it
/// is the first.
fn parse_duration(text: &str) -> Option<(u64, &str)> {
    let mut total: Option<u64> = None;
    let mut rest = text;
    loop {
        let number_on = rest.trim_start();
        let end = number_on
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(number_on.len());
        // A full stop that ends the sentence is no part of the number.
        let number = number_on[..end].trim_end_matches('.');
        if number.is_empty() {
            return total.map(|total| (total, rest));
        }
        let after = &number_on[number.len()..];
        let unit_on = after.trim_start();
        let unit_end = unit_on
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(unit_on.len());
        let scale = match &unit_on[..unit_end] {
            "ms" | "millis" | "millisecond" | "milliseconds" => 1,
            "s" | "sec" | "secs" | "second" | "seconds" => 1000,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000,
            "h" | "hr" | "hrs" | "hour" | "hours" => 3_600_000,
            "d" | "day" | "days" => 86_400_000,
            _ => {
                return match total {
                    Some(total) => Some((total, rest)),
                    None => decimal_millis(number, 1000).map(|millis| (millis, after)),
                };
            }
        };
        let millis = decimal_millis(number, scale)?;
        total = Some(total.unwrap_or(0).saturating_add(millis));
        rest = &unit_on[unit_end..];
    }
}

/// A decimal number of units of `scale` milliseconds, rounded up: waiting a little too long is
/// free, too short costs a request.
fn decimal_millis(text: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().unwrap_or(u64::MAX)
    };
    let shown: String = fraction.chars().take(9).collect();
    let mut denominator: u64 = 1;
    for _ in 0..shown.len() {
        denominator *= 10;
    }
    let part = shown
        .parse::<u64>()
        .unwrap_or(0)
        .saturating_mul(scale)
        .div_ceil(denominator);
    Some(whole.saturating_mul(scale).saturating_add(part))
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` to Unix milliseconds.
fn http_date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let (_, rest) = text.split_once(", ")?;
    let mut parts = rest.split_ascii_whitespace();
    let day = number(parts.next()?)?;
    let month_name = parts.next()?;
    let month = MONTHS.iter().position(|&name| name == month_name)? as u64 + 1;
    let year = number(parts.next()?)?;
    let seconds = clock(parts.next()?)?;
    (parts.next()? == "GMT").then_some(())?;
    unix_millis(year, month, day, seconds)
}

/// `2026-01-02T03:04:05Z`, with or without a fraction or an offset, to Unix milliseconds.
fn rfc3339(text: &str) -> Option<u64> {
    let (date, time) = text.split_once(['T', 't'])?;
    let mut parts = date.split('-');
    let (year, month, day) = (
        number(parts.next()?)?,
        number(parts.next()?)?,
        number(parts.next()?)?,
    );
    let zone_at = time.find(['Z', 'z', '+', '-'])?;
    let (time, zone) = time.split_at(zone_at);
    let seconds = clock(time.split('.').next()?)?;
    let millis = unix_millis(year, month, day, seconds)?;
    let sign = zone.chars().next()?;
    let offset = if matches!(sign, 'Z' | 'z') {
        0
    } else {
        let (hours, minutes) = zone.get(1..)?.split_once(':')?;
        (number(hours)? * 3600 + number(minutes)? * 60) * 1000
    };
    if sign == '-' {
        millis.checked_add(offset)
    } else {
        millis.checked_sub(offset)
    }
}

/// At most four digits, so that nothing below overflows.
fn number(text: &str) -> Option<u64> {
    (text.len() <= 4 && text.chars().all(|c| c.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// `08:49:37` to seconds.
fn clock(text: &str) -> Option<u64> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (
        number(parts.next()?)?,
        number(parts.next()?)?,
        number(parts.next()?)?,
    );
    (hours < 24 && minutes < 60 && seconds <= 60).then_some(hours * 3600 + minutes * 60 + seconds)
}

fn unix_millis(year: u64, month: u64, day: u64, seconds: u64) -> Option<u64> {
    if year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Days since 1970-01-01, with the year begun in March so that the leap day comes last.
    let (shifted_year, shifted_month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let leap_days = shifted_year / 4 - shifted_year / 100 + shifted_year / 400;
    let days = shifted_year * 365 + leap_days + (shifted_month * 153 + 2) / 5 + day - 1;
    Some((days.checked_sub(719_468)? * 86_400 + seconds) * 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 784_111_777_000; // Sun, 06 Nov 1994 08:49:37 GMT

    #[track_caller]
    fn check_headers(headers: &[(&str, &str)], want: Option<u64>) {
        let headers: Vec<(String, String)> = headers
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        assert_eq!(wait_from_headers(&headers, NOW), want, "{headers:?}");
    }

    #[test]
    fn headers_name_the_wait_in_many_ways() {
        check_headers(&[], None);
        check_headers(
            &[("Retry-After", "20"), ("retry-after-ms", "1500")],
            Some(1500),
        );
        check_headers(&[("Retry-After", "20")], Some(20_000));
        check_headers(&[("retry-after", "0.5")], Some(500));
        check_headers(
            &[("retry-after", "Sun, 06 Nov 1994 08:49:47 GMT")],
            Some(10_000),
        );
        check_headers(&[("retry-after", "Sun, 06 Nov 1994 08:49:00 GMT")], Some(0));
        check_headers(&[("retry-after", "soon")], None);
        check_headers(
            &[
                ("x-ratelimit-reset-requests", "500ms"),
                ("x-ratelimit-reset-tokens", "1m30s"),
            ],
            Some(90_000),
        );
        check_headers(&[("x-ratelimit-reset", "12")], Some(12_000));
        check_headers(
            &[("anthropic-ratelimit-tokens-reset", "1994-11-06T08:49:40Z")],
            Some(3000),
        );
        check_headers(
            &[(
                "anthropic-ratelimit-tokens-reset",
                "1994-11-06T16:49:40.5+08:00",
            )],
            Some(3000),
        );
    }

    #[test]
    fn a_reset_may_be_a_point_in_time() {
        let now = 1_767_225_600_000; // 2026-01-01T00:00:00Z
        assert_eq!(rfc3339("2026-01-01T00:00:00Z"), Some(now));
        assert_eq!(rfc3339("2024-02-29T00:00:00Z"), Some(1_709_164_800_000));
        for (text, want) in [
            ("1767225605000", 5000),
            ("1767225605", 5000),
            ("1767225000", 0),
        ] {
            let headers = [("x-ratelimit-reset".to_owned(), text.to_owned())];
            assert_eq!(wait_from_headers(&headers, now), Some(want), "{text}");
        }
    }

    #[test]
    fn messages_name_the_wait_in_words() {
        for (text, want) in [
            (
                "Rate limit reached. Please try again in 2.5s. Visit",
                Some(2500),
            ),
            ("try again in 1m2.345s", Some(62_345)),
            ("Please try again in 250ms.", Some(250)),
            ("Please retry after 20 seconds.", Some(20_000)),
            ("Please wait 3 seconds", Some(3000)),
            ("please wait for 2 minutes and", Some(120_000)),
            ("Try again in 6.", Some(6000)),
            ("try again in a while, or try again in 4s", Some(4000)),
            ("Please try again later", None),
            ("wait", None),
        ] {
            assert_eq!(wait_from_text(text), want, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in ".{0,40}", tail in "[0-9.:TZ+ -]{0,30}") {
            for text in [text, format!("try again in {tail}"), tail] {
                let _ = wait_from_text(&text);
                let _ = duration_millis(&text);
                let headers = ["retry-after-ms", "retry-after", "x-ratelimit-reset"];
                for name in headers {
                    let wait = wait_from_headers(&[(name.to_owned(), text.clone())], NOW);
                    proptest::prop_assert!(wait.unwrap_or(0) <= MAX_MILLIS);
                }
            }
        }
    }
}
