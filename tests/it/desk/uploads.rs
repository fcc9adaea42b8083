//! What the page is told about dropped files.

use std::collections::BTreeMap;

use sukat::desk::Desk;
use sukat::desk::protocol::{Question, Response};
use sukat::desk::view::UploadView;
use sukat::intake::report::TaskSource;
use sukat::intake::unpack::InFile;

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
    let response = desk.answer(Question::ChooseTasks { tasks });
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
    assert!(!as_found.can_score && as_found.files[0].can_choose_task);
    choose(&mut desk, [(0, "SA".to_owned())].into());
    let chosen = read(&mut desk, "a.csv", text);
    assert!(chosen.can_score);
    assert_eq!(chosen.tasks[0].source, TaskSource::Chosen);
    assert_eq!(chosen.tasks[0].n_matched, 2);
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
    assert_eq!(view.tasks[0].source, TaskSource::Content);
    assert!(view.can_score && !view.is_clean);
}
