//! The official data files, which are not part of the repository.
//!
//! They are looked for at `$SUKAT_OFFICIAL`, else at `../shared/data/batayan` beside the
//! repository, under their upstream paths. Where they are absent, tests say so in a line and pass.

use std::path::PathBuf;

use sukat::suite::official::read_task;
use sukat::suite::{DataKind, Gold, Task, TaskData};

/// The bytes of an official file, or `None` with a line that says what was not checked.
pub fn official_bytes(path: &str) -> Option<Vec<u8>> {
    let root = std::env::var_os("SUKAT_OFFICIAL").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/batayan"),
        PathBuf::from,
    );
    let bytes = std::fs::read(root.join(path)).ok();
    if bytes.is_none() {
        println!("not checked: {path} is not here");
    }
    bytes
}

/// The official rows and examples of a task, checked by hash.
pub fn official_task(task: &Task) -> Option<TaskData> {
    let test = official_bytes(&task.test_file.path)?;
    let examples = official_bytes(&task.examples_file.path)?;
    let data = read_task(task, DataKind::Official, &test, &examples);
    Some(data.expect("an official file under its own name is the official file"))
}

#[test]
fn the_official_files_are_read_with_the_label_counts_of_the_benchmark() {
    let counts: [(&str, &[usize]); 6] = [
        ("PI", &[200, 200]),
        ("QA", &[25, 25, 25, 25]),
        ("SA", &[200, 200, 200]),
        ("TD", &[200, 200]),
        ("CR", &[199, 201]),
        ("NLI", &[200, 200, 200]),
    ];
    let suite = sukat::suite::load::batayan();
    for task in &suite.tasks {
        let Some(data) = official_task(task) else {
            continue;
        };
        assert_eq!(
            (data.rows.len(), data.examples.len()),
            (task.test_file.rows, 5),
            "{}",
            task.id
        );
        let count = |class| {
            data.rows
                .iter()
                .filter(|row| row.gold == Gold::Class(class))
                .count()
        };
        let found: Vec<usize> = (0..task.labels.len()).map(count).collect();
        let want = counts
            .iter()
            .find(|(id, _)| *id == task.id)
            .map_or(&[][..], |(_, want)| want);
        assert_eq!(found, want, "{}", task.id);
    }
}

#[test]
fn trailing_spaces_and_line_ends_of_the_official_texts_are_kept() {
    let suite = sukat::suite::load::batayan();
    let task = suite.task("QA").expect("it has QA");
    let Some(data) = official_task(task) else {
        return;
    };
    let ends_in = |end: char| {
        let ends = |row: &&sukat::suite::Row| row.fields.values().any(|text| text.ends_with(end));
        data.rows
            .iter()
            .filter(ends)
            .map(|row| row.id.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(ends_in('\n'), ["17", "57"]);
    assert_eq!(ends_in(' '), ["0", "56", "67", "75", "93", "97"]);
}
