//! Values of a page, in each of the ways the format stores them.

use super::footer::Physical;
use super::thrift::{signed, take, unsigned};
use super::{Allowance, ParquetError};

/// A value; bytes lie in a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    Float(f32),
    Double(f64),
    /// Where they begin, and how many.
    Bytes(u32, u32),
}

/// The bytes of a column's values.
#[derive(Debug, Default)]
pub(super) struct Store(Vec<u8>);

impl Store {
    /// The bytes of a value; none where it is a number.
    pub(super) fn get(&self, scalar: Scalar) -> &[u8] {
        let Scalar::Bytes(start, n_bytes) = scalar else {
            return &[];
        };
        let range = usize::try_from(start)
            .ok()
            .zip(usize::try_from(n_bytes).ok());
        let bytes = range.and_then(|(start, n_bytes)| self.0.get(start..)?.get(..n_bytes));
        bytes.unwrap_or_default()
    }

    fn keep(&mut self, parts: &[&[u8]]) -> Option<Scalar> {
        let start = u32::try_from(self.0.len()).ok()?;
        for part in parts {
            self.0.extend_from_slice(part);
        }
        let end = u32::try_from(self.0.len()).ok()?;
        Some(Scalar::Bytes(start, end.checked_sub(start)?))
    }

    /// Values one after another, as they are.
    pub(super) fn plain(
        &mut self,
        bytes: &mut &[u8],
        physical: Physical,
        n_values: usize,
    ) -> Option<Vec<Scalar>> {
        if physical == Physical::Bool {
            let bits = take(bytes, n_values.div_ceil(8))?;
            let value = |at| Scalar::Bool(bits_at(bits, at, 1) == 1);
            return Some((0..n_values).map(value).collect());
        }
        (0..n_values).map(|_| self.one(bytes, physical)).collect()
    }

    fn one(&mut self, bytes: &mut &[u8], physical: Physical) -> Option<Scalar> {
        Some(match physical {
            Physical::Bool => return None,
            Physical::Int32 => Scalar::Int(i64::from(i32::from_le_bytes(array(bytes)?))),
            Physical::Int64 => Scalar::Int(i64::from_le_bytes(array(bytes)?)),
            Physical::Float => Scalar::Float(f32::from_le_bytes(array(bytes)?)),
            Physical::Double => Scalar::Double(f64::from_le_bytes(array(bytes)?)),
            Physical::Bytes => {
                let n_bytes = u32::from_le_bytes(array(bytes)?);
                let value = take(bytes, usize::try_from(n_bytes).ok()?)?;
                self.keep(&[value])?
            }
            Physical::Fixed(n_bytes) => {
                let value = take(bytes, n_bytes)?;
                self.keep(&[value])?
            }
        })
    }

    /// Values in any way but with a dictionary.
    pub(super) fn values(
        &mut self,
        bytes: &mut &[u8],
        physical: Physical,
        encoding: i64,
        n_values: usize,
        left: &mut Allowance,
    ) -> Option<Vec<Scalar>> {
        match (encoding, physical) {
            (0, _) => self.plain(bytes, physical, n_values),
            (3, Physical::Bool) => {
                let n_bytes = usize::try_from(u32::from_le_bytes(array(bytes)?)).ok()?;
                let bits = hybrid(&mut take(bytes, n_bytes)?, 1, n_values)?;
                Some(bits.into_iter().map(|bit| Scalar::Bool(bit == 1)).collect())
            }
            (5, Physical::Int32) => {
                let numbers = deltas(bytes, n_values)?.into_iter();
                let low = |number: i64| number << 32 >> 32;
                Some(numbers.map(|number| Scalar::Int(low(number))).collect())
            }
            (5, Physical::Int64) => {
                let numbers = deltas(bytes, n_values)?.into_iter();
                Some(numbers.map(Scalar::Int).collect())
            }
            (6, Physical::Bytes) => {
                let found = lengthy(bytes, n_values)?.into_iter();
                found.map(|value| self.keep(&[value])).collect()
            }
            (7, Physical::Bytes | Physical::Fixed(_)) => self.prefixed(bytes, n_values, left),
            (9, _) => self.split(bytes, physical, n_values),
            (number, _) => left.refuse(ParquetError::Encoding { number }),
        }
    }

    /// Each value begins as the one before it.
    fn prefixed(
        &mut self,
        bytes: &mut &[u8],
        n_values: usize,
        left: &mut Allowance,
    ) -> Option<Vec<Scalar>> {
        let n_same = deltas(bytes, n_values)?;
        let ends = lengthy(bytes, n_values)?;
        let mut last = Scalar::Bytes(0, 0);
        let mut found = Vec::with_capacity(n_values);
        for (n_same, end) in n_same.into_iter().zip(ends) {
            let n_same = usize::try_from(n_same).ok()?;
            left.spend(n_same)?;
            let same = self.get(last).get(..n_same)?.to_vec();
            last = self.keep(&[&same, end])?;
            found.push(last);
        }
        Some(found)
    }

    /// First the first bytes of all values, then the second ones, and so on.
    fn split(
        &mut self,
        bytes: &mut &[u8],
        physical: Physical,
        n_values: usize,
    ) -> Option<Vec<Scalar>> {
        let n_bytes = match physical {
            Physical::Int32 | Physical::Float => 4,
            Physical::Int64 | Physical::Double => 8,
            Physical::Fixed(n_bytes) => n_bytes,
            Physical::Bool | Physical::Bytes => return None,
        };
        let streams = take(bytes, n_values.checked_mul(n_bytes)?)?;
        let mut joined = Vec::with_capacity(streams.len());
        for at in 0..n_values {
            joined.extend(streams.iter().skip(at).step_by(n_values).take(n_bytes));
        }
        self.plain(&mut &*joined, physical, n_values)
    }
}

