//! What the page is told about dropped files.

use std::collections::BTreeMap;

use sukat::desk::Desk;
use sukat::desk::protocol::{Question, Response};
use sukat::desk::upload::Keep;
use sukat::desk::view::{Trouble, UploadView};
use sukat::intake::decode::Encoding;
use sukat::intake::report::{FileFault, TaskSource};
use sukat::intake::runs::RunChoice;
use sukat::intake::sniff::Columns;
use sukat::intake::unpack::InFile;
use sukat::intake::{self, AS_FOUND, ReadOptions};
use sukat::provider::Outcome;
use sukat::suite::Profile;

use super::desk_with;

fn read(desk: &mut Desk, name: &str, text: &str) -> UploadView {
    let file = InFile {
        name: name.into(),
        bytes: text.into(),
    };
    let (view, _) = desk.read_upload(&[file]).expect("it is read");
    view
}

fn choose(desk: &mut Desk, tasks: BTreeMap<usize, String>) {
    choose_reading(desk, ReadOptions { tasks, ..AS_FOUND });
}

fn choose_reading(desk: &mut Desk, options: ReadOptions) {
    let options = Box::new(options);
    let response = desk.answer(Question::ChooseReading { options });
    assert!(matches!(response, Response::Done), "{response:?}");
}

#[test]
fn names_that_are_no_tasks_are_counted_by_name_and_not_listed_row_by_row() {
    let mut desk = desk_with("SA", 2);
    let text = "task,id,prediction\nNER,r0,x\nPOS,r0,N\nPOS,r1,V\nSA,r0,Positibo\nSA,,x\n";
    let view = read(&mut desk, "lahat.csv", text);
    let file = &view.files[0];
    let unknown = vec![("POS".to_owned(), 2), ("NER".to_owned(), 1)];
    assert_eq!(file.unknown_tasks, (unknown, 2));
    assert_eq!(file.tasks, [("SA".to_owned(), TaskSource::Row, 2)]);
    // The row without an id stays in the list; nothing is told twice, and nothing left out.
    let listed = (file.complaints.len(), file.n_complaints, file.n_unlisted());
    assert_eq!(listed, (1, 4, 0));
}

#[test]
fn the_task_of_a_file_can_be_chosen_and_the_choice_taken_back() {
    let mut desk = desk_with("SA", 2);
    let text = "task,id,prediction\nPOS,r0,Positibo\nPOS,r1,Negatibo\n";
    let as_found = read(&mut desk, "a.csv", text);
    assert!(!as_found.can_score() && as_found.files[0].can_choose_task);
    choose(&mut desk, [(0, "SA".to_owned())].into());
    let chosen = read(&mut desk, "a.csv", text);
    assert!(chosen.can_score());
    assert_eq!(chosen.runs[0].tasks[0].source, TaskSource::Chosen);
    assert_eq!(chosen.runs[0].tasks[0].n_matched, 2);
    assert_eq!(chosen.files[0].n_complaints, 0);
    choose(&mut desk, BTreeMap::new());
    assert_eq!(read(&mut desk, "a.csv", text), as_found);
}

#[test]
fn a_guessed_task_is_called_a_guess() {
    let mut desk = desk_with("SA", 6);
    let lines: Vec<String> = (0..6).map(|idx| format!("r{idx},Positibo")).collect();
    let view = read(
        &mut desk,
        "mga-sagot.csv",
        &format!("id,prediction\n{}\n", lines.join("\n")),
    );
    assert_eq!(
        view.files[0].tasks,
        [("SA".to_owned(), TaskSource::Content, 6)]
    );
    assert_eq!(view.runs[0].tasks[0].source, TaskSource::Content);
    assert!(view.can_score() && !view.is_clean);
}

fn dropped(name: &str, text: &str) -> InFile {
    InFile {
        name: name.into(),
        bytes: text.into(),
    }
}

/// Title, places of files, and rows with an answer of each run.
fn runs(view: &UploadView) -> Vec<(&str, &[usize], usize)> {
    let runs = view.runs.iter();
    runs.map(|run| (run.title.as_str(), &run.files[..], run.n_answered()))
        .collect()
}

const ROWS: &str = "id,prediction\nr0,Positibo\nr1,Negatibo\n";

