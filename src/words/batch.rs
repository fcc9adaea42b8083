//! Words about batches: their files, what is wrong with a file of requests, or with a line of what
//! came back.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::{count, counted, grouped};
use crate::batch::BatchKind;
use crate::batch::read::LineError;
use crate::batch::write::WriteError;

/// See the module.
#[derive(Debug)]
pub struct BatchWords {
    pub prepare: &'static str,
    pub prepare_hint: &'static str,
    pub title: &'static str,
    pub lead: &'static str,
    pub how: &'static str,
    /// For which files, what, and the command for it.
    pub commands: [(BatchKind, &'static str, &'static str); 5],
    pub how_note: &'static str,
    pub drop: &'static str,
    pub drop_hint: &'static str,
    pub reading: &'static str,
    pub came: fn(usize, usize, usize) -> String,
    pub without_text: &'static str,
    pub kept: fn(usize) -> String,
    pub more: fn(usize) -> String,
    pub other_run: &'static str,
    pub lessons: &'static str,
}

/// Stands in commands for the name of the downloaded file.
pub const FILE: &str = "FILE";

const OPENAI_COMMAND: &str = "curl https://api.openai.com/v1/files -H \"Authorization: Bearer \
                              $OPENAI_API_KEY\" -F purpose=batch -F file=@FILE";
const OPENAI_BATCH_COMMAND: &str = "curl https://api.openai.com/v1/batches -H \"Authorization: Bearer \
                                    $OPENAI_API_KEY\" -H \"Content-Type: application/json\" -d \
                                    '{\"input_file_id\": \"ID_OF_THE_UPLOAD\", \"endpoint\": \
                                    \"/v1/chat/completions\", \"completion_window\": \"24h\"}'";
const VLLM_COMMAND: &str = "vllm run-batch -i FILE -o replies.jsonl --model MODEL";
const ANTHROPIC_COMMAND: &str = "curl https://api.anthropic.com/v1/messages/batches -H \"x-api-key: \
                                 $ANTHROPIC_API_KEY\" -H \"anthropic-version: 2023-06-01\" -H \
                                 \"content-type: application/json\" -d @FILE";
const GEMINI_COMMAND: &str = "client.batches.create(model=\"MODEL\", src=uploaded_file.name)";

/// English.
pub const EN: BatchWords = BatchWords {
    prepare: "Only prepare it, for a batch",
    prepare_hint: "Asks nothing. The next page gives the requests as a file for a vendor’s batches or \
                   a cluster, and takes the replies back.",
    title: "Let a batch answer",
    lead: "The rows that have no reply yet, as a file. What comes back is read as a live reply would \
           be, and the record says which rows a batch answered.",
    how: "How the files are used",
    commands: [
        (
            BatchKind::OpenAi,
            "vLLM, on your own machine or cluster",
            VLLM_COMMAND,
        ),
        (
            BatchKind::OpenAi,
            "OpenAI: first upload the file",
            OPENAI_COMMAND,
        ),
        (
            BatchKind::OpenAi,
            "then make a batch of it, with the id the upload gave",
            OPENAI_BATCH_COMMAND,
        ),
        (BatchKind::Anthropic, "Anthropic", ANTHROPIC_COMMAND),
        (BatchKind::Gemini, "Gemini, in Python", GEMINI_COMMAND),
    ],
    how_note: "The commands run in your terminal, in the folder of the downloaded file; this page sends \
               nothing.",
    drop: "Drop the files that came back here",
    drop_hint: "Files of replies and of errors, in any order, also zipped.",
    reading: "Reading what came back…",
    came: |n_rows, n_answered, n_left| {
        format!(
            "{} stored, {} of them with a text; {} still without a reply.",
            counted(n_rows, "row", "rows"),
            count(n_answered),
            counted(n_left, "row", "rows")
        )
    },
    without_text: "Without a text:",
    kept: |n| {
        format!(
            "{} had a reply already; it stays.",
            counted(n, "row", "rows")
        )
    },
    more: |n| format!("and {} more", count(n)),
    other_run: "These files belong to another run. Open that one and drop them there.",
    lessons: "The endpoint refused a parameter in some rows. Going on here for one row teaches the run \
              what to leave out; then write the file anew.",
};

