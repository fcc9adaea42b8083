//! How long a run has heard nothing: no reply and no refusal, of any request.

use crate::run::RunState;
use crate::run::progress::Progress;

/// From then on the page says so.
const NOTED_AFTER_MILLIS: u64 = 60_000;

/// What was heard of a run last, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Silence {
    /// Rows done, requests out, rows waiting for another try: a reply or a refusal changes one.
    heard: (usize, usize, usize),
    /// Running time of the run then.
    at_millis: u64,
}

impl Silence {
    /// How long nothing has come back, in running time, when that is long enough to say so. A run
    /// that rests, or waits because the endpoint asked for it, is not silent.
    pub fn after(&mut self, progress: &Progress) -> Option<u64> {
        let heard = (
            progress.total.n_done(),
            progress.n_in_flight,
            progress.n_retrying,
        );
        if heard != self.heard || progress.state != RunState::Running {
            *self = Self {
                heard,
                at_millis: progress.elapsed_millis,
            };
        }
        let silent = progress.elapsed_millis.saturating_sub(self.at_millis);
        (progress.n_in_flight > 0 && silent >= NOTED_AFTER_MILLIS).then_some(silent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::progress::OutcomeCounts;

    /// A run of 10 rows with this many answered, in flight and waiting, after so many seconds.
    fn at(seconds: u64, n_answered: usize, n_in_flight: usize, n_retrying: usize) -> Progress {
        Progress {
            state: RunState::Running,
            tasks: Vec::new(),
            total: OutcomeCounts {
                n_rows: 10,
                n_answered,
                n_not_asked: 10 - n_answered,
                ..OutcomeCounts::default()
            },
            n_reused: 0,
            n_in_flight,
            n_retrying,
            n_unsaved: 0,
            n_left: 10 - n_answered,
            concurrency: 2,
            per_minute: None,
            taken: crate::run::budget::Taken::default(),
            cost: None,
            projection: None,
            elapsed_millis: seconds * 1000,
            eta_millis: None,
            eta_range: None,
        }
    }

    #[track_caller]
    fn check(moments: &[(Progress, Option<u64>)]) {
        let mut silence = Silence::default();
        for (progress, want) in moments {
            let seconds = silence.after(progress).map(|millis| millis / 1000);
            assert_eq!(seconds, *want, "{progress:?}");
        }
    }

    #[test]
    fn a_minute_without_any_sign_is_noted_and_a_reply_ends_it() {
        check(&[
            (at(0, 0, 2, 0), None),
            (at(59, 0, 2, 0), None),
            (at(65, 0, 2, 0), Some(65)),
            (at(70, 1, 2, 0), None),
            (at(129, 1, 2, 0), None),
            (at(130, 1, 2, 0), Some(60)),
        ]);
    }

    #[test]
    fn a_refused_try_is_a_sign_and_nothing_out_is_no_silence() {
        check(&[
            (at(0, 0, 2, 0), None),
            (at(61, 0, 1, 1), None),
            (at(100, 0, 2, 0), None),
            (at(150, 0, 0, 2), None),
            (at(300, 0, 0, 2), None),
        ]);
    }

    #[test]
    fn a_wait_that_the_endpoint_asked_for_is_no_silence() {
        let waiting = Progress {
            state: RunState::Waiting {
                until_millis: 90_000,
            },
            ..at(80, 3, 1, 0)
        };
        check(&[
            (at(0, 3, 1, 0), None),
            (waiting, None),
            (at(139, 3, 1, 0), None),
            (at(140, 3, 1, 0), Some(60)),
        ]);
    }
}
