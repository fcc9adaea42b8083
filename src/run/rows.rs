//! The rows of a run and where each of them stands. Every row is in exactly one place.

use std::collections::{BTreeMap, BTreeSet};

use crate::provider::{Outcome, Params};
use crate::record::{Attempt, RecordRow};
use crate::run::{PlanRow, RowKey};

/// So many rows go ahead of one that was rate limited, and twice as many each further time, up to
/// [`MAX_BACK`].
const FIRST_BACK: usize = 16;
const MAX_BACK: usize = 128;

/// Where a row stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// To be asked.
    Queued,
    /// To be asked again, not before `due` (Unix milliseconds).
    Waiting { due: u64 },
    /// A request is out.
    Asked { attempt: u32, params: Params },
    /// The result is being stored, and kept here until it is.
    Saving(Box<RecordRow>),
    /// The result could not be stored.
    Unsaved(Box<RecordRow>),
    /// Stored.
    Done,
}

/// A request whose reply has not come, or came after it was given up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// Unix milliseconds.
    pub(super) asked_at: u64,
    /// Its number in the pace.
    pub(super) number: u64,
    /// Where it stands among the tries, if it was given up.
    given_up_as: Option<usize>,
}

/// The last round of tries, once everything else is done: for a row that failed for a reason that
/// passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastRound {
    /// Did not fail so.
    NotOwed,
    /// Failed so, and gets it.
    Owed,
    /// Is in it, or has had it.
    Begun,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) key: RowKey,
    pub(super) id: String,
    /// Characters of the prompt; 0 where nobody counted.
    pub(super) n_chars: usize,
    place: Place,
    /// As stored; `None` = not asked.
    pub(super) outcome: Option<Outcome>,
    pub(super) attempts: Vec<Attempt>,
    n_asks: u32,
    pending: BTreeMap<u32, Pending>,
    /// Tries that count, since the row was last queued by the user.
    pub(super) n_tries: u32,
    /// Replies the run had when the first of them failed.
    pub(super) n_successes_then: u64,
    /// Rate limits since then, each after others got through.
    pub(super) n_limited: u32,
    /// Replies the run had at the last one.
    pub(super) n_successes_at_limit: Option<u64>,
    /// When its turn is among the queued: its position, until it lets others go ahead.
    turn: usize,
    /// How many those were the last time.
    back: usize,
    pub(super) last_round: LastRound,
    /// A try came in while the row was being stored: the stored list lacks it.
    pub(super) has_new_attempt: bool,
    /// The user asked for it again.
    pub(super) is_wanted_anew: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Rows {
    all: Vec<Row>,
    index: BTreeMap<RowKey, usize>,
    /// By turn: in the order of the plan, but for rows that let others go ahead.
    queued: BTreeSet<(usize, usize)>,
    waiting: BTreeSet<(u64, usize)>,
    asked: BTreeSet<usize>,
    saving: BTreeSet<usize>,
    unsaved: BTreeSet<usize>,
}

impl Row {
    pub(super) fn place(&self) -> &Place {
        &self.place
    }

    /// Whether a result is there that must not be asked for again by itself.
    pub(super) fn has_result(&self) -> bool {
        matches!(
            self.place,
            Place::Saving(_) | Place::Unsaved(_) | Place::Done
        )
    }

    /// Whether a request of it is out.
    pub(super) fn is_out(&self) -> bool {
        matches!(self.place, Place::Asked { .. })
    }

    /// Whether a stored reply would be lost to a failure.
    pub(super) fn has_stored_reply(&self) -> bool {
        self.outcome.as_ref().is_some_and(Outcome::has_reply)
    }

    /// Notes a new request, `number` in the pace, and gives its number among the row's.
    pub(super) fn note_ask(&mut self, now_millis: u64, number: u64) -> u32 {
        self.n_asks += 1;
        self.pending.insert(
            self.n_asks,
            Pending {
                asked_at: now_millis,
                number,
                given_up_as: None,
            },
        );
        self.n_asks
    }

    /// Notes that a request is not waited for; its reply may come all the same. Gives its number in
    /// the pace.
    pub(super) fn note_given_up(&mut self, attempt: u32, now_millis: u64) -> Option<u64> {
        let pending = self.pending.get_mut(&attempt)?;
        pending.given_up_as = Some(self.attempts.len());
        self.attempts.push(Attempt {
            at_millis: pending.asked_at,
            took_millis: now_millis.saturating_sub(pending.asked_at),
            status: None,
            result: "interrupted".to_owned(),
        });
        Some(pending.number)
    }

