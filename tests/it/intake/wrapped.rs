//! Answers inside a larger JSON document: by id, by task, or wrapped.

use sukat::intake::sniff::{Columns, Shape};
use sukat::intake::{AS_FOUND, Intake, ReadOptions};

use super::{file, read_with, show};

fn read(text: &str, options: &ReadOptions) -> Intake {
    read_with(2, &[file("SA.json", text)], options)
}

/// The shape, and the replies to the two rows of SA.
fn found(intake: &Intake) -> (Option<&'static str>, Vec<String>) {
    let task = intake.tasks.iter().find(|task| task.task_id == "SA");
    let rows = task.map_or(&[][..], |task| &task.predictions);
    let text = |row: &Option<sukat::intake::Prediction>| {
        let text = row.as_ref().map(|row| row.text.clone());
        text.unwrap_or_else(|| "-".into())
    };
    let shape = intake.report.files[0].shape.map(Shape::id);
    (shape, rows.iter().map(text).collect())
}

#[test]
fn answers_are_found_in_any_usual_wrapping() {
    let cases = [
        ("json-by-id", r#"{"1": "Positibo", "2": "Neutral"}"#),
        (
            "json-by-id",
            r#"{"1": {"prediction": "Positibo"}, "2": {"prediction": "Neutral"}}"#,
        ),
        (
            "json-by-task",
            r#"{"SA": {"1": "Positibo", "2": "Neutral"}}"#,
        ),
        (
            "json-by-task",
            r#"{"SA": [{"id": 1, "prediction": "Positibo"}, {"id": 2, "prediction": "Neutral"}]}"#,
        ),
        (
            "json-by-task",
            r#"{"model": "m", "n": 2, "sentiment": ["Positibo", "Neutral"]}"#,
        ),
        (
            "json-array",
            r#"{"model": "m", "predictions": [{"id": 1, "prediction": "Positibo"}, {"id": 2, "prediction": "Neutral"}]}"#,
        ),
        (
            "json-array",
            r#"{"predictions": ["Positibo", "Neutral"], "model": "m"}"#,
        ),
        (
            "json-by-id",
            r#"{"model": "m", "answers": {"1": "Positibo", "2": "Neutral"}}"#,
        ),
        // No usual name, but nothing else in it could be the rows.
        (
            "json-array",
            r#"{"model": "m", "tags": ["a"], "mga_sagot": [{"id": 1, "prediction": "Positibo"}, {"id": 2, "prediction": "Neutral"}]}"#,
        ),
    ];
    for (shape, text) in cases {
        let intake = read(text, &AS_FOUND);
        let want = (Some(shape), vec!["Positibo".into(), "Neutral".into()]);
        assert_eq!(found(&intake), want, "{text}: {}", show(&intake));
        let model = text.contains("\"m\"").then_some("m");
        assert_eq!(intake.model.as_deref(), model, "{text}");
    }
}

#[test]
fn columns_of_wrapped_rows_are_shown_and_can_be_chosen() {
    let row = |id: usize, said: &str| {
        format!(r#"{{"bilang": {id}, "sabi": "{said}", "tama": "Neutral"}}"#)
    };
    let (one, two) = (row(2, "Neutral"), row(1, "Positibo"));
    let documents = [
        format!(r#"{{"model": "m", "predictions": [{one}, {two}]}}"#),
        format!(r#"{{"mga_sagot": [{one}, {two}]}}"#),
        format!(r#"{{"SA": [{one}, {two}]}}"#),
        format!(r#"{{"SA": {{"x": {one}, "y": {two}}}}}"#),
        format!(r#"{{"x": {one}, "y": {two}}}"#),
        format!("[{one}, {two}]"),
        format!("{one}\n{two}\n"),
    ];
    let columns = Columns {
        id: Some("bilang".into()),
        prediction: Some("sabi".into()),
        ..Columns::default()
    };
    let options = ReadOptions {
        columns: [(0, columns)].into(),
        ..AS_FOUND
    };
    for text in documents {
        let intake = read(&text, &AS_FOUND);
        let report = &intake.report.files[0];
        let fault = report.fault.as_ref().map(ToString::to_string);
        let want = "no column of predictions among bilang, sabi, tama";
        assert_eq!(fault.as_deref(), Some(want), "{text}");
        assert_eq!(report.n_complaints, 0, "{text}: {}", show(&intake));
        let preview = report.preview.as_ref().expect("rows to choose by");
        assert_eq!(preview.names, ["bilang", "sabi", "tama"], "{text}");
        assert_eq!(preview.rows[0], ["2", "Neutral", "Neutral"], "{text}");
        let chosen = read(&text, &options);
        assert_eq!(
            found(&chosen).1,
            ["Positibo", "Neutral"],
            "{text}: {}",
            show(&chosen)
        );
    }
}

#[test]
fn keys_are_ids_unless_a_field_is_chosen_for_them() {
    let text = r#"{"2": {"sabi": "Neutral"}, "1": {"sabi": "Positibo"}}"#;
    let columns = Columns {
        prediction: Some("sabi".into()),
        ..Columns::default()
    };
    let options = ReadOptions {
        columns: [(0, columns)].into(),
        ..AS_FOUND
    };
    assert_eq!(found(&read(text, &options)).1, ["Positibo", "Neutral"]);
}

#[test]
fn one_list_without_a_column_of_predictions_does_not_hide_the_others() {
    let text = r#"{"SA": [{"id": 1, "prediction": "Positibo"}, {"id": 2, "prediction": "Neutral"}],
        "NLI": [{"id": "1c", "sabi": "A"}]}"#;
    let intake = read(text, &AS_FOUND);
    assert_eq!(found(&intake).1, ["Positibo", "Neutral"]);
    assert_eq!(intake.report.files[0].n_complaints, 1, "{}", show(&intake));
}
