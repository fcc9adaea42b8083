//! How the replies of a run came to be, in one line: what tells it from another of the same model.

use leptos::prelude::*;

use crate::answer::Thinking;
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::RunCard;
use crate::provider::Format;
use crate::web::state::settings::date_text;
use crate::words::Words;

/// The facts as a list in one line.
#[component]
pub fn RunFacts(
    /// Language of the page.
    words: &'static Words,
    /// The run.
    card: RunCard,
) -> impl IntoView {
    let facts = facts(words, &card)
        .into_iter()
        .map(|fact| view! { <li>{fact}</li> })
        .collect_view();
    view! { <ul class="facts-line">{facts}</ul> }
}

/// How many replies were stored already; nothing when none was.
#[component]
pub fn TakenRows(
    /// Language of the page.
    words: &'static Words,
    /// So many.
    #[prop(into)]
    n: Signal<usize>,
    /// Rows with an outcome.
    #[prop(into)]
    of: Signal<usize>,
) -> impl IntoView {
    view! {
        <p class="field-hint" hidden=move || n.get() == 0>
            {move || (words.reuse.taken)(n.get(), of.get())}
        </p>
    }
}

fn facts(words: &'static Words, card: &RunCard) -> Vec<String> {
    let language = words.language;
    let mut facts = Vec::new();
    facts.extend(
        card.model
            .clone()
            .filter(|model| !card.title.contains(model.as_str())),
    );
    if card.started_millis > 0 {
        facts.push(date_text(language, card.started_millis));
    }
    if let Some(repeat) = &card.repeat {
        facts.push((words.repeats.which)(repeat.index, repeat.of));
    }
    facts.push(words.common.tasks_text(&card.task_ids));
    facts.push(match &card.base_url {
        Some(_) if card.format == Some(Format::Browser) => words.browser.place.to_owned(),
        Some(base_url) => base_url.clone(),
        None if card.run_id == SAMPLE_RUN_ID => words.result.made_up.to_owned(),
        None => words.result.from_file.to_owned(),
    });
    facts.push(language.profile(card.profile).to_owned());
    // How somebody else asked is not known.
    if !card.is_upload {
        facts.push(language.shots(card.shots).to_owned());
        facts.push((words.result.instructions)(
            language.template(card.language),
        ));
    }
    if card.thinking == Thinking::Strip {
        facts.push(language.thinking(card.thinking).to_owned());
    }
    facts.push(language.data_kind(card.data_kind).to_owned());
    facts
}
