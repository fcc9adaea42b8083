//! What went wrong, and what to do about it: advice by variant. The technical message stands below.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::Language;
use super::number::bytes;
use crate::desk::protocol::Failure;
use crate::desk::view::LoadProblem;

/// See the module.
#[derive(Debug)]
pub struct ErrorWords {
    pub something_went_wrong: &'static str,
    pub details: &'static str,
    pub worker_gone_title: &'static str,
    pub worker_gone_advice: &'static str,
}

/// English.
pub const EN: ErrorWords = ErrorWords {
    something_went_wrong: "Something went wrong",
    details: "Technical details",
    worker_gone_title: "The page could not start its worker",
    worker_gone_advice: "Reload the page. If that does not help, your browser may be too old, or a \
                         blocker keeps the page from starting its own scripts.",
};

/// Filipino.
pub const FIL: ErrorWords = ErrorWords {
    something_went_wrong: "May nangyaring mali",
    details: "Teknikal na detalye",
    worker_gone_title: "Hindi napagana ng page ang worker nito",
    worker_gone_advice: "I-reload ang page. Kung ganoon pa rin, baka luma na ang browser mo, o may \
                         blocker na pumipigil sa sariling script ng page.",
};

/// What a notice says: what happened, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// What happened.
    pub title: String,
    /// What to do now.
    pub what_to_do: String,
}

impl Language {
    fn advice(self, english: (&str, &str), filipino: (&str, &str)) -> Advice {
        let (title, what_to_do) = match self {
            Self::English => english,
            Self::Filipino => filipino,
        };
        Advice {
            title: title.to_owned(),
            what_to_do: what_to_do.to_owned(),
        }
    }

    fn nothing_to_score(self) -> Advice {
        self.advice(
            (
                "No row of this task has a reply yet",
                "Let the run ask its rows first; what came back can then be scored.",
            ),
            (
                "Wala pang row ng task na ito na may tugon",
                "Patakbuhin muna ang run; maiiskoran ang mga tugon pagdating.",
            ),
        )
    }

    fn nothing_to_ask(self) -> Advice {
        self.advice(
            (
                "No row is left to ask",
                "Every row of this run has a reply, or it came from files. See its result.",
            ),
            (
                "Wala nang row na itatanong",
                "May tugon na ang bawat row ng run na ito, o galing ito sa mga file. Tingnan ang \
                     resulta.",
            ),
        )
    }

    fn runs_here(self) -> Advice {
        self.advice(
            (
                "This run is still asking",
                "Stop it on its own page first; then it can be deleted.",
            ),
            (
                "Nagtatanong pa ang run na ito",
                "Ihinto muna ito sa sarili nitong page; saka ito mabubura.",
            ),
        )
    }

    fn not_fetched(self) -> Advice {
        self.advice(
            (
                "A part of this page could not be fetched",
                "Nothing is lost. Check the connection and try again; if it still fails, \
                     reload the page: there may be a newer version.",
            ),
            (
                "Hindi nakuha ang isang bahagi ng page na ito",
                "Walang nawala. Tingnan ang koneksiyon at subukan ulit; kung ayaw pa rin, \
                     i-reload ang page: baka may mas bagong bersiyon.",
            ),
        )
    }

    fn not_loaded(self, task_id: &str) -> Advice {
        let mut advice = self.advice(
            (
                "The official rows are not loaded yet",
                "Load them on the page Tasks; it takes a few seconds, once. The sample rows \
                 work right away.",
            ),
            (
                "Hindi pa naka-load ang opisyal na mga row",
                "I-load ang mga ito sa page na Mga task; ilang segundo lang, at minsan lang. \
                 Magagamit agad ang mga sample row.",
            ),
        );
        if !task_id.is_empty() {
            advice.title = format!("{task_id}: {}", advice.title);
        }
        advice
    }

