//! Lines with a score each, as programs write them that score translations: JSON Lines or a table.
//!
//! Looks for the score, the id and the texts it was made for; all else is skipped. Judges nothing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::decode::decode;
use super::json::repair;
use super::lines::lines;
use super::table::{guess_delimiter, records};

/// One line of a file of scores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredLine {
    /// From 1.
    pub line: usize,
    /// Its id, as text.
    pub id: Option<String>,
    /// The score, or why there is none.
    pub score: Option<Result<f64, NoScore>>,
    /// What was translated.
    pub source: Option<String>,
    /// The translation.
    pub hypothesis: Option<String>,
    /// What it was compared with.
    pub reference: Option<String>,
    /// All three in one, as SEA-HELM's judge files have them.
    pub prompt: Option<String>,
}

/// Why a line has no score that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoScore {
    /// Neither an object nor a row of the table.
    Unreadable,
    /// Something else than a number.
    NotANumber,
    /// NaN or infinite.
    NotFinite,
}

/// The score's usual names; SEA-HELM's comes second.
const SCORES: [&str; 2] = ["prediction", "score"];
const IDS: [&str; 1] = ["id"];
const SOURCES: [&str; 2] = ["source", "src"];
const HYPOTHESES: [&str; 2] = ["hypothesis", "mt"];
const REFERENCES: [&str; 2] = ["reference", "ref"];
const PROMPTS: [&str; 1] = ["prompt"];

/// Reads a file whose scores stand under one of the usual names, or under `column` if that is
/// there. `None` when it holds no lines of scores at all.
pub fn read_scored(bytes: &[u8], column: Option<&str>) -> Option<Vec<ScoredLine>> {
    let decoded = decode(bytes).ok()?;
    let text = decoded.text.trim_start_matches('\u{feff}');
    let read = if text.trim_start().starts_with('{') {
        let lines = lines(text);
        lines
            .map(|line| read_json(line.number, line.text, column))
            .collect()
    } else {
        read_table(text, column)?
    };
    Some(read).filter(|read: &Vec<ScoredLine>| !read.is_empty())
}

fn read_json(number: usize, text: &str, column: Option<&str>) -> ScoredLine {
    type Fields = BTreeMap<String, Value>;
    let (fields, has_nan) = match serde_json::from_str::<Fields>(text) {
        Ok(fields) => (Some(fields), false),
        Err(_) => match repair(text) {
            Some((repaired, repairs)) => {
                (serde_json::from_str(&repaired).ok(), repairs.not_a_number)
            }
            None => (None, false),
        },
    };
    let Some(mut fields) = fields else {
        return ScoredLine {
            line: number,
            score: Some(Err(NoScore::Unreadable)),
            ..ScoredLine::default()
        };
    };
    let name = score_name(column, |name| fields.contains_key(name));
    let score = name
        .and_then(|name| fields.get(name))
        .map(|value| match value {
            Value::Number(number) => number.as_f64().ok_or(NoScore::NotANumber),
            Value::String(text) => number_in(text),
            Value::Null if has_nan => Err(NoScore::NotFinite),
            _ => Err(NoScore::NotANumber),
        });
    let mut text_of = |names: &[&str]| {
        let value = names.iter().find_map(|name| fields.remove(*name))?;
        match value {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    ScoredLine {
        line: number,
        score,
        id: text_of(&IDS),
        source: text_of(&SOURCES),
        hypothesis: text_of(&HYPOTHESES),
        reference: text_of(&REFERENCES),
        prompt: text_of(&PROMPTS),
    }
}

fn read_table(text: &str, column: Option<&str>) -> Option<Vec<ScoredLine>> {
    let is_known =
        |name: &str| column == Some(name) || SCORES.contains(&name) || IDS.contains(&name);
    let mut records = records(text, guess_delimiter(text, &is_known));
    let header = records.next()?.cells.ok()?;
    let place = |name: &str| header.iter().position(|cell| cell.trim() == name);
    let score_place = place(score_name(column, |name| place(name).is_some())?)?;
    let place_of = |names: &[&str]| names.iter().find_map(|name| place(name));
    let [id, source, hypothesis, reference] =
        [&IDS[..], &SOURCES, &HYPOTHESES, &REFERENCES].map(place_of);
    let read = records.map(|record| {
        let Ok(cells) = record.cells else {
            return ScoredLine {
                line: record.line,
                score: Some(Err(NoScore::Unreadable)),
                ..ScoredLine::default()
            };
        };
        let cell = |place: Option<usize>| Some(cells.get(place?)?.clone().into_owned());
        ScoredLine {
            line: record.line,
            id: cell(id),
            score: cell(Some(score_place)).map(|text| number_in(&text)),
            source: cell(source),
            hypothesis: cell(hypothesis),
            reference: cell(reference),
            prompt: None,
        }
    });
    Some(read.collect())
}

fn score_name(column: Option<&str>, is_there: impl Fn(&str) -> bool) -> Option<&str> {
    let mut names = column.into_iter().chain(SCORES);
    names.find(|name| is_there(name))
}

fn number_in(text: &str) -> Result<f64, NoScore> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(NoScore::NotFinite),
        Err(_) => Err(NoScore::NotANumber),
    }
}
