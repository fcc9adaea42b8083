//! Scores of other programs: the rows they are given, and what comes back into a column of the run.

pub mod join; // files of scores into a column
pub mod sea_helm; // scores in uploads of SEA-HELM

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::desk::export::file_stem;
use crate::desk::open_run::{Data, OpenRun};
use crate::desk::open_task::row_of;
use crate::desk::protocol::Failure;
use crate::desk::view::ColumnView;
use crate::desk::{Desk, no_run};
use crate::record::RecordHead;
use crate::record::external::{METRICX, METRICX_MODEL, Maker, Program};
use crate::score::OutcomePolicy;
use crate::stats::mean;
use crate::suite::{Gold, Suite, Task};

/// A row as other programs score it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoringRow {
    /// Position in the task's file.
    pub row_idx: usize,
    /// Id in the data file.
    pub row_id: String,
    /// What was translated, or summed up.
    pub source: String,
    /// The parity answer; empty where there is none.
    pub hypothesis: String,
    /// The right answer.
    pub reference: String,
}

/// Which rows of which run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoringTask {
    /// Run id.
    pub run_id: String,
    /// Task id.
    pub task_id: String,
    /// Which rows enter.
    pub policy: OutcomePolicy,
}

/// What the user says about scores that come in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joining {
    /// What they are for.
    pub of: ScoringTask,
    /// Name of the column: [`METRICX`], or an extra's.
    pub name: String,
    /// The program, as records name it.
    pub program: String,
    /// The model that scored.
    pub model: String,
    /// `bfloat16`, ….
    pub precision: String,
}

impl Joining {
    /// Who gave the scores.
    fn maker(&self) -> Maker {
        Maker {
            program: Program::from_id(self.program.trim()),
            model: self.model.trim().to_owned(),
            precision: self.precision.trim().to_owned(),
        }
    }
}

impl ScoringRow {
    /// The line of the official tool's input: four texts, in this order.
    fn line(&self, task_id: &str) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            id: String,
            source: &'a str,
            hypothesis: &'a str,
            reference: &'a str,
        }
        let line = Line {
            id: self.id(task_id),
            source: &self.source,
            hypothesis: &self.hypothesis,
            reference: &self.reference,
        };
        serde_json::to_string(&line).expect("texts are JSON")
    }

    /// `mt-en-tl:000017`: the task, and the position in its file from 0. The letters in front keep
    /// the tool from taking the column for numbers or times.
    fn id(&self, task_id: &str) -> String {
        format!("{}:{:06}", task_id.to_lowercase(), self.row_idx)
    }

    /// All three texts in one, as MetricX reads them.
    fn prompt(&self) -> String {
        format!(
            "source: {} candidate: {} reference: {}",
            self.source, self.hypothesis, self.reference
        )
    }
}

impl Desk {
    /// The official tool's input for a task of an open run: a name and JSON Lines, rows in the order
    /// of the file.
    ///
    /// [`Failure::NothingToScore`] when no row enters; [`Failure::NotLoaded`] when the texts are not
    /// there.
    pub fn scoring_file(&mut self, of: &ScoringTask) -> Result<(String, String), Failure> {
        let mut text = String::new();
        for line in self.scoring_lines(of, "")? {
            text.push_str(&line);
            text.push('\n');
        }
        if text.is_empty() {
            return Err(Failure::NothingToScore);
        }
        let record = self.record(&of.run_id).ok_or_else(|| no_run(&of.run_id))?;
        Ok((file_name(&record.head.title, &of.task_id), text))
    }

    /// Lines for the rows of a task that have no score for their answer in the column `name`.
    pub fn scoring_lines(&mut self, of: &ScoringTask, name: &str) -> Result<Vec<String>, Failure> {
        self.with_run(&of.run_id, |suite, run, data| {
            let rows = scoring_rows(suite, run, of, data)?;
            let mut columns = run.record.head.external.iter();
            let column = columns.find(|column| column.name == name && column.task_id == of.task_id);
            let is_there = |row: &&ScoringRow| {
                let fitting =
                    column.and_then(|column| column.fitting(row.row_idx, &row.hypothesis));
                fitting.is_none()
            };
            let lines = rows.iter().filter(is_there);
            Ok(lines.map(|row| row.line(&of.task_id)).collect())
        })
    }

