//! JSON Lines, lists, objects by id and by task.

use std::borrow::Cow;

use super::nested::text_at;
use super::{Given, RawRow, Reader, SAMPLE, Value, preview, side_text};
use crate::intake::frameworks::{document_shape, row_shape};
use crate::intake::items::{Item, Items, items};
use crate::intake::json::{read_object, repair};
use crate::intake::lines::{Lines, count_line_ends};
use crate::intake::names::{task_by_name, task_in};
use crate::intake::report::{ComplaintKind, FileFault, PREVIEW_COLUMNS};
use crate::intake::sniff::{Shape, guess_columns, seahelm_shape};
use crate::intake::value::{CellNote, JsonKind, Text, kind};

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

impl<'t> Reader<'_, '_, 't> {
    pub(super) fn json_lines(&mut self, lines: &Lines<'t>) -> Result<(), FileFault> {
        let rows = lines
            .clone()
            .map(|line| line.text.trim_end().trim_end_matches(','));
        self.choose_columns(&rows, Shape::JsonLines)?;
        for line in lines.clone() {
            // A list whose brackets were lost has a comma behind each row; nothing else can be
            // meant by it.
            let row = line.text.trim_end();
            let row = row.strip_suffix(',').unwrap_or(row);
            self.object(row, line.number, Given::default());
        }
        Ok(())
    }

    pub(super) fn json_array(&mut self, text: &'t str) -> Result<(), FileFault> {
        let mut items = items(text, 1).ok_or(FileFault::Unrecognised)?;
        let objects = items
            .clone()
            .map(|item| item.raw)
            .filter(|raw| kind(raw) == JsonKind::Object);
        if objects.clone().next().is_some() {
            self.choose_columns(&objects, Shape::JsonArray)?;
        }
        self.file.shape.get_or_insert(Shape::JsonArray);
        self.list(&mut items, &Given::default());
        self.note_end(text, &items);
        Ok(())
    }

    pub(super) fn json_object(&mut self, text: &'t str) -> Result<(), FileFault> {
        let mut entries = items(text, 1).ok_or(FileFault::Unrecognised)?;
        let keyed: Vec<(Cow<'t, str>, &'t str)> = entries
            .clone()
            .filter_map(|item| Some((key_text(item.key?)?, item.raw)))
            .collect();
        let names: Vec<&str> = keyed.iter().map(|(key, _)| &**key).collect();
        let get = |name: &str| {
            keyed
                .iter()
                .rev()
                .find(|(key, _)| key == name)
                .map(|(_, raw)| *raw)
        };
        if let Some(shape) = document_shape(&|name| get(name).map(kind)) {
            self.file.shape = Some(shape);
            return self.log(shape, text, &mut entries);
        }
        let columns = guess_columns(&names);
        let kind_of = |name: &str| get(name).map(kind).filter(|kind| *kind != JsonKind::Null);
        let chosen = self.chosen.and_then(|chosen| chosen.prediction.as_deref());
        let is_row = chosen.is_some_and(|name| names.contains(&name))
            || seahelm_shape(&names).is_some()
            || row_shape(&names, &kind_of).is_some()
            || (columns.gold.is_some() && columns.id.is_some())
            || (columns.prediction.is_some() && (columns.id.is_some() || columns.gold.is_some()));
        if is_row {
            self.choose_columns(&std::iter::once(text), Shape::JsonLines)?;
            self.object(text.trim(), 1, Given::default());
            return Ok(());
        }
        let suite = self.suite;
        let is_task = |name: &str| task_by_name(name, suite).is_some();
        let side = |name: &Option<String>| name.as_deref().and_then(get).and_then(side_text);
        let given = Given {
            id: None,
            task: side(&columns.task),
            model: side(&columns.model),
        };
        // Beside the tasks may stand what holds for all of them.
        let mut held = keyed.iter().filter(|(_, raw)| is_container(raw)).peekable();
        let is_by_task = if held.peek().is_some() {
            held.all(|(name, _)| is_task(name))
        } else {
            !names.is_empty() && names.iter().all(|name| is_task(name))
        };
        if is_by_task {
            self.file.shape = Some(Shape::JsonByTask);
            for item in entries.by_ref() {
                let task = item.key.and_then(key_text);
                if task.as_deref().is_none_or(is_task) {
                    let given = given.clone();
                    self.container(item.raw, item.line, &Given { task, ..given });
                }
            }
        } else if let Some((wrapper, raw)) = wrapped(&keyed) {
            let line = entries
                .clone()
                .find(|item| item.raw == raw)
                .map_or(1, |item| item.line);
            self.container(raw, line, &given);
            self.beside_rows(&mut entries, wrapper);
        } else {
            self.file.shape = Some(Shape::JsonById);
            if names.len() <= PREVIEW_COLUMNS && !keyed.iter().any(|(_, raw)| is_container(raw)) {
                // Answers by id, or a row of a file that has but one: the user may say so.
                self.file.preview = Some(preview(&names, std::iter::once(text)));
            }
            self.columns_of_entries(&entries)?;
            self.by_id(&mut entries, &Given::default());
        }
        self.note_end(text, &entries);
        self.has_some_column()
    }

    /// Refuses rows in which nothing could be a prediction.
    fn has_some_column(&mut self) -> Result<(), FileFault> {
        let is_nothing = |row: &RawRow<'_>| matches!(row.value, Value::Null | Value::Unread);
        match self.columnless.take() {
            Some(fault) if self.rows.iter().all(is_nothing) => {
                // No row counts for anything: what was said of them does not hold.
                self.file.complaints.clear();
                self.file.n_complaints = 0;
                self.file.cut = Default::default();
                Err(fault)
            }
            _ => Ok(()),
        }
    }

