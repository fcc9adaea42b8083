//! Plain text, an answer a line, with another number of lines than the task has rows.

use sukat::intake::report::{FileFault, Refusal};
use sukat::intake::{AS_FOUND, ReadOptions};
use sukat::words::Language;

use super::{file, read_with};

/// So many answers, a line each.
fn answers(n_lines: usize) -> String {
    let words = ["Positibo\n", "Negatibo\n", "Neutral\n"];
    words.iter().cycle().take(n_lines).copied().collect()
}

#[test]
fn a_line_too_few_is_named_with_the_task_of_the_files_name() {
    for n_lines in [2, 9, 11] {
        let intake = read_with(10, &[file("sagot_SA.txt", answers(n_lines))], &AS_FOUND);
        assert!(intake.tasks.is_empty());
        let refusal = intake.report.tasks[0].refusal.clone();
        let want = Refusal::LineCount {
            found: n_lines,
            expected: 10,
        };
        assert_eq!(refusal, Some(want.clone()));
        let said = Language::English.refusal(&want);
        let counts = format!("{n_lines} lines where the task has 10 rows");
        assert!(said.contains(&counts), "{said}");
    }
}

#[test]
fn without_a_task_in_its_name_the_nearest_tasks_are_named() {
    let intake = read_with(10, &[file("sagot.txt", answers(9))], &AS_FOUND);
    let Some(FileFault::LineCount { n_lines, nearest }) = &intake.report.files[0].fault else {
        panic!("{:?}", intake.report.files[0].fault);
    };
    assert_eq!(*n_lines, 9);
    assert!(nearest.contains(&("SA".into(), 10)));
    let fault = FileFault::LineCount {
        n_lines: 599,
        nearest: vec![("SA".into(), 600)],
    };
    let said = Language::English.file_fault(&fault);
    assert!(
        said.contains("599 lines") && said.contains("SA has 600 rows"),
        "{said}"
    );
    // Whoever then says which task it is hears the same of that one.
    let options = ReadOptions {
        tasks: [(0, "SA".into())].into(),
        ..AS_FOUND
    };
    let chosen = read_with(10, &[file("sagot.txt", answers(9))], &options);
    let want = Refusal::LineCount {
        found: 9,
        expected: 10,
    };
    assert_eq!(chosen.report.tasks[0].refusal, Some(want));
}

#[test]
fn a_note_of_a_few_lines_is_no_list_of_answers() {
    let intake = read_with(
        10,
        &[file("note.txt", "kumusta\nsige\nsalamat\n")],
        &AS_FOUND,
    );
    assert_eq!(intake.report.files[0].fault, Some(FileFault::Unrecognised));
    // As many lines as a task has rows may be answers to it, whatever they say.
    let words = "a b c d e f g h i j".replace(' ', "\n");
    let intake = read_with(10, &[file("note.txt", words)], &AS_FOUND);
    let fault = &intake.report.files[0].fault;
    assert!(matches!(fault, Some(FileFault::TaskUnknown { candidates }) if !candidates.is_empty()));
}
