//! Files for papers and boards, read back: every number is the page's.

use std::collections::BTreeMap;

use serde_json::Value;
use sukat::desk::Desk;
use sukat::desk::protocol::Export;
use sukat::desk::view::{FileSource, ResultView};
use sukat::provider::{EmptyWhy, Outcome};
use sukat::record::external::{
    ExternalColumn, ExternalValue, METRICX, Maker, Program, text_digest,
};
use sukat::record::signature::difference::{FieldDifference, differences};
use sukat::record::{Origin, Record, Sampling};
use sukat::report::eval_results::DATASET;
use sukat::report::sheet::SheetFormat::{self, EvalResults, EveryEval, Latex, Markdown, Methods};
use sukat::score::OutcomePolicy::{self, Parity, Strict};
use sukat::suite::load::batayan;
use sukat::suite::{DataKind, MetricId};
use sukat::words::{Language, number};

use super::{head, made_up, reply, result};

/// A name that is a trap in every format.
const MODEL: &str = "[org]/mo_del|100% & {x} \\input{y} `#1` <b> \"z\" $5^2~\nikalawa: - [a]";

const N_ROWS: usize = 12;

/// All tasks made up, a run on all rows but some of NLI, one of CR without a text; AS not in it.
fn desk() -> Desk {
    let mut suite = batayan();
    let ids: Vec<String> = suite.tasks.iter().map(|task| task.id.clone()).collect();
    let files: Vec<_> = ids
        .iter()
        .map(|id| (id.clone(), made_up(&mut suite, id, N_ROWS)))
        .collect();
    let mut desk = Desk::new(suite);
    for (id, [test, examples]) in files {
        for (is_test, bytes) in [(true, test), (false, examples)] {
            let added = desk.add_file(&id, is_test, FileSource::Picked, bytes);
            added.expect("they are made to fit");
        }
    }
    let picks: Vec<(&str, usize)> = ids
        .iter()
        .filter(|id| *id != "AS")
        .map(|id| (id.as_str(), if id == "NLI" { 5 } else { N_ROWS }))
        .collect();
    let mut rows = Vec::new();
    for (id, n_rows) in &picks {
        let task = desk.suite().task(id).expect("it has it");
        for row_idx in 0..*n_rows {
            let text = match task.labels.len() {
                0 => format!("Salin: Sanggunian {row_idx}"),
                n => format!("Sagot: {}", task.labels[row_idx / 2 % n].answer),
            };
            let mut row = reply(id, row_idx, &text);
            if (*id, row_idx) == ("CR", 3) {
                row.text.clear();
                row.outcome = Outcome::Empty(EmptyWhy::Unknown);
            }
            rows.push(row);
        }
    }
    let mut head = head(&desk, "run-1", &picks);
    head.title = "Pamagat".into();
    head.origin = Origin::Asked {
        endpoint_kind: "openai-chat".into(),
        base_url: "http://localhost:1234/v1".into(),
        model: MODEL.into(),
    };
    let sampling = Sampling {
        max_tokens: Some(16),
        max_tokens_name: Some("max_completion_tokens".into()),
        temperature: Some(0.25),
        ..Sampling::default()
    };
    head.settings.sampling = picks
        .iter()
        .map(|(id, _)| ((*id).to_owned(), sampling.clone()))
        .collect();
    desk.open_run(Record { head, rows });
    desk
}

#[track_caller]
fn export(desk: &mut Desk, run_id: &str, policy: OutcomePolicy, format: SheetFormat) -> String {
    let what = Export::Sheet {
        run_id: run_id.into(),
        policy,
        format,
    };
    let (name, text) = desk.export(&what).expect("the run is open");
    assert!(name.ends_with(&format!(".{}", format.suffix())), "{name}");
    text
}

/// The page's number of a task by the name of its metric, as it is printed.
fn printed(result: &ResultView, task_id: &str, name: &str) -> Option<String> {
    let task = result.tasks.iter().find(|task| task.task_id == task_id)?;
    let mut metrics = task.metrics.iter();
    let value = metrics.find(|value| Language::English.metric(value.metric) == name)?;
    value.value.ok().map(number::score)
}

fn whole(result: &ResultView) -> BTreeMap<String, String> {
    let averages = result.averages.iter();
    averages
        .filter_map(|average| Some((average.id.clone(), number::score(average.value?))))
        .collect()
}

