//! Thrift's compact protocol, as far as Parquet's footers and page headers need it.

use super::{Result, damaged};

/// Structs within each other, at most.
const DEEPEST: usize = 32;

/// A type of the protocol, as the lower half of a byte names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind(u8);

impl Kind {
    const TRUE: Self = Self(1);
    const FALSE: Self = Self(2);
}

/// Reads values from the first byte to the last.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    /// How many bytes were read.
    pub(super) fn consumed(&self) -> usize {
        self.at
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = self.bytes.get(self.at).ok_or_else(|| damaged("its description is cut off"))?;
        self.at += 1;
        Ok(*byte)
    }

    fn varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(damaged("a number of its description is too long"))
    }

    /// Reads a whole number of 16, 32 or 64 bits.
    pub(super) fn integer(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// Reads a whole number that counts something.
    pub(super) fn count(&mut self) -> Result<u64> {
        u64::try_from(self.integer()?).map_err(|_| damaged("a count is negative"))
    }

    /// Reads the text or bytes of a field.
    pub(super) fn binary(&mut self) -> Result<&'a [u8]> {
        let length = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
        let end = self.at.checked_add(length);
        let found = end.and_then(|end| self.bytes.get(self.at..end));
        let found = found.ok_or_else(|| damaged("its description is cut off"))?;
        self.at += length;
        Ok(found)
    }

    /// Reads a yes or no, which stands in the type of its field.
    pub(super) fn boolean(kind: Kind) -> bool {
        kind == Kind::TRUE
    }

    /// Reads a struct: `field` gets the number and type of each field, and returns whether it has read its
    /// value.
    pub(super) fn structure(
        &mut self,
        mut field: impl FnMut(&mut Self, i16, Kind) -> Result<bool>,
    ) -> Result<()> {
        self.enter()?;
        let mut id = 0_i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                break;
            }
            let kind = Kind(head & 15);
            id = match i16::from(head >> 4) {
                0 => i16::try_from(self.integer()?).unwrap_or(0),
                delta => id.saturating_add(delta),
            };
            if !field(self, id, kind)? {
                self.skip(kind)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// Reads a list: `element` is called once for each of its elements.
    pub(super) fn list(&mut self, mut element: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        let (count, _) = self.list_head()?;
        for _ in 0..count {
            element(self)?;
        }
        Ok(())
    }

    /// The length of a list, no more than bytes are left, and the type of its elements.
    fn list_head(&mut self) -> Result<(usize, Kind)> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => usize::try_from(self.varint()?).unwrap_or(usize::MAX),
            count => usize::from(count),
        };
        if count > self.bytes.len() - self.at {
            return Err(damaged("a list of its description is cut off"));
        }
        Ok((count, Kind(head & 15)))
    }

    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(damaged("its description is nested too deeply"));
        }
        Ok(())
    }

    fn skip(&mut self, kind: Kind) -> Result<()> {
        match kind {
            Kind::TRUE | Kind::FALSE => Ok(()),
            kind => self.skip_value(kind),
        }
    }

    /// Skips a value that has bytes of its own, as those of lists and maps always have.
    fn skip_value(&mut self, kind: Kind) -> Result<()> {
        match kind.0 {
            1..=3 => self.byte().map(drop),
            4..=6 => self.varint().map(drop),
            7 => (0..8).try_for_each(|_| self.byte().map(drop)),
            8 => self.binary().map(drop),
            9 | 10 => {
                let (count, kind) = self.list_head()?;
                self.enter()?;
                (0..count).try_for_each(|_| self.skip_value(kind))?;
                self.depth -= 1;
                Ok(())
            }
            11 => {
                let count = self.varint()?;
                if count == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                self.enter()?;
                for _ in 0..count {
                    self.skip_value(Kind(kinds >> 4))?;
                    self.skip_value(Kind(kinds & 15))?;
                }
                self.depth -= 1;
                Ok(())
            }
            12 => self.structure(|_, _, _| Ok(false)),
            _ => Err(damaged("its description has an unknown type")),
        }
    }
}
