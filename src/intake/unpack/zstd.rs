//! Zstandard: frames one after another, each checked against its checksum where it has one.

use std::io::{Error, Read};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// Whether bytes begin like a frame.
pub(super) fn is_zstd(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || skippable(bytes).is_some()
}

/// What comes out of all frames, bit by bit.
pub(in crate::intake) fn reader<'b>(packed: &'b [u8]) -> Box<dyn Read + 'b> {
    Box::new(Frames {
        rest: packed,
        frame: None,
    })
}

struct Frames<'b> {
    /// What is behind the frame that is read.
    rest: &'b [u8],
    frame: Option<StreamingDecoder<&'b [u8], FrameDecoder>>,
}

impl Read for Frames<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        loop {
            let Some(frame) = &mut self.frame else {
                while let Some(behind) = skippable(self.rest) {
                    self.rest = behind;
                }
                if self.rest.is_empty() {
                    return Ok(0);
                }
                let frame = StreamingDecoder::new(self.rest).map_err(Error::other)?;
                self.frame = Some(frame);
                continue;
            };
            let n_read = frame.read(buffer)?;
            if n_read > 0 {
                return Ok(n_read);
            }
            let (rest, decoder) = self.frame.take().map_or_else(
                || (self.rest, FrameDecoder::new()),
                StreamingDecoder::into_parts,
            );
            let stated = decoder.get_checksum_from_data();
            if stated.is_some() && stated != decoder.get_calculated_checksum() {
                return Err(Error::other("checksum"));
            }
            self.rest = rest;
        }
    }
}

/// What is behind a frame that says nothing, if one is at the start and whole.
fn skippable(bytes: &[u8]) -> Option<&[u8]> {
    let (head, rest) = bytes.split_first_chunk::<4>()?;
    if !(0x184d_2a50..=0x184d_2a5f).contains(&u32::from_le_bytes(*head)) {
        return None;
    }
    let (length, rest) = rest.split_first_chunk::<4>()?;
    rest.get(usize::try_from(u32::from_le_bytes(*length)).ok()?..)
}
