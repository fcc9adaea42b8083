//! Words of the page `score_file`: what was dropped, what was recognised, what is wrong with it.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::number::{bytes, count, counted};
use super::{Keeping, Language};
use crate::intake::Keep;
use crate::intake::report::{Misfit, Refusal, TaskSource};
use crate::intake::sniff::Shape;

/// See the module.
#[derive(Debug)]
pub struct ScoreFileWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub drop_title: &'static str,
    pub drop_hint: &'static str,
    pub drop_another: &'static str,
    pub reading: fn(usize) -> String,
    pub opened: fn(usize) -> String,
    pub needs_data_title: &'static str,
    pub needs_data_text: fn(Keeping) -> &'static str,
    pub load_data: &'static str,
    pub loading_data: &'static str,
    pub data_failed: &'static str,
    pub recognised: &'static str,
    pub files_caption: &'static str,
    pub file: &'static str,
    pub shape: &'static str,
    pub rows_read: &'static str,
    pub not_recognised: &'static str,
    pub choose_task: fn(&str) -> String,
    pub as_recognised: &'static str,
    pub recognised_as: fn(&str) -> String,
    pub choose_model: &'static str,
    pub task_guessed: &'static str,
    pub task_guessed_by_name: &'static str,
    pub of_unknown_task: fn(usize) -> String,
    pub unknown_names: fn(usize) -> String,
    pub tasks_caption: &'static str,
    pub matched: &'static str,
    pub problems: &'static str,
    pub no_problems: &'static str,
    pub all_lines_read: &'static str,
    pub choose_one: &'static str,
    pub tick_first: &'static str,
    pub missing: fn(usize) -> String,
    pub extra: fn(usize) -> String,
    pub duplicate: fn(usize, Keep) -> String,
    pub duplicate_differs: &'static str,
    pub duplicate_same: &'static str,
    pub gold_conflicts: fn(usize) -> String,
    pub prompt_conflicts: fn(usize) -> String,
    pub null: fn(usize) -> String,
    pub empty: fn(usize) -> String,
    pub failed: fn(usize) -> String,
    pub reading_differs: fn(usize) -> String,
    pub by_order: &'static str,
    pub and_more: fn(usize) -> String,
    pub complaints: fn(usize) -> String,
    pub line: fn(usize) -> String,
    pub cut: fn(usize) -> String,
    pub may_be_cut: &'static str,
    pub report: &'static str,
    pub settings: &'static str,
    pub run_name: &'static str,
    pub run_name_hint: &'static str,
    pub profile: &'static str,
    pub profile_known: &'static str,
    pub profile_assumed: fn(usize) -> &'static str,
    pub order_consent: &'static str,
    pub order_hint: &'static str,
    pub score_now: fn(usize) -> &'static str,
    pub scoring: &'static str,
    pub cannot_score_title: &'static str,
    pub cannot_score_text: &'static str,
    pub read_so_far: fn(u64, u64, usize) -> String,
    pub cancel: &'static str,
    pub runs_caption: &'static str,
    pub score_it: &'static str,
    pub score_run: fn(&str) -> String,
    pub name_of_run: fn(&str) -> String,
    pub tasks: &'static str,
    pub not_scorable: &'static str,
    pub model: &'static str,
    pub choose_run: fn(&str) -> String,
    pub own_run: &'static str,
    pub score_these: fn(usize) -> String,
    pub profile_assumed_some: &'static str,
    pub kept: fn(usize) -> String,
    pub to_board: &'static str,
    pub batch_title: &'static str,
    pub batch_text: &'static str,
    pub batch_read: &'static str,
    pub batch_open: &'static str,
    pub batch_came: &'static str,
    pub duplicates_legend: &'static str,
    pub keep_first: &'static str,
    pub keep_last: &'static str,
    pub as_windows_1252: &'static str,
    pub columns_of: fn(&str) -> String,
    pub first_rows: &'static str,
    pub columns_legend: &'static str,
    pub column_roles: [&'static str; 7],
    pub no_column: &'static str,
    pub columns_hint: &'static str,
    pub columns_remembered: &'static str,
    pub forget_columns: &'static str,
    pub formats_title: &'static str,
    pub formats: &'static str,
    pub formats_many: &'static str,
    pub formats_scores: &'static str,
    pub stays_here: &'static str,
}

