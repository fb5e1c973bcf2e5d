//! How the whole page takes the place of the first one.
//!
//! The first page seals itself, starts the scorer and shows the live sample: that is all a visitor
//! waits for. When there are files, or the presets are to be seen, it leaves them to the whole page,
//! which has been loaded meanwhile. The script of that one has to be there before the seal, its module
//! comes as other parts do (`later.js`), and it sets itself up in the same document: the seal stays.

use crate::boot;
use crate::intake;
use crate::links;
use crate::markup;
use crate::prelude::*;
use crate::state::{Editor, Ui};
use crate::unpack;
use crate::widgets::dom::{self, document};
use js_sys::{Array, Function, Promise};
use scoredrop::schema::Role;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Element;

/// The part of the page that is all of it.
const PART: &str = "whole";

/// What the first page leaves, but for the files: those may come later than it goes.
struct Will {
    /// Whether the presets are to be shown.
    presets: bool,
    shortcuts: bool,
    /// Id of what has the focus.
    focus: Option<String>,
    /// Makes the first page take its leave.
    leave: Function,
}

impl Will {
    fn write(&self) -> Array {
        let parts: [JsValue; 4] = [
            self.presets.into(),
            self.shortcuts.into(),
            self.focus.clone().into(),
            self.leave.clone().into(),
        ];
        parts.iter().collect()
    }

    fn read(will: &Array) -> Self {
        Self {
            presets: will.get(0).is_truthy(),
            shortcuts: will.get(1).is_truthy(),
            focus: will.get(2).as_string(),
            leave: will.get(3).unchecked_into(),
        }
    }
}

/// Ends the first page.
pub fn take_over() {
    if let Some(will) = boot::inherited() {
        drop(Will::read(&will).leave.call0(&JsValue::NULL));
    }
}

/// Takes what the first page has left.
pub fn inherit(ui: Ui) {
    let Some(will) = boot::inherited() else { return };
    let will = Will::read(&will);
    ui.shortcuts.set(will.shortcuts);
    ui.editor.set(will.presets.then_some(Editor::Preset));
    links::follow(ui);
    let take = Closure::<dyn Fn(JsValue, String)>::new(move |files: JsValue, role: String| {
        let role = intake::role_of(&role);
        match files.dyn_into::<Promise>() {
            Ok(found) => ui.add_found(found, role),
            Err(files) => ui.add(unpack::list(&files), role),
        }
    });
    boot::inherit_files(take.into_js_value().unchecked_ref());
}

/// Puts the focus where it was on the first page, or where one goes on from there.
pub fn settle_in() {
    if let Some(will) = boot::inherited() {
        let focus = Will::read(&will).focus.filter(|id| dom::by_id(id).is_some());
        dom::focus(focus.as_deref().unwrap_or("main"));
    }
}

/// Gets ready for files, once what the first page needs is there and all parts are kept: the whole
/// page is loaded, and a scorer for it is up.
pub async fn prepare() {
    if JsFuture::from(unpack::kit(PART)).await.is_ok() {
        // Whoever needs one tries again, and says so where that fails.
        drop(boot::prestart());
    }
}

/// Leaves files, or the promise of them, to the whole page. One that is there already takes them at once:
/// what the browser was looking for, it may find when the first page has gone.
pub fn leave_files(ui: Ui, files: &JsValue, role: Option<Role>) {
    boot::leave_files(files, role.map_or("", Role::name));
    hand_over(ui, false);
}

/// Leaves everything to the whole page.
pub fn hand_over(ui: Ui, presets: bool) {
    let leaves = ui.desk.try_update_value(|desk| std::mem::replace(&mut desk.leaving, true));
    if leaves != Some(false) {
        return;
    }
    ui.load("opening", PART);
    let will = Will {
        presets,
        shortcuts: ui.shortcuts.get_untracked(),
        focus: document().active_element().map(|active| active.id()),
        leave: Closure::once_into_js(leave).unchecked_into(),
    };
    let will = will.write();
    spawn_local(async move {
        let begun = async {
            let kit = JsFuture::from(unpack::kit(PART)).await?;
            JsFuture::from(boot::succeed(&kit, &will)).await
        };
        if let Err(error) = begun.await {
            ui.desk.try_update_value(|desk| desk.leaving = false);
            boot::forget_files();
            ui.stop("A part of this page could not be loaded.", unpack::problems(&error));
        }
    });
}

/// Ends everything of this page, and takes it off the screen. The frames stay, which cannot come back, and the
/// field for files, in which some may be chosen just now.
fn leave() {
    markup::unmount();
    let Some(body) = document().body() else { return };
    let nodes = body.child_nodes();
    for node in (0..nodes.length()).rev().filter_map(|index| nodes.item(index)) {
        let element = node.dyn_ref::<Element>();
        let stays =
            element.is_some_and(|one| one.tag_name() == "IFRAME" || one.id() == intake::INPUT);
        if !stays {
            drop(body.remove_child(&node));
        }
    }
}
