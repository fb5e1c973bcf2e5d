//! The bytes of a file, read slice by slice when they are needed.

use crate::port;
use js_sys::Uint8Array;
use web_sys::File;

/// Bytes of a piece.
const PIECE: u32 = 1 << 20;

/// A file that the page handed over; the browser keeps the bytes.
#[derive(Clone, Debug)]
pub struct Handle(pub File);

impl Handle {
    pub fn bytes(&self) -> u64 {
        port::size(&self.0)
    }

    /// Up to `length` bytes from `start`.
    ///
    /// # Errors
    /// In words, where the file cannot be read (any more).
    pub fn slice(&self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        Ok(self.hold(start, length)?.0.to_vec())
    }

    /// Up to `length` bytes from `start`, which the browser keeps until they are dropped.
    ///
    /// # Errors
    /// In words, where the file cannot be read (any more).
    pub fn hold(&self, start: u64, length: u64) -> Result<Held, String> {
        let end = (start + length).min(self.bytes());
        port::slice(&self.0, start, end).map(Held)
    }
}

/// Bytes of a file that the browser has read.
#[derive(Debug)]
pub struct Held(Uint8Array);

impl Held {
    pub fn count(&self) -> u64 {
        self.0.length().into()
    }

    /// All of them, piece by piece: no more than one is held here.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let starts = (0..self.0.length()).step_by(PIECE as usize);
        // What reaches beyond the end is cut there.
        starts.map(|start| self.0.subarray(start, start.saturating_add(PIECE)).to_vec())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        port::let_go(&self.0);
    }
}
