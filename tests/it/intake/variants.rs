//! Every kind of valid file, damaged in every way we know. What was damaged is known here, without
//! reading: rows elsewhere must stay as they were, and what changed must be told, with its line.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::{Duration, Instant};

use sukat::intake::report::ComplaintKind;
use sukat::intake::{AS_FOUND, Intake};

use super::frameworks::inspect_archive;
use super::kinds::{Sample, all, reply};
use super::seahelm::{Zip, zip, zip_zstd};
use super::{file, read_with, show};

const N_ROWS: usize = 4;

/// Longest time that reading a small file may take, on a busy machine and without optimisation.
const PATIENCE: Duration = Duration::from_secs(5);

/// A damaged file and what is known of it.
struct Variant {
    what: String,
    name: String,
    bytes: Vec<u8>,
    /// First and last line that the damage can have cost.
    lines: (usize, usize),
}

/// What is expected of all rows of an undamaged file.
fn whole() -> Vec<Option<String>> {
    (1..=N_ROWS).map(|id| Some(reply(id))).collect()
}

/// Replies by row; `None` where there is none, or a null.
fn replies(intake: &Intake) -> Vec<Option<String>> {
    let Some(task) = intake.tasks.iter().find(|task| task.task_id == "SA") else {
        return vec![None; N_ROWS];
    };
    let text = |found: &Option<sukat::intake::Prediction>| {
        let found = found.as_ref().filter(|found| !found.is_null)?;
        Some(found.text.clone())
    };
    task.predictions.iter().map(text).collect()
}

fn is_refused(intake: &Intake) -> bool {
    let report = &intake.report;
    report.files.iter().any(|file| file.fault.is_some())
        || report.tasks.iter().any(|task| task.refusal.is_some())
}

/// Lines that the report names.
fn named(intake: &Intake) -> Vec<usize> {
    let report = &intake.report;
    let complaints = report.files.iter().flat_map(|file| &file.complaints);
    let tasks = &report.tasks;
    let extra = tasks.iter().flat_map(|task| &task.extra);
    let duplicates = tasks.iter().flat_map(|task| &task.duplicates);
    let duplicates = duplicates.flat_map(|found| &found.values);
    complaints
        .map(|found| found.line)
        .chain(extra.map(|found| found.place.line))
        .chain(duplicates.map(|(place, _)| place.line))
        .collect()
}

/// Reads a variant and holds the report against what is known; says what does not hold.
fn fault_of(sample: &Sample, variant: &Variant) -> Option<String> {
    let begun = Instant::now();
    let intake = read_with(N_ROWS, &[file(&variant.name, &variant.bytes)], &AS_FOUND);
    let fault = if begun.elapsed() > PATIENCE {
        Some("took too long")
    } else {
        untold(sample, variant, &intake)
    };
    fault.map(|fault| {
        let text = String::from_utf8_lossy(&variant.bytes);
        let text: String = text.chars().take(1200).collect();
        format!(
            "{fault}: {} {} (lines {:?})\n{}\n{text}\n",
            sample.shape,
            variant.what,
            variant.lines,
            show(&intake)
        )
    })
}