fn array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    take(bytes, N)?.first_chunk().copied()
}

/// Bits that a number up to `max` takes.
pub(super) fn width(max: u8) -> u8 {
    u8::try_from(u8::BITS - max.leading_zeros()).unwrap_or(8)
}

/// Number `at` of numbers of so many bits each, at most 64; bits that are not there are 0.
fn bits_at(bytes: &[u8], at: usize, n_bits: usize) -> u64 {
    let first = at * n_bits;
    let from = bytes.get(first / 8..).unwrap_or_default();
    let mut near = [0_u8; 16];
    for (to, byte) in near.iter_mut().zip(from.iter().take(9)) {
        *to = *byte;
    }
    let shifted = u128::from_le_bytes(near) >> (first % 8);
    let mask = (1_u128 << n_bits.min(64)) - 1;
    u64::try_from(shifted & mask).unwrap_or_default()
}

/// Runs of one number, and stretches of packed ones, until there are `n_values`.
pub(super) fn hybrid(bytes: &mut &[u8], n_bits: u8, n_values: usize) -> Option<Vec<u32>> {
    let n_bits = usize::from(n_bits);
    if n_bits > 32 {
        return None;
    }
    let mut found = Vec::with_capacity(n_values);
    while found.len() < n_values {
        let n_left = n_values - found.len();
        let head = unsigned(bytes)?;
        let n_run = usize::try_from(head >> 1).ok()?;
        if head & 1 == 0 {
            let run = take(bytes, n_bits.div_ceil(8))?;
            let value = u32::try_from(bits_at(run, 0, n_bits)).ok()?;
            found.extend(std::iter::repeat_n(value, n_run.min(n_left)));
            continue;
        }
        // The last stretch may be shorter than it says.
        let n_bytes = n_run.checked_mul(n_bits)?.min(bytes.len());
        let packed = take(bytes, n_bytes)?;
        let n_packed = n_run.checked_mul(8)?.min(n_left);
        if n_packed.checked_mul(n_bits)? > packed.len() * 8 {
            return None;
        }
        for at in 0..n_packed {
            found.push(u32::try_from(bits_at(packed, at, n_bits)).ok()?);
        }
    }
    Some(found)
}

/// Numbers stored as differences, in blocks.
fn deltas(bytes: &mut &[u8], n_values: usize) -> Option<Vec<i64>> {
    let size = |bytes: &mut &[u8]| usize::try_from(unsigned(bytes)?).ok();
    let n_block = size(bytes)?;
    let n_minis = size(bytes)?;
    let n_stored = size(bytes)?;
    let mut value = signed(bytes)?;
    let n_mini = n_block.checked_div(n_minis)?;
    if n_stored != n_values || n_mini == 0 || n_mini % 8 != 0 {
        return None;
    }
    let mut found = Vec::with_capacity(n_values);
    if n_values > 0 {
        found.push(value);
    }
    while found.len() < n_values {
        let least = signed(bytes)?;
        for n_bits in take(bytes, n_minis)? {
            let n_left = n_values - found.len();
            if n_left == 0 {
                break;
            }
            let n_bits = usize::from(*n_bits);
            if n_bits > 64 {
                return None;
            }
            let packed = take(bytes, (n_mini / 8).checked_mul(n_bits)?)?;
            for at in 0..n_mini.min(n_left) {
                let delta = bits_at(packed, at, n_bits).cast_signed();
                value = value.wrapping_add(least).wrapping_add(delta);
                found.push(value);
            }
        }
    }
    Some(found)
}

/// Bytes of all values, behind all their lengths.
fn lengthy<'b>(bytes: &mut &'b [u8], n_values: usize) -> Option<Vec<&'b [u8]>> {
    let lengths = deltas(bytes, n_values)?.into_iter();
    lengths
        .map(|n_bytes| take(bytes, usize::try_from(n_bytes).ok()?))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_numbers_follow_each_other() {
        // The example of the format's description: 0 to 7 in three bits each; then five times 6.
        let mut bytes: &[u8] = &[0x03, 0x88, 0xc6, 0xfa, 10, 6, 99];
        let found = hybrid(&mut bytes, 3, 13);
        let want = [0, 1, 2, 3, 4, 5, 6, 7, 6, 6, 6, 6, 6];
        assert_eq!(found.as_deref(), Some(&want[..]));
        assert_eq!(bytes, [99]);
        assert_eq!(hybrid(&mut &[0x03, 0x88][..], 3, 8), None);
        assert_eq!(hybrid(&mut &[0x00][..], 0, 1), None);
        assert_eq!(hybrid(&mut &[0xff; 8][..], 33, 1), None);
    }

    #[test]
    fn numbers_of_any_width_are_cut_out_of_bytes() {
        let bytes = [0xff; 9];
        assert_eq!(bits_at(&bytes, 0, 64), u64::MAX);
        assert_eq!(bits_at(&bytes, 1, 7), 0x7f);
        assert_eq!((bits_at(&bytes, 3, 0), bits_at(&bytes, 90, 5)), (0, 0));
        assert_eq!([0, 1, 2, 3, 255].map(width), [0, 1, 2, 2, 8]);
    }
}
