//! Unpacks gzip (RFC 1952) while it passes by.
//!
//! The deflated part is the library's; the frame around it is read here, because the library's
//! check sum brings 16 kB of tables into the page's worker, where a small one does.

use flate2::{Decompress, FlushDecompress, Status};

/// Bytes unpacked in one go. The blocks are aligned to the file, not to the slices it comes in, so
/// that a damaged file yields the same bytes however it was sliced.
const BLOCK: usize = 1 << 15;

/// A longer header is no header.
const LONGEST_HEADER: usize = 1 << 16;

/// What the end of a gzip stream was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// Complete.
    Sound,
    /// It ends too early, or its bytes or check sum are wrong.
    Broken,
    /// Complete, and followed by something else.
    Followed,
}

/// Which part of a member comes next.
#[derive(Debug)]
enum Part {
    /// The header, as far as it has come.
    Header(Vec<u8>),
    /// Deflated bytes.
    Body,
    /// Check sum and length, as far as they have come.
    Trailer(Vec<u8>),
}

/// Unpacks gzip members one after another.
pub(crate) struct Unpacker {
    part: Part,
    inflater: Decompress,
    sum: u32,
    length: u32,
    block: Vec<u8>,
    output: Vec<u8>,
    health: Health,
    /// Whether a member has come to its end.
    any: bool,
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").field("health", &self.health).finish_non_exhaustive()
    }
}

impl Unpacker {
    /// For a file that is packed.
    pub(crate) fn of(packed: bool) -> Option<Self> {
        packed.then(Self::new)
    }

    fn new() -> Self {
        Self {
            part: Part::Header(Vec::new()),
            inflater: Decompress::new(false),
            sum: u32::MAX,
            length: 0,
            block: Vec::with_capacity(BLOCK),
            output: vec![0; BLOCK],
            health: Health::Sound,
            any: false,
        }
    }

    /// Unpacks some bytes; `take` gets the result in pieces.
    pub(crate) fn push<E>(
        &mut self,
        mut bytes: &[u8],
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        while !bytes.is_empty() && self.health == Health::Sound {
            let part = bytes.len().min(BLOCK - self.block.len());
            self.block.extend_from_slice(&bytes[..part]);
            bytes = &bytes[part..];
            if self.block.len() == BLOCK {
                self.unpack(&mut take)?;
            }
        }
        Ok(())
    }

    /// Unpacks what is left and says how the stream ended.
    pub(crate) fn finish<E>(
        mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Health, E> {
        self.unpack(&mut take)?;
        if self.health == Health::Sound {
            match &self.part {
                Part::Header(start) if start.is_empty() && self.any => {}
                Part::Header(start) => self.refuse(start.starts_with(&[0x1f, 0x8b])),
                Part::Body | Part::Trailer(_) => self.health = Health::Broken,
            }
        }
        Ok(self.health)
    }

    fn unpack<E>(&mut self, take: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let block = std::mem::take(&mut self.block);
        let mut rest = block.as_slice();
        while !rest.is_empty() && self.health == Health::Sound {
            rest = match &mut self.part {
                Part::Header(start) => {
                    let before = start.len();
                    start.extend_from_slice(&rest[..rest.len().min(LONGEST_HEADER - before)]);
                    match header_length(start) {
                        Header::Complete(length) => {
                            self.part = Part::Body;
                            &rest[length - before..]
                        }
                        Header::Incomplete if start.len() < LONGEST_HEADER => &[],
                        Header::Incomplete => {
                            self.refuse(true);
                            &[]
                        }
                        Header::None => {
                            self.refuse(false);
                            &[]
                        }
                    }
                }
                Part::Body => self.inflate(rest, take)?,
                Part::Trailer(end) => {
                    let missing = rest.len().min(8 - end.len());
                    end.extend_from_slice(&rest[..missing]);
                    if end.len() == 8 {
                        let sum = (!self.sum).to_le_bytes();
                        let sound = end[..4] == sum && end[4..] == self.length.to_le_bytes();
                        self.end_member(sound);
                    }
                    &rest[missing..]
                }
            };
        }
        self.block = block;
        self.block.clear();
        Ok(())
    }

    /// Inflates some bytes; returns those that were not used.
    fn inflate<'b, E>(
        &mut self,
        bytes: &'b [u8],
        take: &mut impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<&'b [u8], E> {
        let (read, written) = (self.inflater.total_in(), self.inflater.total_out());
        let status = self.inflater.decompress(bytes, &mut self.output, FlushDecompress::None);
        let read = (self.inflater.total_in() - read) as usize;
        let output = &self.output[..(self.inflater.total_out() - written) as usize];
        self.sum = output.iter().fold(self.sum, |sum, byte| add(sum, *byte));
        self.length = self.length.wrapping_add(output.len() as u32);
        take(output)?;
        match status {
            Ok(Status::StreamEnd) => self.part = Part::Trailer(Vec::with_capacity(8)),
            Ok(_) if read > 0 || !output.is_empty() => {}
            Ok(_) | Err(_) => self.health = Health::Broken,
        }
        Ok(&bytes[read..])
    }