    /// Notes that the reply to a request was stored already, and gives the request's number in the
    /// pace; `None` if no reply to it is owed (any more).
    pub(super) fn note_reused(&mut self, attempt: u32) -> Option<u64> {
        let pending = self.pending.get(&attempt)?;
        if pending.given_up_as.is_some() {
            return None;
        }
        let Pending {
            asked_at, number, ..
        } = self.pending.remove(&attempt)?;
        self.attempts.push(Attempt {
            at_millis: asked_at,
            took_millis: 0,
            status: None,
            result: Attempt::REUSED.to_owned(),
        });
        Some(number)
    }

    /// Whether its reply was stored already when it was wanted.
    pub(super) fn is_reused(&self) -> bool {
        self.outcome.is_some() && self.attempts.last().is_some_and(Attempt::is_reused)
    }

    /// Notes the end of a request and gives what was known of it; `None` if no reply to it is owed
    /// (any more).
    pub(super) fn note_reply(
        &mut self,
        attempt: u32,
        took_millis: u64,
        status: Option<u16>,
        result: &str,
    ) -> Option<Pending> {
        let pending = self.pending.remove(&attempt)?;
        let noted = Attempt {
            at_millis: pending.asked_at,
            took_millis,
            status,
            result: result.to_owned(),
        };
        match pending.given_up_as.and_then(|at| self.attempts.get_mut(at)) {
            // Without a status it is only the echo of our giving up.
            Some(_) if status.is_none() => {}
            Some(attempt) => *attempt = noted,
            None => self.attempts.push(noted),
        }
        Some(pending)
    }
}

impl Rows {
    pub(super) fn new(plan: Vec<PlanRow>) -> Self {
        let mut all = Self {
            all: Vec::with_capacity(plan.len()),
            index: BTreeMap::new(),
            queued: BTreeSet::new(),
            waiting: BTreeSet::new(),
            asked: BTreeSet::new(),
            saving: BTreeSet::new(),
            unsaved: BTreeSet::new(),
        };
        for PlanRow {
            key,
            row_id,
            n_chars,
            earlier,
        } in plan
        {
            let idx = all.all.len();
            if all.index.contains_key(&key) {
                continue;
            }
            all.index.insert(key.clone(), idx);
            let (outcome, attempts) = match earlier {
                Some(earlier) if earlier.outcome != Outcome::NotAsked => {
                    (Some(earlier.outcome), earlier.attempts)
                }
                Some(earlier) => (None, earlier.attempts),
                None => (None, Vec::new()),
            };
            let place = if outcome.is_some() {
                Place::Done
            } else {
                Place::Queued
            };
            if outcome.is_none() {
                all.queued.insert((idx, idx));
            }
            all.all.push(Row {
                key,
                id: row_id,
                n_chars,
                place,
                outcome,
                attempts,
                n_asks: 0,
                pending: BTreeMap::new(),
                n_tries: 0,
                n_successes_then: 0,
                n_limited: 0,
                n_successes_at_limit: None,
                turn: idx,
                back: 0,
                last_round: LastRound::NotOwed,
                has_new_attempt: false,
                is_wanted_anew: false,
            });
        }
        all
    }

    /// Finds a row with its position.
    pub(super) fn find(&mut self, key: &RowKey) -> Option<(usize, &mut Row)> {
        let idx = *self.index.get(key)?;
        Some((idx, self.all.get_mut(idx)?))
    }

    /// The row at a position that [`Rows::find`] or a list of this type gave.
    pub(super) fn at(&mut self, idx: usize) -> &mut Row {
        self.all
            .get_mut(idx)
            .expect("positions come from this list, which never shrinks")
    }