    fn unreadable(self, what: &str) -> Advice {
        match self {
            Self::English => Advice {
                title: format!("{what} cannot be read"),
                what_to_do: "It may be cut off or changed. Try the original file; the details \
                                 below say where reading stopped."
                    .to_owned(),
            },
            Self::Filipino => Advice {
                title: format!("Hindi mabasa ang {what}"),
                what_to_do: "Baka naputol o nabago ito. Subukan ang orihinal na file; sinasabi \
                                 ng detalye sa ibaba kung saan tumigil ang pagbasa."
                    .to_owned(),
            },
        }
    }

    fn no_room(self, n_bytes: u64, limit: u64) -> Advice {
        let (n_bytes, limit) = (bytes(n_bytes), bytes(limit));
        match self {
            Self::English => Advice {
                title: format!("{n_bytes} do not fit into this tab"),
                what_to_do: format!(
                    "At most {limit} are read at once, and less where the device has little memory. \
                     Drop the files of one task at a time, or leave out columns that are not needed."
                ),
            },
            Self::Filipino => Advice {
                title: format!("Hindi kasya sa tab na ito ang {n_bytes}"),
                what_to_do: format!(
                    "Hanggang {limit} lang ang nababasa nang sabay, at mas kaunti kung maliit ang \
                     memory ng device. Ihulog ang mga file nang isang task bawat beses, o alisin ang mga \
                     column na hindi kailangan."
                ),
            },
        }
    }

    /// What to say about something the worker could not do.
    pub fn failure(self, failure: &Failure) -> Advice {
        match failure {
            Failure::NotLoaded { task_id } => self.not_loaded(task_id),
            Failure::NoRun { .. } => self.advice(
                (
                    "This run is not in this browser",
                    "It was deleted, or it was made in another browser. Runs stay where they were \
                     made: download the record there, and open it here under Score a file.",
                ),
                (
                    "Wala sa browser na ito ang run",
                    "Nabura na ito, o ginawa sa ibang browser. Nananatili ang run kung saan ito \
                     ginawa: i-download doon ang record, at buksan dito sa Iskoran ang file.",
                ),
            ),
            Failure::NoRow { .. } => self.advice(
                (
                    "This run has no such row",
                    "The link may be from another run, or from one with more rows. Choose a row \
                     from the table.",
                ),
                (
                    "Walang ganitong row sa run na ito",
                    "Maaaring galing ang link sa ibang run, o sa run na mas maraming row. Pumili \
                     ng row sa table.",
                ),
            ),
            Failure::StorageFull => self.advice(
                (
                    "The browser’s storage is full",
                    "Nothing already stored is lost. Download this run now, delete runs you no \
                     longer need on the start page, then go on.",
                ),
                (
                    "Puno na ang storage ng browser",
                    "Walang nawala sa mga naitabi na. I-download ngayon ang run na ito, burahin sa \
                     unang page ang mga run na hindi na kailangan, saka magpatuloy.",
                ),
            ),
            Failure::NoStorage { .. } => self.advice(
                (
                    "This browser stores nothing",
                    "This is usual in a private window. Everything works, but it is gone when the \
                     tab closes or is reloaded: download the record before that.",
                ),
                (
                    "Walang itinatabi ang browser na ito",
                    "Karaniwan ito sa private window. Gumagana ang lahat, pero mawawala ito \
                     pag isinara o ni-reload ang tab: i-download muna ang record.",
                ),
            ),
            Failure::Unreadable { what, .. } => self.unreadable(what),
            Failure::NoRoom { n_bytes, limit } => self.no_room(*n_bytes, *limit),
            Failure::NothingRecognised => self.advice(
                (
                    "Nothing in these files could be recognised",
                    "Sukat reads its own records, SEA-HELM’s inference files, and JSONL or CSV with \
                     the columns task, id and prediction.",
                ),
                (
                    "Walang nakilala sa mga file na ito",
                    "Binabasa ng Sukat ang sarili nitong record, ang inference file ng SEA-HELM, at \
                     ang JSONL o CSV na may column na task, id, at prediction.",
                ),
            ),
            Failure::NothingToAsk => self.nothing_to_ask(),
            Failure::NothingToScore => self.nothing_to_score(),
            Failure::NoBatch(error) => {
                let why = self.batch_write_error(error);
                self.advice(
                    ("No such file can be written", &why),
                    ("Hindi magawa ang ganoong file", &why),
                )
            }
            Failure::RunsHere => self.runs_here(),
            Failure::RunsElsewhere => self.advice(
                (
                    "This run is open in another tab",
                    "Two tabs would ask and pay for the same rows twice. Go on in the other tab, or \
                     close it and try again here.",
                ),
                (
                    "Bukas sa ibang tab ang run na ito",
                    "Dalawang beses maitatanong at mababayaran ang parehong row kung dalawang tab. \
                     Magpatuloy sa kabilang tab, o isara iyon at subukan ulit dito.",
                ),
            ),
            Failure::NotFetched => self.not_fetched(),
            Failure::Internal { .. } => self.advice(
                (
                    "This is a mistake of ours",
                    "Nothing you stored is lost. Reload the page and try again; if it comes back, \
                     please report it with the details below.",
                ),
                (
                    "Pagkakamali namin ito",
                    "Walang nawala sa mga naitabi mo. I-reload ang page at subukan ulit; kung \
                     maulit, paki-report kasama ang detalye sa ibaba.",
                ),
            ),
        }
    }