/// English.
pub const EN: ScoreFileWords = ScoreFileWords {
    title: "Score a file",
    lead: "Drop the answers of a model and read its scores: the same numbers SEA-HELM prints.",
    drop_title: "Drop prediction files here",
    drop_hint: "SEA-HELM result folders; output of lm-evaluation-harness, lighteval, Inspect or a batch; JSONL, \
                JSON, CSV, Parquet, plain text, zip; a record saved from this page. Files are read in this tab and sent nowhere.",
    drop_another: "Drop other files",
    reading: |n| format!("Reading {}…", counted(n, "file", "files")),
    opened: |n| format!("{} opened", counted(n, "record was", "records were")),
    needs_data_title: "The official rows are needed first",
    needs_data_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Scores compare each answer with the official row. Loading them takes a few seconds, once; \
             afterwards this works offline."
        }
        Keeping::InTab => {
            "Scores compare each answer with the official row. Loading them takes a few seconds, once in \
             each tab."
        }
    },
    load_data: "Load the official rows",
    loading_data: "Loading the official rows…",
    data_failed: "Some official files could not be loaded. The page Tasks says why, and takes them \
                  from a folder or zip.",
    recognised: "What was recognised",
    files_caption: "Files",
    file: "File",
    shape: "Recognised as",
    rows_read: "Rows read",
    not_recognised: "not recognised",
    choose_task: |file| format!("Task of {file}"),
    as_recognised: "as recognised",
    recognised_as: |what| format!("{what} (as recognised)"),
    choose_model: "choose a model",
    task_guessed: "no file says that this is the task: it was guessed from the ids or texts. If it is \
                   another, choose it below",
    task_guessed_by_name: "no file says that this is the task: it was guessed from a word in the file’s \
                           name. If it is another, choose it below",
    of_unknown_task: |n| format!("{} not used", counted(n, "row", "rows")),
    unknown_names: |n| {
        format!(
            "and {} that are no tasks",
            counted(n, "more name", "more names")
        )
    },
    tasks_caption: "Answers by task",
    matched: "Rows with an answer",
    problems: "To look at",
    no_problems: "nothing",
    all_lines_read: "every line could be read",
    choose_one: "Tick at least one run above.",
    tick_first: "First tick the box above: only you can know that the order is right.",
    missing: |n| {
        format!(
            "{} without an answer in the file",
            counted(n, "row", "rows")
        )
    },
    extra: |n| {
        format!(
            "{} the official data does not have",
            counted(n, "id", "ids")
        )
    },
    duplicate: |n, keep| {
        let taken = match keep {
            Keep::First => "first",
            Keep::Last => "last",
        };
        format!(
            "{} more than once; the {taken} was taken",
            counted(n, "id", "ids")
        )
    },
    duplicate_differs: "answers differ",
    duplicate_same: "same answer",
    gold_conflicts: |n| {
        format!(
            "{} whose right answer in the file is not the official one",
            counted(n, "row", "rows")
        )
    },
    prompt_conflicts: |n| {
        format!(
            "{} whose text in the file is not the official one",
            counted(n, "row", "rows")
        )
    },
    failed: |n| {
        format!(
            "{} without a reply because the request failed; unscored",
            counted(n, "row", "rows")
        )
    },
    null: |n| {
        format!(
            "{} null or missing, counted as empty",
            counted(n, "answer is", "answers are")
        )
    },
    empty: |n| format!("{} empty", counted(n, "answer is", "answers are")),
    reading_differs: |n| {
        format!(
            "{} that the file itself reads differently than we do",
            counted(n, "answer", "answers")
        )
    },
    by_order: "no ids: matched by order",
    and_more: |n| format!("and {} more", count(n)),
    complaints: |n| counted(n, "thing to look at", "things to look at"),
    line: |n| format!("line {}", count(n)),
    cut: |n| format!("{} cut off, not read", counted(n, "row is", "rows are")),
    may_be_cut: "1 row may be cut off: the file ends without a line end",
    report: "Download this report",
    settings: "How to score",
    run_name: "Name of this result",
    run_name_hint: "Shown in your list of runs.",
    profile: "Read the answers as",
    profile_known: "The files say so.",
    profile_assumed: |n| match n {
        1 => "The file does not say which version made it. The paper’s numbers are v1.",
        _ => "The files do not say which version made them. The paper’s numbers are v1.",
    },
    order_consent: "The answers stand in the order of the official rows",
    order_hint: "The file has no ids, and as many answers as the task has rows. The record will say \
                 that they were matched by order.",
    score_now: |n| match n {
        1 => "Score this file",
        _ => "Score these files",
    },
    scoring: "Scoring…",
    cannot_score_title: "Nothing here can be scored",
    cannot_score_text: "No answer fits an official row. Each file below says what was found in it.",
    read_so_far: |n_bytes, n_all, n_rows| {
        let read = format!("{} of {}", bytes(n_bytes), bytes(n_all));
        if n_rows == 0 {
            read
        } else {
            format!("{read} checked, {}", counted(n_rows, "row", "rows"))
        }
    },
    cancel: "Cancel",
    runs_caption: "Models and runs",
    score_it: "Score",
    score_run: |run| format!("Score {run}"),
    name_of_run: |run| format!("Name of the result of {run}"),
    tasks: "Tasks",
    not_scorable: "nothing that can be scored",
    model: "Model",
    choose_run: |file| format!("Model of {file}"),
    own_run: "a model of its own",
    score_these: |n| {
        if n == 1 {
            "Score this one".to_owned()
        } else {
            format!("Score these {}", count(n))
        }
    },
    profile_assumed_some: "Used for files that do not say which version made them. The paper’s \
                           numbers are v1.",
    kept: |n| format!("{} scored", counted(n, "run", "runs")),
    to_board: "See them beside the published results",
    batch_title: "These are replies to a batch of one of your runs",
    batch_text: "Their ids say which run wrote the batch. Read there, they count with its prompts and \
                 settings; here they would be answers of an unknown model.",
    batch_read: "Read them into the run",
    batch_open: "Open the run",
    batch_came: "Read into the run",
    duplicates_legend: "If a row has several answers, take",
    keep_first: "the first",
    keep_last: "the last",
    as_windows_1252: "Read this file as Windows-1252 (older Excel files)",
    columns_of: |file| format!("Columns of {file}"),
    first_rows: "First rows",
    columns_legend: "Which column is what?",
    column_roles: [
        "Task",
        "Row id",
        "Answer of the model",
        "Reasoning",
        "Right answer",
        "Model",
        "Why it stopped",
    ],
    no_column: "none",
    columns_hint: "The right answer is only compared with the official one. Your choice is kept in this \
                   browser for files with the same column names; nothing else of the file is.",
    columns_remembered: "These columns were chosen earlier, for a file with the same column names.",
    forget_columns: "Forget this choice",
    formats_title: "Which files work?",
    formats: "Inference files of SEA-HELM v1 and of the current version, alone, as whole folders or \
              zipped. JSONL, JSON, CSV or Parquet with the columns task, id and prediction (other names \
              can be chosen; the task may also stand in the file’s name), or text with an answer a line. \
              Samples of lm-evaluation-harness, details of lighteval, logs of Inspect, rows of Every \
              Eval Ever, batch outputs of OpenAI, Anthropic and Gemini. Records saved from this page. \
              Text in UTF-8 or UTF-16. Zip, gzip and Zstandard (.zip, .gz, .zst) are unpacked.",
    formats_many: "Answers of several models may be dropped at once: each model becomes a result of its own.",
    formats_scores: "MetricX scores in SEA-HELM’s files come along. Scores that another program gave are \
                     joined on the page of a result, under “Scores from elsewhere”.",
    stays_here: "The files do not leave this tab.",
};

