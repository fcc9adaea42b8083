//! What the rows that are left will take, with a range.
//!
//! The method, which the page tells in short. Every task stands by itself, since the replies of
//! one tell little of another's. A task with [`MIN_REPLIES`] replies goes on as they were: their
//! mean for every row left, give or take what a mean of so few and the rest may be off by in 19 of
//! 20 cases (Student's t). Long replies are rare and come late. So the upper end takes one more
//! reply for seen, of the whole cap, and the whole cap for every request that is out; the lower end
//! takes one more reply of nothing for seen. A task with fewer replies, or fewer than are out, may
//! take anything from no output to all of its cap. The ends of all tasks are summed up. Tries that
//! fail are not foreseen.

use std::collections::BTreeMap;

use crate::run::estimate::{Mean, Tokens, float, whole};

/// Replies of a task before they tell of the others.
const MIN_REPLIES: f64 = 5.0;

/// Prompts of a task without replies may be off by so much of what the others' tell: texts in
/// English take fewer tokens than texts in Filipino, by the character.
const PROMPT_OFF: f64 = 0.4;

/// Without a cap, the long reply that is taken for seen is so many times the mean.
const LONG: f64 = 10.0;

/// What the replies of a task took.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Tokens of a prompt, by the character.
    prompts: Mean,
    outputs: Mean,
}

/// The rows of a task that are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) n_rows: u64,
    /// Those of them that are out.
    pub(super) n_out: u64,
    /// Characters of all their prompts; one for each prompt whose length is not known.
    pub(super) n_chars: u64,
    pub(super) cap: Option<u32>,
    /// What they take by what all tasks took.
    pub(super) expected: Tokens,
}

/// What all rows that are left take.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    pub(super) low: Tokens,
    pub(super) likely: Tokens,
    pub(super) high: Tokens,
}

/// A number with its range.
struct Ends {
    low: f64,
    likely: f64,
    high: f64,
}

/// What was seen, by task id.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    tasks: BTreeMap<String, Seen>,
}

impl Forecast {
    pub(super) fn note(&mut self, task_id: &str, n_chars: usize, taken: Tokens) {
        if !self.tasks.contains_key(task_id) {
            self.tasks.insert(task_id.to_owned(), Seen::default());
        }
        if let Some(seen) = self.tasks.get_mut(task_id) {
            let by = float(n_chars.max(1) as u64);
            seen.prompts.take(float(taken.prompt) / by);
            seen.outputs.take(float(taken.output));
        }
    }

    /// `None` where a task has no cap and too few replies: it may take anything.
    pub(super) fn rest<'a>(&self, left: impl IntoIterator<Item = (&'a str, Left)>) -> Option<Rest> {
        let mut rest = Rest::default();
        for (task_id, left) in left {
            let seen = self.tasks.get(task_id).filter(|seen| seen.is_enough(&left));
            let (prompt, output) = match seen {
                Some(seen) => (seen.prompt(&left), seen.output(&left)),
                None => unseen(&left)?,
            };
            for (sum, prompt, output) in [
                (&mut rest.low, prompt.low, output.low),
                (&mut rest.likely, prompt.likely, output.likely),
                (&mut rest.high, prompt.high, output.high),
            ] {
                sum.prompt = sum.prompt.saturating_add(whole(prompt));
                sum.output = sum.output.saturating_add(whole(output));
            }
        }
        Some(rest)
    }
}

/// A task without replies.
fn unseen(left: &Left) -> Option<(Ends, Ends)> {
    let most = float(left.n_rows) * f64::from(left.cap?);
    let prompt = float(left.expected.prompt);
    Some((
        Ends {
            low: prompt * (1.0 - PROMPT_OFF),
            likely: prompt,
            high: prompt * (1.0 + PROMPT_OFF),
        },
        Ends {
            low: 0.0,
            likely: float(left.expected.output).min(most),
            high: most,
        },
    ))
}

