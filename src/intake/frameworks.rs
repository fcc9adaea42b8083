//! Files of evaluation frameworks and batch services, told by the names and kinds of their fields.
//!
//! Never by a file's name. The layouts are those that the frameworks and services document.

use super::sniff::Shape;
use super::value::JsonKind;

/// The shape of rows, from all names among the first of them; `kind_of` gives the kind of a field
/// where one of them has it and it is not null.
pub(super) fn row_shape(
    names: &[&str],
    kind_of: &dyn Fn(&str) -> Option<JsonKind>,
) -> Option<Shape> {
    let has = |name: &str| names.contains(&name);
    let has_object = |name: &str| has(name) && kind_of(name) == Some(JsonKind::Object);
    let any = |names: &[&str]| names.iter().any(|name| has(name));
    let beside_resps = ["doc_id", "doc", "arguments", "target", "filter"];
    if any(&["resps", "filtered_resps"]) && any(&beside_resps) {
        return Some(Shape::LmEvalSamples);
    }
    let has_new_doc = has_object("model_response") || has_object("__model_response__");
    let old_signs = [
        "full_prompt",
        "gold_index",
        "pred_logits",
        "cont_tokens",
        "num_asked_few_shots",
    ];
    if (has_new_doc && any(&["doc", "__doc__"])) || (has("predictions") && any(&old_signs)) {
        return Some(Shape::LightevalDetails);
    }
    if any(&["evaluation_id", "evaluation_name"])
        && has("sample_id")
        && any(&["output", "messages", "interaction_type"])
    {
        return Some(Shape::EveryEvalRows);
    }
    if has("evaluation_results") && any(&["evaluation_id", "model_info"]) {
        return Some(Shape::EveryEvalScores);
    }
    if has("epoch") && has("input") && (has_object("output") || any(&["scores", "messages"])) {
        return Some(Shape::InspectLog);
    }
    if has("custom_id") && has_object("result") {
        return Some(Shape::AnthropicBatch);
    }
    if has("custom_id") && (has_object("response") || has_object("error")) {
        return Some(Shape::OpenAiBatch);
    }
    let has_key = any(&["key", "request"]) || has_object("metadata");
    if has_key && (has_object("response") || (has("response") && has_object("error"))) {
        return Some(Shape::GeminiBatch);
    }
    None
}

/// The shape of a whole document that holds scores, or a log; `None` when it is something else.
pub(super) fn document_shape(kind_of: &dyn Fn(&str) -> Option<JsonKind>) -> Option<Shape> {
    let has = |name: &str| kind_of(name).is_some();
    let has_object = |name: &str| kind_of(name) == Some(JsonKind::Object);
    let lm_eval = [
        "versions",
        "configs",
        "n-shot",
        "higher_is_better",
        "group_subtasks",
        "lm_eval_version",
    ];
    if has_object("tl") {
        Some(Shape::SeahelmResults)
    } else if has("results") && has_object("config_general") {
        Some(Shape::LightevalResults)
    } else if has_object("results") && lm_eval.iter().any(|name| has(name)) {
        Some(Shape::LmEvalResults)
    } else if has("evaluation_results") && (has("evaluation_id") || has("model_info")) {
        Some(Shape::EveryEvalScores)
    } else if has_object("eval") && ["samples", "status", "plan"].iter().any(|name| has(name)) {
        Some(Shape::InspectLog)
    } else {
        None
    }
}
