//! Words that several pages share: header and footer, buttons, and the names of metrics, outcomes,
//! flags and choices.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::{count, counted};
use crate::answer::{Flag, Thinking};
use crate::desk::view::{FileSource, Verdict};
use crate::report::names;
use crate::score::{Missing, OutcomePolicy};
use crate::suite::{DataKind, MetricId, Profile, Shots, TaskKind, TemplateLanguage};

/// See the module.
#[derive(Debug)]
pub struct CommonWords {
    // Header and footer.
    pub app_name: &'static str,
    pub skip_to_content: &'static str,
    pub nav: &'static str,
    pub menu: &'static str,
    pub nav_new_run: &'static str,
    pub nav_score_file: &'static str,
    pub nav_suites: &'static str,
    pub nav_board: &'static str,
    pub nav_help: &'static str,
    pub language: &'static str,
    pub theme: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub footer_what: &'static str,
    pub footer_privacy: &'static str,
    pub footer_licence: &'static str,
    pub version: fn(&str) -> String,
    pub not_found_title: &'static str,
    pub not_found_text: &'static str,
    pub to_start: &'static str,
    // Buttons.
    pub close: &'static str,
    pub cancel: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub copy_failed: &'static str,
    pub download: &'static str,
    pub choose_files: &'static str,
    pub choose_folder: &'static str,
    pub show_secret: &'static str,
    pub hide_secret: &'static str,
    pub try_again: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub delete: &'static str,
    pub really: &'static str,
    pub learn_more: &'static str,
    // States.
    pub waiting: &'static str,
    pub loading_words: &'static str,
    pub no_value: &'static str,
    pub yes: &'static str,
    pub no: &'static str,
    pub filter: &'static str,
    pub all: &'static str,
    pub rows_shown: fn(usize, usize) -> String,
    pub progress: fn(usize, usize) -> String,
    // Nouns.
    pub rows: fn(usize) -> String,
    pub n_of: fn(usize, usize) -> String,
    pub n_tasks: fn(usize) -> String,
    pub task: &'static str,
    pub row: &'static str,
    pub model: &'static str,
    pub prompt: &'static str,
    pub reply: &'static str,
    pub answer: &'static str,
    pub gold: &'static str,
    pub score: &'static str,
    pub average: &'static str,
    pub licence: &'static str,
    pub source: &'static str,
    pub labels: &'static str,
    pub metric: &'static str,
    pub you: &'static str,
    pub assistant: &'static str,
    // Tags.
    pub right: &'static str,
    pub wrong: &'static str,
    pub unscored: &'static str,
    pub sample: &'static str,
    pub official: &'static str,
    pub subset: &'static str,
}

/// English.
pub const EN: CommonWords = CommonWords {
    app_name: "Sukat",
    skip_to_content: "Skip to the content",
    nav: "Pages",
    menu: "Menu",
    nav_new_run: "Run a model",
    nav_score_file: "Score a file",
    nav_suites: "Tasks",
    nav_board: "Published results",
    nav_help: "Help",
    language: "Language",
    theme: "Colours",
    theme_system: "As the system",
    theme_light: "Light",
    theme_dark: "Dark",
    footer_what: "Sukat runs the Batayan benchmark and scores the answers as its authors’ own program does.",
    footer_privacy: "Files and answers stay in this browser. The key and the prompts go only to the address you \
                     choose.",
    footer_licence: "Program: Apache 2.0. The data keep their own licences.",
    version: |version| format!("Version {version}"),
    not_found_title: "There is no such page",
    not_found_text: "The address may be old or mistyped. Your runs are on the first page.",
    to_start: "Go to the first page",
    close: "Close",
    cancel: "Cancel",
    copy: "Copy",
    copied: "Copied",
    copy_failed: "The browser did not allow copying",
    download: "Download",
    choose_files: "Choose files",
    choose_folder: "Choose a folder",
    show_secret: "Show",
    hide_secret: "Hide",
    try_again: "Try again",
    previous: "Previous",
    next: "Next",
    delete: "Delete",
    really: "Really delete?",
    learn_more: "More about this",
    waiting: "One moment…",
    loading_words: "Loading…",
    no_value: "no value",
    yes: "yes",
    no: "no",
    filter: "Filter",
    all: "All",
    rows_shown: |n, of| format!("{} of {}", count(n), counted(of, "row", "rows")),
    progress: |done, of| format!("{} of {}", count(done), count(of)),
    rows: |n| counted(n, "row", "rows"),
    n_of: |n, of| format!("{} of {}", count(n), count(of)),
    n_tasks: |n| counted(n, "task", "tasks"),
    task: "Task",
    row: "Row",
    model: "Model",
    prompt: "Prompt",
    reply: "Reply",
    answer: "Answer",
    gold: "Right answer",
    score: "Score",
    average: "Average",
    licence: "Licence",
    source: "Source",
    labels: "Labels",
    metric: "Metric",
    you: "Prompt",
    assistant: "Model",
    right: "right",
    wrong: "wrong",
    unscored: "unscored",
    sample: "sample",
    official: "official",
    subset: "part only",
};

