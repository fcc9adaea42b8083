//! Numbers, sizes and times as people read them. Both languages write them alike: `3,800`, `61.05`.

use crate::report::names;

/// An integer with a comma every three digits: `3,800`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// [`grouped`] for a count.
pub fn count(n: usize) -> String {
    grouped(n as u64)
}

/// A count with its noun: `1 row`, `3,800 rows`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// A score on the scale 0 to 100, with two decimals: `61.05`. A tiny negative shows no sign.
pub fn score(value: f64) -> String {
    names::score(value)
}

/// A difference of two scores, always with its sign: `+1.20`, `−0.35`, `0.00`.
pub fn difference(value: f64) -> String {
    let text = score(value.abs());
    if text == "0.00" {
        text
    } else if value < 0.0 {
        format!("−{text}")
    } else {
        format!("+{text}")
    }
}

/// A probability of chance, with three decimals: `0.041`, `<0.001`.
pub fn p_value(p: f64) -> String {
    if p < 0.001 {
        "<0.001".to_owned()
    } else {
        format!("{p:.3}")
    }
}

/// A ratio in `0.0..=1.0` as a whole percentage: `43 %`.
pub fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}

/// A size in bytes: `812 B`, `34 KB`, `1.4 MB` (powers of 1000).
pub fn bytes(n: u64) -> String {
    match n {
        0..1_000 => format!("{n} B"),
        1_000..1_000_000 => format!("{:.0} KB", n as f64 / 1e3),
        _ => format!("{:.1} MB", n as f64 / 1e6),
    }
}

/// A time span: `12 s`, `3 min 05 s`, `2 h 10 min`.
pub fn duration(millis: u64) -> String {
    let seconds = millis.div_ceil(1000);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_grouped_by_three() {
        for (n, want) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (3800, "3,800"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(n), want);
        }
    }

    #[test]
    fn scores_have_two_decimals_and_no_negative_zero() {
        for (value, want) in [
            (61.048, "61.05"),
            (0.0, "0.00"),
            (-1e-9, "0.00"),
            (100.0, "100.00"),
        ] {
            assert_eq!(score(value), want);
        }
    }

    #[test]
    fn differences_show_their_sign() {
        for (value, want) in [
            (1.2, "+1.20"),
            (-0.35, "−0.35"),
            (0.001, "0.00"),
            (-0.001, "0.00"),
        ] {
            assert_eq!(difference(value), want);
        }
    }

    #[test]
    fn a_p_never_reads_as_zero() {
        for (p, want) in [
            (0.0001, "<0.001"),
            (0.001, "0.001"),
            (0.0496, "0.050"),
            (1.0, "1.000"),
        ] {
            assert_eq!(p_value(p), want);
        }
    }

    #[test]
    fn sizes_and_times_read_well() {
        assert_eq!(bytes(812), "812 B");
        assert_eq!(bytes(349_854), "350 KB");
        assert_eq!(bytes(1_400_000), "1.4 MB");
        assert_eq!(duration(11_400), "12 s");
        assert_eq!(duration(185_000), "3 min 05 s");
        assert_eq!(duration(7_800_000), "2 h 10 min");
        assert_eq!(counted(1, "row", "rows"), "1 row");
        assert_eq!(counted(3800, "row", "rows"), "3,800 rows");
    }
}
