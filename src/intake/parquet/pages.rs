//! The pages of a column: unpacked, and their levels and values put one after another.

use std::borrow::Cow;
use std::io::Read;

use super::footer::{Chunk, Leaf};
use super::thrift::{Value, byte, read_struct, take};
use super::values::{Scalar, Store, hybrid, width};
use super::{Allowance, ParquetError};
use crate::intake::unpack::zstd;

/// All values of a column within a row group, with a place in them.
#[derive(Debug, Default)]
pub(super) struct Column {
    /// Empty where nothing is repeated.
    reps: Vec<u8>,
    /// Empty where nothing is optional.
    defs: Vec<u8>,
    max_def: u8,
    n_entries: usize,
    values: Vec<Scalar>,
    store: Store,
    at: usize,
    value_at: usize,
}

impl Column {
    /// Repetition and definition level of the next entry.
    pub(super) fn peek(&self) -> Option<(u8, u8)> {
        let of = |levels: &[u8], none| match levels {
            [] => none,
            levels => levels.get(self.at).copied().unwrap_or(none),
        };
        (self.at < self.n_entries).then(|| (of(&self.reps, 0), of(&self.defs, self.max_def)))
    }

    /// Takes the next entry.
    pub(super) fn next(&mut self) -> Option<Scalar> {
        let (_, def) = self.peek()?;
        self.at += 1;
        if def < self.max_def {
            return Some(Scalar::Null);
        }
        let value = self.values.get(self.value_at)?;
        self.value_at += 1;
        Some(*value)
    }

    /// The bytes of a value that is bytes.
    pub(super) fn bytes(&self, scalar: Scalar) -> &[u8] {
        self.store.get(scalar)
    }
}

/// Bytes that an entry takes: a value and two levels.
const ENTRY_BYTES: usize = size_of::<Scalar>() + 2;

/// Reads all pages of a chunk; `None` when one is damaged, or when the allowance says why.
pub(super) fn read_chunk(leaf: &Leaf, chunk: Chunk<'_>, left: &mut Allowance) -> Option<Column> {
    let mut column = Column {
        max_def: leaf.max_def,
        ..Column::default()
    };
    let mut dictionary = Vec::new();
    let mut rest = chunk.bytes;
    while column.n_entries < chunk.n_values {
        let header = read_struct(&mut rest)?;
        let n_bytes = header.size(2)?;
        let body = take(&mut rest, header.size(3)?)?;
        match header.int(1)? {
            0 => {
                let page = unpacked(chunk.codec, body, n_bytes, left)?;
                let about = header.field(5)?;
                let mut page = &*page;
                if [(3, leaf.max_def), (4, leaf.max_rep)]
                    .iter()
                    .any(|(id, max)| *max > 0 && about.int(*id) != Some(3))
                {
                    return left.refuse(ParquetError::Encoding { number: 4 });
                }
                let reps = levels_of_v1(&mut page, leaf.max_rep)?;
                let defs = levels_of_v1(&mut page, leaf.max_def)?;
                let encoding = about.int(2)?;
                let page = Page {
                    reps,
                    defs,
                    values: page,
                    encoding,
                };
                column.add(leaf, about, &page, &dictionary, left)?;
            }
            2 => {
                let page = unpacked(chunk.codec, body, n_bytes, left)?;
                let n_values = header.field(7)?.size(1)?;
                left.spend(n_values.checked_mul(ENTRY_BYTES)?)?;
                let mut page = &*page;
                dictionary = column.store.plain(&mut page, leaf.physical, n_values)?;
            }
            3 => {
                let about = header.field(8)?;
                let mut body = body;
                let n_levels = about.size(6)?.checked_add(about.size(5)?)?;
                let reps = take(&mut body, about.size(6)?)?;
                let defs = take(&mut body, about.size(5)?)?;
                let is_packed = about.field(7) != Some(&Value::Bool(false));
                let codec = if is_packed { chunk.codec } else { 0 };
                let page = unpacked(codec, body, n_bytes.checked_sub(n_levels)?, left)?;
                let encoding = about.int(4)?;
                let page = Page {
                    reps,
                    defs,
                    values: &page,
                    encoding,
                };
                column.add(leaf, about, &page, &dictionary, left)?;
            }
            _ => {} // An index.
        }
    }
    (column.n_entries == chunk.n_values).then_some(column)
}

