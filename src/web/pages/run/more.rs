//! What else may be asked: rows again, and the next run of the same rows.

use leptos::prelude::*;

use crate::record::Repeat;
use crate::web::components::notice::{Notice, NoticeKind};
use crate::web::driver::Driver;
use crate::web::state::place::Route;
use crate::web::state::runs::LiveRuns;
use crate::words::Words;

/// Rows that are to be asked again, once the user says so here.
#[component]
pub fn WantedAgain(
    /// Language of the page.
    words: &'static Words,
    /// Run id.
    run_id: String,
    /// Its driver.
    driver: StoredValue<Driver, LocalStorage>,
) -> impl IntoView {
    let texts = &words.run;
    let live = LiveRuns::from_context();
    let run_id = StoredValue::new(run_id);
    let n = Memo::new(move |_| run_id.with_value(|run_id| live.n_wanted(run_id)));
    let take = move || run_id.with_value(|run_id| live.take_wanted(run_id));
    let ask = move |_| {
        let keys = take();
        driver.with_value(|driver| driver.ask_again(keys));
    };
    view! {
        <Show when=move || n.get() != 0>
            <Notice
                kind=NoticeKind::Info
                title=texts.again_title
                text=(texts.again_text)(n.get_untracked(), 0)
            >
                <div class="actions">
                    <button type="button" class="button" data-kind="primary" on:click=ask>
                        {texts.again_start}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-kind="quiet"
                        on:click=move |_| drop(take())
                    >
                        {words.common.cancel}
                    </button>
                </div>
            </Notice>
        </Show>
    }
}

/// What comes after one of several runs of the same rows.
#[component]
pub fn NextRepeat(
    /// Language of the page.
    words: &'static Words,
    /// Which of them this run is.
    repeat: Repeat,
    /// Whether this run asks.
    is_active: Memo<bool>,
) -> impl IntoView {
    let texts = &words.repeats;
    let live = LiveRuns::from_context();
    let Repeat { group, index, of } = repeat;
    let next = move || {
        let (last, run_id) = live.last_of_group(&group)?;
        (last > index).then_some((last, run_id))
    };
    view! {
        {move || match next() {
            Some((last, run_id)) => {
                let route = Route::Run { run_id };
                view! { <p><a href=route.href()>{(texts.next_is_asked)(last)}</a></p> }.into_any()
            }
            None if index < of && is_active.get() => {
                view! { <p class="field-hint">{texts.next_comes}</p> }.into_any()
            }
            None => ().into_any(),
        }}
    }
}
