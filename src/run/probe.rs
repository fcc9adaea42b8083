//! One row asked before a run: what its reply tells of the endpoint, and what to send next when a
//! parameter is refused. Sends nothing; what it learns, the run begins with.

use crate::answer::thinking::{Cut, cut_thinking};
use crate::provider::error::ProviderError;
use crate::provider::told::Told;
use crate::provider::{EmptyWhy, Lesson, Outcome, Params, Reply};

/// Characters of a reply that are shown.
const MAX_BEGINNING_CHARS: usize = 80;

/// A row being asked for.
#[derive(Clone, Debug)]
pub struct Probe {
    model: String,
    params: Params,
    /// Whether the run allows for thinking: a higher cap, and only what follows it is read.
    allows_thinking: bool,
    lessons: Vec<Lesson>,
    told: Told,
    text: Option<String>,
}

/// What follows from what came back.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Ask again with [`Probe::params`], which are others now.
    AskAgain,
    /// It answered.
    Found(Vec<Finding>),
    /// It did not.
    Failed(ProviderError),
}

/// Something that the one row told, in the order it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A text came.
    Answered {
        /// From sending to the last byte, of the try that was answered.
        took_millis: u64,
        /// First characters of the text, on one line.
        beginning: String,
    },
    /// What the run would read out of the text.
    Read {
        /// Task of the row.
        task_id: String,
        /// First characters of the answer; `None` where none can be read.
        answer: Option<String>,
    },
    /// A reply came, without a text.
    NoText {
        /// From sending to the last byte.
        took_millis: u64,
        /// Why, if that is known.
        why: EmptyWhy,
    },
    /// The model or a filter declined.
    Declined {
        /// From sending to the last byte.
        took_millis: u64,
    },
    /// The output cap cut the text.
    Cut {
        /// The cap, in tokens.
        cap: Option<u32>,
    },
    /// These were sent and not refused: `max_tokens 32`.
    Sent(Vec<String>),
    /// A parameter was refused; what the run does instead.
    Learnt(Lesson),
    /// It thinks before it answers.
    Thinks {
        /// Where that was seen.
        at: ThinkingAt,
        /// Whether the run allows for it.
        is_allowed: bool,
    },
    /// The reply names another model than was asked.
    OtherModel(String),
    /// It counts tokens; absent means not reported.
    Counts {
        /// Of the prompt.
        prompt: Option<u64>,
        /// Of the reply.
        output: Option<u64>,
    },
    /// It counts none.
    CountsNothing,
    /// Its limits can be read.
    Limits {
        /// Requests a minute, if that is what its limit is.
        requests_per_minute: Option<u64>,
        /// Tokens a minute, if that is what its limit is.
        tokens_per_minute: Option<u64>,
    },
    /// It names none, or the browser may not read them.
    NoLimits,
}

/// Where thinking was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingAt {
    /// Beside the text.
    Apart,
    /// In the text, between marks.
    InText,
    /// In the count of tokens only.
    InCount,
}

/// How a finding should be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// As one would wish.
    Good,
    /// Good to know.
    Info,
    /// To look at before the run.
    Warning,
}

impl Probe {
    /// A row of which nothing was sent yet, with the parameters that the run would send.
    pub fn new(model: &str, params: Params, allows_thinking: bool) -> Self {
        Self {
            model: model.to_owned(),
            params,
            allows_thinking,
            lessons: Vec::new(),
            told: Told::default(),
            text: None,
        }
    }

    /// The text that came, for somebody to read it.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What to send now.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// What was learnt, for the run to begin with.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// What the headers of a reply say about limits.
    pub fn be_told(&mut self, told: Told) {
        if !told.is_empty() {
            self.told = told;
        }
    }

    /// Takes what came back. Each lesson is learnt once, so asking again comes to an end.
    pub fn take(&mut self, result: Result<Reply, ProviderError>, took_millis: u64) -> Next {
        match result {
            Ok(reply) => {
                let findings = self.findings(&reply, took_millis);
                self.text = Some(reply.text).filter(|text| !text.is_empty());
                Next::Found(findings)
            }
            // A filter in front of the model: the endpoint works.
            Err(ProviderError::Refused { .. }) => {
                let declined = Reply::without_text(Outcome::Refused);
                Next::Found(self.findings(&declined, took_millis))
            }
            Err(ProviderError::BadRequest {
                lesson: Some(lesson),
                ..
            }) if self.learn(lesson) => Next::AskAgain,
            Err(error) => Next::Failed(error),
        }
    }

