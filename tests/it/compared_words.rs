//! What two runs say of each other, in sentences.

use sukat::answer::Thinking;
use sukat::desk::view::RunCard;
use sukat::desk::view::comparison::{
    ChangeCounts, ComparisonView, Contrast, NumberComparison, TaskComparison,
};
use sukat::score::OutcomePolicy;
use sukat::suite::{DataKind, MetricId, Profile, Shots, TemplateLanguage};
use sukat::words::Language;
use sukat::words::compare::sentences::run_name;

const NAMES: [&str; 2] = ["alon-7b (A)", "bagyo-2b (B)"];

fn card(is_upload: bool) -> RunCard {
    RunCard {
        run_id: "x".into(),
        title: "x".into(),
        model: None,
        started_millis: 0,
        data_kind: DataKind::Official,
        is_upload,
        base_url: None,
        format: None,
        profile: if is_upload {
            Profile::Head
        } else {
            Profile::V1
        },
        shots: Shots::Zero,
        language: TemplateLanguage::Filipino,
        thinking: Thinking::Keep,
        n_done: 0,
        n_chosen: 0,
        n_all: 0,
        task_ids: Vec::new(),
        task_rows: Vec::new(),
        repeat: None,
    }
}

fn number(values: [f64; 2], interval: (f64, f64), p: f64) -> NumberComparison {
    NumberComparison {
        metric: MetricId::MacroF1,
        values,
        interval,
        is_identical: false,
        bootstrap_p: p,
        randomization_p: p,
        corrected_p: Some(p),
    }
}

fn task(task_id: &str, n_rows: usize, number: Option<NumberComparison>) -> TaskComparison {
    TaskComparison {
        task_id: task_id.into(),
        n_rows,
        n_all: 600,
        n_only: [0, 0],
        numbers: number.into_iter().collect(),
        changes: ChangeCounts::default(),
        mcnemar_p: None,
        cohen_d: None,
    }
}

fn better(task_id: &str) -> TaskComparison {
    task(task_id, 600, Some(number([60.0, 64.2], (1.1, 7.3), 0.003)))
}

fn worse(task_id: &str) -> TaskComparison {
    task(
        task_id,
        600,
        Some(number([60.0, 58.5], (-2.5, -0.5), 0.0002)),
    )
}

fn open(task_id: &str) -> TaskComparison {
    task(task_id, 600, Some(number([60.0, 59.6], (-2.0, 1.2), 0.41)))
}

fn level(task_id: &str) -> TaskComparison {
    task(task_id, 600, Some(number([60.0, 60.001], (-2.0, 2.0), 1.0)))
}

fn identical(task_id: &str) -> TaskComparison {
    let number = NumberComparison {
        is_identical: true,
        corrected_p: None,
        ..number([60.0, 60.0], (0.0, 0.0), 0.0001)
    };
    task(task_id, 600, Some(number))
}

fn few(task_id: &str) -> TaskComparison {
    task(task_id, 4, Some(number([0.0, 100.0], (0.0, 100.0), 0.001)))
}

fn view(tasks: Vec<TaskComparison>) -> ComparisonView {
    let mains = tasks.iter().filter_map(|task| task.numbers.first());
    ComparisonView {
        runs: [card(false), card(true)],
        policy: OutcomePolicy::Strict,
        contrasts: Vec::new(),
        n_tests: mains.filter(|number| !number.is_identical).count(),
        tasks,
        only_in: [Vec::new(), Vec::new()],
    }
}

#[track_caller]
fn check_task(task: TaskComparison, english: &str, filipino: &str) {
    let view = view(vec![task, open("XX")]);
    for (language, want) in [(Language::English, english), (Language::Filipino, filipino)] {
        let said = language.compared_task(&view, &view.tasks[0], NAMES);
        assert_eq!(said, want);
    }
}

