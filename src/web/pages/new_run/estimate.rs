//! What a run will take, before anything was asked.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::desk::plan::THINKING_TOKENS;
use crate::desk::protocol::{Question, Request, Response};
use crate::desk::view::PromptTotals;
use crate::run::estimate::CHARS_PER_TOKEN;
use crate::web::state::ask;
use crate::web::state::new_run::NewRunForm;
use crate::web::state::suite::SuiteStore;
use crate::words::{Words, number};

/// Tokens of the prompts, estimated.
fn prompt_tokens(totals: &PromptTotals) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "≥ 0"
    )]
    let tokens = (totals.n_chars as f64 / CHARS_PER_TOKEN) as u64;
    tokens
}

/// Tokens that a model which thinks may take besides its answers. Tracked.
fn thinking(form: NewRunForm, totals: &PromptTotals) -> u64 {
    if form.is_reasoning.get() {
        totals.n_rows as u64 * u64::from(THINKING_TOKENS)
    } else {
        0
    }
}

/// How many requests and tokens, and what that costs.
#[component]
pub fn Estimate(
    /// Language of the page.
    words: &'static Words,
    /// The form.
    form: NewRunForm,
    /// The rows.
    store: SuiteStore,
    /// Task ids, and how many rows of each.
    picks: Memo<Vec<(String, usize)>>,
) -> impl IntoView {
    let texts = &words.new_run;
    let totals = RwSignal::new(None::<PromptTotals>);
    Effect::new(move |_| {
        let (kind, recipe, tasks) = (form.kind.get(), form.recipe(), picks.get());
        // Asked again when the rows have come.
        store.n_loaded();
        spawn_local(async move {
            let question = Question::Totals {
                kind,
                recipe,
                tasks,
            };
            totals.set(match ask::ask(&Request::Ask(question)).await {
                Response::Totals(totals) => Some(totals),
                _ => None,
            });
        });
    });
    let times = move || match form.limits().how_often() {
        Some(times) if form.is_server() => u64::from(times),
        _ => 1,
    };
    let n_requests = move || {
        let n = picks.with(|picks| picks.iter().map(|(_, n)| *n as u64).sum::<u64>());
        usize::try_from(times() * n).unwrap_or(usize::MAX)
    };
    let tokens = move || {
        totals.get().map(|totals| {
            let output = totals.max_output_tokens + thinking(form, &totals);
            (texts.estimate_tokens)(times() * prompt_tokens(&totals), times() * output)
        })
    };
    // Both caps, where the larger one would hide the other.
    let caps = move || {
        let totals = totals.get()?;
        let thinking = thinking(form, &totals);
        let answers = times() * totals.max_output_tokens;
        let say = texts.estimate_thinking;
        (thinking > 0).then(|| say(answers, times() * thinking, THINKING_TOKENS))
    };
    // Before anything was asked: prompts alone, and with every reply as long as it may be.
    let cost = move || {
        let prices = form.limits().prices().ok()??;
        let totals = totals.get()?;
        let output = times() * (totals.max_output_tokens + thinking(form, &totals));
        let prompt = times() * prompt_tokens(&totals);
        let likely = prices.cost(prompt, 0).to_string();
        Some((words.limits.cost)(
            &likely,
            &prices.cost(prompt, output).to_string(),
        ))
    };
    let time = move || {
        let per_minute = form.limits().parsed().ok()?.caps.requests_per_minute?;
        let n = n_requests() as u64;
        let millis = n.saturating_mul(60_000) / u64::from(per_minute.max(1));
        Some((words.limits.at_this_pace)(&number::duration(millis)))
    };
    let is_stand_in = move || form.stand_in().is_some();
    view! {
        <p hidden=move || !is_stand_in()>{words.providers.stand_in_at_once}</p>
        <p class="estimate" hidden=is_stand_in>
            <strong>{move || (texts.estimate_requests)(n_requests())}</strong>
            // Without a cap nobody knows how long replies are.
            {move || tokens().filter(|_| form.is_server()).map(|tokens| view! { ", " {tokens} })}
        </p>
        {move || form.is_server().then(|| caps().map(|caps| view! { <p>{caps}</p> }))}
        {move || (form.is_server() && times() > 1).then(|| view! {
            <p>{(words.repeats.estimate)(u32::try_from(times()).unwrap_or(u32::MAX))}</p>
        })}
        {move || form.is_server().then(|| cost().map(|cost| view! { <p>{cost}</p> }))}
        {move || form.is_server().then(|| time().map(|time| view! { <p>{time}</p> }))}
        <p class="field-hint" hidden=move || !form.is_server()>
            {texts.estimate_note} " "
            {move || cost().is_none().then_some(texts.estimate_prices)}
        </p>
        <p class="field-hint" hidden=move || !form.is_browser()>{words.browser.estimate_note}</p>
    }
}
