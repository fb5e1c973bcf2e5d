//! The few things that are done to the browser's page directly.

use gloo_events::{EventListener, EventListenerOptions};
use gloo_file::{Blob, BlobContents, ObjectUrl};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Element, Event, EventTarget, HtmlDivElement, HtmlElement, MutationObserver,
    MutationObserverInit, ResizeObserver,
};

/// How long a download may take to begin.
const KEPT: Duration = Duration::from_secs(60);

pub fn value(field: &JsValue) -> String {
    property(field, "value").and_then(|value| value.as_string()).unwrap_or_default()
}

fn property(of: &JsValue, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(of, &name.into()).ok()
}

/// Runs a function once the page is built, and again whenever a signal that it read has changed.
pub fn effect(run: impl FnMut() + 'static) {
    boxed_effect(Box::new(run));
}

fn boxed_effect(mut run: Box<dyn FnMut()>) {
    let part = StoredValue::new(());
    Effect::new(move |_| {
        // An effect may run once more after its part of the page is gone, with everything that it reads.
        if !part.is_disposed() {
            run();
        }
    });
}

/// Listens on the window for as long as the current part of the page exists. `E` is the type that browsers give to
/// events of this name.
pub fn on_window<E: JsCast>(event: &'static str, handler: impl Fn(E) + 'static) {
    listen(window().into(), event, handler);
}

/// Listens on any target for as long as the current part of the page exists.
pub fn listen<E: JsCast>(target: EventTarget, event: &'static str, handler: impl Fn(E) + 'static) {
    let handler: Box<dyn Fn(&Event)> =
        Box::new(move |event| handler(event.clone().unchecked_into()));
    // Some listeners prevent the browser's default action.
    let options = EventListenerOptions::enable_prevent_default();
    StoredValue::new_local(EventListener::new_with_options(&target, event, options, handler));
}

/// A function to be called after a delay, unless this value is dropped first.
pub struct Timer(TimeoutHandle);

impl Timer {
    /// Calls a function after the delay.
    pub fn new(pause: Duration, act: impl FnOnce() + 'static) -> Option<Self> {
        set_timeout_with_handle(act, pause).ok().map(Self)
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.0.clear();
    }
}

pub fn focus(id: &str) {
    if let Some(element) = by_id(id) {
        drop(element.focus());
    }
}

pub fn by_id(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Brings the element with this id into view, if it is there; what a narrow window folds is opened.
pub fn reveal(id: &str) {
    if let Some(element) = by_id(id) {
        if let Ok(Some(fold)) = element.query_selector("details.fold") {
            drop(fold.set_attribute("open", ""));
        }
        element.scroll_into_view();
    }
}

/// Scrolls an element into view, no farther than necessary.
pub fn show(element: &Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Whether the user is typing into this element, so that keys are letters.
pub fn takes_text(target: Option<web_sys::EventTarget>) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => {
            let kind = element.get_attribute("type").unwrap_or_default();
            !matches!(kind.as_str(), "radio" | "checkbox" | "button" | "file")
        }
        _ => element.has_attribute("contenteditable"),
    }
}

/// The value of a custom property in force at the root, as written in the style sheet.
pub fn token(name: &str) -> String {
    let Some(root) = document().document_element() else { return String::new() };
    let Ok(Some(style)) = window().get_computed_style(&root) else { return String::new() };
    style.get_property_value(name).unwrap_or_default().trim().to_owned()
}

/// A custom property that is a length in pixels.
pub fn token_pixels(name: &str) -> Option<f64> {
    token(name).strip_suffix("px").map(js_sys::parse_float)
}

/// Offers bytes or text as a download.
pub fn save(name: &str, mime: &str, content: impl BlobContents) {
    let url = ObjectUrl::from(Blob::new_with_options(content, Some(mime)));
    let Ok(link) = document().create_element("a") else { return };
    let link: web_sys::HtmlAnchorElement = link.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser reads the address after the click; it is revoked when that is surely done.
    set_timeout(move || drop(url), KEPT);
}

/// Copies text; `done` is told whether it worked. If the clipboard is denied, the text of the element `fallback`
/// is selected instead, so that the keyboard can copy it.
pub fn copy(text: String, fallback: &'static str, done: impl Fn(bool) + 'static) {
    wasm_bindgen_futures::spawn_local(async move {
        let navigator = window().navigator();
        // The clipboard is absent if the context is not secure.
        let there = js_sys::Reflect::get(&navigator, &"clipboard".into())
            .is_ok_and(|clipboard| !clipboard.is_undefined());
        let copied = there && JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok();
        if !copied
            && let Some(element) = by_id(fallback)
            && let Ok(Some(selection)) = window().get_selection()
        {
            drop(selection.select_all_children(&element));
        }
        done(copied);
    });
}

/// Reports the outer width and height of an element from the moment it exists, whenever they change, for as long
/// as the current part of the page exists.
pub fn watch_size(
    element: impl Fn() -> Option<HtmlDivElement> + 'static,
    changed: impl Fn(f64, f64) + Clone + 'static,
) {
    let kept = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    let end = move || {
        if let Some(Some((observer, _))) = kept.try_update_value(Option::take) {
            observer.disconnect();
        }
    };
    on_cleanup(end);
    effect(move || {
        let Some(element) = element() else { return };
        end();
        let (observed, changed) = (element.clone(), changed.clone());
        let callback: Closure<dyn FnMut()> = Closure::new(move || {
            changed(f64::from(observed.offset_width()), f64::from(observed.offset_height()));
        });
        if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
            observer.observe(&element);
            kept.set_value(Some((observer, callback)));
        }
    });
}

/// Does something whenever elements come and go, or one of these attributes changes, for as long as the page lives.
pub fn on_change(attributes: &[&str], changed: impl FnMut() + 'static) {
    let changed: Closure<dyn FnMut()> = Closure::new(changed);
    let Ok(observer) = MutationObserver::new(changed.as_ref().unchecked_ref()) else { return };
    let what = MutationObserverInit::new();
    what.set_child_list(true);
    what.set_subtree(true);
    if !attributes.is_empty() {
        let names = attributes.iter().map(|name| JsValue::from_str(name));
        what.set_attribute_filter(&names.collect::<js_sys::Array>());
    }
    if let Some(body) = document().body() {
        drop(observer.observe_with_options(&body, &what));
    }
    StoredValue::new_local((observer, changed));
}
