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
use crate::record::day::day_of;
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
    let (year, month, day) = day_of(head.started_millis);
    format!(
        "{year}-{month:02}-{day:02}-{}-{}.json",
        file_stem(&head.title),
        file_stem(&head.id)
    )
}

fn internal(error: impl std::fmt::Display) -> Failure {
    Failure::Internal {
        reason: error.to_string(),
    }
}
