//! Tests in a real browser.
#![cfg(target_arch = "wasm32")]

#[path = "shared/bits.rs"]
mod bits;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn a_browser_gives_every_score_the_bits_that_a_native_program_gives() {
    assert_eq!(bits::digest(), bits::EXPECTED);
}
