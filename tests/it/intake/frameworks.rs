//! Files of evaluation frameworks and batch services.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use sukat::intake::AS_FOUND;
use sukat::intake::report::ComplaintKind;
use sukat::intake::unpack::{InFile, LIMITS, UnpackError, needs_openers, unpack};

use super::kinds::{all, batches, frameworks, inspect_sample, reply};
use super::seahelm::{Zip, zip, zip_zstd};
use super::{file, read_with, show};

#[track_caller]
fn check(n_rows: usize, files: &[InFile], want: &Expect) {
    want.assert_eq(&show(&read_with(n_rows, files, &AS_FOUND)));
}

fn lines(rows: &[Value]) -> String {
    let lines: Vec<String> = rows.iter().map(|row| format!("{row}\n")).collect();
    lines.concat()
}

#[test]
fn every_kind_of_file_gives_the_same_replies_and_no_complaint() {
    for sample in all(4) {
        let intake = read_with(4, &[file(sample.name, &sample.text)], &AS_FOUND);
        let shape = intake.shape.map(sukat::intake::sniff::Shape::id);
        let shown = show(&intake);
        assert_eq!(shape, Some(sample.shape), "{shown}");
        assert_eq!(intake.tasks.len(), 1, "{shown}");
        let found: Vec<String> = intake.tasks[0]
            .predictions
            .iter()
            .map(|found| found.as_ref().expect("a reply").text.clone())
            .collect();
        assert_eq!(found, (1..=4).map(reply).collect::<Vec<_>>(), "{shown}");
        assert_eq!(intake.tasks.len(), 1, "{shown}");
        assert_eq!(intake.tasks[0].is_by_order, !sample.has_ids, "{shown}");
        assert_eq!(intake.report.files[0].n_complaints, 0, "{shown}");
        let lines: Vec<usize> = intake.tasks[0]
            .predictions
            .iter()
            .flatten()
            .map(|found| found.place.line)
            .collect();
        assert_eq!(lines, sample.lines, "{shown}");
    }
}

#[test]
fn what_frameworks_know_of_a_row_comes_along() {
    let of = |shape: &str, nth: usize| {
        let samples = [frameworks(2), batches(2)].concat();
        let mut sample = samples.into_iter().filter(|sample| sample.shape == shape);
        let sample = sample.nth(nth).expect("a sample");
        let intake = read_with(2, &[file("x.json", sample.text)], &AS_FOUND);
        assert_eq!(intake.tasks.len(), 1, "{}", show(&intake));
        let found = intake.tasks[0].predictions[0].clone().expect("a reply");
        let known = [found.model, found.finish_reason, found.reasoning];
        let known = known.map(Option::unwrap_or_default);
        format!("{} by {:?}", known.join("|"), intake.report.tasks[0].source)
    };
    assert_eq!(of("inspect-log", 0), "tagabigay/modelo|stop| by Row");
    assert_eq!(of("every-eval-rows", 0), "org/modelo|| by Row");
    assert_eq!(of("openai-batch", 0), "modelo|stop| by Row");
    assert_eq!(of("anthropic-batch", 0), "modelo|end_turn|isip by Row");
    assert_eq!(of("gemini-batch", 0), "modelo|STOP|isip by Row");
    assert_eq!(of("lighteval-details", 1), "|| by Row");
}

#[test]
fn a_framework_says_in_the_files_name_which_task_it_is() {
    for name in [
        "samples_sentiment_2025-01-31T12-30-00.123456.jsonl",
        "modelo/samples_batayan_sentiment_2025-01-31T12-30-00.123456.jsonl",
        "details_custom|sentiment|0_2025-01-31T12-30-00.123456.jsonl",
    ] {
        let text = &frameworks(4)[2].text;
        let intake = read_with(4, &[file(name, text)], &AS_FOUND);
        let source = intake.report.tasks[0].source;
        assert_eq!(
            source,
            sukat::intake::report::TaskSource::FileName,
            "{name}"
        );
    }
}