    /// The head of an open run without a column.
    pub fn without_column(
        &self,
        run_id: &str,
        task_id: &str,
        name: &str,
    ) -> Result<RecordHead, Failure> {
        let record = self.record(run_id).ok_or_else(|| no_run(run_id))?;
        let mut head = record.head.clone();
        head.external
            .retain(|column| column.task_id != task_id || column.name != name);
        Ok(head)
    }
}

/// Name of the official tool's input for a task of a run of this title.
pub fn file_name(title: &str, task_id: &str) -> String {
    format!("{}-{}.jsonl", file_stem(title), task_id.to_lowercase())
}

/// How the official tool is called for a file of this name. It makes the folder of what it writes,
/// and stumbles where the name has none: hence `./`.
pub fn command(file_name: &str) -> String {
    let stem = file_name.trim_end_matches(".jsonl");
    format!(
        "python -m metricx24.predict --tokenizer google/mt5-xl --model_name_or_path {METRICX_MODEL} \
         --max_input_length 1536 --batch_size 1 --input_file {file_name} --output_file \
         ./{stem}-metricx.jsonl"
    )
}

/// The rows of a task that enter under a policy, in the order of its file; none of a task whose
/// answers are labels.
fn scoring_rows(
    suite: &Suite,
    run: &mut OpenRun,
    of: &ScoringTask,
    data: Data<'_>,
) -> Result<Vec<ScoringRow>, Failure> {
    run.count(suite, data)?;
    let not_loaded = || Failure::NotLoaded {
        task_id: of.task_id.clone(),
    };
    let mut tasks = run.tasks.iter();
    let open_task = tasks.find(|open_task| open_task.task_id == of.task_id);
    let task = suite
        .task(&of.task_id)
        .filter(|task| !task.is_classification());
    let (Some(open_task), Some(task)) = (open_task, task) else {
        return Ok(Vec::new());
    };
    let data = data(&of.task_id);
    let slots = open_task.slots.iter().enumerate();
    let slots = slots.filter(|(_, slot)| slot.enters(of.policy));
    slots
        .map(|(row_idx, slot)| {
            let reply = slot.record_idx.and_then(|idx| run.record.rows.get(idx));
            let row = row_of(slot, row_idx, reply, data).ok_or_else(not_loaded)?;
            let Gold::Text(reference) = &row.gold else {
                return Err(not_loaded());
            };
            Ok(ScoringRow {
                row_idx,
                row_id: row.id.clone(),
                source: source_of(task, row).ok_or_else(not_loaded)?,
                hypothesis: slot.answer().to_owned(),
                reference: reference.clone(),
            })
        })
        .collect()
}

/// The text that was translated: a record's own row does not hold it.
fn source_of(task: &Task, row: &crate::suite::Row) -> Option<String> {
    task.prompt_fields
        .iter()
        .find_map(|field| row.fields.get(field))
        .cloned()
}

/// The columns of a run, by task in the suite's order; the official number first.
pub fn column_views(run: &OpenRun, policy: OutcomePolicy) -> Vec<ColumnView> {
    let mut views = Vec::new();
    for open_task in &run.tasks {
        let columns = run.record.head.external.iter();
        let columns = columns.filter(|column| column.task_id == open_task.task_id);
        for column in columns {
            let slots = open_task.slots.iter().enumerate();
            let entering: BTreeMap<usize, &str> = slots
                .filter(|(_, slot)| slot.enters(policy))
                .map(|(row_idx, slot)| (row_idx, slot.answer()))
                .collect();
            let fitting = |(row_idx, answer): (&usize, &&str)| column.fitting(*row_idx, answer);
            let scores: Vec<f64> = entering.iter().filter_map(fitting).collect();
            let held = column
                .values
                .keys()
                .filter(|row_idx| entering.contains_key(row_idx));
            let maker = &column.maker;
            views.push(ColumnView {
                name: column.name.clone(),
                task_id: column.task_id.clone(),
                is_metricx: column.is_metricx(),
                maker: (
                    maker.program.id().to_owned(),
                    maker.model.clone(),
                    maker.precision.clone(),
                ),
                sources: column
                    .sources
                    .iter()
                    .map(|source| source.name.clone())
                    .collect(),
                n_there: scores.len(),
                n_rows: entering.len(),
                n_stale: held.count() - scores.len(),
                mean: mean(&scores).ok(),
            });
        }
    }
    views.sort_by_key(|view| view.name != METRICX);
    views
}
