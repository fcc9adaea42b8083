//! Going to another page.

use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;

use super::place::Route;

/// A way to any page; get it while the page is built, use it in handlers and tasks.
pub fn use_go() -> impl Fn(&Route) + Clone + 'static {
    let navigate = use_navigate();
    move |route: &Route| {
        // The address is complete, base included: the router must not put the base in front.
        let options = NavigateOptions {
            resolve: false,
            ..NavigateOptions::default()
        };
        navigate(&route.href(), options);
    }
}
