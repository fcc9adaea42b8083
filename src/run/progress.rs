//! How far a run has come, for people.

use std::collections::{BTreeMap, VecDeque};

use crate::provider::Outcome;
use crate::run::budget::{self, Money, Projection, Taken};
use crate::run::estimate::{Tokens, float, whole};
use crate::run::forecast::{Left, Rest};
use crate::run::{Phase, Run, RunState};

/// Rows whose times make the estimate.
const WINDOW_ROWS: usize = 100;

/// Fewer rows than this tell nothing about the rest.
const MIN_ROWS: usize = 3;

/// How rows stand, as stored; a row counts only once it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeCounts {
    /// All rows.
    pub n_rows: usize,
    /// Text, and the model stopped by itself.
    pub n_answered: usize,
    /// Text, cut by the output cap.
    pub n_truncated: usize,
    /// Success without text.
    pub n_empty: usize,
    /// Declined.
    pub n_refused: usize,
    /// No reply after all tries.
    pub n_failed: usize,
    /// Everything else.
    pub n_not_asked: usize,
}

impl OutcomeCounts {
    /// Rows that came to an end without text, and may be asked again.
    pub fn n_without_text(&self) -> usize {
        self.n_empty + self.n_refused + self.n_failed
    }
}

/// How a task's rows stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskProgress {
    /// Task id.
    pub task_id: String,
    /// Its rows.
    pub counts: OutcomeCounts,
}

impl TaskProgress {
    /// Whether all of its rows have an outcome.
    pub fn is_complete(&self) -> bool {
        self.counts.n_not_asked == 0
    }
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub state: RunState,
    /// Task by task, in the order of the plan.
    pub tasks: Vec<TaskProgress>,
    /// All tasks together.
    pub total: OutcomeCounts,
    /// Rows whose replies were stored already, by other runs.
    pub n_reused: usize,
    /// Requests that are out.
    pub n_in_flight: usize,
    /// Rows that wait for their next try.
    pub n_retrying: usize,
    /// Results that could not be stored.
    pub n_unsaved: usize,
    /// Rows that are not stored yet, or asked again.
    pub n_left: usize,
    /// Most requests at once, as it stands now.
    pub concurrency: u32,
    /// Most requests per minute, where the user, the server's headers or its refusals set a limit.
    pub per_minute: Option<u32>,
    /// What the run has taken, earlier sittings included.
    pub taken: Taken,
    /// What that costs, where prices are known.
    pub cost: Option<Money>,
    /// What the whole run will have taken; `None` while too few replies are there.
    pub projection: Option<Projection>,
    /// Time spent running, pauses and stops left out.
    pub elapsed_millis: u64,
    /// Time left at the recent speed; `None` when the run rests or too little is known.
    pub eta_millis: Option<u64>,
    /// The least and the most it may be; `None` where the replies to come may have any length.
    pub eta_range: Option<(u64, u64)>,
}

impl OutcomeCounts {
    /// Rows with an outcome.
    pub fn n_done(&self) -> usize {
        self.n_rows - self.n_not_asked
    }

    fn add(&mut self, outcome: Option<&Outcome>) {
        self.n_rows += 1;
        match outcome {
            Some(Outcome::Answered) => self.n_answered += 1,
            Some(Outcome::Truncated) => self.n_truncated += 1,
            Some(Outcome::Empty(_)) => self.n_empty += 1,
            Some(Outcome::Refused) => self.n_refused += 1,
            Some(Outcome::Failed { .. }) => self.n_failed += 1,
            Some(Outcome::NotAsked) | None => self.n_not_asked += 1,
        }
    }
}

impl Run {
    /// How far the run has come at this time (Unix milliseconds).
    pub fn progress(&self, now_millis: u64) -> Progress {
        let mut tasks: Vec<TaskProgress> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut total = OutcomeCounts::default();
        let mut n_reused = 0;
        for row in self.rows.iter() {
            let place = *places.entry(&row.key.task_id).or_insert_with(|| {
                let counts = OutcomeCounts::default();
                tasks.push(TaskProgress {
                    task_id: row.key.task_id.clone(),
                    counts,
                });
                tasks.len() - 1
            });
            if let Some(task) = tasks.get_mut(place) {
                task.counts.add(row.outcome.as_ref());
            }
            total.add(row.outcome.as_ref());
            n_reused += usize::from(row.is_reused());
        }
        let n_left = self.rows.n_left();
        let rest = self.rest();
        let hold_millis = self.pace.hold_until().saturating_sub(now_millis);
        let is_running = self.phase == Phase::Running;
        let eta = self
            .speed
            .time_for(n_left, now_millis)
            .filter(|_| is_running);
        Progress {
            state: self.state(now_millis),
            tasks,
            total,
            n_reused,
            n_in_flight: self.rows.n_asked(),
            n_retrying: self.rows.n_waiting(),
            n_unsaved: self.rows.n_unsaved(),
            n_left,
            concurrency: self.pace.allowed(),
            per_minute: self.pace.per_minute(),
            taken: self.ledger.taken,
            cost: self.prices.map(|prices| {
                prices.cost(
                    self.ledger.taken.prompt_tokens,
                    self.ledger.taken.output_tokens,
                )
            }),
            projection: rest.and_then(|rest| self.projection(&rest)),
            elapsed_millis: self.speed.elapsed(now_millis),
            eta_millis: eta.map(|eta| eta.saturating_add(hold_millis)),
            eta_range: eta.zip(rest).map(|(eta, rest)| {
                let (least, most) = self.eta_factors(&rest, n_left);
                let of_eta = |factor: f64| whole(float(eta) * factor).saturating_add(hold_millis);
                (of_eta(least), of_eta(most))
            }),
        }
    }
}

