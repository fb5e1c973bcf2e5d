//! What happens once, before any file can be dropped. It is written in JavaScript, in `boot.js`:
//! almost every line of it asks the browser for something. What it is for is told here.
//!
//! # A newer version
//!
//! A version that was fetched during an earlier visit is moved to by a reload. Done only at the
//! very start, when there is nothing to lose: never under somebody's data. The files of the
//! version other windows still run stay kept. A browser that takes its time over it must not keep
//! anybody from scoring.
//!
//! # What has to be there before the seal
//!
//! The glue script of the scorer's worker and its compiled module; the service worker, which is
//! registered before because the seal forbids it, and goes on by itself afterwards (it is refused
//! in private windows of some browsers: then the page is simply not offline); and the frame that
//! loads parts later. If the page is the scorer of a benchmark, also the gold file, the sample and the
//! script that its host has put beside it.
//!
//! # The seal
//!
//! From a certain moment on the browser itself refuses every request of this page. `index.html`
//! carries a first policy that lets the page load its own files and nothing else; `boot.js` adds a
//! second one. Policies only ever add up, so nothing that runs in the page afterwards, ours or
//! not, can take it away. What a policy cannot stop is written in `docs/privacy.md`.
//!
//! Style sheets already applied stay applied, and `style:` in markup goes through the object
//! model, which policies leave alone; so not even our own host may serve a style sheet any more.
//! `blob:` and `data:` never reach a network: images for exports, and workers, are made of them.
//!
//! Browser interfaces that open connections and that browsers do not hold to a content policy are
//! removed for good: the directive against WebRTC is known to no browser (Chromium calls it
//! unrecognised).
//!
//! # Workers
//!
//! A worker made from a blob inherits the policies in force when it starts, one from a URL would
//! inherit none at all, and one started before the seal would be free to send: so the scorer is
//! made from a blob, and refuses to start before. Before the first message goes to it, the page proves that
//! the browser enforces the seal, and the worker does so for itself before it answers. The blob holds the whole glue script, and the
//! compiled module comes by message: after the seal nothing has to be fetched any more, not even
//! for a restart.

use crate::unpack;
use js_sys::{Array, ArrayBuffer, Promise};
use wasm_bindgen::{JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::Worker;

#[wasm_bindgen(module = "/src/boot.js")]
unsafe extern "C" {
    #[wasm_bindgen(js_name = boot)]
    fn seal(later: &Promise) -> Promise;
    /// Resolves once the page's files are kept: from then on it opens without a network.
    pub fn kept() -> Promise;
    /// The title of the benchmark that this page is the scorer of; `None` where it is for any.
    #[wasm_bindgen(js_name = hostedTitle)]
    pub fn hosted_title() -> Option<String>;
    /// The text of `scorer.json`.
    #[wasm_bindgen(js_name = hostedText)]
    pub fn hosted_text() -> String;
    /// The texts of its scripts by their names, as JSON.
    #[wasm_bindgen(js_name = hostedScripts)]
    pub fn hosted_scripts() -> String;
    /// A file that the host has put beside the page.
    #[wasm_bindgen(js_name = hostedFile)]
    pub fn hosted_file(name: &str) -> Option<web_sys::File>;
    /// Starts a worker of the scorer; not before the page is sealed.
    #[wasm_bindgen(catch)]
    pub fn start(heard: &Heard, failed: &Failed) -> Result<Worker, JsValue>;
    /// Sends a worker a message, once the seal is proven: the first one waits for that. Where it cannot be
    /// sent, `failed` is told why.
    #[wasm_bindgen(catch)]
    pub fn post(worker: &Worker, message: &Array, failed: &Failed) -> Result<(), JsValue>;
    /// Ends a worker; nothing is heard of it any more.
    pub fn end(worker: &Worker);
    /// A JS error in words.
    pub fn words(error: &JsValue) -> String;
}

/// Called with each message of a worker: number, bytes of the reply, and a buffer if one came along.
pub type Heard = Closure<dyn Fn(u32, Vec<u8>, Option<ArrayBuffer>)>;

/// Called with the last words of a worker that failed, or the browser's words on it.
pub type Failed = Closure<dyn Fn(String)>;

/// Takes what the scorer needs, hands the page's own files to the service worker and seals the page. Nothing
/// may be read before this has returned `Ok`.
///
/// # Errors
/// When a part of the page cannot be had, in words for people.
pub async fn boot() -> Result<(), String> {
    let sealed = JsFuture::from(seal(&unpack::ready())).await;
    sealed.map(drop).map_err(|error| words(&error))
}
