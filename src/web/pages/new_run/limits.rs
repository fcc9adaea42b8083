//! How fast a run may go and what it may take: boxes that may all stay empty.

use leptos::prelude::*;

use crate::web::components::field::TextField;
use crate::web::pages::fold::Fold;
use crate::web::state::limits::{LimitsForm, WrongLimit, count_error, money_error};
use crate::words::Words;

/// All limits, folded away until wanted.
#[component]
pub fn LimitsPart(
    /// Language of the page.
    words: &'static Words,
    /// The boxes.
    form: LimitsForm,
) -> impl IntoView {
    let texts = &words.limits;
    view! {
        <div class="folds">
        // What an earlier run left in the boxes must not work unseen.
        <Fold name="limits" is_open=form.is_set() summary=texts.title.into_any()>
            <div class="stack">
                <p class="field-hint">{texts.lead}</p>
                <TextField
                    id="requests-per-minute"
                    label=texts.requests_per_minute
                    hint=texts.requests_per_minute_hint
                    error=error_of(words, move || count_error(form.requests_per_minute))
                    value=form.requests_per_minute
                    on_input=move |typed| form.requests_per_minute.set(typed)
                    input_mode="numeric"
                />
                <TextField
                    id="tokens-per-minute"
                    label=texts.tokens_per_minute
                    hint=texts.tokens_per_minute_hint
                    error=error_of(words, move || count_error(form.tokens_per_minute))
                    value=form.tokens_per_minute
                    on_input=move |typed| form.tokens_per_minute.set(typed)
                    input_mode="numeric"
                />
                <BudgetFields words=words form=form/>
            </div>
        </Fold>
        </div>
    }
}

/// Prices, and what the run stops before.
#[component]
pub fn BudgetFields(
    /// Language of the page.
    words: &'static Words,
    /// The boxes.
    form: LimitsForm,
) -> impl IntoView {
    let texts = &words.limits;
    let output_error = move || {
        let of_both = form
            .prices()
            .err()
            .filter(|wrong| *wrong == WrongLimit::OnePrice);
        money_error(form.output_price).or(of_both)
    };
    let money_wrong = move || {
        let without_prices = form
            .parsed()
            .err()
            .filter(|wrong| *wrong == WrongLimit::NoPrices);
        money_error(form.most_money).or(without_prices)
    };
    view! {
        <TextField
            id="input-price"
            label=texts.input_price
            hint=texts.price_hint
            error=error_of(words, move || money_error(form.input_price))
            value=form.input_price
            on_input=move |typed| form.input_price.set(typed)
            input_mode="decimal"
        />
        <TextField
            id="output-price"
            label=texts.output_price
            error=error_of(words, output_error)
            value=form.output_price
            on_input=move |typed| form.output_price.set(typed)
            input_mode="decimal"
        />
        <TextField
            id="most-money"
            label=texts.most_money
            hint=texts.most_money_hint
            error=error_of(words, money_wrong)
            value=form.most_money
            on_input=move |typed| form.most_money.set(typed)
            input_mode="decimal"
        />
        <TextField
            id="most-tokens"
            label=texts.most_tokens
            hint=texts.most_tokens_hint
            error=error_of(words, move || count_error(form.most_tokens))
            value=form.most_tokens
            on_input=move |typed| form.most_tokens.set(typed)
            input_mode="numeric"
        />
    }
}

fn error_of(
    words: &'static Words,
    wrong: impl Fn() -> Option<WrongLimit> + Send + Sync + 'static,
) -> Signal<Option<String>> {
    Signal::derive(move || Some(say(words, wrong()?).to_owned()))
}

/// The boxes in which something is wrong, by their names, and what; tracked.
pub fn problems(words: &'static Words, form: LimitsForm) -> Vec<(&'static str, WrongLimit)> {
    let texts = &words.limits;
    let boxes = [
        (
            texts.requests_per_minute,
            count_error(form.requests_per_minute),
        ),
        (texts.tokens_per_minute, count_error(form.tokens_per_minute)),
        (texts.input_price, money_error(form.input_price)),
        (texts.output_price, money_error(form.output_price)),
        (texts.most_money, money_error(form.most_money)),
        (texts.most_tokens, count_error(form.most_tokens)),
    ];
    let wrong: Vec<_> = (boxes.into_iter())
        .filter_map(|(field, wrong)| Some((field, wrong?)))
        .collect();
    if !wrong.is_empty() {
        return wrong;
    }
    // Each is right, and they do not go together.
    let field = |wrong| match wrong {
        WrongLimit::OnePrice if form.input_price.with(|typed| typed.trim().is_empty()) => {
            texts.input_price
        }
        WrongLimit::OnePrice => texts.output_price,
        _ => texts.most_money,
    };
    Vec::from_iter(form.parsed().err().map(|wrong| (field(wrong), wrong)))
}

/// What is wrong with a limit.
pub fn say(words: &'static Words, wrong: WrongLimit) -> &'static str {
    match wrong {
        WrongLimit::Count => words.limits.wrong_count,
        WrongLimit::Money => words.limits.wrong_money,
        WrongLimit::OnePrice => words.limits.one_price,
        WrongLimit::NoPrices => words.limits.no_prices,
    }
}
