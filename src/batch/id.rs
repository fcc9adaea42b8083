//! The id of a request in a file: run, task and position, so that what comes back finds its row
//! and no other.

/// Longest id that every vendor takes, in characters.
const MAX_CHARS: usize = 64;

/// Stands between the parts. Ids of runs have none.
const SEPARATOR: char = '_';

/// Which row of which run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<'a> {
    pub(super) run_id: &'a str,
    pub(super) task_id: &'a str,
    pub(super) row_idx: usize,
}

/// `run-17_MT-en-tl_42`. `None` where some vendor would not take it, or it could not be read back.
pub(super) fn id_of(place: &Place) -> Option<String> {
    let Place {
        run_id,
        task_id,
        row_idx,
    } = place;
    let id = format!("{run_id}{SEPARATOR}{task_id}{SEPARATOR}{row_idx}");
    let is_taken = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let is_fine = id.len() <= MAX_CHARS && id.chars().all(is_taken) && read_id(&id)? == *place;
    is_fine.then_some(id)
}

/// Reads what [`id_of`] wrote.
pub(super) fn read_id(id: &str) -> Option<Place<'_>> {
    let (run_id, rest) = id.split_once(SEPARATOR)?;
    let (task_id, digits) = rest.rsplit_once(SEPARATOR)?;
    let is_number = digits.chars().all(|c| c.is_ascii_digit());
    let is_plain = digits == "0" || !digits.starts_with('0');
    if run_id.is_empty() || task_id.is_empty() || !is_number || !is_plain {
        return None;
    }
    Some(Place {
        run_id,
        task_id,
        row_idx: digits.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(run_id: &str, task_id: &str, row_idx: usize, want: Option<&str>) {
        let place = Place {
            run_id,
            task_id,
            row_idx,
        };
        let id = id_of(&place);
        assert_eq!(id.as_deref(), want);
        if let Some(id) = id {
            assert_eq!(read_id(&id), Some(place));
        }
    }

    #[test]
    fn an_id_names_run_task_and_row_and_nothing_is_guessed() {
        check("run-17", "MT-en-tl", 42, Some("run-17_MT-en-tl_42"));
        check("run-17", "a_b_3", 0, Some("run-17_a_b_3_0"));
        check("run_17", "SA", 0, None);
        check("run-17", "S A", 0, None);
        check("", "SA", 0, None);
        check(&"r".repeat(70), "SA", 0, None);
        for text in [
            "",
            "_",
            "__",
            "run-17_SA",
            "run-17_SA_",
            "run-17_SA_01",
            "run-17_SA_-1",
        ] {
            assert_eq!(read_id(text), None, "{text}");
        }
    }
}