/// What of a damage is not told.
fn untold(sample: &Sample, variant: &Variant, intake: &Intake) -> Option<&'static str> {
    let found = replies(intake);
    let (first, last) = variant.lines;
    let is_hit = |line: usize| (first..=last).contains(&line);
    if found == whole() || is_refused(intake) {
        return None;
    }
    let report = &intake.report;
    let named = named(intake);
    let is_near = named.iter().any(|line| is_hit(*line) || is_hit(line + 1));
    let task = report.tasks.iter().find(|task| task.task_id == "SA");
    let missing = task.map_or(Vec::new(), |task| task.missing.clone());
    let n_null = task.map_or(0, |task| task.n_null + task.n_empty);
    let mut complaints = report.files.iter().flat_map(|file| &file.complaints);
    let is_cut = complaints.any(|found| found.kind == ComplaintKind::CutOff);
    let ends_open = report.files[0].may_be_cut.is_some();
    for (idx, (found, want)) in found.iter().zip(whole()).enumerate() {
        if *found == want {
            continue;
        }
        let is_hit = is_hit(sample.lines[idx]);
        let is_listed = missing.contains(&(idx + 1).to_string());
        if found.as_ref().is_none_or(String::is_empty) {
            // Lost: its id is listed, or it is counted as null, or its line is named.
            if !(is_listed || is_hit && (n_null > 0 || is_near)) {
                return Some("a lost row is not told");
            }
        } else {
            // The last cell of a table can be cut so that what is left looks whole.
            let is_bare = matches!(sample.shape, "csv" | "tsv" | "plain-lines");
            let is_cut_cell = is_bare && idx + 1 == N_ROWS && ends_open;
            if !(is_hit && is_near || is_cut_cell) {
                return Some("another reply is not told");
            }
        }
    }
    // A row that is gone altogether has no line; its id is what can be told.
    let is_gone = !missing.is_empty() && (named.is_empty() || is_cut);
    let is_told = is_near || is_gone || n_null > 0 || ends_open;
    (!is_told).then_some("no line is near")
}

/// Runs all variants of all kinds and counts them.
fn check_all(variants: impl Fn(&Sample) -> Vec<Variant>, at_least: usize) {
    let mut n_by_shape: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults = Vec::new();
    for sample in all(N_ROWS) {
        for variant in variants(&sample) {
            faults.extend(fault_of(&sample, &variant));
            *n_by_shape.entry(sample.shape).or_default() += 1;
        }
    }
    let n_variants: usize = n_by_shape.values().sum();
    println!("{n_variants} variants: {n_by_shape:?}");
    // Not all at once: many have one cause.
    let shown = faults.iter().step_by(faults.len().div_ceil(12).max(1));
    let shown: Vec<&str> = shown.map(String::as_str).collect();
    let n_faults = faults.len();
    assert!(n_faults == 0, "{n_faults} faults:\n{}", shown.join("\n"));
    assert!(n_variants >= at_least, "{n_variants}");
}

fn variant(
    sample: &Sample,
    what: String,
    bytes: impl Into<Vec<u8>>,
    lines: (usize, usize),
) -> Variant {
    Variant {
        what,
        name: sample.name.to_owned(),
        bytes: bytes.into(),
        lines,
    }
}

/// Signs that are structure in a kind of file.
fn is_structure(sample: &Sample, sign: char) -> bool {
    match sample.shape {
        "plain-lines" => sign == '\n',
        "csv" => ",;\"\n".contains(sign),
        "tsv" => "\t\n".contains(sign),
        _ => "{}[]\",:\n".contains(sign),
    }
}

