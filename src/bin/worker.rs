//! Serves the worker.

fn main() {
    sukat::web::serve_worker();
}
