//! Words about replies that are stored already.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct ReuseWords {
    pub label: &'static str,
    pub hint: &'static str,
    pub hint_local: &'static str,
    pub taken: fn(usize, usize) -> String,
    pub title: &'static str,
    pub tag: &'static str,
    pub row: fn(&str) -> String,
}

/// English.
pub const EN: ReuseWords = ReuseWords {
    label: "Use answers that are already stored for exactly the same request",
    hint: "What a run in this browser has asked of this model at this address, word for word and with \
           the same settings, is not asked and paid for again.",
    hint_local: "Off unless you switch it on: at an address like this one, another model can stand \
                 behind the same name tomorrow.",
    taken: |n, of| {
        format!(
            "{} of {} were taken from earlier runs",
            count(n),
            counted(of, "row", "rows")
        )
    },
    title: "Taken from",
    tag: "from an earlier run",
    row: |date| format!("asked on {date}"),
};

/// Filipino.
pub const FIL: ReuseWords = ReuseWords {
    label: "Gamitin ang mga sagot na nakatabi na para sa eksaktong kaparehong request",
    hint: "Hindi na itatanong at babayaran ulit ang naitanong na ng isang run sa browser na ito sa model na \
           ito sa address na ito, kung pareho ang bawat salita at setting.",
    hint_local: "Nakapatay ito hangga’t hindi mo binubuksan: sa ganitong address, puwedeng ibang model \
                 na ang nasa likod ng parehong pangalan bukas.",
    taken: |n, of| {
        format!(
            "{} sa {} row ang kinuha sa mga naunang run",
            count(n),
            count(of)
        )
    },
    title: "Kinuha sa",
    tag: "galing sa naunang run",
    row: |date| format!("itinanong noong {date}"),
};
