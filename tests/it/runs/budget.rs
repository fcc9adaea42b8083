//! Runs that may take only so much.

use sukat::provider::{Outcome, Params, Usage};
use sukat::run::budget::{Budget, Money, Prices, Spent};
use sukat::run::{Earlier, Event, Plan, RowKey, RunState, StopReason};
use sukat::words::Language;

use crate::runs::simulator::{Answer, Server, Simulator, throw};
use crate::runs::{broken, plan, reply};

const START: u64 = 1_700_000_000_123;

/// Ten pesos for a million tokens in, thirty out.
const PRICES: Prices = Prices {
    input: Money(10_000_000),
    output: Money(30_000_000),
};

/// Answers with 100 tokens in and some out, of a cap of 32; every tenth request fails.
struct Meter {
    n_requests: u64,
    is_reporting: bool,
    prompt_tokens: u64,
    output_tokens: u64,
}

impl Meter {
    fn new() -> Self {
        Self {
            n_requests: 0,
            is_reporting: true,
            prompt_tokens: 0,
            output_tokens: 0,
        }
    }
}

impl Server for Meter {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        self.n_requests += 1;
        let result = if self.n_requests.is_multiple_of(10) {
            Err(broken())
        } else {
            let output_tokens = 8 + key.row_idx as u64 % 9;
            self.prompt_tokens += 100;
            self.output_tokens += output_tokens;
            let mut reply = reply("Sagot: B");
            if self.is_reporting {
                reply.usage = Usage {
                    prompt_tokens: Some(100),
                    output_tokens: Some(output_tokens),
                    reasoning_tokens: None,
                };
            }
            Ok(reply)
        };
        Answer {
            result,
            after_millis: 300,
            told: None,
        }
    }
}

fn plan_with(n_rows: usize, budget: Budget) -> Plan {
    let mut plan = plan(n_rows, 16);
    for row in &mut plan.rows {
        row.n_chars = 320;
    }
    plan.budget = budget;
    plan.prices = Some(PRICES);
    plan
}

fn stopped_by(simulator: &Simulator) -> Spent {
    match simulator.run.state(simulator.now_millis) {
        RunState::Stopped {
            why: StopReason::BudgetSpent(spent),
        } => spent,
        state => panic!("{state:?}"),
    }
}

#[test]
fn a_run_stops_before_it_passes_its_budget_and_goes_on_with_a_higher_one() {
    let none = Budget::default();
    let cases = [
        (
            Budget {
                requests: Some(50),
                ..none
            },
            Spent::Requests(50),
        ),
        (
            Budget {
                tokens: Some(10_000),
                ..none
            },
            Spent::Tokens(10_000),
        ),
        (
            Budget {
                money: Some(Money(100_000)),
                ..none
            },
            Spent::Money(Money(100_000)),
        ),
    ];
    for (budget, spent) in cases {
        let mut server = Meter::new();
        let mut simulator = Simulator::start(plan_with(300, budget), START, &mut server);
        simulator.go(u64::MAX, &mut server);
        assert_eq!(stopped_by(&simulator), spent);
        let used = match spent {
            Spent::Requests(limit) => server.n_requests as f64 / limit as f64,
            Spent::Tokens(limit) => {
                (server.prompt_tokens + server.output_tokens) as f64 / limit as f64
            }
            Spent::Money(limit) => {
                let cost = PRICES.cost(server.prompt_tokens, server.output_tokens);
                cost.0 as f64 / limit.0 as f64
            }
        };
        println!("{spent:?}: {:.1} % of it used", used * 100.0);
        assert!((0.97..=1.0).contains(&used), "{spent:?}: {used}");
        let progress = simulator.run.progress(simulator.now_millis);
        assert_eq!(progress.taken.n_requests, server.n_requests);
        assert_eq!(progress.taken.prompt_tokens, server.prompt_tokens);
        assert_eq!(progress.taken.output_tokens, server.output_tokens);
        assert_eq!(progress.n_in_flight, 0);

        // The same budget once more: nothing is asked.
        let n_before = server.n_requests;
        simulator.happen(Event::GoOn, &mut server);
        assert_eq!(stopped_by(&simulator), spent);
        assert_eq!(server.n_requests, n_before);
        let higher = Event::BudgetSet {
            budget: none,
            prices: Some(PRICES),
        };
        simulator.happen(higher, &mut server);
        simulator.happen(Event::GoOn, &mut server);
        simulator.go(u64::MAX, &mut server);
        let state = simulator.run.state(simulator.now_millis);
        assert_eq!(state, RunState::Finished);
        assert_eq!(simulator.saves.len(), 300);
    }
}

