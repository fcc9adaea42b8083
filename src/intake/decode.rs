//! Bytes to text. Never guesses an eight-bit code page: what is not Unicode is refused, with the
//! code page offered for the user to choose.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// How characters are stored in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// UTF-16, low byte first.
    Utf16Le,
    /// UTF-16, high byte first.
    Utf16Be,
    /// The code page of Western European Windows; used only when chosen.
    Windows1252,
}

/// Why bytes cannot be read as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum DecodeError {
    /// Not UTF-8. Every byte would be a character of windows-1252, which the user may choose.
    #[error("not UTF-8 at byte {offset}, line {line}; it could be windows-1252")]
    MaybeWindows1252 {
        /// First byte that is not UTF-8, from 0.
        offset: usize,
        /// Its line, from 1.
        line: usize,
        /// The text around that byte, read as windows-1252.
        preview: String,
    },
    /// Not UTF-8, and not windows-1252 either.
    #[error("not text: byte {offset}, line {line}")]
    NotText {
        /// First byte that is not UTF-8, from 0.
        offset: usize,
        /// Its line, from 1.
        line: usize,
    },
    /// Every other byte is zero: UTF-16 that lacks its byte order mark.
    #[error("looks like UTF-16 without a byte order mark")]
    MaybeUtf16 {
        /// The byte order that fits.
        encoding: Encoding,
    },
    /// UTF-16 with a broken surrogate pair or half a character at the end.
    #[error("broken UTF-16 at byte {offset}")]
    BrokenUtf16 {
        /// Where, from 0.
        offset: usize,
    },
}

/// Text and how it was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// Without byte order mark.
    pub text: Cow<'a, str>,
    /// How it was stored.
    pub encoding: Encoding,
}

/// Reads UTF-8 with or without a byte order mark, and UTF-16 with one.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, DecodeError> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => decode_utf16(rest, 2, Encoding::Utf16Le),
        [0xfe, 0xff, rest @ ..] => decode_utf16(rest, 2, Encoding::Utf16Be),
        _ => decode_utf8(bytes),
    }
}

/// Reads bytes in an encoding the user has chosen. A byte order mark of that encoding is skipped.
pub fn decode_as(bytes: &[u8], encoding: Encoding) -> Result<Decoded<'_>, DecodeError> {
    match (encoding, bytes) {
        (Encoding::Utf8, _) => decode_utf8(bytes),
        (Encoding::Utf16Le, [0xff, 0xfe, rest @ ..])
        | (Encoding::Utf16Be, [0xfe, 0xff, rest @ ..]) => decode_utf16(rest, 2, encoding),
        (Encoding::Utf16Le | Encoding::Utf16Be, _) => decode_utf16(bytes, 0, encoding),
        (Encoding::Windows1252, _) => match windows_1252(bytes) {
            Ok(text) => Ok(Decoded {
                text: Cow::Owned(text),
                encoding,
            }),
            Err(offset) => Err(DecodeError::NotText {
                offset,
                line: line_at(bytes, offset),
            }),
        },
    }
}

fn decode_utf8(bytes: &[u8]) -> Result<Decoded<'_>, DecodeError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(encoding) = looks_like_utf16(bytes) {
        return Err(DecodeError::MaybeUtf16 { encoding });
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Decoded {
            text: Cow::Borrowed(text),
            encoding: Encoding::Utf8,
        }),
        Err(error) => {
            let offset = error.valid_up_to();
            let line = line_at(bytes, offset);
            // Binary formats have zero bytes, and texts in a code page have none.
            match windows_1252(bytes) {
                Ok(_) if !bytes.contains(&0) => Err(DecodeError::MaybeWindows1252 {
                    offset,
                    line,
                    preview: preview(bytes, offset),
                }),
                _ => Err(DecodeError::NotText { offset, line }),
            }
        }
    }
}

/// Text in Latin script has a zero in every second byte of its UTF-16 form.
fn looks_like_utf16(bytes: &[u8]) -> Option<Encoding> {
    let head = bytes.get(..bytes.len().min(512)).unwrap_or(bytes);
    let zeros = |parity: usize| {
        head.iter()
            .skip(parity)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let n_pairs = head.len() / 2;
    if n_pairs < 2 {
        None
    } else if odd * 4 >= n_pairs * 3 && even * 4 < n_pairs {
        Some(Encoding::Utf16Le)
    } else if even * 4 >= n_pairs * 3 && odd * 4 < n_pairs {
        Some(Encoding::Utf16Be)
    } else {
        None
    }
}

fn decode_utf16(
    bytes: &[u8],
    skipped: usize,
    encoding: Encoding,
) -> Result<Decoded<'_>, DecodeError> {
    let mut text = String::with_capacity(bytes.len() / 2);
    let pairs = bytes.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err(DecodeError::BrokenUtf16 {
            offset: skipped + bytes.len() - 1,
        });
    }
    let units = pairs.map(|pair| match (encoding, pair) {
        (Encoding::Utf16Be, [high, low]) | (_, [low, high]) => u16::from_be_bytes([*high, *low]),
        _ => 0,
    });
    let mut offset = skipped;
    for unit in char::decode_utf16(units) {
        let character = unit.map_err(|_| DecodeError::BrokenUtf16 { offset })?;
        offset += character.len_utf16() * 2;
        text.push(character);
    }
    Ok(Decoded {
        text: Cow::Owned(text),
        encoding,
    })
}

