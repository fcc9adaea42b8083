//! Scores of other programs: what they are given, what is taken of what they give, what it counts.

use serde_json::{Value, json};
use sukat::desk::Desk;
use sukat::desk::external::{Joining, ScoringTask};
use sukat::desk::protocol::{Export, Failure};
use sukat::desk::view::{JoinFault, JoinView, ResultView};
use sukat::intake::unpack::InFile;
use sukat::provider::{EmptyWhy, Outcome};
use sukat::record::Record;
use sukat::record::external::{METRICX, Program, add_missing, file_sha256};
use sukat::record::json::{read_record, write_record};
use sukat::score::OutcomePolicy::{self, Parity, Strict};
use sukat::score::{MetricValue, Missing};
use sukat::suite::{MetricId, Profile};

use super::{desk_with, detail, open, reply, result};

const TASK: &str = "MT-en-tl";

/// A run of three rows: two answers, and a reply without text.
fn desk() -> Desk {
    let mut desk = desk_with(TASK, 3);
    let mut empty = reply(TASK, 2, "");
    empty.outcome = Outcome::Empty(EmptyWhy::Unknown);
    let rows = vec![
        reply(TASK, 0, "Salin: Magandang umaga."),
        reply(TASK, 1, "Salin: Ñandú \"po\""),
        empty,
    ];
    open(&mut desk, "run-1", &[(TASK, 3)], rows);
    desk
}

fn of(policy: OutcomePolicy) -> ScoringTask {
    ScoringTask {
        run_id: "run-1".into(),
        task_id: TASK.into(),
        policy,
    }
}

fn metricx(policy: OutcomePolicy) -> Joining {
    Joining {
        of: of(policy),
        name: METRICX.into(),
        program: "metricx24.predict".into(),
        model: "google/metricx-24-hybrid-xxl-v2p6-bfloat16".into(),
        precision: "bfloat16".into(),
    }
}

fn file(desk: &mut Desk, policy: OutcomePolicy) -> String {
    let exported = desk.export(&Export::Scoring(of(policy)));
    exported.expect("rows enter").1
}

/// What the official tool makes of a file: the same lines, `prediction` last.
fn predicted(file: &str, errors: &[f64]) -> String {
    let lines = file.lines().zip(errors).map(|(line, error)| {
        let mut line: Value = serde_json::from_str(line).expect("our own line");
        line["prediction"] = json!(error);
        format!("{line}\n")
    });
    lines.collect()
}

/// Reads a file, and joins what it gives.
#[track_caller]
fn join(desk: &mut Desk, joining: &Joining, text: &str) -> JoinView {
    let joined = desk.join_scores(joining, "a.jsonl", text.as_bytes());
    let (view, head) = joined.expect("the rows are loaded");
    assert_eq!(head.is_none(), view.is_refused);
    if let Some(head) = head {
        desk.set_head(head);
    }
    view
}

fn number(result: &ResultView) -> Result<f64, Missing> {
    let is_metricx = |value: &&MetricValue| value.metric == MetricId::MetricX24;
    let mut metrics = result.tasks[0].metrics.iter();
    metrics.find(is_metricx).expect("the task has it").value
}

#[test]
fn the_official_tool_gets_four_texts_a_line_in_the_order_of_the_file() {
    let mut desk = desk();
    let line = |idx: usize, hypothesis: &str| {
        format!(
            "{{\"id\":\"mt-en-tl:00000{idx}\",\"source\":\"text ng hilera {idx}, may Ñ at ₱{idx}\",\
             \"hypothesis\":\"{hypothesis}\",\"reference\":\"Sanggunian ñ {idx}\"}}\n"
        )
    };
    let answered = line(0, "Magandang umaga.") + &line(1, "Ñandú \\\"po\\\"");
    assert_eq!(file(&mut desk, Strict), answered);
    assert_eq!(file(&mut desk, Parity), answered + &line(2, ""));
    let (name, _) = desk.export(&Export::Scoring(of(Strict))).expect("rows");
    assert_eq!(name, "Run-run-1-mt-en-tl.jsonl");
}

#[test]
fn a_run_without_rows_to_score_gives_no_file() {
    let mut desk = desk_with("SA", 3);
    open(
        &mut desk,
        "run-1",
        &[("SA", 3)],
        vec![reply("SA", 0, "Sagot: Positibo")],
    );
    let of = ScoringTask {
        task_id: "SA".into(),
        ..of(Parity)
    };
    let labels = desk.export(&Export::Scoring(of));
    assert_eq!(labels, Err(Failure::NothingToScore));
}