#[test]
fn files_of_several_models_are_several_runs() {
    let mut desk = desk_with("SA", 2);
    let with_model = |model: &str, id: &str| format!("{id},Positibo,{model}\n");
    let head = "id,prediction,model\n";
    let files = [
        dropped("una/SA.csv", &format!("{head}{}", with_model("alon", "r0"))),
        dropped(
            "dalawa/SA.csv",
            &format!("{head}{}", with_model("bagyo", "r0")),
        ),
        // Rows of both in one file.
        dropped(
            "SA.csv",
            &format!(
                "{head}{}{}",
                with_model("bagyo", "r1"),
                with_model("alon", "r1")
            ),
        ),
    ];
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(
        runs(&view),
        [("alon", &[0, 2][..], 2), ("bagyo", &[1, 2][..], 2)]
    );
    assert!(!view.is_clean && view.can_score());
    let n_complaints = view.files.iter().map(|file| file.n_complaints);
    assert_eq!(n_complaints.collect::<Vec<_>>(), [0, 0, 1]);
    for (place, run_id) in [(1, "b"), (0, "a")] {
        let keep = Keep {
            title: run_id,
            profile: Profile::V1,
            by_order: false,
            run_id,
            now_millis: 1,
        };
        let record = desk.keep_upload_of(place, &keep).expect("it is scored");
        let models = record.rows.iter().map(|row| row.model.as_deref());
        let want = if place == 0 { "alon" } else { "bagyo" };
        assert_eq!(models.collect::<Vec<_>>(), [Some(want); 2]);
    }
    let past = Keep {
        title: "",
        profile: Profile::V1,
        by_order: false,
        run_id: "c",
        now_millis: 1,
    };
    assert!(desk.keep_upload_of(2, &past).is_err());
}

#[test]
fn a_file_that_could_be_of_several_models_is_named_and_can_be_put_to_one() {
    let mut desk = desk_with("SA", 2);
    let one = |id: &str, model: &str| format!("id,prediction,model\n{id},Positibo,{model}\n");
    let files = [
        dropped("SA-1.csv", &one("r0", "alon")),
        dropped("SA-2.csv", &one("r0", "bagyo")),
        dropped("SA.csv", "id,prediction\nr1,Negatibo\n"),
    ];
    let tasks: BTreeMap<usize, String> = (0..3).map(|place| (place, "SA".to_owned())).collect();
    let mut options = ReadOptions { tasks, ..AS_FOUND };
    choose_reading(&mut desk, options.clone());
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(runs(&view), [("alon", &[0][..], 1), ("bagyo", &[1][..], 1)]);
    let fault = &view.files[2].complaints[0].trouble;
    assert_eq!(*fault, Trouble::File(FileFault::RunUnknown));
    assert!(view.files[2].can_choose_run);

    let bagyo = view.runs[1].name.clone();
    options.runs = [(2, RunChoice::Run(bagyo))].into();
    choose_reading(&mut desk, options.clone());
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(
        runs(&view),
        [("alon", &[0][..], 1), ("bagyo", &[1, 2][..], 2)]
    );

    options.runs = [(2, RunChoice::Own)].into();
    choose_reading(&mut desk, options);
    let (view, _) = desk.read_upload(&files).expect("they are read");
    let titles: Vec<&str> = view.runs.iter().map(|run| run.title.as_str()).collect();
    assert_eq!(titles, ["alon", "bagyo", "SA"]);
}

#[test]
fn the_same_task_in_several_folders_is_of_several_models() {
    let mut desk = desk_with("SA", 2);
    let files = [
        dropped("mga-run/alon/sagot/SA.csv", ROWS),
        dropped("mga-run/bagyo/sagot/SA.csv", ROWS),
    ];
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(runs(&view), [("alon", &[0][..], 2), ("bagyo", &[1][..], 2)]);
    // Side by side nothing tells them apart: one run with each row twice, as ever, until the
    // user says that one of them is another model's.
    let files = [dropped("alon_SA.csv", ROWS), dropped("bagyo_SA.csv", ROWS)];
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(runs(&view), [("alon_SA", &[0, 1][..], 2)]);
    assert_eq!(view.runs[0].tasks[0].duplicate.1, 2);
    let runs_of = [(1, RunChoice::Own)].into();
    choose_reading(
        &mut desk,
        ReadOptions {
            runs: runs_of,
            ..AS_FOUND
        },
    );
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(
        runs(&view),
        [("alon_SA", &[0][..], 2), ("bagyo_SA", &[1][..], 2)]
    );
}