fn cells(line: &str) -> Vec<String> {
    let hidden = line.replace("\\\\", "\u{1}").replace("\\|", "\u{2}");
    let cells = hidden.trim().trim_matches('|').split('|');
    cells.map(|cell| cell.trim().to_owned()).collect()
}

#[test]
fn the_markdown_table_holds_the_numbers_of_the_page() {
    let mut desk = desk();
    for policy in [Parity, Strict] {
        let page = result(&mut desk, "run-1", policy);
        let text = export(&mut desk, "run-1", policy, Markdown);
        let rows: Vec<Vec<String>> = text
            .lines()
            .filter(|line| line.starts_with('|'))
            .map(cells)
            .collect();
        assert!(rows.iter().all(|row| row.len() == 5), "{text}");
        let mut n_averages = 0;
        let mut n_dashes = 0;
        for row in &rows[2..] {
            let [task, metric, score, interval, scored] = row.as_slice() else {
                unreachable!("it has five cells")
            };
            if let Some(name) = task.strip_prefix("**") {
                n_averages += 1;
                let id = match name {
                    "NLU** (paper)" => "paper-nlu",
                    "NLR** (paper)" => "paper-nlr",
                    "NLU** (SEA-HELM)" => "seahelm-nlu",
                    "Safety** (SEA-HELM)" => "seahelm-safety",
                    other => panic!("{other}"),
                };
                assert_eq!(whole(&page).get(id), Some(score));
                continue;
            }
            let want = printed(&page, task, metric);
            if want.is_none() {
                n_dashes += 1;
                assert!(text.contains(&format!("{task} {metric}: ")));
            }
            assert_eq!(want.as_deref().unwrap_or("—"), score, "{task} {metric}");
            let mut tasks = page.tasks.iter();
            let found = tasks.find(|found| found.task_id == *task).expect("it is");
            let counts = &found.counts;
            let want = format!("{}/{}", counts.n_scored(policy), counts.n_rows);
            let has_number = score != "—";
            assert_eq!(*scored, if has_number { want } else { String::new() });
            if !interval.is_empty() {
                let (low, high) = found.interval.expect("it has one");
                assert_eq!(*interval, format!("{low:.1}–{high:.1}"));
            }
        }
        assert_eq!(n_averages, whole(&page).len());
        assert_eq!(n_dashes, 2, "MetricX-24 of both translations");
        assert!(rows.iter().any(|row| !row[3].is_empty()), "an interval");
        assert!(text.contains(&format!("(policy {})", policy.id())));
        assert_eq!(differences(&text, &page.signature), Ok(Vec::new()));
    }
}

/// What TeX reads, split into the lines of the table, and what stands after it.
fn table(text: &str) -> (Vec<String>, String) {
    let read = text.lines().filter(|line| !line.starts_with('%'));
    let read: Vec<&str> = read.collect();
    check_tex(&read.join("\n"));
    let end = read.iter().position(|line| *line == "\\end{tabular}");
    let end = end.expect("the table ends");
    let rows = read[..end].iter().filter(|line| line.ends_with("\\\\"));
    let rows = rows.map(|line| line.trim_end_matches("\\\\").trim_end().to_owned());
    (rows.collect(), read[end + 1..].join("\n"))
}

/// Braces in pairs, and nothing special that is not meant so.
#[track_caller]
fn check_tex(text: &str) {
    let mut depth = 0;
    let mut chars = text.chars().peekable();
    let mut is_math = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = chars.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                let known = [
                    "begin",
                    "end",
                    "toprule",
                    "midrule",
                    "bottomrule",
                    "cmidrule",
                    "multicolumn",
                    "footnotesize",
                    "par",
                    "dagger",
                    "textasciitilde",
                    "textasciicircum",
                    "textbackslash",
                    "textless",
                    "textgreater",
                    "textbar",
                ];
                if name.is_empty() {
                    let escaped = chars.next().expect("something is escaped");
                    assert!("&%$#_{}\\".contains(escaped), "\\{escaped}");
                } else {
                    assert!(known.contains(&name.as_str()), "\\{name}");
                }
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            '$' => is_math = !is_math,
            '^' => assert!(is_math, "{text}"),
            '%' | '#' | '_' | '~' => panic!("{c} in {text}"),
            _ => {}
        }
        assert!(depth >= 0, "{text}");
    }
    assert!(depth == 0 && !is_math, "{text}");
}