#[test]
fn the_number_is_there_once_every_row_that_enters_has_its_score() {
    let mut desk = desk();
    assert_eq!(
        number(&result(&mut desk, "run-1", Strict)),
        Err(Missing::NotComputed)
    );
    let file = file(&mut desk, Parity);
    let first = predicted(&file, &[2.5]);
    let view = join(&mut desk, &metricx(Parity), &first);
    assert_eq!((view.n_joined, view.n_there, view.n_rows), (1, 1, 3));
    let incomplete = |n_there, n_rows| Err(Missing::Incomplete { n_there, n_rows });
    assert_eq!(
        number(&result(&mut desk, "run-1", Strict)),
        incomplete(1, 2)
    );
    assert_eq!(
        number(&result(&mut desk, "run-1", Parity)),
        incomplete(1, 3)
    );

    // By hand: 100 - 4 * 2.5 = 90 and 100 - 4 * 7.5 = 70; an error of 25 is worth nothing.
    let all = predicted(&file, &[2.5, 7.5, 25.0]);
    let view = join(&mut desk, &metricx(Parity), &all);
    assert_eq!((view.n_joined, view.n_there, view.n_rows), (3, 3, 3));
    let strict = result(&mut desk, "run-1", Strict);
    assert_eq!(number(&strict), Ok(80.0));
    // Of two rows every resample is one of 70, 80 and 90.
    assert_eq!(strict.tasks[0].metricx_interval, Some((70.0, 90.0)));
    let parity = result(&mut desk, "run-1", Parity);
    assert_eq!(number(&parity), Ok(160.0 / 3.0));
    assert!(parity.tasks[0].is_complete && !strict.tasks[0].is_complete);
    let scores = detail(&mut desk, "run-1", TASK, 1).scores;
    assert!(scores.contains(&(MetricId::MetricX24, 70.0)), "{scores:?}");
    let column = &parity.external[0];
    assert_eq!((column.n_there, column.n_rows, column.n_stale), (3, 3, 0));
    assert_eq!(column.mean, Some(35.0 / 3.0));
    assert!(parity.signature.contains(
        "|metricx-24:MT-en-tl{program=metricx24.predict;model=google/metricx-24-hybrid-xxl-v2p6-\
         bfloat16;precision=bfloat16;scores="
    ));
}

#[test]
fn a_score_does_not_count_for_a_reply_that_came_later() {
    let mut desk = desk();
    let all = predicted(&file(&mut desk, Strict), &[2.5, 7.5]);
    join(&mut desk, &metricx(Strict), &all);
    let before = result(&mut desk, "run-1", Strict);
    assert_eq!(number(&before), Ok(80.0));
    let later = vec![reply(TASK, 1, "Salin: Iba na ito.")];
    desk.add_rows("run-1", later).expect("the run is open");
    let after = result(&mut desk, "run-1", Strict);
    assert_eq!(
        number(&after),
        Err(Missing::Incomplete {
            n_there: 1,
            n_rows: 2
        })
    );
    assert_eq!(after.tasks[0].metricx_interval, None);
    let column = &after.external[0];
    assert_eq!(
        (column.n_there, column.n_stale, column.mean),
        (1, 1, Some(2.5))
    );
    // Only the row without a score is sent anew.
    let lines = desk.scoring_lines(&of(Strict), METRICX).expect("rows");
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("Iba na ito."), "{}", lines[0]);
    let again = predicted(&lines[0], &[5.0]);
    join(&mut desk, &metricx(Strict), &again);
    assert_eq!(number(&result(&mut desk, "run-1", Strict)), Ok(85.0));
    // The old reply comes back: the score was made for another one.
    desk.add_rows("run-1", vec![reply(TASK, 1, "Salin: Ñandú \"po\"")])
        .expect("open");
    assert!(number(&result(&mut desk, "run-1", Strict)).is_err());
}

