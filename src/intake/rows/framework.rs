//! Rows of evaluation frameworks: where each of them keeps a reply.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::batch::{anthropic, gemini, openai};
use super::nested::{Reply, all_text, at, list, of_parts, of_replies, text_at};
use super::{Given, RawRow, Reader, Value};
use crate::intake::ids::integer_text;
use crate::intake::json::{Fields, read_object};
use crate::intake::names::task_in;
use crate::intake::report::ComplaintKind;
use crate::intake::sniff::{Shape, guess_columns};
use crate::intake::value::{JsonKind, kind};

/// What a framework's row holds, before it is a row of ours.
#[derive(Default)]
pub(super) struct Found<'t> {
    pub(super) reply: Reply<'t>,
    pub(super) id: Option<Cow<'t, str>>,
    pub(super) task: Option<Cow<'t, str>>,
    pub(super) model: Option<Cow<'t, str>>,
    /// Number of the row in its data set, where it has one beside or instead of an id.
    pub(super) position: Option<&'t str>,
    pub(super) reasoning: Option<Cow<'t, str>>,
    pub(super) finish_reason: Option<Cow<'t, str>>,
    pub(super) error: Option<Cow<'t, str>>,
    /// HTTP status of the error.
    pub(super) status: Option<u16>,
    pub(super) gold: Option<Cow<'t, str>>,
}

impl Reader<'_, '_, '_> {
    /// A row of a framework's or a batch service's file.
    pub(super) fn framework_row<'f>(
        &mut self,
        shape: Shape,
        fields: &Fields<'f>,
        line: usize,
        given: Given<'f>,
    ) -> RawRow<'f> {
        let mut repeated = Vec::new();
        let found = match shape {
            Shape::LmEvalSamples => lm_eval(fields, self.is_filtered, &mut repeated),
            Shape::LightevalDetails => lighteval(fields, &mut repeated),
            Shape::InspectLog => inspect(fields, &mut repeated),
            Shape::EveryEvalRows => every_eval(fields, &mut repeated),
            Shape::OpenAiBatch => openai(fields, &mut repeated),
            Shape::AnthropicBatch => anthropic(fields, &mut repeated),
            _ => gemini(fields, &mut repeated),
        };
        for name in repeated {
            self.complain(line, ComplaintKind::RepeatedField { name }, "");
        }
        self.note_position(found.position, found.id.is_some());
        let value = self.reply(found.reply, line);
        let row = RawRow {
            id: given.id.or(found.id),
            task_name: found.task.map(|name| self.task_id(name)).or(given.task),
            // A log's own word: servers name the model of each reply by version.
            model: given.model.or(found.model),
            reasoning: found.reasoning.filter(|text| !text.is_empty()),
            finish_reason: found.finish_reason,
            error: found.error,
            status: found.status,
            gold: found
                .gold
                .filter(|gold| integer_text(gold.trim()).is_none()),
            ..RawRow::new(line, value)
        };
        self.note_failure(&row);
        row
    }

    /// The id of the task that a framework's name means; the name itself if it means none.
    fn task_id<'f>(&self, name: Cow<'f, str>) -> Cow<'f, str> {
        let task = task_in(&name, self.suite);
        task.map_or(name, |task| Cow::Owned(task.id.clone()))
    }

    /// Whether a row is the same sample of lm-evaluation-harness once more, with the very same
    /// replies put through another filter.
    pub(super) fn is_filtered_again(&mut self, fields: &Fields<'_>) -> bool {
        if self.framework != Some(Shape::LmEvalSamples) {
            return false;
        }
        let of = |name: &str| fields.get(name).map(str::trim);
        // Without its number a sample is what it was made of.
        let sample = of("doc_id")
            .or(of("doc_hash"))
            .or(of("doc"))
            .or(of("arguments"));
        let (Some(filter), Some(sample), Some(replies)) = (of("filter"), sample, of("resps"))
        else {
            return false;
        };
        let (first, seen) = self
            .filtered
            .get_or_insert_with(|| (filter.to_owned(), BTreeSet::new()));
        let sample = (sample.to_owned(), replies.to_owned());
        if first == filter {
            seen.insert(sample);
            return false;
        }
        seen.contains(&sample)
    }

    fn reply<'f>(&mut self, reply: Reply<'f>, line: usize) -> Value<'f> {
        match reply {
            Reply::Raw(raw, path) => self.value(Some(raw), path, line),
            Reply::Text(text, notes) => {
                for note in notes {
                    self.complain(line, ComplaintKind::Cell(note), &text);
                }
                self.cell(crate::intake::value::Cell::Text(Cow::Owned(text)), line)
            }
            Reply::Nothing => Value::Null,
            Reply::Absent => self.value(None, "", line),
            Reply::Likelihoods => {
                self.n_likelihoods += 1;
                self.complain(line, ComplaintKind::Likelihoods, "");
                Value::WrongType
            }
            Reply::Wrong(wrong) => {
                self.complain(line, wrong.into(), "");
                Value::WrongType
            }
        }
    }

    /// Rows that have no ids can only be matched by order, so their own numbers must be 0, 1, 2, ….
    fn note_position(&mut self, position: Option<&str>, has_id: bool) {
        let Some(position) = position.filter(|_| !has_id) else {
            return;
        };
        let expected = self.rows.len().to_string();
        let written = integer_text(position.trim().trim_matches('"'));
        self.is_out_of_order |= written.is_some_and(|written| written != expected);
    }
}

