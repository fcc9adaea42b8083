//! What the numbers of two runs say, in sentences.

use crate::desk::view::RunCard;
use crate::desk::view::comparison::{ComparisonView, Contrast, Finding, TaskComparison};
use crate::score::difference::Change;
use crate::words::Language;
use crate::words::number::{count, counted, p_value, score};

/// Longest name of a run in a sentence, in characters.
const MAX_CHARS: usize = 32;

/// A run in a sentence: its name, cut where it is long, and the letter that it has on the page.
pub fn run_name(title: &str, letter: &str) -> String {
    let mut name: String = title.chars().take(MAX_CHARS).collect();
    if name.len() < title.len() {
        name.push('…');
    }
    format!("{name} ({letter})")
}

/// Tasks by what they say.
#[derive(Default)]
struct Findings<'a> {
    better: Vec<&'a str>,
    worse: Vec<&'a str>,
    open: Vec<&'a str>,
    identical: Vec<&'a str>,
    without: Vec<&'a str>,
}

impl<'a> Findings<'a> {
    fn of(view: &'a ComparisonView) -> Self {
        let mut findings = Self::default();
        for task in &view.tasks {
            let group = match view.finding(task) {
                Finding::Better => &mut findings.better,
                Finding::Worse => &mut findings.worse,
                Finding::Undecided | Finding::TooFew => &mut findings.open,
                Finding::Identical => &mut findings.identical,
                Finding::NoRows => &mut findings.without,
            };
            group.push(&task.task_id);
        }
        findings
    }

    /// Whether all that is left beside the tasks that were told apart is one group.
    fn is_one_rest(&self) -> bool {
        let rest = [&self.open, &self.identical, &self.without];
        rest.iter().filter(|group| !group.is_empty()).count() == 1
            && !(self.better.is_empty() && self.worse.is_empty())
    }
}

impl Language {
    /// All tasks in one sentence. `names` are those of [`run_name`].
    pub fn compared_summary(self, view: &ComparisonView, names: [&str; 2]) -> String {
        let findings = Findings::of(view);
        let clauses = match self {
            Self::English => english_clauses(&findings, names),
            Self::Filipino => filipino_clauses(&findings, names),
        };
        let mut sentence = clauses.join("; ");
        sentence.push('.');
        if view.tasks.iter().any(|task| task.n_only != [0, 0]) {
            sentence.push_str(self.pick(
                " Only rows scored in both count.",
                " Ang mga row lang na may iskor sa dalawa ang ibinilang.",
            ));
        }
        let mut characters = sentence.chars();
        // A name of a run keeps its letters.
        let starts_with_name = names.iter().any(|name| sentence.starts_with(name));
        match characters.next() {
            Some(first) if !starts_with_name => {
                first.to_uppercase().collect::<String>() + characters.as_str()
            }
            _ => sentence,
        }
    }

    /// What one task says.
    pub fn compared_task(
        self,
        view: &ComparisonView,
        task: &TaskComparison,
        names: [&str; 2],
    ) -> String {
        let facts = Facts::of(self, view, task, names);
        let found = match self {
            Self::English => english_task(view.finding(task), &facts),
            Self::Filipino => filipino_task(view.finding(task), &facts),
        };
        let n_left_out = task.n_only.iter().sum();
        if n_left_out == 0 || task.n_rows == 0 {
            return found;
        }
        match self {
            Self::English => format!(
                "{found} Only the {} scored in both count; {} more, scored in one of them only, may \
                 be the harder ones.",
                counted(task.n_rows, "row", "rows"),
                count(n_left_out)
            ),
            Self::Filipino => format!(
                "{found} Ang {} row lang na may iskor sa dalawa ang ibinilang; baka mas mahirap ang {} \
                 pa na sa isa lang may iskor.",
                count(task.n_rows),
                count(n_left_out)
            ),
        }
    }

