//! Words about batches: what is wrong with a file of requests, or with a line of what came back.

use super::Language;
use super::number::{count, grouped};
use crate::batch::BatchKind;
use crate::batch::read::LineError;
use crate::batch::write::WriteError;

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
                "The endpoint speaks {format}, which files of the kind {kind} do not take. Choose \
                 another kind of file, or “Prompts alone”."
            ),
            (Self::Filipino, WriteError::WrongKind { kind, format }) => format!(
                "{format} ang gamit ng endpoint, at hindi ito tinatanggap sa file na {kind}. Pumili \
                 ng ibang uri ng file, o ng “Mga prompt lang”."
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
        match self {
            Self::English => format!("Line {line}: {english}."),
            Self::Filipino => format!("Linya {line}: {filipino}."),
        }
    }
}
