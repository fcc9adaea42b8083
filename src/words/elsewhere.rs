//! Words about scores that other programs give: rows to take away, what comes back, and a server
//! that is asked.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::{count, counted};
use crate::desk::view::{JoinFault, JoinProblem};

/// See the module.
#[derive(Debug)]
pub struct ElsewhereWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub joined: &'static str,
    pub joined_of: fn(&str, &str) -> String,
    pub column_rows: fn(usize, usize) -> String,
    pub column_mean: fn(&str) -> String,
    pub column_error: fn(&str, &str) -> String,
    pub stale: fn(usize) -> String,
    pub from_files: fn(&str) -> String,
    pub remove: &'static str,
    pub remove_name: fn(&str, &str) -> String,
    pub remove_question: &'static str,
    pub extra_tag: &'static str,
    pub extra_note: &'static str,
    pub rows: &'static str,
    pub rows_text: &'static str,
    pub rows_of: fn(&str) -> String,
    pub command: &'static str,
    pub copy_command: fn(&str) -> String,
    pub back: &'static str,
    pub what: &'static str,
    pub metricx: &'static str,
    pub extra: &'static str,
    pub name: &'static str,
    pub name_hint: &'static str,
    pub name_missing: &'static str,
    pub name_taken: &'static str,
    pub task: &'static str,
    pub program: &'static str,
    pub official_tool: &'static str,
    pub sea_helm: &'static str,
    pub other_program: &'static str,
    pub program_name: &'static str,
    pub program_missing: &'static str,
    pub model: &'static str,
    pub precision: &'static str,
    pub maker_hint: &'static str,
    pub drop: &'static str,
    pub drop_hint: &'static str,
    pub reading: &'static str,
    pub came: fn(&str, &str, usize) -> String,
    pub there: fn(usize, usize) -> String,
    pub refused: fn(&str) -> String,
    pub server: &'static str,
    pub server_text: &'static str,
    pub server_goes_to: fn(&str) -> String,
    pub address: &'static str,
    pub address_hint: &'static str,
    pub key: &'static str,
    pub key_hint: &'static str,
    pub send: &'static str,
    pub stop: &'static str,
    pub sending: &'static str,
    pub sent: fn(usize, usize) -> String,
    pub trying_again: fn(u64) -> String,
    pub stopped: fn(usize, usize) -> String,
    pub nothing_to_send: &'static str,
    pub unreachable: &'static str,
    pub kept_so_far: &'static str,
}