/// The id in an object that holds a row of the data set, under any usual name.
fn id_in<'f>(raw: Option<&'f str>, repeated: &mut Vec<String>) -> Option<Cow<'f, str>> {
    let fields = read_object(raw?).ok()?;
    repeated.extend(fields.repeated().map(str::to_owned));
    let names: Vec<&str> = fields.names().collect();
    text_at(fields.get(&guess_columns(&names).id?)?, &[], repeated)
}

fn gold_in<'f>(raw: Option<&'f str>, repeated: &mut Vec<String>) -> Option<Cow<'f, str>> {
    let fields = read_object(raw?).ok()?;
    let names: Vec<&str> = fields.names().collect();
    text_at(fields.get(&guess_columns(&names).gold?)?, &[], repeated)
}

/// lm-evaluation-harness: `resps` holds, for each request of a sample, each of its replies. Where no
/// row has it, what a filter left of them is all there is.
fn lm_eval<'f>(fields: &Fields<'f>, is_filtered: bool, repeated: &mut Vec<String>) -> Found<'f> {
    let doc = fields.get("doc");
    let name = if is_filtered {
        "filtered_resps"
    } else {
        "resps"
    };
    let raw = fields.get(name);
    let target = fields
        .get("target")
        .and_then(|raw| text_at(raw, &[], repeated));
    Found {
        reply: raw.map_or(Reply::Absent, |raw| of_replies(raw, name)),
        id: id_in(doc, repeated),
        position: fields.get("doc_id"),
        gold: gold_in(doc, repeated).or(target),
        ..Found::default()
    }
}

/// lighteval: `model_response` beside `doc`; before that, `predictions` beside all else.
fn lighteval<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let either = |names: [&str; 2]| names.iter().find_map(|name| fields.get(name));
    let Some(response) = either(["model_response", "__model_response__"]) else {
        let raw = fields.get("predictions");
        return Found {
            reply: raw.map_or(Reply::Absent, |raw| of_replies(raw, "predictions")),
            id: id_in(fields.get("specifics"), repeated),
            gold: fields
                .get("gold")
                .and_then(|raw| text_at(raw, &[], repeated)),
            ..Found::default()
        };
    };
    let doc = either(["doc", "__doc__"]).unwrap_or("{}");
    let mut get = |raw: &'f str, path: &[&str]| at(raw, path, repeated);
    let text = get(response, &["text"]);
    let has_text = text.and_then(list).is_none_or(|list| !list.is_empty());
    let logprobs = get(response, &["logprobs"]).and_then(list);
    let position = get(doc, &["id"]);
    let specific = get(doc, &["specific"]);
    let choices = get(doc, &["choices"]).and_then(list);
    let gold_index = get(doc, &["gold_index"]).and_then(only);
    let gold_index = gold_index.and_then(|raw| raw.parse::<usize>().ok());
    let gold = choices.zip(gold_index);
    let gold = gold.and_then(|(choices, at)| choices.get(at).copied());
    let reply = match text {
        Some(raw) if has_text => of_replies(raw, "model_response.text"),
        _ if logprobs.is_some_and(|list| !list.is_empty()) => Reply::Likelihoods,
        Some(raw) => Reply::Raw(raw, "model_response.text"),
        None => Reply::Absent,
    };
    Found {
        reply,
        id: id_in(specific, repeated),
        task: text_at(doc, &["task_name"], repeated),
        position,
        reasoning: at(response, &["reasonings"], repeated).and_then(all_text),
        gold: gold.and_then(|raw| text_at(raw, &[], repeated)),
        ..Found::default()
    }
}

/// The only element of a list, or a value as it stands.
fn only(raw: &str) -> Option<&str> {
    match list(raw) {
        None => Some(raw),
        Some(list) => match list.as_slice() {
            [only] => Some(only),
            _ => None,
        },
    }
}