impl Seen {
    /// The first replies to come are the shortest of those that were out.
    fn is_enough(&self, left: &Left) -> bool {
        self.outputs.n() >= MIN_REPLIES.max(float(left.n_out))
    }

    fn prompt(&self, left: &Left) -> Ends {
        let n_chars = float(left.n_chars);
        let likely = n_chars * self.prompts.mean().unwrap_or_default();
        let off = n_chars * off(&self.prompts, left.n_rows);
        Ends {
            low: (likely - off).max(0.0),
            likely,
            high: likely + off,
        }
    }

    fn output(&self, left: &Left) -> Ends {
        let (n, n_rows) = (self.outputs.n(), float(left.n_rows));
        let mean = self.outputs.mean().unwrap_or_default();
        let long = left.cap.map_or(mean * LONG, f64::from);
        let off = n_rows * off(&self.outputs, left.n_rows);
        let low = n_rows * mean * n / (n + 1.0) - off;
        let n_out = float(left.n_out.min(left.n_rows));
        let high = (n_rows - n_out) * (mean * n + long) / (n + 1.0) + n_out * long + off;
        Ends {
            low: low.max(0.0),
            likely: n_rows * mean,
            high: high.min((n_rows * long).max(n_rows * mean)),
        }
    }
}

/// How far the mean of so many more may be off from what is expected, in 19 of 20 cases.
fn off(seen: &Mean, n_more: u64) -> f64 {
    let n = seen.n();
    // Student's t for 95 %, within half a hundredth from four degrees of freedom on.
    let freedom = n - 1.0;
    let times = 1.96 + 2.4 / freedom + 3.4 / (freedom * freedom);
    times * seen.spread() * (1.0 / n + 1.0 / float(n_more.max(1))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(n_rows: u64) -> Left {
        Left {
            n_rows,
            n_out: 0,
            n_chars: n_rows * 100,
            cap: Some(500),
            expected: Tokens {
                prompt: n_rows * 30,
                output: n_rows * 10,
            },
        }
    }

    #[test]
    fn a_task_without_replies_may_take_all_of_its_cap_or_nothing() {
        let rest = Forecast::default()
            .rest([("AS", left(100))])
            .expect("a cap");
        assert_eq!((rest.low.output, rest.high.output), (0, 50_000));
        assert_eq!((rest.low.prompt, rest.high.prompt), (1_800, 4_200));
        let without_cap = Left {
            cap: None,
            ..left(100)
        };
        assert!(Forecast::default().rest([("AS", without_cap)]).is_none());
    }

    #[test]
    fn the_range_narrows_with_the_replies_and_one_task_tells_nothing_of_another() {
        let mut forecast = Forecast::default();
        let mut width = u64::MAX / 4;
        for n in 1..=400_u64 {
            let taken = Tokens {
                prompt: 30,
                output: 20 + n % 7,
            };
            forecast.note("AS", 100, taken);
            if [5, 20, 80, 400].contains(&n) {
                let rest = forecast.rest([("AS", left(100))]).expect("a cap");
                let likely = rest.likely.output;
                assert!(rest.low.output < likely && likely < rest.high.output);
                assert!((2_200..2_400).contains(&likely), "{likely}");
                let now = rest.high.output - rest.low.output;
                println!("{n} replies: {} to {}", rest.low.output, rest.high.output);
                assert!(now * 3 < width * 2, "{n}: {now} {width}");
                width = now;
            }
        }
        let out = |n_out| Left { n_out, ..left(100) };
        let high = |n_out| {
            forecast
                .rest([("AS", out(n_out))])
                .expect("a cap")
                .high
                .output
        };
        assert!(
            high(10) > high(0) + 10 * 400,
            "ten that are out may be long"
        );
        let other = forecast.rest([("PI", left(100))]).expect("a cap");
        assert_eq!((other.low.output, other.high.output), (0, 50_000));
    }
}