#[test]
fn each_finding_of_a_task_has_its_sentence() {
    check_task(
        better("NLI"),
        "bagyo-2b (B) is better by 4.20 points (95% interval 1.10 to 7.30; p = 0.003, corrected for 2 \
         tasks).",
        "Mas mahusay ang bagyo-2b (B): lamang ito ng 4.20 puntos (95% interval 1.10 hanggang 7.30; p = \
         0.003, itinama para sa 2 task).",
    );
    // The interval is that of the run that is ahead.
    check_task(
        worse("NLI"),
        "alon-7b (A) is better by 1.50 points (95% interval 0.50 to 2.50; p < 0.001, corrected for 2 \
         tasks).",
        "Mas mahusay ang alon-7b (A): lamang ito ng 1.50 puntos (95% interval 0.50 hanggang 2.50; p < \
         0.001, itinama para sa 2 task).",
    );
    check_task(
        open("SA"),
        "The rows do not tell them apart: alon-7b (A) is ahead by 0.40 points, which chance alone could \
         give (95% interval −1.20 to 2.00; p = 0.410, corrected for 2 tasks).",
        "Hindi masabi ng mga row kung alin ang mas mahusay: lamang ang alon-7b (A) ng 0.40 puntos, pero \
         puwedeng tsamba lang iyon (95% interval −1.20 hanggang 2.00; p = 0.410, itinama para sa 2 \
         task).",
    );
    check_task(
        level("SA"),
        "The rows do not tell them apart: both have the same number (95% interval −2.00 to 2.00; p = \
         1.000, corrected for 2 tasks).",
        "Hindi masabi ng mga row kung alin ang mas mahusay: pantay ang dalawa (95% interval −2.00 \
         hanggang 2.00; p = 1.000, itinama para sa 2 task).",
    );
    check_task(
        identical("SA"),
        "The same in every row, so there is nothing to test.",
        "Pareho sa bawat row, kaya walang masusubok.",
    );
    check_task(
        few("SA"),
        "Only 4 rows to compare: too few to tell them apart, however they come out.",
        "4 row lang ang maihahambing: kulang para masabi kung alin ang mas mahusay, anuman ang lumabas.",
    );
    check_task(
        task("SA", 0, None),
        "No row is scored in both, so there is nothing to compare.",
        "Walang row na may iskor sa dalawa, kaya walang maihahambing.",
    );
}

#[test]
fn a_single_test_is_not_corrected() {
    let view = view(vec![better("NLI")]);
    let said = Language::English.compared_task(&view, &view.tasks[0], NAMES);
    assert!(said.ends_with("p = 0.003)."), "{said}");
}

#[track_caller]
fn check_summary(tasks: Vec<TaskComparison>, english: &str, filipino: &str) {
    let view = view(tasks);
    for (language, want) in [(Language::English, english), (Language::Filipino, filipino)] {
        assert_eq!(language.compared_summary(&view, NAMES), want);
    }
}

#[test]
fn one_sentence_says_who_is_better_on_what() {
    let six = ["PI", "CR", "TD", "AS", "QA", "MT-en-tl"];
    let mut tasks = vec![better("NLI"), better("XX"), worse("SA")];
    tasks.extend(six.map(open));
    check_summary(
        tasks,
        "bagyo-2b (B) is better on NLI and XX, alon-7b (A) on SA; on the other 6 tasks the rows do not \
         tell them apart.",
        "Mas mahusay ang bagyo-2b (B) sa NLI at XX, ang alon-7b (A) naman sa SA; sa iba pang 6 task, \
         hindi masabi ng mga row kung alin ang mas mahusay.",
    );
    check_summary(
        six.map(open).into(),
        "On 6 tasks the rows do not tell them apart.",
        "Sa 6 task, hindi masabi ng mga row kung alin ang mas mahusay.",
    );
    check_summary(
        vec![
            worse("NLI"),
            identical("SA"),
            few("PI"),
            task("QA", 0, None),
        ],
        "alon-7b (A) is better on NLI; on PI the rows do not tell them apart; on SA they are the same in \
         every row; on QA no row is scored in both.",
        "Mas mahusay ang alon-7b (A) sa NLI; sa PI, hindi masabi ng mga row kung alin ang mas mahusay; sa \
         SA, pareho sila sa bawat row; sa QA, walang row na may iskor sa dalawa.",
    );
    check_summary(
        vec![better("NLI"), better("SA"), better("PI"), better("QA")],
        "bagyo-2b (B) is better on NLI, SA, PI and QA.",
        "Mas mahusay ang bagyo-2b (B) sa NLI, SA, PI at QA.",
    );
}

#[test]
fn what_differs_names_both_values() {
    let runs = [card(false), card(true)];
    let said = Language::English.contrast(Contrast::Profile, &runs);
    assert_eq!(said, "Prompts and readings: v1 (A), head (B).");
    let said = |language: Language| language.contrast(Contrast::Origin, &runs);
    assert!(said(Language::English).starts_with("B was read from a file"));
    assert!(said(Language::Filipino).starts_with("Mula sa file ang B"));
    let both = [card(true), card(true)];
    let said = Language::English.contrast(Contrast::Origin, &both);
    assert!(said.starts_with("Both were read from files"));
}

#[test]
fn a_long_name_is_cut_and_keeps_its_letter() {
    assert_eq!(run_name("alon-7b", "A"), "alon-7b (A)");
    let long = "ñ".repeat(40);
    assert_eq!(run_name(&long, "B"), format!("{}… (B)", "ñ".repeat(32)));
}
