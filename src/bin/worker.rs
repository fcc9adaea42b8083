//! Serves the worker. What the first page does not ask of it becomes a file of its own, fetched
//! when it is first needed: the build cuts the program where `wasm_split` stands.
#![expect(
    clippy::unnecessary_wraps,
    reason = "the error is that of a part that does not come"
)]

use sukat::intake::unpack::{OPENERS, Openers};
use sukat::web::parts::Fetched;
use sukat::web::worker::{Performing, Work};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

#[wasm_split(desk, fallible)]
fn begin(work: Work) -> Result<Performing, SplitLoaderError> {
    Ok(work.perform())
}

fn desk(work: Work) -> Fetched<Performing> {
    Box::pin(begin(work))
}

#[wasm_split(openers, fallible)]
fn openers() -> Result<Openers, SplitLoaderError> {
    Ok(OPENERS)
}

fn fetch_openers() -> Fetched<Openers> {
    Box::pin(openers())
}

fn main() {
    sukat::web::serve_worker(desk, fetch_openers);
}
