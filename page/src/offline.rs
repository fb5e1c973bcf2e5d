//! Whether the page opens offline.
//!
//! The service worker keeps the page's own files, and nothing of the user's; `boot.js` registers
//! it. Browsers have none on plain `http:` (other than localhost) or from `file:`; everything else
//! works without it.

use crate::boot;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// Calls back once the page's files are kept: from now on it opens without a network.
pub fn on_ready(callback: impl FnOnce() + 'static) {
    spawn_local(async move {
        if JsFuture::from(boot::kept()).await.is_ok() {
            callback();
        }
    });
}
