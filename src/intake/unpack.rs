//! Archives to files: gzip, zip and Zstandard, with limits on what may come out; and Parquet to text.

mod inspect;
pub(in crate::intake) mod zstd;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;

use rawzip::{CompressionMethod, ZipArchive};
use serde::{Deserialize, Serialize};

use super::parquet::{ParquetError, is_parquet, to_json_lines};

/// A file as the user gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InFile {
    /// Name, with its path where the browser tells it.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How much may come out of archives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes in all.
    pub max_total_bytes: usize,
    /// Times the packed size, for anything larger than [`Limits::ratio_free_bytes`].
    pub max_ratio: usize,
    /// Bytes of an entry that may come out whatever the ratio: small files pack well.
    pub ratio_free_bytes: usize,
    /// Entries in an archive.
    pub max_entries: usize,
}

/// 1 GiB in all; an entry over 16 MiB at most 200 times its packed size; 10,000 entries.
///
/// JSON Lines with token lists pack to a twentieth, a bomb to less than a thousandth.
pub const LIMITS: Limits = Limits {
    max_total_bytes: 1 << 30,
    max_ratio: 200,
    ratio_free_bytes: 16 << 20,
    max_entries: 10_000,
};

/// Why an archive, or an entry of one, is not unpacked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum UnpackError {
    /// Not a whole archive: copy or download it again.
    #[error("damaged archive")]
    Damaged,
    /// The entry's checksum or length is wrong.
    #[error("damaged entry")]
    Checksum,
    /// Locked with a password.
    #[error("encrypted")]
    Encrypted,
    /// Packed in a way this program does not know.
    #[error("compression method {method} is not known")]
    UnknownMethod {
        /// Number of the method in the zip format.
        method: u16,
    },
    /// More would come out than is allowed.
    #[error("more than {limit} bytes would come out")]
    TooLarge {
        /// [`Limits::max_total_bytes`].
        limit: usize,
    },
    /// Far more would come out than went in: an archive made to fill memory.
    #[error("more than {limit} times its size would come out")]
    Bomb {
        /// [`Limits::max_ratio`].
        limit: usize,
    },
    /// Too many entries, or entries that share their bytes.
    #[error("more than {limit} entries, or entries that overlap")]
    TooManyEntries {
        /// [`Limits::max_entries`].
        limit: usize,
    },
    /// An archive within an archive.
    #[error("an archive within an archive")]
    Nested,
    /// A Parquet file that is damaged, or made in a way that is not read.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

/// What opens files of the rarer kinds. The page fetches it when it is first needed.
#[derive(Clone, Copy, Debug)]
pub struct Openers {
    zstd: for<'b> fn(&'b [u8]) -> Box<dyn Read + 'b>,
    parquet: ToText,
}

/// The text of a file, within limits and a number of bytes that may still come out.
type ToText = fn(&[u8], &Limits, &mut usize) -> Result<Vec<u8>, UnpackError>;

/// All there are.
pub const OPENERS: Openers = Openers {
    zstd: zstd::reader,
    parquet: to_json_lines,
};

/// Whether any of the files can only be read with [`OPENERS`], by what is in it.
pub fn needs_openers(files: &[InFile]) -> bool {
    files.iter().any(|file| {
        let bytes = &file.bytes[..];
        is_parquet(bytes)
            || zstd::is_zstd(bytes)
            || (is_gzip(bytes) && begins_parquet(flate2::bufread::MultiGzDecoder::new(bytes)))
            || (is_zip(bytes) && has_rare_entry(bytes))
    })
}

/// Whether an archive has an entry that is Parquet, or is packed with Zstandard.
fn has_rare_entry(bytes: &[u8]) -> bool {
    let Ok(archive) = ZipArchive::from_slice(bytes) else {
        return false;
    };
    let mut entries = archive.entries();
    let mut n_entries = 0;
    while let Ok(Some(header)) = entries.next_entry() {
        n_entries += 1;
        if n_entries > LIMITS.max_entries {
            return false;
        }
        let packed = archive.get_entry(header.wayfinder());
        let packed = packed.as_ref().map_or(&[][..], |entry| entry.data());
        let is_rare = match header.compression_method() {
            CompressionMethod::ZSTD | CompressionMethod::ZSTD_DEPRECATED => true,
            CompressionMethod::STORE => is_parquet(packed),
            CompressionMethod::DEFLATE => {
                begins_parquet(flate2::bufread::DeflateDecoder::new(packed))
            }
            _ => false,
        };
        if is_rare {
            return true;
        }
    }
    false
}

