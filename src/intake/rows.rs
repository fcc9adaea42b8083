//! The text of a file to its rows, whatever shape they are in. A row that cannot be read keeps its
//! place, so that order stays order.

mod batch;
mod cells;
mod document;
mod framework;
mod nested;
mod plain;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Step;
use super::frameworks::row_shape;
use super::gold::{Prompts, scores};
use super::json::{Fields, read_object, repair};
use super::lines::{Lines, excerpt, lines};
use super::parquet::n_nameless;
use super::report::{
    Complaint, ComplaintKind, FileFault, FileReport, PREVIEW_COLUMNS, PREVIEW_ROWS, Preview,
};
use super::sniff::{Columns, Shape, guess_columns, is_web_page, seahelm_shape};
use super::value::{Cell, JsonKind, kind, read_cell};
use crate::suite::Suite;

/// The prediction of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'t> {
    /// Null, missing, or an empty cell.
    Null,
    /// Text.
    Text(Cow<'t, str>),
    /// Neither text nor nothing; complained about.
    WrongType,
    /// The row could not be read; complained about.
    Unread,
}

/// A row as the file has it.
#[derive(Clone, Debug)]
pub(super) struct RawRow<'t> {
    pub line: usize,
    pub task_name: Option<Cow<'t, str>>,
    pub id: Option<Cow<'t, str>>,
    pub value: Value<'t>,
    pub reasoning: Option<Cow<'t, str>>,
    pub finish_reason: Option<Cow<'t, str>>,
    pub error: Option<Cow<'t, str>>,
    pub status: Option<u16>,
    pub model: Option<Cow<'t, str>>,
    pub gold: Option<Cow<'t, str>>,
    /// Names and texts of SEA-HELM's `prompts`.
    pub prompts: Option<Prompts<'t>>,
    /// SEA-HELM's reading; in a judge's file all that the judge was shown.
    pub cleaned: Option<Cow<'t, str>>,
    pub external: BTreeMap<String, f64>,
}

impl<'t> RawRow<'t> {
    fn new(line: usize, value: Value<'t>) -> Self {
        Self {
            line,
            task_name: None,
            id: None,
            value,
            reasoning: None,
            finish_reason: None,
            error: None,
            status: None,
            model: None,
            gold: None,
            prompts: None,
            cleaned: None,
            external: BTreeMap::new(),
        }
    }

    fn into_owned(self) -> RawRow<'static> {
        let owned = |text: Option<Cow<'t, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        RawRow {
            line: self.line,
            task_name: owned(self.task_name),
            id: owned(self.id),
            value: match self.value {
                Value::Null => Value::Null,
                Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
                Value::WrongType => Value::WrongType,
                Value::Unread => Value::Unread,
            },
            reasoning: owned(self.reasoning),
            finish_reason: owned(self.finish_reason),
            error: owned(self.error),
            status: self.status,
            model: owned(self.model),
            gold: owned(self.gold),
            prompts: self.prompts.map(Prompts::into_owned),
            cleaned: owned(self.cleaned),
            external: self.external,
        }
    }
}

/// Reads all rows of a file; fills in its shape, columns, counts and complaints.
pub(super) fn read_rows<'t>(
    text: &'t str,
    suite: &Suite,
    chosen: Option<&Columns>,
    file: &mut FileReport,
    watch: &mut Watch<'_>,
) -> Result<Vec<RawRow<'t>>, FileFault> {
    let trimmed = text.trim_start();
    if trimmed.is_empty() {
        return Err(FileFault::Empty);
    }
    if is_web_page(text) {
        return Err(FileFault::WebPage);
    }
    let mut reader = Reader {
        suite,
        chosen,
        file,
        columns: Columns::default(),
        is_seahelm: false,
        framework: None,
        is_filtered: false,
        n_likelihoods: 0,
        filtered: None,
        is_out_of_order: false,
        columnless: None,
        rows: Vec::new(),
        watch,
    };
    let lines = lines(text);
    // Any Parquet file is rows, be it but one.
    if reader.file.is_from_parquet || looks_like_json_lines(text, &lines) {
        reader.json_lines(&lines)?;
    } else if trimmed.starts_with('[') {
        reader.json_array(text)?;
    } else if trimmed.starts_with('{') {
        reader.json_object(text)?;
    } else {
        reader.table(text)?;
    }
    let fault = reader.fault();
    let rows = reader.rows;
    file.n_found = rows.len();
    file.n_read = rows.iter().filter(|row| row.value != Value::Unread).count();
    match fault {
        Some(fault) => Err(fault),
        None if file.n_read == 0 => Err(FileFault::NoRows),
        None => Ok(rows),
    }
}

