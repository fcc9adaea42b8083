//! What is wrong with a dropped file or a row of it, and what to do.

use super::Language;
use super::number::count;
use crate::desk::view::Trouble;
use crate::intake::decode::DecodeError;
use crate::intake::report::{ComplaintKind, FileFault};
use crate::intake::sniff::OtherKind;
use crate::intake::value::{CellNote, JsonKind, WrongType};
use crate::record::json::ReadError;

impl Language {
    /// What is wrong with a file or a row of it.
    pub fn trouble(self, trouble: &Trouble) -> String {
        match trouble {
            Trouble::File(fault) => self.file_fault(fault),
            Trouble::Row(kind) => self.row_complaint(kind),
            Trouble::SameRun => self
                .pick(
                    "another record of the same run stands before it and was opened; drop this one by itself",
                    "nauna rito ang isa pang record ng parehong run, at iyon ang binuksan; ihulog ito nang mag-isa",
                )
                .to_owned(),
            Trouble::Record(error) => self.record_error(error),
        }
    }

    /// Why nothing of a file is used.
    pub fn file_fault(self, fault: &FileFault) -> String {
        let fixed = match fault {
            FileFault::Encoding(error) => return self.decode_error(error),
            FileFault::Archive(error) => return self.unpack_error(error),
            FileFault::Unsupported { kind } => return self.other_kind(*kind),
            FileFault::NoPredictionColumn { columns } => {
                return self.no_prediction_column(&columns.join(", "));
            }
            FileFault::TaskUnknown { candidates } => {
                return self.task_unknown(&candidates.join(", "));
            }
            FileFault::LineCount { n_lines, nearest } => {
                return self.line_count(*n_lines, nearest);
            }
            FileFault::OtherRun { model, run } => {
                return self.other_run(format!("{model} {run}").trim());
            }
            FileFault::BatchOfRun { run_id } => return self.batch_of_run(run_id),
            FileFault::SameRowsElsewhere { better } => {
                return match self {
                    Self::English => format!("the same rows are read from {better}"),
                    Self::Filipino => format!("nabasa na ang mga row na ito mula sa {better}"),
                };
            }
            FileFault::RunUnknown => (
                "several models are here, and nothing says whose answers these are: choose the model of this file",
                "ilang model ang narito, at walang nagsasabi kung kanino ang mga sagot na ito: piliin ang model ng file na ito",
            ),
            FileFault::Empty => ("the file is empty", "walang laman ang file"),
            FileFault::WebPage => (
                "this is a web page, not data: the download probably failed",
                "web page ito, hindi data: malamang na pumalya ang pag-download",
            ),
            FileFault::ScoresOnly => (
                "scores without replies: drop the inference files, too",
                "mga iskor na walang tugon: ihulog din ang mga inference file",
            ),
            FileFault::RequestsOnly => ("requests without replies", "mga request na walang tugon"),
            FileFault::NoReplies => (
                "the benchmark’s rows, without replies",
                "mga row ng benchmark, walang tugon",
            ),
            FileFault::LikelihoodsOnly => (
                "how likely each choice was, but no reply: the model was not asked to write. Run it \
                 with a task that generates text",
                "kung gaano kalamang ang bawat pagpipilian, pero walang tugon: hindi pinasulat ang \
                 model. Patakbuhin ito sa task na bumubuo ng teksto",
            ),
            FileFault::OutOfOrder => (
                "no ids, and the rows are out of order or some are missing: nothing says which answer \
                 is whose. Add a column “id”",
                "walang id, at wala sa ayos o kulang ang mga row: hindi malaman kung alin ang sagot \
                 sa alin. Dagdagan ng column na “id”",
            ),
            FileFault::Unrecognised => (
                "its contents are not of a kind that is read here",
                "hindi nababasa rito ang ganitong laman",
            ),
            FileFault::NoRows => ("not one row could be read", "walang nabasang row"),
        };
        self.pick(fixed.0, fixed.1).to_owned()
    }

    fn batch_of_run(self, run_id: &str) -> String {
        match self {
            Self::English => format!(
                "replies to a batch of your run {run_id}: open that run and read the file there"
            ),
            Self::Filipino => format!(
                "mga tugon ito sa batch ng run mong {run_id}: buksan ang run na iyon at doon \
                 ipabasa ang file"
            ),
        }
    }