#[test]
fn runs_of_one_model_are_told_apart_by_their_folders() {
    let mut desk = desk_with("SA", 2);
    let row = "{\"id\":\"r0\",\"prediction\":\"Positibo\"}\n";
    let files = [
        dropped("run_0/alon_sentiment_tl.jsonl", row),
        dropped("run_1/alon_sentiment_tl.jsonl", row),
    ];
    let (view, _) = desk.read_upload(&files).expect("they are read");
    assert_eq!(
        runs(&view),
        [("alon run_0", &[0][..], 1), ("alon run_1", &[1][..], 1)]
    );
}

#[test]
fn the_first_rows_of_a_file_are_shown_and_its_columns_are_for_that_file_only() {
    let mut desk = desk_with("SA", 2);
    let text = "bilang,sagot,output\nr0,Positibo,x\nr1,Negatibo,y\n";
    let files = [dropped("a/SA.csv", text), dropped("b/SA.csv", text)];
    let (view, _) = desk.read_upload(&files).expect("they are read");
    let preview = view.files[0].preview.as_ref().expect("a table is shown");
    assert_eq!(preview.first.names, ["bilang", "sagot", "output"]);
    assert_eq!(preview.first.rows[1], ["r1", "Negatibo", "y"]);
    assert_eq!(preview.columns.prediction.as_deref(), Some("output"));
    assert!(view.runs.iter().all(|run| run.needs_order_consent));

    let columns = Columns {
        id: Some("bilang".into()),
        prediction: Some("sagot".into()),
        ..Columns::default()
    };
    let options = ReadOptions {
        columns: [(1, columns.clone())].into(),
        ..AS_FOUND
    };
    choose_reading(&mut desk, options);
    let (view, _) = desk.read_upload(&files).expect("they are read");
    let consent: Vec<bool> = view
        .runs
        .iter()
        .map(|run| run.needs_order_consent)
        .collect();
    assert_eq!(consent, [true, false]);
    let preview = view.files[1].preview.as_ref().expect("a table is shown");
    assert_eq!(preview.columns, columns);

    // Without a column of answers the file is named, and can still be put right.
    let nothing = ReadOptions {
        columns: [(0, Columns::default())].into(),
        ..AS_FOUND
    };
    choose_reading(&mut desk, nothing);
    let json = "{\"bilang\":\"r0\",\"sagot\":\"Positibo\"}\n{\"bilang\":\"r1\",\"sagot\":null}\n";
    for file in [dropped("SA.csv", text), dropped("SA.jsonl", json)] {
        let (view, _) = desk.read_upload(&[file]).expect("it is read");
        assert!(!view.can_score());
        assert!(matches!(
            view.files[0].complaints[0].trouble,
            Trouble::File(FileFault::NoPredictionColumn { .. })
        ));
        assert!(view.files[0].preview.is_some());
    }
    // What is known of the others stays known.
    choose_reading(&mut desk, AS_FOUND);
    let json = "{\"id\":\"r0\",\"tugon\":\"Positibo\"}\n{\"id\":\"r1\",\"tugon\":null}\n";
    for file in [
        dropped("SA.csv", "id,tugon\nr0,Positibo\n"),
        dropped("SA.jsonl", json),
    ] {
        let (view, _) = desk.read_upload(&[file]).expect("it is read");
        let preview = view.files[0].preview.as_ref().expect("it is shown");
        let found = (&preview.columns.id, &preview.columns.prediction);
        assert_eq!(found, (&Some("id".to_owned()), &None));
    }
}

