//! The files that are open, the choices, and what the user does to both, with the ways back.

use crate::boot;
use crate::prelude::*;
use crate::store::{Editor, Phase};
use crate::unpack::Member;
use gloo_file::File;
use scoredrop::base::diagnostic::Diagnostic;
use scoredrop::preset::is_text;
use scoredrop::session::protocol::{By, Choices, Hosted, LinkedView, OpenFile, Request, Summary};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// A file that is open.
#[derive(Clone)]
pub struct Held {
    /// The page's number of it.
    pub slot: u32,
    /// Its name on the page.
    pub name: String,
    /// Its bytes, be it the user's own file or taken out of one.
    pub file: File,
    /// Where it was taken out of.
    pub member: Option<Rc<Member>>,
}

impl Held {
    /// The name of the file itself, which may be shorter than what it is called here.
    pub fn own_name(&self) -> String {
        if self.member.is_some() { self.name.clone() } else { self.file.name() }
    }

    /// The user's own file, which it is or was taken out of.
    pub fn given(&self) -> &File {
        self.member.as_ref().map_or(&self.file, |member| &member.given)
    }
}

/// Files and choices as they were, the last at the end.
type Steps = Vec<(Vec<Held>, Choices)>;

/// The files that are open and what was chosen for them, with the steps to undo: what a restarted worker has to be
/// told again.
#[derive(Default)]
pub struct Workspace {
    /// The files, in the order added.
    pub held: Vec<Held>,
    slots: u32,
    /// Containers that were opened, or could not be.
    tried: Vec<u32>,
    /// Files and choices before each change.
    undo: Steps,
    /// What was undone, the last at the end.
    redo: Steps,
    /// Files and choices as of the last summary: where a cancelled request goes back to.
    pub settled: (Vec<Held>, Choices),
    /// Reports whose settings were taken, by the slots of their files.
    pub adopted: Vec<u32>,
    /// What a link says of the rows to be shown, until there are any.
    pub linked: Option<LinkedView>,
    /// The same, shown as far as it can be, until all runs that it names are there.
    pub awaited: Option<LinkedView>,
    /// The scorer that a link is of, until it is opened: its digest and track.
    pub linked_host: Option<Box<Hosted>>,
    /// What was shown before there was no score.
    pub shown: Option<LinkedView>,
    /// What is to be told of a link: why its settings are not in force, or what it leaves open.
    pub link_said: Vec<Diagnostic>,
    /// What its view cannot show.
    pub landing_said: Vec<Diagnostic>,
    /// A text of a preset that was left unfinished.
    pub draft: String,
    /// Whether programs are to be run as soon as the score is back.
    pub rerun: bool,
    /// Whether the worker was started again by itself since files were last added.
    pub restarted: bool,
    /// Whether there is no worker that answers.
    pub broken: bool,
}

impl Workspace {
    fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots
    }

    /// Keeps the files, with the choices in force, for the way back; what was undone before is gone.
    fn keep(&mut self, choices: Choices) {
        self.undo.push((self.held.clone(), choices));
        self.redo.clear();
    }

    /// Whether a container is to be opened: once.
    pub fn try_once(&mut self, slot: u32) -> bool {
        let is_new = !self.tried.contains(&slot);
        self.tried.push(slot);
        is_new
    }

    /// Takes a file: in the place of a lost one of its name, or at the end.
    pub fn put(&mut self, file: File, lost: &mut Vec<u32>) -> Held {
        self.restarted = false;
        let own = file.name();
        let name = self.free_name(&file);
        let place =
            self.held.iter_mut().find(|held| lost.contains(&held.slot) && held.own_name() == own);
        if let Some(held) = place {
            (held.file, held.member) = (file, None);
            let slot = held.slot;
            // It may be another container or report than it was.
            for slots in [lost, &mut self.tried, &mut self.adopted] {
                slots.retain(|other| *other != slot);
            }
            return held.clone();
        }
        let held = Held { slot: self.new_slot(), name, file, member: None };
        self.held.push(held.clone());
        held
    }

    /// The name of a file, with its folder where it came with others of that name, or a number where there is one
    /// already.
    fn free_name(&self, file: &File) -> String {
        let name = file.name();
        let folder = js_sys::Reflect::get(&handle_of(file), &"folder".into()).ok();
        let folder = folder.and_then(|folder| folder.as_string()).filter(|one| !one.is_empty());
        let name = folder.map_or_else(|| name.clone(), |folder| [&folder, "/", &name].concat());
        let is_free = |name: &String| self.held.iter().all(|held| held.name != *name);
        if is_free(&name) {
            return name;
        }
        let all = (2..=self.held.len() + 1).map(|number| numbered(&name, number));
        all.into_iter().find(is_free).unwrap_or(name)
    }

    /// Puts what was taken out of a file in the place of that, if it is still there.
    pub fn exchange(&mut self, slot: u32, with: Vec<(String, File, Member)>) -> Option<Vec<Held>> {
        let place = self.held.iter().position(|held| held.slot == slot)?;
        let mut added = Vec::new();
        for (name, file, member) in with {
            added.push(Held { slot: self.new_slot(), name, file, member: Some(Rc::new(member)) });
        }
        self.held.splice(place..=place, added.iter().cloned());
        Some(added)
    }
}

