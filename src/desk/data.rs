//! The official files as they come in, and the rows read out of them.

use std::collections::BTreeMap;

use crate::desk::view::{DataView, FileSource, FileState, FileView, LoadProblem};
use crate::suite::official::{DataError, check_file, read_examples, read_rows};
use crate::suite::{DataFile, DataKind, Suite, Task, TaskData};

/// Official files, two a task, and the tasks that are complete.
#[derive(Debug)]
pub struct OfficialData {
    files: Vec<OpenFile>,
    tasks: BTreeMap<String, TaskData>,
    is_loading: bool,
}

#[derive(Debug)]
struct OpenFile {
    view: FileView,
    /// Checked bytes that wait for the other file of the task.
    bytes: Option<Vec<u8>>,
    /// What each place said since the last look began.
    problems: Vec<(FileSource, LoadProblem)>,
}

impl OfficialData {
    /// Nothing loaded yet.
    pub fn new(suite: &Suite) -> Self {
        let open_file = |task: &Task, is_test: bool, file: &DataFile| OpenFile {
            view: FileView {
                task_id: task.id.clone(),
                is_test,
                path: file.path.clone(),
                bytes: file.bytes,
                rows: file.rows,
                state: FileState::NotLoaded,
            },
            bytes: None,
            problems: Vec::new(),
        };
        let files = suite.tasks.iter().flat_map(|task| {
            [
                open_file(task, true, &task.test_file),
                open_file(task, false, &task.examples_file),
            ]
        });
        Self {
            files: files.collect(),
            tasks: BTreeMap::new(),
            is_loading: false,
        }
    }

    /// The rows of a task, once both its files are there.
    pub fn task(&self, task_id: &str) -> Option<&TaskData> {
        self.tasks.get(task_id)
    }

    /// How the files stand.
    pub fn view(&self) -> DataView {
        DataView {
            files: self.files.iter().map(|file| file.view.clone()).collect(),
            is_loading: self.is_loading,
        }
    }

    /// A look for files begins or ends. At a beginning, what places said before is forgotten.
    pub fn set_loading(&mut self, is_loading: bool) {
        self.is_loading = is_loading;
        if is_loading {
            for file in &mut self.files {
                file.problems.clear();
            }
        }
    }

    /// A place is being asked for a file; nothing changes for one that is loaded.
    pub fn set_asking(&mut self, task_id: &str, is_test: bool, source: FileSource) {
        if let Some(file) = self.file_mut(task_id, is_test)
            && !matches!(file.view.state, FileState::Loaded(_))
        {
            file.view.state = FileState::Loading(source);
        }
    }

    /// A place did not give a file; nothing changes for one that is loaded.
    pub fn set_problem(
        &mut self,
        task_id: &str,
        is_test: bool,
        source: FileSource,
        problem: LoadProblem,
    ) {
        let Some(file) = self.file_mut(task_id, is_test) else {
            return;
        };
        file.problems.retain(|(place, _)| *place != source);
        file.problems.push((source, problem));
        if !matches!(file.view.state, FileState::Loaded(_)) {
            file.view.state = FileState::Failed(file.problems.clone());
        }
    }

    /// Checks a file's bytes and keeps them; reads the task once both its files are there.
    ///
    /// A file that is refused leaves one that was loaded before as it is.
    pub fn add_file(
        &mut self,
        suite: &Suite,
        task_id: &str,
        is_test: bool,
        source: FileSource,
        bytes: Vec<u8>,
    ) -> Result<(), LoadProblem> {
        let added = self.try_add(suite, task_id, is_test, source, bytes);
        if let Err(problem) = &added {
            self.set_problem(task_id, is_test, source, problem.clone());
        }
        added
    }

    fn try_add(
        &mut self,
        suite: &Suite,
        task_id: &str,
        is_test: bool,
        source: FileSource,
        bytes: Vec<u8>,
    ) -> Result<(), LoadProblem> {
        let Some(task) = suite.task(task_id) else {
            return Err(LoadProblem::Unreadable {
                reason: format!("no task {task_id}"),
            });
        };
        let data_file = if is_test {
            &task.test_file
        } else {
            &task.examples_file
        };
        check_file(data_file, &bytes)?;
        if let Some(file) = self.file_mut(task_id, is_test) {
            file.bytes = Some(bytes);
            file.view.state = FileState::Loaded(source);
        }
        if self.tasks.contains_key(task_id) {
            // Checked by hash: the same bytes as those read before.
            self.drop_bytes(task_id);
            return Ok(());
        }
        let bytes_of = |is_test| {
            let mut files = self.files.iter();
            let file = files.find(|file| file.is(task_id, is_test))?;
            file.bytes.as_deref()
        };
        let (Some(test), Some(examples)) = (bytes_of(true), bytes_of(false)) else {
            return Ok(());
        };
        // Both were checked when they came in; hashing them again would take longer than reading.
        let read = read_checked(task, test, examples);
        self.drop_bytes(task_id);
        match read {
            Ok(data) => {
                self.tasks.insert(task_id.to_owned(), data);
                Ok(())
            }
            Err(error) => {
                if let Some(file) = self.file_mut(task_id, is_test) {
                    file.view.state = FileState::NotLoaded;
                }
                Err(error.into())
            }
        }
    }

    fn drop_bytes(&mut self, task_id: &str) {
        for is_test in [true, false] {
            if let Some(file) = self.file_mut(task_id, is_test) {
                file.bytes = None;
            }
        }
    }

    fn file_mut(&mut self, task_id: &str, is_test: bool) -> Option<&mut OpenFile> {
        let mut files = self.files.iter_mut();
        files.find(|file| file.is(task_id, is_test))
    }
}

fn read_checked(task: &Task, test: &[u8], examples: &[u8]) -> Result<TaskData, DataError> {
    let (test_file, examples_file) = (&task.test_file, &task.examples_file);
    Ok(TaskData {
        task_id: task.id.clone(),
        kind: DataKind::Official,
        rows: read_rows(task, &test_file.path, test)?,
        examples: read_examples(task, &examples_file.path, examples)?,
        sha256: test_file.sha256.clone(),
    })
}

impl OpenFile {
    fn is(&self, task_id: &str, is_test: bool) -> bool {
        self.view.task_id == task_id && self.view.is_test == is_test
    }
}

impl From<DataError> for LoadProblem {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Hash {
                expected, found, ..
            } => Self::WrongHash { expected, found },
            DataError::RowCount { .. } | DataError::Line { .. } => Self::Unreadable {
                reason: error.to_string(),
            },
        }
    }
}
