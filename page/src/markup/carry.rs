//! Markup in the place of older markup: what a reader would miss is carried over.

use crate::widgets::dom::document;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};

/// Replaces what stands between two markers.
pub fn replace(start: &Node, end: &Node, fresh: &Node) {
    let Some(parent) = end.parent_node() else { return };
    let mut carried = Carried::default();
    let active = document().active_element();
    let mut is_lost = false;
    let mut new = fresh.first_child();
    while let Some(old) = start.next_sibling().filter(|old| old != end) {
        if let Some(old) = old.dyn_ref::<web_sys::Element>() {
            while new.as_ref().is_some_and(|new| new.node_type() != Node::ELEMENT_NODE) {
                new = new.and_then(|new| new.next_sibling());
            }
            let after = new.as_ref().and_then(Node::next_sibling);
            let new = std::mem::replace(&mut new, after);
            // Only then is there anything to carry, and looking for it makes browsers lay out.
            let has_focus = active.as_ref().is_some_and(|active| old.contains(Some(active)));
            is_lost |= has_focus;
            let is_used = has_focus
                || old.has_attribute("open")
                || matches!(old.query_selector("[open]"), Ok(Some(_)));
            if let Some(new) = new.and_then(|new| new.dyn_into().ok())
                && is_used
            {
                carried.take(old, &new, active.as_ref());
            }
        }
        drop(parent.remove_child(&old));
    }
    drop(parent.insert_before(fresh, Some(end)));
    carried.give();
    if is_lost && document().active_element().is_none_or(|active| active.tag_name() == "BODY") {
        focus_region(&parent);
    }
}

/// Gives the focus to the region around a place, so that Tab goes on from there.
fn focus_region(place: &Node) {
    let Some(place) = place.dyn_ref::<web_sys::Element>() else { return };
    let Ok(Some(region)) = place.closest("section, main") else { return };
    drop(region.set_attribute("tabindex", "-1"));
    focus_in_place(region);
}

/// Gives an element the focus and leaves the page where it is scrolled to.
fn focus_in_place(element: web_sys::Element) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    drop(element.unchecked_into::<HtmlElement>().focus_with_options(&options));
}

/// What elements have beside what is written in them, on its way to those that replace them.
#[derive(Default)]
struct Carried {
    focus: Option<web_sys::Element>,
    /// The id of what had the focus.
    id: String,
    scrolled: Vec<(web_sys::Element, i32, i32)>,
}

impl Carried {
    /// Elements correspond by their place, as far as they are of the same kind.
    fn take(
        &mut self,
        old: &web_sys::Element,
        new: &web_sys::Element,
        active: Option<&web_sys::Element>,
    ) {
        if old.tag_name() != new.tag_name() {
            // An id may still say where the focus goes.
            if let Some(active) = active.filter(|active| old.contains(Some(active))) {
                self.id = active.id();
            }
            return;
        }
        if old.tag_name() == "DETAILS" && old.has_attribute("open") {
            drop(new.set_attribute("open", ""));
        }
        let (left, top) = (old.scroll_left(), old.scroll_top());
        if left != 0 || top != 0 {
            self.scrolled.push((new.clone(), left, top));
        }
        if active == Some(old) {
            self.focus = Some(new.clone());
            self.id = old.id();
        }
        let mut olds = old.first_element_child();
        let mut news = new.first_element_child();
        while let (Some(old), Some(new)) = (olds, news) {
            self.take(&old, &new, active);
            olds = old.next_element_sibling();
            news = new.next_element_sibling();
        }
    }

    fn give(self) {
        for (element, left, top) in self.scrolled {
            element.set_scroll_left(left);
            element.set_scroll_top(top);
        }
        let named = Some(self.id).filter(|id| !id.is_empty());
        let named = named.and_then(|id| document().get_element_by_id(&id));
        if let Some(element) = named.or(self.focus) {
            focus_in_place(element);
        }
    }
}
