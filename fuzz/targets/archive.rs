//! Any bytes as an archive: no panic, and no more comes out than is allowed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sukat::intake::unpack::{InFile, Limits, OPENERS, unpack};

const LIMITS: Limits = Limits {
    max_total_bytes: 1 << 20,
    max_ratio: 100,
    ratio_free_bytes: 4096,
    max_entries: 16,
};

fuzz_target!(|bytes: &[u8]| {
    let files = [InFile {
        name: "a".to_owned(),
        bytes: bytes.to_vec(),
    }];
    let unpacked = unpack(&files, &LIMITS, Some(OPENERS));
    let sizes = unpacked.iter().filter_map(|entry| entry.bytes.as_ref().ok());
    let n_bytes: usize = sizes.map(|bytes| bytes.len()).sum();
    // A log of Inspect is put together anew, with a little around each sample.
    assert!(n_bytes <= 2 * LIMITS.max_total_bytes + bytes.len());
});
