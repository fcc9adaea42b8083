//! What the user says about scores that come in.

use leptos::prelude::*;

use super::{About, is_reserved};
use crate::desk::external::{Joining, ScoringTask};
use crate::record::external::{METRICX, METRICX_MODEL, METRICX_PRECISION, Program};
use crate::web::components::field::{SelectField, TextField};
use crate::web::components::segmented::Segmented;
use crate::words::Words;

/// The value of the choice “another program”.
const OTHER: &str = "other";

/// The fields. Copy it freely.
#[derive(Clone, Copy)]
pub struct Form {
    is_extra: RwSignal<bool>,
    name: RwSignal<String>,
    task_id: RwSignal<String>,
    program: RwSignal<String>,
    program_name: RwSignal<String>,
    model: RwSignal<String>,
    precision: RwSignal<String>,
    /// Whether the user tried to bring something in: only then is an empty field an error.
    is_tried: RwSignal<bool>,
}

/// Who gives the scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// The program that the fields name.
    Named,
    /// A server.
    Endpoint,
}

impl Form {
    /// The official column, as the official tool makes it.
    pub fn new() -> Self {
        Self {
            is_extra: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            task_id: RwSignal::new(String::new()),
            program: RwSignal::new(Program::Official.id().to_owned()),
            program_name: RwSignal::new(String::new()),
            model: RwSignal::new(METRICX_MODEL.to_owned()),
            precision: RwSignal::new(METRICX_PRECISION.to_owned()),
            is_tried: RwSignal::new(false),
        }
    }

    /// The task that is chosen, else the first that such scores are for; tracked.
    fn task(self, about: &About) -> Option<String> {
        let tasks = self.tasks(about);
        let chosen = self.task_id.get();
        let is_there = tasks.contains(&chosen);
        is_there
            .then_some(chosen)
            .or_else(|| tasks.first().cloned())
    }

    fn tasks(self, about: &About) -> &Vec<String> {
        if self.is_extra.get() {
            &about.texts
        } else {
            &about.translations
        }
    }

    fn has_named_program(self) -> bool {
        self.is_extra.get() || self.program.with(|program| program == OTHER)
    }

    fn name_error(self, words: &'static Words) -> Option<String> {
        let name = self.name.get();
        let error = if name.trim().is_empty() {
            self.is_tried.get().then_some(words.elsewhere.name_missing)
        } else {
            is_reserved(&name).then_some(words.elsewhere.name_taken)
        };
        error.filter(|_| self.is_extra.get()).map(str::to_owned)
    }

    fn program_error(self, words: &'static Words) -> Option<String> {
        let is_missing = self.program_name.with(|name| name.trim().is_empty());
        let is_wrong = is_missing && self.is_tried.get() && self.has_named_program();
        is_wrong.then(|| words.elsewhere.program_missing.to_owned())
    }

    /// What the fields say; `None`, and the fields say why, while something is missing.
    pub fn joining(self, words: &'static Words, about: &About, giver: Giver) -> Option<Joining> {
        self.is_tried.set(true);
        untrack(|| {
            let is_named = giver == Giver::Endpoint || self.program_error(words).is_none();
            if self.name_error(words).is_some() || !is_named {
                return None;
            }
            let program = match giver {
                Giver::Endpoint => Program::Endpoint.id().to_owned(),
                Giver::Named if self.has_named_program() => self.program_name.get(),
                Giver::Named => self.program.get(),
            };
            let name = self.name.get();
            self.is_tried.set(false);
            Some(Joining {
                of: ScoringTask {
                    run_id: about.run_id.clone(),
                    task_id: self.task(about)?,
                    policy: about.policy,
                },
                name: if self.is_extra.get() {
                    name.trim().to_owned()
                } else {
                    METRICX.to_owned()
                },
                program,
                model: self.model.get(),
                precision: self.precision.get(),
            })
        })
    }

    fn choose_extra(self, is_extra: bool) {
        self.is_extra.set(is_extra);
        self.is_tried.set(false);
        let is_default = self.model.with_untracked(|model| model == METRICX_MODEL);
        if is_extra && is_default {
            self.model.set(String::new());
            self.precision.set(String::new());
        } else if !is_extra {
            self.model.set(METRICX_MODEL.to_owned());
            self.precision.set(METRICX_PRECISION.to_owned());
        }
    }
}

/// The fields, but those of a server.
#[component]
pub fn Fields(words: &'static Words, form: Form, about: About) -> impl IntoView {
    let texts = &words.elsewhere;
    let has_metricx = !about.translations.is_empty();
    if !has_metricx {
        form.choose_extra(true);
    }
    let kinds = vec![
        (false, texts.metricx.to_owned()),
        (true, texts.extra.to_owned()),
    ];
    let about = StoredValue::new(about);
    let tasks = Signal::derive(move || {
        about.with_value(|about| {
            let tasks = form.tasks(about).iter();
            tasks.map(|id| (id.clone(), id.clone())).collect::<Vec<_>>()
        })
    });
    let task = Signal::derive(move || {
        about
            .with_value(|about| form.task(about))
            .unwrap_or_default()
    });
    let programs = vec![
        (
            Program::Official.id().to_owned(),
            texts.official_tool.to_owned(),
        ),
        (Program::SeaHelm.id().to_owned(), texts.sea_helm.to_owned()),
        (OTHER.to_owned(), texts.other_program.to_owned()),
    ];
    let is_extra = Memo::new(move |_| form.is_extra.get());
    let name = move || {
        is_extra.get().then(|| {
            view! {
                <TextField
                    id="column-name"
                    label=texts.name
                    hint=texts.name_hint
                    error=Signal::derive(move || form.name_error(words))
                    value=form.name
                    on_input=move |typed| form.name.set(typed)
                />
            }
        })
    };
    let program = move || {
        let programs = programs.clone();
        (!is_extra.get()).then(|| {
            view! {
                <SelectField
                    id="column-program"
                    label=texts.program
                    options=programs
                    value=form.program
                    on_change=move |program| form.program.set(program)
                />
            }
        })
    };
    let is_named = Memo::new(move |_| form.has_named_program());
    let program_name = move || {
        is_named.get().then(|| {
            view! {
                <TextField
                    id="column-program-name"
                    label=texts.program_name
                    error=Signal::derive(move || form.program_error(words))
                    value=form.program_name
                    on_input=move |typed| form.program_name.set(typed)
                />
            }
        })
    };
    view! {
        <div class="form stack">
            {has_metricx.then(|| view! {
                <Segmented
                    name="column-kind"
                    legend=texts.what
                    options=kinds
                    value=form.is_extra
                    on_change=move |is_extra| form.choose_extra(is_extra)
                />
            })}
            {name}
            <SelectField
                id="column-task"
                label=texts.task
                options=tasks
                value=task
                on_change=move |id| form.task_id.set(id)
            />
            {program}
            {program_name}
            <TextField
                id="column-model"
                label=texts.model
                hint=texts.maker_hint
                value=form.model
                on_input=move |typed| form.model.set(typed)
            />
            <TextField
                id="column-precision"
                label=texts.precision
                value=form.precision
                on_input=move |typed| form.precision.set(typed)
            />
        </div>
    }
}

/// What a column is called on the page.
pub fn column_name<'n>(words: &'static Words, name: &'n str) -> &'n str {
    if name == METRICX {
        words.elsewhere.metricx
    } else {
        name
    }
}
