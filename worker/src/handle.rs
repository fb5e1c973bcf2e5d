//! The bytes of a file, read slice by slice when they are needed.

use scoredrop_port as port;
use web_sys::File;

/// A file that the page handed over; the browser keeps the bytes.
#[derive(Clone, Debug)]
pub struct Handle(pub File);

impl Handle {
    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        port::size(&self.0)
    }

    /// Up to `length` bytes from `start`.
    ///
    /// # Errors
    /// In words, where the file cannot be read (any more).
    pub fn slice(&self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        let end = (start + length).min(self.bytes());
        let bytes = port::slice(&self.0, start, end)?;
        let own = bytes.to_vec();
        port::let_go(&bytes);
        Ok(own)
    }
}
