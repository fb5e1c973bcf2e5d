//! Files as they are given: new ones, and those that take the place of what cannot be read any more.

use crate::prelude::*;
use crate::store::Phase;
use crate::unpack;
use crate::workspace::Held;
use gloo_file::File;
use scoredrop::base::limit::{MOST_FILES, too_many};
use scoredrop::base::types::Role;
use scoredrop::session::protocol::{FileCard, Summary};
use wasm_bindgen_futures::{JsFuture, spawn_local};

impl Ui {
    /// Adds files, as what they are to be; `None` leaves it to the worker. One that is named as one which
    /// cannot be read any more takes the place of that.
    pub fn add(self, files: Vec<File>, role: Option<Role>) {
        if files.is_empty() {
            return;
        }
        let open = self.workspace.with_value(|workspace| workspace.held.len());
        if files.len() + open > MOST_FILES {
            return self.refuse(files.len() + open);
        }
        let role = self.role_of_new(role);
        let mut lost = Vec::new();
        let mut unsure = Vec::new();
        let names: Vec<String> = files.iter().map(gloo_file::File::name).collect();
        for card in &self.summary.read_untracked().files {
            let held = self.held(card.slot);
            // Its own name may be shorter than what it is called here.
            let name = held.as_ref().map_or(card.name.clone(), Held::own_name);
            let is_given = names.contains(&name);
            let role_fits =
                role.is_none() || card.role.as_ref().is_none_or(|own| Some(own.value) == role);
            if !is_given || !role_fits {
                continue;
            }
            if card.lost {
                lost.push(card.slot);
            } else {
                unsure.extend(held);
            }
        }
        if unsure.is_empty() {
            return self.put(files, role, lost);
        }
        // Nobody may have looked at it since it has changed.
        spawn_local(async move {
            for held in unsure {
                if JsFuture::from(unpack::touch(held.file.as_ref())).await.is_err() {
                    lost.push(held.slot);
                }
            }
            self.put(files, role, lost);
        });
    }

    /// Opens none of so many files.
    pub fn refuse(self, count: usize) {
        self.stop("The files were not opened.", vec![too_many(count, "files")]);
    }

    /// A file that is open.
    pub fn held(self, slot: u32) -> Option<Held> {
        self.workspace
            .with_value(|workspace| workspace.held.iter().find(|held| held.slot == slot).cloned())
    }

    /// Has the worker open files, some of them in the place of lost ones.
    fn put(self, files: Vec<File>, role: Option<Role>, mut lost: Vec<u32>) {
        // A file that takes the place of a lost one is no step: there is nothing to go back to.
        if lost.is_empty() {
            self.keep();
        }
        self.unconfirm();
        let mut added = Vec::new();
        self.workspace.update_value(|workspace| {
            added.extend(files.into_iter().map(|file| workspace.put(file, &mut lost)));
        });
        if let Some(role) = role {
            self.choices.update(|choices| {
                choices.roles.extend(added.iter().map(|held| (held.slot, role)));
            });
            self.send_choices();
        }
        self.open(&added);
        if self.phase.get_untracked() == Phase::Starting {
            self.say_doing("the files will be read as soon as the scorer has loaded");
        }
        // The score of new files stands at the top.
        window().scroll_to_with_x_and_y(0.0, 0.0);
    }
}

/// What is said where files cannot be read any more.
pub fn words(summary: &Summary) -> Option<String> {
    let lost = summary.files.iter().filter(|file| file.lost);
    let names: Vec<String> = lost.map(|file: &FileCard| file.name.clone()).collect();
    (!names.is_empty()).then(|| words::cannot_be_read(&names, summary.scored.is_some()))
}