/// English.
pub const EN: ElsewhereWords = ElsewhereWords {
    title: "Scores from elsewhere",
    lead: "MetricX-24 takes a model of 13 billion parameters, more than a tab can hold. Run it on a \
           machine of yours and bring its scores back: each joins its row, and the run says who made \
           them. Other scores can stand beside the numbers; they enter no average.",
    joined: "Joined to this run",
    joined_of: |task, name| format!("{task}, {name}"),
    column_rows: |n, of| format!("{} of {}", count(n), counted(of, "row", "rows")),
    column_mean: |mean| format!("mean {mean}"),
    column_error: |mean, score| {
        format!("mean error {mean} of 25 (lower is better): {score} in the tables, 100 − 4 × error")
    },
    stale: |n| {
        format!(
            "{} made for other replies than the run has now; they do not count",
            if n == 1 {
                "1 score was".to_owned()
            } else {
                format!("{} scores were", count(n))
            }
        )
    },
    from_files: |names| format!("from {names}"),
    remove: "Remove",
    remove_name: |task, name| format!("Remove {name} of {task}"),
    remove_question: "Remove these scores from the run?",
    extra_tag: "from elsewhere",
    extra_note: "on its own scale; enters no average",
    rows: "Take the rows away",
    rows_text: "Source, answer and reference of every row that enters the numbers, as the official \
                tool reads them.",
    rows_of: |task| format!("Rows of {task} (JSONL)"),
    command: "Then run this where the official tool is installed:",
    copy_command: |task| format!("Copy the command for {task}"),
    back: "Bring the scores back",
    what: "What the scores are",
    metricx: "MetricX-24",
    extra: "Another score",
    name: "Name of the column",
    name_hint: "COMET-22, the name of a judge, …",
    name_missing: "Give the column a name first.",
    name_taken: "This name is kept for the official column. Choose “MetricX-24” above, or another name.",
    task: "Task",
    program: "Program that made them",
    official_tool: "metricx24.predict, the official tool",
    sea_helm: "SEA-HELM",
    other_program: "Another program",
    program_name: "Name of the program",
    program_missing: "Say which program made the scores.",
    model: "Model",
    precision: "Precision",
    maker_hint: "Written into the run’s signature.",
    drop: "Drop the returned file here",
    drop_hint: "JSON Lines with “prediction” or “score”, or a table with a column “id”. Part of the \
                rows is fine: the rest can follow.",
    reading: "Reading the scores…",
    came: |task, name, n| {
        format!(
            "{} joined to {task}, {name}.",
            counted(n, "score", "scores")
        )
    },
    there: |n, of| {
        format!(
            "{} of {} have one now.",
            count(n),
            counted(of, "row", "rows")
        )
    },
    refused: |source| format!("Nothing was taken from {source}"),
    server: "Or ask a scoring server of yours",
    server_text: "The server gets the rows of the chosen task that have no score yet, 32 at a time, \
                  and sends them back with “prediction”. A small one comes with Sukat: \
                  tools/metricx-server.",
    server_goes_to: |origin| {
        format!(
            "Source texts, answers and references leave this tab and go to {origin}, and nowhere else."
        )
    },
    address: "Address of the server",
    address_hint: "The texts go to this address only.",
    key: "Key",
    key_hint: "Only if the server asks for one. Kept in this tab’s memory, sent as “Authorization: \
               Bearer …” to this server.",
    send: "Send the rows and join the scores",
    stop: "Stop",
    sending: "Rows with a score",
    sent: |n, of| format!("{} of {}", count(n), counted(of, "row", "rows")),
    trying_again: |seconds| format!("No answer; trying again in {seconds} s"),
    stopped: |n, of| {
        format!(
            "Stopped: {} of {} were scored. Send again to go on with the rest.",
            count(n),
            counted(of, "row", "rows")
        )
    },
    nothing_to_send: "Every row of this task has its score.",
    unreachable: "Is the server running, and does it allow pages from other addresses (CORS)? For a \
                  server on your own machine or network, the browser may ask whether this page may \
                  reach it.",
    kept_so_far: "Scores that came before are joined; sending again goes on with the rest.",
};