    pub(super) fn get(&self, idx: usize) -> Option<&Row> {
        self.all.get(idx)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Row> {
        self.all.iter()
    }

    /// Puts a row elsewhere and gives the place it was in.
    pub(super) fn put(&mut self, idx: usize, place: Place) -> Place {
        let turn = self.at(idx).turn;
        match self.at(idx).place() {
            Place::Queued => _ = self.queued.remove(&(turn, idx)),
            &Place::Waiting { due } => _ = self.waiting.remove(&(due, idx)),
            Place::Asked { .. } => _ = self.asked.remove(&idx),
            Place::Saving(_) => _ = self.saving.remove(&idx),
            Place::Unsaved(_) => _ = self.unsaved.remove(&idx),
            Place::Done => {}
        }
        match &place {
            Place::Queued => _ = self.queued.insert((turn, idx)),
            &Place::Waiting { due } => _ = self.waiting.insert((due, idx)),
            Place::Asked { .. } => _ = self.asked.insert(idx),
            Place::Saving(_) => _ = self.saving.insert(idx),
            Place::Unsaved(_) => _ = self.unsaved.insert(idx),
            Place::Done => {}
        }
        std::mem::replace(&mut self.at(idx).place, place)
    }

    /// Requests that are out.
    pub(super) fn n_asked(&self) -> usize {
        self.asked.len()
    }

    /// Requests that have been out for longer than this.
    pub(super) fn n_slow(&self, now_millis: u64, longer_than_millis: u64) -> usize {
        let is_slow = |idx: &&usize| {
            let row = self.all.get(**idx);
            row.and_then(|row| row.pending.last_key_value())
                .is_some_and(|(_, pending)| pending.asked_at + longer_than_millis < now_millis)
        };
        self.asked.iter().filter(is_slow).count()
    }

    /// Positions of the rows that are out.
    pub(super) fn asked(&self) -> Vec<usize> {
        self.asked.iter().copied().collect()
    }

    pub(super) fn n_saving(&self) -> usize {
        self.saving.len()
    }

    pub(super) fn n_unsaved(&self) -> usize {
        self.unsaved.len()
    }

    pub(super) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Rows on their way: out, or back and not stored.
    pub(super) fn n_occupied(&self) -> usize {
        self.asked.len() + self.saving.len() + self.unsaved.len()
    }

    /// Whether one of `n_workers` has nothing to do: it asks its next row only after the last one was
    /// stored. Where storing `may_overlap`, it need not wait for that, as long as no more than twice as
    /// many rows as there are workers are on their way to the storage.
    pub(super) fn has_free_worker(&self, n_workers: usize, may_overlap: bool) -> bool {
        if may_overlap {
            self.asked.len() + self.unsaved.len() < n_workers && self.saving.len() < 2 * n_workers
        } else {
            self.n_occupied() < n_workers
        }
    }

    /// Rows that are to be asked, now or later.
    pub(super) fn n_to_ask(&self) -> usize {
        self.queued.len() + self.waiting.len()
    }

    /// Whether all rows that are to be asked are in their last round.
    pub(super) fn is_last_round(&self) -> bool {
        let is_begun = |idx: usize| {
            let row = self.all.get(idx);
            row.is_some_and(|row| row.last_round == LastRound::Begun)
        };
        self.n_to_ask() > 0 && self.to_ask().into_iter().all(is_begun)
    }

    /// Positions of the rows that are to be asked, now or later.
    pub(super) fn to_ask(&self) -> Vec<usize> {
        let queued = self.queued.iter().map(|&(_, idx)| idx);
        let waiting = self.waiting.iter().map(|&(_, idx)| idx);
        queued.chain(waiting).collect()
    }

    /// Positions of the rows in this state of their last round.
    pub(super) fn in_last_round(&self, state: LastRound) -> Vec<usize> {
        let rows = self.all.iter().enumerate();
        rows.filter(|(_, row)| row.last_round == state)
            .map(|(idx, _)| idx)
            .collect()
    }

    /// Rows that are not stored.
    pub(super) fn n_left(&self) -> usize {
        self.n_to_ask() + self.n_occupied()
    }

    pub(super) fn first_queued(&self) -> Option<usize> {
        self.queued.first().map(|&(_, idx)| idx)
    }

    /// Queues a row that was rate limited behind others, behind more of them each time: whatever is
    /// wrong with it must not hold those.
    pub(super) fn queue_behind(&mut self, idx: usize) {
        let first = self.queued.first().map_or(0, |&(turn, _)| turn);
        let row = self.at(idx);
        row.back = (row.back * 2).clamp(FIRST_BACK, MAX_BACK);
        row.turn = row.turn.max(first) + row.back;
        self.put(idx, Place::Queued);
    }

    /// When the first row that waits for its next try may be asked.
    pub(super) fn first_due(&self) -> Option<u64> {
        self.waiting.first().map(|&(due, _)| due)
    }

    /// The first row that waits, if its time has come.
    pub(super) fn due(&self, now_millis: u64, longest_wait: u64) -> Option<usize> {
        let &(due, idx) = self.waiting.first()?;
        // A clock set back would turn a short wait into a long one.
        (due <= now_millis || due - now_millis > longest_wait).then_some(idx)
    }

    pub(super) fn unsaved(&self) -> impl Iterator<Item = &RecordRow> {
        self.unsaved
            .iter()
            .filter_map(|&idx| match &self.all.get(idx)?.place {
                Place::Unsaved(row) => Some(row.as_ref()),
                _ => None,
            })
    }

    /// Puts every result that could not be stored back to be stored, and gives copies.
    pub(super) fn save_again(&mut self) -> Vec<RecordRow> {
        let again: Vec<usize> = self.unsaved.iter().copied().collect();
        let mut rows = Vec::with_capacity(again.len());
        for idx in again {
            if let Place::Unsaved(row) = self.at(idx).place().clone() {
                self.put(idx, Place::Saving(row.clone()));
                rows.push(*row);
            }
        }
        rows
    }
}