/// Whether what comes out begins as Parquet does.
fn begins_parquet(mut unpacked: impl Read) -> bool {
    let mut first = [0; 4];
    unpacked.read_exact(&mut first).is_ok() && is_parquet(&first)
}

/// A file that is not an archive, or an archive that could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked<'a> {
    /// Name, with the path inside the archive behind the archive's own.
    pub name: String,
    /// The bytes, or why there are none.
    pub bytes: Result<Cow<'a, [u8]>, UnpackError>,
    /// Whether the bytes are the rows of a Parquet file, a line of JSON each.
    pub is_from_parquet: bool,
}

/// Takes files out of archives; others pass through, and so do those of the rarer kinds without
/// what opens them. What fails keeps its name and says why.
pub fn unpack<'a>(
    files: &'a [InFile],
    limits: &Limits,
    openers: Option<Openers>,
) -> Vec<Unpacked<'a>> {
    let mut unpacked = Vec::with_capacity(files.len());
    let mut opening = Opening {
        limits,
        openers,
        budget: limits.max_total_bytes,
    };
    for file in files {
        let bytes = &file.bytes;
        let openers = openers.filter(|_| zstd::is_zstd(bytes));
        if is_gzip(bytes) {
            let read = opening.gunzip(bytes);
            unpacked.push(opening.single(without_end(&file.name, ".gz"), read));
        } else if let Some(openers) = openers {
            let reader = (openers.zstd)(bytes);
            let read = opening.inflate(reader, bytes.len(), UnpackError::Damaged);
            unpacked.push(opening.single(without_end(&file.name, ".zst"), read));
        } else if is_zip(bytes) {
            opening.unzip(file, &mut unpacked);
        } else {
            let name = file.name.clone();
            unpacked.push(opening.opened(name, Ok(Cow::Borrowed(bytes.as_slice()))));
        }
    }
    unpacked
}

fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// Local header, or the end record of an archive without entries.
fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// A spreadsheet or document is a zip, but its entries are nobody's predictions.
fn is_office_entry(name: &str) -> bool {
    matches!(name, "[Content_Types].xml" | "mimetype")
}

/// The name of what is in a file that is packed by itself.
fn without_end(name: &str, end: &str) -> String {
    let at = name.len().saturating_sub(end.len());
    let split = name.split_at_checked(at);
    let found = split.filter(|(_, last)| last.eq_ignore_ascii_case(end));
    found.map_or_else(|| "unpacked".to_owned(), |(before, _)| before.to_owned())
}