/// The parts of a page of data.
struct Page<'p> {
    reps: &'p [u8],
    defs: &'p [u8],
    values: &'p [u8],
    encoding: i64,
}

impl Column {
    fn add(
        &mut self,
        leaf: &Leaf,
        about: &Value<'_>,
        page: &Page<'_>,
        dictionary: &[Scalar],
        left: &mut Allowance,
    ) -> Option<()> {
        let n_entries = about.size(1)?;
        left.spend(n_entries.checked_mul(ENTRY_BYTES)?)?;
        let before = self.defs.len();
        extend_levels(&mut self.reps, page.reps, leaf.max_rep, n_entries)?;
        extend_levels(&mut self.defs, page.defs, leaf.max_def, n_entries)?;
        let n_values = if leaf.max_def == 0 {
            n_entries
        } else {
            let defs = self.defs.get(before..)?.iter();
            defs.map(|def| usize::from(*def == leaf.max_def)).sum()
        };
        let mut values = page.values;
        let found = match page.encoding {
            2 | 8 => {
                let n_bits = if n_values == 0 { 0 } else { byte(&mut values)? };
                let indices = hybrid(&mut values, n_bits, n_values)?;
                let value = |idx| dictionary.get(usize::try_from(idx).ok()?).copied();
                indices.into_iter().map(value).collect::<Option<Vec<_>>>()?
            }
            encoding => self
                .store
                .values(&mut values, leaf.physical, encoding, n_values, left)?,
        };
        self.values.extend(found);
        self.n_entries += n_entries;
        Some(())
    }
}

fn extend_levels(levels: &mut Vec<u8>, bytes: &[u8], max: u8, n_entries: usize) -> Option<()> {
    if max == 0 {
        return Some(());
    }
    let mut bytes = bytes;
    for level in hybrid(&mut bytes, width(max), n_entries)? {
        levels.push(u8::try_from(level).ok().filter(|level| *level <= max)?);
    }
    Some(())
}

/// Levels of the older kind of page: their length stands in front of them, where there are any.
fn levels_of_v1<'p>(page: &mut &'p [u8], max: u8) -> Option<&'p [u8]> {
    if max == 0 {
        return Some(&[]);
    }
    let n_bytes = u32::from_le_bytes(*take(page, 4)?.first_chunk()?);
    take(page, usize::try_from(n_bytes).ok()?)
}

/// A page as it was before it was packed, exactly as long as it says.
fn unpacked<'p>(
    codec: i64,
    packed: &'p [u8],
    n_bytes: usize,
    left: &mut Allowance,
) -> Option<Cow<'p, [u8]>> {
    // Counted before it is unpacked: a claim alone must not take memory.
    left.spend(n_bytes)?;
    let read = |reader: &mut dyn Read| {
        let mut bytes = Vec::with_capacity(n_bytes);
        let limit = u64::try_from(n_bytes).ok()?.checked_add(1)?;
        reader.take(limit).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    let bytes = match codec {
        0 => Cow::Borrowed(packed),
        1 => {
            let claimed = snap::raw::decompress_len(packed).ok()?;
            let is_same = claimed == n_bytes;
            let unpack = || snap::raw::Decoder::new().decompress_vec(packed).ok();
            Cow::Owned(is_same.then(unpack)??)
        }
        2 => Cow::Owned(read(&mut flate2::bufread::MultiGzDecoder::new(packed))?),
        6 => Cow::Owned(read(&mut *zstd::reader(packed))?),
        number => return left.refuse(ParquetError::Codec { number }),
    };
    (bytes.len() == n_bytes).then_some(bytes)
}