    /// A setting that two runs do not share.
    pub fn contrast(self, contrast: Contrast, runs: &[RunCard; 2]) -> String {
        let both = |name: &str, say: &dyn Fn(&RunCard) -> &'static str| {
            let [first, second] = runs;
            format!("{name}: {} (A), {} (B).", say(first), say(second))
        };
        match contrast {
            Contrast::Profile => both(
                self.pick("Prompts and readings", "Mga prompt at basa"),
                &|card| card.profile.id(),
            ),
            Contrast::Shots => both(
                self.pick("Solved examples", "Mga halimbawang may sagot"),
                &|card| self.shots(card.shots),
            ),
            Contrast::Language => both(
                self.pick("Language of the instructions", "Wika ng panuto"),
                &|card| self.template(card.language),
            ),
            Contrast::Thinking => both(
                self.pick("Thinking before the answer", "Thinking bago ang sagot"),
                &|card| self.thinking(card.thinking),
            ),
            Contrast::Data => self
                .pick(
                    "The rows come from different files. Only rows with the same id are compared.",
                    "Magkaibang file ang pinagmulan ng mga row. Ang mga row lang na pareho ang id ang \
                     inihahambing.",
                )
                .to_owned(),
            Contrast::Origin => origin(self, runs),
        }
    }

    /// How a row came out.
    pub fn change(self, change: Option<Change>) -> &'static str {
        let texts = self.compare();
        match change {
            Some(Change::Better) => texts.change_better,
            Some(Change::Worse) => texts.change_worse,
            Some(Change::BothRight) => texts.change_both_right,
            Some(Change::Same) => texts.change_same,
            None => texts.change_none,
        }
    }
}

fn origin(language: Language, runs: &[RunCard; 2]) -> String {
    let text = match runs.each_ref().map(|card| card.is_upload) {
        [true, true] => language.pick(
            "Both were read from files: with which prompts their answers were asked for is not known.",
            "Parehong mula sa file ang dalawa: hindi alam kung anong mga prompt ang ginamit sa mga sagot.",
        ),
        [true, false] => language.pick(
            "A was read from a file: with which prompts its answers were asked for is not known.",
            "Mula sa file ang A: hindi alam kung anong mga prompt ang ginamit sa mga sagot nito.",
        ),
        _ => language.pick(
            "B was read from a file: with which prompts its answers were asked for is not known.",
            "Mula sa file ang B: hindi alam kung anong mga prompt ang ginamit sa mga sagot nito.",
        ),
    };
    text.to_owned()
}

/// What a sentence about a task tells.
struct Facts<'a> {
    /// The run that is ahead; `None` when they are level.
    ahead: Option<&'a str>,
    points: String,
    /// Interval, p, and for how many tests it is corrected.
    brackets: String,
    n_rows: usize,
}

