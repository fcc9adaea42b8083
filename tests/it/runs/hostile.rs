//! Simulated endpoints, stores and users that do their worst.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sukat::provider::Lesson;
use sukat::provider::error::ProviderError;
use sukat::run::{Effect, Event, RowKey, Run, RunState};

use crate::runs::{bad_key, broken, failed, key, limited, offline, plan, rejected, reply};

/// What a hostile endpoint, driver and user do next.
#[derive(Clone, Debug)]
enum Move {
    Answer(usize),
    Fail(usize, usize),
    Save(usize),
    FailSave(usize),
    Wake,
    Interrupt,
    Stop,
    GoOn,
    ReAsk(usize),
    /// A request that was given up answers all the same.
    AnswerLate(usize),
    /// An event for a row or a request that does not exist, or was answered already.
    Nonsense(usize, u32),
}

fn any_move() -> impl Strategy<Value = Move> {
    prop_oneof![
        6 => (0usize..64).prop_map(Move::Answer),
        4 => (0usize..64, 0usize..10).prop_map(|(pick, error)| Move::Fail(pick, error)),
        8 => (0usize..64).prop_map(Move::Save),
        1 => (0usize..64).prop_map(Move::FailSave),
        3 => Just(Move::Wake),
        1 => Just(Move::Interrupt),
        1 => Just(Move::Stop),
        3 => Just(Move::GoOn),
        1 => (0usize..12).prop_map(Move::ReAsk),
        1 => (0usize..64).prop_map(Move::AnswerLate),
        1 => (0usize..14, 0u32..9).prop_map(|(row, attempt)| Move::Nonsense(row, attempt)),
    ]
}

fn any_error(pick: usize) -> ProviderError {
    let message = "x".to_owned();
    match pick {
        0 => limited(None),
        1 => limited(Some(3000)),
        2 => limited(Some(500_000)),
        3 => broken(),
        4 => offline(),
        5 => rejected(None),
        6 => rejected(Some(Lesson::DropTemperature)),
        7 => bad_key(),
        8 => ProviderError::Malformed {
            status: 200,
            at: "body".to_owned(),
            message,
        },
        _ => ProviderError::TimedOut { after_millis: 9 },
    }
}

/// The world around a run: what is out, what is being stored, what is stored.
#[derive(Default)]
struct World {
    out: Vec<(RowKey, u32)>,
    given_up: Vec<(RowKey, u32)>,
    saving: Vec<RowKey>,
    stored: BTreeSet<RowKey>,
    is_finished: bool,
    is_quick: bool,
}

