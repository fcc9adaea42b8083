//! Words of the page with two runs side by side. Not in [`Words`](super::Words): only the page that
//! needs them fetches them.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

pub mod sentences; // what the numbers say, a text for each finding

use super::Language;
use super::number::{count, counted};

/// See the module. A and B are the runs: B is compared with A.
#[derive(Debug)]
pub struct CompareWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub open: &'static str,
    // Choosing.
    pub which: &'static str,
    pub first: &'static str,
    pub second: &'static str,
    pub swap: &'static str,
    pub choose: &'static str,
    pub choose_text: &'static str,
    pub nothing_in_common: &'static str,
    pub of_unknown: fn(&str) -> String,
    pub too_few: &'static str,
    pub too_few_text: &'static str,
    pub computing: &'static str,
    pub same_run: &'static str,
    pub same_run_text: &'static str,
    pub no_task: &'static str,
    pub no_task_text: &'static str,
    // What else differs.
    pub asked_otherwise: &'static str,
    pub other_origin: &'static str,
    pub may_come_from: &'static str,
    pub only_in: fn(&str, &str) -> String,
    // Numbers.
    pub answer: &'static str,
    pub show_worse: fn(&str, usize) -> String,
    pub show_better: fn(&str, usize) -> String,
    pub chart: &'static str,
    pub chart_label: fn(&str) -> String,
    pub first_ahead: &'static str,
    pub second_ahead: &'static str,
    pub numbers: &'static str,
    pub numbers_caption: &'static str,
    pub difference: &'static str,
    pub interval: &'static str,
    pub p_randomisation: &'static str,
    pub p_corrected: &'static str,
    pub p_bootstrap: &'static str,
    pub not_tested: &'static str,
    pub not_corrected: &'static str,
    pub counts_caption: &'static str,
    pub n_compared: &'static str,
    pub compared_of: fn(usize, usize) -> String,
    pub left_out: fn(usize, usize) -> String,
    pub better: &'static str,
    pub worse: &'static str,
    pub both_right: &'static str,
    pub same: &'static str,
    pub mcnemar: &'static str,
    pub mcnemar_none: &'static str,
    pub cohen_d: &'static str,
    pub cohen_none: &'static str,
    pub notes: &'static str,
    pub how_computed: [&'static str; 6],
    // Rows.
    pub outcome: &'static str,
    pub read_of: fn(&str) -> String,
    pub read_a: &'static str,
    pub read_b: &'static str,
    pub filter_all: &'static str,
    pub filter_unscored: &'static str,
    pub change_better: &'static str,
    pub change_worse: &'static str,
    pub change_both_right: &'static str,
    pub change_same: &'static str,
    pub change_none: &'static str,
    // One row.
    pub reply_of: fn(&str) -> String,
    pub prompt_of: fn(&str) -> String,
    pub same_prompt: &'static str,
    pub same_replies: &'static str,
    pub marked: &'static str,
    pub too_long: fn(usize) -> String,
    pub to_result: fn(&str) -> String,
}