/// Opens one file after another, within limits that hold for all of them.
struct Opening<'l> {
    limits: &'l Limits,
    openers: Option<Openers>,
    /// Bytes that may still come out.
    budget: usize,
}
impl Opening<'_> {
    /// A file that is no archive; what is in it, where it is Parquet.
    fn opened<'a>(
        &mut self,
        name: String,
        bytes: Result<Cow<'a, [u8]>, UnpackError>,
    ) -> Unpacked<'a> {
        let opener = self.openers.zip(bytes.as_ref().ok());
        let opener = opener.filter(|(_, bytes)| is_parquet(bytes));
        let json = opener.map(|(openers, bytes)| {
            (openers.parquet)(bytes, self.limits, &mut self.budget).map(Cow::Owned)
        });
        let is_from_parquet = json.is_some();
        Unpacked {
            name,
            bytes: json.unwrap_or(bytes),
            is_from_parquet,
        }
    }

    /// An unpacked file, unless it is an archive again.
    fn single<'a>(&mut self, name: String, bytes: Result<Vec<u8>, UnpackError>) -> Unpacked<'a> {
        let bytes = bytes.and_then(|bytes| {
            if is_gzip(&bytes) || is_zip(&bytes) || zstd::is_zstd(&bytes) {
                Err(UnpackError::Nested)
            } else {
                Ok(Cow::Owned(bytes))
            }
        });
        self.opened(name, bytes)
    }

    fn gunzip(&mut self, bytes: &[u8]) -> Result<Vec<u8>, UnpackError> {
        // Several members one after another are one file.
        let decoder = flate2::bufread::MultiGzDecoder::new(bytes);
        self.inflate(decoder, bytes.len(), UnpackError::Damaged)
    }

    fn unzip<'a>(&mut self, file: &'a InFile, unpacked: &mut Vec<Unpacked<'a>>) {
        let first = unpacked.len();
        if let Err(error) = self.unzip_entries(file, unpacked) {
            unpacked.push(self.single(file.name.clone(), Err(error)));
        }
        let prefix = format!("{}/", file.name);
        let entries = unpacked.split_off(first);
        unpacked.extend(inspect::join(&file.name, entries));
        let inner = unpacked
            .iter()
            .skip(first)
            .filter_map(|entry| entry.name.strip_prefix(&prefix));
        if inner.into_iter().any(is_office_entry) {
            unpacked.truncate(first);
            // Handed on whole, to be named by what it is.
            let bytes = Ok(Cow::Borrowed(file.bytes.as_slice()));
            unpacked.push(self.opened(file.name.clone(), bytes));
        }
    }

    fn unzip_entries(
        &mut self,
        file: &InFile,
        unpacked: &mut Vec<Unpacked<'_>>,
    ) -> Result<(), UnpackError> {
        let limits = self.limits;
        let archive = ZipArchive::from_slice(&file.bytes).map_err(|_| UnpackError::Damaged)?;
        let too_many = UnpackError::TooManyEntries {
            limit: limits.max_entries,
        };
        let mut ends_by_start = BTreeMap::new();
        let mut n_entries = 0;
        let mut entries = archive.entries();
        while let Some(header) = entries.next_entry().map_err(|_| UnpackError::Damaged)? {
            n_entries += 1;
            if n_entries > limits.max_entries {
                return Err(too_many);
            }
            let path = header.file_path();
            let path = String::from_utf8_lossy(path.as_ref()).replace('\\', "/");
            if header.is_dir() || is_litter(&path) {
                continue;
            }
            let name = format!("{}/{path}", file.name);
            let Ok(entry) = archive.get_entry(header.wayfinder()) else {
                unpacked.push(self.single(name, Err(UnpackError::Damaged)));
                continue;
            };
            // Entries that share bytes are how the smallest bombs are made.
            let (start, end) = entry.compressed_data_range();
            if overlaps(&ends_by_start, start, end) {
                return Err(too_many);
            }
            ends_by_start.insert(start, end);
            let method = header.compression_method();
            let packed = entry.data();
            let n_packed = packed.len();
            let reader: Result<Box<dyn Read + '_>, _> = match (method, self.openers) {
                _ if header.flags().is_encrypted() => Err(UnpackError::Encrypted),
                (CompressionMethod::STORE, _) => Ok(Box::new(packed)),
                (CompressionMethod::DEFLATE, _) => {
                    Ok(Box::new(flate2::bufread::DeflateDecoder::new(packed)))
                }
                (CompressionMethod::ZSTD | CompressionMethod::ZSTD_DEPRECATED, Some(openers)) => {
                    Ok((openers.zstd)(packed))
                }
                _ => Err(UnpackError::UnknownMethod {
                    method: method.as_u16(),
                }),
            };
            let bytes = reader.and_then(|reader| {
                let reader = entry.verifying_reader(reader);
                self.inflate(reader, n_packed, UnpackError::Checksum)
            });
            unpacked.push(self.single(name, bytes));
        }
        Ok(())
    }

    /// Reads all that comes out, but no more than the limits allow; `broken` is what a damaged stream
    /// is called.
    fn inflate(
        &mut self,
        mut reader: impl Read,
        n_packed: usize,
        broken: UnpackError,
    ) -> Result<Vec<u8>, UnpackError> {
        let limits = self.limits;
        let max_by_ratio = n_packed
            .saturating_mul(limits.max_ratio)
            .max(limits.ratio_free_bytes);
        let mut bytes = Vec::new();
        let mut chunk = vec![0; 1 << 16];
        loop {
            let n_read = match reader.read(&mut chunk) {
                Ok(0) => break,
                Ok(n_read) => n_read,
                Err(_) => return Err(broken),
            };
            if bytes.len() + n_read > max_by_ratio {
                return Err(UnpackError::Bomb {
                    limit: limits.max_ratio,
                });
            }
            if n_read > self.budget {
                return Err(UnpackError::TooLarge {
                    limit: limits.max_total_bytes,
                });
            }
            self.budget -= n_read;
            bytes.extend_from_slice(chunk.get(..n_read).unwrap_or(&[]));
        }
        Ok(bytes)
    }
}

/// Whether a range touches one of those seen, none of which touch each other.
fn overlaps(ends_by_start: &BTreeMap<u64, u64>, start: u64, end: u64) -> bool {
    let before = ends_by_start.range(..=start).next_back();
    let after = ends_by_start.range(start..).next();
    before.is_some_and(|(_, other_end)| *other_end > start)
        || after.is_some_and(|(other_start, _)| *other_start < end)
}

/// Files that archivers add by themselves.
fn is_litter(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path.starts_with("__MACOSX/")
        || name.starts_with("._")
        || matches!(name, ".DS_Store" | "Thumbs.db")
}
