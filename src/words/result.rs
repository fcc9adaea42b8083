//! Words of the page with the scores and rows of a run.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

mod sentences; // remarks, verdicts, flags, facts: a text for each variant

use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct ResultWords {
    pub title: &'static str,
    pub sample_title: &'static str,
    pub waiting: &'static str,
    pub waiting_for_rows: &'static str,
    pub no_id: &'static str,
    pub no_id_text: &'static str,
    pub no_run_in_tab: &'static str,
    pub to_own_runs: &'static str,
    // Head.
    pub sample_notice: &'static str,
    pub sample_notice_text: &'static str,
    pub made_up: &'static str,
    pub from_file: &'static str,
    pub instructions: fn(&str) -> String,
    pub badge_sample: &'static str,
    pub badge_part: fn(usize, usize) -> String,
    pub badge_unfinished: fn(usize, usize) -> String,
    pub unfinished: fn(usize, usize) -> String,
    pub unfinished_text: &'static str,
    pub unfinished_live: &'static str,
    pub unfinished_upload: &'static str,
    pub go_on: &'static str,
    pub watch: &'static str,
    pub rename: &'static str,
    pub new_name: &'static str,
    pub save: &'static str,
    pub name_missing: &'static str,
    pub remarks_title: &'static str,
    pub several_models: fn(&str) -> String,
    // Scores.
    pub scores: &'static str,
    pub policy: &'static str,
    pub policy_no_matter: &'static str,
    pub policy_upload: &'static str,
    pub policy_strict: fn(usize) -> String,
    pub policy_parity: fn(usize) -> String,
    pub paper_caption: &'static str,
    pub paper_caption_strict: &'static str,
    pub seahelm_caption: &'static str,
    pub seahelm_caption_strict: &'static str,
    pub overall: &'static str,
    pub average_short: &'static str,
    pub average_of: fn(&str) -> String,
    pub average_of_seahelm: fn(&str) -> String,
    pub average_missing: fn(&str) -> String,
    pub overall_missing: fn(&str) -> String,
    pub average_reason: fn(usize, usize) -> String,
    pub average_lacks: fn(&str, &str, &str) -> String,
    pub averages_need_all: &'static str,
    pub not_in_run: &'static str,
    pub not_in_run_short: &'static str,
    pub not_computed_short: &'static str,
    pub no_rows_short: &'static str,
    pub not_computed_note: &'static str,
    pub interval_note: &'static str,
    pub interval_title: &'static str,
    pub n_unreadable: fn(usize) -> String,
    pub n_unscored: fn(usize) -> String,
    pub baseline_of_task: fn(usize) -> String,
    pub baseline_title: &'static str,
    // Task by task.
    pub stray_title: &'static str,
    pub stray_text: &'static str,
    pub stray_cost: fn(usize, &str, &str, &str) -> String,
    pub show_them: &'static str,
    pub show_unreadable_of: fn(&str) -> String,
    pub by_task: &'static str,
    pub rows_of: fn(&str) -> String,
    pub tag_paper: &'static str,
    pub parity: &'static str,
    pub lenient: &'static str,
    pub difference: &'static str,
    pub metrics_caption: &'static str,
    pub confusion_caption: fn(&str) -> String,
    pub confusion_corner: &'static str,
    pub confusion_sum: &'static str,
    pub unreadable: &'static str,
    pub counts_rows: &'static str,
    pub counts_chosen: &'static str,
    pub counts_answered: &'static str,
    pub counts_truncated: &'static str,
    pub counts_unreadable: &'static str,
    pub counts_empty: &'static str,
    pub counts_empty_read: &'static str,
    pub counts_refused: &'static str,
    pub counts_failed: &'static str,
    pub counts_not_asked: &'static str,
    // Rows.
    pub rows: &'static str,
    pub verdict: &'static str,
    pub parity_short: &'static str,
    pub lenient_short: &'static str,
    pub flags: &'static str,
    pub all_tasks: &'static str,
    pub search: &'static str,
    pub ask_again: fn(usize) -> String,
    pub no_match: &'static str,
    pub no_match_text: &'static str,
    pub show_all_rows: &'static str,
    pub list_keys: &'static str,
    // One row.
    pub row_title: fn(&str, usize) -> String,
    pub copy_link: &'static str,
    pub unicode_note: &'static str,
    pub empty_text: &'static str,
    pub no_reply_text: &'static str,
    pub mark_note: &'static str,
    pub reasoning: &'static str,
    pub no_prompt: &'static str,
    pub facts: &'static str,
    pub outcome: &'static str,
    // Taking away.
    pub take_away: &'static str,
    pub take_away_text: &'static str,
    pub download_record: &'static str,
    pub download_csv: &'static str,
    pub format: &'static str,
    pub download: &'static str,
    pub signature: &'static str,
    pub signature_text: &'static str,
    pub other_signature: &'static str,
    pub signatures_same: &'static str,
    pub signatures_differ: &'static str,
    pub signature_field: &'static str,
    pub signature_one: &'static str,
    pub signature_other: &'static str,
    pub signature_absent: &'static str,
    pub notes: &'static str,
    pub models_seen: &'static str,
    pub tokens: &'static str,
    pub tokens_caption: &'static str,
    pub prompt_tokens: &'static str,
    pub reply_tokens: &'static str,
    pub cost: &'static str,
    pub cost_at_least: fn(&str) -> String,
    pub not_reported: &'static str,
}