    /// What a place said when asked for an official file, in one line.
    pub fn load_problem(self, problem: &LoadProblem) -> String {
        match (self, problem) {
            (
                Self::English,
                LoadProblem::NotThere {
                    status: Some(status),
                },
            ) => {
                format!("not there (HTTP {status})")
            }
            (
                Self::Filipino,
                LoadProblem::NotThere {
                    status: Some(status),
                },
            ) => {
                format!("wala roon (HTTP {status})")
            }
            (Self::English, LoadProblem::NotThere { status: None }) => "not there".to_owned(),
            (Self::Filipino, LoadProblem::NotThere { status: None }) => "wala roon".to_owned(),
            (Self::English, LoadProblem::Network) => {
                "could not be reached: offline, or blocked".to_owned()
            }
            (Self::Filipino, LoadProblem::Network) => {
                "hindi maabot: offline, o may humaharang".to_owned()
            }
            (Self::English, LoadProblem::WrongHash { .. }) => {
                "not the benchmark’s file, refused".to_owned()
            }
            (Self::Filipino, LoadProblem::WrongHash { .. }) => {
                "hindi ito ang file ng benchmark, tinanggihan".to_owned()
            }
            (Self::English, LoadProblem::Unreadable { reason }) => format!("unreadable: {reason}"),
            (Self::Filipino, LoadProblem::Unreadable { reason }) => {
                format!("hindi mabasa: {reason}")
            }
        }
    }

    /// What to do when the official files could not be had, by the worst thing that was said.
    pub fn load_advice(self, problems: &[LoadProblem]) -> &'static str {
        let is_wrong = problems
            .iter()
            .any(|problem| matches!(problem, LoadProblem::WrongHash { .. }));
        let is_offline = problems
            .iter()
            .any(|problem| matches!(problem, LoadProblem::Network));
        match self {
            Self::English if is_wrong => {
                "A file of this name was found, but it is not the benchmark’s, so its scores could not \
                 be compared. Download the repository, then choose it under “Use files of your own”."
            }
            Self::Filipino if is_wrong => {
                "May file na ganito ang pangalan, pero hindi ito ang sa benchmark, kaya hindi \
                 maihahambing ang iskor. I-download ang repository, saka piliin ito sa “Gamitin ang \
                 sariling mga file”."
            }
            Self::English if is_offline => {
                "Check the connection and try again. If GitHub is blocked where you are, download the \
                 repository elsewhere and pick its folder or zip here."
            }
            Self::Filipino if is_offline => {
                "Tingnan ang koneksiyon at subukan ulit. Kung naka-block ang GitHub sa lugar mo, \
                 i-download ang repository sa ibang paraan at piliin dito ang folder o zip nito."
            }
            Self::English => {
                "Download the repository named below, and pick its folder or zip here. The sample \
                 rows work without it."
            }
            Self::Filipino => {
                "I-download ang repository na nasa ibaba, at piliin dito ang folder o zip nito. \
                 Gumagana ang mga sample row kahit wala ito."
            }
        }
    }
}
