//! The line to the service worker, which keeps the page's own files so that it opens offline.
//!
//! It keeps nothing of the user's. Browsers have no service worker on plain `http:` (other than
//! localhost) or from `file:`; everything else works without it.

use crate::widgets::dom;
use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ServiceWorkerContainer, ServiceWorkerRegistration};

const SCRIPT: &str = "sw.js";

/// How long a waiting version may take to step in.
const PATIENCE_MILLISECONDS: i32 = 3000;

fn container() -> Option<ServiceWorkerContainer> {
    let navigator = dom::window().navigator();
    // Absent, not null, where the context is not secure.
    let container = Reflect::get(&navigator, &"serviceWorker".into()).ok()?;
    container.dyn_into().ok()
}

/// Registers the service worker. Has to happen before the seal.
pub async fn register() {
    let Some(container) = container() else { return };
    // Refused in private windows of some browsers: then the page is simply not offline.
    drop(JsFuture::from(container.register(SCRIPT)).await);
}

/// Calls back once the page's files are kept: from now on it opens without a network.
pub fn on_ready(callback: impl FnOnce() + 'static) {
    let Some(container) = container() else { return };
    spawn_local(async move {
        let Ok(ready) = container.ready() else { return };
        if JsFuture::from(ready).await.is_ok() {
            callback();
        }
    });
}

/// Moves to a newer version that was fetched during an earlier visit, by a reload.
///
/// Done only at the very start, when there is nothing to lose: never under somebody's data. The
/// files of the version other windows still run stay kept.
pub async fn adopt_waiting_version() {
    let Some(container) = container() else { return };
    if container.controller().is_none() {
        return;
    }
    let Ok(found) = JsFuture::from(container.get_registration()).await else { return };
    let Ok(registration) = found.dyn_into::<ServiceWorkerRegistration>() else { return };
    let Some(waiting) = registration.waiting() else { return };
    let window = dom::window();
    let changed = js_sys::Promise::new(&mut |adopted, given_up| {
        container.set_oncontrollerchange(Some(&adopted));
        // A browser that takes its time must not keep anybody from scoring.
        let timer = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            &given_up,
            PATIENCE_MILLISECONDS,
        );
        if timer.is_err() {
            drop(given_up.call0(&JsValue::NULL));
        }
    });
    if waiting.post_message(&"adopt".into()).is_ok() && JsFuture::from(changed).await.is_ok() {
        drop(window.location().reload());
        // The reload ends this script; until then nothing else may start.
        std::future::pending::<()>().await;
    }
}