/// Filipino.
pub const FIL: CommonWords = CommonWords {
    app_name: "Sukat",
    skip_to_content: "Dumiretso sa nilalaman",
    nav: "Mga page",
    menu: "Menu",
    nav_new_run: "Sukatin ang model",
    nav_score_file: "Iskoran ang file",
    nav_suites: "Mga task",
    nav_board: "Nakalathalang resulta",
    nav_help: "Tulong",
    language: "Wika",
    theme: "Kulay",
    theme_system: "Gaya ng system",
    theme_light: "Maliwanag",
    theme_dark: "Madilim",
    footer_what: "Pinatatakbo ng Sukat ang Batayan benchmark at iniiskoran ang mga sagot gaya ng \
                  mismong program ng mga may-akda nito.",
    footer_privacy: "Nasa browser lang na ito ang mga file at sagot. Sa address lang na pinili mo ipinadadala \
                     ang key at ang mga prompt.",
    footer_licence: "Program: Apache 2.0. May sariling lisensiya ang bawat data.",
    version: |version| format!("Bersiyon {version}"),
    not_found_title: "Walang ganitong page",
    not_found_text: "Baka luma o mali ang address. Nasa unang page ang mga run mo.",
    to_start: "Pumunta sa unang page",
    close: "Isara",
    cancel: "Huwag na",
    copy: "Kopyahin",
    copied: "Nakopya na",
    copy_failed: "Hindi pumayag ang browser na kumopya",
    download: "I-download",
    choose_files: "Pumili ng mga file",
    choose_folder: "Pumili ng folder",
    show_secret: "Ipakita",
    hide_secret: "Itago",
    try_again: "Subukan ulit",
    previous: "Nauna",
    next: "Susunod",
    delete: "Burahin",
    really: "Buburahin talaga?",
    learn_more: "Higit pa tungkol dito",
    waiting: "Sandali lang…",
    loading_words: "Naglo-load…",
    no_value: "walang value",
    yes: "oo",
    no: "hindi",
    filter: "I-filter",
    all: "Lahat",
    rows_shown: |n, of| format!("{} sa {} row", count(n), count(of)),
    progress: |done, of| format!("{} sa {}", count(done), count(of)),
    rows: |n| format!("{} row", count(n)),
    n_of: |n, of| format!("{} sa {}", count(n), count(of)),
    n_tasks: |n| format!("{} task", count(n)),
    task: "Task",
    row: "Row",
    model: "Model",
    prompt: "Prompt",
    reply: "Tugon",
    answer: "Sagot",
    gold: "Tamang sagot",
    score: "Iskor",
    average: "Average",
    licence: "Lisensiya",
    source: "Pinagmulan",
    labels: "Mga label",
    metric: "Sukatan",
    you: "Prompt",
    assistant: "Model",
    right: "tama",
    wrong: "mali",
    unscored: "walang iskor",
    sample: "sample",
    official: "opisyal",
    subset: "bahagi lang",
};

impl CommonWords {
    /// The tasks of a run: their ids, or how many of more than three.
    pub fn tasks_text(&self, task_ids: &[String]) -> String {
        if task_ids.len() > 3 {
            (self.n_tasks)(task_ids.len())
        } else {
            task_ids.join(", ")
        }
    }
}

impl Language {
    /// `english` or `filipino`, whichever this is.
    pub(super) fn pick(self, english: &'static str, filipino: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }

    /// Name of a metric as the papers write it, the same in both languages.
    pub fn metric(self, metric: MetricId) -> &'static str {
        let filipino = match metric {
            MetricId::MacroF1Gold => "Macro F1 (mga gold class)",
            MetricId::RougeLMean => "ROUGE-L (payak na mean)",
            MetricId::ChrfPpMean => "chrF++ (mean ng mga row)",
            other => names::metric(other),
        };
        self.pick(names::metric(metric), filipino)
    }