/// English.
pub const EN: ResultWords = ResultWords {
    title: "Result",
    sample_title: "A sample result",
    waiting: "Reading the run…",
    waiting_for_rows: "Looking for the official rows…",
    no_id: "Which run?",
    no_id_text: "This address names no run. Yours are on the first page.",
    no_run_in_tab: "This browser stores nothing, so runs are gone once their tab is closed or reloaded. A \
                    saved record opens here under Score a file.",
    to_own_runs: "Your runs",
    sample_notice: "No model wrote these answers",
    sample_notice_text: "We made up answers to the sample rows, right, wrong and unreadable ones, to \
                         show what a result looks like. Run a model to get one of your own.",
    made_up: "made-up answers",
    from_file: "from a file",
    instructions: |language| format!("instructions in {language}"),
    badge_sample: "sample rows, not the benchmark",
    badge_part: |n, of| format!("part only: {} of {}", count(n), counted(of, "row", "rows")),
    badge_unfinished: |n, of| format!("so far {} of {}", count(n), counted(of, "row", "rows")),
    unfinished: |n, of| {
        format!(
            "Not finished: {} of {}",
            count(n),
            counted(of, "row", "rows")
        )
    },
    unfinished_text: "The scores below are over the rows so far. Going on asks only for the rest.",
    unfinished_live: "It is running now. The scores below are over the rows so far.",
    unfinished_upload: "The file has no answer for the others. The scores below are over the rows it \
                        has.",
    go_on: "Go on with this run",
    watch: "Watch it run",
    rename: "Rename",
    new_name: "New name",
    save: "Save",
    name_missing: "Give it a name.",
    remarks_title: "Before you trust these numbers",
    several_models: |models| {
        format!("More than one model answered: {models}. The scores mix them.")
    },
    scores: "Scores",
    policy: "Rows without a usable reply",
    policy_no_matter: "Every row that was asked has a reply, so this changes nothing here.",
    policy_upload: "Every row of the file has an answer, so this changes nothing here. Rows that the file lacks are never \
                    counted.",
    policy_strict: |n| match n {
        1 => "1 row came back empty, refused or not at all. It is left out, and its task has no \
              official number."
            .to_owned(),
        n => format!(
            "{} rows came back empty, refused or not at all. They are left out, and their tasks have \
             no official number.",
            count(n)
        ),
    },
    policy_parity: |n| {
        match n {
        1 => "1 row came back empty, refused or not at all. It counts as an empty answer, as SEA-HELM \
              counts it."
            .to_owned(),
        n => format!(
            "{} rows came back empty, refused or not at all. They count as empty answers, as SEA-HELM \
             counts them.",
            count(n)
        ),
    }
    },
    paper_caption: "As the Batayan paper prints it.",
    paper_caption_strict: "In the columns of the Batayan paper, over the rows with a usable reply only.",
    seahelm_caption: "As SEA-HELM’s leaderboard counts it.",
    seahelm_caption_strict: "In the columns of SEA-HELM’s leaderboard.",
    overall: "Overall",
    average_short: "Average",
    average_of: |name| format!("{name} average"),
    average_of_seahelm: |name| format!("{name}, SEA-HELM"),
    average_missing: |name| format!("{name} average: incomplete"),
    overall_missing: |name| format!("{name}: incomplete"),
    average_reason: |n, of| {
        format!("an average needs all of its parts over all official rows; {n} of {of} are there")
    },
    average_lacks: |name, of, parts| format!("{name}: {of} parts are there. Missing: {parts}."),
    averages_need_all: "An average needs all of its tasks over all official rows, so there is none here.",
    not_in_run: "the run does not have this task",
    not_in_run_short: "not in this run",
    not_computed_short: "not computed",
    no_rows_short: "no answers yet",
    not_computed_note: "BERTScore and MetricX need large models of their own and are not computed here; \
                        MetricX can be brought in below, under “Scores from elsewhere”.",
    interval_note: "Under the main number of a task: its 95% interval (from drawing the rows anew many times). \
                    Under each: how many of the rows are scored, and how many are unreadable or unscored.",
    interval_title: "95% interval",
    n_unreadable: |n| format!("{}\u{a0}unreadable", count(n)),
    n_unscored: |n| format!("{}\u{a0}unscored", count(n)),
    baseline_of_task: |n| format!("baseline from the task (1/{n})"),
    baseline_title: "Chance is taken over all labels of the task. SEA-HELM takes it over the labels \
                     among the rows it scored, so on a part of the rows its number may differ.",
    stray_title: "What unreadable answers cost",
    stray_text: "The reference counts “unreadable” as one more class, and its F1 is always 0. So a \
                 single stray answer takes a third off the macro F1 of a task with two labels, and a \
                 quarter with three.",
    stray_cost: |n, cost, with, without| {
        let who = if n == 1 {
            "1 unreadable answer".to_owned()
        } else {
            format!("{} unreadable answers", count(n))
        };
        format!("{who} cost {cost} points: {with} instead of {without}.")
    },
    show_them: "Show",
    show_unreadable_of: |task| format!("Show the unreadable answers of {task}"),
    by_task: "Task by task",
    rows_of: |task| format!("Show the rows of {task}"),
    tag_paper: "paper",
    parity: "As the reference reads",
    lenient: "Read leniently",
    difference: "Difference",
    metrics_caption: "Only “As the reference reads” is official. “Read leniently” shows what a patient reader \
                      would have understood; it enters no average.",
    confusion_caption: |task| {
        format!("{task}: right answers against answers read, counted in rows.")
    },
    confusion_corner: "Right\u{a0}↓ · read\u{a0}→",
    confusion_sum: "All",
    unreadable: "unreadable",
    counts_rows: "Rows of the task",
    counts_chosen: "Chosen",
    counts_answered: "Answered",
    counts_truncated: "of these cut off",
    counts_unreadable: "of these unreadable",
    counts_empty: "Empty",
    counts_empty_read: "Empty, counted as unreadable",
    counts_refused: "Refused",
    counts_failed: "No reply",
    counts_not_asked: "Not asked",
    rows: "Row by row",
    verdict: "Verdict",
    parity_short: "Read",
    lenient_short: "Lenient",
    flags: "Look at",
    all_tasks: "All tasks",
    search: "Search text or id",
    ask_again: |n| match n {
        1 => "Ask this row again".to_owned(),
        n => format!("Ask these {} rows again", count(n)),
    },
    no_match: "No row fits",
    no_match_text: "Choose another filter or task, or search for less.",
    show_all_rows: "Show all rows",
    list_keys: "In the list, use the arrow keys and open a row with Enter; then J is the next and K \
                the previous one.",
    row_title: |task, n| format!("{task}, row {}", count(n)),
    copy_link: "Copy link",
    unicode_note: "The answer and the right one look the same and differ only in how letters such as ñ \
                   are encoded. The reference compares them as they are, and so do we.",
    empty_text: "(empty)",
    no_reply_text: "No text came back.",
    mark_note: "Marked: the part the reference takes for the answer.",
    reasoning: "What the model thought",
    no_prompt: "The prompt cannot be shown: the official rows are not loaded, and the record does not \
                hold it.",
    facts: "About the call",
    outcome: "Outcome",
    take_away: "Take it with you",
    take_away_text: "The record holds every answer and setting. Opened again under Score a file, here \
                     or on another machine, it gives the same numbers.",
    download_record: "Record (JSON)",
    download_csv: "Rows (CSV)",
    format: "For a paper or a leaderboard",
    download: "Download",
    signature: "Signature",
    signature_text: "Everything that can change these numbers, in one line. Cite it beside them.",
    other_signature: "Paste another signature",
    signatures_same: "Both are the same.",
    signatures_differ: "Where they differ",
    signature_field: "Field",
    signature_one: "This run",
    signature_other: "The other",
    signature_absent: "not there",
    notes: "Notes of the record",
    models_seen: "Model, as it called itself",
    tokens: "What it took",
    tokens_caption: "Tokens as the server counted them. Replies that were replaced, and replies kept from an \
                     earlier run, are not in it. A cost is shown if you gave prices.",
    prompt_tokens: "Prompt tokens",
    reply_tokens: "Reply tokens",
    cost: "Cost",
    cost_at_least: |cost| format!("at least {cost}"),
    not_reported: "Rows not reported",
};

