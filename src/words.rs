//! Everything the page says, in English and Filipino.
//!
//! One struct a page, with a constant per language: a text that one language lacks does not
//! compile. Numbers are written by [`number`], never by hand. Holds words only, decides nothing.

pub mod archives; // why a packed file is not opened
pub mod batch; // requests as files, and what comes back of them
pub mod board; // published and own results side by side
pub mod browser; // the model that a browser has built in
pub mod common; // header, footer, buttons, names of metrics, outcomes and flags
pub mod compare; // two runs side by side
pub mod complaints; // what is wrong with a dropped file
pub mod elsewhere; // scores that other programs give
pub mod errors; // what happened, and what to do about it
pub mod help; // the answers of the help page
pub mod keys; // keeping a key
pub mod limits; // how fast a run goes, and what it may take
pub mod new_run; // setting up a run
pub mod notes; // what records note
pub mod number; // numbers, sizes and times as people read them
pub mod probe; // asking one row before a run
pub mod provider; // what went wrong with an endpoint
pub mod providers; // who answers
pub mod repeats; // several runs of the same rows
pub mod result; // scores and rows of a run
pub mod reuse; // replies that are stored already
pub mod run; // a run going on
pub mod score_file; // answers from a file
pub mod start; // the first page
pub mod suites; // tasks and their data
pub mod task; // rows and prompts of a task

use crate::suite::Bilingual;

/// A language of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Filipino.
    Filipino,
}

/// How long what the user does here is kept: what the page promises depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// In this browser, until it is deleted.
    InBrowser,
    /// In this tab, until it is closed or reloaded: the browser gives no storage.
    InTab,
}

/// All texts of one language.
#[derive(Debug)]
pub struct Words {
    /// Which language this is.
    pub language: Language,
    /// Header, footer, buttons, names.
    pub common: common::CommonWords,
    /// The first page.
    pub start: start::StartWords,
    /// Tasks and their data.
    pub suites: suites::SuitesWords,
    /// Rows and prompts of a task.
    pub task: task::TaskWords,
    /// Setting up a run.
    pub new_run: new_run::NewRunWords,
    /// Batches.
    pub batch: batch::BatchWords,
    /// Scores from elsewhere.
    pub elsewhere: elsewhere::ElsewhereWords,
    /// Keeping a key.
    pub keys: keys::KeyWords,
    /// How fast a run goes, and what it may take.
    pub limits: limits::LimitWords,
    /// Asking one row before a run.
    pub probe: probe::ProbeWords,
    /// The browser's own model.
    pub browser: browser::BrowserWords,
    /// Replies that are stored already.
    pub reuse: reuse::ReuseWords,
    /// Several runs of the same rows.
    pub repeats: repeats::RepeatWords,
    /// Who answers.
    pub providers: providers::ProviderWords,
    /// A run going on.
    pub run: run::RunWords,
    /// Scores and rows.
    pub result: result::ResultWords,
    /// Answers from a file.
    pub score_file: score_file::ScoreFileWords,
    /// Results side by side.
    pub board: board::BoardWords,
    /// The help page.
    pub help: help::HelpWords,
    /// What went wrong.
    pub errors: errors::ErrorWords,
}

/// English.
pub static EN: Words = Words {
    language: Language::English,
    common: common::EN,
    start: start::EN,
    suites: suites::EN,
    task: task::EN,
    new_run: new_run::EN,
    batch: batch::EN,
    elsewhere: elsewhere::EN,
    keys: keys::EN,
    limits: limits::EN,
    probe: probe::EN,
    browser: browser::EN,
    reuse: reuse::EN,
    repeats: repeats::EN,
    providers: providers::EN,
    run: run::EN,
    result: result::EN,
    score_file: score_file::EN,
    board: board::EN,
    help: help::EN,
    errors: errors::EN,
};

/// Filipino.
pub static FIL: Words = Words {
    language: Language::Filipino,
    common: common::FIL,
    start: start::FIL,
    suites: suites::FIL,
    task: task::FIL,
    new_run: new_run::FIL,
    batch: batch::FIL,
    elsewhere: elsewhere::FIL,
    keys: keys::FIL,
    limits: limits::FIL,
    probe: probe::FIL,
    browser: browser::FIL,
    reuse: reuse::FIL,
    repeats: repeats::FIL,
    providers: providers::FIL,
    run: run::FIL,
    result: result::FIL,
    score_file: score_file::FIL,
    board: board::FIL,
    help: help::FIL,
    errors: errors::FIL,
};

impl Language {
    /// Both, in the order the switch shows them.
    pub const ALL: [Self; 2] = [Self::English, Self::Filipino];

    /// Language tag for the `lang` attribute and for settings: `en`, `fil`.
    pub fn id(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Filipino => "fil",
        }
    }

    /// The language with this tag. Takes `tl` for Filipino, and any region: `fil-PH`.
    pub fn from_id(id: &str) -> Option<Self> {
        match id.split(['-', '_']).next() {
            Some("en") => Some(Self::English),
            Some("fil" | "tl") => Some(Self::Filipino),
            _ => None,
        }
    }

    /// Its own name, in itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Filipino => "Filipino",
        }
    }

    /// Its texts.
    pub fn words(self) -> &'static Words {
        match self {
            Self::English => &EN,
            Self::Filipino => &FIL,
        }
    }

    /// The half of `text` in this language.
    pub fn of(self, text: &Bilingual) -> &str {
        match self {
            Self::English => &text.en,
            Self::Filipino => &text.fil,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_language_is_found_by_its_tag_with_or_without_a_region() {
        for (id, want) in [
            ("en", Some(Language::English)),
            ("en-PH", Some(Language::English)),
            ("fil", Some(Language::Filipino)),
            ("fil_PH", Some(Language::Filipino)),
            ("tl-PH", Some(Language::Filipino)),
            ("ceb", None),
            ("", None),
        ] {
            assert_eq!(Language::from_id(id), want, "{id}");
        }
    }

    #[test]
    fn tags_survive_the_way_into_the_settings_and_back() {
        for language in Language::ALL {
            assert_eq!(Language::from_id(language.id()), Some(language));
            assert_eq!(language.words().language, language);
        }
    }
}
