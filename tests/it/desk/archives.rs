//! All runs in one file, and that file opened again.

use sukat::desk::Desk;
use sukat::desk::archive::{Archive, file_name};
use sukat::desk::view::Trouble;
use sukat::intake::unpack::InFile;
use sukat::record::json::{Extras, read_record, write_record};
use sukat::record::{Record, RecordHead};
use sukat::score::OutcomePolicy;
use sukat::suite::load::batayan;

use super::{bits, desk_with, head, open, reply, result};

fn dropped(archive: Archive) -> InFile {
    InFile {
        name: "sukat-runs.zip".to_owned(),
        bytes: archive.finish().expect("it is written to memory"),
    }
}

#[test]
fn every_run_of_an_archive_is_a_run_again() {
    let mut desk = desk_with("SA", 4);
    let texts = ["Sagot: Positibo", "Sagot: Negatibo", "ñ\n\"₱\""];
    let mut archive = Archive::new();
    for (n, text) in texts.iter().enumerate() {
        let id = format!("run-{n}");
        let rows = (0..=n).map(|row_idx| reply("SA", row_idx, text)).collect();
        open(&mut desk, &id, &[("SA", 4)], rows);
        let head = desk.record(&id).expect("it is open").head.clone();
        let text = desk.record_for_archive(&id).expect("it is open");
        assert!(!read_record(&text).expect("ours").extras.scores.is_empty());
        archive.add(&file_name(&head), &text).expect("memory");
    }
    let mut other = desk_with("SA", 4);
    let (view, records) = other.read_upload(&[dropped(archive)]).expect("records");
    let ids: Vec<&str> = view.opened_runs.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["run-0", "run-1", "run-2"]);
    assert_eq!(records.len(), 3);
    assert!(view.files.iter().all(|file| file.complaints.is_empty()));
    for id in ids {
        let before = result(&mut desk, id, OutcomePolicy::Strict);
        let after = result(&mut other, id, OutcomePolicy::Strict);
        assert_eq!(bits(&after), bits(&before), "{id}");
    }
}

#[test]
fn a_run_whose_rows_are_not_loaded_travels_without_numbers() {
    let mut desk = Desk::new(batayan());
    open(
        &mut desk,
        "run-1",
        &[("SA", 4)],
        vec![reply("SA", 0, "Sagot: Positibo")],
    );
    let text = desk.record_for_archive("run-1").expect("it is open");
    let read = read_record(&text).expect("ours");
    assert_eq!(read.record.rows.len(), 1);
    assert_eq!(read.extras.scores, []);
    assert_eq!(desk.record_for_archive("run-9"), None);
}

#[test]
fn a_second_record_of_the_same_run_is_named_and_left_out() {
    let mut desk = desk_with("SA", 4);
    let record = |text: &str| Record {
        head: head(&desk_with("SA", 4), "run-1", &[("SA", 4)]),
        rows: vec![reply("SA", 0, text)],
    };
    let file = |name: &str, text: &str| InFile {
        name: name.to_owned(),
        bytes: write_record(&record(text), &Extras::default()).into_bytes(),
    };
    let files = [file("a.json", "una"), file("b.json", "ikalawa")];
    let (view, records) = desk.read_upload(&files).expect("records");
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].rows[0].text, "una");
    assert!(!view.is_clean);
    let complaints: Vec<&Trouble> = view.files[1]
        .complaints
        .iter()
        .map(|complaint| &complaint.trouble)
        .collect();
    assert_eq!(complaints, [&Trouble::SameRun]);
}

#[test]
fn names_of_files_tell_the_runs_apart_and_lead_nowhere() {
    let named = |id: &str, title: &str| RecordHead {
        id: id.to_owned(),
        title: title.to_owned(),
        started_millis: 1_796_040_000_000,
        ..head(&desk_with("SA", 4), "x", &[])
    };
    assert_eq!(
        file_name(&named("run-1796040000000", "google/gemma-2-9b-it")),
        "2026-11-30-google-gemma-2-9b-it-run-1796040000000.json"
    );
    assert_eq!(
        file_name(&named("../../x", "..")),
        "2026-11-30-sukat-x.json"
    );
}
