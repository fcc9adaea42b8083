//! The page's questions and the files it takes away, each put to what is open.

use crate::answer::{ReadingRule, read_reply};
use crate::desk::answers::{answer_text, shortened};
use crate::desk::comparison::{common_policy, compared_page, comparison};
use crate::desk::protocol::{Export, Failure, PreparedRow, Question, Response};
use crate::desk::sample::SAMPLE_RUN_ID;
use crate::desk::view::PromptTotals;
use crate::desk::{Desk, detail, export, loaded, no_run, plan, prompts, rows, suite_view, upload};
use crate::prompt::Recipe;
use crate::record::{RecordHead, RecordRow, json};
use crate::score::OutcomePolicy;
use crate::suite::DataKind;
use crate::suite::published::batayan_paper;

/// Characters of an answer that stand alone.
const MAX_ANSWER_CHARS: usize = 80;

impl Desk {
    /// Answers a question of the page.
    pub fn answer(&mut self, question: Question) -> Response {
        self.try_answer(question).unwrap_or_else(Response::Failed)
    }

    /// The answer to [`Question::Suite`].
    pub fn suite_response(&self) -> Response {
        let n_samples = |id: &str| self.samples.get(id).map_or(0, |data| data.rows.len());
        Response::Suite(suite_view::suite_view(&self.suite, n_samples))
    }

    /// The answer to [`Question::Published`].
    pub fn published_response(&self) -> Response {
        let published = batayan_paper(&self.suite);
        Response::Published(suite_view::published_view(&self.suite, &published))
    }

    /// The answer to [`Question::PlanRest`], and to whoever else plans a run by its head.
    pub fn planned(&self, head: &RecordHead, earlier: &[RecordRow]) -> Result<Response, Failure> {
        let data = |id: &str| loaded(&self.official, &self.samples, head.data_kind, id);
        Ok(Response::Planned {
            rows: plan::rows_of(head, &self.suite, &data)?,
            head_json: json::write_head(head),
            earlier_json: json::write_rows(earlier),
        })
    }

    /// The answer in a reply, on one line; `None` for the null label and for an empty text.
    fn read_reply(
        &self,
        task_id: &str,
        rule: ReadingRule,
        text: &str,
    ) -> Result<Option<String>, Failure> {
        let task = self.suite.task(task_id).ok_or_else(|| Failure::Internal {
            reason: format!("no task {task_id}"),
        })?;
        let read = read_reply(task, rule, text);
        let answer = answer_text(task, rule.language, &read.parity);
        let answer = answer.map(|answer| shortened(&answer, MAX_ANSWER_CHARS));
        Ok(answer.filter(|answer| !answer.is_empty()))
    }