    fn no_prediction_column(self, columns: &str) -> String {
        match self {
            Self::English => format!(
                "no column looks like predictions; call it “prediction” (it has: {columns})"
            ),
            Self::Filipino => format!(
                "walang column na mukhang prediction; pangalanan itong “prediction” (ang naroon: \
                 {columns})"
            ),
        }
    }

    fn task_unknown(self, candidates: &str) -> String {
        match (self, candidates) {
            (Self::English, "") => "which task is it? Choose it from the list".to_owned(),
            (Self::English, _) => {
                format!("which task is it? Choose it from the list; these would fit: {candidates}")
            }
            (Self::Filipino, "") => "aling task ito? Piliin sa listahan".to_owned(),
            (Self::Filipino, _) => {
                format!("aling task ito? Piliin sa listahan; posible ang mga ito: {candidates}")
            }
        }
    }

    fn line_count(self, n_lines: usize, nearest: &[(String, usize)]) -> String {
        let lines = count(n_lines);
        let tasks = nearest.iter().map(|(task_id, n_rows)| match self {
            Self::English => format!("{task_id} has {} rows", count(*n_rows)),
            Self::Filipino => format!("{} ang row ng {task_id}", count(*n_rows)),
        });
        let tasks = tasks.collect::<Vec<_>>().join(", ");
        match self {
            Self::English => format!(
                "plain text with an answer a line, but {lines} lines are as many as no task has rows \
                 ({tasks}). Put one line for every row, also where there is no answer, and the \
                 task’s name in the file’s name; or add ids, as JSON or CSV"
            ),
            Self::Filipino => format!(
                "tekstong may isang sagot bawat linya, pero walang task na may {lines} row ({tasks}). \
                 Maglagay ng isang linya sa bawat row, pati kung walang sagot, at ilagay ang \
                 pangalan ng task sa pangalan ng file; o dagdagan ng id, bilang JSON o CSV"
            ),
        }
    }

    fn other_run(self, run: &str) -> String {
        match self {
            Self::English => format!("belongs to another model or run ({run}); drop it by itself"),
            Self::Filipino => format!("sa ibang model o run ito ({run}); ihulog nang mag-isa"),
        }
    }

    /// A kind of file that is not read here.
    fn other_kind(self, kind: OtherKind) -> String {
        let name = match kind {
            OtherKind::Markdown => "Markdown",
            OtherKind::Yaml => "YAML",
            OtherKind::Xlsx | OtherKind::Xls => "Excel",
            OtherKind::Parquet => "Parquet",
            OtherKind::Pdf => "PDF",
            OtherKind::Png => "PNG",
            OtherKind::Sqlite => "SQLite",
            OtherKind::Log => "log",
        };
        let may_hold_answers = matches!(
            kind,
            OtherKind::Xlsx
                | OtherKind::Xls
                | OtherKind::Parquet
                | OtherKind::Sqlite
                | OtherKind::Pdf
        );
        match (self, may_hold_answers) {
            (Self::English, true) => {
                format!("{name} files are not read here; save the answers as CSV")
            }
            (Self::English, false) => format!("{name} files are not read here"),
            (Self::Filipino, true) => {
                format!("hindi binabasa rito ang {name} file; i-save ang mga sagot bilang CSV")
            }
            (Self::Filipino, false) => format!("hindi binabasa rito ang {name} file"),
        }
    }