static EN: CompareWords = CompareWords {
    title: "Compare two runs",
    lead: "Is one model better than the other, on what, and how sure is that? Only rows scored \
           in both are compared.",
    open: "Compare with another run",
    which: "Which runs",
    first: "A, the one to compare with",
    second: "B",
    swap: "Swap",
    choose: "Choose a run…",
    choose_text: "Choose two runs above. The page then says on which tasks one of them is better, and \
                  shows the rows that changed.",
    nothing_in_common: "no task in common",
    of_unknown: |id| format!("unknown run {id}"),
    too_few: "Two runs are needed",
    too_few_text: "Run a second model, or score a file of answers. Both are then chosen here.",
    computing: "Comparing row by row, with 10,000 trials for each number. This takes a few seconds.",
    same_run: "A and B are the same run",
    same_run_text: "Choose another one for A or B.",
    no_task: "These runs have no task in common",
    no_task_text: "Choose another run for A or B.",
    asked_otherwise: "These runs were also asked differently",
    other_origin: "More than the model may differ",
    may_come_from: "The difference may come from that.",
    only_in: |run, tasks| format!("Only in {run}, so not compared: {tasks}."),
    answer: "In words",
    show_worse: |run, n| format!("Show {} in which {run} is worse", counted(n, "row", "rows")),
    show_better: |run, n| {
        format!(
            "Show {} in which {run} is better",
            counted(n, "row", "rows")
        )
    },
    chart: "The first number of each task, B minus A, in points. A full dot: a difference; a hollow one: it may be \
            chance.",
    chart_label: |lines| {
        format!("Difference by task in points, B minus A, with 95% interval: {lines}.")
    },
    first_ahead: "← A better",
    second_ahead: "B better →",
    numbers: "In numbers",
    numbers_caption: "B minus A, over the rows that are scored in both.",
    difference: "B minus A",
    interval: "95% interval",
    p_randomisation: "p",
    p_corrected: "p corrected",
    p_bootstrap: "p, bootstrap",
    not_tested: "all rows agree, so there is nothing to test",
    not_corrected: "only the first number of each task enters the correction",
    counts_caption: "How single rows came out. A number leads to its rows.",
    n_compared: "Rows compared",
    compared_of: |n, of| format!("{} of {}", count(n), count(of)),
    left_out: |first, second| {
        format!(
            "left out: {} only in A, {} only in B",
            count(first),
            count(second)
        )
    },
    better: "B better",
    worse: "B worse",
    both_right: "Both right",
    same: "Same, not right",
    mcnemar: "McNemar p",
    mcnemar_none: "only for tasks with labels",
    cohen_d: "Cohen’s d",
    cohen_none: "all rows differ by the same",
    notes: "How this is computed",
    how_computed: [
        "Interval and “p, bootstrap”: the rows are drawn anew 1,000 times (paired bootstrap, seed 12345), the same \
         rows for both runs; the interval holds the middle 95% of the differences.",
        "p: in 10,000 trials every row’s answers change sides by the toss of a coin (approximate randomisation, seed \
         12345); p is how often chance alone lies as far apart.",
        "p corrected: Holm’s correction over the first number of each task. Below 0.05 the page calls a run better.",
        "All draws are sacreBLEU’s, and chrF++ is resampled as it does it. Unlike there, a trial that lies exactly as \
         far apart counts, so that one row is never proof. On macro F1, ROUGE-L and MetricX the tests are ours.",
        "McNemar p: exact, two-sided, over the rows that only one of the runs has right.",
        "Cohen’s d: mean of the rows’ differences over their standard deviation, B minus A.",
    ],
    outcome: "How it came out",
    read_of: |run| format!("Read, {run}"),
    read_a: "A, read",
    read_b: "B, read",
    filter_all: "All rows",
    filter_unscored: "Without a score in one",
    change_better: "B better",
    change_worse: "B worse",
    change_both_right: "both right",
    change_same: "same",
    change_none: "no score in one",
    reply_of: |run| format!("Reply of {run}"),
    prompt_of: |run| format!("Prompt of {run}"),
    same_prompt: "The settings of both runs make the same prompt of this row.",
    same_replies: "Both replies are the same, word for word.",
    marked: "Marked: words that the other reply does not have in this place.",
    too_long: |most| {
        format!(
            "Words are not marked: a reply has more than {} of them.",
            count(most)
        )
    },
    to_result: |run| format!("Result of {run}"),
};

