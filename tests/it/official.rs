//! The official data files, which are not part of the repository.
//!
//! They are looked for at `$SUKAT_OFFICIAL`, else at `../shared/data/batayan` beside the
//! repository, under their upstream paths. Where they are absent, tests pass unchecked, and the
//! run says so in a line.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use sukat::suite::official::read_task;
use sukat::suite::{DataKind, Gold, Task, TaskData};

fn folder() -> PathBuf {
    std::env::var_os("SUKAT_OFFICIAL").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/batayan"),
        PathBuf::from,
    )
}

/// Which tasks cannot be checked for want of files in a folder, in a line; `None` if all are there.
fn unchecked(folder: &Path) -> Option<String> {
    let tasks = sukat::suite::load::batayan().tasks;
    let n_absent_of = |task: &Task| {
        let files = [&task.test_file, &task.examples_file].into_iter();
        files
            .filter(|file| !folder.join(&file.path).is_file())
            .count()
    };
    let mut absent = tasks
        .iter()
        .map(|task| (task.id.as_str(), n_absent_of(task)))
        .collect::<Vec<_>>();
    absent.retain(|(_, n_absent)| *n_absent > 0);
    let n_absent: usize = absent.iter().map(|(_, n_absent)| n_absent).sum();
    let ids: Vec<&str> = absent.into_iter().map(|(id, _)| id).collect();
    (n_absent > 0).then(|| {
        format!(
            "not checked: prompts, readings and scores on the official rows of {}, and uploads of \
             all tasks ({n_absent} of {} files are not in {})",
            ids.join(", "),
            2 * tasks.len(),
            folder.display()
        )
    })
}

/// The bytes of an official file. `None` when it is absent, and then the first caller says once
/// what is not checked.
pub fn official_bytes(path: &str) -> Option<Vec<u8>> {
    static SAID: Once = Once::new();
    let folder = folder();
    let bytes = std::fs::read(folder.join(path)).ok();
    if bytes.is_none() {
        SAID.call_once(|| {
            let line = unchecked(&folder).unwrap_or_else(|| format!("not checked: {path}"));
            // Not `eprintln!`: the harness keeps to itself what a passing test prints.
            let _ = writeln!(std::io::stderr(), "{line}");
        });
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
fn what_is_not_here_is_said_to_be_unchecked() {
    let line = unchecked(Path::new("wala/rito")).expect("nothing is there");
    assert_eq!(
        line,
        "not checked: prompts, readings and scores on the official rows of PI, QA, SA, TD, CR, NLI, \
         AS, MT-en-tl, MT-tl-en, and uploads of all tasks (18 of 18 files are not in wala/rito)"
    );
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