#[test]
fn the_last_of_several_answers_can_be_taken() {
    let mut desk = desk_with("SA", 2);
    let files = [dropped("SA.csv", "id,prediction\nr0,una\nr1,x\nr0,huli\n")];
    for (duplicates, want) in [(intake::Keep::First, "una"), (intake::Keep::Last, "huli")] {
        choose_reading(
            &mut desk,
            ReadOptions {
                duplicates,
                ..AS_FOUND
            },
        );
        desk.read_upload(&files).expect("it is read");
        let record = desk.keep_upload("t", Profile::V1, false, want, 1);
        assert_eq!(record.expect("it is scored").rows[0].text, want);
    }
}

#[test]
fn a_file_is_windows_1252_only_when_chosen() {
    let mut desk = desk_with("SA", 2);
    let file = InFile {
        name: "SA.csv".into(),
        bytes: b"id,prediction\nr0,ni\xf1o\nr1,x\n".to_vec(),
    };
    let (view, _) = desk.read_upload(std::slice::from_ref(&file)).expect("read");
    assert!(view.files[0].may_be_windows_1252 && !view.can_score());
    let encodings = [("SA.csv".to_owned(), Encoding::Windows1252)].into();
    choose_reading(
        &mut desk,
        ReadOptions {
            encodings,
            ..AS_FOUND
        },
    );
    let (view, _) = desk.read_upload(&[file]).expect("read");
    assert_eq!(view.files[0].encoding, Some(Encoding::Windows1252));
    let record = desk.keep_upload("t", Profile::V1, false, "t", 1);
    assert_eq!(record.expect("it is scored").rows[0].text, "niño");
}

#[test]
fn who_watches_hears_how_far_a_large_file_is_read() {
    let mut desk = desk_with("SA", 2);
    let line = format!(
        "{{\"id\":\"r0\",\"prediction\":\"{}\"}}\n",
        "salita ".repeat(1_000)
    );
    let file = dropped("SA.jsonl", &line.repeat(2_000));
    let n_all = file.bytes.len();
    let heard = std::cell::RefCell::new(Vec::new());
    desk.read_upload_watching(&[file], &|step| heard.borrow_mut().push(step))
        .expect("it is read");
    let heard = heard.into_inner();
    assert_eq!(heard.len(), n_all / (4 << 20));
    assert!(heard.is_sorted_by(|a, b| a.n_rows < b.n_rows && a.n_bytes < b.n_bytes));
    assert!(
        heard
            .iter()
            .all(|step| step.n_all == n_all && step.n_bytes <= n_all)
    );
}

#[test]
fn a_row_whose_request_failed_is_unscored_with_its_reason() {
    let mut desk = desk_with("SA", 2);
    let text = r#"{"custom_id": "SA-r0", "response": {"status_code": 429, "body": {"error": {"message": "dahan-dahan"}}}, "error": null}
{"custom_id": "SA-r1", "response": {"status_code": 200, "body": {"choices": [{"message": {"content": "Positibo"}}]}}, "error": null}
"#;
    let view = read(&mut desk, "SA.jsonl", text);
    let task = &view.runs[0].tasks[0];
    assert_eq!((task.n_failed, task.n_null), (1, 0));
    let said = sukat::words::Language::English.trouble(&view.files[0].complaints[0].trouble);
    assert_eq!(
        said,
        "no reply: the endpoint declined (status 429); unscored"
    );
    let kept = desk.keep_upload("m", Profile::V1, false, "u", 1);
    let rows = kept.expect("a row has a reply").rows;
    let want = Outcome::Failed {
        status: Some(429),
        message: "dahan-dahan".into(),
    };
    assert_eq!(rows[0].outcome, want);
}

#[test]
fn a_row_with_an_answer_is_neither_null_nor_empty() {
    let mut desk = desk_with("SA", 5);
    let lines = [
        "{\"task\": \"SA\", \"id\": \"r0\", \"prediction\": \"Positibo\"}",
        "{\"task\": \"SA\", \"id\": \"r1\", \"prediction\": null}",
        "{\"task\": \"SA\", \"id\": \"r2\", \"prediction\": \"\"}",
        "{\"task\": \"SA\", \"id\": \"r3\", \"prediction\": \"nan\"}",
    ];
    let view = read(&mut desk, "a.jsonl", &lines.join("\n"));
    let task = &view.runs[0].tasks[0];
    assert_eq!((task.n_matched, task.n_answered, task.n_rows), (4, 2, 5));
    assert_eq!(view.runs[0].n_answered(), 2);
}