#[test]
fn a_column_goes_with_the_record_and_can_be_removed() {
    let mut desk = desk();
    let all = predicted(&file(&mut desk, Strict), &[2.5, 7.5]);
    join(&mut desk, &metricx(Strict), &all);
    let record: Record = desk.record("run-1").expect("open").clone();
    let text = write_record(&record, &sukat::record::json::Extras::default());
    let read = read_record(&text).expect("our own file").record;
    assert_eq!(read, record);
    let column = &read.head.external[0];
    assert_eq!(column.maker.program, Program::Official);
    assert_eq!(column.sources[0].name, "a.jsonl");
    assert_eq!(column.sources[0].sha256.as_ref().map(String::len), Some(64));

    // A later version may say more; no file can bring a score that could not have been joined.
    let text = text.replacen("\"precision\"", "\"temperatura\":1,\"precision\"", 1);
    let text = text.replacen("[0,2.5,", "[0,25.5,", 1);
    let read = read_record(&text)
        .expect("fields that are not known are skipped")
        .record;
    assert_eq!(
        read.head.external[0].values.keys().collect::<Vec<_>>(),
        [&1]
    );

    let head = desk
        .without_column("run-1", TASK, METRICX)
        .expect("the run is open");
    desk.set_head(head);
    let result = result(&mut desk, "run-1", Strict);
    assert_eq!(number(&result), Err(Missing::NotComputed));
    assert!(result.external.is_empty() && !result.signature.contains("metricx"));
}

#[track_caller]
fn check_faults(text: &str, n_joined: usize, want: &[(JoinFault, &[usize])]) {
    let view = join(&mut desk(), &metricx(Strict), text);
    let problems = view.problems.iter();
    let got: Vec<(JoinFault, &[usize])> = problems
        .map(|problem| (problem.fault.clone(), problem.lines.as_slice()))
        .collect();
    assert_eq!((view.n_joined, got.as_slice()), (n_joined, want), "{text}");
}

#[test]
fn what_cannot_be_a_score_of_the_run_is_refused_by_its_line() {
    let line = |idx: usize, rest: &str| format!("{{\"id\":\"mt-en-tl:00000{idx}\",{rest}}}\n");
    let good = line(0, "\"prediction\":3.5");
    check_faults(&good, 1, &[]);
    // Blank lines are lines.
    let with = |rest: &str| format!("{good}\n{}", line(1, rest));
    check_faults(&with("\"prediction\":0"), 2, &[]);
    check_faults(&with("\"prediction\":25"), 2, &[]);
    let cases: [(&str, JoinFault); 9] = [
        ("\"prediction\":25.001", JoinFault::OutOfRange),
        ("\"prediction\":-0.5", JoinFault::OutOfRange),
        ("\"prediction\":NaN", JoinFault::NotFinite),
        ("\"prediction\":\"inf\"", JoinFault::NotFinite),
        ("\"prediction\":null", JoinFault::NoNumber),
        ("\"hypothesis\":\"walang iskor\"", JoinFault::NoNumber),
        ("\"prediction\":1,", JoinFault::Unreadable),
        ("\"prediction\":", JoinFault::Unreadable),
        ("\"prediction\":[1]", JoinFault::NoNumber),
    ];
    for (rest, fault) in cases {
        check_faults(&with(rest), 0, &[(fault, &[3])]);
    }
    let twice = |second: &str| format!("{good}{}", line(0, second));
    check_faults(&twice("\"prediction\":3.5"), 1, &[]);
    check_faults(
        &twice("\"prediction\":3.25"),
        0,
        &[(JoinFault::TwoValues, &[2])],
    );
    let other = JoinFault::OtherTask {
        task_id: "MT-tl-en".into(),
    };
    let wrong = good.replace("mt-en-tl", "mt-tl-en");
    check_faults(&format!("{good}{wrong}"), 0, &[(other, &[2])]);
    // Of these only the line is left out: no such row, one that does not enter, another answer.
    for rest in ["mt-en-tl:000099", "mt-en-tl:000002", "iba"] {
        let unknown = format!("{{\"id\":\"{rest}\",\"prediction\":1}}\n");
        check_faults(
            &format!("{good}{unknown}"),
            1,
            &[(JoinFault::UnknownId, &[2])],
        );
    }
    for rest in [
        "\"hypothesis\":\"iba\"",
        "\"source\":\"iba\"",
        "\"reference\":\"iba\"",
    ] {
        let rest = format!("\"prediction\":1,{rest}");
        check_faults(&with(&rest), 1, &[(JoinFault::OtherText, &[3])]);
    }
    check_faults("", 0, &[(JoinFault::Unreadable, &[])]);
    check_faults("Kumusta po kayo?", 0, &[(JoinFault::Unreadable, &[])]);
}