    /// Why bytes are no text.
    pub fn decode_error(self, error: &DecodeError) -> String {
        let (english, filipino) = match error {
            DecodeError::MaybeWindows1252 { line, preview, .. } => (
                format!(
                    "not UTF-8 from line {} on, perhaps Windows text (“{preview}”); save it as \
                     UTF-8 and drop it again",
                    count(*line)
                ),
                format!(
                    "hindi UTF-8 mula sa linya {}, baka teksto ng Windows (“{preview}”); i-save \
                     bilang UTF-8 at ihulog ulit",
                    count(*line)
                ),
            ),
            DecodeError::NotText { line, .. } => (
                format!(
                    "not text (from line {} on); save it as UTF-8 and drop it again",
                    count(*line)
                ),
                format!(
                    "hindi teksto (mula sa linya {}); i-save bilang UTF-8 at ihulog ulit",
                    count(*line)
                ),
            ),
            DecodeError::MaybeUtf16 { .. } => (
                "looks like UTF-16, but lacks the mark at its beginning; save it as UTF-8 and drop \
                 it again"
                    .to_owned(),
                "mukhang UTF-16, pero wala ang marka nito sa simula; i-save bilang UTF-8 at ihulog \
                 ulit"
                    .to_owned(),
            ),
            DecodeError::BrokenUtf16 { offset } => (
                format!(
                    "damaged UTF-16 (at byte {}); save it as UTF-8 and drop it again",
                    count(*offset)
                ),
                format!(
                    "sirang UTF-16 (sa byte {}); i-save bilang UTF-8 at ihulog ulit",
                    count(*offset)
                ),
            ),
        };
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }

    /// Why a record of ours cannot be read.
    pub fn record_error(self, error: &ReadError) -> String {
        let (english, filipino) = match error {
            ReadError::NotARecord => (
                "this is no record of this page".to_owned(),
                "hindi ito record ng page na ito".to_owned(),
            ),
            ReadError::Newer { found } => (
                format!(
                    "the record comes from a newer version ({found}); reload this page to get it"
                ),
                format!(
                    "galing sa mas bagong bersiyon ang record ({found}); i-reload ang page na ito \
                     para makuha iyon"
                ),
            ),
            ReadError::Cut { line, column } => (
                format!(
                    "the record is cut off at line {line}, column {column}; copy or download it \
                     again"
                ),
                format!(
                    "naputol ang record sa linya {line}, column {column}; kopyahin o i-download ulit"
                ),
            ),
            ReadError::Damaged { line, column } => (
                format!(
                    "the record is damaged at line {line}, column {column}; copy or download it \
                     again"
                ),
                format!(
                    "sira ang record sa linya {line}, column {column}; kopyahin o i-download ulit"
                ),
            ),
            ReadError::UnknownValue { field, found } => (
                format!(
                    "the record has {found:?} as its {field}, which this version does not know"
                ),
                format!("{found:?} ang {field} sa record; hindi ito kilala ng bersiyong ito"),
            ),
        };
        match self {
            Self::English => english,
            Self::Filipino => filipino,
        }
    }

