//! What happens once, before any file can be dropped. It is written in JavaScript, in `boot.js`:
//! almost every line of it asks the browser for something, and that is lighter so.
//!
//! The seal: from a certain moment on the browser itself refuses every request of this page.
//! `index.html` carries a first policy that lets the page load its own files and nothing else;
//! `boot.js` adds a second one. Policies only ever add up, so nothing that runs in the page
//! afterwards, ours or not, can take it away. What a policy cannot stop is written in
//! `docs/privacy.md`.
//!
//! A worker made from a blob inherits the policies in force when it starts, one from a URL would
//! inherit none at all, and one started before the seal would not have the second: so the scorer
//! is made from a blob, and refuses to start before. The blob holds the whole glue script, and the
//! compiled module comes by message: after the seal nothing has to be fetched any more, not even
//! for a restart.

use crate::{scorer, unpack};
use js_sys::{ArrayBuffer, Promise};
use std::fmt;
use wasm_bindgen::{JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::Worker;

#[wasm_bindgen(module = "/src/boot.js")]
unsafe extern "C" {
    #[wasm_bindgen(js_name = boot)]
    fn seal(bootstrap: &str, later: &Promise) -> Promise;
    /// Resolves once the page's files are kept: from then on it opens without a network.
    pub fn kept() -> Promise;
    /// Starts a worker of the scorer; not before the page is sealed.
    #[wasm_bindgen(catch)]
    pub fn start(heard: &Heard, failed: &Failed) -> Result<Worker, JsValue>;
    /// Ends a worker; nothing is heard of it any more.
    pub fn end(worker: &Worker);
}

/// Called with each message of a worker: number, JSON, and a buffer if one came along.
pub type Heard = Closure<dyn Fn(u32, String, Option<ArrayBuffer>)>;

/// Called with the browser's words on a worker that failed.
pub type Failed = Closure<dyn Fn(String)>;

/// Why the page cannot work here, in words for people.
pub struct Error(String);

impl From<JsValue> for Error {
    fn from(error: JsValue) -> Self {
        Self(scorer::words(&error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Takes what the scorer needs, hands the page's own files to the service worker, seals the page
/// and proves the seal. Nothing may be read before this has returned `Ok`.
///
/// # Errors
/// When a part of the page cannot be had, or the seal does not hold.
pub async fn boot() -> Result<(), Error> {
    JsFuture::from(seal(scorer::BOOTSTRAP, &unpack::ready())).await?;
    Ok(())
}