    /// Which reference reads the answers, with what it is good for.
    pub fn profile(self, profile: Profile) -> &'static str {
        match profile {
            Profile::V1 => self.pick("v1: as in the paper", "v1: gaya ng nasa paper"),
            Profile::Head => self.pick("head: current SEA-HELM", "head: kasalukuyang SEA-HELM"),
        }
    }

    /// How many solved examples stand before the row.
    pub fn shots(self, shots: Shots) -> &'static str {
        match shots {
            Shots::Zero => "Zero-shot",
            Shots::Five => "Five-shot",
        }
    }

    /// Language of the instructions.
    pub fn template(self, language: TemplateLanguage) -> &'static str {
        match language {
            TemplateLanguage::Filipino => "Filipino",
            TemplateLanguage::English => "English",
        }
    }

    /// Official or sample rows.
    pub fn data_kind(self, kind: DataKind) -> &'static str {
        match kind {
            DataKind::Official => self.pick("Official rows", "Opisyal na mga row"),
            DataKind::Sample => self.pick("Sample rows", "Mga sample row"),
        }
    }

    /// What kind of answer a task wants.
    pub fn task_kind(self, kind: TaskKind) -> &'static str {
        match kind {
            TaskKind::Classification => self.pick("answers with a label", "label ang sagot"),
            TaskKind::Summarization => self.pick("answers with a summary", "buod ang sagot"),
            TaskKind::Translation => self.pick("answers with a translation", "salin ang sagot"),
        }
    }

    /// What is done with a thinking block.
    pub fn thinking(self, thinking: Thinking) -> &'static str {
        match thinking {
            Thinking::Keep => self.pick("read replies as they are", "basahin nang buo ang tugon"),
            Thinking::Strip => self.pick(
                "cut off a leading thinking block",
                "putulin ang thinking sa unahan",
            ),
        }
    }

    /// How rows without a usable reply enter a score.
    pub fn policy(self, policy: OutcomePolicy) -> &'static str {
        match policy {
            OutcomePolicy::Parity => self.pick(
                "Count as empty, as SEA-HELM does",
                "Bilangin na blangko, gaya ng SEA-HELM",
            ),
            OutcomePolicy::Strict => self.pick("Leave them out", "Huwag isama"),
        }
    }

    /// Why a number is not there.
    pub fn missing(self, missing: Missing) -> String {
        let text = match missing {
            Missing::NotComputed => self.pick(
                "not computed here: it needs a large model of its own",
                "hindi kinukuwenta rito: kailangan nito ng sariling malaking model",
            ),
            Missing::Incomplete { n_there, n_rows } => {
                let (n_there, n_rows) = (count(n_there), count(n_rows));
                return match self {
                    Self::English => format!(
                        "incomplete: {n_there} of {n_rows} rows have a score from elsewhere"
                    ),
                    Self::Filipino => format!(
                        "kulang: {n_there} sa {n_rows} row ang may iskor mula sa ibang program"
                    ),
                };
            }
            Missing::NoRows => self.pick("no row has an answer yet", "wala pang row na may sagot"),
        };
        text.to_owned()
    }

    /// Why a row has its score.
    pub fn verdict(self, verdict: Verdict) -> &'static str {
        match verdict {
            Verdict::Right => self.pick("right", "tama"),
            Verdict::Wrong => self.pick("wrong", "mali"),
            Verdict::Unreadable => self.pick("unreadable", "hindi mabasa"),
            Verdict::Text => self.pick("scored by overlap", "ayon sa tugma"),
            Verdict::Empty => self.pick("empty reply", "blangkong tugon"),
            Verdict::EmptyBudget => self.pick("thinking used it up", "naubos sa thinking"),
            Verdict::Refused => self.pick("refused", "tumanggi"),
            Verdict::Failed => self.pick("no reply", "walang tugon"),
            Verdict::NotAsked => self.pick("not asked", "hindi pa natanong"),
        }
    }

    /// Something a person should look at.
    pub fn flag(self, flag: Flag) -> &'static str {
        match flag {
            Flag::LetterInWord => self.pick(
                "letter from a longer word",
                "titik mula sa mas mahabang salita",
            ),
            Flag::ChangedMind => self.pick("changed its mind", "nagbago ng sagot"),
            Flag::TwoLabels => self.pick("two labels", "dalawang label"),
            Flag::OtherLanguage => {
                self.pick("label in the other language", "label sa kabilang wika")
            }
            Flag::PlaceholderEchoed => {
                self.pick("echoed the placeholder", "inulit ang placeholder")
            }
            Flag::LookAlike => self.pick("look-alike letter", "kamukhang titik"),
            Flag::NoTag => self.pick("no answer tag", "walang tag ng sagot"),
            Flag::ThinkingCut => self.pick("thinking cut off", "pinutol ang thinking"),
            Flag::ThinkingUnclosed => {
                self.pick("thinking never ended", "hindi natapos ang thinking")
            }
            Flag::LenientDiffers => self.pick("lenient reading differs", "iba ang maluwag na basa"),
        }
    }

    /// Short name of a month, counted from 0; empty where there is none.
    pub fn month(self, idx: usize) -> &'static str {
        const ENGLISH: [&str; 12] = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ];
        const FILIPINO: [&str; 12] = [
            "Ene", "Peb", "Mar", "Abr", "May", "Hun", "Hul", "Ago", "Set", "Okt", "Nob", "Dis",
        ];
        match self {
            Self::English => ENGLISH.get(idx).copied().unwrap_or_default(),
            Self::Filipino => FILIPINO.get(idx).copied().unwrap_or_default(),
        }
    }

    /// Where an official file came from or was looked for.
    pub fn file_source(self, source: FileSource) -> &'static str {
        match source {
            FileSource::Cache => self.pick("this browser", "browser na ito"),
            FileSource::OwnHost => self.pick("this site", "site na ito"),
            FileSource::Upstream => "SEA-HELM, GitHub",
            FileSource::Picked => self.pick("your files", "mga file mo"),
        }
    }
}
