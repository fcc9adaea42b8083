//! Tokens of a request before it is sent, and of a reply that does not tell.
//!
//! No tokenizer fits all models: characters per token are measured on the first replies that
//! report their tokens, and so is how much of the output cap replies use.

use crate::provider::Usage;

/// Characters per token of Filipino before anything is measured.
pub const CHARS_PER_TOKEN: f64 = 3.2;

/// How many characters that first guess counts for.
const PRIOR_CHARS: f64 = 3200.0;

/// Tokens of a reply to a request without a cap, before anything is measured.
const PRIOR_OUTPUT: f64 = 256.0;

/// What one request takes, in tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) prompt: u64,
    pub(super) output: u64,
}

impl Tokens {
    pub(super) fn sum(self) -> u64 {
        self.prompt.saturating_add(self.output)
    }
}

/// What replies have shown so far.
#[derive(Clone, Debug)]
pub(super) struct Estimator {
    n_chars: f64,
    n_prompt_tokens: f64,
    /// Replies that told their output, as parts of the cap, or in tokens where there is none.
    shares: Mean,
    outputs: Mean,
    prompts: Mean,
}

/// A mean with its spread, taken in one by one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    n: f64,
    average: f64,
    squares: f64,
}

impl Mean {
    pub(super) fn take(&mut self, value: f64) {
        self.n += 1.0;
        let off = value - self.average;
        self.average += off / self.n;
        self.squares += off * (value - self.average);
    }

    /// Number of values.
    pub(super) fn n(&self) -> f64 {
        self.n
    }

    /// The mean, once there is a value.
    pub(super) fn mean(&self) -> Option<f64> {
        (self.n > 0.0).then_some(self.average)
    }

    /// Standard deviation of the values.
    pub(super) fn spread(&self) -> f64 {
        if self.n < 2.0 {
            return 0.0;
        }
        (self.squares / (self.n - 1.0)).max(0.0).sqrt()
    }
}

impl Default for Estimator {
    fn default() -> Self {
        Self {
            n_chars: PRIOR_CHARS,
            n_prompt_tokens: PRIOR_CHARS / CHARS_PER_TOKEN,
            shares: Mean::default(),
            outputs: Mean::default(),
            prompts: Mean::default(),
        }
    }
}

impl Estimator {
    /// Takes in what a reply to a prompt of `n_chars` characters under a cap reports, and what it
    /// has taken in all, missing reports estimated.
    pub(super) fn note(&mut self, n_chars: usize, cap: Option<u32>, usage: Usage, taken: Tokens) {
        if let Some(prompt) = usage.prompt_tokens {
            self.prompts.take(float(prompt));
            if n_chars > 0 {
                self.n_chars += float(n_chars as u64);
                self.n_prompt_tokens += float(prompt);
            }
        }
        self.outputs.take(float(taken.output));
        if let Some(cap) = cap.filter(|&cap| cap > 0) {
            let share = float(taken.output) / f64::from(cap);
            self.shares.take(share.min(1.0));
        }
    }

    /// What a request is likely to take: of the output cap as much as replies have used so far,
    /// and twice its spread, so that the sum over many is rarely too low; at first all of it.
    pub(super) fn likely(&self, n_chars: usize, cap: Option<u32>) -> Tokens {
        let output = match cap {
            Some(cap) => {
                let share = self
                    .shares
                    .mean()
                    .map_or(1.0, |mean| (mean + 2.0 * self.shares.spread()).min(1.0));
                share * f64::from(cap)
            }
            None => self
                .outputs
                .mean()
                .map_or(PRIOR_OUTPUT, |mean| mean + 2.0 * self.outputs.spread()),
        };
        Tokens {
            prompt: self.prompt(n_chars),
            output: whole(output),
        }
    }

    /// The most a request may take: all of its cap.
    pub(super) fn at_most(&self, n_chars: usize, cap: Option<u32>) -> Tokens {
        let likely = self.likely(n_chars, cap);
        Tokens {
            prompt: likely.prompt,
            output: cap.map_or(likely.output, u64::from),
        }
    }

    /// What a request takes on average.
    pub(super) fn expected(&self, n_chars: usize, cap: Option<u32>) -> Tokens {
        let output = match cap {
            Some(cap) => self.shares.mean().unwrap_or(1.0) * f64::from(cap),
            None => self.outputs.mean().unwrap_or(PRIOR_OUTPUT),
        };
        Tokens {
            prompt: self.prompt(n_chars),
            output: whole(output),
        }
    }

    /// How many replies told what they took.
    pub(super) fn n_replies(&self) -> f64 {
        self.outputs.n()
    }

    /// Tokens of a reply on average, at least one.
    pub(super) fn mean_output(&self) -> f64 {
        self.outputs.mean().unwrap_or(PRIOR_OUTPUT).max(1.0)
    }

    /// What a request has taken: as reported, else by the characters of prompt and reply.
    pub(super) fn taken(&self, n_chars: usize, n_reply_chars: usize, usage: Usage) -> Tokens {
        Tokens {
            prompt: usage.prompt_tokens.unwrap_or_else(|| self.prompt(n_chars)),
            output: usage
                .output_tokens
                .unwrap_or_else(|| self.of_chars(n_reply_chars)),
        }
    }

    /// Tokens of a prompt; without its length, as many as prompts had so far.
    fn prompt(&self, n_chars: usize) -> u64 {
        if n_chars > 0 {
            self.of_chars(n_chars)
        } else {
            self.prompts.mean().map_or(0, whole)
        }
    }

    fn of_chars(&self, n_chars: usize) -> u64 {
        whole(float(n_chars as u64) * self.n_prompt_tokens / self.n_chars)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn float(n: u64) -> f64 {
    n as f64
}

/// Rounded up; a little too many is the safe side.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates, and no count is negative"
)]
pub(super) fn whole(value: f64) -> u64 {
    value.ceil().max(0.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(prompt: u64, output: u64) -> Usage {
        Usage {
            prompt_tokens: Some(prompt),
            output_tokens: Some(output),
            reasoning_tokens: None,
        }
    }

    #[test]
    fn a_first_request_is_estimated_by_its_characters_and_its_whole_cap() {
        let tokens = Estimator::default().likely(320, Some(64));
        assert_eq!((tokens.prompt, tokens.output), (100, 64));
        let without_cap = Estimator::default().likely(0, None);
        assert_eq!((without_cap.prompt, without_cap.output), (0, 256));
    }

    #[test]
    fn replies_correct_the_estimate() {
        let mut estimator = Estimator::default();
        for _ in 0..100 {
            let taken = estimator.taken(4000, 30, usage(1000, 10));
            estimator.note(4000, Some(100), usage(1000, 10), taken);
        }
        let tokens = estimator.likely(4000, Some(100));
        assert!((1000..1010).contains(&tokens.prompt), "{tokens:?}");
        assert_eq!(tokens.output, 10);
        assert_eq!(estimator.at_most(4000, Some(100)).output, 100);
        assert_eq!(
            estimator.likely(0, None),
            Tokens {
                prompt: 1000,
                output: 10
            }
        );
    }

    #[test]
    fn what_is_reported_counts_and_only_the_rest_is_estimated() {
        let estimator = Estimator::default();
        assert_eq!(estimator.taken(320, 32, usage(7, 3)).sum(), 10);
        assert_eq!(estimator.taken(320, 32, Usage::default()).sum(), 110);
    }
}