#[test]
fn tokens_that_nobody_reports_are_estimated_and_counted() {
    let budget = Budget {
        tokens: Some(5_000),
        ..Budget::default()
    };
    let mut server = Meter::new();
    server.is_reporting = false;
    let mut simulator = Simulator::start(plan_with(300, budget), START, &mut server);
    simulator.go(u64::MAX, &mut server);
    assert_eq!(stopped_by(&simulator), Spent::Tokens(5_000));
    let taken = simulator.run.progress(simulator.now_millis).taken;
    // 320 characters are 100 tokens, and "Sagot: B" is 3.
    assert!(
        taken.tokens() > 4_800 && taken.tokens() <= 5_000,
        "{taken:?}"
    );
    assert_eq!(taken.prompt_tokens % 100, 0);
    assert!(
        taken.n_unreported > 40 && taken.n_broken_off == 0,
        "{taken:?}"
    );
    for (language, told) in [
        (Language::English, "replies without a count)"),
        (Language::Filipino, "tugon na walang bilang)"),
    ] {
        let text = (language.words().limits.taken)(&taken, None);
        assert!(text.ends_with(told), "{text}");
    }
}

#[test]
fn a_stop_says_that_what_was_broken_off_is_estimated() {
    let mut server = Meter::new();
    let mut simulator = Simulator::start(plan_with(300, Budget::default()), START, &mut server);
    simulator.go(START + 4_000, &mut server);
    let before = simulator.run.progress(simulator.now_millis);
    assert!(before.n_in_flight > 1, "{before:?}");
    let limits = &Language::English.words().limits;
    let text = (limits.taken)(&before.taken, Some("1.00"));
    assert!(
        !text.contains("about") && !text.contains("broken off"),
        "{text}"
    );
    simulator.happen(Event::Stopped, &mut server);
    let taken = simulator.run.progress(simulator.now_millis).taken;
    assert_eq!(usize::try_from(taken.n_broken_off), Ok(before.n_in_flight));
    assert!(taken.tokens() > before.taken.tokens());
    let text = (limits.taken)(&taken, Some("1.00"));
    assert!(
        text.starts_with("about ") && text.contains(", cost about 1.00"),
        "{text}"
    );
    let why = format!(
        "(estimated in part: {} requests broken off)",
        taken.n_broken_off
    );
    assert!(text.ends_with(&why), "{text}");
    let text = (Language::Filipino.words().limits.taken)(&taken, Some("1.00"));
    assert!(
        text.starts_with("mga ") && text.contains("request na naputol"),
        "{text}"
    );
}

#[test]
fn the_total_is_projected_after_twenty_replies_and_comes_true() {
    let mut server = Meter::new();
    let mut simulator = Simulator::start(plan_with(600, Budget::default()), START, &mut server);
    let mut seen = Vec::new();
    for second in 0..40 {
        simulator.go(START + second * 1000, &mut server);
        let progress = simulator.run.progress(simulator.now_millis);
        if let Some(projection) = progress.projection {
            assert!(progress.total.n_done() >= 15, "{progress:?}");
            seen.push(projection);
        }
    }
    simulator.go(u64::MAX, &mut server);
    let taken = simulator.run.progress(simulator.now_millis).taken;
    let first = seen.first().expect("a projection on the way");
    let tokens = first.tokens;
    assert!(tokens.low <= tokens.likely && tokens.likely <= tokens.high);
    assert!(
        (tokens.low..=tokens.high).contains(&taken.tokens()),
        "{first:?} {taken:?}"
    );
    assert!(tokens.high - tokens.low < taken.tokens() / 10, "{first:?}");
    let cost = first.cost.expect("prices are known");
    let in_the_end = PRICES.cost(taken.prompt_tokens, taken.output_tokens).0;
    assert!(
        (cost.low..=cost.high).contains(&in_the_end),
        "{cost:?} {in_the_end}"
    );
}

/// Tasks one after the other, whose replies differ in length within and between them.
struct Wordy {
    dice: u64,
    /// Of a hundred replies so many are long.
    long: u64,
}

impl Server for Wordy {
    fn take(&mut self, _: u64, key: &RowKey) -> Answer {
        let throw = throw(&mut self.dice);
        let usual = match key.task_id.as_str() {
            "SA" => 3 + throw % 5,
            "QA" => 10 + throw % 40,
            _ => 80 + throw % 160,
        };
        let is_long = (throw >> 32) % 100 < self.long;
        let mut reply = reply("Sagot: B");
        reply.usage = Usage {
            prompt_tokens: Some(80 + (throw >> 16) % 50),
            output_tokens: Some(if is_long { 512 } else { usual }),
            reasoning_tokens: None,
        };
        let n_tokens = reply.usage.output_tokens.unwrap_or(0);
        Answer {
            result: Ok(reply),
            after_millis: 50 + 10 * n_tokens,
            told: None,
        }
    }
}