/// Filipino.
pub const FIL: BatchWords = BatchWords {
    prepare: "Ihanda lang, para sa batch",
    prepare_hint: "Wala pang itatanong. Nasa susunod na page ang mga request bilang file para sa batch \
                   ng provider o sa cluster, at doon din ibabalik ang mga tugon.",
    title: "Ipasagot sa batch",
    lead: "Ang mga row na wala pang tugon, bilang file. Binabasa ang bumalik na parang tugon na \
           dumating dito, at nakasulat sa record kung aling row ang sinagot ng batch.",
    how: "Paano gamitin ang mga file",
    commands: [
        (
            BatchKind::OpenAi,
            "vLLM, sa sarili mong computer o cluster",
            VLLM_COMMAND,
        ),
        (
            BatchKind::OpenAi,
            "OpenAI: i-upload muna ang file",
            OPENAI_COMMAND,
        ),
        (
            BatchKind::OpenAi,
            "saka gawin itong batch, gamit ang id na ibinigay ng upload",
            OPENAI_BATCH_COMMAND,
        ),
        (BatchKind::Anthropic, "Anthropic", ANTHROPIC_COMMAND),
        (BatchKind::Gemini, "Gemini, sa Python", GEMINI_COMMAND),
    ],
    how_note: "Sa terminal mo tumatakbo ang mga command, sa folder ng na-download na file; walang \
               ipinadadala ang page na ito.",
    drop: "Ihulog dito ang mga file na bumalik",
    drop_hint: "Mga file ng tugon at ng error, kahit anong pagkakasunod, kahit naka-zip.",
    reading: "Binabasa ang mga bumalik…",
    came: |n_rows, n_answered, n_left| {
        format!(
            "{} row ang naitabi, {} ang may text; {} row ang wala pang tugon.",
            count(n_rows),
            count(n_answered),
            count(n_left)
        )
    },
    without_text: "Walang text:",
    kept: |n| format!("{} row ang may tugon na; mananatili iyon.", count(n)),
    more: |n| format!("at {} pa", count(n)),
    other_run: "Sa ibang run ang mga file na ito. Buksan ang run na iyon at doon ihulog.",
    lessons: "May parameter na tinanggihan ng endpoint sa ilang row. Kapag nagpatuloy rito kahit isang \
              row, malalaman ng run kung ano ang aalisin; saka gawin ulit ang file.",
};

