//! Random streams against numpy's.

use serde_json::Value;
use sukat::metrics::rouge_tl::mt19937::Mt19937;
use sukat::stats::pcg64::{Pcg64, seed_sequence};

use crate::golden::{integer, integers, lines};

const RNG: &str = include_str!("../golden/rng.jsonl");

fn lines_of(generator: &str) -> Vec<Value> {
    let lines: Vec<Value> = lines(RNG)
        .into_iter()
        .filter(|line| line["rng"] == generator)
        .collect();
    assert_eq!(lines.len(), 3);
    lines
}

#[track_caller]
fn check_choices(line: &Value, mut draws_below: impl FnMut(u32, usize) -> Vec<u64>) {
    let choices = line["choice"].as_object().expect("an object");
    assert_eq!(choices.len(), 9);
    for (n, want) in choices {
        let want = integers(want);
        assert_eq!(
            draws_below(n.parse().expect("a number"), want.len()),
            want,
            "below {n}"
        );
    }
}

#[test]
fn mt19937_draws_what_numpy_draws() {
    for line in lines_of("mt19937") {
        let seed = u32::try_from(integer(&line["seed"])).expect("a small seed");
        let mut generator = Mt19937::new(seed);
        for want in integers(&line["u32"]) {
            assert_eq!(u64::from(generator.next32()), want, "seed {seed}");
        }
        check_choices(&line, |n, n_draws| {
            let mut generator = Mt19937::new(seed);
            (0..n_draws)
                .map(|_| u64::from(generator.below_masked(n)))
                .collect()
        });
    }
}

#[test]
fn pcg64_draws_what_numpy_draws() {
    for line in lines_of("pcg64") {
        let seed = integer(&line["seed"]);
        assert_eq!(
            seed_sequence(seed).to_vec(),
            integers(&line["seedseq_state_u64"])
        );
        let mut generator = Pcg64::new(seed);
        for want in integers(&line["u64"]) {
            assert_eq!(generator.next64(), want, "seed {seed}");
        }
        check_choices(&line, |n, n_draws| {
            let mut generator = Pcg64::new(seed);
            (0..n_draws)
                .map(|_| u64::from(generator.below_lemire(n)))
                .collect()
        });
        let mut generator = Pcg64::new(seed);
        let digit = |is_set| if is_set { '1' } else { '0' };
        let booleans: String = generator.booleans().take(5 * 21).map(digit).collect();
        assert_eq!(
            booleans,
            line["bools_5x21"].as_str().expect("a text"),
            "seed {seed}"
        );
        for want in integers(&line["then_choice_63"]) {
            assert_eq!(u64::from(generator.below_lemire(63)), want, "seed {seed}");
        }
    }
}
