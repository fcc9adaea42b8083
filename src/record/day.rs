//! The day of a time, without a calendar of the machine.

/// Year, month and day of a time (Unix milliseconds) in UTC. Counts from the first of March of the
/// year 0, so that the day that comes and goes is the last of a year.
pub fn day_of(unix_millis: u64) -> (u64, u64, u64) {
    const DAY_MILLIS: u64 = 86_400_000;
    /// Days from then to 1970.
    const TO_1970: u64 = 719_468;
    /// Days of 400 years.
    const ERA: u64 = 146_097;
    let days = unix_millis / DAY_MILLIS + TO_1970;
    let (era, in_era) = (days / ERA, days % ERA);
    let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::day_of;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, want) in [
            (0, (1970, 1, 1)),
            (951_782_399, (2000, 2, 28)),
            (951_782_400, (2000, 2, 29)),
            (951_868_800, (2000, 3, 1)),
            (1_735_689_599, (2024, 12, 31)),
            (1_796_040_000, (2026, 11, 30)),
            (4_107_542_400, (2100, 3, 1)),
        ] {
            assert_eq!(day_of(seconds * 1000), want, "{seconds}");
        }
        assert!(day_of(u64::MAX).0 > 1_000_000, "no panic");
    }
}
