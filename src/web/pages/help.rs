//! Short answers, each with an address of its own.

use leptos::prelude::*;

use super::PageHead;
use crate::web::state::settings::use_words;
use crate::words::help::{HelpAnswer, HelpPart};

/// All answers on one page, the questions on top.
#[component]
pub fn HelpPage() -> impl IntoView {
    let help = &use_words().help;
    let contents = help
        .answers
        .iter()
        .map(|answer| view! { <li><a href=format!("#{}", answer.id)>{answer.question}</a></li> })
        .collect_view();
    let answers = help.answers.iter().map(answer_view).collect_view();
    view! {
        <PageHead title=help.title lead=help.lead/>
        <nav aria-label=help.contents>
            <ul class="contents">{contents}</ul>
        </nav>
        {answers}
    }
}

fn answer_view(answer: &'static HelpAnswer) -> impl IntoView {
    view! {
        <section class="question" id=answer.id aria-labelledby=format!("{}-question", answer.id)>
            <h2 id=format!("{}-question", answer.id)>{answer.question}</h2>
            {answer.parts.iter().map(part_view).collect_view()}
        </section>
    }
}

fn part_view(part: &'static HelpPart) -> AnyView {
    let items = |items: &'static [&'static str]| {
        items
            .iter()
            .map(|item| view! { <li>{*item}</li> })
            .collect_view()
    };
    match part {
        HelpPart::Text(text) => view! { <p>{*text}</p> }.into_any(),
        HelpPart::Formula(formula) => view! { <p class="formula">{*formula}</p> }.into_any(),
        HelpPart::Code(code) => {
            let origin = window().location().origin().unwrap_or_default();
            view! { <pre class="code-block">{code.replace("{origin}", &origin)}</pre> }.into_any()
        }
        HelpPart::List(list) => {
            view! { <ul class="stack" data-gap="small">{items(list)}</ul> }.into_any()
        }
        HelpPart::Steps(steps) => {
            view! { <ol class="stack" data-gap="small">{items(steps)}</ol> }.into_any()
        }
        HelpPart::Terms(terms) => {
            let terms = terms
                .iter()
                .map(|(term, meaning)| view! { <dt>{*term}</dt><dd>{*meaning}</dd> })
                .collect_view();
            view! { <dl class="facts">{terms}</dl> }.into_any()
        }
        HelpPart::Source(name, url) => {
            view! { <p class="note"><a href=*url>{*name}</a></p> }.into_any()
        }
    }
}