/// Bytes 0x80 to 0x9f; five of them stand for nothing.
const WINDOWS_1252_HIGH: [Option<char>; 32] = [
    Some('€'),
    None,
    Some('‚'),
    Some('ƒ'),
    Some('„'),
    Some('…'),
    Some('†'),
    Some('‡'),
    Some('ˆ'),
    Some('‰'),
    Some('Š'),
    Some('‹'),
    Some('Œ'),
    None,
    Some('Ž'),
    None,
    None,
    Some('‘'),
    Some('’'),
    Some('“'),
    Some('”'),
    Some('•'),
    Some('–'),
    Some('—'),
    Some('˜'),
    Some('™'),
    Some('š'),
    Some('›'),
    Some('œ'),
    None,
    Some('ž'),
    Some('Ÿ'),
];

/// The text, or the offset of a byte that stands for nothing.
fn windows_1252(bytes: &[u8]) -> Result<String, usize> {
    let mut text = String::with_capacity(bytes.len());
    for (offset, byte) in bytes.iter().enumerate() {
        let character = match byte {
            0x80..=0x9f => WINDOWS_1252_HIGH
                .get(usize::from(byte - 0x80))
                .copied()
                .flatten(),
            _ => Some(char::from(*byte)),
        };
        text.push(character.ok_or(offset)?);
    }
    Ok(text)
}

fn preview(bytes: &[u8], offset: usize) -> String {
    let around = bytes
        .get(offset.saturating_sub(20)..bytes.len().min(offset + 20))
        .unwrap_or(&[]);
    windows_1252(around)
        .unwrap_or_default()
        .replace(['\n', '\r'], " ")
}

/// The 1-based line that holds a byte.
fn line_at(bytes: &[u8], offset: usize) -> usize {
    let before = bytes.get(..offset).unwrap_or(bytes);
    before.split(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], want: Result<(&str, Encoding), DecodeError>) {
        let got = decode(bytes);
        assert_eq!(
            got,
            want.map(|(text, encoding)| Decoded {
                text: text.into(),
                encoding
            })
        );
    }

    #[test]
    fn byte_order_marks_are_skipped_and_obeyed() {
        check(
            b"\xef\xbb\xbfid,prediction",
            Ok(("id,prediction", Encoding::Utf8)),
        );
        check(b"ni\xc3\xb1o", Ok(("niño", Encoding::Utf8)));
        check(b"\xff\xfei\0d\0", Ok(("id", Encoding::Utf16Le)));
        check(b"\xfe\xff\0i\0d", Ok(("id", Encoding::Utf16Be)));
        check(b"\xff\xfe\x3d\xd8\x00\xde", Ok(("😀", Encoding::Utf16Le)));
        check(b"", Ok(("", Encoding::Utf8)));
    }

    #[test]
    fn a_code_page_is_offered_and_never_assumed() {
        check(
            b"1,A\n2,ni\xf1o\n",
            Err(DecodeError::MaybeWindows1252 {
                offset: 8,
                line: 2,
                preview: "1,A 2,niño ".into(),
            }),
        );
        let chosen =
            decode_as(b"ni\xf1o \x93oo\x94", Encoding::Windows1252).expect("defined bytes");
        assert_eq!(chosen.text, "niño “oo”");
        // 0x81 stands for nothing in windows-1252.
        check(b"a\x81", Err(DecodeError::NotText { offset: 1, line: 1 }));
        assert!(decode_as(b"a\x81", Encoding::Windows1252).is_err());
    }

    #[test]
    fn broken_and_unmarked_utf16_is_named() {
        check(b"\xff\xfei\0d", Err(DecodeError::BrokenUtf16 { offset: 4 }));
        check(
            b"\xff\xfe\x3d\xd8i\0",
            Err(DecodeError::BrokenUtf16 { offset: 2 }),
        );
        check(
            b"i\0d\0,\0a\0",
            Err(DecodeError::MaybeUtf16 {
                encoding: Encoding::Utf16Le,
            }),
        );
        check(
            b"\0i\0d\0,\0a",
            Err(DecodeError::MaybeUtf16 {
                encoding: Encoding::Utf16Be,
            }),
        );
        let chosen = decode_as(b"i\0d\0", Encoding::Utf16Le).expect("whole units");
        assert_eq!(chosen.text, "id");
    }

    #[test]
    fn a_single_zero_byte_stays_text() {
        check(b"a,b\n1,x\0y\n", Ok(("a,b\n1,x\0y\n", Encoding::Utf8)));
    }
}