    fn learn(&mut self, lesson: Lesson) -> bool {
        let minding = self.params.clone().minding(lesson);
        let is_known = |lesson: Lesson| self.lessons.contains(&lesson);
        if minding == self.params || is_known(lesson) || lesson.opposite().is_some_and(is_known) {
            return false;
        }
        self.params = minding;
        self.lessons.push(lesson);
        true
    }

    fn findings(&self, reply: &Reply, took_millis: u64) -> Vec<Finding> {
        let mut findings = vec![match reply.outcome {
            Outcome::Refused => Finding::Declined { took_millis },
            Outcome::Empty(why) => Finding::NoText { took_millis, why },
            _ => Finding::Answered {
                took_millis,
                beginning: beginning(&reply.text),
            },
        }];
        if reply.outcome == Outcome::Truncated {
            let cap = self.params.max_tokens;
            findings.push(Finding::Cut { cap });
        }
        if let Some(at) = thinking_at(reply) {
            findings.push(Finding::Thinks {
                at,
                is_allowed: self.allows_thinking,
            });
        }
        let other = reply.model.as_ref().filter(|model| **model != self.model);
        findings.extend(other.cloned().map(Finding::OtherModel));
        let sent = sent(&self.params);
        if !sent.is_empty() {
            findings.push(Finding::Sent(sent));
        }
        findings.extend(self.lessons.iter().map(|&lesson| Finding::Learnt(lesson)));
        let (prompt, output) = (reply.usage.prompt_tokens, reply.usage.output_tokens);
        findings.push(if prompt.is_none() && output.is_none() {
            Finding::CountsNothing
        } else {
            Finding::Counts { prompt, output }
        });
        findings.push(if self.told.is_empty() {
            Finding::NoLimits
        } else {
            Finding::Limits {
                requests_per_minute: self.told.requests.per_minute(),
                tokens_per_minute: self.told.tokens.per_minute(),
            }
        });
        findings
    }
}

impl Finding {
    /// How it should be looked at.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Answered { .. }
            | Self::Read {
                answer: Some(_), ..
            }
            | Self::Sent(_)
            | Self::Counts { .. }
            | Self::Limits { .. }
            | Self::Thinks {
                is_allowed: true, ..
            } => Tone::Good,
            Self::Learnt(_) | Self::OtherModel(_) | Self::CountsNothing | Self::NoLimits => {
                Tone::Info
            }
            Self::Read { answer: None, .. }
            | Self::NoText { .. }
            | Self::Declined { .. }
            | Self::Cut { .. }
            | Self::Thinks {
                is_allowed: false, ..
            } => Tone::Warning,
        }
    }
}

/// The first characters of a reply, on one line.
fn beginning(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.extend(word.chars().take(MAX_BEGINNING_CHARS + 1));
        if line.chars().count() > MAX_BEGINNING_CHARS {
            line = line.chars().take(MAX_BEGINNING_CHARS).collect();
            line.push('…');
            break;
        }
    }
    line
}

fn thinking_at(reply: &Reply) -> Option<ThinkingAt> {
    if reply.reasoning.is_some() {
        Some(ThinkingAt::Apart)
    } else if cut_thinking(&reply.text) != Cut::Nothing {
        Some(ThinkingAt::InText)
    } else {
        let n_tokens = reply.usage.reasoning_tokens.unwrap_or(0);
        (n_tokens > 0).then_some(ThinkingAt::InCount)
    }
}

/// The parameters of a request, each with its value.
fn sent(params: &Params) -> Vec<String> {
    let mut sent = Vec::new();
    if let Some(cap) = params.max_tokens {
        sent.push(format!("{} {cap}", params.cap_name.id()));
    }
    if let Some(temperature) = params.temperature {
        sent.push(format!("temperature {temperature}"));
    }
    if let Some(top_p) = params.top_p {
        sent.push(format!("top_p {top_p}"));
    }
    if let Some(top_k) = params.top_k {
        sent.push(format!("top_k {top_k}"));
    }
    if let Some(seed) = params.seed {
        sent.push(format!("seed {seed}"));
    }
    if !params.stop.is_empty() || params.first_stop.is_some() {
        sent.push("stop".to_owned());
    }
    if let Some(size) = params.context_size {
        sent.push(format!("num_ctx {size}"));
    }
    sent
}

#[cfg(test)]
mod tests;
