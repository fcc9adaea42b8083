//! Valid files of every kind that is read, all with the same replies to rows of one task: made here
//! from what each format documents.

use std::fmt::Write;

use serde_json::{Value, json};

/// A valid file.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Short name of its shape.
    pub shape: &'static str,
    /// Name to drop it under.
    pub name: &'static str,
    /// Its content.
    pub text: String,
    /// The line of each row, from 1.
    pub lines: Vec<usize>,
    /// Whether its rows have ids.
    pub has_ids: bool,
}

/// What row `id` says, from 1.
pub fn reply(id: usize) -> String {
    // No sign in it that is structure anywhere, so that damage to structure is not damage to text.
    format!("Positibo {id}")
}

/// A file of a row a line.
fn by_line(shape: &'static str, n_rows: usize, row: impl Fn(usize) -> Value) -> Sample {
    let mut text = String::new();
    for id in 1..=n_rows {
        let _ = writeln!(text, "{}", row(id));
    }
    Sample {
        shape,
        name: "SA.jsonl",
        text,
        lines: (1..=n_rows).collect(),
        has_ids: true,
    }
}

/// A document of a row a line, between `before` and `after`.
fn document(
    shape: &'static str,
    n_rows: usize,
    (before, after): (&str, &str),
    row: impl Fn(usize) -> String,
) -> Sample {
    let rows: Vec<String> = (1..=n_rows).map(row).collect();
    Sample {
        shape,
        name: "SA.json",
        text: format!("{before}\n{}\n{after}\n", rows.join(",\n")),
        lines: (2..=n_rows + 1).collect(),
        has_ids: true,
    }
}

fn table(
    shape: &'static str,
    n_rows: usize,
    header: &str,
    row: impl Fn(usize) -> String,
) -> Sample {
    let mut text = header.to_owned();
    for id in 1..=n_rows {
        let _ = writeln!(text, "{}", row(id));
    }
    let n_above = header.lines().count();
    Sample {
        shape,
        name: "SA.csv",
        text,
        lines: (n_above + 1..=n_above + n_rows).collect(),
        has_ids: true,
    }
}

/// A sample as Inspect logs it.
pub fn inspect_sample(id: usize, reply: &str) -> Value {
    json!({
        "id": id, "epoch": 1, "input": "Ano ang damdamin?", "target": "Positibo",
        "messages": [{"role": "user", "content": "Ano ang damdamin?"}],
        "output": {
            "model": "modelo", "completion": reply,
            "choices": [{
                "message": {"role": "assistant", "content": reply, "source": "generate"},
                "stop_reason": "stop",
            }],
            "usage": {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12},
        },
        "scores": {"match": {"value": "C", "answer": "Positibo"}},
        "store": {}, "events": [],
    })
}

/// Plain shapes: rows with columns, and rows without anything.
pub fn plain(n_rows: usize) -> Vec<Sample> {
    let by_order = |sample: Sample| Sample {
        has_ids: false,
        ..sample
    };
    let braces = ("{", "}");
    vec![
        by_line(
            "jsonl",
            n_rows,
            |id| json!({"id": id.to_string(), "response": reply(id), "model": "m"}),
        ),
        by_order(by_line(
            "jsonl",
            n_rows,
            |id| json!({"response": reply(id)}),
        )),
        document("json-array", n_rows, ("[", "]"), |id| {
            json!({"id": id, "response": [reply(id)]}).to_string()
        }),
        document("json-by-id", n_rows, braces, |id| {
            format!("\"{id}\": {}", json!(reply(id)))
        }),
        document("json-by-id", n_rows, braces, |id| {
            format!("\"{id}\": {}", json!({"prediction": reply(id), "n": 3}))
        }),
        document("json-by-task", n_rows, ("{\"SA\": {", "}}"), |id| {
            format!("\"{id}\": {}", json!(reply(id)))
        }),
        document(
            "json-array",
            n_rows,
            ("{\"model\": \"m\", \"predictions\": [", "]}"),
            |id| json!({"id": id, "output": reply(id)}).to_string(),
        ),
        table("csv", n_rows, "id,prediction,model\n", |id| {
            format!("{id},\"{}\",m", reply(id))
        }),
        table("csv", n_rows, "sep=;\nid;prediction;model\n", |id| {
            format!("{id};\"{}\";m", reply(id))
        }),
        table("tsv", n_rows, "id\tprediction\tmodel\n", |id| {
            format!("{id}\t{}\tm", reply(id))
        }),
        by_order(table("plain-lines", n_rows, "", reply)),
    ]
}

