//! Unpacks gzip (RFC 1952) while it passes by.

use crate::base::diagnostic::{Code, Diagnostic};
use flate2::write::GzDecoder;
use std::io::Write;

/// Bytes unpacked in one go. The blocks are aligned to the file, not to the slices it comes in, so
/// that a damaged file yields the same bytes however it was sliced.
const BLOCK: usize = 1 << 15;

/// How every member begins.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// What the end of a gzip stream was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Health {
    /// Complete.
    Sound,
    /// It ends too early, or its bytes or check sum are wrong.
    Broken,
    /// Complete, and followed by something else.
    Followed,
    /// Packed so strongly that it was made to fill a memory.
    Bomb,
}

impl Health {
    /// What is to be said of data that were unpacked.
    pub(crate) fn note(self) -> Option<Diagnostic> {
        match self {
            Self::Sound | Self::Bomb => None,
            Self::Broken => Some(cut_off("gzip")),
            Self::Followed => {
                let message = "bytes after the compressed data are ignored";
                let followed = Diagnostic::warning(Code::TextAfterEnd, message);
                Some(followed.remedy("compress the file again"))
            }
        }
    }
}

/// Bytes that any file may be unpacked to.
pub(crate) const HARMLESS: u64 = 64 << 20;

/// How many times its packed size a file may have beyond that. Data that repeats itself row by row is packed to a
/// fiftieth.
pub(crate) const MOST_PACKED: u64 = 200;

/// Whether so many bytes out of so many packed ones are those of a file that was made to fill a memory.
pub(crate) fn is_bomb(written: u64, packed: u64, ratio: u64) -> bool {
    written > HARMLESS && written / packed.max(1) > ratio
}

/// Says that a packed file is not unpacked any further.
pub(crate) fn bomb() -> Diagnostic {
    let message = format!(
        "the file unpacks to more than {MOST_PACKED} times its size and may be made to fill the memory"
    );
    let remedy = "unpack it with another program, and give the unpacked file";
    Diagnostic::error(Code::TooLarge, message).remedy(remedy)
}

/// Says that a packed file could be unpacked in part.
pub(crate) fn cut_off(method: &str) -> Diagnostic {
    let message = format!("the {method} file is cut off or damaged; only its intact part was read");
    Diagnostic::error(Code::Truncated, message).remedy("download or compress the file again")
}

/// Says that nothing could be unpacked.
pub(crate) fn nothing_unpacked(method: &str) -> Diagnostic {
    let message = format!(
        "the {method} file is cut off or damaged near its beginning, so nothing can be unpacked"
    );
    Diagnostic::error(Code::Truncated, message).remedy("download or compress the file again")
}

#[derive(Debug)]
pub(crate) struct Unpacker {
    member: GzDecoder<Vec<u8>>,
    /// The first two bytes of the member, as far as they have come.
    start: Vec<u8>,
    block: Vec<u8>,
    health: Health,
    /// Whether a member has come to its end.
    any: bool,
    /// Packed and unpacked bytes so far.
    packed: u64,
    written: u64,
}

impl Unpacker {
    pub(crate) fn new() -> Self {
        Self {
            member: GzDecoder::new(Vec::new()),
            start: Vec::new(),
            block: Vec::with_capacity(BLOCK),
            health: Health::Sound,
            any: false,
            packed: 0,
            written: 0,
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

    /// Whether it stopped because what it unpacks is made to fill a memory.
    pub(crate) fn is_bomb(&self) -> bool {
        self.health == Health::Bomb
    }

    /// Unpacks what is left and says how the stream ended.
    pub(crate) fn finish<E>(
        mut self,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<Health, E> {
        self.unpack(&mut take)?;
        if self.health == Health::Sound && !(self.any && self.start.is_empty()) {
            self.end_member(&mut take)?;
        }
        Ok(self.health)
    }

    fn unpack<E>(&mut self, take: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let block = std::mem::take(&mut self.block);
        let mut rest = block.as_slice();
        while !rest.is_empty() && self.health == Health::Sound {
            let missing = MAGIC.len().saturating_sub(self.start.len()).min(rest.len());
            self.start.extend_from_slice(&rest[..missing]);
            match self.member.write(rest) {
                _ if !MAGIC.starts_with(&self.start) => self.end_member(take)?,
                // The member had come to its end before.
                Ok(0) => {
                    self.start.truncate(self.start.len() - missing);
                    self.end_member(take)?;
                }
                Ok(read) => {
                    self.packed += read as u64;
                    rest = &rest[read..];
                    self.give(take)?;
                }
                Err(_) => self.end_member(take)?,
            }
        }
        self.block = block;
        self.block.clear();
        Ok(())
    }

    /// Hands on what was unpacked.
    fn give<E>(&mut self, take: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let unpacked = self.member.get_mut();
        self.written += unpacked.len() as u64;
        if is_bomb(self.written, self.packed, MOST_PACKED) {
            self.health = Health::Bomb;
            unpacked.clear();
            return Ok(());
        }
        let given = if unpacked.is_empty() { Ok(()) } else { take(unpacked) };
        unpacked.clear();
        given
    }

    fn end_member<E>(&mut self, take: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let sound = self.member.try_finish().is_ok();
        self.give(take)?;
        if self.health == Health::Bomb {
            return Ok(());
        }
        if sound {
            self.any = true;
            self.member = GzDecoder::new(Vec::new());
            self.start.clear();
        } else {
            let other = self.any && !MAGIC.starts_with(&self.start);
            self.health = if other { Health::Followed } else { Health::Broken };
        }
        Ok(())
    }
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

    #[test]
    fn what_fills_a_memory_is_not_unpacked() {
        let mut packed = Vec::new();
        let mut encoder = GzEncoder::new(&mut packed, Compression::best());
        for _ in 0..300 {
            encoder.write_all(&vec![0; 1 << 20]).unwrap();
        }
        encoder.finish().unwrap();
        let (out, health) = unpack(&packed, 1 << 16);
        assert_eq!(health, Health::Bomb);
        assert!(out.len() as u64 <= HARMLESS);
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