/// `gold (2).jsonl` of `gold.jsonl`
fn numbered(name: &str, number: usize) -> String {
    let begin = name.rfind('/').map_or(0, |slash| slash + 1);
    let end = name[begin..].find('.').map_or(name.len(), |dot| begin + dot);
    format!("{} ({number}){}", &name[..end], &name[end..])
}

impl Ui {
    /// Seals the page and starts the scorer. What was dropped meanwhile is opened then.
    pub async fn start(self) {
        match boot::boot().await.and_then(|()| self.restart_worker()) {
            Ok(()) => self.phase.set(Phase::Ready),
            Err(reason) => self.phase.set(Phase::Broken(reason)),
        }
        self.progress.set(None);
        if Self::is_hosted() && self.phase.get_untracked() == Phase::Ready {
            self.read_scorer();
        } else {
            self.reopen();
        }
        // Some browsers keep no files on plain `http:` or from `file:`; everything else works without.
        if JsFuture::from(boot::kept()).await.is_ok() {
            self.offline.set(true);
        }
    }

    /// Sends a request that changes the score.
    pub fn send(self, request: &Request, files: &[JsValue]) {
        self.trouble.set(None);
        if self.phase.get_untracked() != Phase::Ready {
            return;
        }
        self.busy.set(true);
        self.with_client(|client| client.send(request, files));
    }

    /// Has the worker open files.
    pub fn open(self, held: &[Held]) {
        if self.workspace.with_value(|workspace| workspace.broken) {
            // They stand with the others, which the next worker needs as well.
            return self.recover();
        }
        let mut files = Vec::new();
        let mut handles = Vec::new();
        for file in held {
            handles.push(handle_of(&file.file));
            let member = file.member.as_ref();
            handles.extend(member.map(|member| handle_of(&member.given)));
            let origin = member.map(|member| member.origin.clone());
            let (slot, name, bytes) = (file.slot, file.name.clone(), file.file.size());
            files.push(OpenFile { slot, name, bytes, origin });
        }
        if !files.is_empty() {
            self.send(&Request::Open { files }, &handles);
        }
    }

    /// Keeps files and choices as they are for [`Ui::undo`], where there are files.
    pub fn keep(self) {
        let choices = self.choices.get_untracked();
        self.workspace.update_value(|workspace| {
            if self.has_own(&workspace.held) {
                workspace.keep(choices);
            }
        });
        self.count_steps();
    }

    /// Whether there is a way back, and one forth.
    fn count_steps(self) {
        let (undoable, redoable) = self
            .workspace
            .with_value(|workspace| (!workspace.undo.is_empty(), !workspace.redo.is_empty()));
        self.undoable.set(undoable);
        self.redoable.set(redoable);
    }

