//! The seal: from a certain moment on the browser itself refuses every request of this page.
//!
//! `index.html` carries a first policy that lets the page load its own files and nothing else.
//! [`close`] adds a second one. Policies only ever add up, so nothing that runs in the page
//! afterwards, ours or not, can take it away. A worker made from a blob inherits the policies in
//! force when it starts; one started before the seal would not have the second, so the scorer
//! refuses to start before.
//!
//! What a policy cannot stop is written in `docs/privacy.md`.

use crate::widgets::dom;
use js_sys::Reflect;
use std::cell::Cell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The second policy.
///
/// Style sheets already applied stay applied, and `style:` in markup goes through the object
/// model, which policies leave alone; so not even our own host may serve a style sheet any more.
/// `blob:` and `data:` never reach a network: images for exports, and workers, are made of them.
const POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; img-src blob: data:; \
                      worker-src blob:; connect-src 'none'; form-action 'none'; base-uri 'none'";

/// Browser interfaces that open connections and that browsers do not hold to a content policy:
/// the directive against WebRTC is known to none of them (Chromium calls it unrecognised).
const UNCOVERED: [&str; 3] = ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"];

thread_local! {
    static SEALED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the seal is closed and was seen to hold.
pub fn is_sealed() -> bool {
    SEALED.get()
}

/// Closes the seal and tries it.
///
/// The trial asks for `data:,`, which the first policy allows and the second forbids: refused is
/// proof that the browser enforces the second policy, and neither outcome touches a network.
/// Returns whether the seal holds; closing it twice does no harm.
pub async fn close() -> bool {
    let window = dom::window();
    let document = dom::document();
    if let (Some(head), Ok(meta)) = (document.head(), document.create_element("meta"))
        && !is_sealed()
    {
        // A policy counts from the moment its element is inserted, so content comes first.
        let written = meta.set_attribute("http-equiv", "Content-Security-Policy").is_ok()
            && meta.set_attribute("content", POLICY).is_ok();
        if !written || head.append_child(&meta).is_err() {
            return false;
        }
        for name in UNCOVERED {
            remove_for_good(&window, name);
        }
    }
    let refused = JsFuture::from(window.fetch_with_str("data:,")).await.is_err();
    SEALED.set(refused);
    refused
}

/// Makes a global read as undefined, not to be changed back.
fn remove_for_good(window: &web_sys::Window, name: &str) {
    // Keys left out of a descriptor mean: not writable, not configurable.
    let descriptor = js_sys::Object::new();
    if Reflect::set(&descriptor, &"value".into(), &JsValue::UNDEFINED).is_ok() {
        let target: &js_sys::Object = window.unchecked_ref();
        js_sys::Object::define_property(target, &name.into(), &descriptor);
    }
}
