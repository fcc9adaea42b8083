//! What stands above a list of rows: how they came out, of which task, and with which text.

use std::time::Duration;

use leptos::prelude::*;

use crate::web::components::field::{SelectField, TextField};
use crate::words::Words;

/// A search begins when nothing was typed for so long.
const PAUSE: Duration = Duration::from_millis(200);

/// See the module. What is chosen stands in the address, so the page knows and changes it.
#[component]
pub fn RowFilters(
    /// Language of the page.
    words: &'static Words,
    /// Ways to come out: names in addresses, and what they are called.
    filters: Vec<(String, String)>,
    /// The chosen one.
    filter: Memo<String>,
    /// Another was chosen.
    #[prop(into)]
    on_filter: Callback<String>,
    /// Ids of the tasks.
    #[prop(into)]
    task_ids: Signal<Vec<String>>,
    /// The chosen one.
    task_id: Memo<Option<String>>,
    /// Another was chosen, or all.
    #[prop(into)]
    on_task: Callback<Option<String>>,
    /// What is searched.
    text: Memo<String>,
    /// Something else is.
    #[prop(into)]
    on_text: Callback<String>,
) -> impl IntoView {
    let texts = &words.result;
    let tasks = Memo::new(move |_| {
        let mut options = vec![(String::new(), texts.all_tasks.to_owned())];
        options.extend(task_ids.get().into_iter().map(|id| (id.clone(), id)));
        options
    });
    let search = StoredValue::new_local(debounce(PAUSE, move |text: String| {
        on_text.try_run(text);
    }));
    view! {
        <div class="toolbar result-filters">
            <SelectField
                id="rows-filter"
                label=words.common.filter
                options=filters
                value=filter
                on_change=on_filter
            />
            <SelectField
                id="rows-task"
                label=words.common.task
                options=tasks
                value=Signal::derive(move || task_id.get().unwrap_or_default())
                on_change=move |id: String| on_task.run(Some(id).filter(|id| !id.is_empty()))
            />
            <TextField
                id="rows-search"
                kind="search"
                label=texts.search
                value=text
                on_input=move |text: String| search.update_value(|search| search(text))
            />
        </div>
    }
}
