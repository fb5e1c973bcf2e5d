//! Files inside of others, which the scorer takes out, and what the page loads late.

use crate::prelude::*;
use crate::workspace::handle_of;
use gloo_file::File;
use js_sys::{Array, ArrayBuffer, Promise, Uint8Array};
use scoredrop::base::diagnostic::{Code, Diagnostic};
use scoredrop::base::types::Role;
use scoredrop::session::protocol::{self, Origin, Reply, Request};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::DataTransferItemList;

#[wasm_bindgen(module = "/src/later.js")]
unsafe extern "C" {
    /// Resolves once parts can be loaded after the seal.
    pub fn ready() -> Promise;
    /// Fails where the browser does not find a file any more as it was when it was given.
    pub fn touch(file: &web_sys::File) -> Promise;
    pub fn sample(name: &str) -> Promise;
    /// The files of a drop, those in folders too. If they are more than `most`, their count instead.
    pub fn dropped(items: &DataTransferItemList, most: usize) -> Promise;
    /// What was dropped or chosen before the program was here: pairs of a promise of files and the name of
    /// their role. Nothing is kept there after that.
    pub fn early(most: usize) -> Array;
}

/// Where a file was taken out of; itself it is made in the page's memory.
pub struct Member {
    /// What it was taken out of, as the user gave it.
    pub given: File,
    /// What the scorer is told about that.
    pub origin: Origin,
    /// What there is to choose instead: the sheets of a workbook.
    pub sheets: Rc<[String]>,
}

impl Ui {
    /// Adds files that the browser is still looking for.
    pub fn add_found(self, files: Promise, role: Option<Role>) {
        spawn_local(async move {
            match JsFuture::from(files).await {
                // A count of files that were not opened.
                #[allow(clippy::cast_sign_loss, reason = "a count")]
                Ok(files) if !Array::is_array(&files) => {
                    self.refuse(files.as_f64().unwrap_or_default() as usize);
                }
                Ok(files) => self.add(list(&files), role),
                Err(error) => self.stop("The files could not be opened.", problems(&error)),
            }
        });
    }

    /// Has the scorer take apart what it cannot read as it is.
    pub fn unpack_packed(self) {
        let packed: Vec<u32> = (self.summary.read_untracked().files.iter())
            .filter(|file| file.packed)
            .map(|file| file.slot)
            .collect();
        for slot in packed {
            let is_new = self.workspace.try_update_value(|workspace| workspace.try_once(slot));
            if is_new == Some(true) {
                self.unpack(slot, None);
            }
        }
    }

    /// Puts what is in a container in its place: what is named, or what is usually meant.
    pub fn unpack(self, slot: u32, member: Option<String>) {
        let Some(held) = self.held(slot) else { return };
        // What is packed within a container is one of its own.
        let given = if member.is_some() { held.given().clone() } else { held.file };
        self.say_doing(&format!("opening {}", given.name()));
        let handle = handle_of(&given);
        self.ask_about(&Request::Unpack { member }, &[handle], move |(reply, bytes)| {
            self.progress.set(None);
            match (reply, bytes) {
                (Ok(Reply::Unpacked { members, sheets }), Some(bytes)) => {
                    self.replace(slot, &given, members, &sheets, &bytes);
                }
                (Err(problems), _) => self.stop("The file could not be opened.", problems),
                _ => {}
            }
        });
    }

    fn replace(
        self,
        slot: u32,
        given: &File,
        members: Vec<protocol::Member>,
        sheets: &[String],
        bytes: &ArrayBuffer,
    ) {
        let sheets: Rc<[String]> = sheets.into();
        let mut from = 0;
        let mut added = Vec::new();
        for member in members {
            // A buffer is no larger than what 32 bits can address.
            let to = from + member.bytes as u32;
            let part = Uint8Array::new(bytes).subarray(from, to);
            from = to;
            let Ok(file) =
                web_sys::File::new_with_u8_array_sequence(&Array::of1(&part), &member.origin.file)
            else {
                continue;
            };
            let (given, sheets) = (given.clone(), Rc::clone(&sheets));
            let origin = Member { given, origin: member.origin, sheets };
            added.push((member.shown, File::from(file), origin));
        }
        let added = self.workspace.try_update_value(|workspace| workspace.exchange(slot, added));
        let Some(Some(added)) = added else {
            // It was removed while it was opened.
            return;
        };
        let role = self.choices.with_untracked(|choices| choices.roles.get(&slot).copied());
        if let Some(role) = role {
            self.choices.update(|choices| {
                choices.roles.remove(&slot);
                choices.roles.extend(added.iter().map(|held| (held.slot, role)));
            });
            self.send_choices();
        }
        self.send(&Request::Close { slot }, &[]);
        self.open(&added);
    }
}

/// Files out of an array of them.
pub fn list(files: &JsValue) -> Vec<File> {
    let file = |file: JsValue| File::from(file.unchecked_into::<web_sys::File>());
    Array::from(files).into_iter().map(file).collect()
}

/// What stood in the way, as an error of the browser.
pub fn problems(error: &JsValue) -> Vec<Diagnostic> {
    let problem = Diagnostic::error(Code::Part, crate::boot::words(error));
    vec![problem.remedy("reload the page, and try again")]
}