#[test]
fn likelihoods_of_choices_are_named_and_never_scored() {
    let sample = |doc_id: usize, resps: Value| {
        json!({"doc_id": doc_id, "doc": {"id": doc_id + 1}, "target": "0",
            "arguments": {"gen_args_0": {"arg_0": "Ano?", "arg_1": " Positibo"}},
            "resps": resps, "filtered_resps": [["-1.5", "True"], ["-2.5", "False"]], "acc": 1.0})
    };
    for resps in [
        json!([[["-1.5", "True"]], [["-2.5", "False"]]]),
        json!([[[-1.5, true]], [[-2.5, false]]]),
        json!([[-1.5, true], [-2.5, false]]),
        json!([[["-1.5", "True"]]]),
        json!([[-310.25]]),
    ] {
        let text = lines(&[sample(0, resps.clone()), sample(1, resps)]);
        check(
            2,
            &[file("samples_sentiment.jsonl", text)],
            &expect![[r#"
                samples_sentiment.jsonl: lm-eval-samples, 2/2 rows, likelihoods of choices without replies
                  line 1: likelihoods, no reply []
                  line 2: likelihoods, no reply []
            "#]],
        );
    }
    let old = json!({"full_prompt": "Ano?", "predictions": [[-1.5, true], [-2.5, false]],
        "gold_index": [0], "choices": ["A", "B"], "specifics": {"id": 1}});
    let new = json!({"doc": {"query": "Ano?", "choices": ["A", "B"], "gold_index": 0, "id": "0"},
        "model_response": {"text": [], "logprobs": [-1.5, -2.5], "argmax_logits_eq_gold": [true, false]},
        "metric": {"acc": 1.0}});
    for row in [old, new] {
        let intake = read_with(2, &[file("SA.jsonl", lines(&[row]))], &AS_FOUND);
        let fault = intake.report.files[0].fault.as_ref();
        let fault = fault.map(ToString::to_string);
        assert_eq!(
            fault.as_deref(),
            Some("likelihoods of choices without replies")
        );
        assert!(intake.tasks.is_empty());
    }
}

#[test]
fn scores_of_frameworks_are_scores_only() {
    let documents = [
        (
            "lm-eval-results",
            json!({"results": {"sentiment": {"acc,none": 0.5}},
            "versions": {"sentiment": 1}, "n-shot": {"sentiment": 0}, "config": {"model": "hf"}}),
        ),
        (
            "lighteval-results",
            json!({"config_general": {"model_name": "m"},
            "results": {"custom|sentiment|0": {"em": 0.5}}, "versions": {}}),
        ),
        (
            "every-eval-scores",
            json!({"schema_version": "0.2.1", "evaluation_id": "e",
            "model_info": {"name": "m"}, "evaluation_results": [{"evaluation_name": "sentiment"}]}),
        ),
        (
            "inspect-log",
            json!({"version": 2, "status": "success",
            "eval": {"task": "sentiment", "model": "m"}, "results": {"scores": []}}),
        ),
        (
            "inspect-log",
            json!([{"id": 1, "epoch": 1, "input": "Ano?", "target": "A",
            "scores": {"match": {"value": "C"}}}]),
        ),
    ];
    for (shape, document) in documents {
        let intake = read_with(2, &[file("SA.json", document.to_string())], &AS_FOUND);
        let found = &intake.report.files[0];
        assert_eq!(
            found.shape.map(sukat::intake::sniff::Shape::id),
            Some(shape)
        );
        let fault = found.fault.as_ref().map(ToString::to_string);
        assert_eq!(fault.as_deref(), Some("scores without replies"), "{shape}");
    }
}

#[test]
fn the_filters_of_a_sample_and_several_replies_are_not_mixed() {
    let sample = |doc_id: usize, filter: &str, resps: Value| {
        json!({"doc_id": doc_id, "doc": {"id": doc_id + 1}, "target": "Positibo", "arguments": [],
            "resps": resps, "filtered_resps": ["x"], "filter": filter})
    };
    let text = lines(&[
        sample(0, "strict", json!([["Sagot: Positibo"]])),
        sample(1, "strict", json!([["Sagot: Neutral", "Sagot: Positibo"]])),
        sample(0, "flexible", json!([["Sagot: Positibo"]])),
        sample(
            1,
            "flexible",
            json!([["Sagot: Neutral", "Sagot: Positibo"]]),
        ),
    ]);
    check(
        2,
        &[file("samples_sentiment.jsonl", text)],
        &expect![[r#"
            samples_sentiment.jsonl: lm-eval-samples, 2/2 rows
              line 2: resps[0][1] is String, not text []
            SA by FileName, ById: 1/2, 1 wrong type
              gold of 2 on line 2: Positibo for Negatibo
            SA = "Sagot: Positibo" -
        "#]],
    );
}

#[test]
fn samples_without_their_numbers_go_by_ids_or_by_an_order_that_nothing_speaks_against() {
    let labels = ["Positibo", "Negatibo", "Neutral"];
    let sample = |at: usize, id: Option<usize>, filter: &str| {
        let mut doc = json!({"text": format!("Teksto {at}")});
        if let Some(id) = id {
            doc["id"] = json!(id);
        }
        json!({"doc": doc, "target": labels[at % 3], "arguments": [], "filter": filter,
            "resps": [[labels[at % 3]]], "filtered_resps": ["x"]})
    };
    let read = |rows: Vec<Value>| read_with(4, &[file("SA.jsonl", lines(&rows))], &AS_FOUND);
    let with_ids = read(
        [3, 0, 1, 2]
            .map(|at| sample(at, Some(at + 1), "none"))
            .to_vec(),
    );
    assert!(with_ids.report.is_clean(), "{}", show(&with_ids));
    // Two filters of the same replies are one sample each.
    let rows = |order: [usize; 4], filter| order.map(|at| sample(at, None, filter)).to_vec();
    let whole = [0, 1, 2, 3];
    let by_order = read([rows(whole, "strict"), rows(whole, "flexible")].concat());
    let task = &by_order.tasks[0];
    assert!(task.is_by_order, "{}", show(&by_order));
    assert_eq!(task.predictions, {
        let mut of_ids = with_ids.tasks[0].predictions.clone();
        for (at, found) in of_ids.iter_mut().flatten().enumerate() {
            found.place.line = at + 1;
        }
        of_ids
    });
    let refusal = |rows: Vec<Value>| {
        let intake = read(rows);
        assert!(intake.tasks.is_empty(), "{}", show(&intake));
        intake.report.tasks[0]
            .refusal
            .clone()
            .map(|why| why.to_string())
    };
    // Other replies are other rows, though some sample had them.
    let mut other = rows(whole, "flexible");
    let replies: Vec<Value> = [1, 0, 2, 3].map(|at| other[at]["resps"].clone()).to_vec();
    for (row, replies) in other.iter_mut().zip(replies) {
        row["resps"] = replies;
    }
    let want = "6 rows without ids, but the task has 4";
    let both = [rows(whole, "strict"), other].concat();
    assert_eq!(refusal(both).as_deref(), Some(want));
    let few = rows(whole, "none")[1..].to_vec();
    let want = "3 rows without ids, but the task has 4";
    assert_eq!(refusal(few).as_deref(), Some(want));
    // The right answers are the task's, but not where they belong.
    let want = "rows without ids, in another order than the task's";
    assert_eq!(refusal(rows([1, 0, 2, 3], "none")).as_deref(), Some(want));
}

#[test]
fn rows_that_only_have_a_number_must_stand_in_its_order() {
    let sample = |doc_id: usize| {
        json!({"doc_id": doc_id, "doc": {"text": "Masaya"}, "target": "Positibo", "arguments": [],
            "resps": [["Positibo"]], "filtered_resps": ["x"]})
    };
    for order in [[1, 0, 2], [0, 2, 3], [0, 0, 1], [1, 2, 3]] {
        let text = lines(&order.map(sample));
        let intake = read_with(3, &[file("SA.jsonl", text)], &AS_FOUND);
        let fault = intake.report.files[0]
            .fault
            .as_ref()
            .map(ToString::to_string);
        assert_eq!(
            fault.as_deref(),
            Some("rows without ids, out of order or with gaps"),
            "{order:?}"
        );
    }
}

pub fn inspect_archive(ids: &[usize], zip: Zip) -> Vec<u8> {
    let header = json!({"version": 2, "status": "success",
        "eval": {"task": "batayan/sentiment", "model": "tagabigay/modelo"},
        "results": {"total_samples": 2}});
    let header = serde_json::to_vec_pretty(&header).expect("JSON");
    let samples: Vec<(String, Vec<u8>)> = ids
        .iter()
        .map(|id| {
            let sample = inspect_sample(*id, &reply(*id));
            let text = serde_json::to_vec_pretty(&sample).expect("JSON");
            (format!("samples/{id}_epoch_1.json"), text)
        })
        .collect();
    let mut entries: Vec<(&str, &[u8])> = vec![
        ("_journal/start.json", b"{}"),
        ("_journal/summaries/1.json", b"[]"),
    ];
    entries.extend(
        samples
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_slice())),
    );
    entries.extend([
        ("summaries.json", b"[]".as_slice()),
        ("header.json", &header),
    ]);
    zip(&entries)
}

#[test]
fn an_archive_of_inspect_is_one_log() {
    check(
        3,
        &[file(
            "2025_sentiment.eval",
            inspect_archive(&[2, 1, 3], zip),
        )],
        &expect![[r#"
            2025_sentiment.eval: inspect-log, 3/3 rows
            SA by Row, ById: 3/3
              gold of 2 on line 2: Positibo for Negatibo
              gold of 3 on line 4: Positibo for Neutral
            SA = "Positibo 1" "Positibo 2" "Positibo 3"
        "#]],
    );
    // A sample that was run twice is two rows of one id.
    check(
        2,
        &[file("log.eval", inspect_archive(&[1, 1], zip))],
        &expect![[r#"
            log.eval: inspect-log, 2/2 rows
            SA by Row, ById: 1/2
              missing 2
              duplicate 1, same: 2: Positibo 1 | 3: Positibo 1
            SA = "Positibo 1" -
        "#]],
    );
    let broken = zip(&[
        (
            "header.json",
            b"{\"eval\": {\"task\": \"sentiment\"}, \"status\": \"error\"}",
        ),
        (
            "samples/1_epoch_1.json",
            inspect_sample(1, "Positibo").to_string().as_bytes(),
        ),
        ("samples/2_epoch_1.json", b"{\"id\": 2, \"epo"),
    ]);
    check(
        2,
        &[file("log.eval", broken)],
        &expect![[r#"
            log.eval: inspect-log, 1/2 rows
              line 3: not JSON at column 17 [{"damaged file" "log.eval/samples/2_epoch_1.json"}]
            SA by Row, ById: 1/2
              missing 2
            SA = "Positibo" -
        "#]],
    );
}

/// What newer versions write: every member packed with Zstandard.
#[test]
fn members_packed_with_zstandard_read_as_others_do() {
    let archive = |zip| [file("log.eval", inspect_archive(&[2, 1, 3], zip))];
    let want = read_with(3, &archive(zip), &AS_FOUND);
    let found = read_with(3, &archive(zip_zstd), &AS_FOUND);
    assert_eq!(show(&found), show(&want));
    assert_eq!(found.tasks, want.tasks);
    assert!(needs_openers(&archive(zip_zstd)) && !needs_openers(&archive(zip)));
    // Where nothing opens it, it is named, and only once.
    let unopened = unpack(&archive(zip_zstd), &LIMITS, None)
        .into_iter()
        .map(|file| (file.name, file.bytes.err()))
        .collect::<Vec<_>>();
    let method = UnpackError::UnknownMethod { method: 93 };
    assert_eq!(unopened, [(String::from("log.eval"), Some(method))]);
}

#[test]
fn failed_and_refused_requests_are_replies_that_are_not_there() {
    let rows = [
        json!({"custom_id": "1", "response": {"status_code": 500, "body": {"error": {"message": "sira"}}}, "error": null}),
        json!({"custom_id": "2", "response": null, "error": {"code": "batch_expired", "message": "lumipas"}}),
        json!({"custom_id": "3", "response": {"status_code": 200, "body": {"choices": [{"message":
            {"role": "assistant", "content": null, "refusal": "hindi"}, "finish_reason": "stop"}]}}, "error": null}),
        json!({"custom_id": "4", "response": {"status_code": 200, "body": {"choices": []}}, "error": null}),
        json!({"custom_id": "5", "response": {"status_code": 200, "body": {"choices": [
            {"message": {"content": "a"}}, {"message": {"content": "b"}}]}}, "error": null}),
        json!({"custom_id": "6", "response": {"status_code": 200, "body": {"choices": [
            {"message": {"content": {"x": 1}}}]}}, "error": null}),
    ];
    let intake = read_with(6, &[file("SA.jsonl", lines(&rows))], &AS_FOUND);
    expect![[r#"
        SA.jsonl: openai-batch, 6/6 rows
          line 1: no reply, HTTP 500 [sira]
          line 2: no reply [lumipas]
          line 4: no prediction []
          line 5: response.body.choices[1] is Object, not text []
          line 6: response.body.choices[0].message.content is Object, not text [{"x":1}]
        SA by FileName, ById: 4/6, 2 null, 2 failed, 2 wrong type
        SA = null null null null - -
    "#]]
    .assert_eq(&show(&intake));
    let errors: Vec<Option<&str>> = intake.tasks[0]
        .predictions
        .iter()
        .map(|found| found.as_ref()?.error.as_deref())
        .collect();
    assert_eq!(
        errors,
        [Some("sira"), Some("lumipas"), None, None, None, None]
    );
    let anthropic = [
        json!({"custom_id": "1", "result": {"type": "errored", "error": {"type": "error",
            "error": {"type": "overloaded_error", "message": "puno"}}}}),
        json!({"custom_id": "2", "result": {"type": "expired"}}),
    ];
    check(
        2,
        &[file("SA.jsonl", lines(&anthropic))],
        &expect![[r#"
            SA.jsonl: anthropic-batch, 2/2 rows
              line 1: no reply [puno]
              line 2: no reply [expired]
            SA by FileName, ById: 2/2, 2 failed
            SA = null null
        "#]],
    );
    let gemini = [
        json!({"key": "1", "error": {"code": 8, "message": "puno"}}),
        json!({"key": "2", "response": {"promptFeedback": {"blockReason": "SAFETY"}}}),
    ];
    check(
        2,
        &[file("SA.jsonl", lines(&gemini))],
        &expect![[r#"
            SA.jsonl: gemini-batch, 2/2 rows
              line 1: no reply [puno]
            SA by FileName, ById: 2/2, 1 null, 1 failed
            SA = null null
        "#]],
    );
}

#[test]
fn a_batch_says_why_there_is_no_reply() {
    let openai = |status: u16, body: Value| json!({"custom_id": "1", "response": {"status_code": status, "body": body}, "error": null});
    let anthropic = |result: Value| json!({"custom_id": "1", "result": result});
    let overloaded =
        json!({"type": "error", "error": {"type": "overloaded_error", "message": "puno"}});
    let cases = [
        (
            openai(429, json!({"error": {"message": "dahan-dahan"}})),
            Some(429),
            "dahan-dahan",
        ),
        (openai(503, json!({})), Some(503), "HTTP 503"),
        (openai(500, json!(null)), Some(500), "HTTP 500"),
        (
            anthropic(json!({"type": "errored", "error": overloaded})),
            None,
            "puno",
        ),
        (anthropic(json!({"type": "expired"})), None, "expired"),
        (
            json!({"key": "1", "response": {}, "error": {"code": 400, "message": "mali"}}),
            Some(400),
            "mali",
        ),
    ];
    for (row, status, message) in cases {
        let intake = read_with(
            1,
            &[file("SA.jsonl", lines(std::slice::from_ref(&row)))],
            &AS_FOUND,
        );
        let found = intake.tasks[0].predictions[0].as_ref().expect("a row");
        assert_eq!(
            (found.failure(), found.status),
            (Some(message), status),
            "{row}"
        );
        let task = &intake.report.tasks[0];
        assert_eq!(
            (task.n_failed, task.n_null, task.n_matched),
            (1, 0, 1),
            "{row}"
        );
        let told = &intake.report.files[0].complaints;
        let kinds: Vec<_> = told
            .iter()
            .map(|told| (&told.kind, &*told.excerpt))
            .collect();
        assert_eq!(
            kinds,
            [(&ComplaintKind::Failed { status }, message)],
            "{row}"
        );
    }
    // A reply is a reply, whatever stands beside it.
    let row = openai(
        200,
        json!({"choices": [{"message": {"content": "Positibo"}}], "error": {"message": "x"}}),
    );
    let intake = read_with(1, &[file("SA.jsonl", lines(&[row]))], &AS_FOUND);
    let found = intake.tasks[0].predictions[0].as_ref().expect("a row");
    assert_eq!(
        (found.failure(), intake.report.tasks[0].n_failed),
        (None, 0)
    );
}

#[test]
fn only_seahelm_says_which_version_made_a_file() {
    let profile = |shape: &str| {
        let samples = frameworks(4);
        let sample = samples
            .iter()
            .find(|sample| sample.shape == shape)
            .expect("a kind");
        let mut rows: Vec<Value> = sample
            .text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        for row in &mut rows {
            if row.get("target").is_some() {
                row["target"] = json!("negative");
            }
        }
        read_with(4, &[file("SA.jsonl", lines(&rows))], &AS_FOUND).profile
    };
    assert_eq!(profile("lm-eval-samples"), None);
    assert_eq!(profile("seahelm-v1"), Some(sukat::suite::Profile::V1));
    assert_eq!(profile("seahelm-head"), Some(sukat::suite::Profile::Head));
}

#[test]
fn a_batch_of_a_run_of_ours_is_that_runs() {
    let row = |custom_id: &str| {
        json!({"custom_id": custom_id, "response": {"status_code": 200, "body": {"choices": [
            {"message": {"content": "Sagot: Positibo"}}]}}, "error": null})
    };
    let own = lines(&[row("run-17_SA_0"), row("run-17_SA_1")]);
    check(
        2,
        &[file("batch_out.jsonl", own)],
        &expect![[r#"
        batch_out.jsonl: openai-batch, 2/2 rows, replies to the batch of run-17
    "#]],
    );
    let plain = "{\"custom_id\":\"run-17_SA_0\",\"text\":\"a\"}\n{\"custom_id\":\"run-17_SA_1\",\"text\":\"b\"}\n";
    check(
        2,
        &[file("out.jsonl", plain)],
        &expect![[r#"
        out.jsonl: jsonl, 2/2 rows, replies to the batch of run-17
    "#]],
    );
    // Ids that only look a little like it are ids like any others.
    let others = lines(&[
        row("x_SA_1"),
        row("SA-2"),
        row("nli:1c"),
        row("SA-999"),
        row("SA-02"),
    ]);
    check(
        2,
        &[file("SA.jsonl", others)],
        &expect![[r#"
        SA.jsonl: openai-batch, 5/5 rows
          line 1: no task []
          line 4: no task []
          line 5: no task []
        SA by Row, ById: 1/2
          missing 1
        NLI by Row, ById: 1/2
          missing 2c
        SA = - "Sagot: Positibo"
        NLI = "Sagot: Positibo" -
    "#]],
    );
}

#[test]
fn lines_of_text_are_answers_by_order_if_they_are_as_many() {
    check(
        3,
        &[file("SA.txt", "Positibo\n\nOo, Negatibo\n")],
        &expect![[r#"
            SA.txt: plain-lines, 3/3 rows
            SA by FileName, ByOrder: 3/3, 1 null
            SA = "Positibo" null "Oo, Negatibo"
        "#]],
    );
    check(
        3,
        &[file("SA.txt", "Positibo\nNegatibo\n")],
        &expect![[r#"
            SA.txt: plain-lines, 2/2 rows
            SA by FileName, ByOrder: 0/3
              refused: 2 lines, but the task has 3 rows
        "#]],
    );
    // Half of a JSON file is no list of answers.
    check(
        2,
        &[file(
            "SA.txt",
            "\"1\": \"Positibo\",\n\"2\": \"Negatibo\"}\n",
        )],
        &expect![[r#"
            SA.txt: ?, 0/0 rows, no column of predictions among 1: "Positibo", 
        "#]],
    );
    check(
        2,
        &[file("SA.csv", "name,age\nJuan,5\n")],
        &expect![[r#"
            SA.csv: ?, 0/0 rows, no column of predictions among name, age
        "#]],
    );
}

#[test]
fn spreadsheets_name_their_delimiter_and_entries_need_a_prediction() {
    check(
        2,
        &[file(
            "SA.csv",
            "\"sep=;\"\r\nid;prediction\r\n1;a\r\n2;b\r\n",
        )],
        &expect![[r#"
            SA.csv: csv, 2/2 rows
            SA by FileName, ById: 2/2
            SA = "a" "b"
        "#]],
    );
    check(
        2,
        &[file(
            "SA.json",
            "{\"1\": {\"sagot\": \"a\"}, \"2\": {\"sagot\": \"b\"}}",
        )],
        &expect![[r#"
            SA.json: json-by-id, 0/0 rows, no column of predictions among sagot
        "#]],
    );
    check(
        2,
        &[file(
            "SA.json",
            "{\"predictions\": {\"1\": \"a\"}, \"predictions\": {\"1\": \"b\", \"2\": \"c\"}}",
        )],
        &expect![[r#"
            SA.json: json-by-id, 2/2 rows
              line 1: predictions came twice []
            SA by FileName, ById: 2/2
            SA = "b" "c"
        "#]],
    );
}

#[test]
fn rows_of_frameworks_are_known_in_lists_and_alone_as_well() {
    for sample in [frameworks(3), batches(3)].concat() {
        if sample.lines[0] > 1 {
            continue;
        }
        let rows: Vec<&str> = sample.text.lines().collect();
        let list = format!("[{}]", rows.join(",\n"));
        let intake = read_with(3, &[file("SA.json", list)], &AS_FOUND);
        let found: Vec<_> = intake.tasks[0].predictions.iter().flatten().collect();
        let texts: Vec<String> = found.iter().map(|found| found.text.clone()).collect();
        assert_eq!(
            texts,
            (1..=3).map(reply).collect::<Vec<_>>(),
            "{}",
            show(&intake)
        );
        let pretty: Value = serde_json::from_str(rows[0]).expect("JSON");
        let intake = read_with(1, &[file("SA.json", format!("{pretty:#}\n"))], &AS_FOUND);
        assert_eq!(intake.report.files[0].n_complaints, 0, "{}", show(&intake));
        let found = intake.tasks[0].predictions[0].as_ref();
        assert_eq!(found.map(|found| found.text.clone()), Some(reply(1)));
    }
}

#[test]
fn conversations_and_batches_without_keys_are_read() {
    let turns = |id: &str, last: Value| {
        json!({"schema_version": "0.2.1", "evaluation_id": "e", "model_id": "m",
            "evaluation_name": "batayan_sentiment", "sample_id": id, "interaction_type": "multi_turn",
            "input": {"raw": "Ano?", "reference": ["x"], "choices": ["x", "y"]}, "output": null,
            "messages": [{"turn_idx": 0, "role": "user", "content": "Ano?"},
                {"turn_idx": 1, "role": "assistant", "content": "Negatibo"},
                {"turn_idx": 2, "role": "assistant", "content": last}],
            "answer_attribution": [], "evaluation": {"score": 1.0, "is_correct": true}})
    };
    let rows = [turns("1", json!("Positibo")), turns("2", json!(null))];
    check(
        2,
        &[file("x.jsonl", lines(&rows))],
        &expect![[r#"
        x.jsonl: every-eval-rows, 2/2 rows
        SA by Row, ById: 2/2, 1 null
        SA = "Positibo" null
    "#]],
    );
    let vertex = |text: &str| {
        json!({"status": "", "processed_time": "2025-01-31T12:00:00Z", "request": {"contents": []},
            "response": {"candidates": [{"content": {"parts": [{"text": text}], "role": "model"},
                "finishReason": "MAX_TOKENS"}]}})
    };
    check(
        2,
        &[file(
            "SA.jsonl",
            lines(&[vertex("Positibo"), vertex("Neutral")]),
        )],
        &expect![[r#"
            SA.jsonl: gemini-batch, 2/2 rows
            SA by FileName, ByOrder: 2/2
            SA = "Positibo" "Neutral"
        "#]],
    );
}