fn line_at(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// Whether a line is above all rows, so that damage there may cost any of them.
fn lines_from(sample: &Sample, line: usize) -> (usize, usize) {
    let is_above = sample.lines.first().is_some_and(|first| line < *first);
    let is_below = sample.lines.last().is_some_and(|last| line > *last);
    if is_above || is_below {
        (0, usize::MAX - 1)
    } else {
        (line.saturating_sub(1), line + 1)
    }
}

#[test]
fn wherever_any_kind_is_cut_what_is_lost_is_told() {
    let cuts = |sample: &Sample| {
        let text = &sample.text;
        let places = text
            .char_indices()
            .filter(|(_, sign)| is_structure(sample, *sign));
        let both = places.flat_map(|(at, sign)| [at, at + sign.len_utf8()]);
        both.map(|at| {
            let line = line_at(text, at);
            variant(
                sample,
                format!("cut at {at}"),
                &text[..at],
                (line.saturating_sub(1), usize::MAX - 1),
            )
        })
        .collect()
    };
    check_all(cuts, 3000);
}

#[test]
fn a_damaged_sign_of_any_kind_costs_its_own_rows_and_is_told() {
    let damaged = |sample: &Sample| {
        let text = &sample.text;
        let mut variants = Vec::new();
        for (at, sign) in text
            .char_indices()
            .filter(|(_, sign)| is_structure(sample, *sign))
        {
            let line = line_at(text, at);
            // One row of each kind, and what stands around the rows.
            if sample.lines.contains(&line) && line != sample.lines[1] {
                continue;
            }
            for replacement in ["", "x", "\"", "\n", "\0"] {
                if replacement == sign.to_string()
                    || replacement == "\"" && sample.shape == "plain-lines"
                {
                    continue;
                }
                let bytes = format!(
                    "{}{replacement}{}",
                    &text[..at],
                    &text[at + sign.len_utf8()..]
                );
                let what = format!("{sign:?} at {at} becomes {replacement:?}");
                variants.push(variant(sample, what, bytes, lines_from(sample, line)));
            }
        }
        variants
    };
    check_all(damaged, 3000);
}

#[test]
fn rows_that_are_lost_doubled_or_moved_are_told() {
    let moved = |sample: &Sample| {
        let lines: Vec<&str> = sample.text.split_inclusive('\n').collect();
        let mut variants = Vec::new();
        for row_line in &sample.lines {
            let (before, rest) = lines.split_at(row_line - 1);
            let (row, after) = rest.split_first().expect("a row");
            let line = (row_line.saturating_sub(1), row_line + 1);
            let mut push = |what: &str, pieces: &[&str]| {
                let text = [before.concat(), pieces.concat(), after.concat()].concat();
                variants.push(variant(
                    sample,
                    format!("line {row_line} {what}"),
                    text,
                    line,
                ));
            };
            push("lost", &[]);
            push("blank", &["\n"]);
            if sample.shape != "plain-lines" {
                push("half", &[&row[..row.len() / 2], "\n"]);
            }
            push("joined to the next", &[row.trim_end()]);
            let other = row.replace("Positibo", "Negatibo");
            if other != *row {
                // A comma that stands between rows stands between these too.
                let row = row.trim_end().trim_end_matches(',');
                let comma =
                    if sample.text.trim_start().starts_with(['[', '{']) && sample.lines[0] > 1 {
                        ","
                    } else {
                        ""
                    };
                let tail = if after
                    .first()
                    .is_some_and(|next| next.starts_with([']', '}']))
                {
                    ""
                } else {
                    comma
                };
                let other = other.trim_end().trim_end_matches(',');
                push("doubled", &[row, comma, "\n", row, tail, "\n"]);
                push("there twice", &[row, comma, "\n", other, tail, "\n"]);
            }
        }
        variants
    };
    check_all(moved, 300);
}

/// Keys of the row on a line, with where they begin and end in the text.
fn keys(text: &str) -> Vec<(usize, usize)> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let pairs = quotes.chunks_exact(2).map(|pair| (pair[0], pair[1] + 1));
    pairs
        .filter(|(_, end)| text[*end..].trim_start().starts_with(':'))
        .collect()
}

#[test]
fn keys_that_are_missing_doubled_or_misspelt_are_told() {
    let rekeyed = |sample: &Sample| {
        if matches!(sample.shape, "csv" | "tsv" | "plain-lines") {
            return Vec::new();
        }
        let lines: Vec<&str> = sample.text.split_inclusive('\n').collect();
        let at = sample.lines[1];
        let row = lines[at - 1];
        let mut variants = Vec::new();
        for (start, end) in keys(row) {
            let key = &row[start..end];
            // Without its mark a thought is a text like any other.
            if key == "\"thought\"" {
                continue;
            }
            let mut push = |what: &str, row: String| {
                let text = [lines[..at - 1].concat(), row, lines[at..].concat()].concat();
                variants.push(variant(sample, format!("{key} {what}"), text, (at, at)));
            };
            push(
                "misspelt",
                format!("{}\"zz{}", &row[..start], &row[start + 1..]),
            );
            for value in [
                "null",
                "\"Negatibo\"",
                "7",
                "[]",
                "{}",
                "1e999",
                "NaN",
                "true",
            ] {
                push(
                    &format!("doubled before with {value}"),
                    format!("{}{key}:{value},{}", &row[..start], &row[start..]),
                );
                let close = row.rfind('}').unwrap_or(0);
                if row[..start].matches('{').count() == 1 && !row.starts_with('"') {
                    push(
                        &format!("doubled behind with {value}"),
                        format!("{},{key}:{value}{}", &row[..close], &row[close..]),
                    );
                }
            }
        }
        variants
    };
    check_all(rekeyed, 300);
}

