//! Any bytes as Zstandard: no panic, and no more comes out than is allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sukat::intake::unpack::{InFile, Limits, OPENERS, unpack};

const LIMITS: Limits = Limits {
    max_total_bytes: 1 << 18,
    max_ratio: 100,
    ratio_free_bytes: 4096,
    max_entries: 16,
};

/// What every such file begins with.
const MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

fuzz_target!(|bytes: &[u8]| {
    let files = [InFile {
        name: String::new(),
        bytes: [MAGIC, bytes.strip_prefix(MAGIC).unwrap_or(bytes)].concat(),
    }];
    for file in unpack(&files, &LIMITS, Some(OPENERS)) {
        if let Ok(bytes) = file.bytes {
            assert!(bytes.len() <= LIMITS.max_total_bytes);
        }
    }
});
