//! The bytes of a file, read slice by slice when they are needed.

use js_sys::{ArrayBuffer, Function};
use scoredrop_port as port;
use std::ops::Range;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use web_sys::File;

#[wasm_bindgen]
unsafe extern "C" {
    /// Calls a function with bytes of a file as a buffer, or with nothing where they cannot be read.
    #[wasm_bindgen(js_name = fetchBytes)]
    fn fetch_bytes(file: &File, start: f64, end: f64, then: &Function);
}

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

    /// Has the browser read these bytes, as far as there are any, while other things are done; `None` where
    /// they cannot be read.
    pub fn fetch(&self, bytes: Range<u64>, then: impl FnOnce(Option<ArrayBuffer>) + 'static) {
        let end = bytes.end.min(self.bytes());
        let then = Closure::once_into_js(move |found: JsValue| then(found.dyn_into().ok()));
        fetch_bytes(&self.0, bytes.start as f64, end as f64, then.unchecked_ref());
    }
}