impl<'a> Facts<'a> {
    fn of(
        language: Language,
        view: &ComparisonView,
        task: &TaskComparison,
        names: [&'a str; 2],
    ) -> Self {
        let mut facts = Self {
            ahead: None,
            points: String::new(),
            brackets: String::new(),
            n_rows: task.n_rows,
        };
        let Some(number) = task.numbers.first() else {
            return facts;
        };
        let apart = number.apart();
        let (low, high) = number.interval;
        // As seen by the run that is ahead.
        let (ahead, low, high) = if apart < 0.0 {
            (names[0], -high, -low)
        } else {
            (names[1], low, high)
        };
        facts.points = score(apart.abs());
        facts.ahead = (facts.points != "0.00").then_some(ahead);
        let p = p_value(number.corrected_p.unwrap_or(number.randomization_p));
        let p = match p.strip_prefix('<') {
            Some(below) => format!("p < {below}"),
            None => format!("p = {p}"),
        };
        let n_tests = count(view.n_tests);
        let corrected = match language {
            _ if view.n_tests < 2 => String::new(),
            Language::English => format!(", corrected for {n_tests} tasks"),
            Language::Filipino => format!(", itinama para sa {n_tests} task"),
        };
        let to = language.pick("to", "hanggang");
        facts.brackets = format!(
            "95% interval {} {to} {}; {p}{corrected}",
            signed(low),
            signed(high)
        );
        facts
    }
}

/// A score with a minus that is one.
fn signed(value: f64) -> String {
    score(value).replace('-', "−")
}

fn english_task(finding: Finding, facts: &Facts<'_>) -> String {
    let Facts {
        points, brackets, ..
    } = facts;
    let ahead = facts.ahead.unwrap_or_default();
    match finding {
        Finding::Better | Finding::Worse => {
            format!("{ahead} is better by {points} points ({brackets}).")
        }
        Finding::Undecided if facts.ahead.is_none() => {
            format!("The rows do not tell them apart: both have the same number ({brackets}).")
        }
        Finding::Undecided => format!(
            "The rows do not tell them apart: {ahead} is ahead by {points} points, which chance alone \
             could give ({brackets})."
        ),
        Finding::Identical => "The same in every row, so there is nothing to test.".to_owned(),
        Finding::TooFew => format!(
            "Only {} to compare: too few to tell them apart, however they come out.",
            counted(facts.n_rows, "row", "rows")
        ),
        Finding::NoRows => "No row is scored in both, so there is nothing to compare.".to_owned(),
    }
}

fn filipino_task(finding: Finding, facts: &Facts<'_>) -> String {
    let Facts {
        points, brackets, ..
    } = facts;
    let ahead = facts.ahead.unwrap_or_default();
    match finding {
        Finding::Better | Finding::Worse => {
            format!("Mas mahusay ang {ahead}: lamang ito ng {points} puntos ({brackets}).")
        }
        Finding::Undecided if facts.ahead.is_none() => {
            format!(
                "Hindi masabi ng mga row kung alin ang mas mahusay: pantay ang dalawa ({brackets})."
            )
        }
        Finding::Undecided => format!(
            "Hindi masabi ng mga row kung alin ang mas mahusay: lamang ang {ahead} ng {points} puntos, pero \
             puwedeng tsamba lang iyon ({brackets})."
        ),
        Finding::Identical => "Pareho sa bawat row, kaya walang masusubok.".to_owned(),
        Finding::TooFew => format!(
            "{} row lang ang maihahambing: kulang para masabi kung alin ang mas mahusay, anuman ang lumabas.",
            count(facts.n_rows)
        ),
        Finding::NoRows => {
            "Walang row na may iskor sa dalawa, kaya walang maihahambing.".to_owned()
        }
    }
}

/// Up to three tasks by name, more by number.
fn tasks(ids: &[&str], and: &str, more: impl Fn(usize) -> String) -> String {
    match ids {
        [one] => (*one).to_owned(),
        [rest @ .., last] if ids.len() < 4 => format!("{} {and} {last}", rest.join(", ")),
        ids => more(ids.len()),
    }
}

/// All of them by name: these are what the sentence is about.
fn all_tasks(ids: &[&str], and: &str) -> String {
    match ids {
        [rest @ .., last] if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        ids => ids.concat(),
    }
}

fn english_clauses(findings: &Findings<'_>, [first, second]: [&str; 2]) -> Vec<String> {
    let (better, worse) = (
        all_tasks(&findings.better, "and"),
        all_tasks(&findings.worse, "and"),
    );
    let mut clauses = Vec::new();
    match (better.is_empty(), worse.is_empty()) {
        (false, false) => clauses.push(format!(
            "{second} is better on {better}, {first} on {worse}"
        )),
        (false, true) => clauses.push(format!("{second} is better on {better}")),
        (true, false) => clauses.push(format!("{first} is better on {worse}")),
        (true, true) => {}
    }
    let other = if findings.is_one_rest() {
        "the other "
    } else {
        ""
    };
    let named = |ids: &[&str]| tasks(ids, "and", |n| format!("{other}{} tasks", count(n)));
    if !findings.open.is_empty() {
        clauses.push(format!(
            "on {} the rows do not tell them apart",
            named(&findings.open)
        ));
    }
    if !findings.identical.is_empty() {
        clauses.push(format!(
            "on {} they are the same in every row",
            named(&findings.identical)
        ));
    }
    if !findings.without.is_empty() {
        clauses.push(format!(
            "on {} no row is scored in both",
            named(&findings.without)
        ));
    }
    clauses
}

fn filipino_clauses(findings: &Findings<'_>, [first, second]: [&str; 2]) -> Vec<String> {
    let (better, worse) = (
        all_tasks(&findings.better, "at"),
        all_tasks(&findings.worse, "at"),
    );
    let mut clauses = Vec::new();
    match (better.is_empty(), worse.is_empty()) {
        (false, false) => clauses.push(format!(
            "mas mahusay ang {second} sa {better}, ang {first} naman sa {worse}"
        )),
        (false, true) => clauses.push(format!("mas mahusay ang {second} sa {better}")),
        (true, false) => clauses.push(format!("mas mahusay ang {first} sa {worse}")),
        (true, true) => {}
    }
    let more = if findings.is_one_rest() {
        "iba pang "
    } else {
        ""
    };
    let named = |ids: &[&str]| tasks(ids, "at", |n| format!("{more}{} task", count(n)));
    if !findings.open.is_empty() {
        clauses.push(format!(
            "sa {}, hindi masabi ng mga row kung alin ang mas mahusay",
            named(&findings.open)
        ));
    }
    if !findings.identical.is_empty() {
        clauses.push(format!(
            "sa {}, pareho sila sa bawat row",
            named(&findings.identical)
        ));
    }
    if !findings.without.is_empty() {
        clauses.push(format!(
            "sa {}, walang row na may iskor sa dalawa",
            named(&findings.without)
        ));
    }
    clauses
}
