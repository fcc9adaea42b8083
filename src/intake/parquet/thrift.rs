//! Thrift's compact protocol, in which the footer and the pages of a Parquet file are described.

/// A value as it stands; what nothing here asks for is read past.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'b> {
    Bool(bool),
    Int(i64),
    Bytes(&'b [u8]),
    List(Vec<Value<'b>>),
    Struct(Vec<(i64, Value<'b>)>),
    /// Something that no field of interest is.
    Other,
}

/// Deepest nesting of values: the format itself needs six levels.
const MAX_DEPTH: usize = 24;

impl<'b> Value<'b> {
    /// A field of a struct by its number.
    pub(super) fn field(&self, id: i64) -> Option<&Value<'b>> {
        let Self::Struct(fields) = self else {
            return None;
        };
        let mut fields = fields.iter();
        fields
            .find(|(known, _)| *known == id)
            .map(|(_, field)| field)
    }

    /// A field that is a number.
    pub(super) fn int(&self, id: i64) -> Option<i64> {
        match self.field(id)? {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// A field that counts or measures something.
    pub(super) fn size(&self, id: i64) -> Option<usize> {
        usize::try_from(self.int(id)?).ok()
    }

    /// A field that is a text.
    pub(super) fn text(&self, id: i64) -> Option<&'b str> {
        match self.field(id)? {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    /// A field that is a list.
    pub(super) fn list(&self, id: i64) -> Option<&[Value<'b>]> {
        match self.field(id)? {
            Self::List(list) => Some(list),
            _ => None,
        }
    }
}

/// Reads a struct at the start of `bytes`, and takes it off them; `None` when it is damaged.
pub(super) fn read_struct<'b>(bytes: &mut &'b [u8]) -> Option<Value<'b>> {
    structure(bytes, MAX_DEPTH)
}

fn structure<'b>(bytes: &mut &'b [u8], depth: usize) -> Option<Value<'b>> {
    let depth = depth.checked_sub(1)?;
    let mut fields = Vec::new();
    let mut last = 0_i64;
    loop {
        let head = byte(bytes)?;
        if head == 0 {
            return Some(Value::Struct(fields));
        }
        let step = i64::from(head >> 4);
        let id = if step == 0 {
            signed(bytes)?
        } else {
            last.checked_add(step)?
        };
        last = id;
        let value = match head & 0x0f {
            1 => Value::Bool(true),
            2 => Value::Bool(false),
            kind => value(bytes, kind, depth)?,
        };
        fields.push((id, value));
    }
}

fn value<'b>(bytes: &mut &'b [u8], kind: u8, depth: usize) -> Option<Value<'b>> {
    match kind {
        // In a list, a truth value is a byte of its own.
        1 | 2 => Some(Value::Bool(byte(bytes)? == 1)),
        3 => Some(Value::Int(i64::from(byte(bytes)?.cast_signed()))),
        4..=6 => Some(Value::Int(signed(bytes)?)),
        7 => take(bytes, 8).map(|_| Value::Other),
        8 => {
            let n_bytes = usize::try_from(unsigned(bytes)?).ok()?;
            Some(Value::Bytes(take(bytes, n_bytes)?))
        }
        9 | 10 => list(bytes, depth.checked_sub(1)?),
        12 => structure(bytes, depth),
        _ => None,
    }
}

fn list<'b>(bytes: &mut &'b [u8], depth: usize) -> Option<Value<'b>> {
    let head = byte(bytes)?;
    let n_items = match head >> 4 {
        15 => usize::try_from(unsigned(bytes)?).ok()?,
        n_items => usize::from(n_items),
    };
    // Every item takes a byte at least.
    if n_items > bytes.len() {
        return None;
    }
    let items = (0..n_items).map(|_| value(bytes, head & 0x0f, depth));
    items.collect::<Option<Vec<_>>>().map(Value::List)
}

pub(super) fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

/// Takes so many bytes off the front.
pub(super) fn take<'b>(bytes: &mut &'b [u8], n_bytes: usize) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(n_bytes)?;
    *bytes = rest;
    Some(taken)
}

/// A number in groups of seven bits.
pub(super) fn unsigned(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let group = byte(bytes)?;
        number |= u64::from(group & 0x7f) << shift;
        if group & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The same with the sign in the lowest bit.
pub(super) fn signed(bytes: &mut &[u8]) -> Option<i64> {
    let number = unsigned(bytes)?;
    Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_struct_is_read_and_taken_off() {
        // Field 1: -3; field 3: "ab"; field 4: [true, false]; field 20: nothing but an empty struct.
        let mut bytes: &[u8] = &[
            0x15, 5, 0x28, 2, b'a', b'b', 0x19, 0x21, 1, 2, 0x0c, 40, 0, 0, 9,
        ];
        let found = read_struct(&mut bytes).expect("whole");
        assert_eq!((found.int(1), found.text(3)), (Some(-3), Some("ab")));
        let want = [Value::Bool(true), Value::Bool(false)];
        assert_eq!(found.list(4), Some(&want[..]));
        assert_eq!(found.field(20), Some(&Value::Struct(Vec::new())));
        assert_eq!(bytes, [9]);
    }

    #[test]
    fn what_claims_more_than_is_there_is_damaged() {
        let deep = vec![0x1c; 100];
        let cases: [&[u8]; 5] = [
            &[],
            &[0x15],
            &[0x18, 9, b'a'],
            &[0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x0f],
            &deep,
        ];
        for mut bytes in cases {
            assert_eq!(read_struct(&mut bytes), None);
        }
    }
}