/// Cells of a row, those over several columns as often.
fn tex_cells(row: &str) -> Vec<String> {
    let hidden = row.replace("\\&", "\u{1}");
    let mut cells = Vec::new();
    for cell in hidden.split('&') {
        let cell = cell.trim();
        let wide = cell.strip_prefix("\\multicolumn{");
        let n = wide.and_then(|rest| rest.split('}').next());
        let n = n.map_or(1, |n| n.parse().expect("a number"));
        cells.extend(std::iter::repeat_n(cell.to_owned(), n));
    }
    cells
}

#[test]
fn the_latex_table_is_the_paper_s_row_with_the_numbers_of_the_page() {
    let mut desk = desk();
    for policy in [Parity, Strict] {
        let page = result(&mut desk, "run-1", policy);
        let text = export(&mut desk, "run-1", policy, Latex);
        let (rows, notes) = table(&text);
        let rows: Vec<Vec<String>> = rows.iter().map(|row| tex_cells(row)).collect();
        let [groups, tasks, metrics, numbers] = rows.as_slice() else {
            panic!("{rows:?}")
        };
        // PI QA SA TD, CR NLI, AS three times, each translation twice; an average each.
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [17; 4]);
        assert_eq!(
            tasks[1..].join(" "),
            "PI QA SA TD Avg. CR NLI Avg. AS AS AS MT-en-tl MT-en-tl MT-tl-en MT-tl-en Avg."
        );
        for ((task, metric), number) in tasks.iter().zip(metrics).zip(numbers).skip(1) {
            let bare = number.trim_end_matches("$^{\\dagger}$");
            if task == "Avg." {
                continue;
            }
            match printed(&page, task, metric) {
                Some(value) => assert_eq!(value, bare, "{task} {metric}"),
                None => assert_eq!(bare, "--", "{task} {metric}"),
            }
            let is_part = task == "NLI" || (task == "CR" && policy == Strict);
            assert_eq!(bare != number, is_part, "{task}");
        }
        // After a rule or the end of a row, a bracket would be an option of it.
        assert!(numbers[0].starts_with("{[org]/mo"), "{}", numbers[0]);
        let nlu = whole(&page)
            .remove("paper-nlu")
            .expect("all of it is there");
        assert_eq!(
            (groups[5].as_str(), &numbers[5]),
            ("\\multicolumn{5}{c}{NLU}", &nlu)
        );
        // Parts are missing: no number may stand under the name.
        assert_eq!((numbers[8].as_str(), numbers[16].as_str()), ("--", "--"));
        let policy_text = format!("(policy {})", policy.id());
        assert!(
            notes.contains(&policy_text) && notes.contains("NLI 5/12"),
            "{notes}"
        );
        assert!(
            text.contains("% paper-nlg: no average, 2 of 7 parts"),
            "{text}"
        );
        assert!(text.contains("% AS ROUGE-L: not in this run"), "{text}");
        let signed = text.lines().find(|line| line.starts_with("% Signature: "));
        assert_eq!(
            differences(signed.expect("it is signed"), &page.signature),
            Ok(Vec::new())
        );
    }
}

fn text_of<'a>(value: &'a Value, pointer: &str) -> &'a str {
    let found = value.pointer(pointer).and_then(Value::as_str);
    found.unwrap_or_else(|| panic!("no text at {pointer} in {value}"))
}

