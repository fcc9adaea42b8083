//! Why a run rests, and every way on: another key, the prompts or the results in a file.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::go_on;
use crate::desk::plan::recipe_of;
use crate::desk::protocol::{Export, Failure};
use crate::provider::key::Key;
use crate::record::RecordHead;
use crate::run::{RunState, StopReason};
use crate::web::components::button::DownloadButton;
use crate::web::components::field::SecretField;
use crate::web::components::notice::{FailureNotice, Notice, NoticeKind};
use crate::web::driver::Driver;
use crate::web::pages::fold::Fold;
use crate::web::pages::new_run::limits::BudgetFields;
use crate::web::state::ask;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::place;
use crate::web::state::runs::LiveRuns;
use crate::web::state::visit;
use crate::words::Words;

/// Why the run rests, what to do, and where another key goes.
pub fn trouble(
    words: &'static Words,
    driver: StoredValue<Driver, LocalStorage>,
    state: &RunState,
) -> Option<AnyView> {
    let texts = &words.run;
    let (advice, details) = match state {
        RunState::Stopped { why } => words.language.stop_reason(why)?,
        RunState::Paused { why } => words.language.pause_reason(why),
        _ => return None,
    };
    let checklist = matches!(
        state,
        RunState::Stopped {
            why: StopReason::Unreachable { .. }
        }
    )
    .then(|| {
        let base = driver.with_value(Driver::base);
        let list = words.language.network_checklist(&base, &place::origin());
        let items = list
            .into_iter()
            .map(|text| view! { <li>{text}</li> })
            .collect_view();
        view! {
            <ol class="checklist">{items}</ol>
            <TakePrompts words=words head=driver.with_value(Driver::head)/>
        }
    });
    let wants_budget = matches!(
        state,
        RunState::Stopped {
            why: StopReason::BudgetSpent(_)
        }
    );
    let wants_key = matches!(
        state,
        RunState::Stopped {
            why: StopReason::KeyRejected { .. } | StopReason::Quota { .. }
        }
    );
    // A budget does what the user wished.
    let kind = if wants_budget {
        NoticeKind::Info
    } else {
        NoticeKind::Wrong
    };
    let has_unsaved = driver.with_value(|driver| driver.progress().with(|p| p.n_unsaved)) > 0;
    Some(
        view! {
            <Notice kind=kind title=advice.title text=advice.what_to_do>
                {checklist}
                {(!details.trim().is_empty()).then(|| view! {
                    <Fold name="trouble" summary=words.errors.details.into_any()>
                        <p><code class="excerpt">{details}</code></p>
                    </Fold>
                })}
                {wants_key.then(|| view! { <OtherKey words=words driver=driver/> })}
                {wants_budget.then(|| view! { <OtherBudget words=words driver=driver/> })}
                {has_unsaved.then(|| view! {
                    <DownloadButton
                        label=texts.unsaved_download
                        on_download=move |()| driver.with_value(Driver::save_unsaved)
                    />
                })}
            </Notice>
        }
        .into_any(),
    )
}

/// The way around an endpoint that no page can reach: the prompts of the run's tasks, in a file.
#[component]
fn TakePrompts(words: &'static Words, head: RecordHead) -> impl IntoView {
    let is_busy = visit::signal("taking prompts", false);
    let failure = visit::signal("prompts", None::<Failure>);
    let on_download = move |()| {
        let what = Export::Prompts {
            task_ids: head.tasks.iter().map(|pick| pick.task_id.clone()).collect(),
            kind: head.data_kind,
            recipe: recipe_of(&head.settings),
        };
        is_busy.set(true);
        failure.set(None);
        spawn_local(async move {
            let exported = ask::export(what).await;
            // The page may have been left meanwhile.
            is_busy.try_set(false);
            failure.try_set(exported.err());
        });
    };
    view! {
        <p>
            <DownloadButton
                label=words.run.take_prompts
                is_busy=is_busy
                on_download=on_download
            />
        </p>
        {move || failure.get().map(|failure| view! {
            <FailureNotice words=words failure=failure/>
        })}
    }
}

/// A higher budget, and on.
#[component]
fn OtherBudget(words: &'static Words, driver: StoredValue<Driver, LocalStorage>) -> impl IntoView {
    let form = NewRunForm::from_context().limits();
    let live = LiveRuns::from_context();
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Ok(limits) = untrack(|| form.parsed()) {
            driver.with_value(|driver| {
                form.remember(&driver.head().id);
                driver.set_budget(limits.budget, limits.prices);
            });
            go_on(live, driver, None);
        }
    };
    view! {
        <form class="stack" on:submit=on_submit novalidate>
            <BudgetFields words=words form=form/>
            <p><button type="submit" class="button">{words.limits.go_on}</button></p>
        </form>
    }
}

#[component]
fn OtherKey(words: &'static Words, driver: StoredValue<Driver, LocalStorage>) -> impl IntoView {
    let texts = &words.run;
    let form = NewRunForm::from_context();
    let live = LiveRuns::from_context();
    let typed = visit::signal("other key", String::new());
    let error = Signal::derive(move || {
        let error = typed.with(|typed| Key::parse(typed)).err()?;
        Some(words.language.key_error(error).to_owned())
    });
    let on_submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Ok(key) = typed.with_untracked(|typed| Key::parse(typed)) {
            let origin = driver.with_value(|driver| driver.base().origin());
            form.give_key(&origin, typed.get_untracked());
            go_on(live, driver, Some(key));
        }
    };
    view! {
        <form class="stack" on:submit=on_submit>
            <SecretField
                words=words
                id="other-key"
                label=texts.other_key
                hint=texts.other_key_hint
                error=error
                value=typed
                on_input=move |text| typed.set(text)
            />
            <p><button type="submit" class="button">{texts.go_on_with_key}</button></p>
        </form>
    }
}
