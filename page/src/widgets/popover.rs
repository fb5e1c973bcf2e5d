//! A small panel beneath the word it belongs to.

use super::button::button;
use super::dom;
use super::number::fixed;
use crate::prelude::*;
use wasm_bindgen::JsCast;

/// What stays free beneath a panel, in pixels.
const MARGIN: f64 = 16.0;
/// A panel has so much room, in pixels, however low its word stands.
const LEAST: f64 = 320.0;

/// A panel beneath the element `anchor`, inside the nearest positioned ancestor of both. It takes
/// the focus when it opens; a click elsewhere closes it. Whoever handles Escape gives the focus
/// back to the anchor. When `moved` or the size of the window changes, it follows its anchor.
pub fn popover(
    label: String,
    anchor: String,
    moved: Signal<u32>,
    close: Callback<()>,
    content: AnyView,
) -> AnyView {
    let panel = NodeRef::new();
    let anchor_of_effect = anchor.clone();
    let anchor_of_resize = anchor.clone();
    Effect::new(move |was_open: Option<bool>| {
        moved.track();
        let Some(panel) = panel.get() else { return false };
        if let Some(anchor) = dom::by_id(&anchor_of_effect) {
            place(&panel, &anchor);
        }
        if was_open != Some(true) {
            drop(panel.focus());
        }
        true
    });
    on_window("pointerdown", move |event: web_sys::Event| {
        let target: Option<web_sys::Node> = event.target().and_then(|t| t.dyn_into().ok());
        let inside = panel.get_untracked().is_some_and(|panel| panel.contains(target.as_ref()))
            || dom::by_id(&anchor).is_some_and(|anchor| anchor.contains(target.as_ref()));
        if !inside {
            close.run(());
        }
    });
    on_window("resize", move |_: web_sys::Event| {
        if let (Some(panel), Some(anchor)) = (panel.get_untracked(), dom::by_id(&anchor_of_resize))
        {
            place(&panel, &anchor);
        }
    });
    view! {
        <div class="popover" role="dialog" aria-label=label tabindex="-1" node_ref=panel>
            {content}
            <p class="popover-foot">
                {button("quiet", "Close", move || close.run(()))}
            </p>
        </div>
    }
    .into_any()
}

fn place(panel: &web_sys::HtmlElement, anchor: &web_sys::HtmlElement) {
    let Some(frame) = panel.offset_parent() else { return };
    let frame = frame.get_bounding_client_rect();
    let word = anchor.get_bounding_client_rect();
    let room = (frame.width() - f64::from(panel.offset_width())).max(0.0);
    let left = (word.left() - frame.left()).clamp(0.0, room);
    let style = web_sys::HtmlElement::style(panel);
    drop(style.set_property("left", &(fixed(left, 1) + "px")));
    drop(style.set_property("top", &(fixed(word.bottom() - frame.top(), 1) + "px")));
    // What is longer than the window scrolls inside the panel; beneath a low word the page does.
    let window = window().inner_height().ok().and_then(|height| height.as_f64());
    if let Some(window) = window {
        let room = (window - word.bottom() - MARGIN).max(LEAST.min(window - MARGIN));
        drop(style.set_property("max-height", &(fixed(room, 1) + "px")));
    }
}
