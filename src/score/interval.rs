//! How far a task's number could move with other rows: a percentile bootstrap.
//!
//! Ours, not the reference's, and labelled so; ROUGE-L alone has the reference's own.

use std::collections::BTreeMap;

use crate::metrics::chrf::{ChrfCounts, WordOrder};
use crate::metrics::classification::ClassCounts;
use crate::metrics::metricx::normalized;
use crate::metrics::rouge_tl::{self, RougeCounts};
use crate::score::row::{RowCounts, Tally};
use crate::score::task::tallies;
use crate::score::{OutcomePolicy, TaskScore};
use crate::stats::paired::Precision;
use crate::stats::pcg64::Pcg64;
use crate::stats::{mean, percentile};
use crate::suite::{MetricId, Task};

/// Resamples of an interval.
pub const N_RESAMPLES: usize = 1000;
/// Seed of an interval; the generator starts anew for every task.
pub const SEED: u64 = 12_345;

/// Draws for more rows than this are made when they are needed and not kept.
const MAX_KEPT_ROWS: u32 = 1000;

/// Which rows each resample draws.
///
/// The generator starts anew for every task, so tasks with as many rows draw the same ones: they
/// are drawn once.
#[derive(Debug, Default)]
pub struct Resampler {
    /// Row indices of all resamples, one after the other, by number of rows.
    kept: BTreeMap<u32, Vec<u32>>,
}

impl Resampler {
    /// Hands the drawn rows of each resample over, as many as there are rows.
    pub(super) fn each(&mut self, n_rows: u32, mut look: impl FnMut(&[u32])) {
        let n_drawn = n_rows as usize;
        if n_drawn == 0 {
            return;
        }
        if n_rows > MAX_KEPT_ROWS {
            let mut generator = Pcg64::new(SEED);
            let mut drawn = Vec::with_capacity(n_drawn);
            for _ in 0..N_RESAMPLES {
                drawn.clear();
                generator.draw_rows(n_rows, &mut drawn);
                look(&drawn);
            }
            return;
        }
        let kept = self.kept.entry(n_rows).or_insert_with(|| {
            let mut generator = Pcg64::new(SEED);
            let mut drawn = Vec::with_capacity(n_drawn * N_RESAMPLES);
            for _ in 0..N_RESAMPLES {
                generator.draw_rows(n_rows, &mut drawn);
            }
            drawn
        });
        kept.chunks_exact(n_drawn).for_each(look);
    }
}

/// The paper's metric for which an interval is given: the first that has a value.
pub fn interval_metric(task: &Task, score: &TaskScore) -> Option<MetricId> {
    let mut metrics = task.paper_metrics.iter().copied();
    metrics.find(|metric| score.value(*metric).is_some())
}

/// Low and high end of the 95 % interval of `metric`, 0 to 100, from the rows that the policy
/// lets in. `None` where there is no row, or nobody asks for an interval of this metric.
///
/// Each of [`N_RESAMPLES`] resamples draws as many rows as there are, with [`Pcg64`] from
/// [`SEED`], and is scored as the whole is.
pub fn interval(
    task: &Task,
    metric: MetricId,
    rows: &[&RowCounts],
    policy: OutcomePolicy,
    resampler: &mut Resampler,
) -> Option<(f64, f64)> {
    let mut pairs = Vec::new();
    let mut texts = Vec::new();
    for tally in tallies(rows, policy).flatten() {
        match tally {
            Tally::Class { gold, answer } => pairs.push((*gold, *answer)),
            Tally::Text(counts) => texts.push(counts.as_ref()),
        }
    }
    match metric {
        MetricId::MacroF1 => percentiles(macro_f1s(task.labels.len(), &pairs, resampler)),
        MetricId::ChrfPp => {
            let rows: Vec<ChrfCounts> = texts.iter().map(|counts| counts.chrf).collect();
            percentiles(chrf_pps(&rows, Precision::Double, resampler))
        }
        MetricId::RougeLF1 => {
            let rouge: Vec<RougeCounts> = texts.iter().filter_map(|counts| counts.rouge).collect();
            let f1 = rouge_tl::corpus(&rouge).ok()?.bootstrap.f1;
            Some((f1.low, f1.high))
        }
        MetricId::MetricX24 => {
            let entering = rows.iter().zip(tallies(rows, policy));
            let entering = entering.filter(|(_, tally)| tally.is_some());
            // Only where every row has a score, as the number itself.
            let scores: Option<Vec<f64>> = entering
                .map(|(row, _)| row.metricx.map(normalized))
                .collect();
            percentiles(means(&scores?, resampler))
        }
        _ => None,
    }
}

