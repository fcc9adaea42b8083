//! The text of a file to its rows, whatever shape they are in. A row that cannot be read keeps its
//! place, so that order stays order.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::gold::scores;
use super::json::{Fields, Items, items, read_object, repair};
use super::lines::{excerpt, lines};
use super::report::{Complaint, ComplaintKind, FileFault, FileReport};
use super::sniff::{Columns, Shape, guess_columns, is_web_page, seahelm_shape, task_by_name};
use super::table::{guess_delimiter, records};
use super::value::{Cell, CellNote, JsonKind, Text, WrongType, kind, read_cell, read_table_cell};
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
    pub model: Option<Cow<'t, str>>,
    pub gold: Option<Cow<'t, str>>,
    /// Raw JSON of SEA-HELM's `prompts`.
    pub prompts: Option<Cow<'t, str>>,
    /// SEA-HELM's reading.
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
            model: owned(self.model),
            gold: owned(self.gold),
            prompts: owned(self.prompts),
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
        rows: Vec::new(),
    };
    if looks_like_json_lines(text) {
        reader.json_lines(text)?;
    } else if trimmed.starts_with('[') {
        reader.json_array(text)?;
    } else if trimmed.starts_with('{') {
        reader.json_object(text)?;
    } else {
        reader.table(text)?;
    }
    let rows = reader.rows;
    file.ends_without_line_end = !text.ends_with(['\n', '\r']);
    file.n_found = rows.len();
    file.n_read = rows.iter().filter(|row| row.value != Value::Unread).count();
    if file.n_read == 0 {
        Err(FileFault::NoRows)
    } else {
        Ok(rows)
    }
}

/// Whether lines, not the text as a whole, are JSON: objects begin at the left margin again and
/// again, which a single document, printed in whatever way, does not do.
fn looks_like_json_lines(text: &str) -> bool {
    if text.trim_start().starts_with('[') {
        return false;
    }
    let n_openings = lines(text)
        .filter(|line| line.text.starts_with('{'))
        .take(2)
        .count();
    let first = lines(text).next().map_or("", |line| line.text);
    let n_first = lines(text).take(SAMPLE).count();
    let n_objects = lines(text)
        .take(SAMPLE)
        .filter(|line| line.text.starts_with('{'))
        .count();
    n_openings >= 2 && (first.starts_with('{') || n_objects * 2 >= n_first)
}

/// Rows looked at to tell the shape of a file: fields may be absent in some.
const SAMPLE: usize = 20;

/// Names of an object's entry that only wraps the rows.
const WRAPPERS: &[&str] = &[
    "predictions",
    "responses",
    "rows",
    "data",
    "results",
    "samples",
    "outputs",
    "items",
    "instances",
    "answers",
];

struct Reader<'r, 't> {
    suite: &'r Suite,
    chosen: Option<&'r Columns>,
    file: &'r mut FileReport,
    columns: Columns,
    is_seahelm: bool,
    rows: Vec<RawRow<'t>>,
}

/// What is known of a row before its fields are read.
#[derive(Clone, Default)]
struct Given<'t> {
    id: Option<Cow<'t, str>>,
    task: Option<Cow<'t, str>>,
    model: Option<Cow<'t, str>>,
}