    /// Refuses entries that are all objects, none with a field that could be a prediction.
    fn columns_of_entries(&mut self, entries: &Items<'t>) -> Result<(), FileFault> {
        let values = entries.clone().map(|item| item.raw).take(SAMPLE);
        let is_object = |raw: &&str| kind(raw) == JsonKind::Object;
        let is_of_objects =
            values.clone().next().is_some() && values.clone().all(|raw| is_object(&raw));
        if !is_of_objects || self.guess(&values).is_some() {
            return Ok(());
        }
        self.has_some_column()
    }

    /// A document of scores, or a log with its samples.
    fn log(
        &mut self,
        shape: Shape,
        text: &'t str,
        entries: &mut Items<'t>,
    ) -> Result<(), FileFault> {
        let of = |name: &str| {
            let named = |item: &Item<'t>| item.key.and_then(key_text).as_deref() == Some(name);
            entries.clone().filter(named).last()
        };
        let samples = of("samples").filter(|item| kind(item.raw) == JsonKind::List);
        let (Shape::InspectLog, Some(samples)) = (shape, samples) else {
            return Err(FileFault::ScoresOnly);
        };
        let eval = of("eval").map_or("null", |item| item.raw);
        let mut repeated = Vec::new();
        let task = text_at(eval, &["task"], &mut repeated);
        let given = Given {
            // A name that is no task here says less than the file's name or the user may know.
            task: task.and_then(|name| Some(Cow::Owned(task_in(&name, self.suite)?.id.clone()))),
            model: text_at(eval, &["model"], &mut repeated),
            id: None,
        };
        self.framework = Some(Shape::InspectLog);
        self.container(samples.raw, samples.line, &given);
        self.beside_rows(entries, "samples");
        self.note_end(text, entries);
        Ok(())
    }

    /// What stands beside the list of rows: nothing is read from it, but damage in it, and a second
    /// list, may be rows that are lost.
    fn beside_rows(&mut self, entries: &mut Items<'t>, wrapper: &str) {
        let mut n_wrappers = 0;
        for item in entries.by_ref() {
            let Some(key) = item.key.and_then(key_text) else {
                self.complain(item.line, ComplaintKind::NotJson { column: 1 }, item.raw);
                continue;
            };
            if key == wrapper {
                n_wrappers += 1;
                if n_wrappers == 2 {
                    let name = wrapper.to_owned();
                    self.complain(item.line, ComplaintKind::RepeatedField { name }, "");
                }
            }
        }
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
                self.columns = self.guess(&objects).unwrap_or_default();
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
        // Among plain replies an object is a mistake, not a row.
        let sample = entries.clone().take(SAMPLE);
        let n_objects = sample
            .clone()
            .filter(|item| kind(item.raw) == JsonKind::Object);
        let is_of_objects = n_objects.count() * 2 > sample.count();
        if is_of_objects {
            self.columns = self.guess(&objects).unwrap_or_default();
            // Who says that a field is the id means it; else the keys are.
            if self.chosen.is_none_or(|chosen| chosen.id.is_none()) {
                self.columns.id = None;
            }
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
            let is_chosen = is_of_objects && self.columns.id.is_some();
            let given = Given {
                id: Some(id).filter(|_| !is_chosen),
                ..given.clone()
            };
            if is_of_objects && kind(item.raw) == JsonKind::Object {
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
            let line = 1 + count_line_ends(text.trim_end());
            self.complain(line, ComplaintKind::CutOff, "");
        }
    }

    /// A row that is an object.
    fn object(&mut self, raw: &'t str, line: usize, given: Given<'t>) {
        self.watch.row(raw.len());
        let row = match read_object(raw) {
            Ok(fields) if self.is_filtered_again(&fields) => return,
            Ok(fields) => self.fields(&fields, raw, line, given),
            Err(fault) => match repair(raw) {
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
                    self.complain(line, fault, raw);
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
        self.watch.row(raw.len());
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
}

fn key_text(raw: &str) -> Option<Cow<'_, str>> {
    serde_json::from_str::<Text<'_>>(raw)
        .ok()
        .map(|Text(text)| text)
}

/// The entry that only wraps the rows: one with a usual name, or the only list of objects.
fn wrapped<'k, 't>(keyed: &'k [(Cow<'t, str>, &'t str)]) -> Option<(&'k str, &'t str)> {
    let held = || keyed.iter().filter(|(_, raw)| is_container(raw));
    let usual = WRAPPERS
        .iter()
        .find_map(|name| held().rev().find(|(key, _)| key == name));
    let begins_with_object = |raw: &str| {
        let first = raw.trim_start().strip_prefix('[');
        first.is_some_and(|rest| rest.trim_start().starts_with('{'))
    };
    let mut lists = held().filter(|(_, raw)| begins_with_object(raw));
    let only = || lists.next().filter(|_| lists.next().is_none());
    let (name, raw) = usual.or_else(only)?;
    Some((name, raw))
}

fn is_container(raw: &str) -> bool {
    matches!(kind(raw), JsonKind::List | JsonKind::Object)
}

/// Whether a damaged entry is only too short, not wrong.
fn entries_end(raw: &str) -> bool {
    let wrapped = format!("{{{raw}");
    serde_json::from_str::<serde::de::IgnoredAny>(&wrapped).is_err_and(|error| error.is_eof())
}