/// Inspect: a sample, with the model's last `output`.
fn inspect<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let output = fields.get("output").unwrap_or("null");
    let choices = at(output, &["choices"], repeated).and_then(list);
    let mut found = match choices.as_deref() {
        Some([choice]) => {
            let content = at(choice, &["message", "content"], repeated);
            let path = "output.choices[0].message.content";
            let mut found = of_content(content, path);
            found.finish_reason = finish(at(choice, &["stop_reason"], repeated));
            found
        }
        Some([_, second, ..]) => Found {
            reply: Reply::wrong("output.choices[1]", second),
            ..Found::default()
        },
        Some([]) | None => {
            let completion = at(output, &["completion"], repeated);
            let reply =
                completion.map_or(Reply::Absent, |raw| Reply::Raw(raw, "output.completion"));
            Found {
                reply,
                ..Found::default()
            }
        }
    };
    let error = fields
        .get("error")
        .filter(|raw| kind(raw) != JsonKind::Null);
    let error = error.or_else(|| at(output, &["error"], repeated));
    found.error = error.and_then(|raw| message(raw, repeated));
    if found.error.is_some() && matches!(found.reply, Reply::Absent) {
        found.reply = Reply::Nothing;
    }
    found.id = fields.get("id").and_then(|raw| text_at(raw, &[], repeated));
    found.model = text_at(output, &["model"], repeated).filter(|model| !model.is_empty());
    let target = fields.get("target").and_then(only);
    found.gold = target.and_then(|raw| text_at(raw, &[], repeated));
    found
}

/// Every Eval Ever: one row of a results file.
fn every_eval<'f>(fields: &Fields<'f>, repeated: &mut Vec<String>) -> Found<'f> {
    let named = |name: &str, repeated: &mut Vec<String>| {
        fields.get(name).and_then(|raw| text_at(raw, &[], repeated))
    };
    let output = fields
        .get("output")
        .filter(|raw| kind(raw) == JsonKind::Object);
    let mut found = if let Some(output) = output {
        let raw = at(output, &["raw"], repeated);
        let reasoning = at(output, &["reasoning_trace"], repeated);
        Found {
            reply: raw.map_or(Reply::Absent, |raw| Reply::Raw(raw, "output.raw")),
            reasoning: reasoning.and_then(all_text),
            ..Found::default()
        }
    } else {
        let messages = fields.get("messages").and_then(list).unwrap_or_default();
        let is_reply = |raw: &&&str| {
            let role = text_at(raw, &["role"], &mut Vec::new());
            role.as_deref() == Some("assistant")
        };
        let last = messages.iter().rev().find(is_reply).copied();
        let content = last.and_then(|raw| at(raw, &["content"], repeated));
        of_content(content, "messages.content")
    };
    let input = fields.get("input").unwrap_or("null");
    found.error = named("error", repeated);
    if found.error.is_some() && matches!(found.reply, Reply::Absent) {
        found.reply = Reply::Nothing;
    }
    found.id = named("sample_id", repeated);
    found.task = named("evaluation_name", repeated);
    found.model = named("model_id", repeated);
    // Where there are choices, the reference may be the text of one, which is no label here.
    let has_choices = at(input, &["choices"], repeated).and_then(list).is_some();
    let reference = at(input, &["reference"], repeated).filter(|_| !has_choices);
    found.gold = reference
        .and_then(only)
        .and_then(|raw| text_at(raw, &[], repeated));
    found
}

/// Content that is a text, or a list of parts.
pub(super) fn of_content<'f>(content: Option<&'f str>, path: &'static str) -> Found<'f> {
    let Some(content) = content else {
        return Found::default();
    };
    if kind(content) != JsonKind::List {
        return Found {
            reply: Reply::Raw(content, path),
            ..Found::default()
        };
    }
    let (reply, reasoning) = of_parts(content, path);
    Found {
        reply,
        reasoning: reasoning.map(Cow::Owned),
        ..Found::default()
    }
}

/// Why a model stopped; whoever counted to a limit, it is `length` here.
pub(super) fn finish(raw: Option<&str>) -> Option<Cow<'_, str>> {
    let why = text_at(raw?, &[], &mut Vec::new())?;
    let is_limit = [
        "max_tokens",
        "MAX_TOKENS",
        "model_length",
        "max_output_tokens",
    ]
    .contains(&&*why);
    Some(if is_limit {
        Cow::Borrowed("length")
    } else {
        why
    })
}

/// The message of an error, however deep it is wrapped.
pub(super) fn message<'f>(raw: &'f str, repeated: &mut Vec<String>) -> Option<Cow<'f, str>> {
    let paths: [&[&str]; 5] = [
        &["error", "message"],
        &["message"],
        &["error", "type"],
        &["code"],
        &[],
    ];
    let mut found = paths.iter().filter_map(|path| text_at(raw, path, repeated));
    found.find(|text| !text.is_empty())
}