/// Macro F1 of every resample.
pub(super) fn macro_f1s(
    n_classes: usize,
    pairs: &[(usize, Option<usize>)],
    resampler: &mut Resampler,
) -> Vec<f64> {
    let n_columns = n_classes + 1;
    let cells = cells_of(n_classes, pairs);
    let mut scores = Vec::with_capacity(N_RESAMPLES);
    let mut counts = vec![0_usize; n_classes * n_columns];
    resampler.each(n_rows(pairs), |drawn| {
        counts.fill(0);
        for row_idx in drawn {
            if let Some(count) = cells
                .get(*row_idx as usize)
                .and_then(|cell| counts.get_mut(*cell))
            {
                *count += 1;
            }
        }
        scores.extend(macro_f1_of(&counts, n_columns));
    });
    scores
}

/// Each row's place in a table of gold classes by answers, its last column the null label.
pub(super) fn cells_of(n_classes: usize, pairs: &[(usize, Option<usize>)]) -> Vec<usize> {
    let cell_of = |(gold, answer): &(usize, Option<usize>)| {
        gold * (n_classes + 1) + answer.unwrap_or(n_classes)
    };
    pairs.iter().map(cell_of).collect()
}

/// Macro F1 of such a table, counted.
pub(super) fn macro_f1_of(counts: &[usize], n_columns: usize) -> Option<f64> {
    let by_gold = counts.chunks_exact(n_columns).map(<[usize]>::to_vec);
    ClassCounts::from_cells(by_gold.collect())?.macro_f1()
}

/// Mean of every resample.
pub(super) fn means(rows: &[f64], resampler: &mut Resampler) -> Vec<f64> {
    let mut means = Vec::with_capacity(N_RESAMPLES);
    resampler.each(n_rows(rows), |drawn| {
        let drawn = drawn.iter().filter_map(|idx| rows.get(*idx as usize));
        let drawn: Vec<f64> = drawn.copied().collect();
        means.extend(mean(&drawn));
    });
    means
}

/// Corpus chrF++ of every resample.
pub(super) fn chrf_pps(
    rows: &[ChrfCounts],
    precision: Precision,
    resampler: &mut Resampler,
) -> Vec<f64> {
    let mut scores = Vec::with_capacity(N_RESAMPLES);
    let packed: Option<Vec<Packed>> = rows
        .iter()
        .map(|row| Packed::new(row, rows.len()))
        .collect();
    let sum_packed = |packed: &[Packed], drawn: &[u32]| {
        let mut sum = Packed::default();
        for row in drawn.iter().filter_map(|idx| packed.get(*idx as usize)) {
            sum.add(row);
        }
        sum.unpacked()
    };
    let sum_plain = |drawn: &[u32]| {
        let mut sum = ChrfCounts::default();
        for row in drawn.iter().filter_map(|idx| rows.get(*idx as usize)) {
            sum += *row;
        }
        sum
    };
    resampler.each(n_rows(rows), |drawn| {
        let sum = packed
            .as_ref()
            .map_or_else(|| sum_plain(drawn), |packed| sum_packed(packed, drawn));
        scores.push(sum.score_rounded(WordOrder::Two, |value| precision.round(value)));
    });
    scores
}

/// The counts of a row, the three of an order in 21 bits each: a third of the additions.
#[derive(Clone, Copy, Default)]
pub(super) struct Packed([u64; 8]);

impl Packed {
    const BITS: u32 = 21;

    /// `None` when `n_rows` such rows could add up to more than the bits hold.
    pub(super) fn new(counts: &ChrfCounts, n_rows: usize) -> Option<Self> {
        let limit = (1_u64 << Self::BITS) / (n_rows as u64).max(1);
        let mut packed = [0; 8];
        for (slot, order) in packed.iter_mut().zip(&counts.orders) {
            let parts = [order.n_hypothesis, order.n_reference, order.n_match];
            if parts.iter().any(|part| *part >= limit) {
                return None;
            }
            let [hypothesis, reference, matching] = parts;
            *slot = hypothesis | (reference << Self::BITS) | (matching << (2 * Self::BITS));
        }
        Some(Self(packed))
    }