static FIL: CompareWords = CompareWords {
    title: "Ihambing ang dalawang run",
    lead: "Mas mahusay ba ang isang model kaysa sa isa, saan, at gaano katiyak? Ang mga row lang na may \
           iskor sa dalawa ang inihahambing.",
    open: "Ihambing sa ibang run",
    which: "Aling mga run",
    first: "A, ang pagbabatayan",
    second: "B",
    swap: "Pagpalitin",
    choose: "Pumili ng run…",
    choose_text: "Pumili ng dalawang run sa itaas. Sasabihin ng page kung sa aling mga task mas mahusay ang \
                  isa, at ipakikita ang mga row na nagbago.",
    nothing_in_common: "walang parehong task",
    of_unknown: |id| format!("hindi kilalang run {id}"),
    too_few: "Kailangan ng dalawang run",
    too_few_text: "Sukatin ang isa pang model, o iskoran ang file ng mga sagot. Dito pipiliin ang dalawa.",
    computing: "Inihahambing ang bawat row, 10,000 subok bawat numero. Ilang segundo lang ito.",
    same_run: "Iisang run ang A at B",
    same_run_text: "Pumili ng iba para sa A o B.",
    no_task: "Walang parehong task ang dalawang run",
    no_task_text: "Pumili ng ibang run para sa A o B.",
    asked_otherwise: "Iba rin ang paraan ng pagtatanong sa mga run na ito",
    other_origin: "Baka hindi lang model ang pinagkaiba",
    may_come_from: "Baka doon galing ang agwat.",
    only_in: |run, tasks| format!("Nasa {run} lang kaya hindi inihambing: {tasks}."),
    answer: "Sa salita",
    show_worse: |run, n| format!("Ipakita ang {} row na mas mababa ang {run}", count(n)),
    show_better: |run, n| format!("Ipakita ang {} row na mas mataas ang {run}", count(n)),
    chart: "Ang unang numero ng bawat task, B minus A, sa puntos. Buong tuldok: may agwat; hungkag: \
            puwedeng tsamba.",
    chart_label: |lines| {
        format!("Agwat bawat task sa puntos, B minus A, may 95% interval: {lines}.")
    },
    first_ahead: "← mas mahusay ang A",
    second_ahead: "mas mahusay ang B →",
    numbers: "Sa numero",
    numbers_caption: "B minus A, sa mga row na may iskor sa dalawa.",
    difference: "B − A",
    interval: "95% interval",
    p_randomisation: "p",
    p_corrected: "p, itinama",
    p_bootstrap: "p, bootstrap",
    not_tested: "pareho ang lahat ng row kaya walang masusubok",
    not_corrected: "ang unang numero lang ng bawat task ang kasama sa pagtatama",
    counts_caption: "Kinalabasan ng bawat row. Papunta sa mga row ang bawat bilang.",
    n_compared: "Mga row na inihambing",
    compared_of: |n, of| format!("{} sa {}", count(n), count(of)),
    left_out: |first, second| {
        format!(
            "hindi isinama: {} sa A lang, {} sa B lang",
            count(first),
            count(second)
        )
    },
    better: "Mas mataas ang B",
    worse: "Mas mababa ang B",
    both_right: "Parehong tama",
    same: "Pareho, hindi tama",
    mcnemar: "McNemar p",
    mcnemar_none: "para lang sa mga task na may label",
    cohen_d: "Cohen’s d",
    cohen_none: "iisa ang agwat ng lahat ng row",
    notes: "Paano ito kinukuwenta",
    how_computed: [
        "Interval at “p, bootstrap”: 1,000 beses na binubunot muli ang mga row (paired bootstrap, seed 12345), parehong \
         mga row para sa dalawang run; nasa interval ang gitnang 95% ng mga agwat.",
        "p: sa 10,000 subok, nagpapalit ng panig ang mga sagot sa bawat row ayon sa hagis ng barya (approximate \
         randomisation, seed 12345); ang p ay kung gaano kadalas umabot sa ganito kalayo ang tsamba lang.",
        "p, itinama: pagtatama ni Holm sa unang numero ng bawat task. Kapag mas mababa sa 0.05, sinasabi ng page na mas \
         mahusay ang isang run.",
        "Sa sacreBLEU ang paraan ng pagbunot, pati ang resampling sa chrF++. Pero ibinibilang dito ang subok na eksaktong \
         ganoon din kalayo, kaya hindi kailanman patunay ang iisang row. Sa amin ang mga pagsubok sa macro F1, ROUGE-L, \
         at MetricX.",
        "McNemar p: eksakto, two-sided, sa mga row na isa lang sa dalawang run ang tama.",
        "Cohen’s d: mean ng mga agwat ng row na hinati sa standard deviation ng mga ito, B minus A.",
    ],
    outcome: "Kinalabasan",
    read_of: |run| format!("Nabasa, {run}"),
    read_a: "A, nabasa",
    read_b: "B, nabasa",
    filter_all: "Lahat ng row",
    filter_unscored: "Walang iskor sa isa",
    change_better: "mas mataas ang B",
    change_worse: "mas mababa ang B",
    change_both_right: "parehong tama",
    change_same: "pareho",
    change_none: "walang iskor sa isa",
    reply_of: |run| format!("Tugon ng {run}"),
    prompt_of: |run| format!("Prompt ng {run}"),
    same_prompt: "Iisang prompt ang nagagawa ng mga setting ng dalawang run mula sa row na ito.",
    same_replies: "Pareho ang dalawang tugon, bawat salita.",
    marked: "May marka: mga salitang wala sa lugar na ito ng kabilang tugon.",
    too_long: |most| {
        format!(
            "Hindi minarkahan ang mga salita: may tugong lampas sa {} salita.",
            count(most)
        )
    },
    to_result: |run| format!("Resulta ng {run}"),
};

impl Language {
    /// The words of the page with two runs side by side.
    pub fn compare(self) -> &'static CompareWords {
        match self {
            Self::English => &EN,
            Self::Filipino => &FIL,
        }
    }
}
