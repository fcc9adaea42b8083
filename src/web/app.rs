//! The frame around every page: header, routes, footer.

use leptos::prelude::*;
use leptos_router::components::{FlatRoutes, Route as RouteView, Router};
use leptos_router::hooks::use_location;
use leptos_router::path;

use super::components::icon::{Glyph, Icon, Mark};
use super::components::notice::FailureNotice;
use super::pages::not_found::NotFoundPage;
use super::parts::{PageParts, PartView};
use super::state::new_run::NewRunForm;
use super::state::place::{self, Page, Place, Route};
use super::state::runs::LiveRuns;
use super::state::settings::{Settings, Theme, use_words};
use super::state::storage::StorageCheck;
use super::state::suite::SuiteStore;
use super::state::upload::Upload;
use crate::words::common::CommonWords;
use crate::words::{Language, Words};

/// The whole page.
#[component]
pub fn App(
    /// Where pages come from.
    parts: PageParts,
) -> impl IntoView {
    let settings = Settings::open();
    provide_context(settings);
    provide_context(Place::new());
    provide_context(NewRunForm::new());
    let live = LiveRuns::new();
    live.deleted().go_on(live);
    provide_context(live);
    provide_context(SuiteStore::new());
    provide_context(Upload::new());
    provide_context(StorageCheck::new());
    // The router wants its base without the slash at the end, and none at all for the root.
    let base = place::base().trim_end_matches('/');
    view! {
        <Router base=base>
            <div class="shell">
                // The router leaves this link alone, so the browser moves the focus too.
                <a class="skip-link" href="#content" rel="external">
                    {say(settings, |common| common.skip_to_content)}
                </a>
                <Header settings=settings/>
                // Built anew in the other language, so words need not be signals in pages. The
                // header stays, and with it the focus on its switch.
                {move || {
                    let words = settings.language().words();
                    view! {
                        <Content parts=parts/>
                        <Footer words=words/>
                    }
                }}
            </div>
        </Router>
    }
}

/// A text of the header, in the language of the moment.
fn say(
    settings: Settings,
    pick: fn(&CommonWords) -> &'static str,
) -> impl Fn() -> &'static str + Copy + Send + 'static {
    move || pick(&settings.language().words().common)
}

#[component]
fn Content(parts: PageParts) -> impl IntoView {
    let storage = expect_context::<StorageCheck>();
    let part = move |page| move || view! { <PartView page=page parts=parts/> };
    view! {
        <main class="page" id="content" tabindex="-1">
            {move || storage.failure().map(|why| view! {
                <FailureNotice words=use_words() failure=why/>
            })}
            <FlatRoutes fallback=NotFoundPage>
                <RouteView path=path!("/") view=part(Page::Start)/>
                <RouteView path=path!("/suites") view=part(Page::Suites)/>
                <RouteView path=path!("/task") view=part(Page::Task)/>
                <RouteView path=path!("/new") view=part(Page::NewRun)/>
                <RouteView path=path!("/run") view=part(Page::Run)/>
                <RouteView path=path!("/result") view=part(Page::Result)/>
                <RouteView path=path!("/compare") view=part(Page::Compare)/>
                <RouteView path=path!("/board") view=part(Page::Board)/>
                <RouteView path=path!("/score") view=part(Page::ScoreFile)/>
                <RouteView path=path!("/help") view=part(Page::Help)/>
            </FlatRoutes>
        </main>
    }
}

