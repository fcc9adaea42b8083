//! What the core finds has words in both languages, and each its own.

use std::collections::BTreeSet;

use sukat::batch::BatchKind;
use sukat::desk::batch::file_name;
use sukat::desk::view::{JoinFault, JoinProblem, Trouble, Verdict};
use sukat::intake::decode::{DecodeError, Encoding};
use sukat::intake::parquet::ParquetError;
use sukat::intake::report::{ComplaintKind, FileFault, Misfit, Refusal, TaskSource};
use sukat::intake::sniff::{OtherKind, Shape};
use sukat::intake::unpack::UnpackError;
use sukat::intake::value::{CellNote, JsonKind, WrongType};
use sukat::provider::address::BaseUrl;
use sukat::provider::{EmptyWhy, Lesson};
use sukat::record::json::ReadError;
use sukat::run::probe::{Finding, ThinkingAt};
use sukat::score::Missing;
use sukat::words::Language;
use sukat::words::batch::FILE;

/// Checks that each of some facts is said in its own words, and not in English on the page in
/// Filipino. `is_name` are those that are called alike in both languages.
#[track_caller]
fn check<T: std::fmt::Debug>(facts: &[T], say: impl Fn(Language, &T) -> String, is_name: &[&str]) {
    let mut seen = BTreeSet::new();
    for fact in facts {
        let (english, filipino) = (say(Language::English, fact), say(Language::Filipino, fact));
        assert!(!english.is_empty() && !filipino.is_empty(), "{fact:?}");
        let is_shared = is_name.contains(&english.as_str());
        assert_eq!(english == filipino, is_shared, "{fact:?}: {english}");
        assert!(seen.insert(english.clone()), "twice: {english}");
        assert!(
            is_shared || seen.insert(filipino.clone()),
            "twice: {filipino}"
        );
    }
}

/// What can be wrong with a file as a whole.
fn file_troubles() -> Vec<Trouble> {
    let decode = [
        DecodeError::MaybeWindows1252 {
            offset: 7,
            line: 2,
            preview: "“mañana”".into(),
        },
        DecodeError::NotText { offset: 7, line: 2 },
        DecodeError::MaybeUtf16 {
            encoding: Encoding::Utf16Le,
        },
        DecodeError::BrokenUtf16 { offset: 7 },
    ];
    let unpack = [
        UnpackError::Damaged,
        UnpackError::Checksum,
        UnpackError::Encrypted,
        UnpackError::UnknownMethod { method: 99 },
        UnpackError::UnknownMethod { method: 93 },
        UnpackError::TooLarge { limit: 1 << 30 },
        UnpackError::Bomb { limit: 200 },
        UnpackError::TooManyEntries { limit: 10_000 },
        UnpackError::Nested,
    ];
    let parquet = [
        ParquetError::CutOff,
        ParquetError::Footer,
        ParquetError::Page,
        ParquetError::Encrypted,
        ParquetError::Codec { number: 4 },
        ParquetError::Codec { number: 99 },
        ParquetError::Encoding { number: 4 },
        ParquetError::TooManyRows { limit: 7 },
    ];
    let unpack = unpack.into_iter().chain(parquet.map(UnpackError::Parquet));
    let faults = decode
        .map(FileFault::Encoding)
        .into_iter()
        .chain(unpack.map(FileFault::Archive))
        .chain([
            FileFault::Empty,
            FileFault::Unsupported {
                kind: OtherKind::Parquet,
            },
            FileFault::WebPage,
            FileFault::ScoresOnly,
            FileFault::RequestsOnly,
            FileFault::NoReplies,
            FileFault::LikelihoodsOnly,
            FileFault::BatchOfRun {
                run_id: "x1".into(),
            },
            FileFault::OutOfOrder,
            FileFault::NoPredictionColumn {
                columns: vec!["x1".into()],
            },
            FileFault::Unrecognised,
            FileFault::NoRows,
            FileFault::TaskUnknown { candidates: vec![] },
            FileFault::TaskUnknown {
                candidates: vec!["x1".into()],
            },
            FileFault::RunUnknown,
            FileFault::LineCount {
                n_lines: 7,
                nearest: vec![("x1".into(), 8)],
            },
            FileFault::OtherRun {
                model: "x1".into(),
                run: String::new(),
            },
            FileFault::SameRowsElsewhere {
                better: "x1".into(),
            },
        ]);
    faults.map(Trouble::File).collect()
}