/// Whether lines, not the text as a whole, are JSON: objects begin at the left margin again and
/// again, which a single document, printed in whatever way, does not do.
fn looks_like_json_lines(text: &str, lines: &Lines<'_>) -> bool {
    if text.trim_start().starts_with('[') {
        return false;
    }
    let n_openings = lines
        .clone()
        .filter(|line| line.text.starts_with('{'))
        .take(2)
        .count();
    let first = lines.clone().next().map_or("", |line| line.text);
    // The rows of a document, each on a line of its own, stand inside it.
    if first.trim_end().ends_with(['[', '{']) {
        return false;
    }
    let n_first = lines.clone().take(SAMPLE).count();
    let n_objects = lines
        .clone()
        .take(SAMPLE)
        .filter(|line| line.text.starts_with('{'))
        .count();
    n_openings >= 2 && (first.starts_with('{') || n_objects * 2 >= n_first)
}

/// Rows looked at to tell the shape of a file: fields may be absent in some.
const SAMPLE: usize = 20;

/// Counts what is read, and tells it now and then.
pub(super) struct Watch<'w> {
    step: Step,
    n_told: usize,
    on_step: &'w dyn Fn(Step),
}

/// Bytes from one telling to the next.
const TOLD_EVERY: usize = 4 << 20;

impl<'w> Watch<'w> {
    /// Nothing read of so many bytes.
    pub(super) fn new(n_all: usize, on_step: &'w dyn Fn(Step)) -> Self {
        let step = Step {
            n_bytes: 0,
            n_all,
            n_rows: 0,
        };
        Self {
            step,
            n_told: 0,
            on_step,
        }
    }

    /// A row of so many bytes was read.
    fn row(&mut self, n_bytes: usize) {
        self.step.n_rows += 1;
        self.step.n_bytes += n_bytes;
        if self.step.n_bytes - self.n_told >= TOLD_EVERY {
            self.n_told = self.step.n_bytes;
            (self.on_step)(self.step);
        }
    }
}

struct Reader<'r, 'w, 't> {
    watch: &'r mut Watch<'w>,
    suite: &'r Suite,
    chosen: Option<&'r Columns>,
    file: &'r mut FileReport,
    columns: Columns,
    is_seahelm: bool,
    /// The framework or batch service whose rows these are.
    framework: Option<Shape>,
    /// Whether lm-evaluation-harness's samples have no replies but those that went through a filter.
    is_filtered: bool,
    n_likelihoods: usize,
    /// The filter of the first of lm-evaluation-harness's samples, and its samples with their replies.
    filtered: Option<(String, BTreeSet<(String, String)>)>,
    /// Whether rows without ids have numbers of their own that are not their order.
    is_out_of_order: bool,
    /// What is wrong with rows inside a document in which nothing could be a prediction.
    columnless: Option<FileFault>,
    rows: Vec<RawRow<'t>>,
}

/// What is known of a row before its fields are read.
#[derive(Clone, Default)]
struct Given<'t> {
    id: Option<Cow<'t, str>>,
    task: Option<Cow<'t, str>>,
    model: Option<Cow<'t, str>>,
}