#[test]
fn every_eval_ever_has_what_it_requires_and_every_number_of_the_page() {
    let mut desk = desk();
    for policy in [Parity, Strict] {
        let page = result(&mut desk, "run-1", policy);
        let text = export(&mut desk, "run-1", policy, EveryEval);
        let log: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(log["schema_version"], "0.3.0");
        for pointer in [
            "/evaluation_id",
            "/source_metadata/source_organization_name",
            "/eval_library/name",
            "/eval_library/version",
            "/model_info/additional_details/deployment_type",
            "/model_info/additional_details/model_availability",
        ] {
            assert!(!text_of(&log, pointer).is_empty(), "{pointer}");
        }
        assert_eq!(text_of(&log, "/retrieved_timestamp"), "1750000000");
        assert_eq!(
            text_of(&log, "/source_metadata/source_type"),
            "evaluation_run"
        );
        assert_eq!(
            text_of(&log, "/source_metadata/evaluator_relationship"),
            "other"
        );
        assert_eq!(text_of(&log, "/model_info/name"), MODEL);
        assert_eq!(text_of(&log, "/model_info/id"), MODEL);
        assert_eq!(
            text_of(&log, "/eval_library/additional_details/policy"),
            policy.id()
        );
        let signature = text_of(&log, "/eval_library/additional_details/signature");
        assert_eq!(signature, page.signature);
        // No other member is allowed at the top.
        assert_eq!(log.as_object().map(serde_json::Map::len), Some(8));

        let results = log["evaluation_results"].as_array().expect("a list");
        let mut scores = BTreeMap::new();
        for one in results {
            let config = &one["metric_config"];
            assert_eq!(config["lower_is_better"], false);
            assert_eq!(config["score_type"], "continuous");
            let score = one.pointer("/score_details/score").and_then(Value::as_f64);
            let score = score.expect("a number");
            let ends = [config["min_score"].as_f64(), config["max_score"].as_f64()];
            assert_eq!(ends, [Some(0.0), Some(100.0)]);
            assert!((0.0..=100.0).contains(&score), "{one}");
            assert_eq!(text_of(one, "/source_data/source_type"), "url");
            assert_eq!(text_of(one, "/source_data/dataset_name"), "batayan");
            assert!(one["source_data"]["url"][0].is_string());
            assert!(text_of(one, "/evaluation_name").starts_with("batayan."));
            let details = one["score_details"]["details"].as_object().expect("some");
            assert!(details.values().all(Value::is_string), "{one}");
            scores.insert(text_of(one, "/evaluation_result_id").to_owned(), score);
        }
        let mut want = BTreeMap::new();
        for task in &page.tasks {
            for value in &task.metrics {
                if let Ok(score) = value.value {
                    want.insert(format!("{}.{}", task.task_id, value.metric.id()), score);
                }
            }
        }
        for average in &page.averages {
            want.extend(average.value.map(|value| (average.id.clone(), value)));
        }
        assert_eq!(scores, want);
        let sa = results
            .iter()
            .find(|one| one["evaluation_result_id"] == "SA.macro_f1");
        let sa = sa.expect("it is there");
        let mut tasks = page.tasks.iter();
        let (low, high) = tasks
            .find(|task| task.task_id == "SA")
            .and_then(|task| task.interval)
            .expect("it has an interval");
        let ends = &sa["score_details"]["uncertainty"]["confidence_interval"];
        assert_eq!(
            (ends["lower"].as_f64(), ends["upper"].as_f64()),
            (Some(low), Some(high))
        );
        let sent = &sa["generation_config"]["generation_args"];
        assert_eq!(
            *sent,
            serde_json::json!({"temperature": 0.25, "max_tokens": 16})
        );
    }
}

/// Entries of the file: what stands behind each name, texts without their quotes.
fn entries(yaml: &str) -> Vec<BTreeMap<String, String>> {
    let mut entries: Vec<BTreeMap<String, String>> = Vec::new();
    for line in yaml.lines().filter(|line| !line.starts_with('#')) {
        if line == "- dataset:" {
            entries.push(BTreeMap::new());
            continue;
        }
        let (name, value) = line.trim_start().split_once(": ").expect("name and value");
        let value = if value.starts_with('"') {
            serde_json::from_str(value).expect("a text as JSON has it")
        } else {
            value.to_owned()
        };
        let entry = entries.last_mut().expect("an entry has begun");
        assert!(entry.insert(name.to_owned(), value).is_none(), "{line}");
    }
    entries
}

#[test]
fn the_hub_is_given_official_numbers_only() {
    let mut desk = desk();
    for (policy, has_cr) in [(Parity, true), (Strict, false)] {
        let page = result(&mut desk, "run-1", policy);
        let text = export(&mut desk, "run-1", policy, EvalResults);
        let entries = entries(&text);
        let mut said = Vec::new();
        for entry in &entries {
            assert_eq!(entry["id"], DATASET);
            assert_eq!(entry["date"], "2025-06-15");
            assert!(entry["notes"].contains(&format!("(policy {})", policy.id())));
            let id = &entry["task_id"];
            let want = match id.split_once('.') {
                Some((task, metric)) => {
                    let mut ids = MetricId::ALL.into_iter();
                    let metric = ids.find(|id| id.id() == metric).expect("it is one");
                    printed(&page, task, Language::English.metric(metric))
                }
                None => whole(&page).remove(id),
            };
            assert_eq!(Some(&entry["value"]), want.as_ref(), "{id}");
            said.push(id.as_str());
        }
        let cr = if has_cr { "CR.macro_f1 " } else { "" };
        assert_eq!(
            said.join(" "),
            format!(
                "PI.macro_f1 QA.macro_f1 SA.macro_f1 TD.macro_f1 paper-nlu {cr}MT-en-tl.chrf_pp \
                 MT-tl-en.chrf_pp"
            )
        );
    }
    let sample = export(&mut desk, "sample", Parity, EvalResults);
    assert_eq!(sample.lines().last(), Some("[]"));
}

