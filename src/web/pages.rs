//! A file a route, and what every page begins with.
#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "views own their props, and are as long as their markup"
)]

pub mod board; // published and own results side by side
pub mod compare; // two runs side by side
pub mod fold; // what is folded away until it is wanted
pub mod help; // short answers
pub mod kept_key; // a key's life beyond the page
pub mod new_run; // setting up a run
pub mod no_run; // an address that names no run, one that is not here, or one without numbers
pub mod not_found; // no such page
pub mod rename; // giving a run another name
pub mod result; // scores and rows of a run
pub mod row_filters; // which rows a list keeps
pub mod row_frame; // an open row's name and neighbours
pub mod row_list; // rows that the worker keeps, a window at a time
pub mod run; // a run going on
pub mod run_facts; // how the replies of a run came to be, in one line
pub mod score_file; // answers from a file
pub mod start; // the first page
pub mod suites; // tasks and their data
pub mod task; // rows and prompts of a task

use leptos::prelude::*;
use leptos_router::hooks::use_location;

use super::state::place::Place;
use super::state::visit;

/// The heading of a page. Names the tab, and takes the focus after a change of page.
#[component]
pub fn PageHead(
    /// The heading, and the tab's title.
    #[prop(into)]
    title: String,
    /// What the tab is called, where that is not the heading.
    #[prop(into, optional)]
    tab_title: String,
    /// One or two sentences below.
    #[prop(into, optional)]
    lead: String,
    /// What stands above the heading: the way back.
    #[prop(optional)]
    above: Option<AnyView>,
) -> impl IntoView {
    let heading = NodeRef::<leptos::html::H1>::new();
    let path = use_location().pathname.get_untracked();
    let tab_title = if tab_title.is_empty() {
        title.clone()
    } else {
        tab_title
    };
    visit::enter();
    let takes_focus = expect_context::<Place>().enter(&path, &tab_title);
    Effect::new(move |_| {
        if let Some(heading) = heading.get()
            && takes_focus
        {
            // A heading that cannot be focused leaves the focus where it is: no harm.
            let _ = heading.focus();
        }
    });
    view! {
        <div class="page-head">
            {above}
            <h1 tabindex="-1" node_ref=heading>{title}</h1>
            {(!lead.is_empty()).then(|| view! { <p class="lead">{lead}</p> })}
        </div>
    }
}
