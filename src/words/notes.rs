//! Notes of records. They are stored in English, as whoever opens the record elsewhere reads them;
//! the page says those it knows in its own language, and shows others as they are.

use super::Language;
use crate::provider::Lesson;

/// Every lesson, and what it says in Filipino: taught by a server, and known of a format.
const LESSONS: [(Lesson, &str, &str); 9] = [
    (
        Lesson::UseMaxCompletionTokens,
        "ipinadala ang limit ng output bilang max_completion_tokens: tinanggihan ng server ang max_tokens",
        "ipinadala ang limit ng output bilang max_completion_tokens: tinanggihan ng server ang max_tokens",
    ),
    (
        Lesson::UseMaxTokens,
        "ipinadala ang limit ng output bilang max_tokens: tinanggihan ng server ang max_completion_tokens",
        "ipinadala ang limit ng output bilang max_tokens: tinanggihan ng server ang max_completion_tokens",
    ),
    (
        Lesson::DropTemperature,
        "temperature: default ng server, tinanggihan nito ang hiniling",
        "temperature: hindi ipinadala, wala nito ang format",
    ),
    (
        Lesson::DropTopP,
        "top_p: default ng server, tinanggihan nito ang hiniling",
        "top_p: hindi ipinadala, wala nito ang format",
    ),
    (
        Lesson::DropTopK,
        "top_k: default ng server, tinanggihan nito ang hiniling",
        "top_k: hindi ipinadala, wala nito ang format",
    ),
    (
        Lesson::DropSeed,
        "seed: hindi ipinadala, tinanggihan ng server",
        "seed: hindi ipinadala, wala nito ang format",
    ),
    (
        Lesson::DropStop,
        "stop: hindi ipinadala, tinanggihan ng server",
        "stop: hindi ipinadala, hindi ito tinatanggap ng format",
    ),
    (
        Lesson::DropContextSize,
        "laki ng context: default ng server, tinanggihan nito ang hiniling",
        "laki ng context: hindi ipinadala, wala nito ang format",
    ),
    (
        Lesson::DropCap,
        "limit ng output: hindi ipinadala, tinanggihan ng server",
        "limit ng output: hindi ipinadala, wala nito ang format",
    ),
];

impl Language {
    /// A note of a record.
    pub fn record_note(self, note: &str) -> String {
        if self == Self::English {
            return note.to_owned();
        }
        for (lesson, of_server, of_format) in LESSONS {
            if note == lesson.note() {
                return of_server.to_owned();
            }
            if note == lesson.note_of_format() {
                return of_format.to_owned();
            }
        }
        if note == crate::batch::NOTE {
            return "may mga row na sinagot ng batch".to_owned();
        }
        if note.starts_with("stopped by a budget of ") {
            return "inihinto dahil naubos ang budget".to_owned();
        }
        if let Some(counts) = note.strip_suffix(crate::desk::results::REUSED_NOTE) {
            let counts = counts.replace(" of ", " sa ");
            return format!(
                "kinuha ang {counts} row sa mga naunang run na eksaktong ganito rin ang tinanong"
            );
        }
        match note.strip_suffix(crate::desk::upload::BY_ORDER_NOTE) {
            Some(task_id) => {
                format!("{task_id}: itinugma ang mga row ayon sa pagkakasunod-sunod, hindi sa id")
            }
            None => note.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::upload::BY_ORDER_NOTE;

    #[test]
    fn every_note_of_ours_has_a_sentence_in_filipino_and_others_stay_as_they_are() {
        let lessons = LESSONS.map(|(lesson, ..)| [lesson.note(), lesson.note_of_format()]);
        let by_order = format!("QA{BY_ORDER_NOTE}");
        let reused = format!("5 of 87{}", crate::desk::results::REUSED_NOTE);
        let ours = [by_order.as_str(), reused.as_str()];
        let ours = lessons.into_iter().flatten().chain(ours);
        for note in ours {
            assert_ne!(Language::Filipino.record_note(note), note);
            assert_eq!(Language::English.record_note(note), note);
        }
        let theirs = "checked by hand";
        assert_eq!(Language::Filipino.record_note(theirs), theirs);
    }
}
