//! Words of the page with the rows and prompts of a task.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Keeping;
use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct TaskWords {
    pub no_such_task: &'static str,
    pub no_such_task_text: &'static str,
    pub choose_task: &'static str,
    pub back: &'static str,
    pub rows: &'static str,
    pub examples: &'static str,
    pub version: &'static str,
    pub version_v1: &'static str,
    pub version_head: &'static str,
    pub instructions: &'static str,
    pub english_reconstructed: &'static str,
    pub filter: &'static str,
    pub filter_hint: &'static str,
    pub number: &'static str,
    pub text: &'static str,
    pub list_label: fn(&str) -> String,
    pub shown: fn(usize, usize) -> String,
    pub no_match: &'static str,
    pub no_match_text: &'static str,
    pub clear_filter: &'static str,
    pub row_title: fn(usize, &str) -> String,
    pub choose_row: &'static str,
    pub exact_prompt: &'static str,
    pub copy_prompt: &'static str,
    pub copy_json: &'static str,
    pub download_all: fn(usize) -> String,
    pub digest: &'static str,
    pub output_cap: &'static str,
    pub output_cap_value: fn(u32) -> String,
    pub characters: &'static str,
    pub previous_row: &'static str,
    pub next_row: &'static str,
    pub keys: &'static str,
    pub sample_title: &'static str,
    pub sample_note: &'static str,
    pub not_loaded: &'static str,
    pub not_loaded_text: fn(Keeping) -> &'static str,
    pub to_sample: &'static str,
    pub about: &'static str,
}

/// English.
pub const EN: TaskWords = TaskWords {
    no_such_task: "There is no such task",
    no_such_task_text: "The address may be old or mistyped. All tasks are in the list.",
    choose_task: "Task",
    back: "All tasks",
    rows: "Rows",
    examples: "Examples",
    version: "Version",
    version_v1: "v1 (paper)",
    version_head: "head",
    instructions: "Instructions in",
    english_reconstructed: "Only version v1 has English instructions.",
    filter: "Filter",
    filter_hint: "Shows only the rows that contain this text.",
    number: "No.",
    text: "Text",
    list_label: |task| format!("Rows of {task}"),
    shown: |n, of| {
        if n == of {
            counted(of, "row", "rows")
        } else {
            format!("{} of {}", count(n), counted(of, "row", "rows"))
        }
    },
    no_match: "No row contains this text",
    no_match_text: "Try a shorter word; capitals do not matter.",
    clear_filter: "Show all rows",
    row_title: |n, id| format!("Row {n} · id {id}"),
    choose_row: "Choose a row to see its prompt",
    exact_prompt: "The exact prompt",
    copy_prompt: "Copy prompt",
    copy_json: "Copy as JSON",
    download_all: |n| format!("Download {} as JSONL", counted(n, "prompt", "prompts")),
    digest: "SHA-256 of the prompt, first 16 digits",
    output_cap: "Reply limit",
    output_cap_value: |n| format!("{} tokens", count(n as usize)),
    characters: "Characters",
    previous_row: "Previous row",
    next_row: "Next row",
    keys: "Keys: J next, K previous; in the list also the arrows and Enter.",
    sample_title: "Sample rows",
    sample_note: "Written for this page, not taken from Batayan. They show what a task is like and never \
                  count as an official score.",
    not_loaded: "The official rows are not loaded yet",
    not_loaded_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "It takes a few seconds, once. Until then, the sample rows show how the task works."
        }
        Keeping::InTab => {
            "It takes a few seconds, once in each tab. Until then, the sample rows show how the task \
             works."
        }
    },
    to_sample: "Show sample rows",
    about: "About this task",
};

/// Filipino.
pub const FIL: TaskWords = TaskWords {
    no_such_task: "Walang ganitong task",
    no_such_task_text: "Baka luma o mali ang address. Nasa listahan ang lahat ng task.",
    choose_task: "Task",
    back: "Lahat ng task",
    rows: "Mga row",
    examples: "Mga halimbawa",
    version: "Bersiyon",
    version_v1: "v1 (paper)",
    version_head: "head",
    instructions: "Wika ng panuto",
    english_reconstructed: "Sa bersiyong v1 lang may panutong English.",
    filter: "I-filter",
    filter_hint: "Ang mga row lang na may ganitong teksto ang ipapakita.",
    number: "Blg.",
    text: "Teksto",
    list_label: |task| format!("Mga row ng {task}"),
    shown: |n, of| {
        if n == of {
            format!("{} row", count(of))
        } else {
            format!("{} sa {} row", count(n), count(of))
        }
    },
    no_match: "Walang row na may ganitong teksto",
    no_match_text: "Subukan ang mas maikling salita; pareho lang ang malaki at maliit na titik.",
    clear_filter: "Ipakita lahat ng row",
    row_title: |n, id| format!("Row {n} · id {id}"),
    choose_row: "Pumili ng row para makita ang prompt nito",
    exact_prompt: "Ang eksaktong prompt",
    copy_prompt: "Kopyahin ang prompt",
    copy_json: "Kopyahin bilang JSON",
    download_all: |n| format!("I-download ang {} prompt bilang JSONL", count(n)),
    digest: "SHA-256 ng prompt, unang 16 na digit",
    output_cap: "Limit ng tugon",
    output_cap_value: |n| format!("{} token", count(n as usize)),
    characters: "Mga karakter",
    previous_row: "Naunang row",
    next_row: "Susunod na row",
    keys: "Mga key: J susunod, K nauna; sa listahan, puwede rin ang mga arrow at Enter.",
    sample_title: "Mga sample row",
    sample_note: "Isinulat para sa page na ito, hindi galing sa Batayan. Ipinakikita lang ng mga ito kung ano \
                  ang task at hindi kailanman magiging opisyal na iskor.",
    not_loaded: "Hindi pa naka-load ang opisyal na mga row",
    not_loaded_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Ilang segundo lang ito, at minsan lang. Habang wala pa, makikita sa mga sample row kung ano \
             ang itsura ng task."
        }
        Keeping::InTab => {
            "Ilang segundo lang ito, minsan sa bawat tab. Habang wala pa, makikita sa mga sample row \
             kung ano ang itsura ng task."
        }
    },
    to_sample: "Ipakita ang mga sample row",
    about: "Tungkol sa task na ito",
};
