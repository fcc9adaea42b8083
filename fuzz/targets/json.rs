//! Any text as JSON: items of valid lists are what a parser reads, and a repair mends for good.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use serde_json::value::RawValue;
use sukat::intake::items::items;
use sukat::intake::json::repair;
use sukat::intake::value::read_cell;

fuzz_target!(|text: &str| {
    if let Some(walk) = items(text, 1) {
        let raws: Vec<&str> = walk.map(|item| item.raw).collect();
        if let Ok(parsed) = serde_json::from_str::<Vec<&RawValue>>(text) {
            let parsed: Vec<&str> = parsed.into_iter().map(RawValue::get).collect();
            assert_eq!(raws, parsed);
        }
    }
    if let Some((repaired, _)) = repair(text) {
        assert!(repair(&repaired).is_none());
    }
    let _ = read_cell(text, "x");
    let _ = serde_json::from_str::<Value>(text);
});