    pub fn remove(self, slot: u32) {
        self.keep();
        self.unconfirm();
        self.workspace.update_value(|workspace| workspace.held.retain(|held| held.slot != slot));
        self.choices.update(|choices| {
            choices.roles.remove(&slot);
        });
        if self.workspace.with_value(|workspace| !self.has_own(&workspace.held)) {
            return self.clear();
        }
        self.send(&Request::Close { slot }, &[]);
    }

    /// To the empty page, from which there is a way back.
    pub fn clear(self) {
        self.keep();
        self.workspace.update_value(|workspace| {
            let undo = std::mem::take(&mut workspace.undo);
            let mut held = std::mem::take(&mut workspace.held);
            held.retain(|one| self.host_slot.get_untracked() == Some(one.slot));
            *workspace = Workspace { slots: workspace.slots, undo, held, ..Workspace::default() };
        });
        self.count_steps();
        self.choices.set(self.first_choices());
        self.editor.set(None);
        self.forget_view();
        self.compare_by(|by| *by = By::default());
        self.recover();
    }

    /// Changes a choice; undone by [`Ui::undo`].
    pub fn choose(self, change: impl FnOnce(&mut Choices)) {
        let mut after = self.choices.get_untracked();
        change(&mut after);
        self.take_choices(after);
    }

    fn take_choices(self, mut after: Choices) {
        if let Some(hosted) = after.hosted.clone() {
            hosted.hold(&mut after);
        }
        let before = self.choices.get_untracked();
        if after == before {
            return;
        }
        // Whoever names another preset has chosen it.
        if after.preset != before.preset {
            after.preset_guessed = false;
        }
        // Whoever changes a setting has not yet looked at what it gives.
        if after.confirmed && before.confirmed && !after.same_guesses(&before) {
            after.confirmed = false;
        }
        self.workspace.update_value(|workspace| {
            workspace.keep(before);
            workspace.draft.clear();
        });
        self.count_steps();
        self.choices.set(after);
        self.send_choices();
    }

    /// Begins anew with the choices of a link; there is nothing to go back to.
    pub fn begin_with(self, choices: Choices) {
        self.workspace.update_value(|workspace| {
            workspace.undo.clear();
            workspace.redo.clear();
        });
        self.count_steps();
        self.choices.set(choices);
    }

    /// Scores by a preset. Settings belong to theirs: another one starts from its own.
    pub fn score_as(self, preset: Option<String>) {
        self.choose(|choices| {
            choices.preset = preset;
            choices.preset_guessed = false;
            choices.set.clear();
        });
    }

    /// A file was a preset: it is in force, or open to be mended.
    pub fn take_preset(self, slot: u32, name: &str, text: String, sound: bool) {
        self.workspace.update_value(|workspace| workspace.held.retain(|held| held.slot != slot));
        self.choices.update(|choices| {
            choices.roles.remove(&slot);
        });
        if sound {
            self.score_as(Some(text));
        } else {
            self.workspace.update_value(|workspace| workspace.draft = text);
            self.editor.set(Some(Editor::PresetText));
        }
        self.announcement.set(words::is_a_preset(name, sound));
    }

    /// Scores as a report among the files was made, once for each report; `true` where one was new.
    pub fn adopt(self, summary: &Summary) -> bool {
        let found = summary.files.iter().find_map(|file| {
            let is_known =
                self.workspace.with_value(|workspace| workspace.adopted.contains(&file.slot));
            file.report.clone().filter(|_| !is_known).map(|report| (file.slot, report))
        });
        let Some((slot, report)) = found else { return false };
        self.workspace.update_value(|workspace| workspace.adopted.push(slot));
        let before = self.choices.get_untracked();
        self.choose(|choices| {
            let Choices { roles, forms, preset, hosted, .. } = std::mem::take(choices);
            // The text of a preset of one's own is in no report.
            let preset = preset.filter(|preset| is_text(preset)).or(report.preset);
            *choices = Choices { roles, forms, preset, hosted, ..report };
        });
        self.choices.get_untracked() != before
    }

    /// What was confirmed was about the files of then.
    pub fn unconfirm(self) {
        if self.choices.with_untracked(|choices| choices.confirmed) {
            self.choices.update(|choices| choices.confirmed = false);
            self.send_choices();
        }
    }

