//! Words of the first page.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Keeping;
use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct StartWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub door_run: &'static str,
    pub door_run_text: &'static str,
    pub door_file: &'static str,
    pub door_file_text: &'static str,
    pub door_sample: &'static str,
    pub door_sample_text: &'static str,
    pub own_runs: &'static str,
    pub own_runs_none: fn(Keeping) -> &'static str,
    pub own_runs_caption: fn(Keeping) -> &'static str,
    pub run: &'static str,
    pub started: &'static str,
    pub rows_done: &'static str,
    pub how: &'static str,
    pub upload: &'static str,
    pub go_on: &'static str,
    pub open: &'static str,
    pub doings: &'static str,
    pub same_settings: &'static str,
    pub rename_run: fn(&str) -> String,
    pub same_settings_as: fn(&str) -> String,
    pub delete_run: fn(&str) -> String,
    pub deleted: fn(&str) -> String,
    pub deleted_text: &'static str,
    pub undo: &'static str,
    pub undo_name: fn(&str) -> String,
    pub restored: fn(&str) -> String,
    pub compare: &'static str,
    pub export_all: &'static str,
    pub exporting: fn(usize, usize) -> String,
    pub published: &'static str,
    pub published_text: &'static str,
    pub chart_label: fn(usize, &str, &str) -> String,
    pub chart_source: fn(&str) -> String,
    pub as_table: &'static str,
    pub table_caption: &'static str,
    pub group_base: &'static str,
    pub group_instruct: &'static str,
    pub group_reasoning: &'static str,
    pub group_commercial: &'static str,
    pub group: &'static str,
    pub shots: &'static str,
    pub all_published: &'static str,
    pub done_of: fn(usize, usize) -> String,
}

/// English.
pub const EN: StartWords = StartWords {
    title: "How well does a model know Filipino?",
    lead: "Sukat puts the 3,800 questions of Batayan to any model, reads its answers and computes \
           the official scores, right in this tab.",
    door_run: "Run a model",
    door_run_text: "Choose a service, or a server on your own laptop, and watch the scores come in row \
                    by row.",
    door_file: "Score a file",
    door_file_text: "Already have answers? Drop the file: SEA-HELM’s own output, JSONL or CSV. \
                     Scores come at once.",
    door_sample: "Look at the sample",
    door_sample_text: "A few rows of every task, with the exact prompt a model would get. No key, no \
                       download.",
    own_runs: "Your runs",
    own_runs_none: |keeping| match keeping {
        Keeping::InBrowser => {
            "None yet. Runs you start and files you score are kept here, in this browser only."
        }
        Keeping::InTab => {
            "None yet. Runs you start and files you score stand here until the tab is closed or reloaded: \
             this browser stores nothing."
        }
    },
    own_runs_caption: |keeping| match keeping {
        Keeping::InBrowser => "Kept in this browser only, newest first.",
        Keeping::InTab => "Kept in this tab only, until it is closed or reloaded; newest first.",
    },
    run: "Run",
    started: "Started",
    rows_done: "Rows",
    how: "How",
    upload: "from a file",
    go_on: "Go on",
    open: "Open",
    doings: "What you can do",
    same_settings: "Same settings again",
    rename_run: |title| format!("Rename “{title}”"),
    same_settings_as: |title| format!("A new run with the settings of “{title}”"),
    delete_run: |title| format!("Delete “{title}”"),
    deleted: |title| format!("Deleted “{title}”."),
    deleted_text: "You can undo this for a few seconds.",
    undo: "Undo",
    undo_name: |title| format!("Undo: bring back “{title}”"),
    restored: |title| format!("“{title}” is back."),
    compare: "Compare two runs",
    export_all: "Download all records (zip)",
    exporting: |n, of| format!("Packing: {} of {}", count(n), counted(of, "run", "runs")),
    published: "Where published models stand",
    published_text: "Each dot is a model of the Batayan paper: its average over the four tasks of \
                     understanding (NLU). The highest possible is 100.",
    chart_label: |n, low, high| {
        format!(
            "NLU averages of {} published models, from {low} to {high}.",
            count(n)
        )
    },
    chart_source: |source| format!("Source: {source}."),
    as_table: "The same as a table",
    table_caption: "NLU average of the published models, highest first.",
    group_base: "Base models, five-shot",
    group_instruct: "Instruction-tuned, zero-shot",
    group_reasoning: "Reasoning",
    group_commercial: "Commercial",
    group: "Kind",
    shots: "Shots",
    all_published: "All published numbers",
    done_of: |done, of| {
        if done == of {
            counted(of, "row", "rows")
        } else {
            format!("{} of {}", count(done), counted(of, "row", "rows"))
        }
    },
};

