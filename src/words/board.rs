//! Words of the page with results side by side.
#![expect(
    missing_docs,
    reason = "the English text beside each name says what it is"
)]

use super::number::{count, counted};

/// See the module.
#[derive(Debug)]
pub struct BoardWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub caption: &'static str,
    pub sort_hint: &'static str,
    pub opening_own: &'static str,
    pub search: &'static str,
    pub group: &'static str,
    pub all_groups: &'static str,
    pub group_own: &'static str,
    pub sort: &'static str,
    pub size: &'static str,
    pub size_short: &'static str,
    pub n_shot: fn(u32) -> String,
    pub kind: fn(&str, u32) -> String,
    pub shown: fn(usize, usize) -> String,
    pub no_match: &'static str,
    pub no_match_text: &'static str,
    pub no_own: &'static str,
    pub no_own_text: &'static str,
    pub show_all: &'static str,
    pub source: fn(&str, &str) -> String,
    pub source_paper: fn(&str) -> String,
    pub source_own: fn(&str) -> String,
    pub averages_note: &'static str,
    pub dagger_note: &'static str,
    pub dagger: &'static str,
    pub own_note: &'static str,
    pub anomaly: &'static str,
    pub missing: &'static str,
    pub unanswered: fn(usize) -> String,
}

/// English.
pub const EN: BoardWords = BoardWords {
    title: "Published results",
    lead: "Every model of the Batayan paper, as printed, and your own runs over whole tasks beside \
           them.",
    caption: "Scores from 0 to 100.",
    sort_hint: "A heading orders the table; pressed again, the other way round.",
    opening_own: "Reading your own runs…",
    search: "Search models",
    group: "Kind",
    all_groups: "All kinds",
    group_own: "Your runs",
    sort: "Order by",
    size: "Size, in billions of parameters",
    size_short: "Size",
    n_shot: |n| format!("{n}-shot"),
    kind: |group, shots| match group {
        "base" => format!("base, {shots}-shot"),
        "instruct" => "instruct".to_owned(),
        "reasoning" => "reasoning".to_owned(),
        _ => "commercial".to_owned(),
    },
    shown: |n, of| {
        if n == of {
            counted(of, "model", "models")
        } else {
            format!("{} of {}", count(n), counted(of, "model", "models"))
        }
    },
    no_match: "No model fits",
    no_match_text: "Try a shorter name, or all kinds.",
    no_own: "No whole run of yours yet",
    no_own_text: "A run stands here once at least one task is done over all its official rows.",
    show_all: "Show all models",
    source: |source, date| format!("Published numbers: {source}, {date}. None was changed."),
    source_paper: |date| format!("paper, {date}"),
    source_own: |date| format!("your run, {date}"),
    averages_note: "Averages are those printed. Base models were asked with five solved examples, all \
                    others with none: compare within a kind.",
    dagger_note: "† The paper says that the model could not follow the instructions for the answer, here \
                  or in a task of this average, so the number says little about what it knows.",
    dagger: "could not follow the answer instructions",
    own_note: "Your runs are counted as the paper counted: empty and refused replies are wrong \
               answers. A row that never got a reply leaves its task without a number.",
    anomaly: "The paper’s numbers disagree",
    missing: "not there",
    unanswered: |n| format!("{} got no reply", counted(n, "row", "rows")),
};

/// Filipino.
pub const FIL: BoardWords = BoardWords {
    title: "Mga nakalathalang resulta",
    lead: "Bawat model ng Batayan paper, ayon sa pagkakalimbag, katabi ng sarili mong mga run sa \
           buong task.",
    caption: "Mga iskor mula 0 hanggang 100.",
    sort_hint: "Pindutin ang heading para ayusin ang table; pindutin ulit para baligtarin.",
    opening_own: "Binabasa ang sarili mong mga run…",
    search: "Maghanap ng model",
    group: "Uri",
    all_groups: "Lahat ng uri",
    group_own: "Mga run mo",
    sort: "Ayusin ayon sa",
    size: "Laki, sa bilyong parameter",
    size_short: "Laki",
    n_shot: |n| format!("{n}-shot"),
    kind: |group, shots| match group {
        "base" => format!("base, {shots}-shot"),
        "instruct" => "instruct".to_owned(),
        "reasoning" => "reasoning".to_owned(),
        _ => "komersiyal".to_owned(),
    },
    shown: |n, of| {
        if n == of {
            format!("{} model", count(of))
        } else {
            format!("{} sa {} model", count(n), count(of))
        }
    },
    no_match: "Walang tumutugmang model",
    no_match_text: "Subukan ang mas maikling pangalan, o lahat ng uri.",
    no_own: "Wala ka pang buong run",
    no_own_text: "Lalabas dito ang run kapag tapos na ang kahit isang task sa lahat ng opisyal na row \
                  nito.",
    show_all: "Ipakita lahat ng model",
    source: |source, date| {
        format!("Mga nakalathalang numero: {source}, {date}. Walang binago sa mga ito.")
    },
    source_paper: |date| format!("paper, {date}"),
    source_own: |date| format!("run mo, {date}"),
    averages_note: "Ang mga nakalimbag na average ang narito. May limang halimbawang may sagot ang mga \
                    tanong sa mga base model, at wala ang sa iba: magkauri lang ang paghambingin.",
    dagger_note: "† Ayon sa paper, hindi nasunod ng model ang panuto sa pagsagot, dito o sa isang task ng \
                  average na ito, kaya kaunti lang ang sinasabi ng numero tungkol sa alam nito.",
    dagger: "hindi nasunod ang panuto sa pagsagot",
    own_note: "Binibilang ang mga run mo gaya ng sa paper: maling sagot ang mga blangkong tugon \
               at pagtanggi. Kapag may row na hindi kailanman nakakuha ng tugon, walang numero ang task nito.",
    anomaly: "May hindi tugma sa paper",
    missing: "wala",
    unanswered: |n| format!("{} row ang walang tugon", count(n)),
};