/// Filipino.
pub const FIL: ResultWords = ResultWords {
    title: "Resulta",
    sample_title: "Sample na resulta",
    waiting: "Binabasa ang run…",
    waiting_for_rows: "Hinahanap ang opisyal na mga row…",
    no_id: "Aling run?",
    no_id_text: "Walang run sa address na ito. Nasa unang page ang mga run mo.",
    no_run_in_tab: "Walang itinatabi ang browser na ito, kaya nawawala ang mga run pag isinara o \
                    ni-reload ang tab nila. Mabubuksan dito sa Iskoran ang file ang na-save na record.",
    to_own_runs: "Mga run mo",
    sample_notice: "Hindi model ang sumulat ng mga sagot na ito",
    sample_notice_text: "Gawa-gawa lang namin ang mga sagot sa mga sample row, may tama, may mali, may \
                         hindi mabasa, para makita mo kung ano ang hitsura ng resulta. Sukatin \
                         ang isang model para sa sarili mong resulta.",
    made_up: "gawa-gawang mga sagot",
    from_file: "mula sa file",
    instructions: |language| format!("panuto sa {language}"),
    badge_sample: "mga sample row, hindi ang benchmark",
    badge_part: |n, of| format!("bahagi lang: {} sa {} row", count(n), count(of)),
    badge_unfinished: |n, of| format!("sa ngayon {} sa {} row", count(n), count(of)),
    unfinished: |n, of| format!("Hindi pa tapos: {} sa {} row", count(n), count(of)),
    unfinished_text: "Sa mga row na tapos na ang mga iskor sa ibaba. Kapag itinuloy, ang natitira na \
                      lang ang itatanong.",
    unfinished_live: "Tumatakbo pa ito ngayon. Sa mga row na tapos na ang mga iskor sa ibaba.",
    unfinished_upload: "Walang sagot sa file para sa iba pa. Sa mga row na mayroon ito ang mga iskor sa \
                        ibaba.",
    go_on: "Ituloy ang run na ito",
    watch: "Panoorin ang takbo",
    rename: "Palitan ang pangalan",
    new_name: "Bagong pangalan",
    save: "I-save",
    name_missing: "Bigyan ito ng pangalan.",
    remarks_title: "Bago pagkatiwalaan ang mga numerong ito",
    several_models: |models| {
        format!("Higit sa isang model ang sumagot: {models}. Magkahalo ang mga ito sa iskor.")
    },
    scores: "Mga iskor",
    policy: "Mga row na walang magagamit na tugon",
    policy_no_matter: "May tugon ang bawat row na naitanong, kaya walang epekto rito ang pagpili.",
    policy_upload: "May sagot ang bawat row ng file, kaya walang epekto rito ang pagpili. Hindi kailanman binibilang \
                    ang mga row na wala sa file.",
    policy_strict: |n| {
        match n {
        1 => "1 row ang blangko, tinanggihan, o walang tugon. Hindi ito isinama, kaya walang opisyal \
              na numero ang task nito."
            .to_owned(),
        n => format!(
            "{} row ang blangko, tinanggihan, o walang tugon. Hindi isinama ang mga ito, kaya walang \
             opisyal na numero ang task ng mga ito.",
            count(n)
        ),
    }
    },
    policy_parity: |n| {
        match n {
        1 => "1 row ang blangko, tinanggihan, o walang tugon. Binibilang ito na blangkong sagot, gaya \
              ng ginagawa ng SEA-HELM."
            .to_owned(),
        n => format!(
            "{} row ang blangko, tinanggihan, o walang tugon. Binibilang ang mga ito na blangkong \
             sagot, gaya ng ginagawa ng SEA-HELM.",
            count(n)
        ),
    }
    },
    paper_caption: "Gaya ng nasa Batayan paper.",
    paper_caption_strict: "Sa mga column ng Batayan paper, sa mga row lang na may magagamit na tugon.",
    seahelm_caption: "Gaya ng bilang ng leaderboard ng SEA-HELM.",
    seahelm_caption_strict: "Sa mga column ng leaderboard ng SEA-HELM.",
    overall: "Pangkalahatan",
    average_short: "Average",
    average_of: |name| format!("{name} average"),
    average_of_seahelm: |name| format!("{name}, SEA-HELM"),
    average_missing: |name| format!("{name} average: kulang"),
    overall_missing: |name| format!("{name}: kulang"),
    average_reason: |n, of| {
        format!(
            "kailangan ng average ang lahat ng {of} bahagi nito sa lahat ng opisyal na row; {n} pa lang \
             ang naroon"
        )
    },
    average_lacks: |name, of, parts| format!("{name}: {of} bahagi ang naroon. Kulang pa: {parts}."),
    averages_need_all: "Kailangan ng bawat average ang lahat ng task nito sa lahat ng opisyal na row, kaya \
                        walang average dito.",
    not_in_run: "wala sa run ang task na ito",
    not_in_run_short: "wala sa run",
    not_computed_short: "hindi kinuwenta",
    no_rows_short: "wala pang sagot",
    not_computed_note: "Kailangan ng BERTScore at MetricX ng sariling malalaking model, kaya hindi \
                        kinukuwenta rito; maidadagdag ang MetricX sa ibaba, sa “Mga iskor mula sa ibang \
                        program”.",
    interval_note: "Sa ilalim ng pangunahing numero ng isang task: ang 95% interval nito (paulit-ulit na pagbunot ng \
                    mga row). Sa ilalim ng bawat isa: ilan sa mga row ang may iskor, at ilan ang hindi mabasa o \
                    walang iskor.",
    interval_title: "95% interval",
    n_unreadable: |n| format!("{}\u{a0}hindi mabasa", count(n)),
    n_unscored: |n| format!("{}\u{a0}walang iskor", count(n)),
    baseline_of_task: |n| format!("baseline ayon sa task (1/{n})"),
    baseline_title: "Lahat ng label ng task ang batayan ng tsansa. Ang mga label lang sa naiskorang \
                     row ang binibilang ng SEA-HELM, kaya kapag bahagi lang ng mga row, maaaring iba \
                     ang numero nito.",
    stray_title: "Bawas dahil sa mga hindi mabasang sagot",
    stray_text: "Itinuturing ng reference na isa pang class ang “hindi mabasa,” at laging 0 ang F1 \
                 nito. Kaya kahit isang ligaw na sagot lang, sangkatlo na ang bawas sa macro F1 ng task na \
                 may dalawang label, at sangkapat kung tatlo.",
    stray_cost: |n, cost, with, without| {
        format!(
            "{} hindi mabasang sagot ang bumawas ng {cost} puntos: {with} sa halip na {without}.",
            count(n)
        )
    },
    show_them: "Ipakita",
    show_unreadable_of: |task| format!("Ipakita ang mga hindi mabasang sagot sa {task}"),
    by_task: "Bawat task",
    rows_of: |task| format!("Ipakita ang mga row ng {task}"),
    tag_paper: "paper",
    parity: "Basa ng reference",
    lenient: "Maluwag na basa",
    difference: "Agwat",
    metrics_caption: "Ang “Basa ng reference” lang ang opisyal. Ipinakikita ng “Maluwag na basa” kung ano ang \
                      maiintindihan ng matiyagang mambabasa; hindi ito kasama sa anumang average.",
    confusion_caption: |task| format!("{task}: tamang sagot laban sa nabasa, bilang ng row."),
    confusion_corner: "Tama\u{a0}↓ · nabasa\u{a0}→",
    confusion_sum: "Lahat",
    unreadable: "hindi mabasa",
    counts_rows: "Mga row ng task",
    counts_chosen: "Pinili",
    counts_answered: "Nasagot",
    counts_truncated: "sa mga ito, naputol",
    counts_unreadable: "sa mga ito, hindi mabasa",
    counts_empty: "Blangko",
    counts_empty_read: "Blangko, binilang na hindi mabasa",
    counts_refused: "Tumanggi",
    counts_failed: "Walang tugon",
    counts_not_asked: "Hindi pa natanong",
    rows: "Bawat row",
    verdict: "Hatol",
    parity_short: "Nabasa",
    lenient_short: "Maluwag",
    flags: "Tingnan",
    all_tasks: "Lahat ng task",
    search: "Maghanap ng teksto o id",
    ask_again: |n| match n {
        1 => "Itanong ulit ang row na ito".to_owned(),
        n => format!("Itanong ulit ang {} row na ito", count(n)),
    },
    no_match: "Walang tumutugmang row",
    no_match_text: "Pumili ng ibang filter o task, o paikliin ang hinahanap.",
    show_all_rows: "Ipakita lahat ng row",
    list_keys: "Gamitin ang mga arrow key sa listahan at Enter para buksan ang row; saka J para sa \
                susunod at K para sa nauna.",
    row_title: |task, n| format!("{task}, row {}", count(n)),
    copy_link: "Kopyahin ang link",
    unicode_note: "Magkamukha ang sagot at ang tamang sagot; ang encoding lang ng mga titik na gaya ng ñ \
                   ang magkaiba. Inihahambing ng reference ang mga ito nang walang binabago, at \
                   ganoon din kami.",
    empty_text: "(blangko)",
    no_reply_text: "Walang dumating na teksto.",
    mark_note: "May marka: ang bahaging itinuturing ng reference na sagot.",
    reasoning: "Ang inisip ng model",
    no_prompt: "Hindi maipakita ang prompt: hindi naka-load ang opisyal na mga row, at wala ito sa record.",
    facts: "Tungkol sa tawag",
    outcome: "Kinalabasan",
    take_away: "Iuwi ang resulta",
    take_away_text: "Nasa record ang bawat sagot at setting. Kapag binuksan ulit sa Iskoran ang file, \
                     dito man o sa ibang computer, pareho ang lalabas na mga numero.",
    download_record: "Record (JSON)",
    download_csv: "Mga row (CSV)",
    format: "Para sa paper o leaderboard",
    download: "I-download",
    signature: "Signature",
    signature_text: "Lahat ng puwedeng bumago sa mga numerong ito, sa isang linya. Isama ito kapag \
                     binanggit ang mga numero.",
    other_signature: "I-paste ang ibang signature",
    signatures_same: "Magkapareho ang dalawa.",
    signatures_differ: "Kung saan sila magkaiba",
    signature_field: "Bahagi",
    signature_one: "Run na ito",
    signature_other: "Ang isa pa",
    signature_absent: "wala",
    notes: "Mga tala ng record",
    models_seen: "Model, ayon sa sarili nito",
    tokens: "Ang nagamit",
    tokens_caption: "Mga token ayon sa bilang ng server. Hindi kasama ang mga tugong napalitan at ang mga galing \
                     sa naunang run. May halaga kung nagbigay ka ng presyo.",
    prompt_tokens: "Token ng prompt",
    reply_tokens: "Token ng tugon",
    cost: "Halaga",
    cost_at_least: |cost| format!("hindi bababa sa {cost}"),
    not_reported: "Mga row na walang ulat",
};
