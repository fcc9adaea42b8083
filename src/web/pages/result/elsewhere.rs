//! Scores from elsewhere: rows to take away, scores to bring back, a server to ask.

mod back; // files of scores
mod form; // what the user says about scores
mod server; // a scoring server

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::address::Here;
use crate::desk::external::{ScoringTask, command, file_name};
use crate::desk::protocol::{Export, Failure, Request};
use crate::desk::view::{ColumnView, ResultView, SuiteView};
use crate::metrics::metricx::normalized;
use crate::record::external::METRICX;
use crate::score::OutcomePolicy;
use crate::suite::TaskKind;
use crate::web::components::button::{ConfirmButton, CopyButton, DownloadButton};
use crate::web::components::notice::FailureNotice;
use crate::web::components::tag::LabelTag;
use crate::web::state::ask;
use crate::web::state::visit;
use crate::words::{Words, number};
use back::Back;
use form::{Form, column_name};
use server::ServerPart;

/// What the section needs of the run. It changes seldom, so that what is typed stays.
#[derive(Clone, Debug, PartialEq)]
struct About {
    run_id: String,
    title: String,
    policy: OutcomePolicy,
    /// Tasks whose answers are texts.
    texts: Vec<String>,
    /// Those of them that MetricX-24 scores.
    translations: Vec<String>,
}

impl About {
    fn new(result: &ResultView, suite: &SuiteView) -> Self {
        let of_kind = |is_wanted: fn(TaskKind) -> bool| {
            let tasks = result.tasks.iter();
            let ids = tasks.filter(|task| {
                let mut about = suite.tasks.iter();
                about.any(|about| about.id == task.task_id && is_wanted(about.kind))
            });
            ids.map(|task| task.task_id.clone()).collect()
        };
        Self {
            run_id: result.card.run_id.clone(),
            title: result.card.title.clone(),
            policy: result.policy,
            texts: of_kind(|kind| matches!(kind, TaskKind::Translation | TaskKind::Summarization)),
            translations: of_kind(|kind| kind == TaskKind::Translation),
        }
    }
}

/// See the module. Nothing for a run without texts.
#[component]
pub fn Elsewhere(
    words: &'static Words,
    here: Here,
    result: Memo<Option<ResultView>>,
    suite: Memo<Option<SuiteView>>,
    /// The run has other scores now.
    reload: Callback<()>,
) -> impl IntoView {
    let texts = &words.elsewhere;
    let policy = here.part(|address| address.policy);
    let about = Memo::new(move |_| {
        let result = result.get()?;
        let about = About::new(&result, &suite.get()?);
        let policy = policy.get().unwrap_or(result.policy);
        (!about.texts.is_empty()).then_some(About { policy, ..about })
    });
    let columns = Memo::new(move |_| result.get().map(|result| result.external));
    let form = visit::keep("elsewhere", Form::new);
    let failure = visit::signal("elsewhere failed", None::<Failure>);
    let failed = move || {
        failure
            .get()
            .map(|failure| view! { <FailureNotice words=words failure=failure/> })
    };
    let joined = move || {
        let columns = columns.get().filter(|columns| !columns.is_empty())?;
        let run_id = about.get()?.run_id;
        Some(view! {
            <Joined words=words run_id=run_id columns=columns failure=failure reload=reload/>
        })
    };
    let body = move || {
        let about = about.get()?;
        Some(view! {
            <TakeRows words=words about=about.clone() failure=failure/>
            <h3>{texts.back}</h3>
            <Back words=words form=form about=about.clone() reload=reload/>
            <ServerPart words=words form=form about=about reload=reload/>
        })
    };
    let is_shown = Memo::new(move |_| about.with(Option::is_some));
    move || {
        is_shown.get().then(|| {
            view! {
                <section class="section stack" aria-labelledby="elsewhere">
                    <h2 id="elsewhere">{texts.title}</h2>
                    <p>{texts.lead}</p>
                    {joined}
                    {failed}
                    {body}
                </section>
            }
        })
    }
}

