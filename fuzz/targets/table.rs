//! Any text as a table: no panic, lines that only go up, and nothing read from nowhere.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sukat::intake::lines::lines;
use sukat::intake::table::records;

fuzz_target!(|text: &str| {
    let n_lines = 1 + text.matches(['\n', '\r']).count();
    for delimiter in [b',', b';', b'\t', b'|'] {
        let mut last = 0;
        for record in records(text, delimiter) {
            assert!(last < record.line && record.line <= n_lines);
            last = record.line;
        }
    }
    for line in lines(text) {
        assert!(line.number <= n_lines && text.contains(line.text));
    }
});
