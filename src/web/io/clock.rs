//! The time, and waiting.

use gloo_timers::callback::Timeout;

/// Unix milliseconds now.
pub fn now_millis() -> u64 {
    let now = js_sys::Date::now();
    if now.is_finite() && now > 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked"
        )]
        return now as u64;
    }
    0
}

/// Milliseconds since the page (or worker) began, with fractions; for measuring only.
pub fn tick_millis() -> f64 {
    js_sys::Reflect::get(&js_sys::global(), &"performance".into())
        .ok()
        .and_then(|performance| {
            let now = js_sys::Reflect::get(&performance, &"now".into()).ok()?;
            js_sys::Function::from(now)
                .call0(&performance)
                .ok()?
                .as_f64()
        })
        .unwrap_or(0.0)
}

/// Notes in this thread's timeline that `name` took from `began_millis` (of [`tick_millis`]) until
/// now: for the developer tools, and for the benchmark.
pub fn note_span(name: &str, began_millis: f64) {
    let options = js_sys::Object::new();
    let noted = js_sys::Reflect::set(&options, &"start".into(), &began_millis.into())
        .and_then(|_| js_sys::Reflect::get(&js_sys::global(), &"performance".into()))
        .and_then(|performance| {
            let measure = js_sys::Reflect::get(&performance, &"measure".into())?;
            js_sys::Function::from(measure).call2(&performance, &name.into(), &options)
        });
    // A browser without a timeline: nothing else depends on it.
    drop(noted);
}

/// Calls `then` after `wait_millis`; dropping the handle cancels it.
pub fn after(wait_millis: u64, then: impl FnOnce() + 'static) -> Timeout {
    Timeout::new(u32::try_from(wait_millis).unwrap_or(u32::MAX), then)
}

/// Waits.
pub async fn pause(wait_millis: u32) {
    gloo_timers::future::TimeoutFuture::new(wait_millis).await;
}
