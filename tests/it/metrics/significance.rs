//! Tests of a difference against sacrebleu's.

use serde_json::Value;
use sukat::metrics::chrf::{ChrfCounts, WordOrder};
use sukat::score::difference::mixture::mixed_gaps;
use sukat::score::difference::side::Side;
use sukat::score::interval::{Resampler, SEED};
use sukat::stats::mean;
use sukat::stats::paired::{Ties, bootstrap_p, randomization_p};

use crate::golden::{integer, integers, lines, list, number, numbers, text};

const SIGNIFICANCE: &str = include_str!("../../golden/significance.jsonl");

/// A system's rows from sacrebleu's 24 integers of each.
fn side(data: &Value, system: &str) -> Side {
    let rows = list(&data["stats"][system]).iter().map(|row| {
        let mut counts = ChrfCounts::default();
        for (order, parts) in counts.orders.iter_mut().zip(integers(row).chunks_exact(3)) {
            order.n_hypothesis = parts[0];
            order.n_reference = parts[1];
            order.n_match = parts[2];
        }
        counts
    });
    Side::Chrf(rows.collect())
}

/// Half the width of the middle 95 % as sacrebleu takes it.
fn half_width(mut scores: Vec<f64>) -> f64 {
    scores.sort_by(f64::total_cmp);
    let low = scores.len() / 40;
    0.5 * (scores[scores.len() - low - 1] - scores[low])
}

#[test]
fn p_values_are_sacrebleus() {
    let lines = lines(SIGNIFICANCE);
    let data = lines
        .iter()
        .find(|line| line["kind"] == "data")
        .expect("there is one");
    let paired: Vec<&Value> = lines
        .iter()
        .filter(|line| line["kind"] == "paired")
        .collect();
    assert_eq!(paired.len(), 5);
    let baseline = side(data, "base");
    let mut resampler = Resampler::default();
    let baseline_scores = baseline.resampled(&mut resampler);
    let mut n_checked = 0;
    for line in paired {
        assert_eq!(integer(&line["seed"]), SEED);
        let n = usize::try_from(integer(&line["n_samples"])).expect("a small number");
        for result in list(&line["results"]) {
            let name = text(&result["system"]);
            let system = side(data, name);
            let score = system.score().expect("there are rows");
            assert!((score - number(&result["score"])).abs() < 1e-9, "{name}");
            let gap = (score - baseline.score().expect("there are rows")).abs();
            let is_bootstrap = line["test"] == "bs";
            let scores = &system.resampled(&mut resampler);
            if is_bootstrap {
                let ci = half_width(scores[..n].to_vec());
                assert!((ci - number(&result["ci"])).abs() < 1e-6, "{name}: {ci}");
                let middle = mean(&scores[..n]).expect("there are resamples");
                assert!(
                    (middle - number(&result["mean"])).abs() < 5e-5,
                    "{name}: {middle}"
                );
            }
            if name == "base" {
                continue;
            }
            let p = if is_bootstrap {
                bootstrap_p(&baseline_scores[..n], &scores[..n], gap, system.precision())
            } else {
                let gaps = mixed_gaps(&baseline, &system, n, SEED).expect("both are chrF++");
                let p = randomization_p(&gaps, gap, Ties::AsSacrebleu);
                let counted = randomization_p(&gaps, gap, Ties::Count);
                // Ties are rare where all rows of a system differ.
                assert!(
                    baseline == system || counted - p < 0.01,
                    "{name}: {p} {counted}"
                );
                Some(p)
            };
            assert_eq!(
                p,
                Some(number(&result["p_value"])),
                "{name} by {}",
                line["signature"]
            );
            n_checked += 1;
        }
    }
    assert_eq!(n_checked, 5 * 6);
}

#[test]
fn resamples_are_scored_in_32_bits() {
    let lines = lines(SIGNIFICANCE);
    let data = lines
        .iter()
        .find(|line| line["kind"] == "data")
        .expect("there is one");
    let trace = lines
        .iter()
        .find(|line| line["kind"] == "bootstrap_trace")
        .expect("there is one");
    let system = side(data, text(&trace["system"]));
    let scores = system.resampled(&mut Resampler::default());
    let want = numbers(&trace["scores_f32"]);
    assert_eq!(scores[..want.len()], want);
}

/// Rows too long for the short way of adding, and rows that fit, give the same trials.
#[test]
fn long_rows_are_mixed_as_short_ones_are() {
    let count = sukat::metrics::chrf::count;
    let mut first = vec![
        count("isa dalawa", "isa tatlo"),
        count("apat", "apat lima"),
        count("a", "b"),
    ];
    let mut second = vec![
        count("isa tatlo", "isa tatlo"),
        count("lima", "apat lima"),
        count("b", "b"),
    ];
    let short = mixed_gaps(
        &Side::Chrf(first.clone()),
        &Side::Chrf(second.clone()),
        50,
        SEED,
    );
    // A row in which the systems agree and that nothing adds to.
    first.push(ChrfCounts::default());
    second.push(ChrfCounts::default());
    let with_empty = mixed_gaps(
        &Side::Chrf(first.clone()),
        &Side::Chrf(second.clone()),
        50,
        SEED,
    );
    let long = count(&"oo ".repeat(800_000), "oo");
    first[3] = long;
    second[3] = long;
    let with_long = mixed_gaps(
        &Side::Chrf(first.clone()),
        &Side::Chrf(second.clone()),
        50,
        SEED,
    );
    assert_ne!(short, with_empty, "the bits move on");
    let with_long = with_long.expect("chrF++");
    assert_eq!(with_long.len(), 50);
    let whole =
        |rows: &[ChrfCounts]| sukat::metrics::chrf::corpus(rows, WordOrder::Two).expect("rows");
    let gap = (whole(&first) - whole(&second)).abs();
    let largest = with_long.iter().copied().fold(0.0, f64::max);
    assert!(
        largest >= gap - 1e-12,
        "one mixture of three rows is the systems themselves: {largest} {gap}"
    );
}

#[test]
fn labels_are_mixed_row_by_row() {
    let labels = |answers: [Option<usize>; 4]| Side::Labels {
        n_classes: 2,
        pairs: [0, 1, 0, 1].into_iter().zip(answers).collect(),
    };
    let first = labels([Some(0), None, Some(1), Some(1)]);
    let second = labels([Some(0), Some(1), Some(0), Some(0)]);
    let gaps = mixed_gaps(&first, &second, 200, SEED).expect("both are labels");
    // Every mixture by hand: the rows from the second where a bit of `dealt` is 0.
    let answers = [
        [Some(0), None, Some(1), Some(1)],
        [Some(0), Some(1), Some(0), Some(0)],
    ];
    let score = |dealt: usize| {
        let mixed = [0, 1, 2, 3].map(|row| answers[1 - ((dealt >> row) & 1)][row]);
        labels(mixed).score().expect("there are rows")
    };
    let possible: Vec<f64> = (0..16)
        .map(|dealt| (score(dealt) - score(15 - dealt)).abs())
        .collect();
    for gap in &gaps {
        assert!(possible.contains(gap), "{gap} of {possible:?}");
    }
    let seen = |wanted: f64| gaps.iter().any(|gap| (gap - wanted).abs() < f64::EPSILON);
    assert!(possible.into_iter().all(seen), "200 trials see all 16");
}