    fn end_member(&mut self, sound: bool) {
        if sound {
            self.any = true;
            self.part = Part::Header(Vec::new());
            self.inflater.reset(false);
            (self.sum, self.length) = (u32::MAX, 0);
        } else {
            self.health = Health::Broken;
        }
    }

    /// What a header means that is none, or that does not end.
    fn refuse(&mut self, begun: bool) {
        self.health = if self.any && !begun { Health::Followed } else { Health::Broken };
    }
}

enum Header {
    Complete(usize),
    Incomplete,
    None,
}

/// Length of the header at the start of some bytes.
fn header_length(bytes: &[u8]) -> Header {
    let magic = [0x1f, 0x8b, 8];
    if !magic.starts_with(&bytes[..bytes.len().min(3)]) {
        return Header::None;
    }
    let length = || {
        let flags = *bytes.get(3)?;
        let mut length = 10;
        if flags & 4 != 0 {
            let extra = bytes.get(length..length + 2)?;
            length += 2 + usize::from(u16::from_le_bytes([extra[0], extra[1]]));
        }
        for flag in [8, 16] {
            if flags & flag != 0 {
                length += bytes.get(length..)?.iter().position(|byte| *byte == 0)? + 1;
            }
        }
        if flags & 2 != 0 {
            length += 2;
        }
        (bytes.len() >= length).then_some(length)
    };
    length().map_or(Header::Incomplete, Header::Complete)
}

/// The check sum of each byte: CRC-32 with the reversed polynomial of Ethernet.
const SUMS: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xEDB8_8320 ^ sum >> 1 } else { sum >> 1 };
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
};

fn add(sum: u32, byte: u8) -> u32 {
    SUMS[usize::from(sum as u8 ^ byte)] ^ sum >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::write::GzEncoder;
    use flate2::{Compression, GzBuilder};
    use std::io::Write;

    fn unpack(bytes: &[u8], slice: usize) -> (Vec<u8>, Health) {
        let (mut unpacker, mut out) = (Unpacker::new(), Vec::new());
        for part in bytes.chunks(slice) {
            let _ = unpacker.push(part, |piece| {
                out.extend_from_slice(piece);
                Ok::<(), ()>(())
            });
        }
        let health = unpacker.finish(|piece| {
            out.extend_from_slice(piece);
            Ok::<(), ()>(())
        });
        (out, health.unwrap())
    }

    fn text() -> Vec<u8> {
        (0..200_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect()
    }

    #[test]
    fn members_with_every_kind_of_header() {
        let mut packed = Vec::new();
        let mut plain = GzEncoder::new(&mut packed, Compression::fast());
        plain.write_all(&text()).unwrap();
        plain.finish().unwrap();
        let builder = GzBuilder::new().filename("a.json").comment("b").extra(vec![1; 300]);
        let mut named = builder.write(&mut packed, Compression::best());
        named.write_all(b"second").unwrap();
        named.finish().unwrap();
        let mut expected = text();
        expected.extend_from_slice(b"second");
        for slice in [1, 7, 4096, packed.len()] {
            assert_eq!(unpack(&packed, slice), (expected.clone(), Health::Sound));
        }
        let followed = [packed.as_slice(), b"junk"].concat();
        assert_eq!(unpack(&followed, 100).1, Health::Followed);
        for cut in [1, 5, 9, 40, packed.len() / 2, packed.len() - 1] {
            assert_eq!(unpack(&packed[..cut], 13).1, Health::Broken, "{cut}");
        }
        let sum = packed.len() - 5;
        packed[sum] ^= 1;
        assert_eq!(unpack(&packed, 1000).1, Health::Broken);
    }
}