#[test]
fn the_methods_say_what_the_record_knows() {
    let mut desk = desk();
    let text = export(&mut desk, "run-1", Strict, Methods);
    assert_eq!(text.lines().count(), 1, "a paragraph: {text}");
    for part in [
        "was evaluated on Batayan (arXiv 2502.14911) with the prompts, reading rule and metrics of \
         profile v1 (SEA-HELM v1.0.0, commit ec25490ec35c95d5db3363a9b403d63ded0ae778).",
        "at commit 360c7cc26166487b818bf617b4342c5674e67207",
        "PI (12/12), QA (12/12), SA (12/12), TD (12/12), CR (11/12), NLI (5/12)",
        "an endpoint of kind openai-chat, zero-shot, with Filipino instructions.",
        "Decoding parameters sent: max_completion_tokens 16, temperature 0.25; all others were the \
         server's defaults.",
        "Rows without a usable reply are left out (policy strict).",
        "Metrics of the paper: Macro F1, chrF++.",
        "1000 resamples (PCG64, seed 12345)",
        "The replies name the model modelo-1.",
        "Run with sukat test, scored with sukat 0.",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let page = result(&mut desk, "run-1", Strict);
    assert!(text.ends_with(&format!("Signature: {}\n", page.signature)));
    assert!(!text.contains("another version"), "{text}");

    // Rows of another revision are not called those of the commit.
    let mut record = desk.record("run-1").expect("it is open").clone();
    record.head.id = "other".into();
    record.head.data_sha256.insert("SA".into(), "00".repeat(32));
    record.head.suite_sha256 = "00".repeat(32);
    desk.open_run(record);
    let text = export(&mut desk, "other", Strict, Methods);
    assert!(text.contains("another revision"), "{text}");
    assert!(!text.contains("360c7cc"), "{text}");
    assert!(
        text.contains("another version of Batayan's definitions"),
        "{text}"
    );
    let log = export(&mut desk, "other", Strict, EveryEval);
    let log: Value = serde_json::from_str(&log).expect("it is JSON");
    let results = log["evaluation_results"].as_array().expect("a list");
    for (id, want) in [("SA.macro_f1", "other"), ("TD.macro_f1", "url")] {
        let mut results = results.iter();
        let one = results.find(|one| one["evaluation_result_id"] == id);
        let one = one.expect("it has a number");
        assert_eq!(text_of(one, "/source_data/source_type"), want);
    }
}

#[test]
fn scores_of_another_program_are_written_with_its_name() {
    let mut desk = desk();
    let mut record = desk.record("run-1").expect("it is open").clone();
    record.head.id = "scored".into();
    let value = |row_idx: usize| ExternalValue {
        score: row_idx as f64 / 2.0,
        text_digest: text_digest(&format!("Sanggunian {row_idx}")),
    };
    record.head.external = vec![ExternalColumn {
        name: METRICX.into(),
        task_id: "MT-en-tl".into(),
        maker: Maker {
            program: Program::Official,
            model: "google/metricx".into(),
            precision: "bfloat16".into(),
        },
        sources: Vec::new(),
        values: (0..N_ROWS).map(|idx| (idx, value(idx))).collect(),
    }];
    desk.open_run(record);
    let page = result(&mut desk, "scored", Strict);
    let score = printed(&page, "MT-en-tl", "MetricX-24").expect("every row has one");
    let mut tasks = page.tasks.iter();
    let task = tasks.find(|task| task.task_id == "MT-en-tl");
    let (low, high) = task.and_then(|task| task.metricx_interval).expect("it too");
    let markdown = export(&mut desk, "scored", Strict, Markdown);
    let row = format!("| MT-en-tl | MetricX-24 | {score} | {low:.1}–{high:.1} | 12/12 |");
    assert!(markdown.contains(&row), "{row}\n{markdown}");
    let latex = export(&mut desk, "scored", Strict, Latex);
    assert!(latex.contains(&format!(" & {score} & ")), "{latex}");
    let methods = export(&mut desk, "scored", Strict, Methods);
    let by = "MetricX-24 was computed by metricx24.predict with google/metricx (bfloat16).";
    assert!(methods.contains(by), "{methods}");
}

#[test]
fn of_files_neither_prompts_nor_decoding_are_claimed() {
    let mut desk = desk();
    let mut record = desk.record("run-1").expect("it is open").clone();
    record.head.id = "file".into();
    record.head.origin = Origin::Uploaded {
        files: vec!["lihim.jsonl".into()],
        shape: "json-lines".into(),
        model: None,
    };
    for row in &mut record.rows {
        row.model = None;
    }
    desk.open_run(record);
    let signature = result(&mut desk, "file", Parity).signature;
    for format in SheetFormat::ALL {
        let text = export(&mut desk, "file", Parity, format);
        // The signature names all that the record holds.
        let text = text.replace(&signature, "");
        for claim in [
            "zero-shot",
            "temperature",
            "max_completion_tokens",
            "prompts, reading",
        ] {
            assert!(!text.contains(claim), "{format:?} {claim}: {text}");
        }
    }
    let text = export(&mut desk, "file", Parity, Methods);
    assert!(text.contains("and the decoding they were made with are not known."));
    assert!(text.contains("A model that is not named was evaluated"));
    assert!(
        text.contains("Scored with sukat") && !text.contains("Run "),
        "{text}"
    );
    let log = export(&mut desk, "file", Parity, EveryEval);
    let log: Value = serde_json::from_str(&log).expect("it is JSON");
    assert_eq!(text_of(&log, "/model_info/id"), "unknown");
}

#[test]
fn answers_that_could_not_be_read_are_counted_in_what_is_pasted() {
    let mut desk = desk();
    let page = result(&mut desk, "run-1", Parity);
    let unread = page.tasks.iter().filter(|task| task.counts.n_null > 0);
    let unread: Vec<String> = unread
        .map(|task| format!("{} ({})", task.task_id, task.counts.n_null))
        .collect();
    assert!(!unread.is_empty(), "the run has such rows");
    let want = format!("empty ones included: {}.", unread.join(", "));
    for format in [Markdown, Latex, SheetFormat::Methods] {
        let text = export(&mut desk, "run-1", Parity, format);
        assert!(text.contains(&want), "{format:?}: {want} in {text}");
    }
}

#[test]
fn sample_rows_are_called_so_in_every_format() {
    let mut desk = desk();
    let page = result(&mut desk, "sample", Strict);
    assert_eq!(page.card.data_kind, DataKind::Sample);
    for format in SheetFormat::ALL {
        let text = export(&mut desk, "sample", Strict, format);
        assert!(text.to_lowercase().contains("sample"), "{format:?} {text}");
        assert!(text.contains("policy strict") || text.contains("\"policy\": \"strict\""));
    }
    let (rows, notes) = table(&export(&mut desk, "sample", Strict, Latex));
    assert!(notes.contains("Not the official rows"), "{notes}");
    let numbers = tex_cells(&rows[3]);
    let is_marked = |cell: &String| cell == "--" || cell.ends_with("$^{\\dagger}$");
    assert!(numbers[1..].iter().all(is_marked), "{numbers:?}");
}

#[test]
fn two_policies_of_a_run_differ_in_their_signatures_by_it_and_by_the_rows_that_enter() {
    let mut desk = desk();
    let strict = result(&mut desk, "run-1", Strict).signature;
    let parity = result(&mut desk, "run-1", Parity).signature;
    let tasks = |cr: &str| Some(format!("PI,QA,SA,TD,{cr},NLI[5/12],MT-en-tl,MT-tl-en"));
    let want = [
        FieldDifference {
            field: "tasks".into(),
            one: tasks("CR[11/12/12]"),
            other: tasks("CR"),
        },
        FieldDifference {
            field: "policy".into(),
            one: Some("strict".into()),
            other: Some("parity".into()),
        },
    ];
    assert_eq!(differences(&strict, &parity), Ok(want.to_vec()));
    assert_eq!(differences(&strict, &strict), Ok(Vec::new()));
}