    /// Written out: in a program built for its size a loop would stay one, and the sums of all
    /// resamples would go through memory.
    pub(super) fn add(&mut self, other: &Self) {
        let [one, two, three, four, five, six, word, pair] = &mut self.0;
        *one = one.wrapping_add(other.0[0]);
        *two = two.wrapping_add(other.0[1]);
        *three = three.wrapping_add(other.0[2]);
        *four = four.wrapping_add(other.0[3]);
        *five = five.wrapping_add(other.0[4]);
        *six = six.wrapping_add(other.0[5]);
        *word = word.wrapping_add(other.0[6]);
        *pair = pair.wrapping_add(other.0[7]);
    }

    /// What is left without `other`. It may hold fewer of one count than `other` does, as long as
    /// the sum in the end does not.
    pub(super) fn without(&self, other: &Self) -> Self {
        let mut left = *self;
        for (slot, part) in left.0.iter_mut().zip(other.0) {
            *slot = slot.wrapping_sub(part);
        }
        left
    }

    pub(super) fn unpacked(&self) -> ChrfCounts {
        let mask = (1 << Self::BITS) - 1;
        let mut counts = ChrfCounts::default();
        for (order, slot) in counts.orders.iter_mut().zip(self.0) {
            order.n_hypothesis = slot & mask;
            order.n_reference = (slot >> Self::BITS) & mask;
            order.n_match = slot >> (2 * Self::BITS);
        }
        counts
    }
}

fn n_rows<T>(rows: &[T]) -> u32 {
    u32::try_from(rows.len()).expect("rows of a task are far fewer than 2^32")
}

/// Percentiles 2.5 and 97.5.
pub(super) fn percentiles(mut scores: Vec<f64>) -> Option<(f64, f64)> {
    scores.sort_unstable_by(f64::total_cmp);
    Some((percentile(&scores, 2.5)?, percentile(&scores, 97.5)?))
}

#[cfg(test)]
mod tests {
    use super::{N_RESAMPLES, Packed, Resampler, chrf_pps, macro_f1s};
    use crate::metrics::chrf::{ChrfCounts, WordOrder, count};
    use crate::metrics::classification::ClassCounts;
    use crate::stats::paired::Precision;

    #[test]
    fn packed_counts_add_up_like_the_counts_themselves() {
        let rows = [("isa dalawa", "isa dalawa tatlo"), ("", "apat"), ("a", "")];
        let counts = rows.map(|(answer, reference)| count(answer, reference));
        let mut sum = ChrfCounts::default();
        let mut packed_sum = Packed::default();
        for row in &counts {
            sum += *row;
            packed_sum.add(&Packed::new(row, rows.len()).expect("they are small"));
        }
        assert_eq!(packed_sum.unpacked(), sum);
    }

    #[test]
    fn rows_too_long_to_be_packed_are_resampled_all_the_same() {
        let short = count("isa dalawa", "isa tatlo");
        let long = count(&"oo ".repeat(800_000), "oo");
        assert!(Packed::new(&short, 3).is_some() && Packed::new(&long, 3).is_none());
        let rows = [short, long, short];
        let mut resampler = Resampler::default();
        let scores = chrf_pps(&rows, Precision::Double, &mut resampler);
        let mut want = Vec::new();
        resampler.each(3, |drawn| {
            let mut sum = ChrfCounts::default();
            for idx in drawn {
                sum += rows[*idx as usize];
            }
            want.push(sum.score(WordOrder::Two));
        });
        assert_eq!((scores.len(), scores == want), (N_RESAMPLES, true));
    }

    #[test]
    fn labels_are_resampled_as_if_each_row_were_counted() {
        let pairs: Vec<(usize, Option<usize>)> = (0..25)
            .map(|idx| (idx % 3, (idx % 7 > 0).then_some(idx % 2)))
            .collect();
        let mut resampler = Resampler::default();
        let scores = macro_f1s(3, &pairs, &mut resampler);
        let mut want = Vec::new();
        resampler.each(25, |drawn| {
            let drawn = drawn.iter().map(|idx| pairs[*idx as usize]);
            let counts = ClassCounts::new(3, drawn).expect("there are three");
            want.push(counts.macro_f1().expect("there are rows"));
        });
        assert_eq!((scores.len(), scores == want), (N_RESAMPLES, true));
    }

    #[test]
    fn draws_that_are_not_kept_are_the_same() {
        let mut resampler = Resampler::default();
        let mut kept = Vec::new();
        resampler.each(1000, |drawn| kept.push(drawn[999]));
        let mut streamed = 0;
        resampler.each(1001, |drawn| streamed += drawn.len());
        assert_eq!((kept.len(), streamed), (N_RESAMPLES, 1001 * N_RESAMPLES));
        resampler.each(0, |_| panic!("nothing to draw"));
    }
}