/// Filipino.
pub const FIL: ScoreFileWords = ScoreFileWords {
    title: "Iskoran ang file",
    lead: "Ihulog ang mga sagot ng model at basahin ang mga iskor nito: ang mismong mga numero na \
           ilalabas ng SEA-HELM.",
    drop_title: "Ihulog dito ang mga prediction file",
    drop_hint: "Mga result folder ng SEA-HELM; output ng lm-evaluation-harness, lighteval, Inspect, o batch; \
                JSONL, JSON, CSV, Parquet, plain text, zip; record na galing sa page na ito. Dito lang sa tab binabasa ang mga file; hindi ipinadadala kahit saan.",
    drop_another: "Maghulog ng ibang file",
    reading: |n| format!("Binabasa ang {} file…", count(n)),
    opened: |n| format!("{} record ang nabuksan", count(n)),
    needs_data_title: "Kailangan muna ang opisyal na mga row",
    needs_data_text: |keeping| match keeping {
        Keeping::InBrowser => {
            "Ikinukumpara ang bawat sagot sa opisyal na row. Ilang segundo lang ang pag-load, minsan \
             lang; pagkatapos ay gagana ito kahit offline."
        }
        Keeping::InTab => {
            "Ikinukumpara ang bawat sagot sa opisyal na row. Ilang segundo lang ang pag-load, minsan sa \
             bawat tab."
        }
    },
    load_data: "I-load ang opisyal na mga row",
    loading_data: "Nilo-load ang opisyal na mga row…",
    data_failed: "May mga opisyal na file na hindi na-load. Nasa page na Mga task kung bakit, at doon \
                  puwedeng kunin ang mga ito mula sa folder o zip.",
    recognised: "Ang nakilala",
    files_caption: "Mga file",
    file: "File",
    shape: "Nakilala bilang",
    rows_read: "Nabasang row",
    not_recognised: "hindi nakilala",
    choose_task: |file| format!("Task ng {file}"),
    as_recognised: "ayon sa pagkakilala",
    recognised_as: |what| format!("{what} (ayon sa pagkakilala)"),
    choose_model: "pumili ng model",
    task_guessed: "walang file na nagsasabing ito ang task: hinulaan ito mula sa mga id o teksto. Kung \
                   iba, piliin sa ibaba",
    task_guessed_by_name: "walang file na nagsasabing ito ang task: hinulaan ito mula sa isang salita sa \
                           pangalan ng file. Kung iba, piliin sa ibaba",
    of_unknown_task: |n| format!("{} row na hindi ginamit", count(n)),
    unknown_names: |n| format!("at {} pang pangalan na hindi task", count(n)),
    tasks_caption: "Mga sagot ayon sa task",
    matched: "Mga row na may sagot",
    problems: "Dapat tingnan",
    no_problems: "wala",
    all_lines_read: "nabasa ang bawat linya",
    choose_one: "Pumili ng kahit isang run sa itaas.",
    tick_first: "I-check muna ang kahon sa itaas: ikaw lang ang makaaalam kung tama ang pagkakasunod-sunod.",
    missing: |n| format!("{} row na walang sagot sa file", count(n)),
    extra: |n| format!("{} id na wala sa opisyal na data", count(n)),
    duplicate: |n, keep| {
        let taken = match keep {
            Keep::First => "una",
            Keep::Last => "huli",
        };
        format!("{} id na umuulit; ang {taken} ang kinuha", count(n))
    },
    duplicate_differs: "magkaiba ang sagot",
    duplicate_same: "pareho ang sagot",
    gold_conflicts: |n| {
        format!(
            "{} row na iba sa opisyal ang tamang sagot sa file",
            count(n)
        )
    },
    prompt_conflicts: |n| format!("{} row na iba sa opisyal ang text sa file", count(n)),
    null: |n| format!("{} sagot na null o wala; ibinilang na blangko", count(n)),
    empty: |n| format!("{} sagot na walang laman", count(n)),
    failed: |n| {
        format!(
            "{} row na walang tugon dahil pumalya ang request; walang iskor",
            count(n)
        )
    },
    reading_differs: |n| {
        format!(
            "{} sagot na iba ang basa ng file kaysa sa basa rito",
            count(n)
        )
    },
    by_order: "walang id: itinugma ayon sa pagkakasunod-sunod",
    and_more: |n| format!("at {} pa", count(n)),
    complaints: |n| format!("{} bagay na dapat tingnan", count(n)),
    line: |n| format!("linya {}", count(n)),
    cut: |n| format!("{} row na putol, hindi nabasa", count(n)),
    may_be_cut: "1 row na baka putol: walang dulo ng linya ang hulihan ng file",
    report: "I-download ang report na ito",
    settings: "Paano iiskoran",
    run_name: "Pangalan ng resultang ito",
    run_name_hint: "Lalabas sa listahan ng mga run mo.",
    profile: "Basahin ang mga sagot ayon sa",
    profile_known: "Nakasaad sa mga file.",
    profile_assumed: |n| match n {
        1 => {
            "Hindi nakasaad sa file kung aling bersiyon ang gumawa nito. v1 ang mga numero ng paper."
        }
        _ => {
            "Hindi nakasaad sa mga file kung aling bersiyon ang gumawa. v1 ang mga numero ng paper."
        }
    },
    order_consent: "Magkapareho ang ayos ng mga sagot at ng opisyal na mga row",
    order_hint: "Walang id ang file, at kasindami ng row ng task ang mga sagot. Isusulat sa record \
                 na itinugma ang mga ito ayon sa pagkakasunod-sunod.",
    score_now: |n| match n {
        1 => "Iskoran ang file na ito",
        _ => "Iskoran ang mga file na ito",
    },
    scoring: "Iniiskoran…",
    cannot_score_title: "Walang maiiskoran dito",
    cannot_score_text: "Walang sagot na tugma sa opisyal na row. Nasa ibaba kung ano ang nakita sa \
                        bawat file.",
    read_so_far: |n_bytes, n_all, n_rows| {
        let read = format!("{} sa {}", bytes(n_bytes), bytes(n_all));
        if n_rows == 0 {
            read
        } else {
            format!("{read} ang natingnan, {} row", count(n_rows))
        }
    },
    cancel: "Itigil",
    runs_caption: "Mga model at run",
    score_it: "Iskoran",
    score_run: |run| format!("Iskoran ang {run}"),
    name_of_run: |run| format!("Pangalan ng resulta ng {run}"),
    tasks: "Mga task",
    not_scorable: "walang maiiskoran",
    model: "Model",
    choose_run: |file| format!("Model ng {file}"),
    own_run: "hiwalay na model",
    score_these: |n| {
        if n == 1 {
            "Iskoran ito".to_owned()
        } else {
            format!("Iskoran ang {} na ito", count(n))
        }
    },
    profile_assumed_some: "Para sa mga file na hindi nagsasabi kung aling bersiyon ang gumawa. v1 ang \
                           mga numero ng paper.",
    kept: |n| format!("{} run ang naiskoran", count(n)),
    to_board: "Tingnan katabi ng mga nakalathalang resulta",
    batch_title: "Mga tugon ito sa batch ng isa sa mga run mo",
    batch_text: "Nasa mga id kung aling run ang gumawa ng batch. Kapag doon binasa, kasama ng mga ito \
                 ang mga prompt at setting ng run; dito, mga sagot lang ito ng di-kilalang model.",
    batch_read: "Basahin papasok sa run",
    batch_open: "Buksan ang run",
    batch_came: "Nabasa papasok sa run",
    duplicates_legend: "Kung maraming sagot ang isang row, kunin",
    keep_first: "ang una",
    keep_last: "ang huli",
    as_windows_1252: "Basahin ang file na ito bilang Windows-1252 (mga lumang file ng Excel)",
    columns_of: |file| format!("Mga column ng {file}"),
    first_rows: "Mga unang row",
    columns_legend: "Ano ang laman ng bawat column?",
    column_roles: [
        "Task",
        "Id ng row",
        "Sagot ng model",
        "Reasoning",
        "Tamang sagot",
        "Model",
        "Bakit tumigil",
    ],
    no_column: "wala",
    columns_hint: "Ikinukumpara lang sa opisyal ang tamang sagot. Itatabi sa browser na ito ang pinili mo \
                   para sa mga file na pareho ang pangalan ng mga column; wala nang iba pang itatago mula \
                   sa file.",
    columns_remembered: "Pinili ang mga column na ito para sa naunang file na pareho ang pangalan ng mga \
                         column.",
    forget_columns: "Kalimutan ang piniling ito",
    formats_title: "Aling mga file ang puwede?",
    formats: "Mga inference file ng SEA-HELM v1 at ng kasalukuyang bersiyon: isa-isa, buong folder, o \
              naka-zip. JSONL, JSON, CSV, o Parquet na may column na task, id, at prediction (puwedeng \
              pumili ng ibang column; puwede ring nasa pangalan ng file ang task), o tekstong may isang \
              sagot bawat linya. Mga sample ng lm-evaluation-harness, detalye ng lighteval, log ng \
              Inspect, row ng Every Eval Ever, at resulta ng batch ng OpenAI, Anthropic, at Gemini. Mga \
              record na galing sa page na ito. Tekstong UTF-8 o UTF-16. Binubuksan ang zip, gzip, at \
              Zstandard (.zip, .gz, .zst).",
    formats_many: "Puwedeng sabay-sabay na ihulog ang mga sagot ng ilang model: may sariling resulta ang \
                   bawat isa.",
    formats_scores: "Kasama ang mga iskor ng MetricX na nasa mga file ng SEA-HELM. Ang mga iskor na galing \
                     sa ibang program ay idinaragdag sa page ng resulta, sa “Mga iskor mula sa ibang \
                     program”.",
    stays_here: "Hindi umaalis sa tab na ito ang mga file.",
};