    pub fn undo(self) {
        self.go_back(|workspace| (&mut workspace.undo, &mut workspace.redo));
    }

    pub fn redo(self) {
        self.go_back(|workspace| (&mut workspace.redo, &mut workspace.undo));
    }

    /// Takes files and choices from one pile, and lays those in force on the other.
    fn go_back(self, piles: impl FnOnce(&mut Workspace) -> (&mut Steps, &mut Steps)) {
        let choices = self.choices.get_untracked();
        let mut taken = None;
        self.workspace.update_value(|workspace| {
            let now = (workspace.held.clone(), choices);
            let (from, to) = piles(workspace);
            let Some((held, choices)) = from.pop() else { return };
            let is_same = |(a, b): (&Held, &Held)| a.slot == b.slot;
            let same = held.len() == now.0.len() && held.iter().zip(&now.0).all(is_same);
            taken = Some((choices, !same));
            to.push(now);
            workspace.held = held;
        });
        self.count_steps();
        let Some((choices, other_files)) = taken else { return };
        self.choices.set(choices);
        if other_files {
            self.recover();
        } else {
            self.send_choices();
        }
    }

    pub fn send_choices(self) {
        self.send(&Request::Choose { choices: self.choices.get_untracked() }, &[]);
    }

    /// Stops the request under way and goes back to what was there before it.
    pub fn cancel(self) {
        let mut choices = Choices::default();
        let mut aside = Vec::new();
        self.workspace.update_value(|workspace| {
            // Taken, so that cancelling the way back ends at the empty page.
            let (held, before) = std::mem::take(&mut workspace.settled);
            let is_new = |file: &Held| held.iter().all(|known| known.slot != file.slot);
            aside = std::mem::take(&mut workspace.held).into_iter().filter(is_new).collect();
            workspace.held = held;
            choices = before;
        });
        self.aside.update(|before| before.append(&mut aside));
        self.choices.set(choices);
        self.recover();
    }

    /// Whether files have come since there was last something to show.
    pub fn has_new_files(self) -> bool {
        self.workspace.with_value(|workspace| {
            let (held, _) = &workspace.settled;
            workspace.held.iter().any(|file| held.iter().all(|known| known.slot != file.slot))
        })
    }

    /// Reads the files after all that a cancelled request had brought.
    pub fn take_aside(self) {
        let files = self.aside.try_update(std::mem::take).unwrap_or_default();
        self.workspace.update_value(|workspace| workspace.held.extend(files.iter().cloned()));
        self.open(&files);
    }

    /// Starts a new worker and gives it the files and choices again.
    pub fn recover(self) {
        self.workspace.update_value(|workspace| workspace.broken = false);
        self.busy.set(false);
        self.progress.set(None);
        self.trouble.set(None);
        match self.restart_worker() {
            Ok(()) => self.reopen(),
            Err(reason) => self.phase.set(Phase::Broken(reason)),
        }
    }

    fn restart_worker(self) -> Result<(), String> {
        self.client.get_value().map_or(Ok(()), |client| client.restart())
    }

    fn reopen(self) {
        let held = self.workspace.with_value(|workspace| workspace.held.clone());
        if held.is_empty() {
            self.summary.set(Arc::default());
            self.scored.set(None);
            if self.choices.with_untracked(|choices| choices.preset.is_none()) {
                return;
            }
        }
        if self.choices.with_untracked(|choices| *choices != Choices::default()) {
            self.send_choices();
        }
        self.open(&held);
    }
}

/// A file as messages carry it: by reference.
pub fn handle_of(file: &File) -> JsValue {
    let file: &web_sys::File = file.as_ref();
    file.into()
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn a_number_stands_before_the_ending() {
        assert_eq!(numbered("gold.jsonl", 2), "gold (2).jsonl");
        assert_eq!(numbered("v1.2/run.jsonl.gz", 3), "v1.2/run (3).jsonl.gz");
        assert_eq!(numbered("answers", 2), "answers (2)");
    }
}