/// Files of SEA-HELM and of other frameworks.
pub fn frameworks(n_rows: usize) -> Vec<Sample> {
    let lm_eval = |id: usize, doc: Value| {
        json!({
            "doc_id": id - 1, "doc": doc, "target": "Positibo",
            "arguments": {"gen_args_0": {"arg_0": "Ano?", "arg_1": {"until": ["\n"]}}},
            "resps": [[reply(id)]], "filtered_resps": ["Positibo"], "filter": "none",
            "metrics": ["exact_match"], "doc_hash": "a", "prompt_hash": "b", "target_hash": "c",
            "exact_match": 1.0,
        })
    };
    let eval = json!({"version": 2, "status": "success", "eval": {
        "task": "batayan/sentiment", "model": "tagabigay/modelo"}});
    let inspect = eval.to_string();
    let inspect = inspect.trim_end_matches('}').to_owned() + ", \"samples\": [";
    vec![
        by_line("seahelm-v1", n_rows, |id| {
            json!({"id": id.to_string(), "label": "positive", "metadata": {},
                "responses": [reply(id)], "errors": [null], "cleaned_response": "positive"})
        }),
        by_line("seahelm-head", n_rows, |id| {
            json!({"id": id.to_string(), "label": "Positibo", "metadata": {},
                "responses": [reply(id)], "finish_reasons": ["stop"], "errors": [null],
                "cleaned_responses": ["positibo"]})
        }),
        by_line("lm-eval-samples", n_rows, |id| {
            lm_eval(id, json!({"id": id.to_string(), "text": "Masaya ako."}))
        }),
        Sample {
            has_ids: false,
            ..by_line("lm-eval-samples", n_rows, |id| {
                lm_eval(id, json!({"text": "Masaya ako."}))
            })
        },
        by_line("lighteval-details", n_rows, |id| {
            json!({"full_prompt": "Ano?", "example": "Ano?", "predictions": [reply(id)],
                "gold": ["Positibo"], "gold_index": [0], "specifics": {"id": id}, "truncated": 0})
        }),
        by_line("lighteval-details", n_rows, |id| {
            json!({
                "doc": {"query": "Ano?", "choices": ["Positibo"], "gold_index": 0,
                    "id": (id - 1).to_string(), "task_name": "custom|sentiment|0",
                    "specific": {"id": id}},
                "model_response": {"text": [reply(id)], "logprobs": [], "input": "Ano?",
                    "reasonings": [null]},
                "metric": {"em": 1.0},
            })
        }),
        document("inspect-log", n_rows, (&inspect, "]}"), |id| {
            inspect_sample(id, &reply(id)).to_string()
        }),
        by_line("every-eval-rows", n_rows, |id| {
            json!({"schema_version": "instance_level_eval_0.2.1", "evaluation_id": "e",
                "model_id": "org/modelo", "evaluation_name": "sentiment",
                "sample_id": id.to_string(), "interaction_type": "single_turn",
                "input": {"raw": "Ano?", "reference": ["Positibo"]},
                "output": {"raw": [reply(id)]}, "messages": null, "answer_attribution": [],
                "evaluation": {"score": 1.0, "is_correct": true}, "error": null})
        }),
    ]
}

/// What batch services give back.
pub fn batches(n_rows: usize) -> Vec<Sample> {
    let openai = |id: usize, body: Value| {
        json!({"id": format!("batch_req_{id}"), "custom_id": format!("SA-{id}"),
            "response": {"status_code": 200, "request_id": "r", "body": body}, "error": null})
    };
    vec![
        by_line("openai-batch", n_rows, |id| {
            openai(
                id,
                json!({"object": "chat.completion", "model": "modelo", "choices": [
                {"index": 0, "message": {"role": "assistant", "content": reply(id)},
                "finish_reason": "stop"}]}),
            )
        }),
        by_line("openai-batch", n_rows, |id| {
            openai(
                id,
                json!({"object": "text_completion", "model": "modelo", "choices": [
                {"index": 0, "text": reply(id), "finish_reason": "stop"}]}),
            )
        }),
        by_line("openai-batch", n_rows, |id| {
            openai(
                id,
                json!({"object": "response", "model": "modelo", "output": [
                {"type": "reasoning", "summary": []},
                {"type": "message", "role": "assistant", "content": [
                    {"type": "output_text", "text": reply(id), "annotations": []}]}]}),
            )
        }),
        by_line("anthropic-batch", n_rows, |id| {
            json!({"custom_id": format!("sentiment/{id}"), "result": {"type": "succeeded",
                "message": {"type": "message", "role": "assistant", "model": "modelo",
                    "content": [{"type": "thinking", "thinking": "isip", "signature": "s"},
                        {"type": "text", "text": reply(id)}],
                    "stop_reason": "end_turn"}}})
        }),
        by_line("gemini-batch", n_rows, |id| {
            json!({"key": format!("SA:{id}"), "response": {"modelVersion": "modelo", "candidates": [
                {"index": 0, "content": {"role": "model", "parts": [
                    {"text": "isip", "thought": true}, {"text": reply(id)}]},
                "finishReason": "STOP"}]}})
        }),
    ]
}

/// All of them.
pub fn all(n_rows: usize) -> Vec<Sample> {
    [plain(n_rows), frameworks(n_rows), batches(n_rows)].concat()
}