impl Language {
    /// What a kind of batch file is called.
    pub fn batch_kind(self, kind: BatchKind) -> &'static str {
        match (self, kind) {
            (Self::English, BatchKind::OpenAi) => "Batch file for OpenAI, Azure or vLLM (JSONL)",
            (Self::English, BatchKind::Anthropic) => "Message batch for Anthropic (JSON)",
            (Self::English, BatchKind::Gemini) => "Batch file for Gemini (JSONL)",
            (Self::English, BatchKind::Plain) => "Prompts alone (JSONL)",
            (Self::Filipino, BatchKind::OpenAi) => {
                "Batch file para sa OpenAI, Azure o vLLM (JSONL)"
            }
            (Self::Filipino, BatchKind::Anthropic) => "Message batch para sa Anthropic (JSON)",
            (Self::Filipino, BatchKind::Gemini) => "Batch file para sa Gemini (JSONL)",
            (Self::Filipino, BatchKind::Plain) => "Mga prompt lang (JSONL)",
        }
    }

    /// Why no batch file can be written, and what to do.
    pub fn batch_write_error(self, error: &WriteError) -> String {
        match (self, error) {
            (Self::English, WriteError::WrongKind { kind, format }) => format!(
                "The endpoint speaks {}, which files of the kind {} do not take. Choose another \
                 kind of file, or “Prompts alone”.",
                format.id(),
                kind.id()
            ),
            (Self::Filipino, WriteError::WrongKind { kind, format }) => format!(
                "{} ang gamit ng endpoint, at hindi ito tinatanggap sa file na {}. Pumili ng ibang \
                 uri ng file, o ng “Mga prompt lang”.",
                format.id(),
                kind.id()
            ),
            (Self::English, WriteError::TwoRequests { task_id }) => format!(
                "{task_id}: a base model in this profile is asked twice for each row, and the second \
                 request needs the first reply. Run it here, or choose profile v1."
            ),
            (Self::Filipino, WriteError::TwoRequests { task_id }) => format!(
                "{task_id}: sa profile na ito, dalawang beses tinatanong ang base model sa bawat row, \
                 at kailangan ng ikalawa ang unang tugon. Patakbuhin ito rito, o piliin ang profile \
                 na v1."
            ),
            (
                Self::English,
                WriteError::NoId {
                    run_id,
                    task_id,
                    row_idx,
                },
            ) => format!(
                "Row {} of {task_id} in the run {run_id} gets no id that every vendor takes. \
                 Duplicate the run and export the copy.",
                count(*row_idx + 1)
            ),
            (
                Self::Filipino,
                WriteError::NoId {
                    run_id,
                    task_id,
                    row_idx,
                },
            ) => format!(
                "Walang maibigay na id sa row {} ng {task_id} sa run na {run_id} na tatanggapin ng \
                 lahat ng vendor. Kopyahin ang run at ang kopya ang i-export.",
                count(*row_idx + 1)
            ),
        }
    }

    /// What is wrong with a line that came back, and what to do.
    pub fn batch_line_error(self, error: &LineError) -> String {
        let (line, english, filipino) = match error {
            LineError::Cut { line } => (
                line,
                "the file is cut here. Download it again and drop it again; the rows before are in"
                    .to_owned(),
                "putol dito ang file. I-download ulit at ihulog ulit; nabasa na ang mga row bago \
                 nito"
                    .to_owned(),
            ),
            LineError::NotJson { line } => (
                line,
                "not a JSON object. Drop the output file as the vendor gave it".to_owned(),
                "hindi ito JSON object. Ihulog ang output file nang walang binago".to_owned(),
            ),
            LineError::NoId { line, id } if id.is_empty() => (
                line,
                "no id. Is this the file that came back?".to_owned(),
                "walang id. Ito ba ang file na bumalik?".to_owned(),
            ),
            LineError::NoId { line, id } => (
                line,
                format!("the id “{id}” is not one of ours. Is this the file that came back?"),
                format!("hindi sa atin ang id na “{id}”. Ito ba ang file na bumalik?"),
            ),
            LineError::OtherRun { line, run_id } => (
                line,
                format!("belongs to another run ({run_id}). Open that run and drop the file there"),
                format!(
                    "sa ibang run ito ({run_id}). Buksan ang run na iyon at doon ihulog ang file"
                ),
            ),
            LineError::NoSuchRow {
                line,
                task_id,
                row_idx,
            } => (
                line,
                format!(
                    "this run has no row {} of {task_id}; the line is left out",
                    count(*row_idx + 1)
                ),
                format!(
                    "walang row {} ng {task_id} ang run na ito; hindi isinama ang linya",
                    count(*row_idx + 1)
                ),
            ),
            LineError::Duplicate {
                line,
                task_id,
                row_idx,
            } => (
                line,
                format!(
                    "row {} of {task_id} was there before; the first line counts",
                    count(*row_idx + 1)
                ),
                format!(
                    "nauna na ang row {} ng {task_id}; ang unang linya ang binilang",
                    count(*row_idx + 1)
                ),
            ),
            LineError::NoReply { line } => (
                line,
                "neither a reply nor an error that this endpoint gives. Drop the file that came \
                 back, not the one that was sent"
                    .to_owned(),
                "walang tugon o error na galing sa endpoint na ito. Ihulog ang file na bumalik, \
                 hindi ang ipinadala"
                    .to_owned(),
            ),
        };
        let line = grouped(*line as u64);
        let (name, text) = match self {
            Self::English => ("Line", english),
            Self::Filipino => ("Linya", filipino),
        };
        let end = if text.ends_with('?') { "" } else { "." };
        format!("{name} {line}: {text}{end}")
    }
}