/// Filipino.
pub const FIL: ElsewhereWords = ElsewhereWords {
    title: "Mga iskor mula sa ibang program",
    lead: "May 13 bilyong parameter ang model ng MetricX-24, higit sa kaya ng isang tab. Patakbuhin ito \
           sa sarili mong computer o cluster at ibalik dito ang mga iskor: ikakabit ang bawat isa sa \
           row nito, at nakasulat sa run kung sino ang gumawa. Puwede ring itabi sa mga numero ang iba \
           pang iskor; hindi isasama ang mga iyon sa average.",
    joined: "Nakakabit sa run na ito",
    joined_of: |task, name| format!("{task}, {name}"),
    column_rows: |n, of| format!("{} sa {} row", count(n), count(of)),
    column_mean: |mean| format!("mean na {mean}"),
    column_error: |mean, score| {
        format!(
            "average na error: {mean} sa 25 (mas mababa, mas mabuti); {score} sa mga table, 100 − 4 × error"
        )
    },
    stale: |n| {
        format!(
            "{} iskor ang ginawa para sa ibang tugon, hindi sa nasa run ngayon; hindi binibilang",
            count(n)
        )
    },
    from_files: |names| format!("galing sa {names}"),
    remove: "Alisin",
    remove_name: |task, name| format!("Alisin ang {name} ng {task}"),
    remove_question: "Alisin sa run ang mga iskor na ito?",
    extra_tag: "mula sa iba",
    extra_note: "sarili ang iskala; hindi kasama sa average",
    rows: "Kunin ang mga row",
    rows_text: "Ang pinagmulang teksto, sagot at reference ng bawat row na kasama sa mga numero, sa \
                anyong binabasa ng opisyal na tool.",
    rows_of: |task| format!("Mga row ng {task} (JSONL)"),
    command: "Saka patakbuhin ito kung saan naka-install ang opisyal na tool:",
    copy_command: |task| format!("Kopyahin ang command para sa {task}"),
    back: "Ibalik ang mga iskor",
    what: "Anong iskor ito",
    metricx: "MetricX-24",
    extra: "Ibang iskor",
    name: "Pangalan ng column",
    name_hint: "COMET-22, pangalan ng judge, …",
    name_missing: "Pangalanan muna ang column.",
    name_taken: "Nakalaan ang pangalang ito sa opisyal na column. Piliin ang “MetricX-24” sa itaas, o \
                 mag-isip ng ibang pangalan.",
    task: "Task",
    program: "Programang gumawa",
    official_tool: "metricx24.predict, ang opisyal na tool",
    sea_helm: "SEA-HELM",
    other_program: "Ibang program",
    program_name: "Pangalan ng program",
    program_missing: "Sabihin kung anong program ang gumawa ng mga iskor.",
    model: "Model",
    precision: "Precision",
    maker_hint: "Nakasulat ito sa signature ng run.",
    drop: "Ihulog dito ang file na bumalik",
    drop_hint: "JSON Lines na may “prediction” o “score”, o table na may column na “id”. Puwedeng \
                bahagi lang ng mga row: puwedeng isunod ang iba.",
    reading: "Binabasa ang mga iskor…",
    came: |task, name, n| format!("{} iskor ang naikabit sa {task}, {name}.", count(n)),
    there: |n, of| format!("{} sa {} row ang mayroon na.", count(n), count(of)),
    refused: |source| format!("Walang kinuha mula sa {source}"),
    server: "O magpaiskor sa sarili mong server",
    server_text: "Ipadadala sa server ang mga row ng napiling task na wala pang iskor, 32 bawat request, \
                  at ibabalik nito ang mga iyon nang may “prediction”. May kasamang maliit na server \
                  ang Sukat: tools/metricx-server.",
    server_goes_to: |origin| {
        format!(
            "Lalabas sa tab na ito ang mga pinagmulang teksto, sagot at reference, at sa {origin} lang \
             pupunta."
        )
    },
    address: "Address ng server",
    address_hint: "Sa address na ito lang ipadadala ang mga teksto.",
    key: "Key",
    key_hint: "Kung hinihingi lang ng server. Nasa memory lang ng tab na ito, at ipinadadala bilang \
               “Authorization: Bearer …” sa server na ito.",
    send: "Ipadala ang mga row at ikabit ang mga iskor",
    stop: "Itigil",
    sending: "Mga row na may iskor",
    sent: |n, of| format!("{} sa {} row", count(n), count(of)),
    trying_again: |seconds| format!("Walang sagot; susubukan ulit pagkaraan ng {seconds} s"),
    stopped: |n, of| {
        format!(
            "Itinigil: {} sa {} row ang naiskoran. Ipadala ulit para ituloy ang natitira.",
            count(n),
            count(of)
        )
    },
    nothing_to_send: "May iskor na ang bawat row ng task na ito.",
    unreachable: "Umaandar ba ang server, at pinapayagan ba nito ang page mula sa ibang address (CORS)? \
                  Kung nasa sarili mong computer o network ang server, baka itanong ng browser kung \
                  puwede itong abutin ng page na ito.",
    kept_so_far: "Nakakabit na ang mga iskor na nauna; ituloy ang natitira sa muling pagpapadala.",
};

impl Language {
    /// What is wrong with a file of scores, where, and what to do.
    pub fn join_problem(self, problem: &JoinProblem) -> String {
        let (english, filipino) = join_fault(&problem.fault);
        let text = match self {
            Self::English => english,
            Self::Filipino => filipino,
        };
        if problem.n_lines == 0 {
            return text;
        }
        let lines: Vec<String> = problem.lines.iter().map(|line| count(*line)).collect();
        let n_more = problem.n_lines.saturating_sub(lines.len());
        let lines = lines.join(", ");
        match (self, n_more) {
            (Self::English, 0) if problem.n_lines == 1 => format!("Line {lines}: {text}"),
            (Self::English, 0) => format!("Lines {lines}: {text}"),
            (Self::English, _) => format!("Lines {lines} and {} more: {text}", count(n_more)),
            (Self::Filipino, 0) => format!("Linya {lines}: {text}"),
            (Self::Filipino, _) => format!("Linya {lines} at {} pa: {text}", count(n_more)),
        }
    }
}

