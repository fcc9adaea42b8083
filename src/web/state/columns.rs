//! Which columns the user chose for files of a shape: the set of their columns' names. Remembered
//! on this device; neither a name nor anything else of a file is, only places in the sorted names.

use crate::intake::sniff::Columns;
use crate::web::io::preferences;

/// The columns chosen for an earlier file with columns of these names.
pub fn remembered(names: &[String]) -> Option<Columns> {
    let sorted = sorted(names);
    let stored = preferences::read(&key(&sorted))?;
    let mut places = stored.split(',');
    let mut next = || {
        let place: usize = places.next()?.parse().ok()?;
        sorted.get(place).map(|name| (*name).to_owned())
    };
    Some(Columns {
        task: next(),
        id: next(),
        prediction: next(),
        reasoning: next(),
        gold: next(),
        model: next(),
        finish_reason: next(),
    })
}

/// Remembers a choice for the next file with columns of these names.
pub fn remember(names: &[String], columns: &Columns) {
    let sorted = sorted(names);
    let place = |column: &Option<String>| {
        let column = column.as_deref();
        let found = sorted.iter().position(|name| Some(*name) == column);
        found.map_or_else(|| "-".to_owned(), |place| place.to_string())
    };
    let places = [
        place(&columns.task),
        place(&columns.id),
        place(&columns.prediction),
        place(&columns.reasoning),
        place(&columns.gold),
        place(&columns.model),
        place(&columns.finish_reason),
    ];
    preferences::write(&key(&sorted), &places.join(","));
}

/// Forgets the choice.
pub fn forget(names: &[String]) {
    preferences::forget(&key(&sorted(names)));
}

fn sorted(names: &[String]) -> Vec<&str> {
    let mut sorted: Vec<&str> = names.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// FNV-1a over the names: short, and nothing can be read out of it.
fn key(sorted: &[&str]) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in sorted.join("\n").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("columns-{hash:016x}")
}
