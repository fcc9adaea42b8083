//! Mounts the page. All but the first page is in parts that become files of their own, fetched when
//! they are first needed: the build cuts the program where `wasm_split` stands.

use leptos::prelude::*;
use sukat::web::pages::board::BoardPage;
use sukat::web::pages::compare::ComparePage;
use sukat::web::pages::help::HelpPage;
use sukat::web::pages::new_run::NewRunPage;
use sukat::web::pages::result::ResultPage;
use sukat::web::pages::run::RunPage;
use sukat::web::pages::score_file::ScoreFilePage;
use sukat::web::pages::start::StartPage;
use sukat::web::pages::suites::SuitesPage;
use sukat::web::pages::task::TaskPage;
use sukat::web::parts::Fetched;
use sukat::web::state::place::Page;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// `$page` in the part `$part`.
macro_rules! cut {
    ($part:ident: $name:ident, $page:ident) => {
        #[wasm_split($part, fallible)]
        fn $name() -> Result<AnyView, SplitLoaderError> {
            Ok(view! { <$page/> }.into_any())
        }
    };
}

cut!(tasks: suites, SuitesPage);
cut!(tasks: task, TaskPage);
cut!(scores: result, ResultPage);
cut!(scores: compare, ComparePage);
cut!(scores: board, BoardPage);
cut!(work: new_run, NewRunPage);
cut!(work: run, RunPage);
cut!(work: score_file, ScoreFilePage);
cut!(work: help, HelpPage);

fn part(page: Page) -> Fetched<AnyView> {
    match page {
        Page::Start => Box::pin(async { Ok(view! { <StartPage/> }.into_any()) }),
        Page::Suites => Box::pin(suites()),
        Page::Task => Box::pin(task()),
        Page::NewRun => Box::pin(new_run()),
        Page::Run => Box::pin(run()),
        Page::Result => Box::pin(result()),
        Page::Compare => Box::pin(compare()),
        Page::Board => Box::pin(board()),
        Page::ScoreFile => Box::pin(score_file()),
        Page::Help => Box::pin(help()),
    }
}

fn main() {
    sukat::web::mount_page(part);
}