#[test]
fn the_range_holds_what_comes_in_nineteen_of_twenty_runs_and_narrows() {
    let (mut n_seen, mut n_missed) = (0, 0);
    let (mut n_times, mut n_times_missed) = (0, 0);
    for seed in 0..60 {
        let mut server = Wordy {
            dice: seed,
            long: seed % 6,
        };
        let mut plan = plan_with(360, Budget::default());
        for (idx, row) in plan.rows.iter_mut().enumerate() {
            let task_id = ["SA", "QA", "AS"][idx / 120];
            row.key.task_id = task_id.to_owned();
            row.key.row_idx = idx % 120;
            let params = Params {
                max_tokens: Some(512),
                ..Params::default()
            };
            plan.params.insert(task_id.to_owned(), params);
        }
        let mut simulator = Simulator::start(plan, START, &mut server);
        let (mut seen, mut times) = (Vec::new(), Vec::new());
        for step in 0..200 {
            let now = START + step * 250;
            simulator.go(now, &mut server);
            let progress = simulator.run.progress(now);
            if progress.state == RunState::Running {
                seen.extend(progress.projection);
                times.extend(progress.eta_range.map(|range| (now, range)));
            }
        }
        simulator.go(u64::MAX, &mut server);
        let end = simulator.now_millis;
        for &(now, (least, most)) in &times {
            n_times += 1;
            n_times_missed += usize::from(!(now + least..=now + most).contains(&end));
        }
        let taken = simulator.run.progress(simulator.now_millis).taken;
        let cost = PRICES.cost(taken.prompt_tokens, taken.output_tokens).0;
        for projection in &seen {
            let (tokens, money) = (projection.tokens, projection.cost.expect("prices"));
            n_seen += 2;
            n_missed += usize::from(!(tokens.low..=tokens.high).contains(&taken.tokens()));
            n_missed += usize::from(!(money.low..=money.high).contains(&cost));
        }
        let width = |at: usize| seen[at].tokens.high - seen[at].tokens.low;
        assert!(width(0) > taken.tokens(), "nothing is known of two tasks");
        assert!(width(seen.len() / 2) < width(0), "{seed}");
    }
    println!("{n_missed} of {n_seen} ranges did not hold the end");
    println!("{n_times_missed} of {n_times} times left did not");
    assert!(n_missed * 20 <= n_seen, "{n_missed} of {n_seen}");
    assert!(n_times > 3_000 && n_times_missed * 20 <= n_times);
}

#[test]
fn earlier_sittings_count() {
    let budget = Budget {
        requests: Some(12),
        ..Budget::default()
    };
    let mut plan = plan_with(30, budget);
    let attempt = sukat::record::Attempt {
        at_millis: 0,
        took_millis: 1,
        status: Some(200),
        result: "ok".to_owned(),
    };
    for row in plan.rows.iter_mut().take(5) {
        row.earlier = Some(Earlier {
            outcome: Outcome::Answered,
            attempts: vec![attempt.clone(); 2],
            usage: Usage {
                prompt_tokens: Some(100),
                output_tokens: Some(10),
                reasoning_tokens: None,
            },
        });
    }
    let mut server = Meter::new();
    let mut simulator = Simulator::start(plan, START, &mut server);
    simulator.go(u64::MAX, &mut server);
    assert_eq!(stopped_by(&simulator), Spent::Requests(12));
    assert_eq!(server.n_requests, 2);
    let progress = simulator.run.progress(simulator.now_millis);
    let cost = PRICES.cost(progress.taken.prompt_tokens, progress.taken.output_tokens);
    assert_eq!(progress.cost, Some(cost));
    assert!(progress.taken.tokens() >= 5 * 110 + 200);
}

/// A model that thought its budget away wrote nothing, and is paid for all the same.
#[test]
fn earlier_replies_without_a_text_count_too() {
    let budget = Budget {
        tokens: Some(10_000),
        ..Budget::default()
    };
    let mut plan = plan_with(30, budget);
    for row in plan.rows.iter_mut().take(3) {
        row.earlier = Some(Earlier {
            outcome: Outcome::Empty(sukat::provider::EmptyWhy::Budget),
            attempts: Vec::new(),
            usage: Usage {
                prompt_tokens: Some(100),
                output_tokens: Some(4_000),
                reasoning_tokens: None,
            },
        });
    }
    let mut server = Meter::new();
    let mut simulator = Simulator::start(plan, START, &mut server);
    simulator.go(u64::MAX, &mut server);
    assert_eq!(stopped_by(&simulator), Spent::Tokens(10_000));
    assert_eq!(server.n_requests, 0);
}

#[test]
fn a_lid_closed_on_a_request_may_be_on_the_bill() {
    let mut server = Meter::new();
    let mut simulator = Simulator::start(plan_with(30, Budget::default()), START, &mut server);
    simulator.sleep(60_000, &mut server);
    let taken = simulator.run.progress(simulator.now_millis).taken;
    assert_eq!((taken.n_requests, taken.prompt_tokens), (2, 100));
}

#[test]
fn both_languages_name_the_budget_that_is_spent() {
    for (spent, size) in [
        (Spent::Requests(1500), "1,500 request"),
        (Spent::Tokens(2_000_000), "2,000,000 token"),
        (Spent::Money(Money(2_500_000)), "2.50"),
    ] {
        for language in [Language::English, Language::Filipino] {
            let why = StopReason::BudgetSpent(spent);
            let (advice, _) = language.stop_reason(&why).expect("advice");
            assert!(advice.title.contains(size), "{}", advice.title);
        }
        assert!(spent.note().starts_with("stopped by a budget of "));
    }
}
