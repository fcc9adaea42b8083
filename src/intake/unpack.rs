//! Archives to files: gzip and zip, with limits on what may come out.

mod inspect;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read;

use rawzip::{CompressionMethod, ZipArchive};
use serde::{Deserialize, Serialize};

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
}

/// A file that is not an archive, or an archive that could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpacked<'a> {
    /// Name, with the path inside the archive behind the archive's own.
    pub name: String,
    /// The bytes, or why there are none.
    pub bytes: Result<Cow<'a, [u8]>, UnpackError>,
}

/// Takes files out of archives; others pass through. What fails keeps its name and says why.
pub fn unpack<'a>(files: &'a [InFile], limits: &Limits) -> Vec<Unpacked<'a>> {
    let mut unpacked = Vec::with_capacity(files.len());
    let mut budget = limits.max_total_bytes;
    for file in files {
        if is_gzip(&file.bytes) {
            let bytes = gunzip(&file.bytes, limits, &mut budget);
            unpacked.push(single(gzip_name(&file.name), bytes));
        } else if is_zip(&file.bytes) {
            unzip(file, limits, &mut budget, &mut unpacked);
        } else {
            let bytes = Ok(Cow::Borrowed(file.bytes.as_slice()));
            unpacked.push(Unpacked {
                name: file.name.clone(),
                bytes,
            });
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

fn gzip_name(name: &str) -> String {
    let name = name
        .strip_suffix(".gz")
        .or_else(|| name.strip_suffix(".GZ"));
    name.map_or_else(|| "unpacked".to_owned(), str::to_owned)
}

/// An unpacked file, unless it is an archive again.
fn single<'a>(name: String, bytes: Result<Vec<u8>, UnpackError>) -> Unpacked<'a> {
    let bytes = bytes.and_then(|bytes| {
        if is_gzip(&bytes) || is_zip(&bytes) {
            Err(UnpackError::Nested)
        } else {
            Ok(Cow::Owned(bytes))
        }
    });
    Unpacked { name, bytes }
}

fn gunzip(bytes: &[u8], limits: &Limits, budget: &mut usize) -> Result<Vec<u8>, UnpackError> {
    // Several members one after another are one file.
    let decoder = flate2::bufread::MultiGzDecoder::new(bytes);
    inflate(decoder, bytes.len(), limits, budget, UnpackError::Damaged)
}

fn unzip<'a>(
    file: &'a InFile,
    limits: &Limits,
    budget: &mut usize,
    unpacked: &mut Vec<Unpacked<'a>>,
) {
    let first = unpacked.len();
    if let Err(error) = unzip_entries(file, limits, budget, unpacked) {
        unpacked.push(Unpacked {
            name: file.name.clone(),
            bytes: Err(error),
        });
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
        unpacked.push(Unpacked {
            name: file.name.clone(),
            bytes,
        });
    }
}

fn unzip_entries(
    file: &InFile,
    limits: &Limits,
    budget: &mut usize,
    unpacked: &mut Vec<Unpacked<'_>>,
) -> Result<(), UnpackError> {
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
            unpacked.push(Unpacked {
                name,
                bytes: Err(UnpackError::Damaged),
            });
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
        let broken = UnpackError::Checksum;
        let bytes = if header.flags().is_encrypted() {
            Err(UnpackError::Encrypted)
        } else if method == CompressionMethod::STORE {
            inflate(
                entry.verifying_reader(packed),
                packed.len(),
                limits,
                budget,
                broken,
            )
        } else if method == CompressionMethod::DEFLATE {
            let decoder = flate2::bufread::DeflateDecoder::new(packed);
            inflate(
                entry.verifying_reader(decoder),
                packed.len(),
                limits,
                budget,
                broken,
            )
        } else {
            Err(UnpackError::UnknownMethod {
                method: method.as_u16(),
            })
        };
        unpacked.push(single(name, bytes));
    }
    Ok(())
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

/// Reads all that comes out, but no more than the limits allow; `broken` is what a damaged stream
/// is called.
fn inflate(
    mut reader: impl Read,
    n_packed: usize,
    limits: &Limits,
    budget: &mut usize,
    broken: UnpackError,
) -> Result<Vec<u8>, UnpackError> {
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
        if n_read > *budget {
            return Err(UnpackError::TooLarge {
                limit: limits.max_total_bytes,
            });
        }
        *budget -= n_read;
        bytes.extend_from_slice(chunk.get(..n_read).unwrap_or(&[]));
    }
    Ok(bytes)
}