    /// What is wrong with a row.
    pub fn row_complaint(self, kind: &ComplaintKind) -> String {
        let fixed = match kind {
            ComplaintKind::NotJson { column } => {
                return match self {
                    Self::English => format!("not JSON at column {column}; the line was not read"),
                    Self::Filipino => {
                        format!("hindi JSON sa column {column}; hindi nabasa ang linya")
                    }
                };
            }
            ComplaintKind::CellCount { found, expected } => {
                return match self {
                    Self::English => {
                        format!("{found} cells instead of {expected}; the line was not read")
                    }
                    Self::Filipino => {
                        format!("{found} cell sa halip na {expected}; hindi nabasa ang linya")
                    }
                };
            }
            ComplaintKind::WrongType(wrong) => return self.wrong_type(wrong),
            ComplaintKind::NoText { column, n_bytes } => return self.no_text(column, *n_bytes),
            ComplaintKind::Failed {
                status: Some(status),
            } => {
                return match self {
                    Self::English => {
                        format!("no reply: the endpoint declined (status {status}); unscored")
                    }
                    Self::Filipino => {
                        format!(
                            "walang tugon: tumanggi ang endpoint (status {status}); walang iskor"
                        )
                    }
                };
            }
            ComplaintKind::Failed { status: None } => (
                "no reply: the request failed; unscored",
                "walang tugon: pumalya ang request; walang iskor",
            ),
            ComplaintKind::UnknownTask { name } => return self.unknown_task(name),
            ComplaintKind::OtherModel { name } => return self.other_model(name),
            ComplaintKind::RepeatedField { name } => {
                return match self {
                    Self::English => {
                        format!("the field “{name}” came twice; the last one was taken")
                    }
                    Self::Filipino => format!("umulit ang field na “{name}”; ang huli ang kinuha"),
                };
            }
            ComplaintKind::CutOff => (
                "the row is cut off and was not read",
                "naputol ang row at hindi nabasa",
            ),
            ComplaintKind::NoLineEnd => (
                "the last line has no end: if the file was cut off, so is this cell",
                "walang dulo ang huling linya: kung naputol ang file, putol din ang cell na ito",
            ),
            ComplaintKind::NotAnObject => (
                "not a row of named values",
                "walang pangalan ang mga value ng row",
            ),
            ComplaintKind::OpenQuote => ("a quote is not closed", "may panipi na hindi naisara"),
            ComplaintKind::StrayQuote => (
                "a quote stands inside a cell; the text was read as it is",
                "may panipi sa loob ng cell; binasa ang teksto nang walang binago",
            ),
            ComplaintKind::Likelihoods => (
                "how likely each choice was, but no reply; the row has no answer",
                "kung gaano kalamang ang bawat pagpipilian, pero walang tugon; walang sagot ang row",
            ),
            ComplaintKind::NoId => ("the row has no id", "walang id ang row"),
            ComplaintKind::NoTask => ("the row names no task", "walang task ang row"),
            ComplaintKind::NotANumber => {
                ("NaN counts as nothing", "itinuring na walang value ang NaN")
            }
            ComplaintKind::ZeroByte => ("the text holds a zero byte", "may zero byte ang teksto"),
            ComplaintKind::NoPrediction => (
                "no prediction; counted as empty",
                "walang prediction; ibinilang na blangko",
            ),
            ComplaintKind::Cell(note) => return self.cell_note(*note).to_owned(),
        };
        self.pick(fixed.0, fixed.1).to_owned()
    }

    fn no_text(self, column: &str, n_bytes: u64) -> String {
        match self {
            Self::English => {
                format!("“{column}” cannot be read: its {n_bytes} bytes are no UTF-8 text")
            }
            Self::Filipino => {
                format!("hindi mabasa ang “{column}”: hindi tekstong UTF-8 ang {n_bytes} byte nito")
            }
        }
    }

    fn other_model(self, name: &str) -> String {
        match self {
            Self::English => {
                format!("rows of another model begin here ({name}); they are a run of their own")
            }
            Self::Filipino => format!(
                "dito nagsisimula ang mga row ng ibang model ({name}); hiwalay na run ang mga ito"
            ),
        }
    }

    fn wrong_type(self, WrongType { path, found }: &WrongType) -> String {
        let (english, filipino) = match found {
            JsonKind::Null => ("nothing", "walang laman"),
            JsonKind::Boolean => ("true or false", "true o false"),
            JsonKind::Number => ("a number", "numero"),
            JsonKind::String => ("text", "teksto"),
            JsonKind::List => ("a list", "listahan"),
            JsonKind::Object => ("an object", "object"),
        };
        match self {
            Self::English => format!("{path} is {english}, not text"),
            Self::Filipino => format!("{filipino} ang {path}, hindi teksto"),
        }
    }

    /// A name in a row that is no task here.
    pub fn unknown_task(self, name: &str) -> String {
        match self {
            Self::English => format!("“{name}” is not a task of Batayan"),
            Self::Filipino => format!("hindi task ng Batayan ang “{name}”"),
        }
    }

    fn cell_note(self, note: CellNote) -> &'static str {
        match note {
            CellNote::WordForNull => self.pick(
                "read as text, but looks like a program’s word for nothing",
                "binasa bilang teksto, pero parang salita ng program para sa wala",
            ),
            CellNote::NumberAsText => {
                self.pick("a number, read as text", "numero, binasa bilang teksto")
            }
            CellNote::BooleanAsText => self.pick(
                "true or false, read as text",
                "true o false, binasa bilang teksto",
            ),
            CellNote::EmptyList => self.pick(
                "an empty list; counted as empty",
                "listahang walang laman; ibinilang na blangko",
            ),
            CellNote::LoneSurrogate => self.pick(
                "half a character was replaced",
                "may kalahating karakter na pinalitan",
            ),
        }
    }
}