/// The columns of the run, each with who made it and a way to remove it.
#[component]
fn Joined(
    words: &'static Words,
    run_id: String,
    columns: Vec<ColumnView>,
    failure: RwSignal<Option<Failure>>,
    reload: Callback<()>,
) -> impl IntoView {
    let texts = &words.elsewhere;
    let lines = columns
        .into_iter()
        .map(|column| {
            let name = column_name(words, &column.name);
            let say_mean = |mean: f64| {
                let said = format!("{mean:.4}");
                if column.is_metricx {
                    (texts.column_error)(&said, &number::score(normalized(mean)))
                } else {
                    (texts.column_mean)(&said)
                }
            };
            let facts = [
                Some((texts.column_rows)(column.n_there, column.n_rows)),
                column.mean.map(say_mean),
                (column.n_stale > 0).then(|| (texts.stale)(column.n_stale)),
            ];
            let facts: Vec<String> = facts.into_iter().flatten().collect();
            let (program, model, precision) = &column.maker;
            let maker = [program, model, precision].map(String::as_str);
            let maker: Vec<&str> = maker.into_iter().filter(|part| !part.is_empty()).collect();
            let request = Request::RemoveColumn {
                run_id: run_id.clone(),
                task_id: column.task_id.clone(),
                name: column.name.clone(),
            };
            let is_asking = format!("remove {} of {}", column.name, column.task_id);
            let is_asking = visit::signal(&is_asking, false);
            let on_confirm = move |()| {
                let request = request.clone();
                spawn_local(async move {
                    let done = ask::try_ask(&request).await;
                    failure.try_set(done.err());
                    reload.try_run(());
                });
            };
            view! {
                <dt>
                    {(texts.joined_of)(&column.task_id, name)}
                    {(!column.is_metricx).then(|| view! { " " <LabelTag label=texts.extra_tag/> })}
                </dt>
                <dd>
                    <p>{facts.join(" · ")}</p>
                    <p class="note">
                        {maker.join(", ")} " · " {(texts.from_files)(&column.sources.join(", "))}
                        {(!column.is_metricx).then(|| format!(" · {}", texts.extra_note))}
                    </p>
                    <ConfirmButton
                        words=words
                        label=texts.remove
                        name=(texts.remove_name)(&column.task_id, name)
                        question=texts.remove_question
                        is_asking=is_asking
                        on_confirm=on_confirm
                    />
                </dd>
            }
        })
        .collect_view();
    view! {
        <h3>{texts.joined}</h3>
        <dl class="facts">{lines}</dl>
    }
}

/// The rows of each direction as a file, and the command that scores it.
#[component]
fn TakeRows(
    words: &'static Words,
    about: About,
    failure: RwSignal<Option<Failure>>,
) -> impl IntoView {
    let texts = &words.elsewhere;
    let extras = about
        .texts
        .iter()
        .filter(|id| !about.translations.contains(id));
    let is_metricx = |id: &String| about.translations.contains(id);
    let ids = about.translations.iter().chain(extras);
    let tasks = ids
        .map(|task_id| {
            let of = ScoringTask {
                run_id: about.run_id.clone(),
                task_id: task_id.clone(),
                policy: about.policy,
            };
            let on_download = move |()| {
                failure.set(None);
                ask::download(Export::Scoring(of.clone()), move |error| {
                    failure.try_set(Some(error));
                });
            };
            let label = (texts.rows_of)(task_id);
            let command = is_metricx(task_id).then(|| {
                let command = command(&file_name(&about.title, task_id));
                view! {
                    <p class="field-hint">{texts.command}</p>
                    <pre class="code-block" tabindex="0">{command.clone()}</pre>
                    <CopyButton
                        words=words
                        text=command
                        label=(texts.copy_command)(task_id)
                    />
                }
            });
            view! {
                <div class="stack" data-gap="small">
                    <div class="actions">
                        <DownloadButton label=label on_download=on_download/>
                    </div>
                    {command}
                </div>
            }
        })
        .collect_view();
    view! {
        <h3>{texts.rows}</h3>
        <p>{texts.rows_text}</p>
        {tasks}
    }
}

/// Whether a column of this name is the official one, however it is written.
fn is_reserved(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case(METRICX)
}
