//! The first page: three ways in, own runs, and where published models stand.

mod own_runs; // runs kept in this browser
mod published; // where published models stand
mod run_table; // the list of runs

use leptos::prelude::*;

use super::PageHead;
use crate::web::components::icon::{Glyph, Icon};
use crate::web::state::place::Route;
use crate::web::state::settings::use_words;
use own_runs::OwnRuns;
use published::Published;

/// Task whose sample rows are shown first: a tweet says at once what this is about.
const SAMPLE_TASK: &str = "SA";

/// See the module.
#[component]
pub fn StartPage() -> impl IntoView {
    let words = use_words();
    let start = &words.start;
    let sample = format!(
        "{}&rows=sample&row=0",
        Route::Task {
            task_id: SAMPLE_TASK.into()
        }
        .href()
    );
    let door = |href: String, title: &'static str, text: &'static str| {
        view! {
            <li class="door">
                <h2>
                    <a href=href>
                        {title}
                        <Icon glyph=Glyph::Forward/>
                    </a>
                </h2>
                <p>{text}</p>
            </li>
        }
    };
    view! {
        <PageHead title=start.title tab_title=words.common.app_name lead=start.lead/>
        <ul class="doors">
            {door(Route::NewRun.href(), start.door_run, start.door_run_text)}
            {door(Route::ScoreFile.href(), start.door_file, start.door_file_text)}
            {door(sample, start.door_sample, start.door_sample_text)}
        </ul>
        <OwnRuns words=words/>
        <Published words=words/>
    }
}
