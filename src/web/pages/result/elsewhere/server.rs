//! A scoring server of the user's: its address, its key, and how far it is.

use leptos::prelude::*;

use super::About;
use super::back::WhatCame;
use super::form::{Form, Giver};
use crate::provider::address::BaseUrl;
use crate::provider::error::ProviderError;
use crate::provider::key::{Key, KeyError};
use crate::web::components::field::{SecretField, TextField};
use crate::web::components::notice::{AdviceNotice, FailureNotice, Notice, NoticeKind};
use crate::web::components::progress_bar::ProgressBar;
use crate::web::pages::fold::Fold;
use crate::web::state::scoring::{Scoring, Stage};
use crate::web::state::visit;
use crate::words::Words;

/// See the module.
#[component]
pub fn ServerPart(
    words: &'static Words,
    form: Form,
    about: About,
    reload: Callback<()>,
) -> impl IntoView {
    let texts = &words.elsewhere;
    let scoring = visit::keep("scoring", Scoring::new);
    let address = visit::signal("scoring address", String::new());
    let key = visit::signal("scoring key", String::new());
    // The server that the key was typed for.
    let key_origin = visit::signal("scoring key of", None::<String>);
    let is_tried = visit::signal("scoring tried", false);
    let parsed = Memo::new(move |_| address.with(|typed| BaseUrl::parse(typed)));
    let origin = move || parsed.with(|parsed| Some(parsed.as_ref().ok()?.url.origin()));
    let parsed_key = move || {
        let key = key.with(|typed| Key::parse(typed))?;
        let typed_for = key_origin.get();
        let is_other = typed_for.is_some() && typed_for != origin();
        if is_other && !key.is_none() {
            return Err(KeyError::OtherServer);
        }
        Ok(key)
    };
    let address_error = Signal::derive(move || {
        let is_empty = address.with(|typed| typed.trim().is_empty());
        let error = parsed.with(|parsed| parsed.as_ref().err().cloned())?;
        (!is_empty || is_tried.get()).then(|| words.language.address_error(&error))
    });
    let key_error = Signal::derive(move || {
        let error = parsed_key().err()?;
        Some(words.language.key_error(error).to_owned())
    });
    let goes_to = move || origin().map(|origin| (texts.server_goes_to)(&origin));
    let shows_key = move || {
        let has_key = key.with(|key| !key.trim().is_empty());
        let shows = |base: &BaseUrl| base.shows_key_on_the_way();
        has_key && parsed.with(|parsed| parsed.as_ref().is_ok_and(|parsed| shows(&parsed.url)))
    };
    let about = StoredValue::new(about);
    let send = move |_| {
        is_tried.set(true);
        let (Ok(parsed), Ok(key)) = (parsed.get_untracked(), untrack(parsed_key)) else {
            return;
        };
        let joining = about.with_value(|about| form.joining(words, about, Giver::Endpoint));
        if let Some(joining) = joining {
            is_tried.set(false);
            key_origin.set(Some(parsed.url.origin()));
            scoring.start(joining, parsed.url, key, reload);
        }
    };
    let is_sending = Memo::new(move |_| scoring.is_sending());
    let on_key = move |typed: String| {
        key_origin.set(untrack(origin));
        key.set(typed);
    };
    view! {
        <Fold name="server" summary=texts.server.into_any()>
            <div class="form stack">
                <p>{texts.server_text}</p>
                <TextField
                    id="scoring-address"
                    label=texts.address
                    hint=texts.address_hint
                    error=address_error
                    value=address
                    on_input=move |typed| address.set(typed)
                    input_mode="url"
                    placeholder="http://localhost:8024/score"
                />
                <SecretField
                    words=words
                    id="scoring-key"
                    label=texts.key
                    hint=texts.key_hint
                    error=key_error
                    value=key
                    on_input=on_key
                />
                {move || shows_key().then(|| view! {
                    <Notice
                        kind=NoticeKind::Warning
                        title=words.new_run.key_unsafe_title
                        text=words.new_run.key_unsafe_text
                    />
                })}
                <p class="note">{goes_to}</p>
                <div class="actions">
                    <button
                        type="button"
                        class="button"
                        data-kind="primary"
                        disabled=move || is_sending.get()
                        on:click=send
                    >
                        {texts.send}
                    </button>
                    {move || is_sending.get().then(|| view! {
                        <button type="button" class="button" on:click=move |_| scoring.stop()>
                            {texts.stop}
                        </button>
                    })}
                </div>
                <Going words=words scoring=scoring/>
            </div>
        </Fold>
    }
}

/// How far it is, or how it ended.
#[component]
fn Going(words: &'static Words, scoring: Scoring) -> impl IntoView {
    let texts = &words.elsewhere;
    let sent = Memo::new(move |_| match scoring.stage.get() {
        Stage::Sending { n_done, n_all, .. } => (n_done, n_all),
        _ => (0, 0),
    });
    let text = Signal::derive(move || match scoring.stage.get() {
        Stage::Sending {
            waits: Some(seconds),
            ..
        } => (texts.trying_again)(seconds),
        _ => (texts.sent)(sent.get().0, sent.get().1),
    });
    let is_sending = Memo::new(move |_| scoring.is_sending());
    let bar = move || {
        is_sending.get().then(|| {
            view! {
                <ProgressBar
                    label=texts.sending
                    done=Signal::derive(move || sent.get().0)
                    of=Signal::derive(move || sent.get().1)
                    text=text
                />
            }
        })
    };
    // Changes when it ends, not with every request.
    let ended = Memo::new(move |_| {
        let stage = scoring.stage.get();
        if matches!(stage, Stage::Sending { .. }) {
            Stage::Idle
        } else {
            stage
        }
    });
    let outcome = move || match ended.get() {
        Stage::Idle | Stage::Sending { .. } => ().into_any(),
        Stage::Done(read) | Stage::Refused(read) => {
            view! { <WhatCame words=words read=read/> }.into_any()
        }
        Stage::Stopped { n_done, n_all } => {
            view! { <p>{(texts.stopped)(n_done, n_all)}</p> }.into_any()
        }
        Stage::NothingToSend => view! { <p>{texts.nothing_to_send}</p> }.into_any(),
        Stage::Failed(failure) => view! { <FailureNotice words=words failure=failure/> }.into_any(),
        Stage::Unanswered(error) => {
            let is_network = matches!(error, ProviderError::Network { .. });
            let advice = words.language.provider_error(&error);
            let details = error.message().to_owned();
            view! {
                <AdviceNotice words=words advice=advice details=details/>
                {is_network.then(|| view! { <p>{texts.unreachable}</p> })}
                <p class="note">{texts.kept_so_far}</p>
            }
            .into_any()
        }
    };
    view! {
        {bar}
        <div role="status">{outcome}</div>
    }
}
