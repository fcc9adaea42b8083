//! Where we are: routes and their addresses; the tab's title and the focus after a change.

use std::sync::OnceLock;

use leptos::prelude::*;

use crate::web::io::document;

static BASE: OnceLock<String> = OnceLock::new();

/// Path of the app's root, ending in a slash: `/`, `/sub/app/`.
pub fn base() -> &'static str {
    BASE.get_or_init(document::base_path)
}

/// A page and what its link says. One level of path, so that a copy of `index.html` can stand
/// behind each; all else is in the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// First page.
    Start,
    /// Tasks and their data.
    Suites,
    /// Rows and prompts of a task.
    Task {
        /// Task id.
        task_id: String,
    },
    /// Setting up a run.
    NewRun,
    /// A run going on.
    Run {
        /// Run id.
        run_id: String,
    },
    /// Scores of a run.
    Result {
        /// Run id.
        run_id: String,
    },
    /// Two runs side by side.
    Compare {
        /// Id of the first, if it is chosen.
        first: Option<String>,
        /// Id of the second.
        second: Option<String>,
    },
    /// Results side by side.
    Board,
    /// Answers from a file.
    ScoreFile,
    /// Help, at a question.
    Help {
        /// Id of the question; empty for the top.
        question: &'static str,
    },
}

/// A page, whatever it shows: what a route leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// First page.
    Start,
    /// Tasks and their data.
    Suites,
    /// Rows and prompts of a task.
    Task,
    /// Setting up a run.
    NewRun,
    /// A run going on.
    Run,
    /// Scores of a run.
    Result,
    /// Two runs side by side.
    Compare,
    /// Results side by side.
    Board,
    /// Answers from a file.
    ScoreFile,
    /// Help.
    Help,
}

/// Origin of this page: `https://host`.
pub fn origin() -> String {
    document::origin()
}

/// Whether another page shows this one inside itself.
pub fn is_framed() -> bool {
    document::is_framed()
}

impl Route {
    /// Address for an `href` or for navigating, from the host's root.
    pub fn href(&self) -> String {
        self.under(base())
    }

    /// The same from the app's root, as the router's `navigate` wants it.
    pub fn router_path(&self) -> String {
        self.under("/")
    }

    /// Address below `base`, where the app is.
    pub fn under(&self, base: &str) -> String {
        match self {
            Self::Start => base.to_owned(),
            Self::Suites => format!("{base}suites/"),
            Self::Task { task_id } => {
                format!("{base}task/?suite=batayan&task={}", escape(task_id))
            }
            Self::NewRun => format!("{base}new/"),
            Self::Run { run_id } => format!("{base}run/?id={}", escape(run_id)),
            Self::Result { run_id } => format!("{base}result/?id={}", escape(run_id)),
            Self::Compare { first, second } => {
                let mut address = format!("{base}compare/");
                push_query(&mut address, "a", first.as_deref().unwrap_or_default());
                push_query(&mut address, "b", second.as_deref().unwrap_or_default());
                address
            }
            Self::Board => format!("{base}board/"),
            Self::ScoreFile => format!("{base}score/"),
            Self::Help { question: "" } => format!("{base}help/"),
            Self::Help { question } => format!("{base}help/#{question}"),
        }
    }

    /// First part of the path below the root, as in the router's table; empty for the start.
    pub fn segment(&self) -> &'static str {
        match self {
            Self::Start => "",
            Self::Suites => "suites",
            Self::Task { .. } => "task",
            Self::NewRun => "new",
            Self::Run { .. } => "run",
            Self::Result { .. } => "result",
            Self::Compare { .. } => "compare",
            Self::Board => "board",
            Self::ScoreFile => "score",
            Self::Help { .. } => "help",
        }
    }
}

/// Which page is shown, given the path of an address.
pub fn segment_of<'a>(path: &'a str, base: &str) -> &'a str {
    path.strip_prefix(base)
        .unwrap_or_default()
        .split('/')
        .next()
        .unwrap_or_default()
}

/// Escapes a value for a query: all but letters, digits and `-_.~`.
pub fn escape(value: &str) -> String {
    value
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// Adds a value to the query of an address; an empty one is not said.
pub fn push_query(address: &mut String, name: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    address.push(if address.contains('?') { '&' } else { '?' });
    address.push_str(name);
    address.push('=');
    address.push_str(&escape(value));
}

/// Title of the tab and focus of the heading. One for the whole app.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Path whose heading had its turn; the first page keeps the focus where the browser puts it.
    settled: StoredValue<Option<String>>,
}

impl Place {
    /// Nothing entered yet.
    pub fn new() -> Self {
        Self {
            settled: StoredValue::new(None),
        }
    }

    /// A page is shown at `path` under `title`. Says whether its heading should take the focus:
    /// after a change of page, not on the first page and not after a change of language.
    pub fn enter(self, path: &str, title: &str) -> bool {
        let name = if title == "Sukat" {
            title.to_owned()
        } else {
            format!("{title} · Sukat")
        };
        document::set_title(&name);
        let last = self.settled.get_value();
        self.settled.set_value(Some(path.to_owned()));
        last.is_some_and(|last| last != path)
    }
}

impl Default for Place {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_at_any_depth_and_survive_odd_ids() {
        for (route, want) in [
            (Route::Start, "/sub/app/"),
            (Route::Suites, "/sub/app/suites/"),
            (
                Route::Task {
                    task_id: "MT-en-tl".into(),
                },
                "/sub/app/task/?suite=batayan&task=MT-en-tl",
            ),
            (
                Route::Run {
                    run_id: "a b&c".into(),
                },
                "/sub/app/run/?id=a%20b%26c",
            ),
            (
                Route::Compare {
                    first: None,
                    second: Some("a&b".into()),
                },
                "/sub/app/compare/?b=a%26b",
            ),
            (
                Route::Compare {
                    first: Some("x".into()),
                    second: Some("y".into()),
                },
                "/sub/app/compare/?a=x&b=y",
            ),
            (Route::Help { question: "cors" }, "/sub/app/help/#cors"),
        ] {
            assert_eq!(route.under("/sub/app/"), want);
            let path = want.split('?').next().unwrap_or_default();
            assert_eq!(segment_of(path, "/sub/app/"), route.segment(), "{want}");
        }
    }
}
