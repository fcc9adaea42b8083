//! What is fetched only when it is first needed: all pages but the first, and most of the worker.
//! The cuts are made in `main.rs` and `bin/worker.rs`; here is what stands on either side of them.

use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use leptos::reactive::spawn_local_scoped_with_cancellation;
use wasm_split_helpers::SplitLoaderError;

use super::components::notice::FailureNotice;
use super::state::place::Page;
use super::state::settings::use_words;
use crate::desk::protocol::Failure;

/// What a part gives once it is here, or that it could not be fetched.
pub type Fetched<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// Fetches a page's part and builds its view.
pub type PageParts = fn(Page) -> Fetched<AnyView>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fetch {
    Waiting,
    Here,
    Failed,
}

/// A page that may have to be fetched first.
#[component]
pub fn PartView(
    /// Which page.
    page: Page,
    /// Where its part comes from.
    parts: PageParts,
) -> impl IntoView {
    let words = use_words();
    let fetch = RwSignal::new(Fetch::Waiting);
    let built = StoredValue::new_local(None::<AnyView>);
    let begin = move || {
        fetch.set(Fetch::Waiting);
        spawn_local_scoped_with_cancellation(async move {
            match parts(page).await {
                Ok(view) => {
                    built.set_value(Some(view));
                    fetch.set(Fetch::Here);
                }
                Err(_) => fetch.set(Fetch::Failed),
            }
        });
    };
    begin();
    let owner = Owner::current();
    let again = move |_| {
        if let Some(owner) = &owner {
            owner.with(begin);
        }
    };
    move || match fetch.get() {
        Fetch::Waiting => view! {
            <p class="part-waiting" role="status">{words.common.loading_words}</p>
        }
        .into_any(),
        Fetch::Here => built.try_update_value(Option::take).flatten().into_any(),
        Fetch::Failed => {
            let again = again.clone();
            view! {
                <FailureNotice words=words failure=Failure::NotFetched>
                    <button type="button" class="button" on:click=again>
                        {words.common.try_again}
                    </button>
                </FailureNotice>
            }
            .into_any()
        }
    }
}