/// What can be wrong with a record of ours, or a row of any file.
fn other_troubles() -> Vec<Trouble> {
    let some = || "x1".to_owned();
    let wrong = |found| {
        Trouble::Row(ComplaintKind::WrongType(WrongType {
            path: some(),
            found,
        }))
    };
    let mut troubles = vec![
        Trouble::SameRun,
        Trouble::Record(ReadError::NotARecord),
        Trouble::Record(ReadError::Newer { found: some() }),
        Trouble::Record(ReadError::Cut { line: 1, column: 2 }),
        Trouble::Record(ReadError::Damaged { line: 1, column: 2 }),
        Trouble::Record(ReadError::UnknownValue {
            field: some(),
            found: "y".into(),
        }),
    ];
    let rows = [
        ComplaintKind::NotJson { column: 3 },
        ComplaintKind::CutOff,
        ComplaintKind::NotAnObject,
        ComplaintKind::CellCount {
            found: 2,
            expected: 3,
        },
        ComplaintKind::OpenQuote,
        ComplaintKind::StrayQuote,
        ComplaintKind::Likelihoods,
        ComplaintKind::NoId,
        ComplaintKind::NoTask,
        ComplaintKind::UnknownTask { name: some() },
        ComplaintKind::OtherModel { name: some() },
        ComplaintKind::RepeatedField { name: some() },
        ComplaintKind::NotANumber,
        ComplaintKind::ZeroByte,
        ComplaintKind::NoPrediction,
        ComplaintKind::Failed { status: None },
        ComplaintKind::Failed { status: Some(7) },
        ComplaintKind::Cell(CellNote::WordForNull),
        ComplaintKind::Cell(CellNote::NumberAsText),
        ComplaintKind::Cell(CellNote::BooleanAsText),
        ComplaintKind::Cell(CellNote::EmptyList),
        ComplaintKind::Cell(CellNote::LoneSurrogate),
    ];
    troubles.extend(rows.map(Trouble::Row));
    let kinds = [
        JsonKind::Null,
        JsonKind::Boolean,
        JsonKind::Number,
        JsonKind::List,
        JsonKind::Object,
    ];
    troubles.extend(kinds.map(wrong));
    troubles
}

#[test]
fn all_that_can_be_wrong_with_a_file_is_said_in_the_language_of_the_page() {
    let troubles = [file_troubles(), other_troubles()].concat();
    check(&troubles, Language::trouble, &[]);
}

#[test]
fn every_reason_not_to_use_answers_has_a_sentence() {
    let other = |why, candidates: &[&str]| Refusal::OtherTask {
        why,
        candidates: candidates.iter().map(|&id| id.to_owned()).collect(),
    };
    let refusals = [
        other(Misfit::Ids, &["SA"]),
        other(Misfit::Gold, &["SA"]),
        other(Misfit::Prompts, &["SA"]),
        other(Misfit::Answers, &[]),
        Refusal::CountDiffers {
            found: 3,
            expected: 600,
        },
        Refusal::LineCount {
            found: 1,
            expected: 2,
        },
        Refusal::ShiftedIds,
        Refusal::OtherOrder,
        Refusal::DataNotLoaded,
    ];
    check(&refusals, Language::refusal, &[]);
}

#[test]
fn shapes_and_the_ways_to_know_a_task_have_names() {
    let shapes = [
        Shape::Record,
        Shape::SeahelmV1,
        Shape::SeahelmHead,
        Shape::SeahelmHeadRaw,
        Shape::SeahelmResults,
        Shape::SeahelmMetricX,
        Shape::JsonLines,
        Shape::JsonArray,
        Shape::JsonById,
        Shape::JsonByTask,
        Shape::Csv,
        Shape::Tsv,
        Shape::PlainLines,
        Shape::LmEvalSamples,
        Shape::LmEvalResults,
        Shape::LightevalDetails,
        Shape::LightevalResults,
        Shape::InspectLog,
        Shape::EveryEvalRows,
        Shape::EveryEvalScores,
        Shape::OpenAiBatch,
        Shape::AnthropicBatch,
        Shape::GeminiBatch,
    ];
    let name = |language: Language, shape: &Shape| language.shape(*shape).to_owned();
    check(&shapes, name, &["SEA-HELM", "SEA-HELM v1", "table (CSV)"]);
    let sources = [
        TaskSource::Chosen,
        TaskSource::Row,
        TaskSource::FileName,
        TaskSource::NameWord,
        TaskSource::Content,
    ];
    let name = |language: Language, source: &TaskSource| language.task_source(*source).to_owned();
    check(&sources, name, &[]);
}

#[test]
fn a_row_whose_budget_went_into_thinking_comes_with_advice() {
    for (language, advice) in [
        (Language::English, "allows longer replies"),
        (Language::Filipino, "mahabang tugon ang pinapayagan"),
    ] {
        let says = |verdict| language.verdict_sentence(verdict).contains(advice);
        assert!(says(Verdict::EmptyBudget) && !says(Verdict::Empty));
    }
}

