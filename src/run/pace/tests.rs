use super::*;

#[test]
fn plain_http_gets_six_unless_the_user_asks_for_more() {
    let at = |raw| BaseUrl::parse(raw).expect("an address").url;
    assert_eq!(
        concurrency_for(&at("http://localhost:8000/v1"), Wish::Default),
        6
    );
    assert_eq!(
        concurrency_for(&at("http://localhost:8000/v1"), Wish::Exactly(16)),
        16
    );
    assert_eq!(
        concurrency_for(&at("https://a.example/v1"), Wish::Default),
        32
    );
    assert_eq!(
        concurrency_for(&at("https://a.example/v1"), Wish::Exactly(0)),
        1
    );
    assert_eq!(
        concurrency_for(&at("https://a.example/v1"), Wish::Exactly(999)),
        64
    );
}

#[test]
fn a_burst_makes_one_wait_and_then_one_request_goes_ahead() {
    let mut pace = Pace::new(10, Caps::default());
    let mut jitter = Jitter::new(1);
    for _ in 0..8 {
        let number = pace.note_ask(0, 0);
        let limited = pace.note_limit(1000, 0, number, Some(2500), &mut jitter);
        assert_eq!(limited, Limited::Held);
    }
    assert_eq!((pace.allowed(), pace.hold_until()), (6, 3500));
    pace.think(3500);
    assert_eq!(pace.turn(3400, 0), Turn::At(3500));
    assert_eq!(pace.turn(3500, 0), Turn::Now);
    pace.note_ask(3500, 0);
    assert_eq!(pace.turn(3510, 0), Turn::At(6500));
    pace.note_success(3500);
    assert_eq!(pace.turn(3520, 0), Turn::Now);
}

#[test]
fn requests_under_a_cap_are_spread_and_never_more_in_a_minute() {
    let caps = Caps {
        requests_per_minute: Some(60),
        tokens_per_minute: None,
    };
    let mut pace = Pace::new(64, caps);
    let mut sent: Vec<u64> = Vec::new();
    for now_millis in (1_000_000..1_200_000).step_by(250) {
        pace.think(now_millis);
        while pace.turn(now_millis, 0) == Turn::Now {
            pace.note_ask(now_millis, 0);
            sent.push(now_millis);
        }
    }
    let n_within = |from: u64| {
        let is_in = |at: &&u64| (from..=from + 60_000).contains(*at);
        sent.iter().filter(is_in).count()
    };
    assert!(sent.iter().all(|&at| n_within(at) <= 60));
    assert!(sent.len() >= 195, "{}", sent.len());
}

#[test]
fn a_long_wait_ends_when_a_server_that_counts_in_minutes_takes_requests_again() {
    // Some way into a minute.
    let start = 1_700_000_010_000;
    let mut jitter = Jitter::new(1);
    let mut waits = Vec::new();
    for _ in 0..50 {
        let mut pace = Pace::new(8, Caps::default());
        let taken = pace.note_ask(start, 0);
        pace.note_success(start);
        assert_eq!(taken, 1);
        let mut now_millis = start + 1_000;
        while now_millis < start + CAP_SPAN_MILLIS {
            pace.think(now_millis);
            let number = pace.note_ask(now_millis, 0);
            pace.note_limit(now_millis, now_millis, number, None, &mut jitter);
            let until = pace.hold_until();
            waits.push(until - now_millis);
            assert!(until <= start + CAP_SPAN_MILLIS, "{}", until - start);
            let next_minute = (now_millis / MINUTE_MILLIS + 1) * MINUTE_MILLIS;
            let is_long = until - now_millis > LONG_WAIT_MILLIS;
            assert!(!is_long || until <= next_minute + 500, "{}", until - start);
            now_millis = until;
        }
    }
    assert!(waits.iter().any(|&wait| wait > LONG_WAIT_MILLIS));
}
