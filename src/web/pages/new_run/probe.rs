//! Asking the endpoint one row before the run, and what the row told.

use leptos::html::Button;
use leptos::prelude::*;

use super::endpoint::EndpointTrouble;
use crate::run::probe::{Finding, Tone};
use crate::web::components::icon::{Glyph, Icon};
use crate::web::components::later::StillHere;
use crate::web::components::notice::FailureNotice;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::probe::Stage;
use crate::web::state::suite::use_suite;
use crate::words::Words;

/// The button, what pressing it costs, and below it what came of it.
#[component]
pub fn ProbePart(
    words: &'static Words,
    form: NewRunForm,
    /// Whether the user tried to start: only then is an empty field an error.
    is_tried: RwSignal<bool>,
) -> impl IntoView {
    let texts = &words.probe;
    let store = use_suite();
    let stage = Memo::new(move |_| form.probe_stage());
    let is_asking =
        Memo::new(move |_| stage.with(|stage| matches!(stage, Stage::Asking | Stage::StillAsking)));
    let ask = move |_| {
        if !form.ask_one_row(store) {
            is_tried.set(true);
        }
    };
    let ask_button = NodeRef::<Button>::new();
    let still_here = StillHere::new();
    // The button that was pressed is gone then: the focus goes to the one before it.
    let give_up = move |_| {
        form.probe().forget();
        still_here.on_next_frame(move || {
            if let Some(button) = ask_button.get_untracked() {
                // Fails only for elements that cannot have the focus; a button can.
                let _ = button.focus();
            }
        });
    };
    view! {
        <div class="stack">
            <div class="actions">
                <button
                    type="button"
                    class="button"
                    aria-describedby="ask-hint"
                    node_ref=ask_button
                    prop:disabled=move || is_asking.get() || form.is_trying()
                    on:click=ask
                >
                    {texts.ask}
                </button>
                <Show when=move || is_asking.get()>
                    <button type="button" class="button" on:click=give_up>
                        {words.new_run.stop_trying}
                    </button>
                </Show>
            </div>
            <p class="field-hint" id="ask-hint">{texts.ask_hint}</p>
            <div role="status">{move || stage_view(words, form, stage.get())}</div>
        </div>
    }
}

fn stage_view(words: &'static Words, form: NewRunForm, stage: Stage) -> AnyView {
    let texts = &words.probe;
    match stage {
        Stage::Unasked => ().into_any(),
        Stage::Asking => view! { <p>{texts.asking}</p> }.into_any(),
        Stage::StillAsking => view! { <p>{texts.still_asking}</p> }.into_any(),
        Stage::Found { findings, lessons } => {
            let items = findings
                .iter()
                .map(|finding| finding_view(words, finding))
                .collect_view();
            view! {
                <div class="stack">
                    <p class="field-label">{texts.found}</p>
                    <ul class="findings">{items}</ul>
                    {(!lessons.is_empty()).then(|| view! { <p>{texts.carried_over}</p> })}
                </div>
            }
            .into_any()
        }
        Stage::Failed(error) => {
            view! { <EndpointTrouble words=words form=form error=error/> }.into_any()
        }
        Stage::NotSent(failure) => {
            view! { <FailureNotice words=words failure=failure/> }.into_any()
        }
    }
}

fn finding_view(words: &'static Words, finding: &Finding) -> AnyView {
    let (tone, glyph) = match finding.tone() {
        Tone::Good => ("good", Glyph::Check),
        Tone::Info => ("info", Glyph::Info),
        Tone::Warning => ("warning", Glyph::Warning),
    };
    let beginning = match finding {
        Finding::Answered { beginning, .. } => Some(beginning.clone()),
        _ => None,
    };
    let quoted = beginning.map(|beginning| {
        view! {
            " "
            <q lang="fil" dir="auto">{beginning}</q>
        }
    });
    view! {
        <li class="finding" data-tone=tone>
            <Icon glyph=glyph/>
            <span>{words.language.finding(finding)} {quoted}</span>
        </li>
    }
    .into_any()
}
