//! All runs in one file: a zip with a record a run, as the page "Score a file" opens them again.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

use crate::desk::Desk;
use crate::desk::export::file_stem;
use crate::desk::protocol::{Export, Failure};
use crate::desk::results::own_policy;
use crate::record::RecordHead;
use crate::record::json::{Extras, write_record};

/// An archive that is being written.
#[derive(Debug)]
pub struct Archive {
    zip: ZipArchiveWriter<Vec<u8>>,
}

impl Archive {
    /// Without a file in it.
    pub fn new() -> Self {
        Self {
            zip: ZipArchiveWriter::new(Vec::new()),
        }
    }

    /// Puts a file in, packed.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let method = CompressionMethod::DEFLATE;
        let options = self.zip.new_file(name).compression_method(method);
        let (mut entry, config) = options.start().map_err(internal)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(text.as_bytes()).map_err(internal)?;
        let (encoder, summary) = writer.finish().map_err(internal)?;
        encoder.finish().map_err(internal)?;
        entry.finish(summary).map_err(internal)?;
        Ok(())
    }

    /// The whole of it.
    pub fn finish(self) -> Result<Vec<u8>, Failure> {
        self.zip.finish().map_err(internal)
    }
}

impl Default for Archive {
    fn default() -> Self {
        Self::new()
    }
}

impl Desk {
    /// An open run's record for an archive: with its numbers where its rows are loaded, else
    /// without. `None` when it is not open.
    pub fn record_for_archive(&mut self, run_id: &str) -> Option<String> {
        let what = Export::Record {
            run_id: run_id.to_owned(),
            policy: own_policy(&self.record(run_id)?.head),
        };
        match self.export(&what) {
            Ok((_, text)) => Some(text),
            Err(_) => Some(write_record(self.record(run_id)?, &Extras::default())),
        }
    }
}

/// Name of a run's file: day, title, id. The id is unique, so the name is.
pub fn file_name(head: &RecordHead) -> String {
    let (year, month, day) = date_of(head.started_millis);
    format!(
        "{year}-{month:02}-{day:02}-{}-{}.json",
        file_stem(&head.title),
        file_stem(&head.id)
    )
}

/// Year, month and day of a time (Unix milliseconds) in UTC. Counts from the first of March of the
/// year 0, so that the day that comes and goes is the last of a year.
fn date_of(unix_millis: u64) -> (u64, u64, u64) {
    const DAY_MILLIS: u64 = 86_400_000;
    /// Days from then to 1970.
    const TO_1970: u64 = 719_468;
    /// Days of 400 years.
    const ERA: u64 = 146_097;
    let days = unix_millis / DAY_MILLIS + TO_1970;
    let (era, in_era) = (days / ERA, days % ERA);
    let year = (in_era - in_era / 1_460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let day = in_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::Internal {
        reason: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, want) in [
            (0, (1970, 1, 1)),
            (951_782_399, (2000, 2, 28)),
            (951_782_400, (2000, 2, 29)),
            (951_868_800, (2000, 3, 1)),
            (1_735_689_599, (2024, 12, 31)),
            (1_796_040_000, (2026, 11, 30)),
            (4_107_542_400, (2100, 3, 1)),
        ] {
            assert_eq!(date_of(seconds * 1000), want, "{seconds}");
        }
        assert!(date_of(u64::MAX).0 > 1_000_000, "no panic");
    }
}