impl Reader<'_, '_, '_> {
    fn complain(&mut self, line: usize, kind: ComplaintKind, about: &str) {
        self.file.complain(Complaint {
            line,
            kind,
            excerpt: excerpt(about),
        });
    }

    /// What is wrong with the rows as a whole, once they are read.
    fn fault(&self) -> Option<FileFault> {
        let is_unread = |row: &&RawRow<'_>| row.value == Value::Unread;
        let n_unread = self.rows.iter().filter(is_unread).count();
        let has_ids = self.rows.iter().any(|row| row.id.is_some());
        if self.n_likelihoods > 0 && self.n_likelihoods + n_unread == self.rows.len() {
            Some(FileFault::LikelihoodsOnly)
        } else if self.is_out_of_order && !has_ids {
            Some(FileFault::OutOfOrder)
        } else {
            None
        }
    }

    fn choose_framework<'s>(
        &mut self,
        names: &[&str],
        objects: &(impl Iterator<Item = &'s str> + Clone),
    ) {
        self.framework = row_shape(names, &|name| kind_among(objects.clone(), name));
        self.is_filtered = !names.contains(&"resps");
    }

    /// Decides which fields hold what for rows inside a larger document; `None` when none of them
    /// could be a prediction.
    fn guess<'s>(&mut self, objects: &(impl Iterator<Item = &'s str> + Clone)) -> Option<Columns> {
        let names = sample_names(objects.clone());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if self.framework.is_none() && self.file.preview.is_none() {
            let first = objects.clone().take(PREVIEW_ROWS);
            self.file.preview = Some(preview(&names, first));
        }
        if self.framework.is_none() && self.chosen.is_none() {
            self.choose_framework(&names, objects);
        }
        let guessed = || guess_columns(&names);
        let columns = self.chosen.cloned().unwrap_or_else(guessed);
        if self.framework.is_some() {
            return Some(columns);
        }
        self.file.columns.get_or_insert_with(|| columns.clone());
        if columns.prediction.is_none() {
            self.columnless = Some(no_predictions(&names));
            return None;
        }
        Some(columns)
    }

    /// Decides which fields hold what, from the first rows.
    fn choose_columns<'s>(
        &mut self,
        objects: &(impl Iterator<Item = &'s str> + Clone),
        generic: Shape,
    ) -> Result<(), FileFault> {
        let first = objects.clone().take(PREVIEW_ROWS);
        let names = sample_names(objects.clone());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let shape = seahelm_shape(&names);
        if shape.is_none() {
            self.file.preview = Some(preview(&names, first));
        }
        if let Some(chosen) = self.chosen {
            self.columns = chosen.clone();
            self.file.shape = Some(generic);
            self.file.columns = Some(chosen.clone());
            return if chosen.prediction.is_some() {
                Ok(())
            } else {
                Err(no_predictions(&names))
            };
        }
        self.is_seahelm = shape.is_some();
        self.file.shape = Some(shape.unwrap_or(generic));
        let has = |name: &str| names.contains(&name);
        if !self.is_seahelm {
            self.choose_framework(&names, objects);
        }
        if let Some(framework) = self.framework {
            self.file.shape = Some(framework);
            let is_summary = framework == Shape::InspectLog && !has("output");
            return if framework == Shape::EveryEvalScores || is_summary {
                Err(FileFault::ScoresOnly)
            } else {
                Ok(())
            };
        }
        if self.is_seahelm {
            let present = |name: &str| has(name).then(|| name.to_owned());
            self.columns = Columns {
                task: None,
                id: present("id"),
                prediction: present("responses"),
                reasoning: present("reasoning_contents"),
                gold: present("label"),
                model: None,
                finish_reason: present("finish_reasons"),
            };
            return Ok(());
        }
        self.columns = guess_columns(&names);
        // Also where none of them holds replies: the user may say which does.
        self.file.columns = Some(self.columns.clone());
        if has("prompts") && has("prompt_templates") {
            return Err(FileFault::NoReplies);
        }
        if self.columns.prediction.is_none() {
            if has("custom_id") && has("body") {
                return Err(FileFault::RequestsOnly);
            }
            if names.is_empty() {
                return Ok(()); // Nothing readable in the sample: complaints will say so.
            }
            return Err(no_predictions(&names));
        }
        Ok(())
    }

    fn fields<'f>(
        &mut self,
        fields: &Fields<'f>,
        raw: &str,
        line: usize,
        given: Given<'f>,
    ) -> RawRow<'f> {
        if let Some(name) = fields.repeated() {
            let name = name.to_owned();
            self.complain(line, ComplaintKind::RepeatedField { name }, raw);
        }
        if let Some(shape) = self.framework {
            return self.framework_row(shape, fields, line, given);
        }
        if self.file.shape == Some(Shape::SeahelmMetricX) {
            // No reply, only what the judge made of one.
            let mut row = RawRow::new(line, Value::Null);
            let score = fields
                .get("score")
                .and_then(|raw| serde_json::from_str(raw).ok());
            row.cleaned = fields.get("prompt").and_then(side_text);
            row.external
                .extend(score.map(|score| ("score".to_owned(), score)));
            return row;
        }
        let columns = self.columns.clone();
        let get = |name: &Option<String>| name.as_deref().and_then(|name| fields.get(name));
        let side = |name: &Option<String>| get(name).and_then(side_text);
        let path = columns.prediction.as_deref().unwrap_or("prediction");
        let raw_value = get(&columns.prediction);
        let value = self.value(raw_value, path, line);
        let mut row = RawRow::new(line, value);
        row.id = given.id.or_else(|| side(&columns.id));
        row.task_name = side(&columns.task).or(given.task);
        row.model = side(&columns.model).or(given.model);
        row.reasoning = side(&columns.reasoning);
        row.finish_reason = side(&columns.finish_reason);
        row.gold = side(&columns.gold);
        if self.file.is_from_parquet {
            self.note_bytes(fields, &columns, line);
        }
        if self.is_seahelm {
            let named = |name: &str| fields.get(name).and_then(side_text);
            row.error = named("errors");
            row.cleaned = named("cleaned_responses").or_else(|| named("cleaned_response"));
            row.prompts = fields.get("prompts").and_then(Prompts::read);
            row.external = fields
                .get("individual_scores")
                .map(scores)
                .unwrap_or_default();
            if let Some(whole) = named("responses_with_thinking") {
                row.reasoning = thinking(&whole, &row.value).map(Cow::Owned);
            }
            self.note_failure(&row);
        }
        row
    }

    /// Tells that a row has no reply because its request failed.
    fn note_failure(&mut self, row: &RawRow<'_>) {
        if let Some(error) = row.error.as_deref()
            && row.value == Value::Null
            && is_failure(error)
        {
            let status = row.status;
            self.complain(row.line, ComplaintKind::Failed { status }, error);
        }
    }

    /// Tells of cells beside the prediction that should be text and are not.
    fn note_bytes(&mut self, fields: &Fields<'_>, columns: &Columns, line: usize) {
        let beside = [
            &columns.task,
            &columns.id,
            &columns.reasoning,
            &columns.gold,
            &columns.model,
            &columns.finish_reason,
        ];
        for column in beside.into_iter().flatten() {
            if let Some(n_bytes) = fields.get(column).and_then(n_bytes_of) {
                let column = column.clone();
                self.complain(line, ComplaintKind::NoText { column, n_bytes }, "");
            }
        }
    }

    /// The prediction out of a raw JSON value.
    fn value<'f>(&mut self, raw: Option<&'f str>, path: &str, line: usize) -> Value<'f> {
        let Some(raw) = raw else {
            self.complain(line, ComplaintKind::NoPrediction, "");
            return Value::Null;
        };
        match read_cell(raw, path) {
            Ok((cell, note)) => {
                if let Some(note) = note {
                    self.complain(line, ComplaintKind::Cell(note), raw);
                }
                self.cell(cell, line)
            }
            Err(wrong) => {
                match n_bytes_of(raw).filter(|_| self.file.is_from_parquet) {
                    Some(n_bytes) => {
                        let column = wrong.path;
                        self.complain(line, ComplaintKind::NoText { column, n_bytes }, "");
                    }
                    None => self.complain(line, wrong.into(), raw),
                }
                Value::WrongType
            }
        }
    }

    fn cell<'f>(&mut self, cell: Cell<'f>, line: usize) -> Value<'f> {
        match cell {
            Cell::Null => Value::Null,
            Cell::Text(text) => {
                if text.contains('\0') {
                    self.complain(line, ComplaintKind::ZeroByte, &text);
                }
                Value::Text(text)
            }
        }
    }
}

