//! Limits that headers tell, until they are believed.

use crate::provider::told::Quota;

/// So often in a row the headers must tell the same limit.
const MIN_TIMES_TOLD: u32 = 3;

/// A limit as headers tell it, before it is believed: a window of some seconds may look like a
/// minute once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hearsay {
    per_minute: Option<u64>,
    n_times: u32,
}

impl Hearsay {
    /// Hears of it once more; gives it when it was the same often enough.
    pub(super) fn hear(&mut self, quota: Quota) -> Option<u64> {
        let per_minute = quota.per_minute();
        if per_minute == self.per_minute {
            self.n_times = self.n_times.saturating_add(1);
        } else {
            self.n_times = 1;
            self.per_minute = per_minute;
        }
        per_minute.filter(|_| self.n_times >= MIN_TIMES_TOLD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_believed_when_it_is_told_three_times_in_a_row() {
        let mut hearsay = Hearsay::default();
        let mut hear = |left, reset| {
            hearsay.hear(Quota {
                limit: Some(5),
                left: Some(left),
                reset_millis: Some(reset),
            })
        };
        // Five in fifteen seconds look like five in a minute, once.
        for (left, reset) in [(4, 12_000), (3, 11_900), (2, 11_800), (4, 12_000)] {
            assert_eq!(hear(left, reset), None);
        }
        assert_eq!(hear(3, 24_000), None);
        assert_eq!(hear(2, 36_000), Some(5));
    }
}