impl Language {
    /// Why none of a task's answers is used.
    pub fn refusal(self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::OtherTask { why, candidates } => {
                let why = self.misfit(*why);
                match (self, candidates.first()) {
                    (Self::English, Some(task)) => {
                        format!("this looks like the answers of {task} ({why}): not used")
                    }
                    (Self::Filipino, Some(task)) => {
                        format!("parang mga sagot ito para sa {task} ({why}): hindi ginamit")
                    }
                    (Self::English, None) => format!("not the answers of this task ({why}): not used"),
                    (Self::Filipino, None) => {
                        format!("hindi mga sagot para sa task na ito ({why}): hindi ginamit")
                    }
                }
            }
            Refusal::CountDiffers { found, expected } => match self {
                Self::English => format!(
                    "no ids, and {} where the task has {}: not used",
                    counted(*found, "answer", "answers"),
                    counted(*expected, "row", "rows")
                ),
                Self::Filipino => format!(
                    "walang id, at {} ang sagot habang {} ang row ng task: hindi ginamit",
                    count(*found),
                    count(*expected)
                ),
            },
            Refusal::LineCount { found, expected } => match self {
                Self::English => format!(
                    "plain text with an answer a line: {} where the task has {}, so nothing says \
                     which answer is whose. Put one line for every row, in the order of the data, \
                     also where there is no answer; or add ids, as JSON or CSV",
                    counted(*found, "line", "lines"),
                    counted(*expected, "row", "rows")
                ),
                Self::Filipino => format!(
                    "tekstong may isang sagot bawat linya: {} ang linya habang {} ang row ng task, \
                     kaya hindi malaman kung alin ang sagot sa alin. Maglagay ng isang linya sa \
                     bawat row, ayon sa ayos ng data, pati kung walang sagot; o dagdagan ng id, \
                     bilang JSON o CSV",
                    count(*found),
                    count(*expected)
                ),
            },
            Refusal::ShiftedIds => self
                .pick(
                    "the ids count from 0 and the official ones from 1: each answer would go to the \
                     row before its own, so none is used",
                    "mula 0 ang bilang ng mga id at mula 1 ang opisyal: mapupunta ang bawat sagot sa \
                     naunang row, kaya walang ginamit",
                )
                .to_owned(),
            Refusal::OtherOrder => self
                .pick(
                    "no ids, and the right answers in the file are the official ones in another order: \
                     nothing says which answer is whose, so none is used",
                    "walang id, at iba ang ayos ng mga tamang sagot sa file kaysa sa opisyal: hindi \
                     malaman kung alin ang sagot sa alin, kaya walang ginamit",
                )
                .to_owned(),
            Refusal::DataNotLoaded => self
                .pick(
                    "the official rows of this task are not loaded",
                    "hindi pa naka-load ang opisyal na mga row ng task na ito",
                )
                .to_owned(),
        }
    }

    /// What gave away the wrong task.
    fn misfit(self, why: Misfit) -> &'static str {
        match why {
            Misfit::Ids => self.pick("by the ids", "ayon sa mga id"),
            Misfit::Gold => self.pick("by the right answers", "ayon sa mga tamang sagot"),
            Misfit::Prompts => self.pick("by the texts", "ayon sa mga teksto"),
            Misfit::Answers => self.pick("by what was answered", "ayon sa mga isinagot"),
        }
    }

    /// How the task of rows was known.
    pub fn task_source(self, source: TaskSource) -> &'static str {
        match source {
            TaskSource::Chosen => self.pick("chosen by you", "pinili mo"),
            TaskSource::Row => self.pick("named in the rows", "nakasaad sa mga row"),
            TaskSource::FileName => self.pick("from the file name", "mula sa pangalan ng file"),
            TaskSource::NameWord => self.pick(
                "guessed from a word in the file name",
                "hula mula sa isang salita sa pangalan ng file",
            ),
            TaskSource::Content => self.pick(
                "guessed from the ids or texts",
                "hula mula sa mga id o teksto",
            ),
        }
    }

    /// Name of a recognised shape.
    pub fn shape(self, shape: Shape) -> &'static str {
        match shape {
            Shape::Record => self.pick("record of this page", "record ng page na ito"),
            Shape::SeahelmV1 => "SEA-HELM v1",
            Shape::SeahelmHead => "SEA-HELM",
            Shape::SeahelmHeadRaw => self.pick("SEA-HELM, raw output", "SEA-HELM, raw na output"),
            Shape::SeahelmResults => self.pick("SEA-HELM, scores", "SEA-HELM, mga iskor"),
            Shape::SeahelmMetricX => {
                self.pick("SEA-HELM, MetricX scores", "SEA-HELM, mga iskor ng MetricX")
            }
            Shape::JsonLines => self.pick("JSON, a row a line", "JSON, isang row bawat linya"),
            Shape::JsonArray => self.pick("JSON, a list of rows", "JSON, listahan ng mga row"),
            Shape::JsonById => self.pick("JSON, answers by id", "JSON, mga sagot ayon sa id"),
            Shape::JsonByTask => self.pick("JSON, answers by task", "JSON, mga sagot ayon sa task"),
            Shape::Csv => self.pick("table (CSV)", "table (CSV)"),
            Shape::Tsv => self.pick("table with tabs (TSV)", "table na may tab (TSV)"),
            Shape::Parquet => self.pick("table (Parquet)", "table (Parquet)"),
            Shape::PlainLines => {
                self.pick("text, an answer a line", "teksto, isang sagot bawat linya")
            }
            Shape::LmEvalSamples => self.pick(
                "lm-evaluation-harness, samples",
                "lm-evaluation-harness, mga sample",
            ),
            Shape::LmEvalResults => self.pick(
                "lm-evaluation-harness, scores",
                "lm-evaluation-harness, mga iskor",
            ),
            Shape::LightevalDetails => self.pick("lighteval, details", "lighteval, mga detalye"),
            Shape::LightevalResults => self.pick("lighteval, scores", "lighteval, mga iskor"),
            Shape::InspectLog => self.pick("log of Inspect", "log ng Inspect"),
            Shape::EveryEvalRows => self.pick("Every Eval Ever, rows", "Every Eval Ever, mga row"),
            Shape::EveryEvalScores => {
                self.pick("Every Eval Ever, scores", "Every Eval Ever, mga iskor")
            }
            Shape::OpenAiBatch => self.pick("batch output (OpenAI)", "resulta ng batch (OpenAI)"),
            Shape::AnthropicBatch => {
                self.pick("batch output (Anthropic)", "resulta ng batch (Anthropic)")
            }
            Shape::GeminiBatch => self.pick("batch output (Gemini)", "resulta ng batch (Gemini)"),
        }
    }
}