#[test]
fn without_ids_the_order_counts_only_if_every_answer_agrees() {
    let lines = |texts: &[&str]| -> String {
        let lines = texts.iter().map(|text| {
            let line = json!({"hypothesis": text, "score": 1.5});
            format!("{line}\n")
        });
        lines.collect()
    };
    check_faults(&lines(&["Magandang umaga.", "Ñandú \"po\""]), 2, &[]);
    let swapped = lines(&["Ñandú \"po\"", "Magandang umaga."]);
    check_faults(&swapped, 0, &[(JoinFault::OtherText, &[1, 2])]);
    let one_wrong = lines(&["Magandang umaga.", "iba"]);
    check_faults(&one_wrong, 0, &[(JoinFault::OtherText, &[2])]);
    let short = JoinFault::OtherCount {
        n_lines: 1,
        n_rows: 2,
    };
    check_faults(&lines(&["Magandang umaga."]), 0, &[(short, &[])]);
    let bare = "{\"score\":1}\n{\"score\":2}\n";
    check_faults(bare, 0, &[(JoinFault::NoIds, &[1, 2])]);
    // SEA-HELM's judge has all texts in one.
    let prompt = |idx: usize, answer: &str| {
        let source = format!("text ng hilera {idx}, may Ñ at ₱{idx}");
        let text = format!("source: {source} candidate: {answer} reference: Sanggunian ñ {idx}");
        format!("{}\n", json!({"score": 2.0, "message": [], "prompt": text}))
    };
    let judge = prompt(0, "Magandang umaga.") + &prompt(1, "Ñandú \"po\"");
    check_faults(&judge, 2, &[]);
    let other = prompt(0, "Magandang umaga.") + &prompt(1, "iba");
    check_faults(&other, 0, &[(JoinFault::OtherText, &[2])]);
}

#[test]
fn a_column_has_one_maker_and_one_score_for_an_answer() {
    let mut desk = desk();
    let all = predicted(&file(&mut desk, Strict), &[2.5, 7.5]);
    join(&mut desk, &metricx(Strict), &all);
    let fault = |view: JoinView| {
        view.problems
            .into_iter()
            .map(|problem| problem.fault)
            .next()
    };
    let same = join(&mut desk, &metricx(Strict), &all);
    assert_eq!((same.n_joined, fault(same)), (2, None));
    let moved = predicted(&file(&mut desk, Strict), &[2.5, 7.0]);
    let moved = join(&mut desk, &metricx(Strict), &moved);
    assert_eq!(fault(moved), Some(JoinFault::OtherValue));
    let other = Joining {
        precision: "float32".into(),
        ..metricx(Strict)
    };
    assert_eq!(
        fault(join(&mut desk, &other, &all)),
        Some(JoinFault::OtherMaker)
    );
    assert_eq!(number(&result(&mut desk, "run-1", Strict)), Ok(80.0));
}

#[test]
fn extras_stand_beside_the_numbers_and_enter_none() {
    let mut desk = desk();
    let before = result(&mut desk, "run-1", Strict);
    let comet = Joining {
        name: "COMET-22".into(),
        program: "comet-score".into(),
        ..metricx(Strict)
    };
    // By the ids of the data, as a table with a column of its own; any number goes.
    let table = "id;COMET-22;score\nr0;-0,5;9\nr1;0.75;9\n";
    let view = join(&mut desk, &comet, table);
    assert_eq!(view.problems[0].fault, JoinFault::NoNumber);
    let view = join(&mut desk, &comet, &table.replace("-0,5", "-0.5"));
    assert_eq!((view.n_joined, view.is_refused), (2, false));
    let after = result(&mut desk, "run-1", Strict);
    assert_eq!(after.tasks, before.tasks);
    assert_eq!(after.averages, before.averages);
    assert_eq!(after.signature, before.signature);
    let column = &after.external[0];
    assert_eq!(
        (column.name.as_str(), column.is_metricx),
        ("COMET-22", false)
    );
    assert_eq!((column.mean, column.n_there), (Some(0.125), 2));
}