/// Whether the error of a row without a reply says that none came. SEA-HELM notes one for replies
/// without any text, too.
pub(super) fn is_failure(error: &str) -> bool {
    error != "EmptyGenerationError"
}

/// All field names of the first readable rows.
fn sample_names<'s>(objects: impl Iterator<Item = &'s str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for raw in objects.take(SAMPLE) {
        let fields = match read_object(raw) {
            Ok(fields) => fields.names().map(str::to_owned).collect(),
            Err(_) => repaired_names(raw),
        };
        names.extend(fields.into_iter().filter(|name| seen.insert(name.clone())));
    }
    names
}

/// The kind of a field in the first of the rows that has it and where it is not null.
fn kind_among<'s>(objects: impl Iterator<Item = &'s str>, name: &str) -> Option<JsonKind> {
    let mut kinds = objects
        .take(SAMPLE)
        .filter_map(|raw| Some(kind(read_object(raw).ok()?.get(name)?)));
    kinds.find(|kind| *kind != JsonKind::Null)
}

/// How many bytes stand where a text should, in a cell of a Parquet file or a list of one.
fn n_bytes_of(raw: &str) -> Option<u64> {
    let raw = raw.trim();
    let only = raw.strip_prefix('[').and_then(|raw| raw.strip_suffix(']'));
    n_nameless(only.unwrap_or(raw))
}

