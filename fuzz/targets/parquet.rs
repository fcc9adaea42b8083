//! Any bytes as a Parquet file: no panic, no more than is allowed, and every line an object.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sukat::intake::unpack::{InFile, Limits, OPENERS, unpack};

const LIMITS: Limits = Limits {
    max_total_bytes: 1 << 20,
    max_ratio: 100,
    ratio_free_bytes: 4096,
    max_entries: 16,
};

/// What every such file begins with.
const MAGIC: &[u8] = b"PAR1";

fuzz_target!(|bytes: &[u8]| {
    let files = [InFile {
        name: String::new(),
        bytes: [MAGIC, bytes.strip_prefix(MAGIC).unwrap_or(bytes)].concat(),
    }];
    for file in unpack(&files, &LIMITS, Some(OPENERS)) {
        let Ok(rows) = file.bytes else { continue };
        assert!(file.is_from_parquet && rows.len() <= LIMITS.max_total_bytes);
        let rows = std::str::from_utf8(&rows).expect("rows are text");
        for row in rows.lines().take(4) {
            assert!(row.starts_with('{') && row.ends_with('}'));
        }
    }
});
