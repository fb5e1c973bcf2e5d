//! Groups of buttons that are one stop of the Tab key each: arrow keys, Home and End move within them,
//! as in every toolbar. A group is whatever has the attribute `data-roving`.

use super::dom::{listen, on_change};
use crate::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, NodeList};

const GROUP: &str = "[data-roving]";
const MEMBERS: &str = "button:not(:disabled), select:not(:disabled), summary";
/// The member that Tab stops at.
const STOP: &str = "data-stop";

/// Watches over all groups for as long as the page lives.
pub fn keep_roving() {
    listen(document().into(), "focusin", |event: web_sys::Event| {
        if let Some((group, member)) = within(&event) {
            settle(&group, Some(&member));
        }
    });
    listen(document().into(), "keydown", |event: web_sys::KeyboardEvent| press(&event));
    // Visibility is known only once a frame; to ask more often would cause a layout each time.
    let is_due = Rc::new(Cell::new(false));
    on_change(&["disabled", "open"], move || {
        if is_due.replace(true) {
            return;
        }
        let is_due = Rc::clone(&is_due);
        request_animation_frame(move || {
            is_due.set(false);
            if let Ok(groups) = document().query_selector_all(GROUP) {
                elements(&groups).for_each(|group| settle(&group, None));
            }
        });
    });
}

fn elements(list: &NodeList) -> impl Iterator<Item = HtmlElement> + use<> {
    let list = list.clone();
    (0..list.length()).filter_map(move |index| list.item(index)?.dyn_into().ok())
}

/// The members that can be seen.
fn members(group: &HtmlElement) -> Vec<HtmlElement> {
    let Ok(found) = group.query_selector_all(MEMBERS) else { return Vec::new() };
    elements(&found).filter(|one| one.offset_width() > 0).collect()
}

/// The group in which an event happened, and the member that it happened to.
fn within(event: &web_sys::Event) -> Option<(HtmlElement, HtmlElement)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let member = target.closest(MEMBERS).ok()??.dyn_into().ok()?;
    Some((target.closest(GROUP).ok()??.dyn_into().ok()?, member))
}

/// Makes Tab stop at one member only: the one that has the focus, otherwise the previous stop,
/// otherwise the first.
fn settle(group: &HtmlElement, focused: Option<&HtmlElement>) {
    let members = members(group);
    let is_stop = |one: &&HtmlElement| one.has_attribute(STOP);
    let stop = focused.or_else(|| members.iter().find(is_stop)).or(members.first()).cloned();
    for member in members {
        let is_stop = stop.as_ref() == Some(&member);
        let index = if is_stop { 0 } else { -1 };
        if member.tab_index() != index {
            member.set_tab_index(index);
        }
        if is_stop != member.has_attribute(STOP) {
            drop(member.toggle_attribute(STOP));
        }
    }
}

fn press(event: &web_sys::KeyboardEvent) {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key() {
        return;
    }
    let Some((group, member)) = within(event) else { return };
    // Up and down are a menu's own.
    let is_menu = member.tag_name() == "SELECT";
    let members = members(&group);
    let Some(now) = members.iter().position(|one| *one == member) else { return };
    let last = members.len() - 1;
    let next = match event.key().as_str() {
        "ArrowRight" => now + 1,
        "ArrowLeft" => now.checked_sub(1).unwrap_or(last),
        "ArrowDown" if !is_menu => now + 1,
        "ArrowUp" if !is_menu => now.checked_sub(1).unwrap_or(last),
        "Home" if !is_menu => 0,
        "End" if !is_menu => last,
        _ => return,
    };
    event.prevent_default();
    drop(members[if next > last { 0 } else { next }].focus());
}
