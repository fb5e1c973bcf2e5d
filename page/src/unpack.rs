//! Parts that are loaded when they are needed: what takes files apart that hold other files, and the
//! scorer that compares values.

use crate::desk::{Content, Held};
use crate::format;
use crate::prelude::*;
use crate::state::Ui;
use crate::{WHOLE, boot, successor};
use js_sys::{Array, Promise};
use scoredrop::diagnostic::Diagnostic;
use scoredrop::protocol::{Progress, Reply, Request};
use scoredrop::schema::Role;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DataTransferItemList, File};

#[wasm_bindgen(module = "/src/later.js")]
unsafe extern "C" {
    /// Resolves once parts can be loaded after the seal.
    pub fn ready() -> Promise;
    fn unpack(file: &File, member: Option<&str>) -> Promise;
    fn weight(part: &str) -> f64;
    /// Fails where the browser does not find a file any more as it was when it was given.
    pub fn touch(file: &File) -> Promise;
    /// What workers of a part are made of.
    pub fn kit(part: &str) -> Promise;
    /// The files of the built-in sample.
    pub fn sample() -> Promise;
    /// The files of a drop, those in folders too.
    pub fn dropped(items: &DataTransferItemList) -> Promise;
}

/// The part that is the scorer which compares values, and takes large files.
pub const VALUES: &str = "values";

/// A file that was taken out of another one.
pub struct Member {
    /// The file itself, made in the page's memory.
    pub file: File,
    /// What it was taken out of, as the user gave it.
    pub given: File,
    /// What the scorer is told about that, as JSON.
    pub origin: JsValue,
    /// Its name in there.
    pub name: String,
    /// What there is to choose instead: the sheets of a workbook.
    pub sheets: Array,
}

impl Ui {
    /// Adds files that the browser is still looking for.
    pub fn add_found(self, files: Promise, role: Option<Role>) {
        if !WHOLE {
            return successor::leave_files(self, &files, role);
        }
        spawn_local(async move {
            match JsFuture::from(files).await {
                Ok(files) => self.add(list(&files), role),
                Err(error) => self.stop("The files could not be had.", problems(&error)),
            }
        });
    }

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
        // What is packed within a container is one of its own.
        let file = |held: Held| if member.is_some() { held.given() } else { held.own() };
        let Some(given) = held.map(file) else { return };
        self.load(&format!("opening {}", given.name()), "unpack");
        spawn_local(async move {
            let found = JsFuture::from(unpack(&given, member.as_deref())).await;
            self.progress.set(None);
            match found {
                Ok(found) => self.replace(slot, &given, &found.unchecked_into()),
                Err(error) => self.stop("The file could not be opened.", problems(&error)),
            }
        });
    }

    /// Says that a part is loaded, and what for.
    pub fn load(self, what: &str, part: &str) {
        // Whole numbers.
        #[allow(clippy::cast_sign_loss)]
        let size = format::bytes(weight(part) as u64);
        let doing = format!("{what} with a part of this page, {size}");
        self.progress.set(Some(Progress { doing, ..Progress::default() }));
    }

    /// Puts the scorer that compares values in the place of the first one, once, and gives it what
    /// that one had.
    pub fn compare_values(self) {
        let is_first = self.desk.try_update_value(|desk| std::mem::replace(&mut desk.values, true));
        if is_first != Some(false) {
            return;
        }
        self.load("scoring", VALUES);
        spawn_local(async move {
            match JsFuture::from(kit(VALUES)).await {
                Ok(kit) => {
                    boot::exchange(&kit);
                    self.recover();
                }
                Err(error) => {
                    self.desk.update_value(|desk| desk.values = false);
                    self.stop("A part of this page could not be loaded.", problems(&error));
                }
            }
        });
    }

    /// Has the scorer that compares values be the first one. Where it cannot be had yet, the other one
    /// asks for it again.
    pub async fn begin_with_values(self) {
        self.load("scoring", VALUES);
        let kit = JsFuture::from(kit(VALUES)).await;
        self.progress.set(None);
        if let Ok(kit) = kit {
            self.desk.update_value(|desk| desk.values = true);
            boot::exchange(&kit);
        }
    }

    fn replace(self, slot: u32, given: &File, found: &Array) {
        let members = found.iter().map(|one| member(given, &one.unchecked_into()));
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

/// Files out of an array of them.
pub fn list(files: &JsValue) -> Vec<File> {
    Array::from(files).into_iter().map(JsCast::unchecked_into).collect()
}

/// One of what [`unpack`] found: the name for people, and the rest.
fn member(given: &File, found: &Array) -> (String, Member) {
    let text = |index| found.get(index).as_string().unwrap_or_default();
    let member = Member {
        file: found.get(0).unchecked_into(),
        given: given.clone(),
        origin: found.get(1),
        name: text(3),
        sheets: found.get(4).unchecked_into(),
    };
    (text(2), member)
}

/// What stood in the way: a reply of the worker, or an error of the browser.
pub fn problems(error: &JsValue) -> Vec<Diagnostic> {
    let reply = error.as_string().and_then(|text| Reply::from_text(&text, |_| None));
    if let Some(Reply::Failed { problems }) = reply {
        return problems;
    }
    let problem = Diagnostic::error("part", crate::scorer::words(error));
    vec![problem.remedy("reload the page, and try again")]
}
