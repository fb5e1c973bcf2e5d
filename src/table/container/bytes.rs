//! The bytes of a container, read where they are needed.

use std::io::{self, Read};

/// Bytes that can be read from any place.
pub trait Bytes {
    /// How many there are.
    fn size(&self) -> u64;

    /// Reads some bytes from `offset` on; 0 at the end only.
    ///
    /// # Errors
    /// Where the file cannot be read (any more).
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
}

impl<T: AsRef<[u8]>> Bytes for T {
    fn size(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.as_ref();
        let rest = bytes.get(offset.min(bytes.len() as u64) as usize..).unwrap_or_default();
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// Reads bytes from the first to the last.
pub(crate) struct Stream<'a> {
    bytes: &'a dyn Bytes,
    offset: u64,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(bytes: &'a dyn Bytes) -> Self {
        Self { bytes, offset: 0 }
    }

    /// Returns how many bytes were read.
    pub(crate) fn position(&self) -> u64 {
        self.offset
    }
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read_at(self.offset, buffer)?;
        self.offset += count as u64;
        Ok(count)
    }
}
