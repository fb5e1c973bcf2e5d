//! The bytes of a file, read slice by slice when they are needed.

use scoredrop_port as port;
use web_sys::File;

/// A file of the user, or one that is built in.
#[derive(Clone, Debug)]
pub enum Handle {
    /// A file that the page handed over; the browser keeps the bytes.
    File(File),
    /// A sample.
    BuiltIn(&'static [u8]),
}

impl Handle {
    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::File(file) => port::size(file),
            Self::BuiltIn(bytes) => bytes.len() as u64,
        }
    }

    /// Up to `length` bytes from `start`.
    ///
    /// # Errors
    /// In the browser's words, where the file cannot be read (any more).
    pub fn slice(&self, start: u64, length: u64) -> Result<Vec<u8>, String> {
        let end = (start + length).min(self.bytes());
        match self {
            Self::BuiltIn(bytes) => Ok(bytes[start as usize..end as usize].to_vec()),
            Self::File(file) => port::slice(file, start, end).map(|bytes| bytes.to_vec()),
        }
    }
}
