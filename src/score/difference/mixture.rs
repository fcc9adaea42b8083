//! Two systems' rows dealt anew to two mixtures, many times: approximate randomisation.

use crate::metrics::chrf::{ChrfCounts, WordOrder};
use crate::score::difference::side::Side;
use crate::score::interval::{Packed, cells_of, macro_f1_of};
use crate::stats::pcg64::Pcg64;

/// How far the two mixtures lie apart in each of `n_trials` trials, without the sign.
///
/// In each trial a mixture takes a row from the baseline where the bit is 1, and from the system
/// where it is 0; the other takes the other one. `None` for sides of different metrics.
pub fn mixed_gaps(baseline: &Side, system: &Side, n_trials: usize, seed: u64) -> Option<Vec<f64>> {
    match (baseline, system) {
        (Side::Labels { n_classes, pairs }, Side::Labels { pairs: others, .. }) => {
            let cells = cells_of(*n_classes, pairs);
            let others = cells_of(*n_classes, others);
            Some(of_labels(*n_classes, [&cells, &others], n_trials, seed))
        }
        (Side::Chrf(rows), Side::Chrf(others)) => Some(of_chrf([rows, others], n_trials, seed)),
        (Side::Mean(rows), Side::Mean(others)) => Some(of_means([rows, others], n_trials, seed)),
        _ => None,
    }
}

/// Hands the rows whose bit is 1 over, for each trial.
fn trials(n_rows: usize, n_trials: usize, seed: u64, mut look: impl FnMut(&[usize])) {
    let mut generator = Pcg64::new(seed);
    let mut bits = generator.booleans();
    let mut swapped = Vec::with_capacity(n_rows);
    for _ in 0..n_trials {
        swapped.clear();
        swapped.extend(
            (0..n_rows)
                .zip(&mut bits)
                .filter_map(|(row, bit)| bit.then_some(row)),
        );
        look(&swapped);
    }
}

fn of_labels(n_classes: usize, sides: [&[usize]; 2], n_trials: usize, seed: u64) -> Vec<f64> {
    let n_columns = n_classes + 1;
    let [baseline, system] = sides;
    let count = |cells: &[usize]| {
        let mut counts = vec![0_usize; n_classes * n_columns];
        for cell in cells {
            counts[*cell] += 1;
        }
        counts
    };
    let (of_baseline, of_system) = (count(baseline), count(system));
    let mut gaps = Vec::with_capacity(n_trials);
    let (mut first, mut second) = (of_system.clone(), of_baseline.clone());
    trials(baseline.len(), n_trials, seed, |swapped| {
        first.copy_from_slice(&of_system);
        second.copy_from_slice(&of_baseline);
        for row in swapped {
            let (from_baseline, from_system) = (baseline[*row], system[*row]);
            if from_baseline != from_system {
                first[from_baseline] += 1;
                first[from_system] -= 1;
                second[from_system] += 1;
                second[from_baseline] -= 1;
            }
        }
        let scores = (
            macro_f1_of(&first, n_columns),
            macro_f1_of(&second, n_columns),
        );
        if let (Some(first), Some(second)) = scores {
            gaps.push((first - second).abs());
        }
    });
    gaps
}

fn of_chrf(sides: [&[ChrfCounts]; 2], n_trials: usize, seed: u64) -> Vec<f64> {
    let n_rows = sides[0].len();
    let packed = sides.map(|rows| {
        let rows = rows.iter().map(|row| Packed::new(row, 2 * n_rows));
        rows.collect::<Option<Vec<Packed>>>()
    });
    let gap = |first: ChrfCounts, second: ChrfCounts| {
        (first.score(WordOrder::Two) - second.score(WordOrder::Two)).abs()
    };
    let mut gaps = Vec::with_capacity(n_trials);
    if let [Some(baseline), Some(system)] = packed {
        let sum = |rows: &[Packed]| {
            let mut sum = Packed::default();
            for row in rows {
                sum.add(row);
            }
            sum
        };
        let of_system = sum(&system);
        let mut of_both = of_system;
        of_both.add(&sum(&baseline));
        let apart = baseline.iter().zip(&system);
        let apart: Vec<Packed> = apart
            .map(|(baseline, system)| baseline.without(system))
            .collect();
        trials(n_rows, n_trials, seed, |swapped| {
            let mut first = of_system;
            for row in swapped {
                first.add(&apart[*row]);
            }
            gaps.push(gap(first.unpacked(), of_both.without(&first).unpacked()));
        });
    } else {
        let [baseline, system] = sides;
        trials(n_rows, n_trials, seed, |swapped| {
            let (mut first, mut second) = (ChrfCounts::default(), ChrfCounts::default());
            let mut swapped = swapped.iter().copied().peekable();
            for row in 0..n_rows {
                let is_swapped = swapped.next_if_eq(&row).is_some();
                let (to_first, to_second) = if is_swapped {
                    (&baseline[row], &system[row])
                } else {
                    (&system[row], &baseline[row])
                };
                first += *to_first;
                second += *to_second;
            }
            gaps.push(gap(first, second));
        });
    }
    gaps
}

fn of_means(sides: [&[f64]; 2], n_trials: usize, seed: u64) -> Vec<f64> {
    let [baseline, system] = sides;
    let n_rows = baseline.len();
    let mut gaps = Vec::with_capacity(n_trials);
    trials(n_rows, n_trials, seed, |swapped| {
        let (mut first, mut second) = (0.0, 0.0);
        let mut swapped = swapped.iter().copied().peekable();
        for row in 0..n_rows {
            let is_swapped = swapped.next_if_eq(&row).is_some();
            let (to_first, to_second) = if is_swapped {
                (baseline[row], system[row])
            } else {
                (system[row], baseline[row])
            };
            first += to_first;
            second += to_second;
        }
        gaps.push(((first - second) / n_rows as f64).abs());
    });
    gaps
}