fn join_fault(fault: &JoinFault) -> (String, String) {
    let (english, filipino) = match fault {
        JoinFault::OtherTask { task_id } => {
            return (
                format!("the id is of {task_id}. Choose that task above and drop the file again."),
                format!(
                    "sa {task_id} ang id. Piliin ang task na iyon sa itaas at ihulog ulit ang file."
                ),
            );
        }
        JoinFault::OtherCount { n_lines, n_rows } => {
            let (n_lines, n_rows) = (count(*n_lines), count(*n_rows));
            return (
                format!(
                    "The file has no ids, and {n_lines} lines for {n_rows} rows. Use the file that was \
                     made from the rows above, or add its ids."
                ),
                format!(
                    "Walang id ang file, at {n_lines} ang linya para sa {n_rows} row. Gamitin ang file na \
                     galing sa mga row sa itaas, o idagdag ang mga id nito."
                ),
            );
        }
        JoinFault::Unreadable => (
            "not JSON Lines with “prediction” or “score”, and no table with such a column. Drop the \
             tool’s output as it is.",
            "hindi ito JSON Lines na may “prediction” o “score”, at hindi rin table na may ganoong \
             column. Ihulog ang output ng tool nang walang binago.",
        ),
        JoinFault::NoNumber => (
            "no number where the score should be. Run the tool again for these rows, or leave the \
             lines out.",
            "walang numero kung saan dapat ang iskor. Patakbuhin ulit ang tool para sa mga row na ito, o \
             alisin ang mga linya.",
        ),
        JoinFault::NotFinite => (
            "NaN or infinite. Something went wrong in the tool: run it again for these rows.",
            "NaN o infinite. May nangyari sa tool: patakbuhin ulit para sa mga row na ito.",
        ),
        JoinFault::OutOfRange => (
            "outside 0 to 25, so not an error of MetricX-24. Bring normalised or other scores in as \
             “Another score”.",
            "wala sa pagitan ng 0 at 25, kaya hindi error ng MetricX-24. Kung normalised o ibang iskor \
             ito, piliin ang “Ibang iskor”.",
        ),
        JoinFault::TwoValues => (
            "another score of the same row stands before. Keep one line a row.",
            "may nauna nang ibang iskor ang row na ito. Mag-iwan ng isang linya bawat row.",
        ),
        JoinFault::OtherValue => (
            "another score of the same answer is joined already. Remove the column first if the new \
             one is right.",
            "may nakakabit nang ibang iskor ang sagot na ito. Alisin muna ang column kung ang bago ang \
             tama.",
        ),
        JoinFault::OtherMaker => (
            "The column holds scores of another program, model or precision, and a column has one. \
             Correct the fields, or remove the column first.",
            "Galing sa ibang program, model o precision ang mga iskor sa column, at isa lang ang \
             puwede. Itama ang mga field, o alisin muna ang column.",
        ),
        JoinFault::NoIds => (
            "no id and no text that would tell the row. Use the file that was made from the rows above.",
            "walang id at walang tekstong magsasabi kung aling row. Gamitin ang file na galing sa mga row \
             sa itaas.",
        ),
        JoinFault::UnknownId => (
            "no row of this id enters the numbers; left out. Check the task, and how rows without a \
             reply are counted.",
            "walang row na may ganitong id na kasama sa mga numero; hindi isinama. Tingnan ang task, at \
             kung paano binibilang ang mga row na walang tugon.",
        ),
        JoinFault::OtherText => (
            "the texts are not those of this run; left out. Take the rows away anew and score those.",
            "iba ang mga teksto sa nasa run na ito; hindi isinama. Kunin ulit ang mga row at iyon ang \
             iskoran.",
        ),
    };
    (english.to_owned(), filipino.to_owned())
}