#[test]
fn the_table_of_rows_has_a_column_for_each_name() {
    let mut desk = desk();
    let file = file(&mut desk, Strict);
    join(&mut desk, &metricx(Strict), &predicted(&file, &[2.5, 0.0]));
    let comet = Joining {
        name: "COMET, \"22\"".into(),
        ..metricx(Strict)
    };
    join(&mut desk, &comet, &predicted(&file, &[0.5]));
    // A score that was made for another answer is nobody's.
    desk.add_rows("run-1", vec![reply(TASK, 1, "Salin: Iba na ito.")])
        .expect("it is open");
    let (_, table) = desk
        .export(&Export::Csv {
            run_id: "run-1".into(),
            policy: Strict,
        })
        .expect("it is open");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("it is CSV").clone();
    assert_eq!(&header[19], "reused_from");
    assert_eq!(
        (&header[20], &header[21]),
        ("external:COMET, \"22\"", "external:metricx-24")
    );
    let cells: Vec<(String, String)> = reader
        .records()
        .map(|line| line.expect("it is CSV"))
        .map(|line| (line[20].to_owned(), line[21].to_owned()))
        .collect();
    let want = [("0.5", "2.5"), ("", ""), ("", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(cells, want);
}

/// SEA-HELM's row of a translation, scored as its version 1 writes it.
fn scored_row(idx: usize, read: &str, normalized: f64) -> String {
    let row = json!({
        "id": format!("r{idx}"),
        "label": format!("Sanggunian ñ {idx}"),
        "prompts": [{"text": format!("text ng hilera {idx}, may Ñ at ₱{idx}")}],
        "responses": ["Salin: Magandang umaga."],
        "cleaned_response": read,
        "individual_scores": {
            "normalized_metricx_wmt24_scores": normalized,
            "normalized_metricx_wmt24_wo_ref_scores": 1.0,
        },
    });
    format!("{row}\n")
}

#[test]
fn scores_in_sea_helms_files_count_for_the_answers_that_it_had_read() {
    for (read, want) in [
        ("Magandang umaga.", Ok(80.0)),
        (
            "iba",
            Err(Missing::Incomplete {
                n_there: 1,
                n_rows: 2,
            }),
        ),
    ] {
        let mut desk = desk_with(TASK, 2);
        let text = scored_row(0, "Magandang umaga.", 90.0) + &scored_row(1, read, 70.0);
        let file = InFile {
            name: "M/inference/M_translation-en-xx_tl.jsonl".into(),
            bytes: text.into(),
        };
        let sha256 = file_sha256(&file.bytes);
        desk.read_upload(&[file]).expect("it is read");
        let kept = desk.keep_upload("M", Profile::V1, false, "run-1", 0);
        let record = kept.expect("it can be scored");
        let result = result(&mut desk, "run-1", Strict);
        assert_eq!(number(&result), want, "{read}");
        let column = &record.head.external[0];
        assert_eq!(column.maker.program, Program::SeaHelm);
        assert_eq!(column.sources[0].sha256.as_deref(), Some(&*sha256));
        assert!(result.signature.contains("{program=sea-helm;"));
    }
}

#[test]
fn a_judges_file_counts_where_it_was_shown_the_answer() {
    let row = |idx: usize| {
        let mut row: Value =
            serde_json::from_str(&scored_row(idx, "Magandang umaga.", 0.0)).expect("JSON");
        row["finish_reasons"] = json!(["stop"]);
        row["cleaned_responses"] = json!(["Magandang umaga."]);
        row["individual_scores"] = json!({});
        format!("{row}\n")
    };
    let judged = |answer: &str, error: f64| {
        let prompt = format!("source: x candidate: {answer} reference: y");
        format!(
            "{}\n",
            json!({"score": error, "message": [], "prompt": prompt})
        )
    };
    for (second, want) in [
        ("Magandang umaga.", Ok(80.0)),
        (
            "iba",
            Err(Missing::Incomplete {
                n_there: 1,
                n_rows: 2,
            }),
        ),
    ] {
        let mut desk = desk_with(TASK, 2);
        let folder = "M/run_0/inferences/tl/translations/M_translation-en-xx_tl";
        let files = [
            (format!("{folder}.jsonl"), row(0) + &row(1)),
            (
                format!("{folder}_turn1_judge_batch_response.jsonl"),
                judged("Magandang umaga.", 2.5) + &judged(second, 7.5),
            ),
        ]
        .map(|(name, text)| InFile {
            name,
            bytes: text.into(),
        });
        desk.read_upload(&files).expect("they are read");
        let kept = desk.keep_upload("M", Profile::Head, false, "run-1", 0);
        let sources = kept
            .expect("it can be scored")
            .head
            .external
            .swap_remove(0)
            .sources;
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        assert_eq!(
            names,
            [format!("{folder}_turn1_judge_batch_response.jsonl")]
        );
        assert_eq!(
            number(&result(&mut desk, "run-1", Strict)),
            want,
            "{second}"
        );
    }
}

#[test]
fn a_record_from_before_does_not_undo_what_was_joined_since() {
    let mut desk = desk();
    let all = predicted(&file(&mut desk, Strict), &[2.5, 7.5]);
    join(&mut desk, &metricx(Strict), &all);
    let joined = desk.record("run-1").expect("open").head.external.clone();
    let mut older = Vec::new();
    add_missing(&mut older, joined.clone());
    assert_eq!(older, joined);
    // What the file says of a column of its own stays.
    let mut newer = joined.clone();
    newer[0].values.clear();
    let want = newer.clone();
    add_missing(&mut newer, joined);
    assert_eq!(newer, want);
}
