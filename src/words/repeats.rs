//! Words about several runs of the same rows.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct RepeatWords {
    pub times: &'static str,
    pub times_hint: &'static str,
    pub times_wrong: &'static str,
    pub times_alone: &'static str,
    pub no_batch: &'static str,
    pub always_asked: &'static str,
    pub estimate: fn(u32) -> String,
    pub which: fn(u32, u32) -> String,
    pub next_is_asked: fn(u32) -> String,
    pub next_comes: &'static str,
    pub next_title: &'static str,
    pub next_text: fn(u32, u32) -> String,
    pub next_start: &'static str,
    pub title: fn(u32) -> String,
    pub lead: fn(usize, u32) -> String,
    pub none_yet: &'static str,
    pub runs: &'static str,
    pub run: fn(u32) -> String,
    pub run_rows: fn(usize, usize) -> String,
    pub this_run: &'static str,
    pub other_run: &'static str,
    pub go_on: &'static str,
    pub numbers: &'static str,
    pub other_numbers: &'static str,
    pub mean: &'static str,
    pub deviation: &'static str,
    pub low: &'static str,
    pub high: &'static str,
    pub n_runs: &'static str,
    pub one_run: &'static str,
    pub never_whole: fn(&str) -> String,
    pub same_texts: fn(usize, usize) -> String,
    pub all_same: &'static str,
}

/// English.
pub const EN: RepeatWords = RepeatWords {
    times: "Repeat the run",
    times_hint: "From 1 to 10 times; empty is once. More than once makes sense where the model picks its words partly at \
                 random, with a temperature over 0: each time is a run of its own, and the result shows how far their \
                 numbers lie apart.",
    times_wrong: "Give a whole number from 1 to 10.",
    times_alone: "With these prompts the temperature is 0 in most tasks, so every time should give the \
                  same.",
    no_batch: "A batch is a single run: set “Repeat the run” to 1.",
    always_asked: "Every row is asked every time, whatever is stored.",
    estimate: |times| {
        format!(
            "{times} runs, one after the other: all figures are for all of them, and so is the budget."
        )
    },
    which: |index, of| format!("run {index} of {of} of the same rows"),
    next_is_asked: |index| format!("Run {index} is being asked now"),
    next_comes: "The next one begins when this one is finished. Keep this tab open.",
    next_title: "Go on with the next run",
    next_text: |index, of| {
        format!(
            "Run {index} of {of} is finished. The next one asks the same rows again, in the same way."
        )
    },
    next_start: "Begin the next run",
    title: |of| format!("The same rows, {of} times"),
    lead: |n, of| {
        format!(
            "From {} of {of} runs: those that are finished and asked the same in the same way. A number counts only \
             the runs in which every row of its task is scored.",
            count(n)
        )
    },
    none_yet: "None of these runs is finished yet, so there is nothing to compare.",
    runs: "Runs",
    run: |index| format!("Run {index}"),
    run_rows: |done, of| format!("{} of {}", count(done), counted(of, "row", "rows")),
    this_run: "this one",
    other_run: "asked in another way, left out",
    go_on: "Go on with these runs",
    numbers: "Number",
    other_numbers: "All other numbers",
    mean: "Mean",
    deviation: "Standard deviation",
    low: "Lowest",
    high: "Highest",
    n_runs: "Runs",
    one_run: "needs two runs",
    never_whole: |task| format!("{task}: no run has a score for every row."),
    same_texts: |n, of| {
        format!(
            "{} a reply in every run; in {} of them the replies are the same, word for word.",
            counted(of, "row has", "rows have"),
            count(n)
        )
    },
    all_same: "All replies are the same, word for word. The server may keep replies, or nothing is left \
               to chance with these settings: then the spread says nothing.",
};

/// Filipino.
pub const FIL: RepeatWords = RepeatWords {
    times: "Ulitin ang run",
    times_hint: "Mula 1 hanggang 10 beses; isa kung blangko. May saysay ang higit sa isa kung may halong sapalaran ang pagpili ng \
                 model sa mga salita (lampas sa 0 ang temperature): sariling run ang bawat ulit, at makikita sa \
                 resulta kung gaano kalaki ang agwat ng mga numero.",
    times_wrong: "Maglagay ng buong numero mula 1 hanggang 10.",
    times_alone: "Sa mga prompt na ito, 0 ang temperature sa karamihan ng mga task, kaya dapat iisa \
                  ang lalabas sa bawat ulit.",
    no_batch: "Iisang run lang ang isang batch: gawing 1 ang “Ulitin ang run”.",
    always_asked: "Itatanong ang bawat row sa bawat ulit, anuman ang nakatabi.",
    estimate: |times| {
        format!(
            "{times} run, sunod-sunod: para sa lahat ng ito ang mga numero rito, pati ang budget."
        )
    },
    which: |index, of| format!("ika-{index} sa {of} run ng parehong mga row"),
    next_is_asked: |index| format!("Itinatanong na ngayon ang run {index}"),
    next_comes: "Magsisimula ang kasunod kapag natapos ito. Huwag isara ang tab na ito.",
    next_title: "Ituloy sa kasunod na run",
    next_text: |index, of| {
        format!(
            "Tapos na ang run {index} sa {of}. Uulitin ng kasunod ang mga parehong row sa parehong paraan."
        )
    },
    next_start: "Simulan ang kasunod na run",
    title: |of| format!("Parehong mga row, {of} beses"),
    lead: |n, of| {
        format!(
            "Batay sa {} sa {of} run: ang mga tapos na at pareho ang itinanong at ang paraan. Binibilang lang sa \
             isang numero ang mga run na may iskor ang bawat row ng task nito.",
            count(n)
        )
    },
    none_yet: "Wala pang tapos sa mga run na ito, kaya wala pang maihahambing.",
    runs: "Mga run",
    run: |index| format!("Run {index}"),
    run_rows: |done, of| format!("{} sa {} row", count(done), count(of)),
    this_run: "itong run",
    other_run: "iba ang paraan ng pagtatanong, hindi isinama",
    go_on: "Ituloy ang mga run na ito",
    numbers: "Numero",
    other_numbers: "Lahat ng iba pang numero",
    mean: "Mean",
    deviation: "Standard deviation",
    low: "Pinakamababa",
    high: "Pinakamataas",
    n_runs: "Mga run",
    one_run: "kailangan ng dalawang run",
    never_whole: |task| format!("{task}: walang run na may iskor ang bawat row."),
    same_texts: |n, of| {
        format!(
            "May tugon sa lahat ng run ang {} row; sa {} sa mga iyon, magkakapareho ang tugon, salita \
             por salita.",
            count(of),
            count(n)
        )
    },
    all_same: "Pare-pareho ang lahat ng tugon, bawat salita. Baka itinatabi ng server ang mga tugon, o \
               hindi sapalaran ang pagpili ng model sa mga setting na ito: kung gayon, walang sinasabi \
               ang agwat.",
};