fn no_predictions(names: &[&str]) -> FileFault {
    let names = names.iter().take(PREVIEW_COLUMNS);
    FileFault::NoPredictionColumn {
        columns: names.map(|name| (*name).to_owned()).collect(),
    }
}

/// Rows as they stand in the file. One that cannot be read is empty.
fn preview<'s>(names: &[&str], objects: impl Iterator<Item = &'s str>) -> Preview {
    let names: Vec<&str> = names.iter().copied().take(PREVIEW_COLUMNS).collect();
    let row = |raw: &'s str| {
        let fields = read_object(raw).unwrap_or_default();
        let cell = |name: &&str| {
            let raw = fields.get(name).unwrap_or_default();
            side_text(raw).map_or_else(|| excerpt(raw), |text| excerpt(&text))
        };
        names.iter().map(cell).collect()
    };
    Preview {
        rows: objects.map(row).collect(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    }
}

fn repaired_names(raw: &str) -> Vec<String> {
    let Some((repaired, _)) = repair(raw) else {
        return Vec::new();
    };
    read_object(&repaired)
        .map(|fields| fields.names().map(str::to_owned).collect())
        .unwrap_or_default()
}

/// A field beside the prediction; what is not text there is left out.
fn side_text(raw: &str) -> Option<Cow<'_, str>> {
    match read_cell(raw, "") {
        Ok((Cell::Text(text), _)) => Some(text),
        _ => None,
    }
}

/// What stands before the reply in SEA-HELM v1's `responses_with_thinking`, which is cut after the
/// last `</think>`.
fn thinking(whole: &str, value: &Value<'_>) -> Option<String> {
    if let Some((before, _)) = whole.rsplit_once("</think>") {
        let before = before.trim_start();
        return Some(before.strip_prefix("<think>").unwrap_or(before).to_owned());
    }
    let is_reply = matches!(value, Value::Text(text) if text.trim() == whole.trim());
    (!is_reply).then(|| whole.to_owned())
}