impl World {
    fn perform(&mut self, effects: Vec<Effect>, concurrency: usize) {
        for effect in effects {
            match effect {
                Effect::Ask { key, attempt, .. } => {
                    assert!(
                        self.out.iter().all(|(out, _)| *out != key),
                        "{key:?} asked twice at once"
                    );
                    assert!(
                        !self.saving.contains(&key),
                        "{key:?} asked while it is stored"
                    );
                    self.out.push((key, attempt));
                    let (n_out, n_saving) = (self.out.len(), self.saving.len());
                    // Beside quick replies, asking need not wait for the storage.
                    let most_saving = if self.is_quick {
                        2 * concurrency
                    } else {
                        concurrency - n_out
                    };
                    assert!(n_out <= concurrency, "{n_out} at once");
                    assert!(n_saving <= most_saving, "{n_saving} stored while asking");
                    self.is_finished = false;
                }
                Effect::AbortAll => self.given_up.append(&mut self.out),
                Effect::Save(row) => {
                    let key = RowKey {
                        task_id: row.task_id,
                        row_idx: row.row_idx,
                    };
                    assert!(!self.saving.contains(&key), "{key:?} stored twice at once");
                    self.saving.push(key);
                }
                Effect::Finished => self.is_finished = true,
                _ => {}
            }
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "drawn for this one use")]
    fn event(&mut self, action: Move) -> Option<Event> {
        fn take<T>(list: &mut Vec<T>, pick: usize) -> Option<T> {
            let n = list.len();
            (n > 0).then(|| list.remove(pick % n))
        }
        Some(match action {
            Move::Answer(pick) => {
                let (key, attempt) = take(&mut self.out, pick)?;
                Event::Replied {
                    key,
                    attempt,
                    result: Ok(reply("B")),
                    took_millis: if self.is_quick { 1 } else { 600 },
                }
            }
            Move::Fail(pick, error) => {
                let (key, attempt) = take(&mut self.out, pick)?;
                Event::Replied {
                    key,
                    attempt,
                    result: Err(any_error(error)),
                    took_millis: if self.is_quick { 1 } else { 600 },
                }
            }
            Move::AnswerLate(pick) => {
                let (key, attempt) = take(&mut self.given_up, pick)?;
                // Its row may have been asked again: that request is not waited for any more.
                if let Some(at) = self.out.iter().position(|(out, _)| *out == key) {
                    self.given_up.push(self.out.remove(at));
                }
                Event::Replied {
                    key,
                    attempt,
                    result: Ok(reply("B")),
                    took_millis: if self.is_quick { 1 } else { 600 },
                }
            }
            Move::Save(pick) => {
                let key = take(&mut self.saving, pick)?;
                self.stored.insert(key.clone());
                Event::Saved { key }
            }
            Move::FailSave(pick) => {
                let key = take(&mut self.saving, pick)?;
                Event::SaveFailed {
                    key,
                    reason: "full".to_owned(),
                }
            }
            Move::Wake => Event::Woke,
            Move::Interrupt => Event::Interrupted,
            Move::Stop => Event::Stopped,
            Move::GoOn => Event::GoOn,
            Move::ReAsk(row_idx) => Event::ReAsk(vec![key(row_idx)]),
            Move::Nonsense(row_idx, attempt) => {
                let request = (key(row_idx), attempt);
                if self.out.contains(&request) || self.given_up.contains(&request) {
                    return None;
                }
                failed(row_idx, attempt, broken())
            }
        })
    }
}

proptest! {
    #[test]
    fn whatever_happens_no_row_is_lost_or_asked_twice_at_once(
        n_rows in 1usize..12,
        concurrency in 1u32..5,
        is_quick: bool,
        moves in prop::collection::vec((any_move(), 0u64..5000), 0..200),
    ) {
        let mut run = Run::new(plan(n_rows, concurrency));
        let mut world = World {
            is_quick,
            ..World::default()
        };
        let mut now_millis = 1_000_000;
        world.perform(run.step(now_millis, Event::Started), concurrency as usize);
        for (action, pause) in moves {
            now_millis += pause;
            if let Some(event) = world.event(action) {
                world.perform(run.step(now_millis, event), concurrency as usize);
            }
            let progress = run.progress(now_millis);
            prop_assert_eq!(progress.total.n_rows, n_rows);
            prop_assert_eq!(progress.total.n_done(), world.stored.len());
            prop_assert_eq!(progress.n_in_flight, world.out.len());
        }
        // From here on the endpoint, the store and the user are kind.
        for _ in 0..10_000 {
            if run.state(now_millis) == RunState::Finished {
                break;
            }
            now_millis += 1000;
            let action = if !world.saving.is_empty() {
                Move::Save(0)
            } else if !world.out.is_empty() {
                Move::Answer(0)
            } else if matches!(run.state(now_millis), RunState::Running | RunState::Waiting { .. }) {
                Move::Wake
            } else {
                Move::GoOn
            };
            if let Some(event) = world.event(action) {
                world.perform(run.step(now_millis, event), concurrency as usize);
            }
        }
        prop_assert_eq!(run.state(now_millis), RunState::Finished);
        prop_assert!(world.is_finished);
        prop_assert_eq!(world.stored.len(), n_rows);
        prop_assert_eq!(run.unsaved().count(), 0);
    }
}
