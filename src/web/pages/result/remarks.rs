//! What a reader must know before the numbers.

use leptos::prelude::*;

use crate::desk::view::ResultView;
use crate::web::components::notice::{Notice, NoticeKind};
use crate::words::{Words, number};

/// Everything found in the run that casts doubt on its numbers; nothing when there is nothing.
#[component]
pub fn Remarks(words: &'static Words, result: ResultView) -> impl IntoView {
    let language = words.language;
    let mut sentences: Vec<String> = result
        .remarks
        .iter()
        .map(|remark| language.remark(remark))
        .collect();
    if result.models_seen.len() > 1 {
        let models: Vec<String> = result
            .models_seen
            .iter()
            .map(|(model, n)| format!("{model} ({})", number::count(*n)))
            .collect();
        sentences.insert(0, (words.result.several_models)(&models.join(", ")));
    }
    let items = sentences
        .iter()
        .map(|sentence| view! { <li>{sentence.clone()}</li> })
        .collect_view();
    (!sentences.is_empty()).then(|| {
        view! {
            <Notice kind=NoticeKind::Warning title=words.result.remarks_title>
                <ul class="notice-list">{items}</ul>
            </Notice>
        }
    })
}
