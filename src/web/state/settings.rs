//! Language and colours, remembered on this device.

use leptos::prelude::*;

use crate::web::io::{document, preferences};
use crate::words::{Language, Words};

/// Which colours the page wears.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Ink on paper.
    Light,
    /// Paper on ink.
    Dark,
}

impl Theme {
    /// In the order the switch shows them.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Short name for settings and the `data-theme` attribute.
    pub fn id(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }
}

/// The user's settings. Copy it freely.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    language: RwSignal<Language>,
    theme: RwSignal<Theme>,
}

impl Settings {
    /// Reads what is remembered, and keeps `<html>` in step from now on.
    pub fn open() -> Self {
        let language = preferences::read("language")
            .or_else(preferences::browser_language)
            .and_then(|id| Language::from_id(&id))
            .unwrap_or_default();
        let theme = preferences::read("theme")
            .and_then(|id| Theme::from_id(&id))
            .unwrap_or_default();
        let settings = Self {
            language: RwSignal::new(language),
            theme: RwSignal::new(theme),
        };
        Effect::new(move |_| document::set_root_attribute("lang", settings.language().id()));
        Effect::new(move |_| match settings.theme() {
            Theme::System => document::remove_root_attribute("data-theme"),
            theme => document::set_root_attribute("data-theme", theme.id()),
        });
        settings
    }

    /// Language of the page; tracked.
    pub fn language(self) -> Language {
        self.language.get()
    }

    /// Changes the language and remembers it.
    pub fn set_language(self, language: Language) {
        self.language.set(language);
        preferences::write("language", language.id());
    }

    /// Colours of the page; tracked.
    pub fn theme(self) -> Theme {
        self.theme.get()
    }

    /// Changes the colours and remembers them.
    pub fn set_theme(self, theme: Theme) {
        self.theme.set(theme);
        preferences::write("theme", theme.id());
    }
}

/// The settings. Only below the app.
pub fn use_settings() -> Settings {
    expect_context()
}

/// The page's texts. Pages are built anew when the language changes, so this is not a signal. Call
/// it while the page is built, not in a handler.
pub fn use_words() -> &'static Words {
    use_settings().language.get_untracked().words()
}

/// Moments as dates people read, of the same length and order; those that share a minute with
/// another show their seconds.
pub fn dates_text(language: Language, moments: &[u64]) -> Vec<String> {
    let minutes: Vec<String> = moments
        .iter()
        .map(|moment| date_text(language, *moment))
        .collect();
    let is_shared = |minute: &String| minutes.iter().filter(|other| *other == minute).count() > 1;
    let dates = minutes.iter().zip(moments);
    dates
        .map(|(minute, moment)| {
            if is_shared(minute) {
                format!("{minute}:{:02}", moment / 1000 % 60)
            } else {
                minute.clone()
            }
        })
        .collect()
}

/// A moment as a date people read, in this device's time zone: `29 Nov 2026, 14:05`.
pub fn date_text(language: Language, unix_millis: u64) -> String {
    let date = js_sys::Date::new(&(unix_millis as f64).into());
    let month = usize::try_from(date.get_month()).unwrap_or_default();
    format!(
        "{} {} {}, {:02}:{:02}",
        date.get_date(),
        language.month(month),
        date.get_full_year(),
        date.get_hours(),
        date.get_minutes()
    )
}
