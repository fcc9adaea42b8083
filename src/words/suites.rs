//! Words of the page with tasks and their data.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::number::{bytes, count};
use super::{Keeping, Language};

/// See the module.
#[derive(Debug)]
pub struct SuitesWords {
    pub title: &'static str,
    pub lead: fn(usize, usize) -> String,
    pub table_caption: &'static str,
    pub asks: &'static str,
    pub rows: &'static str,
    pub state: &'static str,
    pub loaded: &'static str,
    pub not_loaded: &'static str,
    pub failed: &'static str,
    pub loading: &'static str,
    pub data: &'static str,
    pub data_none: fn(usize, u64) -> String,
    pub looking: &'static str,
    pub data_none_text: fn(Keeping) -> &'static str,
    pub data_part: fn(usize, usize) -> String,
    pub data_all: fn(usize) -> String,
    pub data_all_text: fn(Keeping) -> &'static str,
    pub came_from: fn(&str) -> String,
    pub load_all: &'static str,
    pub load_missing: &'static str,
    pub forget: &'static str,
    pub forget_question: &'static str,
    pub pick: &'static str,
    pub pick_title: &'static str,
    pub pick_hint: &'static str,
    pub progress_label: &'static str,
    pub progress: fn(usize, usize, &str) -> String,
    pub looking_in: &'static str,
    pub hash_expected: &'static str,
    pub hash_found: &'static str,
    pub files: &'static str,
    pub file: &'static str,
    pub size: &'static str,
    pub places_tried: &'static str,
    pub from: fn(&str) -> String,
    pub files_failed: fn(usize) -> String,
    pub upstream: &'static str,
    pub commit: &'static str,
    pub paper: &'static str,
    pub profiles: &'static str,
    pub about_rows: &'static str,
    pub about_rows_text: &'static str,
    pub remarks: &'static str,
    pub test_rows: &'static str,
    pub examples: &'static str,
    pub free_text: &'static str,
    pub download_archive: &'static str,
}

/// English.
pub const EN: SuitesWords = SuitesWords {
    title: "Tasks",
    lead: |n_files, n_rows| {
        format!(
            "Batayan asks about Filipino in eight tasks, {n_files} here since translation goes both \
             ways: {} rows in all. Open one to see each row with its exact prompt.",
            count(n_rows)
        )
    },
    table_caption: "The tasks in the paper’s order",
    asks: "What it asks",
    rows: "Rows",
    state: "Data",
    loaded: "loaded",
    not_loaded: "not loaded",
    failed: "failed",
    loading: "loading",
    data: "Official data",
    data_none: |n, size| format!("Not loaded yet: {n} files, {}", bytes(size)),
    looking: "Looking for the official files…",
    data_none_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "The rows belong to the benchmark’s authors, so this program does not contain them. It takes \
             one fixed version: from this site where it has them, else from the authors’ public \
             repository. Every file is checked byte for byte and kept in this browser; after that, the \
             page works offline."
        }
        Keeping::InTab => {
            "The rows belong to the benchmark’s authors, so this program does not contain them. It takes \
             one fixed version: from this site where it has them, else from the authors’ public \
             repository. Every file is checked byte for byte. This browser stores nothing, so they are \
             kept until the tab is closed."
        }
    },
    data_part: |n, of| format!("{n} of {of} files loaded"),
    data_all: |n| format!("All {n} files are loaded and checked"),
    data_all_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Each has exactly the bytes of the benchmark. They stay in this browser, so the page works \
             offline from now on."
        }
        Keeping::InTab => {
            "Each has exactly the bytes of the benchmark. This browser stores nothing, so they are kept \
             until the tab is closed or reloaded."
        }
    },
    came_from: |places| format!("Loaded from: {places}."),
    load_all: "Load the official rows",
    load_missing: "Load the missing files",
    forget: "Remove the files",
    forget_question: "Remove the files from this browser?",
    pick: "Use files of your own",
    pick_title: "Have the files already?",
    pick_hint: "Drop the SEA-HELM folder, its zip, or single files. Every file is checked like a \
                loaded one; what does not belong is left alone.",
    progress_label: "Loading the official rows",
    progress: |n, of, path| {
        if path.is_empty() {
            format!("{n} of {of} files")
        } else {
            format!("{n} of {of} files · {path}")
        }
    },
    looking_in: "Looking on",
    hash_expected: "SHA-256 should be",
    hash_found: "but is",
    files: "File by file",
    file: "File",
    size: "Size",
    places_tried: "State",
    from: |place| format!("loaded from {place}"),
    files_failed: |n| {
        if n == 1 {
            "One file could not be loaded".to_owned()
        } else {
            format!("{n} files could not be loaded")
        }
    },
    upstream: "Repository",
    commit: "Commit",
    paper: "Paper",
    profiles: "Two versions of the reference",
    about_rows: "Good to know about the rows",
    about_rows_text: "Where the sentences come from, under which licence, and what is odd about them.",
    remarks: "Remarks",
    test_rows: "test rows",
    examples: "examples",
    free_text: "free text",
    download_archive: "Download the repository (zip)",
};