#[component]
fn Header(settings: Settings) -> impl IntoView {
    let location = use_location();
    let segment = Memo::new(move |_| {
        location
            .pathname
            .with(|path| place::segment_of(path, place::base()).to_owned())
    });
    // A phone shows name and menu button; the menu opens below and closes when a page was chosen.
    let is_open = RwSignal::new(false);
    let opener = NodeRef::<leptos::html::Button>::new();
    // A language was chosen in the menu: it closes, and the focus goes back to its button. A screen
    // without a menu hides the button, and what is hidden takes no focus.
    let close = Callback::new(move |()| {
        is_open.set(false);
        if let Some(opener) = opener.get_untracked() {
            let _ = opener.focus();
        }
    });
    Effect::new(move |_| {
        location.pathname.track();
        is_open.set(false);
    });
    let link = move |route: Route, name: fn(&CommonWords) -> &'static str| {
        let here = route.segment();
        // A task's page belongs to the list of tasks.
        let current = move || {
            segment.with(|segment| match segment.as_str() {
                "task" if here == "suites" => Some("true"),
                segment => (segment == here).then_some("page"),
            })
        };
        view! { <li><a href=route.href() aria-current=current>{say(settings, name)}</a></li> }
    };
    view! {
        <header class="site-header">
            <div
                class="site-header-line"
                data-menu=move || if is_open.get() { "open" } else { "closed" }
                on:keydown=move |event| if event.key() == "Escape" { is_open.set(false) }
            >
                <a class="site-name" href=Route::Start.href()>
                    <Mark/>
                    "Sukat"
                </a>
                <button
                    type="button"
                    class="button menu-button"
                    data-kind="quiet"
                    node_ref=opener
                    aria-expanded=move || is_open.get().to_string()
                    aria-controls="site-nav"
                    on:click=move |_| is_open.update(|open| *open = !*open)
                >
                    <Icon glyph=Glyph::Menu/>
                    {say(settings, |common| common.menu)}
                </button>
                <nav class="site-nav" id="site-nav" aria-label=say(settings, |common| common.nav)>
                    <ul>
                        {link(Route::NewRun, |common| common.nav_new_run)}
                        {link(Route::ScoreFile, |common| common.nav_score_file)}
                        {link(Route::Suites, |common| common.nav_suites)}
                        {link(Route::Board, |common| common.nav_board)}
                        {link(Route::Help { question: "" }, |common| common.nav_help)}
                    </ul>
                </nav>
                <div class="site-settings">
                    <LanguageSwitch settings=settings on_chosen=close/>
                    <ThemeSwitch settings=settings/>
                </div>
            </div>
        </header>
    }
}

#[component]
fn LanguageSwitch(settings: Settings, on_chosen: Callback<()>) -> impl IntoView {
    let buttons = Language::ALL
        .map(|language| {
            view! {
                <label class="segment" lang=language.id()>
                    <input
                        type="radio"
                        name="language"
                        prop:checked=move || settings.language() == language
                        on:change=move |_| {
                            settings.set_language(language);
                            on_chosen.run(());
                        }
                    />
                    <span>{language.own_name()}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="segmented">
            <legend class="visually-hidden">{say(settings, |common| common.language)}</legend>
            <div class="segments">{buttons}</div>
        </fieldset>
    }
}

#[component]
fn ThemeSwitch(settings: Settings) -> impl IntoView {
    let buttons = Theme::ALL
        .map(|theme| {
            let (glyph, name): (_, fn(&CommonWords) -> &'static str) = match theme {
                Theme::System => (Glyph::HalfDisc, |common| common.theme_system),
                Theme::Light => (Glyph::Sun, |common| common.theme_light),
                Theme::Dark => (Glyph::Moon, |common| common.theme_dark),
            };
            view! {
                <label class="segment" title=say(settings, name)>
                    <input
                        type="radio"
                        name="theme"
                        prop:checked=move || settings.theme() == theme
                        on:change=move |_| settings.set_theme(theme)
                    />
                    <span>
                        <Icon glyph=glyph/>
                        <span class="visually-hidden">{say(settings, name)}</span>
                    </span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="segmented">
            <legend class="visually-hidden">{say(settings, |common| common.theme)}</legend>
            <div class="segments">{buttons}</div>
        </fieldset>
    }
}

#[component]
fn Footer(words: &'static Words) -> impl IntoView {
    let common = &words.common;
    view! {
        <footer class="site-footer">
            <div class="site-footer-line">
                <p>{common.footer_what}</p>
                <p>{common.footer_privacy}</p>
                <p>{common.footer_licence} " " {(common.version)(env!("CARGO_PKG_VERSION"))}</p>
            </div>
        </footer>
    }
}