impl<'t> Reader<'_, 't> {
    fn complain(&mut self, line: usize, kind: ComplaintKind, about: &str) {
        self.file.complain(Complaint {
            line,
            kind,
            excerpt: excerpt(about),
        });
    }

    fn json_lines(&mut self, text: &'t str) -> Result<(), FileFault> {
        let rows = lines(text).map(|line| line.text.trim_end().trim_end_matches(','));
        self.choose_columns(rows, Shape::JsonLines)?;
        for line in lines(text) {
            // A list whose brackets were lost has a comma behind each row; nothing else can be
            // meant by it.
            let row = line.text.trim_end();
            let row = row.strip_suffix(',').unwrap_or(row);
            self.object(row, line.number, Given::default());
        }
        Ok(())
    }

    fn json_array(&mut self, text: &'t str) -> Result<(), FileFault> {
        let mut items = items(text, 1).ok_or(FileFault::Unrecognised)?;
        let objects = items
            .clone()
            .map(|item| item.raw)
            .filter(|raw| kind(raw) == JsonKind::Object);
        if objects.clone().next().is_some() {
            self.choose_columns(objects, Shape::JsonArray)?;
        }
        self.file.shape.get_or_insert(Shape::JsonArray);
        self.list(&mut items, &Given::default());
        self.note_end(text, &items);
        Ok(())
    }

    fn json_object(&mut self, text: &'t str) -> Result<(), FileFault> {
        let mut entries = items(text, 1).ok_or(FileFault::Unrecognised)?;
        let keyed: Vec<(Cow<'t, str>, &'t str)> = entries
            .clone()
            .filter_map(|item| Some((key_text(item.key?)?, item.raw)))
            .collect();
        let names = || keyed.iter().map(|(key, _)| &**key);
        let get = |name: &str| {
            keyed
                .iter()
                .find(|(key, _)| key == name)
                .map(|(_, raw)| *raw)
        };
        if get("tl").is_some_and(|raw| kind(raw) == JsonKind::Object) {
            self.file.shape = Some(Shape::SeahelmResults);
            return Err(FileFault::ScoresOnly);
        }
        let columns = guess_columns(names());
        let is_row = seahelm_shape(names()).is_some()
            || (columns.gold.is_some() && columns.id.is_some())
            || (columns.prediction.is_some() && (columns.id.is_some() || columns.gold.is_some()));
        if is_row || self.chosen.is_some() {
            self.choose_columns(std::iter::once(text), Shape::JsonLines)?;
            self.object(text.trim(), 1, Given::default());
            return Ok(());
        }
        if !keyed.is_empty() && names().all(|name| task_by_name(name, self.suite).is_some()) {
            self.file.shape = Some(Shape::JsonByTask);
            for item in entries.by_ref() {
                let task = item.key.and_then(key_text);
                self.container(
                    item.raw,
                    item.line,
                    &Given {
                        task,
                        ..Given::default()
                    },
                );
            }
        } else if let Some(raw) = WRAPPERS
            .iter()
            .find_map(|name| get(name).filter(|raw| is_container(raw)))
        {
            let side = |name: &Option<String>| name.as_deref().and_then(get).and_then(side_text);
            let given = Given {
                id: None,
                task: side(&columns.task),
                model: side(&columns.model),
            };
            let line = entries
                .clone()
                .find(|item| item.raw == raw)
                .map_or(1, |item| item.line);
            self.container(raw, line, &given);
            entries.by_ref().for_each(drop);
        } else {
            self.file.shape = Some(Shape::JsonById);
            self.by_id(&mut entries, &Given::default());
        }
        self.note_end(text, &entries);
        Ok(())
    }

    /// A list of rows, or an object from ids to rows.
    fn container(&mut self, raw: &'t str, line: usize, given: &Given<'t>) {
        let Some(mut inner) = items(raw, line) else {
            // One value where many should be.
            self.complain(line, ComplaintKind::NotAnObject, raw);
            self.rows.push(RawRow::new(line, Value::Unread));
            return;
        };
        if inner.is_object() {
            self.file.shape.get_or_insert(Shape::JsonById);
            self.by_id(&mut inner, given);
        } else {
            let objects = inner
                .clone()
                .map(|item| item.raw)
                .filter(|raw| kind(raw) == JsonKind::Object);
            if objects.clone().next().is_some() {
                self.columns = self.guess(objects).unwrap_or_default();
            }
            self.file.shape.get_or_insert(Shape::JsonArray);
            self.list(&mut inner, given);
        }
    }

    fn list(&mut self, inner: &mut Items<'t>, given: &Given<'t>) {
        for item in inner.by_ref() {
            if kind(item.raw) == JsonKind::Object {
                self.object(item.raw, item.line, given.clone());
            } else {
                self.bare(item.raw, item.line, given.clone());
            }
        }
    }

    fn by_id(&mut self, entries: &mut Items<'t>, given: &Given<'t>) {
        let objects = entries
            .clone()
            .map(|item| item.raw)
            .filter(|raw| kind(raw) == JsonKind::Object);
        if objects.clone().next().is_some() {
            self.columns = self.guess(objects).unwrap_or_default();
            self.columns.id = None;
        }
        for item in entries.by_ref() {
            let Some(id) = item.key.and_then(key_text) else {
                let kind = if entries_end(item.raw) {
                    ComplaintKind::CutOff
                } else {
                    ComplaintKind::NotJson { column: 1 }
                };
                self.complain(item.line, kind, item.raw);
                self.rows.push(RawRow::new(item.line, Value::Unread));
                continue;
            };
            let given = Given {
                id: Some(id),
                ..given.clone()
            };
            if kind(item.raw) == JsonKind::Object {
                self.object(item.raw, item.line, given);
            } else {
                self.bare(item.raw, item.line, given);
            }
        }
    }

    /// Complains about a document without end, unless its last row was complained about already.
    fn note_end(&mut self, text: &str, walked: &Items<'t>) {
        let is_noted = self
            .file
            .complaints
            .last()
            .is_some_and(|last| last.kind == ComplaintKind::CutOff);
        if !walked.is_closed && !is_noted {
            let line = 1 + super::lines::count_line_ends(text.trim_end());
            self.complain(line, ComplaintKind::CutOff, "");
        }
    }

    fn guess<'s>(&self, objects: impl Iterator<Item = &'s str>) -> Option<Columns> {
        let names = sample_names(objects);
        let columns = guess_columns(names.iter().map(String::as_str));
        columns.prediction.is_some().then_some(columns)
    }

    /// Decides which fields hold what, from the first rows.
    fn choose_columns<'s>(
        &mut self,
        objects: impl Iterator<Item = &'s str>,
        generic: Shape,
    ) -> Result<(), FileFault> {
        let names = sample_names(objects);
        let names = || names.iter().map(String::as_str);
        if let Some(chosen) = self.chosen {
            self.columns = chosen.clone();
            self.file.shape = Some(generic);
            self.file.columns = Some(chosen.clone());
            return Ok(());
        }
        let shape = seahelm_shape(names());
        self.is_seahelm = shape.is_some();
        self.file.shape = Some(shape.unwrap_or(generic));
        let has = |name: &str| names().any(|found| found == name);
        if self.is_seahelm {
            let named = |name: &str| has(name).then(|| name.to_owned());
            self.columns = Columns {
                task: None,
                id: named("id"),
                prediction: named("responses"),
                reasoning: named("reasoning_contents"),
                gold: named("label"),
                model: None,
                finish_reason: named("finish_reasons"),
            };
            return Ok(());
        }
        self.columns = guess_columns(names());
        if has("prompts") && has("prompt_templates") {
            return Err(FileFault::NoReplies);
        }
        if self.columns.prediction.is_none() {
            if has("custom_id") && has("body") {
                return Err(FileFault::RequestsOnly);
            }
            if names().next().is_none() {
                return Ok(()); // Nothing readable in the sample: complaints will say so.
            }
            let columns = names().take(40).map(str::to_owned).collect();
            return Err(FileFault::NoPredictionColumn { columns });
        }
        self.file.columns = Some(self.columns.clone());
        Ok(())
    }

    /// A row that is an object.
    fn object(&mut self, raw: &'t str, line: usize, given: Given<'t>) {
        let row = match read_object(raw) {
            Ok(fields) => self.fields(&fields, raw, line, given),
            Err(kind) => match repair(raw) {
                Some((repaired, repairs)) if read_object(&repaired).is_ok() => {
                    if repairs.not_a_number {
                        self.complain(line, ComplaintKind::NotANumber, raw);
                    }
                    if repairs.lone_surrogate {
                        self.complain(line, ComplaintKind::Cell(CellNote::LoneSurrogate), raw);
                    }
                    let fields = read_object(&repaired).unwrap_or_default();
                    self.fields(&fields, raw, line, given).into_owned()
                }
                _ => {
                    self.complain(line, kind, raw);
                    RawRow {
                        task_name: given.task,
                        id: given.id,
                        ..RawRow::new(line, Value::Unread)
                    }
                }
            },
        };
        self.rows.push(row);
    }

    /// A row that is only its prediction.
    fn bare(&mut self, raw: &'t str, line: usize, given: Given<'t>) {
        let value = match serde_json::from_str::<&serde_json::value::RawValue>(raw) {
            Ok(_) => self.value(Some(raw), "prediction", line),
            Err(_)
                if repair(raw).is_some_and(|(_, repairs)| repairs.not_a_number)
                    && raw.len() < 12 =>
            {
                self.complain(line, ComplaintKind::NotANumber, raw);
                Value::Null
            }
            Err(error) => {
                let column = error.column();
                let kind = if error.is_eof() {
                    ComplaintKind::CutOff
                } else {
                    ComplaintKind::NotJson { column }
                };
                self.complain(line, kind, raw);
                Value::Unread
            }
        };
        let Given { id, task, model } = given;
        self.rows.push(RawRow {
            id,
            task_name: task,
            model,
            ..RawRow::new(line, value)
        });
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
        if self.file.shape == Some(Shape::SeahelmMetricX) {
            // No reply, only what the judge made of one.
            let mut row = RawRow::new(line, Value::Null);
            let score = fields
                .get("score")
                .and_then(|raw| serde_json::from_str(raw).ok());
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
        if self.is_seahelm {
            let named = |name: &str| fields.get(name).and_then(side_text);
            row.error = named("errors");
            row.cleaned = named("cleaned_responses").or_else(|| named("cleaned_response"));
            row.prompts = fields.get("prompts").map(Cow::Borrowed);
            row.external = fields
                .get("individual_scores")
                .map(scores)
                .unwrap_or_default();
            if let Some(whole) = named("responses_with_thinking") {
                row.reasoning = thinking(&whole, &row.value).map(Cow::Owned);
            }
        }
        row
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
            Err(WrongType { path, found }) => {
                self.complain(line, WrongType { path, found }.into(), raw);
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

    fn table(&mut self, text: &'t str) -> Result<(), FileFault> {
        let (text, named) = match text.split_once(['\n', '\r']) {
            // Excel's own way to name the delimiter; the line counts as line 1 all the same.
            Some((first, _)) if first.starts_with("sep=") && first.len() == 5 => {
                (text, first.bytes().last())
            }
            _ => (text, None),
        };
        let is_known = |name: &str| {
            let columns = guess_columns(std::iter::once(name));
            columns != Columns::default()
        };
        let delimiter = named.unwrap_or_else(|| guess_delimiter(text, &is_known));
        let mut rows = records(text, delimiter).skip(usize::from(named.is_some()));
        let Some(header) = rows.next().and_then(|record| record.cells.ok()) else {
            return Err(FileFault::Unrecognised);
        };
        let names: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        let columns = match self.chosen {
            Some(chosen) => chosen.clone(),
            None => guess_columns(names.iter().map(String::as_str)),
        };
        let position = |name: &Option<String>| {
            name.as_ref()
                .and_then(|name| names.iter().position(|found| found == name))
        };
        let Some(prediction) = position(&columns.prediction) else {
            if columns == Columns::default() && names.len() < 2 {
                return Err(FileFault::Unrecognised);
            }
            return Err(FileFault::NoPredictionColumn {
                columns: names.into_iter().take(40).collect(),
            });
        };
        self.file.shape = Some(if delimiter == b'\t' {
            Shape::Tsv
        } else {
            Shape::Csv
        });
        for (at, name) in names.iter().enumerate() {
            if names.iter().take(at).any(|earlier| earlier == name) && !name.is_empty() {
                self.complain(1, ComplaintKind::RepeatedField { name: name.clone() }, name);
            }
        }
        let at = TableColumns {
            task: position(&columns.task),
            id: position(&columns.id),
            prediction,
            reasoning: position(&columns.reasoning),
            gold: position(&columns.gold),
            model: position(&columns.model),
            finish_reason: position(&columns.finish_reason),
        };
        self.file.columns = Some(columns);
        for record in rows {
            if record.has_stray_quote
                && let Ok(cells) = &record.cells
            {
                let about = cells.join(" | ");
                self.complain(record.line, ComplaintKind::StrayQuote, &about);
            }
            let row = self.table_row(record.cells, record.line, names.len(), &at);
            self.rows.push(row);
        }
        Ok(())
    }

    fn table_row(
        &mut self,
        cells: Result<Vec<Cow<'t, str>>, &'t str>,
        line: usize,
        n_columns: usize,
        at: &TableColumns,
    ) -> RawRow<'t> {
        let mut cells = match cells {
            Ok(cells) => cells,
            Err(raw) => {
                self.complain(line, ComplaintKind::OpenQuote, raw);
                return RawRow::new(line, Value::Unread);
            }
        };
        // Spreadsheets write empty cells behind the last column.
        while cells.len() > n_columns && cells.last().is_some_and(|cell| cell.is_empty()) {
            cells.pop();
        }
        if cells.len() != n_columns {
            let kind = ComplaintKind::CellCount {
                found: cells.len(),
                expected: n_columns,
            };
            self.complain(line, kind, &cells.join(" | "));
            return RawRow::new(line, Value::Unread);
        }
        let mut take = |position: Option<usize>| {
            let cell = position.and_then(|position| cells.get_mut(position))?;
            let cell = std::mem::take(cell);
            (!cell.is_empty()).then_some(cell)
        };
        let text = take(Some(at.prediction));
        let mut row = RawRow::new(line, Value::Null);
        row.task_name = take(at.task);
        row.id = take(at.id);
        row.reasoning = take(at.reasoning);
        row.gold = take(at.gold);
        row.model = take(at.model);
        row.finish_reason = take(at.finish_reason);
        if let Some(text) = text {
            let (cell, note) = read_table_cell(text);
            if let (Some(note), Cell::Text(text)) = (note, &cell) {
                let text = text.clone();
                self.complain(line, ComplaintKind::Cell(note), &text);
            }
            row.value = self.cell(cell, line);
        }
        row
    }
}

/// Positions of the columns of a table.
struct TableColumns {
    task: Option<usize>,
    id: Option<usize>,
    prediction: usize,
    reasoning: Option<usize>,
    gold: Option<usize>,
    model: Option<usize>,
    finish_reason: Option<usize>,
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

fn key_text(raw: &str) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw)
        .ok()
        .map(|Text(text)| text)
}

fn is_container(raw: &str) -> bool {
    matches!(kind(raw), JsonKind::List | JsonKind::Object)
}

/// Whether a damaged entry is only too short, not wrong.
fn entries_end(raw: &str) -> bool {
    let wrapped = format!("{{{raw}");
    serde_json::from_str::<serde::de::IgnoredAny>(&wrapped).is_err_and(|error| error.is_eof())
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