#[test]
fn replies_that_are_no_plain_text_are_told() {
    let replaced = |sample: &Sample| {
        let line = sample.lines[1];
        let written = format!("\"{}\"", reply(2));
        if matches!(sample.shape, "csv" | "tsv" | "plain-lines") || !sample.text.contains(&written)
        {
            return Vec::new();
        }
        let deep = "[".repeat(20_000);
        let closed = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let values = [
            "null",
            "7",
            "-0",
            "1e999",
            "9007199254740993",
            "NaN",
            "-Infinity",
            "true",
            "[]",
            "{}",
            "[\"a\",\"b\"]",
            "{\"text\":\"a\"}",
            "[[[\"a\"]]]",
            "\"a\\ud83d\"",
            "\"a\\u0000\"",
            "\"a\0\"",
            "\"a\nb\"",
            "\"a\\x\"",
            "\"None\"",
            "\"\"",
            "",
            &deep,
            &closed,
        ];
        let variants = values.iter().map(|value| {
            let text = sample.text.replace(&written, value);
            let short: String = value.chars().take(20).collect();
            variant(
                sample,
                format!("reply is {short}"),
                text,
                (line - 1, line + 1),
            )
        });
        variants.collect()
    };
    check_all(replaced, 300);
}

#[test]
fn no_encoding_and_no_line_end_changes_a_reply_unseen() {
    let utf16 = |text: &str, bytes: fn(u16) -> [u8; 2], mark: bool| {
        let mark = mark.then_some(0xfeff_u16);
        let units = mark.into_iter().chain(text.encode_utf16());
        units.flat_map(bytes).collect::<Vec<u8>>()
    };
    let stored = |sample: &Sample| {
        let text = &sample.text;
        let everywhere = (0, usize::MAX - 1);
        let mut variants = Vec::new();
        for (ends, stored) in [
            ("LF", text.clone()),
            ("CRLF", text.replace('\n', "\r\n")),
            ("CR", text.replace('\n', "\r")),
            ("no last end", text.trim_end().to_owned()),
        ] {
            let little = utf16(&stored, u16::to_le_bytes, true);
            let forms: [(&str, Vec<u8>); 9] = [
                ("UTF-8", stored.clone().into_bytes()),
                (
                    "UTF-8 with a mark",
                    format!("\u{feff}{stored}").into_bytes(),
                ),
                ("UTF-16LE with a mark", little.clone()),
                (
                    "UTF-16BE with a mark",
                    utf16(&stored, u16::to_be_bytes, true),
                ),
                ("UTF-16LE", utf16(&stored, u16::to_le_bytes, false)),
                ("UTF-16BE", utf16(&stored, u16::to_be_bytes, false)),
                ("half a UTF-16", little[..little.len() - 1].to_vec()),
                (
                    "Windows-1252",
                    stored
                        .replace("Positibo 2", "Positibong \u{1}")
                        .bytes()
                        .map(|byte| if byte == 1 { 0xf1 } else { byte })
                        .collect(),
                ),
                (
                    "a broken byte",
                    stored
                        .replace("Positibo 2", "\u{1}")
                        .bytes()
                        .map(|byte| if byte == 1 { 0x81 } else { byte })
                        .collect(),
                ),
            ];
            for (form, bytes) in forms {
                let must_be_whole = form.starts_with("UTF-8") || form.ends_with("mark");
                let found = variant(sample, format!("{form}, {ends}"), bytes, everywhere);
                let intake = read_with(N_ROWS, &[file(&found.name, &found.bytes)], &AS_FOUND);
                assert_eq!(
                    replies(&intake) == whole(),
                    must_be_whole,
                    "{} {}: {}",
                    sample.shape,
                    found.what,
                    show(&intake)
                );
                variants.push(found);
            }
        }
        variants
    };
    check_all(stored, 300);
}