    fn try_answer(&mut self, question: Question) -> Result<Response, Failure> {
        Ok(match question {
            Question::Suite => self.suite_response(),
            Question::Published => self.published_response(),
            Question::Data => Response::Data(self.data_view()),
            Question::ChooseReading { options } => {
                self.choose_reading(*options);
                Response::Done
            }
            Question::OpenSample => {
                self.open_sample();
                let result = self.result(SAMPLE_RUN_ID, OutcomePolicy::Parity)?;
                Response::Result(Box::new(result))
            }
            Question::Prompts {
                task_id,
                kind,
                recipe,
                text,
                offset,
                limit,
            } => {
                let (task, data) = self.rows_of(kind, &task_id)?;
                let page = prompts::prompt_page(task, data, recipe, &text, offset, limit)?;
                Response::Prompts(page)
            }
            Question::Messages { kind, recipe, rows } => {
                Response::Messages(self.messages(kind, recipe, &rows)?)
            }
            Question::ReadReply {
                task_id,
                rule,
                text,
            } => Response::ReplyRead(self.read_reply(&task_id, rule, &text)?),
            Question::Totals {
                kind,
                recipe,
                tasks,
            } => {
                let mut totals = PromptTotals::default();
                for (task_id, n_rows) in &tasks {
                    let (task, data) = self.rows_of(kind, task_id)?;
                    prompts::add_totals(&mut totals, task, data, recipe, *n_rows)?;
                }
                Response::Totals(totals)
            }
            Question::PlanRun(wish) => {
                let data = |id: &str| loaded(&self.official, &self.samples, wish.kind, id);
                let head = plan::head_of(&wish, &self.suite, &self.suite_sha256, &data)?;
                Response::Planned {
                    rows: plan::rows_of(&head, &self.suite, &data)?,
                    head_json: json::write_head(&head),
                    earlier_json: json::write_rows(&[]),
                }
            }
            Question::PlanRest { run_id } => {
                let record = self.record(&run_id).ok_or_else(|| no_run(&run_id))?;
                self.planned(&record.head, &plan::earlier_rows(record))?
            }
            Question::Result { run_id, policy } => {
                let policy = policy.map_or_else(|| self.own_policy(&run_id), Ok)?;
                Response::Result(Box::new(self.result(&run_id, policy)?))
            }
            Question::Compare { run_ids, policy } => {
                self.with_both(&run_ids, |suite, runs, _| {
                    let policy = policy.unwrap_or_else(|| common_policy(runs));
                    Response::Comparison(Box::new(comparison(suite, runs, policy)))
                })?
            }
            Question::ComparedRows(query) => self
                .with_both(&query.run_ids, |suite, runs, data| {
                    Response::Compared(compared_page(suite, runs, &query, data))
                })?,
            Question::Rows(query) => {
                let run_id = query.run_id.clone();
                self.with_run(&run_id, |suite, run, data| {
                    rows::rows_page(suite, run, &query, data).map(Response::Rows)
                })?
            }
            Question::RowKeys(query) => {
                let run_id = query.run_id.clone();
                self.with_run(&run_id, |suite, run, data| {
                    rows::row_keys(suite, run, &query, data).map(Response::RowKeys)
                })?
            }
            Question::ScoringLines { of, name } => {
                Response::ScoringLines(self.scoring_lines(&of, &name)?)
            }
            Question::Row {
                run_id,
                task_id,
                row_idx,
            } => self.with_run(&run_id, |suite, run, data| {
                let detail = detail::row_detail(suite, run, &task_id, row_idx, data)?;
                let detail = detail.ok_or_else(|| Failure::NoRow {
                    task_id: task_id.clone(),
                    row_idx,
                })?;
                Ok(Response::Row(Box::new(detail)))
            })?,
        })
    }

    /// A file's name and its text.
    pub fn export(&mut self, what: &Export) -> Result<(String, String), Failure> {
        match what {
            Export::Record { run_id, policy } => self.with_run(run_id, |suite, run, data| {
                let name = export::file_stem(&run.record.head.title);
                let json = export::record_json(suite, run, *policy, data)?;
                Ok((format!("{name}.sukat.json"), json))
            }),
            Export::Csv { run_id, policy } => self.with_run(run_id, |suite, run, data| {
                let name = export::file_stem(&run.record.head.title);
                let csv = export::rows_csv(suite, run, *policy, data)?;
                Ok((format!("{name}.csv"), csv))
            }),
            Export::Sheet {
                run_id,
                policy,
                format,
            } => self.with_run(run_id, |suite, run, data| {
                let name = export::file_stem(&run.record.head.title);
                let text = export::sheet(suite, run, *policy, *format, data)?;
                Ok((format!("{name}.{}", format.suffix()), text))
            }),
            Export::Prompts {
                task_ids,
                kind,
                recipe,
            } => {
                let mut jsonl = String::new();
                for task_id in task_ids {
                    let (task, data) = self.rows_of(*kind, task_id)?;
                    prompts::push_jsonl(&mut jsonl, task, data, *recipe)?;
                }
                let tasks = match task_ids.as_slice() {
                    [task_id] => task_id.as_str(),
                    _ => "batayan",
                };
                let profile = recipe.profile.id();
                Ok((format!("{tasks}-{profile}-prompts.jsonl"), jsonl))
            }
            Export::Batch { run_id, kind } => self.batch_file(run_id, *kind),
            Export::Scoring(of) => self.scoring_file(of),
            Export::UploadReport => {
                let upload = self.upload.as_ref().ok_or(Failure::NothingRecognised)?;
                let lines = upload::report_lines(upload);
                Ok(("report.txt".to_owned(), lines))
            }
        }
    }

    fn messages(
        &self,
        kind: DataKind,
        recipe: Recipe,
        rows: &[(String, usize)],
    ) -> Result<Vec<PreparedRow>, Failure> {
        let prepared = rows.iter().map(|(task_id, row_idx)| {
            let (task, data) = self.rows_of(kind, task_id)?;
            prompts::prepared_row(task, data, recipe, *row_idx)
        });
        prepared.collect()
    }
}