#[test]
fn all_that_one_row_can_tell_is_said_in_both_languages() {
    let mut findings = vec![
        Finding::Answered {
            took_millis: 750,
            beginning: "Sagot: A".to_owned(),
        },
        Finding::Read {
            task_id: "SA".to_owned(),
            answer: Some("Positibo".to_owned()),
        },
        Finding::Read {
            task_id: "SA".to_owned(),
            answer: None,
        },
        Finding::Declined { took_millis: 750 },
        Finding::Cut { cap: Some(32) },
        Finding::Cut { cap: None },
        Finding::Sent(vec!["max_tokens 32".to_owned(), "temperature 0".to_owned()]),
        Finding::OtherModel("modelo-2".to_owned()),
        Finding::Counts {
            prompt: Some(120),
            output: None,
        },
        Finding::CountsNothing,
        Finding::Limits {
            requests_per_minute: Some(60),
            tokens_per_minute: None,
        },
        Finding::NoLimits,
    ];
    for why in [EmptyWhy::Budget, EmptyWhy::Unknown] {
        findings.push(Finding::NoText {
            took_millis: 750,
            why,
        });
    }
    for lesson in [
        Lesson::UseMaxCompletionTokens,
        Lesson::UseMaxTokens,
        Lesson::DropTemperature,
        Lesson::DropTopP,
        Lesson::DropTopK,
        Lesson::DropSeed,
        Lesson::DropStop,
        Lesson::DropContextSize,
    ] {
        findings.push(Finding::Learnt(lesson));
    }
    for at in [ThinkingAt::Apart, ThinkingAt::InText, ThinkingAt::InCount] {
        for is_allowed in [false, true] {
            findings.push(Finding::Thinks { at, is_allowed });
        }
    }
    check(&findings, Language::finding, &[]);
}

#[test]
fn what_is_wrong_with_a_file_of_scores_is_said_with_its_lines() {
    let faults = [
        JoinFault::Unreadable,
        JoinFault::NoNumber,
        JoinFault::NotFinite,
        JoinFault::OutOfRange,
        JoinFault::OtherTask {
            task_id: "MT-tl-en".into(),
        },
        JoinFault::TwoValues,
        JoinFault::OtherValue,
        JoinFault::OtherMaker,
        JoinFault::OtherCount {
            n_lines: 3,
            n_rows: 600,
        },
        JoinFault::NoIds,
        JoinFault::UnknownId,
        JoinFault::OtherText,
    ];
    let problem = |fault: &JoinFault, lines: &[usize], n_lines| JoinProblem {
        fault: fault.clone(),
        lines: lines.to_vec(),
        n_lines,
    };
    let whole =
        |language: Language, fault: &JoinFault| language.join_problem(&problem(fault, &[], 0));
    check(&faults, whole, &[]);
    let said = |language: Language, lines: &[usize], n_lines| {
        let text = language.join_problem(&problem(&JoinFault::NoIds, lines, n_lines));
        text.split(':').next().unwrap_or_default().to_owned()
    };
    assert_eq!(said(Language::English, &[3], 1), "Line 3");
    assert_eq!(said(Language::English, &[3, 9], 2), "Lines 3, 9");
    assert_eq!(
        said(Language::English, &[3, 9], 1_002),
        "Lines 3, 9 and 1,000 more"
    );
    assert_eq!(
        said(Language::Filipino, &[3, 9], 1_002),
        "Linya 3, 9 at 1,000 pa"
    );
}

#[test]
fn a_number_that_lacks_rows_says_how_many() {
    let missing = Missing::Incomplete {
        n_there: 5,
        n_rows: 1_200,
    };
    let said = Language::English.missing(missing);
    assert_eq!(
        said,
        "incomplete: 5 of 1,200 rows have a score from elsewhere"
    );
    let said = Language::Filipino.missing(missing);
    assert!(said.starts_with("kulang: 5 sa 1,200 row"), "{said}");
}

#[test]
fn commands_for_batches_name_the_file_that_is_downloaded() {
    for language in Language::ALL {
        for (kind, _, command) in language.words().batch.commands {
            let takes_file = !command.contains("ID_OF_THE_UPLOAD") && kind != BatchKind::Gemini;
            assert_eq!(command.contains(FILE), takes_file, "{command}");
            assert!(!command.contains("requests.json"), "{command}");
        }
    }
    assert_eq!(
        file_name("Isang run", BatchKind::OpenAi),
        "Isang-run-openai-batch.jsonl"
    );
}

#[test]
fn the_checklist_names_the_permission_that_a_local_server_needs() {
    for (address, is_local) in [
        ("http://localhost:11434/v1", true),
        ("http://192.168.0.7:1234/v1", true),
        ("https://api.example.org/v1", false),
    ] {
        let base = BaseUrl::parse(address).expect("an address").url;
        for language in Language::ALL {
            let list = language
                .network_checklist(&base, "https://sukat.example")
                .join("\n");
            for name in ["Local network access", "Apps on device"] {
                assert_eq!(list.contains(name), is_local, "{address}: {list}");
            }
        }
    }
}