#[test]
fn what_stands_before_or_behind_a_file_is_told() {
    let around = |sample: &Sample| {
        let everywhere = (0, usize::MAX - 1);
        let text = &sample.text;
        let junk = [
            "]",
            "}",
            "x",
            "\0",
            "{\"id\":1}",
            "[]",
            "null",
            "\"",
            "<html>",
            "HTTP/1.1 200 OK\n\n",
            "```json\n",
        ];
        // In plain text all of it is text.
        let n_junk = if sample.shape == "plain-lines" {
            0
        } else {
            junk.len()
        };
        let mut variants: Vec<Variant> = junk
            .iter()
            .take(n_junk)
            .flat_map(|junk| {
                [
                    (format!("{junk} before"), format!("{junk}{text}")),
                    (format!("{junk} behind"), format!("{text}{junk}")),
                ]
            })
            .map(|(what, text)| variant(sample, what, text, everywhere))
            .collect();
        variants.push(variant(
            sample,
            "twice".to_owned(),
            format!("{text}{text}"),
            everywhere,
        ));
        variants
    };
    check_all(around, 300);
}

#[test]
fn archives_damaged_in_any_byte_give_no_other_reply() {
    let packed = |sample: &Sample| {
        let everywhere = (0, usize::MAX - 1);
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder
            .write_all(sample.text.as_bytes())
            .expect("in memory");
        let gzip = encoder.finish().expect("in memory");
        let archive = zip(&[(sample.name, sample.text.as_bytes())]);
        let mut variants = Vec::new();
        for (name, bytes) in [("SA.gz", gzip), ("a.zip", archive)] {
            for at in (0..bytes.len()).step_by(bytes.len().div_ceil(12)) {
                let mut flipped = bytes.clone();
                flipped[at] ^= 0x55;
                for (what, bytes) in [("flipped", flipped), ("cut", bytes[..at].to_vec())] {
                    variants.push(Variant {
                        what: format!("{name} {what} at {at}"),
                        name: name.to_owned(),
                        bytes,
                        lines: everywhere,
                    });
                }
            }
        }
        variants
    };
    check_all(packed, 300);
}

/// Every byte of a log that is an archive is damaged once, and it is cut at many places.
#[test]
fn whatever_happens_to_an_archive_of_inspect_is_told() {
    let ids: Vec<usize> = (1..=N_ROWS).collect();
    let sample = Sample {
        shape: "inspect-log",
        name: "SA.eval",
        text: String::new(),
        lines: (2..=N_ROWS + 1).collect(),
        has_ids: true,
    };
    let everywhere = (0, usize::MAX - 1);
    for zip in [zip as Zip, zip_zstd] {
        let archive = inspect_archive(&ids, zip);
        let mut variants = Vec::new();
        for at in 0..archive.len() {
            let change = [0x01, 0x80, 0xff][at % 3];
            let mut bytes = archive.clone();
            bytes[at] ^= change;
            let what = format!("byte {at} ^ {change:#x}");
            variants.push(variant(&sample, what, bytes, everywhere));
        }
        for at in (0..archive.len()).step_by(11) {
            let what = format!("cut at {at}");
            variants.push(variant(&sample, what, &archive[..at], everywhere));
        }
        let faults: Vec<String> = variants
            .iter()
            .filter_map(|variant| fault_of(&sample, variant))
            .map(|fault| fault.lines().take(8).collect::<Vec<_>>().join("\n"))
            .collect();
        assert!(faults.is_empty(), "{}: {}", faults.len(), faults[0]);
        let undamaged = variant(&sample, "nothing".to_owned(), archive, everywhere);
        let intake = read_with(N_ROWS, &[file("SA.eval", &undamaged.bytes)], &AS_FOUND);
        assert_eq!(replies(&intake), whole());
    }
}