/// Filipino.
pub const FIL: SuitesWords = SuitesWords {
    title: "Mga task",
    lead: |n_files, n_rows| {
        format!(
            "Walong task sa Filipino ang Batayan, {n_files} dito dahil dalawa ang direksiyon ng \
             pagsasalin: {} row lahat-lahat. Buksan ang isa para makita ang bawat row at ang \
             eksaktong prompt nito.",
            count(n_rows)
        )
    },
    table_caption: "Ang mga task, ayon sa ayos ng paper",
    asks: "Ano ang itinatanong",
    rows: "Mga row",
    state: "Data",
    loaded: "naka-load",
    not_loaded: "hindi pa naka-load",
    failed: "hindi na-load",
    loading: "nilo-load",
    data: "Opisyal na data",
    data_none: |n, size| format!("Hindi pa naka-load: {n} file, {}", bytes(size)),
    looking: "Hinahanap ang opisyal na mga file…",
    data_none_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Sa mga may-akda ng benchmark ang mga row, kaya wala ang mga ito sa program mismo. Iisang \
             bersiyon ang kinukuha: mula sa site na ito kung naroon, kung wala ay sa repository nila na \
             bukas sa lahat. Sinusuri ang bawat byte ng bawat file, at itinatabi sa browser na ito; \
             pagkatapos niyon, gagana na ang page kahit offline."
        }
        Keeping::InTab => {
            "Sa mga may-akda ng benchmark ang mga row, kaya wala ang mga ito sa program mismo. Iisang \
             bersiyon ang kinukuha: mula sa site na ito kung naroon, kung wala ay sa repository nila na \
             bukas sa lahat. Sinusuri ang bawat byte ng bawat file. Walang itinatabi ang browser na ito, \
             kaya hanggang bukas ang tab lang mananatili ang mga ito."
        }
    },
    data_part: |n, of| format!("{n} sa {of} file ang naka-load"),
    data_all: |n| format!("Naka-load at nasuri na ang lahat ng {n} file"),
    data_all_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Kaparehong-kapareho ng sa benchmark ang bawat file, hanggang sa huling byte. Nakatabi na ang mga ito sa browser na \
             ito, kaya gagana na ang page kahit offline."
        }
        Keeping::InTab => {
            "Kaparehong-kapareho ng sa benchmark ang bawat file, hanggang sa huling byte. Walang itinatabi ang browser na ito, kaya \
             mawawala ang mga ito pag isinara o ni-reload ang tab."
        }
    },
    came_from: |places| format!("Galing sa: {places}."),
    load_all: "I-load ang opisyal na mga row",
    load_missing: "I-load ang mga kulang na file",
    forget: "Alisin ang mga file",
    forget_question: "Aalisin ang mga file sa browser na ito?",
    pick: "Gamitin ang sariling mga file",
    pick_title: "Nasa iyo na ang mga file?",
    pick_hint: "Ihulog ang folder ng SEA-HELM, ang zip nito, o mga file. Sinusuri ang bawat isa gaya ng \
                sa pag-load; hindi gagalawin ang hindi kasama.",
    progress_label: "Nilo-load ang opisyal na mga row",
    progress: |n, of, path| {
        if path.is_empty() {
            format!("{n} sa {of} file")
        } else {
            format!("{n} sa {of} file · {path}")
        }
    },
    looking_in: "Tinitingnan sa",
    hash_expected: "Ang dapat na SHA-256:",
    hash_found: "Ang nakita:",
    files: "Bawat file",
    file: "File",
    size: "Laki",
    places_tried: "Lagay",
    from: |place| format!("galing sa {place}"),
    files_failed: |n| {
        if n == 1 {
            "May isang file na hindi na-load".to_owned()
        } else {
            format!("May {n} file na hindi na-load")
        }
    },
    upstream: "Repository",
    commit: "Commit",
    paper: "Paper",
    profiles: "Dalawang bersiyon ng reference",
    about_rows: "Dapat malaman tungkol sa mga row",
    about_rows_text: "Kung saan galing ang mga pangungusap, ano ang lisensiya, at ano ang kakaiba sa mga \
                      ito.",
    remarks: "Paalala",
    test_rows: "mga test row",
    examples: "mga halimbawa",
    free_text: "malayang teksto",
    download_archive: "I-download ang repository (zip)",
};

impl Language {
    /// A licence by its name; that nobody knows it is no name.
    pub fn licence(self, name: &str) -> &str {
        match (self, name) {
            (Self::Filipino, "unknown") => "hindi alam",
            _ => name,
        }
    }
}
