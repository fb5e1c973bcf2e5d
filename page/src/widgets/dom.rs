//! The few things that are done to the browser's page directly.

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Element, Event, EventTarget, HtmlDivElement, HtmlElement};

/// How long a download may take to begin.
const KEPT_MILLISECONDS: i32 = 60_000;

/// The value of a field.
pub fn value(field: &JsValue) -> String {
    property(field, "value").and_then(|value| value.as_string()).unwrap_or_default()
}

fn property(of: &JsValue, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(of, &name.into()).ok()
}

/// Does something now and whenever a signal it read has changed, after the page stands.
pub fn effect(mut run: impl FnMut() + 'static) {
    let part = StoredValue::new(());
    Effect::new(move |_| {
        // An effect may run once more when its part of the page is gone already, with all it reads.
        if !part.is_disposed() {
            run();
        }
    });
}

/// Listens on the window for as long as the present part of the page. `E` is the type that browsers
/// give to events of this name.
pub fn on_window<E: JsCast>(event: &'static str, handler: impl Fn(E) + 'static) {
    listen(window().into(), event, handler);
}

/// Listens on anything for as long as the present part of the page.
pub fn listen<E: JsCast>(target: EventTarget, event: &'static str, handler: impl Fn(E) + 'static) {
    StoredValue::new_local(Listener::new(target, event, handler));
}

/// A listener, until it is dropped.
struct Listener {
    target: EventTarget,
    event: &'static str,
    callback: Closure<dyn Fn(Event)>,
}

impl Listener {
    fn new<E: JsCast>(
        target: EventTarget,
        event: &'static str,
        handler: impl Fn(E) + 'static,
    ) -> Self {
        let callback = Closure::new(move |event: Event| handler(event.unchecked_into()));
        let function = callback.as_ref().unchecked_ref();
        drop(target.add_event_listener_with_callback(event, function));
        Self { target, event, callback }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let function = self.callback.as_ref().unchecked_ref();
        drop(self.target.remove_event_listener_with_callback(self.event, function));
    }
}

/// Something to be done after a while, unless it is dropped before.
pub struct Timer {
    id: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Timer {
    /// Does it after so long.
    pub fn new(pause: Duration, act: impl FnOnce() + 'static) -> Option<Self> {
        let callback = Closure::once(act);
        let function = callback.as_ref().unchecked_ref();
        let milliseconds = i32::try_from(pause.as_millis()).ok()?;
        let id = window()
            .set_timeout_with_callback_and_timeout_and_arguments_0(function, milliseconds)
            .ok()?;
        Some(Self { id, _callback: callback })
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        window().clear_timeout_with_handle(self.id);
    }
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    if let Some(element) = by_id(id) {
        drop(element.focus());
    }
}

/// The element with this id.
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

/// Brings an element into view, no farther than it takes.
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
pub fn save(name: &str, mime: &str, content: &JsValue) {
    let bag = web_sys::BlobPropertyBag::new();
    bag.set_type(mime);
    let parts = js_sys::Array::of1(content);
    let Ok(blob) = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &bag) else {
        return;
    };
    let url = gloo_file::ObjectUrl::from(gloo_file::Blob::from(blob));
    let Ok(link) = document().create_element("a") else { return };
    let link: web_sys::HtmlAnchorElement = link.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser reads the address after the click; it is revoked when that is surely done.
    let done = Closure::once_into_js(move || drop(url));
    drop(window().set_timeout_with_callback_and_timeout_and_arguments_0(
        done.unchecked_ref(),
        KEPT_MILLISECONDS,
    ));
}

/// Copies text; `done` hears whether it worked. Where the clipboard is denied, the text of the
/// element `fallback` is selected instead, so that the keyboard can copy it.
pub fn copy(text: String, fallback: &'static str, done: impl Fn(bool) + 'static) {
    wasm_bindgen_futures::spawn_local(async move {
        let navigator = window().navigator();
        // Absent where the context is not secure.
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

/// Tells the size of an element, now and whenever it changes, until it is dropped.
pub struct Observed {
    observer: web_sys::ResizeObserver,
    // Called by the observer for as long as that lives.
    _callback: Closure<dyn FnMut()>,
}

impl Observed {
    /// Calls `changed` with the element's outer width and height.
    pub fn new(element: &HtmlElement, changed: impl Fn(f64, f64) + 'static) -> Option<Self> {
        let observed = element.clone();
        let callback: Closure<dyn FnMut()> = Closure::new(move || {
            changed(f64::from(observed.offset_width()), f64::from(observed.offset_height()));
        });
        let observer = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self { observer, _callback: callback })
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Keeps telling the size of the element of `node`, once it is there, for as long as the present
/// part of the page.
pub fn watch_size(
    element: impl Fn() -> Option<HtmlDivElement> + 'static,
    changed: impl Fn(f64, f64) + Clone + 'static,
) {
    let kept = StoredValue::new_local(None);
    effect(move || {
        if let Some(element) = element() {
            kept.set_value(Observed::new(&element, changed.clone()));
        }
    });
}
