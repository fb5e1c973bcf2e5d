//! When the element that has the focus disappears, the focus is not lost: it moves to the surrounding
//! region, so that Tab continues from there.

use super::dom::{listen, on_change};
use crate::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

const REGIONS: &str = "section, aside, main, header";

/// The element that had the focus last, and the regions around it, innermost first.
#[derive(Clone, Default)]
struct Last {
    element: Option<Element>,
    regions: Vec<HtmlElement>,
}

/// Watches over the focus for as long as the page lives.
pub fn keep_focus() {
    let last = StoredValue::new_local(Last::default());
    listen(document().into(), "focusin", move |event: web_sys::Event| {
        let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let mut regions = Vec::new();
        let mut around = element.clone();
        while let Some(region) = around.and_then(|inner| inner.closest(REGIONS).ok().flatten()) {
            around = region.parent_element();
            regions.extend(region.dyn_into::<HtmlElement>());
        }
        last.set_value(Last { element, regions });
    });
    on_change(&[], move || {
        let is_nowhere =
            document().active_element().is_none_or(|active| active.tag_name() == "BODY");
        let is_gone =
            last.with_value(|last| last.element.as_ref().is_some_and(|one| !one.is_connected()));
        if !is_nowhere || !is_gone {
            return;
        }
        let regions = last.with_value(|last| last.regions.clone());
        if let Some(region) = regions.into_iter().find(|region| region.is_connected()) {
            if !region.has_attribute("tabindex") {
                drop(region.set_attribute("tabindex", "-1"));
            }
            let options = web_sys::FocusOptions::new();
            options.set_prevent_scroll(true);
            // After the last step back the way forth is next.
            let step = region.query_selector(".step").ok().flatten();
            let step = step.and_then(|step| step.dyn_into().ok());
            drop(step.unwrap_or(region).focus_with_options(&options));
        }
    });
}