impl Run {
    /// What the rows that are left will take.
    fn rest(&self) -> Option<Rest> {
        let mut tasks: BTreeMap<&str, Left> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| !row.has_result()) {
            let params = self.params.get(&row.key.task_id);
            let cap = params.and_then(|params| params.max_tokens);
            let expected = self.estimator.expected(row.n_chars, cap);
            let left = tasks.entry(&row.key.task_id).or_insert(Left {
                n_rows: 0,
                n_out: 0,
                n_chars: 0,
                cap,
                expected: Tokens::default(),
            });
            left.n_rows += 1;
            left.n_out += u64::from(row.is_out());
            left.n_chars += row.n_chars.max(1) as u64;
            left.expected.prompt = left.expected.prompt.saturating_add(expected.prompt);
            left.expected.output = left.expected.output.saturating_add(expected.output);
        }
        self.forecast.rest(tasks)
    }

    /// What the whole run will have taken, once enough replies are there.
    fn projection(&self, rest: &Rest) -> Option<Projection> {
        let is_enough = self.estimator.n_replies() >= float(budget::MIN_REPLIES);
        is_enough.then(|| budget::project(self.ledger.taken, rest, self.prices))
    }

    /// By how much the time left may be less or more than it is at the recent speed.
    ///
    /// The speed itself is known from few rows, and replies that are longer than those so far take
    /// longer: in proportion at the most, and not at all where the server's limits set the pace.
    fn eta_factors(&self, rest: &Rest, n_left: usize) -> (f64, f64) {
        let off = 2.0 / float(self.speed.row_times.len().max(1) as u64).sqrt();
        let n_left = float(n_left.max(1) as u64);
        let by_length = |output: u64| float(output) / n_left / self.estimator.mean_output();
        (
            by_length(rest.low.output).min(1.0) * (1.0 - off).max(0.0),
            by_length(rest.high.output).max(1.0) * (1.0 + off),
        )
    }
}

/// How long the run has been running and how fast rows come in.
#[derive(Clone, Debug, Default)]
pub(super) struct Speed {
    /// Running time before the last start.
    rested_after: u64,
    running_since: Option<u64>,
    /// When the last rows were stored, since the last start.
    row_times: VecDeque<u64>,
    /// Begin of the window: the start, or the row before the first in it.
    window_start: u64,
}

impl Speed {
    pub(super) fn note_start(&mut self, now_millis: u64) {
        self.note_rest(now_millis);
        self.running_since = Some(now_millis);
        self.row_times.clear();
        self.window_start = now_millis;
    }

    pub(super) fn note_rest(&mut self, now_millis: u64) {
        self.rested_after = self.elapsed(now_millis);
        self.running_since = None;
    }

    pub(super) fn note_row(&mut self, now_millis: u64) {
        self.row_times.push_back(now_millis);
        if self.row_times.len() > WINDOW_ROWS
            && let Some(first) = self.row_times.pop_front()
        {
            self.window_start = first;
        }
    }

    fn elapsed(&self, now_millis: u64) -> u64 {
        let running = self
            .running_since
            .map_or(0, |since| now_millis.saturating_sub(since));
        self.rested_after.saturating_add(running)
    }

    /// Time for so many rows at the speed of the window, up to now: a run that stands still shows
    /// a growing time.
    fn time_for(&self, n_rows: usize, now_millis: u64) -> Option<u64> {
        if self.row_times.len() < MIN_ROWS {
            return None;
        }
        let span = now_millis.saturating_sub(self.window_start);
        Some(span.saturating_mul(n_rows as u64) / self.row_times.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_the_last_hundred_rows() {
        let mut speed = Speed::default();
        speed.note_start(1000);
        speed.note_row(1500);
        speed.note_row(2000);
        assert_eq!(speed.time_for(10, 2000), None);
        speed.note_row(2500);
        assert_eq!(speed.time_for(10, 2500), Some(5000));
        for n in 1..=WINDOW_ROWS as u64 {
            speed.note_row(2500 + n * 10);
        }
        assert_eq!(speed.time_for(10, 3500), Some(100));
    }

    #[test]
    fn rests_do_not_count_as_running_time() {
        let mut speed = Speed::default();
        speed.note_start(1000);
        speed.note_rest(3000);
        speed.note_start(10_000);
        assert_eq!(speed.elapsed(10_500), 2500);
    }
}
