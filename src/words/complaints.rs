//! What is wrong with a dropped file or a line of it, by the keys of the upload's report.

use super::Language;

/// Key, English, Filipino.
const COMPLAINTS: [(&str, &str, &str); 35] = [
    ("empty-file", "the file is empty", "walang laman ang file"),
    (
        "encoding",
        "not UTF-8 or UTF-16 text; save it as UTF-8 and drop it again",
        "hindi UTF-8 o UTF-16 na teksto; i-save bilang UTF-8 at ihulog ulit",
    ),
    (
        "archive",
        "the archive cannot be unpacked",
        "hindi mabuksan ang archive",
    ),
    (
        "unsupported",
        "this kind of file is not read here",
        "hindi binabasa rito ang ganitong file",
    ),
    (
        "web-page",
        "this is a web page, not data: the download probably failed",
        "web page ito, hindi data: malamang na pumalya ang pag-download",
    ),
    (
        "scores-only",
        "scores without replies: drop the inference files, too",
        "mga iskor na walang tugon: ihulog din ang mga inference file",
    ),
    (
        "requests-only",
        "requests without replies",
        "mga request na walang tugon",
    ),
    (
        "no-replies",
        "the benchmark’s rows, without replies",
        "mga row ng benchmark, walang tugon",
    ),
    (
        "no-prediction-column",
        "no column looks like predictions; call it “prediction”",
        "walang column na mukhang prediction; pangalanan itong “prediction”",
    ),
    ("unrecognised", "not recognised", "hindi nakilala"),
    (
        "no-rows",
        "not one row could be read",
        "walang nabasang row",
    ),
    (
        "task-unknown",
        "which task is it? Add a column “task”, or put the task’s name into the file name",
        "aling task ito? Maglagay ng column na “task”, o isama ang task sa pangalan ng file",
    ),
    (
        "other-run",
        "belongs to another model or run; drop it by itself",
        "sa ibang model o run ito; ihulog nang mag-isa",
    ),
    (
        "same-rows-elsewhere",
        "the same rows are read from another of the files",
        "nabasa na ang mga row na ito mula sa isa pang file",
    ),
    (
        "one-record-only",
        "only one record is opened at a time",
        "isang record lang ang nabubuksan",
    ),
    (
        "record-unreadable",
        "this record cannot be read",
        "hindi mabasa ang record na ito",
    ),
    (
        "bad-json",
        "not JSON; the line was not read",
        "hindi JSON; hindi nabasa ang linya",
    ),
    (
        "cut-off",
        "the row is cut off; it was not read",
        "naputol ang row; hindi ito nabasa",
    ),
    (
        "not-an-object",
        "not a row of named values",
        "walang pangalan ang mga value ng row",
    ),
    (
        "cell-count",
        "too few or too many cells; the line was not read",
        "kulang o sobra ang cell; hindi nabasa ang linya",
    ),
    (
        "open-quote",
        "a quote is not closed",
        "may panipi na hindi naisara",
    ),
    (
        "stray-quote",
        "a quote stands inside a cell; the text was read as it is",
        "may panipi sa loob ng cell; binasa ang teksto nang walang binago",
    ),
    (
        "other-model",
        "a row of another model; only those of the first are read",
        "row ng ibang model; ang sa unang model lang ang binabasa",
    ),
    (
        "wrong-type",
        "the prediction is neither text nor nothing",
        "hindi teksto ang prediction, at hindi rin blangko",
    ),
    ("no-id", "the row has no id", "walang id ang row"),
    ("no-task", "the row names no task", "walang task ang row"),
    (
        "unknown-task",
        "a task that Batayan does not have",
        "task na wala sa Batayan",
    ),
    (
        "repeated-field",
        "a field came twice; the last one was taken",
        "may field na umulit; ang huli ang kinuha",
    ),
    (
        "lone-surrogate",
        "half a character was replaced",
        "may kalahating karakter na pinalitan",
    ),
    (
        "not-a-number",
        "NaN counts as nothing",
        "itinuring na walang value ang NaN",
    ),
    (
        "zero-byte",
        "the text holds a zero byte",
        "may zero byte ang teksto",
    ),
    (
        "no-prediction",
        "no prediction; counted as empty",
        "walang prediction; ibinilang na blangko",
    ),
    ("cell", "look at this value", "tingnan ang value na ito"),
    ("many", "many more of this kind", "marami pang ganito"),
    ("other", "look at this line", "tingnan ang linyang ito"),
];

impl Language {
    /// What is wrong, by key; an unknown key asks to look.
    pub fn complaint(self, key: &str) -> &'static str {
        let found = COMPLAINTS.iter().find(|(known, ..)| *known == key);
        match (self, found.or(COMPLAINTS.last())) {
            (Self::English, Some((_, english, _))) => english,
            (Self::Filipino, Some((.., filipino))) => filipino,
            (_, None) => "",
        }
    }
}