/// Filipino.
pub const FIL: StartWords = StartWords {
    title: "Gaano kahusay mag‑Filipino ang isang model?",
    lead: "Itinatanong ng Sukat sa kahit anong model ang 3,800 tanong ng Batayan, binabasa ang mga \
           sagot, at kinukuwenta ang opisyal na iskor, dito mismo sa tab na ito.",
    door_run: "Sukatin ang model",
    door_run_text: "Pumili ng serbisyo, o ng server sa sarili mong laptop, at panoorin ang \
                    pagpasok ng mga iskor, row kada row.",
    door_file: "Iskoran ang file",
    door_file_text: "May mga sagot ka na? Ihulog ang file: output ng SEA-HELM, JSONL, o CSV. \
                     Lalabas agad ang iskor.",
    door_sample: "Silipin ang sample",
    door_sample_text: "Ilang row ng bawat task, kasama ang eksaktong prompt na makukuha ng model. \
                       Walang key, walang ida-download.",
    own_runs: "Mga run mo",
    own_runs_none: |keeping| match keeping {
        Keeping::InBrowser => {
            "Wala pa. Dito nakatabi ang mga run na sinimulan mo at mga file na iniskoran mo, sa browser \
             na ito lang."
        }
        Keeping::InTab => {
            "Wala pa. Dito makikita ang mga run na sinimulan mo at mga file na iniskoran mo hanggang \
             isara o i-reload ang tab: walang itinatabi ang browser na ito."
        }
    },
    own_runs_caption: |keeping| match keeping {
        Keeping::InBrowser => "Nakatabi sa browser na ito lang. Nasa itaas ang pinakabago.",
        Keeping::InTab => {
            "Nasa tab na ito lang hanggang isara o i-reload ito. Nasa itaas ang pinakabago."
        }
    },
    run: "Run",
    started: "Sinimulan",
    rows_done: "Mga row",
    how: "Paano",
    upload: "mula sa file",
    go_on: "Ituloy",
    open: "Buksan",
    doings: "Puwede mong gawin",
    same_settings: "Ulitin ang setting",
    rename_run: |title| format!("Palitan ang pangalan ng “{title}”"),
    same_settings_as: |title| format!("Bagong run na kapareho ng setting ng “{title}”"),
    delete_run: |title| format!("Burahin ang “{title}”"),
    deleted: |title| format!("Nabura na ang “{title}”."),
    deleted_text: "Maibabalik pa ito sa loob ng ilang segundo.",
    undo: "Ibalik",
    undo_name: |title| format!("Ibalik ang “{title}”"),
    restored: |title| format!("Naibalik na ang “{title}”."),
    compare: "Ihambing ang dalawang run",
    export_all: "I-download ang lahat ng record (zip)",
    exporting: |n, of| format!("Iniimpake: {} sa {} run", count(n), count(of)),
    published: "Mga nakalathalang iskor ng ibang model",
    published_text: "Isang model ng Batayan paper ang bawat tuldok: ang average nito sa apat na task \
                     ng pag-unawa (NLU). 100 ang pinakamataas na posible.",
    chart_label: |n, low, high| {
        format!(
            "NLU average ng {} nakalathalang model, mula {low} hanggang {high}.",
            count(n)
        )
    },
    chart_source: |source| format!("Pinagmulan: {source}."),
    as_table: "Ang parehong data, nasa table",
    table_caption: "NLU average ng mga nakalathalang model, nasa itaas ang pinakamataas.",
    group_base: "Mga base model, five-shot",
    group_instruct: "Instruction-tuned, zero-shot",
    group_reasoning: "Reasoning",
    group_commercial: "Komersiyal",
    group: "Uri",
    shots: "Shots",
    all_published: "Lahat ng nakalathalang numero",
    done_of: |done, of| {
        if done == of {
            format!("{} row", count(of))
        } else {
            format!("{} sa {} row", count(done), count(of))
        }
    },
};
