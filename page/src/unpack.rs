//! Files that hold other files: taken apart by a worker that is loaded when the first one comes.

use crate::desk::{Content, Held};
use crate::format;
use crate::prelude::*;
use crate::scorer::BOOTSTRAP;
use crate::state::Ui;
use js_sys::{Array, Promise};
use scoredrop::diagnostic::Diagnostic;
use scoredrop::json_tree::{FromJson, Json};
use scoredrop::protocol::{Origin, Progress, Reply, Request};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransferItemList, File};

#[wasm_bindgen(module = "/src/later.js")]
unsafe extern "C" {
    /// Resolves once parts can be loaded after the seal.
    pub fn ready() -> Promise;
    fn unpack(bootstrap: &str, file: &File, member: Option<&str>) -> Promise;
    fn weight(part: &str) -> f64;
    /// The files of a drop, those in folders too.
    pub fn dropped(items: &DataTransferItemList) -> Promise;
}

/// A file that was taken out of another one.
pub struct Member {
    /// The file itself, made in the page's memory.
    pub file: File,
    /// What it was taken out of, as the user gave it.
    pub given: File,
    /// What the scorer is told about that.
    pub origin: Origin,
    /// What else there is to choose instead: the sheets of a workbook.
    pub sheets: Vec<String>,
}

impl Ui {
    /// Takes apart what the scorer cannot read as it is.
    pub fn unpack_packed(self) {
        let packed: Vec<u32> = (self.summary.read_untracked().files.iter())
            .filter(|file| file.packed)
            .map(|file| file.slot)
            .collect();
        for slot in packed {
            let is_new = self.desk.try_update_value(|desk| desk.try_once(slot));
            if is_new == Some(true) {
                self.unpack(slot, None);
            }
        }
    }

    /// Puts what is in a container in its place: what is named, or what is usually meant.
    pub fn unpack(self, slot: u32, member: Option<String>) {
        let held = self.desk.with_value(|desk| desk.held.iter().find(|h| h.slot == slot).cloned());
        let Some(given) = held.and_then(|held| held.given()) else { return };
        // Whole numbers.
        #[allow(clippy::cast_sign_loss)]
        let size = format::bytes(weight("unpack") as u64);
        let doing = format!("opening {} with a part of this page, {size}", given.name());
        self.progress.set(Some(Progress { doing, ..Progress::default() }));
        spawn_local(async move {
            let found = JsFuture::from(unpack(BOOTSTRAP, &given, member.as_deref())).await;
            self.progress.set(None);
            match found {
                Ok(found) => self.replace(slot, &given, &found.unchecked_into()),
                Err(error) => self.stop("The file could not be opened.", problems(&error)),
            }
        });
    }

    fn replace(self, slot: u32, given: &File, found: &Array) {
        let members = found.iter().filter_map(|one| member(given, &one.unchecked_into()));
        let added: Vec<Held> = members.map(|(name, member)| self.hold(name, member)).collect();
        let there = self.desk.try_update_value(|desk| desk.exchange(slot, &added));
        if there != Some(true) {
            // It was removed while it was opened.
            return;
        }
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

    fn hold(self, name: String, member: Member) -> Held {
        Held { slot: self.next_slot(), name, content: Content::Member(Rc::new(member)) }
    }
}

/// One of what [`unpack`] found.
fn member(given: &File, found: &Array) -> Option<(String, Member)> {
    let text = |index| found.get(index).as_string();
    let read = |index| Json::parse_with(&text(index)?, |_| None).ok();
    let member = Member {
        file: found.get(2).unchecked_into(),
        given: given.clone(),
        origin: Origin::from_json(read(0)?)?,
        sheets: FromJson::from_json(read(3)?)?,
    };
    Some((text(1)?, member))
}

/// What stood in the way: a reply of the worker, or an error of the browser.
fn problems(error: &JsValue) -> Vec<Diagnostic> {
    let reply = error.as_string().and_then(|text| Reply::from_text(&text, |_| None));
    if let Some(Reply::Failed { problems }) = reply {
        return problems;
    }
    let problem = Diagnostic::error("part", crate::scorer::words(error));
    vec![problem.remedy("reload the page, and try again")]
}
