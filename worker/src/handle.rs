//! The bytes of a file, read slice by slice when they are needed.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use web_sys::{File, FileReaderSync};

/// A file of the user, or one that is built in.
#[derive(Clone, Debug)]
pub enum Handle {
    /// A file that the page handed over; the browser keeps the bytes.
    File(File),
    /// A sample.
    BuiltIn(&'static [u8]),
}

impl Handle {
    /// Size in bytes. A browser's file sizes are whole numbers below 2^53.
    #[allow(clippy::cast_sign_loss)]
    pub fn bytes(&self) -> u64 {
        match self {
            Self::File(file) => file.size() as u64,
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
            Self::File(file) => read(file, start, end).map_err(|error| {
                let detail = js_sys::Reflect::get(&error, &"message".into()).ok();
                detail.and_then(|text| text.as_string()).unwrap_or_else(|| format!("{error:?}"))
            }),
        }
    }
}

fn read(file: &File, start: u64, end: u64) -> Result<Vec<u8>, JsValue> {
    let blob = file.slice_with_f64_and_f64(start as f64, end as f64)?;
    Ok(Uint8Array::new(&FileReaderSync::new()?.read_as_array_buffer(&blob)?.into()).to_vec())
}
